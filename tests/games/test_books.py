"""The books: each written rule, and that a match counts once whatever happens."""

import sys
import traceback
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from redis import Redis

from engine import GAMES
from games import elo
from games.books import (
    BEST_CITIES,
    BEST_OF_A_KIND,
    MOST_RATED_AGAINST_A_BOT,
    RECENT_RATINGS,
    Books,
    whole,
)
from games.facts import Finished, Place
from games.models import (
    ALL_TIME,
    WHOLE_CITY,
    HighScore,
    KindTotal,
    Ledger,
    Match,
    Meeting,
    Rating,
    RatingChange,
    Tally,
)
from games.services import time_outs
from games.services.books import enter_finished
from games.services.departures import leave_everything_and_delete
from games.services.matches import Chair, join_table
from games.services.moves import resign
from games.services.proposals import answer, propose
from games.services.substitutes import claim_seat
from games.take_backs import take_backs
from games.tasks import enter_finished_matches
from quadropolis_site import processes
from quadropolis_site.celery import app as celery
from tests import servers
from tests.games.conftest import advance, mover, rush
from tests.games.test_time_outs import in_threads
from tests.games.test_worker import kill, somebody_waits_for_us
from tests.patience import wait_until

ANN, BEN, CAT, ROBO, OTHER_ROBO, BENS_ROBO, BENS_OTHER_ROBO = range(1, 8)
BOTS = (ROBO, OTHER_ROBO, BENS_ROBO, BENS_OTHER_ROBO)
POOL = "quadropolis"
MAY = datetime(2026, 5, 1, tzinfo=UTC)
DAY = timedelta(days=1)


def place(player, rank, *, left=False, score=50, kinds=None, ended=True):
    parts = {"tower": score} if kinds is None else kinds
    return Place(
        seat=0,
        player=player,
        is_bot=player in BOTS,
        score=score,
        rank=rank,
        left="timed_out" if left else "",
        kinds=parts if ended and not left else None,
        owner=BEN if player in (BENS_ROBO, BENS_OTHER_ROBO) else None,
    )


@pytest.fixture
def books():
    return Books()


@pytest.fixture
def enter(books):
    """Enter a match of the game; whatever is not said is the usual."""

    def enter(*places, **facts):
        number = 1 + len({change.number for change in books.changes})
        usual: dict[str, Any] = {
            "match": number,
            "number": number,
            "game": "quadropolis",
            "variant": "classic",
            "at": MAY,
            "is_rated": True,
            "is_contest": True,
            "is_public": True,
            "has_winners": True,
        }
        books.enter(Finished(**(usual | facts), places=places))

    return enter


@pytest.fixture
def rated(books):
    """What the last match did to the ratings in a pool."""

    def rated(pool=POOL):
        last = max((change.number for change in books.changes), default=0)
        return {
            change.player_id: change.after - change.before
            for change in books.changes
            if change.number == last and change.pool == pool
        }

    return rated


# Ratings


def test_winners_gain_and_losers_lose(enter, rated):
    enter(place(ANN, 1), place(BEN, 2))
    assert rated() == {ANN: 20, BEN: -20}


def test_a_match_counts_in_its_game_and_in_its_variant(enter, books):
    enter(place(ANN, 1), place(BEN, 2))
    enter(place(ANN, 1), place(BEN, 2), variant="expert")
    assert {(player, pool): line.games for (player, pool), line in books.ratings.items()} == {
        (ANN, "quadropolis"): 2,
        (BEN, "quadropolis"): 2,
        (ANN, "quadropolis:classic"): 1,
        (BEN, "quadropolis:classic"): 1,
        (ANN, "quadropolis:expert"): 1,
        (BEN, "quadropolis:expert"): 1,
    }
    assert books.ratings[ANN, "quadropolis"].rating > 1520
    assert books.ratings[ANN, "quadropolis:expert"].rating == 1520


def test_a_tie_is_half_a_point(enter, rated):
    enter(place(ANN, 1), place(BEN, 1), place(CAT, 3))
    assert rated() == {ANN: 10, BEN: 10, CAT: -20}


def test_experience_is_counted_per_pool(enter, books, rated):
    for _ in range(elo.PROVISIONAL_GAMES):
        enter(place(ANN, 1), place(BEN, 1))
    enter(place(ANN, 1), place(BEN, 2), variant="expert")
    assert rated("quadropolis") == {ANN: 12, BEN: -12}
    assert rated("quadropolis:expert") == {ANN: 20, BEN: -20}


