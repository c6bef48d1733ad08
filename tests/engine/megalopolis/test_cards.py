"""The cards, as the rules describe them."""

import pytest

from engine.megalopolis.cards import FACES, FOOTPRINT
from engine.megalopolis.meta import CARDS
from tests.engine.megalopolis import oracle
from tests.engine.megalopolis.positions import build

EVERY_CARD = range(1, CARDS + 1)
PAIRS = {"EW", "NS", "NE", "NW", "SW", "ES"}


def face(card, turned=False):
    """The visible blocks of a card that lies at 0,0."""
    return oracle.visible(build(f"{card}@0,0{'r' if turned else ''}"))


def test_there_are_eighteen():
    assert len(FACES) == CARDS + 1 == 19


@pytest.mark.parametrize("card", EVERY_CARD)
def test_a_card_has_two_by_two_blocks_one_of_each_type(card):
    blocks = face(card)
    assert set(blocks) == {(0, 0), (1, 0), (0, 1), (1, 1)}
    assert sorted(kind for kind, _ in blocks.values()) == ["C", "I", "P", "R"]


@pytest.mark.parametrize("card", EVERY_CARD)
def test_parks_carry_no_road_and_every_other_block_one_piece_with_two_ends(card):
    for kind, road in face(card).values():
        assert len(road) == (0 if kind == "P" else 2)


@pytest.mark.parametrize("card", EVERY_CARD)
def test_a_turned_card_is_the_same_card_seen_from_the_other_side(card):
    turned = {
        (1 - x, 1 - y): (kind, "".join(oracle.OPPOSITE[side] for side in road))
        for (x, y), (kind, road) in face(card).items()
    }
    assert {cell: (kind, set(road)) for cell, (kind, road) in turned.items()} == {
        cell: (kind, set(road)) for cell, (kind, road) in face(card, turned=True).items()
    }


def test_some_faces_are_as_printed():
    assert face(1) == {
        (0, 0): ("R", "EW"),
        (1, 0): ("I", "SW"),
        (0, 1): ("P", ""),
        (1, 1): ("C", "NS"),
    }
    assert face(18) == {
        (0, 0): ("I", "NW"),
        (1, 0): ("P", ""),
        (0, 1): ("R", "EW"),
        (1, 1): ("C", "EW"),
    }


def test_no_two_cards_are_the_same_and_none_is_the_same_when_turned():
    every = [repr(sorted(face(card, turned).items())) for card in EVERY_CARD for turned in (0, 1)]
    assert len(set(every)) == 2 * CARDS


def test_a_card_covers_four_cells():
    assert FOOTPRINT.bit_count() == 4
