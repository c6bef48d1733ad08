"""What keeps asking cheap: versions that the caller has already, and a limit."""

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

from accounts.models import Player
from engine import EngineError
from games.models import Match
from games.services.chats import write
from games.services.moves import play_move
from tests.games.conftest import NOON, mover, some_move
from tests.programs import Program, refused


@pytest.fixture(autouse=True)
def _nobody_was_counted():
    cache.clear()
    yield
    cache.clear()


def again(program, path, answer):
    return program.get(path, headers={"If-None-Match": answer["ETag"]})


@pytest.mark.parametrize(
    "path", ["matches/{}/", "matches/{}/record/", "matches/", "games/", "turns/", "players/"]
)
def test_who_has_the_current_version_is_only_told_so(match, path):
    program = Program(mover(match))
    path = path.format(match.code)
    first = program.get(path)
    assert first.status_code == 200
    second = again(program, path, first)
    assert (second.status_code, second.content) == (304, b"")
    assert second["ETag"] == first["ETag"]


@pytest.mark.parametrize("path", ["matches/{}/", "matches/", "games/"])
def test_whoever_is_only_told_so_is_also_told_how_often_they_may_ask(match, path):
    program, path = Program(mover(match)), path.format(match.code)
    first = program.get(path)
    second = again(program, path, first)
    assert int(second["RateLimit-Remaining"]) == int(first["RateLimit-Remaining"]) - 1
    assert (second["Vary"], second["Cache-Control"]) == (first["Vary"], first["Cache-Control"])


@pytest.mark.parametrize("path", ["matches/{}/", "matches/"])
def test_asking_for_the_headers_alone_gives_the_same_ones(match, path):
    program, path = Program(mover(match)), path.format(match.code)
    first = program.get(path)
    headers = program.send("head", path)
    assert (headers.status_code, headers["ETag"]) == (200, first["ETag"])


@pytest.mark.parametrize("path", ["matches/{}/", "matches/", "schema"])
def test_other_conditions_are_not_understood_and_change_nothing(match, path):
    program, path = Program(mover(match)), path.format(match.code)
    if path == "schema":
        answer = program.browser.get("/api/schema/", headers={"If-Match": '"x"'})
    else:
        answer = program.get(path, headers={"If-Match": '"x"'})
    assert answer.status_code == 200


def test_what_is_not_there_has_no_version(db):
    assert "ETag" not in Program().get("matches/aaaaaaaa/")


def test_a_version_that_was_packed_on_the_way_is_known_too(match):
    program = Program()
    etag = program.get(f"matches/{match.code}/")["ETag"]
    for known in (f"W/{etag}", f'"other", {etag}', "*"):
        answer = program.get(f"matches/{match.code}/", headers={"If-None-Match": known})
        assert answer.status_code == 304
    answer = program.get(f"matches/{match.code}/", headers={"If-None-Match": "nonsense"})
    assert answer.status_code == 200


@pytest.mark.parametrize("path", ["matches/{}/", "matches/{}/record/", "matches/", "turns/"])
def test_a_move_makes_a_new_version(match, path):
    player = mover(match)
    program = Program(player)
    path = path.format(match.code)
    first = program.get(path)
    play_move(code=match.code, player=player, seq=0, text=some_move(match))
    assert again(program, path, first).status_code == 200


def test_somebody_who_sits_down_makes_a_new_version(table, bob, alice):
    path, program = f"matches/{table.code}/", Program(alice)
    first = program.get(path)
    Program(bob).post(f"matches/{table.code}/join/")
    assert again(program, path, first).status_code == 200


def test_a_new_deadline_or_a_name_that_is_gone_makes_a_new_version(match, alice, bob, charlie):
    path, program = f"matches/{match.code}/", Program(charlie)
    first = program.get(path)
    Match.objects.update(deadline=timezone.now())
    second = again(program, path, first)
    assert second.status_code == 200
    Player.objects.filter(pk=bob.pk).update(username="deleted-bob")
    assert again(program, path, second).status_code == 200


