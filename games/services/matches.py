"""Tables: announcing, joining, leaving, starting, expiring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Membership, Player
from accounts.services.bots import bot_account
from engine import BadTerms, Terms
from engine.bots import BOTS
from games import notices
from games.catalogue import GAMES
from games.clocks import from_text as read_clock
from games.models import DEFAULT_CLOCK, Daily, Match, Seat
from games.models.matches import new_seed
from games.reliability import standing_of
from games.services import clocks, turns
from games.text import say
from quadropolis_site.errors import ApplicationError, Conflict, NotAllowed

MOST_OPEN_TABLES = 10


@dataclass(frozen=True)
class TableTerms:
    """What everybody can read before they sit down."""

    game: str
    variant: str
    options: Sequence[str] = ()
    clock: str = DEFAULT_CLOCK
    allows_vacation: bool = True
    least_reliability: int = 0
    rated: bool = True
    is_private: bool = False
    allows_bots: bool = False
    club_id: int | None = None


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
    terms: TableTerms,
    chairs: Sequence[Chair],
    rematch_of: Match | None = None,
    daily: Daily | None = None,
    sight: str = "",
) -> Match:
    """Announce a table; it starts at once if nobody is missing."""
    _check_terms(terms, len(chairs))
    _check_chairs(creator, chairs)
    for person in filter(None, (chair.player or chair.invited for chair in chairs)):
        check_membership(terms.club_id, person)
    lock_player(creator)  # so that two requests at once can't both be the last one allowed
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
        size=len(chairs),
        version=GAMES[terms.game].version,
        rematch_of=rematch_of,
        daily=daily,
        sight=sight,
        seed=daily.seed if daily else new_seed(),
        **_columns(terms),
    )
    Seat.objects.bulk_create(
        Seat(match=match, index=index, player=_sitting(chair), invited=chair.invited)
        for index, chair in enumerate(chairs)
    )
    for chair in chairs:
        if chair.invited is not None:
            notices.tell_invited(match, chair.invited)
    _start_if_full(match, by=creator)
    return match


@transaction.atomic
def join_table(*, player: Player, code: str) -> Match:
    """Take the seat that is kept for the player, or else the first free one."""
    lock_player(player)
    match = _locked_open_table(code)
    seats = match.seats_in_order()
    if any(seat.player_id == player.pk for seat in seats):
        raise Conflict(_("You sit at this table already."))
    kept = [seat for seat in seats if seat.is_free and seat.invited_id == player.pk]
    free = [seat for seat in seats if seat.is_free and seat.invited_id is None]
    if not kept and not free:
        raise Conflict(_("The free seats at this table are kept for invited players."))
    _check_bots_may_join(match, player)
    check_membership(match.club_id, player)
    check_reliability(match, player)
    seat = (kept or free)[0]
    seat.player = player
    seat.save(update_fields=["player"])
    _start_if_full(match, by=player)
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
    found = list(expired.select_for_update(skip_locked=True).order_by("pk"))
    for match in found:
        _close(match)
    return len(found)


def _check_bots_may_join(match: Match, player: Player) -> None:
    if player.is_bot and not match.allows_bots:
        raise NotAllowed(_("This table is for people only."))


def check_reliability(match: Match, player: Player) -> None:
    """Whether the player finishes as many matches as the table asks for."""
    if standing_of(player) < match.least_reliability:
        raise NotAllowed(
            _("This table is for players who finish %(least)s %% of their matches.")
            % {"least": match.least_reliability}
        )


def check_membership(club_id: int | None, player: Player) -> None:
    """Whether the player belongs to the club that the table is for."""
    if club_id is None:
        return
    if not Membership.objects.current().filter(club=club_id, player=player).exists():
        raise NotAllowed(
            _("This table is for members of a club, and %(name)s is none.") % {"name": player}
        )


def lock_player(player: Player) -> None:
    """Always before any match, as everywhere; somebody who is gone takes no seat any more.

    Without the key, so that nobody who writes a notice for the player has to wait.
    """
    if Player.objects.select_for_update(no_key=True).get(pk=player.pk).is_deleted:
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


def _check_terms(terms: TableTerms, players: int) -> None:
    rules = GAMES.get(terms.game)
    if rules is None:
        raise ApplicationError(_("There is no such game."))
    try:
        rules.check(Terms(terms.variant, players, frozenset(terms.options)))
    except BadTerms as error:
        raise ApplicationError(say(error.text)) from error
    try:
        read_clock(terms.clock)
    except ValueError as error:
        raise ApplicationError(_("There is no such clock.")) from error
    if not 0 <= terms.least_reliability <= 100:
        raise ApplicationError(_("The share of matches finished is from 0 to 100 %."))


def _columns(terms: TableTerms) -> dict[str, Any]:
    """Only a contest can be rated."""
    is_rated = terms.rated and GAMES[terms.game].is_contest
    return asdict(terms) | {"options": sorted(terms.options), "rated": is_rated}


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


def _start_if_full(match: Match, by: Player) -> None:
    if any(seat.is_free for seat in match.seats.all()):
        return
    match.setup = match.rules.deal(match.terms, match.seed)
    match.status = Match.Status.RUNNING
    match.started_at = timezone.now()
    match.expires_at = None
    clocks.wind(match)
    turns.hand_over(match, match.rules.start(match.terms, match.setup))
    notices.tell_started(match, by=by)


def _close(match: Match) -> None:
    match.status = Match.Status.CANCELLED
    match.expires_at = None
    match.save(update_fields=["status", "expires_at"])
    notices.withdraw_invitations(match)
