"""Games over the table: entered, confirmed, disputed, decided; and as files."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from accounts.services import clubs
from games.models import ClubPlace, ClubRating, ClubResult
from games.services.club_files import CITY_COLUMNS, COLUMNS, import_results
from games.services.club_results import (
    Entry,
    Played,
    answer_result,
    decide_result,
    enter_result,
)
from quadropolis_site.errors import ApplicationError, Conflict, NotAllowed

HEAD = ",".join(COLUMNS)
WHOLE_HEAD = ",".join(COLUMNS + CITY_COLUMNS)
DAY = date(2026, 1, 15)


@pytest.fixture
def club(alice, bob, charlie):
    """Charlie owns it; Alice and Bob are members; Dora is a stranger."""
    club = clubs.found_club(player=charlie, name="Thursday Circle", about="")
    for player in (alice, bob):
        clubs.join_by_link(player=player, slug=club.slug, key=club.join_key)
    return club


@pytest.fixture
def enter(club, alice, bob):
    """Alice says that she has won."""

    def enter(by=alice, day=DAY, variant="classic", entries=None):
        entries = entries or [Entry(61, alice), Entry(58, bob)]
        played = Played("quadropolis", variant, day, entries)
        return enter_result(by=by, slug=club.slug, played=played)

    return enter


def status(result):
    result.refresh_from_db()
    return result.status


def test_it_waits_until_the_others_confirm_it(club, enter, bob):
    result = enter()
    assert status(result) == "waiting"
    assert not ClubRating.objects.exists()
    answer_result(player=bob, slug=club.slug, result_id=result.pk, confirms=True)
    assert (status(result), result.number) == ("counted", 1)
    assert ClubRating.objects.get(player=bob).rating == 1480


def test_all_members_who_played_must_confirm_it(club, enter, alice, bob, charlie):
    result = enter(entries=[Entry(61, alice), Entry(58, bob), Entry(70, charlie)])
    answer_result(player=bob, slug=club.slug, result_id=result.pk, confirms=True)
    assert status(result) == "waiting"
    answer_result(player=charlie, slug=club.slug, result_id=result.pk, confirms=True)
    assert status(result) == "counted"


def test_who_enters_a_game_of_others_confirms_nothing(club, enter, alice, bob, charlie):
    result = enter(by=charlie)
    answer_result(player=alice, slug=club.slug, result_id=result.pk, confirms=True)
    assert status(result) == "waiting"
    answer_result(player=bob, slug=club.slug, result_id=result.pk, confirms=True)
    assert status(result) == "counted"


def test_confirming_twice_counts_once(club, enter, bob):
    result = enter()
    answer_result(player=bob, slug=club.slug, result_id=result.pk, confirms=True)
    with pytest.raises(Conflict, match="decided already"):
        answer_result(player=bob, slug=club.slug, result_id=result.pk, confirms=True)
    assert ClubRating.objects.get(player=bob).games == 1


def test_a_dispute_can_be_withdrawn(club, enter, bob):
    result = enter()
    answer_result(
        player=bob, slug=club.slug, result_id=result.pk, confirms=False, objection="I had 68"
    )
    assert status(result) == "disputed"
    assert ClubPlace.objects.get(player=bob).objection == "I had 68"
    answer_result(player=bob, slug=club.slug, result_id=result.pk, confirms=True)
    assert status(result) == "counted"


@pytest.mark.parametrize(("accepts", "outcome"), [(True, "counted"), (False, "rejected")])
def test_an_organiser_decides_a_dispute(club, enter, bob, charlie, accepts, outcome):
    result = enter()
    answer_result(player=bob, slug=club.slug, result_id=result.pk, confirms=False)
    decide_result(by=charlie, slug=club.slug, result_id=result.pk, accepts=accepts)
    assert (status(result), result.decided_by) == (outcome, charlie)
    with pytest.raises(Conflict, match="decided already"):
        decide_result(by=charlie, slug=club.slug, result_id=result.pk, accepts=not accepts)
    with pytest.raises(Conflict, match="decided already"):
        answer_result(player=bob, slug=club.slug, result_id=result.pk, confirms=True)


def test_members_decide_nothing(club, enter, alice, bob, dora):
    result = enter()
    for by in (alice, bob, dora):
        with pytest.raises(NotAllowed):
            decide_result(by=by, slug=club.slug, result_id=result.pk, accepts=True)


def test_only_those_who_played_answer(club, enter, charlie, dora):
    result = enter()
    for player in (charlie, dora):
        with pytest.raises(NotAllowed, match="Only those who played"):
            answer_result(player=player, slug=club.slug, result_id=result.pk, confirms=True)


def test_a_result_of_another_club_is_out_of_reach(club, enter, dora):
    other = clubs.found_club(player=dora, name="Other", about="")
    with pytest.raises(Conflict):
        decide_result(by=dora, slug=other.slug, result_id=enter().pk, accepts=True)


def test_a_game_with_nobody_to_confirm_it_is_for_an_organiser(club, enter, alice, charlie):
    result = enter(entries=[Entry(61, alice), Entry(58, guest="Oma Erna")])
    assert status(result) == "waiting"
    decide_result(by=charlie, slug=club.slug, result_id=result.pk, accepts=True)
    assert status(result) == "counted"


def test_the_same_game_is_not_entered_twice(club, enter, alice, bob):
    enter()
    with pytest.raises(Conflict, match="entered already"):
        enter(by=bob, entries=[Entry(58, bob), Entry(61, alice)])
    assert ClubResult.objects.count() == 1


def test_what_was_rejected_can_be_entered_again(club, enter, charlie):
    first = enter()
    decide_result(by=charlie, slug=club.slug, result_id=first.pk, accepts=False)
    assert status(enter()) == "waiting"


def test_strangers_enter_nothing(enter, dora):
    with pytest.raises(NotAllowed):
        enter(by=dora)


def test_what_makes_no_sense_is_refused(enter, alice, bob, dora):
    tomorrow = timezone.localdate() + timedelta(days=1)
    cases: dict[str, dict[str, Any]] = {
        "to today": {"day": tomorrow},
        "from 2000-01-01": {"day": date(1999, 12, 31)},
        "twice": {"entries": [Entry(1, alice), Entry(2, alice)]},
        "not a member": {"entries": [Entry(1, alice), Entry(2, dora)]},
        "score is from": {"entries": [Entry(1, alice), Entry(1000, bob)]},
        "name of a guest": {"entries": [Entry(1, alice), Entry(2, guest="=cmd()")]},
        "must be a member": {"entries": [Entry(1, guest="A"), Entry(2, guest="B")]},
        "players": {"entries": [Entry(1, alice)]},
        "variant": {"variant": "solo"},
    }
    for words, case in cases.items():
        with pytest.raises(ApplicationError, match=words):
            enter(**case)
    assert not ClubResult.objects.exists()


# The form


def form(**changes):
    return {
        "variant": "quadropolis:classic",
        "day": "2026-01-15",
        "name_1": "alice",
        "score_1": "61",
        "name_2": "bob",
        "score_2": "58",
    } | changes


@pytest.fixture
def send(client, club, alice):
    def send(**changes):
        client.force_login(alice)
        return client.post(reverse("club-result-new", args=[club.slug]), form(**changes))

    return send


def test_scores_are_entered_with_the_form(send):
    assert send(name_3="Oma", is_guest_3="on", score_3="70").status_code == 302
    places = [(place.name, place.score, place.rank) for place in ClubPlace.objects.all()]
    assert places == [("alice", 61, 2), ("bob", 58, 3), ("Oma", 70, 1)]


def test_whole_cities_are_counted_by_the_calculator(send, client, club):
    link = (
        "https://example.org/calculator/quadropolis/?mode=classic&city=T3P&inhabitants=0&energy=1"
    )
    answer = send(city_1=link, score_1="", city_2=link.replace("T3P", "T2P"), score_2="")
    assert answer.status_code == 302
    assert [place.score for place in ClubPlace.objects.all()] == [8, 5]
    shown = client.get(reverse("club-results", args=[club.slug])).content.decode()
    assert "?mode=classic&amp;city=T3P..-....-....-....&amp;inhabitants=0&amp;energy=1" in shown


def test_equal_cities_are_told_apart_as_the_rules_say(send):
    link = "?mode=classic&inhabitants={}&energy=0&city={}"
    first, second = link.format(0, "P"), link.format(1, "F")
    assert send(city_1=first, city_2=second, score_1="", score_2="").status_code == 302
    assert [(one.score, one.rank) for one in ClubPlace.objects.all()] == [(0, 2), (0, 1)]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name_2": "nobody-here"}, "There is no player named “nobody-here”."),
        ({"score_2": ""}, "Give a score, or the link of a city."),
        ({"name_2": ""}, "Who was it?"),
        ({"day": "yesterday"}, "Write the date like this: 2025-01-31."),
        ({"city_1": "https://example.org/"}, "This is no link of the calculator."),
        ({"city_1": "http://["}, "This is no link of the calculator."),
        ({"city_1": "?mode=expert&city=T"}, "This city was built on the board of another variant."),
        ({"city_1": "?mode=classic&city=Z"}, "a1: “Z” is no building."),
        ({"name_2": "dora"}, "You can enter them as a guest."),
        ({"variant": "chess:blitz"}, "Select a valid choice."),
    ],
)
def test_what_is_wrong_is_said_and_the_rest_is_kept(send, dora, changes, sentence):
    answer = send(**changes)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert 'value="61"' in answer.content.decode()
    assert not ClubResult.objects.exists()


def test_the_page_asks_those_who_played_and_organisers(client, club, enter, bob, charlie, dora):
    result = enter()
    answer = reverse("club-result-answer", args=[club.slug, result.pk])
    decide = reverse("club-result-decide", args=[club.slug, result.pk])
    expected = {bob: (True, False), charlie: (False, True), dora: (False, False)}
    for player, offers in expected.items():
        client.force_login(player)
        shown = client.get(reverse("club-results", args=[club.slug])).content.decode()
        assert (answer in shown, decide in shown) == offers
    client.force_login(bob)
    client.post(answer, {"answer": "confirm"})
    assert status(result) == "counted"


def test_the_day_is_the_one_that_was_entered_wherever_one_reads_it(client, club, enter, bob):
    result = enter()
    answer_result(player=bob, slug=club.slug, result_id=result.pk, confirms=True)
    bob.time_zone = "Pacific/Auckland"
    bob.save()
    client.force_login(bob)
    shown = client.get(reverse("club-results", args=[club.slug])).content.decode()
    assert '<time datetime="2026-01-15">15 Jan 2026</time>' in shown


# Files


def test_results_come_back_from_the_file_that_was_exported(client, club, charlie, bob, alice):
    lines = [
        "2026-01-15,quadropolis,classic,alice,61,bob,58",
        "2026-01-16,quadropolis,expert,bob,90,(Oma Erna),-3,alice,91",
    ]
    import_results(by=charlie, slug=club.slug, data="\n".join([HEAD, *lines]).encode())
    answer = client.get(reverse("club-results-file", args=[club.slug]))
    exported = b"".join(answer.streaming_content).decode()
    assert exported.splitlines() == [WHOLE_HEAD, *lines]
    other = clubs.found_club(player=charlie, name="Other", about="")
    for player in (alice, bob):
        clubs.join_by_link(player=player, slug=other.slug, key=other.join_key)
    assert import_results(by=charlie, slug=other.slug, data=exported.encode()).is_done
    ratings = [
        list(ClubRating.objects.filter(club=one).order_by("player").values_list("player", "rating"))
        for one in (club, other)
    ]
    assert ratings[0] == ratings[1]


def test_cities_come_back_from_the_file_and_break_ties_again(client, club, send, charlie):
    link = "?mode=classic&inhabitants={}&energy=0&city={}"
    first, second = link.format(0, "P"), link.format(1, "F")
    send(city_1=first, city_2=second, score_1="", score_2="")
    result = ClubResult.objects.get()
    decide_result(by=charlie, slug=club.slug, result_id=result.pk, accepts=True)
    answer = client.get(reverse("club-results-file", args=[club.slug]))
    exported = b"".join(answer.streaming_content)
    result.delete()
    assert import_results(by=charlie, slug=club.slug, data=exported).is_done
    places = [(one.name, one.score, one.rank) for one in ClubPlace.objects.all()]
    assert places == [("alice", 0, 2), ("bob", 0, 1)]
    again = client.get(reverse("club-results-file", args=[club.slug]))
    assert b"".join(again.streaming_content) == exported


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ("classic,alice,61,bob,58,,,,,mode=classic&city=P", "the city has 0 points, not 61"),
        ("expert,alice,0,bob,58,,,,,mode=classic&city=P", "board of another variant"),
        ("classic,alice,0,bob,58,,,,,city=Z", "a1: “Z” is no building"),
        ("classic,alice,0,bob,58,,,,,=1+1", "no link of the calculator"),
        ("classic,alice,0,bob,58,,,,,,,city=P", "is no score"),
        ("classic,alice,61,bob,58,,,,,,,,,more", "more than 15 columns"),
    ],
)
def test_a_city_that_is_not_right_is_reported(club, charlie, cells, sentence):
    data = f"{WHOLE_HEAD}\n2026-01-15,quadropolis,{cells}".encode()
    (problem,) = import_results(by=charlie, slug=club.slug, data=data).problems
    assert sentence in problem.sentence
    assert not ClubResult.objects.exists()


def test_not_too_many_cities_are_counted_while_somebody_waits(club, charlie):
    lines = [f"2026-01-15,quadropolis,classic,alice,{n},bob,1,,,,,city=P" for n in range(101)]
    with pytest.raises(ApplicationError, match="more than 100 games with cities"):
        import_results(by=charlie, slug=club.slug, data="\n".join([WHOLE_HEAD, *lines]).encode())


def test_capitals_line_ends_and_empty_columns_are_no_matter(club, charlie):
    text = f"{HEAD},,\r2026-01-15,Quadropolis,Classic,ALICE,61,bob,58{',' * 30}\r"
    assert import_results(by=charlie, slug=club.slug, data=text.encode()).is_done


def test_spreadsheets_may_write_semicolons_and_a_mark_in_front(club, charlie):
    text = f"\ufeff{HEAD}\n2026-01-15,quadropolis,classic,Alice,61,bob,58\n\n,,,\n"
    data = text.replace(",", ";").encode()
    assert import_results(by=charlie, slug=club.slug, data=data).lines == 1


def test_every_line_that_is_not_accepted_is_reported_and_nothing_is_imported(
    client, club, charlie, dora
):
    lines = [
        HEAD,
        "2026-01-15,quadropolis,classic,alice,61,bob,58",
        "15.1.2026,quadropolis,classic,alice,61,bob,58",
        "2026-01-15,quadropolis,solo,alice,61,bob,58",
        "2026-01-15,quadropolis,classic,alice,many,bob,58",
        "2026-01-15,quadropolis,classic,alice,61,dora,58",
        "2026-01-15,quadropolis,classic,alice,61",
        "2026-01-15,quadropolis,classic,bob,58,alice,61",
        "2026-01-15,quadropolis,classic,alice,1,bob,2,(A),3,(B),4,(C),5",
        "2026-01-15,quadropolis,classic,alice,1,(=A1),2",
        "2999-01-15,quadropolis,classic,alice,1,bob,2",
    ]
    client.force_login(charlie)
    file = SimpleUploadedFile("results.csv", "\n".join(lines).encode())
    address = reverse("club-results-import", args=[club.slug])
    answer = client.post(address, {"file": file})
    assert answer.status_code == 422
    problems = {one.line: one.sentence for one in answer.context["report"].problems}
    assert set(problems) == set(range(3, 12))
    assert problems[3] == "“15.1.2026” is no date; write it like this: 2025-01-31."
    assert problems[5] == "alice: “many” is no score."
    assert "(dora)" in problems[6]
    assert problems[8] == "This result is the same as that of line 2."
    assert not ClubResult.objects.exists()


def test_a_file_that_was_imported_is_not_imported_again(club, charlie):
    data = f"{HEAD}\n2026-01-15,quadropolis,classic,alice,61,bob,58".encode()
    assert import_results(by=charlie, slug=club.slug, data=data).is_done
    (problem,) = import_results(by=charlie, slug=club.slug, data=data).problems
    assert problem.sentence == "This result was entered already."
    assert ClubResult.objects.count() == 1


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The first line must be"),
        (b"a,b,c\n1,2,3", "The first line must be"),
        (HEAD.encode(), "has no results"),
        (b"\xff\xfe", "not UTF-8"),
        (b"x" * 600_000, "larger than"),
        (f'{HEAD}\n"2026'.encode(), "is not CSV"),
    ],
)
def test_what_is_no_such_file_is_refused_in_one_sentence(client, club, charlie, data, sentence):
    client.force_login(charlie)
    file = SimpleUploadedFile("results.csv", data)
    answer = client.post(reverse("club-results-import", args=[club.slug]), {"file": file})
    assert answer.status_code == 422
    if data:
        assert sentence in answer.content.decode()


def test_only_organisers_import(club, alice, dora):
    for by in (alice, dora):
        with pytest.raises(NotAllowed):
            import_results(by=by, slug=club.slug, data=HEAD.encode())
