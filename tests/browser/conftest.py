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
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import chromium

# Playwright keeps an event loop in our thread, which Django takes for a sign of async code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

DESKTOP = {"viewport": {"width": 1280, "height": 900}}
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SERIOUS = {"serious", "critical"}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = chromium.find()
    if program is None:
        pytest.skip(chromium.MISSING)
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
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on(
            "console",
            lambda message: (
                complaints.append(f"{page.url}: {message.text}")
                if message.type in {"error", "warning"}
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
