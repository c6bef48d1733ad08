"""What clubs tell whom: by the bell and by mail, once, and while it is true."""

from collections import Counter
from datetime import date, timedelta

import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import reverse

from accounts.models import Event, JoinRequest, MailChoice, Notice
from accounts.services import clubs
from accounts.services.mails import deliver_daily, deliver_due
from accounts.services.notices import choose, newest
from accounts.services.players import delete_account
from games.services.club_results import (
    Entry,
    Played,
    answer_result,
    decide_result,
    enter_result,
)
from tests.programs import Program
from tests.smtp import last, text

When = MailChoice.When


@pytest.fixture
def club(clock, alice, bob, charlie):
    """Charlie owns it; Alice and Bob are members; Dora is a stranger."""
    club = clubs.found_club(player=charlie, name="Thursday Circle", about="")
    for player in (alice, bob):
        clubs.join_by_link(player=player, slug=club.slug, key=club.join_key)
    return club


@pytest.fixture
def ask(club, dora):
    def ask():
        clubs.ask_to_join(player=dora, slug=club.slug, text="I have the box.")
        return JoinRequest.objects.get(player=dora, answer="")

    return ask


@pytest.fixture
def answer(club, charlie):
    def answer(asked, accepts=True):
        clubs.answer_request(by=charlie, slug=club.slug, request_id=asked.pk, accepts=accepts)

    return answer


@pytest.fixture
def enter(club, alice, bob):
    """Alice says that she has won."""

    def enter(by=alice, entries=None):
        entries = entries or [Entry(61, alice), Entry(58, bob)]
        played = Played("quadropolis", "classic", date(2026, 1, 15), entries)
        return enter_result(by=by, slug=club.slug, played=played)

    return enter


@pytest.fixture
def say(club):
    def say(player, result, confirms, objection=""):
        answer_result(
            player=player,
            slug=club.slug,
            result_id=result.pk,
            confirms=confirms,
            objection=objection,
        )

    return say


def bells():
    """What everybody has not read yet."""
    unread = Notice.objects.filter(read_at=None).select_related("player")
    return Counter((str(notice.player), str(notice.event)) for notice in unread)


def test_a_request_rings_for_owner_and_organisers_only(club, ask, alice, charlie):
    clubs.set_role(by=charlie, slug=club.slug, name="alice", role="organiser")
    ask()
    assert bells() == {("alice", "join_request"): 1, ("charlie", "join_request"): 1}


def test_an_answer_rings_for_who_asked_and_for_nobody_else_any_more(club, ask, answer, charlie):
    clubs.set_role(by=charlie, slug=club.slug, name="alice", role="organiser")
    answer(ask())
    assert bells() == {("dora", "join_answer"): 1}


def test_a_club_whose_name_came_in_two_lines_still_gets_its_mails(club, ask, office, charlie):
    """Browsers send one line only, but not everybody who posts a form is a browser."""
    clubs.describe_club(by=charlie, slug=club.slug, name="A\nB", about="")
    ask()
    assert deliver_due() == 1
    assert office.subjects() == [("charlie", "dora would like to join A B")]


def test_the_story_of_two_requests_as_mails_tell_it(ask, answer, office, clock):
    asked = ask()
    deliver_due()
    answer(asked, accepts=False)
    deliver_due()
    clock.shift(clubs.ASK_AGAIN_AFTER)
    asked = ask()
    deliver_due()
    answer(asked)
    deliver_due()
    assert office.subjects() == [
        ("charlie", "dora would like to join Thursday Circle"),
        ("dora", "Thursday Circle declined"),
        ("charlie", "dora would like to join Thursday Circle"),
        ("dora", "Welcome to Thursday Circle"),
    ]


def test_no_mail_about_a_request_that_was_answered_already(ask, answer, office):
    answer(ask())
    deliver_due()
    assert office.counts() == {"dora": 1}


def test_who_comes_by_the_link_asks_no_more(club, ask, dora, office):
    ask()
    clubs.join_by_link(player=dora, slug=club.slug, key=club.join_key)
    deliver_due()
    assert not bells()
    assert not office.mails


def test_who_is_gone_asks_no_more(ask, dora, office):
    ask()
    delete_account(player=dora)
    deliver_due()
    assert not bells()
    assert not office.mails


def test_who_organises_no_longer_gets_no_mail_about_requests(club, ask, charlie, office):
    clubs.set_role(by=charlie, slug=club.slug, name="alice", role="organiser")
    ask()
    clubs.set_role(by=charlie, slug=club.slug, name="alice", role="member")
    deliver_due()
    assert office.counts() == {"charlie": 1}


def test_a_result_rings_for_the_others_who_played(enter, alice, bob, charlie):
    enter(entries=[Entry(61, alice), Entry(58, bob), Entry(40, charlie)])
    assert bells() == {("bob", "result_entered"): 1, ("charlie", "result_entered"): 1}


def test_who_enters_a_game_of_others_asks_them_all(enter, charlie):
    enter(by=charlie)
    assert bells() == {("alice", "result_entered"): 1, ("bob", "result_entered"): 1}


def test_a_result_that_only_organisers_can_settle_rings_for_them(enter, alice, office):
    enter(entries=[Entry(61, alice), Entry(58, guest="Oma Erna")])
    assert bells() == {("charlie", "result_to_decide"): 1}
    deliver_due()
    assert "Nobody else in this game can confirm it" in text(last(office.mails))


def test_what_everybody_confirmed_is_no_news(enter, say, bob, office):
    say(bob, enter(), confirms=True)
    deliver_due()
    assert not bells()
    assert not office.mails


