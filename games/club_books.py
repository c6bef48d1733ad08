"""What one more result adds to a club's ladder, grid and season tables, and by which rules.

Only arithmetic on rows that are at hand: ``services.club_books`` reads and writes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import permutations

from games import elo
from games.books import RECENT_RATINGS, whole
from games.models import ClubMeeting, ClubPlace, ClubRating, ClubResult, ClubSeasonLine
from games.seasons import Season


@dataclass
class ClubBooks:
    """The rows of one club by what they are about; those that are not there yet are made.

    Of meetings and lines many more may be read than have to be written.
    """

    club: int
    ratings: dict[int, ClubRating] = field(default_factory=dict)
    meetings: dict[tuple[int, int], ClubMeeting] = field(default_factory=dict)
    lines: dict[tuple[str, int], ClubSeasonLine] = field(default_factory=dict)
    changed_meetings: set[tuple[int, int]] = field(default_factory=set)
    changed_lines: set[tuple[str, int]] = field(default_factory=set)

    def enter(self, result: ClubResult, places: Sequence[ClubPlace]) -> None:
        """Members are compared with each other; against guests there is nothing to gain."""
        members = [place for place in places if place.player_id is not None]
        if len(members) < 2:
            return
        entrants = {place.player_id: self._entrant(place) for place in members}
        for place in members:
            others = [one for player, one in entrants.items() if player != place.player_id]
            place.change = elo.change(entrants[place.player_id], others)
        for place in members:
            self._rate(result, place)
            self._add_to_season(result, place, members)
        for own, other in permutations(members, 2):
            self._meet(own, other)

    def _entrant(self, place: ClubPlace) -> elo.Entrant:
        player = _player(place)
        line = self.ratings.get(player)
        rating, games = (line.rating, line.games) if line else (elo.START, 0)
        return elo.Entrant(player, rating, games, place.rank)

    def _rate(self, result: ClubResult, place: ClubPlace) -> None:
        player, start = _player(place), elo.START.quantize(elo.HUNDREDTH)
        new = ClubRating(
            club_id=self.club, player_id=player, rating=start, peak=start, recent=[whole(start)]
        )
        line = self.ratings.setdefault(player, new)
        assert place.change is not None
        line.rating += place.change
        line.games += 1
        line.wins += place.rank == 1
        line.peak = max(line.peak, line.rating)
        line.recent = [*line.recent, whole(line.rating)][-RECENT_RATINGS:]
        line.last_at = result.played_at

    def _add_to_season(
        self, result: ClubResult, place: ClubPlace, members: Sequence[ClubPlace]
    ) -> None:
        player, season = _player(place), str(Season.of(result.played_at))
        new = ClubSeasonLine(
            club_id=self.club, season=season, player_id=player, points=Decimal(0), gained=Decimal(0)
        )
        line = self.lines.setdefault((season, player), new)
        self.changed_lines.add((season, player))
        assert place.change is not None
        line.games += 1
        line.wins += place.rank == 1
        line.points += share(place, members)
        line.gained += place.change

    def _meet(self, own: ClubPlace, other: ClubPlace) -> None:
        key = _player(own), _player(other)
        new = ClubMeeting(club_id=self.club, player_id=key[0], other_id=key[1])
        line = self.meetings.setdefault(key, new)
        self.changed_meetings.add(key)
        line.games += 1
        line.wins += own.rank < other.rank
        line.losses += own.rank > other.rank


def share(place: ClubPlace, members: Sequence[ClubPlace]) -> Decimal:
    """The points for a season's table: the share of the others who were beaten, ties half."""
    others = [other for other in members if other is not place]
    beaten = sum((elo.outcome(place.rank, other.rank) for other in others), start=Decimal(0))
    return (beaten / len(others)).quantize(elo.HUNDREDTH)


def _player(place: ClubPlace) -> int:
    assert place.player_id is not None
    return place.player_id
