"""Once more: the same terms, the same people, and one table however many ask for it."""

import pytest
from django.urls import reverse

from accounts.models import Event, Notice
from games.models import Match
from games.services.departures import leave_everything_and_delete
from games.services.matches import Chair, join_table, leave_table
from games.services.rematches import offer_rematch, same_terms
from quadropolis_site.errors import Conflict, NotAllowed


@pytest.fixture
def finished(announce, alice, bob, play):
    match = announce(
        alice,
        Chair(invited=bob),
        Chair(bot="random"),
        variant="expert",
        options=["squares"],
        clock="5d+24h/5d",
        rated=False,
        allows_vacation=False,
        is_private=True,
    )
    return play(join_table(player=bob, code=match.code))


def seated(match):
    return [str(seat.player or seat.invited or "") for seat in match.seats_in_order()]


def test_the_same_people_play_on_the_same_terms(finished, bob):
    rematch = offer_rematch(code=finished.code, player=bob)
    assert same_terms(rematch) == same_terms(finished)
    assert seated(rematch) == [*seated(finished)[1:], seated(finished)[0]]
    assert rematch.rematch_of == finished
    assert rematch.is_open


def test_the_others_are_invited_and_told(finished, alice, bob):
    rematch = offer_rematch(code=finished.code, player=bob)
    assert rematch.seats.get(invited=alice)
    told = Notice.objects.filter(topic=rematch.code, event=Event.INVITATION)
    assert [notice.player for notice in told] == [alice]
    assert join_table(player=alice, code=rematch.code).is_running


def test_the_second_click_leads_to_the_first_ones_table(client, finished, alice, bob):
    rematch = offer_rematch(code=finished.code, player=bob)
    client.force_login(alice)
    answer = client.post(reverse("match-rematch", args=[finished.code]))
    assert answer.url == rematch.get_absolute_url()
    assert Match.objects.filter(rematch_of=finished).count() == 1
    assert "To the rematch" in client.get(finished.get_absolute_url()).text


def test_after_it_was_closed_there_can_be_another_one(finished, alice, bob):
    first = offer_rematch(code=finished.code, player=bob)
    leave_table(player=bob, code=first.code)
    second = offer_rematch(code=finished.code, player=alice)
    assert second != first
    assert second.is_open


def test_against_bots_alone_it_starts_at_once(announce, alice, play):
    match = play(announce(alice, Chair(bot="greedy")))
    assert offer_rematch(code=match.code, player=alice).is_running


def test_whoever_is_gone_leaves_the_seat_to_anyone(finished, alice, bob):
    leave_everything_and_delete(player=alice)
    rematch = offer_rematch(code=finished.code, player=bob)
    assert sorted(seated(rematch)) == ["", "Random-Robot", "bob"]


def test_strangers_can_not_ask_for_one(client, finished, charlie):
    with pytest.raises(NotAllowed):
        offer_rematch(code=finished.code, player=charlie)
    client.force_login(charlie)
    assert "Rematch" not in client.get(finished.get_absolute_url()).text


def test_a_match_must_be_over_first(client, match, alice):
    with pytest.raises(Conflict):
        offer_rematch(code=match.code, player=alice)
    client.force_login(alice)
    assert "Rematch" not in client.get(match.get_absolute_url()).text
    assert client.post(reverse("match-rematch", args=[match.code])).status_code == 409
    assert client.post(reverse("match-rematch", args=["nowhere2"])).status_code == 404
