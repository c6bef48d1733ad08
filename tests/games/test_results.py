"""Results of games that are no contest: the written rules, and the stored lists."""

from datetime import UTC, datetime, timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command
from django.urls import reverse

from accounts.services.bots import bot_account
from games.facts import team_key
from games.models import (
    ALL_TIME,
    ALONE,
    TOGETHER,
    WHOLE_CITY,
    HighScore,
    Ledger,
    Match,
    Section,
    Standing,
    Team,
    TeamStanding,
    TeamTally,
)
from games.services.books import enter_finished
from games.services.departures import leave_everything_and_delete
from games.services.leaderboards import refresh_standings
from games.services.moves import resign
from games.services.proposals import answer, propose
from games.services.results import PROVISIONAL_MATCHES
from games.services.substitutes import claim_seat
from tests.games.conftest import advance, rush
from tests.games.test_books import rows

pytestmark = pytest.mark.django_db

MAY = datetime(2026, 5, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)
Board = Standing.Board


@pytest.fixture(autouse=True)
def _in_may(time_machine):
    time_machine.move_to(MAY, tick=False)


def tally(section, *players, season=ALL_TIME):
    key = team_key([player.pk for player in players])
    return TeamTally.objects.get(section=section, team__key=key, season=season)


def margin(match):
    return match.result["scores"][0] - match.result["target"]


def figures(line):
    return line.games, line.wins, line.cities, line.points, line.best


def won(match):
    return int(match.result["won"])


# What counts


def test_a_match_of_two_counts_for_each_and_for_the_team(build, alice, bob):
    match = rush(build(alice, bob))
    enter_finished()
    expected = (1, won(match), 1, margin(match), margin(match))
    assert figures(tally(Section.PLAYERS, alice)) == expected
    assert figures(tally(Section.PLAYERS, bob)) == expected
    assert figures(tally(Section.TEAMS, alice, bob)) == expected
    assert not TeamTally.objects.filter(section=Section.SOLO).exists()


def test_a_match_alone_counts_as_solo_and_nowhere_else(build, alice):
    match = rush(build(alice))
    enter_finished()
    assert figures(tally(Section.SOLO, alice)) == (
        1,
        won(match),
        1,
        margin(match),
        margin(match),
    )
    assert set(TeamTally.objects.values_list("section", flat=True)) == {Section.SOLO}


def test_without_a_target_the_points_themselves_count(announce, alice):
    first, second = (rush(announce(alice, game="greenways", variant="solo")) for _ in range(2))
    enter_finished()
    scores = [match.result["scores"][0] for match in (first, second)]
    assert figures(tally(Section.SOLO, alice)) == (2, 0, 2, sum(scores), max(scores))


def test_the_same_people_are_the_same_team_in_whatever_order_they_sit(build, alice, bob):
    rush(build(alice, bob))
    rush(build(bob, alice))
    enter_finished()
    assert tally(Section.TEAMS, alice, bob).games == 2
    assert set(Team.objects.get(key=team_key([alice.pk, bob.pk])).members.all()) == {alice, bob}


def test_other_people_are_another_team(build, alice, bob, charlie):
    rush(build(alice, bob))
    rush(build(alice, bob, charlie))
    enter_finished()
    assert tally(Section.TEAMS, alice, bob).games == 1
    assert tally(Section.TEAMS, alice, bob, charlie).games == 1
    assert tally(Section.PLAYERS, alice).games == 2


def test_with_bots_a_match_counts_for_the_players_but_for_no_team(build, alice, bob):
    rush(build(alice, bob, bots=("greedy", "greedy")))
    enter_finished()
    assert tally(Section.PLAYERS, alice).games == 1
    assert tally(Section.PLAYERS, bot_account(bot="greedy")).games == 1
    assert not TeamTally.objects.filter(section=Section.TEAMS).exists()


def test_who_leaves_has_a_match_that_is_not_won_and_so_has_the_team(build, alice, bob):
    match = advance(resign(code=advance(build(alice, bob), 2).code, player=alice))
    enter_finished()
    assert figures(tally(Section.PLAYERS, alice)) == (1, 0, 0, 0, None)
    assert figures(tally(Section.TEAMS, alice, bob)) == (1, 0, 0, 0, None)
    assert figures(tally(Section.PLAYERS, bob)) == (
        1,
        won(match),
        1,
        margin(match),
        margin(match),
    )


def test_whoever_plays_on_for_somebody_is_not_counted(build, alice, bob, charlie):
    match = resign(code=advance(build(alice, bob), 2).code, player=alice)
    empty = match.seats.exclude(left_at=None).get().index
    claim_seat(code=match.code, player=charlie, seat=empty)
    rush(match)
    enter_finished()
    assert not TeamTally.objects.filter(team__members=charlie).exists()


def test_what_was_called_off_or_given_up_counts_nowhere(build, alice, bob):
    together = advance(build(alice, bob), 2)
    asked = propose(code=together.code, player=alice, kind="cancel")
    answer(code=together.code, proposal_id=asked.pk, player=bob, yes=True)
    resign(code=advance(build(alice), 2).code, player=alice)
    assert Match.objects.filter(status=Match.Status.CANCELLED).count() == 2
    assert enter_finished() == 0
    assert not TeamTally.objects.exists()


def test_a_private_match_counts_for_players_but_tells_nothing_of_teams(build, alice, bob):
    rush(build(alice, bob, is_private=True))
    rush(build(alice, is_private=True))
    enter_finished()
    assert tally(Section.PLAYERS, alice).games == 1
    assert tally(Section.SOLO, alice).games == 1
    assert not TeamTally.objects.filter(section=Section.TEAMS).exists()
    assert not HighScore.objects.exists()


