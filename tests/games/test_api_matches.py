"""The calls of the contract, one by one, with everything they may answer."""

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.services import clubs
from engine import GAMES as ENGINE_GAMES
from games.catalogue import GAMES
from games.models import Match
from games.services.matches import Chair
from tests.games.conftest import mover, some_move, waiting
from tests.programs import JSON, Program, refused

NEW = {
    "game": "quadropolis",
    "variant": "classic",
    "options": {"squares": False},
    "seats": [{"player": "me"}, {"open": True}],
    "rated": True,
    "days_per_move": 3,
}


@pytest.fixture(autouse=True)
def _nobody_was_counted():
    cache.clear()
    yield
    cache.clear()


# games/


def test_the_games_are_listed_as_the_engine_does(db):
    answer = Program().get("games/")
    assert answer.json() == [game.to_json() for game in GAMES.values()]
    assert answer.json()[0]["game"] in ENGINE_GAMES


# POST matches/


def test_a_match_is_announced_and_waits_for_players(alice):
    answer = Program(alice).post("matches/", NEW)
    assert answer.status_code == 201
    said = answer.json()
    assert said["status"] == "open"
    assert said["players"] == ["alice", None]
    assert said["view"] is None
    assert said["clock"] == "3d"
    assert Match.objects.get(code=said["code"]).creator == alice


@pytest.mark.parametrize(("days", "clock"), [(1, "24h"), (2, "2d"), (30, "30d")])
def test_days_per_move_become_a_clock(alice, days, clock):
    answer = Program(alice).post("matches/", NEW | {"days_per_move": days})
    assert answer.json()["clock"] == clock


def test_a_match_against_a_bot_begins_at_once(alice):
    seats = [{"player": "me"}, {"bot": "greedy"}]
    answer = Program(alice).post("matches/", NEW | {"seats": seats})
    assert answer.status_code == 201
    assert answer.json()["status"] == "running"
    assert answer.json()["players"] == ["alice", "Greedy-Robot"]


@pytest.mark.parametrize(
    ("game", "variant"),
    [
        (name, key)
        for name, game in GAMES.items()
        for key, variant in game.variants.items()
        if 1 in variant.players
    ],
)
def test_a_game_for_one_begins_at_once_and_is_played(alice, game, variant):
    program = Program(alice)
    new = {"game": game, "variant": variant, "seats": [{"player": "me"}]}
    match = program.post("matches/", new).json()
    assert (match["status"], match["deadline"]) == ("running", None)
    played = program.post(
        f"matches/{match['code']}/moves/", {"seq": 0, "move": match["legal_moves"][0]}
    )
    assert played.status_code == 201
    assert played.json()["legal_moves"]


def test_somebody_can_be_invited_by_name(alice, bob):
    answer = Program(alice).post(
        "matches/", NEW | {"seats": [{"player": "bob"}, {"player": "Alice"}]}
    )
    assert answer.status_code == 201
    assert answer.json()["seats"][0]["invited"] == "bob"
    assert answer.json()["players"] == [None, "alice"]


def test_what_is_not_said_is_the_usual(alice):
    said = {name: NEW[name] for name in ("game", "variant", "seats")}
    match = Program(alice).post("matches/", said).json()
    assert (match["rated"], match["clock"], match["allows_bots"]) == (True, "3d", False)


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"game": None},
        {"game": "quadro\0polis"},
        {"variant": "hard"},
        {"variant": ""},
        {"options": {"dice": True}},
        {"options": ["squares"]},
        {"seats": []},
        {"seats": [{"open": True}, {"open": True}]},
        {"seats": [{"player": "me"}]},
        {"seats": [{"player": "me"}, {"player": "me"}]},
        {"seats": [{"player": "me"}, {"player": "nobody-here"}]},
        {"seats": [{"player": "me"}, {"bot": "hal"}]},
        {"seats": [{"player": "me"}, {}]},
        {"seats": [{"player": "me"}, {"bot": "greedy", "open": True}]},
        {"seats": [{"player": "me"}, {"open": False}]},
        {"seats": [{"player": "me"}, "open"]},
        {"seats": [{"player": "me"}] * 10000},
        {"days_per_move": 0},
        {"days_per_move": 31},
        {"days_per_move": "soon"},
        {"days_per_move": 10**30},
        {"rated": "perhaps"},
        {"rated": "no"},
        {"rated": 1},
        {"options": {"squares": "true"}},
        {"days_per_move": "3"},
        {"days_per_move": True},
        {"days_per_move": 2.5},
        {"seats": [{"player": "me"}, {"open": "yes"}]},
    ],
)
def test_a_match_that_makes_no_sense_is_refused(alice, change):
    assert refused(Program(alice).post("matches/", NEW | change), 400)
    assert not Match.objects.exists()


