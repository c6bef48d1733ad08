"""The pages of Greenways, and that they show nothing of what is still to come."""

import re

import pytest
from django.urls import reverse

from engine import GAMES
from engine.greenways.state import State
from engine.greenways.tiles import DECK
from games.models import Match
from games.services.books import enter_finished
from tests.games.conftest import advance, rush
from tests.games.test_greenways_presenter import asked

GAME = GAMES["greenways"]
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


# Hidden things


@pytest.fixture
def solo(announce, alice):
    return announce(alice, game="greenways", variant="solo")


def with_another_pile(match, state):
    """The same match, but for the order of the tiles that nobody has seen."""
    pile = match.setup["pile"]
    match.setup["pile"] = pile[: state.drawn] + pile[state.drawn :][::-1]
    match.save(update_fields=["setup"])


@pytest.mark.parametrize("step", ["", "tile", "move"])
def test_the_html_is_the_same_whatever_is_still_to_come(client, solo, alice, step):
    client.force_login(alice)
    match = advance(solo, 8)
    state = GAME.start(match.terms, match.setup or {})
    assert isinstance(state, State)
    for move in match.moves.all():
        state.push(GAME.parse(move.text))
    chosen = asked(state.legal_moves()[0])
    query = {"": {}, "tile": {"tile": chosen["tile"]}, "move": chosen}[step]
    before = client.get(match.get_absolute_url(), query).content.decode()
    with_another_pile(match, state)
    after = client.get(match.get_absolute_url(), query).content.decode()
    assert len(DECK) > state.drawn
    assert TOKEN.sub("", before) == TOKEN.sub("", after)
    assert match.seed not in before


# Pages


@pytest.fixture
def finished(solo):
    return rush(solo)


def found(pattern, text):
    match = re.search(pattern, text, re.DOTALL)
    assert match is not None
    return match[match.lastindex or 0].replace("&amp;", "&")


def html(client, url):
    response = client.get(url)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.django_db
def test_the_match_page_plays_by_links_and_a_form(client, solo, alice):
    client.force_login(alice)
    url = solo.get_absolute_url()
    tile = found(r'href="([^"]+)" id="tile-\d"', html(client, url))
    spot = found(r'<a href="([^"]+)" hx-get', html(client, tile))
    move = found(r'name="move" value="([^"]+)"', html(client, spot))
    client.post(reverse("match-play", args=[solo.code]), {"seq": 0, "move": move})
    solo.refresh_from_db()
    assert solo.seq == 1
    assert solo.moves.get().text == move


def test_asking_for_news_names_no_chat_where_nobody_could_answer(client, solo, alice):
    client.force_login(alice)
    page = html(client, solo.get_absolute_url())
    assert "data-poll" in page
    assert "chat-last" not in page


def test_an_illegal_move_gets_a_sentence(client, solo, alice):
    client.force_login(alice)
    play = reverse("match-play", args=[solo.code])
    for move, status in (("street-curve@0,0,0", 422), ("crossing", 400)):
        response = client.post(play, {"seq": 0, "move": move})
        assert response.status_code == status
        assert 'class="refusal"' in response.content.decode()


def test_the_page_of_a_match_alone_has_no_clock_no_chat_and_nothing_to_resign(client, solo, alice):
    client.force_login(alice)
    page = html(client, solo.get_absolute_url())
    assert 'id="chat"' not in page
    assert 'id="resign"' not in page
    assert 'id="note"' in page
    assert "per move" not in page
    assert "rated" not in page


def test_the_end_is_a_score_and_no_rank(client, finished, alice, bob):
    score = finished.result["scores"][0]
    assert f"alice scored {score} points" in html(client, finished.get_absolute_url())
    client.force_login(alice)
    page = html(client, finished.get_absolute_url())
    assert f"You scored {score} points" in page
    assert "Play again" in page
    assert "1." not in found(r'<ul class="ranking">.*?</ul>', page)


def test_lists_show_the_score(client, finished, alice):
    words = f"{finished.result['scores'][0]} points"
    for url in ("/", "/matches/?game=greenways", "/matches/?variant=solo", "/players/alice/"):
        assert words in html(client, url)
    assert words not in html(client, "/matches/?game=quadropolis")


def test_a_players_page_has_the_results_without_wins(client, finished):
    enter_finished()
    page = html(client, "/players/alice/")
    row = found(r'<th scope="row">Greenways Solo (.*?)</tr>', page)
    cells = re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)
    best = finished.result["scores"][0]
    assert cells == ["1", "1", "–", f"{best}.0", str(best)]


def test_the_city_is_among_the_best(client, finished):
    enter_finished()
    page = html(client, "/records/greenways/")
    assert finished.code in page
    assert "/leaderboards/greenways/" in page
    assert "/records/quadropolis/" in page


def test_the_dashboard_has_it_as_a_match_that_waits(client, solo, alice):
    client.force_login(alice)
    page = html(client, "/")
    assert "g-thumbnail" in page
    assert "css/greenways.css" in page
    assert "tiles in the pile" in page


@pytest.mark.parametrize("number", [0, 1, 20])
def test_the_replay_has_every_position(client, finished, number):
    page = html(client, reverse("replay", args=[finished.code, number]))
    assert f"The city with {number + 1} tile" in page
    assert "Rank" not in page


def test_the_replay_ends_with_the_result(client, finished):
    last = html(client, reverse("replay", args=[finished.code, finished.seq]))
    assert f"{finished.result['scores'][0]} points" in last


def test_the_picture_to_share_draws_the_city_with_its_own_colours(client, finished):
    svg = html(client, reverse("match-svg", args=[finished.code]))
    assert f"alice: {finished.result['scores'][0]} points" in svg
    assert svg.count('href="#g-') == len(finished.moves.all()) + 1
    assert 'class="' not in svg
    png = client.get(reverse("match-png", args=[finished.code])).content
    assert png.startswith(b"\x89PNG")


def test_the_record_comes_back_as_it_went(client, finished, alice):
    client.force_login(alice)
    record = client.get(reverse("match-record", args=[finished.code])).content
    response = client.post("/records/import/", {"text": record.decode()}, follow=True)
    assert response.status_code == 200
    assert "Greenways" in response.content.decode()


def test_playing_again_begins_at_once(client, finished, alice):
    client.force_login(alice)
    response = client.post(reverse("match-rematch", args=[finished.code]), follow=True)
    again = Match.objects.get(rematch_of=finished)
    assert again.is_running
    assert "Your turn" in response.content.decode()
