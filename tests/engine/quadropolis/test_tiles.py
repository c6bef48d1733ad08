"""Components, and "The tile data"."""

from collections import Counter

import pytest

from engine.quadropolis import tiles
from engine.quadropolis.meta import BOARDS
from tests.engine.quadropolis.positions import (
    BY_NUMBER,
    DATA,
    GAME,
    ROUNDS,
    names,
    row_of,
    rows,
    terms,
)

EVERY_ROUND = [(variant, number) for variant in ROUNDS for number in range(1, ROUNDS[variant] + 1)]
every_round = pytest.mark.parametrize(("variant", "number"), EVERY_ROUND)


def test_there_are_142_building_tiles():
    assert len(DATA) == 142
    assert len(BY_NUMBER) == 142


def test_classic_uses_100_tiles_in_4_rounds():
    assert len(rows("classic")) == 100
    assert {row.round for row in rows("classic")} == {1, 2, 3, 4}


def test_expert_uses_125_tiles_in_5_rounds():
    assert len(rows("expert")) == 125
    assert {row.round for row in rows("expert")} == {1, 2, 3, 4, 5}


@every_round
def test_each_round_has_exactly_25_tiles(variant, number):
    assert len(rows(variant, number)) == 25


@every_round
@pytest.mark.parametrize("squares", [False, True])
def test_the_engine_reads_the_data_file_as_it_is(variant, number, squares):
    found = tiles.round_tiles(BOARDS[variant], number, squares)
    assert [tiles.tile(index).name for index in found] == names(variant, number, squares)
    for index in found:
        tile = tiles.tile(index)
        row = row_of(tile.name)
        assert (tile.round, tile.energy, tile.points, tile.min_players, tile.mayor) == (
            (row.round, row.energy, row.points, row.min_players, bool(row.mayor))
        )
        if tile.name == row.tile:
            assert (tile.kind.word, tile.inhabitants) == (row.kind, row.inhabitants)


@pytest.mark.parametrize(("kind", "count"), [("park", 15), ("factory", 19), ("harbor", 21)])
def test_there_are_as_many_as_the_german_rulebook_prints(kind, count):
    assert sum(row.kind == kind for row in DATA) == count


@every_round
def test_16_tiles_are_for_everyone_4_for_three_or_more_and_5_for_four(variant, number):
    split = Counter(row.min_players for row in rows(variant, number))
    assert split == {2: 16, 3: 4, 4: 5}


@every_round
def test_there_is_one_mayor_tower_in_every_round_but_the_last(variant, number):
    mayors = [row for row in rows(variant, number) if row.mayor]
    assert [row.kind for row in mayors] == ["tower"] * (number < ROUNDS[variant])


@every_round
def test_the_mayor_tower_is_face_up_at_every_table(variant, number):
    assert all(row.min_players == 2 for row in rows(variant, number) if row.mayor)


@pytest.mark.parametrize(
    ("number", "players"),
    [(1, None), (2, 2), (3, 2), (4, 3), (5, 4)],
)
def test_monuments_of_expert_are_in_rounds_2_and_3_always_4_from_three_players_5_with_four(
    number, players
):
    monuments = [row.min_players for row in rows("expert", number) if row.kind == "monument"]
    assert monuments == ([] if players is None else [players])


def test_classic_has_neither_office_towers_nor_monuments():
    assert {row.kind for row in rows("classic")} == {
        *("tower", "shop", "service", "park", "factory", "harbor")
    }


def test_expert_has_every_kind():
    assert {row.kind for row in rows("expert")} == {
        *("tower", "shop", "service", "park", "factory", "harbor", "office", "monument")
    }


def test_the_first_digit_of_a_tile_is_its_round():
    assert all(row.tile // 1000 == row.round for row in DATA)


def test_the_second_digit_of_a_tile_is_its_kind():
    kinds = ["tower", "factory", "harbor", "service", "shop", "park", "office", "monument"]
    assert all(kinds[row.tile // 100 % 10 - 1] == row.kind for row in DATA)


@pytest.mark.parametrize(
    ("kind", "inhabitants", "energy", "points"),
    [
        ("tower", {1, 2, 3}, {0}, {0}),
        ("factory", {0}, {1, 2, 3}, {0}),
        ("harbor", {0, 1, 2}, {0, 1, 2}, {0, 1, 2, 3}),
        ("service", {0}, {0}, {0, 1, 2}),
        ("shop", {0}, {0}, {0}),
        ("park", {0}, {0}, {0}),
        ("office", {0}, {0}, {0}),
        ("monument", {0}, {0}, {0}),
    ],
)
def test_each_kind_gives_what_its_kind_gives(kind, inhabitants, energy, points):
    found = [row for row in DATA if row.kind == kind]
    assert {row.inhabitants for row in found} == inhabitants
    assert {row.energy for row in found} == energy
    assert {row.points for row in found} == points


def test_the_five_square_numbers_fall_on_parks_one_in_each_round():
    squares = [row for row in DATA if row.square]
    assert [row.tile for row in squares] == [1623, 2623, 3622, 4624, 5619]
    assert {row.square for row in squares} == {"A"}
    assert {row.kind for row in squares} == {"park"}
    assert [row.round for row in squares] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("variant", ROUNDS)
def test_squares_replace_the_parks_of_the_same_number_in_both_modes(variant):
    plain = GAME.deal(terms(variant), "seed")["rounds"]
    with_squares = GAME.deal(terms(variant, squares=True), "seed")["rounds"]
    for before, after in zip(plain, with_squares, strict=True):
        gone, new = set(before) - set(after), set(after) - set(before)
        assert {row_of(name).kind for name in gone} == {"park"}
        assert new == {f"{name}A" for name in gone}
        assert len(new) == 1


def test_a_square_gives_1_inhabitant_and_nothing_else():
    for row in DATA:
        if row.square:
            square = tiles.tile(tiles.TILE_BY_NAME[f"{row.tile}A"])
            assert square.kind.word == "square"
            assert (square.inhabitants, square.energy, square.points) == (1, 0, 0)
            assert (square.round, square.min_players) == (row.round, row.min_players)
