"""What players change about their own account."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Event, MailChoice, Player
from accounts.names import DELETED_PREFIX
from accounts.services import clubs, notices
from accounts.services.rest import set_rest
from accounts.time_zones import UTC, is_time_zone
from quadropolis_site.errors import ApplicationError, NotAllowed

DAYS_TO_CONFIRM = 14
ABOUT = ("about", "time_zone", "language")
REST = ("quiet_from", "quiet_to", "free_days", "auto_vacation")

When = MailChoice.When


def update_preferences(*, player: Player, about: str, time_zone: str, language: str) -> None:
    if not is_time_zone(time_zone):
        raise ApplicationError(_("There is no such time zone."))
    if not _is_language(language):
        raise ApplicationError(_("The site does not speak this language."))
    player.about, player.time_zone, player.language = about, time_zone, language
    player.save(update_fields=["about", "time_zone", "language"])
    notices.move_daily(player=player)


@transaction.atomic
def change_preferences(*, player: Player, changes: Mapping[str, Any]) -> None:
    """Some of those on all three pages; if one makes no sense, none is changed."""
    if changes.keys() & ABOUT:
        update_preferences(player=player, **_as_they_will_be(player, ABOUT, changes))
    if changes.keys() & REST:
        set_rest(player=player, **_as_they_will_be(player, REST, changes))
    if changes.keys() & {"mails", "digest_hour"}:
        mails = {Event(event): When(when) for event, when in changes.get("mails", {}).items()}
        notices.choose(player=player, choices=mails, digest_hour=changes.get("digest_hour"))


def _as_they_will_be(
    player: Player, names: Collection[str], changes: Mapping[str, Any]
) -> dict[str, Any]:
    return {name: changes.get(name, getattr(player, name)) for name in names}


def set_first_preferences(*, player: Player, time_zone: str, language: str) -> None:
    """What the browser tells at the sign-up; a guess, so nonsense is not an error."""
    player.time_zone = time_zone if is_time_zone(time_zone) else UTC
    player.language = language if _is_language(language) else settings.LANGUAGE_CODE
    player.save(update_fields=["time_zone", "language"])


@transaction.atomic
def delete_account(*, player: Player) -> None:
    """Forget the person; the row stays, because the matches of others need the seat."""
    row = Player.objects.select_for_update().get(pk=player.pk)
    if row.bot:
        raise NotAllowed(_("Bots stay."))
    EmailAddress.objects.filter(user=row).delete()
    row.tokens.all().delete()
    row.notices.all().delete()
    row.mail_choices.all().delete()
    row.mutes.all().delete()
    clubs.leave_all(player=row)
    row.vacations.all().delete()
    row.groups.clear()
    row.user_permissions.clear()
    row.username = f"{DELETED_PREFIX}{secrets.token_hex(6)}"
    row.email = row.about = ""
    row.time_zone, row.language = UTC, settings.LANGUAGE_CODE
    row.quiet_from, row.quiet_to, row.free_days = None, None, []
    row.last_login = None
    row.is_active = row.is_staff = row.is_superuser = False
    row.deleted_at = timezone.now()
    row.set_unusable_password()  # which also ends every session, wherever it is
    row.save()


def forget_unconfirmed() -> int:
    """Sign-ups whose address was never confirmed: their names become free again."""
    too_old = timezone.now() - timedelta(days=DAYS_TO_CONFIRM)
    unconfirmed = Player.objects.people().filter(
        date_joined__lt=too_old, last_login=None, is_staff=False, emailaddress__verified=False
    )
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    count, _ = unconfirmed.filter(~Exists(confirmed)).delete()
    return count


def _is_language(code: str) -> bool:
    return code in dict(settings.LANGUAGES)
