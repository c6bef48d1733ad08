"""The headings of a rules page, as its contents list them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.functional import Promise


class Heading(NamedTuple):
    anchor: str
    title: Promise


class Chapter(NamedTuple):
    heading: Heading
    sections: list[Heading]


def contents(titles: Mapping[str, Promise], chapters: Mapping[str, Sequence[str]]) -> list[Chapter]:
    return [
        Chapter(Heading(chapter, titles[chapter]), [Heading(name, titles[name]) for name in names])
        for chapter, names in chapters.items()
    ]
