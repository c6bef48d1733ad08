"""The bots: legal in every game, repeatable, and of some use; see also ``test_contract``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine import GAMES
from engine.bots import BOTS, greedy
from engine.game import Outcome, State, Terms
from engine.quadropolis import GAME as QUADROPOLIS
from engine.quadropolis import rules, tiles
from engine.quadropolis.meta import Kind
from engine.quadropolis.moves import CELL_BY_NAME, PLACE_BY_NAME
from engine.rng import Rng

TABLES = [
    (name, Terms(variant, players, frozenset(options)))
    for name, game in GAMES.items()
    for variant in game.variants
    for players in game.variants[variant].players
    for options in ([], list(game.options))
]


def play(name: str, terms: Terms, seed: str, seats: Sequence[str]) -> tuple[list[str], Outcome]:
    """A whole match, every move checked against the rules; nobody has time to think ahead."""
    game = GAMES[name]
    state = game.start(terms, game.deal(terms, seed))
    rng = Rng(f"{seed} bots")
    moves = []
    while state.to_move is not None:
        move = BOTS[seats[state.to_move]](game, state.observe(state.to_move), rng, budget=0)
        state.play(move)
        moves.append(str(move))
    outcome = state.outcome()
    assert outcome is not None
    return moves, outcome


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("name", "terms"), TABLES, ids=str)
def test_a_bot_plays_whole_matches_and_the_same_again_with_the_same_seed(bot, name, terms):
    seats = [bot] * terms.players
    assert play(name, terms, "again", seats) == play(name, terms, "again", seats)


@pytest.mark.parametrize("variant", ["classic", "expert"])
def test_greedy_beats_random(variant):
    wins = 0
    for number in range(20):
        own = number % 2
        seats = ["random", "random"]
        seats[own] = "greedy"
        _, outcome = play("quadropolis", Terms(variant, 2), f"match {number}", seats)
        wins += outcome.ranks[own] == 1 and outcome.ranks[1 - own] == 2
    assert wins >= 19


@pytest.mark.parametrize("players", [3, 4])
def test_greedy_beats_a_table_of_random_players(players):
    for number in range(4):
        own = number % players
        seats = ["random"] * players
        seats[own] = "greedy"
        _, outcome = play("quadropolis", Terms("classic", players), f"table {number}", seats)
        assert outcome.ranks[own] == 1


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_refuses_to_move_out_of_turn(bot):
    state = started(Terms("classic", 2))
    with pytest.raises(ValueError, match="turn"):
        BOTS[bot](QUADROPOLIS, state.observe(1 - state.mover), Rng("x"))


def test_random_plays_every_move_sooner_or_later():
    state = started(Terms("classic", 2))
    emptied(state)
    state.site[rules.SPACE_REACHED[1][0]] = tiles.TILE_BY_NAME[1101]
    view, rng = state.observe(state.mover), Rng("x")
    chosen = {BOTS["random"](QUADROPOLIS, view, rng) for _ in range(5000)}
    assert chosen == set(view.legal_moves())


def test_greedy_breaks_ties_by_chance_whatever_the_order_of_the_moves():
    class Stub:
        def __init__(self, moves: list[str]) -> None:
            self.moves = moves

        def appraise(self, view: object) -> list[tuple[float, str]]:
            return [(0.0 if move == "bad" else 1.0, move) for move in self.moves]

    def choice(moves: list[str], seed: int) -> str:
        game: Any = Stub(moves)
        view: Any = None
        return str(greedy.choose(game, view, Rng(str(seed))))

    moves = ["a", "b", "bad", "c"]
    choices = [choice(moves, seed) for seed in range(40)]
    assert choices == [choice(moves[::-1], seed) for seed in range(40)]
    assert set(choices) == {"a", "b", "c"}


def test_the_appraisal_covers_every_legal_move_once_and_changes_nothing():
    state = started(Terms("expert", 3))
    view = state.observe(state.mover)
    moves = [move for _, move in QUADROPOLIS.appraise(view)]
    assert sorted(moves) == sorted(view.legal_moves())
    assert view == state.observe(state.mover)
    assert list(QUADROPOLIS.appraise(state.observe(None))) == []


def test_on_the_last_turn_greedy_adds_the_fourth_floor():
    state = last_turn()
    city = state.cities[state.mover]
    for _ in range(3):
        rules.build(city, tiles.TILE_BY_NAME[1104], CELL_BY_NAME["b2"])
    city[rules.ENERGY] = 1
    offer(state, 4101, 4, "N1")
    assert choice(state).endswith("-b2")


def test_on_the_last_turn_greedy_puts_the_park_between_the_towers():
    state = last_turn()
    city = state.cities[state.mover]
    for cell in ("b1", "a2", "c2", "b3", "d4"):
        rules.build(city, tiles.TILE_BY_NAME[1104], CELL_BY_NAME[cell])
    city[rules.ENERGY] = 5
    offer(state, 4623, 2, "W5")
    assert choice(state) == "2W5-b2"


def test_greedy_discards_a_tile_that_only_hurts():
    state = last_turn()
    for architect in rules.BITS[rules.free_architects(state)]:
        for place in range(20):
            offer(state, 4207, architect, place)
    assert choice(state).endswith("-x")


def test_the_appraisal_of_the_last_move_is_the_score():
    state = last_turn()
    offer(state, 4101, 4, "N1")
    for value, move in QUADROPOLIS.appraise(state.observe(state.mover)):
        after = state.copy()
        after.push(move)
        assert value == after.standings()[state.mover][0]


def test_a_missing_resource_may_still_come_early_but_not_late():
    """A factory without inhabitants beside a shop without energy: hopes, then nothing."""
    early, late = started(Terms("classic", 2)), last_turn()
    values = []
    for state in (early, late):
        city = state.cities[state.mover]
        city[Kind.FACTORY], city[Kind.SHOP] = 1 << CELL_BY_NAME["a1"], 1 << CELL_BY_NAME["b1"]
        city[rules.EMPTY] &= ~(city[Kind.FACTORY] | city[Kind.SHOP])
        values.append(max(value for value, _ in QUADROPOLIS.appraise(state.observe(state.mover))))
    assert values[0] > values[1]


def started(terms: Terms) -> Any:
    return QUADROPOLIS.start(terms, QUADROPOLIS.deal(terms, "seed"))


def emptied(state: Any) -> None:
    state.site = [0] * rules.SPACES


def last_turn() -> Any:
    """The last move of a Classic match for two: empty cities, an empty site."""
    state = started(Terms("classic", 2))
    state.round, state.turn = 3, 7
    emptied(state)
    return state


def offer(state: Any, name: int, architect: int, place: int | str) -> None:
    index = place if isinstance(place, int) else PLACE_BY_NAME[place]
    state.site[rules.SPACE_REACHED[architect][index]] = tiles.TILE_BY_NAME[name]


def choice(state: State[Any]) -> str:
    assert state.to_move is not None
    return str(greedy.choose(QUADROPOLIS, state.observe(state.to_move), Rng("x")))
