import html
import re
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from engine.quadropolis import scoring, tables, tiles
from games.examples.quadropolis import drawings
from games.examples.quadropolis.cities import CITIES
from games.examples.quadropolis.reaches import BOARDS, REACHES
from games.examples.quadropolis.rulings import RULINGS
from games.examples.quadropolis.sites import SITES

# Other pages link to these.
ANCHORS = re.findall(
    r"\w+",
    "take architects urbanist build stacking receive mayor activation tower shop service park "
    "square factory harbor office monument penalties winning expert squares rulings notation",
)


@pytest.fixture
def page(client: Client) -> str:
    return client.get(reverse("rules", args=["quadropolis"])).content.decode()


def test_it_asks_the_database_nothing(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        assert client.get(reverse("rules", args=["quadropolis"])).status_code == 200


@pytest.mark.parametrize("address", ["/rules/chess/", "/rules/base/", "/rules/quadropolis2/"])
@pytest.mark.django_db
def test_a_game_that_we_do_not_have_has_no_rules(client, address):
    assert client.get(address).status_code == 404


def test_it_has_every_heading_that_other_pages_link_to(page):
    ids = Counter(re.findall(r'\bid="([^"]+)"', page))
    assert [anchor for anchor in ANCHORS if ids[anchor] != 1] == []
    assert [name for name, count in ids.items() if count > 1] == []


def test_every_link_within_it_leads_somewhere(page):
    ids = set(re.findall(r'\bid="([^"]+)"', page))
    assert set(re.findall(r'href="#([^"]+)"', page)) - ids == set()


def test_nothing_in_its_pictures_is_a_link_into_a_match(page):
    assert "?architect=" not in page


def test_a_ruling_stands_in_its_section_and_in_the_list(page):
    words = html.unescape(page)
    assert [name for name, ruling in RULINGS.items() if words.count(str(ruling.text)) != 2] == []
    assert page.count('class="ruling"') == len(RULINGS)


@pytest.mark.parametrize(
    "points",
    [
        tables.TOWER_POINTS[1:],
        tables.SHOP_POINTS[1:],
        tables.SERVICE_POINTS[1:],
        tables.PARK_POINTS[1:],
        tables.HARBOR_POINTS[1:],
        *(row[1:] for row in tables.OFFICE_POINTS[1:]),
    ],
)
def test_it_prints_the_engines_tables(page, points):
    assert "".join(f"<td>{number}</td>" for number in points) in page


@pytest.mark.parametrize("prices", [tables.FACTORY_POINTS, tables.MONUMENT_POINTS])
def test_it_prints_what_the_engine_gives_for_neighbours(page, prices):
    listed = [
        [int(points) for points in re.findall(r"<b>(-?\d+)</b>", items)]
        for items in re.findall(r'<ul class="prices">(.*?)</ul>', page, re.DOTALL)
    ]
    assert sorted(prices.values()) in listed


def test_it_counts_the_engines_tiles(page):
    faces = [tile for tile in tiles.TILES if tile and tile.mode != "squares"]
    assert f"There are {len(faces)} building tiles." in page


@pytest.mark.parametrize("name", [name for name, city in CITIES.items() if not city.left_off])
def test_an_example_has_the_points_that_the_engine_gives(name):
    example = CITIES[name]
    city = drawings.read(example.drawing, example.inhabitants, example.energy)
    assert example.present().city.score == scoring.standing(*city)[0]


def test_every_example_is_on_the_page(page):
    words = html.unescape(page)
    texts = [city.text for city in CITIES.values()]
    texts += [city.text for city in REACHES.values()]
    texts += [board.text for board in BOARDS.values()]
    texts += [site.text for site in SITES.values()]
    assert [str(text) for text in texts if str(text) not in words] == []


def off(name: str) -> list[str]:
    return [reason.cell for reason in CITIES[name].present().city.off]


def points(name: str) -> dict[str, int]:
    return {row.title: row.points for row in CITIES[name].present().city.sheet}


def lit(name: str) -> set[str]:
    city = REACHES[name].present().city
    return {cell.name for row in city.rows for cell in row.cells if cell.state == "open"}


def test_the_words_beside_the_scored_cities_are_true():
    assert off("activation") == ["b1"]
    assert points("tower")["tower block"] == 10 + 4 * 1
    assert points("shop")["shop"] == 7 + 2
    assert points("absorbing")["unused energy"] == -1
    assert points("square")["unused energy"] == -3
    assert points("square")["idle inhabitants"] == -2
    assert off("broken_row") == ["b1"]
    assert points("broken_row")["harbor"] < points("whole_row")["harbor"]
    assert off("left_off") == ["c1"]
    assert off("whole") == []


def test_the_words_beside_the_reached_cells_are_true():
    assert lit("classic") == {"b1", "a2", "c2", "d2", "b3", "b4"}
    assert lit("expert") == {"c1", "c3", "c4", "b2", "e2", "a4", "e4"}
    assert lit("stacking") == {"a1", "c1", "c2", "a3", "b3", "c3", "c4"}


def test_the_words_beside_the_site_are_true():
    urbanist = SITES["urbanist"].present()
    ends = [place for line in urbanist.lines for place in (line.west, line.east)]
    places = [*urbanist.north, *ends, *urbanist.south]
    assert {place.name for place in places if place.state == "blocked"} == {"N3", "E2", "S3"}
    [reached] = [
        space for line in SITES["west"].present().lines for space, step in line.spaces if step == 4
    ]
    assert reached.is_chosen
    assert reached.index == 3 * 5 + 3
