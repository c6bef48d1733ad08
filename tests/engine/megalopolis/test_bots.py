"""The bots at the table: they win together, and they know no more than their seat."""

import pytest

from engine.bots import BOTS
from engine.megalopolis import GAME, foresight
from engine.megalopolis.city import bits
from engine.megalopolis.meta import CARDS
from engine.rng import Rng
from tests.engine.megalopolis.positions import hands, started

PATIENT = 1000.0  # seconds: the budget must not decide anything here


def play_on(state, bot):
    """The same bot in all seats."""
    while (seat := state.to_move) is not None:
        rng = Rng(f"{len(state.placed)}")
        state.play(BOTS[bot](GAME, state.observe(seat), rng, budget=PATIENT))
    return state.outcome()


def wins(bot, games, players=1):
    return sum(
        play_on(started(players, f"match {number}"), bot).details["won"] for number in range(games)
    )


def test_greedy_beats_the_target_clearly_more_often_than_random():
    assert wins("random", 20) == 0
    assert wins("greedy", 20) >= 12


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_table_of_greedy_bots_wins_too(players):
    assert wins("greedy", 6, players) >= 3


def test_greedy_takes_the_move_that_scores_most():
    state = started(1)
    best = BOTS["greedy"](GAME, state.observe(0), Rng("x"))
    scores = {move: state.observe(0).after(move).scores()[0] for move in state.legal_moves()}
    assert scores[best] == max(scores.values())


@pytest.mark.parametrize("players", [1, 3])
def test_strong_makes_more_of_the_last_cards_than_greedy(players):
    ends = {}
    for bot in ("greedy", "strong"):
        state = started(players, "last cards")
        while len(state.placed) < 10:
            state.push(BOTS["greedy"](GAME, state.observe(state.to_move), Rng("x")))
        ends[bot] = play_on(state, bot).scores[0]
    assert ends["strong"] > ends["greedy"]


# Thinking ahead


def late(players, seed="seed"):
    """A position in which the pile runs out within what is foreseen."""
    state = started(players, seed)
    while state.top is not None:
        state.push(state.legal_moves()[0])
    return state


def worlds(state, seed="worlds"):
    return foresight.foresee(state.observe(state.to_move), Rng(seed))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("make", [started, late])
def test_a_world_agrees_with_what_the_seat_sees(make, players):
    state = make(players)
    for world in worlds(state):
        assert world.to_move == state.to_move
        assert world.state.observe(state.to_move) == state.observe(state.to_move)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_in_a_world_every_card_is_somewhere_once(players):
    state = started(players)
    state.push(state.legal_moves()[0])
    for world in worlds(state):
        guessed = world.state
        cards = [move.card for move in guessed.placed] + list(guessed.goal.conditions)
        cards += [card for hand in hands(guessed) for card in hand]
        cards += guessed.pile[guessed.drawn :]
        assert sorted(cards) == list(range(1, CARDS + 1))


@pytest.mark.parametrize("players", [1, 2])
def test_what_is_hidden_is_drawn_anew(players):
    state = started(players)
    guesses = {
        (world.state.pile, *world.state.hands)
        for seed in range(5)
        for world in worlds(state, str(seed))
    }
    assert len(guesses) > 5


def test_all_worlds_offer_the_same_moves_the_best_first():
    state = started(2)
    first, *others = worlds(state)
    offered = first.candidates(foresight.WIDTHS[0])
    assert len(offered) == foresight.WIDTHS[0]
    assert all(other.candidates(foresight.WIDTHS[0]) == offered for other in others)
    scores = [state.observe(state.to_move).after(move).scores()[0] for move in offered]
    assert scores == sorted(scores, reverse=True)
    every = [state.observe(state.to_move).after(move).scores()[0] for move in state.legal_moves()]
    assert scores[0] == max(every)


def test_the_moves_offered_are_of_the_cards_in_hand():
    state = started(3)
    world = worlds(state)[0]
    while world.to_move is not None:
        held = bits(world.state.hands[world.to_move])
        moves = world.candidates(100)
        assert moves
        assert {move.card for move in moves} <= set(held)
        world = world.after(moves[-1])
    assert len(world.state.placed) == 1 + len(foresight.WIDTHS)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_nothing_is_foreseen_after_the_last_card(players):
    state = late(players)
    while sum(map(len, hands(state))) > 1:
        state.push(state.legal_moves()[0])
    world = worlds(state)[0]
    after = world.after(world.candidates(1)[0])
    assert after.to_move is None
    assert after.worths() == list(after.state.outcome().scores)


@pytest.mark.parametrize("bot", ["greedy", "strong"])
def test_the_last_card_is_laid_where_it_scores_most(bot):
    state = late(1)
    while len(state.placed) < 14:
        state.push(state.legal_moves()[0])
    scores = [state.observe(0).after(move).scores()[0] for move in state.legal_moves()]
    assert play_on(state, bot).scores == (max(scores),)
