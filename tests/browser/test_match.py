"""Matches played in a real browser: by clicks, by keyboard, and without JavaScript."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Match
from tests.browser.conftest import (
    DESKTOP,
    PHONE,
    SIZES,
    check_accessibility,
    choose,
    confirm,
    look,
    mover,
    shoot,
)

SMALLEST_TARGET = 40


def test_two_people_play_a_whole_match_by_clicks(start, players, visit):
    """One at a desk, the other on the train."""
    match = start()
    at_desk, on_train = players[:2]
    pages = {
        at_desk.pk: visit(match, at_desk, **DESKTOP),
        on_train.pk: visit(match, on_train, **PHONE),
    }
    moves = 0
    while (match := Match.objects.get(pk=match.pk)).is_running:
        page = pages[mover(match).pk]
        look(page)
        expect(page.locator(".bar.move")).to_be_visible()
        choose(page)
        if moves in (10, 11):
            shoot(page, f"match-{moves}")
        confirm(page)
        moves += 1
    assert moves == 32
    for size, page in zip(("desktop", "phone"), pages.values(), strict=True):
        look(page)
        expect(page.get_by_role("heading", name="The match is over")).to_be_visible()
        shoot(page, f"match-{size}-result")
        check_accessibility(page)


@SIZES
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_step_is_accessible(start, visit, size, scheme, request):
    match = start("expert", 4, ["squares"])
    page = visit(match, mover(match), color_scheme=scheme, **size)
    label = f"expert-{request.node.callspec.id}"
    check_accessibility(page)
    page.locator(".tray a").nth(1).click()
    expect(page.locator(".place.open").first).to_be_visible()
    check_accessibility(page)
    shoot(page, f"{label}-place")
    page.locator(".place.open a").filter(has=page.locator(".tile")).first.click()
    expect(page.locator(".cell.open").first).to_be_visible()
    check_accessibility(page)
    page.locator(".cell.open a").first.click()
    expect(page.locator(".confirm")).to_be_in_viewport(ratio=1)
    page.locator(".city.own summary").click()
    check_accessibility(page)
    shoot(page, f"{label}-confirm")


def test_everything_fits_a_narrow_phone(start, visit):
    match = start("expert", 4)
    page = visit(match, mover(match), **PHONE)
    page.locator(".tray a").first.click()
    expect(page.locator(".place.open").first).to_be_visible()
    check_targets(page)
    choose(page)
    check_targets(page)


def check_targets(page: Page) -> None:
    assert page.viewport_size is not None
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    targets = ".tray a, .place a, .cell a, .bar a, .bar button, .match-board summary"
    for target in page.locator(targets).locator("visible=true").all():
        box = target.bounding_box()
        assert box is not None
        assert min(box["height"], box["width"]) >= SMALLEST_TARGET
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width


def test_a_move_without_javascript(start, visit):
    match = start()
    page = visit(match, mover(match), java_script_enabled=False, **PHONE)
    choose(page)
    confirm(page)
    assert Match.objects.get(pk=match.pk).seq == 1
    expect(page.locator(".log")).to_contain_text("architect 1")


def test_a_move_with_the_keyboard_alone(start, visit):
    match = start()
    page = visit(match, mover(match), **DESKTOP)

    def go_to(selector: str) -> None:
        for _ in range(60):
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{selector} can't be reached")

    go_to(".tray a")
    page.keyboard.press("Enter")
    expect(page.locator(".site-panel")).to_be_focused()
    go_to(".place.open a:has(.tile)")
    page.keyboard.press("Enter")
    expect(page.locator(".city.own")).to_be_focused()
    go_to(".cell.open a")
    page.keyboard.press("Enter")
    expect(page.locator(".confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".confirm")).to_have_count(0)
    assert Match.objects.get(pk=match.pk).seq == 1


def test_a_step_back_and_the_back_button(start, visit):
    match = start()
    page = visit(match, mover(match), **DESKTOP)
    choose(page)
    page.get_by_role("link", name="Back").click()
    expect(page.locator(".cell.open").first).to_be_visible()
    page.go_back()
    expect(page.locator(".confirm")).to_be_visible()
    page.go_back()
    page.go_back()
    expect(page.locator(".place.open").first).to_be_visible()
    assert page.locator(".site-nav").count() == 1


def test_going_back_twice_quickly_ends_at_the_last_of_the_two(start, visit):
    match = start()
    page = visit(match, mover(match), **DESKTOP)
    choose(page)
    held = []
    page.route(re.compile("place="), lambda route: held.append(route))
    page.go_back()
    page.go_back()
    expect(page.locator(".place.open").first).to_be_visible()
    held[0].continue_()  # the answer to the first step comes after that to the second
    for _ in range(3):
        page.evaluate("fetch(location.href).then(answer => answer.text())")
    expect(page.locator(".place.open").first).to_be_visible()


def test_the_board_updates_itself(start, players, visit):
    match = start()
    first = mover(match)
    second = next(player for player in players[:2] if player != first)
    waiting = visit(match, second, **DESKTOP)
    page = visit(match, first, **DESKTOP)
    choose(page)
    confirm(page)
    expect(waiting.locator(".bar.move")).to_be_visible()
    expect(waiting.locator("#match-news")).to_contain_text("It is your turn.")
    expect(waiting).to_have_title("Your turn · Quadropolis " + match.code + " · Quadropolis")


def test_the_last_of_two_quick_clicks_counts(start, visit):
    match = start()
    page = visit(match, mover(match), **DESKTOP)
    page.evaluate("for (const link of [...document.querySelectorAll('.tray a')]) link.click()")
    expect(page.locator(".bar")).to_contain_text("Choose a place for architect 4.")


def test_confirm_clicked_twice_is_one_move(start, visit):
    match = start()
    page = visit(match, mover(match), **PHONE)
    choose(page)
    page.locator(".confirm").dblclick()
    expect(page.locator(".bar.waiting")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert Match.objects.get(pk=match.pk).seq == 1


def test_a_stale_page_shows_the_new_position(start, visit, complaints):
    match = start()
    player = mover(match)
    stale, page = visit(match, player, **PHONE), visit(match, player, **PHONE)
    choose(stale)
    choose(page)
    confirm(page)
    stale.locator(".confirm").click()
    expect(stale.get_by_role("alert")).to_contain_text("Somebody moved meanwhile")
    expect(stale.locator(".bar.waiting")).to_be_visible()
    assert [text for text in complaints if "409" in text]
    complaints.clear()


def test_score_now_shows_what_is_on_and_off(start, visit):
    match = start()
    page = visit(match, None, **DESKTOP)
    first = page.locator(".city").first
    expect(first.locator(".sheet")).to_be_hidden()
    first.locator("summary").click()
    expect(first.locator(".sheet")).to_be_visible()
