"""Write ratings, tallies and high scores anew."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.replay import BrokenLog
from games.services.books import recompute


class Command(BaseCommand):
    help = "Replay every finished match and write ratings, tallies and high scores anew."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            count = recompute(progress=self._progress)
        except BrokenLog as error:
            raise CommandError(f"{error}. Nothing was changed.") from error
        self.stdout.write(f"\n{count} matches entered in the books.")

    def _progress(self, done: int, total: int) -> None:
        bar = "#" * (30 * done // max(total, 1))
        self.stdout.write(f"\rMatches [{bar:<30}] {done}/{total}", ending="")
        self.stdout.flush()
