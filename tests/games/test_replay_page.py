"""Looking through matches that are over, position by position."""

from itertools import pairwise

import pytest
from django.urls import reverse

from games import replay
from games.models import Match
from games.presenters.replays import match_film
from games.services.matches import Chair, join_table
from games.services.moves import resign
from games.services.proposals import answer, propose
from tests.games.conftest import mover, rush

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def finished(match):
    return rush(match)


def at(client, match, number, **headers):
    return client.get(reverse("replay", args=[match.code, number]), **headers)


def html(client, match, number, **headers):
    response = at(client, match, number, **headers)
    assert response.status_code == 200
    return response.content.decode()


def test_every_position_has_its_own_address(client, finished):
    for number in range(finished.seq + 1):
        response = at(client, finished, number)
        assert response.status_code == 200
        assert response.context["shot"].number == number
    assert at(client, finished, finished.seq + 1).status_code == 404


def test_a_position_is_what_the_moves_up_to_it_lead_to(client, finished):
    line = replay.lines(finished.moves.all())[9]
    assert len(line) == 9
    shown = at(client, finished, 9).context["shot"].frame.view
    assert shown == replay.after(finished, line).observe(None)


def test_the_move_is_told_in_words_and_marked_on_the_boards(client, finished):
    move = finished.moves.get(seq=5)
    text = html(client, finished, 5)
    assert f"<code>{move.text}</code>" in text
    assert f"architect {move.text[0]} at {move.text[1:3]}" in text
    assert "is-new" in text
    assert "is-new" not in html(client, finished, 0)


def test_one_steps_on_and_back_by_links(client, finished):
    def links(number):
        shot = at(client, finished, number).context["shot"]
        return [shot.first, shot.previous, shot.next, shot.end]

    def address(number):
        return reverse("replay", args=[finished.code, number])

    last = finished.seq
    assert links(0) == ["", "", address(1), address(last)]
    assert links(7) == [address(0), address(6), address(8), address(last)]
    assert links(last) == [address(0), address(last - 1), "", ""]
    text = html(client, finished, 7)
    for number in (0, 6, 8, last):
        assert f'href="{address(number)}"' in text


def test_the_slider_works_without_javascript(client, finished):
    response = client.get(reverse("replay-jump", args=[finished.code]), {"number": "12"})
    assert response.url == reverse("replay", args=[finished.code, 12])
    assert f'max="{finished.seq}" value="9"' in html(client, finished, 9)


@pytest.mark.parametrize("number", ["", "x", "-1", "²", "9" * 5000])
def test_a_jump_to_nowhere_is_not_found(client, finished, number):
    response = client.get(reverse("replay-jump", args=[finished.code]), {"number": number})
    assert response.status_code == 404


def test_rounds_begin_before_their_first_move(client, finished):
    chapters = at(client, finished, 8).context["shot"].chapters
    assert [(stop.title, stop.number) for stop in chapters] == [
        ("Round 1", 0),
        ("Round 2", 8),
        ("Round 3", 16),
        ("Round 4", 24),
    ]
    assert [stop.title for stop in chapters if stop.is_here] == ["Round 2"]


def test_htmx_gets_only_what_a_step_changes(client, finished):
    text = html(client, finished, 3, **HTMX)
    assert "<html" not in text
    assert '<div id="replay"' in text
    for part in ("replay-steps", "replay-pad", "replay-chapters", "replay-news"):
        assert f'id="{part}"' in text
    assert "replay-figures" not in text
    assert "<html" in html(client, finished, 3, HTTP_HX_HISTORY_RESTORE_REQUEST="true", **HTMX)
    assert "HX-Request" in at(client, finished, 3).headers["Vary"]


def test_the_score_pad_adds_up(client, finished):
    for number in (0, 13, finished.seq):
        pad = at(client, finished, number).context["shot"].pad
        sums = [sum(points) for points in zip(*(row.points for row in pad.rows), strict=True)]
        assert sums == list(pad.totals)
    assert list(pad.totals) == finished.result["scores"]
    assert pad.ranks == finished.result["ranks"]
    assert "tower block" in html(client, finished, 0)


