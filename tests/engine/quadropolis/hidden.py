"""Another set-up that nobody at the table could tell from the real one."""

from engine.quadropolis import tiles
from engine.quadropolis.state import State
from engine.rng import Rng


def same_but_hidden(state: State, setup, seat, rng: Rng):
    """Later rounds in another order, and face-down tiles in each other's places."""
    rounds = [
        swap_face_down(layout, state.players, rng)
        if number <= state.round
        else rng.shuffled(layout)
        for number, layout in enumerate(setup["rounds"])
    ]
    return setup | {"rounds": rounds}


def swap_face_down(layout, players, rng):
    hidden = {name for name in layout if is_face_down(name, players)}
    others = iter(rng.shuffled([name for name in layout if name in hidden]))
    return [next(others) if name in hidden else name for name in layout]


def is_face_down(name, players):
    return tiles.MIN_PLAYERS[tiles.TILE_BY_NAME[name]] > players
