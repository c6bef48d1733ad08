"""What a match tells whom. Called by the services inside their transactions."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from accounts.models import Event, Mute, Player
from accounts.services.notices import notify, withdraw
from games.models import Match, Message, Move, Seat

TURN_EVENTS = (Event.YOUR_TURN, Event.DEADLINE_NEAR)
ABOUT_THE_MATCH = (*TURN_EVENTS, Event.MATCH_STARTED, Event.INVITATION, Event.PROPOSAL)

ACTS = (Move.Kind.MOVE, Move.Kind.SUBSTITUTE, Move.Kind.TAKE_BACK)


def tell_turn(match: Match) -> None:
    """Whose turn it is now; mails about any other turn are no longer true."""
    if match.is_solo:
        return
    seat = _seat_to_move(match)
    mover = seat.driver if seat else None
    withdraw(topic=match.code, events=TURN_EVENTS, but=mover)
    if mover is not None and seat is not None:
        due_at = _when_gone(match, seat)
        notify(player=mover, event=Event.YOUR_TURN, topic=match.code, seq=match.seq, due_at=due_at)


def tell_deadline_near(match: Match) -> None:
    seat = _seat_to_move(match)
    if seat is not None and seat.driver is not None:
        notify(player=seat.driver, event=Event.DEADLINE_NEAR, topic=match.code, seq=match.seq)


def tell_started(match: Match, by: Player | None = None) -> None:
    """Not who took the last seat, and sees it; and whoever moves first is told just that."""
    withdraw_invitations(match)
    seat = _seat_to_move(match)
    others = [person for person in _people(match) if seat is None or person != seat.driver]
    _tell(match, Event.MATCH_STARTED, others, by)


def tell_finished(match: Match) -> None:
    """Everybody who ever sat there; not who ended it."""
    _tell_over(match, _who_ended(match))


def tell_called_off(match: Match, by: Player | None) -> None:
    """Not who said the last yes, if that was it."""
    _tell_over(match, by)


def _tell_over(match: Match, by: Player | None) -> None:
    withdraw(topic=match.code, events=ABOUT_THE_MATCH)
    if not match.is_solo:
        _tell(match, Event.MATCH_FINISHED, _people(match), by)


def tell_time_out(match: Match, player: Player) -> None:
    """Whose time ran out at a table where a bot plays on: for them the match is over."""
    notify(player=player, event=Event.MATCH_FINISHED, topic=match.code, seq=match.seq)


def tell_invited(match: Match, player: Player) -> None:
    notify(player=player, event=Event.INVITATION, topic=match.code)


def withdraw_invitations(match: Match) -> None:
    """Nobody can sit down any more."""
    withdraw(topic=match.code, events=[Event.INVITATION])


def tell_proposed(match: Match, agreed: Collection[int]) -> None:
    """Those who have not said yes or no."""
    seats = match.seats.select_related("player", "substitute")
    asked = [seat.driver for seat in seats if seat.driver and seat.index not in agreed]
    _tell(match, Event.PROPOSAL, sorted(asked, key=lambda one: one.pk), None)


def withdraw_proposal(match: Match) -> None:
    """There is nothing to answer any more."""
    withdraw(topic=match.code, events=[Event.PROPOSAL])


def tell_chat(message: Message) -> None:
    """Not those who don't want to read the author, nor those for whom somebody else plays on."""
    deaf = set(Mute.objects.filter(muted=message.author).values_list("player_id", flat=True))
    replaced = {seat.player for seat in message.match.seats.all() if seat.substitute_id}
    present = [person for person in _people(message.match) if person not in replaced]
    readers = [person for person in present if person.pk not in deaf]
    # Whoever looks at the page reads it there; else what is said in a row comes in one mail.
    due_at = timezone.now() + _patience()
    _tell(message.match, Event.CHAT, readers, message.author, due_at)


def withdraw_chat(match: Match, player: Player) -> None:
    """The player has read it."""
    withdraw(topic=match.code, events=[Event.CHAT], only=player)


def _tell(
    match: Match,
    event: Event,
    people: Iterable[Player],
    but: Player | None,
    due_at: datetime | None = None,
) -> None:
    for person in people:
        if person != but:
            notify(player=person, event=event, topic=match.code, seq=match.seq, due_at=due_at)


def _people(match: Match) -> list[Player]:
    """Always in the same order, so that two writers never wait for each other."""
    seats = match.seats.select_related("player", "substitute")
    sitting = {person for seat in seats for person in (seat.player, seat.substitute) if person}
    return sorted((person for person in sitting if not person.is_bot), key=lambda one: one.pk)


def _seat_to_move(match: Match) -> Seat | None:
    if match.to_move is None:
        return None
    return match.seats.select_related("player", "substitute").get(index=match.to_move)


def _who_ended(match: Match) -> Player | None:
    """Whoever made the last move or resigned; nobody ends a match by being late."""
    last = match.moves.order_by("seq").last()
    if last is None or last.kind not in (Move.Kind.MOVE, Move.Kind.RESIGN):
        return None
    seat = match.seats.select_related("player", "substitute").get(index=last.seat)
    return seat.substitute or seat.player


def _when_gone(match: Match, seat: Seat) -> datetime | None:
    """Who has just sat down or moved still looks, and may move at once: a mail would be a flood."""
    now, patience = timezone.now(), _patience()
    acts = match.moves.filter(seat=seat.index, kind__in=ACTS)
    has_just_begun = match.started_at is not None and match.started_at >= now - patience
    is_there = has_just_begun or acts.filter(created_at__gte=now - patience).exists()
    return now + patience if is_there else None


def _patience() -> timedelta:
    return timedelta(seconds=settings.MAIL_PATIENCE_SECONDS)
