"""Delivery: whoever claims a notice hands its mail to the mail server, once.

A claimed row carries the time of its next attempt, which is also the lease: a worker that dies
before the mail is handed over loses nothing. From the commit that says SENDING on, the mail is
never handed over again unless the server said no: a worker killed in that instant may lose a mail,
but nobody gets one twice.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from time import monotonic

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone, translation

from accounts import envelopes
from accounts.letters import COMPOSERS, Letter
from accounts.models import Event, Notice, Player
from accounts.services.notices import IMPORTANCE
from accounts.time_zones import known_zone
from accounts.transports import Away, Line, Refused, RefusedForGood, Unclear

logger = logging.getLogger(__name__)

Mail = Notice.Mail

BACK_OFF = [timedelta(minutes=minutes) for minutes in (1, 5, 30, 120)]
MOST_ATTEMPTS = 15  # in about a day
SERVER_AWAY = timedelta(minutes=1)
SECONDS_PER_RUN = 30  # well below the time limit of a task


def deliver_due() -> int:
    """Send the mails that are due; returns how many went out."""
    return _deliver_all(_claims())


def deliver_daily() -> int:
    """Send every player whose hour has come one mail about all that waits for it."""
    players = _due(Mail.DAILY).order_by("player").values_list("player", flat=True).distinct()
    return _deliver_all(_claim_daily(player) for player in list(players))


def _claims() -> Iterator[list[Notice]]:
    while notices := _claim(_due(Mail.DUE).order_by("mail_due_at")[:1], skip_locked=True):
        yield notices


@transaction.atomic
def _claim_daily(player: int) -> list[Notice]:
    """All of them or none, so that two workers never share them: the player's row is the lock."""
    Player.objects.select_for_update(no_key=True).get(pk=player)
    waiting = _due(Mail.DAILY).filter(player=player).order_by("-created_at")
    return _claim(waiting, skip_locked=False)


def _due(mail: Mail) -> QuerySet[Notice]:
    return Notice.objects.filter(mail=mail, mail_due_at__lte=timezone.now())


@transaction.atomic
def _claim(due: QuerySet[Notice], *, skip_locked: bool) -> list[Notice]:
    rows = due.select_related("player").select_for_update(skip_locked=skip_locked, of=("self",))
    notices = list(rows)
    attempts = 1 + max((notice.mail_attempts for notice in notices), default=0)
    next_attempt = timezone.now() + BACK_OFF[min(attempts, len(BACK_OFF)) - 1]
    for notice in notices:
        notice.mail_attempts, notice.mail_due_at = attempts, next_attempt
    Notice.objects.bulk_update(notices, ["mail_attempts", "mail_due_at"])
    return notices


def _deliver_all(claims: Iterable[list[Notice]]) -> int:
    sent, stop_at = 0, monotonic() + SECONDS_PER_RUN
    with Line() as line:
        for notices in claims:
            try:
                sent += _deliver(notices, line)
            except Away as error:
                logger.warning("the mail server is away: %s", error)
                _wait_for_server()
                break
            if monotonic() > stop_at:
                break
    return sent


def _wait_for_server() -> None:
    """Nothing else need try before the next minute."""
    for mail in (Mail.DUE, Mail.DAILY):
        _due(mail).update(mail_due_at=timezone.now() + SERVER_AWAY)


def _deliver(claimed: Sequence[Notice], line: Line) -> bool:
    notices = _still_to_be_tried(claimed)
    if not notices:
        return False
    player, now = notices[0].player, timezone.now()
    with translation.override(player.language), timezone.override(known_zone(player.time_zone)):
        letters = _true_letters(notices)
        if not letters:
            return False
        mail = envelopes.mail(player, letters)
    line.open()
    told = [notice for notice, _letter in letters]
    return _mark_sending(told, now) and _send(mail, told, line)


def _still_to_be_tried(notices: Sequence[Notice]) -> list[Notice]:
    tired = [notice for notice in notices if notice.mail_attempts > MOST_ATTEMPTS]
    for notice in tired:
        logger.error("gave up on the mail of notice %s after %s attempts", notice.pk, MOST_ATTEMPTS)
    silent = [notice for notice in notices if not _can_be_reached(notice.player)]
    _drop({*tired, *silent})
    return [notice for notice in notices if notice not in tired and notice not in silent]


def _can_be_reached(player: Player) -> bool:
    """Never at an address that somebody only claims to be theirs."""
    if not player.email or player.is_deleted or not player.is_active:
        return False
    unproven = EmailAddress.objects.filter(user=player, email__iexact=player.email, verified=False)
    return not unproven.exists()


def _true_letters(notices: Sequence[Notice]) -> list[tuple[Notice, Letter]]:
    """The most important first. What is no longer so is not sent."""
    ranked = sorted(notices, key=lambda notice: -IMPORTANCE[Event(notice.event)])
    letters = [(notice, COMPOSERS[Event(notice.event)](notice)) for notice in ranked]
    _drop([notice for notice, letter in letters if letter is None])
    return [(notice, letter) for notice, letter in letters if letter is not None]


def _send(mail: EmailMessage, notices: Sequence[Notice], line: Line) -> bool:
    try:
        line.send(mail)
    except Away:
        _take_back(notices)
        raise
    except Refused as error:
        logger.warning("the mail of notice %s was refused: %s", notices[0].pk, error)
        _take_back(notices)
        return False
    except RefusedForGood as error:
        logger.error("the mail of notice %s was refused for good: %s", notices[0].pk, error)
        _rows(notices).update(mail=Mail.NONE, mail_due_at=None)
        return False
    except Unclear as error:
        logger.error("nobody knows whether the mail of notice %s left: %s", notices[0].pk, error)
        return False
    _rows(notices).update(mail=Mail.SENT, mail_due_at=None)
    return True


def _rows(notices: Sequence[Notice]) -> QuerySet[Notice]:
    return Notice.objects.filter(pk__in=[notice.pk for notice in notices])


def _mark_sending(notices: Sequence[Notice], now: datetime) -> bool:
    """In a commit of its own; all, or none if one of them was replaced or withdrawn meanwhile."""
    with transaction.atomic():
        all_marked = all(
            _as_claimed(notice).update(mail=Mail.SENDING, mailed_at=now) for notice in notices
        )
        transaction.set_rollback(not all_marked)
    return all_marked


def _take_back(notices: Sequence[Notice]) -> None:
    """To be tried again, where no newer mail has taken the place."""
    for notice in notices:
        row = Notice.objects.filter(pk=notice.pk)
        try:
            with transaction.atomic():
                row.update(mail=notice.mail)
        except IntegrityError:
            row.update(mail=Mail.NONE, mail_due_at=None)


def _drop(notices: Iterable[Notice]) -> None:
    for notice in notices:
        _as_claimed(notice).update(mail=Mail.NONE, mail_due_at=None)


def _as_claimed(notice: Notice) -> QuerySet[Notice]:
    """The row, unless somebody has touched it since."""
    return Notice.objects.filter(pk=notice.pk, mail=notice.mail, mail_due_at=notice.mail_due_at)
