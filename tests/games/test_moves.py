"""Playing and resigning, through the one service for everybody."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections

from games import replay
from games.models import Match, Move
from games.services.matches import Chair, join_table
from games.services.moves import StaleMove, UnreadableMove, play_move, resign
from quadropolis_site.errors import AgainstTheRules, Conflict, NotAllowed
from tests.games.conftest import mover, some_move


def test_a_move_is_stored_and_the_turn_passes_on(match):
    first, text = match.to_move, some_move(match)
    after = play_move(code=match.code, player=mover(match), seq=0, text=text)
    assert list(Move.objects.values_list("seq", "seat", "kind", "text")) == [
        (1, first, "move", text)
    ]
    assert (after.seq, after.to_move) == (1, 1 - first)
    assert after.deadline > match.deadline


def test_it_rejects_a_move_out_of_turn(match):
    waiting = match.seats.exclude(index=match.to_move).get().player
    with pytest.raises(NotAllowed, match="not your turn"):
        play_move(code=match.code, player=waiting, seq=0, text=some_move(match))


def test_it_rejects_a_stranger(match, charlie):
    with pytest.raises(NotAllowed, match="don't play"):
        play_move(code=match.code, player=charlie, seq=0, text=some_move(match))


def test_it_rejects_a_move_for_an_older_position(match):
    player, text = mover(match), some_move(match)
    play_move(code=match.code, player=player, seq=0, text=text)
    with pytest.raises(StaleMove):
        play_move(code=match.code, player=player, seq=0, text=text)
    assert Move.objects.count() == 1


def test_it_rejects_a_move_against_the_rules_with_the_reason(match):
    with pytest.raises(AgainstTheRules, match="no architect 5"):
        play_move(code=match.code, player=mover(match), seq=0, text="5N1-a1")
    assert not Move.objects.exists()


@pytest.mark.parametrize("text", ["", "nonsense", "3N4-", "x" * 10_000, "３N4-b3"])
def test_it_rejects_what_is_no_move(match, text):
    with pytest.raises(UnreadableMove, match="is not a move"):
        play_move(code=match.code, player=mover(match), seq=0, text=text)


def test_it_rejects_moves_before_the_start_and_after_the_end(table, alice, bob, play):
    with pytest.raises(Conflict, match="not started"):
        play_move(code=table.code, player=alice, seq=0, text="1N1-a1")
    match = play(join_table(player=bob, code=table.code))
    with pytest.raises(Conflict, match="over"):
        play_move(code=match.code, player=alice, seq=match.seq, text="1N1-a1")


def test_a_match_plays_to_its_end_and_keeps_the_result(match, play):
    match = play(match)
    outcome = replay.position(match).outcome()
    assert outcome is not None
    assert match.is_finished
    assert match.seq == 32
    assert match.result["scores"] == list(outcome.scores)
    assert [(s.score, s.rank) for s in match.seats_in_order()] == list(
        zip(outcome.scores, outcome.ranks, strict=True)
    )
    assert (match.to_move, match.deadline, match.bot_due_at) == (None, None, None)


def test_between_two_whoever_resigns_loses(match, alice, play):
    match = resign(code=play(match, 5).code, player=alice)
    assert match.is_finished
    assert [seat.rank for seat in match.seats_in_order()] == [2, 1]
    assert match.result["resigned"] == [0]


def test_with_three_a_bot_plays_on_for_whoever_resigns(announce, alice, bob, charlie):
    table = announce(alice, Chair(invited=bob), Chair(invited=charlie))
    for player in (bob, charlie):
        match = join_table(player=player, code=table.code)
    leaver = mover(match)
    match = resign(code=match.code, player=leaver)
    assert match.is_running
    assert match.bot_due_at is not None
    with pytest.raises(NotAllowed):
        play_move(code=match.code, player=leaver, seq=match.seq, text=some_move(match))


def test_nobody_resigns_twice_or_for_others(match, alice, charlie):
    with pytest.raises(NotAllowed):
        resign(code=match.code, player=charlie)
    resign(code=match.code, player=alice)
    with pytest.raises(Conflict, match="over"):
        resign(code=match.code, player=alice)


@pytest.mark.django_db(transaction=True)
def test_of_two_moves_at_once_one_wins_and_the_other_is_told(match):
    player, text = mover(match), some_move(match)

    def send(_):
        try:
            play_move(code=match.code, player=player, seq=0, text=text)
        except StaleMove:
            return "stale"
        finally:
            connections.close_all()
        return "played"

    with ThreadPoolExecutor(4) as pool:
        answers = sorted(pool.map(send, range(4)))
    assert answers == ["played", "stale", "stale", "stale"]
    assert Move.objects.filter(match=match).count() == 1
    assert Match.objects.get(pk=match.pk).seq == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_players_who_want_the_last_seat_one_gets_it(table, bob, charlie):
    def sit(player):
        try:
            join_table(player=player, code=table.code)
        except Conflict:
            return "too late"
        finally:
            connections.close_all()
        return "sits"

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(sit, [bob, charlie]))
    assert answers == ["sits", "too late"]
    assert Match.objects.get(pk=table.pk).is_running


def test_the_database_itself_refuses_a_second_move_with_the_same_number(match, play):
    from django.db import IntegrityError

    play(match, 1)
    with pytest.raises(IntegrityError):
        Move.objects.create(match=match, seq=1, seat=0, text="1N1-a1", created_at=match.created_at)


def test_it_runs_on_the_real_database():
    assert connection.vendor == "postgresql"
