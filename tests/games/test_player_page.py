"""A player's page: what the books say of one player, and of two."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player
from games.books import whole
from games.models import Match
from games.services.books import enter_finished
from games.services.matches import Chair, join_table
from games.services.moves import resign


@pytest.fixture
def finish(announce, play, alice, bob):
    """A match of Alice and Bob that is in the books."""

    def finish(**terms):
        match = join_table(player=bob, code=announce(alice, Chair(), **terms).code)
        match = play(match)
        enter_finished()
        return match

    return finish


def page(client, player, **asked):
    return client.get(reverse("player", args=[player.username]), asked)


def against(client, player, other):
    return client.get(reverse("player-against", args=[player.username, other.username]))


def test_a_new_player_has_an_empty_page(client, alice):
    answer = page(client, alice)
    assert answer.status_code == 200
    shown = answer.context["page"]
    assert (shown.games, shown.ratings, shown.chart, shown.kinds) == (0, [], None, [])


def test_the_rating_of_each_pool_and_its_history(client, finish, alice):
    finish()
    finish(variant="expert")
    shown = page(client, alice).context["page"]
    assert [line.title for line in shown.ratings] == [
        "Quadropolis",
        "Quadropolis Classic",
        "Quadropolis Expert",
    ]
    assert [line.games for line in shown.ratings] == [2, 1, 1]
    assert all(line.is_provisional for line in shown.ratings)
    _date, values = shown.chart.rows[-1]
    assert values == [whole(shown.ratings[0].rating)]
    assert len(shown.chart.rows) == 3, "the start, and two matches"


def test_the_chart_of_another_pool(client, finish, alice):
    finish()
    finish(variant="expert")
    shown = page(client, alice, pool="quadropolis:expert").context["page"]
    assert [line.is_shown for line in shown.ratings] == [False, False, True]
    assert len(shown.chart.rows) == 2


def test_a_pool_that_nobody_knows_is_ignored(client, finish, alice):
    finish()
    shown = page(client, alice, pool="chess:\x00").context["page"]
    assert [line.is_shown for line in shown.ratings] == [True, False]


def test_every_chart_has_its_figures_as_a_table(client, finish, alice):
    finish()
    text = page(client, alice).content.decode()
    rating = alice.ratings.get(pool="quadropolis").rating
    assert f"<td>{whole(rating)}</td>" in text


def test_results_by_variant_and_number_of_players(client, finish, announce, play, alice, bob):
    finish()
    finish()
    play(announce(alice, Chair(bot="random"), Chair(bot="random")))
    enter_finished()
    lines = page(client, alice).context["page"].results
    assert [(line.title, line.size, line.games) for line in lines] == [
        ("Quadropolis Classic", 2, 2),
        ("Quadropolis Classic", 3, 1),
    ]
    scores = alice.seats.filter(match__size=2).values_list("score", flat=True)
    assert lines[0].average == f"{sum(scores) / 2:.1f}"
    assert lines[0].best == str(max(scores))


def test_points_by_kind_of_building_beside_those_of_all_players(client, finish, alice, bob):
    match = finish()
    (table,) = page(client, alice).context["page"].kinds
    own, other = (sheet["scores"] for sheet in match.result["sheets"])
    if match.seats.get(player=alice).index == 1:
        own, other = other, own
    towers = next(line for line in table.lines if line.title == "tower block")
    assert (towers.own, towers.all) == (own["tower"], (own["tower"] + other["tower"]) / 2)
    assert max(max(line.own_length, line.all_length) for line in table.lines) == 100


def test_a_city_that_was_left_is_no_city(client, match, play, alice):
    play(match, 4)
    resign(code=match.code, player=alice)
    enter_finished()
    shown = page(client, alice).context["page"]
    assert (shown.games, shown.wins, shown.kinds) == (1, 0, [])
    assert shown.results[0].average == "–"


def test_favourite_opponents_are_those_met_most_often(client, finish, announce, play, alice, bob):
    play(announce(alice, Chair(bot="random")))
    finish()
    finish()
    favourites = page(client, alice).context["page"].favourites
    assert [(met.other.username, met.games) for met in favourites] == [
        ("bob", 2),
        (Player.objects.get(bot="random").username, 1),
    ]


def test_head_to_head_from_both_sides(client, finish, alice, bob):
    matches = [finish(), finish(), finish()]
    (own,) = against(client, alice, bob).context["balance"]
    (other,) = against(client, bob, alice).context["balance"]
    won = sum(match.seats.get(player=alice).rank == 1 for match in matches)
    assert own.games == other.games == 3
    assert (own.wins, own.losses) == (other.losses, other.wins)
    assert own.wins + own.ties == won
    assert len(against(client, alice, bob).context["finished"]) == 3


def test_two_who_never_met(client, alice, charlie):
    answer = against(client, alice, charlie)
    assert "They have not finished a match" in answer.content.decode()


def opponent(client, player, **asked):
    return client.get(reverse("player-opponent", args=[player.username]), asked)


def test_anybody_can_be_compared_by_name(client, finish, alice, charlie):
    finish()
    assert reverse("player-opponent", args=["alice"]) in page(client, alice).content.decode()
    answer = opponent(client, alice, other=" CHARLIE ")
    assert answer.url == reverse("player-against", args=["alice", "charlie"])


def test_a_bot_that_nobody_has_played_against_is_somebody_too(client, alice):
    answer = client.get(opponent(client, alice, other="strong-robot").url)
    assert "They have not finished a match" in answer.content.decode()
    assert client.get(reverse("matches"), {"player": "Greedy-Robot"}).status_code == 200


def test_before_anybody_is_named_the_page_asks(client, alice):
    answer = opponent(client, alice)
    assert answer.status_code == 200
    assert 'name="other"' in answer.content.decode()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nobody-here", "There is no player named “nobody-here”."),
        ("Alice", "Name two different players."),
        ("", "This field is required."),
        ("\0", "Null characters are not allowed."),
        ("x" * 500, "at most 24 characters"),
    ],
)
def test_whoever_can_not_be_compared_is_named(client, alice, name, sentence):
    answer = opponent(client, alice, other=name)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()


def test_a_page_of_somebody_else_leads_to_oneself_against_them(client, alice, bob):
    link = reverse("player-against", args=["alice", "bob"])
    assert link not in page(client, bob).content.decode()
    client.force_login(alice)
    assert link in page(client, bob).content.decode()
    assert (
        reverse("player-against", args=["alice", "alice"])
        not in page(client, alice).content.decode()
    )


def test_nobody_plays_against_themselves(client, alice):
    assert against(client, alice, alice).status_code == 404


def test_private_matches_are_not_listed(client, finish, alice, bob):
    match = finish(is_private=True)
    assert match.code not in page(client, alice).content.decode()
    assert match.code not in against(client, alice, bob).content.decode()


def test_the_page_takes_as_many_queries_for_many_matches(client, finish, alice):
    finish()
    finish(variant="expert")
    few = _queries(client, alice)
    for _ in range(3):
        finish()
    assert _queries(client, alice) == few
    assert Match.objects.count() == 5


def _queries(client, player):
    with CaptureQueriesContext(connection) as queries:
        page(client, player)
    return len(queries)
