"""Another set-up that the seat could not tell from the real one by what it sees now."""

from engine.megalopolis.city import bits
from engine.megalopolis.meta import CARDS
from engine.megalopolis.state import State


def same_but_hidden(state: State, setup, seat, rng):
    """The cards in other hands and in the pile below its top card change places."""
    hidden = hidden_cards(state, seat)
    others = dict(zip(hidden, rng.shuffled(hidden), strict=True))
    return setup | {
        "hands": [[others.get(card, card) for card in hand] for hand in setup["hands"]],
        "pile": [others.get(card, card) for card in setup["pile"]],
    }


def hidden_cards(state: State, seat):
    """Wherever they came from: a view does not remember."""
    seen = {move.card for move in state.placed} | {state.top, *state.goal.conditions}
    seen |= set() if seat is None else set(bits(state.hands[seat]))
    return [card for card in range(1, CARDS + 1) if card not in seen]
