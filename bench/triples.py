"""Which three conditions of Megalopolis are hopeless: ``python -m bench.triples 150``.

The strong bot plays so many solo deals. The conditions of each deal that it loses come back on
other deals; those that it never wins are printed as hopeless.
"""

from __future__ import annotations

import sys
from collections import Counter

from engine import GAMES, Terms
from engine.bots import play_out
from engine.game import Setup

ALONE = Terms("normal", 1)
MORE_DEALS = 9
GAME = GAMES["megalopolis"]

Triple = tuple[int, ...]


def main() -> None:
    deals = int(sys.argv[1])
    played: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    lost_triples: list[Triple] = []
    for number in range(deals):
        setup = GAME.deal(ALONE, f"triples {number}")
        triple = tuple(setup["conditions"])
        played.update(triple)
        if not is_won(setup, f"triples {number}"):
            lost.update(triple)
            lost_triples.append(triple)
        print(f"\r{number + 1}/{deals} deals, {len(lost_triples)} lost", end="", file=sys.stderr)
    print(f"\nwon {deals - len(lost_triples)} of {deals}")
    for condition in sorted(played):
        won = played[condition] - lost[condition]
        print(f"condition {condition:>2}: won {won} of {played[condition]}")
    for triple in sorted(set(lost_triples)):
        won = sum(is_won(dealt_with(triple, n), f"again {n}") for n in range(MORE_DEALS))
        print(f"{triple}: won {won} of {MORE_DEALS} more{'' if won else ', hopeless'}", flush=True)


def is_won(setup: Setup, seed: str) -> bool:
    state = GAME.start(ALONE, setup)
    for _move in play_out(GAME, state, ["strong"], seed):
        pass
    outcome = state.outcome()
    assert outcome is not None
    return bool(outcome.details["won"])


def dealt_with(triple: Triple, number: int) -> Setup:
    """A deal in which the cards have changed places so that these are the conditions."""
    setup = GAME.deal(ALONE, f"more triples {number}")
    dealt = setup["conditions"]
    wanted = [card for card in triple if card not in dealt]
    swaps = dict(zip(wanted, [card for card in dealt if card not in triple], strict=True))
    return setup | {
        "conditions": sorted(triple),
        "hands": [[swaps.get(card, card) for card in hand] for hand in setup["hands"]],
        "pile": [swaps.get(card, card) for card in setup["pile"]],
    }


if __name__ == "__main__":
    main()
