"""The match page of Quadropolis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine import game
from engine.quadropolis.meta import TURNS_PER_ROUND
from engine.quadropolis.moves import Move
from engine.quadropolis.view import View
from games.presenters.quadropolis.choice import Links, choose
from games.presenters.quadropolis.city import City, city
from games.presenters.quadropolis.scene import Scene
from games.presenters.quadropolis.site import Site, site
from games.presenters.quadropolis.steps import Architect, Steps, steps, tray
from games.text import say


@dataclass(frozen=True)
class Board:
    """Once the match is over, all cities are alike: nobody plays in one of them.

    ``query`` is what is chosen of a move so far, as an address writes it.
    """

    is_over: bool
    round: int
    rounds: int
    turn: int
    turns: int
    has_common_architects: bool
    refusal: str
    query: str
    tray: Sequence[Architect]
    steps: Steps | None
    site: Site
    own_city: City | None
    other_cities: Sequence[City]


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
    position, board = view.position, view.position.rules.board
    own = None if is_over else reader
    return Board(
        is_over=is_over,
        round=position.round + 1,
        rounds=board.rounds,
        turn=min(position.turn // position.players + 1, TURNS_PER_ROUND),
        turns=TURNS_PER_ROUND,
        has_common_architects=board.common_architects,
        refusal=say(choice.refusal) if choice.refusal else "",
        query=links.so_far(choice).removeprefix(url).removeprefix("?"),
        tray=tray(scene),
        steps=steps(scene),
        site=site(scene),
        own_city=None if own is None else city(scene, own),
        other_cities=[
            city(scene, seat) for seat in _clockwise(reader or 0, position.players) if seat != own
        ],
    )


def chapter(players: int, number: int) -> str:
    """What the log says above its n-th move."""
    rounds_before, turn = divmod(number - 1, players * TURNS_PER_ROUND)
    return "" if turn else _("Round %(number)s") % {"number": rounds_before + 1}


def parts(view: game.View[Move]) -> list[dict[str, int]]:
    """The lines of the score pad for every city as it is."""
    assert isinstance(view, View)
    return [view.sheet(seat).scores for seat in range(view.position.players)]


def _clockwise(seat: int, players: int) -> list[int]:
    return [(seat + after) % players for after in range(players)]
