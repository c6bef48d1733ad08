"""A small world for a site on one's own machine: players, finished matches, your turn in others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import F

from accounts.models import Player
from engine import Rng
from engine.bots import BOTS
from games import replay
from games.models import Match, Move
from games.services.matches import Chair, TableTerms, create_table, join_table
from games.services.moves import play_bot_move

NAMES = ("alice", "bob", "charlie")
PASSWORD = "quadropolis"
TO_THE_END = 1000


@dataclass(frozen=True)
class Story:
    """A match of the demo: who sits there (bots by their level), and how far it has come."""

    seats: tuple[str, ...]
    moves: int
    days_ago: float
    variant: str = "classic"
    options: tuple[str, ...] = ()


STORIES = (
    Story(("alice", "bob"), TO_THE_END, 20),
    Story(("bob", "charlie", "alice"), TO_THE_END, 14, "expert"),
    Story(("charlie", "greedy"), TO_THE_END, 9, options=("squares",)),
    Story(("alice", "greedy", "random"), TO_THE_END, 6),
    Story(("bob", "alice", "charlie", "greedy"), TO_THE_END, 3, "expert", ("squares",)),
    Story(("alice", "greedy"), 11, 0.5),
    Story(("bob", "alice"), 18, 0.2),
    Story(("charlie", "alice", "bob"), 31, 0.1, "expert"),
    Story(("alice", "bob", "charlie", "greedy"), 26, 0.3, "expert", ("squares",)),
)
OPEN_TABLES = (("bob", "classic", 2), ("charlie", "expert", 3))


def is_allowed() -> bool:
    return bool(settings.IS_LOCAL)


def is_needed() -> bool:
    return not Player.objects.people().exists()


def logins() -> list[str]:
    """The demo's players, for a page that says how to log in; nobody on a real site."""
    if not is_allowed():
        return []
    demo_mails = [_mail(name) for name in NAMES]
    return list(
        Player.objects.people().filter(email__in=demo_mails).values_list("username", flat=True)
    )


def load(progress: Callable[[int, int], None]) -> None:
    players = {name: _player(name) for name in NAMES}
    for done, story in enumerate(STORIES):
        progress(done, len(STORIES))
        _play(story, players)
    for name, variant, size in OPEN_TABLES:
        _table(players[name], [Chair(player=players[name]), *[Chair()] * (size - 1)], variant, ())
    progress(len(STORIES), len(STORIES))


def _mail(name: str) -> str:
    return f"{name}@demo.invalid"


def _player(name: str) -> Player:
    player = Player.objects.create_user(name, _mail(name), PASSWORD)
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


def _table(creator: Player, chairs: list[Chair], variant: str, options: tuple[str, ...]) -> Match:
    return create_table(
        creator=creator,
        terms=TableTerms("quadropolis", variant, options),
        chairs=chairs,
    )


def _play(story: Story, players: dict[str, Player]) -> None:
    creator = players[story.seats[0]]
    chairs = [_chair(name, creator, players) for name in story.seats]
    match = _table(creator, chairs, story.variant, story.options)
    for name in story.seats[1:]:
        if name in players:
            match = join_table(player=players[name], code=match.code)
    hero = story.seats.index("alice") if "alice" in story.seats else 0
    while match.is_running and (match.seq < story.moves or match.to_move != hero):
        match = _move(match)
    _date_back(match, timedelta(days=story.days_ago))


def _chair(name: str, creator: Player, players: dict[str, Player]) -> Chair:
    if name not in players:
        return Chair(bot=name)
    player = players[name]
    return Chair(player=player) if player == creator else Chair(invited=player)


def _move(match: Match) -> Match:
    """Whoever sits there, the greedy bot moves for them."""
    view = replay.position(match).observe(match.to_move)
    move = BOTS["greedy"](match.rules, view, Rng(f"demo {match.seq}"))
    played = play_bot_move(match_id=match.pk, seq=match.seq, text=str(move))
    return played or Match.objects.get(pk=match.pk)


def _date_back(match: Match, age: timedelta) -> None:
    """As if it had been played at a leisurely pace, ending that long ago."""
    pace = timedelta(hours=4)
    Match.objects.filter(pk=match.pk).update(
        created_at=F("created_at") - age - pace * match.seq,
        started_at=F("started_at") - age - pace * match.seq,
        moved_at=F("moved_at") - age,
        finished_at=F("finished_at") - age,
        deadline=F("deadline") - age,
    )
    for move in Move.objects.filter(match=match):
        move.created_at -= age + pace * (match.seq - move.seq)
        move.save(update_fields=["created_at"])
