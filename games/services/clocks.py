"""The clocks of running matches: whoever is to move has until ``Match.deadline``.

Time is counted without the rest of the player, as it was when the turn began, and without their
vacations, where the table allows them. Used by the services inside their transactions.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils import timezone

from accounts import rest
from accounts.models import Player, Vacation
from games import clocks
from games.models import Match, Seat

WARNING_AT = 0.8  # of the time for a move


def wind(match: Match) -> None:
    """What is on all clocks when the match starts."""
    match.seats.update(bank=full(match))


def full(match: Match) -> timedelta:
    return clocks.first_bank(clocks.from_text(match.clock))


def start_turn(match: Match) -> None:
    """From now on the clock of the seat to move runs; neither bots nor who plays alone have one."""
    match.moved_at = timezone.now()
    stop(match)
    seat = _seat_to_move(match)
    if seat.driver is not None and not match.is_solo:
        match.turn_rest = rest.to_json(seat.driver.rest)
        match.deadline, match.warn_at = _moments(match, seat, seat.driver)


def stop_turn(match: Match, seat: Seat) -> timedelta | None:
    """What a move took on the clock; the rest of the time goes back into the bank.

    A move that comes after the deadline, but before the sweep has found the match, is a move like
    any other: nobody is punished because the worker was slow.
    """
    if seat.driver is None or match.moved_at is None or match.is_solo:
        return None
    took = rest.running_time(match.moved_at, timezone.now(), *standing(match, seat.driver))
    seat.bank = clocks.after_move(clocks.from_text(match.clock), _left(match, seat), took)
    seat.save(update_fields=["bank"])
    return took


def stop(match: Match) -> None:
    """No clock runs."""
    match.deadline = match.warn_at = match.bot_due_at = match.turn_rest = None


def move_deadlines(matches: Iterable[Match], player: Player) -> None:
    """The player's vacations have changed; the matches are locked."""
    for match in matches:
        seat = _seat_to_move(match) if match.deadline else None
        if seat is not None and seat.driver == player:
            match.deadline, warn_at = _moments(match, seat, player)
            if match.warn_at is not None:  # else the warning was given, and once is enough
                match.warn_at = warn_at
            match.save(update_fields=["deadline", "warn_at"])


def _moments(match: Match, seat: Seat, driver: Player) -> tuple[datetime, datetime]:
    """When the time is used up, and when most of it is."""
    assert match.moved_at is not None, "a turn has a beginning"
    start, budget = match.moved_at, clocks.budget(clocks.from_text(match.clock), _left(match, seat))
    rests = standing(match, driver)
    return (
        rest.deadline(start, budget, *rests),
        rest.instant_of_fraction(start, budget, WARNING_AT, *rests),
    )


def standing(match: Match, driver: Player) -> tuple[rest.Rest, list[rest.Span]]:
    """When the driver's clock stands in this turn."""
    weekly = rest.from_json(match.turn_rest) if match.turn_rest else rest.NO_REST
    if not match.allows_vacation:
        return weekly, []
    away = Vacation.objects.filter(player=driver, ends_at__gt=match.moved_at)
    return weekly, list(away.values_list("starts_at", "ends_at"))


def _left(match: Match, seat: Seat) -> timedelta:
    return full(match) if seat.bank is None else seat.bank


def _seat_to_move(match: Match) -> Seat:
    assert match.to_move is not None, "in a running match somebody is to move"
    return match.seats.select_related("player", "substitute").get(index=match.to_move)
