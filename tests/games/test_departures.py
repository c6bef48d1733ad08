import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Match, Move
from games.services.departures import leave_everything_and_delete
from games.services.matches import Chair, join_table
from games.services.moves import resign

pytestmark = pytest.mark.django_db

PASSWORD = "long-tall-tower"


def test_between_two_the_other_one_wins(match, bob, alice):
    leave_everything_and_delete(player=bob)
    match.refresh_from_db()
    assert match.is_finished
    assert match.seats.get(player=alice).rank == 1


def test_among_more_a_bot_plays_on(announce, alice, bob, charlie):
    table = announce(alice, Chair(), Chair())
    join_table(player=bob, code=table.code)
    match = join_table(player=charlie, code=table.code)
    leave_everything_and_delete(player=alice)
    match.refresh_from_db()
    assert match.is_running
    assert match.seats.get(player=alice).bot


def test_tables_that_have_not_begun_are_left_or_closed(announce, alice, bob, charlie):
    own = announce(alice, Chair())
    joined = announce(bob, Chair(), Chair())
    join_table(player=alice, code=joined.code)
    kept = announce(charlie, Chair(invited=alice))
    leave_everything_and_delete(player=alice)
    assert Match.objects.get(pk=own.pk).status == Match.Status.CANCELLED
    assert Match.objects.get(pk=joined.pk).is_open
    assert not joined.seats.filter(player=alice).exists()
    assert not kept.seats.filter(invited=alice).exists()


def test_finished_matches_stay_with_another_name(match, play, client, alice):
    match = play(match)
    leave_everything_and_delete(player=alice)
    alice.refresh_from_db()
    assert match.seats.count() == 2
    page = client.get("/matches/").text
    assert alice.username in page
    assert "alice" not in page


def test_what_one_resigned_before_is_left_alone(announce, alice, bob, charlie):
    table = announce(alice, Chair(), Chair())
    join_table(player=bob, code=table.code)
    match = join_table(player=charlie, code=table.code)
    resign(code=match.code, player=alice)
    leave_everything_and_delete(player=alice)
    assert Move.objects.filter(match=match, kind=Move.Kind.RESIGN).count() == 1


def test_all_of_it_or_nothing(match, alice, bob):
    """Somebody who can't be deleted does not resign either."""
    alice.bot = "greedy"
    alice.save()
    with pytest.raises(Exception, match="Bots stay"):
        leave_everything_and_delete(player=alice)
    match.refresh_from_db()
    assert match.is_running


@pytest.fixture
def browser(alice):
    cache.clear()
    alice.set_password(PASSWORD)
    alice.save()
    browser = Client()
    browser.force_login(alice)
    return browser


def test_the_page_asks_for_the_password(browser, match, alice):
    assert "This can't be undone" in browser.get("/preferences/delete/").text
    answer = browser.post("/preferences/delete/", {"password": "a-wrong-guess"})
    assert "This is not your password." in answer.text
    alice.refresh_from_db()
    assert not alice.is_deleted


def test_the_page_deletes_and_logs_out(browser, match, alice):
    answer = browser.post("/preferences/delete/", {"password": PASSWORD}, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "Your account is deleted." in answer.text
    assert not answer.context["user"].is_authenticated
    alice.refresh_from_db()
    match.refresh_from_db()
    assert alice.is_deleted
    assert match.is_finished


def test_the_page_is_no_way_to_guess_passwords(browser, alice):
    for _ in range(5):
        browser.post("/preferences/delete/", {"password": "a-wrong-guess"})
    answer = browser.post("/preferences/delete/", {"password": PASSWORD})
    assert answer.status_code == 429
    alice.refresh_from_db()
    assert not alice.is_deleted


def test_the_page_is_for_those_who_are_logged_in(client):
    assert client.get("/preferences/delete/").status_code == 302
