"""The score calculator: a city in an address, clicked together, counted exactly."""

import re
from html import unescape

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from engine.quadropolis import GAME
from engine.quadropolis.meta import BOARDS, Kind
from engine.quadropolis.moves import COLUMNS
from games.calculators.quadropolis import Building, Plan, clicked, kinds, most_by_clicks, read
from games.examples.quadropolis import drawings

URL = reverse("calculator", args=["quadropolis"])


@st.composite
def plans(draw):
    board = BOARDS[draw(st.sampled_from(sorted(BOARDS)))]
    cells = [
        COLUMNS[column] + str(row + 1)
        for row in range(4)
        for column in range(len(board.districts[0]))
    ]
    built = {}
    for cell in draw(st.sets(st.sampled_from(cells))):
        kind = draw(st.sampled_from(kinds(board)))
        least = 1 if kind in (Kind.TOWER, Kind.OFFICE) else 0
        built[cell] = Building(
            kind, draw(st.integers(least, max(least, most_by_clicks(board, kind))))
        )
    numbers = st.integers(0, 40)
    return Plan(board.variant, built, draw(numbers), draw(numbers))


@given(plans())
def test_a_city_comes_back_from_its_address(plan):
    reading = read(plan.query)
    assert reading.plan == plan
    assert reading.complaints == []


@given(st.dictionaries(st.sampled_from(["mode", "city", "inhabitants", "energy"]), st.text()))
def test_whatever_an_address_says_a_city_comes_of_it(query):
    assert read(query).plan.standing


def test_the_score_is_that_of_the_engine():
    plan = read({"city": "T3P..-SFH1.", "inhabitants": "9", "energy": "4"}).plan
    rules, city = drawings.read("T3 P . .\nS F H1 .", 9, 4)
    assert plan.parsed == (rules, city)
    assert (
        plan.standing[0]
        == GAME.score(
            {
                "mode": "classic",
                "inhabitants": 9,
                "energy": 4,
                "city": [
                    {"cell": "a1", "kind": "tower", "floors": 3},
                    {"cell": "b1", "kind": "park"},
                    {"cell": "a2", "kind": "shop"},
                    {"cell": "b2", "kind": "factory"},
                    {"cell": "c2", "kind": "harbor", "points": 1},
                ],
            }
        )["total"]
    )


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"mode": "solo"}, "There is no mode “solo”."),
        ({"inhabitants": "many"}, "Inhabitants: “many” is no number from 0 to 999."),
        ({"energy": "1000"}, "Energy: “1000” is no number from 0 to 999."),
        ({"city": "..Z."}, "c1: “Z” is no building."),
        ({"city": "O"}, "a1: there is no office tower in Classic."),
        ({"city": "T9"}, "a1: a tower block has no number 9; the highest is 4."),
        ({"city": "P2"}, "a1: a park has no number."),
        ({"city": "....P"}, "Row 1 is too long: “P” was left out."),
        ({"city": "----T"}, "The city has too many rows; the last ones were left out."),
        ({"city": "." * 201}, "The city is longer than any city can be; its end was left out."),
    ],
)
def test_what_cannot_be_read_is_said(query, sentence):
    assert read(query).complaints == [sentence]


def test_what_can_be_read_is_kept_beside_what_cannot():
    plan = read({"city": "ZT2!-.S", "inhabitants": "7", "energy": "?"}).plan
    assert plan.query["city"] == ".T2..-.S..-....-...."
    assert (plan.inhabitants, plan.energy) == (7, 0)


def test_clicks_build_floors_and_then_clear():
    plan, seen = Plan(), []
    for _click in range(6):
        plan = clicked(plan, "b2", Kind.TOWER)
        seen.append(plan.query["city"].split("-")[1])
    assert seen == [".T..", ".T2..", ".T3..", ".T4..", "....", ".T.."]


def test_clicks_go_through_the_points_that_are_printed():
    plan, seen = Plan(), []
    for _click in range(5):
        plan = clicked(plan, "a1", Kind.HARBOR)
        seen.append(plan.query["city"].split("-")[0])
    assert seen == ["H...", "H1...", "H2...", "H3...", "...."]


def test_a_click_with_another_building_replaces_what_is_there():
    plan = clicked(read({"city": "T3"}).plan, "a1", Kind.SHOP)
    assert plan.query["city"].startswith("S...")
    assert clicked(plan, "a1", None).buildings == {}


def link_in(page, pattern):
    (link,) = re.findall(pattern, page)
    return unescape(link)


def cell_link(page, cell):
    return link_in(page, rf'href="([^"]+)" id="cell-{cell}"')


def test_a_city_is_put_together_by_following_links(client):
    page = client.get(URL, {"kind": "S", "inhabitants": 3, "energy": 1}).content.decode()
    page = client.get(cell_link(page, "a1")).content.decode()
    assert "<b>4</b> points" in page
    assert "customers: 3" in page
    assert 'id="cell-a1" aria-label="a1: shop; a click makes it: empty"' in page


def test_the_link_keeps_the_city(client):
    page = client.get(URL, {"city": "T2", "energy": 1, "kind": "P"}).content.decode()
    link = link_in(page, r'class="address"><a href="([^"]+)"')
    assert link == f"{URL}?mode=classic&city=T2...-....-....-....&inhabitants=0&energy=1"
    assert "<b>3</b> points" in client.get(link).content.decode()


def test_what_one_board_has_no_room_for_is_back_on_the_other(client):
    page = client.get(URL, {"mode": "expert", "city": "O2...T"}).content.decode()
    there = link_in(page, r'href="([^"]*mode=classic[^"]*)"')
    classic = client.get(there).content.decode()
    assert "a1: there is no office tower in Classic." in unescape(classic)
    back = link_in(classic, r'href="([^"]*mode=expert[^"]*)"')
    assert "O2...T" in client.get(back).content.decode()


def test_a_bad_address_is_no_error(client):
    answer = client.get(URL, {"city": "<script>", "energy": "-1", "kind": "?", "mode": "x"})
    assert answer.status_code == 200
    assert b"<script>alert" not in answer.content
    assert "Some of it could not be read" in answer.content.decode()


def test_it_asks_the_database_nothing(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        client.get(URL, {"city": "T3P..-SFH1."})


def test_games_without_one_have_no_page(client):
    assert client.get("/calculator/chess/").status_code == 404


def test_the_rules_lead_to_it(client):
    assert URL in client.get(reverse("rules", args=["quadropolis"])).content.decode()
