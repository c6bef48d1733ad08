"""Leaderboards, high scores, and what they say on their pages."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from accounts.services.bots import bot_account, register_bot
from games import elo
from games.books import MOST_RATED_AGAINST_A_BOT
from games.models import HighScore, Ledger, Match, Rating, Standing
from games.presenters.boards import LINES_PER_PAGE
from games.services.books import enter_finished
from games.services.departures import leave_everything_and_delete
from games.services.leaderboards import LEASE, refresh_standings
from games.services.matches import Chair, join_table
from games.services.moves import resign
from games.tasks import refresh_standings as refresh_task
from quadropolis_site.celery import app as celery
from tests.games.conftest import rush
from tests.games.test_books import start
from tests.games.test_time_outs import in_threads

pytestmark = pytest.mark.django_db

MAY = datetime(2026, 5, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)
Board = Standing.Board


@pytest.fixture(autouse=True)
def _in_may(time_machine):
    time_machine.move_to(MAY, tick=False)


@pytest.fixture
def rate():
    """Give somebody a rating, as if they had played."""

    def rate(player, rating, games=20, pool="quadropolis", ago=0 * DAY):
        Rating.objects.create(
            player=player,
            pool=pool,
            rating=rating,
            peak=rating,
            games=games,
            recent=[1500, int(rating)],
            last_at=timezone.now() - ago,
        )

    return rate


@pytest.fixture
def many(rate):
    """So many players with ratings, the first of them with the best."""

    def many(count):
        players = [Player(username=f"player-{number}") for number in range(count)]
        for number, player in enumerate(Player.objects.bulk_create(players)):
            rate(player, 2000 - number)

    return many


@pytest.fixture
def beats(announce):
    """A short rated match with a known winner, entered."""

    def beats(winner, loser, **terms):
        resign(code=start(announce, winner, loser, **terms).code, player=loser)
        enter_finished()

    return beats


def refresh():
    Ledger.objects.update(stale_at=None, post_at=None)
    assert refresh_standings()


def board(name=Board.ALL_TIME, pool="quadropolis"):
    lines = Standing.objects.filter(pool=pool, board=name).order_by("place")
    assert [line.place for line in lines] == list(range(1, len(lines) + 1))
    return [line.player.username for line in lines]


# The stored tables


def test_the_best_rating_comes_first(rate, alice, bob, charlie):
    rate(alice, 1500)
    rate(bob, 1700)
    rate(charlie, 1600)
    refresh()
    assert board() == ["bob", "charlie", "alice"]


def test_provisional_ratings_come_after_all_others(rate, alice, bob, charlie):
    rate(alice, 1900, games=elo.PROVISIONAL_GAMES - 1)
    rate(bob, 1300, games=elo.PROVISIONAL_GAMES)
    rate(charlie, 1950, games=1)
    refresh()
    assert board() == ["bob", "charlie", "alice"]
    assert [line.is_provisional for line in Standing.objects.filter(board="all-time")] == [
        False,
        True,
        True,
    ]


def test_people_are_also_counted_without_the_bots(rate, alice, bob):
    rate(alice, 1500)
    rate(bot_account(bot="greedy"), 1600)
    rate(bob, 1700)
    refresh()
    lines = Standing.objects.filter(board="all-time").order_by("place")
    assert [line.place_of_people for line in lines] == [1, None, 2]


def test_pools_don_t_mix(rate, alice, bob):
    rate(alice, 1500, pool="quadropolis:classic")
    rate(bob, 1500, pool="quadropolis:expert")
    refresh()
    assert board(pool="quadropolis:classic") == ["alice"]
    assert board(pool="quadropolis:expert") == ["bob"]
    assert board() == []


def test_whoever_left_the_site_leaves_the_lists(rate, alice, bob):
    rate(alice, 1500)
    rate(bob, 1700)
    refresh()
    leave_everything_and_delete(player=bob)
    assert not Standing.objects.filter(player=bob).exists()
    refresh()
    assert board() == ["alice"]


def test_active_are_those_who_played_in_the_last_90_days(rate, alice, bob):
    rate(alice, 1500, ago=90 * DAY)
    rate(bob, 1700, ago=91 * DAY)
    refresh()
    assert board(Board.ACTIVE) == ["alice"]
    assert board(Board.ALL_TIME) == ["bob", "alice"]


def test_a_season_is_ordered_by_what_was_gained_in_it(
    beats, alice, bob, charlie, dora, time_machine
):
    time_machine.move_to(MAY - 80 * DAY)  # the season before
    for _ in range(3):
        beats(charlie, dora)
    time_machine.move_to(MAY, tick=False)
    beats(alice, bob)
    beats(bob, charlie)
    refresh()
    assert board(Board.ALL_TIME)[0] == "charlie"
    assert board(Board.SEASON) == ["alice", "bob", "charlie"]
    gained = Standing.objects.get(board="season", player=charlie, pool="quadropolis").gained
    rating = Rating.objects.get(player=charlie, pool="quadropolis").rating
    assert gained == rating - Rating.objects.get(player=charlie, pool="quadropolis").peak


def test_the_change_since_last_week(beats, alice, bob, time_machine):
    beats(alice, bob)
    first = Rating.objects.get(player=alice, pool="quadropolis").rating
    time_machine.shift(8 * DAY)
    beats(alice, bob)
    refresh()
    line = Standing.objects.get(board="all-time", player=alice, pool="quadropolis")
    assert line.week == line.rating - first
    assert line.gained == line.rating - elo.START
    time_machine.shift(8 * DAY)
    refresh()
    assert Standing.objects.get(board="all-time", player=alice, pool="quadropolis").week == 0


# When they are made again


def test_they_are_made_again_after_a_match_but_not_all_the_time(beats, alice, bob, time_machine):
    beats(alice, bob)
    assert refresh_standings()
    assert not refresh_standings()
    beats(alice, bob)
    assert not refresh_standings()  # a minute has not passed yet
    time_machine.shift(timedelta(minutes=1))
    assert refresh_standings()
    time_machine.shift(timedelta(minutes=1))
    assert not refresh_standings()  # nothing is new
    assert Standing.objects.get(board="all-time", pool="quadropolis", player=alice).games == 2


def test_they_are_made_again_on_a_new_day_because_weeks_and_seasons_go_on(
    beats, alice, bob, time_machine
):
    beats(alice, bob)
    refresh_standings()
    time_machine.move_to(datetime(2026, 5, 20, 23, 59, tzinfo=UTC), tick=False)
    assert not refresh_standings()
    time_machine.move_to(datetime(2026, 5, 21, 0, 0, tzinfo=UTC), tick=False)
    assert refresh_standings()


def test_a_new_season_begins_with_an_empty_list(beats, alice, bob, time_machine):
    beats(alice, bob)
    refresh_standings()
    assert board(Board.SEASON) == ["alice", "bob"]
    time_machine.move_to(datetime(2026, 7, 1, tzinfo=UTC), tick=False)
    refresh_standings()
    assert board(Board.SEASON) == []


def test_if_whoever_made_them_was_lost_the_next_one_does_it(beats, alice, bob, time_machine):
    beats(alice, bob)
    Ledger.objects.update(post_at=timezone.now() + LEASE)
    assert not refresh_standings()
    time_machine.shift(LEASE)
    assert refresh_standings()


@pytest.mark.django_db(transaction=True)
def test_of_several_workers_one_makes_them(beats, alice, bob):
    beats(alice, bob)
    assert sorted(in_threads(*[refresh_standings] * 4)) == [False, False, False, True]
    assert board() == ["alice", "bob"]


def test_they_are_looked_at_every_minute():
    schedule = celery.conf.beat_schedule.values()
    entry = next(entry for entry in schedule if entry["task"] == refresh_task.name)
    assert entry["schedule"] <= 60
    assert timedelta(seconds=refresh_task.time_limit or 0) < LEASE


# The page


def address(game="quadropolis"):
    return reverse("leaderboard", args=[game])


def shown(client, query=""):
    response = client.get(address() + query)
    assert response.status_code == 200
    return response.context["page"]


def names(page):
    return [line.standing.player.username for line in (*page.established, *page.provisional)]


def test_the_page_shows_places_ratings_and_changes(client, rate, alice, bob):
    rate(alice, Decimal("1612.50"))
    rate(bob, 1700, games=3)
    refresh()
    html = client.get(address()).content.decode()
    assert 'href="/players/alice/"' in html
    assert "1613" in html
    assert "Provisional: fewer than 10 matches" in html
    assert "±0" in html


def test_every_small_chart_has_a_text(client, beats, alice, bob):
    beats(alice, bob)
    beats(alice, bob)
    refresh()
    html = client.get(address()).content.decode()
    assert html.count('class="spark"') == 2
    assert "Rating over the last 2 matches: from 1500 to 1538, between 1500 and 1538" in html


def test_a_variant_has_its_own_list(client, rate, alice, bob):
    rate(alice, 1600, pool="quadropolis:classic")
    rate(bob, 1600)
    refresh()
    assert names(shown(client, "?variant=classic")) == ["alice"]
    assert names(shown(client)) == ["bob"]


def test_bots_can_be_hidden(client, rate, alice, bob):
    rate(alice, 1500)
    rate(bot_account(bot="greedy"), 1600)
    rate(bob, 1700)
    refresh()
    assert names(shown(client)) == ["bob", "Greedy-Robot", "alice"]
    page = shown(client, "?bots=no")
    assert names(page) == ["bob", "alice"]
    assert [line.place for line in page.established] == [1, 2]


@pytest.mark.parametrize("bots", ["", "&bots=no"])
def test_from_page_to_page_everybody_comes_once(client, many, bots):
    many(2 * LINES_PER_PAGE + 3)
    refresh()
    found, url = [], f"{address()}?{bots}"
    while url:
        page = client.get(url).context["page"]
        found += names(page)
        back, url = url, page.next_url
    assert found == board()
    assert client.get(back).context["page"].previous_url.endswith(f"after={LINES_PER_PAGE}")


def test_the_reader_s_own_line_is_there_wherever_it_is(client, many, rate, alice):
    many(2 * LINES_PER_PAGE)
    rate(alice, 1000)
    refresh()
    client.force_login(alice)
    page = shown(client)
    assert page.own.standing.player == alice
    assert page.own.place == 2 * LINES_PER_PAGE + 1
    there = client.get(page.own_url).context["page"]
    assert there.own is None
    assert [line.is_own for line in there.established] == [True]


def test_a_bot_that_is_hidden_or_somebody_without_a_rating_has_no_own_line(client, many, charlie):
    many(3)
    refresh()
    client.force_login(charlie)
    assert shown(client).own is None


@pytest.mark.parametrize(
    "query", ["?variant=x&board=y&bots=z", "?after=-1", "?after=²", "?after=99999999999999999999"]
)
def test_what_can_not_be_understood_is_the_usual(client, many, query):
    many(2)
    refresh()
    assert len(names(shown(client, query))) == 2


def test_after_the_last_place_there_is_nothing(client, many):
    many(2)
    refresh()
    page = shown(client, "?after=500")
    assert names(page) == []
    assert page.previous_url


def test_an_unknown_game_has_no_leaderboard(client):
    assert client.get(address("chess")).status_code == 404


def test_it_says_so_when_nobody_is_on_the_list(client, db):
    assert "Nobody is on this list yet" in client.get(address()).content.decode()


def test_the_page_takes_as_many_queries_for_many_players(client, many, rate, alice):
    rate(alice, 1000)
    client.force_login(alice)
    counts = set()
    for count in (3, 30):
        Player.objects.filter(username__startswith="player-").delete()
        many(count)
        refresh()
        with CaptureQueriesContext(connection) as queries:
            shown(client)
        counts.add(len(queries))
    assert len(counts) == 1
    assert counts.pop() <= 7


# Best cities


def best(client, query=""):
    response = client.get(reverse("high-scores", args=["quadropolis"]) + query)
    assert response.status_code == 200
    return response.context["page"]


def test_the_best_cities_of_the_season_are_drawn(client, announce, alice, bob):
    match = rush(start(announce, alice, bob))
    enter_finished()
    page = best(client)
    scores = sorted(match.seats.values_list("score", flat=True), reverse=True)
    assert [city.score.points for city in page.cities] == scores
    html = client.get(reverse("high-scores", args=["quadropolis"])).content.decode()
    assert html.count('<svg class="thumbnail"') == 2
    assert "The city of alice with" in html
    assert match.code in html


def test_records_by_kind_are_those_of_the_cities(client, announce, alice, bob):
    match = rush(start(announce, alice, bob))
    enter_finished()
    sheets = [sheet["scores"] for sheet in match.result["sheets"]]
    for record in best(client).records:
        kind = record.best[0].kind
        assert record.best[0].points == max(sheet[kind] for sheet in sheets)


def test_seasons_and_variants_are_apart(client, announce, alice, bob, time_machine):
    rush(start(announce, alice, bob))
    time_machine.shift(60 * DAY)
    rush(start(announce, alice, bob, variant="expert"))
    enter_finished()
    assert not best(client).cities
    assert best(client, "?variant=expert").cities
    assert best(client, "?season=2026-2").cities
    assert best(client, "?season=all").cities
    assert not best(client, "?season=2026-2&variant=expert").cities


@pytest.mark.parametrize("season", ["", "2026-5", "x", "0000-1", "9999-4"])
def test_any_season_can_be_asked_for(client, db, season):
    best(client, f"?season={season}")


def test_the_links_lead_to_the_seasons_around(client, db):
    titles = [link.title for link in best(client, "?season=2025-4").seasons]
    assert titles == [
        "2025, quarter 3",
        "2025, quarter 4",
        "2026, quarter 1",
        "2026, quarter 2",
        "All time",
    ]


def test_private_matches_make_no_records(client, announce, alice, bob):
    rush(start(announce, alice, bob, is_private=True))
    enter_finished()
    assert not best(client).cities


def test_an_unknown_game_has_no_records(client):
    assert client.get(reverse("high-scores", args=["chess"])).status_code == 404


def test_the_best_cities_take_as_many_queries_when_there_are_many(client, announce, alice, bob):
    counts = set()
    for _ in range(2):
        rush(start(announce, alice, bob))
        enter_finished()
        with CaptureQueriesContext(connection) as queries:
            best(client)
        counts.add(len(queries))
    assert HighScore.objects.filter(kind="", season="2026-2").count() == 4
    assert len(counts) == 1


# The rule, and the match page


def test_the_rule_is_explained_with_an_example_that_is_computed(client, db):
    response = client.get(reverse("ratings"))
    html = response.content.decode()
    for one in response.context["example"]:
        assert f"{one.after:.2f}" in html
    assert "1512.00" in html
    assert "−0.6401" in html


def match_html(client, match):
    return client.get(match.get_absolute_url()).content.decode()


def test_a_finished_match_shows_what_it_did_to_the_ratings(client, match, alice):
    resign(code=match.code, player=alice)
    assert "being computed" in match_html(client, match)
    enter_finished()
    html = match_html(client, match)
    assert html.count("1520") == html.count("1480") == 2  # in the game and in the variant
    assert "+20" in html
    assert "−20" in html


def test_a_match_that_is_not_rated_says_nothing_about_ratings(client, announce, alice, bob):
    match = start(announce, alice, bob, rated=False)
    resign(code=match.code, player=alice)
    enter_finished()
    assert "rating-changes" not in match_html(client, match)


def test_over_the_limit_a_match_says_why_no_rating_changed(client, announce, alice):
    for _ in range(MOST_RATED_AGAINST_A_BOT + 1):
        match = announce(alice, Chair(bot="random"))
        resign(code=match.code, player=alice)
    enter_finished()
    assert Match.objects.get(pk=match.pk).number == MOST_RATED_AGAINST_A_BOT + 1
    assert "rated matches are used up" in match_html(client, match)


def test_against_one_s_own_bot_a_match_says_why_no_rating_changed(client, announce, alice):
    bot, _secret = register_bot(owner=alice, name="Bricklayer")
    table = announce(alice, Chair(), allows_bots=True)
    resign(code=join_table(player=bot, code=table.code).code, player=bot)
    enter_finished()
    assert "nobody is compared with a bot of their own" in match_html(client, table)


def test_every_page_leads_to_the_leaderboards(client, db):
    assert f'href="{address()}"' in client.get(reverse("lobby")).content.decode()
