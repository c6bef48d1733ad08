"""The bots' turns: due work in the database, done by whichever worker comes first."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from engine import Rng, View
from engine.bots import BOTS
from games import replay
from games.catalogue import GAMES
from games.models import Daily, Match, Seat
from games.services import turns
from games.services.moves import play_bot_move

SWEEP_BATCH = 200


def play_turn(*, match_id: int, seq: int) -> Match | None:
    """Think without holding anything, then play; quietly nothing if the turn is over by then.

    Whatever is lost in between is only the thinking: the next worker does it again.
    """
    running = Match.objects.running().select_related("daily")
    match = running.filter(pk=match_id, seq=seq).first()
    if match is None or match.to_move is None:
        return None
    seat = match.seats.select_related("player", "substitute").get(index=match.to_move)
    if not seat.bot:
        return None
    move = _choose(match, seat)
    return play_bot_move(match_id=match.pk, seq=seq, text=str(move))


def choose_for_the_day(daily: Daily, bot: str, view: View[Any], played: int) -> Any:
    """To the same moves the same answer for everybody, on every machine."""
    rng = _rng(f"daily {daily.pk}", played)
    return BOTS[bot](GAMES[daily.game], view, rng, budget=settings.DAILY_BOT_SECONDS)


def _choose(match: Match, seat: Seat) -> Any:
    view = replay.position(match).observe(seat.index)
    if match.daily is None:
        rng = _rng(match.code, match.seq)
        return BOTS[seat.bot](match.rules, view, rng, budget=settings.BOT_SECONDS)
    played = len(replay.lines(match.moves.all())[-1])  # what was taken back is forgotten
    return choose_for_the_day(match.daily, seat.bot, view, played)


def _rng(what: str, number: int) -> Rng:
    """Not by the seed of the deal: the bot must not know that one."""
    return Rng(f"{what} {number} {settings.SECRET_KEY}")


@transaction.atomic
def redrive_due_turns() -> int:
    """Give out again the turns whose message was lost; each to one sweep only."""
    now = timezone.now()
    due = Match.objects.running().filter(bot_due_at__lte=now).order_by("bot_due_at")
    claimed = 0
    for match in due[:SWEEP_BATCH]:
        lease = now + timedelta(seconds=settings.BOT_TURN_LEASE_SECONDS)
        won = Match.objects.filter(pk=match.pk, seq=match.seq, bot_due_at=match.bot_due_at)
        if won.update(bot_due_at=lease):
            turns.call_bot(match)
            claimed += 1
    return claimed
