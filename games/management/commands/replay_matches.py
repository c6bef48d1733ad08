"""Replay every stored match."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import replay
from games.models import Match

BATCH = 200
TICKS = 50


class Command(BaseCommand):
    help = "Replay every match and report those that no longer play, or whose row differs."

    def handle(self, *args: Any, **options: Any) -> None:
        matches = Match.objects.exclude(setup=None).prefetch_related("moves", "seats__player")
        total, broken = matches.count(), 0
        for done, match in enumerate(matches.order_by("pk").iterator(BATCH), 1):
            problems = replay.problems(match)
            broken += bool(problems)
            for problem in problems:
                self.stdout.write(f"{match.code}: {problem}")
            if done % TICKS == 0:
                self.stderr.write(f"{done} of {total} replayed")
        self.stdout.write(f"{total} matches replayed, {broken} with problems.")
        if broken:
            raise CommandError("Some stored matches need attention.")
