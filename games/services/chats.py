"""The chat of a match: only for the people at its table, while it runs and after the end."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from games import notices
from games.models import LONGEST_MESSAGE, Match, Message, Report, Seat
from games.services.matches import lock_player
from quadropolis_site.errors import ApplicationError, Conflict, NotAllowed

MOST_PER_MINUTE = 20
DOUBLE_CLICK = timedelta(seconds=10)


class TooMany(ApplicationError):
    """Slowly, please."""

    code = "too_many"
    status = 429


@transaction.atomic
def write(*, code: str, player: Player, text: str) -> Message:
    """Say something to everybody at the table; whatever was said before counts as read."""
    lock_player(player)  # so that two requests at once can't both be the last one allowed
    match = Match.objects.get(code=code)
    _check_is_at_table(match, player)
    if match.setup is None:
        raise Conflict(_("The chat opens when the match begins."))
    text = _checked(text)
    last = match.messages.last()
    if last is not None and _is_again(last, player, text):
        return last
    _brake(player)
    message = Message.objects.create(
        match=match, author=player, text=text, created_at=timezone.now()
    )
    _mark_seat(match, player)
    notices.tell_chat(message)
    return message


@transaction.atomic
def mark_read(*, match: Match, player: Player) -> None:
    """On its own, not within ``write``: two who write at once would wait for each other's bell."""
    _mark_seat(match, player)
    notices.withdraw_chat(match, player)


def _mark_seat(match: Match, player: Player) -> None:
    own = Seat.objects.held_by(player).filter(match=match)
    own.update(chat_read_at=timezone.now())


@transaction.atomic
def report(*, code: str, player: Player, message_id: int) -> Report:
    """Ask the staff to look at a message; once is enough."""
    match = Match.objects.get(code=code)
    _check_is_at_table(match, player)
    message = match.messages.filter(pk=message_id).first()
    if message is None or message.author_id == player.pk:
        raise ApplicationError(_("There is no such message to report."))
    found, _is_new = Report.objects.get_or_create(
        message=message, reporter=player, defaults={"created_at": timezone.now()}
    )
    return found


@transaction.atomic
def settle_reports(*, reports: Collection[int], hides: bool) -> int:
    """What staff decide: every report of the same messages is settled, with or without hiding."""
    now = timezone.now()
    about = Message.objects.filter(reports__in=reports)
    if hides:
        Message.objects.filter(pk__in=about.values("pk"), hidden_at=None).update(hidden_at=now)
    unsettled = Report.objects.filter(message__in=about.values("pk"), settled_at=None)
    return unsettled.update(settled_at=now)


def _check_is_at_table(match: Match, player: Player) -> None:
    if not Seat.objects.at_table(player).filter(match=match).exists():
        raise NotAllowed(_("Only the people at this table read and write its chat."))


def _checked(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\0", "").strip()
    if not text:
        raise ApplicationError(_("Write something first."))
    if len(text) > LONGEST_MESSAGE:
        raise ApplicationError(
            _("A message has at most %(most)s characters.") % {"most": LONGEST_MESSAGE}
        )
    return text


def _is_again(last: Message, player: Player, text: str) -> bool:
    """The same words, sent twice by an impatient finger."""
    is_new = last.created_at > timezone.now() - DOUBLE_CLICK
    return is_new and (last.author_id, last.text) == (player.pk, text)


def _brake(player: Player) -> None:
    minute_ago = timezone.now() - timedelta(minutes=1)
    written = Message.objects.filter(author=player, created_at__gt=minute_ago)
    if written.count() >= MOST_PER_MINUTE:
        raise TooMany(_("Too many messages within a minute. Please wait a little."))
