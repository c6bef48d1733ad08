"""The chat of a match as one of the people at its table sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef

from accounts.models import Player
from games.models import Match, Message, Report, Seat

MESSAGES_SHOWN = 100


@dataclass(frozen=True)
class ChatLine:
    """``text`` is empty if the staff have hidden it."""

    pk: int
    author: Player
    text: str
    created_at: datetime
    is_own: bool
    is_new: bool
    is_reported: bool


@dataclass(frozen=True)
class Chat:
    """The newest message first. ``last`` is what the next poll has seen, ``older`` a page."""

    lines: Sequence[ChatLine]
    muted: Sequence[Player]
    last: int
    older: int | None

    @property
    def unread(self) -> int:
        return sum(line.is_new for line in self.lines)


def chat(match: Match, player: Player, before: int | None = None) -> Chat:
    seat = match.seat_of(player)
    assert seat is not None, "the chat is for the table"
    found = _messages(match, player, before)
    shown = found[:MESSAGES_SHOWN]
    muted = _muted(match, player)
    return Chat(
        lines=[_line(message, seat, player) for message in shown if message.author not in muted],
        muted=muted,
        last=found[0].pk if found else 0,
        older=shown[-1].pk if len(found) > len(shown) else None,
    )


def _messages(match: Match, player: Player, before: int | None) -> list[Message]:
    reported = Report.objects.filter(message=OuterRef("pk"), reporter=player)
    messages = match.messages.select_related("author").annotate(is_reported=Exists(reported))
    if before is not None:
        messages = messages.filter(pk__lt=before)
    return list(messages.order_by("-pk")[: MESSAGES_SHOWN + 1])


def _muted(match: Match, player: Player) -> list[Player]:
    """Those at this table whom the player does not want to read."""
    return list(
        Player.objects.filter(pk__in=player.mutes.values("muted"), messages__match=match).distinct()
    )


def _line(message: Message, seat: Seat, player: Player) -> ChatLine:
    is_own, read_at = message.author == player, seat.chat_read_at
    is_unread = seat.holder == player and (read_at is None or message.created_at > read_at)
    return ChatLine(
        pk=message.pk,
        author=message.author,
        text="" if message.hidden_at else message.text,
        created_at=message.created_at,
        is_own=is_own,
        is_new=is_unread and not is_own and not message.hidden_at,
        is_reported=bool(message.is_reported),  # type: ignore[attr-defined]
    )
