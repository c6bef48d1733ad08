"""What the match page of Megalopolis shows, from positions of recorded matches."""

import json
import re
from pathlib import Path

import pytest

from engine import GAMES, Terms
from engine.megalopolis.city import bits
from games.presenters import PRESENTERS

RECORDS = Path(__file__).parent.parent / "records"


def position(record, moves):
    data = json.loads((RECORDS / f"megalopolis-{record}.json").read_text())
    game = GAMES["megalopolis"]
    state = game.start(Terms(data["variant"], len(data["players"])), data["setup"])
    played = []
    for text in data["moves"][:moves]:
        move = game.parse(text)
        played.append((state.to_move, move))
        state.push(move)
    return state, played


def present(record="normal-3-mixed", moves=5, seat="mover", recent=0, **asked):
    state, played = position(record, moves)
    seat = state.to_move if seat == "mover" else seat
    return PRESENTERS["megalopolis"].present(
        state.observe(seat),
        names=["Ann", "Ben", "Cleo", "Dan"][: len(state.hands)],
        reader=seat,
        is_over=state.to_move is None,
        recent=played[len(played) - recent :],
        asked=asked,
        url="/m/code/",
    )


def chosen(card, x=None, y=None, turned=False):
    """As an address writes it."""
    asked = {"card": str(card)} | ({"turned": "1"} if turned else {})
    return asked if x is None else asked | {"spot": f"{x},{y}"}


def first_legal(record="normal-3-mixed", moves=5):
    return position(record, moves)[0].legal_moves()[0]


# The way to a move


def test_exactly_the_legal_moves_can_be_clicked_together():
    found = set()
    for card in present().hand.cards:
        for turned in (False, True):
            board = present(**chosen(card.number, turned=turned))
            assert [spot.is_chosen for spot in board.city.spots] == [False] * len(board.city.spots)
            for spot in board.city.spots:
                asked = dict(re.findall(r"(\w+)=([^&]+)", spot.href))
                found.add(present(**asked).steps.notation)
    assert found == {str(move) for move in position("normal-3-mixed", 5)[0].legal_moves()}


def test_the_steps_lead_from_card_to_spot_to_confirmation():
    move = first_legal()
    assert present().steps.step == "card"
    assert present(**chosen(move.card)).steps.step == "spot"
    board = present(**chosen(move.card, move.x, move.y))
    assert board.steps.step == "confirm"
    assert board.steps.notation == str(move)
    assert board.query == f"card={move.card}&spot={move.x},{move.y}"


def test_turning_keeps_the_spot_and_so_does_another_card():
    move = first_legal()
    board = present(**chosen(move.card, move.x, move.y))
    assert board.steps.turn == f"/m/code/?card={move.card}&turned=1&spot={move.x},{move.y}"
    others = [card for card in board.hand.cards if not card.is_chosen]
    assert others
    assert all(card.href.endswith(f"&spot={move.x},{move.y}") for card in others)


def test_nudges_lead_one_block_further_where_a_card_may_lie():
    move = first_legal()
    legal = {(one.x, one.y) for one in position("normal-3-mixed", 5)[0].legal_moves()}
    board = present(**chosen(move.card, move.x, move.y))
    steps = {"west": (-1, 0), "north": (0, -1), "south": (0, 1), "east": (1, 0)}
    for nudge in board.steps.nudges:
        right, down = steps[nudge.name]
        target = (move.x + right, move.y + down)
        assert bool(nudge.href) == (target in legal)
    assert any(nudge.href for nudge in board.steps.nudges)


@pytest.mark.parametrize(
    "asked",
    [
        {"card": "99"},
        {"card": "x"},
        {"card": "12", "spot": "everywhere"},
        {"card": "0", "spot": "0,0"},
        {"turned": "yes"},
    ],
)
def test_what_nobody_understands_is_not_chosen(asked):
    assert present(**asked).steps.notation == ""


def test_a_card_of_somebody_else_is_refused_in_words():
    held = {card.number for card in present().hand.cards}
    other = next(number for number in range(1, 19) if number not in held)
    board = present(**chosen(other, 0, 0))
    assert board.refusal == f"Card {other} is not in the hand of the player to move."
    assert board.steps.step == "card"


def test_a_spot_far_away_is_refused_and_the_card_stays_chosen():
    card = present().hand.cards[0].number
    board = present(**chosen(card, 20, 20))
    assert board.refusal == "At 20,20 the card does not touch the city."
    assert board.steps.step == "spot"


def test_there_is_nothing_to_click_for_whoever_looks_on():
    board = present(seat=None, **chosen(1, 0, 0))
    assert board.steps is None
    assert board.hand.cards == []
    assert board.city.spots == []


