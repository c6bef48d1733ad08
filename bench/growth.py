"""What pages cost with a thousand finished matches, and how much more with a million.

BENCH_MATCHES=100000 makes the large database smaller, for a quick look.
"""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import ExitStack
from typing import Any

from bench.site import database

SMALL = 1_000
LARGE = int(os.environ.get("BENCH_MATCHES", "1_000_000"))
MATCHES_PER_PLAYER = 10
READS = 31

PAGES = {
    "leaderboard": "/leaderboards/quadropolis/",
    "leaderboard, deep in it": "/leaderboards/quadropolis/?after=50",
    "leaderboard of the season": "/leaderboards/quadropolis/?variant=classic&board=season&bots=no",
    "results of players": "/leaderboards/megalopolis/",
    "results of players, deep in it": "/leaderboards/megalopolis/?after=25",
    "results of teams": "/leaderboards/megalopolis/?section=teams",
    "results alone": "/leaderboards/greenways/",
    "records": "/records/quadropolis/",
    "history": "/matches/",
    "history by variant": "/matches/?game=quadropolis&variant=expert",
    "history of a busy player": "/matches/?player={busy}",
    "history of a bot": "/matches/?player={bot}",
    "history of two players": "/matches/?player={busy}&other={bot}",
    "history by date": "/matches/?before_date=2024-06-01",
    "history by score": "/matches/?least_score=100",
    "history by length": "/matches/?most_days=2",
    "busy player": "/players/{busy}/",
    "quiet player": "/players/{quiet}/",
    "bot": "/players/{bot}/",
    "head to head": "/players/{busy}/against/{bot}/",
}


def main() -> None:
    from tests import servers

    with ExitStack() as running:
        os.environ["DATABASE_URL"] = running.enter_context(servers.postgres()) + "_growth"
        os.environ["REDIS_URL"] = running.enter_context(servers.redis())
        os.environ["DJANGO_SETTINGS_MODULE"] = "quadropolis_site.settings"
        running.enter_context(database())
        print(json.dumps(measure()))


def measure() -> dict[str, Any]:
    from games import demo

    demo.load(lambda _done, _all: None)
    results: dict[str, Any] = {}
    small = costs(SMALL, results)
    large = costs(LARGE, results)
    for page, path in PAGES.items():
        results[page] = {
            "least_ms": round(large[path], 1),
            "times what it costs with 1,000": round(large[path] / small[path], 2),
        }
    return results


def costs(matches: int, results: dict[str, Any]) -> dict[str, float]:
    start = time.perf_counter()
    fill(matches)
    results[f"seconds to make {matches:,} matches"] = round(time.perf_counter() - start)
    start = time.perf_counter()
    refresh()
    results[f"seconds to refresh the leaderboards of {matches:,} matches"] = round(
        time.perf_counter() - start, 1
    )
    names = whose()
    return {path: cost(path.format(**names)) for path in PAGES.values()}


def fill(matches: int) -> None:
    from accounts.models import Player
    from bench.population import grow
    from games.models import Match
    from games.services.books import enter_finished

    enter_finished()
    real = Match.objects.finished().filter(moves__isnull=False).distinct()
    bots = Player.objects.exclude(bot="")
    for done in grow(
        matches=matches,
        players=matches // MATCHES_PER_PLAYER,
        models=list(real.values_list("pk", flat=True)),
        bots=list(bots.values_list("pk", flat=True)),
    ):
        print(f"{matches:,} matches: {done} done", file=sys.stderr)


def refresh() -> None:
    from games.models import Ledger
    from games.services.leaderboards import refresh_standings

    Ledger.objects.update(post_at=None, stale_at=None)  # however short ago it was
    refresh_standings()


def whose() -> dict[str, str]:
    from django.db.models import Sum

    from accounts.models import Player

    people = Player.objects.filter(bot="", tallies__isnull=False).alias(all=Sum("tallies__games"))
    return {
        "busy": people.order_by("-all")[0].username,
        "quiet": people.order_by("all")[0].username,
        "bot": Player.objects.exclude(bot="")[0].username,
    }


def cost(path: str) -> float:
    """The least of some readings, in milliseconds: other work on the machine only adds to it."""
    from django.test import Client

    client, times = Client(), []
    for _ in range(READS):
        start = time.perf_counter()
        answer = client.get(path, headers={"host": "localhost"})
        times.append(1000 * (time.perf_counter() - start))
        if answer.status_code != 200:
            raise SystemExit(f"{path} was answered with {answer.status_code}.")
    return min(times)


if __name__ == "__main__":
    main()
