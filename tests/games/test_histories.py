"""Finished matches: browsing and searching."""

from datetime import UTC, datetime, timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Match, Seat
from games.services.matches import Chair, join_table
from tests.games.conftest import rush

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def finished(announce, alice, bob):
    """A match that is over, with whatever is to be found in it."""

    def finished(*others, at=NOON, creator=alice, is_private=False, variant="classic", **facts):
        people = [one for one in others or (bob,) if not isinstance(one, Chair)]
        chairs = [one if isinstance(one, Chair) else Chair(invited=one) for one in others or (bob,)]
        match = announce(creator, *chairs, is_private=is_private, variant=variant)
        for player in people:
            match = join_table(player=player, code=match.code)
        match = rush(match)
        Match.objects.filter(pk=match.pk).update(finished_at=at, **facts)
        Seat.objects.filter(match=match).update(finished_at=at)
        return match

    return finished


def search(client, **asked):
    return client.get(reverse("matches"), asked)


def found(client, **asked):
    response = search(client, **asked)
    assert response.status_code == 200
    return [match.pk for match in response.context["page"].matches]


def test_the_newest_come_first(client, finished):
    old = finished(at=NOON - timedelta(days=1))
    new = finished()
    assert found(client) == [new.pk, old.pk]


@pytest.mark.parametrize(
    ("asked", "facts"),
    [
        ({"variant": "expert"}, {"variant": "expert"}),
        ({"game": "quadropolis", "variant": "expert"}, {"variant": "expert"}),
        ({"after_date": "2026-03-02"}, {"at": NOON + timedelta(days=1)}),
        ({"before_date": "2026-02-28"}, {"at": NOON - timedelta(days=1)}),
        ({"least_score": "90"}, {"best_score": 90}),
        ({"most_score": "30"}, {"best_score": 30}),
        ({"least_moves": "70"}, {"seq": 70}),
        ({"most_moves": "20"}, {"seq": 20}),
        ({"least_days": "30"}, {"lasted": timedelta(days=30)}),
        ({"most_days": "2"}, {"lasted": timedelta(days=2)}),
        ({"least_score": "80", "most_score": "90"}, {"best_score": 85}),
    ],
)
def test_only_what_is_asked_for_is_found(client, finished, asked, facts):
    usual = {"best_score": 60, "seq": 32, "lasted": timedelta(days=9)}
    finished(**usual)
    wanted = finished(**(usual | facts))
    assert found(client, **asked) == [wanted.pk]
    assert found(client, player="alice", **asked) == [wanted.pk]


def test_a_game_without_a_variant_is_all_of_it(client, finished):
    matches = [finished(variant=variant) for variant in ("classic", "expert")]
    assert sorted(found(client, game="quadropolis")) == [match.pk for match in matches]


def test_matches_are_found_by_one_player_or_by_two(client, finished, alice, bob, charlie):
    with_bob, with_charlie, others = (
        finished(bob),
        finished(charlie),
        finished(bob, creator=charlie),
    )
    assert set(found(client, player="ALICE")) == {with_bob.pk, with_charlie.pk}
    assert set(found(client, player="bob")) == {with_bob.pk, others.pk}
    for one, other in (("alice", "bob"), ("Bob", "alice")):
        assert found(client, player=one, other=other) == [with_bob.pk]
    assert set(found(client, other="charlie")) == {with_charlie.pk, others.pk}


def test_a_bot_that_sits_twice_is_found_once(client, finished):
    match = finished(Chair(bot="random"), Chair(bot="random"))
    assert found(client, player="random-robot") == [match.pk]


def test_private_matches_are_not_found(client, finished, alice):
    finished(is_private=True)
    client.force_login(alice)
    assert found(client) == found(client, player="alice") == []


def test_running_matches_are_not_found(client, match):
    assert found(client) == found(client, player="alice") == []


def test_days_are_those_of_the_reader(client, finished, alice):
    match = finished(at=datetime(2026, 3, 1, 23, tzinfo=UTC))
    assert found(client, after_date="2026-03-02") == []
    alice.time_zone = "Asia/Tokyo"
    alice.save()
    client.force_login(alice)
    assert found(client, after_date="2026-03-02") == [match.pk]
    assert found(client, before_date="2026-03-01") == []


