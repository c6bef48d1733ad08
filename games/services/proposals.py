"""What all people at the table must agree to: calling the match off, or taking moves back.

A proposal is about the position in which it was made; when somebody moves, it is out of date.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from games import notices, replay
from games.models import Match, Move, Proposal, Seat
from games.services import turns
from games.take_backs import take_backs
from quadropolis_site.errors import ApplicationError, Conflict, NotAllowed

PEOPLE = ("seats__player", "seats__substitute")


@transaction.atomic
def propose(*, code: str, player: Player, kind: str, back_to: int | None = None) -> Proposal:
    """Ask the others; if there are only bots, it is done at once."""
    match, seat = _locked_match_and_seat(code, player)
    if kind not in Proposal.Kind.values:
        raise ApplicationError(_("Nobody can propose that."))
    back_to = back_to if kind == Proposal.Kind.TAKE_BACK else None
    if kind == Proposal.Kind.TAKE_BACK:
        _check_take_back(match, seat, back_to)
    if _open_proposal(match) is not None:
        raise Conflict(_("There is a proposal already. Answer it first."))
    _check_is_new(match, seat, kind, back_to)
    turns.close_proposal(match)
    proposal = Proposal.objects.create(
        match=match,
        kind=kind,
        proposer=seat.index,
        seq=match.seq,
        back_to=back_to,
        agreed=[seat.index],
        created_at=timezone.now(),
    )
    _carry_out_if_agreed(match, proposal, player)
    if proposal.status == Proposal.Status.OPEN:
        notices.tell_proposed(match, proposal.agreed)
    return proposal


@transaction.atomic
def answer(*, code: str, player: Player, proposal_id: int, yes: bool) -> Proposal:
    """One no is enough; the proposer's own no takes the proposal back.

    The answer says to what: meanwhile there may be another proposal.
    """
    match, seat = _locked_match_and_seat(code, player)
    proposal = _open_proposal(match)
    if proposal is None or proposal.pk != proposal_id:
        raise Conflict(_("This proposal is out of date."))
    if not yes:
        proposal.status = Proposal.Status.DECLINED
    elif seat.index not in proposal.agreed:
        proposal.agreed = sorted([*proposal.agreed, seat.index])
    proposal.save(update_fields=["status", "agreed"])
    if yes:
        _carry_out_if_agreed(match, proposal, player)
    else:
        notices.withdraw_proposal(match)
    return proposal


def _check_take_back(match: Match, seat: Seat, back_to: int | None) -> None:
    if match.is_first_sight:
        raise Conflict(_("At first sight every move stands."))
    if back_to not in [offer.back_to for offer in take_backs(match, seat)]:
        raise Conflict(_("That can't be taken back: something new has come to light since."))


def _check_is_new(match: Match, seat: Seat, kind: str, back_to: int | None) -> None:
    """Nobody is asked again and again, neither on the page nor by mail."""
    earlier = match.proposals.filter(seq=match.seq, proposer=seat.index, kind=kind, back_to=back_to)
    if earlier.exists():
        raise Conflict(_("You have proposed this already. Ask again when somebody has moved."))


def _open_proposal(match: Match) -> Proposal | None:
    return match.proposals.in_question(match.seq).first()


def _carry_out_if_agreed(match: Match, proposal: Proposal, player: Player) -> None:
    people = [seat.index for seat in match.seats_in_order() if seat.driver is not None]
    if not set(people) <= set(proposal.agreed):
        return
    proposal.status = Proposal.Status.ACCEPTED
    proposal.save(update_fields=["status"])
    CARRY_OUT[Proposal.Kind(proposal.kind)](match, proposal, player)


def _take_back(match: Match, proposal: Proposal, _player: Player) -> None:
    turns.append(match, proposal.proposer, Move.Kind.TAKE_BACK, str(proposal.back_to))
    turns.hand_over(match, replay.position(match))


def _cancel(match: Match, _proposal: Proposal, player: Player) -> None:
    turns.call_off(match, by=player)


CARRY_OUT = {Proposal.Kind.TAKE_BACK: _take_back, Proposal.Kind.CANCEL: _cancel}


def _locked_match_and_seat(code: str, player: Player) -> tuple[Match, Seat]:
    matches = Match.objects.select_for_update().prefetch_related(*PEOPLE)
    match = matches.get(code=code)
    if not match.is_running:
        raise Conflict(_("This match is not running."))
    seat = match.seat_of(player)
    if seat is None or not seat.is_driven_by(player):
        raise NotAllowed(_("You don't play in this match."))
    return match, seat
