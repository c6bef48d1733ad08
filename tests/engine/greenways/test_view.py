"""What may be seen: everything but the order of the tiles that were not drawn yet."""

from engine.greenways import GAME
from tests.engine.greenways.positions import TERMS, legal, match, position, setup

TOP = ["building", "building", "building", "crossing", "park-end", "green-end"]


def view(state):
    return state.observe(0)


def test_the_tiles_drawn_are_known_and_no_others():
    found = view(match(top=TOP)).setup()["pile"]
    assert found == TOP + [None] * 66


def test_tiles_that_were_put_under_the_pile_were_seen_by_all():
    shown = view(match(top=TOP)).to_json()
    assert (shown["pile"], shown["under"]) == (69, ["building"] * 3)


def test_a_pile_of_which_everything_was_seen_is_known():
    state = position(".|.\n=*=\n.|.", ["crossing"], ["building", "green-end"])
    assert view(state).to_json()["under"] == ["building", "green-end"]


def test_the_view_lists_the_placements_in_order():
    moves = ["park-end@1,0,3", "green-end@-1,0,1"]
    assert view(match(*moves, top=TOP)).to_json()["placements"] == moves


def test_the_view_shows_the_score_were_it_the_end_now():
    shown = view(match("park-end@1,0,3", top=TOP)).to_json()
    assert shown["parts"] == {
        "streets": 0,
        "greenery": 2,
        "parks": 2,
        "longest": 2,
        "unused": 68,
    }
    assert (shown["total"], shown["complete"]) == (74, False)


def test_after_a_move_an_unknown_tile_is_drawn():
    state = match(top=TOP)
    after = view(state).after(GAME.parse("park-end@1,0,3"))
    assert after.to_json()["hand"] == ["crossing", "green-end", None]
    assert after.to_json()["pile"] == 68
    assert after.scores() == view(match("park-end@1,0,3", top=TOP)).scores()


def test_after_a_move_a_tile_that_was_seen_is_known():
    state = position(".|.\n=*=\n.|.", ["crossing", "building", "building"], ["green-end"])
    after = view(state).after(GAME.parse("crossing@1,0,0"))
    assert after.to_json()["hand"] == ["building", "building", "green-end"]
    assert after.to_move == 0


def test_a_spectator_sees_the_same_but_may_not_move():
    state = match(top=TOP)
    shown = state.observe(None).to_json()
    assert shown == view(state).to_json() | {"seat": None}
    assert state.observe(None).legal_moves() == []
    assert sorted(map(str, view(state).legal_moves())) == legal(state)


def test_the_redraw_shows_only_what_was_drawn():
    """Two piles that differ in what was not drawn yet, also after a redraw."""
    other = setup(*TOP)
    other["pile"][6:] = other["pile"][:5:-1]
    state = GAME.start(TERMS, other)
    assert state.observe(0) == view(match(top=TOP))
    assert state.observe(0).to_json() == view(match(top=TOP)).to_json()
