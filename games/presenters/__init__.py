"""From what a seat may see to what the match page shows: cells, words and classes.

Templates compute nothing; a game's presenter and its folder of templates belong together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from games.presenters import greenways, megalopolis, quadropolis
from games.presenters.drawings import Drawing
from games.presenters.greenways import characters as greenways_characters
from games.presenters.greenways import mail as greenways_mail
from games.presenters.greenways import postcard as greenways_postcard
from games.presenters.greenways import scores as greenways_scores
from games.presenters.greenways import thumbnail as greenways_thumbnail
from games.presenters.megalopolis import characters as megalopolis_characters
from games.presenters.megalopolis import mail as megalopolis_mail
from games.presenters.megalopolis import postcard as megalopolis_postcard
from games.presenters.megalopolis import thumbnail as megalopolis_thumbnail
from games.presenters.postcards import Postcard
from games.presenters.quadropolis import characters as quadropolis_characters
from games.presenters.quadropolis import mail as quadropolis_mail
from games.presenters.quadropolis import postcard as quadropolis_postcard
from games.presenters.quadropolis import sheet as quadropolis_sheet
from games.presenters.quadropolis import thumbnail as quadropolis_thumbnail


@dataclass(frozen=True)
class Presenter:
    """``present`` makes the board; ``chapter`` heads the log from the n-th move on, if it does;
    ``thumbnail`` is a small drawing of what a seat has built; ``draw`` puts a board into a mail;
    ``parts`` are the points of each seat so far by the kinds of the variant, or by others if
    ``part_titles`` says which there are in a match; ``postcard`` is the picture of what was built;
    ``symbol`` is what the templates call the drawing of such a kind; ``characters`` are lines of
    text that look like what a seat has built. ``manners`` stand beside the chat.
    """

    present: Callable[..., Any]
    chapter: Callable[[int, int], str]
    thumbnail: Callable[[Any, int], Any]
    draw: Callable[[Any], Drawing]
    parts: Callable[[Any], Sequence[Mapping[str, int]]]
    postcard: Callable[[Any], Postcard]
    symbol: Callable[[str], str]
    characters: Callable[[Any, int], Sequence[str]]
    part_titles: Callable[[Any], Mapping[str, str]] | None = None
    manners: Promise | str = ""


PRESENTERS = {
    "quadropolis": Presenter(
        present=quadropolis.present,
        chapter=quadropolis.chapter,
        thumbnail=quadropolis_thumbnail.thumbnail,
        draw=quadropolis_mail.draw,
        parts=quadropolis.parts,
        postcard=quadropolis_postcard.postcard,
        symbol=quadropolis_sheet.symbol,
        characters=quadropolis_characters.characters,
    ),
    "megalopolis": Presenter(
        present=megalopolis.present,
        chapter=megalopolis.chapter,
        thumbnail=megalopolis_thumbnail.thumbnail,
        draw=megalopolis_mail.draw,
        parts=megalopolis.parts,
        postcard=megalopolis_postcard.postcard,
        symbol=str,
        characters=megalopolis_characters.characters,
        part_titles=megalopolis.part_titles,
        manners=megalopolis.MANNERS,
    ),
    "greenways": Presenter(
        present=greenways.present,
        chapter=greenways.chapter,
        thumbnail=greenways_thumbnail.thumbnail,
        draw=greenways_mail.draw,
        parts=greenways.parts,
        postcard=greenways_postcard.postcard,
        symbol=greenways_scores.LETTERS.__getitem__,
        characters=greenways_characters.characters,
    ),
}
