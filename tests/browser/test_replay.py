"""Looking through a match in a real browser: by buttons, keyboard and slider."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.models import Player
from games.models import Match
from games.services.matches import Chair, TableTerms, create_table
from tests.browser.conftest import DESKTOP, PHONE, check_accessibility, shoot
from tests.games.conftest import rush

SMALLEST_TARGET = 40


@pytest.fixture
def finished(transactional_db):
    alice = Player.objects.create_user("alice")
    bots = [Chair(bot="greedy"), Chair(bot="random")]
    terms = TableTerms("quadropolis", "expert", ("squares",))
    table = create_table(creator=alice, terms=terms, chairs=[Chair(player=alice), *bots])
    return rush(table)


@dataclass
class Viewer:
    page: Page
    match: Match

    def go_to(self, number: int) -> None:
        self.page.goto(reverse("replay", args=[self.match.code, number]))

    def is_at(self, number: int) -> None:
        """The address, the boards, the slider, the list and the bar all agree."""
        expect(self.page).to_have_url(re.compile(f"/at/{number}/$"))
        expect(self.page.locator("#replay")).to_have_attribute("data-number", str(number))
        expect(self.page.locator("#replay-number")).to_have_value(str(number))
        expect(self.page.locator(".replay-number b")).to_have_text(str(number))
        expect(self.page).to_have_title(re.compile(f"^Move {number} of {self.match.seq} "))
        current = self.page.locator("#replay-moves [aria-current]")
        if number:
            expect(current).to_have_attribute("data-number", str(number))
        else:
            expect(current).to_have_count(0)


@pytest.fixture
def visit(open_page, finished):
    def visit(number: int = 0, **options: Any) -> Viewer:
        viewer = Viewer(open_page(**options), finished)
        viewer.go_to(number)
        return viewer

    return visit


def test_one_steps_by_buttons(visit, finished):
    viewer = visit(**DESKTOP)
    page = viewer.page
    page.get_by_role("link", name="Next position").click()
    viewer.is_at(1)
    page.get_by_role("link", name="Last position").click()
    viewer.is_at(finished.seq)
    page.get_by_role("link", name="Previous position").click()
    viewer.is_at(finished.seq - 1)
    page.get_by_role("link", name="First position").click()
    viewer.is_at(0)
    page.go_back()
    viewer.is_at(finished.seq - 1)


def test_one_steps_by_keyboard_and_keeps_the_focus(visit, finished):
    viewer = visit(5, **DESKTOP)
    page = viewer.page
    keys = {"ArrowRight": 6, "ArrowLeft": 5, "End": finished.seq, "Home": 0}
    for key, number in keys.items():
        page.keyboard.press(key)
        viewer.is_at(number)
    page.keyboard.press("ArrowLeft")
    viewer.is_at(0)
    page.locator("#step-next").focus()
    page.keyboard.press("Enter")
    viewer.is_at(1)
    expect(page.locator("#step-next")).to_be_focused()
    expect(page.locator("#replay-news")).to_contain_text("architect")


def test_the_keys_belong_to_a_field_that_has_the_focus(visit):
    viewer = visit(5, **DESKTOP)
    viewer.page.locator("#replay-number").focus()
    viewer.page.keyboard.press("ArrowRight")
    viewer.is_at(6)
    viewer.page.locator("#replay-moves").focus()
    viewer.page.keyboard.press("Home")
    viewer.page.wait_for_timeout(200)
    viewer.is_at(6)


def test_the_slider_shows_positions_as_it_moves(visit):
    viewer = visit(**DESKTOP)
    page, slider = viewer.page, viewer.page.locator("#replay-number")
    box = slider.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 8, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, y, steps=12)
    expect(page.locator("#replay")).not_to_have_attribute("data-number", "0")
    page.mouse.move(box["x"] + box["width"] / 3, y, steps=6)
    page.mouse.up()
    viewer.is_at(int(slider.input_value()))
    page.reload()
    viewer.is_at(int(slider.input_value()))


def test_one_jumps_to_rounds_and_moves_and_into_the_chart(visit):
    viewer = visit(**DESKTOP)
    page = viewer.page
    page.get_by_role("link", name="Round 3").click()
    viewer.is_at(24)
    expect(page.get_by_role("link", name="Round 3")).to_have_attribute("aria-current", "step")
    page.locator("#replay-moves a").nth(9).click()
    viewer.is_at(10)
    before = page.locator(".replay-figures .marker").first.get_attribute("x1")
    page.locator(".replay-figures svg").first.click()
    expect(page.locator("#replay")).not_to_have_attribute("data-number", "10")
    viewer.is_at(int(page.locator("#replay-number").input_value()))
    assert page.locator(".replay-figures .marker").first.get_attribute("x1") != before


def test_what_was_open_stays_open(visit):
    viewer = visit(20, **DESKTOP)
    viewer.page.locator("#score-0 summary").click()
    viewer.page.locator("#step-next").click()
    viewer.is_at(21)
    expect(viewer.page.locator("#score-0")).to_have_attribute("open", "")


def test_without_javascript(visit, finished):
    viewer = visit(3, java_script_enabled=False, **PHONE)
    page = viewer.page
    page.locator("#step-next").click()
    viewer.is_at(4)
    page.locator("#replay-number").fill("30")
    page.get_by_role("button", name="Go").click()
    viewer.is_at(30)
    page.locator("#replay-moves a").first.click()
    viewer.is_at(1)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_viewer_is_accessible(visit, finished, size, scheme, request):
    viewer = visit(31, color_scheme=scheme, **size)
    check_accessibility(viewer.page)
    shoot(viewer.page, f"replay-{request.node.callspec.id}")
    viewer.page.locator(".figures-behind summary").click()
    viewer.page.locator("#fair-deal summary").click()
    check_accessibility(viewer.page)
    viewer.page.locator("#step-last").click()
    viewer.is_at(finished.seq)
    check_accessibility(viewer.page)


def test_the_viewer_fits_a_narrow_phone(visit):
    viewer = visit(31, **PHONE)
    page = viewer.page
    width = PHONE["viewport"]["width"]  # type: ignore[index]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for target in page.locator(".replay-steps .button, #replay-moves a").all():
        box = target.bounding_box()
        assert box is not None
        assert min(box["height"], box["width"]) >= SMALLEST_TARGET or box["width"] > 100


def test_the_browser_checks_the_seed(visit):
    page = visit(**DESKTOP).page
    page.locator("#fair-deal summary").click()
    expect(page.locator("#fair-yes")).to_be_visible()
    expect(page.locator("#fair-no")).to_be_hidden()


def test_the_browser_finds_a_seed_that_does_not_fit(visit):
    page = visit(**DESKTOP).page
    page.evaluate("document.getElementById('fair-seed').textContent = 'another'")
    page.locator("#fair-deal summary").click()
    expect(page.locator("#fair-no")).to_be_visible()
    expect(page.locator("#fair-yes")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_search_and_import_are_accessible(page, finished, log_in, scheme):
    page.emulate_media(color_scheme=scheme)
    log_in(page, finished.creator)
    page.goto(reverse("matches"))
    page.locator(".search summary").click()
    check_accessibility(page)
    page.get_by_label("Player", exact=True).fill("alice")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".match-card")).to_have_count(1)
    check_accessibility(page)
    page.goto(reverse("record-import"))
    check_accessibility(page)
