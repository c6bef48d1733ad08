import json
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES, record
from engine.errors import BadMove, BadRecord, BadTerms, EngineError, IllegalMove
from engine.game import Terms
from engine.rng import Rng

GAME = GAMES["quadropolis"]
TERMS = Terms("classic", 2)


def fresh(seed="a seed", terms=TERMS):
    return record.new(GAME, terms, seed, [f"Player {seat}" for seat in range(terms.players)])


def played(count=1000, terms=TERMS):
    """A record of random moves, over unless ``count`` stops it."""
    found = fresh(terms=terms)
    state = record.replay(found)
    moves: list[str] = []
    while state.to_move is not None and len(moves) < count:
        move = Rng(f"{len(moves)}").choice(state.legal_moves())
        state.push(move)
        moves.append(str(move))
    return record.finished(replace(found, moves=tuple(moves)), state)


WHOLE = json.dumps(played().to_json())


def whole(**changes):
    return json.loads(WHOLE) | changes


def without(*fields):
    return {key: value for key, value in whole().items() if key not in fields}


def problem(data):
    with pytest.raises(EngineError) as caught:
        record.replay(record.from_json(data))
    return str(caught.value)


def test_a_record_survives_json():
    found = played()
    assert record.from_json(json.loads(json.dumps(found.to_json()))) == found


def test_a_new_record_has_no_moves_and_no_result():
    data = fresh().to_json()
    assert data["format"] == 1
    assert data["version"] == GAME.version
    assert data["options"] == {"squares": False}
    assert data["moves"] == []
    assert "result" not in data


def test_the_same_seed_gives_the_same_record():
    assert fresh("one") == fresh("one")
    assert fresh("one") != fresh("two")


def test_an_option_is_kept():
    terms = Terms("expert", 3, frozenset({"squares"}))
    found = fresh(terms=terms)
    assert found.to_json()["options"] == {"squares": True}
    assert record.from_json(found.to_json()).terms == terms


def test_an_option_that_is_not_mentioned_is_off():
    assert record.from_json(whole(options={})).options == {"squares": False}
    assert record.from_json(without("options")).options == {"squares": False}


def test_a_replay_leads_to_the_recorded_result():
    state = record.replay(record.from_json(whole()))
    outcome = state.outcome()
    assert outcome is not None
    assert record.result(outcome) == whole()["result"]


def test_an_unfinished_match_has_no_result():
    found = played(5)
    assert found.result is None
    assert record.finished(found, record.replay(found)) == found


def test_a_record_needs_no_seed():
    assert record.replay(record.from_json(without("seed"))).to_move is None


def test_a_result_need_not_repeat_the_details():
    result = whole()["result"]
    short = {"scores": result["scores"], "ranks": result["ranks"]}
    assert record.replay(record.from_json(whole(result=short))).to_move is None


@pytest.mark.parametrize("players", [[], ["Ann"], ["Ann", "Ben", "Cleo"]])
def test_it_refuses_a_new_record_with_more_or_fewer_names_than_players(players):
    with pytest.raises(BadRecord, match="for 2 players"):
        record.new(GAME, TERMS, "a seed", players)


def test_it_refuses_a_new_record_on_unknown_terms():
    with pytest.raises(BadTerms, match='Unknown variant "blitz"'):
        record.new(GAME, Terms("blitz", 2), "a seed", ["Ann", "Ben"])


@pytest.mark.parametrize("seed", ["", "x" * 201, "\ud800"])
def test_it_refuses_a_seed_that_is_empty_or_long_or_broken(seed):
    with pytest.raises(BadRecord, match="seed: "):
        fresh(seed)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"extra": 1}, 'A record has no field "extra".'),
        ({"format": 2}, "format: 2 is unknown, records have 1."),
        ({"format": True}, "format: must be a whole number, not true or false."),
        ({"format": 10**4000}, "format: … is unknown, records have 1."),
        ({"game": "chess"}, f'Unknown game "chess": there is {", ".join(GAMES)}.'),
        ({"game": None}, "game: must be text, not null."),
        ({"game": "x" * 101}, "game: must have 1 to 100 characters, not 101."),
        ({"version": "1"}, "version: must be a whole number, not text."),
        ({"version": 1.0}, "version: must be a whole number, not a number with a decimal point."),
        ({"variant": ["classic"]}, "variant: must be text, not a list."),
        ({"variant": "blitz"}, 'Unknown variant "blitz": quadropolis has classic, expert.'),
        ({"options": []}, "options: must be an object, not a list."),
        ({"options": {"squares": 0}}, "option squares: must be true or false, not a whole number."),
        ({"options": {"circles": False}}, 'quadropolis has no option "circles".'),
        ({"players": "Ann"}, "players: must be a list, not text."),
        ({"players": ["Ann", 5]}, "player 2: must be text, not a whole number."),
        ({"players": ["Ann", ""]}, "player 2: must have 1 to 100 characters, not 0."),
        ({"players": ["Ann", "\udfff"]}, "player 2: is not valid Unicode."),
        ({"players": ["x"] * 101}, "players: there are 101, and 100 is the limit."),
        ({"players": ["Ann"]}, "quadropolis classic is for 2 to 4 players, not 1."),
        ({"seed": 7}, "seed: must be text, not a whole number."),
        ({"seed": "another"}, "setup: it is not the one that the seed gives."),
        ({"setup": None}, "setup: must be an object, not null."),
        ({"moves": {}}, "moves: must be a list, not an object."),
        ({"moves": ["3N4"] * 1001}, "moves: there are 1001, and 1000 is the limit."),
        ({"moves": [None]}, "move 1: must be text, not null."),
        ({"moves": []}, "result: the match is not over after these moves."),
        ({"result": []}, "result: must be an object, not a list."),
        ({"result": {"scores": [1, 2]}}, "result: ranks is missing."),
    ],
)
def test_it_says_what_is_wrong_and_where(changes, sentence):
    assert problem(whole(**changes)) == sentence


