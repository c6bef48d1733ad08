"""Clubs for programs: who sees what, page by page, and how much is asked of the database."""

from datetime import date

import pytest
from django.core.cache import cache

from accounts.models import Player
from accounts.services import clubs
from games.models import Match
from games.presenters import clubs as presenter
from games.services.books import enter_finished
from games.services.club_results import Entry, Played, decide_result, enter_result
from games.services.matches import Chair, join_table
from games.services.moves import resign
from tests.programs import Program, refused

CLUB = "clubs/thursday-circle/"
PARTS = ("", "members/", "ladder/", "seasons/", "results/")
LISTS = PARTS[1:]
CITY = "mode=classic&city=T3P..-SFH1.&inhabitants=9&energy=4"


@pytest.fixture(autouse=True)
def _nobody_was_counted():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def club(alice, bob):
    """Alice owns it, Bob is a member; Charlie and Dora are strangers."""
    club = clubs.found_club(player=alice, name="Thursday Circle", about="We meet on Thursdays.")
    clubs.join_by_link(player=bob, slug=club.slug, key=club.join_key)
    return club


@pytest.fixture
def played(club, alice, bob):
    """A game over the table that counts."""

    def played(alice_has=61, bob_has=58, day=1, *guests):
        entries = [Entry(alice_has, alice), Entry(bob_has, bob), *guests]
        game = Played("quadropolis", "classic", date(2026, 1, day), entries)
        result = enter_result(by=alice, slug=club.slug, played=game)
        return decide_result(by=alice, slug=club.slug, result_id=result.pk, accepts=True)

    return played


def results(answer):
    assert answer.status_code == 200, answer.content
    return answer.json()["results"]


def everything(program, path, **query):
    """All pages of a list, one after the other."""
    answer = program.get(path, **query).json()
    found = answer["results"]
    while answer["next"]:
        answer = program.browser.get(answer["next"], headers=program.headers).json()
        found += answer["results"]
    return found


# The list


def test_clubs_are_listed_newest_first_with_your_role(club, alice, bob, charlie):
    clubs.found_club(player=charlie, name="Friday Circle", about="")
    friday, thursday = results(Program(bob).get("clubs/"))
    assert (friday["slug"], friday["members"], friday["role"]) == ("friday-circle", 1, None)
    assert (thursday["slug"], thursday["members"], thursday["role"]) == (club.slug, 2, "member")
    assert [one["role"] for one in results(Program().get("clubs/"))] == [None, None]
    assert [one["role"] for one in results(Program(alice).get("clubs/"))] == [None, "owner"]


def test_your_own_clubs_are_those_that_you_are_in_now(club, alice, bob, charlie):
    clubs.found_club(player=charlie, name="Friday Circle", about="")
    (own,) = results(Program(bob).get("clubs/", mine="true"))
    assert (own["slug"], own["members"]) == (club.slug, 2)
    clubs.leave_club(player=bob, slug=club.slug)
    assert results(Program(bob).get("clubs/", mine="true")) == []
    assert len(results(Program(bob).get("clubs/", mine="false"))) == 2


def test_a_stranger_has_no_clubs_of_their_own(club):
    assert refused(Program().get("clubs/", mine="true"), 401, "not_authenticated")


def test_a_list_of_clubs_that_makes_no_sense_is_refused(db):
    for query in ({"mine": "perhaps"}, {"cursor": "x"}):
        assert refused(Program().get("clubs/", **query), 400, "invalid")


def test_the_list_of_clubs_is_refused_as_every_call_is(club, bob, settings):
    known = {"If-None-Match": Program().get("clubs/")["ETag"]}
    assert Program().get("clubs/", headers=known).status_code == 304
    assert refused(Program().get("clubs/", headers={"Authorization": "Token nobody"}), 401)
    assert refused(Program(bob, scopes=["play"]).get("clubs/"), 403, "missing_scope")
    settings.API_CALLS_PER_MINUTE = settings.API_CALLS_PER_MINUTE | {"stranger": 0}
    assert refused(Program().get("clubs/"), 429)


# A club


def test_a_club_says_who_it_is(club, bob):
    said = Program(bob).get(CLUB).json()
    assert (said["name"], said["about"]) == ("Thursday Circle", "We meet on Thursdays.")
    assert (said["members"], said["role"]) == (2, "member")
    assert said["url"].endswith(club.get_absolute_url())


def test_the_joining_link_is_for_members_as_on_the_page(club, alice, bob, charlie):
    for member in (alice, bob):
        assert Program(member).get(CLUB).json()["join_link"].endswith(f"/{club.join_key}/")
    clubs.leave_club(player=bob, slug=club.slug)
    for program in (Program(), Program(bob), Program(charlie)):
        for path in (CLUB, "clubs/"):
            assert club.join_key not in program.get(path).content.decode()
        assert program.get(CLUB).json()["join_link"] is None


