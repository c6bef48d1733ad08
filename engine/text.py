"""Sentences for players, kept apart from their values so that the site can translate them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

LONGEST_QUOTE = 20


class Text:
    """A sentence with named gaps, and what fills them (numbers, notation, or further texts).

    Imported as ``_`` it doubles as the mark that ``xgettext`` looks for.
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str, **values: object) -> None:
        self.template = template
        self.values: Mapping[str, object] = values

    def render(self, translate: Callable[[str], str] = str) -> str:
        filled = {
            name: value.render(translate) if isinstance(value, Text) else value
            for name, value in self.values.items()
        }
        return translate(self.template).format(**filled)

    def __str__(self) -> str:
        return self.render()

    def __repr__(self) -> str:
        return f"Text({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return self.template == other.template and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.template, tuple(self.values.items())))


def shorten(value: object) -> str:
    """What somebody sent, short enough to be quoted in a sentence."""
    text = str(value)
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"
