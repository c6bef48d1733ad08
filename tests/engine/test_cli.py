import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import GAMES
from engine.__main__ import MOST_BYTES, main
from engine.bots import BOTS

CITY: dict[str, Any] = {
    "game": "quadropolis",
    "mode": "classic",
    "inhabitants": 1,
    "energy": 2,
    "city": [{"cell": "a1", "kind": "tower", "floors": 3}, {"cell": "b1", "kind": "shop"}],
}


def run(*argv, stdin=b""):
    if not isinstance(stdin, bytes):
        stdin = json.dumps(stdin).encode()
    stdout, stderr = io.StringIO(), io.StringIO()
    status = main(argv, io.BytesIO(stdin), stdout, stderr)
    return status, stdout.getvalue(), stderr.getvalue()


def output(*argv, stdin=b""):
    status, out, err = run(*argv, stdin=stdin)
    assert (status, err) == (0, "")
    return out


def printed(*argv, stdin=b""):
    return json.loads(output(*argv, stdin=stdin))


def complaint(*argv, stdin=b""):
    status, out, err = run(*argv, stdin=stdin)
    assert status == 1
    assert out == ""
    assert len(err.splitlines()) == 1
    assert len(err) < 600
    return err.rstrip("\n")


def real_run(*argv, stdin=b"", stdout=subprocess.PIPE):
    command = [sys.executable, "-m", "engine", *argv]
    return subprocess.run(command, input=stdin, stdout=stdout, stderr=subprocess.PIPE, timeout=60)


def new(*argv):
    return printed("new", "quadropolis", "--seed", "a seed", *argv)


NEW = new()
WHOLE = printed("play", "quadropolis", "--bots", "random,random", "--seed", "a seed")


def test_it_lists_the_games():
    assert printed("games")[0] == {
        "game": "quadropolis",
        "version": GAMES["quadropolis"].version,
        "variants": [
            {"variant": "classic", "players": [2, 3, 4]},
            {"variant": "expert", "players": [2, 3, 4]},
        ],
        "options": ["squares"],
    }


def test_a_new_match_is_the_first_variant_for_as_few_players_as_possible():
    assert NEW["variant"] == "classic"
    assert NEW["players"] == ["Player 1", "Player 2"]
    assert NEW["seed"] == "a seed"
    assert NEW["options"] == {"squares": False}


def test_a_new_match_is_played_on_the_terms_asked_for():
    found = new("--variant", "expert", "--players", "4", "--option", "squares")
    assert found["variant"] == "expert"
    assert len(found["players"]) == 4
    assert found["options"] == {"squares": True}
    assert len(found["setup"]["rounds"]) == 5


def test_new_matches_without_a_seed_differ():
    assert printed("new", "quadropolis")["setup"] != printed("new", "quadropolis")["setup"]


def test_the_legal_moves_are_listed_one_per_line_and_sorted():
    moves = output("legal", stdin=NEW).splitlines()
    assert len(moves) > 100
    assert moves == sorted(moves)


def test_a_finished_match_has_no_legal_moves():
    assert output("legal", stdin=WHOLE) == ""


def test_a_replay_adds_the_result_once_the_match_is_over():
    short = {key: value for key, value in WHOLE.items() if key != "result"}
    assert printed("replay", stdin=short) == WHOLE
    assert printed("replay", stdin=WHOLE) == WHOLE
    assert printed("replay", stdin=NEW) == NEW


def test_names_of_any_language_pass_through():
    names = ["Zoë", "小明"]
    assert "小明" in output("replay", stdin=NEW | {"players": names})


def test_it_reads_a_file_that_begins_with_a_byte_order_mark():
    assert printed("replay", stdin=b"\xef\xbb\xbf" + json.dumps(NEW).encode()) == NEW


def test_the_bots_names_are_unique():
    found = printed("play", "quadropolis", "--bots", "random,random,random", "--seed", "s")
    assert found["players"] == ["random", "random 2", "random 3"]
    assert sorted(found["result"]["ranks"])[0] == 1


@pytest.mark.parametrize("bot", BOTS)
def test_the_same_seed_gives_the_same_match(bot):
    argv = ("play", "quadropolis", "--bots", f"{bot},random", "--seed", "again")
    assert output(*argv) == output(*argv)


def test_it_scores_a_city():
    assert printed("score", stdin=CITY)["total"] == 7


