"""The links by which mails are stopped (RFC 8058)."""

from datetime import timedelta

import pytest
from django.conf import settings as site
from django.test import Client

from accounts.models import Event, MailChoice
from accounts.services.mails import deliver_daily, deliver_due
from accounts.services.notices import choices, choose
from accounts.subscriptions import unsubscribe_url
from games.services.matches import Chair
from tests.smtp import last

When = MailChoice.When


def address(mail):
    return mail["List-Unsubscribe"].strip()[1:-1].removeprefix(site.SITE_URL)


@pytest.fixture
def stranger():
    """A mail program: no session, no token against forgery, and checked like a real request."""
    return Client(enforce_csrf_checks=True)


def test_one_click_stops_mails_of_that_kind_and_may_be_repeated(told, stranger, play, office):
    match, reader, mail = told
    for _ in range(2):
        answer = stranger.post(address(mail), {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
    others = dict.fromkeys(Event, When.AT_ONCE) | {Event.CHAT: When.DAILY}
    assert choices(reader) == others | {Event.YOUR_TURN: When.NEVER}
    told_before = len(office.to(reader))
    match = play(match, 4)
    deliver_due()
    assert len(office.to(reader)) == told_before


@pytest.mark.parametrize("event", Event)
def test_each_kind_is_stopped_on_its_own(stranger, alice, event):
    choose(player=alice, choices=dict.fromkeys(Event, When.AT_ONCE))
    stranger.post(unsubscribe_url(alice, event).removeprefix(site.SITE_URL))
    assert choices(alice) == dict.fromkeys(Event, When.AT_ONCE) | {event: When.NEVER}


def test_the_link_of_one_player_stops_nothing_of_another(told, stranger, alice, bob):
    _match, reader, mail = told
    stranger.post(address(mail))
    assert {choice.player for choice in MailChoice.objects.all()} == {reader}


def test_whoever_is_asked_first_says_yes_by_a_button_that_needs_nothing_else(told, stranger):
    _match, reader, mail = told
    page = stranger.get(address(mail)).text
    assert '<form method="post">' in page
    done = stranger.post(address(mail)).text
    assert "You get no more mails about this" in done
    assert choices(reader)[Event.YOUR_TURN] == When.NEVER


def test_looking_at_the_link_changes_nothing(told, stranger):
    _match, reader, mail = told
    answer = stranger.get(address(mail))
    assert answer.status_code == 200
    assert "It is your turn" in answer.content.decode()
    assert reader.username not in answer.content.decode()
    assert choices(reader)[Event.YOUR_TURN] == When.AT_ONCE


def test_a_forged_link_stops_nothing(told, stranger):
    _match, _reader, mail = told
    for forged in (address(mail)[:-3] + "xx/", "/unsubscribe/x/", "/unsubscribe/a:b:c/"):
        assert stranger.post(forged).status_code == 404
    assert not MailChoice.objects.exists()


def test_the_link_in_a_daily_mail_stops_all_that_it_brings(
    clock, office, announce, alice, bob, stranger
):
    choose(player=bob, choices={Event.INVITATION: When.DAILY})
    announce(alice, Chair(invited=bob))
    clock.shift(timedelta(days=1))
    deliver_daily()
    stranger.post(address(last(office.to(bob))))
    assert choices(bob)[Event.INVITATION] == choices(bob)[Event.CHAT] == When.NEVER
    assert choices(bob)[Event.YOUR_TURN] == When.AT_ONCE
