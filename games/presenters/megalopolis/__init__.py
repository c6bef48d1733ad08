"""The match page of Megalopolis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from engine import game
from engine.megalopolis.meta import CITY_CARDS
from engine.megalopolis.moves import Move
from engine.megalopolis.view import View
from games.presenters.megalopolis.choice import Links, choose
from games.presenters.megalopolis.city import City, city
from games.presenters.megalopolis.hand import Hand, hand
from games.presenters.megalopolis.scene import Scene
from games.presenters.megalopolis.scores import Score, score, titles
from games.presenters.megalopolis.steps import Steps, steps
from games.text import say

MANNERS = gettext_lazy(
    "Talking is half of the game: share plans, wishes and worries. But don’t show your hand by "
    "copying out which cards you hold."
)


@dataclass(frozen=True)
class Board:
    """One city for all. ``query`` is what is chosen of a move so far, as an address writes it."""

    is_over: bool
    card: int
    cards: int
    refusal: str
    query: str
    steps: Steps | None
    city: City
    score: Score
    hand: Hand


def present(
    view: game.View[Move],
    *,
    names: Sequence[str],
    reader: int | None,
    is_over: bool,
    recent: Sequence[tuple[int, Move]],
    asked: Mapping[str, str],
    url: str,
) -> Board:
    """``asked`` is what was chosen of a move so far, as the steps' addresses write it."""
    assert isinstance(view, View)
    choice, links = choose(view, asked), Links(url)
    scene = Scene(view, names, reader, choice, links, recent)
    drawn = city(scene)
    return Board(
        is_over=is_over,
        card=len(view.position.placed),
        cards=CITY_CARDS,
        refusal=say(choice.refusal) if choice.refusal else "",
        query=links.so_far(choice).removeprefix(url).removeprefix("?"),
        steps=steps(scene),
        city=drawn,
        score=score(scene, drawn.plan.blocks),
        hand=hand(scene),
    )


def chapter(players: int, number: int) -> str:
    """A match has a single one."""
    return ""


def parts(view: game.View[Move]) -> list[dict[str, int]]:
    """The same for everybody: there is only one city."""
    assert isinstance(view, View)
    return [view.sheet().parts] * len(view.sizes)


def part_titles(view: game.View[Move]) -> dict[str, str]:
    assert isinstance(view, View)
    return titles(view.position.goal)