@pytest.mark.parametrize(
    ("argv", "part"),
    [
        ((), "COMMAND"),
        (("dance",), "invalid choice: 'dance'"),
        (("new",), "GAME"),
        (("new", "chess"), 'Unknown game "chess": there is quadropolis'),
        (("new", "quadropolis", "--variant", "blitz"), 'Unknown variant "blitz"'),
        (("new", "quadropolis", "--variant", ""), 'Unknown variant ""'),
        (("new", "quadropolis", "--option", "circles"), 'no option "circles"'),
        (("new", "quadropolis", "--players", "5"), "2 to 4 players, not 5"),
        (("new", "quadropolis", "--players", "0"), "2 to 4 players, not 0"),
        (("new", "quadropolis", "--players", "-1"), "2 to 4 players, not -1"),
        (("new", "quadropolis", "--players", "two"), "invalid int value"),
        (("new", "quadropolis", "--players", "9" * 5000), "invalid int value"),
        (("new", "quadropolis", "--seed", ""), "seed: must have 1 to 200 characters"),
        (("new", "quadropolis", "--seed", "\udcff"), "seed: is not valid Unicode"),
        (("new", "quadropolis", "more"), "unrecognized arguments"),
        (("play", "quadropolis"), "--bots"),
        (("play", "quadropolis", "--bots", "deep blue,random"), 'Unknown bot "deep blue": there'),
        (("play", "quadropolis", "--bots", ""), 'Unknown bot ""'),
        (("play", "quadropolis", "--bots", "random"), "2 to 4 players, not 1"),
        (("play", "quadropolis", "--bots", "random," * 4 + "random"), "2 to 4 players, not 5"),
        (("new", "one\ntwo"), 'Unknown game "one�two"'),
    ],
)
def test_it_complains_about_arguments_in_one_sentence(argv, part):
    assert part in complaint(*argv)


BROKEN = {
    "nothing": (b"", "The input is empty"),
    "blanks": (b" \n\t", "The input is empty"),
    "half": (b'{"format": 1,', "The input is not JSON: line 1, column 14"),
    "twice": (b'{"format": 1, "format": 1}', 'The field "format" is there twice.'),
    "bytes": (b'{"\xff": 1}', "The input is not UTF-8: byte 3."),
    "nan": (b'{"format": NaN}', "NaN is no number"),
    "infinity": (b"-Infinity", "-Infinity is no number"),
    "digits": (b'{"format": ' + b"9" * 5000 + b"}", "too many digits"),
    "deep list": (b"[" * 100_000, "nested too deeply"),
    "deep object": (b'{"a":' * 100_000, "nested too deeply"),
    "long": (b'"' + b"x" * MOST_BYTES, f"longer than {MOST_BYTES} bytes"),
    "control": (b"\0\x1b[31m", "The input is not JSON"),
}


@pytest.mark.parametrize("command", ["legal", "replay", "score"])
@pytest.mark.parametrize("name", BROKEN)
def test_it_complains_about_what_is_not_json_in_one_sentence(command, name):
    stdin, part = BROKEN[name]
    assert part in complaint(command, stdin=stdin)


@pytest.mark.parametrize("command", ["legal", "replay", "score"])
@pytest.mark.parametrize("data", [None, [], 7, "text", {}, [[]] * 100, "x" * 1_000_000])
def test_it_complains_about_json_of_another_shape(command, data):
    assert complaint(command, stdin=data)


@pytest.mark.parametrize("command", ["legal", "replay"])
def test_it_names_the_move_that_is_wrong(command):
    moves = [*WHOLE["moves"][:6], "9Z9"]
    record = WHOLE | {"moves": moves}
    assert complaint(command, stdin=record).startswith('move 7 "9Z9": ')


def test_a_move_with_line_breaks_is_quoted_on_one_line():
    assert complaint("legal", stdin=NEW | {"moves": ["3N4\n\u2028x"]}).startswith("move 1 ")


@pytest.mark.parametrize("depth", range(850, 1000, 10))
def test_it_copes_with_any_depth(depth):
    nested = b"[" * depth + b"]" * depth
    for field in (b"setup", b"moves", b"result"):
        assert complaint("replay", stdin=b'{"format": 1, "%s": %s}' % (field, nested))
    rounds = json.dumps(NEW).encode().replace(b'"rounds": [[', b'"rounds": [[' + nested + b", ")
    assert complaint("replay", stdin=rounds)
    assert complaint("score", stdin=b'{"game": "quadropolis", "mode": %s}' % nested)
    city = json.dumps(CITY).encode().replace(b'"a1"', nested)
    assert complaint("score", stdin=city)


