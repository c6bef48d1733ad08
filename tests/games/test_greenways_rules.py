"""The rules page of Greenways: its examples are as the engine says."""

import html
import re
from collections import Counter

import pytest
from django.urls import reverse

from engine.greenways import GAME, tiles
from games.examples.greenways.cities import CITIES
from games.examples.greenways.placements import PLACEMENTS
from games.examples.greenways.rulings import RULINGS
from games.examples.greenways.whole import PILE, whole
from games.examples.greenways.whole import PLACEMENTS as WHOLE

# Other pages link to these.
ANCHORS = re.findall(
    r"\w+", "turn placing scoring end streets greenery parks longest unused rulings notation"
)


@pytest.fixture
def page(client):
    return client.get(reverse("rules", args=["greenways"])).content.decode()


def test_it_asks_the_database_nothing(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        assert client.get(reverse("rules", args=["greenways"])).status_code == 200


def test_it_has_every_heading_that_other_pages_link_to(page):
    ids = Counter(re.findall(r'\bid="([^"]+)"', page))
    assert [anchor for anchor in ANCHORS if ids[anchor] != 1] == []
    assert [name for name, count in ids.items() if count > 1] == []
    assert set(re.findall(r'href="#([^"]+)"', page)) - set(ids) == set()


def test_it_leads_to_the_rules_of_the_other_games(page):
    assert 'href="/rules/quadropolis/"' in page


def test_a_ruling_stands_in_its_section_and_in_the_list(page):
    words = html.unescape(page)
    assert [name for name, ruling in RULINGS.items() if words.count(str(ruling.text)) != 2] == []


def test_every_example_is_on_the_page(page):
    words = html.unescape(page)
    texts = [str(city.text) for city in CITIES.values()]
    texts += [str(one.text) for one in PLACEMENTS.values()] + [str(whole().text)]
    assert [text for text in texts if text not in words] == []


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("fits", ""),
        ("mismatch", "In the west the tile has a street, and its neighbour there has greenery."),
        ("touching", "The tile would continue neither a street nor a corridor."),
        ("building", ""),
        ("bare_street", "The tile would complete a street that has no intersection."),
        ("street", ""),
        ("bare_corridor", "The tile would complete a corridor that has no park."),
        ("corridor", ""),
        ("parks", "A park may not lie next to a park."),
        ("buildings", "A building may not lie next to a building."),
    ],
)
def test_the_examples_of_placing_are_decided_by_the_engine(page, name, refusal):
    assert PLACEMENTS[name].present().refusal == refusal
    assert refusal in html.unescape(page)


def test_no_example_of_placing_is_left_untested():
    assert len(PLACEMENTS) == 10


@pytest.mark.parametrize(
    ("name", "letter", "points"),
    [
        ("streets", "A", 2),
        ("greenery", "B", 5),
        ("parks", "C", 4),
        ("longest", "D", 3),
        ("unused", "E", 22),
    ],
)
def test_every_part_of_the_score_has_an_example_with_the_engines_points(name, letter, points):
    example = CITIES[name].present()
    assert list(example.points) == [(letter, points)]
    lit = {"A": points, "B": points, "C": points // 2, "D": points, "E": 0}[letter]
    assert len(example.lights) == lit


def test_the_whole_city_is_complete_and_scored_by_the_engine(page):
    scored = GAME.score({"game": "greenways", "placements": WHOLE.split(), "pile": PILE})
    assert scored["complete"]
    assert [points for _letter, points in whole().points] == list(scored["parts"].values())
    assert f"Total <b>{scored['total']}</b>" in page
    rows = {int(move.partition("@")[2].split(",")[1]) for move in WHOLE.split()} | {0}
    columns = {int(move.partition("@")[2].split(",")[0]) for move in WHOLE.split()} | {0}
    assert (len(rows), len(columns), PILE) == (9, 8, 30)  # as the words beside it say


def test_it_draws_every_tile_with_its_number(page):
    for tile in tiles.TILES:
        assert f"<code>{tile.code}</code>" in page
    counts = re.findall(r"<b>(\d+) ×</b>", page)
    assert sum(map(int, counts)) == len(tiles.DECK)
