"""What mails about matches say, and that each is still true."""

import re
from datetime import timedelta

import pytest
from django.conf import settings as site
from django.urls import reverse

from accounts.models import Event, MailChoice, Notice, Player
from accounts.services.mails import deliver_daily, deliver_due
from accounts.services.notices import choose, mark_read
from games.models import Match
from games.presenters.matches import match_page
from games.services.chats import write
from games.services.drafts import keep_draft
from games.services.matches import Chair, decline_invitation, join_table
from games.services.moves import resign
from games.services.substitutes import claim_seat
from games.services.time_outs import sweep_time_outs, sweep_warnings
from tests.games.conftest import ALICE_FIRST, BOB_FIRST, NOON, mover, some_move, waiting
from tests.smtp import html, last, text

When = MailChoice.When
PATIENCE = timedelta(seconds=site.MAIL_PATIENCE_SECONDS)


def test_an_invitation_shows_the_terms(clock, office, announce, alice, bob):
    bob.time_zone = "Europe/Berlin"
    bob.save()
    announce(alice, Chair(invited=bob), variant="expert", options=["squares"], clock="5d+24h/5d")
    deliver_due()
    (mail,) = office.mails
    assert (mail["To"], mail["Subject"]) == (bob.email, "alice invites you: Quadropolis")
    for part in (text(mail), html(mail)):
        assert "Expert, Squares, 2 players, rated" in part
        assert "5 days, plus 1 day per move, at most 5 days" in part
        assert "Tuesday 24 March, 13:00 (CET)" in part


def test_an_invitation_that_was_declined_or_read_is_not_sent(clock, office, announce, alice, bob):
    declined = announce(alice, Chair(invited=bob))
    decline_invitation(player=bob, code=declined.code)
    read = announce(alice, Chair(invited=bob))
    mark_read(player=bob, topic=read.code)
    assert deliver_due() == 0


def test_an_invitation_that_was_followed_is_not_sent(clock, office, announce, alice, bob):
    table = announce(alice, Chair(invited=bob))
    join_table(player=bob, code=table.code)
    deliver_due()
    assert "invites you" not in str(office.subjects())


def test_the_end_is_told_to_everybody_but_the_one_who_ended_it(begun, office, play):
    match = play(begun)
    deliver_due()
    other = match.seats.exclude(index=match.moves.last().seat).get()
    (mail,) = office.mails
    assert mail["To"] == other.player.email
    assert mail["Subject"].startswith(("You won", "Place 2 of 2", "A tie"))
    assert f"{other.rank}. {other.player}: {other.score} points" in text(mail)


def test_whoever_was_to_move_in_a_match_that_ended_is_told_of_the_end_only(
    begin, office, alice, bob
):
    """Her mail about the turn was not sent yet."""
    match = begin(ALICE_FIRST)
    resign(code=match.code, player=bob)
    deliver_due()
    assert office.subjects() == [("alice", "You won: Quadropolis against bob")]


def test_whoever_resigns_is_told_nothing_and_the_other_one_won(begun, office):
    gone, winner = mover(begun), waiting(begun)
    resign(code=begun.code, player=gone)
    office.mails.clear()
    deliver_due()
    (mail,) = office.mails
    assert mail["To"] == winner.email
    assert mail["Subject"] == f"You won: Quadropolis against {gone}"
    assert f"{gone}: resigns" in text(mail)


def test_most_of_the_time_used_brings_a_warning_once(begun, office, clock):
    late = mover(begun)
    office.mails.clear()
    clock.move_to(NOON - timedelta(hours=1) + timedelta(days=3) * 0.79)
    sweep_warnings()
    assert deliver_due() == 0
    clock.shift(timedelta(hours=1))
    sweep_warnings()
    sweep_warnings()
    assert deliver_due() == 1
    (mail,) = office.mails
    assert mail["To"] == late.email
    assert mail["Subject"].startswith("Your time is running out: Quadropolis against")
    assert "Please move before Friday 13 March, 11:00 (UTC)." in text(mail)


def test_a_warning_is_not_sent_if_the_move_came_first(begun, office, play, clock):
    late = mover(begun)
    clock.shift(timedelta(days=2, hours=20))
    sweep_warnings()
    play(begun, 1)
    office.mails.clear()
    deliver_due()
    assert not office.to(late)


