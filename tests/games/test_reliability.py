"""Matches finished, time-outs and time to move: on the profile, and as a term of a table."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils.timezone import now

from games.models import Seat
from games.reliability import reliability, standing_of
from games.services import time_outs, turns
from games.services.books import enter_finished
from games.services.matches import Chair, join_table
from games.services.moves import play_move, resign
from games.services.substitutes import claim_seat
from games.text import rough_length
from quadropolis_site.errors import NotAllowed
from tests.games.conftest import advance, mover, some_move

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def finish(announce):
    """The first one plays a match of three with bots, to its end or until they leave it."""

    def finish(player, times=1, leaving=False):
        for _ in range(times):
            match = announce(player, Chair(bot="random"), Chair(bot="random"))
            if leaving:
                match = resign(code=match.code, player=player)
            Seat.objects.filter(match=match).update(rank=1, score=10)
            match.status, match.to_move = match.Status.FINISHED, None
            match.result = {"scores": [10, 10, 10], "ranks": [1, 1, 1]}
            match.result |= {"resigned": [0]} if leaving else {}
            match.finished_at = match.created_at
            match.save()
        Seat.objects.update(finished_at=now())
        enter_finished()

    return finish


def test_a_newcomer_has_no_figures_and_is_trusted(alice):
    found = reliability(alice)
    assert (found.matches, found.share, found.time_outs, found.typical_time) == (0, 100, 0, None)
    assert standing_of(alice) == 100


def test_the_share_is_that_of_matches_finished_without_leaving(alice, finish):
    finish(alice, 4)
    finish(alice, 2, leaving=True)
    found = reliability(alice)
    assert (found.matches, found.stayed, found.share) == (6, 4, 66)


def test_a_match_that_was_left_counts_at_once(announce, alice, finish):
    finish(alice)
    match = announce(alice, Chair(bot="random"), Chair(bot="random"))
    assert reliability(alice).share == 100
    resign(code=match.code, player=alice)
    assert reliability(alice).share == 50


def test_a_match_that_was_called_off_does_not_count(match, alice):
    turns.call_off(match)
    assert reliability(alice).matches == 0


def test_whoever_has_played_few_matches_is_trusted(alice, finish):
    finish(alice, 4, leaving=True)
    assert standing_of(alice) == 100
    finish(alice, leaving=True)
    assert standing_of(alice) == 0


def test_time_outs_are_counted_and_resignations_are_not(announce, alice, bob, play, time_machine):
    time_machine.move_to(datetime(2026, 6, 1, tzinfo=UTC), tick=False)
    terms = {"allows_vacation": False, "clock": "3d"}
    match = play(join_table(player=bob, code=announce(alice, Chair(), **terms).code), 3)
    late = mover(match)
    time_machine.shift(3 * DAY)
    time_outs.sweep_time_outs()
    enter_finished()
    assert reliability(late).time_outs == 1
    other = play(join_table(player=bob, code=announce(alice, Chair(), **terms).code), 3)
    resign(code=other.code, player=late)
    enter_finished()
    assert reliability(late).time_outs == 1
    assert reliability(late).stayed == 0


def test_what_a_substitute_does_is_nobodys_fault(announce, alice, bob, charlie, time_machine):
    time_machine.move_to(datetime(2026, 6, 1, tzinfo=UTC), tick=False)
    table = announce(alice, Chair(), Chair(bot="random"), allows_vacation=False)
    match = advance(join_table(player=bob, code=table.code), 3)
    while match.to_move != 0:
        match = advance(match, 1)
    resign(code=match.code, player=alice)
    match = claim_seat(code=match.code, player=charlie, seat=0)
    time_machine.move_to(match.deadline, tick=False)
    time_outs.sweep_time_outs()
    assert [reliability(player).time_outs for player in (alice, charlie)] == [0, 0]
    assert reliability(charlie).matches == 0


def test_the_typical_time_to_move_is_the_one_in_the_middle(match, time_machine):
    now = datetime(2026, 6, 1, tzinfo=UTC)
    time_machine.move_to(now, tick=False)
    match.moved_at = now
    match.save()
    player = mover(match)
    times = iter([1, 30, 2])
    for _ in range(40):
        if mover(match) == player:
            hours = next(times, None)
            if hours is None:
                break
            time_machine.shift(hours * HOUR)
        match = play_move(
            code=match.code, player=mover(match), seq=match.seq, text=some_move(match)
        )
    assert reliability(player).typical_time == 2 * HOUR


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (timedelta(seconds=5), "1 minute"),
        (timedelta(minutes=59), "59 minutes"),
        (timedelta(hours=1.9), "1 hour"),
        (timedelta(hours=47), "47 hours"),
        (timedelta(days=2.9), "2 days"),
    ],
)
def test_a_typical_time_is_said_roughly(span, words):
    assert rough_length(span) == words


def test_a_table_can_ask_for_a_minimum(announce, alice, bob, charlie, finish):
    finish(bob, 9)
    finish(bob, 1, leaving=True)
    table = announce(alice, Chair(), Chair(), least_reliability=95)
    with pytest.raises(NotAllowed, match="finish 95 % of their matches"):
        join_table(player=bob, code=table.code)
    join_table(player=charlie, code=table.code)
    assert standing_of(bob) == 90
    join_table(player=bob, code=announce(alice, Chair(), least_reliability=90).code)


def test_the_minimum_holds_for_invited_players_and_substitutes(announce, alice, bob, finish):
    finish(bob, 5, leaving=True)
    table = announce(alice, Chair(invited=bob), least_reliability=70)
    with pytest.raises(NotAllowed, match="finish 70 %"):
        join_table(player=bob, code=table.code)
    match = announce(alice, Chair(bot="random"), Chair(bot="random"), least_reliability=70)
    resign(code=match.code, player=alice)
    with pytest.raises(NotAllowed, match="finish 70 %"):
        claim_seat(code=match.code, player=bob, seat=0)


def test_the_player_page_shows_the_figures(client, alice, finish):
    assert "How reliable" not in client.get("/players/alice/").text
    finish(alice, 4)
    finish(alice, leaving=True)
    page = client.get("/players/alice/").text
    assert "80 %" in page
    assert "Time-outs" in page


def test_the_figures_cost_the_same_for_an_old_hand(
    client, alice, finish, django_assert_max_num_queries
):
    finish(alice, 12)
    with django_assert_max_num_queries(18):
        client.get("/players/alice/")


def test_bots_are_not_judged(client, announce, alice, finish):
    finish(alice)
    assert "How reliable" not in client.get("/players/Random-Robot/").text


def form(**changes):
    usual = {"variant": "quadropolis:classic", "clock": "3d", "chair_2": "anyone"}
    return usual | changes


def test_the_form_announces_clock_vacation_and_minimum(client, alice):
    client.force_login(alice)
    answer = client.post(
        "/tables/new/", form(clock="5d+24h/5d", allows_vacation="on", least_reliability="90")
    )
    assert answer.status_code == 302
    table = alice.tables.get()
    assert (table.clock, table.allows_vacation, table.least_reliability) == ("5d+24h/5d", True, 90)
    client.logout()
    page = client.get(answer.url).text
    assert "5 days, plus 1 day per move, at most 5 days" in page
    assert "with vacation" in page
    assert "for those who finish 90 % of their matches" in page


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        ("36h", "36 hours per move"),
        ("3d", "3 days per move"),
        ("5d+24h/5d", "5 days, plus 1 day per move, at most 5 days"),
    ],
)
def test_every_clock_is_shown_before_anybody_sits_down(client, announce, alice, clock, words):
    table = announce(alice, Chair(), clock=clock, allows_vacation=False)
    for address in ("/", table.get_absolute_url()):
        page = client.get(address).text
        assert words in page
        assert "without vacation" in page


def test_the_form_announces_a_table_without_vacation_for_everybody(client, alice):
    client.force_login(alice)
    client.post("/tables/new/", form(least_reliability="0"))
    table = alice.tables.get()
    assert (table.allows_vacation, table.least_reliability) == (False, 0)
    assert "without vacation" in client.get("/").text


@pytest.mark.parametrize("change", [{"clock": "1h+1h/1h"}, {"least_reliability": "100"}])
def test_the_form_refuses_what_it_does_not_offer(client, alice, change):
    client.force_login(alice)
    assert client.post("/tables/new/", form(**change)).status_code == 422
    assert not alice.tables.exists()
