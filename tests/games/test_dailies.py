"""The city of the day: dealt once, tried once at first sight, and practised by whoever likes."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.models import Notice
from games import dailies
from games.catalogue import GAMES
from games.models import Daily, Match, Sight, Streak, Tally
from games.services import time_outs
from games.services.books import enter_finished
from games.services.bots import play_turn
from games.services.dailies import (
    begin_try,
    call_off_old_tries,
    compute_par,
    deal_today,
    sweep_pars,
)
from games.services.departures import leave_everything_and_delete
from games.services.matches import Chair, TableTerms, create_table
from games.services.moves import play_move, resign
from games.services.proposals import propose
from games.services.rematches import offer_rematch
from games.services.tries import settle
from games.tasks import compute_par as compute_par_task
from games.tasks import deal_cities_of_the_day
from quadropolis_site.errors import Conflict
from tests.games.conftest import advance, rush, some_move
from tests.games.days import A_MOMENT, DAY, MIDNIGHT, NOON, QUADROPOLIS, begin, city, finish

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon(time_machine):
    time_machine.move_to(NOON, tick=False)


# The deal


def test_there_is_a_city_for_every_game_of_the_site_that_is_planned():
    assert [daily.game for daily in deal_today()] == [
        plan.game for plan in dailies.PLANS if plan.game in GAMES
    ]


def test_every_plan_can_be_played(alice):
    for daily in deal_today():
        assert begin_try(player=alice, day=DAY, game=daily.game).is_running


def test_dealing_twice_deals_once():
    assert deal_today() == deal_today()
    deal_cities_of_the_day()
    assert Daily.objects.filter(game=QUADROPOLIS).count() == 1


def test_every_day_has_a_seed_of_its_own(time_machine):
    deal_today()
    time_machine.move_to(MIDNIGHT, tick=False)
    deal_today()
    seeds = Daily.objects.values_list("seed", flat=True)
    assert len(set(seeds)) == len(seeds)


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        (MIDNIGHT - A_MOMENT, DAY),
        (MIDNIGHT - timedelta(microseconds=1), DAY),
        (MIDNIGHT, DAY + timedelta(days=1)),
    ],
)
def test_a_day_goes_from_midnight_to_midnight_utc(time_machine, moment, day):
    time_machine.move_to(moment, tick=False)
    assert dailies.today() == day
    assert {daily.day for daily in deal_today()} == {day}


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/Los_Angeles"])
def test_wherever_the_reader_lives(time_machine, zone):
    with timezone.override(zone):
        time_machine.move_to(MIDNIGHT - A_MOMENT, tick=False)
        assert dailies.today() == DAY


def test_the_change_to_summer_time_makes_no_day_shorter(time_machine):
    """In Berlin the 29th of March 2026 has 23 hours."""
    with timezone.override("Europe/Berlin"):
        for hours in range(48):
            time_machine.move_to(datetime(2026, 3, 29, tzinfo=UTC) + timedelta(hours=hours))
            assert dailies.today().day == 29 + hours // 24
    assert dailies.end_of(DAY) == MIDNIGHT


# First sight and practice


def test_everybody_gets_the_same_deal(alice, bob):
    first, second = begin(alice), begin(bob)
    assert first.pk != second.pk
    assert first.seed == second.seed == city().seed
    assert first.setup == second.setup


def test_a_try_is_private_unrated_and_has_no_clock(alice):
    match = begin(alice)
    assert match.is_private
    assert not match.rated
    match = advance(match, 6)
    assert match.deadline is None
    assert time_outs.sweep_time_outs() == 0
    assert not Notice.objects.exists()


def test_the_first_try_is_at_first_sight_and_there_is_only_one(alice):
    match = begin(alice)
    assert match.sight == Sight.FIRST
    assert begin(alice) == match


def test_the_database_knows_that_too(alice):
    daily = begin(alice).daily
    with pytest.raises(IntegrityError), transaction.atomic():
        create_table(
            creator=alice,
            terms=TableTerms(daily.game, daily.variant, rated=False),
            chairs=[Chair(player=alice), Chair(bot="greedy"), Chair(bot="greedy")],
            daily=daily,
            sight=Sight.FIRST,
        )


def test_afterwards_one_practises_as_often_as_one_likes(alice):
    finish(alice)
    practice = begin(alice)
    assert practice.sight == Sight.PRACTICE
    assert begin(alice) == practice  # one after the other
    rush(practice)
    assert begin(alice).sight == Sight.PRACTICE


def test_whoever_gives_up_has_had_the_first_sight(alice):
    match = resign(code=begin(alice).code, player=alice)
    assert match.is_cancelled
    assert begin(alice).sight == Sight.PRACTICE
    assert not Streak.objects.exists()


def test_at_first_sight_nothing_is_taken_back(alice):
    match = advance(begin(alice), 7)
    with pytest.raises(Conflict, match="every move stands"):
        propose(code=match.code, player=alice, kind="take_back", back_to=0)


def test_a_first_sight_that_ends_on_its_day_counts(alice, time_machine):
    match = begin(alice)
    time_machine.move_to(MIDNIGHT - A_MOMENT, tick=False)
    assert rush(match).sight == Sight.FIRST


def test_a_first_sight_that_ends_later_counts_as_practice(alice, time_machine):
    match = begin(alice)
    time_machine.move_to(MIDNIGHT, tick=False)
    match = rush(match)
    assert match.sight == Sight.PRACTICE
    assert match.daily_score == match.result["scores"][0]
    assert not Streak.objects.exists()


def test_a_first_sight_whose_last_move_was_in_time_counts_however_long_bots_take(
    alice, time_machine
):
    match = held_up_by_bots(alice)
    time_machine.move_to(MIDNIGHT, tick=False)
    assert brought_to_its_end(match).sight == Sight.FIRST
    assert Streak.objects.get(player=alice).last_day == DAY


def held_up_by_bots(player):
    """As if the player had made their last move, and no worker were there for what is left."""
    match = finish(player)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.RUNNING, to_move=1)
    Streak.objects.all().delete()
    return match


def brought_to_its_end(match):
    settle(match, match.result)
    match.save()
    return match


def test_the_city_of_an_earlier_day_can_be_practised(alice, time_machine):
    deal_today()
    time_machine.move_to(MIDNIGHT, tick=False)
    assert begin_try(player=alice, day=DAY, game=QUADROPOLIS).sight == Sight.PRACTICE


def test_a_try_that_nobody_goes_on_with_is_called_off_after_a_week(alice, bob, time_machine):
    forgotten, finished = begin(alice), finish(bob)
    time_machine.move_to(MIDNIGHT + timedelta(days=7) - A_MOMENT, tick=False)
    assert call_off_old_tries() == 0
    time_machine.move_to(MIDNIGHT + timedelta(days=7), tick=False)
    assert [call_off_old_tries(), call_off_old_tries()] == [1, 0]
    forgotten.refresh_from_db()
    finished.refresh_from_db()
    assert forgotten.is_cancelled
    assert finished.is_finished


def test_there_is_no_rematch(alice):
    match = finish(alice)
    with pytest.raises(Conflict):
        offer_rematch(code=match.code, player=alice)


def test_the_books_know_nothing_of_it(alice):
    finish(alice)
    assert enter_finished() == 0
    assert not Tally.objects.exists()


def test_whoever_deletes_the_account_leaves_no_try_behind(alice):
    match = begin(alice)
    leave_everything_and_delete(player=alice)
    match.refresh_from_db()
    assert match.is_cancelled


@pytest.mark.django_db(transaction=True)
def test_clicks_at_once_make_one_first_sight(alice):
    deal_today()

    def click(_number):
        try:
            return begin_try(player=alice, day=DAY, game=QUADROPOLIS).code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        codes = set(pool.map(click, range(8)))
    assert codes == {Match.objects.get().code}


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_deal_one_city():
    def deal(_number):
        try:
            return [daily.pk for daily in deal_today()]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(deal, range(8)))
    assert all(each == found[0] for each in found)
    assert Daily.objects.filter(game=QUADROPOLIS).count() == 1


# The bots


def replies(match, moves):
    """What the bots answer, if the player plays these moves."""
    for text in moves:
        match = Match.objects.get(pk=match.pk)
        while match.seats.get(index=match.to_move).driver is None:
            match = play_turn(match_id=match.pk, seq=match.seq)
        match = play_move(code=match.code, player=match.creator, seq=match.seq, text=text)
    return list(match.moves.values_list("seat", "text"))


def test_to_the_same_moves_bots_answer_the_same(alice, bob):
    first = advance(begin(alice), 12)
    own = [move.text for move in first.moves.filter(seat=0)]
    second = begin(bob)
    played = replies(second, own)
    assert played == list(first.moves.values_list("seat", "text"))[: len(played)]
    assert len({seat for seat, _text in played}) == 3


def test_what_was_taken_back_changes_no_answer(alice):
    finish(alice)
    match = advance(begin(alice), 0)
    while match.to_move != 0:
        match = play_turn(match_id=match.pk, seq=match.seq)
    seq, text = match.seq, some_move(match)
    play_move(code=match.code, player=alice, seq=seq, text=text)
    play_turn(match_id=match.pk, seq=seq + 1)
    propose(code=match.code, player=alice, kind="take_back", back_to=seq)
    match.refresh_from_db()
    play_move(code=match.code, player=alice, seq=match.seq, text=text)
    play_turn(match_id=match.pk, seq=match.seq + 1)
    first, second = match.moves.filter(seat=1, seq__gt=seq).values_list("text", flat=True)
    assert first == second


def play_par(daily):
    """As the worker does, message by message."""
    messages = 0
    while daily.par_due_at is not None:
        daily = compute_par(daily_id=daily.pk)
        messages += 1
    return messages


def test_bots_show_what_they_make_of_it_once():
    deal_today()
    play_par(city())
    par = city().par
    assert set(par) == set(dailies.PAR_BOTS)
    assert all(score > 0 for score in par.values())
    Daily.objects.filter(pk=city().pk).update(par=par | {"strong": 1000})
    compute_par_task(city().pk)
    assert city().par["strong"] == 1000
    assert city().par_due_at is None


def test_they_play_one_move_and_then_let_the_matches_come_first(
    django_capture_on_commit_callbacks,
):
    deal_today()
    with django_capture_on_commit_callbacks() as callbacks:
        compute_par_task(city().pk)
    assert len(callbacks) == 1
    assert (city().par, city().par_due_at is None) == ({}, False)
    with django_capture_on_commit_callbacks() as callbacks:
        moves = 1 + play_par(city())
    assert len(callbacks) == moves - 2
    state = GAMES[QUADROPOLIS].start(city().terms, GAMES[QUADROPOLIS].deal(city().terms, "any"))
    turns_of_a_game = 0
    while state.to_move is not None:
        state.push(state.legal_moves()[0])
        turns_of_a_game += 1
    assert moves == len(dailies.PAR_BOTS) * turns_of_a_game


def test_whoever_was_killed_loses_one_move_and_if_the_cache_is_lost_one_game():
    deal_today()
    Daily.objects.filter(pk=city().pk).update(par={"greedy": 7})
    compute_par(daily_id=city().pk)
    cache.clear()
    play_par(city())
    assert city().par["greedy"] == 7
    assert set(city().par) == set(dailies.PAR_BOTS)


def test_as_long_as_the_bots_play_on_the_sweep_leaves_them_alone(time_machine):
    deal_today()
    for minutes in (2, 4):
        time_machine.move_to(NOON + timedelta(minutes=minutes), tick=False)
        Daily.objects.exclude(pk=city().pk).update(par_due_at=None)
        compute_par(daily_id=city().pk)
        assert sweep_pars() == 0


def test_the_sweep_gives_out_a_lost_par_once(time_machine, django_capture_on_commit_callbacks):
    count = len(deal_today())
    assert sweep_pars() == 0
    time_machine.move_to(NOON + timedelta(hours=1), tick=False)
    with django_capture_on_commit_callbacks() as callbacks:
        assert [sweep_pars(), sweep_pars()] == [count, 0]
    assert len(callbacks) == count


# Streaks


def play_on(player, time_machine, *days):
    for day in days:
        time_machine.move_to(NOON + timedelta(days=day), tick=False)
        finish(player, DAY + timedelta(days=day))
    return Streak.objects.get(player=player)


def test_days_in_a_row_add_up(alice, time_machine):
    streak = play_on(alice, time_machine, 0, 1, 2)
    assert (streak.days_now, streak.best, streak.total) == (3, 3, 3)


def test_a_day_without_a_city_ends_a_streak(alice, time_machine):
    streak = play_on(alice, time_machine, 0, 1, 3)
    assert (streak.days_now, streak.best, streak.total) == (1, 2, 3)


def test_a_streak_lasts_until_a_whole_day_has_gone_by(alice, time_machine):
    streak = play_on(alice, time_machine, 0)
    time_machine.move_to(MIDNIGHT + timedelta(days=1) - A_MOMENT, tick=False)
    assert streak.days_now == 1
    time_machine.move_to(MIDNIGHT + timedelta(days=1), tick=False)
    assert streak.days_now == 0


def test_a_day_that_bots_finish_after_the_next_one_joins_the_streak(alice, time_machine):
    yesterday = held_up_by_bots(alice)
    time_machine.move_to(NOON + timedelta(days=1), tick=False)
    finish(alice, DAY + timedelta(days=1))
    assert Streak.objects.get(player=alice).days_now == 1
    brought_to_its_end(yesterday)
    streak = Streak.objects.get(player=alice)
    assert (streak.days_now, streak.best, streak.total) == (2, 2, 2)
    assert streak.last_day == DAY + timedelta(days=1)


def test_practice_is_no_day(alice, time_machine):
    streak = play_on(alice, time_machine, 0, 0, 0)
    assert streak.total == 1
