"""Matches that were not played here: records that somebody brought along."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models.matches import CODE_LENGTH, new_code


class ImportedRecord(models.Model):
    """A match as JSON, in the form of ``engine.record``; whoever has the link can look at it."""

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    owner = models.ForeignKey(Player, models.CASCADE, related_name="imported_records")
    created_at = models.DateTimeField()
    record = models.JSONField()

    class Meta:
        verbose_name = _("imported record")
        verbose_name_plural = _("imported records")
        indexes: ClassVar = [
            models.Index(fields=["owner", "-created_at"], name="records_of_owner"),
        ]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("record-replay", args=[self.code, 0])
