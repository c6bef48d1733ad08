"""The page about rest and vacation."""

from datetime import UTC, datetime, time, timedelta

import pytest

from accounts import weeks
from accounts.models import Vacation
from accounts.rest import Quiet, Rest, rest_hours_per_week
from accounts.services.rest import set_rest
from games.services.vacations import take_vacation
from quadropolis_site.errors import ApplicationError

pytestmark = pytest.mark.django_db

URL = "/preferences/rest/"
DAY = timedelta(days=1)
MONDAY = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _monday_noon(time_machine):
    time_machine.move_to(MONDAY, tick=False)


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


def test_it_is_for_those_who_are_logged_in(client):
    assert client.get(URL).status_code == 302
    assert client.post(f"{URL}vacation/", {"first_day": "2026-06-01", "days": 1}).status_code == 302
    assert not Vacation.objects.exists()


def test_the_preferences_lead_to_it(browser):
    assert f'href="{URL}"' in browser.get("/preferences/").text


def test_it_saves_quiet_hours_free_days_and_the_wish_for_automatic_vacation(browser, alice):
    answer = browser.post(
        URL, {"quiet_from": "22:30", "quiet_to": "07:00", "free_days": ["5", "6"]}, follow=True
    )
    assert "They count from your next turn." in answer.text
    alice.refresh_from_db()
    assert alice.rest == Rest("UTC", Quiet(time(22, 30), time(7)), frozenset({5, 6}))
    assert not alice.auto_vacation
    assert "Your clock stands every day from 22:30 to 07:00." in answer.text
    assert "It stands all day on Saturday and Sunday." in answer.text
    assert "90.5 of the 96 hours" in answer.text


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"quiet_from": "22:00"}, "need a beginning and an end"),
        ({"quiet_from": "22:00", "quiet_to": "22:00"}, "begin and end at the same time"),
        ({"quiet_from": "22:00", "quiet_to": "10:01"}, "at most 12 hours a day"),
        ({"quiet_from": "22:00:30", "quiet_to": "07:00"}, "on a whole minute"),
        ({"quiet_from": "25:00", "quiet_to": "07:00"}, "Enter a valid time"),
        ({"free_days": ["7"]}, "not one of the available choices"),
        (
            {"quiet_from": "22:00", "quiet_to": "07:00", "free_days": ["4", "5", "6"]},
            "at most 96 hours a week; this would be 108",
        ),
        ({"free_days": ["0", "1", "2", "3", "4", "5", "6"]}, "this would be 168"),
    ],
)
def test_it_refuses_in_a_sentence_what_is_not_allowed(browser, alice, data, sentence):
    answer = browser.post(URL, data)
    assert answer.status_code == 422
    assert sentence in answer.content.decode().replace("&#x27;", "'")
    alice.refresh_from_db()
    assert alice.rest == Rest("UTC")


def test_the_service_refuses_a_weekday_that_does_not_exist(alice):
    with pytest.raises(ApplicationError, match="no such weekday"):
        set_rest(player=alice, quiet_from=None, quiet_to=None, free_days=[7], auto_vacation=True)


def test_it_takes_a_vacation_and_shows_it(browser, alice):
    answer = browser.post(f"{URL}vacation/", {"first_day": "2026-06-10", "days": 5}, follow=True)
    assert "Your deadlines are moved." in answer.text
    assert "25 days</strong> of 30" in answer.text
    assert "Wed 10 Jun 2026, 00:00" in answer.text
    assert "Cancel it" in answer.text
    vacation = alice.vacations.get()
    browser.post(f"{URL}vacation/{vacation.pk}/end/")
    assert not alice.vacations.exists()


def test_it_ends_a_vacation_that_has_begun(browser, alice, time_machine):
    browser.post(f"{URL}vacation/", {"first_day": "2026-06-01", "days": 5})
    time_machine.shift(DAY)
    assert "End it now" in browser.get(URL).text
    browser.post(f"{URL}vacation/{alice.vacations.get().pk}/end/")
    assert alice.vacations.get().ends_at == MONDAY + DAY


def test_it_refuses_a_vacation_in_a_sentence(browser, alice):
    for data, sentence in [
        ({"first_day": "2026-05-01", "days": 3}, "begin in the past"),
        ({"first_day": "9999-12-31", "days": 3}, "a year ahead at most"),
        ({"first_day": "2026-07-01", "days": 31}, "less than or equal to 30"),
        ({"first_day": "", "days": ""}, "This field is required"),
    ]:
        answer = browser.post(f"{URL}vacation/", data)
        assert answer.status_code == 422
        assert sentence in answer.text
    assert not alice.vacations.exists()


def test_nobody_ends_the_vacation_of_another_one(browser, bob):
    vacation = take_vacation(player=bob, first_day=MONDAY.date(), days=3)
    assert browser.post(f"{URL}vacation/{vacation.pk}/end/").status_code == 409
    vacation.refresh_from_db()
    assert vacation.ends_at == MONDAY + 3 * DAY


def test_a_day_that_saves_a_clock_has_no_button(browser, alice):
    Vacation.objects.create(player=alice, starts_at=MONDAY, ends_at=MONDAY + DAY, is_automatic=True)
    page = browser.get(URL).text
    assert "It began by itself" in page
    assert "End it now" not in page


@pytest.mark.parametrize(
    "rest",
    [
        Rest(),
        Rest(quiet=Quiet(time(22), time(7))),
        Rest(quiet=Quiet(time(13), time(14, 30)), free_days=frozenset({0})),
        Rest(quiet=Quiet(time(20), time(0)), free_days=frozenset({5, 6})),
        Rest(quiet=Quiet(time(0), time(8))),
    ],
)
def test_the_picture_of_the_week_shades_as_many_hours_as_the_clock_stands(rest):
    shaded = [stop - start for day in range(7) for start, stop in weeks.standing_hours(day, rest)]
    assert sum(shaded) == pytest.approx(rest_hours_per_week(rest))
    drawn = [bar.width for row in weeks.draw(rest).rows for bar in row.bars]
    assert sum(drawn) == pytest.approx(10 * sum(shaded))
