from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.avatars import PALETTES, avatar_svg
from accounts.services.bots import bot_account
from accounts.services.players import delete_account


@given(st.text(max_size=30), st.sampled_from(["person", "bot", "deleted"]))
def test_every_picture_is_plain_svg_inside_its_frame(name, kind):
    root = ElementTree.fromstring(avatar_svg(name, kind))
    for shape in root:
        assert "style" not in shape.attrib
        if shape.tag.endswith("rect"):
            x, y, width, height = (int(shape.attrib[key]) for key in ("x", "y", "width", "height"))
            assert 0 <= x <= x + width <= 48
            assert 0 <= y <= y + height <= 48


def test_people_bots_and_the_departed_look_different():
    assert len({avatar_svg("ann", kind) for kind in ("person", "bot", "deleted")}) == 3


def test_most_people_look_different():
    pictures = {avatar_svg(f"player{number}", "person") for number in range(300)}
    assert len(pictures) > 290
    assert {palette.sky for palette in PALETTES} == {p.split('fill="')[1][:7] for p in pictures}


def test_case_makes_no_difference():
    assert avatar_svg("Ann", "person") == avatar_svg("ann", "person")


@pytest.mark.django_db
def test_it_is_kept_by_browsers(client, alice):
    answer = client.get("/players/alice/avatar.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert "max-age=86400" in answer["Cache-Control"]
    again = client.get("/players/alice/avatar.svg", HTTP_IF_NONE_MATCH=answer["ETag"])
    assert again.status_code == 304


@pytest.mark.django_db
def test_it_costs_one_query_and_is_the_same_for_everybody(alice, log_in, django_assert_num_queries):
    browser = log_in(alice)
    with django_assert_num_queries(1):
        answer = browser.get("/players/alice/avatar.svg")
    assert "Cookie" not in answer.get("Vary", "")


@pytest.mark.django_db
def test_the_page_knows_what_kind_it_is(client, alice):
    bot = bot_account(bot="greedy")
    answer = client.get(f"/players/{bot.username}/avatar.svg")
    assert answer.text == avatar_svg(bot.username, "bot")
    delete_account(player=alice)
    alice.refresh_from_db()
    answer = client.get(f"/players/{alice.username}/avatar.svg")
    assert answer.text == avatar_svg("", "deleted")


@pytest.mark.django_db
def test_nobody_has_no_picture(client):
    assert client.get("/players/nobody9/avatar.svg").status_code == 404
