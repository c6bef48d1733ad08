"""The club's ladder: what counts, and that the log gives the same numbers again."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from accounts.models import Membership, Player
from accounts.services import clubs
from games import elo
from games.models import ClubMeeting, ClubPlace, ClubRating, ClubResult, ClubSeasonLine
from games.presenters.clubs import BLOCK
from games.services.books import enter_finished, recompute
from games.services.club_results import Entry, Played, decide_result, enter_result
from games.services.matches import Chair, join_table
from games.services.moves import resign


@pytest.fixture
def club(alice, bob, charlie):
    """Alice, Bob and Charlie are in it, Dora is not."""
    club = clubs.found_club(player=alice, name="Thursday Circle", about="")
    for player in (bob, charlie):
        clubs.join_by_link(player=player, slug=club.slug, key=club.join_key)
    return club


@pytest.fixture
def beats(announce):
    """A short match with a known winner, entered in the books."""

    def beats(winner, loser, *bots, **terms):
        match = announce(winner, Chair(), *bots, **terms)
        match = join_table(player=loser, code=match.code)
        resign(code=match.code, player=loser)
        enter_finished()
        return match

    return beats


@pytest.fixture
def played(club, alice):
    """A game over the table that counts: scores by player, guests by their names."""

    def played(day=None, **scores):
        people = {player.username: player for player in Player.objects.all()}
        entries = [
            Entry(score, people.get(name), "" if name in people else name)
            for name, score in scores.items()
        ]
        game = Played("quadropolis", "classic", day or date(2026, 1, 15), entries)
        result = enter_result(by=alice, slug=club.slug, played=game)
        return decide_result(by=alice, slug=club.slug, result_id=result.pk, accepts=True)

    return played


def ladder(club):
    lines = ClubRating.objects.filter(club=club).order_by("-rating", "player")
    return {line.player.username: line.rating for line in lines}


def test_a_match_between_members_counts(club, beats, alice, bob):
    beats(alice, bob)
    assert ladder(club) == {"alice": Decimal("1520.00"), "bob": Decimal("1480.00")}


def test_the_same_match_is_counted_once(club, beats, alice, bob):
    beats(alice, bob)
    enter_finished()
    recompute(progress=lambda done, total: None)
    assert ClubResult.objects.count() == 1


def test_a_match_with_a_stranger_does_not(club, beats, alice, dora):
    beats(alice, dora)
    assert ladder(club) == {}


@pytest.mark.parametrize("terms", [{"rated": False}, {"is_private": True}])
def test_neither_does_one_that_is_not_rated_or_private(club, beats, alice, bob, terms):
    beats(alice, bob, **terms)
    assert ladder(club) == {}


def test_a_private_match_at_the_clubs_own_table_counts(club, beats, alice, bob):
    beats(alice, bob, is_private=True, club_id=club.pk)
    assert list(ladder(club)) == ["alice", "bob"]


def test_a_table_of_one_club_counts_in_no_other(club, beats, alice, bob):
    other = clubs.found_club(player=bob, name="Other", about="")
    clubs.join_by_link(player=alice, slug=other.slug, key=other.join_key)
    beats(alice, bob, club_id=club.pk)
    assert (len(ladder(club)), ladder(other)) == (2, {})
    beats(alice, bob)
    assert len(ladder(other)) == 2


def test_bots_at_the_table_are_left_out(club, announce, alice, bob, play):
    match = announce(alice, Chair(), Chair(bot="random"))
    play(join_table(player=bob, code=match.code))
    enter_finished()
    assert set(ladder(club)) == {"alice", "bob"}
    assert {place.rank for place in ClubPlace.objects.all()} <= {1, 2}


def test_who_became_a_member_during_the_match_is_no_member_in_it(club, announce, alice, dora):
    match = join_table(player=dora, code=announce(alice, Chair()).code)
    clubs.join_by_link(player=dora, slug=club.slug, key=club.join_key)
    resign(code=match.code, player=dora)
    enter_finished()
    assert ladder(club) == {}


def test_who_left_during_the_match_is_still_counted(club, announce, alice, bob):
    match = join_table(player=bob, code=announce(alice, Chair()).code)
    clubs.leave_club(player=bob, slug=club.slug)
    resign(code=match.code, player=bob)
    enter_finished()
    assert set(ladder(club)) == {"alice", "bob"}


def test_whoever_leaves_is_off_the_ladder_and_back_on_it_when_they_return(
    client, club, beats, alice, bob
):
    beats(alice, bob)
    clubs.leave_club(player=bob, slug=club.slug)
    address = reverse("club-ladder", args=[club.slug])
    assert "1480" not in client.get(address).content.decode()
    clubs.join_by_link(player=bob, slug=club.slug, key=club.join_key)
    assert "1480" in client.get(address).content.decode()


def test_the_site_s_own_ratings_know_nothing_of_games_over_the_table(club, played, alice):
    played(alice=50, bob=40)
    assert not alice.ratings.exists()
    assert len(ladder(club)) == 2


def test_three_at_a_table_are_rated_pair_by_pair(club, played):
    played(alice=50, bob=40, charlie=40)
    half = elo.k_factor(0) * Decimal("0.25")
    start = Decimal(1500)
    assert ladder(club) == {"alice": start + 20, "bob": start - half, "charlie": start - half}


def test_a_guest_is_no_opponent(club, played):
    played(alice=50, Oma=60)
    assert ladder(club) == {}
    played(alice=50, bob=40, Oma=60)
    assert ladder(club)["alice"] == Decimal("1520.00")
    assert ClubRating.objects.get(player__username="alice").wins == 0


def test_the_grid_knows_who_beat_whom(club, played):
    played(alice=50, bob=40, charlie=60)
    played(day=date(2026, 1, 16), alice=50, bob=50)
    met = ClubMeeting.objects.get(player__username="alice", other__username="bob")
    assert (met.games, met.wins, met.losses) == (2, 1, 0)


def test_a_season_gives_points_for_those_who_were_beaten(club, played):
    played(alice=50, bob=40, charlie=60)
    played(day=date(2026, 1, 16), alice=50, bob=50)
    lines = {
        line.player.username: (line.games, line.wins, line.points)
        for line in ClubSeasonLine.objects.filter(season="2026-1")
    }
    assert lines == {
        "alice": (2, 1, Decimal("1.00")),
        "bob": (2, 1, Decimal("0.50")),
        "charlie": (1, 1, Decimal("1.00")),
    }


def test_each_season_has_its_table_and_the_archive_leads_to_it(client, club, played):
    played(day=date(2025, 5, 1), alice=50, bob=40)
    played(day=date(2026, 1, 1), charlie=50, bob=40)
    shown = client.get(reverse("club-season", args=[club.slug]), {"season": "2025-2"})
    lines = [line.line.player.username for line in shown.context["season"].lines]
    assert lines == ["alice", "bob"]
    archive = [link.url for link in shown.context["season"].archive]
    assert {"?season=2025-2", "?season=2026-1"} <= set(archive)


def books(club):
    """All that is computed, without the numbers of rows."""
    return [
        list(model.objects.filter(club=club).order_by(*order).values_list(*fields))
        for model, order, fields in (
            (
                ClubRating,
                ["player"],
                ["player", "rating", "peak", "games", "wins", "recent", "last_at"],
            ),
            (ClubMeeting, ["player", "other"], ["player", "other", "games", "wins", "losses"]),
            (
                ClubSeasonLine,
                ["season", "player"],
                ["season", "player", "games", "wins", "points", "gained"],
            ),
        )
    ]


def test_the_log_gives_the_same_numbers_again(club, played, beats, alice, bob, charlie):
    beats(alice, bob)
    played(alice=50, bob=40, charlie=45)
    beats(charlie, alice)
    for day in range(1, 15):
        played(day=date(2025, 12, day), alice=40 + day % 5, bob=43, charlie=50 - day % 7, Oma=1)
    before = books(club)
    assert len(before[0]) == 3
    call_command("recompute_club_ladders")
    assert books(club) == before


def test_numbers_of_the_log_have_no_gaps(club, played, beats, alice, bob):
    played(alice=50, bob=40)
    beats(alice, bob)
    played(alice=51, bob=40)
    assert list(ClubResult.objects.order_by("pk").values_list("number", flat=True)) == [1, 2, 3]


# How much is asked


@pytest.fixture
def large(club):
    """A club with many more members and results than a page shows."""
    people = Player.objects.bulk_create(Player(username=f"p{number}") for number in range(120))
    now = timezone.now()
    Membership.objects.bulk_create(
        Membership(club=club, player=one, joined_at=now) for one in people
    )
    ClubRating.objects.bulk_create(
        ClubRating(
            club=club,
            player=one,
            rating=1500 + number,
            peak=1700,
            games=3,
            recent=[1500, 1510],
            last_at=now,
        )
        for number, one in enumerate(people)
    )
    start = datetime(2026, 1, 1, tzinfo=UTC)
    results = ClubResult.objects.bulk_create(
        ClubResult(
            club=club,
            number=1000 + number,
            status="counted",
            game="quadropolis",
            variant="classic",
            played_at=start + timedelta(hours=number),
            entered_at=start,
        )
        for number in range(300)
    )
    ClubPlace.objects.bulk_create(
        ClubPlace(result=result, index=index, player=people[(n + index) % 120], score=9, rank=1)
        for n, result in enumerate(results)
        for index in range(2)
    )
    ClubSeasonLine.objects.bulk_create(
        ClubSeasonLine(club=club, season="2026-1", player=one, games=1) for one in people
    )
    return club


PAGES = ("club", "club-ladder", "club-grid", "club-season", "club-results", "club-members", "clubs")


@pytest.mark.parametrize("name", PAGES)
def test_a_large_club_asks_no_more_of_the_database_than_a_small_one(
    client, club, played, alice, name, request, django_assert_max_num_queries
):
    address = reverse(name, args=[] if name == "clubs" else [club.slug])
    client.force_login(alice)
    played(alice=50, bob=40)
    with django_assert_max_num_queries(25) as small:
        client.get(address)
    request.getfixturevalue("large")
    with django_assert_max_num_queries(len(small.captured_queries)):
        client.get(address)


def test_all_results_can_be_paged_through_without_a_gap(client, large):
    address = reverse("club-results", args=[large.slug])
    page = client.get(address).context["page"]
    seen = [result.pk for result in page.results]
    while page.next:
        page = client.get(address, {"before": page.next}).context["page"]
        seen += [result.pk for result in page.results]
    assert len(seen) == len(set(seen)) == 300


def test_the_grid_is_shown_in_blocks(client, large):
    answer = client.get(reverse("club-grid", args=[large.slug]), {"rows": "2", "columns": "8"})
    shown = answer.context["grid"]
    assert [row.place for row in shown.rows] == list(range(BLOCK + 1, 2 * BLOCK + 1))
    assert [place for place, _player in shown.columns] == list(range(7 * BLOCK + 1, 121))
