"""The picture that people share of a finished match."""

import struct
from typing import Any
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from accounts.models import Player
from games.services.matches import Chair, join_table
from games.services.proposals import answer, propose
from games.text import points
from tests.games.conftest import rush

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def finished(match):
    return rush(match)


def picture(client, match, kind="svg", **headers):
    return client.get(reverse(f"match-{kind}", args=[match.code]), **headers)


def test_it_shows_names_scores_and_every_building(client, finished):
    response = picture(client, finished)
    assert response.headers["Content-Type"] == "image/svg+xml"
    root = ElementTree.fromstring(response.content)
    assert (root.get("width"), root.get("height")) == ("1200", "630")
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert {"alice", "bob"} <= set(texts)
    for score in finished.result["scores"]:
        assert points(score) in texts
    defined = {symbol.get("id") for symbol in root.iter(f"{SVG}symbol")}
    used = {use.get("href", "").removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert used
    assert used <= defined


def test_it_stands_alone(client, finished):
    """No sheet, no script and no other address: it is shown far away from this site."""
    text = picture(client, finished).content.decode()
    for word in ("class=", "style", "script", "url(", "var(", "http://127", "https:"):
        assert word not in text


def test_as_a_png_of_the_size_that_networks_ask_for(client, finished):
    response = picture(client, finished, "png")
    assert response.headers["Content-Type"] == "image/png"
    assert response.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", response.content[16:24]) == (1200, 630)
    assert len(response.content) > 20_000


def test_the_letters_need_no_font_of_the_machine(client, finished, bob):
    """Two names, two pictures: with skipped fonts they would be alike."""
    before = picture(client, finished, "png").content
    bob.username = "Bobby"
    bob.save()
    assert picture(client, finished, "png").content != before


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_it_is_kept_by_browsers_and_networks(client, finished, kind):
    response = picture(client, finished, kind)
    for word in ("public", "immutable", "max-age=604800"):
        assert word in response.headers["Cache-Control"]
    again = picture(client, finished, kind, HTTP_IF_NONE_MATCH=response.headers["ETag"])
    assert again.status_code == 304


@pytest.mark.parametrize("players", [3, 4])
def test_more_players_fit_beside_each_other(client, announce, alice, players):
    match = announce(
        alice, *[Chair(bot="random")] * (players - 1), variant="expert", options=["squares"]
    )
    root = ElementTree.fromstring(picture(client, rush(match)).content)
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert "Quadropolis · Expert · Squares" in texts
    assert len([text for text in texts if text and text.endswith(("point", "points"))]) == players


@pytest.mark.parametrize("letter", ["W", "n"])
def test_the_longest_name_stays_on_its_card_and_off_the_star(client, finished, letter):
    """How wide the letters of our bold font are, as a share of their height."""
    width = {"W": 0.98, "n": 0.63}[letter]
    names = [letter * 23 + str(number) for number in (1, 2)]
    for name, seat in zip(names, finished.seats.all(), strict=True):
        Player.objects.filter(pk=seat.player_id).update(username=name)
    root: Any = ElementTree.fromstring(picture(client, finished).content)
    cards = [one for one in root.iter(f"{SVG}g") if one.find(f"{SVG}text") is not None]
    assert [card.find(f"{SVG}text").text for card in cards] == names
    for card in cards:
        text = card.find(f"{SVG}text")
        right = float(text.get("x")) + 24 * width * float(text.get("font-size"))
        assert right < float(card.findall(f"{SVG}rect")[1].get("width"))
        for star in card.findall(f"{SVG}path"):
            assert float(star.get("transform").split()[1].partition(")")[0]) > float(text.get("y"))


def test_there_is_none_before_the_end(client, match, table):
    for kind in ("svg", "png"):
        assert picture(client, match, kind).status_code == 409


def test_there_is_none_of_a_match_that_was_called_off(client, match, alice, bob):
    asked = propose(code=match.code, player=alice, kind="cancel")
    answer(code=match.code, proposal_id=asked.pk, player=bob, yes=True)
    assert picture(client, match).status_code == 404


def test_other_sites_find_it_on_the_page_of_the_match(client, finished, settings):
    text = client.get(finished.get_absolute_url()).content.decode()
    image = settings.SITE_URL + reverse("match-png", args=[finished.code])
    assert f'<meta property="og:image" content="{image}">' in text
    assert '<meta name="twitter:card" content="summary_large_image">' in text
    assert '<meta property="og:title" content="Quadropolis · Classic">' in text
    best = max(finished.result["scores"])
    assert f": {best} points" in text


def test_a_running_match_has_nothing_to_share(client, match):
    assert "og:image" not in client.get(match.get_absolute_url()).content.decode()


def test_the_picture_of_a_private_match_is_for_those_with_the_link(client, announce, alice, bob):
    table = announce(alice, Chair(invited=bob), is_private=True)
    finished = rush(join_table(player=bob, code=table.code))
    response = picture(client, finished)
    assert "private" in response.headers["Cache-Control"]
    assert '<meta name="robots" content="noindex">' in (
        client.get(finished.get_absolute_url()).content.decode()
    )
