"""Mails about matches, through a real mail server: who gets how many, and never one twice."""

import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as site
from django.db import connection, transaction

from accounts.envelopes import MOST_DRAWN
from accounts.models import Event, MailChoice, Notice, Player
from accounts.services.mails import BACK_OFF, MOST_ATTEMPTS, deliver_daily, deliver_due
from accounts.services.notices import choose
from accounts.services.players import delete_account, update_preferences
from games.models import Match
from games.services.chats import write
from games.services.matches import Chair, decline_invitation, join_table
from games.services.moves import StaleMove, play_move
from games.services.proposals import propose
from games.services.time_outs import sweep_warnings
from games.take_backs import take_backs
from quadropolis_site import processes
from tests import servers
from tests.games.conftest import ALICE_FIRST, BOB_FIRST, NOON, mover, some_move
from tests.patience import PATIENCE, wait_until
from tests.smtp import html, last, text

When = MailChoice.When
DELIVER = "from accounts.services.mails import deliver_due; deliver_due()"


def test_whoever_is_first_is_told_so_and_who_took_the_last_seat_knows(begin, office, clock):
    begin(ALICE_FIRST)
    clock.shift(site.MAIL_PATIENCE_SECONDS)
    deliver_due()
    assert office.subjects() == [("alice", "Your turn: Quadropolis against bob (round 1 of 4)")]


def test_whoever_is_not_first_is_told_that_it_begins(begin, office):
    begin(BOB_FIRST)
    deliver_due()
    assert office.subjects() == [("alice", "It begins: Quadropolis against bob")]


def test_who_sat_down_and_is_first_is_told_only_after_not_moving(begin, office, play, clock, bob):
    match = begin(BOB_FIRST)
    clock.shift(site.MAIL_PATIENCE_SECONDS - 1)
    deliver_due()
    assert not office.to(bob)
    clock.shift(1)
    deliver_due()
    assert len(office.to(bob)) == 1
    assert office.to(bob)[0]["Subject"].startswith("Your turn")
    play(match, 1)
    clock.shift(timedelta(days=1))
    deliver_due()
    assert len(office.to(bob)) == 1


def test_a_move_sends_the_next_one_a_mail(begun, office, play):
    play(begun, 1)
    assert deliver_due() == 1
    assert office.subjects() == [("bob", "Your turn: Quadropolis against alice (round 1 of 4)")]


def test_moves_before_the_worker_runs_leave_one_mail_for_the_one_to_move(
    clock, office, announce, play, alice, bob, charlie
):
    match = announce(alice, Chair(), Chair())
    for player in (bob, charlie):
        match = join_table(player=player, code=match.code)
    deliver_due()
    office.mails.clear()
    for _ in range(7):
        clock.shift(timedelta(hours=1))
        match = play(match, 1)
    deliver_due()
    assert [mail["To"] for mail in office.mails] == [mover(match).email]


def test_a_turn_that_was_taken_meanwhile_is_not_told(begun, office, play, clock, bob):
    match = play(begun, 1)
    clock.shift(timedelta(hours=1))
    play(match, 1)
    assert deliver_due() == 1
    assert not office.to(bob)


def test_running_the_task_again_sends_nothing_again(begun, office, play, clock):
    play(begun, 1)
    sent = [deliver_due() for _ in range(3)]
    assert sent == [1, 0, 0]
    clock.shift(timedelta(days=1))
    assert deliver_due() == 0


def test_a_mail_server_that_was_away_gets_the_mail_later_and_once(begun, office, play, clock):
    office.close()
    play(begun, 1)
    assert deliver_due() == 0
    office.open()
    assert deliver_due() == 0, "not before the next minute"
    clock.shift(timedelta(minutes=1))
    assert deliver_due() == 1
    assert deliver_due() == 0
    assert len(office.mails) == 1


def test_while_the_mail_server_is_away_it_is_asked_once_a_minute(
    clock, office, announce, alice, bob
):
    for _ in range(3):
        announce(alice, Chair(invited=bob))
    office.close()
    assert deliver_due() == 0
    attempts = Notice.objects.filter(mail="due").values_list("mail_attempts", flat=True)
    assert sorted(attempts) == [0, 0, 1]
    office.open()
    assert deliver_due() == 0
    clock.shift(timedelta(minutes=1))
    assert deliver_due() == 3


