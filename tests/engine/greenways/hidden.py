"""Another set-up that nobody could tell from the real one."""

from engine.greenways.state import State
from engine.rng import Rng


def same_but_hidden(state: State, setup, seat, rng: Rng):
    """The tiles that were not drawn yet lie in another order."""
    pile = setup["pile"]
    return {"pile": pile[: state.drawn] + rng.shuffled(pile[state.drawn :])}