def test_a_match_that_is_not_rated_changes_no_rating_but_is_remembered(enter, books):
    enter(place(ANN, 1), place(BEN, 2), is_rated=False)
    assert not books.ratings
    assert not books.changes
    assert books.tallies[ANN, "quadropolis", "classic", 2].wins == 1
    assert books.meetings[ANN, BEN, "quadropolis"].wins == 1
    assert books.meetings[ANN, BEN, "quadropolis"].rated_in_season == 0


def test_a_game_without_opponents_has_neither_ratings_nor_meetings(enter, books):
    enter(place(ANN, 1), place(BEN, 1), is_contest=False)
    assert not books.ratings
    assert not books.meetings
    assert books.tallies[ANN, "quadropolis", "classic", 2].games == 1


def test_where_there_is_nothing_to_win_nobody_wins(enter, books):
    enter(place(ANN, 1), is_contest=False, has_winners=False)
    assert books.tallies[ANN, "quadropolis", "classic", 1].wins == 0
    assert books.tallies[ANN, "quadropolis", "classic", 1].best == 50


def test_who_left_has_not_won_with_the_others(enter, books):
    enter(place(ANN, 1), place(BEN, 1, left=True), is_contest=False)
    assert books.tallies[ANN, "quadropolis", "classic", 2].wins == 1
    assert books.tallies[BEN, "quadropolis", "classic", 2].wins == 0


def test_a_city_that_all_built_is_among_the_best_once_rated_or_not(enter, books):
    robo, ann, ben = place(ROBO, 1), place(ANN, 1), place(BEN, 1)
    enter(robo, ann, ben, is_contest=False, is_rated=False)
    assert high_scores(books) == [50]
    assert high_scores(books, "tower") == [50]


def test_whoever_left_has_lost_against_everybody_who_stayed_bots_included(enter, rated):
    """In the ranks, the bot stays behind the seat that was left."""
    enter(place(ANN, 1), place(BEN, 2, left=True), place(ROBO, 3))
    assert rated() == {ANN: 20, BEN: -20, ROBO: 0}


def test_among_those_who_left_the_final_ranks_decide(enter, rated):
    enter(place(ANN, 2, left=True), place(BEN, 3, left=True), place(ROBO, 1))
    assert rated() == {ANN: 0, BEN: -20, ROBO: 20}


def test_different_bots_are_compared_with_each_other(enter, rated):
    enter(place(ANN, 2), place(ROBO, 1), place(OTHER_ROBO, 3))
    assert rated() == {ANN: 0, ROBO: 20, OTHER_ROBO: -20}


def test_a_bot_that_sits_twice_gets_one_change_the_sum(enter, books, rated):
    enter(place(ROBO, 1), place(ANN, 2), place(ROBO, 3))
    assert rated() == {ANN: 0, ROBO: 0}
    enter(place(ROBO, 1), place(ROBO, 2), place(ANN, 3))
    assert rated() == {ANN: -20, ROBO: 40}
    assert books.ratings[ROBO, POOL].games == 2


def test_two_seats_of_the_same_bot_are_not_compared(enter, books):
    enter(place(ROBO, 1), place(ROBO, 2))
    assert not books.changes


def test_after_ten_rated_matches_in_a_season_a_bot_gives_no_more_points(enter, books):
    for _ in range(MOST_RATED_AGAINST_A_BOT + 3):
        enter(place(ANN, 1), place(ROBO, 2))
    assert books.ratings[ANN, POOL].games == books.ratings[ROBO, POOL].games == 10
    assert books.meetings[ANN, ROBO, "quadropolis"].games == 13


def test_the_limit_is_for_the_game_with_all_its_variants(enter, books):
    for variant in ("classic", "expert"):
        for _ in range(8):
            enter(place(ANN, 1), place(ROBO, 2), variant=variant)
    assert books.ratings[ANN, "quadropolis"].games == 10
    assert books.ratings[ANN, "quadropolis:expert"].games == 2


def test_over_the_limit_the_others_are_still_compared(enter, rated):
    for _ in range(MOST_RATED_AGAINST_A_BOT):
        enter(place(ANN, 1), place(ROBO, 1))
    enter(place(ANN, 1), place(BEN, 2), place(ROBO, 3))
    assert rated() == {
        ANN: 12,  # against Ben only, and experienced by now
        BEN: 0,  # against both of them: lost and won
        ROBO: -12,  # against Ben only
    }


