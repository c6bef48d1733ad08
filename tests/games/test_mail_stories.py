"""Whole stories by a frozen clock and a real mail server: how many mails each player gets."""

from collections import Counter
from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.models import Event, MailChoice, Player
from accounts.services.mails import deliver_daily, deliver_due
from accounts.services.notices import choose
from games.services.chats import write
from games.services.matches import Chair, join_table
from games.services.moves import resign
from games.services.time_outs import sweep_time_outs, sweep_warnings
from games.services.vacations import take_vacation
from tests.games.conftest import ALICE_FIRST, NOON, mover, waiting
from tests.smtp import last, text

When = MailChoice.When
HOUR = timedelta(hours=1)


@pytest.fixture
def wait(clock):
    """Time goes by, and the worker does its rounds."""

    def wait(time):
        for _ in range(time // HOUR):
            clock.shift(HOUR)
            sweep_time_outs()
            sweep_warnings()
            deliver_due()
            deliver_daily()

    return wait


@pytest.fixture
def three(clock, announce, alice, bob, charlie):
    """Alice, Bob and Charlie have just begun, and nobody is saved by a vacation."""
    Player.objects.update(auto_vacation=False)
    table = announce(alice, Chair(), Chair())
    join_table(player=bob, code=table.code)
    return join_table(player=charlie, code=table.code)


def turns(match):
    """How many moves everybody made."""
    players = {seat.index: str(seat.player) for seat in match.seats.select_related("player")}
    return Counter(players[move.seat] for move in match.moves.all())


def test_a_whole_match_is_one_mail_per_turn_and_one_at_the_end(begin, office, play, wait):
    match = begin(ALICE_FIRST)
    while match.is_running:
        wait(2 * HOUR)
        ended_by = mover(match)
        match = play(match, 1)
    wait(5 * HOUR)
    ends = Counter(str(seat.player) for seat in match.seats.all() if seat.player != ended_by)
    assert office.counts() == turns(match) + ends


def test_each_gets_what_they_chose(office, three, play, wait, alice, bob, charlie):
    """Everybody moves every five hours; Alice wants every mail, Bob one a day, Charlie none."""
    wait(HOUR)
    match = play(three, 1)
    choose(player=bob, choices=dict.fromkeys(Event, When.DAILY), digest_hour=20)
    choose(player=charlie, choices=dict.fromkeys(Event, When.NEVER))
    deliver_due()
    office.mails.clear()
    told, days = -(mover(match) == alice), 3
    for _ in range(days * 24 // 5):
        told += mover(match) == alice
        write(code=match.code, player=charlie, text="Hello!")
        wait(5 * HOUR)
        match = play(match, 1)
    assert len(office.to(bob)) == days
    assert not office.to(charlie)
    about_turns = [mail for mail in office.to(alice) if mail["Subject"].startswith("Your turn")]
    assert len(about_turns) == told


def test_the_story_of_an_invitation(clock, office, announce, play, wait, alice, bob):
    """Invited, begun, chatted, resigned: as mails tell it."""
    table = announce(alice, Chair(invited=bob))
    wait(HOUR)
    table.seed = ALICE_FIRST
    table.save()
    match = join_table(player=bob, code=table.code)
    wait(HOUR)
    match = play(match, 1)
    wait(HOUR)
    write(code=match.code, player=alice, text="I have to go.")
    resign(code=match.code, player=alice)
    wait(48 * HOUR)
    assert office.subjects() == [
        ("bob", "alice invites you: Quadropolis"),
        ("alice", "Your turn: Quadropolis against bob (round 1 of 4)"),
        ("bob", "Your turn: Quadropolis against alice (round 1 of 4)"),
        ("bob", "You won: Quadropolis against alice"),
    ]


def test_a_talk_at_the_table_is_a_mail_for_whoever_is_away_and_none_for_who_reads(
    clock, office, begun, client, alice, bob
):
    """Alice writes eight lines in four minutes; Bob reads the first half as it comes."""
    choose(player=bob, choices={Event.CHAT: When.AT_ONCE})
    client.force_login(bob)
    for line in range(8):
        write(code=begun.code, player=alice, text=f"Line {line}.")
        deliver_due()
        if line < 4:
            client.get(reverse("match-chat", args=[begun.code]))
        clock.shift(30)
    clock.shift(HOUR)
    deliver_due()
    (mail,) = office.to(bob)
    assert "Line 3." not in text(mail)
    assert all(f"Line {line}." in text(mail) for line in range(4, 8))


def test_a_day_without_a_mail_server_leaves_only_what_is_still_true(office, three, play, wait):
    wait(HOUR)
    office.mails.clear()
    office.close()
    match = three
    for _ in range(8):
        match = play(match, 1)
        wait(3 * HOUR)
    assert not office.mails
    office.open()
    wait(3 * HOUR)
    assert office.counts() == {str(mover(match)): 1}


def test_whoever_is_late_among_three_gets_three_mails(office, three, play, wait):
    """The turn, the warning, and that a bot plays on; the next one is told of the turn."""
    wait(HOUR)
    match = play(three, 3)
    late = mover(match)
    office.mails.clear()
    wait(timedelta(days=3) + HOUR)
    told = [mail["Subject"].partition(":")[0] for mail in office.to(late)]
    assert told == ["Your turn", "Your time is running out", "You were too late"]


def test_whoever_is_late_against_one_other_gets_three_mails(begin, office, play, wait):
    Player.objects.update(auto_vacation=False)
    match = play(begin(ALICE_FIRST), 1)
    late, winner = mover(match), waiting(match)
    wait(timedelta(days=3) + HOUR)
    assert office.counts() == {str(late): 3, str(winner): 1}
    assert [mail["Subject"].partition(":")[0] for mail in office.to(late)] == [
        "Your turn",
        "Your time is running out",
        "You lost on time",
    ]
    wait(24 * HOUR)
    assert office.counts() == {str(late): 3, str(winner): 1}


def test_nobody_is_warned_while_the_clock_stands(begin, office, wait, alice):
    """Five days of vacation, then 80 % of three days."""
    begin(ALICE_FIRST)
    take_vacation(player=alice, first_day=NOON.date(), days=5)
    wait(timedelta(days=5) + timedelta(days=3) * 0.79)
    assert office.counts() == {"alice": 1}
    wait(2 * HOUR)
    assert office.counts() == {"alice": 2}
    assert "running out" in last(office.mails)["Subject"]


def test_one_who_plays_against_a_bot_at_a_sitting_gets_no_mail_at_all(
    clock, office, announce, play, alice
):
    match = announce(alice, Chair(bot="random"))
    while match.is_running:
        clock.shift(30)
        match = play(match, 1)
        deliver_due()
    clock.shift(HOUR)
    deliver_due()
    ended_by_bot = match.moves.last().seat == 1
    assert office.counts() == ({"alice": 1} if ended_by_bot else {})
