"""Leaderboards, best cities and the rule, at both sizes and in both colour schemes."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.services.books import enter_finished
from games.services.leaderboards import refresh_standings
from games.services.matches import Chair, TableTerms, create_table, join_table
from tests.browser.conftest import check_accessibility, shoot
from tests.games.conftest import rush


@pytest.fixture
def together(players):
    """So many of them build a city together."""

    def together(size):
        table = create_table(
            creator=players[0],
            terms=TableTerms("megalopolis", "normal"),
            chairs=[Chair(player=players[0]), *(Chair() for _ in range(size - 1))],
        )
        for player in players[1:size]:
            table = join_table(player=player, code=table.code)
        return table

    return together


@pytest.fixture
def played(start, together):
    rush(start(size=4))
    rush(start("expert", size=3))
    for size in (1, 2, 4):
        rush(together(size))
    enter_finished()
    refresh_standings()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lists_can_be_read_by_everyone(page, played, players, log_in, scheme, request):
    log_in(page, players[0])
    page.emulate_media(color_scheme=scheme)
    for address in (
        reverse("leaderboard", args=["quadropolis"]),
        reverse("leaderboard", args=["quadropolis"]) + "?board=season",
        reverse("high-scores", args=["quadropolis"]),
        reverse("leaderboard", args=["megalopolis"]),
        reverse("leaderboard", args=["megalopolis"]) + "?section=teams",
        reverse("high-scores", args=["megalopolis"]),
        reverse("ratings"),
    ):
        page.goto(address)
        name = address.strip("/").replace("/", "-").replace("?", "-")
        shoot(page, f"{request.node.callspec.id}-{name}")
        check_accessibility(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_one_finds_the_way_from_list_to_list(page, played):
    page.goto(reverse("lobby"))
    page.get_by_role("link", name="Leaderboards").click()
    page.get_by_role("navigation", name="Variant").get_by_role("link", name="Expert").click()
    expect(page.get_by_role("img", name="Rating over the last match")).to_have_count(3)
    page.get_by_role("navigation", name="Time").get_by_role("link", name="This season").click()
    page.get_by_role("navigation", name="Who").get_by_role("link", name="People only").click()
    assert page.url.endswith("?variant=expert&board=season&bots=no")
    page.get_by_role("link", name="Best cities").click()
    expect(page.get_by_role("img", name="The city of")).to_have_count(4)
    page.get_by_role("link", name="Expert").click()
    page.get_by_role("link", name="all time").click()
    expect(page.get_by_role("img", name="The city of")).to_have_count(3)


def test_one_finds_the_way_to_results_without_ratings(page, played):
    page.goto(reverse("lobby"))
    page.get_by_role("link", name="Leaderboards").click()
    page.get_by_role("navigation", name="Game").get_by_role("link", name="Megalopolis").click()
    expect(page.locator(".leaderboard tbody tr:not(.divider)")).to_have_count(4)
    page.get_by_role("navigation", name="List").get_by_role("link", name="Teams").click()
    expect(page.get_by_role("rowheader", name="alice, bob, charlie, dora")).to_be_visible()
    page.get_by_role("navigation", name="List").get_by_role("link", name="Solo").click()
    assert page.url.endswith("?section=solo")
    expect(page.get_by_role("rowheader", name="alice")).to_be_visible()
    page.get_by_role("link", name="Replay").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Megalopolis")