def test_both_are_told_when_the_time_has_run_out(begun, office, play, clock):
    match = play(begun, 2)
    late, winner = mover(match), waiting(match)
    clock.shift(timedelta(days=4))
    Player.objects.update(auto_vacation=False)
    sweep_time_outs()
    office.mails.clear()
    deliver_due()
    assert last(office.to(winner))["Subject"] == f"You won: Quadropolis against {late}"
    assert f"{late} ran out of time." in text(last(office.to(winner)))
    assert last(office.to(late))["Subject"] == f"You lost on time: Quadropolis against {winner}"
    assert "Your time ran out." in text(last(office.to(late)))
    assert len(office.mails) == 2


def test_a_late_one_among_three_is_told_that_a_bot_plays_on(
    clock, office, announce, play, alice, bob, charlie
):
    match = announce(alice, Chair(), Chair())
    for player in (bob, charlie):
        match = join_table(player=player, code=match.code)
    Player.objects.update(auto_vacation=False)
    match = play(match, 3)
    late = mover(match)
    clock.shift(timedelta(days=4))
    sweep_time_outs()
    deliver_due()
    (mail,) = [mail for mail in office.to(late) if "too late" in mail["Subject"]]
    assert "a bot plays on in your place" in text(mail)
    assert "counts for you as a time-out, and you come last" in text(mail)


def test_a_late_substitute_is_not_told_that_anything_counts(
    clock, office, announce, play, alice, bob, charlie, dora
):
    match = announce(alice, Chair(), Chair())
    for player in (bob, charlie):
        match = join_table(player=player, code=match.code)
    Player.objects.update(auto_vacation=False)
    match = play(match, 3)
    clock.shift(timedelta(days=4))
    sweep_time_outs()
    claim_seat(code=match.code, player=dora, seat=match.to_move)
    clock.shift(timedelta(days=4))
    sweep_time_outs()
    deliver_due()
    (mail,) = [mail for mail in office.to(dora) if "too late" in mail["Subject"]]
    assert "played on for somebody else, so this does not count for you" in text(mail)
    assert "time-out" not in text(mail)
    assert "last among" not in text(mail)


def test_a_match_that_was_called_off_is_told_so(begun, office, clock, alice, bob):
    clock.shift(timedelta(days=4))
    Player.objects.update(auto_vacation=False)
    sweep_time_outs()
    office.mails.clear()
    deliver_due()
    assert {mail["To"] for mail in office.mails} == {alice.email, bob.email}
    assert all(mail["Subject"].startswith("Called off: Quad") for mail in office.mails)
    assert all("Nobody had moved when the time ran out." in text(mail) for mail in office.mails)


def test_that_it_begins_is_told_as_it_is_when_the_mail_goes_out(
    clock, office, announce, play, alice, bob, charlie, dora
):
    """Four sit down; to one who waits mails come once a day, and somebody has moved by then."""
    match = announce(alice, Chair(), Chair(), Chair())
    for player in (alice, bob, charlie):
        choose(player=player, choices={Event.MATCH_STARTED: When.DAILY})
    for player in (bob, charlie, dora):
        match = join_table(player=player, code=match.code)
    first = mover(match)
    match = play(match, 1)
    patient = next(one for one in (alice, bob, charlie) if one not in (first, mover(match)))
    clock.shift(timedelta(days=1))
    deliver_daily()
    (mail,) = office.to(patient)
    assert f"the match has begun. {mover(match)} is to move." in text(mail)
    assert "first turn" not in text(mail)


def test_whoever_has_moved_knows_that_it_has_begun(clock, office, begin, play, alice, bob):
    """By a program, so without a look at the page."""
    choose(player=alice, choices={Event.MATCH_STARTED: When.DAILY, Event.YOUR_TURN: When.NEVER})
    play(begin(BOB_FIRST), 2)
    clock.shift(timedelta(days=1))
    assert deliver_daily() == 0


@pytest.fixture
def chatty(begun):
    """Alice and Bob want to be told at once."""
    for seat in begun.seats.all():
        choose(player=seat.player, choices={Event.CHAT: When.AT_ONCE})
    return begun


