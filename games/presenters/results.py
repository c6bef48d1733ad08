"""The leaderboards of games that are no contest: who reached how much how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.catalogue import GAMES
from games.models import ALL_TIME, ALONE, TOGETHER, Section, TeamStanding
from games.presenters import boards
from games.presenters.boards import LINES_PER_PAGE, Board, Link, board_asked, place_asked
from games.presenters.high_scores import Gallery, best_cities
from games.seasons import Season
from games.services.results import PROVISIONAL_MATCHES
from games.text import average_worth, worth

CITIES_SHOWN = 4

WHAT_COUNTS = {
    Section.PLAYERS: (
        _("Every finished match with others counts, also a private one, also with bots."),
        _("Who leaves has not won and has no points; those who stay share what is reached."),
    ),
    Section.TEAMS: (
        _("A team is the same people, two to four of them, without bots."),
        _("If one of them leaves, the team has not won and has no points."),
        _("Private matches stay private, and don't count here."),
    ),
    Section.SOLO: (
        _("Every finished match counts, also a private one."),
        _("A match that was given up counts nowhere."),
    ),
}


@dataclass(frozen=True)
class Asked(boards.Asked):
    """There is always one variant: what is hard in one is easy in another."""

    has_bots: bool = False
    section: str = Section.SOLO

    @classmethod
    def read(cls, game: str, query: Mapping[str, str]) -> Self:
        """From an address; what can't be understood is the usual."""
        variants = GAMES[game].variants
        asked, section = query.get("variant", ""), query.get("section", "")
        variant = asked if asked in variants else next(iter(variants))
        possible = sections(game, variant)
        return cls(
            game=game,
            variant=variant,
            section=section if section in possible else possible[0],
            board=board_asked(query),
            has_bots=query.get("bots") == "yes",
            after=place_asked(query),
        )

    @property
    def said(self) -> dict[str, str | int]:
        usual = next(iter(GAMES[self.game].variants)), sections(self.game, self.variant)[0]
        return super().said | {
            "variant": "" if self.variant == usual[0] else self.variant,
            "section": "" if self.section == usual[1] else self.section,
            "bots": "yes" if self.has_bots else "",
        }

    @property
    def lines(self) -> QuerySet[TeamStanding]:
        found = TeamStanding.objects.filter(
            pool=self.pool, section=self.section, board=self.board, **{f"{self.order}__gt": 0}
        )
        return found.select_related("team").prefetch_related("team__members")

    @property
    def sections(self) -> list[Link]:
        return [
            Link(str(Section(name).label), self.other(section=name).url, name == self.section)
            for name in sections(self.game, self.variant)
        ]


def sections(game: str, variant: str) -> list[Section]:
    """Those that the numbers of players allow for."""
    sizes = GAMES[game].variants[variant].players
    together = [Section.PLAYERS, Section.TEAMS] if max(sizes) > 1 else []
    return [*together, Section.SOLO] if min(sizes) == 1 else together


@dataclass(frozen=True)
class Line:
    standing: TeamStanding
    place: int
    members: Sequence[Player]
    has_target: bool
    is_own: bool

    @property
    def share(self) -> int:
        return round(100 * self.standing.wins / self.standing.games)

    @property
    def average(self) -> str:
        return average_worth(self.standing.points, self.standing.cities, self.has_target)

    @property
    def best(self) -> str:
        return worth(self.standing.best, self.has_target)


@dataclass(frozen=True)
class Results:
    """``own`` is the reader's line if it is somewhere else, and ``own_url`` leads there."""

    title: str
    has_target: bool
    section: str
    games: Sequence[Link]
    variants: Sequence[Link]
    sections: Sequence[Link]
    boards: Sequence[Link]
    bots: Sequence[Link]
    established: Sequence[Line]
    provisional: Sequence[Line]
    own: Line | None
    own_url: str
    previous_url: str
    next_url: str
    best: Gallery
    rules: Sequence[str]

    @property
    def is_of_teams(self) -> bool:
        return self.section == Section.TEAMS

    @property
    def least(self) -> int:
        return PROVISIONAL_MATCHES


def results(asked: Asked, player: Any) -> Results:
    following = asked.lines.filter(**{f"{asked.order}__gt": asked.after}).order_by(asked.order)
    found = list(following[: LINES_PER_PAGE + 1])
    lines = [_line(asked, standing, player) for standing in found[:LINES_PER_PAGE]]
    own = _own(asked, player)
    if any(line.is_own for line in lines):
        own = None
    return Results(
        title=asked.title,
        has_target=GAMES[asked.game].has_target,
        section=asked.section,
        games=asked.games,
        variants=asked.variants,
        sections=asked.sections,
        boards=asked.boards,
        bots=asked.bots if asked.section == Section.PLAYERS else [],
        established=[line for line in lines if not line.standing.is_provisional],
        provisional=[line for line in lines if line.standing.is_provisional],
        own=own,
        own_url=asked.page_of(own.place) if own else "",
        previous_url=asked.previous_url,
        next_url=asked.other(after=lines[-1].place).url if len(found) > len(lines) else "",
        best=_best(asked),
        rules=_rules(asked),
    )


def _line(asked: Asked, standing: TeamStanding, player: Any) -> Line:
    members = sorted(standing.team.members.all(), key=lambda member: member.username.lower())
    return Line(
        standing=standing,
        place=asked.place(standing),
        members=members,
        has_target=GAMES[asked.game].has_target,
        is_own=player in members,
    )


def _own(asked: Asked, player: Any) -> Line | None:
    """The reader's, or the best of their teams."""
    if not player.is_authenticated:
        return None
    own = asked.lines.filter(team__members=player).order_by(asked.order).first()
    return _line(asked, own, player) if own else None


def _best(asked: Asked) -> Gallery:
    """Beside the first page of a list."""
    season = str(Season.of(timezone.now())) if asked.board == Board.SEASON else ALL_TIME
    most = 0 if asked.after else CITIES_SHOWN
    built = ALONE if asked.section == Section.SOLO else TOGETHER
    return best_cities(asked.game, asked.variant, season, built, most)


def _rules(asked: Asked) -> list[str]:
    """Who is ahead, and what counts, in sentences."""
    order = (
        _("Ahead is who won the larger share; of equals, who was further over the target.")
        if GAMES[asked.game].has_target
        else _("Ahead is who has more points on average.")
    )
    return [str(rule) for rule in (order, *WHAT_COUNTS[Section(asked.section)])]
