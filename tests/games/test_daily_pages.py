"""The pages of the city of the day."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games import dailies, day_tables, replay
from games.models import Daily, Match, Sight
from games.presenters import PRESENTERS
from games.presenters.dailies import share_text
from games.services.dailies import deal_today
from tests.games.conftest import advance, rush
from tests.games.days import DAY, MIDNIGHT, NOON, QUADROPOLIS, begin, city, finish

pytestmark = pytest.mark.django_db

TODAY = reverse("daily")
THE_DAY = reverse("daily-day", args=[DAY])
PLAY = reverse("daily-play", args=[DAY, QUADROPOLIS])


@pytest.fixture(autouse=True)
def _noon(time_machine):
    time_machine.move_to(NOON, tick=False)


@pytest.fixture
def browser(alice):
    client = Client()
    client.force_login(alice)
    return client


# Today


def test_the_page_offers_to_play(browser):
    page = browser.get(TODAY).text
    assert ">Play<" in page
    assert "You have not seen this city yet." in page


def test_the_page_that_people_share_says_what_it_is(client):
    deal_today()
    assert "Every day the same deal for everybody" in client.get(THE_DAY).text


def test_strangers_are_asked_to_log_in(client):
    page = client.get(TODAY)
    assert page.status_code == 200
    assert "Log in to play" in page.text
    response = client.post(PLAY)
    assert response.url == f"{reverse('account_login')}?next={TODAY}"


def test_one_click_begins_and_the_next_one_goes_on(browser):
    browser.get(TODAY)
    first = browser.post(PLAY)
    assert first.url == Match.objects.get().get_absolute_url()
    assert ">Go on<" in browser.get(TODAY).text
    assert browser.post(PLAY).url == first.url


def test_only_a_click_begins(browser):
    browser.get(TODAY)
    assert browser.get(PLAY).status_code == 405


def test_afterwards_it_says_how_it_went(browser, alice):
    match = finish(alice)
    page = browser.get(TODAY).text
    assert f"{match.daily_score} point" in page
    assert ">Practise<" in page
    assert "Days in a row" in page


@pytest.mark.parametrize(
    ("moment", "zone", "local"),
    [
        (NOON, "UTC", "00:00 (UTC)"),
        (NOON, "Asia/Kolkata", "05:30 (IST)"),
        (NOON.replace(day=28), "Europe/Berlin", "01:00 (CET)"),  # the night before summer time
        (NOON.replace(day=29), "Europe/Berlin", "02:00 (CEST)"),
    ],
)
def test_it_says_when_the_next_city_comes(browser, alice, time_machine, moment, zone, local):
    time_machine.move_to(moment, tick=False)
    Player.objects.filter(pk=alice.pk).update(time_zone=zone)
    page = browser.get(TODAY).text
    assert "12\xa0hours" in page
    assert "0:00 UTC" in page
    assert local in page


# A day


@pytest.mark.parametrize("days", [1, 2, 400])
def test_there_is_no_page_for_days_to_come(browser, days):
    deal_today()
    address = reverse("daily-day", args=[DAY + timedelta(days=days)])
    assert browser.get(address).status_code == 404
    assert browser.post(f"{address}quadropolis/play/").status_code == 404


def test_there_is_no_page_for_days_before_the_first(browser):
    deal_today()
    assert browser.get(reverse("daily-day", args=[DAY - timedelta(days=1)])).status_code == 404


@pytest.mark.parametrize("day", ["2026-02-30", "2026-3-1", "0000-00-00", "20260310", "x"])
def test_there_is_no_page_for_what_is_no_day(browser, day):
    assert browser.get(f"/daily/{day}/").status_code == 404


def test_there_is_no_table_for_what_is_no_game(browser):
    deal_today()
    for address in ("chess/first", "quadropolis/second"):
        assert browser.get(f"{THE_DAY}{address}/").status_code == 404
    assert browser.post(f"{THE_DAY}chess/play/").status_code == 404


def test_days_lead_to_each_other(browser, time_machine):
    deal_today()
    time_machine.move_to(MIDNIGHT + timedelta(days=4), tick=False)
    deal_today()
    last = DAY + timedelta(days=5)
    assert f'rel="prev" href="{THE_DAY}"' in browser.get(reverse("daily-day", args=[last])).text
    page = browser.get(THE_DAY).text
    assert f'rel="next" href="{reverse("daily-day", args=[last])}"' in page
    assert 'rel="prev"' not in page


def test_a_page_left_open_overnight_begins_no_first_sight(browser, time_machine):
    browser.get(TODAY)
    time_machine.move_to(MIDNIGHT, tick=False)
    page = browser.post(PLAY, {"sight": "first"}, follow=True)
    assert "This day is over, so your try counts as practice." in page.text
    assert Match.objects.get().sight == Sight.PRACTICE
    assert Match.objects.get().daily == city()


def test_the_page_works_before_the_bots_are_through(browser, alice):
    finish(alice)
    assert "The bots are still thinking" in browser.get(THE_DAY).text
    Daily.objects.update(par={"greedy": 41, "strong": 54})
    assert "The bots are still thinking" not in _part(browser.get(THE_DAY).text)


def _part(page):
    return page[page.index('id="quadropolis"') :]


# Tables


def crowd(scores, sight=Sight.FIRST):
    """Whoever has finished, without having played."""
    deal_today()
    now = timezone.now()
    players = [Player(username=f"p{number}", email=f"p{number}@x") for number in range(len(scores))]
    for number, player in enumerate(players):
        player.pk = Player.objects.create_user(player.username, f"p{number}@example.org").pk
    Match.objects.bulk_create(
        Match(
            creator=player,
            created_at=now,
            game=QUADROPOLIS,
            version=1,
            variant="classic",
            size=3,
            rated=False,
            is_private=True,
            daily=city(),
            sight=sight,
            daily_score=score,
            status=Match.Status.FINISHED,
            started_at=now,
            finished_at=now,
            lasted=timedelta(minutes=5),
            result={},
        )
        for player, score in zip(players, scores, strict=True)
    )


def places(page):
    return [(entry.place, entry.match.daily_score) for entry in page.entries]


def test_equals_share_a_place():
    crowd([10, 30, 20, 20, -3])
    page = day_tables.page(city(), Sight.FIRST, size=10)
    assert places(page) == [(1, 30), (2, 20), (2, 20), (4, 10), (5, -3)]
    assert page.next == ""


def test_page_after_page_nobody_is_missing_and_nobody_comes_twice():
    crowd([10, 30, 20, 20, 20, -3, -3])
    found, after = [], ""
    for _page in range(4):
        page = day_tables.page(city(), Sight.FIRST, after=after, size=2)
        found += places(page)
        after = page.next
    assert found == [(1, 30), (2, 20), (2, 20), (2, 20), (5, 10), (6, -3), (6, -3)]
    assert after == ""


@pytest.mark.parametrize("cursor", ["x", "1", "1_", "_1", "1_x", "9" * 500])
def test_a_cursor_that_can_t_be_read_begins_at_the_top(browser, alice, cursor):
    finish(alice)
    address = reverse("daily-table", args=[DAY, QUADROPOLIS, "first"])
    assert "alice" in browser.get(address, {"after": cursor}).text


def test_of_practice_only_the_best_try_of_each_counts(alice):
    for score in (1, 50, 70, 70, 60):
        finish(alice, score=score)
    entries = day_tables.page(city(), Sight.PRACTICE, size=10).entries
    assert [entry.match.daily_score for entry in entries] == [70]
    assert day_tables.own_entry(city(), Sight.PRACTICE, alice) == entries[0]


def test_your_own_line_is_there_although_it_is_far_down(browser, alice):
    crowd(range(100, 120))
    finish(alice, score=5)
    page = _part(browser.get(THE_DAY).text)
    assert page.count('<tr class="own">') == 1
    assert '<td class="number">21</td>' in page
    assert "The whole table" in page


def test_a_day_costs_the_same_however_many_played(
    browser, alice, django_assert_max_num_queries, django_assert_num_queries
):
    finish(alice, score=5)
    with django_assert_max_num_queries(14 + 12 * Daily.objects.count()) as first:
        browser.get(THE_DAY)
    crowd(range(100, 140))
    with django_assert_max_num_queries(len(first) + 2):  # one's own line
        page = browser.get(THE_DAY).text
    assert page.count(">Replay<") <= 2 * 3 * 11
    with django_assert_max_num_queries(12):
        browser.get(reverse("daily-table", args=[DAY, QUADROPOLIS, "first"]))
    with django_assert_max_num_queries(10 + 3 * Daily.objects.count()):
        browser.get(TODAY)


# What to tell others


def test_the_text_to_share_shows_score_par_and_city(browser, alice):
    match = finish(alice)
    Daily.objects.update(par={"strong": 61, "greedy": 52})
    text = share_text(Match.objects.get(pk=match.pk), city())
    first, second, *drawing, last = text.splitlines()
    assert first == "City of the day, 10 March 2026: Quadropolis"
    assert second == f"{match.daily_score} points (bots: greedy 52, strong 61)"
    assert [len(line) for line in drawing] == [4, 4, 4, 4]
    assert last.endswith(THE_DAY)
    assert f"{first}\n{second}\n" in browser.get(THE_DAY).text


def test_a_city_in_characters_is_as_it_was_built(alice):
    match = advance(begin(alice), 20)
    view = replay.position(match).observe(0)
    drawing = "".join(PRESENTERS[QUADROPOLIS].characters(view, 0))
    built = PRESENTERS[QUADROPOLIS].thumbnail(view, 0).built
    assert len(drawing) == 16
    assert 16 - drawing.count("⬜") == built > 0


@pytest.mark.parametrize("game", [plan.game for plan in dailies.plans()])
def test_every_game_can_be_drawn_in_characters(alice, game):
    match = rush(begin(alice, game=game))
    view = replay.position(match).observe(None)
    drawing = PRESENTERS[game].characters(view, 0)
    assert len({len(line) for line in drawing}) == 1
    assert set("".join(drawing)) - {"⬜"}
    assert "\n".join(drawing) in share_text(match, city(game=game))


# Elsewhere


def test_the_match_page_says_what_it_is(browser, alice):
    match = begin(alice)
    page = browser.get(match.get_absolute_url()).text
    assert "City of the day, 10 March 2026" in page
    assert "every move stands" in page
    finish(alice)
    page = browser.get(match.get_absolute_url()).text
    assert "Results of the day" in page
    assert "Rematch" not in page


def test_a_late_try_says_so(browser, alice, time_machine):
    match = begin(alice)
    time_machine.move_to(MIDNIGHT, tick=False)
    assert "this counts as practice" in browser.get(match.get_absolute_url()).text


def test_a_streak_is_on_the_players_page(client, alice):
    assert "Longest streak" not in client.get(alice.get_absolute_url()).text
    finish(alice)
    assert "Longest streak" in client.get(alice.get_absolute_url()).text


def test_the_lobby_and_every_page_lead_there(client):
    assert client.get(reverse("lobby")).text.count(f'href="{TODAY}"') == 3
