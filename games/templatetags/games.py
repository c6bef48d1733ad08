"""The engine's sentences in templates."""

from django import template

from engine import Text
from games.text import say as say_text

register = template.Library()


@register.filter
def say(text: Text) -> str:
    return say_text(text)


@register.filter
def minus(number: str) -> str:
    """As it is printed, not as it is typed."""
    return number.replace("-", "−")
