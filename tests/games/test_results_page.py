"""The leaderboards of games that are no contest, as they are shown."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player
from accounts.services.bots import bot_account
from games.models import Section
from games.presenters.boards import LINES_PER_PAGE
from games.services.books import enter_finished
from games.services.moves import resign
from tests.games.conftest import advance, rush
from tests.games.test_results import MAY, margin, names, refresh, won

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_may(time_machine):
    time_machine.move_to(MAY, tick=False)


def address(game="megalopolis", query="?variant=easy"):
    return reverse("leaderboard", args=[game]) + query


def shown(client, query="", game="megalopolis"):
    response = client.get(address(game, f"?variant=easy{query}"))
    assert response.status_code == 200
    return response.context["page"]


def members(page):
    lines = (*page.established, *page.provisional)
    return [" ".join(player.username for player in line.members) for line in lines]


def test_the_page_shows_share_average_and_best(client, reach, alice):
    reach(alice, games=8, wins=6, points=-20, best=7)
    refresh()
    html = client.get(address()).content.decode()
    assert "<b>75 %</b>" in html
    assert "6 of 8" in html
    assert ">−2.5<" in html
    assert ">+7<" in html
    assert "Ahead is who won the larger share" in html


def test_without_a_target_there_is_nothing_to_win(client, reach, alice):
    reach(alice, game="greenways", variant="solo", section=Section.SOLO, wins=0, points=1005)
    refresh()
    html = client.get(address("greenways", "")).content.decode()
    assert ">100.5<" in html
    assert "Won" not in html
    assert "Ahead is who has more points on average." in html


def test_only_lists_that_a_game_can_have_are_offered(client):
    titles = [link.title for link in shown(client).sections]
    assert titles == ["Players", "Teams", "Solo"]
    assert [link.title for link in shown(client, game="greenways").sections] == ["Solo"]
    assert 'aria-label="List"' not in client.get(address("greenways")).content.decode()


@pytest.mark.parametrize("game", ["quadropolis", "megalopolis", "greenways"])
def test_every_leaderboard_leads_to_those_of_all_games(client, game):
    links = client.get(address(game, "")).context["page"].games
    assert [link.title for link in links] == ["Quadropolis", "Megalopolis", "Greenways"]
    assert [link.title.lower() for link in links if link.is_current] == [game]
    assert all(client.get(link.url).status_code == 200 for link in links)


def test_bots_are_hidden_unless_they_are_asked_for(client, reach, alice):
    reach(alice, wins=1)
    reach(bot_account(bot="greedy"))
    refresh()
    assert members(shown(client)) == ["alice"]
    assert shown(client).established[0].place == 1
    assert members(shown(client, "&bots=yes")) == ["Greedy-Robot", "alice"]


def test_teams_are_shown_with_all_their_members(client, reach, alice, bob, charlie):
    reach(charlie, alice, bob, section=Section.TEAMS)
    refresh()
    page = shown(client, "&section=teams")
    assert members(page) == ["alice bob charlie"]
    assert not page.bots


@pytest.fixture
def many(reach):
    def many(count):
        people = [Player(username=f"player-{number}") for number in range(count)]
        for number, player in enumerate(Player.objects.bulk_create(people)):
            reach(player, games=100, wins=number)

    return many


@pytest.mark.parametrize("bots", ["", "&bots=yes"])
def test_from_page_to_page_everybody_comes_once(client, many, bots):
    many(2 * LINES_PER_PAGE + 3)
    refresh()
    found, url = [], address() + bots
    while url:
        page = client.get(url).context["page"]
        found += members(page)
        back, url = url, page.next_url
    assert found == names()
    assert client.get(back).context["page"].previous_url.endswith(f"after={LINES_PER_PAGE}")


def test_the_reader_s_own_line_is_there_wherever_it_is(client, many, reach, alice):
    many(2 * LINES_PER_PAGE)
    reach(alice, wins=0, points=-100)
    refresh()
    client.force_login(alice)
    page = shown(client)
    assert page.own.place == 2 * LINES_PER_PAGE + 1
    there = client.get(page.own_url).context["page"]
    assert there.own is None
    assert [line.is_own for line in there.established] == [True]


@pytest.mark.parametrize(
    "query",
    ["&variant=x&board=y&bots=z&section=chess", "&after=-1", "&after=²", "&section=\x00"],
)
def test_what_can_not_be_understood_is_the_usual(client, many, query):
    many(2)
    refresh()
    url = address() + query if "variant" not in query else address("megalopolis", "?" + query)
    assert client.get(url).status_code == 200


def test_it_says_so_when_nobody_is_on_the_list(client):
    assert "Nobody is on this list yet" in client.get(address()).content.decode()


def test_the_best_cities_are_drawn_with_all_who_built_them(client, build, alice, bob):
    match = rush(build(alice, bob))
    enter_finished()
    (city,) = shown(client).best.cities
    assert [player.username for player in city.builders] == ["alice", "bob"]
    html = client.get(address()).content.decode()
    assert reverse("replay", args=[match.code, 0]) in html
    assert match.verdict in html
    assert html.count('<svg class="thumbnail') == 1
    assert match.verdict in client.get("/records/megalopolis/?variant=easy").content.decode()


def test_whoever_left_is_not_among_the_builders(client, build, alice, bob):
    advance(resign(code=advance(build(alice, bob), 2).code, player=alice))
    enter_finished()
    (city,) = shown(client).best.cities
    assert [player.username for player in city.builders] == ["bob"]


def test_the_page_takes_as_many_queries_for_many_teams_and_matches(client, many, build, alice, bob):
    client.force_login(alice)
    counts = set()
    for count in (3, 30):
        many(count)
        rush(build(alice, bob))
        rush(build(alice))
        enter_finished()
        refresh()
        for section in Section.values:
            with CaptureQueriesContext(connection) as queries:
                shown(client, f"&section={section}")
            counts.add((section, len(queries)))
        Player.objects.filter(username__startswith="player-").delete()
    assert len(counts) == len(Section)
    assert max(count for _section, count in counts) <= 12


def test_a_player_s_page_shows_the_share_and_what_was_over_the_target(client, build, alice, bob):
    first, second = rush(build(alice, bob)), rush(build(alice, bob))
    enter_finished()
    response = client.get(alice.get_absolute_url())
    (line,) = response.context["page"].results
    margins = [margin(first), margin(second)]
    assert line.wins == won(first) + won(second)
    assert line.average.lstrip("+−±") == f"{abs(sum(margins) / 2):.1f}"
    assert line.best.lstrip("+−±") == str(abs(max(margins)))
    assert "With a sign: points over the target." in response.content.decode()
