"""A player's page: what the books say, ready to be shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from games import elo
from games.books import whole
from games.catalogue import GAMES
from games.models import KindTotal, Meeting, Rating, RatingChange, Tally
from games.presenters.charts import LineChart, Series, line_chart
from games.text import average_worth, say, worth

MOST_MATCHES_CHARTED = 200
FAVOURITES = 8
DATES_BELOW_A_CHART = 4


@dataclass(frozen=True)
class RatingLine:
    """``pool`` is what the chart is chosen by."""

    pool: str
    title: str
    rating: Decimal
    peak: Decimal
    games: int
    is_shown: bool

    @property
    def is_provisional(self) -> bool:
        return self.games < elo.PROVISIONAL_GAMES


@dataclass(frozen=True)
class ResultLine:
    title: str
    size: int
    games: int
    wins: int | None  # where there is something to win
    average: str
    best: str
    has_target: bool

    @property
    def share(self) -> int:
        return round(100 * (self.wins or 0) / self.games)


@dataclass(frozen=True)
class KindLine:
    """Average points for a kind of building, and how long the bars are, in percent."""

    title: str
    own: float
    all: float
    longest: float

    @property
    def own_length(self) -> float:
        return round(100 * abs(self.own) / self.longest, 1)

    @property
    def all_length(self) -> float:
        return round(100 * abs(self.all) / self.longest, 1)


@dataclass(frozen=True)
class KindTable:
    title: str
    cities: int
    lines: Sequence[KindLine]


@dataclass(frozen=True)
class PlayerPage:
    games: int
    wins: int
    ratings: Sequence[RatingLine]
    chart: LineChart | None
    results: Sequence[ResultLine]
    kinds: Sequence[KindTable]
    favourites: Sequence[Meeting]

    @property
    def has_targets(self) -> bool:
        return any(line.has_target for line in self.results)


def player_page(player: Player, pool: str) -> PlayerPage:
    tallies = list(player.tallies.order_by("game", "variant", "size"))
    ratings = _ratings(player, pool)
    return PlayerPage(
        games=sum(tally.games for tally in tallies),
        wins=sum(tally.wins for tally in tallies),
        ratings=ratings,
        chart=next((_chart(player, line) for line in ratings if line.is_shown), None),
        results=[_result(tally) for tally in tallies],
        kinds=_kinds(player, tallies),
        favourites=_favourites(player),
    )


def pool_title(pool: str) -> str:
    game, _colon, variant = pool.partition(":")
    rules = GAMES[game]
    return _variant(game, variant) if variant else say(rules.title)


def _variant(game: str, variant: str) -> str:
    rules = GAMES[game]
    return f"{say(rules.title)} {say(rules.variants[variant].title)}"


def _ratings(player: Player, pool: str) -> list[RatingLine]:
    found = list(player.ratings.order_by("pool"))
    shown = pool if any(line.pool == pool for line in found) else _first(found)
    return [
        RatingLine(
            pool=line.pool,
            title=pool_title(line.pool),
            rating=line.rating,
            peak=line.peak,
            games=line.games,
            is_shown=line.pool == shown,
        )
        for line in found
    ]


def _first(found: Sequence[Rating]) -> str:
    return found[0].pool if found else ""


def _chart(player: Player, line: RatingLine) -> LineChart:
    """The latest matches, from the rating before the first of them."""
    latest = RatingChange.objects.filter(player=player, pool=line.pool).order_by("-number")
    changes = list(reversed(latest[:MOST_MATCHES_CHARTED]))
    values = [whole(changes[0].before), *(whole(change.after) for change in changes)]
    dates = [formats.date_format(timezone.localtime(change.at), "j M Y") for change in changes]
    labels = [_("before"), *dates]
    step = ceil(len(changes) / DATES_BELOW_A_CHART)
    return line_chart(
        _chart_title(line, values),
        [Series(line.title, values)],
        labels,
        x_ticks=[(index, labels[index]) for index in range(len(changes), 0, -step)],
    )


def _chart_title(line: RatingLine, values: Sequence[int]) -> str:
    count = len(values) - 1
    return ngettext(
        "%(pool)s: the rating over the last match, from %(first)s to %(last)s",
        "%(pool)s: the rating over the last %(count)s matches, from %(first)s to %(last)s",
        count,
    ) % {"pool": line.title, "count": count, "first": values[0], "last": values[-1]}


def _result(tally: Tally) -> ResultLine:
    rules = GAMES[tally.game]
    return ResultLine(
        title=_variant(tally.game, tally.variant),
        size=tally.size,
        games=tally.games,
        wins=tally.wins if rules.has_winners else None,
        average=average_worth(tally.points, tally.cities, rules.has_target),
        best=worth(tally.best, rules.has_target),
        has_target=rules.has_target,
    )


def _kinds(player: Player, tallies: Sequence[Tally]) -> list[KindTable]:
    own, everybody = _averages(player), _averages(None)
    cities: dict[tuple[str, str], int] = defaultdict(int)
    for tally in tallies:
        cities[tally.game, tally.variant] += tally.cities
    return [
        KindTable(
            _variant(*variant),
            cities[variant],
            _kind_lines(variant, own[variant], everybody.get(variant, {})),
        )
        for variant in cities
        if variant in own
    ]


def _averages(player: Player | None) -> dict[tuple[str, str], dict[str, float]]:
    found: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for total in KindTotal.objects.filter(player=player):
        found[total.game, total.variant][total.kind] = total.points / total.cities
    return dict(found)


def _kind_lines(
    variant: tuple[str, str], own: Mapping[str, float], everybody: Mapping[str, float]
) -> list[KindLine]:
    game, name = variant
    longest = max(map(abs, [*own.values(), *everybody.values()])) or 1
    return [
        KindLine(say(title), own[kind], everybody.get(kind, 0), longest)
        for kind, title in GAMES[game].variants[name].kinds.items()
        if kind in own
    ]


def _favourites(player: Player) -> list[Any]:
    met = player.meetings.select_related("other").filter(other__deleted_at=None)
    return list(met.order_by("-games", "-last_at")[:FAVOURITES])


@dataclass(frozen=True)
class Balance:
    """How often each of two had the better rank in a game."""

    title: str
    games: int
    wins: int
    losses: int

    @property
    def ties(self) -> int:
        return self.games - self.wins - self.losses


def head_to_head(player: Player, other: Player) -> list[Balance]:
    return [
        Balance(say(GAMES[met.game].title), met.games, met.wins, met.losses)
        for met in player.meetings.filter(other=other).order_by("game")
    ]
