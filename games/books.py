"""What one more finished match adds to the books, and by which rules.

Only arithmetic on rows that are at hand: ``services.books`` reads and writes them.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from itertools import permutations

from games import elo
from games.facts import Finished, Place, Side
from games.models import (
    ALL_TIME,
    HighScore,
    KindTotal,
    Meeting,
    Move,
    Rating,
    RatingChange,
    Tally,
    Team,
    TeamTally,
)
from games.replay import LEAVING

MOST_RATED_AGAINST_A_BOT = 10  # per season, so that bots are no mine to dig for points
BEST_CITIES, BEST_OF_A_KIND = 10, 3
RECENT_RATINGS = 20

Pair = tuple[int, int]  # two players
TeamKey = tuple[str, str, str, str, str]  # team, section, game, variant, season


@dataclass
class Books:
    """Rows by what they are about; the ones that a match needs are made if they are not there."""

    ratings: dict[tuple[int, str], Rating] = field(default_factory=dict)
    changes: list[RatingChange] = field(default_factory=list)
    tallies: dict[tuple[int, str, str, int], Tally] = field(default_factory=dict)
    meetings: dict[tuple[int, int, str], Meeting] = field(default_factory=dict)
    teams: dict[str, Team] = field(default_factory=dict)
    team_tallies: dict[TeamKey, TeamTally] = field(default_factory=dict)
    kind_totals: dict[tuple[int | None, str, str, str], KindTotal] = field(default_factory=dict)
    high_scores: dict[tuple[str, str, str, str], list[HighScore]] = field(
        default_factory=lambda: defaultdict(list)
    )
    beaten: list[HighScore] = field(default_factory=list)  # no longer among the best

    def enter(self, finished: Finished) -> None:
        pairs = self._compared(finished)  # before this match counts as one more meeting
        for pool in finished.pools:
            self._rate(finished, pool, pairs)
        for own, other in permutations(finished.best_places, 2):
            if finished.is_contest:
                self._meet(finished, own, other, is_rated=(own.player, other.player) in pairs)
        for place in finished.places:
            self._tally(finished, place)
            self._add_kinds(finished, place)
        for side in finished.sides:
            for season in (finished.season, ALL_TIME):
                self._tally_side(finished, side, season)
        for city in finished.cities:
            self._post_high_scores(finished, city)

    def _compared(self, finished: Finished) -> set[Pair]:
        """Who is rated against whom: nobody against themselves, nor against a bot of their own."""
        if not (finished.is_rated and finished.is_contest):
            return set()
        return {
            (own.player, other.player)
            for own, other in permutations(finished.places, 2)
            if own.household != other.household
            and not self._is_over_the_limit(finished, own, other)
        }

    def _is_over_the_limit(self, finished: Finished, own: Place, other: Place) -> bool:
        """A person has had enough rated matches against this bot."""
        if own.is_bot == other.is_bot:
            return False
        met = self.meetings.get((own.player, other.player, finished.game))
        if met is None or met.season < finished.season:
            return False
        return met.rated_in_season >= MOST_RATED_AGAINST_A_BOT

    def _rate(self, finished: Finished, pool: str, pairs: set[Pair]) -> None:
        entrants = [self._entrant(place, pool) for place in finished.places]
        changes: dict[int, Decimal] = defaultdict(Decimal)  # a bot's two seats add up
        for own in entrants:
            opponents = [other for other in entrants if (own.player, other.player) in pairs]
            if opponents:
                changes[own.player] += elo.change(own, opponents)
        for player, change in changes.items():
            self._change(finished, pool, player, change)

    def _entrant(self, place: Place, pool: str) -> elo.Entrant:
        line = self.ratings.get((place.player, pool))
        rating, games = (line.rating, line.games) if line else (elo.START, 0)
        return elo.Entrant(place.player, rating, games, place.counted_rank)

    def _change(self, finished: Finished, pool: str, player: int, change: Decimal) -> None:
        line = self._rating(player, pool)
        before, line.rating = line.rating, line.rating + change
        line.games += 1
        line.peak = max(line.peak, line.rating)
        line.recent = [*line.recent, whole(line.rating)][-RECENT_RATINGS:]
        line.last_at = finished.at
        self.changes.append(
            RatingChange(
                match_id=finished.match,
                player_id=player,
                pool=pool,
                number=finished.number,
                at=finished.at,
                before=before,
                after=line.rating,
            )
        )

    def _rating(self, player: int, pool: str) -> Rating:
        start = elo.START.quantize(elo.HUNDREDTH)
        new = Rating(player_id=player, pool=pool, rating=start, peak=start, recent=[whole(start)])
        return self.ratings.setdefault((player, pool), new)

    def _meet(self, finished: Finished, own: Place, other: Place, is_rated: bool) -> None:
        key = (own.player, other.player, finished.game)
        new = Meeting(player_id=own.player, other_id=other.player, game=finished.game)
        line = self.meetings.setdefault(key, new)
        line.games += 1
        line.wins += own.counted_rank < other.counted_rank
        line.losses += own.counted_rank > other.counted_rank
        line.last_at = finished.at
        if line.season < finished.season:
            line.season, line.rated_in_season = finished.season, 0
        line.rated_in_season += is_rated

    def _tally(self, finished: Finished, place: Place) -> None:
        key = (place.player, finished.game, finished.variant, finished.size)
        new = Tally(
            player_id=place.player,
            game=finished.game,
            variant=finished.variant,
            size=finished.size,
        )
        line = self.tallies.setdefault(key, new)
        line.games += 1
        line.wins += finished.has_winners and place.has_won
        line.left += place.has_left
        line.timed_out += place.left == LEAVING[Move.Kind.TIME_OUT]
        if place.kinds is not None:
            _add_city(line, finished.worth(place))

    def _tally_side(self, finished: Finished, side: Side, season: str) -> None:
        """Whoever was left alone shares the result; a team that somebody left does not."""
        key = (side.key, side.section, finished.game, finished.variant, season)
        new = TeamTally(
            team=self.teams.setdefault(side.key, Team(key=side.key)),
            section=side.section,
            game=finished.game,
            variant=finished.variant,
            season=season,
        )
        line = self.team_tallies.setdefault(key, new)
        line.games += 1
        line.last_at = finished.at
        if side.has_stayed:
            line.wins += finished.has_winners and side.places[0].has_won
            _add_city(line, finished.worth(side.places[0]))

    def _add_kinds(self, finished: Finished, place: Place) -> None:
        """To the player's own, and to everybody's."""
        for kind, points in (place.kinds or {}).items():
            for player in (place.player, None):
                self._add_kind(finished, player, kind, points)

    def _add_kind(self, finished: Finished, player: int | None, kind: str, points: int) -> None:
        key = (player, finished.game, finished.variant, kind)
        new = KindTotal(player_id=player, game=finished.game, variant=finished.variant, kind=kind)
        line = self.kind_totals.setdefault(key, new)
        line.cities += 1
        line.points += points

    def _post_high_scores(self, finished: Finished, place: Place) -> None:
        """In matches that everybody may look at, and that count if they are contests."""
        if not finished.is_public or (finished.is_contest and not finished.is_rated):
            return
        for season in (finished.season, ALL_TIME):
            for whole in finished.lists:
                self._post(finished, place, season, whole, finished.worth(place), BEST_CITIES)
            for kind, points in (place.kinds or {}).items():
                if points > 0:
                    self._post(finished, place, season, kind, points, BEST_OF_A_KIND)

    def _post(
        self, finished: Finished, place: Place, season: str, kind: str, points: int, most: int
    ) -> None:
        line = HighScore(
            game=finished.game,
            variant=finished.variant,
            season=season,
            kind=kind,
            points=points,
            number=finished.number,
            seat_id=place.seat,
        )
        key = (finished.game, finished.variant, season, kind)
        best = sorted([*self.high_scores[key], line], key=_by_points)
        self.high_scores[key] = best[:most]
        self.beaten += best[most:]


def _add_city(line: Tally | TeamTally, points: int) -> None:
    line.cities += 1
    line.points += points
    line.best = points if line.best is None else max(line.best, points)


def _by_points(line: HighScore) -> tuple[int, int, int]:
    return -line.points, line.number, line.seat_id


def whole(rating: Decimal) -> int:
    """As it is shown."""
    return int(rating.quantize(Decimal(1), ROUND_HALF_UP))
