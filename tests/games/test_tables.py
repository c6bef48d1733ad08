"""Announcing, joining, leaving and expiring tables."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Event, Notice
from games.models import Match
from games.services.matches import (
    MOST_OPEN_TABLES,
    Chair,
    decline_invitation,
    expire_tables,
    join_table,
    leave_table,
)
from quadropolis_site.errors import ApplicationError, Conflict, NotAllowed


def test_a_table_waits_until_every_seat_is_taken(table):
    assert table.is_open
    assert table.setup is None


def test_it_starts_when_the_last_seat_is_taken(table, bob):
    match = join_table(player=bob, code=table.code)
    assert match.is_running
    assert match.setup == match.rules.deal(match.terms, match.seed)
    assert match.to_move == match.setup["first"]
    assert match.deadline == match.moved_at + timedelta(days=3)  # type: ignore[operator]


def test_a_table_with_bots_in_all_other_seats_starts_at_once(announce, alice):
    match = announce(alice, Chair(bot="greedy"), Chair(bot="random"), variant="expert")
    assert match.is_running
    assert [seat.player.bot for seat in match.seats_in_order()] == ["", "greedy", "random"]


def test_the_same_bot_can_sit_twice(announce, alice):
    assert announce(alice, Chair(bot="greedy"), Chair(bot="greedy")).is_running


def test_an_invited_player_gets_the_seat_that_is_kept(announce, alice, bob, charlie):
    table = announce(alice, Chair(), Chair(invited=bob))
    join_table(player=bob, code=table.code)
    assert [seat.player for seat in table.seats_in_order()] == [alice, None, bob]


def test_nobody_else_gets_a_seat_that_is_kept(announce, alice, bob, charlie):
    table = announce(alice, Chair(invited=bob))
    with pytest.raises(Conflict, match="kept for invited"):
        join_table(player=charlie, code=table.code)


def test_a_declined_seat_is_free_for_anyone(announce, alice, bob, charlie):
    table = announce(alice, Chair(invited=bob))
    decline_invitation(player=bob, code=table.code)
    assert join_table(player=charlie, code=table.code).is_running


def test_only_the_invited_can_decline(table, bob):
    with pytest.raises(NotAllowed):
        decline_invitation(player=bob, code=table.code)


def test_nobody_sits_twice_at_a_table(announce, alice):
    table = announce(alice, Chair(), Chair())
    with pytest.raises(Conflict, match="already"):
        join_table(player=alice, code=table.code)


def test_nobody_can_be_invited_twice_or_beside_themselves(announce, alice, bob):
    with pytest.raises(ApplicationError, match="two seats"):
        announce(alice, Chair(invited=bob), Chair(invited=bob))
    with pytest.raises(ApplicationError, match="two seats"):
        announce(alice, Chair(invited=alice))


def test_nobody_can_be_seated_without_asking(announce, alice, bob):
    with pytest.raises(ApplicationError, match="must be yours"):
        announce(alice, Chair(player=bob))


def test_a_guest_who_leaves_frees_the_seat(announce, alice, bob):
    table = announce(alice, Chair(), Chair())
    join_table(player=bob, code=table.code)
    leave_table(player=bob, code=table.code)
    assert [seat.player for seat in table.seats.all()] == [alice, None, None]


def test_the_table_closes_when_its_creator_leaves(table, alice, bob):
    assert leave_table(player=alice, code=table.code).status == Match.Status.CANCELLED
    with pytest.raises(Conflict, match="closed"):
        join_table(player=bob, code=table.code)


def test_a_stranger_cannot_leave(table, charlie):
    with pytest.raises(NotAllowed):
        leave_table(player=charlie, code=table.code)


def test_nobody_leaves_or_joins_a_match_that_has_begun(match, alice, charlie):
    with pytest.raises(Conflict, match="started"):
        leave_table(player=alice, code=match.code)
    with pytest.raises(Conflict, match="started"):
        join_table(player=charlie, code=match.code)


def test_a_table_that_nobody_fills_expires(table, bob):
    Match.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert [expire_tables(), expire_tables()] == [1, 0]
    with pytest.raises(Conflict, match="closed"):
        join_table(player=bob, code=table.code)


def test_an_invitation_to_a_table_that_was_closed_or_expired_rings_no_bell(announce, alice, bob):
    closed, expired = announce(alice, Chair(invited=bob)), announce(alice, Chair(invited=bob))
    unread = Notice.objects.filter(player=bob, event=Event.INVITATION, read_at=None)
    assert unread.count() == 2
    leave_table(player=alice, code=closed.code)
    assert [notice.topic for notice in unread.all()] == [expired.code]
    Match.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    expire_tables()
    assert not unread.exists()
    assert set(Notice.objects.values_list("mail", flat=True)) == {"none"}


def test_a_running_match_does_not_expire(match):
    assert match.expires_at is None
    assert expire_tables() == 0


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"game": "chess"}, "no such game"),
        ({"variant": "deluxe"}, "Unknown variant"),
        ({"options": ["dragons"]}, "no option"),
        ({"clock": "0d"}, "no such clock"),
        ({"clock": "1000000d"}, "no such clock"),
        ({"least_reliability": 101}, "from 0 to 100"),
    ],
)
def test_impossible_terms_are_refused_with_a_sentence(announce, alice, wrong, sentence):
    with pytest.raises(ApplicationError, match=sentence):
        announce(alice, Chair(), **wrong)
    assert not Match.objects.exists()


def test_the_number_of_players_must_fit_the_game(announce, alice):
    with pytest.raises(ApplicationError, match="2 to 4 players"):
        announce(alice)
    with pytest.raises(ApplicationError, match="2 to 4 players"):
        announce(alice, *[Chair()] * 4)


def test_an_unknown_bot_is_refused(announce, alice):
    with pytest.raises(ApplicationError, match="no such bot"):
        announce(alice, Chair(bot="skynet"))


def test_nobody_floods_the_lobby(announce, alice):
    for _ in range(MOST_OPEN_TABLES):
        announce(alice, Chair())
    with pytest.raises(ApplicationError, match="open tables already"):
        announce(alice, Chair())
