"""The best cities of a season, drawn small, and who got most out of each kind of building."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet, prefetch_related_objects
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from games import replay
from games.catalogue import GAMES
from games.models import ALL_TIME, WHOLE_CITY, HighScore, Match, Seat
from games.presenters import PRESENTERS
from games.presenters.boards import Link
from games.seasons import Season
from games.text import say, worth

FOR_EVER = "all"  # what an address calls it
FIRST = Season(2020, 1)  # long before anybody played here


@dataclass(frozen=True)
class City:
    """``builders`` are those who stayed to the end."""

    place: int
    score: HighScore
    builders: Sequence[Player]
    thumbnail: Any

    @property
    def match(self) -> Match:
        return self.score.seat.match

    @property
    def points(self) -> str:
        return worth(self.score.points, self.has_target)

    @property
    def has_target(self) -> bool:
        return self.match.rules.has_target

    @property
    def names(self) -> str:
        return ", ".join(player.username for player in self.builders)


@dataclass(frozen=True)
class KindRecord:
    """``symbol`` is how the game draws the kind."""

    title: str
    symbol: str
    best: Sequence[HighScore]


@dataclass(frozen=True)
class Gallery:
    """Cities, and what it takes to draw them."""

    game: str
    cities: Sequence[City]

    @property
    def styles(self) -> str:
        return f"games/{self.game}/styles.html"

    @property
    def sprite(self) -> str:
        return f"games/{self.game}/sprite.html"

    @property
    def thumbnail_template(self) -> str:
        return f"games/{self.game}/thumbnail.html"

    @property
    def kind_template(self) -> str:
        return f"games/{self.game}/kind.html"


@dataclass(frozen=True)
class HighScores(Gallery):
    title: str
    season: str
    has_target: bool
    games: Sequence[Link]
    variants: Sequence[Link]
    seasons: Sequence[Link]
    records: Sequence[KindRecord]


def best_cities(game: str, variant: str, season: str, built: str, most: int) -> Gallery:
    """As whole cities, built alone or together."""
    found = HighScore.objects.filter(game=game, variant=variant, season=season, kind=built)
    return Gallery(game, _cities(game, _in_order(found)[:most]))


def high_scores(game: str, query: Mapping[str, str]) -> HighScores:
    rules = GAMES[game]
    asked = query.get("variant", "")
    variant = asked if asked in rules.variants else next(iter(rules.variants))
    season = _season(query.get("season", ""))
    lines = _lines(game, variant, season)
    return HighScores(
        game=game,
        title=f"{say(rules.title)} {say(rules.variants[variant].title)}",
        season=season_title(season),
        has_target=rules.has_target,
        games=[
            Link(say(one.title), reverse("high-scores", args=[name]), name == game)
            for name, one in GAMES.items()
        ],
        variants=[
            Link(say(one.title), _url(game, name, season), name == variant)
            for name, one in rules.variants.items()
        ],
        seasons=_seasons(game, variant, season),
        cities=_cities(game, lines[WHOLE_CITY]),
        records=[
            KindRecord(say(title), PRESENTERS[game].symbol(kind), lines[kind])
            for kind, title in rules.variants[variant].kinds.items()
            if kind in lines
        ],
    )


def season_title(season: str) -> str:
    if season == ALL_TIME:
        return _("all time")
    read = Season.read(season)
    return _("%(year)s, quarter %(quarter)s") % {"year": read.year, "quarter": read.quarter}


def _season(text: str) -> str:
    """As the books call it; this season if nothing else was asked for."""
    if text == FOR_EVER:
        return ALL_TIME
    now = Season.of(timezone.now())
    try:
        return str(min(max(Season.read(text), FIRST), now))
    except ValueError:
        return str(now)


def _lines(game: str, variant: str, season: str) -> dict[str, list[HighScore]]:
    found = HighScore.objects.filter(game=game, variant=variant, season=season)
    lines: dict[str, list[HighScore]] = defaultdict(list)
    for line in _in_order(found):
        lines[line.kind].append(line)
    return lines


def _in_order(found: QuerySet[HighScore]) -> QuerySet[HighScore]:
    return found.select_related("seat__match", "seat__player").order_by("-points", "number", "seat")


def _cities(game: str, lines: Iterable[HighScore]) -> list[City]:
    lines = list(lines)
    prefetch_related_objects([line.seat.match for line in lines], "moves", "seats__player")
    return [
        City(place, line, _builders(line.seat), _thumbnail(game, line))
        for place, line in enumerate(lines, 1)
    ]


def _builders(seat: Seat) -> list[Player]:
    """Where all build one city, everybody who did not leave them."""
    seats = [seat] if seat.match.is_contest else seat.match.seats_in_order()
    return [one.player for one in seats if one.player and one.left_at is None]


def _thumbnail(game: str, line: HighScore) -> Any:
    view = replay.position(line.seat.match).observe(None)
    return PRESENTERS[game].thumbnail(view, line.seat.index)


def _seasons(game: str, variant: str, shown: str) -> list[Link]:
    """This one, the one that is shown with its neighbours, and all time."""
    now = Season.of(timezone.now())
    middle = now if shown == ALL_TIME else Season.read(shown)
    near = {max(middle.previous, FIRST), middle, min(middle.next, now), now}
    links = [
        Link(season_title(str(season)), _url(game, variant, str(season)), str(season) == shown)
        for season in sorted(near)
    ]
    for_ever = Link(_("All time"), _url(game, variant, ALL_TIME), shown == ALL_TIME)
    return [*links, for_ever]


def _url(game: str, variant: str, season: str) -> str:
    query = urlencode({"variant": variant, "season": season or FOR_EVER})
    return f"{reverse('high-scores', args=[game])}?{query}"