def test_the_limit_is_for_each_bot_and_each_person(enter, books):
    for _ in range(MOST_RATED_AGAINST_A_BOT):
        enter(place(ANN, 1), place(ROBO, 2))
    enter(place(ANN, 1), place(OTHER_ROBO, 2))
    enter(place(BEN, 1), place(ROBO, 2))
    assert books.ratings[ANN, POOL].games == 11
    assert books.ratings[BEN, POOL].games == 1


def test_nobody_is_compared_with_a_bot_of_their_own(enter, books):
    enter(place(BEN, 1), place(BENS_ROBO, 2))
    assert not books.changes
    assert books.tallies[BEN, "quadropolis", "classic", 2].games == 1
    enter(place(ANN, 1), place(BENS_ROBO, 2))
    assert books.ratings[ANN, POOL].rating == 1520


def test_bots_of_the_same_owner_are_compared_with_the_others_only(enter, rated):
    enter(place(BENS_ROBO, 1), place(BENS_OTHER_ROBO, 2), place(ANN, 3), place(BEN, 4))
    assert rated() == {BENS_ROBO: 20, BENS_OTHER_ROBO: 20, ANN: Decimal("-6.67"), BEN: -20}


def test_people_can_play_each_other_as_often_as_they_like(enter, books):
    for _ in range(MOST_RATED_AGAINST_A_BOT + 5):
        enter(place(ANN, 1), place(BEN, 2))
    assert books.ratings[ANN, POOL].games == 15


def test_a_new_season_gives_ten_more(enter, books):
    for at in (MAY, MAY + 70 * DAY):
        for _ in range(MOST_RATED_AGAINST_A_BOT + 1):
            enter(place(ANN, 1), place(ROBO, 2), at=at)
    assert books.ratings[ANN, POOL].games == 20


def test_a_match_of_the_last_season_that_comes_late_does_not_lift_the_limit(enter, books):
    for _ in range(MOST_RATED_AGAINST_A_BOT):
        enter(place(ANN, 1), place(ROBO, 2), at=MAY)
    enter(place(ANN, 1), place(ROBO, 2), at=MAY - 70 * DAY)
    enter(place(ANN, 1), place(ROBO, 2), at=MAY)
    assert books.ratings[ANN, POOL].games == 10


def test_a_rating_remembers_its_peak_and_its_latest_values(enter, books):
    enter(place(ANN, 1), place(BEN, 2))
    enter(place(ANN, 2), place(BEN, 1), at=MAY + DAY)
    line = books.ratings[ANN, POOL]
    assert line.peak == 1520
    assert line.recent == [1500, 1520, whole(line.rating)]
    assert line.last_at == MAY + DAY
    for _ in range(RECENT_RATINGS):
        enter(place(ANN, 1), place(BEN, 2))
    assert len(line.recent) == RECENT_RATINGS
    assert line.recent[-1] == whole(line.rating)


@pytest.mark.parametrize(("rating", "shown"), [("1500.49", 1500), ("1500.50", 1501)])
def test_ratings_are_shown_as_whole_numbers(rating, shown):
    assert whole(Decimal(rating)) == shown


# Tallies, meetings and kinds


def test_a_tally_counts_games_wins_and_finished_cities(enter, books):
    enter(place(ANN, 1, score=60), place(BEN, 2, score=41))
    enter(place(ANN, 2, score=30), place(BEN, 1, score=50))
    line = books.tallies[ANN, "quadropolis", "classic", 2]
    assert (line.games, line.wins, line.cities, line.points, line.best) == (2, 1, 2, 90, 60)


def test_a_tally_counts_departures_and_which_of_them_were_time_outs(enter, books):
    enter(place(ANN, 1), place(BEN, 2, left=True))
    resigned = replace(place(BEN, 2, left=True), left="resigned")
    enter(place(ANN, 1), resigned)
    lines = {line.player_id: (line.left, line.timed_out) for line in books.tallies.values()}
    assert lines == {ANN: (0, 0), BEN: (2, 1)}


def test_numbers_of_players_are_tallied_apart(enter, books):
    enter(place(ANN, 1), place(BEN, 2))
    enter(place(ANN, 1), place(BEN, 2), place(CAT, 3))
    assert {size: line.games for (player, *_, size), line in books.tallies.items()} == {2: 1, 3: 1}


def test_a_shared_first_rank_is_a_win(enter, books):
    enter(place(ANN, 1), place(BEN, 1))
    assert all(line.wins == 1 for line in books.tallies.values())