@pytest.mark.parametrize(
    ("city", "part"),
    [
        (CITY | {"game": "chess"}, 'Unknown game "chess"'),
        (CITY | {"game": 1}, 'A city must be an object with a field "game"'),
        (CITY | {"mode": "blitz"}, "mode"),
        (CITY | {"energy": True}, "energy"),
        (CITY | {"energy": -1}, "energy"),
        (CITY | {"city": [{"cell": "e1", "kind": "park"}]}, "e1"),
        (CITY | {"city": [{"cell": "a1", "kind": "castle"}]}, "castle"),
        (CITY | {"city": [{"cell": "a1", "kind": "tower", "floors": 5}]}, "floors"),
        (CITY | {"city": CITY["city"] * 2}, "twice"),
    ],
)
def test_it_complains_about_a_city_that_can_not_be(city, part):
    assert part in complaint("score", stdin=city)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)
commands = st.sampled_from(["legal", "replay", "score"])


def assert_it_copes(command, stdin):
    status, out, err = run(command, stdin=stdin)
    assert (status, len(err.splitlines())) in {(0, 0), (1, 1)}
    assert out == "" or status == 0


@given(commands, st.binary())
def test_it_copes_with_any_bytes(command, data):
    assert_it_copes(command, data)


@given(commands, json_values)
def test_it_copes_with_any_json(command, data):
    assert_it_copes(command, data)


@given(st.sampled_from(["legal", "replay"]), st.sampled_from(sorted(WHOLE)), json_values)
@example("replay", "setup", {"first": 0, "rounds": [[0] * 25] * 4})
@example("replay", "players", ["\ud800", "b"])
def test_it_copes_with_any_field_of_a_record(command, field, value):
    assert_it_copes(command, WHOLE | {field: value})


@given(st.sampled_from(sorted(CITY)), json_values)
@example("city", [{"cell": ["a1"], "kind": "tower"}])
@example("city", [{"cell": "a1", "kind": {}}])
@example("mode", {})
def test_it_copes_with_any_field_of_a_city(field, value):
    assert_it_copes("score", CITY | {field: value})


@given(st.sampled_from(["cell", "kind", "floors", "points", "other"]), json_values)
def test_it_copes_with_any_field_of_a_building(field, value):
    assert_it_copes("score", CITY | {"city": [{"cell": "a1", "kind": "tower", field: value}]})


@given(st.lists(st.text() | st.sampled_from(["new", "play", "quadropolis", "--seed", "--bots"])))
def test_it_copes_with_any_arguments(argv):
    if any(argument.startswith(("-h", "--help")) for argument in argv):
        return
    status, _out, err = run(*argv)
    assert (status, len(err.splitlines())) in {(0, 0), (1, 1)}


def test_it_runs_as_a_program():
    finished = real_run("replay", stdin=json.dumps(WHOLE).encode())
    assert (finished.returncode, finished.stderr) == (0, b"")
    assert json.loads(finished.stdout) == WHOLE


@pytest.mark.parametrize("stdin", [b"", b"[" * 100_000, b"\xff"])
def test_as_a_program_it_exits_with_1_and_one_line(stdin):
    finished = real_run("legal", stdin=stdin)
    assert (finished.returncode, finished.stdout) == (1, b"")
    assert len(finished.stderr.splitlines()) == 1


def test_as_a_program_it_exits_with_1_when_the_arguments_are_wrong():
    finished = real_run("dance")
    assert finished.returncode == 1
    assert len(finished.stderr.splitlines()) == 1


def test_it_stays_quiet_when_nobody_reads_on():
    command = f"{sys.executable} -m engine play quadropolis --bots random,random | true"
    finished = subprocess.run(command, shell=True, stderr=subprocess.PIPE, timeout=60)
    assert finished.stderr == b""


def test_it_says_so_when_the_disk_is_full():
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        finished = real_run("games", stdout=full)
    assert finished.returncode == 1
    assert finished.stderr == b"No space left on device.\n"


def test_it_says_so_when_standard_output_is_closed():
    command = f"{sys.executable} -m engine games >&-"
    finished = subprocess.run(command, shell=True, stderr=subprocess.PIPE, timeout=60)
    assert (finished.returncode, finished.stderr) == (1, b"Standard output is closed.\n")
