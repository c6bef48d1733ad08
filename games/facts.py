"""What the books want to know of a finished match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.models import ALONE, TOGETHER, WHOLE_CITY, Match, Seat, Section
from games.replay import LEAVING
from games.seasons import Season

BEHIND_ALL = 100  # more than there can be ranks


@dataclass(frozen=True)
class Place:
    """A seat when the match is over, with whoever sat there first: nobody else is counted.

    ``kinds`` are the points of a city that its player finished, else nothing.
    """

    seat: int
    player: int
    is_bot: bool
    score: int
    rank: int
    left: str  # how, as the result calls it; empty if they stayed
    kinds: Mapping[str, int] | None
    owner: int | None = None  # of a bot that is somebody's program

    @property
    def household(self) -> int:
        """Who decides what the player does: the player, or the owner of the bot."""
        return self.owner or self.player

    @property
    def has_left(self) -> bool:
        return bool(self.left)

    @property
    def counted_rank(self) -> int:
        """Whoever left has lost against everybody who stayed."""
        return self.rank + BEHIND_ALL if self.has_left else self.rank

    @property
    def has_won(self) -> bool:
        return self.counted_rank == 1


@dataclass(frozen=True)
class Side:
    """Those who get one more match in a section, and whether they all stayed to the end."""

    section: Section
    places: Sequence[Place]

    @property
    def players(self) -> list[int]:
        return sorted(place.player for place in self.places)

    @property
    def key(self) -> str:
        return team_key(self.players)

    @property
    def has_stayed(self) -> bool:
        return not any(place.has_left for place in self.places)


@dataclass(frozen=True)
class Finished:
    """A match that is over; ``target`` is what its players were after, if the game has one."""

    match: int
    number: int
    game: str
    variant: str
    at: datetime
    is_rated: bool
    is_contest: bool
    is_public: bool
    has_winners: bool
    places: Sequence[Place]
    target: int | None = None

    @property
    def size(self) -> int:
        return len(self.places)

    @property
    def season(self) -> str:
        return str(Season.of(self.at))

    @property
    def pools(self) -> tuple[str, ...]:
        return pools(self.game, self.variant)

    @property
    def cities(self) -> Sequence[Place]:
        """The finished ones of people, each with one of those who built it."""
        finished = [one for one in self.places if not one.is_bot and one.kinds is not None]
        return finished if self.is_contest else finished[:1]

    @property
    def best_places(self) -> list[Place]:
        """One for each player, although bots may sit twice."""
        best: dict[int, Place] = {}
        for place in sorted(self.places, key=lambda place: place.counted_rank):
            best.setdefault(place.player, place)
        return list(best.values())

    @property
    def sides(self) -> list[Side]:
        """Who is counted in which section, where nobody competes.

        A team is several people and no bot. Whom somebody plays with in private is not told.
        """
        if self.is_contest:
            return []
        if self.size == 1:
            return [Side(Section.SOLO, self.places)]
        sides = [Side(Section.PLAYERS, [place]) for place in self.best_places]
        if self.is_public and not any(place.is_bot for place in self.places):
            sides.append(Side(Section.TEAMS, self.places))
        return sides

    @property
    def lists(self) -> list[str]:
        """Of the best cities: where nobody competes, many build better than one."""
        company = [] if self.is_contest else [ALONE if self.size == 1 else TOGETHER]
        return [WHOLE_CITY, *company]

    def worth(self, place: Place) -> int:
        """What a city is measured by: its points, over the target where there is one."""
        return place.score - (self.target or 0)


def team_key(players: Sequence[int]) -> str:
    return ",".join(map(str, sorted(players)))


def pools(game: str, variant: str) -> tuple[str, ...]:
    """Everybody has a rating in the game as a whole, and one in the variant."""
    return game, f"{game}:{variant}"


def facts(match: Match, result: Mapping[str, Any]) -> Finished:
    """From a finished match, with the result that its moves led to."""
    assert match.finished_at is not None
    assert match.number is not None
    left = {seat: how for how in LEAVING.values() for seat in result.get(how, ())}
    kinds = _kinds(match, result)
    return Finished(
        match=match.pk,
        number=match.number,
        game=match.game,
        variant=match.variant,
        at=match.finished_at,
        is_rated=match.rated,
        is_contest=match.rules.is_contest,
        is_public=not match.is_private,
        has_winners=match.rules.has_winners,
        places=[
            _place(seat, result, left.get(seat.index, ""), kinds.get(seat.index))
            for seat in match.seats_in_order()
        ],
        target=result["target"] if match.rules.has_target else None,
    )


def _kinds(match: Match, result: Mapping[str, Any]) -> dict[int, dict[str, int]]:
    """Nobody's city counts as finished if the match was not played to its end."""
    known = match.rules.variants[match.variant].kinds
    cities = match.rules.points_by_kind(result)
    if not match.is_contest:  # it ends by its moves alone, with one city for all
        cities = [cities[0] if cities else {}] * match.size
    return {seat: {kind: points[kind] for kind in known} for seat, points in enumerate(cities)}


def _place(
    seat: Seat, result: Mapping[str, Any], left: str, kinds: Mapping[str, int] | None
) -> Place:
    assert seat.player is not None
    return Place(
        seat=seat.pk,
        player=seat.player.pk,
        is_bot=seat.player.is_bot,
        score=result["scores"][seat.index],
        rank=result["ranks"][seat.index],
        left=left,
        kinds=None if left else kinds,
        owner=seat.player.owner_id,
    )