@pytest.mark.parametrize("asked", [{}, {"player": "alice"}, {"player": "alice", "other": "bob"}])
def test_pages_go_on_where_the_last_one_ended(client, finished, monkeypatch, asked):
    monkeypatch.setattr("games.views.histories.MATCHES_PER_PAGE", 2)
    matches = [finished(at=NOON - timedelta(days=day // 2)) for day in range(5)]
    seen, cursor = [], ""
    while True:
        response = search(client, before=cursor, least_score="-5", **asked)
        page = response.context["page"]
        seen += [match.pk for match in page.matches]
        if not page.next:
            break
        cursor = page.next
        assert f"least_score=-5&amp;before={cursor}" in response.content.decode()
    assert seen == [
        match.pk
        for match in sorted(
            Match.objects.filter(pk__in=[match.pk for match in matches]),
            key=lambda match: (match.finished_at, match.pk),
            reverse=True,
        )
    ]


CURSORS_OF_NOWHERE = [
    *("-", "5", "-5", "nan-5", "inf-5", "1e400-5", "1e9-5", "1700000000-", "1700000000-\0", "\0"),
    *("9" * 12 + "-5", "9" * 5000 + "-5", "1700000000-" + "9" * 25, "1700000000-" + "9" * 5000),
    "١٢-٥",
]


def test_a_cursor_that_can_not_be_read_begins_at_the_beginning(client, finished):
    match = finished()
    for cursor in CURSORS_OF_NOWHERE:
        assert found(client, before=cursor) == [match.pk]
        assert found(client, before=cursor, player="alice") == [match.pk]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"player": "nobody-here"}, "There is no player named “nobody-here”."),
        ({"player": "alice", "other": "Alice"}, "Name two different players."),
        ({"player": "\0"}, "Null characters are not allowed."),
        ({"player": "x" * 5000}, "at most 24 characters"),
        ({"game": "chess"}, "chess is not one of the available choices"),
        ({"variant": "deluxe"}, "deluxe is not one of the available choices"),
        ({"after_date": "soon"}, "Write the date like this: 2025-01-31."),
        ({"before_date": "9999-12-31"}, "Ensure this value is less than or equal to"),
        ({"after_date": "2026-02-01", "before_date": "2026-01-01"}, "The end of the range"),
        ({"least_score": "many"}, "Enter a whole number."),
        ({"least_score": "9" * 5000}, "Enter a whole number."),
        ({"least_score": "99999999999"}, "less than or equal to 9999"),
        ({"least_score": "2", "most_score": "1"}, "The end of the range is before its beginning."),
        ({"least_moves": "-1"}, "greater than or equal to 0"),
        ({"most_days": "1.5"}, "Enter a whole number."),
    ],
)
def test_what_can_not_be_searched_for_is_said_and_nothing_is_lost(client, alice, asked, sentence):
    asked |= {"most_moves": "77"}
    response = search(client, **asked)
    assert response.status_code == 422
    html = response.content.decode()
    assert sentence in html
    assert 'name="most_moves" value="77"' in html
    assert "can’t be searched for" in html


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"game": "quadropolis"}, "Quadropolis"),
        ({"variant": "expert", "least_score": "60"}, "Quadropolis · Expert · Best score: from 60"),
        ({"player": "ALICE", "most_days": "9"}, "alice · Days: up to 9"),
        (
            {"after_date": "2026-03-01", "before_date": "2026-03-09", "least_moves": "0"},
            "Finished: 1 Mar 2026 to 9 Mar 2026 · Moves: from 0",
        ),
    ],
)
def test_what_is_looked_for_is_said_in_words(client, alice, asked, words):
    assert f'<span class="muted">{words}</span>' in search(client, **asked).content.decode()


def test_nothing_found_is_said(client, alice):
    assert "No finished match is like that." in search(client, player="alice").content.decode()


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"variant": "classic"},
        {"player": "alice"},
        {"player": "alice", "other": "bob"},
        {"least_score": "-99", "most_moves": "99", "after_date": "2020-01-01"},
    ],
)
def test_a_search_costs_the_same_with_few_matches_and_with_many(client, finished, asked):
    def cost():
        with CaptureQueriesContext(connection) as queries:
            assert found(client, **asked)
        return len(queries)

    finished()
    few = cost()
    for day in range(4):
        finished(at=NOON - timedelta(days=day))
    assert cost() == few <= 9


def test_matches_from_before_there_were_histories_are_found_too(client, announce, alice):
    match = rush(announce(alice, Chair(bot="random"), Chair(bot="random")))
    facts = match.best_score, match.lasted
    ends = list(match.seats.values_list("index", "finished_at"))
    Match.objects.update(best_score=None, lasted=None)
    Seat.objects.update(finished_at=None)
    fill_in = import_module("games.migrations.0003_fill_in_histories").fill_in
    fill_in(apps, None)
    match.refresh_from_db()
    assert (match.best_score, match.lasted) == facts
    assert list(match.seats.values_list("index", "finished_at")) == ends
    assert found(client, player="Random-Robot") == [match.pk]
