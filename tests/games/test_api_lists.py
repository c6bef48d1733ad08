"""Players, leaderboards, histories and the export: what everybody may read."""

import json

import pytest
import time_machine
from django.core.cache import cache

from accounts.services.bots import bot_account
from engine.record import from_json
from engine.record import replay as replay_record
from games.api import lists
from games.api.lists import MatchExport
from games.catalogue import GAMES
from games.models import Section
from games.services.books import enter_finished
from games.services.leaderboards import refresh_standings
from games.services.matches import Chair, join_table
from tests.games.conftest import NOON, rush
from tests.programs import Program, refused


@pytest.fixture(autouse=True)
def _nobody_was_counted():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def finished(announce, alice, bob):
    """Three matches in the books, and one that is private."""
    found = []
    for is_private in (False, False, False, True):
        table = announce(alice, Chair(), is_private=is_private)
        found.append(rush(join_table(player=bob, code=table.code)))
    enter_finished()
    refresh_standings()
    return found


def codes(answer):
    assert answer.status_code == 200, answer.content
    return [match["code"] for match in answer.json()["results"]]


# Leaderboards


def test_a_leaderboard_ranks_players(finished):
    for query in ({}, {"variant": "classic"}, {"board": "season"}):
        lines = Program().get("leaderboards/quadropolis/", **query).json()["results"]
        assert [line["place"] for line in lines] == [1, 2]
        assert {line["player"] for line in lines} == {"alice", "bob"}
        assert all(line["games"] == 4 and line["provisional"] for line in lines)
    assert lines[0]["rating"] >= lines[1]["rating"]


def test_a_leaderboard_comes_page_by_page(finished, settings):
    settings.API_PAGE_SIZE = 1
    first = Program().get("leaderboards/quadropolis/").json()
    second = Program().browser.get(first["next"]).json()
    assert [first["results"][0]["place"], second["results"][0]["place"]] == [1, 2]
    assert second["next"] is None


def test_nobody_is_rated_where_nobody_competes(finished):
    for name in (name for name, game in GAMES.items() if not game.is_contest):
        assert Program().get(f"leaderboards/{name}/").json() == {"next": None, "results": []}


def test_a_leaderboard_that_is_not_there_is_refused(db):
    assert refused(Program().get("leaderboards/chess/"), 404)
    assert refused(Program().get("leaderboards/quadropolis/", variant="hard"), 400)
    assert refused(Program().get("leaderboards/quadropolis/", board="local"), 400)


# Results of games that are no contest


@pytest.fixture
def reached(reach, alice, bob):
    """Alice alone and with Bob; a bot that plays along."""
    reach(alice, games=12, wins=9, points=30, best=7)
    reach(bot_account(bot="greedy"), games=12, wins=3, points=-18, best=-1)
    reach(bob, games=4, wins=2, cities=0, best=None)
    reach(alice, bob, games=3, wins=2, points=4, section=Section.TEAMS)
    reach(alice, games=1, wins=0, points=-5, best=-5, section=Section.SOLO)
    refresh_standings()


def reached_in(variant="easy", **query):
    return Program().get("results/megalopolis/", variant=variant, **query).json()["results"]


def test_results_rank_players_by_what_they_reached(reached):
    alice, bot, bob = reached_in(section="players")
    assert alice == {
        "place": 1,
        "players": ["alice"],
        "is_bot": False,
        "won_percent": 75,
        "average": 2.5,
        "best": 7,
        "games": 12,
        "provisional": False,
    }
    assert (bot["place"], bot["is_bot"], bot["average"]) == (2, True, -1.5)
    assert (bob["provisional"], bob["average"], bob["best"]) == (True, None, None)


def test_results_are_of_players_of_teams_or_of_those_alone(reached):
    assert [line["players"] for line in reached_in(section="teams")] == [["alice", "bob"]]
    assert [line["average"] for line in reached_in(section="solo")] == [-5.0]
    assert reached_in() == reached_in(section="players", board="all-time")


def test_the_usual_variant_is_the_first_one(reach, alice, bob):
    for player, variant in ((alice, "normal"), (bob, "hard")):
        reach(player, variant=variant)
    refresh_standings()
    (line,) = Program().get("results/megalopolis/").json()["results"]
    assert line["players"] == ["alice"]


def test_results_come_page_by_page_at_the_same_cost(
    reached, settings, django_assert_max_num_queries
):
    whole = reached_in()
    settings.API_PAGE_SIZE = 2
    with django_assert_max_num_queries(3):
        first = Program().get("results/megalopolis/", variant="easy").json()
    second = Program().browser.get(first["next"]).json()
    assert first["results"] + second["results"] == whole
    assert second["next"] is None


