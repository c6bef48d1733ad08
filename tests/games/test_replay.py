"""From rows to positions: who is ranked where after somebody left, and what a take-back undoes."""

import pytest
from django.core.management import CommandError, call_command

from games import replay
from games.models import Move
from games.replay import final_ranks
from games.services import turns
from games.services.moves import play_move
from tests.games.conftest import mover, some_move

PEOPLE = {0, 1, 2}  # and a bot in seat 3


@pytest.mark.parametrize(
    ("ranks", "gone", "final"),
    [
        # Nobody left.
        ([1, 2, 3, 4], set(), [1, 2, 3, 4]),
        # The best city does not help whoever left it.
        ([1, 2, 3, 4], {0}, [3, 1, 2, 4]),
        # A bot that sat there from the start may still be behind, or between the people.
        ([1, 2, 4, 3], {0}, [4, 1, 3, 2]),
        # A city that was behind anyway stays there.
        ([4, 1, 2, 3], {0}, [4, 1, 2, 3]),
        # Two who left, in the order of their cities.
        ([2, 1, 3, 4], {0, 1}, [3, 2, 1, 4]),
        ([1, 3, 2, 4], {0, 1}, [2, 3, 1, 4]),
        # Equal cities share a place, but not with somebody who left.
        ([1, 1, 3, 4], {0}, [3, 1, 2, 4]),
        ([1, 1, 1, 4], {0, 1}, [2, 2, 1, 4]),
        # All people left: the cities decide.
        ([2, 1, 3, 4], {0, 1, 2}, [2, 1, 3, 4]),
    ],
)
def test_whoever_left_is_last_among_the_people(ranks, gone, final):
    assert final_ranks(ranks, PEOPLE, gone) == final


def take_back(match, to):
    turns.append(match, 0, Move.Kind.TAKE_BACK, str(to))
    turns.hand_over(match, replay.position(match))
    return match


def seen(match):
    return replay.position(match).observe(None).to_json()


def test_a_take_back_leads_to_the_position_it_names(match, play):
    early = play(match, 2)
    before, to_move = seen(early), early.to_move
    match = take_back(play(early, 3), 2)
    assert (seen(match), match.to_move, match.seq) == (before, to_move, 6)
    assert match.moves.count() == 6
    call_command("replay_matches")


def test_a_match_goes_on_from_where_it_was_taken_back_to(match, play):
    match = take_back(play(match, 5), 3)
    text = some_move(match)
    match = play_move(code=match.code, player=mover(match), seq=6, text=text)
    line = replay.lines(match.moves.all())[-1]
    assert [move.seq for move in line] == [1, 2, 3, 7]
    match = play(match)
    assert match.is_finished
    assert len(replay.lines(match.moves.all())[-1]) == 32
    call_command("replay_matches")


def test_a_take_back_can_be_taken_back(match, play):
    match = play(match, 5)
    before = seen(match)
    match = take_back(take_back(match, 2), 5)
    assert seen(match) == before
    call_command("replay_matches")


def test_steps_show_every_row_with_its_own_position(match, play):
    match = take_back(play(match, 4), 1)
    found = [
        (step.move.kind, step.words is not None, step.state.copy()) for step in replay.steps(match)
    ]
    assert [kind for kind, *_ in found] == ["move"] * 4 + ["take_back"]
    assert [has_words for _, has_words, _ in found] == [True] * 4 + [False]
    first, last = found[0][2], found[-1][2]
    assert first.observe(None).to_json() == last.observe(None).to_json()


@pytest.mark.parametrize("text", ["", "x", "4", "-1"])
def test_a_take_back_to_nowhere_is_found(match, play, text, capsys):
    play(match, 3)
    Move.objects.create(
        match=match, seq=4, seat=0, kind="take_back", text=text, created_at=match.created_at
    )
    with pytest.raises(CommandError):
        call_command("replay_matches")
    assert "to go back to" in capsys.readouterr().out


def test_a_match_that_was_called_off_is_no_problem(match, play):
    turns.call_off(play(match, 3))
    call_command("replay_matches")
