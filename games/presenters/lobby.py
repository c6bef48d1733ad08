"""What waits for a player: the own matches, the most urgent first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, prefetch_related_objects
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games import replay
from games.models import Match, Proposal, Seat
from games.presenters import PRESENTERS

MATCHES_SHOWN = 100
THUMBNAILS_SHOWN = 12  # each is a replay
URGENT_FROM = 0.8  # of the time for the move


@dataclass(frozen=True)
class Card:
    """A match of the reader's, with what is only for them."""

    match: Match
    has_note: bool
    has_unread_chat: bool
    is_asked: bool
    is_urgent: bool
    thumbnail: Any = None

    @property
    def thumbnail_template(self) -> str:
        return f"games/{self.match.game}/thumbnail.html"


@dataclass(frozen=True)
class Dashboard:
    your_move: Sequence[Card]
    waiting: Sequence[Card]

    @property
    def sprites(self) -> list[str]:
        """The drawings that the thumbnails are made of, once per game."""
        return [f"games/{game}/sprite.html" for game in self._games]

    @property
    def styles(self) -> list[str]:
        return [f"games/{game}/styles.html" for game in self._games]

    @property
    def _games(self) -> list[str]:
        return sorted({card.match.game for card in self.your_move if card.thumbnail})


@dataclass(frozen=True)
class Next:
    """The most urgent of the other matches that wait for the player, and how many do."""

    url: str
    count: int


def next_match(player: Player, match: Match) -> Next | None:
    waiting = Match.objects.waiting_on(player).exclude(pk=match.pk)
    codes = list(waiting.values_list("code", flat=True)[:MATCHES_SHOWN])
    return Next(reverse("match", args=[codes[0]]), len(codes)) if codes else None


def dashboard(player: Player) -> Dashboard:
    running = Match.objects.played_by(player).with_seats().by_urgency(player)
    matches = list(running[:MATCHES_SHOWN])
    your_move = [match for match in matches if match.is_turn_of(player)]
    drawn = your_move[:THUMBNAILS_SHOWN]
    prefetch_related_objects(drawn, "moves")
    marks, asked = _marks(player, matches), _asked(player, matches)
    thumbnails = {match.pk: _thumbnail(match, player) for match in drawn}
    cards = [
        Card(
            match,
            *marks[match.pk],
            is_asked=match.pk in asked,
            is_urgent=_is_urgent(match),
            thumbnail=thumbnails.get(match.pk),
        )
        for match in matches
    ]
    return Dashboard(
        your_move=cards[: len(your_move)],
        waiting=cards[len(your_move) :],
    )


def _marks(player: Player, matches: Sequence[Match]) -> dict[int, tuple[bool, bool]]:
    seats = Seat.objects.held_by(player).filter(match__in=matches).with_marks(player)
    rows = seats.values_list("match_id", "has_note", "has_unread_chat")  # type: ignore[misc]
    return {match_id: (has_note, is_unread) for match_id, has_note, is_unread in rows}


def _asked(player: Player, matches: Sequence[Match]) -> set[int]:
    """Where somebody has proposed something, and the player has not said yes or no."""
    proposals = Proposal.objects.filter(match__in=matches).in_question(F("match__seq"))
    agreed = dict(proposals.values_list("match_id", "agreed"))
    seats = {match.pk: match.seat_of(player) for match in matches if match.pk in agreed}
    return {pk for pk, seat in seats.items() if seat and seat.index not in agreed[pk]}


def _thumbnail(match: Match, player: Player) -> Any:
    seat = match.seat_of(player)
    assert seat is not None
    view = replay.position(match).observe(seat.index)
    return PRESENTERS[match.game].thumbnail(view, seat.index)


def _is_urgent(match: Match) -> bool:
    """Most of the time is gone, by the clock on the wall."""
    if match.deadline is None or match.moved_at is None:
        return False
    given = match.deadline - match.moved_at
    return timezone.now() >= match.moved_at + given * URGENT_FROM
