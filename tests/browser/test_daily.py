"""The city of the day in the browser: from the first click to what one tells others."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games import dailies
from games.models import Daily, Match
from games.services.dailies import begin_try, deal_today
from tests.browser.conftest import check_accessibility, shoot
from tests.games.conftest import rush


@pytest.fixture
def cities(transactional_db):
    """Dealt, with what the bots made of them."""
    found = deal_today()
    Daily.objects.update(par={"greedy": 40, "strong": 50})
    return found


def play_all(player, cities):
    for daily in cities:
        rush(begin_try(player=player, day=daily.day, game=daily.game))


def the_day():
    return reverse("daily-day", args=[dailies.today()])


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_from_the_first_click_to_the_result(page, cities, players, log_in):
    log_in(page, players[0])
    page.goto(reverse("lobby"))
    page.get_by_role("link", name="To today’s cities").click()
    page.get_by_role("button", name="Play Quadropolis").click()
    expect(page.get_by_text("first sight: every move stands")).to_be_visible()
    rush(Match.objects.get())
    page.reload()
    page.get_by_role("link", name="Results of the day").click()
    quadropolis = page.get_by_role("region", name="Quadropolis")
    expect(quadropolis.get_by_role("table", name="First sight")).to_contain_text("alice")
    expect(quadropolis).to_contain_text("strong 50")
    text = quadropolis.get_by_label("Tell others").input_value()
    assert text.startswith("City of the day")
    assert text.endswith(the_day())
    quadropolis.get_by_role("link", name="Replay alice").click()
    expect(page).to_have_url(re.compile("/at/0/$"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_can_be_read_by_everyone(page, cities, players, log_in, scheme, request):
    for player in players[:3]:
        play_all(player, cities)
    log_in(page, players[0])
    page.emulate_media(color_scheme=scheme)
    table = reverse("daily-table", args=[dailies.today(), "quadropolis", "first"])
    for number, address in enumerate((reverse("daily"), the_day(), table)):
        page.goto(address)
        shoot(page, f"{request.node.callspec.id}-daily-{number}")
        check_accessibility(page)
        assert fits(page)


def test_what_to_tell_others_is_copied_with_one_click(desktop, cities, players, log_in):
    play_all(players[0], cities[-1:])
    desktop.context.grant_permissions(["clipboard-read", "clipboard-write"])
    log_in(desktop, players[0])
    desktop.goto(the_day())
    desktop.get_by_role("button", name="Copy").click()
    expect(desktop.get_by_role("status").filter(has_text="Copied.")).to_be_visible()
    copied = desktop.evaluate("navigator.clipboard.readText()")
    assert copied == desktop.get_by_label("Tell others").input_value()


def test_without_javascript(open_page, cities, players, log_in):
    page = open_page(java_script_enabled=False, viewport={"width": 360, "height": 740})
    log_in(page, players[0])
    page.goto(reverse("daily"))
    page.get_by_role("button", name="Play Quadropolis").click()
    expect(page.get_by_text("Your turn").or_(page.get_by_text("Waiting for")).first).to_be_visible()
    rush(Match.objects.get())
    page.goto(the_day())
    expect(page.get_by_label("Tell others")).to_be_visible()
    expect(page.get_by_role("button", name="Copy")).to_have_count(0)
    page.get_by_role("button", name="Practise Quadropolis").click()
    expect(page.get_by_text("practice", exact=False).first).to_be_visible()
