"""What the pages of a club cost with five members, and how much more with five hundred."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any

from bench.site import database

READS = 31
DAYS = 730  # over which the results are spread
CHUNK = 1_000

PAGES = {
    "club": "/clubs/{club}/",
    "ladder": "/clubs/{club}/ladder/",
    "members": "/clubs/{club}/members/",
    "grid": "/clubs/{club}/grid/",
    "results": "/clubs/{club}/results/",
    "results, the oldest": "/clubs/{club}/results/?before={oldest}",
    "season": "/clubs/{club}/seasons/",
    "season before": "/clubs/{club}/seasons/?season={season}",
}


@dataclass(frozen=True)
class Size:
    members: int
    results: int


SMALL, LARGE = Size(5, 20), Size(500, 20_000)


def main() -> None:
    from tests import servers

    with ExitStack() as running:
        os.environ["DATABASE_URL"] = running.enter_context(servers.postgres()) + "_clubs"
        os.environ["REDIS_URL"] = running.enter_context(servers.redis())
        os.environ["DJANGO_SETTINGS_MODULE"] = "quadropolis_site.settings"
        running.enter_context(database())
        print(json.dumps(measure()))


def measure() -> dict[str, Any]:
    results: dict[str, Any] = {}
    acts = [deeds(made(size, results)) for size in (SMALL, LARGE)]
    for name in acts[0]:
        small, large = costs([one[name] for one in acts])
        results[name] = {
            "least_ms": round(large, 1),
            f"times what it costs with {SMALL.members} members": round(large / small, 2),
        }
    return results


def made(size: Size, results: dict[str, Any]) -> Any:
    """A club of that size, and how long its ladder took."""
    from django.db import connection

    from games.services.club_books import recompute

    club = fill(size)
    start = time.perf_counter()
    recompute(club=club)
    taken = round(time.perf_counter() - start, 1)
    results[f"seconds to write the ladder of {size.results:,} results"] = taken
    with connection.cursor() as cursor:
        cursor.execute("analyze")  # as the database does by itself after a while
    return club


def fill(size: Size) -> Any:
    """Two play at a time, everybody against everybody else in turn; somebody wins by a few."""
    from accounts.models import Club, Membership, Player
    from accounts.services.clubs import found_club

    names = [f"member-{size.members}-{number}" for number in range(size.members)]
    owner, *others = Player.objects.bulk_create(Player(username=name) for name in names)
    club: Club = found_club(player=owner, name=f"Club of {size.members}", about="")
    Membership.objects.bulk_create(
        Membership(club=club, player=player, joined_at=club.founded_at) for player in others
    )
    play(club, [owner, *others], size.results)
    return club


def play(club: Any, members: list[Any], results: int) -> None:
    from games.models import ClubLedger, ClubPlace, ClubResult

    rows = ClubResult.objects.bulk_create(
        (result(club, members[0], number, results) for number in range(results)), batch_size=CHUNK
    )
    ClubPlace.objects.bulk_create(
        (
            ClubPlace(result=row, index=index, player=player, score=60 - 4 * index, rank=1 + index)
            for number, row in enumerate(rows)
            for index, player in enumerate(pair(members, number))
        ),
        batch_size=CHUNK,
    )
    ClubLedger.objects.create(club=club, counted=results)


def result(club: Any, by: Any, number: int, results: int) -> Any:
    from games.models import ClubResult

    played_at = club.founded_at - timedelta(days=DAYS * (1 - (number + 1) / results))
    return ClubResult(
        club=club,
        number=number + 1,
        status=ClubResult.Status.COUNTED,
        game="quadropolis",
        variant="classic",
        played_at=played_at,
        entered_at=played_at,
        entered_by=by,
        fingerprint=f"{number}",
    )


def pair(members: list[Any], number: int) -> tuple[Any, Any]:
    own, ahead = number % len(members), 1 + number // len(members) % (len(members) - 1)
    return members[own], members[(own + ahead) % len(members)]


def deeds(club: Any) -> dict[str, Callable[[], None]]:
    """Everything that is measured, as the club's owner does it."""
    from django.utils import timezone

    from games.models import ClubResult
    from games.seasons import Season

    oldest = ClubResult.objects.filter(club=club).order_by("played_at")[SMALL.results - 1]
    where = {
        "club": club.slug,
        "oldest": f"{oldest.played_at.timestamp():.6f}-{oldest.pk}",
        "season": Season.of(timezone.now() - timedelta(days=92)),
    }
    owner, other = (browser(member) for member in club.memberships.order_by("pk")[:2])
    pages = {name: reading(owner, path.format(**where)) for name, path in PAGES.items()}
    return pages | {"a result, entered and confirmed": playing(club, owner, other)}


def browser(membership: Any) -> Any:
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    backend = "allauth.account.auth_backends.AuthenticationBackend"
    client.force_login(membership.player, backend=backend)
    return client


def reading(client: Any, path: str) -> Callable[[], None]:
    def read() -> None:
        expect(200, client.get(path), path)

    return read


def playing(club: Any, owner: Any, other: Any) -> Callable[[], None]:
    """Never the same result twice: it would be refused."""
    from games.models import ClubResult

    members = [one.player.username for one in club.memberships.order_by("pk")[:2]]
    scores, path = count(100), f"/clubs/{club.slug}/results/"

    def play() -> None:
        said = {"variant": "quadropolis:classic", "day": "2025-01-31", "score_2": "50"}
        said |= {"name_1": members[0], "name_2": members[1], "score_1": str(next(scores))}
        expect(302, owner.post(f"{path}new/", said), "Entering a result")
        entered = ClubResult.objects.filter(club=club).undecided().get()
        answered = other.post(f"{path}{entered.pk}/answer/", {"answer": "confirm"})
        expect(302, answered, "Confirming a result")

    return play


def expect(status: int, answer: Any, what: str) -> None:
    if answer.status_code != status:
        raise SystemExit(f"{what} was answered with {answer.status_code}.")


def costs(acts: list[Callable[[], None]]) -> list[float]:
    """The least of some readings each, in milliseconds, in turn: neither finds a warmer machine."""
    readings = [[milliseconds(act) for act in acts] for _ in range(READS)]
    return [min(times) for times in zip(*readings, strict=True)]


def milliseconds(act: Callable[[], None]) -> float:
    start = time.perf_counter()
    act()
    return 1000 * (time.perf_counter() - start)


if __name__ == "__main__":
    main()
