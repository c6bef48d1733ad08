"""Calling off and taking back: all people must agree, and nothing new may have come to light."""

import pytest
from django.urls import reverse

from accounts.models import Event, Notice
from games import letters, replay
from games.models import Match, Move, Proposal
from games.presenters.matches import history
from games.services import proposals
from games.services.matches import Chair, join_table
from games.services.moves import resign
from games.services.proposals import propose
from games.take_backs import take_backs
from quadropolis_site.errors import ApplicationError, Conflict, NotAllowed
from tests.games.conftest import mover

CANCEL, TAKE_BACK = Proposal.Kind.CANCEL, Proposal.Kind.TAKE_BACK
TURNS_PER_ROUND = 4


@pytest.fixture
def three(announce, alice, bob, charlie):
    match = announce(alice, Chair(), Chair())
    for player in (bob, charlie):
        match = join_table(player=player, code=match.code)
    return match


def answer(*, code, player, yes):
    """To the newest proposal."""
    newest = Proposal.objects.filter(match__code=code).latest("pk")
    return proposals.answer(code=code, player=player, proposal_id=newest.pk, yes=yes)


def other(match, player):
    return match.seats.exclude(player=player).get().player


def back_tos(match, player):
    return [offer.back_to for offer in take_backs(match, match.seat_of(player))]


def the_state(match):
    return replay.position(match).observe(None).to_json()


# Calling off


def test_a_match_is_called_off_when_all_agree(match, alice, bob):
    propose(code=match.code, player=alice, kind=CANCEL)
    match.refresh_from_db()
    assert match.is_running
    assert answer(code=match.code, player=bob, yes=True).status == Proposal.Status.ACCEPTED
    match.refresh_from_db()
    assert match.status == Match.Status.CANCELLED
    assert (match.finished_at, match.to_move, match.deadline) == (None, None, None)
    assert replay.problems(match) == []
    assert Notice.objects.filter(topic=match.code, event=Event.MATCH_FINISHED).exists()


def test_one_no_is_enough(three, alice, bob, charlie):
    propose(code=three.code, player=alice, kind=CANCEL)
    answer(code=three.code, player=bob, yes=True)
    assert answer(code=three.code, player=charlie, yes=False).status == Proposal.Status.DECLINED
    three.refresh_from_db()
    assert three.is_running
    with pytest.raises(Conflict):
        answer(code=three.code, player=bob, yes=True)


def test_among_three_both_others_must_agree(three, alice, bob, charlie):
    propose(code=three.code, player=alice, kind=CANCEL)
    answer(code=three.code, player=bob, yes=True)
    answer(code=three.code, player=bob, yes=True)
    three.refresh_from_db()
    assert three.is_running
    answer(code=three.code, player=charlie, yes=True)
    three.refresh_from_db()
    assert three.status == Match.Status.CANCELLED


def test_whoever_left_is_not_asked(three, alice, bob, charlie):
    resign(code=three.code, player=charlie)
    propose(code=three.code, player=alice, kind=CANCEL)
    with pytest.raises(NotAllowed):
        answer(code=three.code, player=charlie, yes=False)
    answer(code=three.code, player=bob, yes=True)
    three.refresh_from_db()
    assert three.status == Match.Status.CANCELLED


def test_bots_agree_at_once(announce, alice):
    match = announce(alice, Chair(bot="greedy"))
    proposal = propose(code=match.code, player=alice, kind=CANCEL)
    assert proposal.status == Proposal.Status.ACCEPTED


def test_a_proposal_is_out_of_date_when_somebody_moves(match, alice, bob, play):
    propose(code=match.code, player=alice, kind=CANCEL)
    match = play(match, 1)
    with pytest.raises(Conflict):
        answer(code=match.code, player=bob, yes=True)
    assert propose(code=match.code, player=bob, kind=CANCEL).status == Proposal.Status.OPEN
    assert match.proposals.filter(status=Proposal.Status.OUTDATED).count() == 1


def test_who_agrees_to_one_thing_has_not_agreed_to_another(client, match, alice, bob, play):
    match = play(match, 1)
    first = propose(code=match.code, player=alice, kind=TAKE_BACK, back_to=0)
    answer(code=match.code, player=alice, yes=False)
    propose(code=match.code, player=alice, kind=CANCEL)
    client.force_login(bob)
    for number in (first.pk, "", "x", "9" * 40):
        assert post(client, match, "answer", answer="yes", proposal=number).status_code == 409
    match.refresh_from_db()
    assert match.is_running


def test_there_is_one_proposal_at_a_time(match, alice, bob):
    propose(code=match.code, player=alice, kind=CANCEL)
    with pytest.raises(Conflict):
        propose(code=match.code, player=bob, kind=CANCEL)


def test_the_proposer_can_withdraw(match, alice, bob):
    propose(code=match.code, player=alice, kind=CANCEL)
    answer(code=match.code, player=alice, yes=False)
    assert propose(code=match.code, player=bob, kind=CANCEL)


