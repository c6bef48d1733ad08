"""Write the ladders of clubs anew."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from accounts.models import Club
from games.services.club_books import recompute


class Command(BaseCommand):
    help = "Write every club's ladder, grid and season tables anew from the log of its results."

    def handle(self, *args: Any, **options: Any) -> None:
        for club in Club.objects.order_by("pk"):
            self.stdout.write(f"{club.slug}: {recompute(club=club)} results")
