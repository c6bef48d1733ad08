"""Matches as records: the JSON that other programs read and write."""

from __future__ import annotations

from dataclasses import replace

from engine.record import Record
from games import replay
from games.models import Match


def record_of(match: Match) -> Record:
    """A match that is over, with its seed; what was taken back is not in it."""
    assert match.shows_seed, "the seed is a secret until the end"
    return _whole(match)


def record_as_seen_by(seat: int | None, match: Match) -> Record:
    """Until the seed is shown, without it, and of the set-up only what the seat may know."""
    if match.shows_seed:
        return record_of(match)
    view = replay.position(match).observe(seat)
    return replace(_whole(match), seed=None, setup=view.setup())


def _whole(match: Match) -> Record:
    assert match.setup is not None, "it has begun"
    return Record(
        game=match.game,
        version=match.version,
        variant=match.variant,
        options={option: option in match.options for option in match.rules.options},
        players=tuple(str(seat.player) for seat in match.seats_in_order()),
        seed=match.seed,
        setup=match.setup,
        moves=tuple(move.text for move in replay.lines(match.moves.all())[-1]),
        result=match.result,
    )