def test_announcing_needs_a_token(db):
    answer = Program().post("matches/", NEW)
    assert refused(answer, 401, "not_authenticated")
    assert answer["WWW-Authenticate"] == "Token"


# What arrives at all


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"text"',
        b"\xff\xfe",
        b"\0",
        b'{"seq": NaN}',
        b'{"seq": 1, "seq": 2}',
        b"[" * 100_000,
        b'{"seq": ' + b"9" * 5000 + b"}",
        b'{"seq": 0, "move": "\\ud800"}',
        b'{"seq": 0, "move": "\\u0000"}',
        b'{"seq": 1e400, "move": "x"}',
        b'{"seq": -1, "move": "x"}',
        b'{"seq": 0, "move": ["x"]}',
        b'{"seq": 0, "move": ""}',
        b'{"seq": 0, "move": 5}',
        b'{"seq": "0", "move": "1N1-a1"}',
        b'{"seq": 0}',
        b'{"move": "3N4-b3"}',
    ],
)
def test_a_body_that_makes_no_sense_is_refused(match, body):
    answer = Program(mover(match)).send("post", f"matches/{match.code}/moves/", body)
    assert refused(answer, 400)


def test_a_huge_body_is_refused(match):
    body = b'{"seq": 0, "move": "' + b"x" * 1_000_000 + b'"}'
    answer = Program(mover(match)).send("post", f"matches/{match.code}/moves/", body)
    assert refused(answer, 413, "too_large")


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "x"])
def test_only_json_is_understood(match, content_type):
    path = f"matches/{match.code}/moves/"
    answer = Program(mover(match)).send("post", path, b"seq=0&move=x", content_type)
    assert refused(answer, 415, "unsupported_media_type")


def test_json_may_name_its_encoding(match):
    path, body = f"matches/{match.code}/moves/", b'{"seq": 0, "move": "banana"}'
    answer = Program(mover(match)).send("post", path, body, f"{JSON}; charset=utf-8")
    assert refused(answer, 400, "unreadable")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("put", "matches/"),
        ("delete", "matches/{code}/"),
        ("get", "matches/{code}/moves/"),
        ("get", "matches/{code}/join/"),
        ("post", "games/"),
        ("get", "auth/token/"),
    ],
)
def test_other_methods_are_refused(match, alice, method, path):
    answer = Program(alice).send(method, path.format(code=match.code))
    assert refused(answer, 405, "method_not_allowed")
    assert answer["Allow"]


@pytest.mark.parametrize("path", ["nowhere/", "matches", "matches/aaaaaaaa/", "matches/a b/", ""])
def test_what_is_not_there_is_not_found(db, path):
    assert refused(Program().get(path), 404, "not_found")


@pytest.mark.parametrize("call", ["join/", "leave/", "moves/", "resign/"])
def test_nothing_can_be_done_in_a_match_that_is_not_there(alice, call):
    data = {"seq": 0, "move": "3N4-b3"}
    assert refused(Program(alice).post(f"matches/aaaaaaaa/{call}", data), 404, "not_found")


