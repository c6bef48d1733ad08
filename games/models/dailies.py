"""The city of the day: one deal for everybody, and who came back for it day after day."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from engine import Terms, commitment
from games import dailies


class Sight(models.TextChoices):
    """Which of a day's tables a try is for."""

    FIRST = "first", _("first sight")
    PRACTICE = "practice", _("practice")


class Daily(models.Model):
    """What is dealt to everybody who plays this game on this day."""

    day = models.DateField()
    game = models.CharField(max_length=20)
    variant = models.CharField(max_length=20)
    bots = models.JSONField(default=list)  # who sit behind the player
    seed = models.CharField(max_length=64)  # a secret until the day is over
    par = models.JSONField(default=dict)  # what bots score in the player's seat, as far as known
    par_due_at = models.DateTimeField(null=True)  # when to look for it again, until it is complete

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["day", "game"], name="daily_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["par_due_at"], condition=Q(par_due_at__isnull=False), name="daily_par_due"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.game}"

    def get_absolute_url(self) -> str:
        return f"{reverse('daily-day', args=[self.day])}#{self.game}"

    @property
    def terms(self) -> Terms:
        return Terms(self.variant, 1 + len(self.bots))

    @property
    def is_over(self) -> bool:
        return self.day < dailies.today()

    @property
    def seed_commitment(self) -> str:
        return commitment(self.seed)


class Streak(models.Model):
    """On how many days in a row a player has finished a city at first sight."""

    player = models.OneToOneField(Player, models.CASCADE, related_name="streak")
    last_day = models.DateField(null=True)
    days = models.PositiveIntegerField(default=0)  # up to the last one
    best = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.days}"

    @property
    def days_now(self) -> int:
        """A streak lasts until a whole day has gone by without a city."""
        is_alive = self.last_day is not None and self.last_day >= dailies.today() - dailies.A_DAY
        return self.days if is_alive else 0
