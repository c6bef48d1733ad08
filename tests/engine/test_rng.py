from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rng import Rng, commitment


def test_the_numbers_of_a_seed_never_change():
    rng = Rng("quadropolis")
    assert [rng.below(1000) for _ in range(10)] == [998, 369, 956, 636, 721, 340, 338, 525, 146, 31]


def test_the_shuffle_of_a_seed_never_changes():
    assert Rng("quadropolis").shuffled(range(10)) == [1, 9, 7, 2, 6, 5, 0, 4, 3, 8]


def test_the_first_number_is_the_start_of_the_first_digest():
    digest = sha256(b"a seed:0").digest()
    assert Rng("a seed").below(2**32) == int.from_bytes(digest[:4], "big")


def test_the_ninth_number_comes_from_the_second_digest():
    rng = Rng("a seed")
    numbers = [rng.below(2**32) for _ in range(9)]
    assert numbers[8] == int.from_bytes(sha256(b"a seed:1").digest()[:4], "big")


def test_numbers_that_would_favour_small_results_are_drawn_again():
    # Of 2**32 numbers the last quarter is left over; about one in four of the draws falls there.
    bound = 3 * 2**30
    plain, rng = Rng("a seed"), Rng("a seed")
    kept = [number for number in (plain.below(2**32) for _ in range(64)) if number < bound]
    assert len(kept) < 64
    assert [rng.below(bound) for _ in kept] == kept


def test_every_result_is_about_equally_likely():
    rng = Rng("fair")
    counts = [0] * 6
    for _ in range(6000):
        counts[rng.below(6)] += 1
    assert all(880 < count < 1120 for count in counts)


@given(st.text(max_size=20), st.integers(1, 2**32))
def test_a_number_is_below_its_bound(seed, bound):
    rng = Rng(seed.encode(errors="replace").decode())
    assert all(0 <= rng.below(bound) < bound for _ in range(10))


@given(st.lists(st.integers()))
def test_a_shuffle_keeps_every_item(items):
    before = list(items)
    assert sorted(Rng("s").shuffled(items)) == sorted(before)
    assert items == before


def test_different_seeds_give_different_shuffles():
    assert Rng("a").shuffled(range(25)) != Rng("b").shuffled(range(25))


def test_a_choice_is_one_of_the_items():
    rng = Rng("choice")
    assert {rng.choice("abc") for _ in range(50)} == set("abc")


def test_the_commitment_is_the_sha_256_of_the_seed():
    assert commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize("seed", ["", "ü", "a" * 1000])
def test_any_text_is_a_seed(seed):
    assert Rng(seed).below(1) == 0
    assert len(commitment(seed)) == 64