@pytest.mark.parametrize("call", ["join/", "leave/", "moves/", "resign/"])
def test_strangers_can_do_nothing(match, call):
    data = {"seq": 0, "move": "3N4-b3"}
    assert refused(Program().post(f"matches/{match.code}/{call}", data), 401)
    match.refresh_from_db()
    assert (match.seq, match.status) == (0, "running")


# join/ and leave/


def test_joining_takes_the_seat_and_starts_the_match(table, bob):
    answer = Program(bob).post(f"matches/{table.code}/join/")
    assert answer.status_code == 200
    assert answer.json()["status"] == "running"
    assert answer.json()["players"] == ["alice", "bob"]


def test_joining_twice_or_late_is_a_conflict(table, bob, charlie):
    assert Program(bob).post(f"matches/{table.code}/join/").status_code == 200
    assert refused(Program(bob).post(f"matches/{table.code}/join/"), 409, "conflict")
    assert refused(Program(charlie).post(f"matches/{table.code}/join/"), 409, "conflict")


def test_a_table_can_be_left_before_the_start(announce, alice, bob):
    table = announce(alice, Chair(), Chair())
    Program(bob).post(f"matches/{table.code}/join/")
    assert Program(bob).post(f"matches/{table.code}/leave/").json()["players"][1] is None
    assert refused(Program(bob).post(f"matches/{table.code}/leave/"), 403)
    assert Program(alice).post(f"matches/{table.code}/leave/").json()["status"] == "cancelled"


# GET matches/CODE/


def test_whose_turn_it_is_sees_the_legal_moves(match):
    said = Program(mover(match)).get(f"matches/{match.code}/").json()
    assert said.keys() >= {"code", "status", "seq", "to_move", "players", "view", "legal_moves"}
    assert said["seat"] == said["to_move"] == match.to_move
    assert some_move(match) in said["legal_moves"]
    assert said["legal_moves"] == sorted(said["legal_moves"])


def test_nobody_else_sees_legal_moves(match, charlie):
    for other in (waiting(match), charlie, None):
        assert "legal_moves" not in Program(other).get(f"matches/{match.code}/").json()


def test_a_private_match_is_for_those_with_its_code_but_not_listed(announce, alice, bob):
    table = announce(alice, Chair(), is_private=True)
    assert Program(bob).get(f"matches/{table.code}/").status_code == 200
    assert Program(bob).get("matches/").json()["results"] == []
    assert Program().get("matches/").json()["results"] == []
    assert [one["code"] for one in Program(alice).get("matches/").json()["results"]] == [table.code]


def test_the_open_table_of_a_club_is_listed_for_its_members(announce, alice, bob, charlie):
    club = clubs.found_club(player=alice, name="Thursday Circle", about="")
    clubs.join_by_link(player=bob, slug=club.slug, key=club.join_key)
    announce(alice, Chair(), club_id=club.pk)
    assert Program(charlie).get("matches/").json()["results"] == []
    assert Program().get("matches/").json()["results"] == []
    assert len(Program(bob).get("matches/").json()["results"]) == 1


# moves/


def test_a_move_is_played(match):
    program = Program(mover(match))
    answer = program.play(match, some_move(match))
    assert answer.status_code == 201
    assert answer.json()["seq"] == 1
    assert answer.json()["to_move"] != match.to_move
    assert "legal_moves" not in answer.json()


def test_an_unreadable_move_is_refused(match):
    assert refused(Program(mover(match)).play(match, "banana"), 400, "unreadable")


def test_a_move_out_of_turn_is_refused(match, charlie):
    move = some_move(match)
    assert refused(Program(waiting(match)).play(match, move), 403, "not_allowed")
    assert refused(Program(charlie).play(match, move), 403, "not_allowed")


def test_a_move_that_comes_twice_counts_once(match):
    program, move = Program(mover(match)), some_move(match)
    assert program.play(match, move).status_code == 201
    assert refused(program.play(match, move), 409, "stale")
    assert refused(program.play(match, move, seq=7), 409, "stale")
    assert match.moves.count() == 1