def test_who_has_confirmed_is_asked_no_more_while_others_are(
    enter, say, alice, bob, charlie, office
):
    result = enter(entries=[Entry(61, alice), Entry(58, bob), Entry(40, charlie)])
    say(bob, result, confirms=True)
    assert bells() == {("charlie", "result_entered"): 1}
    deliver_due()
    assert office.counts() == {"charlie": 1}


def test_who_has_left_the_club_gets_no_mail_about_a_result(club, enter, bob, office):
    enter()
    clubs.leave_club(player=bob, slug=club.slug)
    deliver_due()
    assert not office.mails


def test_the_first_who_disputes_it_is_heard_by_the_organisers(enter, say, alice, bob, office):
    result = enter()
    say(bob, result, confirms=False, objection="It was 85.")
    say(alice, result, confirms=False)
    assert bells() == {("charlie", "result_to_decide"): 1}
    deliver_due()
    assert office.counts() == {"charlie": 1}
    assert "bob: It was 85." in text(last(office.mails))


def test_what_is_disputed_no_more_need_not_be_decided(enter, say, alice, bob, charlie):
    result = enter(entries=[Entry(61, alice), Entry(58, bob), Entry(40, charlie)])
    say(bob, result, confirms=False)
    say(bob, result, confirms=True)
    assert bells() == {("charlie", "result_entered"): 1}


@pytest.mark.parametrize(
    ("accepts", "subject"),
    [
        (True, "It counts: a game at Thursday Circle"),
        (False, "It does not count: a game at Thursday Circle"),
    ],
)
def test_the_story_of_a_disputed_result(club, enter, say, bob, charlie, office, accepts, subject):
    result = enter()
    deliver_due()
    say(bob, result, confirms=False)
    deliver_due()
    decide_result(by=charlie, slug=club.slug, result_id=result.pk, accepts=accepts)
    deliver_due()
    assert bells() == {("alice", "result_decided"): 1, ("bob", "result_decided"): 1}
    assert sorted(office.subjects()) == [
        ("alice", subject),
        ("bob", "Is this right? A game at Thursday Circle"),
        ("bob", subject),
        ("charlie", "A result to decide: Thursday Circle"),
    ]


def test_a_decision_takes_back_all_questions(club, enter, charlie, office):
    result = enter()
    decide_result(by=charlie, slug=club.slug, result_id=result.pk, accepts=True)
    deliver_due()
    assert office.counts() == {"alice": 1, "bob": 1}
    assert all("It counts" in mail["Subject"] for mail in office.mails)


def test_everybody_gets_mails_as_they_chose(enter, alice, bob, charlie, clock, office):
    choose(player=bob, choices={Event.RESULT_ENTERED: When.DAILY})
    choose(player=charlie, choices={Event.RESULT_ENTERED: When.NEVER})
    enter(entries=[Entry(61, alice), Entry(58, bob), Entry(40, charlie)])
    deliver_due()
    assert not office.mails
    clock.shift(timedelta(days=1))
    deliver_daily()
    assert office.counts() == {"bob": 1}
    assert "alice 61, bob 58, charlie 40" in text(last(office.mails))


def test_one_click_stops_that_kind_and_no_other(ask, enter, answer, alice, charlie, office, clock):
    asked = ask()
    deliver_due()
    address = last(office.mails)["List-Unsubscribe"].strip()[1:-1].removeprefix(site.SITE_URL)
    Client(enforce_csrf_checks=True).post(address, {"List-Unsubscribe": "One-Click"})
    answer(asked, accepts=False)
    clock.shift(clubs.ASK_AGAIN_AFTER)
    ask()
    enter(entries=[Entry(61, alice), Entry(40, charlie)])
    deliver_due()
    assert [mail["Subject"] for mail in office.to(charlie)] == [
        "dora would like to join Thursday Circle",
        "Is this right? A game at Thursday Circle",
    ]


@pytest.mark.parametrize(
    ("page", "left"), [("club", "result_entered"), ("club-results", "join_request")]
)
def test_what_a_page_shows_is_read_and_not_mailed(
    client, club, ask, enter, alice, charlie, office, page, left
):
    ask()
    enter(entries=[Entry(61, alice), Entry(40, charlie)])
    client.force_login(charlie)
    assert client.get(reverse(page, args=[club.slug])).status_code == 200
    assert bells() == {("charlie", left): 1}
    deliver_due()
    assert office.counts() == {"charlie": 1}


def test_the_list_behind_the_bell_says_what_it_is_and_leads_there(
    client, club, ask, enter, alice, charlie
):
    ask()
    enter(entries=[Entry(61, alice), Entry(40, charlie)])
    client.force_login(charlie)
    page = client.get(reverse("notices")).text
    for words in ("Thursday Circle: dora", "Thursday Circle: alice 61, charlie 40"):
        assert words in page
    for notice in newest(charlie):
        assert notice.get_absolute_url() in page
        assert client.get(notice.get_absolute_url()).status_code == 200


def test_a_club_that_is_gone_sends_nothing(club, ask, alice, bob, charlie, office):
    ask()
    for player in (alice, bob, charlie):
        clubs.leave_club(player=player, slug=club.slug)
    deliver_due()
    assert not office.mails


def test_programs_read_which_club_it_is_about(club, ask, charlie):
    ask()
    (notice,) = Program(charlie).get("notifications/").json()["results"]
    assert (notice["event"], notice["match"], notice["club"]) == ("join_request", None, club.slug)
