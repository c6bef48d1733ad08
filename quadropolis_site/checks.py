"""What ``manage.py check`` finds wrong with a site before its visitors do."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register


@register
def mails_can_be_sent(**options: Any) -> list[CheckMessage]:
    if settings.IS_LOCAL or settings.EMAIL_URL:
        return []
    return [
        Error(
            "Nobody can sign up: mails would stay in a file.",
            hint="Set EMAIL_URL, for instance to smtp+tls://user:password@mail.example.org:587.",
            id="quadropolis_site.E001",
        )
    ]
