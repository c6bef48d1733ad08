"""A leaderboard: which one is asked for, and its lines with small charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.books import whole
from games.catalogue import GAMES
from games.elo import PROVISIONAL_GAMES
from games.models import Rating, Standing
from games.presenters import boards
from games.presenters.boards import LINES_PER_PAGE, Board, Link, board_asked, place_asked
from games.presenters.charts import sparkline
from games.text import signed


@dataclass(frozen=True)
class Asked(boards.Asked):
    @classmethod
    def read(cls, game: str, query: Mapping[str, str]) -> Self:
        """From an address; what can't be understood is the usual."""
        variant = query.get("variant", "")
        return cls(
            game=game,
            variant=variant if variant in GAMES[game].variants else "",
            board=board_asked(query),
            has_bots=query.get("bots") != "no",
            after=place_asked(query),
        )

    @property
    def lines(self) -> QuerySet[Standing]:
        found = Standing.objects.filter(pool=self.pool, board=self.board)
        return found.select_related("player")

    @property
    def variants(self) -> list[Link]:
        everything = Link(_("All variants"), self.other(variant="").url, not self.variant)
        return [everything, *super().variants]


@dataclass(frozen=True)
class Change:
    """Of a rating over some time."""

    points: int

    @property
    def words(self) -> str:
        return signed(self.points)

    @property
    def trend(self) -> str:
        return "up" if self.points > 0 else "down" if self.points else "same"


@dataclass(frozen=True)
class Line:
    """``spark`` are the points of the small chart, ``spark_words`` say what it shows."""

    standing: Standing
    place: int
    spark: str
    spark_words: str
    is_own: bool

    @property
    def week(self) -> Change:
        return Change(whole(self.standing.week))

    @property
    def gained(self) -> Change:
        return Change(whole(self.standing.gained))


@dataclass(frozen=True)
class Leaderboard:
    """``own`` is the reader's line if it is somewhere else, and ``own_url`` leads there."""

    title: str
    is_season: bool
    games: Sequence[Link]
    variants: Sequence[Link]
    boards: Sequence[Link]
    bots: Sequence[Link]
    established: Sequence[Line]
    provisional: Sequence[Line]
    own: Line | None
    own_url: str
    previous_url: str
    next_url: str

    @property
    def least(self) -> int:
        return PROVISIONAL_GAMES


def leaderboard(asked: Asked, player: Any) -> Leaderboard:
    found = list(_following(asked)[: LINES_PER_PAGE + 1])
    own = asked.lines.filter(player=player).first() if player.is_authenticated else None
    shown = found[:LINES_PER_PAGE]
    lines = _lines(asked, [*shown, *([own] if own else [])], player)
    own_line = lines.pop() if own else None
    if own_line and (own_line.place == 0 or own in shown):
        own_line = None
    return Leaderboard(
        title=asked.title,
        is_season=asked.board == Board.SEASON,
        games=asked.games,
        variants=asked.variants,
        boards=asked.boards,
        bots=asked.bots,
        established=[line for line in lines if not line.standing.is_provisional],
        provisional=[line for line in lines if line.standing.is_provisional],
        own=own_line,
        own_url=asked.page_of(own_line.place) if own_line else "",
        previous_url=asked.previous_url,
        next_url=asked.other(after=lines[-1].place).url if len(found) > len(shown) else "",
    )


def _following(asked: Asked) -> QuerySet[Standing]:
    return asked.lines.filter(**{f"{asked.order}__gt": asked.after}).order_by(asked.order)


def _lines(asked: Asked, standings: Sequence[Standing], player: Any) -> list[Line]:
    players = [standing.player_id for standing in standings]
    ratings = Rating.objects.filter(pool=asked.pool, player__in=players)
    recent = dict(ratings.values_list("player", "recent"))
    return [
        Line(
            standing=standing,
            place=asked.place(standing),
            spark=sparkline(recent[standing.player_id]),
            spark_words=spark_words(recent[standing.player_id]),
            is_own=standing.player == player,
        )
        for standing in standings
    ]


def spark_words(recent: Sequence[int]) -> str:
    count = len(recent) - 1
    return ngettext(
        "Rating over the last match: from %(first)s to %(last)s",
        "Rating over the last %(count)s matches: from %(first)s to %(last)s, "
        "between %(least)s and %(most)s",
        count,
    ) % {
        "count": count,
        "first": recent[0],
        "last": recent[-1],
        "least": min(recent),
        "most": max(recent),
    }
