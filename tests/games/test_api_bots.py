"""Bots of players: programs with a name, an owner and a rating of their own."""

import threading
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from accounts.models import Notice, Player
from accounts.services.bots import MOST_BOTS, register_bot
from games.api import turns
from games.models import Match, Rating, Standing
from games.services.books import enter_finished
from games.services.departures import leave_everything_and_delete
from games.services.leaderboards import refresh_standings
from games.services.matches import Chair, join_table
from games.services.rematches import offer_rematch
from games.services.time_outs import sweep_time_outs
from quadropolis_site.errors import ApplicationError, Conflict, NotAllowed
from tests.games.conftest import BOB_FIRST, advance, rush
from tests.programs import Program, refused


@pytest.fixture(autouse=True)
def _nobody_was_counted():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def bot(bob):
    """Bob's program."""
    bot, _secret = register_bot(owner=bob, name="Bricklayer", about="I stack towers.")
    return bot


@pytest.fixture
def table_for_bots(announce, alice):
    return announce(alice, Chair(), allows_bots=True)


def test_a_program_registers_a_bot_and_gets_its_token_once(bob):
    answer = Program(bob).post("bots/", {"name": "Bricklayer"})
    assert answer.status_code == 201
    program = Program()
    program.headers = {"Authorization": f"Token {answer.json()['token']}"}
    me = program.get("players/me/").json()
    assert (me["name"], me["is_bot"], me["owner"]) == ("Bricklayer", True, "bob")
    assert [one["name"] for one in Program(bob).get("bots/").json()["results"]] == ["Bricklayer"]


@pytest.mark.parametrize("name", ["", "x", "two words", "greedy", "Evil-Robot", "me", "x" * 25])
def test_a_bot_needs_a_proper_name(bob, name):
    assert refused(Program(bob).post("bots/", {"name": name}), 400)
    with pytest.raises(ApplicationError):
        register_bot(owner=bob, name=name)


def test_names_are_given_once(bob, alice):
    assert refused(Program(bob).post("bots/", {"name": "ALICE"}), 409)


def test_nobody_has_bots_without_end_and_bots_have_none(bob, bot):
    for number in range(1, MOST_BOTS):
        register_bot(owner=bob, name=f"another-{number}")
    with pytest.raises(Conflict):
        register_bot(owner=bob, name="one-more")
    with pytest.raises(NotAllowed):
        register_bot(owner=bot, name="one-more")


def test_nobody_logs_in_as_a_bot(bot):
    assert not bot.has_usable_password()


def test_a_bot_sits_down_only_where_bots_are_welcome(bot, table, table_for_bots):
    program = Program(bot)
    assert refused(program.post(f"matches/{table.code}/join/"), 403)
    joined = program.post(f"matches/{table_for_bots.code}/join/").json()
    assert joined["status"] == "running"
    assert joined["seats"][1] == joined["seats"][1] | {"is_bot": True, "owner": "bob"}


def test_a_bot_can_not_be_invited(bot, alice):
    seats = [{"player": "me"}, {"player": bot.username}]
    new = {"game": "quadropolis", "variant": "classic", "seats": seats}
    assert refused(Program(alice).post("matches/", new), 400)


def test_its_page_names_its_owner(bot, client):
    page = client.get(bot.get_absolute_url()).content.decode()
    assert 'A bot of <a href="/players/bob/">bob</a>.' in page


def test_a_match_says_whose_bot_it_is(bot, announce, table_for_bots, client):
    table = announce(bot, Chair())
    running = join_table(player=bot, code=table_for_bots.code)
    for match in (table, running):
        assert "bot of bob" in client.get(match.get_absolute_url()).content.decode()


def test_a_bot_plays_by_itself_on_a_clock_and_is_told_nothing(bot, table_for_bots):
    match = join_table(player=bot, code=table_for_bots.code)
    assert match.deadline is not None
    assert match.bot_due_at is None
    assert not Notice.objects.filter(player=bot).exists()


def test_a_bot_that_does_not_move_loses_on_time(bot, table_for_bots):
    match = join_table(player=bot, code=table_for_bots.code)
    index = match.seats.get(player=bot).index
    match = advance(match, 2 if match.to_move == index else 1)  # its turn, after a move
    Match.objects.update(deadline=timezone.now() - timedelta(days=1))
    sweep_time_outs()
    match.refresh_from_db()
    assert match.is_finished
    assert match.result == (match.result or {}) | {"timed_out": [index]}


