"""The strong bot: it looks ahead, knows nothing hidden, and knows when to stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from engine.bots import greedy, strong
from engine.bots.strong import BUDGET, Search
from engine.game import Foresight, State, Terms
from engine.quadropolis import GAME as QUADROPOLIS
from engine.quadropolis import rules, tiles
from engine.quadropolis.moves import CELL_BY_NAME, PLACE_BY_NAME
from engine.rng import Rng
from tests.engine.quadropolis import hidden

PATIENT = 1000.0  # seconds: the budget must not decide anything here


class Tree(Foresight[str]):
    """A game as text: whose turn it is, and what follows each move; or the worths at its end."""

    def __init__(self, tree: Any, seen: list[str] | None = None, path: str = "") -> None:
        self.tree = tree
        self.path = path
        self.seen: list[str] = [] if seen is None else seen
        self.seen.append(path)

    @property
    def to_move(self) -> int | None:
        return None if isinstance(self.tree, list) else self.tree[0]

    def candidates(self, most: int) -> Sequence[str]:
        return list(self.tree[1])[:most]

    def after(self, move: str) -> Tree:
        return Tree(self.tree[1][move], self.seen, self.path + move)

    def worths(self) -> Sequence[float]:
        return self.tree if isinstance(self.tree, list) else [0, 0]


def best(*trees: Any, **limits: Any) -> str:
    return Search(0, [Tree(tree) for tree in trees], BUDGET, **limits).best_move()


def test_it_sees_the_reply_that_spoils_a_move():
    tree = (0, {"a": (1, {"x": [9, 1], "y": [-5, 5]}), "b": (1, {"x": [1, 0], "y": [2, -1]})})
    assert best(tree) == "b"


def test_it_trusts_the_others_to_do_what_is_best_for_themselves():
    tree = (0, {"a": (1, {"x": [9, 5], "y": [-5, 1]}), "b": [3, 0]})
    assert best(tree) == "a"


def test_it_gives_something_up_now_for_more_later():
    later = (0, {"c": [7, 0], "d": [1, 0]})
    assert best((0, {"a": [5, 0], "b": (1, {"x": later})})) == "b"


def test_it_prefers_what_is_better_on_average_where_it_must_guess():
    lucky, unlucky = (0, {"a": [10, 0], "b": [6, 0]}), (0, {"a": [0, 0], "b": [6, 0]})
    assert best(lucky) == "a"
    assert best(lucky, unlucky) == "b"


def test_among_equals_it_keeps_the_order_of_the_game():
    assert best((0, {"b": [1, 0], "a": [1, 0]})) == "b"


def test_a_move_without_alternative_needs_no_thought():
    tree = Tree((0, {"a": [1, 0]}))
    assert Search(0, [tree], BUDGET).best_move() == "a"
    assert tree.seen == [""]


def test_it_does_not_look_again_when_it_has_seen_the_end():
    tree = Tree((0, {"a": [1, 0], "b": [2, 0]}))
    assert Search(0, [tree], BUDGET).best_move() == "b"
    assert tree.seen == ["", "a", "b"]


def test_where_it_has_seen_all_turns_it_looks_at_more_moves():
    far = strong.OWN[0] + 1
    tree = (0, {f"move {number}": [number, 0] for number in range(1, far + 1)})
    assert best(tree, most=strong.OWN[0]) == f"move {far - 1}"
    assert best(tree) == f"move {far}"


def test_where_it_has_seen_all_turns_it_looks_at_more_replies():
    replies = {f"reply {number}": [5, number] for number in range(strong.REPLIES[0])}
    tree = (0, {"a": (1, replies | {"one more": [-5, 9]}), "b": [1, 0]})
    assert best(tree, most=2 + strong.REPLIES[0]) == "a"
    assert best(tree) == "b"


def test_cut_short_it_takes_the_best_of_what_it_has_seen():
    tree = (0, {"a": [1, 0], "b": [2, 0], "c": [3, 0]})
    assert [best(tree, most=most) for most in range(4)] == ["a", "a", "b", "c"]


def test_without_a_budget_it_plays_what_looks_best_at_once():
    for _moves, state in matches("classic", 2):
        view = state.observe(state.to_move)
        move = strong.choose(QUADROPOLIS, view, Rng("x"), budget=0)
        assert move == QUADROPOLIS.foresee(view, Rng("x"))[0].candidates(1)[0]
        assert state.refusal(move) is None


@pytest.mark.parametrize(("variant", "players"), [("classic", 2), ("classic", 3), ("expert", 3)])
def test_a_move_follows_from_what_the_seat_sees_and_the_seed(variant, players):
    terms = Terms(variant, players)
    setup = QUADROPOLIS.deal(terms, "strong")
    for moves, state in matches(variant, players):
        other = hidden.same_but_hidden(state, setup, state.to_move, Rng(str(len(moves))))
        assert other != setup
        twin = QUADROPOLIS.start(terms, other)
        for move in moves:
            twin.play(move)
        choice = chosen(state)
        assert state.refusal(choice) is None
        assert choice == chosen(state) == chosen(twin)


@pytest.mark.parametrize(("variant", "players"), [("classic", 3), ("expert", 2)])
def test_to_the_end_of_the_match_the_worths_are_exact(variant, players):
    """The lead over the strongest rival, with ties decided as the rules decide them."""
    *_, (_moves, state) = matches(variant, players)
    (scene,) = QUADROPOLIS.foresee(state.observe(state.to_move), Rng("x"))
    while scene.to_move is not None:
        (move,) = scene.candidates(1)
        state.play(move)
        scene = scene.after(move)
    outcome = state.outcome()
    assert outcome is not None
    for seat, worth in enumerate(scene.worths()):
        rivals = outcome.scores[:seat] + outcome.scores[seat + 1 :]
        assert worth == pytest.approx(outcome.scores[seat] - max(rivals), abs=0.5)
        assert (worth >= 0) == (outcome.ranks[seat] == 1)


def test_it_takes_first_what_the_rival_wants_too():
    """The harbor is worth more, but only to itself, and will still be there on its next turn."""
    state = last_round()
    own, rival = state.cities[state.mover], state.cities[1 - state.mover]
    build(own, 1104, "d4", floors=2)
    build(rival, 1104, "c3", floors=3)
    own[rules.INHABITANTS] = own[rules.ENERGY] = rival[rules.ENERGY] = 1
    offer(state, 4103, 3, "N3")
    offer(state, 4312, 1, "N1")
    view = state.observe(state.mover)
    harbor, floor = greedy.choose(QUADROPOLIS, view, Rng("x")), chosen(state)
    assert (str(harbor)[0], str(floor)[0]) == ("1", "3")


def matches(variant: str, players: int) -> Iterator[tuple[list[Any], Any]]:
    """Some positions of a match between greedy players, with the moves that led there."""
    terms = Terms(variant, players)
    state = QUADROPOLIS.start(terms, QUADROPOLIS.deal(terms, "strong"))
    moves: list[Any] = []
    rounds = 5 if variant == "expert" else 4
    while state.to_move is not None:
        if len(moves) % (rounds * players) == players + 1:
            yield list(moves), state.copy()
        moves.append(greedy.choose(QUADROPOLIS, state.observe(state.to_move), Rng("x")))
        state.play(moves[-1])


def chosen(state: State[Any]) -> Any:
    """The search of ``strong.choose``, with less time to wait for it and no clock."""
    assert state.to_move is not None
    worlds = QUADROPOLIS.foresee(state.observe(state.to_move), Rng("x"))
    return Search(state.to_move, worlds, PATIENT, 1000).best_move()


def last_round() -> Any:
    """Classic for two: empty cities, an empty site."""
    terms = Terms("classic", 2)
    state = QUADROPOLIS.start(terms, QUADROPOLIS.deal(terms, "strong"))
    state.round = 3
    state.site = [0] * rules.SPACES
    return state


def build(city: Any, name: int, cell: str, floors: int) -> None:
    for _ in range(floors):
        rules.build(city, tiles.TILE_BY_NAME[name], CELL_BY_NAME[cell])


def offer(state: Any, name: int, architect: int, place: str) -> None:
    space = rules.SPACE_REACHED[architect][PLACE_BY_NAME[place]]
    state.site[space] = tiles.TILE_BY_NAME[name]
