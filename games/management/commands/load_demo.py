"""Fill a new site with something to look at and to play."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import demo


class Command(BaseCommand):
    help = "Fill a new site on your own machine with demo players and matches."

    def handle(self, *args: Any, **options: Any) -> None:
        if not demo.is_allowed():
            raise CommandError("The demo is for a site on your own machine only.")
        if demo.is_needed():
            demo.load(self._progress)
            self.stdout.write("")

    def _progress(self, done: int, total: int) -> None:
        bar = "#" * (30 * done // total)
        self.stdout.write(f"\rDemo matches [{bar:<30}] {done}/{total}", ending="")
        self.stdout.flush()