def test_what_is_not_in_a_match_makes_no_new_version(match, alice, bob):
    path, program = f"matches/{match.code}/", Program(alice)
    first = program.get(path)
    write(code=match.code, player=bob, text="Hello!")
    assert again(program, path, first).status_code == 304


def test_nobody_takes_the_version_of_somebody_else_for_their_own(match, alice, bob):
    path = f"matches/{match.code}/"
    first = Program(alice).get(path)
    assert again(Program(bob), path, first).status_code == 200
    assert "Authorization" in first["Vary"]
    assert "private" in first["Cache-Control"]


def test_a_version_that_is_current_costs_next_to_nothing(
    match, alice, django_assert_max_num_queries
):
    path, program = f"matches/{match.code}/", Program(alice)
    first = program.get(path)
    Match.objects.update(setup={})
    with pytest.raises(EngineError):
        program.get(path)
    with django_assert_max_num_queries(3):  # the token, the match, its seats
        assert again(program, path, first).status_code == 304


# The limit


def test_answers_say_how_much_is_left(settings, alice):
    settings.API_CALLS_PER_MINUTE = {"token": 3, "session": 3, "stranger": 2}
    with time_machine.travel(NOON, tick=False):
        program = Program(alice)
        left = [program.get("games/")["RateLimit-Remaining"] for _ in range(3)]
        assert left == ["2", "1", "0"]
        over = program.get("games/")
        assert refused(over, 429, "throttled")
        assert over["RateLimit-Limit"] == "3"
        assert 0 < int(over["Retry-After"]) <= 61


def test_each_token_is_counted_for_itself_and_strangers_by_address(settings, alice):
    settings.API_CALLS_PER_MINUTE = {"token": 1, "session": 1, "stranger": 1}
    with time_machine.travel(NOON, tick=False):
        assert Program(alice).get("games/").status_code == 200
        assert Program(alice).get("games/").status_code == 200
        assert Program().get("games/").status_code == 200
        assert refused(Program().get("games/"), 429)


def test_those_who_are_refused_are_counted_too(settings, alice):
    settings.API_CALLS_PER_MINUTE = {"token": 1, "session": 1, "stranger": 2}
    with time_machine.travel(NOON, tick=False):
        reader, stranger = Program(alice, ["read"]), Program()
        assert refused(reader.post("matches/", {}), 403, "missing_scope")
        assert refused(reader.post("matches/", {}), 429)
        stranger.headers = {"Authorization": "Token guessed"}
        answer = stranger.get("games/")
        assert refused(answer, 401)
        assert answer["RateLimit-Remaining"] == "1"
        assert refused(stranger.post("matches/", {}), 401)
        assert refused(stranger.get("games/"), 429)


def test_the_schema_is_counted_and_refused_like_everything_else(settings, client, db):
    settings.API_CALLS_PER_MINUTE = {"token": 1, "session": 1, "stranger": 3}
    with time_machine.travel(NOON, tick=False):
        first = client.get("/api/schema/")
        known = {"If-None-Match": first["ETag"]}
        assert client.get("/api/schema/", headers=known).status_code == 304
        assert refused(client.post("/api/schema/"), 405, "method_not_allowed")
        assert refused(client.get("/api/docs/"), 429, "throttled")
        assert refused(client.get("/api/schema/"), 429, "throttled")


def test_a_schema_in_a_form_that_there_is_not_is_refused(client, db):
    for path in ("schema", "docs"):
        answer = client.get(f"/api/{path}/", headers={"Accept": "image/png"})
        assert refused(answer, 406, "not_acceptable")


def test_after_a_minute_there_is_more(settings, alice):
    settings.API_CALLS_PER_MINUTE = {"token": 1, "session": 1, "stranger": 1}
    program = Program(alice)
    with time_machine.travel(NOON, tick=False) as clock:
        assert program.get("games/").status_code == 200
        assert refused(program.get("games/"), 429)
        clock.shift(60)
        assert program.get("games/").status_code == 200


def test_nobody_is_let_in_without_the_counter_but_told_so(settings, alice):
    program = Program(alice)
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "unix:///nowhere.sock",
        }
    }
    assert refused(program.get("games/"), 503, "unavailable")