def test_a_bot_has_a_rating_but_no_place_among_people(bot, table_for_bots):
    rush(join_table(player=bot, code=table_for_bots.code))
    enter_finished()
    refresh_standings()
    assert Rating.objects.filter(player=bot, pool="quadropolis").exists()
    line = Standing.objects.get(player=bot, pool="quadropolis", board="all-time")
    assert line.place_of_people is None
    lines = Program().get("leaderboards/quadropolis/").json()["results"]
    assert {one["player"]: one["is_bot"] for one in lines} == {"alice": False, "Bricklayer": True}


def test_nobody_wins_points_from_their_own_bot(bot, bob, announce):
    table = announce(bob, Chair(), allows_bots=True)
    rush(join_table(player=bot, code=table.code))
    enter_finished()
    assert not Rating.objects.exists()


def test_a_rematch_with_a_bot_keeps_its_seat(bot, alice, table_for_bots):
    match = rush(join_table(player=bot, code=table_for_bots.code))
    again = offer_rematch(code=match.code, player=alice)
    assert again.allows_bots
    program = Program(bot)
    assert program.post(f"matches/{again.code}/join/").status_code == 200


def test_a_bot_is_retired_by_its_owner_alone(bot, alice, bob, table_for_bots):
    match = join_table(player=bot, code=table_for_bots.code)
    program = Program(bot)
    assert refused(Program(alice).send("delete", f"bots/{bot.username}/"), 404)
    assert Program(bob).send("delete", f"bots/{bot.username}/").status_code == 204
    assert refused(program.get("games/"), 401)
    match.refresh_from_db()
    assert match.is_finished


def test_bots_leave_with_their_owner(bot, bob):
    leave_everything_and_delete(player=bob)
    assert Player.objects.get(pk=bot.pk).is_deleted


# Waiting for a turn


def test_turns_are_listed_for_whom_they_wait(match, alice, bob, charlie):
    found = {
        player: [one["code"] for one in Program(player).get("turns/").json()["results"]]
        for player in (alice, bob, charlie)
    }
    to_move = match.seats.get(index=match.to_move).player
    assert found == {alice: [], bob: [], charlie: []} | {to_move: [match.code]}
    assert refused(Program().get("turns/"), 401)


def test_a_turn_that_is_there_is_not_waited_for(match):
    program = Program(match.seats.get(index=match.to_move).player)
    assert len(program.get("turns/", wait=25).json()["results"]) == 1


def test_who_waits_is_told_after_the_time(alice):
    answer = Program(alice).get("turns/", wait=1)
    assert answer.json() == {"next": None, "results": []}
    assert "Retry-After" not in answer


@pytest.mark.django_db(transaction=True)
def test_who_waits_is_told_as_soon_as_there_is_a_turn(table, bob):
    Match.objects.update(seed=BOB_FIRST)
    program, answers = Program(bob), []

    def wait():
        answers.append(program.get("turns/", wait=25).json()["results"])
        connection.close()

    waiting = threading.Thread(target=wait)
    waiting.start()
    join_table(player=bob, code=table.code)
    waiting.join()
    assert [match["code"] for match in answers[0]] == [table.code]


@pytest.fixture
def waiting():
    """Players who wait already."""
    yield turns._waiting
    turns._waiting.clear()


def test_only_so_many_wait_and_the_others_are_told_at_once(alice, waiting, settings):
    waiting |= {-number for number in range(settings.API_MOST_WAITING)}
    first = Program(alice).get("turns/", wait=25)
    assert first["Retry-After"]
    again = Program(alice).get("turns/", {"If-None-Match": first["ETag"]}, wait=25)
    assert (again.status_code, again["Retry-After"]) == (304, first["Retry-After"])


def test_nobody_takes_the_places_of_others(alice, bob, waiting):
    waiting.add(alice.pk)
    assert Program(alice).get("turns/", wait=25)["Retry-After"]
    assert "Retry-After" not in Program(bob).get("turns/", wait=1)
    assert waiting == {alice.pk}


@pytest.mark.parametrize("wait", ["-1", "26", "long"])
def test_nobody_waits_for_ever(alice, wait):
    assert refused(Program(alice).get("turns/", wait=wait), 400)
