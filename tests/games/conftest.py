"""The standing cast, and matches in all states."""

from typing import Any

import pytest

from accounts.models import Player
from engine import Rng
from engine.bots import BOTS
from games import replay
from games.models import Match
from games.services.matches import Chair, TableTerms, create_table, join_table
from games.services.moves import play_move


@pytest.fixture
def alice(db):
    return Player.objects.create_user("alice", "alice@example.org")


@pytest.fixture
def bob(db):
    return Player.objects.create_user("bob", "bob@example.org")


@pytest.fixture
def charlie(db):
    """The stranger."""
    return Player.objects.create_user("charlie", "charlie@example.org")


@pytest.fixture
def announce():
    """Announce a table; whatever is not said is the usual."""

    def announce(creator, *others, **terms):
        usual: dict[str, Any] = {"game": "quadropolis", "variant": "classic"}
        return create_table(
            creator=creator,
            terms=TableTerms(**(usual | terms)),
            chairs=[Chair(player=creator), *others],
        )

    return announce


@pytest.fixture
def table(announce, alice):
    """Alice looks for one more."""
    return announce(alice, Chair())


@pytest.fixture
def match(table, bob):
    """Alice and Bob have just begun."""
    return join_table(player=bob, code=table.code)


def mover(match):
    return match.seats.get(index=match.to_move).player


def some_move(match):
    """A move that is legal now."""
    view = replay.position(match).observe(match.to_move)
    return str(BOTS["greedy"](match.rules, view, Rng(str(match.seq))))


@pytest.fixture
def play():
    """Play so many moves, or to the end."""

    def play(match, moves=1000):
        while moves and match.is_running:
            match = play_move(
                code=match.code, player=mover(match), seq=match.seq, text=some_move(match)
            )
            moves -= 1
        return Match.objects.get(pk=match.pk)

    return play
