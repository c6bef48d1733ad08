"""The match page, from the open table to the final result."""

import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from engine.quadropolis.tiles import TILE_BY_NAME, tile
from games.models import Match
from games.services.matches import Chair, join_table, leave_table
from tests.games.conftest import mover, some_move

HTMX = {"HTTP_HX_REQUEST": "true"}


def page(client, match, query="", **headers):
    response = client.get(match.get_absolute_url() + query, **headers)
    assert response.status_code == 200
    return response


def html(client, match, query="", **headers):
    return page(client, match, query, **headers).content.decode()


def post(client, match, action, data=None, query="", **headers):
    return client.post(reverse(f"match-{action}", args=[match.code]) + query, data, **headers)


def poll(client, match, **seen):
    return client.get(reverse("match-poll", args=[match.code]), seen)


@pytest.fixture
def running(match, play):
    return play(match, 9)


@pytest.fixture
def finished(match, play):
    return play(match)


@pytest.fixture
def as_mover(client, running):
    client.force_login(mover(running))
    return client


@pytest.fixture
def as_other(client, running, alice, bob):
    client.force_login(bob if mover(running) == alice else alice)
    return client


def step_by_step(move):
    where, _, target = move.partition("-")
    query = f"?architect={where[0]}&place={where[1:]}"
    return query + f"&cell={target}" if target else query


def test_there_is_no_page_for_an_unknown_code(client, db):
    assert client.get("/m/nowhere2/").status_code == 404
    assert client.get("/m/nowhere2/poll/").status_code == 404


def test_actions_on_an_unknown_match_are_not_found(client, alice):
    client.force_login(alice)
    for action in ("play", "resign", "join", "leave", "decline"):
        assert client.post(f"/m/nowhere2/{action}/", {"seq": 0}).status_code == 404


# Before the start


def test_a_visitor_sees_the_table_and_is_asked_to_log_in(client, table):
    text = html(client, table)
    assert "Log in to join" in text
    assert "Sit down" not in text


def test_a_player_sits_down_and_the_match_begins(client, table, bob):
    client.force_login(bob)
    assert "Sit down" in html(client, table)
    assert post(client, table, "join").url == table.get_absolute_url()
    assert "Construction site" in html(client, table)


def test_an_invitation_can_be_declined(client, announce, alice, bob):
    table = announce(alice, Chair(invited=bob))
    client.force_login(bob)
    assert "Accept and sit down" in html(client, table)
    post(client, table, "decline")
    assert "Decline" not in html(client, table)


def test_the_creator_closes_the_table(client, table, alice):
    client.force_login(alice)
    assert "Close the table" in html(client, table)
    post(client, table, "leave")
    assert "This table was closed" in html(client, table)


def test_a_refusal_is_said_on_the_page(client, match, charlie):
    client.force_login(charlie)
    response = post(client, match, "join")
    assert response.status_code == 409
    assert "This match has started already." in response.content.decode()
    assert "Construction site" in response.content.decode()


def test_whoever_is_not_logged_in_is_sent_to_the_log_in_and_back(client, match):
    for action in ("play", "resign", "join", "leave", "decline"):
        response = post(client, match, action)
        assert response.status_code == 302
        assert response.url.endswith(f"?next={match.get_absolute_url()}")
        response = post(client, match, action, **HTMX)
        assert response.headers["HX-Redirect"].endswith(f"?next={match.get_absolute_url()}")


# Playing


def test_a_move_is_made_step_by_step(as_mover, running):
    move = some_move(running)
    text = html(as_mover, running, step_by_step(move))
    assert f'name="move" value="{move}"' in text
    assert f'name="seq" value="{running.seq}"' in text
    response = post(as_mover, running, "play", {"seq": running.seq, "move": move})
    assert response.url == running.get_absolute_url()
    running.refresh_from_db()
    assert running.moves.last().text == move
    assert "Your move is made." in html(as_mover, running)


def test_every_step_is_a_link_that_works_without_javascript(as_mover, running):
    move = some_move(running)
    steps = step_by_step(move).split("&")
    address = running.get_absolute_url()
    for end in range(1, len(steps) + 1):
        query = "&".join(steps[:end])
        shown = html(as_mover, running, "&".join(steps[: end - 1]))
        assert f'href="{address}{query}"'.replace("&", "&amp;") in shown


