"""A club's pages: what is going on, who leads, who met whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Announcement, Club, JoinRequest, Membership, Player
from games import elo
from games.books import whole
from games.models import (
    ClubMeeting,
    ClubPlace,
    ClubRating,
    ClubResult,
    ClubSeasonLine,
    Match,
    MatchQuerySet,
)
from games.presenters.boards import Link
from games.presenters.charts import sparkline
from games.presenters.high_scores import season_title
from games.presenters.leaderboards import Change, spark_words
from games.seasons import Season

TABLES_SHOWN = 9
FINISHED_SHOWN = 3
RESULTS_SHOWN = 6
ANNOUNCEMENTS_SHOWN = 5
LEADERS_SHOWN = 5
LADDER_PAGE = MEMBERS_PAGE = 50
RESULTS_PAGE = 25
LADDER_ORDER = ("-rating", "player")
SEASON_ORDER = ("-points", "-wins", "player")
BLOCK = 15  # of the grid: so many against so many


@dataclass(frozen=True)
class Reader:
    """Who looks at the club's pages: a stranger has no membership."""

    club: Club
    player: Player | None
    membership: Membership | None

    @property
    def is_member(self) -> bool:
        return self.membership is not None

    @property
    def is_organiser(self) -> bool:
        return self.membership is not None and self.membership.is_organiser

    @property
    def is_owner(self) -> bool:
        return self.membership is not None and self.membership.is_owner

    def sections(self, current: str) -> list[Link]:
        titles = {
            "club": _("Overview"),
            "club-ladder": _("Ladder"),
            "club-grid": _("Grid"),
            "club-season": _("Seasons"),
            "club-results": _("Results"),
            "club-members": _("Members"),
        }
        return [
            Link(title, reverse(name, args=[self.club.slug]), name == current)
            for name, title in titles.items()
        ]


@dataclass(frozen=True)
class ClubPage:
    """``to_answer`` are results that the reader was part of and has said nothing about."""

    members: int
    announcements: Sequence[Announcement]
    requests: Sequence[JoinRequest]
    to_answer: Sequence[ClubResult]
    to_decide: int
    has_asked: bool
    open_tables: Sequence[Match]
    running: Sequence[Match]
    finished: Sequence[Match]  # at the club's tables, whether they count or not
    results: Sequence[ClubResult]
    leaders: Sequence[LadderLine]


@dataclass(frozen=True)
class LadderLine:
    place: int
    rating: ClubRating
    spark: str
    spark_words: str
    is_own: bool

    @property
    def is_provisional(self) -> bool:
        return self.rating.games < elo.PROVISIONAL_GAMES


@dataclass(frozen=True)
class UndecidedResult:
    result: ClubResult
    is_asked: bool  # the reader can still confirm it
    own: ClubPlace | None


@dataclass(frozen=True)
class ResultsPage:
    results: Sequence[ClubResult]
    next: str  # the cursor of the following page; empty on the last one


@dataclass(frozen=True)
class GridRow:
    place: int
    player: Player
    cells: Sequence[ClubMeeting | None]  # nobody meets themselves


@dataclass(frozen=True)
class Grid:
    """A block of the grid: some members against some members, in the order of the ladder."""

    rows: Sequence[GridRow]
    columns: Sequence[tuple[int, Player]]
    row_blocks: Sequence[Link]
    column_blocks: Sequence[Link]


@dataclass(frozen=True)
class SeasonLine:
    place: int
    line: ClubSeasonLine

    @property
    def gained(self) -> Change:
        return Change(whole(self.line.gained))


@dataclass(frozen=True)
class SeasonPage:
    title: str
    is_running: bool
    lines: Sequence[SeasonLine]
    page: Page[ClubSeasonLine]
    archive: Sequence[Link]


def club_page(reader: Reader) -> ClubPage:
    club = reader.club
    tables = _tables(reader)
    return ClubPage(
        members=club.memberships.current().count(),
        announcements=_announcements(reader),
        requests=_requests(reader),
        to_answer=list(to_answer(reader)[:RESULTS_SHOWN]),
        to_decide=ClubResult.objects.filter(club=club).undecided().count()
        if reader.is_organiser
        else 0,
        has_asked=reader.player is not None
        and JoinRequest.objects.filter(club=club, player=reader.player, answer="").exists(),
        open_tables=list(tables.open_tables().order_by("-created_at")[:TABLES_SHOWN]),
        running=list(tables.running().order_by("-created_at")[:TABLES_SHOWN]),
        finished=list(tables.finished().order_by("-created_at")[:FINISHED_SHOWN]),
        results=list(_results(club)[:RESULTS_SHOWN]),
        leaders=ladder_lines(reader, ladder(club)[:LEADERS_SHOWN], first=1),
    )


def _tables(reader: Reader) -> MatchQuerySet:
    """Private ones are for members to find, and nobody else."""
    found = Match.objects.filter(club=reader.club).with_seats()
    return found if reader.is_member else found.public()


def _announcements(reader: Reader) -> Sequence[Announcement]:
    if not reader.is_member:
        return []
    return list(reader.club.announcements.select_related("author")[:ANNOUNCEMENTS_SHOWN])


def _requests(reader: Reader) -> Sequence[JoinRequest]:
    if not reader.is_organiser:
        return []
    found = reader.club.join_requests.filter(answer="").select_related("player")
    return list(found[:MEMBERS_PAGE])


