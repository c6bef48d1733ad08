"""The bots of Greenways: what they value, and that thinking ahead pays."""

from statistics import mean

from engine.bots import BOTS
from engine.bots.strong import Search
from engine.greenways import GAME, foresight, scoring
from engine.greenways.meta import Side
from engine.greenways.moves import STEPS
from engine.greenways.outlook import Outlook, ends_around
from engine.rng import Rng
from tests.engine.greenways.drawings import draw
from tests.engine.greenways.positions import dealt, match, numbers, outcome, position

_, _, SOUTH, WEST = STEPS
PATIENT = 1000.0  # seconds: the budget must not decide anything here
PLENTY = numbers(["street-straight", "green-straight", "green-curve", "street-curve"] * 5)


def choice(bot, drawing, hand, pile=()):
    state = position(drawing, hand, pile)
    return str(BOTS[bot](GAME, state.observe(0), Rng("x"), budget=PATIENT))


def worth(drawing, left=PLENTY):
    return Outlook(left).worth(draw(drawing), [])


def played(bot, seed):
    state = dealt(seed)
    while state.to_move is not None:
        state.push(BOTS[bot](GAME, state.observe(0), Rng(seed), budget=PATIENT))
    return outcome(state).scores[0]


# Greedy


def test_greedy_takes_the_park():
    hand = ["green-end", "park-end", "street-end"]
    assert choice("greedy", ".|.\n=*=\n.|.", hand).startswith("park-end")


def test_greedy_gives_the_street_its_intersection():
    three_tiles = """
        ... ...
        .o- -o-
        .|. ...
        .|. ...
        =*= ...
        .|. ...
    """
    hand = ["street-tee", "green-end", "building"]
    assert choice("greedy", three_tiles, hand).startswith("street-tee")


def test_the_appraisal_is_the_score_without_the_pile():
    state = match(top=["crossing", "park-end", "street-tee"])
    for value, move in GAME.appraise(state.observe(0)):
        after = state.copy()
        after.push(move)
        assert value == scoring.points(after.city, 0)


# The outlook of a city

ONE_GREEN_END = """
    ... .|. ...
    .P= =*= =o=
    ... .|. ...
"""
TWO_GREEN_ENDS = """
    ... .|. ...
    =P= =*= =o=
    ... .|. ...
"""
NO_GREEN_END = """
    ... .|. ...
    .P= =*= =o.
    ... .|. ...
"""


def test_open_ends_promise_something_and_the_first_one_most():
    none, one, two = map(worth, (NO_GREEN_END, ONE_GREEN_END, TWO_GREEN_ENDS))
    assert one - none > two - one > 0


def test_an_end_that_no_tile_left_can_continue_promises_nothing():
    streets = numbers(["street-straight"] * 5)
    assert worth(ONE_GREEN_END, streets) == worth(NO_GREEN_END, streets)


def test_with_no_tile_left_the_outlook_is_the_score():
    assert worth(ONE_GREEN_END, []) == scoring.points(draw(ONE_GREEN_END), 0)


def test_a_tile_that_was_placed_promises_nothing_more():
    city = draw(ONE_GREEN_END)
    assert Outlook(PLENTY).worth(city, PLENTY[:1]) < Outlook(PLENTY).worth(city, [])


def test_the_ends_around_a_cell_are_its_neighbours_streets_and_corridors():
    city = draw("""
        .|. ...
        .o- ...
        .|. ...
        .|. .:.
        =*= =o.
        .|. ...
    """)
    streets = [ends_around(around, Side.STREET) for around in city.fringe.values()]
    greenery = [ends_around(around, Side.GREENERY) for around in city.fringe.values()]
    assert sorted(map(len, streets)) == [0, 0, 0, 0, 1, 1, 1]
    assert sorted(map(len, greenery)) == [0, 0, 0, 0, 0, 1, 1]
    assert ((WEST,), (SOUTH,)) in zip(streets, greenery, strict=True)


# Thinking ahead


def test_every_world_holds_the_tiles_that_nobody_has_seen():
    state = match(top=["building", "building", "building", "crossing", "park-end", "green-end"])
    worlds = foresight.foresee(state.observe(0), Rng("x"))
    piles = [world.pile for world in worlds]
    assert len(set(piles)) == len(worlds) > 1
    for pile in piles:
        assert sorted(pile) == sorted(state.pile)
        assert pile[-3:] == state.pile[-3:]  # seen as they went under


def test_where_nothing_is_hidden_there_is_one_world():
    state = position(ONE_GREEN_END, ["crossing", "building"], ["green-end", "park-end"])
    (world,) = foresight.foresee(state.observe(0), Rng("x"))
    assert world.pile == tuple(numbers(["green-end", "park-end"]))


def test_thinking_ahead_leaves_the_view_alone():
    view, same = match().observe(0), match().observe(0)
    Search(0, GAME.foresee(view, Rng("x")), PATIENT).best_move()
    assert view == same


def test_the_last_moves_are_worth_what_they_score():
    state = position(ONE_GREEN_END, ["green-end", "building"])
    (world,) = foresight.foresee(state.observe(0), Rng("x"))
    end = world.after(GAME.parse("green-end@2,0,3")).after(GAME.parse("building@1,1,0"))
    assert end.to_move is None
    assert end.worths() == [0 + 4 + 2 + 4 + 0]


def test_strong_does_not_close_the_only_corridor():
    """Greedy would: both tiles score the same at once."""
    pile = ["green-straight", "green-curve"] * 5
    assert "straight" in choice("strong", ONE_GREEN_END, ["green-end", "green-straight"], pile)


def average(bot, matches):
    return mean(played(bot, f"match {number}") for number in range(matches))


def test_greedy_beats_random():
    assert average("greedy", 20) > average("random", 20) + 6


def test_strong_beats_greedy():
    assert average("strong", 3) > average("greedy", 3) + 6
