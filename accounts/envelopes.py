"""From letters to mails: text, HTML, and the headers that mail programs go by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.letters import Letter
from accounts.models import Event, Notice, Player
from accounts.subscriptions import DAILY, unsubscribe_url

Letters = Sequence[tuple[Notice, Letter]]

MOST_DRAWN = 3


def mail(player: Player, letters: Letters) -> EmailMultiAlternatives:
    """One letter as it is, or the daily mail. In the language and time zone that are active."""
    (notice, letter), *_others = letters
    if notice.mail == Notice.Mail.DAILY:
        return _daily(player, letters)
    return _mail(
        player,
        letter,
        kind=notice.event,
        reason=str(Event(notice.event).label),
        headers=_ids(notice) | _thread(notice),
    )


def _daily(player: Player, letters: Letters) -> EmailMultiAlternatives:
    (newest, first), *others = letters
    subject = first.subject
    if others:
        subject = ngettext(
            "%(first)s, and %(count)s more", "%(first)s, and %(count)s more", len(others)
        ) % {"first": first.subject, "count": len(others)}
    letter = Letter(subject, reverse("lobby"), "daily", {"items": _items(letters)}, first.lines)
    return _mail(player, letter, kind=DAILY, reason=_("The daily mail"), headers=_ids(newest))


def _items(letters: Letters) -> list[dict[str, Any]]:
    """With drawings for the first few: programs cut long mails off."""
    return [
        {
            "letter": letter,
            "url": settings.SITE_URL + letter.url,
            "drawing": letter.context.get("drawing") if place < MOST_DRAWN else None,
        }
        for place, (_notice, letter) in enumerate(letters)
    ]


def _mail(
    player: Player, letter: Letter, *, kind: str, reason: str, headers: dict[str, str]
) -> EmailMultiAlternatives:
    unsubscribe = unsubscribe_url(player, kind)
    subject = " ".join(letter.subject.split())  # names come from forms, and headers are one line
    context: dict[str, Any] = {
        **letter.context,
        "player": player,
        "subject": subject,
        "preview": " ".join(letter.lines),
        "site_url": settings.SITE_URL,
        "url": settings.SITE_URL + letter.url,
        "reason": reason,
        "unsubscribe_url": unsubscribe,
        "preferences_url": settings.SITE_URL + reverse("notifications"),
    }
    made = EmailMultiAlternatives(
        subject,
        render_to_string(f"emails/{letter.template}.txt", context),
        to=[player.email],
        headers={
            **headers,
            "Auto-Submitted": "auto-generated",
            "List-Id": f"<{kind.replace('_', '-')}.{settings.SITE_HOST}>",
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
    html = render_to_string(f"emails/{letter.template}.html", context)
    made.attach_alternative(html, "text/html")
    return made


def _ids(notice: Notice) -> dict[str, str]:
    """The same at every attempt, so that a mail that comes twice all the same is shown once."""
    return {"Message-ID": _id(f"{notice.created_at:%Y%m%d%H%M%S}.{notice.pk}")}


def _thread(notice: Notice) -> dict[str, str]:
    """All mails about a topic answer a first one that never was."""
    root = _id(f"about.{notice.topic}")
    return {"In-Reply-To": root, "References": root}


def _id(name: str) -> str:
    return f"<{name}@{settings.SITE_HOST}>"
