"""Players: people who sign up, and the bots they play against."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

# Names stand in addresses and in move logs, so they are plain; allauth reads this list.
USERNAME_VALIDATORS = [
    RegexValidator(
        r"\A[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?\Z",
        _("Use letters and digits, with - and _ between them."),
    )
]
LONGEST_NAME = 24


class PlayerManager(UserManager["Player"]):
    def people(self) -> models.QuerySet[Player]:
        """Those who can be invited: no bots, nobody who is gone."""
        return self.filter(bot="", deleted_at=None, is_active=True)


class Player(AbstractUser):
    """An account. ``bot`` names the engine's bot that plays for it, if it is one."""

    username = models.CharField(
        _("name"),
        max_length=LONGEST_NAME,
        unique=True,
        validators=USERNAME_VALIDATORS,
        error_messages={"unique": _("Somebody has this name already.")},
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=40, default="UTC")
    language = models.CharField(_("language"), max_length=10, default="en")
    about = models.CharField(_("about me"), max_length=300, blank=True)
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True)

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints: ClassVar = [
            # Ann and ann would be taken for each other. Upper is also how iexact looks names up.
            models.UniqueConstraint(Upper("username"), name="player_name_once"),
            models.UniqueConstraint("bot", condition=~Q(bot=""), name="player_per_bot_once"),
        ]

    def __str__(self) -> str:
        return self.username

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.username])

    @property
    def is_bot(self) -> bool:
        return bool(self.bot)

    @property
    def is_deleted(self) -> bool:
        return self.deleted_at is not None
