"""Legal moves counted: ``python -m tests.engine.test_perft`` prints the lines of the files anew."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine import GAMES
from engine.game import State, Terms

FILES = sorted((Path(__file__).parent.parent / "perft").glob("*.txt"))


class Line(NamedTuple):
    """``game variant players options seed | moves | counts``."""

    start: str
    moves: str
    counts: str

    def position(self) -> State[Any]:
        name, variant, players, options, seed = self.start.split()
        chosen = frozenset() if options == "-" else frozenset(options.split(","))
        terms = Terms(variant, int(players), chosen)
        game = GAMES[name]
        state = game.start(terms, game.deal(terms, seed))
        for notation in self.moves.split():
            state.play(game.parse(notation))
        return state


def read(path: Path) -> list[Line]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [
        Line(*(part.strip() for part in line.split("|")))
        for line in lines
        if line and not line.startswith("#")
    ]


def perft(state: State[Any], depth: int) -> int:
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(after(state, move), depth - 1) for move in moves)


def after(state: State[Any], move: Any) -> State[Any]:
    copy = state.copy()
    copy.push(move)
    return copy


LINES = [line for path in FILES for line in read(path)]


def test_there_are_counts():
    assert LINES


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.start} {line.moves.count('-')}")
def test_there_are_as_many_lines_of_play(line):
    state = line.position()
    depths = range(1, len(line.counts.split()) + 1)
    assert [perft(state, depth) for depth in depths] == [int(n) for n in line.counts.split()]


if __name__ == "__main__":
    for line in LINES:
        depths = range(1, len(line.counts.split()) + 1)
        counts = " ".join(str(perft(line.position(), depth)) for depth in depths)
        print(f"{line.start} | {line.moves} | {counts}")
