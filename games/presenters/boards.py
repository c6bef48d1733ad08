"""What all leaderboards have in common: which one is asked for, and the ways to the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from games.catalogue import GAMES
from games.models import Standing, TeamStanding
from games.text import say

LINES_PER_PAGE = 25
LONGEST_PLACE = 9  # digits

Board = Standing.Board


@dataclass(frozen=True)
class Link:
    """One of several things to choose from."""

    title: str
    url: str
    is_current: bool


@dataclass(frozen=True)
class Asked:
    """Which leaderboard, and from after which place on; a list says what it has besides."""

    game: str
    variant: str = ""  # all of the game
    board: str = Board.ALL_TIME
    has_bots: bool = True
    after: int = 0

    @property
    def said(self) -> dict[str, str | int]:
        """What an address says of it; the usual is left out."""
        return {
            "variant": self.variant,
            "board": "" if self.board == Board.ALL_TIME else self.board,
            "bots": "" if self.has_bots else "no",
            "after": self.after,
        }

    @property
    def url(self) -> str:
        query = urlencode({name: value for name, value in self.said.items() if value})
        return reverse("leaderboard", args=[self.game]) + (f"?{query}" if query else "")

    def other(self, **changes: Any) -> Self:
        """The beginning of another one."""
        return replace(self, **({"after": 0} | changes))

    @property
    def order(self) -> str:
        return "place" if self.has_bots else "place_of_people"

    def place(self, standing: Standing | TeamStanding) -> int:
        """Nobody is first, second and so on where bots are hidden and it is one."""
        return standing.place if self.has_bots else standing.place_of_people or 0

    @property
    def pool(self) -> str:
        return f"{self.game}:{self.variant}" if self.variant else self.game

    @property
    def title(self) -> str:
        rules = GAMES[self.game]
        title = say(rules.title)
        return f"{title} {say(rules.variants[self.variant].title)}" if self.variant else title

    @property
    def previous_url(self) -> str:
        return self.other(after=max(0, self.after - LINES_PER_PAGE)).url if self.after else ""

    def page_of(self, place: int) -> str:
        return self.other(after=(place - 1) // LINES_PER_PAGE * LINES_PER_PAGE).url

    @property
    def games(self) -> list[Link]:
        return [
            Link(say(rules.title), reverse("leaderboard", args=[name]), name == self.game)
            for name, rules in GAMES.items()
        ]

    @property
    def variants(self) -> list[Link]:
        return [
            Link(say(variant.title), self.other(variant=name).url, name == self.variant)
            for name, variant in GAMES[self.game].variants.items()
        ]

    @property
    def boards(self) -> list[Link]:
        return [
            Link(str(board.label), self.other(board=board.value).url, board == self.board)
            for board in Board
        ]

    @property
    def bots(self) -> list[Link]:
        titles = {True: _("People and bots"), False: _("People only")}
        return [
            Link(title, self.other(has_bots=has_bots).url, has_bots == self.has_bots)
            for has_bots, title in titles.items()
        ]


def board_asked(query: Mapping[str, str]) -> str:
    """What can't be understood is the usual."""
    board = query.get("board", "")
    return board if board in Board.values else Board.ALL_TIME


def place_asked(query: Mapping[str, str]) -> int:
    after = query.get("after", "")
    is_place = after.isascii() and after.isdecimal() and len(after) <= LONGEST_PLACE
    return int(after) if is_place else 0
