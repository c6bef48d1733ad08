"""What waits for you: the dashboard, the next match after every move, and the bell."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Event, Player
from accounts.services.notices import mark_read, notify
from games.models import Match
from games.presenters.lobby import THUMBNAILS_SHOWN
from games.services import chats, notes
from games.services.matches import Chair, join_table
from games.services.moves import play_move
from games.services.proposals import propose
from tests.games.conftest import mover, some_move

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def as_alice(client, alice):
    client.force_login(alice)
    return client


@pytest.fixture
def begin(announce, alice, bob):
    """A match of Alice and Bob in which it is her turn, or his."""

    def begin(whose=alice, **terms):
        match = join_table(player=bob, code=announce(alice, Chair(invited=bob), **terms).code)
        if mover(match) != whose:
            match = make_move(match)
        return match

    return begin


def make_move(match):
    return play_move(code=match.code, player=mover(match), seq=match.seq, text=some_move(match))


def lobby(client):
    return client.get(reverse("lobby"))


def dashboard(client):
    return lobby(client).context["dashboard"]


def codes(cards):
    return [card.match.code for card in cards]


# Your move


def test_the_most_urgent_match_comes_first(as_alice, begin, clock):
    slow = begin(clock="10d")
    clock.shift(MINUTE)
    soon, sooner = begin(clock="2d"), begin(clock="12h")
    assert codes(dashboard(as_alice).your_move) == [sooner.code, soon.code, slow.code]


def test_matches_that_wait_for_others_come_after_those_that_wait_for_you(as_alice, begin, bob):
    theirs, mine = begin(bob, clock="12h"), begin(clock="10d")
    shown = dashboard(as_alice)
    assert codes(shown.your_move) == [mine.code]
    assert codes(shown.waiting) == [theirs.code]


def test_a_match_is_marked_when_most_of_the_time_is_gone(as_alice, begin, clock):
    begin(clock="10d")
    clock.shift(timedelta(days=7, hours=23))
    assert "Only" not in lobby(as_alice).text
    clock.shift(timedelta(hours=2))
    assert dashboard(as_alice).your_move[0].is_urgent
    assert "Only 1\N{NO-BREAK SPACE}day left" in lobby(as_alice).text


def test_each_of_your_matches_shows_your_city_and_nobody_elses(as_alice, begin, alice, play):
    match = play(begin(), 8)
    while mover(match) != alice:
        match = make_move(match)
    seat = match.seat_of(alice).index
    built = {move.text.split("-")[1] for move in match.moves.all() if move.seat == seat}
    thumbnail = dashboard(as_alice).your_move[0].thumbnail
    assert thumbnail.built == len(built - {"x"})
    assert sum(lot.picture is not None for lot in thumbnail.lots) == thumbnail.built
    shown = lobby(as_alice).text
    assert f"Your city with {thumbnail.built} building" in shown
    assert "Round 2 of 4" in shown


def test_the_drawings_are_in_the_page_once(as_alice, begin):
    begin()
    begin()
    shown = lobby(as_alice).text
    assert shown.count('id="q-tower-1"') == 1
    assert shown.count('class="thumbnail"') == 2


def test_a_page_full_of_matches_draws_only_the_most_urgent(as_alice, begin):
    for _ in range(THUMBNAILS_SHOWN + 2):
        begin()
    cards = dashboard(as_alice).your_move
    assert [bool(card.thumbnail) for card in cards] == [True] * THUMBNAILS_SHOWN + [False] * 2


def test_you_are_not_listed_as_your_own_opponent(as_alice, begin):
    begin()
    page = lobby(as_alice).text.partition("<main")[2]
    assert "/players/bob/" in page
    assert "/players/alice/" not in page


def test_a_proposal_waits_for_your_answer(as_alice, begin, alice, bob):
    match = begin(bob)
    propose(code=match.code, player=bob, kind="cancel")
    assert "A proposal waits for your answer" in lobby(as_alice).text
    make_move(match)
    assert "A proposal waits for your answer" not in lobby(as_alice).text


def test_your_own_proposal_does_not_wait_for_you(as_alice, begin, alice):
    propose(code=begin().code, player=alice, kind="cancel")
    assert "A proposal waits for your answer" not in lobby(as_alice).text


def test_without_a_match_there_is_something_to_begin_with(as_alice):
    assert "No match yet" in lobby(as_alice).text


def test_when_all_moves_are_made_there_is_nothing_to_do(as_alice, begin, bob):
    begin(bob)
    shown = lobby(as_alice).text
    assert "All done: nobody waits for you" in shown
    assert "No match yet" not in shown


def test_the_dashboard_costs_the_same_with_few_matches_and_with_many(
    as_alice, begin, alice, bob, play
):
    """Whatever there is in the matches: moves, messages, notes, proposals."""

    def more():
        for whose in (alice, bob):
            match = begin(whose)
            chats.write(code=match.code, player=bob, text="Hello")
            notes.save_note(code=match.code, player=alice, text="Hm")
            propose(code=match.code, player=bob, kind="cancel")
            play(begin(whose), 2)

    def cost():
        with CaptureQueriesContext(connection) as queries:
            lobby(as_alice)
        return len(queries)

    more()
    few = cost()
    for _ in range(2):
        more()
    assert cost() == few


# The next match


def next_match(client, match):
    return client.get(match.get_absolute_url()).context["next_match"]


def test_after_a_move_the_most_urgent_other_match_is_next(as_alice, begin):
    match, soon, _later = begin(), begin(clock="12h"), begin(clock="5d")
    make_move(match)
    shown = as_alice.get(match.get_absolute_url())
    assert "Your move is made." in shown.text
    assert shown.context["next_match"].url == soon.get_absolute_url()
    assert shown.context["next_match"].count == 2
    assert "Next match" in shown.text


def test_the_next_match_leads_through_all_of_them_and_then_to_none(as_alice, begin):
    waiting = {match.code: match for match in (begin(), begin(), begin())}
    match = next(iter(waiting.values()))
    while waiting:
        make_move(waiting.pop(match.code))
        found = next_match(as_alice, match)
        assert bool(found) == bool(waiting)
        if found:
            match = next(one for one in waiting.values() if one.get_absolute_url() == found.url)
    shown = as_alice.get(match.get_absolute_url()).text
    assert "All done: nobody else waits for you." in shown
    assert "Next match" not in shown


def test_there_is_a_next_match_when_one_is_over(as_alice, begin, play):
    other, match = begin(), play(begin())
    assert next_match(as_alice, match).url == other.get_absolute_url()


def test_while_it_is_your_turn_nothing_leads_away(as_alice, begin):
    begin()
    assert "Next match" not in as_alice.get(begin().get_absolute_url()).text


def test_strangers_have_no_next_match(client, begin, charlie):
    client.force_login(charlie)
    assert "Next match" not in client.get(begin().get_absolute_url()).text


# The bell


def bell(client, address="/"):
    """What the bell says."""
    return client.get(address).text.partition('class="bell"')[2].partition("</a>")[0]


def test_the_bell_counts_what_is_unread(as_alice, alice):
    assert "bell-count" not in bell(as_alice)
    notify(player=alice, event=Event.INVITATION, topic="one")
    assert ">1</b>" in bell(as_alice)
    assert "new notice<" in bell(as_alice)
    notify(player=alice, event=Event.INVITATION, topic="two")
    assert ">2</b>" in bell(as_alice)
    assert "new notices<" in bell(as_alice)
    mark_read(player=alice)
    assert "bell-count" not in bell(as_alice)


def test_the_bell_has_room_for_a_hundred(as_alice, alice):
    for number in range(100):
        notify(player=alice, event=Event.CHAT, topic=str(number))
    assert ">99+</b>" in bell(as_alice)


def test_opening_a_match_silences_the_bell_for_it(as_alice, begin, alice):
    match, other = begin(), begin()
    mark_read(player=alice)
    for told in (match, other):
        notify(player=alice, event=Event.YOUR_TURN, topic=told.code)
    assert ">2</b>" in bell(as_alice)
    assert ">1</b>" in bell(as_alice, match.get_absolute_url())


def test_nobody_hears_the_bell_of_others(client, begin, alice, charlie):
    begin()
    client.force_login(charlie)
    assert "bell-count" not in bell(client)
    client.logout()
    assert not bell(client)
    assert Player.objects.get(pk=alice.pk).notices.exists()


def test_a_cancelled_match_is_not_on_the_dashboard(as_alice, begin):
    match = begin()
    Match.objects.filter(pk=match.pk).update(status=Match.Status.CANCELLED)
    assert dashboard(as_alice).your_move == []