@pytest.mark.parametrize("part", PARTS)
def test_a_club_that_is_not_there_is_not_found(club, alice, bob, part):
    assert refused(Program(alice).get(f"clubs/nowhere/{part}"), 404)
    for player in (bob, alice):  # it closes with the last member
        clubs.leave_club(player=player, slug=club.slug)
    assert refused(Program(alice).get(f"{CLUB}{part}"), 404)


@pytest.mark.parametrize("part", PARTS)
def test_it_can_be_read_by_strangers_and_by_tokens_for_reading_only(club, played, bob, part):
    played()
    assert Program().get(f"{CLUB}{part}").status_code == 200
    assert Program(bob, scopes=["read"]).get(f"{CLUB}{part}").status_code == 200
    assert refused(Program(bob, scopes=["play"]).get(f"{CLUB}{part}"), 403, "missing_scope")


@pytest.mark.parametrize("part", PARTS)
def test_a_wrong_token_and_too_many_calls_are_refused(club, settings, part):
    wrong = {"Authorization": "Token nobody"}
    assert refused(Program().get(f"{CLUB}{part}", headers=wrong), 401)
    settings.API_CALLS_PER_MINUTE = settings.API_CALLS_PER_MINUTE | {"stranger": 0}
    assert refused(Program().get(f"{CLUB}{part}"), 429)


@pytest.mark.parametrize("part", PARTS)
def test_who_has_the_current_version_is_only_told_so(club, played, bob, part):
    query = {"season": "2026-1"} if part == "seasons/" else {}
    known = {"If-None-Match": Program().get(f"{CLUB}{part}", **query)["ETag"]}
    assert Program().get(f"{CLUB}{part}", headers=known, **query).status_code == 304
    played(day=2)
    clubs.leave_club(player=bob, slug=club.slug)
    assert Program().get(f"{CLUB}{part}", headers=known, **query).status_code == 200


@pytest.mark.parametrize("part", ["members/", "ladder/", "seasons/"])
def test_a_cursor_that_is_none_is_refused(club, part):
    for cursor in ("x", "-1", "9" * 40):
        assert refused(Program().get(f"{CLUB}{part}", cursor=cursor), 400, "invalid")


# Members


def test_members_are_listed_with_their_roles(club, alice, dora):
    clubs.join_by_link(player=dora, slug=club.slug, key=club.join_key)
    clubs.remove_member(by=alice, slug=club.slug, name="bob")
    found = results(Program().get(f"{CLUB}members/"))
    assert [(one["player"], one["role"]) for one in found] == [
        ("alice", "owner"),
        ("dora", "member"),
    ]
    assert all(one.keys() == {"player", "role", "joined_at"} for one in found)


# The ladder


def test_the_ladder_ranks_members(club, played):
    played()
    assert results(Program().get(f"{CLUB}ladder/")) == [
        {
            "place": place,
            "player": name,
            "rating": rating,
            "games": 1,
            "wins": wins,
            "provisional": True,
        }
        for place, name, rating, wins in ((1, "alice", 1520, 1), (2, "bob", 1480, 0))
    ]


def test_whoever_left_is_not_on_the_ladder_but_still_in_the_results(club, played, bob):
    played()
    clubs.leave_club(player=bob, slug=club.slug)
    assert [line["player"] for line in results(Program().get(f"{CLUB}ladder/"))] == ["alice"]
    (result,) = results(Program().get(f"{CLUB}results/"))
    assert [place["player"] for place in result["places"]] == ["alice", "bob"]


def test_nobody_is_provisional_for_ever(club, played):
    for day in range(1, 11):
        played(day=day)
    lines = results(Program().get(f"{CLUB}ladder/"))
    assert [line["provisional"] for line in lines] == [False, False]


# Seasons


def test_a_season_has_its_table(club, played):
    played()
    assert results(Program().get(f"{CLUB}seasons/", season="2026-1")) == [
        {"place": 1, "player": "alice", "points": 1.0, "gained": 20, "games": 1, "wins": 1},
        {"place": 2, "player": "bob", "points": 0.0, "gained": -20, "games": 1, "wins": 0},
    ]
    assert results(Program().get(f"{CLUB}seasons/", season="2025-4")) == []


def test_the_usual_season_is_this_one(club, played, time_machine):
    played()
    time_machine.move_to("2026-02-01")
    assert len(results(Program().get(f"{CLUB}seasons/"))) == 2
    time_machine.move_to("2026-04-01")
    assert results(Program().get(f"{CLUB}seasons/")) == []


@pytest.mark.parametrize("season", ["2026", "2026-5", "26-1", "2026-1-1", "٢٠٢٦-1", "spring"])
def test_a_season_that_makes_no_sense_is_refused(club, season):
    assert refused(Program().get(f"{CLUB}seasons/", season=season), 400, "invalid")


# Results


def test_results_are_listed_latest_first_with_guests_and_cities(club, played):
    played(61, 58, 2)
    played(40, 50, 3, Entry(45, None, "Oma Erna"))
    latest, first = results(Program().get(f"{CLUB}results/"))
    assert [place["rank"] for place in latest["places"]] == [1, 2, 3]
    assert [place["player"] for place in latest["places"]] == ["bob", None, "alice"]
    assert [place["guest"] for place in latest["places"]] == [None, "Oma Erna", None]
    assert [place["score"] for place in first["places"]] == [61, 58]
    assert (first["game"], first["variant"], first["match"]) == ("quadropolis", "classic", None)
    assert first["played_at"].startswith("2026-01-02")


