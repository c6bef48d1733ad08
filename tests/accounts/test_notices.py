"""What players are told, and which mails they want."""

from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest
import time_machine
from django.db import connection, transaction

from accounts.models import Event, MailChoice, Notice, Player
from accounts.services.bots import bot_account
from accounts.services.notices import (
    choices,
    choose,
    forget_old,
    mark_read,
    next_daily,
    notify,
    unread,
    withdraw,
)
from accounts.services.players import delete_account, update_preferences

When = MailChoice.When
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


def tell(player, event=Event.YOUR_TURN, topic="table"):
    notify(player=player, event=event, topic=topic)


def mails(player):
    """What is outstanding."""
    unsent = Notice.objects.filter(player=player, mail__in=("due", "daily")).order_by("topic")
    return [(notice.topic, notice.event, notice.mail) for notice in unsent]


def test_a_notice_rings_the_bell_and_a_mail_is_due(alice):
    tell(alice)
    assert [notice.event for notice in unread(alice)] == ["your_turn"]
    assert mails(alice) == [("table", "your_turn", "due")]
    assert Notice.objects.get().mail_due_at == NOON


def test_a_newer_mail_replaces_what_was_not_sent_yet(alice, clock):
    tell(alice)
    clock.shift(60)
    tell(alice)
    tell(alice, topic="another table")
    assert mails(alice) == [("another table", "your_turn", "due"), ("table", "your_turn", "due")]


def test_the_bell_rings_once_for_the_same_thing(alice):
    tell(alice)
    tell(alice)
    assert unread(alice).count() == 1


@pytest.mark.parametrize(
    ("first", "second", "sent"),
    [
        (Event.MATCH_STARTED, Event.YOUR_TURN, Event.YOUR_TURN),
        (Event.YOUR_TURN, Event.MATCH_STARTED, Event.YOUR_TURN),
        (Event.YOUR_TURN, Event.DEADLINE_NEAR, Event.DEADLINE_NEAR),
        (Event.INVITATION, Event.MATCH_STARTED, Event.MATCH_STARTED),
        (Event.CHAT, Event.YOUR_TURN, Event.YOUR_TURN),
        (Event.YOUR_TURN, Event.CHAT, Event.YOUR_TURN),
    ],
)
def test_of_two_mails_the_more_important_one_is_sent(alice, first, second, sent):
    tell(alice, first)
    tell(alice, second)
    assert mails(alice) == [("table", sent, "due")]


def test_what_is_more_important_takes_over_the_haste_of_what_is_not(alice):
    choose(player=alice, choices={Event.YOUR_TURN: When.DAILY, Event.CHAT: When.AT_ONCE})
    tell(alice)
    assert mails(alice) == [("table", "your_turn", "daily")]
    tell(alice, Event.CHAT)
    assert mails(alice) == [("table", "your_turn", "due")]


def test_an_unwanted_mail_does_not_replace_a_wanted_one(alice):
    choose(player=alice, choices={Event.YOUR_TURN: When.NEVER})
    tell(alice, Event.MATCH_STARTED)
    tell(alice)
    assert mails(alice) == [("table", "match_started", "due")]
    assert unread(alice).count() == 2


def test_what_is_no_longer_so_is_withdrawn(alice, bob):
    tell(alice)
    tell(bob)
    tell(alice, Event.CHAT, topic="elsewhere")
    withdraw(topic="table", events=[Event.YOUR_TURN], but=bob)
    assert mails(alice) == [("elsewhere", "chat", "daily")]
    assert mails(bob) == [("table", "your_turn", "due")]


def test_what_is_no_longer_so_is_not_new_any_more(alice, bob):
    tell(alice)
    tell(alice, Event.CHAT)
    tell(bob)
    withdraw(topic="table", events=[Event.YOUR_TURN], but=bob)
    assert [notice.event for notice in unread(alice)] == ["chat"]
    assert unread(bob).count() == 1


def test_the_chat_waits_for_the_daily_mail_unless_one_chooses_otherwise(alice):
    tell(alice, Event.CHAT)
    assert mails(alice) == [("table", "chat", "daily")]
    assert Notice.objects.get().mail_due_at == datetime(2026, 3, 11, 8, tzinfo=UTC)


def test_bots_and_people_who_are_gone_are_told_nothing(alice, bob):
    delete_account(player=bob)
    tell(Player.objects.get(pk=bob.pk))
    tell(bot_account(bot="greedy"))
    assert not Notice.objects.exists()


def test_nothing_is_kept_of_somebody_who_leaves(alice):
    choose(player=alice, choices={Event.CHAT: When.NEVER})
    tell(alice)
    delete_account(player=alice)
    assert not Notice.objects.exists()
    assert not MailChoice.objects.exists()


def test_reading_a_topic_leaves_the_others_unread(alice, bob):
    tell(alice)
    tell(alice, topic="another")
    tell(bob)
    mark_read(player=alice, topic="table")
    assert [notice.topic for notice in unread(alice)] == ["another"]
    mark_read(player=alice)
    assert not unread(alice).exists()
    assert unread(bob).count() == 1


def test_a_choice_of_never_stops_what_is_due_already(alice):
    tell(alice)
    tell(alice, Event.CHAT, topic="another")
    choose(player=alice, choices={Event.YOUR_TURN: When.NEVER})
    assert mails(alice) == [("another", "chat", "daily")]