def test_there_are_no_results_where_players_compete(finished):
    assert Program().get("results/quadropolis/").json() == {"next": None, "results": []}


def test_results_that_are_not_there_are_refused(alice, settings):
    assert refused(Program().get("results/chess/"), 404)
    for query in ({"variant": "huge"}, {"section": "pairs"}, {"board": "local"}, {"cursor": "x"}):
        assert refused(Program().get("results/megalopolis/", **query), 400, "invalid")
    assert refused(Program().get("results/greenways/", section="teams"), 400, "invalid")
    wrong = {"Authorization": "Token nobody"}
    assert refused(Program().get("results/megalopolis/", headers=wrong), 401)
    assert refused(Program(alice, scopes=["play"]).get("results/megalopolis/"), 403)
    settings.API_CALLS_PER_MINUTE = settings.API_CALLS_PER_MINUTE | {"stranger": 0}
    assert refused(Program().get("results/megalopolis/"), 429)


def test_whoever_has_the_results_is_only_told_so(reached):
    known = {"If-None-Match": Program().get("results/megalopolis/")["ETag"]}
    assert Program().get("results/megalopolis/", headers=known).status_code == 304


# Players


def test_players_are_found_by_how_their_name_begins(alice, bob):
    names = [one["name"] for one in Program().get("players/", search="AL").json()["results"]]
    assert names == ["alice"]


def test_a_player_is_shown_with_ratings_but_not_with_an_address(finished, alice):
    answer = Program().get("players/Alice/")
    said = answer.json()
    assert {line["pool"] for line in said["ratings"]} == {"quadropolis", "quadropolis:classic"}
    assert (said["matches"], said["finished_percent"]) == (4, 100)
    assert "example.org" not in answer.content.decode()
    assert refused(Program().get("players/nobody/"), 404)
    assert refused(Program().get("players/me/"), 404)


# Histories


def test_histories_are_searched_as_on_the_page(finished):
    public = [match.code for match in finished[:3]][::-1]
    assert codes(Program().get("history/")) == public
    assert codes(Program().get("history/", player="alice", other="bob")) == public
    assert codes(Program().get("history/", least_moves=finished[0].seq)) == public
    assert codes(Program().get("history/", most_moves=1)) == []
    assert codes(Program().get("history/", before_date="2020-01-01")) == []


def test_histories_come_page_by_page(finished, monkeypatch):
    monkeypatch.setattr(lists, "MATCHES_PER_PAGE", 2)
    first = Program().get("history/", game="quadropolis").json()
    second = Program().browser.get(first["next"]).json()
    assert [len(first["results"]), len(second["results"])] == [2, 1]
    assert second["next"] is None


@pytest.mark.parametrize(
    "query",
    [
        {"player": "nobody"},
        {"player": "alice", "other": "alice"},
        {"game": "chess"},
        {"least_score": 5, "most_score": 4},
        {"after_date": "yesterday"},
        {"after_date": "0001-01-01"},
        {"least_days": "9" * 30},
        {"cursor": "x"},
        {"cursor": "1"},
        {"cursor": "2026-01-01"},
        {"cursor": "1.000000-" + "9" * 30},
    ],
)
def test_a_search_that_makes_no_sense_is_refused(alice, query):
    assert refused(Program().get("history/", **query), 400, "invalid")


# The export


def lines(**query):
    answer = Program().get("exports/matches/", **query)
    assert answer.streaming
    assert answer["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]


def test_finished_matches_are_exported_with_records_that_hold(finished):
    found = lines()
    assert [line["code"] for line in found] == [match.code for match in finished[:3]]
    for line in found:
        replay_record(from_json(line["record"]))


def test_an_export_goes_on_where_it_ended(finished, monkeypatch):
    monkeypatch.setattr(lists, "LINES_PER_EXPORT", 2)
    monkeypatch.setattr(lists, "LINES_AT_ONCE", 1)
    first = lines()
    rest = lines(after=first[-1]["number"])
    assert [len(first), len(rest)] == [2, 1]
    assert lines(after=rest[-1]["number"]) == lines(game="chess") == []


def test_an_export_counts_as_the_many_calls_that_it_is(db, settings):
    settings.API_CALLS_PER_MINUTE = settings.API_CALLS_PER_MINUTE | {"stranger": MatchExport.cost}
    with time_machine.travel(NOON, tick=False):
        assert Program().get("exports/matches/")["RateLimit-Remaining"] == "0"
        assert refused(Program().get("games/"), 429)


def test_a_running_match_is_not_exported(match):
    assert lines() == []
