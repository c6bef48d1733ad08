"""What a finished match did to the ratings of its players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import Player
from games.books import whole
from games.facts import pools
from games.models import Match, RatingChange
from games.presenters.leaderboards import Change
from games.text import say


@dataclass(frozen=True)
class Cell:
    rating: int
    change: Change


@dataclass(frozen=True)
class RatingChanges:
    """A line for each player and a column for each pool.

    ``is_due``: not computed yet. ``is_own_bot``: nobody was there but a player's own programs.
    """

    is_due: bool
    is_own_bot: bool
    columns: Sequence[str]
    lines: Sequence[tuple[Player, Sequence[Cell]]]


def rating_changes(match: Match) -> RatingChanges | None:
    """Nothing where nothing was at stake."""
    if not (match.is_finished and match.rated and match.rules.is_contest):
        return None
    names = pools(match.game, match.variant)
    found = {(one.player_id, one.pool): one for one in RatingChange.objects.filter(match=match)}
    ranking = sorted(match.seats_in_order(), key=lambda seat: seat.rank or 0)
    players = dict.fromkeys(seat.player for seat in ranking if seat.player)
    return RatingChanges(
        is_due=match.number is None,
        is_own_bot=len({player.owner_id or player.pk for player in players}) == 1,
        columns=[say(match.rules.title), say(match.variant_title)],
        lines=[
            (player, [_cell(found[player.pk, pool]) for pool in names])
            for player in players
            if (player.pk, names[0]) in found
        ],
    )


def _cell(change: RatingChange) -> Cell:
    return Cell(whole(change.after), Change(whole(change.after - change.before)))
