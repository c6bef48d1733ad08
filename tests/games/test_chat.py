"""The chat of a match: who reads it, who writes it, and what becomes of what is unbearable."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import Event, Mute, Notice, Player
from games.models import LONGEST_MESSAGE, Message, Report
from games.services import chats
from games.services.matches import Chair, join_table
from games.services.moves import resign
from games.services.substitutes import claim_seat
from quadropolis_site.errors import ApplicationError, Conflict, NotAllowed

HTMX = {"HTTP_HX_REQUEST": "true"}
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


@pytest.fixture
def as_alice(client, alice):
    client.force_login(alice)
    return client


@pytest.fixture
def as_bob(bob):
    browser = Client()
    browser.force_login(bob)
    return browser


def address(match, what="chat"):
    return reverse(f"match-{what}", args=[match.code])


def page(client, match):
    return client.get(match.get_absolute_url()).text


def say(match, player, text="Hello!"):
    return chats.write(code=match.code, player=player, text=text)


def test_what_one_writes_the_other_reads(as_alice, as_bob, match):
    answer = as_alice.post(address(match), {"text": "Good luck, Bob!"})
    assert answer.url == match.get_absolute_url() + "#chat"
    assert "Good luck, Bob!" in page(as_bob, match)


def test_strangers_neither_read_nor_write(client, match, alice, charlie):
    say(match, alice, "a-secret-between-us")
    assert "a-secret-between-us" not in page(client, match)
    client.force_login(charlie)
    assert "a-secret-between-us" not in page(client, match)
    assert 'id="chat"' not in page(client, match)
    for headers in ({}, HTMX):
        answer = client.get(address(match), **headers)
        assert answer.status_code == 403
        assert "a-secret-between-us" not in answer.text
        assert client.post(address(match), {"text": "Let me in"}, **headers).status_code == 403
    assert Message.objects.count() == 1


def test_whoever_has_the_link_of_a_private_match_does_not_read_its_chat(
    client, announce, alice, bob, charlie
):
    match = join_table(player=bob, code=announce(alice, Chair(invited=bob), is_private=True).code)
    say(match, alice, "a-secret-between-us")
    poll = reverse("match-poll", args=[match.code])
    for stranger in (None, charlie):
        client.logout()
        if stranger:
            client.force_login(stranger)
        for found in (address(match), poll, match.get_absolute_url()):
            for headers in ({}, HTMX):
                answer = client.get(found, {"chat": 0}, follow=True, **headers)
                assert "a-secret-between-us" not in answer.text
        for what in ("chat", "report", "mute"):
            client.post(address(match, what), {"text": "Let me in", "message": 1, "name": "bob"})
    assert Message.objects.count() == 1
    assert not Report.objects.exists()


def test_staff_who_do_not_play_are_strangers_too(client, match, alice, charlie):
    say(match, alice, "a-secret-between-us")
    Player.objects.filter(pk=charlie.pk).update(is_staff=True, is_superuser=True)
    client.force_login(charlie)
    assert "a-secret-between-us" not in page(client, match)


def test_there_is_no_chat_before_the_match(as_alice, table, alice):
    with pytest.raises(Conflict):
        say(table, alice)


def test_the_chat_of_a_finished_match_stays_open(as_alice, match, play, alice):
    match = play(match)
    say(match, alice, "Well played")
    assert "Well played" in page(as_alice, match)


def test_whoever_resigned_may_still_talk(announce, alice, bob, charlie):
    match = announce(alice, Chair(), Chair())
    for player in (bob, charlie):
        match = join_table(player=player, code=match.code)
    resign(code=match.code, player=bob)
    assert say(match, bob, "Sorry, I have to go.")


SCRIPTS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7|add:7 }}{% csrf_token %}",
    "</textarea><svg onload=alert(1)>",
    "javascript:alert(1) http://example.org/",
]


@pytest.mark.parametrize("text", SCRIPTS)
def test_whatever_is_written_is_only_text(as_bob, match, alice, text):
    say(match, alice, text)
    for shown in (page(as_bob, match), as_bob.get(address(match), **HTMX).text):
        if "<" in text:
            assert text not in shown
        assert "14{%" not in shown
        assert 'href="http://example.org' not in shown
        assert 'href="javascript' not in shown


@pytest.mark.parametrize("text", ["", "  \r\n ", "x" * (LONGEST_MESSAGE + 1)])
def test_a_message_has_a_length(as_alice, match, text):
    answer = as_alice.post(address(match), {"text": text})
    assert answer.status_code == 400
    assert as_alice.post(address(match), {"text": text}, **HTMX).status_code == 400
    assert not Message.objects.exists()


def test_a_huge_post_is_refused(as_alice, match):
    for what, field in (("chat", "text"), ("note", "note"), ("draft", "draft")):
        answer = as_alice.post(
            address(match, what),
            f"{field}=" + "x" * 3_000_000,
            content_type="application/x-www-form-urlencoded",
        )
        assert answer.status_code == 400
    assert not Message.objects.exists()


def test_a_nul_byte_is_no_server_error(as_alice, match):
    assert as_alice.post(address(match), {"text": "a\0b"}).status_code == 302
    assert Message.objects.get().text == "ab"
    assert as_alice.post(address(match, "mute"), {"name": "\0"}).status_code == 404
    assert as_alice.post(address(match, "report"), {"message": "\0"}).status_code == 400
    assert as_alice.get("/m/%00/chat/").status_code == 404


def test_the_same_message_sent_twice_at_once_is_said_once(as_alice, match):
    for _ in range(2):
        assert as_alice.post(address(match), {"text": "Hello"}).status_code == 302
    assert Message.objects.count() == 1
    as_alice.post(address(match), {"text": "Well?"})
    as_alice.post(address(match), {"text": "Hello"})
    assert Message.objects.count() == 3


def test_a_refused_message_is_not_lost(as_alice, match):
    text = "too long " * 200
    assert text in as_alice.post(address(match), {"text": text}).text


def test_nobody_floods_the_table(as_alice, match, alice):
    with time_machine.travel(NOON, tick=False) as clock:
        for number in range(chats.MOST_PER_MINUTE):
            say(match, alice, f"{number}")
        with pytest.raises(chats.TooMany):
            say(match, alice)
        answer = as_alice.post(address(match), {"text": "more"}, **HTMX)
        assert answer.status_code == 429
        assert "wait a little" in answer.text
        clock.shift(timedelta(seconds=61))
        assert say(match, alice)


def test_others_are_told_but_not_the_author_nor_bots(announce, alice, bob):
    match = announce(alice, Chair(invited=bob), Chair(bot="greedy"))
    match = join_table(player=bob, code=match.code)
    say(match, alice)
    told = Notice.objects.filter(event=Event.CHAT).values_list("player__username", flat=True)
    assert list(told) == ["bob"]


def test_the_chat_goes_on_without_those_for_whom_somebody_else_plays(
    announce, alice, bob, charlie, dora
):
    """Whoever left is told as long as the seat is still theirs."""
    match = announce(alice, Chair(), Chair())
    for player in (bob, charlie):
        match = join_table(player=player, code=match.code)
    resign(code=match.code, player=bob)
    said = Notice.objects.filter(event=Event.CHAT)
    say(match, alice)
    assert {notice.player for notice in said} == {bob, charlie}
    said.delete()
    claim_seat(code=match.code, player=dora, seat=match.seat_of(bob).index)
    say(match, alice, "Welcome!")
    assert {notice.player for notice in said.all()} == {charlie, dora}


def test_htmx_gets_the_messages_alone(as_alice, match):
    answer = as_alice.post(address(match), {"text": "Hello"}, **HTMX)
    assert answer.headers["HX-Retarget"] == "#match-chat"
    assert "Hello" in answer.text
    assert "<html" not in answer.text
    assert "HX-Request" in answer.headers["Vary"]


# Unread


def test_the_unread_mark_goes_when_the_page_is_opened(as_alice, match, alice, bob):
    with time_machine.travel(NOON, tick=False) as clock:
        say(match, bob)
        clock.shift(timedelta(minutes=1))
        assert "1 new message" in page(as_alice, match)
        clock.shift(timedelta(minutes=1))
        assert "new message" not in page(as_alice, match)
        say(match, bob)
        assert "1 new message" in page(as_alice, match)


def test_the_bell_is_silent_once_the_chat_was_read_without_a_reload(as_alice, match, alice, bob):
    say(match, bob)
    unread = Notice.objects.filter(player=alice, event=Event.CHAT, read_at=None)
    assert unread.exists()
    as_alice.get(address(match), **HTMX)
    assert not unread.exists()


def test_ones_own_words_are_never_new(as_alice, match, alice):
    say(match, alice)
    assert "new message" not in page(as_alice, match)


def test_the_lobby_marks_matches_with_unread_chat(as_alice, match, alice, bob):
    def mark():
        return "New messages in the chat" in as_alice.get("/").text

    assert not mark()
    say(match, bob)
    assert mark()
    page(as_alice, match)
    assert not mark()
    Mute.objects.create(player=alice, muted=bob)
    say(match, bob)
    assert not mark()


# The poll


def test_a_poll_notices_a_message(as_alice, match, bob, django_assert_num_queries):
    seen = {"seq": match.seq, "chat": 0, "proposal": 0}
    poll = reverse("match-poll", args=[match.code])
    assert as_alice.get(poll, seen).status_code == 204
    message = say(match, bob)
    with django_assert_num_queries(1):
        assert as_alice.get(poll, seen).url == address(match)
    assert as_alice.get(poll, seen | {"chat": message.pk}).status_code == 204


def test_a_poll_after_the_end_goes_on_for_the_chat_alone(as_alice, match, play, bob):
    match = play(match)
    seen = {"status": "finished", "seq": match.seq, "chat": 0}
    poll = reverse("match-poll", args=[match.code])
    assert as_alice.get(poll, seen).status_code == 204
    say(match, bob)
    assert as_alice.get(poll, seen).url == address(match)


def test_a_muted_message_does_not_make_the_page_ask_for_ever(as_alice, match, alice, bob):
    Mute.objects.create(player=alice, muted=bob)
    message = say(match, bob)
    shown = as_alice.get(address(match), **HTMX).text
    assert f'name="chat" value="{message.pk}"' in shown


# Muting


def test_a_muted_player_is_not_read_and_not_told_of(as_alice, match, alice, bob):
    say(match, bob, "something rude")
    as_alice.post(address(match, "mute"), {"name": "bob"})
    shown = page(as_alice, match)
    assert "something rude" not in shown
    assert "You have muted bob." in shown
    Notice.objects.all().delete()
    say(match, bob, "something ruder")
    assert not Notice.objects.filter(player=alice).exists()
    as_alice.post(address(match, "mute"), {"name": "bob", "undo": "1"})
    assert "something ruder" in page(as_alice, match)


def test_the_muted_one_does_not_get_to_know(as_bob, match, alice, bob):
    before = page(as_bob, match).count("mute")
    Mute.objects.create(player=alice, muted=bob)
    assert page(as_bob, match).count("mute") == before


def test_one_can_not_mute_oneself(as_alice, match):
    assert as_alice.post(address(match, "mute"), {"name": "alice"}).status_code == 400
    assert as_alice.post(address(match, "mute"), {"name": "nobody"}).status_code == 404


# Reporting


def test_a_message_is_reported_once_per_person(as_alice, match, bob):
    message = say(match, bob, "something rude")
    for _ in range(2):
        as_alice.post(address(match, "report"), {"message": message.pk}, **HTMX)
    assert Report.objects.get().message == message
    assert "Reported." in page(as_alice, match)


@pytest.mark.parametrize("number", ["", "x", "0", "-1", "9" * 40])
def test_only_messages_of_this_table_can_be_reported(as_alice, match, number):
    assert as_alice.post(address(match, "report"), {"message": number}).status_code == 400


def test_ones_own_and_other_tables_messages_can_not_be_reported(
    as_alice, announce, match, alice, bob, charlie
):
    own = say(match, alice)
    other = join_table(player=charlie, code=announce(bob, Chair()).code)
    elsewhere = say(other, bob)
    for message in (own, elsewhere):
        with pytest.raises(ApplicationError):
            chats.report(code=match.code, player=alice, message_id=message.pk)
    with pytest.raises(NotAllowed):
        chats.report(code=other.code, player=alice, message_id=elsewhere.pk)


@pytest.fixture
def staff(charlie):
    browser = Client()
    permissions = Permission.objects.filter(codename__in=["view_report", "change_report"])
    charlie.user_permissions.set(permissions)
    Player.objects.filter(pk=charlie.pk).update(is_staff=True)
    browser.force_login(charlie)
    return browser


def settle(staff, report, action):
    fields = {"action": action, "_selected_action": [report.pk]}
    return staff.post("/admin/games/report/", fields)


def test_staff_hide_what_was_reported(staff, as_alice, match, alice, bob):
    report = chats.report(
        code=match.code, player=alice, message_id=say(match, bob, "something rude").pk
    )
    assert "something rude" in staff.get("/admin/games/report/").text
    assert settle(staff, report, "hide_and_settle").status_code == 302
    report.refresh_from_db()
    assert report.settled_at
    shown = page(as_alice, match)
    assert "something rude" not in shown
    assert "The staff have hidden this message." in shown


def test_staff_may_leave_it_standing(staff, as_alice, match, alice, bob):
    report = chats.report(code=match.code, player=alice, message_id=say(match, bob, "Boo!").pk)
    settle(staff, report, "settle")
    report.refresh_from_db()
    assert report.settled_at
    assert "Boo!" in page(as_alice, match)


def test_staff_who_may_only_look_hide_nothing(staff, charlie, match, alice, bob):
    charlie.user_permissions.set(Permission.objects.filter(codename="view_report"))
    report = chats.report(code=match.code, player=alice, message_id=say(match, bob).pk)
    settle(staff, report, "hide_and_settle")
    assert not Message.objects.filter(hidden_at__isnull=False).exists()


# Many messages


def test_earlier_messages_are_a_page_away(as_alice, match, alice):
    Message.objects.bulk_create(
        Message(match=match, author=alice, text=f"number-{number}.", created_at=NOON)
        for number in range(150)
    )
    shown = page(as_alice, match)
    assert "number-149." in shown
    assert "number-49." not in shown
    older = as_alice.get(address(match)).context["chat"].older
    earlier = as_alice.get(address(match), {"before": older}).text
    assert "number-49." in earlier
    assert "number-0." in earlier
    assert as_alice.get(address(match), {"before": "²"}).status_code == 200


def test_the_chat_costs_the_same_with_many_messages(
    as_alice, match, alice, bob, django_assert_max_num_queries
):
    Message.objects.bulk_create(
        Message(match=match, author=author, text="Hm.", created_at=NOON)
        for author in (alice, bob) * 30
    )
    page(as_alice, match)
    with django_assert_max_num_queries(9):
        as_alice.get(address(match), **HTMX)


def test_a_forged_message_is_refused(match, alice):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    for what in ("chat", "report", "mute", "note", "draft", "propose", "answer", "rematch"):
        assert strict.post(address(match, what), {"text": "Hello"}).status_code == 403
    assert not Message.objects.exists()
