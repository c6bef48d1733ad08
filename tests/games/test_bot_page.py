"""A bot's page: how it thinks, how strong it is; and how bots are offered."""

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player
from engine.bots import BOTS
from games.catalogue import GAMES
from games.forms import chair_choices
from games.presenters.bots import WORDS, introduce
from games.services.matches import Chair
from games.strengths import RUNS

OWN = ["random", "greedy", "strong"]

pytestmark = pytest.mark.django_db


def page(client, bot):
    return client.get(reverse("player", args=[f"{bot.capitalize()}-Robot"]))


@pytest.mark.parametrize("bot", OWN)
def test_it_says_how_the_bot_thinks_and_how_strong_it_is(client, bot):
    text = page(client, bot).content.decode()
    assert "How it thinks" in text
    assert text.count('class="fair"') == sum(bot in run.table for run in RUNS) > 0


def test_the_bot_has_a_page_before_anybody_played_against_it(client):
    assert page(client, "strong").context["shown"] == Player.objects.get(bot="strong")


@pytest.mark.parametrize("name", ["Clever-Robot", "strong", "-Robot"])
def test_nobody_else_has_one(client, name):
    assert client.get(f"/players/{name}/").status_code == 404
    assert not Player.objects.exists()


def test_people_are_not_introduced_as_bots(client, alice):
    answer = client.get(reverse("player", args=["alice"]))
    assert answer.context["bot"] is None


def test_it_names_the_seconds_of_the_setting(client, settings):
    settings.BOT_SECONDS = 0.5
    assert "at most 0.5 seconds" in page(client, "strong").content.decode()


def test_every_bot_is_introduced_and_offered():
    assert set(OWN) <= set(BOTS)
    assert set(OWN) == set(WORDS)
    offered = dict(chair_choices())
    assert offered["bot:strong"] == "Bot Strong: thinks ahead, also about your moves"


def test_the_figures_are_about_bots_and_games_that_exist():
    for run in RUNS:
        assert len(run.table) in GAMES[run.game].variants[run.variant].players
        assert set(run.table) == set(run.wins) == set(run.points) <= set(OWN)
        # Each is rounded on its own.
        assert sum(run.wins[bot] for bot in run.table) == pytest.approx(100, abs=0.3)


def test_the_documentation_has_the_same_figures_of_strong_against_greedy():
    """Each line of the table: variant, players, matches, wins, points of both."""
    documented = []
    for line in (settings.BASE_DIR / "docs/bots.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.split(" (")[0] for cell in line.strip("| ").split(" | ")]
        if len(cells) == 6 and cells[3].endswith(" %") and cells[0] in ("classic", "expert"):
            documented.append([cells[0], int(cells[1]), int(cells[2]), *cells[3:]])
    assert documented == [
        [
            run.variant,
            len(run.table),
            run.matches,
            f"{run.wins['strong']:.1f} %",
            f"{run.points['strong']:.1f}",
            f"{run.points['greedy']:.1f}",
        ]
        for run in RUNS
        if {"strong", "greedy"} == set(run.table)
    ]


def test_a_seat_is_compared_with_the_others_at_its_table():
    greedy = introduce("greedy")
    assert greedy is not None
    against = {line.against for line in greedy.lines}
    assert {"against Strong", "against Strong, Greedy", "against 3 × Random"} <= against


def test_the_page_takes_as_many_queries_for_many_matches(client, announce, play, alice):
    play(announce(alice, Chair(bot="random")))
    few = _queries(client)
    for _ in range(2):
        play(announce(alice, Chair(bot="random")))
    assert _queries(client) == few


def _queries(client):
    with CaptureQueriesContext(connection) as queries:
        page(client, "random")
    return len(queries)