def test_whoever_left_has_a_game_but_neither_a_win_nor_a_city(enter, books):
    enter(place(ANN, 1, left=True), place(ROBO, 2), place(ROBO, 3))
    line = books.tallies[ANN, "quadropolis", "classic", 3]
    assert (line.games, line.wins, line.cities, line.points, line.best) == (1, 0, 0, 0, None)
    met = books.meetings[ANN, ROBO, "quadropolis"]
    assert (met.games, met.wins, met.losses) == (1, 0, 1)


def test_a_match_that_was_not_played_to_its_end_is_won_without_a_city(enter, books):
    enter(place(ANN, 1, ended=False), place(BEN, 2, left=True))
    line = books.tallies[ANN, "quadropolis", "classic", 2]
    assert (line.games, line.wins, line.cities, line.best) == (1, 1, 0, None)
    assert not books.kind_totals
    assert not books.high_scores


def test_a_meeting_has_two_sides(enter, books):
    enter(place(ANN, 1), place(BEN, 2), place(CAT, 2))
    sides = {pair[:2]: (line.wins, line.losses) for pair, line in books.meetings.items()}
    assert sides == {
        (ANN, BEN): (1, 0),
        (BEN, ANN): (0, 1),
        (ANN, CAT): (1, 0),
        (CAT, ANN): (0, 1),
        (BEN, CAT): (0, 0),
        (CAT, BEN): (0, 0),
    }


def test_a_bot_that_sits_twice_is_met_once_with_its_better_seat(enter, books):
    enter(place(ROBO, 1), place(ANN, 2), place(ROBO, 3))
    met = books.meetings[ANN, ROBO, "quadropolis"]
    assert (met.games, met.wins, met.losses, met.rated_in_season) == (1, 0, 1, 1)
    assert (ROBO, ROBO, "quadropolis") not in books.meetings


def test_points_are_added_up_by_kind_for_each_player_and_for_all(enter, books):
    enter(place(ANN, 1, kinds={"park": 9, "energy": -2}), place(BEN, 2, kinds={"park": 4}))
    assert books.kind_totals[ANN, "quadropolis", "classic", "park"].points == 9
    assert books.kind_totals[ANN, "quadropolis", "classic", "energy"].points == -2
    everybody = books.kind_totals[None, "quadropolis", "classic", "park"]
    assert (everybody.points, everybody.cities) == (13, 2)


# High scores


def high_scores(books, kind=WHOLE_CITY, season=ALL_TIME):
    return [line.points for line in books.high_scores["quadropolis", "classic", season, kind]]


def test_the_best_cities_are_kept_in_order(enter, books):
    for score in range(40, 80, 2):
        enter(place(ANN, 1, score=score), place(BEN, 2, score=score - 1))
    assert high_scores(books) == list(range(78, 78 - BEST_CITIES, -1))
    assert high_scores(books, "tower") == [78, 77, 76][:BEST_OF_A_KIND]


def test_of_equal_cities_the_earlier_one_is_better(enter, books):
    for _ in range(BEST_CITIES + 2):
        enter(place(ANN, 1), place(ROBO, 1))
        enter(place(ANN, 1), place(BEN, 1))
    numbers = [line.number for line in books.high_scores["quadropolis", "classic", "2026-2", ""]]
    assert numbers == sorted(numbers)
    assert numbers[0] == 1


def test_a_season_has_its_own(enter, books):
    enter(place(ANN, 1, score=70), place(ROBO, 2))
    enter(place(ANN, 1, score=60), place(ROBO, 2), at=MAY + 70 * DAY)
    assert high_scores(books, season="2026-2") == [70]
    assert high_scores(books, season="2026-3") == [60]
    assert high_scores(books) == [70, 60]


@pytest.mark.parametrize("facts", [{"is_rated": False}, {"is_public": False}])
def test_matches_that_do_not_count_or_are_private_make_no_high_scores(enter, books, facts):
    enter(place(ANN, 1), place(BEN, 2), **facts)
    assert not books.high_scores


def test_bots_make_no_high_scores(enter, books):
    enter(place(ANN, 2, score=30), place(ROBO, 1, score=90))
    assert high_scores(books) == [30]


def test_nobody_sets_a_record_with_nothing(enter, books):
    enter(place(ANN, 1, kinds={"park": 0, "energy": -3, "shop": 8}), place(ROBO, 2))
    assert {kind for *_, kind in books.high_scores} == {WHOLE_CITY, "shop"}


# Real matches


