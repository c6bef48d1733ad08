"""What the match page and the mails of Greenways show: table, hand, score and end."""

import json
from pathlib import Path

import pytest

from engine import GAMES, Rng, Terms
from engine.greenways import rules
from engine.greenways.moves import place_of
from engine.greenways.state import State
from engine.greenways.tiles import TILES
from games.presenters import PRESENTERS

RECORDS = Path(__file__).parent.parent / "records"
GAME = GAMES["greenways"]


def position(moves, record="greedy-a"):
    data = json.loads((RECORDS / f"greenways-solo-1-{record}.json").read_text())
    state = GAME.start(Terms("solo", 1), data["setup"])
    played = [GAME.parse(text) for text in data["moves"][:moves]]
    for move in played:
        state.push(move)
    return state, played


def look(state, seat=0, recent=(), **asked):
    return PRESENTERS["greenways"].present(
        state.observe(seat),
        names=["Ann"],
        reader=seat,
        is_over=state.to_move is None,
        recent=[(0, move) for move in recent],
        asked=asked,
        url="/m/code/",
    )


def present(moves=20, seat=0, record="greedy-a", **asked):
    state, played = position(moves, record)
    return look(state, seat, played[-1:], **asked)


def asked(move):
    x, y = place_of(move.cell)
    code = str(move).partition("@")[0]
    return {"tile": code, "turns": str(move.turns), "cell": f"{x},{y}"}


def query(href):
    return dict(part.split("=") for part in href.partition("?")[2].split("&"))


# The way to a move


def test_first_a_tile_is_chosen():
    board = present()
    assert board.steps.step == "tile"
    assert not board.table.spots
    assert [tile.href for tile in board.hand.tiles if tile.is_useless] == []
    assert len(board.hand.tiles) == 3


@pytest.mark.parametrize("moves", [0, 5, 20, 39])
def test_the_links_lead_to_every_legal_move_and_to_no_other(moves):
    """From the hand by turning and by choosing cells, as a player would."""
    reached, seen = set(), set()
    waiting = [query(tile.href) for tile in present(moves).hand.tiles if tile.href]
    while waiting:
        step = waiting.pop()
        if (key := tuple(sorted(step.items()))) in seen:
            continue
        seen.add(key)
        board = present(moves, **step)
        assert not board.refusal
        if board.steps.notation:
            reached.add(board.steps.notation)
        waiting += [query(spot.href) for spot in board.table.spots]
        waiting += [query(board.steps.turn)] if board.steps.turn else []
    assert reached == {str(move) for move in position(moves)[0].legal_moves()}


def test_a_cell_where_the_tile_fits_only_when_turned_says_so():
    board = present(tile="twin-curve", record="greedy-b", moves=0)
    turned = [spot for spot in board.table.spots if not spot.is_as_turned]
    assert all(spot.label.startswith("Turn it") for spot in turned)


def test_two_links_lead_through_all_cells_that_fit():
    """Around and around, forwards and back: for thumbs that are larger than a cell."""
    start = present(20, tile=present(20).hand.tiles[0].picture.symbol)
    ways = {spot.href for spot in start.table.spots}
    for direction in ("next", "previous"):
        href, walked = getattr(start.steps, direction), []
        while href not in walked:
            walked.append(href)
            href = getattr(present(20, **query(href)).steps, direction)
        assert {query(one)["cell"] for one in walked} == {query(one)["cell"] for one in ways}
        assert href == walked[0]


def test_a_tile_that_fits_nowhere_can_not_be_chosen():
    """In a city whose only open ends are streets, greenery has no place."""
    for moves in range(60):
        state, _ = position(moves, "random-a")
        useless = [tile for tile in state.hand if not rules.any_fits(state.city, [tile])]
        if useless:
            break
    board = present(moves, record="random-a")
    [shown, *_] = [tile for tile in board.hand.tiles if tile.is_useless]
    assert not shown.href
    assert shown.label.endswith("fits nowhere now")
    refused = present(moves, record="random-a", tile=shown.picture.symbol)
    assert refused.refusal == "This tile fits nowhere now."
    assert refused.steps.step == "tile"


@pytest.mark.parametrize(
    ("what", "refusal"),
    [
        ({"tile": "street-cross"}, "You don't have this tile in your hand: street crossroads."),
        ({"tile": "nonsense"}, ""),
        ({"turns": "7", "cell": "here"}, ""),
    ],
)
def test_what_can_not_be_is_refused_and_nothing_else_lost(what, refusal):
    board = present(0, **what)
    assert board.refusal == refusal
    assert board.steps.step == "tile"


