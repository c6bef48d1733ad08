"""The engine's sentences in the reader's language."""

from django.utils.translation import gettext

from engine import Text


def say(text: Text) -> str:
    return text.render(gettext)