def test_contests_have_no_such_results(match):
    rush(match)
    enter_finished()
    assert not TeamTally.objects.exists()


def test_seasons_are_counted_apart(build, alice, time_machine):
    rush(build(alice))
    time_machine.shift(90 * DAY)
    rush(build(alice))
    enter_finished()
    assert tally(Section.SOLO, alice).games == 2
    assert tally(Section.SOLO, alice, season="2026-2").games == 1
    assert tally(Section.SOLO, alice, season="2026-3").games == 1


def test_variants_are_counted_apart(build, alice):
    rush(build(alice))
    rush(build(alice, variant="hard"))
    enter_finished()
    games = TeamTally.objects.filter(season=ALL_TIME).values_list("variant", "games")
    assert sorted(games) == [("easy", 1), ("hard", 1)]


def test_the_best_cities_are_those_furthest_over_the_target(build, alice, bob):
    matches = [rush(build(alice)), rush(build(alice, bob)), rush(build(bob))]
    enter_finished()
    best = HighScore.objects.filter(season=ALL_TIME, kind=WHOLE_CITY).order_by("-points")
    assert [line.points for line in best] == sorted(map(margin, matches), reverse=True)


@pytest.mark.parametrize("section", list(Section))
def test_beside_a_list_stand_the_cities_of_its_section(build, client, alice, bob, section):
    alone, together = rush(build(alice)), rush(build(alice, bob))
    enter_finished()
    url = reverse("leaderboard", args=["megalopolis"])
    page = client.get(url, {"variant": "easy", "section": section}).context["page"]
    shown = [city.match for city in page.best.cities]
    assert shown == ([alone] if section == Section.SOLO else [together])


def test_the_best_of_before_are_in_the_lists_of_their_sections(build, announce, alice, bob):
    rush(build(alice))
    rush(build(alice, bob))
    rush(announce(bob, game="greenways", variant="solo"))
    enter_finished()
    found = rows(HighScore)
    HighScore.objects.filter(kind__in=[ALONE, TOGETHER]).delete()
    migration = import_module("games.migrations.0004_best_cities_alone_and_together")
    migration.fill_in(apps, None)
    assert rows(HighScore) == found


def test_recomputing_gives_the_same_and_leaves_the_lists_until_they_are_made_again(
    build, announce, alice, bob, charlie
):
    rush(build(alice, bob))
    enter_finished()
    rush(build(bob, alice))
    rush(build(alice, charlie, bots=("greedy",)))
    advance(resign(code=advance(build(alice, bob, charlie), 2).code, player=bob))
    rush(build(alice))
    rush(announce(bob, game="greenways", variant="solo"))
    enter_finished()
    refresh()
    found, lists = rows(TeamTally), rows(TeamStanding)
    call_command("recompute_ratings", verbosity=0)
    assert rows(TeamTally) == found
    assert rows(TeamStanding) == lists
    refresh()
    assert rows(TeamStanding) == lists


# The stored lists


def refresh():
    Ledger.objects.update(stale_at=None, post_at=None)
    assert refresh_standings()


def names(board=Board.ALL_TIME, section=Section.PLAYERS, pool="megalopolis:easy"):
    lines = TeamStanding.objects.filter(pool=pool, board=board, section=section).order_by("place")
    assert [line.place for line in lines] == list(range(1, len(lines) + 1))
    return [_name(line.team) for line in lines]


def _name(team):
    return " ".join(sorted(team.members.values_list("username", flat=True)))


def test_the_larger_share_is_ahead_and_then_the_larger_average(reach, alice, bob, charlie, dora):
    reach(alice, games=10, wins=5, points=30)
    reach(bob, games=20, wins=10, points=80)
    reach(charlie, games=5, wins=3, points=-10)
    reach(dora, games=10, wins=5, points=0, cities=0)
    refresh()
    assert names() == ["charlie", "bob", "alice", "dora"]


def test_few_matches_come_after_all_others(reach, alice, bob):
    reach(alice, games=PROVISIONAL_MATCHES - 1, wins=PROVISIONAL_MATCHES - 1)
    reach(bob, games=PROVISIONAL_MATCHES, wins=0)
    refresh()
    assert names() == ["bob", "alice"]
    lines = TeamStanding.objects.filter(board=Board.ALL_TIME).order_by("place")
    assert [line.is_provisional for line in lines] == [False, True]


def test_sections_and_variants_don_t_mix(reach, alice, bob, charlie):
    reach(alice)
    reach(alice, bob, section=Section.TEAMS)
    reach(charlie, section=Section.SOLO)
    reach(charlie, variant="hard")
    refresh()
    assert names() == ["alice"]
    assert names(section=Section.TEAMS) == ["alice bob"]
    assert names(section=Section.SOLO) == ["charlie"]
    assert names(pool="megalopolis:hard") == ["charlie"]


def test_the_season_has_its_own_results_and_active_are_those_of_90_days(reach, alice, bob):
    reach(alice, ago=91 * DAY)
    reach(bob, wins=1, ago=90 * DAY)
    reach(bob, season="2026-2")
    reach(alice, season="2026-1")
    refresh()
    assert names() == ["alice", "bob"]
    assert names(Board.ACTIVE) == ["bob"]
    assert names(Board.SEASON) == ["bob"]


def test_whoever_leaves_the_site_takes_their_teams_off_the_lists(reach, alice, bob, charlie):
    reach(alice, bob, section=Section.TEAMS, wins=9)
    reach(alice, charlie, section=Section.TEAMS)
    refresh()
    leave_everything_and_delete(player=bob)
    assert not TeamStanding.objects.filter(team__members=bob).exists()
    refresh()
    assert names(section=Section.TEAMS) == ["alice charlie"]
