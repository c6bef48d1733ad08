"""The standing cast, and matches in all states."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import Player
from accounts.services.mails import deliver_due
from engine import Rng
from engine.bots import BOTS
from games import replay
from games.facts import team_key
from games.models import ALL_TIME, Match, Move, Section, Team, TeamTally
from games.services.bots import play_turn
from games.services.matches import Chair, TableTerms, create_table, join_table
from games.services.moves import play_bot_move, play_move
from tests.smtp import last, post_office

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
ALICE_FIRST, BOB_FIRST = "d", "a"
MEGALOPOLIS = {"game": "megalopolis", "variant": "easy"}


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
def dora(db):
    """Somebody with the link."""
    return Player.objects.create_user("dora", "dora@example.org")


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


def waiting(match):
    """Who is not to move."""
    return match.seats.exclude(index=match.to_move).get().player


def some_move(match):
    """A move that is legal now."""
    view = replay.position(match).observe(match.to_move)
    return str(BOTS["greedy"](match.rules, view, Rng(str(match.seq))))


def advance(match, moves=1000):
    """Play so many moves, or to the end: people and bots move, nobody waits."""
    match = Match.objects.get(pk=match.pk)
    while moves and match.is_running:
        seat = match.seats.get(index=match.to_move)
        if seat.driver is None:
            play_turn(match_id=match.pk, seq=match.seq)
        else:
            play_move(code=match.code, player=seat.driver, seq=match.seq, text=some_move(match))
        match = Match.objects.get(pk=match.pk)
        moves -= 1
    return match


@pytest.fixture
def play():
    return advance


@pytest.fixture
def office(settings):
    """A mail server that the site sends its mails to."""
    with post_office() as office:
        settings.EMAIL_BACKEND = "accounts.transports.Backend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
        yield office


@pytest.fixture
def clock(office):
    """It is noon, and stays so."""
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def begin(clock, table, bob):
    """Bob joins Alice; the seed says who is first."""

    def begin(seed):
        Match.objects.filter(pk=table.pk).update(seed=seed)
        return join_table(player=bob, code=table.code)

    return begin


@pytest.fixture
def begun(begin, office, clock):
    """Alice is to move since an hour, and a mail has told her."""
    clock.move_to(NOON - timedelta(hours=1))
    match = begin(ALICE_FIRST)
    clock.move_to(NOON)
    deliver_due()
    office.mails.clear()
    return match


@pytest.fixture
def told(begun, office, play, clock):
    """A mail about a turn in the middle of a match, with the match and its reader."""
    Player.objects.update(time_zone="Europe/Berlin")
    match = play(begun, 13)
    clock.shift(timedelta(hours=1))
    deliver_due()
    reader = mover(match)
    return match, reader, last(office.to(reader))


def rush(match):
    """Straight to the end with whatever is legal; only the last move is played as usual."""
    match, rng = Match.objects.get(pk=match.pk), Rng(match.code)
    state = replay.position(match)
    rows: list[Move] = []
    while (seat := state.to_move) is not None:
        legal = state.legal_moves()
        move = legal[rng.below(len(legal))]
        row = Move(match=match, seq=match.seq + len(rows) + 1, seat=seat, text=str(move))
        row.created_at = timezone.now()
        rows.append(row)
        state.push(move)
    *most, last = rows
    Move.objects.bulk_create(most)
    match.seq, match.to_move = last.seq - 1, last.seat
    match.save()
    return play_bot_move(match_id=match.pk, seq=match.seq, text=last.text)


@pytest.fixture
def build(announce):
    """Start a match of people, or of one of them, who build together."""

    def build(*people, **terms):
        chairs = [Chair(invited=person) for person in people[1:]]
        bots = [Chair(bot=bot) for bot in terms.pop("bots", ())]
        usual = {**MEGALOPOLIS, "allows_vacation": False}
        match = announce(people[0], *chairs, *bots, **(usual | terms))
        for person in people[1:]:
            match = join_table(player=person, code=match.code)
        return match

    return build


@pytest.fixture
def reach():
    """Give a team results, as if it had played."""

    def reach(*players, games=10, wins=5, points=0, section=Section.PLAYERS, **facts):
        team, is_new = Team.objects.get_or_create(key=team_key([one.pk for one in players]))
        if is_new:
            team.members.set(players)
        usual = {**MEGALOPOLIS, "cities": games, "best": 9, "season": ALL_TIME}
        when = {"last_at": timezone.now() - facts.pop("ago", timedelta())}
        TeamTally.objects.create(
            **(usual | when | facts),
            team=team,
            section=section,
            games=games,
            wins=wins,
            points=points,
        )

    return reach