def test_old_notices_are_forgotten_but_not_unsent_mails(alice, clock):
    tell(alice, topic="old")
    Notice.objects.update(mail=Notice.Mail.SENT)
    tell(alice, topic="unsent")
    clock.shift(timedelta(days=91))
    tell(alice, topic="new")
    assert forget_old() == 1
    assert {notice.topic for notice in Notice.objects.all()} == {"unsent", "new"}


@pytest.mark.parametrize(
    ("zone", "hour", "now", "then"),
    [
        ("UTC", 8, "2026-03-10T07:59", "2026-03-10T08:00"),
        ("UTC", 8, "2026-03-10T08:00", "2026-03-11T08:00"),
        ("America/New_York", 20, "2026-03-10T12:00", "2026-03-11T00:00"),
        ("Asia/Kolkata", 0, "2026-03-10T12:00", "2026-03-10T18:30"),
        # The clock skips from 2 to 3 on 29 March, and shows 2 twice on 25 October.
        ("Europe/Berlin", 8, "2026-03-28T12:00", "2026-03-29T06:00"),
        ("Europe/Berlin", 2, "2026-03-28T12:00", "2026-03-29T01:00"),
        ("Europe/Berlin", 2, "2026-03-29T01:00", "2026-03-30T00:00"),
        ("Europe/Berlin", 2, "2026-10-24T12:00", "2026-10-25T00:00"),
        ("Europe/Berlin", 2, "2026-10-25T00:30", "2026-10-26T01:00"),
    ],
)
def test_the_daily_mail_comes_once_a_day_at_the_hour_of_the_players_clock(zone, hour, now, then):
    player = Player(time_zone=zone, digest_hour=hour)
    now, then = (datetime.fromisoformat(moment).replace(tzinfo=UTC) for moment in (now, then))
    assert next_daily(player, now) == then


def test_what_waits_for_the_daily_mail_moves_with_its_hour_and_with_the_time_zone(alice):
    tell(alice, Event.CHAT)
    choose(player=alice, choices={}, digest_hour=18)
    assert Notice.objects.get().mail_due_at == datetime(2026, 3, 10, 18, tzinfo=UTC)
    update_preferences(player=alice, about="", time_zone="Asia/Tokyo", language="en")
    assert Notice.objects.get().mail_due_at == datetime(2026, 3, 11, 9, tzinfo=UTC)


@pytest.mark.django_db(transaction=True)
def test_two_who_tell_the_same_player_at_once_leave_one_mail(alice):
    both = Barrier(2)

    def run():
        with transaction.atomic():
            both.wait()
            tell(alice)
        connection.close()

    threads = [Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert mails(alice) == [("table", "your_turn", "due")]
    assert Notice.objects.count() == 2


def test_the_list_behind_the_bell_needs_somebody_logged_in(client):
    assert client.get("/notices/").status_code == 302
    assert client.get("/preferences/notifications/").status_code == 302


def test_the_list_shows_ones_own_notices_newest_first(alice, bob, log_in, clock):
    tell(alice, Event.MATCH_STARTED)
    clock.shift(60)
    tell(alice, Event.CHAT)
    tell(bob, Event.INVITATION)
    page = log_in(alice).get("/notices/").content.decode()
    assert page.index("Somebody wrote in the chat") < page.index("A match has started")
    assert "You are invited" not in page


def test_what_was_told_again_is_in_the_list_once(alice, log_in, clock):
    for _ in range(3):
        tell(alice)
        clock.shift(60)
    tell(alice, topic="elsewhere")
    page = log_in(alice).get("/notices/").content.decode()
    assert page.count("It is your turn") == 2


def test_a_notice_about_the_chat_leads_to_it(alice, log_in):
    tell(alice, Event.CHAT)
    assert 'href="/m/table/#chat"' in log_in(alice).get("/notices/").content.decode()


def test_all_notices_are_marked_as_read_by_a_post_only(alice, log_in):
    tell(alice)
    browser = log_in(alice)
    assert "Mark all as read" in browser.get("/notices/").content.decode()
    assert unread(alice).count() == 1
    browser.post("/notices/")
    assert not unread(alice).exists()
    assert "Mark all as read" not in browser.get("/notices/").content.decode()


def test_the_list_costs_the_same_however_long_it_is(alice, log_in, django_assert_max_num_queries):
    browser = log_in(alice)
    for number in range(60):
        tell(alice, topic=str(number))
    with django_assert_max_num_queries(8):
        browser.get("/notices/")


def test_a_player_chooses_the_mails_on_a_page(alice, log_in):
    browser = log_in(alice)
    form = {event.value: "never" for event in Event} | {"chat": "at_once", "digest_hour": "19"}
    assert browser.post("/preferences/notifications/", form).status_code == 302
    assert choices(alice) == dict.fromkeys(Event, When.NEVER) | {Event.CHAT: When.AT_ONCE}
    alice.refresh_from_db()
    assert alice.digest_hour == 19
    page = browser.get("/preferences/notifications/").content.decode()
    assert page.count(" checked") == len(Event)


def test_nonsense_is_refused_on_that_page(alice, log_in):
    form = {event.value: "hourly" for event in Event} | {"digest_hour": "25"}
    assert log_in(alice).post("/preferences/notifications/", form).status_code == 200
    assert not MailChoice.objects.exists()