def rows(model):
    """Everything but the primary keys."""
    names = [field.name for field in model._meta.concrete_fields if not field.primary_key]
    return sorted(map(repr, model.objects.values_list(*names)))


def all_books():
    models = (Rating, RatingChange, Tally, Meeting, KindTotal, HighScore)
    numbers = list(Match.objects.order_by("pk").values_list("number", flat=True))
    return {model.__name__: rows(model) for model in models} | {"numbers": numbers}


def start(announce, *people, bots=(), **terms):
    terms = {"clock": "3d", "allows_vacation": False} | terms
    chairs = [Chair(invited=person) for person in people[1:]]
    match = announce(people[0], *chairs, *(Chair(bot=bot) for bot in bots), **terms)
    for person in people[1:]:
        match = join_table(player=person, code=match.code)
    return match


def test_a_finished_match_is_entered_once(match, alice, bob):
    rush(match)
    assert enter_finished() == 1
    assert enter_finished() == 0
    match.refresh_from_db()
    assert match.number == 1
    assert RatingChange.objects.count() == 4  # two players, two pools
    assert Rating.objects.get(player=alice, pool=POOL).games == 1
    seat = match.seats.get(player=alice)
    kinds = KindTotal.objects.filter(player=alice)
    assert sum(line.points for line in kinds) == seat.score == Tally.objects.get(player=alice).best
    assert set(kinds.values_list("kind", flat=True)) == set(
        GAMES["quadropolis"].variants["classic"].kinds
    )


def test_a_match_that_can_t_be_entered_is_named_in_the_log(match):
    rush(match)
    Match.objects.filter(pk=match.pk).update(variant="unheard-of")
    with pytest.raises(KeyError) as caught:
        enter_finished()
    assert match.code in "".join(traceback.format_exception(caught.value))


def test_running_and_cancelled_matches_are_not_entered(match, announce, alice, bob):
    cancelled = advance(start(announce, alice, bob), 3)
    asked = propose(code=cancelled.code, player=alice, kind="cancel")
    answer(code=cancelled.code, proposal_id=asked.pk, player=bob, yes=True)
    assert enter_finished() == 0
    assert Ledger.objects.get().entered == 0


def test_matches_are_numbered_by_their_end(announce, alice, bob):
    first, second = start(announce, alice, bob), start(announce, alice, bob)
    resign(code=second.code, player=bob)
    resign(code=first.code, player=bob)
    enter_finished()
    assert Match.objects.get(pk=second.pk).number == 1
    assert Match.objects.get(pk=first.pk).number == 2


def test_substitutes_and_bots_that_play_on_are_not_rated(announce, alice, bob, charlie, dora):
    match = start(announce, alice, bob, charlie)
    resign(code=match.code, player=bob)
    claim_seat(code=match.code, player=dora, seat=1)
    resign(code=match.code, player=charlie)
    rush(match)
    enter_finished()
    assert set(Rating.objects.values_list("player", flat=True)) == {alice.pk, bob.pk, charlie.pk}
    assert set(Tally.objects.values_list("player", flat=True)) == {alice.pk, bob.pk, charlie.pk}
    assert Rating.objects.get(player=alice, pool=POOL).rating == 1520
    assert set(KindTotal.objects.values_list("player", flat=True)) == {alice.pk, None}


def test_several_workers_at_once_enter_each_match_once(transactional_db, announce, alice, bob):
    for _ in range(6):
        resign(code=start(announce, alice, bob).code, player=alice)
    assert sum(in_threads(*[enter_finished] * 4)) == 6
    assert set(Match.objects.values_list("number", flat=True)) == {1, 2, 3, 4, 5, 6}
    found = all_books()
    call_command("recompute_ratings", verbosity=0)
    assert all_books() == found


def test_a_worker_killed_in_the_middle_leaves_nothing_behind(transactional_db, match):
    rush(match)
    code = "import django; django.setup(); from games.services import books; books.enter_finished()"
    with transaction.atomic():
        Match.objects.select_for_update().get(pk=match.pk)
        worker = processes.start(
            [sys.executable, "-c", code],
            cwd=settings.BASE_DIR,
            env=servers.environment(connection.settings_dict["NAME"]),
        )
        wait_until(somebody_waits_for_us)  # it has written the ratings
        kill(worker)
    assert not Rating.objects.exists()
    assert Match.objects.get().number is None
    assert enter_finished() == 1
    found = all_books()
    call_command("recompute_ratings")
    assert all_books() == found


