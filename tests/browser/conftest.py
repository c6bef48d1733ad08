"""A real browser at two sizes. A test fails if a page complains on the console."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect, sync_playwright

from accounts.models import Player
from games.services.matches import Chair, TableTerms, create_table, join_table
from tests.browser import chromium
from tests.patience import PATIENCE

# Playwright keeps an event loop in our thread, which Django takes for a sign of async code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

DESKTOP = {"viewport": {"width": 1280, "height": 900}}
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
SERIOUS = {"serious", "critical"}
# What htmx says when a request gives way to a newer click; one that failed is a sendError.
GIVEN_UP = ("htmx:afterRequest", "htmx:sendAbort")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = chromium.find()
    if program is None:
        pytest.skip(chromium.MISSING)
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=chromium.FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What pages said on the console; a test that expects some takes them out."""
    complaints: list[str] = []
    yield complaints
    assert not complaints


@pytest.fixture
def open_page(
    browser: Browser, live_server: Any, complaints: list[str]
) -> Iterator[Callable[..., Page]]:
    """Open a page of the live site for one more visitor, with options of the browser's."""
    contexts = []

    def open_page(**options: Any) -> Page:
        context = browser.new_context(base_url=live_server.url, **options)
        context.set_default_timeout(1000 * PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on(
            "console",
            lambda message: (
                complaints.append(f"{page.url}: {message.text}")
                if message.type in {"error", "warning"} and not message.text.startswith(GIVEN_UP)
                else None
            ),
        )
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def desktop(open_page: Callable[..., Page]) -> Page:
    return open_page(**DESKTOP)


@pytest.fixture
def phone(open_page: Callable[..., Page]) -> Page:
    return open_page(**PHONE)


@pytest.fixture(params=["desktop", "phone"])
def page(request: pytest.FixtureRequest) -> Page:
    """Each size in turn."""
    page: Page = request.getfixturevalue(request.param)
    return page


@pytest.fixture
def log_in(live_server: Any) -> Callable[[Page, Any], None]:
    def log_in(page: Page, player: Any) -> None:
        client = Client()
        client.force_login(player)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME]
        page.context.add_cookies(
            [{"name": cookie.key, "value": cookie.value, "url": live_server.url}]
        )

    return log_in


@pytest.fixture
def players(transactional_db):
    return [Player.objects.create_user(name) for name in ("alice", "bob", "charlie", "dora")]


@pytest.fixture
def start(players):
    def start(variant="classic", size=2, options=()):
        table = create_table(
            creator=players[0],
            terms=TableTerms("quadropolis", variant, options),
            chairs=[Chair(player=players[0]), *(Chair() for _ in range(size - 1))],
        )
        for player in players[1:size]:
            table = join_table(player=player, code=table.code)
        return table

    return start


@pytest.fixture
def visit(open_page, log_in):
    """Open the match for a player, or for a stranger."""

    def visit(match, player, **options):
        page = open_page(**options)
        if player:
            log_in(page, player)
        page.goto(match.get_absolute_url())
        return page

    return visit


def shoot(page: Page, name: str) -> None:
    """Keep a picture of the whole page, in $ARTEFACTS or var/screenshots/."""
    folder = Path(os.environ.get("ARTEFACTS") or settings.BASE_DIR / "var" / "screenshots")
    page.screenshot(path=folder / f"{name}.png", full_page=True)


def check_accessibility(page: Page) -> None:
    found = Axe().run(page).response["violations"]
    serious = [
        f"{each['id']}: {each['help']}\n  " + "\n  ".join(node["html"] for node in each["nodes"])
        for each in found
        if each["impact"] in SERIOUS
    ]
    assert not serious, "\n".join(serious)


def mover(match):
    return match.seats.get(index=match.to_move).player


def choose(page: Page) -> None:
    """Architect, place and cell: the first of each that is lit."""
    page.locator(".tray a").first.click()
    lit = page.locator(".place.open a")
    expect(lit.first).to_be_visible()
    with_tile = lit.filter(has=page.locator(".tile"))
    (with_tile if with_tile.count() else lit).first.click()
    expect(page.locator(".cell.open, .discard, .confirm").first).to_be_visible()
    if page.locator(".cell.open a").count():
        page.locator(".cell.open a").first.click()
    elif page.locator(".confirm").count() == 0:
        page.locator(".discard").click()
    expect(page.locator(".confirm")).to_be_in_viewport(ratio=1)


def confirm(page: Page) -> None:
    page.locator(".confirm").click()
    expect(page.locator(".confirm")).to_have_count(0)


def look(page: Page) -> None:
    """What a tab does when it is looked at again: ask for news at once."""
    page.evaluate("document.querySelector('[data-poll]') && htmx.trigger('[data-poll]', 'look')")
