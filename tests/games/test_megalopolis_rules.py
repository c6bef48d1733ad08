"""The rules page of Megalopolis: every example is what its words say."""

import html
import re
from collections import Counter

import pytest
from django.urls import reverse

from engine.megalopolis.conditions import SQUARE_POINTS
from engine.megalopolis.meta import CONDITIONS
from games.examples.megalopolis.placements import PLACEMENTS
from games.examples.megalopolis.rulings import RULINGS
from games.examples.megalopolis.scorings import SCORINGS
from tests.engine.megalopolis import drawings

# Counted by hand.
POINTS = {
    "boroughs": 3 + 2 + 1 + 4,
    "traffic": -3,
    "1": 1 + 1 + 1 - 1,
    "2": 1 + 1 - 1,
    "3": 5 - 3,
    "4": 1,
    "5": 2 + 2,
    "6": 4 - 3,
    "7": 3 - 2,
    "8": 3 - 2,
    "9": 4,
    "10": 3,
    "11": 2 + 2,
    "12": 7 // 2,
    "13": 3 + 3,
    "14": 6,
    "15": 2 + 2,
    "16": 2 + 2,
    "17": 3 + 2 + 2 + 2,
    "18": 5 + 4,
}


@pytest.fixture
def page(client):
    return client.get(reverse("rules", args=["megalopolis"])).content.decode()


def test_it_asks_the_database_nothing(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        assert client.get(reverse("rules", args=["megalopolis"])).status_code == 200


def test_it_has_every_heading_that_the_match_page_links_to(page):
    ids = Counter(re.findall(r'\bid="([^"]+)"', page))
    anchors = ["turn", "placement", "scoring", "boroughs", "traffic"]
    anchors += [f"condition-{number}" for number in CONDITIONS]
    assert [anchor for anchor in anchors if ids[anchor] != 1] == []
    assert [name for name, count in ids.items() if count > 1] == []


def test_every_link_within_it_leads_somewhere(page):
    ids = set(re.findall(r'\bid="([^"]+)"', page))
    assert set(re.findall(r'href="#([^"]+)"', page)) - ids == set()


def test_every_part_of_a_score_has_its_example(page):
    assert set(SCORINGS) == {"boroughs", "traffic", *map(str, CONDITIONS)} == set(POINTS)
    words = html.unescape(page)
    texts = [example.text for example in SCORINGS.values()]
    texts += [placement.text for placement in PLACEMENTS.values()]
    assert [str(text) for text in texts if str(text) not in words] == []
    rules = [str(condition.rule) for condition in CONDITIONS.values()]
    assert [rule for rule in rules if rule not in words] == []


@pytest.mark.parametrize("part", POINTS)
def test_an_example_has_the_points_that_are_counted_by_hand(part):
    example = SCORINGS[part].present(part)
    assert int(example.points.replace("−", "-")) == POINTS[part]


@pytest.mark.parametrize("part", [part for part in POINTS if part.isdigit()])
def test_an_example_has_the_points_that_the_engine_gives(part):
    assert drawings.points(int(part), SCORINGS[part].drawing) == POINTS[part]


@pytest.mark.parametrize("part", POINTS)
def test_something_lights_up_in_every_example(part):
    example = SCORINGS[part].present(part)
    assert example.lights
    assert all(light.path for light in example.lights)


@pytest.mark.parametrize("part", POINTS)
def test_every_block_but_a_park_has_its_road(part):
    for block in SCORINGS[part].present(part).plan.blocks:
        assert len(block.road) == (0 if block.kind == "park" else 2)


def test_it_prints_the_engines_table_of_squares(page):
    points = [str(number).replace("-", "−") for number in SQUARE_POINTS]
    assert "".join(f"<td>{number}</td>" for number in points) in page


def test_the_words_beside_the_placements_are_true():
    allowed = {name: placed.present().is_legal for name, placed in PLACEMENTS.items()}
    assert allowed == {"beside": True, "on_top": True, "corner": False}
    assert "only at a corner" in PLACEMENTS["corner"].present().verdict


def test_a_ruling_stands_in_its_section_and_in_the_list(page):
    words = html.unescape(page)
    assert [name for name, ruling in RULINGS.items() if words.count(str(ruling.text)) != 2] == []
    assert page.count('class="ruling"') == len(RULINGS)


def test_nothing_in_its_pictures_is_a_link_into_a_match(page):
    assert "?card=" not in page
