"""What can be proposed to the others at the table, and what somebody has proposed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import replay
from games.models import Match, Proposal, Seat
from games.take_backs import TakeBack, take_backs
from games.text import say


@dataclass(frozen=True)
class Offer:
    """A take-back that the reader can propose."""

    back_to: int
    words: str


@dataclass(frozen=True)
class Question:
    """An open proposal, as the reader sees it."""

    pk: int
    words: str
    is_own: bool
    is_answered: bool
    waiting_for: Sequence[str]


def offers(match: Match, seat: Seat) -> list[Offer]:
    if match.is_first_sight:
        return []
    return [Offer(found.back_to, _words(match, seat, found)) for found in take_backs(match, seat)]


def is_alone(match: Match, seat: Seat) -> bool:
    """Among bots, which agree to everything."""
    return not any(one.driver for one in match.seats_in_order() if one.index != seat.index)


def question(match: Match, seat: Seat) -> Question | None:
    proposal = match.proposals.in_question(match.seq).first()
    if proposal is None:
        return None
    seats = match.seats_in_order()
    asked = [one for one in seats if one.driver and one.index not in proposal.agreed]
    return Question(
        pk=proposal.pk,
        words=_proposed(match, proposal),
        is_own=seat.index == proposal.proposer,
        is_answered=seat.index in proposal.agreed,
        waiting_for=[str(one.driver) for one in asked],
    )


def why_called_off(match: Match) -> str:
    agreed = match.proposals.filter(kind=Proposal.Kind.CANCEL, status=Proposal.Status.ACCEPTED)
    if agreed.exists():
        return _("All at the table agreed to that. Nobody won or lost.")
    return _("Nobody had moved when the time ran out. Nobody won or lost.")


def _words(match: Match, seat: Seat, found: TakeBack) -> str:
    details = {
        "move": found.move.text,
        "name": match.seats_in_order()[found.move.seat].holder,
    }
    if found.move.seat != seat.index:
        return _("the last move of %(name)s: %(move)s") % details
    others = len(_undone(match, found.back_to)) - 1
    if not others:
        return _("your last move: %(move)s") % details
    return ngettext(
        "your last move, %(move)s, and %(count)s move since",
        "your last move, %(move)s, and %(count)s moves since",
        others,
    ) % {**details, "count": others}


def _proposed(match: Match, proposal: Proposal) -> str:
    seats = match.seats_in_order()
    name = seats[proposal.proposer].holder
    if proposal.kind == Proposal.Kind.CANCEL:
        return _("%(name)s proposes to call the match off: nobody wins, nobody loses.") % {
            "name": name
        }
    assert proposal.back_to is not None
    said = {step.move.seq: step.words for step in replay.steps(match) if step.words}
    undone = _undone(match, proposal.back_to)
    moves = "; ".join(f"{seats[move.seat].holder}: {say(said[move.seq])}" for move in undone)
    return _("%(name)s proposes to take back: %(moves)s.") % {"name": name, "moves": moves}


def _undone(match: Match, back_to: int) -> replay.Line:
    return tuple(move for move in replay.lines(match.moves.all())[-1] if move.seq > back_to)
