"""The lobby, announcing a table, and the lists."""

import pytest
from django.urls import reverse

from games.models import Match
from games.services.matches import Chair, join_table


@pytest.fixture
def as_alice(client, alice):
    client.force_login(alice)
    return client


def lobby(client):
    response = client.get(reverse("lobby"))
    assert response.status_code == 200
    return response


def test_a_visitor_sees_open_tables_with_their_terms(client, announce, alice):
    announce(alice, Chair(), Chair(), variant="expert", options=["squares"], rated=False)
    html = lobby(client).content.decode()
    for words in ("Expert", "Squares", "3 players", "3 days per move", "not rated"):
        assert words in html


def test_private_tables_are_not_listed(client, announce, alice, bob):
    table = announce(alice, Chair(), is_private=True)
    assert table.code not in lobby(client).content.decode()
    client.force_login(bob)
    assert table.code not in lobby(client).content.decode()


def test_private_matches_are_listed_nowhere(client, announce, alice, bob, play):
    match = announce(alice, Chair(invited=bob), is_private=True)
    play(join_table(player=bob, code=match.code))
    for page in (reverse("lobby"), reverse("matches"), alice.get_absolute_url()):
        assert match.code not in client.get(page).content.decode()


def test_your_move_comes_first(as_alice, announce, alice, bob):
    for _ in range(4):
        table = announce(alice, Chair(invited=bob))
        join_table(player=bob, code=table.code)
    dashboard = lobby(as_alice).context["dashboard"]
    mine = [match for match in Match.objects.all() if match.is_turn_of(alice)]
    assert {card.match.pk for card in dashboard.your_move} == {match.pk for match in mine}
    assert len(dashboard.waiting) == 4 - len(mine)


def test_an_invitation_is_shown_to_the_invited_only(client, announce, alice, bob, charlie):
    table = announce(alice, Chair(invited=bob))
    client.force_login(bob)
    assert [match.pk for match in lobby(client).context["invitations"]] == [table.pk]
    client.force_login(charlie)
    assert not lobby(client).context["invitations"]


def form(**changes):
    fields = {"variant": "quadropolis:classic", "clock": "3d", "chair_2": "anyone"}
    return fields | changes


def announce_by_form(client, **changes):
    return client.post(reverse("table-new"), form(**changes))


def test_a_table_can_be_announced(as_alice):
    response = announce_by_form(as_alice, options="quadropolis:squares", rated="on")
    match = Match.objects.get()
    assert response.url == match.get_absolute_url()
    assert (match.variant, match.options, match.size, match.rated) == (
        "classic",
        ["squares"],
        2,
        True,
    )


def test_a_table_against_a_bot_starts_at_once(as_alice):
    announce_by_form(as_alice, chair_2="bot:greedy")
    assert Match.objects.get().is_running


def test_a_named_player_is_invited_whatever_the_case(as_alice, bob):
    announce_by_form(as_alice, chair_2="named", name_2=" BOB ")
    assert Match.objects.get().seats.get(index=1).invited == bob


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"chair_2": "named", "name_2": "nobody-here"}, "There is no player named “nobody-here”."),
        ({"chair_2": "named"}, "Whom do you want to invite?"),
        ({"chair_2": "named", "name_2": "alice"}, "Nobody can have two seats"),
        ({"chair_2": ""}, "2 to 4 players, not 1"),
        ({"chair_2": "bot:skynet"}, "Select a valid choice"),
        ({"variant": "quadropolis:deluxe"}, "Select a valid choice"),
        ({"clock": "1000000d"}, "Select a valid choice"),
        ({"chair_2": "named", "name_2": "x" * 5000}, "at most 30 characters"),
    ],
)
def test_a_bad_form_says_why_and_announces_nothing(as_alice, changes, sentence):
    response = announce_by_form(as_alice, **changes)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not Match.objects.exists()


def test_one_must_be_logged_in_to_announce_a_table(client, db):
    assert reverse("account_login") in client.get(reverse("table-new")).url
    assert reverse("account_login") in announce_by_form(client).url
    assert not Match.objects.exists()


def test_finished_matches_come_in_pages(client, announce, alice, bob, play, monkeypatch):
    monkeypatch.setattr("games.views.histories.MATCHES_PER_PAGE", 2)
    for _ in range(5):
        table = announce(alice, Chair(invited=bob))
        play(join_table(player=bob, code=table.code))
    seen, cursor = [], ""
    while True:
        page = client.get(reverse("matches"), {"before": cursor}).context["page"]
        seen += [match.pk for match in page.matches]
        cursor = page.next
        if not cursor:
            break
    assert seen == list(Match.objects.order_by("-finished_at").values_list("pk", flat=True))


@pytest.mark.parametrize("cursor", ["x", "-", "1-", "nan-1", "1e400-1", "-5-5", "9" * 400 + "-1"])
def test_a_cursor_that_is_nonsense_begins_at_the_beginning(client, db, cursor):
    assert client.get(reverse("matches"), {"before": cursor}).status_code == 200


def test_a_players_page_shows_results_and_no_mail_address(client, match, alice, play):
    play(match)
    html = client.get(alice.get_absolute_url()).content.decode()
    assert "Matches finished" in html
    assert "example.org" not in html


def test_an_unknown_player_is_not_found(client, db):
    assert client.get(reverse("player", args=["nobody"])).status_code == 404


@pytest.mark.parametrize("page", ["lobby", "matches", "player"])
def test_lists_cost_the_same_with_few_matches_and_with_many(
    as_alice, announce, alice, bob, charlie, play, page
):
    """Query counts, constant whatever the number of matches."""
    address = alice.get_absolute_url() if page == "player" else reverse(page)

    def more():
        for other in (bob, charlie):
            match = join_table(player=other, code=announce(alice, Chair(invited=other)).code)
            if not match.is_turn_of(alice):  # with a thumbnail from the start
                play(match, 1)
            announce(other, Chair(invited=alice))
            announce(other, Chair())
            announce(alice, Chair())

    def cost():
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as queries:
            as_alice.get(address)
        return len(queries)

    more()
    few = cost()
    more()
    more()
    assert cost() == few <= 24