def to_answer(reader: Reader) -> QuerySet[ClubResult]:
    if reader.player is None:
        return ClubResult.objects.none()
    own = ClubPlace.objects.filter(player=reader.player, answer="").values("result")
    waiting = ClubResult.objects.filter(club=reader.club).undecided().filter(pk__in=own)
    return waiting.with_places().order_by("entered_at")


def undecided(reader: Reader) -> list[UndecidedResult]:
    """For members to see; those who played answer, organisers decide."""
    if not reader.is_member:
        return []
    found = ClubResult.objects.filter(club=reader.club).undecided().with_places()
    return [_undecided(reader, result) for result in found.order_by("entered_at")]


def _undecided(reader: Reader, result: ClubResult) -> UndecidedResult:
    own = next((one for one in result.places.all() if one.player == reader.player), None)
    return UndecidedResult(result, own is not None and own.answer != own.Answer.CONFIRMED, own)


def _results(club: Club) -> QuerySet[ClubResult]:
    found = ClubResult.objects.filter(club=club, number__isnull=False).with_places()
    return found.order_by("-played_at", "-pk")


def results_page(club: Club, before: str) -> ResultsPage:
    """Those that count, newest first; a cursor that can't be read begins at the beginning."""
    found, position = _results(club), _read_cursor(before)
    if position is not None:
        played_at, pk = position
        same = Q(played_at=played_at, pk__lt=pk)
        found = found.filter(Q(played_at__lte=played_at) & (Q(played_at__lt=played_at) | same))
    shown = list(found[: RESULTS_PAGE + 1])
    more = len(shown) > RESULTS_PAGE
    last = shown[RESULTS_PAGE - 1] if more else None
    cursor = f"{last.played_at.timestamp():.6f}-{last.pk}" if last else ""
    return ResultsPage(shown[:RESULTS_PAGE], cursor)


def _read_cursor(text: str) -> tuple[datetime, int] | None:
    seconds, _dash, pk = text.partition("-")
    try:
        return datetime.fromtimestamp(float(seconds), UTC), int(pk)
    except (ValueError, OverflowError, OSError):
        return None


def members_page(club: Club, number: str) -> Page[Membership]:
    found = club.memberships.current().select_related("player").order_by("player__username")
    return Paginator(found, MEMBERS_PAGE).get_page(number)


def ladder(club: Club) -> QuerySet[ClubRating]:
    """Members only: whoever left is still in the results, and back when they come back."""
    members = club.memberships.current().values("player")
    found = ClubRating.objects.filter(club=club, player__in=members).select_related("player")
    return found.order_by(*LADDER_ORDER)


def ladder_page(reader: Reader, number: str) -> tuple[Page[ClubRating], list[LadderLine]]:
    page = Paginator(ladder(reader.club), LADDER_PAGE).get_page(number)
    return page, ladder_lines(reader, page.object_list, first=page.start_index())


def ladder_lines(reader: Reader, ratings: Any, first: int) -> list[LadderLine]:
    return [
        LadderLine(
            place,
            rating,
            sparkline(rating.recent),
            spark_words(rating.recent),
            rating.player == reader.player,
        )
        for place, rating in enumerate(ratings, first)
    ]


def grid(club: Club, rows: str, columns: str) -> Grid:
    players = Paginator(ladder(club), BLOCK)
    down, across = players.get_page(rows), players.get_page(columns)
    meetings = {
        (met.player_id, met.other_id): met
        for met in ClubMeeting.objects.filter(
            club=club,
            player__in=[line.player_id for line in down],
            other__in=[line.player_id for line in across],
        )
    }
    return Grid(
        rows=[
            GridRow(
                place,
                line.player,
                [meetings.get((line.player_id, other.player_id)) for other in across],
            )
            for place, line in enumerate(down, down.start_index())
        ],
        columns=[(place, line.player) for place, line in enumerate(across, across.start_index())],
        row_blocks=_blocks(players, down.number, "rows", {"columns": across.number}),
        column_blocks=_blocks(players, across.number, "columns", {"rows": down.number}),
    )


def _blocks(
    players: Paginator[ClubRating], current: int, name: str, others: dict[str, int]
) -> list[Link]:
    return [
        Link(
            f"{(number - 1) * BLOCK + 1}–{min(number * BLOCK, players.count)}",
            f"?{urlencode(others | {name: number})}",
            number == current,
        )
        for number in players.page_range
    ]


def season_page(club: Club, asked: str, number: str) -> SeasonPage:
    now = Season.of(timezone.now())
    season = _season(asked, now)
    page = Paginator(season_lines(club, season), LADDER_PAGE).get_page(number)
    return SeasonPage(
        title=season_title(str(season)),
        is_running=season == now,
        lines=[SeasonLine(place, line) for place, line in enumerate(page, page.start_index())],
        page=page,
        archive=_archive(club, season, now),
    )


def season_lines(club: Club, season: Season) -> QuerySet[ClubSeasonLine]:
    found = ClubSeasonLine.objects.filter(club=club, season=str(season)).select_related("player")
    return found.order_by(*SEASON_ORDER)


def _season(text: str, now: Season) -> Season:
    try:
        return min(Season.read(text), now)
    except ValueError:
        return now


def _archive(club: Club, shown: Season, now: Season) -> list[Link]:
    """Every season in which something was played, and this one."""
    played = ClubSeasonLine.objects.filter(club=club).order_by("-season").values_list("season")
    seasons = {str(now), *(season for (season,) in played.distinct())}
    return [
        Link(season_title(season), f"?{urlencode({'season': season})}", season == str(shown))
        for season in sorted(seasons, reverse=True)
    ]