def test_out_of_turn_one_sees_the_own_hand_and_nothing_to_click():
    state, _ = position("normal-3-mixed", 5)
    seat = (state.to_move + 1) % 3
    board = present(seat=seat)
    assert [card.number for card in board.hand.cards] == bits(state.hands[seat])
    assert not any(card.href for card in board.hand.cards)
    assert board.steps is None


# The city and its score


def test_the_city_is_drawn_block_by_block():
    state, _ = position("normal-3-mixed", 5)
    board = present()
    cells = set(state.city.cells(state.city.built))
    assert {(block.column, block.row) for block in board.city.plan.blocks} == cells
    assert all(bool(block.road) == (block.kind != "park") for block in board.city.plan.blocks)


def test_the_chosen_move_is_drawn_and_scored_beside_what_was():
    move = first_legal()
    state, _ = position("normal-3-mixed", 5)
    board = present(**chosen(move.card, move.x, move.y))
    after = state.observe(state.to_move).after(move)
    assert board.score.total.before == state.observe(None).scores()[0]
    assert board.score.total.after == after.scores()[0]
    assert [part.score.after for part in board.score.parts] == list(after.sheet().parts.values())
    assert (board.city.placed.x, board.city.placed.y) == (100 * move.x, 100 * move.y)
    assert len(board.city.plan.blocks) == after.position.city.built.bit_count()


def test_the_parts_are_those_of_the_match_with_their_numbers():
    state, _ = position("hard-2-mixed", 5)
    score = present("hard-2-mixed").score
    assert [part.number for part in score.conditions] == list(map(str, state.goal.conditions))
    assert score.target == sum(state.goal.conditions)
    assert [part.title for part in score.permanent] == ["Boroughs", "Traffic"]


def test_there_is_no_traffic_where_it_costs_nothing():
    score = present("easy-4-random").score
    assert [part.title for part in score.permanent] == ["Boroughs"]


@pytest.mark.parametrize("record", ["normal-3-mixed", "hard-2-mixed", "easy-4-random"])
def test_the_reasons_add_up_to_the_points(record):
    for part in present(record, 9).score.parts:
        total = sum(int(reason.points.replace("−", "-")) for reason in part.reasons)
        assert total == part.score.after


def test_what_counts_lights_up():
    """A light per line that has blocks, within the city; roads glow, blocks are framed."""
    board = present(moves=9)
    lights = {part.title: part.lights for part in board.score.parts}
    assert len(lights["Boroughs"]) == 4
    roads = position("normal-3-mixed", 9)[0].city.road_count
    assert len(lights["Traffic"]) == roads
    assert all((light.where, light.tone) == ("road", "bad") for light in lights["Traffic"])
    assert all("Q" in light.path for light in lights["Traffic"])


def test_the_drawing_does_not_move_between_spot_and_confirmation():
    move = first_legal()
    spot = present(**chosen(move.card))
    confirm = present(**chosen(move.card, move.x, move.y))
    assert spot.city.frame == confirm.city.frame


def test_the_last_moves_are_marked():
    played = position("normal-3-mixed", 5)[1]
    board = present(recent=2)
    expected = [(100 * move.x, 100 * move.y) for _seat, move in played[-2:]]
    assert [(outline.x, outline.y) for outline in board.city.new] == expected


def test_the_city_can_be_read_as_a_table():
    board = present(moves=0)
    assert board.city.columns == ["0", "1"]
    assert [line.name for line in board.city.lines] == ["0", "1"]
    words = [word for line in board.city.lines for word in line.words]
    assert sorted(word.split(",")[0] for word in words) == [
        "commercial",
        "industrial",
        "park",
        "residential",
    ]
    assert sum("road" in word for word in words) == 3


# In a mail


def test_a_mail_draws_the_city_and_the_own_hand():
    board = present(moves=4, recent=1)
    drawing = PRESENTERS["megalopolis"].draw(board)
    assert drawing.stage == "card 5 of 15"
    city, *hand = drawing.grids
    letters = [box.word for row in city.rows for box in row.boxes if box.word]
    assert len(letters) == len(board.city.plan.blocks)
    assert set(letters) == set("CPIR")
    assert sum(box.is_new for row in city.rows for box in row.boxes) == 4
    assert len(hand) == len(board.hand.cards) == 3
    assert "Traffic" in city.facts


def test_a_mail_to_somebody_else_does_not_draw_it():
    state, _ = position("normal-3-mixed", 4)
    for seat in range(3):
        board = present(moves=4, seat=seat)
        hand = PRESENTERS["megalopolis"].draw(board).grids[1:]
        titles = {f"Your card {card}" for card in bits(state.hands[seat])}
        assert {grid.title for grid in hand} == titles