def test_nobody_is_asked_the_same_again_and_again(match, alice, bob, play):
    propose(code=match.code, player=alice, kind=CANCEL)
    answer(code=match.code, player=bob, yes=False)
    with pytest.raises(Conflict):
        propose(code=match.code, player=alice, kind=CANCEL)
    match = play(match, 1)
    assert propose(code=match.code, player=alice, kind=CANCEL)


def told(match):
    """Who is asked for an answer."""
    notices = Notice.objects.filter(topic=match.code, event=Event.PROPOSAL)
    return [str(notice.player) for notice in notices.order_by("player")]


def test_those_who_are_asked_are_told(three, alice, charlie):
    resign(code=three.code, player=charlie)
    propose(code=three.code, player=alice, kind=CANCEL)
    assert told(three) == ["bob"]


def test_a_proposal_rings_no_bell_any_more_once_there_is_nothing_to_answer(
    three, alice, bob, charlie, play
):
    def rung():
        unread = Notice.objects.filter(topic=three.code, event=Event.PROPOSAL, read_at=None)
        return {notice.player for notice in unread}

    propose(code=three.code, player=alice, kind=CANCEL)
    assert rung() == {bob, charlie}
    answer(code=three.code, player=bob, yes=False)
    assert not rung()
    propose(code=three.code, player=bob, kind=CANCEL)
    assert rung() == {alice, charlie}
    play(three, 1)
    assert not rung()


def test_of_a_match_called_off_all_are_told_but_whoever_said_the_last_yes(
    three, alice, bob, charlie, play
):
    """Alice proposes and goes away, right after her move."""
    match = play(three, 1)
    while mover(match) != alice:
        match = play(match, 1)
    match = play(match, 1)
    propose(code=match.code, player=alice, kind=CANCEL)
    answer(code=match.code, player=bob, yes=True)
    answer(code=match.code, player=charlie, yes=True)
    told = Notice.objects.filter(topic=match.code, event=Event.MATCH_FINISHED)
    assert {notice.player for notice in told} == {alice, bob}


def test_who_calls_a_match_against_bots_off_knows_it(announce, alice):
    match = announce(alice, Chair(bot="greedy"))
    propose(code=match.code, player=alice, kind=CANCEL)
    assert not Notice.objects.filter(topic=match.code, event=Event.MATCH_FINISHED).exists()


def test_bots_are_not_told(announce, alice):
    match = announce(alice, Chair(bot="greedy"))
    propose(code=match.code, player=alice, kind=CANCEL)
    assert told(match) == []


def test_a_mail_says_what_is_proposed_as_long_as_an_answer_is_wanted(match, alice, bob):
    propose(code=match.code, player=alice, kind=CANCEL)
    notice = Notice.objects.get(event=Event.PROPOSAL)
    letter = letters.proposal(notice)
    assert letter is not None
    assert "alice proposes to call the match off" in "".join(letter.context["intro"])
    answer(code=match.code, player=bob, yes=False)
    assert letters.proposal(notice) is None


def test_strangers_neither_propose_nor_answer(match, alice, charlie):
    with pytest.raises(NotAllowed):
        propose(code=match.code, player=charlie, kind=CANCEL)
    propose(code=match.code, player=alice, kind=CANCEL)
    with pytest.raises(NotAllowed):
        answer(code=match.code, player=charlie, yes=True)


def test_nothing_is_proposed_in_a_match_that_is_over(match, alice, play):
    match = play(match)
    with pytest.raises(Conflict):
        propose(code=match.code, player=alice, kind=CANCEL)


def test_nonsense_can_not_be_proposed(match, alice):
    with pytest.raises(ApplicationError):
        propose(code=match.code, player=alice, kind="party")


# Taking back


def test_the_last_move_is_taken_back_when_all_agree(match, play):
    before = the_state(match)
    player = mover(match)
    match = play(match, 1)
    propose(code=match.code, player=player, kind=TAKE_BACK, back_to=0)
    answer(code=match.code, player=other(match, player), yes=True)
    match.refresh_from_db()
    assert the_state(match) == before
    assert mover(match) == player
    assert match.seq == 2
    assert match.moves.last().kind == Move.Kind.TAKE_BACK
    assert replay.problems(match) == []


def test_the_match_goes_on_after_a_take_back(match, play):
    player = mover(match)
    match = play(match, 1)
    propose(code=match.code, player=player, kind=TAKE_BACK, back_to=0)
    answer(code=match.code, player=other(match, player), yes=True)
    match = play(Match.objects.get(pk=match.pk))
    assert match.is_finished
    assert replay.problems(match) == []


def test_ones_own_last_move_can_be_taken_back_with_the_answer_to_it(match, play):
    match = play(match, 4)
    player = mover(match)
    assert back_tos(match, player) == [3, 2]
    propose(code=match.code, player=player, kind=TAKE_BACK, back_to=2)
    answer(code=match.code, player=other(match, player), yes=True)
    match.refresh_from_db()
    assert mover(match) == player
    assert [move.seq for move in replay.lines(match.moves.all())[-1]] == [1, 2]