def test_an_illegal_cell_is_refused_and_the_tile_stays_chosen():
    state, _ = position(20)
    move = state.legal_moves()[0]
    board = present(20, **asked(move) | {"cell": "0,0"})
    assert board.refusal == "There is already a tile at 0,0."
    assert board.steps.step == "cell"
    assert board.query == f"tile={asked(move)['tile']}&turns={move.turns}"


def test_the_preview_has_the_change_of_every_part():
    state, _ = position(20)
    before = state.observe(0).sheet()
    for move in state.legal_moves():
        after = state.copy()
        after.push(move)
        score = present(20, **asked(move)).score
        then = after.observe(0).sheet()
        assert [part.points.before for part in score.parts] == list(before.parts.values())
        assert [part.points.after for part in score.parts] == list(then.parts.values())
        assert (score.total.before, score.total.after) == (before.total, then.total)


def test_the_last_move_says_that_it_ends_the_match():
    *_, last = json.loads((RECORDS / "greenways-solo-1-greedy-a.json").read_text())["moves"]
    board = present(39, **asked(GAME.parse(last)))
    assert "The match ends with it." in board.steps.words
    assert board.goal.is_complete


def test_somebody_else_sees_the_table_but_has_nothing_to_choose():
    board = present(seat=None, tile="crossing")
    assert board.steps is None
    assert not any(tile.href for tile in board.hand.tiles)
    assert not board.table.spots


# The redraw


def redraws(seed):
    """The positions of a random match right after three others were drawn."""
    terms, rng = Terms("solo", 1), Rng(seed)
    state = GAME.start(terms, GAME.deal(terms, seed))
    assert isinstance(state, State)
    while state.to_move is not None:
        known = len(state.stack)
        state.push(rng.choice(state.legal_moves()))
        if len(state.stack) > known:
            yield state.copy()


@pytest.mark.parametrize(("seed", "count"), [("redraw 3", 2), ("redraw 17", 1), ("redraw 43", 3)])
def test_a_redraw_is_shown_when_it_happens_and_its_tiles_stay_known(seed, count):
    found = list(redraws(seed))
    assert len(found) == count
    for state in found:
        hand = look(state).hand
        assert hand.is_redrawn
        put_away = [TILES[tile].code for tile in state.stack[-3:]]
        assert [tile.symbol for tile in hand.under[-3:]] == put_away
        assert not rules.any_fits(state.city, state.stack[-3:])


def test_without_a_redraw_nothing_is_known_of_the_pile():
    hand = present(0).hand
    assert not hand.under
    assert not hand.is_redrawn


# The end condition


def test_the_goal_counts_rows_and_columns_and_names_those_without_greenery():
    state, _ = position(12)
    goal = present(12).goal
    assert goal.rows.count == state.city.rows.bit_count()
    assert goal.columns.count == state.city.columns.bit_count()
    bare = {line.number for line in goal.rows.bare}
    green = {place_of(cell)[1] for cell in state.city.corridors.towards_root}
    assert bare == {place_of(cell)[1] for cell in state.city.faces} - green
    assert not goal.is_complete


def test_the_goal_is_said_in_words():
    goal = present(0).goal
    assert goal.rows.words == "1 row of 8; greenery in each"
    assert goal.columns.words == "1 column of 8; greenery in each"


# Mails


def test_a_mail_draws_the_table_in_letters():
    drawing = PRESENTERS["greenways"].draw(present(0))
    hand, city = drawing.grids
    assert drawing.stage == "69 tiles in the pile"
    assert [box.word for row in city.rows for box in row.boxes] == ["S NS"]
    assert [box.note for row in city.rows for box in row.boxes] == ["G EW"]
    assert len(hand.rows[0].boxes) == 3
    assert "|S NS" in city.text


def test_a_mail_marks_what_is_new_and_draws_every_tile():
    state, played = position(40)
    drawing = PRESENTERS["greenways"].draw(present(40))
    [city] = drawing.grids
    boxes = [box for row in city.rows for box in row.boxes]
    assert sum(bool(box.word) for box in boxes) == len(state.city.faces)
    assert sum(box.is_new for box in boxes) == 1
    assert str(played[-1]).startswith("building") == ("B" in [b.word for b in boxes if b.is_new])
