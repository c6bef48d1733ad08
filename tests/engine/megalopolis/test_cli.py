"""``python -m engine`` for this game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.test_cli import assert_it_copes, complaint, json_values, output, printed

NEW = printed("new", "megalopolis", "--seed", "a seed")
WHOLE = printed("play", "megalopolis", "--bots", "random,greedy", "--seed", "a seed")
CITY = {
    "game": "megalopolis",
    "variant": "normal",
    "conditions": [3, 7, 12],
    "placements": ["12@0,0", "4@2,0", "1@1,2r"],
}


def test_it_is_listed_with_its_variants():
    found = next(game for game in printed("games") if game["game"] == "megalopolis")
    assert found["variants"] == [
        {"variant": variant, "players": [1, 2, 3, 4]} for variant in ("normal", "easy", "hard")
    ]
    assert found["options"] == []


def test_a_new_match_is_a_solo_match():
    assert (NEW["variant"], NEW["players"], NEW["options"]) == ("normal", ["Player 1"], {})
    assert sorted(NEW["setup"]) == ["conditions", "first", "hands", "pile"]
    assert len(printed("new", "megalopolis", "--players", "4")["setup"]["hands"]) == 4


def test_the_legal_moves_are_listed_sorted():
    moves = output("legal", stdin=NEW).splitlines()
    assert moves == sorted(moves)
    assert len(moves) == 126
    assert output("legal", stdin=WHOLE) == ""


def test_a_finished_match_has_parts_target_and_winners():
    result = WHOLE["result"]
    assert list(result) == ["scores", "ranks", "parts", "target", "won"]
    assert result["scores"] == [sum(result["parts"].values())] * 2
    assert result["target"] == sum(WHOLE["setup"]["conditions"])
    assert printed("replay", stdin=WHOLE) == WHOLE


def test_the_score_command_agrees_with_the_result():
    start = f"{WHOLE['setup']['pile'][0]}@0,0"
    found = printed(
        "score",
        stdin={
            "game": "megalopolis",
            "variant": "normal",
            "conditions": WHOLE["setup"]["conditions"],
            "placements": [start, *WHOLE["moves"]],
        },
    )
    result = WHOLE["result"]
    assert found == {
        "total": result["scores"][0],
        "target": result["target"],
        "won": result["won"],
        "parts": result["parts"],
    }


@pytest.mark.parametrize(
    ("moves", "part"),
    [
        (["x"], 'move 1 "x": "x" is not a move'),
        (["3N4-b3"], 'move 1 "3N4-b3": "3N4-b3" is not a move'),
        (["1@9,9"], 'move 1 "1@9,9": '),
    ],
)
def test_it_names_the_move_that_is_wrong(moves, part):
    assert complaint("legal", stdin=NEW | {"moves": moves}).startswith(part)


def test_it_names_the_placement_that_is_wrong():
    city = CITY | {"placements": ["12@0,0", "4@5,5"]}
    assert complaint("score", stdin=city).startswith('placement 2 "4@5,5": ')


@given(st.sampled_from(["legal", "replay"]), st.sampled_from(sorted(WHOLE)), json_values)
def test_it_copes_with_any_field_of_a_record(command, field, value):
    assert_it_copes(command, WHOLE | {field: value})


@given(st.sampled_from(["first", "conditions", "hands", "pile"]), json_values)
def test_it_copes_with_any_field_of_a_set_up(field, value):
    assert_it_copes("replay", WHOLE | {"setup": WHOLE["setup"] | {field: value}})


@given(st.sampled_from(sorted(CITY)), json_values)
def test_it_copes_with_any_field_of_a_city(field, value):
    assert_it_copes("score", CITY | {field: value})


@given(st.lists(json_values | st.sampled_from(["12@0,0", "4@2,0", "1@1,2r"]), max_size=5))
def test_it_copes_with_any_placements(placements):
    assert_it_copes("score", CITY | {"placements": placements})
