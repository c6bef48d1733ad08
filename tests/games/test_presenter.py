"""What the match page of Quadropolis shows, from positions of recorded matches."""

import json
from pathlib import Path

import pytest

from engine import GAMES, Terms
from games.presenters import PRESENTERS

RECORDS = Path(__file__).parent.parent / "records"


def position(record, moves):
    data = json.loads((RECORDS / f"quadropolis-{record}.json").read_text())
    game = GAMES[data["game"]]
    options = frozenset(name for name, chosen in data["options"].items() if chosen)
    state = game.start(Terms(data["variant"], len(data["players"]), options), data["setup"])
    played = []
    for text in data["moves"][:moves]:
        move = game.parse(text)
        played.append((state.to_move, move))
        state.push(move)
    return state, played


def present(record="classic-2-greedy", moves=10, seat="mover", recent=0, **asked):
    state, played = position(record, moves)
    seat = state.to_move if seat == "mover" else seat
    return PRESENTERS["quadropolis"].present(
        state.observe(seat),
        names=["Ann", "Ben", "Cleo", "Dan"][: state.players],
        reader=seat,
        is_over=state.to_move is None,
        recent=played[len(played) - recent :],
        asked=asked,
        url="/m/code/",
    )


def places(board):
    sides = [place for line in board.site.lines for place in (line.west, line.east)]
    return {place.name: place for place in [*board.site.north, *sides, *board.site.south]}


def spaces(board):
    return [space for line in board.site.lines for space in line.spaces]


def cells(city):
    return {cell.name: cell for row in city.rows for cell in row.cells}


def legal(record="classic-2-greedy", moves=10):
    return {str(move) for move in position(record, moves)[0].legal_moves()}


def opened(board):
    return {name for name, place in places(board).items() if place.state == "open"}


@pytest.mark.parametrize("record", ["classic-2-greedy", "expert-4-greedy-squares"])
def test_exactly_the_legal_moves_can_be_clicked_together(record):
    found = set()
    for architect in present(record).tray:
        if not architect.href:
            continue
        number = str(architect.token.number)
        for place in opened(present(record, architect=number)):
            board = present(record, architect=number, place=place)
            if board.steps.preview:
                found.add(board.steps.preview.notation)
                continue
            found.add(f"{number}{place}-x")
            lit = [cell for cell in cells(board.own_city).values() if cell.state == "open"]
            found |= {f"{number}{place}-{cell.name}" for cell in lit}
    assert found == legal(record)


def test_there_is_nothing_to_click_for_whoever_looks_on():
    board = present(seat=None, architect="1", place="N1")
    assert board.steps is None
    assert board.own_city is None
    assert len(board.other_cities) == 2
    assert not any(architect.href for architect in board.tray)
    assert not any(place.href for place in places(board).values())


def test_there_is_nothing_to_click_out_of_turn():
    state, _ = position("classic-2-greedy", 10)
    board = present(seat=1 - state.to_move)
    assert board.steps is None
    assert board.own_city.seat == 1 - state.to_move


def test_each_place_shows_the_tile_that_it_would_take():
    board = present(architect="2")
    by_index = {space.index: space for space in spaces(board)}
    for name in opened(board):
        place = places(board)[name]
        assert place.picture == by_index[place.space].picture


def test_a_place_that_is_not_free_says_why():
    board = present(moves=10)
    taken = [place for place in places(board).values() if place.state == "taken"]
    blocked = [place for place in places(board).values() if place.state == "blocked"]
    assert len(taken) == 2
    assert all("architect" in place.label for place in taken)
    assert blocked
    assert all("urbanist" in place.label for place in blocked)


def test_a_cell_that_is_out_of_reach_says_why():
    moves = {tuple(text.split("-")) for text in legal() if "-" in text}
    where = sorted(place for place, _ in moves)[0]
    board = present(architect=where[0], place=where[1:])
    closed = [cell for cell in cells(board.own_city).values() if cell.state == "closed"]
    assert closed
    assert all(cell.title.endswith(".") for cell in closed)