def test_a_refused_mail_is_tried_again_later_and_later(begun, office, play, clock):
    office.answers = ["451 not now"] * len(BACK_OFF)
    play(begun, 1)
    for pause in BACK_OFF:
        assert deliver_due() == 0
        clock.shift(pause - timedelta(seconds=1))
        assert deliver_due() == 0
        clock.shift(timedelta(seconds=1))
    assert not office.answers
    assert deliver_due() == 1
    assert len(office.mails) == 1


def test_a_mail_that_is_refused_again_and_again_is_given_up(begun, office, play, clock, caplog):
    office.answers = ["451 not now"] * 99
    play(begun, 1)
    for _ in range(MOST_ATTEMPTS + 1):
        clock.shift(timedelta(hours=2))
        assert deliver_due() == 0
    assert len(office.answers) == 99 - MOST_ATTEMPTS
    assert "gave up" in caplog.text
    assert not Notice.objects.filter(mail__in=("due", "sending")).exists()


@pytest.mark.parametrize("refusal", [{"answers": ["554 spam"]}, {"unknown": {"bob@example.org"}}])
def test_a_mail_that_is_refused_for_good_is_not_tried_again(begun, office, play, clock, refusal):
    vars(office).update(refusal)
    play(begun, 1)
    assert deliver_due() == 0
    office.unknown = set()
    clock.shift(timedelta(days=1))
    assert deliver_due() == 0
    assert not office.mails


def test_a_mail_server_that_hangs_up_between_two_mails_is_called_again(
    clock, office, announce, alice, bob
):
    office.is_impatient = True
    announce(alice, Chair(invited=bob))
    announce(alice, Chair(invited=bob))
    assert deliver_due() == 2
    assert office.counts() == {"bob": 2}


def test_a_refused_mail_makes_way_for_a_newer_one(begun, office, play, clock):
    office.answers = ["451 not now"]
    play(begun, 1)
    deliver_due()
    clock.shift(timedelta(seconds=10))
    match = Match.objects.get(pk=begun.pk)
    late = mover(match)
    Match.objects.filter(pk=match.pk).update(warn_at=NOON)
    sweep_warnings()
    assert deliver_due() == 1
    assert last(office.to(late))["Subject"].startswith("Your time is running out")
    clock.shift(timedelta(hours=1))
    assert deliver_due() == 0


def test_a_mail_is_not_sent_again_if_nobody_knows_whether_it_left(begun, office, play, clock):
    office.answers = ["250 and hang up"]
    play(begun, 1)
    assert deliver_due() == 0
    clock.shift(timedelta(days=1))
    assert deliver_due() == 0
    assert len(office.mails) == 1


@pytest.mark.parametrize("word", ["EHLO", "MAIL", "RCPT", "DATA"])
def test_a_mail_that_was_surely_not_handed_over_is_sent_later_and_once(
    begun, office, play, clock, word
):
    """The line breaks when the mail server hears this word; the mail itself would come after it."""
    office.hangs_up_at = word
    play(begun, 1)
    assert deliver_due() == 0
    clock.shift(timedelta(minutes=1))
    assert deliver_due() == 1
    clock.shift(timedelta(days=1))
    assert deliver_due() == 0
    assert len(office.mails) == 1


def environment(office):
    name = connection.settings_dict["NAME"]
    return servers.environment(name) | {"EMAIL_URL": f"smtp://127.0.0.1:{office.port}"}


def test_a_worker_killed_in_the_middle_never_leads_to_a_second_mail(
    transactional_db, office, announce, alice, bob
):
    """Killed by the mail server itself, once it has the mail and before it says so."""
    announce(alice, Chair(invited=bob))
    office.kills = subprocess.Popen(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", DELIVER],
        cwd=site.BASE_DIR,
        env=environment(office),
    )
    assert office.kills.wait(PATIENCE) == -signal.SIGKILL
    assert Notice.objects.get().mail == "sending"
    Notice.objects.update(mail_due_at=NOON)
    deliver_due()
    assert len(office.to(bob)) == 1


def test_a_worker_that_dies_before_it_hands_a_mail_over_loses_nothing(begun, office, play, clock):
    play(begun, 1)
    claimed = {"mail_attempts": 1, "mail_due_at": NOON + BACK_OFF[0]}
    Notice.objects.filter(mail="due").update(**claimed)
    assert deliver_due() == 0
    clock.shift(timedelta(minutes=1))
    assert deliver_due() == 1
    assert len(office.mails) == 1


