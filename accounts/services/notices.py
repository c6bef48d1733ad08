"""What players are told: the bell, and the mails that are due.

Of a topic at most one mail is outstanding. A newer notice replaces what was not sent yet, unless
that is more important; then only its haste is taken over.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime, time, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Club, Event, MailChoice, Notice, Player
from accounts.subscriptions import DAILY
from accounts.time_zones import known_zone
from quadropolis_site.messages import send_on_commit

Mail = Notice.Mail
When = MailChoice.When

USUALLY = dict.fromkeys(Event, When.AT_ONCE) | {Event.CHAT: When.DAILY}
MAIL_FOR = {When.AT_ONCE: Mail.DUE, When.DAILY: Mail.DAILY, When.NEVER: Mail.NONE}
OUTSTANDING = (Mail.DUE, Mail.DAILY)
IMPORTANCE = dict.fromkeys(Event, 1) | {Event.YOUR_TURN: 2, Event.DEADLINE_NEAR: 2, Event.CHAT: 0}
DAYS_KEPT = 90
MOST_LOOKED_AT = 500
MOST_SHOWN = 50
WRITERS_AT_ONCE = 3


def notify(
    *,
    player: Player,
    event: Event,
    topic: str,
    club: Club | None = None,
    seq: int = 0,
    due_at: datetime | None = None,
) -> None:
    """Tell the player, as part of the caller's transaction; a mail goes out at ``due_at``, or now.

    Bots and people who are gone are told nothing.
    """
    if player.is_bot or player.is_deleted or not player.is_active:
        return
    now = timezone.now()
    mail = MAIL_FOR[choices(player)[event]]
    moments = {
        Mail.NONE: None,
        Mail.DUE: due_at or now,
        Mail.DAILY: next_daily(player, now),
    }
    # The bell rings once for what is the same to the reader.
    unread(player).filter(topic=topic, event=event).update(read_at=now)
    _write(
        Notice(
            player=player,
            event=event,
            topic=topic,
            club=club,
            seq=seq,
            created_at=now,
            mail=mail,
            mail_due_at=moments[mail],
        )
    )


def withdraw(
    *,
    topic: str,
    events: Collection[Event],
    but: Player | None = None,
    only: Player | None = None,
) -> None:
    """Take back what is no longer so: no mail, and nothing new behind the bell."""
    told = Notice.objects.filter(topic=topic, event__in=events)
    if only is not None:
        told = told.filter(player=only)
    if but is not None:
        told = told.exclude(player=but)
    told.filter(mail__in=OUTSTANDING).update(mail=Mail.NONE, mail_due_at=None)
    told.filter(read_at=None).update(read_at=timezone.now())


def unread(player: Player) -> QuerySet[Notice]:
    return Notice.objects.filter(player=player, read_at=None)


def newest(player: Player) -> list[Notice]:
    """For the list behind the bell: what was told again and again is there once."""
    once: dict[tuple[str, str], Notice] = {}
    told = Notice.objects.filter(player=player).select_related("club")
    for notice in told[:MOST_LOOKED_AT]:
        once.setdefault((notice.topic, notice.event), notice)
    return list(once.values())[:MOST_SHOWN]


def mark_read(*, player: Player, topic: str | None = None) -> None:
    """Everything, or everything about one topic."""
    found = unread(player)
    if topic is not None:
        found = found.filter(topic=topic)
    found.update(read_at=timezone.now())


def mark_club_read(*, player: Player, club: Club, events: Collection[Event]) -> None:
    """Of a club, what one of its pages shows."""
    unread(player).filter(club=club, event__in=events).update(read_at=timezone.now())


def choices(player: Player) -> dict[Event, When]:
    """When the player wants a mail about each event."""
    chosen = MailChoice.objects.filter(player=player).values_list("event", "when")
    return USUALLY | {Event(event): When(when) for event, when in chosen}


@transaction.atomic
def choose(
    *, player: Player, choices: Mapping[Event, When], digest_hour: int | None = None
) -> None:
    """What is not wanted any more is not sent any more, even if it was due already."""
    if digest_hour is not None:
        player.digest_hour = digest_hour
        player.save(update_fields=["digest_hour"])
        move_daily(player=player)
    for event, when in choices.items():
        MailChoice.objects.update_or_create(player=player, event=event, defaults={"when": when})
    unwanted = [event for event, when in choices.items() if when == When.NEVER]
    unsent = Notice.objects.filter(player=player, mail__in=OUTSTANDING)
    unsent.filter(event__in=unwanted).update(mail=Mail.NONE, mail_due_at=None)


def unsubscribe(*, player: Player, event: str) -> None:
    """No more mails about the event; or none of those that the daily mail brings."""
    unwanted = [Event(event)] if event != DAILY else _daily_events(player)
    choose(player=player, choices=dict.fromkeys(unwanted, When.NEVER))


def move_daily(*, player: Player) -> None:
    """To the hour and the time zone that the player has chosen now."""
    waiting = Notice.objects.filter(player=player, mail=Mail.DAILY)
    waiting.update(mail_due_at=next_daily(player, timezone.now()))


def next_daily(player: Player, now: datetime) -> datetime:
    """Once per day of the player's calendar, also where the clock skips or repeats the hour."""
    zone = known_zone(player.time_zone)
    today = now.astimezone(zone).date()
    days = (today + timedelta(days=ahead) for ahead in range(3))
    hour = time(player.digest_hour)
    moments = (datetime.combine(day, hour, zone).astimezone(UTC) for day in days)
    return next(moment for moment in moments if moment > now)


def forget_old() -> int:
    """Notices that nobody looks at any more."""
    too_old = timezone.now() - timedelta(days=DAYS_KEPT)
    old = Notice.objects.filter(created_at__lt=too_old).exclude(mail__in=OUTSTANDING)
    count, _ = old.delete()
    return count


def _daily_events(player: Player) -> list[Event]:
    return [event for event, when in choices(player).items() if when == When.DAILY]


def _write(notice: Notice) -> None:
    """Again from the start if somebody else wrote about the topic at the same instant."""
    for writers_left in reversed(range(WRITERS_AT_ONCE)):
        try:
            with transaction.atomic():
                _merge(notice)
            break
        except IntegrityError:
            if not writers_left:
                raise
    if notice.mail == Mail.DUE:
        _call_worker()


def _merge(notice: Notice) -> None:
    unsent = Notice.objects.filter(
        player=notice.player, topic=notice.topic, mail__in=OUTSTANDING
    ).select_for_update()
    old = unsent.first() if notice.mail != Mail.NONE else None
    if old is not None:
        winner, loser = old, notice
        if IMPORTANCE[Event(notice.event)] >= IMPORTANCE[Event(old.event)]:
            winner, loser = notice, old
        sooner = min(old, notice, key=lambda one: (one.mail != Mail.DUE, one.mail_due_at))
        winner.mail, winner.mail_due_at = sooner.mail, sooner.mail_due_at
        loser.mail, loser.mail_due_at = Mail.NONE, None
        old.save(update_fields=["mail", "mail_due_at"])
    notice.save()


def _call_worker() -> None:
    from accounts.tasks import deliver_mails

    send_on_commit(deliver_mails)
