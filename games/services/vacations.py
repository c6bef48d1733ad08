"""Vacations: days on which all clocks of a player stand, where the table allows it.

Whoever changes them holds the player, then all matches that the player plays, in their order: so
no turn begins meanwhile that would not know of the change.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import rest
from accounts.models import Player, Vacation
from accounts.time_zones import known_zone
from games.models import Match, Seat
from games.services import clocks
from quadropolis_site.errors import ApplicationError, Conflict, NotAllowed

MOST_DAYS_AHEAD = 365


@transaction.atomic
def take_vacation(*, player: Player, first_day: date, days: int) -> Vacation:
    """From now on if it begins today, else from midnight where the player lives.

    After a day that saved a clock: it is spent, and nobody should have to wait for its end.
    """
    player = _locked(player)
    span = _span(player, first_day, days)
    taken = _spans(player)
    if any(begin < span[1] and span[0] < end for begin, end in taken):
        raise Conflict(_("You have vacation on some of these days already."))
    _check_allowance([*taken, span])
    vacation = Vacation.objects.create(player=player, starts_at=span[0], ends_at=span[1])
    _move_deadlines(player)
    return vacation


@transaction.atomic
def end_vacation(*, player: Player, vacation_id: int) -> None:
    """A vacation that has not begun is forgotten; one that has ends now."""
    player = _locked(player)
    vacation = Vacation.objects.filter(player=player, pk=vacation_id).first()
    now = timezone.now()
    if vacation is None or vacation.ends_at <= now:
        raise Conflict(_("This vacation is over already."))
    if vacation.is_automatic:
        raise NotAllowed(_("Without this day you would lose on time; it ends by itself."))
    if vacation.starts_at >= now:
        vacation.delete()
    else:
        vacation.ends_at = now
        vacation.save(update_fields=["ends_at"])
    _move_deadlines(player)


@transaction.atomic
def spend_day(*, match_id: int) -> bool:
    """Save a clock that has run out by a day of vacation, if everybody concerned wants that."""
    late = _late(Match.objects.out_of_time().filter(pk=match_id, allows_vacation=True).first())
    if late is None or not late.auto_vacation:
        return False
    player = _locked(late)
    matches = _locked_matches(player)
    # Once more, now that nothing can change: somebody may have been quicker.
    match = Match.objects.out_of_time().filter(pk=match_id).first()
    if match is None or match.deadline is None or _late(match) != player:
        return False
    left = rest.vacation_left(match.deadline.year, _spans(player))
    span = rest.automatic_vacation(match.deadline, left)
    if span is None:
        return False
    Vacation.objects.create(player=player, starts_at=span[0], ends_at=span[1], is_automatic=True)
    clocks.move_deadlines(matches, player)
    return True


def days_left(player: Player) -> int:
    """This year."""
    return rest.vacation_left(timezone.now().astimezone(UTC).year, _spans(player))


def _late(match: Match | None) -> Player | None:
    if match is None or match.to_move is None:
        return None
    return match.seats_in_order()[match.to_move].driver


def _span(player: Player, first_day: date, days: int) -> rest.Span:
    zone, now = known_zone(player.time_zone), timezone.now()
    today = now.astimezone(zone).date()
    if first_day < today:
        raise ApplicationError(_("A vacation can't begin in the past."))
    if first_day > today + timedelta(days=MOST_DAYS_AHEAD):
        raise ApplicationError(_("A vacation can be planned for a year ahead at most."))
    if not 1 <= days <= rest.VACATION_DAYS_PER_YEAR:
        raise ApplicationError(
            _("A vacation lasts from 1 to %(most)s days.") % {"most": rest.VACATION_DAYS_PER_YEAR}
        )
    start = now if first_day == today else datetime.combine(first_day, time(), zone)
    return rest.vacation(_after_saved_day(player, start), days)


def _after_saved_day(player: Player, start: datetime) -> datetime:
    saved = Vacation.objects.filter(player=player, is_automatic=True, starts_at__lte=start)
    last = saved.order_by("ends_at").last()
    return start if last is None else max(start, last.ends_at)


def _check_allowance(spans: list[rest.Span]) -> None:
    """Every day is paid by the year in which it begins."""
    years = {moment.astimezone(UTC).year for span in spans for moment in span}
    for year in sorted(years):
        over = rest.days_spent(year, spans) - rest.VACATION_DAYS_PER_YEAR
        if over > 0:
            raise ApplicationError(
                ngettext(
                    "That is %(count)s day more than you have for %(year)s.",
                    "That is %(count)s days more than you have for %(year)s.",
                    over,
                )
                % {"count": over, "year": year}
            )


def _locked(player: Player) -> Player:
    return Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _locked_matches(player: Player) -> list[Match]:
    """Also those that may begin at any moment."""
    own = Seat.objects.driven_by(player).values("match")
    unfinished = Match.objects.filter(status__in=[Match.Status.OPEN, Match.Status.RUNNING])
    return list(unfinished.filter(pk__in=own).select_for_update().order_by("pk"))


def _move_deadlines(player: Player) -> None:
    clocks.move_deadlines(_locked_matches(player), player)


def _spans(player: Player) -> list[rest.Span]:
    return list(Vacation.objects.filter(player=player).values_list("starts_at", "ends_at"))