def at_once(work, workers=4):
    def run():
        try:
            work()
        finally:
            connection.close()

    threads = [Thread(target=run) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_several_workers_at_once_send_every_mail_once(transactional_db, office, announce, alice):
    for number in range(12):
        host = Player.objects.create_user(f"p{number}", f"p{number}@example.org")
        announce(host, Chair(invited=alice))
    at_once(deliver_due)
    assert len(office.to(alice)) == 12
    assert len({mail["Message-ID"] for mail in office.mails}) == 12
    assert set(Notice.objects.values_list("mail", flat=True)) == {"sent"}


def test_several_workers_at_once_send_one_daily_mail(
    transactional_db, office, announce, alice, bob
):
    choose(player=bob, choices={Event.INVITATION: When.DAILY})
    for _ in range(5):
        announce(alice, Chair(invited=bob))
    Notice.objects.update(mail_due_at=NOON)
    at_once(deliver_daily)
    assert len(office.to(bob)) == 1
    assert text(office.mails[0]).count("alice invites you") == 5


def test_whoever_plays_on_at_once_is_not_flooded(begun, office, play, clock, alice, bob):
    """Alice and Bob both sit there, and answer within a minute; then Alice goes away."""
    match = begun
    for _ in range(7):
        match = play(match, 1)
        clock.shift(60)
        deliver_due()
    assert len(office.to(bob)) == 1, "nobody knew yet that he was there"
    assert not office.to(alice)
    match = play(match, 1)
    assert deliver_due() == 0
    clock.shift(site.MAIL_PATIENCE_SECONDS)
    assert deliver_due() == 1
    assert last(office.mails)["To"] == mover(match).email


def test_whoever_takes_a_move_back_among_bots_is_still_there(office, clock, announce, play, alice):
    match = announce(alice, Chair(bot="greedy"))
    while match.to_move != 0 or not match.moves.filter(seat=0).exists():
        match = play(match, 1)
    clock.shift(timedelta(hours=1))
    deliver_due()
    office.mails.clear()
    back_to = take_backs(match, match.seat_of(alice))[0].back_to
    propose(code=match.code, player=alice, kind="take_back", back_to=back_to)
    assert deliver_due() == 0
    clock.shift(site.MAIL_PATIENCE_SECONDS)
    assert deliver_due() == 1


def test_a_move_made_while_the_worker_calls_the_mail_server_stops_the_mail(
    transactional_db, office, announce, play, alice, bob, settings
):
    """The worker has asked what is true, and is about to hand the mail over."""
    settings.MAIL_PATIENCE_SECONDS = 0
    match = play(join_table(player=bob, code=announce(alice, Chair()).code), 2)
    Notice.objects.exclude(player=mover(match)).update(mail="none")
    moved = []

    def move():
        moved.append(play(match, 1))
        connection.close()

    office.when_called = move
    late = mover(match)
    deliver_due()
    assert moved
    assert not office.to(late)


def test_the_mail_is_written_in_the_same_transaction_as_the_move(
    transactional_db, office, match, play
):
    waiting = set(Notice.objects.values_list("pk", "mail"))
    with transaction.atomic():
        play(match, 1)
        assert set(Notice.objects.values_list("pk", "mail")) != waiting
        transaction.set_rollback(True)
    assert Match.objects.get().seq == match.seq
    assert set(Notice.objects.values_list("pk", "mail")) == waiting


def test_a_move_that_is_refused_tells_nobody(begun, office):
    notices = Notice.objects.count()
    with pytest.raises(StaleMove):
        play_move(code=begun.code, player=mover(begun), seq=7, text=some_move(begun))
    assert Notice.objects.count() == notices


def test_an_address_that_was_never_confirmed_gets_nothing(clock, office, announce, alice, bob):
    EmailAddress.objects.create(user=bob, email=bob.email, verified=False, primary=True)
    announce(alice, Chair(invited=bob))
    assert deliver_due() == 0
    assert not Notice.objects.filter(mail="due").exists()


def test_somebody_who_deleted_the_account_gets_nothing(clock, office, announce, alice, bob):
    announce(alice, Chair(invited=bob))
    delete_account(player=bob)
    assert deliver_due() == 0
    assert not office.mails


def test_the_daily_mail_lists_what_is_still_true_at_the_chosen_hour(
    clock, office, announce, play, alice, bob
):
    update_preferences(player=bob, about="", time_zone="America/New_York", language="en")
    choose(player=bob, choices=dict.fromkeys(Event, When.DAILY), digest_hour=19)
    open_table = announce(alice, Chair(invited=bob))
    declined = announce(alice, Chair(invited=bob))
    decline_invitation(player=bob, code=declined.code)
    running = join_table(player=alice, code=announce(bob, Chair(), clock="30d").code)
    while mover(running) != bob:
        running = play(running, 1)
    write(code=running.code, player=alice, text="Hello Bob!")
    deliver_due()
    office.mails.clear()
    clock.move_to(datetime(2026, 3, 10, 22, 59, tzinfo=UTC))
    assert deliver_daily() == 0
    clock.move_to(datetime(2026, 3, 10, 23, 0, tzinfo=UTC))
    assert deliver_daily() == 1
    assert deliver_daily() == 0
    (mail,) = office.to(bob)
    assert mail["Subject"].startswith("Your turn: ")
    assert mail["Subject"].endswith(", and 1 more")
    for part in (text(mail), html(mail)):
        assert "alice: Hello Bob!" in part
        assert "Your city" in part
        assert f"{site.SITE_URL}{open_table.get_absolute_url()}" in part
        assert f"{site.SITE_URL}{running.get_absolute_url()}#match-board" in part
        assert declined.code not in part
    clock.shift(timedelta(days=2))
    assert deliver_daily() == 0


def test_there_is_no_daily_mail_if_nothing_is_true_any_more(clock, office, announce, alice, bob):
    choose(player=bob, choices={Event.INVITATION: When.DAILY})
    table = announce(alice, Chair(invited=bob))
    decline_invitation(player=bob, code=table.code)
    clock.shift(timedelta(days=1))
    assert deliver_daily() == 0
    assert not office.mails


def test_a_daily_mail_that_was_refused_comes_later_and_once(clock, office, announce, alice, bob):
    choose(player=bob, choices={Event.INVITATION: When.DAILY})
    announce(alice, Chair(invited=bob))
    announce(alice, Chair(invited=bob))
    clock.shift(timedelta(days=1))
    office.answers = ["451 not now"]
    assert deliver_daily() == 0
    assert deliver_daily() == 0
    clock.shift(BACK_OFF[0])
    assert deliver_daily() == 1
    assert len(office.to(bob)) == 1


def test_only_the_first_few_matches_of_a_daily_mail_are_drawn(
    clock, office, announce, play, alice, bob
):
    """Mail programs cut off what is longer than about 100 KB."""
    choose(player=bob, choices=dict.fromkeys(Event, When.DAILY))
    for _ in range(MOST_DRAWN + 2):
        table = announce(alice, Chair(bot="random"), Chair(bot="random"), Chair(), variant="expert")
        match = join_table(player=bob, code=table.code)
        while mover(match) != bob:
            match = play(match, 1)
    clock.shift(timedelta(days=1))
    deliver_daily()
    (mail,) = office.to(bob)
    assert mail["Subject"].endswith(f"and {MOST_DRAWN + 1} more")
    assert text(mail).count("The construction site") == MOST_DRAWN
    assert len(html(mail)) < 100_000


def test_without_a_mail_server_every_mail_is_on_a_page(
    clock, settings, tmp_path, announce, alice, bob, client
):
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path)
    announce(alice, Chair(invited=bob))
    announce(alice, Chair(invited=bob))
    assert deliver_due() == 2
    assert client.get("/mailbox/").text.count("alice invites you: Quadropolis") == 2


def test_a_worker_sends_the_mail_on_its_own(transactional_db, office, announce, alice, bob):
    """From the transaction over the broker and a real worker to the mail server."""
    worker = processes.start(
        [sys.executable, "-m", "celery", "-A", "quadropolis_site", "worker", "--concurrency", "1"],
        cwd=site.BASE_DIR,
        env=environment(office),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        announce(alice, Chair(invited=bob))
        wait_until(lambda: office.to(bob))
    finally:
        processes.kill_group(worker)
        worker.wait()