def test_a_chat_mail_quotes_what_is_new(chatty, office, clock):
    author, reader = mover(chatty), waiting(chatty)
    for line in ("Hello!", "A <b>nice</b> day.\nIs it not?"):
        clock.shift(60)
        write(code=chatty.code, player=author, text=line)
        assert deliver_due() == 0, "perhaps there is more to come"
    office.mails.clear()
    clock.shift(PATIENCE)
    assert deliver_due() == 1
    (mail,) = office.mails
    assert mail["To"] == reader.email
    assert mail["Subject"] == f"{author} wrote: Quadropolis against {author}"
    assert "Hello!" in text(mail)
    assert "A <b>nice</b> day.\nIs it not?" in text(mail)
    assert "A &lt;b&gt;nice&lt;/b&gt; day.<br>Is it not?" in html(mail)
    assert f"/m/{chatty.code}/#chat" in text(mail)
    clock.shift(60)
    write(code=chatty.code, player=author, text="Anybody there?")
    clock.shift(PATIENCE)
    assert deliver_due() == 1
    assert "Hello!" not in text(last(office.mails)), "that was in the mail before"


def test_what_was_read_on_the_site_is_not_mailed(chatty, office, clock):
    reader = waiting(chatty)
    write(code=chatty.code, player=mover(chatty), text="Hello!")
    mark_read(player=reader, topic=chatty.code)
    clock.shift(PATIENCE)
    assert deliver_due() == 0


def test_what_was_read_on_the_match_page_is_not_mailed(chatty, office, client, clock):
    reader = waiting(chatty)
    write(code=chatty.code, player=mover(chatty), text="Hello!")
    client.force_login(reader)
    client.get(chatty.get_absolute_url())
    clock.shift(PATIENCE)
    assert deliver_due() == 0


def test_what_was_read_in_the_chat_alone_is_not_mailed(chatty, office, client, clock):
    reader = waiting(chatty)
    write(code=chatty.code, player=mover(chatty), text="Hello!")
    client.force_login(reader)
    client.get(reverse("match-chat", args=[chatty.code]))
    clock.shift(PATIENCE)
    assert deliver_due() == 0


def test_a_muted_author_is_neither_told_nor_quoted(chatty, office, play, clock):
    author, reader = mover(chatty), waiting(chatty)
    reader.mutes.create(muted=author)
    write(code=chatty.code, player=author, text="Hello!")
    clock.shift(PATIENCE)
    assert deliver_due() == 0
    clock.shift(timedelta(hours=1))
    play(chatty, 1)
    deliver_due()
    assert "Hello!" not in text(last(office.to(reader)))


def test_a_mail_about_the_turn_brings_the_chat_along(begun, office, play, clock):
    author, reader = mover(begun), waiting(begun)
    clock.shift(timedelta(hours=1))
    write(code=begun.code, player=author, text="Your harbor is in my way.")
    play(begun, 1)
    write(code=begun.code, player=author, text="Your move!")
    assert deliver_due() == 1
    (mail,) = office.to(reader)
    assert "Your harbor is in my way." in text(mail)
    assert "Your move!" in text(mail)
    clock.shift(timedelta(days=1))
    assert deliver_daily() == 0, "it was all in that mail"


def test_who_wants_no_chat_by_mail_finds_none_in_other_mails(begun, office, play, clock):
    author, reader = mover(begun), waiting(begun)
    choose(player=reader, choices={Event.CHAT: When.NEVER})
    clock.shift(timedelta(hours=1))
    write(code=begun.code, player=author, text="Your harbor is in my way.")
    play(begun, 1)
    deliver_due()
    assert "harbor is in my way" not in text(last(office.to(reader)))


def test_the_subject_says_what_is_asked_of_whom_and_how_far_it_is(told):
    match, _reader, mail = told
    assert mail["Subject"] == f"Your turn: Quadropolis against {waiting(match)} (round 2 of 4)"


def test_text_and_html_say_the_same(told):
    match, _reader, mail = told
    for part in (text(mail), html(mail)):
        assert "Please move before Friday 13 March, 13:00 (CET)." in part
        assert f"{site.SITE_URL}/m/{match.code}/#match-board" in part
        assert "Since your last move" in part
        assert "The construction site" in part
        assert "Your city" in part
        assert "Architects left:" in part
        assert f"{site.SITE_URL}/preferences/notifications/" in part