def test_a_city_that_was_kept_is_shown_in_the_calculator(club, played):
    result = played()
    result.places.filter(rank=1).update(city=CITY)
    (shown,) = results(Program().get(f"{CLUB}results/"))
    assert [bool(place["city"]) for place in shown["places"]] == [True, False]
    assert shown["places"][0]["city"].endswith(f"/calculator/quadropolis/?{CITY}")


def test_a_match_on_the_site_is_named(club, announce, alice, bob):
    match = join_table(player=bob, code=announce(alice, Chair()).code)
    resign(code=match.code, player=bob)
    enter_finished()
    assert [one["match"] for one in results(Program().get(f"{CLUB}results/"))] == [match.code]


def test_what_is_not_decided_is_not_told(club, alice, bob):
    game = Played("quadropolis", "classic", date(2026, 1, 1), [Entry(61, alice), Entry(58, bob)])
    enter_result(by=alice, slug=club.slug, played=game)
    assert results(Program().get(f"{CLUB}results/")) == []


def test_a_cursor_of_results_that_is_too_long_is_refused(club):
    assert refused(Program().get(f"{CLUB}results/", cursor="1" * 61), 400, "invalid")


# How much comes at once, and what it costs


@pytest.fixture
def large(club):
    """Five more members on the ladder, and more results."""
    owner = club.memberships.get(role="owner").player
    for number in range(5):
        player = Player.objects.create_user(f"member-{number}")
        clubs.join_by_link(player=player, slug=club.slug, key=club.join_key)
        clubs.found_club(player=player, name=f"Club {number}", about="")
        entries = [Entry(60 + number, player), Entry(50, owner)]
        game = Played("quadropolis", "classic", date(2026, 1, 20), entries)
        result = enter_result(by=owner, slug=club.slug, played=game)
        decide_result(by=owner, slug=club.slug, result_id=result.pk, accepts=True)
    return club


ALL_LISTS = [("clubs/", {}), ("clubs/", {"mine": "true"})] + [
    (f"{CLUB}{part}", {"season": "2026-1"} if part == "seasons/" else {}) for part in LISTS
]


@pytest.mark.parametrize(("path", "query"), ALL_LISTS)
def test_lists_come_page_by_page_without_a_gap(large, alice, settings, monkeypatch, path, query):
    program = Program(alice)
    clubs.found_club(player=alice, name="Another", about="")
    whole = everything(program, path, **query)
    settings.API_PAGE_SIZE = 2
    monkeypatch.setattr(presenter, "RESULTS_PAGE", 2)
    assert len(program.get(path, **query).json()["results"]) == 2
    assert everything(program, path, **query) == whole
    if path.endswith(("ladder/", "seasons/")):
        assert [line["place"] for line in whole] == list(range(1, len(whole) + 1))


@pytest.mark.parametrize(("path", "query"), [*ALL_LISTS, (CLUB, {})])
def test_a_large_club_costs_what_a_small_one_does(
    club, played, alice, request, django_assert_max_num_queries, path, query
):
    played()
    program = Program(alice)
    program.get(path, **query)
    with django_assert_max_num_queries(6) as few:
        program.get(path, **query)
    request.getfixturevalue("large")
    with django_assert_max_num_queries(len(few)):
        assert program.get(path, **query).status_code == 200


# Tables of a club


def new_table(*others, **terms):
    seats = [{"player": "me"}, *others]
    return {"game": "quadropolis", "variant": "classic", "seats": seats} | terms


def test_a_table_is_announced_for_a_club(club, alice, bob, charlie):
    answer = Program(alice).post("matches/", new_table({"open": True}, club=club.slug))
    assert (answer.status_code, answer.json()["club"]) == (201, club.slug)
    match = Match.objects.get()
    assert match.club == club
    assert refused(Program(charlie).post(f"matches/{match.code}/join/"), 403)
    assert Program(bob).post(f"matches/{match.code}/join/").json()["status"] == "running"


def test_a_table_is_for_no_club_unless_it_says_so(club, alice):
    assert Program(alice).post("matches/", new_table({"open": True})).json()["club"] is None


def test_only_members_announce_it_and_are_invited(club, alice, charlie):
    stranger, invited = {"open": True}, {"player": "charlie"}
    assert refused(Program(charlie).post("matches/", new_table(stranger, club=club.slug)), 403)
    assert refused(Program(alice).post("matches/", new_table(invited, club=club.slug)), 403)
    assert not Match.objects.exists()


@pytest.mark.parametrize("slug", ["nowhere", "no slug", "", None, 5, "a" * 41])
def test_a_table_for_a_club_that_is_not_there_is_refused(club, alice, slug):
    assert refused(Program(alice).post("matches/", new_table({"open": True}, club=slug)), 400)
    assert not Match.objects.exists()