def test_a_take_back_after_a_take_back_goes_on_from_there(match, play):
    player = mover(match)
    match = play(match, 3)
    for back_to in (2, 1):
        propose(code=match.code, player=player, kind=TAKE_BACK, back_to=back_to)
        answer(code=match.code, player=other(match, player), yes=True)
        match = Match.objects.get(pk=match.pk)
    assert [move.seq for move in replay.lines(match.moves.all())[-1]] == [1]
    assert back_tos(match, player) == [0]
    assert replay.problems(match) == []


@pytest.mark.parametrize("moves", [7, 8, 9])
def test_nothing_is_taken_back_across_the_layout_of_a_round(match, play, moves, alice, bob):
    match = play(match, moves)
    for player in (alice, bob):
        for back_to in back_tos(match, player):
            assert back_to // (2 * TURNS_PER_ROUND) == moves // (2 * TURNS_PER_ROUND)
    if moves == 8:
        assert back_tos(match, alice) == back_tos(match, bob) == []
        for back_to in (7, 6, 0):
            with pytest.raises(Conflict):
                propose(code=match.code, player=alice, kind=TAKE_BACK, back_to=back_to)


@pytest.mark.parametrize("back_to", [None, -1, 1, 3, 4, 99])
def test_only_what_is_offered_can_be_proposed(match, play, back_to):
    match = play(match, 4)
    assert back_to not in back_tos(match, mover(match))[1:]
    if back_to != 3:
        with pytest.raises(Conflict):
            propose(code=match.code, player=mover(match), kind=TAKE_BACK, back_to=back_to)


def test_a_bot_is_not_asked_for_another_move(announce, alice, play):
    from games.services.bots import play_turn

    match = announce(alice, Chair(bot="greedy"))
    while match.to_move == 0 or match.seq < 2:
        if match.to_move == 0:
            match = play(match, 1)
        else:
            match = play_turn(match_id=match.pk, seq=match.seq)
        if match.to_move == 0 and match.seq >= 2:
            break
    assert len(back_tos(match, alice)) == 1
    assert match.moves.get(seq=back_tos(match, alice)[0] + 1).seat == 0


# On the page


def post(client, match, what, **fields):
    return client.post(reverse(f"match-{what}", args=[match.code]), fields)


def text(client, match):
    return client.get(match.get_absolute_url()).text


def test_the_page_asks_and_answers(client, match, play):
    player = mover(match)
    match = play(match, 1)
    client.force_login(player)
    assert "Take back your last move" in text(client, match)
    post(client, match, "propose", kind="take_back", back_to=0)
    assert "Withdraw" in text(client, match)
    client.force_login(other(match, player))
    shown = text(client, match)
    (line,) = history(match)
    assert f"{player} proposes to take back: {player}: {line.words}." in shown
    assert "Agree" in shown
    post(client, match, "answer", answer="yes", proposal=Proposal.objects.get().pk)
    shown = text(client, match)
    assert "takes back" in shown
    assert "(taken back)" in shown


def test_among_bots_nothing_is_said_of_asking(client, announce, alice, play):
    match = announce(alice, Chair(bot="greedy"))
    while match.to_move != 0 or not match.seq:
        match = play(match, 1)
    client.force_login(alice)
    shown = text(client, match)
    assert "Call it off" in shown
    assert "if all agree" not in shown
    post(client, match, "propose", kind="cancel")
    assert "This match was called off." in text(client, match)


def test_the_page_says_why_nothing_can_be_taken_back(client, match, alice):
    client.force_login(alice)
    assert "Nothing can be taken back now" in text(client, match)


def test_strangers_see_no_proposal(client, match, alice):
    propose(code=match.code, player=alice, kind=CANCEL)
    assert "proposes" not in text(client, match)


def test_a_cancelled_match_shows_its_boards_and_says_so(client, match, alice, bob, play):
    play(match, 3)
    propose(code=match.code, player=alice, kind=CANCEL)
    answer(code=match.code, player=bob, yes=True)
    for reader in (alice, None):
        client.logout()
        if reader:
            client.force_login(reader)
        shown = text(client, match)
        assert "This match was called off." in shown
        assert "All at the table agreed to that." in shown
        assert "Construction site" in shown
        assert "Yes, I resign" not in shown


def test_a_poll_notices_a_proposal(client, match, alice, bob):
    client.force_login(bob)
    poll = reverse("match-poll", args=[match.code])
    seen = {"seq": match.seq, "proposal": 0, "chat": 0}
    assert client.get(poll, seen).status_code == 204
    proposal = propose(code=match.code, player=alice, kind=CANCEL)
    assert client.get(poll, seen).url == match.get_absolute_url()
    assert client.get(poll, seen | {"proposal": proposal.pk}).status_code == 204


@pytest.mark.parametrize("back_to", ["", "x", "²", "9" * 400, "-1"])
def test_a_nonsense_take_back_is_refused(client, match, alice, back_to):
    client.force_login(alice)
    answer = post(client, match, "propose", kind="take_back", back_to=back_to)
    assert answer.status_code == 409