def test_the_preview_agrees_with_the_score_after_the_move():
    for text in sorted(legal()):
        where, _, target = text.partition("-")
        board = present(architect=where[0], place=where[1:], cell=target)
        state, _ = position("classic-2-greedy", 10)
        seat = state.to_move
        before = state.observe(None).scores()[seat]
        state.push(GAMES["quadropolis"].parse(text))
        preview = board.steps.preview
        assert preview.notation == text
        assert (preview.score.before, preview.score.after) == (
            before,
            state.observe(None).scores()[seat],
        )
        assert board.own_city.score == preview.score.after


def test_the_kinds_in_the_preview_add_up_to_the_difference():
    for text in sorted(legal("expert-2-greedy", 25)):
        where, _, target = text.partition("-")
        board = present("expert-2-greedy", 25, architect=where[0], place=where[1:], cell=target)
        preview = board.steps.preview
        kinds = [change.difference for change in preview.changes[:-2]]
        assert sum(kinds) == preview.score.difference


def test_what_is_asked_for_is_kept_as_far_as_it_is_legal():
    used = next(architect for architect in present().tray if not architect.href)
    board = present(architect=str(used.token.number), place="N1")
    assert board.steps.step == "architect"
    assert "used" in board.refusal
    taken = next(place for place in places(present()).values() if place.state == "taken")
    free = next(architect for architect in present().tray if architect.href)
    board = present(architect=str(free.token.number), place=taken.name, cell="a1")
    assert board.steps.step == "place"
    assert "already stands" in board.refusal


@pytest.mark.parametrize(
    "asked", [{"architect": "9"}, {"architect": "²"}, {"place": "N1"}, {"x": ""}]
)
def test_nonsense_is_no_choice(asked):
    assert present(**asked).steps.step == "architect"


def test_one_step_back_leads_to_the_step_before():
    assert present().steps.back == ""
    free = next(architect for architect in present().tray if architect.href)
    number = str(free.token.number)
    board = present(architect=number)
    assert board.steps.back == "/m/code/?architect="
    with_tile = next(p for p in places(board).values() if p.state == "open" and p.picture)
    board = present(architect=number, place=with_tile.name)
    assert board.steps.back == f"/m/code/?architect={number}"
    board = present(architect=number, place=with_tile.name, cell="x")
    assert board.steps.back == f"/m/code/?architect={number}&place={with_tile.name}"


def test_what_is_new_is_marked_on_the_boards():
    board = present(moves=10, recent=1)
    seat, move = position("classic-2-greedy", 10)[1][-1]
    assert [place.token.seat for place in places(board).values() if place.is_new] == [seat]
    assert sum(space.is_new for space in spaces(board)) == 1
    new = [cell.name for city in board.other_cities for cell in cells(city).values() if cell.is_new]
    assert new == [str(move).partition("-")[2]]


def test_of_an_earlier_round_only_the_buildings_are_marked():
    board = present(moves=8, recent=1)
    assert not any(place.is_new for place in places(board).values())
    assert not any(space.is_new for space in spaces(board))
    cities = [board.own_city, *board.other_cities]
    assert sum(cell.is_new for city in cities for cell in cells(city).values()) == 1


def test_score_now_shows_the_assignment_on_the_buildings():
    board = present("expert-4-greedy-squares", 80, seat=None)
    for city in board.other_cities:
        off = {cell.name for cell in cells(city).values() if cell.why_off}
        assert off == {reason.cell for reason in city.off}
        assert sum(row.points for row in city.sheet) == city.score
        shops = [
            cell for cell in cells(city).values() if cell.picture and cell.picture.kind == "shop"
        ]
        assert all((cell.customers is None) == bool(cell.why_off) for cell in shops)


def test_cells_have_words():
    city = present("expert-4-greedy-squares", 79, seat=None).other_cities[0]
    for name, cell in cells(city).items():
        assert cell.label.startswith(f"{name}: ")
        if cell.why_off:
            assert "off: " in cell.label


def test_face_down_tiles_have_no_face():
    board = present()
    down = [space for space in spaces(board) if space.state == "face-down"]
    assert len(down) == 9
    assert all(space.picture is None for space in down)


def test_the_log_is_divided_into_rounds():
    chapter = PRESENTERS["quadropolis"].chapter
    assert [number for number in range(1, 33) if chapter(2, number)] == [1, 9, 17, 25]
