"""Games that are no contest: one player alone, or several who win and lose together."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from accounts.models import Event, Notice
from games.letters import match_finished, titles
from games.models import Match, Meeting, Move, Rating, Seat, Tally
from games.presenters.rating_changes import rating_changes
from games.reliability import reliability
from games.services import time_outs
from games.services.books import enter_finished
from games.services.departures import leave_everything_and_delete
from games.services.matches import Chair, join_table
from games.services.moves import resign
from games.services.proposals import propose
from games.services.rematches import offer_rematch
from games.take_backs import take_backs
from games.text import unsigned
from tests.games.conftest import advance, rush

pytestmark = pytest.mark.django_db


@pytest.fixture
def solo(announce, alice):
    return announce(alice, game="greenways", variant="solo")


@pytest.fixture
def team(announce, alice, bob):
    """Alice and Bob build a city together."""
    table = announce(alice, Chair(), game="megalopolis", variant="easy", allows_vacation=False)
    return join_table(player=bob, code=table.code)


def seats(match):
    return list(Seat.objects.filter(match=match).order_by("index"))


# For one


def test_a_game_for_one_begins_at_once(solo, alice):
    assert solo.is_running
    assert solo.is_turn_of(alice)


def test_the_page_for_new_tables_needs_no_other_seats_for_it(client, alice):
    client.force_login(alice)
    form = {"variant": "greenways:solo", "clock": "3d", "chair_2": "anyone", "rated": "on"}
    response = client.post(reverse("table-new"), form, follow=False)
    match = Match.objects.get()
    assert response.url == match.get_absolute_url()
    assert match.is_running
    assert match.size == 1


def test_who_plays_alone_has_no_clock_and_gets_no_notices(solo, alice):
    match = advance(solo, 3)
    assert match.deadline is None
    assert match.warn_at is None
    assert not match.moves.filter(took__isnull=False).exists()
    assert not Notice.objects.exists()
    assert list(Match.objects.waiting_on(alice)) == [match]


def test_such_a_match_never_runs_out_of_time(solo, time_machine):
    advance(solo, 3)
    time_machine.move_to(timezone.now() + timedelta(days=1000))
    assert time_outs.sweep_time_outs() == time_outs.sweep_warnings() == 0


def test_giving_up_calls_it_off(solo, alice):
    match = resign(code=advance(solo, 3).code, player=alice)
    assert match.is_cancelled
    assert not match.moves.exclude(kind=Move.Kind.MOVE).exists()
    assert not Notice.objects.exists()
    call_command("replay_matches")


def test_calling_it_off_needs_nobody_else(solo, alice):
    propose(code=solo.code, player=alice, kind="cancel")
    solo.refresh_from_db()
    assert solo.is_cancelled


def test_whoever_deletes_the_account_leaves_no_match_behind(solo, alice):
    leave_everything_and_delete(player=alice)
    solo.refresh_from_db()
    assert solo.is_cancelled


def test_nothing_is_taken_back_once_a_tile_was_drawn(solo):
    match = advance(solo, 3)
    assert take_backs(match, match.seats.get()) == []


def test_a_score_is_all_there_is_in_the_end(solo, alice):
    match = rush(solo)
    assert match.is_finished
    [score] = match.result["scores"]
    assert match.verdict == f"{score} points"
    assert not Notice.objects.exists()
    call_command("replay_matches")


def test_the_books_know_the_city_but_no_win_and_no_rating(solo, alice):
    match = rush(solo)
    assert enter_finished() == 1
    tally = Tally.objects.get()
    assert (tally.player, tally.size, tally.games, tally.wins) == (alice, 1, 1, 0)
    assert tally.best == match.result["scores"][0]
    assert not Rating.objects.exists()
    assert not Meeting.objects.exists()
    assert rating_changes(match) is None
    call_command("recompute_ratings")
    assert Tally.objects.get().games == 1


def test_it_says_nothing_about_how_reliable_somebody_is(solo, alice):
    rush(solo)
    assert reliability(alice).matches == 0


def test_once_more_begins_at_once(solo, alice):
    again = offer_rematch(code=rush(solo).code, player=alice)
    assert again.is_running
    assert again.seed != solo.seed


# Together


def test_only_a_contest_can_be_rated(solo, team, match):
    assert not solo.rated
    assert not team.rated
    assert match.rated


def test_the_others_are_friends_and_no_opponents(team, alice):
    assert titles(alice, [team.code]) == {team.code: "Megalopolis with bob"}


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_bots_help_to_build(announce, alice, size):
    bots = [Chair(bot="greedy")] * (size - 1)
    match = announce(alice, *bots, game="megalopolis", variant="normal")
    assert match.is_running
    assert (match.deadline is None) == match.is_solo or match.to_move != 0
    assert advance(match).is_finished


def test_all_win_or_lose_together(team):
    match = rush(team)
    score, target = match.result["scores"][0], match.result["target"]
    words = "Won" if score >= target else "Lost"
    assert match.verdict == f"{words}: {unsigned(score)} of {target} points"
    assert {(seat.score, seat.rank) for seat in seats(match)} == {
        (score, 1 if score >= target else 2)
    }


def test_a_bot_plays_on_for_whoever_resigns_also_between_two(team, alice):
    match = resign(code=advance(team, 2).code, player=alice)
    assert match.is_running
    assert seats(match)[0].bot
    finished = advance(match)
    assert finished.is_finished
    assert finished.result["resigned"] == [0]
    call_command("replay_matches")


def test_a_bot_plays_on_for_whoever_is_late_also_between_two(team, time_machine):
    match = advance(team, 2)
    late = seats(match)[match.to_move]
    time_machine.move_to(timezone.now() + timedelta(days=4))
    assert time_outs.sweep_time_outs() == 1
    match.refresh_from_db()
    assert match.is_running
    assert seats(match)[late.index].bot
    events = Notice.objects.filter(player=late.player).values_list("event", flat=True)
    assert Event.MATCH_FINISHED in events


def test_who_left_shares_the_result_but_not_the_win(team, alice, bob):
    match = advance(resign(code=advance(team, 2).code, player=alice))
    assert len(set(match.result["ranks"])) == 1
    enter_finished()
    won = int(match.result["won"])
    assert Tally.objects.get(player=alice).wins == 0
    assert Tally.objects.get(player=bob).wins == won
    assert Tally.objects.get(player=bob).best == match.result["scores"][0] - match.result["target"]
    assert reliability(alice).share == 0
    assert reliability(bob).share == 100


def test_friends_have_neither_ratings_nor_a_balance(team):
    rush(team)
    enter_finished()
    assert not Rating.objects.exists()
    assert not Meeting.objects.exists()


def test_the_last_mail_says_how_it_ended_for_all(team):
    match = rush(team)
    notice = Notice.objects.get(event=Event.MATCH_FINISHED)
    friend = next(seat.player for seat in seats(match) if seat.player != notice.player)
    letter = match_finished(notice)
    assert letter is not None
    assert letter.subject == f"{match.verdict} (Megalopolis with {friend})"
    assert letter.context["intro"] == [f"alice and bob: {match.verdict}"]


def test_a_mail_to_who_was_late_speaks_of_no_place(team, time_machine):
    match = advance(team, 2)
    time_machine.move_to(timezone.now() + timedelta(days=4))
    time_outs.sweep_time_outs()
    letter = match_finished(Notice.objects.get(event=Event.MATCH_FINISHED))
    assert letter is not None
    assert letter.context["intro"][-1] == "The match counts for you as a time-out."
    assert match.code in letter.url


def test_the_page_says_what_all_reached_and_ranks_nobody(client, team, alice):
    client.force_login(alice)
    match = rush(team)
    page = client.get(match.get_absolute_url()).content.decode()
    assert f"<h2>{match.verdict}</h2>" in page
    assert '<ol class="ranking">' not in page
    assert "Play again" in page
    assert "Elo" not in page


def test_a_running_page_has_one_score_for_all(client, team):
    page = client.get(team.get_absolute_url()).content.decode()
    assert page.count('<b class="score">') == 1
    assert "A bot plays on" not in page


def test_the_score_pad_of_the_replay_has_one_column(client, team):
    match = rush(team)
    page = client.get(reverse("replay", args=[match.code, match.seq])).content.decode()
    assert "alice, bob</th>" in page
    assert match.verdict in page
    assert "Rank" not in page


def test_the_picture_to_share_has_one_city_and_all_names(client, team):
    match = rush(team)
    svg = client.get(reverse("match-svg", args=[match.code])).content.decode()
    assert f"alice, bob: {match.verdict}" in svg
    assert svg.count(">alice, bob</text>") == 1


def test_cards_say_what_was_reached(client, team, solo):
    match = rush(team)
    page = client.get("/").content.decode()
    assert f"<b>{match.verdict}</b>" in page
    assert "★" not in page
