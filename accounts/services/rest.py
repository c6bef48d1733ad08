"""When a player's clock stands every week."""

from __future__ import annotations

from collections.abc import Collection
from datetime import time, timedelta

from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.rest import QUIET_HOURS_PER_DAY, REST_HOURS_PER_WEEK, Quiet, Rest, rest_hours_per_week
from quadropolis_site.errors import ApplicationError


def set_rest(
    *,
    player: Player,
    quiet_from: time | None,
    quiet_to: time | None,
    free_days: Collection[int],
    auto_vacation: bool,
) -> None:
    """Counts from the player's next turn on: a turn that runs keeps the rest it began with."""
    quiet = _quiet(quiet_from, quiet_to)
    if not set(free_days) <= set(range(7)):
        raise ApplicationError(_("There is no such weekday."))
    _check_allowance(Rest(player.time_zone, quiet, frozenset(free_days)))
    player.quiet_from, player.quiet_to = quiet_from, quiet_to
    player.free_days, player.auto_vacation = sorted(set(free_days)), auto_vacation
    player.save(update_fields=["quiet_from", "quiet_to", "free_days", "auto_vacation"])


def _quiet(begin: time | None, end: time | None) -> Quiet | None:
    if begin is None and end is None:
        return None
    if begin is None or end is None:
        raise ApplicationError(_("Quiet hours need a beginning and an end."))
    if begin == end:
        raise ApplicationError(_("Quiet hours can't begin and end at the same time."))
    if any(at.second or at.microsecond for at in (begin, end)):
        raise ApplicationError(_("Quiet hours begin and end on a whole minute."))
    quiet = Quiet(begin, end)
    if quiet.length > timedelta(hours=QUIET_HOURS_PER_DAY):
        raise ApplicationError(
            _("Quiet hours may last at most %(most)s hours a day.") % {"most": QUIET_HOURS_PER_DAY}
        )
    return quiet


def _check_allowance(rest: Rest) -> None:
    hours = rest_hours_per_week(rest)
    if hours > REST_HOURS_PER_WEEK:
        raise ApplicationError(
            _(
                "Your clock may stand for at most %(most)s hours a week; this would be %(hours)s. "
                "Choose fewer free days or shorter quiet hours."
            )
            % {"most": REST_HOURS_PER_WEEK, "hours": f"{hours:g}"}
        )
