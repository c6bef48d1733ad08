"""The city of the day: what there is to play, how it went, and what to tell others of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _

from games import access, dailies, day_tables, replay
from games.catalogue import GAMES
from games.day_tables import Entry
from games.models import Daily, Match, Sight, Streak
from games.presenters import PRESENTERS
from games.text import points, rough_length, say, unsigned

LINES_PER_DAY, LINES_PER_PAGE = 10, 50


@dataclass(frozen=True)
class Own:
    """The reader's own tries; ``begun`` is where to go on."""

    first: Match | None
    begun: Match | None

    @property
    def result(self) -> str:
        """What the first sight came to."""
        if self.first is None or not self.first.is_over:
            return ""
        return result(self.first) if self.first.is_finished else _("given up")


@dataclass(frozen=True)
class Card:
    """One of the day's games, as far as the reader has come with it."""

    daily: Daily
    own: Own
    thumbnail: Any = None

    @property
    def title(self) -> str:
        return say(GAMES[self.daily.game].title)

    @property
    def variant_title(self) -> str:
        return say(GAMES[self.daily.game].variants[self.daily.variant].title)

    @property
    def opponents(self) -> str:
        return ", ".join(self.daily.bots)

    @property
    def is_new(self) -> bool:
        """The next try is the first sight."""
        return self.own.first is None and not self.daily.is_over

    @property
    def action(self) -> str:
        if self.own.begun is not None:
            return _("Go on")
        return _("Play") if self.is_new else _("Practise")

    @property
    def picture(self) -> str:
        """Of some city; nobody may see today's before they play."""
        return f"icons/{self.daily.game}.svg"

    @property
    def thumbnail_template(self) -> str:
        return f"games/{self.daily.game}/thumbnail.html"


@dataclass(frozen=True)
class Today:
    day: date
    next_at: datetime
    cards: Sequence[Card]
    streak: Streak | None

    @property
    def sprites(self) -> list[str]:
        return [f"games/{card.daily.game}/sprite.html" for card in self.cards if card.thumbnail]

    @property
    def styles(self) -> list[str]:
        return [f"games/{card.daily.game}/styles.html" for card in self.cards if card.thumbnail]


@dataclass(frozen=True)
class Line:
    """A line of a table."""

    entry: Entry
    is_own: bool

    @property
    def points(self) -> str:
        return unsigned(self.entry.match.daily_score or 0)

    @property
    def time(self) -> str:
        return rough_length(self.entry.match.lasted) if self.entry.match.lasted else ""


@dataclass(frozen=True)
class Table:
    """``own`` is the reader's line, if it is not among the others; ``more`` leads further down."""

    sight: Sight
    lines: Sequence[Line]
    own: Line | None
    more: str


@dataclass(frozen=True)
class Results:
    """A game of a day; without tables, as long as the reader has not seen the city."""

    card: Card
    par: Sequence[tuple[str, int]]
    tables: Sequence[Table]
    share: str

    @property
    def share_rows(self) -> int:
        return self.share.count("\n") + 1


@dataclass(frozen=True)
class Day:
    day: date
    is_today: bool
    results: Sequence[Results]
    previous: date | None
    next: date | None


def today(cities: Sequence[Daily], reader: Any) -> Today:
    day = dailies.today()
    streak = Streak.objects.filter(player=reader).first() if reader.is_authenticated else None
    cards = [_drawn(card, reader) for card in _cards(cities, reader)]
    return Today(day, dailies.end_of(day), cards, streak)


def the_day(cities: Sequence[Daily], reader: Any) -> Day:
    day = cities[0].day
    earlier = Daily.objects.filter(day__lt=day).order_by("-day")
    later = Daily.objects.filter(day__gt=day).order_by("day")
    return Day(
        day=day,
        is_today=day == dailies.today(),
        results=[_results(card, reader) for card in _cards(cities, reader)],
        previous=earlier.values_list("day", flat=True).first(),
        next=later.values_list("day", flat=True).first(),
    )


def table(daily: Daily, sight: Sight, reader: Any, *, after: str = "", size: int) -> Table:
    page = day_tables.page(daily, sight, after=after, size=size)
    lines = [Line(entry, entry.match.creator == reader) for entry in page.entries]
    own = None
    if reader.is_authenticated and not any(line.is_own for line in lines):
        entry = day_tables.own_entry(daily, sight, reader)
        own = None if entry is None else Line(entry, is_own=True)
    address = reverse("daily-table", args=[daily.day, daily.game, sight.value])
    return Table(sight, lines, own, f"{address}?after={page.next}" if page.next else "")


def result(match: Match) -> str:
    return points(match.daily_score or 0) if match.is_contest else match.verdict


def share_text(match: Match, daily: Daily) -> str:
    """To be pasted anywhere: what it was, how it went, how it looks, where to play."""
    view = replay.position(match).observe(None)
    par = ", ".join(f"{bot} {score}" for bot, score in _par(daily))
    score = _("%(result)s (bots: %(par)s)") if par else "%(result)s"
    heading = _("City of the day, %(day)s: %(game)s") % {
        "day": formats.date_format(daily.day, "j F Y"),
        "game": say(GAMES[daily.game].title),
    }
    return "\n".join(
        [
            heading,
            score % {"result": result(match), "par": par},
            *PRESENTERS[daily.game].characters(view, dailies.PLAYERS_SEAT),
            settings.SITE_URL + reverse("daily-day", args=[daily.day]),
        ]
    )


def _cards(cities: Sequence[Daily], reader: Any) -> list[Card]:
    return [Card(daily, own) for daily, own in zip(cities, _own(cities, reader), strict=True)]


def _own(cities: Sequence[Daily], reader: Any) -> list[Own]:
    """Of all cities at once."""
    if not reader.is_authenticated:
        return [Own(None, None)] * len(cities)
    tries = Match.objects.filter(daily__in=cities, creator=reader)
    first = {match.daily_id: match for match in tries.filter(sight=Sight.FIRST)}
    begun = {match.daily_id: match for match in tries.unfinished()}
    return [Own(first.get(daily.pk), begun.get(daily.pk)) for daily in cities]


def _drawn(card: Card, reader: Any) -> Card:
    """With what the reader builds, or has built."""
    match = card.own.begun or card.own.first
    if match is None:
        return card
    prefetch_related_objects([match], "moves")
    view = replay.position(match).observe(dailies.PLAYERS_SEAT)
    drawing = PRESENTERS[match.game].thumbnail(view, dailies.PLAYERS_SEAT)
    return Card(card.daily, card.own, drawing)


def _results(card: Card, reader: Any) -> Results:
    if not access.knows(reader, card.daily):
        return Results(card, [], [], "")
    own = card.own.first
    return Results(
        card=card,
        par=_par(card.daily),
        tables=[table(card.daily, sight, reader, size=LINES_PER_DAY) for sight in Sight],
        share=share_text(own, card.daily) if own and own.is_finished else "",
    )


def _par(daily: Daily) -> list[tuple[str, int]]:
    """In their own order: the database keeps none."""
    return [(bot, daily.par[bot]) for bot in dailies.PAR_BOTS if bot in daily.par]
