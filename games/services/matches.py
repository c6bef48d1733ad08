"""Tables: announcing, joining, leaving, starting, expiring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.services.bots import bot_account
from engine import GAMES, BadTerms, Terms
from engine.bots import BOTS
from games.models import Match, Seat
from games.services import turns
from games.text import say
from quadropolis_site.errors import ApplicationError, Conflict, NotAllowed

MOST_OPEN_TABLES = 10
DAYS_PER_MOVE = (1, 2, 3, 5, 7, 14)


@dataclass(frozen=True)
class Chair:
    """Who is to sit on a seat of a new table: a player, a bot, somebody invited, or anyone."""

    player: Player | None = None
    bot: str = ""
    invited: Player | None = None


@transaction.atomic
def create_table(
    *,
    creator: Player,
    game: str,
    variant: str,
    options: Sequence[str],
    chairs: Sequence[Chair],
    rated: bool,
    days_per_move: int,
    is_private: bool,
) -> Match:
    """Announce a table; it starts at once if nobody is missing."""
    rules = GAMES.get(game)
    if rules is None:
        raise ApplicationError(_("There is no such game."))
    try:
        rules.check(Terms(variant, len(chairs), frozenset(options)))
    except BadTerms as error:
        raise ApplicationError(say(error.text)) from error
    if days_per_move not in DAYS_PER_MOVE:
        raise ApplicationError(
            _("The time for a move can be %(days)s days.")
            % {"days": ", ".join(map(str, DAYS_PER_MOVE))}
        )
    _check_chairs(creator, chairs)
    _lock_player(creator)  # so that two requests at once can't both be the last one allowed
    if Match.objects.open_tables().filter(creator=creator).count() >= MOST_OPEN_TABLES:
        raise ApplicationError(
            _("You have %(count)s open tables already; let some of them start or close them first.")
            % {"count": MOST_OPEN_TABLES}
        )
    now = timezone.now()
    match = Match.objects.create(
        creator=creator,
        created_at=now,
        expires_at=now + timedelta(days=settings.OPEN_TABLE_DAYS),
        game=game,
        version=rules.version,
        variant=variant,
        options=sorted(options),
        size=len(chairs),
        rated=rated,
        days_per_move=days_per_move,
        is_private=is_private,
    )
    Seat.objects.bulk_create(
        Seat(match=match, index=index, player=_sitting(chair), invited=chair.invited)
        for index, chair in enumerate(chairs)
    )
    _start_if_full(match)
    return match


@transaction.atomic
def join_table(*, player: Player, code: str) -> Match:
    """Take the seat that is kept for the player, or else the first free one."""
    _lock_player(player)
    match = _locked_open_table(code)
    seats = match.seats_in_order()
    if any(seat.player_id == player.pk for seat in seats):
        raise Conflict(_("You sit at this table already."))
    kept = [seat for seat in seats if seat.is_free and seat.invited_id == player.pk]
    free = [seat for seat in seats if seat.is_free and seat.invited_id is None]
    if not kept and not free:
        raise Conflict(_("The free seats at this table are kept for invited players."))
    seat = (kept or free)[0]
    seat.player = player
    seat.save(update_fields=["player"])
    _start_if_full(match)
    return match


@transaction.atomic
def leave_table(*, player: Player, code: str) -> Match:
    """Leave before the start; the table closes with whoever announced it."""
    match = _locked_open_table(code)
    if match.creator_id == player.pk:
        _close(match)
        return match
    seat = match.seat_of(player)
    if seat is None:
        raise NotAllowed(_("You don't sit at this table."))
    seat.player = None
    seat.save(update_fields=["player"])
    return match


@transaction.atomic
def decline_invitation(*, player: Player, code: str) -> Match:
    """The seat becomes free for anyone."""
    match = _locked_open_table(code)
    kept = match.seats.filter(invited=player, player=None)
    if not kept.update(invited=None):
        raise NotAllowed(_("You are not invited to this table."))
    return match


@transaction.atomic
def expire_tables() -> int:
    """Close tables that nobody filled in time; returns how many."""
    expired = Match.objects.open_tables().filter(expires_at__lte=timezone.now())
    return expired.update(status=Match.Status.CANCELLED, expires_at=None)


def _lock_player(player: Player) -> None:
    """Always before any match, as everywhere; somebody who is gone takes no seat any more."""
    if Player.objects.select_for_update().get(pk=player.pk).is_deleted:
        raise NotAllowed(_("This account was deleted."))


def _locked_open_table(code: str) -> Match:
    match = Match.objects.select_for_update().get(code=code)
    if not match.is_open:
        raise Conflict(
            _("This table was closed.")
            if match.status == Match.Status.CANCELLED
            else _("This match has started already.")
        )
    return match


def _check_chairs(creator: Player, chairs: Sequence[Chair]) -> None:
    if [chair.player for chair in chairs if chair.player] != [creator]:
        raise ApplicationError(_("One of the seats must be yours, and only one."))
    people = [chair.player or chair.invited for chair in chairs]
    known = [person.pk for person in people if person is not None]
    if len(set(known)) < len(known):
        raise ApplicationError(_("Nobody can have two seats at a table."))
    for chair in chairs:
        if chair.bot and chair.bot not in BOTS:
            raise ApplicationError(_("There is no such bot."))


def _sitting(chair: Chair) -> Player | None:
    return bot_account(bot=chair.bot) if chair.bot else chair.player


def _start_if_full(match: Match) -> None:
    if any(seat.is_free for seat in match.seats.all()):
        return
    match.setup = match.rules.deal(match.terms, match.seed)
    match.status = Match.Status.RUNNING
    match.started_at = timezone.now()
    match.expires_at = None
    turns.hand_over(match, match.rules.start(match.terms, match.setup))


def _close(match: Match) -> None:
    match.status = Match.Status.CANCELLED
    match.expires_at = None
    match.save(update_fields=["status", "expires_at"])
