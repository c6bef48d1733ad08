"""The match page of Greenways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine import game
from engine.greenways.moves import Move
from engine.greenways.view import View
from games.presenters.greenways.choice import Links, choose
from games.presenters.greenways.goal import Goal, goal
from games.presenters.greenways.hand import Hand, hand
from games.presenters.greenways.scene import Scene
from games.presenters.greenways.scores import Score, score
from games.presenters.greenways.steps import Steps, steps
from games.presenters.greenways.table import Table, table
from games.text import say

CHAPTER = 10  # moves


@dataclass(frozen=True)
class Board:
    """``query`` is what is chosen of a move so far, as an address writes it."""

    is_over: bool
    placed: int
    refusal: str
    query: str
    steps: Steps | None
    table: Table
    goal: Goal
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
    after = view.after(choice.move) if choice.move else view
    scene = Scene(view, after, choice, links, [move for _seat, move in recent])
    reached = goal(scene.city)
    return Board(
        is_over=is_over,
        placed=len(view.position.city.faces),
        refusal=say(choice.refusal) if choice.refusal else "",
        query=links.so_far(choice).removeprefix(url).removeprefix("?"),
        steps=steps(scene),
        table=table(scene, reached),
        goal=reached,
        score=score(scene),
        hand=hand(scene),
    )


def chapter(players: int, number: int) -> str:
    """What the log says above its n-th move."""
    return "" if (number - 1) % CHAPTER else _("Move %(number)s") % {"number": number}


def parts(view: game.View[Move]) -> list[dict[str, int]]:
    assert isinstance(view, View)
    return [dict(view.sheet().parts)]