def test_the_charts_show_every_score_after_every_move(client, finished):
    response = at(client, finished, 3)
    reel = response.context["reel"]
    film = match_film(finished)
    assert [values for _label, values in reel.score_chart.rows] == [
        list(frame.view.scores()) for frame in film.frames
    ]
    kinds = finished.rules.variants[finished.variant].kinds
    assert [chart.title for chart in reel.kind_charts] == [str(title) for title in kinds.values()]
    for chart in reel.kind_charts:
        first, *others = chart.changes
        assert first[1] == chart.chart.rows[0][1]
        figures = [values for _label, values in (first, *others)]
        assert all(one != other for one, other in pairwise(figures))
        assert figures[-1] == list(chart.ends)
    ends = zip(*(chart.ends for chart in reel.kind_charts), strict=True)
    assert [sum(points) for points in ends] == finished.result["scores"]
    html = response.content.decode()
    assert html.count('role="img"') == 1 + len(kinds)
    assert html.count("<caption>") == len(kinds)


def test_a_running_match_is_not_shown(client, match, alice):
    client.force_login(alice)
    response = at(client, match, 0)
    assert response.status_code == 409
    text = response.content.decode()
    assert "This match is not over yet." in text
    assert match.seed not in text


def test_an_open_table_has_no_positions(client, table):
    assert at(client, table, 0).status_code == 404
    assert client.get(reverse("replay", args=["nowhere2", 0])).status_code == 404


def test_a_resignation_is_a_position_too(client, match, play):
    running = play(match, 6)
    player = mover(running)
    resign(code=running.code, player=player)
    text = html(client, running, 7)
    assert "resigns" in text
    shot = at(client, running, 7).context["shot"]
    assert shot.end == ""
    result = Match.objects.get(pk=running.pk).result
    assert result is not None
    assert shot.pad.ranks == result["ranks"]


def test_what_was_taken_back_is_shown_and_struck_out(client, match, play, alice, bob):
    running = play(match, 3)
    last = running.moves.last()
    proposer = running.seats.get(index=last.seat).player
    other = bob if proposer == alice else alice
    asked = propose(code=running.code, player=proposer, kind="take_back", back_to=2)
    answer(code=running.code, proposal_id=asked.pk, player=other, yes=True)
    finished = rush(running)
    frames = at(client, finished, 4).context["film"].frames
    assert frames[3].is_undone
    assert frames[4].view == frames[2].view
    assert "<s>" in html(client, finished, 3)
    titles = [stop.title for stop in at(client, finished, 4).context["shot"].chapters]
    assert titles == [f"Round {number}" for number in range(1, 5)]


def test_a_match_that_was_called_off_can_be_looked_through(client, match, play, alice, bob):
    running = play(match, 4)
    asked = propose(code=running.code, player=alice, kind="cancel", back_to=None)
    answer(code=running.code, proposal_id=asked.pk, player=bob, yes=True)
    assert "called off" in html(client, running, 4)
    assert at(client, running, 4).context["shot"].pad.ranks is None


def test_a_private_match_is_shown_to_whoever_has_the_link(client, announce, alice, bob):
    table = announce(alice, Chair(invited=bob), is_private=True)
    finished = rush(join_table(player=bob, code=table.code))
    assert '<meta name="robots" content="noindex">' in html(client, finished, 0)


def test_the_match_page_leads_to_the_positions(client, finished):
    text = client.get(finished.get_absolute_url()).content.decode()
    for number in (0, 1, finished.seq):
        assert f'href="{reverse("replay", args=[finished.code, number])}"' in text


def test_the_seed_is_shown_with_ways_to_check_it(client, finished):
    for text in (
        html(client, finished, 0),
        client.get(finished.get_absolute_url()).content.decode(),
    ):
        assert f'id="fair-seed">{finished.seed}<' in text
        assert f'id="fair-hash">{finished.seed_commitment}<' in text
        assert f"printf %s {finished.seed} | sha256sum" in text
        assert "The seed gives exactly what was dealt" in text
        assert "fair.js" in text


def test_a_seed_that_does_not_fit_is_told(client, finished):
    Match.objects.filter(pk=finished.pk).update(seed="0" * 32)
    assert "The seed does not give what was dealt" in html(client, finished, 0)


def test_no_position_costs_more_queries_than_another(
    client, finished, alice, django_assert_max_num_queries
):
    client.force_login(alice)
    for number in (0, finished.seq):
        with django_assert_max_num_queries(9):
            html(client, finished, number)
        with django_assert_max_num_queries(8):
            html(client, finished, number, **HTMX)
