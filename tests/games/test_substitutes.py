"""Playing on for somebody who left."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command

from accounts.models import Player
from games.models import Match, Move
from games.services import time_outs
from games.services.bots import play_turn
from games.services.departures import leave_everything_and_delete
from games.services.matches import Chair, join_table
from games.services.moves import play_move, resign
from games.services.substitutes import claim_seat
from quadropolis_site.errors import Conflict, NotAllowed
from tests.games.conftest import advance, mover, some_move
from tests.games.test_time_outs import in_threads

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
MONDAY = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _monday_noon(time_machine):
    time_machine.move_to(MONDAY, tick=False)


@pytest.fixture
def left(announce, alice, bob, charlie, time_machine):
    """A match of three in which it is the turn of a seat whose player was too late."""
    match = announce(
        alice, Chair(invited=bob), Chair(invited=charlie), clock="3d+12h/4d", allows_vacation=False
    )
    for player in (bob, charlie):
        match = join_table(player=player, code=match.code)
    match = advance(match, 4)
    time_machine.move_to(match.deadline, tick=False)
    time_outs.sweep_time_outs()
    return Match.objects.get(pk=match.pk)


def test_a_substitute_claims_the_seat_and_the_clock_starts_afresh(left, dora, time_machine):
    seat = left.to_move
    now = left.seats.get(index=seat).left_at
    match = claim_seat(code=left.code, player=dora, seat=seat)
    assert (match.deadline, match.bot_due_at) == (now + 3 * DAY, None)
    row = match.moves.get(seq=match.seq)
    assert (row.kind, row.seat, row.text) == ("substitute", seat, "")
    taken = match.seats.get(index=seat)
    assert (taken.driver, taken.bot, taken.left_at) == (dora, "", now)
    time_machine.shift(DAY)
    match = play_move(code=match.code, player=dora, seq=match.seq, text=some_move(match))
    assert match.moves.get(seq=match.seq).took == DAY
    assert match.seats.get(index=seat).bank == 2.5 * DAY


def test_the_bot_that_was_thinking_meanwhile_does_not_move(left, dora):
    claim_seat(code=left.code, player=dora, seat=left.to_move)
    assert play_turn(match_id=left.pk, seq=left.seq) is None
    assert play_turn(match_id=left.pk, seq=left.seq + 1) is None


def test_a_seat_claimed_out_of_turn_stops_no_clock(left, dora, time_machine):
    seat = left.to_move
    match = advance(left, 1)
    time_machine.shift(DAY)
    after = claim_seat(code=match.code, player=dora, seat=seat)
    assert (after.to_move, after.deadline) == (match.to_move, match.deadline)


def test_whoever_left_does_not_get_the_seat_back(left):
    with pytest.raises(NotAllowed, match="or had one"):
        claim_seat(code=left.code, player=mover(left), seat=left.to_move)


def test_nobody_plays_for_two_seats(left):
    staying = left.seats.exclude(index=left.to_move).first().player
    with pytest.raises(NotAllowed, match="You have a seat"):
        claim_seat(code=left.code, player=staying, seat=left.to_move)


def test_a_seat_that_nobody_left_cannot_be_claimed(left, dora):
    for seat in {0, 1, 2, 3, -1, 10**9} - {left.to_move}:
        with pytest.raises(Conflict, match="not free any more"):
            claim_seat(code=left.code, player=dora, seat=seat)


def test_a_match_that_is_over_needs_no_substitute(left, dora):
    match = advance(left)
    with pytest.raises(Conflict, match="not running"):
        claim_seat(code=match.code, player=dora, seat=left.to_move)


def test_notes_and_drafts_stay_with_whoever_wrote_them(left, dora):
    left.seats.update(note="my plan", draft="architect=3", draft_seq=4)
    seat = left.to_move
    match = claim_seat(code=left.code, player=dora, seat=seat)
    taken = match.seats.get(index=seat)
    assert (taken.note, taken.draft, taken.draft_seq) == ("", "", None)
    match.seats.filter(index=seat).update(note="dora's plan")
    resign(code=match.code, player=dora)
    assert match.seats.get(index=seat).note == ""
    assert match.seats.filter(note="my plan").count() == 2


def test_a_substitute_who_resigns_gives_the_seat_back_to_the_bot(left, dora):
    seat = left.to_move
    claim_seat(code=left.code, player=dora, seat=seat)
    match = resign(code=left.code, player=dora)
    given_back = match.seats.get(index=seat)
    assert (given_back.substitute, given_back.bot) == (None, "greedy")
    assert match.bot_due_at is not None
    assert match.is_running


def test_a_substitute_can_be_too_late_too(left, dora, time_machine):
    seat = left.to_move
    match = claim_seat(code=left.code, player=dora, seat=seat)
    time_machine.move_to(match.deadline, tick=False)
    assert time_outs.sweep_time_outs() == 1
    match.refresh_from_db()
    assert match.seats.get(index=seat).bot == "greedy"
    with pytest.raises(NotAllowed, match="don't play"):
        play_move(code=match.code, player=dora, seq=match.seq, text=some_move(match))
    match = advance(match)
    assert match.result["timed_out"] == [seat]
    call_command("replay_matches")


def test_the_rank_belongs_to_the_seat(left, dora):
    seat = left.to_move
    match = advance(claim_seat(code=left.code, player=dora, seat=seat))
    assert match.is_finished
    assert match.result["timed_out"] == [seat]
    assert match.seats.get(index=seat).rank == 3
    assert Move.objects.filter(match=match, kind=Move.Kind.SUBSTITUTE).count() == 1
    call_command("replay_matches")


def test_the_match_is_among_those_of_the_substitute(left, dora):
    assert not Match.objects.seating(dora).exists()
    match = claim_seat(code=left.code, player=dora, seat=left.to_move)
    assert list(Match.objects.seating(dora)) == [match]
    assert Match.objects.get(pk=match.pk).is_turn_of(dora)
    assert not Match.objects.get(pk=match.pk).is_turn_of(mover(match))


def test_a_substitute_who_deletes_the_account_leaves_the_seat(left, dora):
    seat = left.to_move
    claim_seat(code=left.code, player=dora, seat=seat)
    leave_everything_and_delete(player=dora)
    assert left.seats.get(index=seat).bot == "greedy"


@pytest.mark.django_db(transaction=True)
def test_of_two_who_claim_the_seat_at_once_one_gets_it(left, dora):
    emil = Player.objects.create_user("emil", "emil@example.org")

    def act(player):
        return lambda: claim_seat(code=left.code, player=player, seat=left.to_move).seq

    answers = in_threads(act(dora), act(emil))
    assert sorted(map(str, answers)) == [str(left.seq + 1), "This seat is not free any more."]


def test_the_link_shows_the_page_and_the_form_claims_the_seat(left, dora, client):
    address = f"/m/{left.code}/substitute/"
    assert client.post(address, {"seat": left.to_move}).status_code == 302
    assert not left.seats.filter(substitute__isnull=False).exists()
    client.force_login(dora)
    assert client.get(address).status_code == 405
    answer = client.post(address, {"seat": left.to_move})
    assert (answer.status_code, answer.url) == (302, f"/m/{left.code}/")
    assert left.seats.get(index=left.to_move).substitute == dora


def shown(client, match, player=None):
    client.logout()
    if player:
        client.force_login(player)
    return client.get(match.get_absolute_url()).content.decode()


def test_the_page_offers_the_seat_and_says_on_which_terms(left, dora, client):
    late = mover(left)
    page = shown(client, left, dora)
    assert f"{late} ran out of time, and a bot plays on." in page
    assert "with a fresh clock: 3 days, plus 12 hours per move, at most 4 days" in page
    assert f"The place at the end stays that of {late}." in page
    assert "Take over the seat" in page
    claim_seat(code=left.code, player=dora, seat=left.to_move)
    page = shown(client, left, dora)
    assert "Take over the seat" not in page
    assert f"for {late}" in page


def test_whoever_is_not_logged_in_is_asked_to(left, client):
    page = shown(client, left)
    assert "Log in to take over the seat" in page
    assert f"?next={left.get_absolute_url()}" in page


def test_those_who_stay_get_the_link_to_pass_on(left, client):
    staying = left.seats.exclude(index=left.to_move).first().player
    page = shown(client, left, staying)
    assert f'value="http://testserver{left.get_absolute_url()}"' in page
    assert "Take over the seat" not in page


def test_the_late_one_is_told_on_the_page_too(left, client):
    page = shown(client, left, mover(left))
    assert "Your time ran out, so a bot plays on for you." in page
    assert "Take over the seat" not in page
    assert "Link for a substitute" not in page


def test_what_the_bot_does_is_not_called_the_move_of_who_left(left, client):
    late = mover(left)
    page = shown(client, advance(left, 1), late)
    assert "Your move is made." not in page


def test_the_page_says_of_those_who_resigned_that_they_did(left, dora, client):
    staying = left.seats.exclude(index=left.to_move).first().player
    resign(code=left.code, player=staying)
    assert f"{staying} resigned, and a bot plays on." in shown(client, left, dora)
    assert "You resigned, so a bot plays on for you." in shown(client, left, staying)


@pytest.mark.parametrize("seat", ["", "x", "-1", "99", "1" * 50, "²"])
def test_a_forged_seat_is_refused(left, dora, client, seat):
    client.force_login(dora)
    assert client.post(f"/m/{left.code}/substitute/", {"seat": seat}).status_code in (400, 409)


def test_there_is_nothing_to_claim_in_a_match_that_does_not_exist(dora, client):
    client.force_login(dora)
    assert client.post("/m/nowhere2/substitute/", {"seat": 0}).status_code == 404