def test_the_first_turn_tells_what_happened_so_far(begun, office, play, bob):
    play(begun, 1)
    deliver_due()
    (mail,) = office.to(bob)
    assert "What happened so far" in text(mail)
    assert "Since your last move" not in text(mail)


def test_the_link_lands_on_the_move(told, client):
    _match, reader, mail = told
    (link,) = set(re.findall(rf"{site.SITE_URL}(/m/\S+)", text(mail)))
    address, _, part = link.partition("#")
    visitor = client.get(address).text
    assert f'href="/accounts/login/?next={address}"' in visitor
    client.force_login(reader)
    page = client.get(address).text
    assert f'id="{part}"' in page
    assert "Choose an architect." in page


def test_an_inbox_shows_more_than_the_subject(told):
    _match, _reader, mail = told
    body = html(mail).partition("<body")[2]
    assert body.index("Please move before") < body.index("Your turn: ")


def test_only_what_the_others_did_since_ones_last_turn_is_told(told):
    match, reader, mail = told
    own = match.seat_of(reader).index
    lines = re.findall(r"^- (\w+): architect", text(mail), re.MULTILINE)
    since = 0
    for move in match.moves.order_by("-seq"):
        if move.seat == own:
            break
        since += 1
    assert lines == [str(waiting(match))] * since
    assert since


def test_a_mail_asks_nothing_of_other_servers(told):
    _match, _reader, mail = told
    page = html(mail)
    assert "<img" not in page
    assert "<script" not in page
    assert set(re.findall(r'(?:src|href)="(https?://[^/"]+)', page)) == {site.SITE_URL}


def test_the_position_is_drawn_with_letters(told):
    _match, _reader, mail = told
    grid = text(mail)
    assert re.search(r"^   \+-{8}\+-{8}\+-{8}\+-{8}\+-{8}\+$", grid, re.MULTILINE)
    assert all(len(line) <= 78 for line in grid.splitlines() if "|" in line)
    assert re.search(r"^(W1|#\d|--) \|", grid, re.MULTILINE)


def send_again(reader):
    """As if the last mail had not been sent yet."""
    notice = Notice.objects.filter(player=reader).latest("pk")
    Notice.objects.filter(pk=notice.pk).update(mail="due", mail_due_at=NOON)
    assert deliver_due() == 1


def test_what_is_hidden_makes_no_difference(told, office):
    """The same match with other tiles in the rounds to come gives the same mail."""
    match, reader, mail = told
    later = match.setup["rounds"][2:]
    match.setup["rounds"][2:] = [list(reversed(layout)) for layout in later]
    match.save()
    send_again(reader)
    again = last(office.to(reader))
    assert (text(again), html(again)) == (text(mail), html(mail))


def test_a_move_begun_does_not_show_in_the_mail(told, office):
    match, reader, mail = told
    move = some_move(match)
    draft = f"architect={move[0]}&place={move[1:3]}"
    keep_draft(code=match.code, player=reader, seq=match.seq, draft=draft)
    assert match_page(Match.objects.get(), reader, {}).is_draft
    send_again(reader)
    again = last(office.to(reader))
    assert (text(again), html(again)) == (text(mail), html(mail))


def test_the_headers_are_those_of_an_automatic_mail_that_can_be_stopped(told):
    _match, _reader, mail = told
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["List-Id"] == f"<your-turn.{site.SITE_HOST}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(rf"<{site.SITE_URL}/unsubscribe/[^/>]+/>", mail["List-Unsubscribe"].strip())
    assert mail["From"] == site.DEFAULT_FROM_EMAIL


def test_the_mails_of_a_match_form_a_thread_and_each_has_a_name_of_its_own(
    told, office, play, clock
):
    match, _reader, _mail = told
    for _ in range(2):
        match = play(match, 1)
        clock.shift(timedelta(hours=1))
        deliver_due()
    assert len(office.mails) == 3
    root = f"<about.{match.code}@{site.SITE_HOST}>"
    assert {(mail["References"], mail["In-Reply-To"]) for mail in office.mails} == {(root, root)}
    assert len({mail["Message-ID"] for mail in office.mails}) == 3