def test_a_move_against_the_rules_is_refused(match):
    program = Program(mover(match))
    said = program.get(f"matches/{match.code}/").json()
    illegal = next(
        move
        for column in "abcd"
        for row in "1234"
        if (move := f"1N1-{column}{row}") not in said["legal_moves"]
    )
    assert refused(program.play(match, illegal), 422, "against_the_rules")
    match.refresh_from_db()
    assert match.seq == 0


def test_a_move_after_the_deadline_counts_as_long_as_nobody_acted_on_it(match):
    Match.objects.update(deadline=timezone.now())
    assert Program(mover(match)).play(match, some_move(match)).status_code == 201


def test_a_move_before_the_start_or_after_the_end_is_a_conflict(table, alice, bob):
    assert refused(Program(alice).play(table, "1N1-a1"), 409)
    Program(bob).post(f"matches/{table.code}/join/")
    Program(bob).post(f"matches/{table.code}/resign/")
    assert refused(Program(alice).play(table, "1N1-a1"), 409)


# resign/


def test_resigning_ends_a_duel_once(match, alice, charlie):
    answer = Program(alice).post(f"matches/{match.code}/resign/")
    assert answer.status_code == 200
    assert answer.json()["status"] == "finished"
    assert answer.json()["result"]["ranks"] == [2, 1]
    assert refused(Program(alice).post(f"matches/{match.code}/resign/"), 409)


def test_a_stranger_can_not_resign_for_anybody(match, charlie):
    assert refused(Program(charlie).post(f"matches/{match.code}/resign/"), 403)


# record/


def test_there_is_no_record_before_the_start(table, alice):
    assert refused(Program(alice).get(f"matches/{table.code}/record/"), 409)


def test_the_record_has_seed_and_result_once_it_is_over(match, play):
    running = Program().get(f"matches/{match.code}/record/").json()
    assert running.keys().isdisjoint({"seed", "result"})
    finished = Program().get(f"matches/{play(match).code}/record/").json()
    assert finished["seed"] == match.seed
    assert len(finished["setup"]["rounds"]) > len(running["setup"]["rounds"])
    assert len(finished["result"]["scores"]) == 2


# GET matches/


def test_matches_are_listed_newest_first_and_page_by_page(settings, announce, alice, bob):
    settings.API_PAGE_SIZE = 2
    codes = [announce(alice, Chair()).code for _ in range(5)]
    program, found = Program(bob), []
    answer = program.get("matches/")
    while True:
        said = answer.json()
        assert len(said["results"]) <= 2
        found += [match["code"] for match in said["results"]]
        if said["next"] is None:
            break
        answer = program.browser.get(said["next"], headers=program.headers)
    assert found == codes[::-1]


def test_matches_are_found_by_player_game_variant_and_status(announce, match, alice, charlie):
    expert = announce(charlie, Chair(), variant="expert")

    def codes(caller=None, **query):
        return [one["code"] for one in Program(caller).get("matches/", **query).json()["results"]]

    assert codes(player="Alice") == codes(status="running") == codes(variant="classic")
    assert codes(player="alice") == codes(alice, player="me") == [match.code]
    assert codes(status="open", game="quadropolis") == codes(player="charlie") == [expert.code]
    assert codes(status="finished") == codes(player="nobody") == codes(game="chess") == []


@pytest.mark.parametrize(
    "query",
    [{"status": "lost"}, {"cursor": "x"}, {"cursor": "-1"}, {"cursor": "9" * 40}, {"player": "\0"}],
)
def test_a_list_that_makes_no_sense_is_refused(db, query):
    assert refused(Program().get("matches/", **query), 400, "invalid")


def test_a_list_costs_the_same_however_long_it_is(
    announce, alice, bob, django_assert_max_num_queries
):
    program = Program(alice)
    announce(alice, Chair(invited=bob))
    program.get("matches/")
    with django_assert_max_num_queries(9) as few:
        program.get("matches/")
    for _ in range(5):
        announce(alice, Chair(invited=bob))
    with django_assert_max_num_queries(len(few)):
        assert len(program.get("matches/").json()["results"]) == 6