def test_htmx_gets_the_board_alone(as_mover, running):
    response = page(as_mover, running, "?architect=1", **HTMX)
    text = response.content.decode()
    assert '<div id="match-board"' in text
    assert "<html" not in text
    assert "HX-Request" in response.headers["Vary"]
    restored = html(as_mover, running, HTTP_HX_HISTORY_RESTORE_REQUEST="true", **HTMX)
    assert "<html" in restored


def test_others_see_no_controls(client, as_other, running, charlie):
    for reader in (None, charlie):
        client.logout()
        if reader:
            client.force_login(reader)
        text = html(client, running, step_by_step(some_move(running)))
        assert "Construction site" in text
        for control in ("?architect=", 'name="move"', "Resign", "Confirm"):
            assert control not in text


def test_out_of_turn_there_is_nothing_to_choose(as_other, running):
    text = html(as_other, running, step_by_step(some_move(running)))
    assert "?architect=" not in text
    assert 'name="move"' not in text
    response = post(as_other, running, "play", {"seq": running.seq, "move": some_move(running)})
    assert response.status_code == 403
    assert "It is not your turn." in response.content.decode()


def test_a_stranger_can_not_play(client, running, charlie):
    client.force_login(charlie)
    response = post(client, running, "play", {"seq": running.seq, "move": some_move(running)})
    assert response.status_code == 403
    assert Match.objects.get(pk=running.pk).seq == running.seq


def test_a_move_against_the_rules_is_refused_in_one_sentence(as_mover, running):
    taken = running.moves.last().text[1:3]
    response = post(as_mover, running, "play", {"seq": running.seq, "move": f"1{taken}-x"})
    assert response.status_code == 422
    assert f"An architect already stands at {taken}." in response.content.decode()


def test_an_unreadable_move_is_refused(as_mover, running):
    response = post(as_mover, running, "play", {"seq": running.seq, "move": "<script>"})
    assert response.status_code == 400
    assert "<script>" not in response.content.decode().partition("<main")[2]


@pytest.mark.parametrize("seq", ["", "x", "-1", "²", "9" * 5000, "1.5"])
def test_a_move_for_no_position_is_refused(as_mover, running, seq):
    response = post(as_mover, running, "play", {"seq": seq, "move": some_move(running)})
    assert response.status_code == 400
    assert "which position" in response.content.decode()


def test_a_stale_page_says_so_and_keeps_the_choice(as_mover, running):
    move = some_move(running)
    data = {"seq": running.seq - 1, "move": move}
    response = post(as_mover, running, "play", data, query=step_by_step(move), **HTMX)
    assert response.status_code == 409
    text = response.content.decode()
    assert "Somebody moved meanwhile. Here is the new position." in text
    assert f'name="move" value="{move}"' in text
    assert f'name="seq" value="{running.seq}"' in text
    assert response.headers["HX-Replace-Url"] == running.get_absolute_url() + step_by_step(move)


def test_the_same_move_sent_twice_is_played_once(as_mover, running):
    data = {"seq": running.seq, "move": some_move(running)}
    assert post(as_mover, running, "play", data).status_code == 302
    assert post(as_mover, running, "play", data).status_code == 409
    assert Match.objects.get(pk=running.pk).seq == running.seq + 1


def test_actions_need_a_post(as_mover, running):
    for action in ("play", "resign", "join", "leave", "decline"):
        assert as_mover.get(reverse(f"match-{action}", args=[running.code])).status_code == 405


def test_a_forged_post_is_refused(running):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(mover(running))
    data = {"seq": running.seq, "move": some_move(running)}
    assert post(strict, running, "play", data).status_code == 403
    assert Match.objects.get(pk=running.pk).seq == running.seq


def test_what_happened_since_your_last_turn_is_marked_in_the_log(as_mover, running):
    log = page(as_mover, running).context["page"].log
    own = [line.move.seq for line in log if line.name == mover(running).username]
    assert [line.move.seq for line in log if line.is_new] == list(
        range(own[-1] + 1, running.seq + 1)
    )


def test_a_spectator_sees_the_last_move_marked(client, running):
    log = page(client, running).context["page"].log
    assert [line.move.seq for line in log if line.is_new] == [running.seq]


def test_the_deadline_is_in_the_time_zone_of_the_reader(as_mover, running):
    player = mover(running)
    player.time_zone = "Asia/Tokyo"
    player.save()
    assert "+09:00" in html(as_mover, running)