@pytest.mark.parametrize("field", ["format", "game", "version", "variant", "players", "setup"])
def test_it_refuses_a_record_without(field):
    assert problem(without(field)) == f'The record has no field "{field}".'


@pytest.mark.parametrize("data", [None, True, 1, 1.5, "record", []])
def test_it_refuses_what_is_not_an_object(data):
    assert problem(data).startswith("record: must be an object, not ")


def test_it_refuses_a_record_of_another_version_of_the_rules():
    sentence = problem(whole(version=GAME.version + 1))
    assert f"version {GAME.version + 1} of the rules" in sentence


def test_it_refuses_a_set_up_with_a_seat_that_is_no_whole_number():
    setup = whole()["setup"] | {"first": False}
    assert problem(whole(setup=setup)).startswith("setup: ")


def test_it_refuses_a_result_that_is_not_what_the_moves_lead_to():
    result = whole()["result"]
    higher = [result["scores"][0] + 1, result["scores"][1]]
    assert problem(whole(result=result | {"scores": higher})) == (
        "result: scores is not what the moves lead to."
    )


def test_it_refuses_a_result_with_numbers_of_another_type():
    result = whole()["result"]
    floats = [float(score) for score in result["scores"]]
    assert "scores" in problem(whole(result=result | {"scores": floats}))


def test_it_refuses_a_result_with_an_unknown_field():
    result = whole()["result"] | {"winner": "Ann"}
    assert problem(whole(result=result)) == 'result: there is no field "winner".'


def test_an_unreadable_move_is_named_with_its_number():
    with pytest.raises(BadMove, match=r'^move 2 "castle": ') as caught:
        record.replay(replace(fresh(), moves=(whole()["moves"][0], "castle")))
    assert "is not a move" in str(caught.value)


def test_a_move_against_the_rules_is_named_with_its_number():
    first = whole()["moves"][0]
    with pytest.raises(IllegalMove, match=rf'^move 2 "{first}": '):
        record.replay(replace(fresh(), moves=(first, first)))


def test_it_refuses_moves_after_the_end():
    moves = whole()["moves"]
    data = whole(moves=[*moves, "3N4-x"])
    assert problem(data) == f'move {len(moves) + 1} "3N4-x": The match is over.'


def test_rubbish_is_shortened():
    assert len(problem(whole(moves=["x" * 100]))) < 200
    assert len(problem(whole() | {"y" * 5000: 1})) < 200


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(json_values)
def test_any_json_is_read_or_refused(data):
    with pytest.raises(EngineError):
        record.from_json(data)


@given(st.sampled_from(sorted(whole())), json_values)
def test_any_field_may_hold_any_json(field, value):
    with suppress(EngineError):
        record.replay(record.from_json(whole(**{field: value})))


@given(st.sampled_from(["first", "rounds", "extra"]), json_values)
def test_any_set_up_may_hold_any_json(field, value):
    with suppress(EngineError):
        record.replay(record.from_json(whole(setup=whole()["setup"] | {field: value})))


# Departures


def left(count=8, **result):
    """The first player resigns after some moves; the scores stand."""
    found = played(count)
    scores = list(record.replay(found).observe(None).scores())
    usual = {"scores": scores, "ranks": [2, 1], "resigned": [0]}
    return found.to_json() | {"result": usual | result}


def test_whoever_leaves_decides_the_ranks():
    found = record.from_json(left())
    assert record.finished(found, record.replay(found)) == found


def test_a_result_with_departures_stands_also_where_the_match_went_on():
    result = whole()["result"] | {"ranks": [2, 1], "timed_out": [0]}
    found = record.from_json(whole(result=result))
    assert record.finished(found, record.replay(found)).result == result


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        ({"resigned": []}, "the match is not over"),
        ({"resigned": [2]}, "resigned must be a list of seats"),
        ({"resigned": ["0"]}, "resigned must be a list of seats"),
        ({"resigned": 1}, "resigned: must be a list, not a whole number"),
        ({"timed_out": {}}, "timed_out: must be a list, not an object"),
        ({"ranks": [1]}, "a rank for every player"),
        ({"ranks": [1, 3]}, "a rank for every player"),
        ({"ranks": [1, True]}, "a rank for every player"),
        ({"scores": [999, 0]}, "scores is not what the moves lead to"),
        ({"scores": 5}, "scores: must be a list"),
        ({"sheets": []}, 'there is no field "sheets"'),
    ],
)
def test_a_result_with_departures_is_checked_as_far_as_it_can_be(result, sentence):
    assert sentence in problem(left(**result))
