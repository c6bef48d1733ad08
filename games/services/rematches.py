"""Once more, on the same terms and with the same people."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import Match, Seat
from games.services.matches import Chair, TableTerms, create_table, lock_player
from quadropolis_site.errors import Conflict, NotAllowed


@transaction.atomic
def offer_rematch(*, code: str, player: Player) -> Match:
    """A table with the others invited; if somebody has offered it already, that one."""
    lock_player(player)
    match = Match.objects.select_for_update().get(code=code)
    seats = list(match.seats.select_related("player", "substitute"))
    if player not in [seat.holder for seat in seats]:
        raise NotAllowed(_("A rematch is for those who played this match."))
    if match.daily_id is not None:
        raise Conflict(_("There is no rematch, but you can practise the city on its day’s page."))
    if not match.is_finished:
        raise Conflict(_("There can be a rematch once the match is over."))
    existing = Match.objects.select_for_update().filter(rematch_of=match).first()
    if existing is not None and existing.status != Match.Status.CANCELLED:
        return existing
    if existing is not None:  # closed before it began, so there can be another one
        existing.rematch_of = None
        existing.save(update_fields=["rematch_of"])
    return create_table(
        creator=player,
        terms=same_terms(match),
        chairs=[_chair(seat, player) for seat in seats[1:] + seats[:1]],
        rematch_of=match,
    )


def same_terms(match: Match) -> TableTerms:
    return TableTerms(
        game=match.game,
        variant=match.variant,
        options=match.options,
        clock=match.clock,
        allows_vacation=match.allows_vacation,
        least_reliability=match.least_reliability,
        rated=match.rated,
        is_private=match.is_private,
        allows_bots=match.allows_bots,
        club_id=match.club_id,
    )


def _chair(seat: Seat, creator: Player) -> Chair:
    """Whoever is gone leaves the seat to anyone."""
    holder = seat.holder
    assert holder is not None, "nobody is missing in a match that was played"
    if holder == creator:
        return Chair(player=creator)
    if holder.bot:
        return Chair(bot=holder.bot)
    return Chair() if holder.is_deleted or not holder.is_active else Chair(invited=holder)
