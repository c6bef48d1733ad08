"""``manage.py replay_matches``: every stored match still plays, and its row says the same."""

import io

import pytest
from django.core.management import CommandError, call_command

from games.models import Match, Move, Seat
from games.services.moves import resign


def run():
    out = io.StringIO()
    call_command("replay_matches", stdout=out)
    return out.getvalue()


def complaint(capsys):
    with pytest.raises(CommandError):
        call_command("replay_matches")
    return capsys.readouterr().out


def test_it_is_content_with_matches_in_every_state(announce, alice, table, match, play):
    play(match, 7)
    assert "1 matches replayed, 0 with problems" in run()


def test_it_is_content_with_a_finished_and_a_resigned_match(match, alice, play):
    play(match)
    assert "0 with problems" in run()


def test_it_is_content_with_a_resignation(match, alice, play):
    resign(code=play(match, 3).code, player=alice)
    assert "0 with problems" in run()


def test_it_finds_a_move_that_no_longer_plays(match, play, capsys):
    play(match, 4)
    Move.objects.filter(seq=2).update(text="5N1-a1")
    assert f"{match.code}: There is no architect 5" in complaint(capsys)


def test_it_finds_a_move_that_is_missing(match, play, capsys):
    play(match, 4)
    Move.objects.filter(seq=2).delete()
    assert "move 2 is missing" in complaint(capsys)


def test_it_finds_a_move_by_the_wrong_seat(match, play, capsys):
    play(match, 4)
    wrong = Move.objects.get(seq=3)
    wrong.seat = 1 - wrong.seat
    wrong.save()
    assert "not the turn of seat" in complaint(capsys)


@pytest.mark.parametrize("change", [{"seq": 3}, {"to_move": 3}])
def test_it_finds_a_row_that_differs(match, play, capsys, change):
    play(match, 4)
    Match.objects.update(**change)
    assert f"{next(iter(change))} is 3" in complaint(capsys)


def test_it_finds_a_wrong_score_on_a_seat(match, play, capsys):
    play(match)
    Seat.objects.filter(index=0).update(score=999)
    assert "scores is [999" in complaint(capsys)
