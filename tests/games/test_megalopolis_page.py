"""The match page of Megalopolis as it is sent, to everybody at the table and to strangers."""

import re

import pytest
from django.urls import reverse

from engine.megalopolis.city import bits
from engine.megalopolis.state import State
from games import replay
from games.models import Match
from games.services.matches import Chair, join_table
from games.services.moves import play_move
from tests.games.conftest import mover, rush, some_move

CARD_IN_WORDS = re.compile(r"Card (\d+):")


def at(match) -> State:
    """The position of a match, with all that is hidden."""
    state = replay.position(match)
    assert isinstance(state, State)
    return state


# Hidden hands, on raw pages


@pytest.fixture
def table_of_three(announce, alice, bob, charlie):
    table = announce(alice, Chair(), Chair(), game="megalopolis", variant="normal")
    for player in (bob, charlie):
        table = join_table(player=player, code=table.code)
    return table


def on_turn(match, player):
    """The match as soon as it is the player's turn."""
    while mover(match) != player:
        play_move(code=match.code, player=mover(match), seq=match.seq, text=some_move(match))
        match = Match.objects.get(pk=match.pk)
    return match


def hidden_from(state, seat):
    """The cards that this seat must not know: other hands, and the pile below its top."""
    others = {
        card for owner, hand in enumerate(state.hands) if owner != seat for card in bits(hand)
    }
    return others | set(state.pile[state.drawn + 1 :])


def shown(text):
    """Every card that the page draws or names, in the hand or elsewhere."""
    named = {int(number) for number in CARD_IN_WORDS.findall(text)}
    linked = {int(number) for number in re.findall(r"card=(\d+)", text)}
    drawn = {int(number) for number in re.findall(r'm-card-number"[^>]*>(\d+)', text)}
    return named | linked | drawn


def test_nobody_ever_gets_a_card_that_is_hidden_from_them(client, table_of_three, dora):
    """Every seat and a stranger look at every position of a match, in full and by htmx."""
    match = table_of_three
    while match.is_running:
        state = at(match)
        readers = [(seat.index, seat.player) for seat in match.seats.all()] + [(None, dora)]
        for seat, player in readers:
            client.force_login(player)
            for headers in ({}, {"HTTP_HX_REQUEST": "true"}):
                text = client.get(match.get_absolute_url(), **headers).content.decode()
                assert not shown(text) & hidden_from(state, seat)
                if seat is not None:
                    assert set(bits(state.hands[seat])) <= shown(text)
        play_move(code=match.code, player=mover(match), seq=match.seq, text=some_move(match))
        match = Match.objects.get(pk=match.pk)


def test_two_deals_that_differ_only_in_what_is_hidden_give_the_same_page(
    client, table_of_three, alice
):
    """Not only the numbers: nothing at all on the page depends on the hidden cards."""
    match = on_turn(table_of_three, alice)
    client.force_login(alice)
    before = plain(client.get(match.get_absolute_url()).content.decode())
    shuffle_hidden(match, match.to_move)
    assert plain(client.get(match.get_absolute_url()).content.decode()) == before


def plain(text):
    """Without the token against forgery, which is another one each time."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)


def shuffle_hidden(match, seat):
    """Other cards in the other hands and in the pile, as far as nobody has played them."""
    state = at(match)
    setup = match.setup
    played = {move.card for move in state.placed}
    known = played | set(bits(state.hands[seat])) | {state.top}
    places = [
        (cards, place)
        for cards in (setup["pile"], *setup["hands"])
        for place, card in enumerate(cards)
        if card not in known
    ]
    hidden = [cards[place] for cards, place in places]
    assert len(hidden) > 5
    for (cards, place), card in zip(places, reversed(hidden), strict=True):
        cards[place] = card
    Match.objects.filter(pk=match.pk).update(setup=setup)


@pytest.mark.parametrize("who", ["alice", "bob", "charlie", "dora"])
def test_records_replays_and_pictures_wait_for_the_end(client, table_of_three, request, who):
    client.force_login(request.getfixturevalue(who))
    for name, arguments in [
        ("match-record", []),
        ("replay", [0]),
        ("match-svg", []),
        ("match-png", []),
    ]:
        answer = client.get(reverse(name, args=[table_of_three.code, *arguments]))
        assert answer.status_code == 409
        assert not shown(answer.content.decode())


# The page around it


def test_a_move_is_made_from_the_form_of_the_page(client, announce, alice):
    match = announce(alice, game="megalopolis", variant="normal")
    client.force_login(alice)
    move = at(match).legal_moves()[0]
    page = client.get(match.get_absolute_url(), {"card": move.card, "spot": f"{move.x},{move.y}"})
    [notation] = re.findall(r'name="move" value="([^"]+)"', page.content.decode())
    answer = client.post(
        reverse("match-play", args=[match.code]), {"seq": match.seq, "move": notation}
    )
    assert answer.status_code == 302
    assert Match.objects.get(pk=match.pk).seq == 1


def test_the_chat_says_how_to_talk_about_hands(client, table_of_three, alice):
    client.force_login(alice)
    text = client.get(table_of_three.get_absolute_url()).content.decode()
    assert "don’t show your hand" in text


def test_the_page_costs_as_many_queries_at_the_end_as_at_the_beginning(
    client, table_of_three, play, alice, django_assert_max_num_queries
):
    """Each time it is her turn, so that she asks for the same things."""
    match = on_turn(table_of_three, alice)
    client.force_login(alice)
    url = match.get_absolute_url()
    client.get(url)
    with django_assert_max_num_queries(40) as queries:
        client.get(url)
        at_the_beginning = len(queries)
    assert play(match, 9).to_move == match.to_move
    client.get(url)
    with django_assert_max_num_queries(at_the_beginning):
        client.get(url)


def test_the_replay_shows_what_each_part_gave(client, table_of_three):
    finished = rush(table_of_three)
    page = client.get(reverse("replay", args=[finished.code, 14]))
    pad = page.context["shot"].pad
    assert [row.title for row in pad.rows][:2] == ["Boroughs", "Traffic"]
    assert sum(row.points[0] for row in pad.rows) == pad.totals[0]
    assert list(pad.totals) == finished.result["scores"][:1]


def test_a_small_city_for_the_dashboard(client, announce, alice):
    announce(alice, game="megalopolis", variant="normal")
    client.force_login(alice)
    text = client.get(reverse("lobby")).content.decode()
    assert "The city with 4 blocks" in text
    assert "Card 1 of 15" in text
    assert "css/megalopolis" in text


def test_the_picture_to_share_stands_alone(client, table_of_three):
    finished = rush(table_of_three)
    text = client.get(reverse("match-svg", args=[finished.code])).content.decode()
    assert "alice, bob, charlie" in text
    for word in ("class=", "style", "script", "url(", "var(", "https:"):
        assert word not in text
    used = set(re.findall(r'href="#([\w-]+)"', text))
    assert used <= set(re.findall(r'id="([\w-]+)"', text))
    blocks = at(finished).city.built.bit_count()
    block = r'<use href="#m-[a-z]+-\w+" x="-?\d+" y="-?\d+" width="100" height="100"/>'
    assert len(re.findall(block, text)) == blocks


def test_the_picture_as_a_png(client, table_of_three):
    finished = rush(table_of_three)
    image = client.get(reverse("match-png", args=[finished.code])).content
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(image) > 20_000
