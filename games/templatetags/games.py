"""The engine's sentences in templates."""

from django import template
from django.utils.formats import localize

from engine import Text
from games.text import say as say_text
from games.text import unsigned

register = template.Library()


@register.filter
def say(text: Text) -> str:
    return say_text(text)


@register.filter
def minus(number: float | str) -> str:
    """As it is printed, not as it is typed."""
    return unsigned(localize(number))