def test_resigning_ends_a_match_of_two(as_mover, running):
    assert "Yes, I resign" in html(as_mover, running)
    post(as_mover, running, "resign")
    text = html(as_mover, running)
    assert "The match is over" in text
    assert "resigned" in text
    assert "resigns" in text


def test_whoever_resigned_sees_no_controls_any_more(client, announce, alice, bob, charlie, play):
    match = announce(alice, Chair(), Chair())
    for player in (bob, charlie):
        match = join_table(player=player, code=match.code)
    player = mover(match)
    client.force_login(player)
    post(client, match, "resign")
    text = html(client, match, "?architect=1")
    assert "?architect=" not in text
    assert "Yes, I resign" not in text


def test_the_finished_match_shows_the_result_and_every_sheet(client, finished):
    text = html(client, finished)
    assert "The match is over" in text
    assert text.count("Final score") == 2
    for score in finished.result["scores"]:
        assert f"{score} points" in text


# What must not be seen


def test_the_seed_is_shown_only_when_the_match_is_over(as_mover, running, play):
    text = html(as_mover, running)
    assert running.seed not in text
    assert running.seed_commitment in text
    assert running.seed in html(as_mover, play(running))


def test_hidden_tiles_leave_no_trace_in_the_page(as_mover, running):
    """Two matches that differ only in what is hidden look the same, byte for byte."""
    before = _without_token(html(as_mover, running))
    _shuffle_what_is_hidden(running)
    assert _without_token(html(as_mover, running)) == before


def _shuffle_what_is_hidden(match):
    """Later rounds anew, and other faces below the face-down tiles of the rounds so far."""
    before = str(match.setup)
    rounds, shuffle = match.setup["rounds"], random.Random(1).shuffle
    shown = match.seq // 8 + 1
    for number, layout in enumerate(rounds):
        if number >= shown:
            shuffle(layout)
            continue
        down = [index for index, tile in enumerate(layout) if _needs_more_players(tile)]
        faces = [layout[index] for index in down]
        shuffle(faces)
        for index, face in zip(down, faces, strict=True):
            layout[index] = face
    assert str(match.setup) != before
    match.save()


def _needs_more_players(name):
    return tile(TILE_BY_NAME[name]).min_players > 2


def _without_token(text):
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)


def test_no_mail_address_is_in_the_page(as_mover, running):
    assert "@example.org" not in html(as_mover, running)


# Polling


def test_a_poll_that_finds_nothing_new_is_one_query(as_other, running, django_assert_num_queries):
    with django_assert_num_queries(1):
        response = poll(as_other, running, seq=running.seq)
    assert response.status_code == 204
    assert not response.content


def test_a_poll_after_a_move_leads_to_the_new_board(as_other, running, play):
    play(running, 1)
    response = poll(as_other, running, seq=running.seq)
    assert response.url == running.get_absolute_url()


def test_a_poll_of_an_open_table_notices_the_start(client, table, bob):
    seen = {"seq": 0, "status": "open"}
    assert poll(client, table, **seen).status_code == 204
    join_table(player=bob, code=table.code)
    assert poll(client, table, **seen).url == table.get_absolute_url()


def test_polling_stops_when_the_match_is_over(client, finished, table, alice):
    response = poll(client, finished, seq=3)
    assert response.status_code == 286
    assert response.headers["HX-Refresh"] == "true"
    assert "data-poll" not in html(client, finished)


def test_polling_stops_when_the_table_is_closed(client, table, alice):
    leave_table(player=alice, code=table.code)
    assert poll(client, table, seq=0, status="open").status_code == 286


def test_strangers_ask_for_news_while_the_match_runs_and_its_people_also_afterwards(
    client, as_mover, running, play
):
    assert "data-poll" in html(as_mover, running)
    client.logout()
    assert "data-poll" in html(client, running)
    finished = play(running)
    assert "data-poll" not in html(client, finished)
    client.force_login(finished.creator)
    assert "data-poll" in html(client, finished)


# Cost


@pytest.mark.parametrize("players", [2, 4])
def test_the_queries_do_not_grow_with_the_match(
    client, announce, alice, bob, charlie, play, players, django_assert_max_num_queries
):
    others = [bob, charlie, Player.objects.create_user("dora")][: players - 1]
    match = announce(alice, *(Chair() for _ in others))
    for player in others:
        match = join_table(player=player, code=match.code)
    client.force_login(alice)
    html(client, match)
    for moves in (0, players * 9):
        match = play(match, moves)
        with django_assert_max_num_queries(13):
            html(client, match)