def test_a_lost_message_is_made_up_for_within_a_minute():
    schedule = celery.conf.beat_schedule.values()
    sweep = next(entry for entry in schedule if entry["task"] == enter_finished_matches.name)
    assert sweep["schedule"] <= 30
    assert enter_finished_matches.expires >= sweep["schedule"]


def test_the_end_of_a_match_calls_the_bookkeeper(match, alice, django_capture_on_commit_callbacks):
    with Redis.from_url(settings.REDIS_URL) as broker:
        broker.flushdb()
        with django_capture_on_commit_callbacks(execute=True):
            resign(code=match.code, player=alice)
        messages = b"".join(broker.lrange("celery", 0, -1))
    assert enter_finished_matches.name.encode() in messages


@pytest.fixture
def story(announce, alice, bob, charlie, dora, time_machine):
    """Everything that can happen to a match; entered bit by bit, as the worker does."""
    time_machine.move_to(MAY, tick=False)

    def late(match):
        time_machine.shift(4 * DAY)
        time_outs.sweep_time_outs()
        enter_finished()
        return Match.objects.get(pk=match.pk)

    rush(start(announce, alice, bob))
    rush(start(announce, bob, alice, charlie, variant="expert"))
    enter_finished()
    late(advance(start(announce, alice, bob), 3))  # lost on time
    rush(late(advance(start(announce, alice, bob, charlie), 2)))  # a bot plays on
    taken_over = late(advance(start(announce, alice, bob, charlie), 4))
    empty = taken_over.seats.exclude(left_at=None).get().index
    claim_seat(code=taken_over.code, player=dora, seat=empty)
    rush(taken_over)
    called_off = advance(start(announce, alice, bob), 2)
    asked = propose(code=called_off.code, player=alice, kind="cancel")
    answer(code=called_off.code, proposal_id=asked.pk, player=bob, yes=True)
    time_machine.shift(DAY)
    undone = advance(start(announce, alice, bob), 2)
    asker = mover(undone)
    offer = take_backs(undone, undone.seat_of(asker))[0]
    asked = propose(code=undone.code, player=asker, kind="take_back", back_to=offer.back_to)
    answer(
        code=undone.code, proposal_id=asked.pk, player=bob if asker == alice else alice, yes=True
    )
    rush(undone)
    rush(start(announce, charlie, bots=("greedy", "greedy")))
    rush(start(announce, charlie, bob, bots=("greedy", "random"), variant="expert"))
    for _ in range(MOST_RATED_AGAINST_A_BOT + 2):
        resign(code=start(announce, dora, bots=("greedy",)).code, player=dora)
        enter_finished()
    rush(start(announce, alice, bob, rated=False))
    rush(start(announce, alice, charlie, is_private=True))
    time_machine.shift(70 * DAY)
    rush(start(announce, dora, alice, bots=("greedy",)))
    leave_everything_and_delete(player=bob)
    enter_finished()


@pytest.mark.usefixtures("story")
def test_recomputing_from_the_moves_gives_the_same_to_the_last_digit(capsys):
    found = all_books()
    assert all(found.values())
    assert Match.objects.exclude(number=None).count() == 23
    call_command("recompute_ratings")
    assert all_books() == found
    assert "23/23" in capsys.readouterr().out


@pytest.mark.usefixtures("story")
def test_recomputing_enters_what_nobody_has_entered_yet_in_the_same_order():
    found = all_books()
    last = Match.objects.get(number=23)
    Match.objects.filter(pk=last.pk).update(number=None)
    Ledger.objects.update(entered=22)
    call_command("recompute_ratings", verbosity=0)
    assert all_books() == found


def test_recomputing_says_which_match_can_not_be_replayed_and_changes_nothing(match):
    rush(match)
    enter_finished()
    found = all_books()
    match.moves.last().delete()
    with pytest.raises(CommandError, match=match.code):
        call_command("recompute_ratings")
    assert all_books() == found


def test_recomputing_names_the_match_with_a_move_against_the_rules(match):
    rush(match)
    enter_finished()
    second = match.moves.get(seq=2)
    second.text = match.moves.get(seq=1).text
    second.save()
    with pytest.raises(CommandError, match=f"{match.code}.*Nothing was changed"):
        call_command("recompute_ratings")


def test_what_the_books_don_t_say_the_log_decides(match):
    """A stored result that somebody has changed does not count."""
    rush(match)
    enter_finished()
    found = all_books()
    match.refresh_from_db()
    Match.objects.update(result=match.result | {"ranks": match.result["ranks"][::-1]})
    call_command("recompute_ratings")
    assert all_books() == found
