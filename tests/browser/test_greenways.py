"""Greenways in a real browser: by clicks, by keyboard, by touch, and without JavaScript."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Match
from games.services.matches import Chair, TableTerms, create_table
from tests.browser.conftest import DESKTOP, PHONE, SIZES, check_accessibility, confirm, shoot
from tests.games.conftest import advance, rush

SMALLEST_TARGET = 40
ONE_LINE = 40
SEED = "greenways"


@pytest.fixture
def alice(players):
    return players[0]


@pytest.fixture
def solo(alice):
    """Dealt so that the first hand has a tile to turn."""
    terms = TableTerms("greenways", "solo")
    match = create_table(creator=alice, terms=terms, chairs=[Chair(player=alice)])
    match.seed, match.setup = SEED, match.rules.deal(match.terms, SEED)
    match.save()
    return match


def place_a_tile(page: Page) -> None:
    """The first tile, on the first cell that fits."""
    page.locator(".g-held a").first.click()
    expect(page.locator(".g-spot").first).to_be_visible()
    page.locator(".g-spot").first.click()
    expect(page.locator(".confirm")).to_be_in_viewport(ratio=1)
    expect(page.locator(".g-preview")).to_be_visible()


def seq(match):
    return Match.objects.get(pk=match.pk).seq


@SIZES
def test_a_match_from_the_new_table_to_the_next_move(players, log_in, open_page, size):
    page = open_page(**size)
    log_in(page, players[0])
    page.goto("/tables/new/")
    page.get_by_label("Greenways, Solo (1 player)").check()
    page.get_by_role("button", name="Announce the table").click()
    expect(page.locator(".whose")).to_have_text("Your turn")
    match = Match.objects.get()
    for moves in range(1, 4):
        place_a_tile(page)
        confirm(page)
        expect(page.locator(".whose")).to_have_text("Your turn again")
        assert seq(match) == moves
    expect(page.locator(".g-lines")).to_have_count(2)


@SIZES
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_step_is_accessible(solo, alice, visit, size, scheme, request):
    page = visit(advance(solo, 12), alice, color_scheme=scheme, **size)
    label = f"greenways-{request.node.callspec.id}"
    check_accessibility(page)
    page.locator(".g-held a").first.click()
    expect(page.locator(".g-spot").first).to_be_visible()
    check_accessibility(page)
    shoot(page, f"{label}-cell")
    page.locator(".g-spot").first.click()
    expect(page.locator(".confirm")).to_be_in_viewport(ratio=1)
    page.locator("#part-greenery summary").click()
    check_accessibility(page)
    shoot(page, f"{label}-confirm")


@SIZES
def test_the_end_the_replay_and_the_rules_are_accessible(solo, alice, visit, size, request):
    match = rush(solo)
    page = visit(match, alice, **size)
    expect(page.get_by_role("heading", name="You scored")).to_be_visible()
    check_accessibility(page)
    shoot(page, f"greenways-{request.node.callspec.id}-result")
    page.goto(f"/m/{match.code}/at/20/")
    check_accessibility(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-number b")).to_have_text("21")
    page.goto("/rules/greenways/")
    check_accessibility(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["viewport"]["width"]


def test_everything_fits_a_narrow_phone(solo, alice, visit):
    page = visit(advance(solo, 30), alice, **PHONE)
    check_targets(page)
    page.locator(".g-held a").first.click()
    expect(page.locator("#cell-next")).to_be_visible()
    check_targets(page)
    page.locator("#cell-next").click()
    expect(page.locator(".confirm")).to_be_in_viewport(ratio=1)
    check_targets(page)


def test_on_a_phone_a_large_city_does_not_hide_behind_the_names_of_its_lines(solo, alice, visit):
    page = visit(advance(solo, 40), alice, **PHONE)
    for lines in page.locator(".g-lines").all():
        box = lines.bounding_box()
        assert box is not None
        assert box["height"] < ONE_LINE
        assert lines.locator("li.bare").count() == lines.locator("li.bare:visible").count()


def check_targets(page: Page) -> None:
    """All but the cells of a large city, which can be zoomed and walked through."""
    assert page.viewport_size is not None
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    targets = ".g-held a, .g-tools a, .zoom-buttons button, .bar a, .bar button, .g-board summary"
    for target in page.locator(targets).locator("visible=true").all():
        box = target.bounding_box()
        assert box is not None
        assert min(box["height"], box["width"]) >= SMALLEST_TARGET
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width


def test_the_city_can_be_zoomed_and_stays_so_from_step_to_step(solo, alice, visit):
    page = visit(advance(solo, 20), alice, **DESKTOP)
    city = page.locator("#city-view > svg")
    whole = city.get_attribute("viewBox")
    page.get_by_role("button", name="Zoom in").click()
    zoomed = city.get_attribute("viewBox")
    assert zoomed != whole
    page.locator(".g-held a").first.click()
    expect(page.locator(".g-spot").first).to_be_attached()
    expect(city).to_have_attribute("viewBox", zoomed or "")


@SIZES
def test_a_tile_on_trial_is_in_sight_wherever_the_view_was_left(solo, alice, visit, size):
    """Next lays it on one cell after the other, all around the city."""
    page = visit(advance(solo, 12), alice, **size)
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    page.locator(".g-held a").first.click()
    expect(page.locator(".g-spot").first).to_be_attached()
    for _ in range(page.locator(".g-spot").count()):
        before = page.url
        page.locator("#cell-next").click()
        page.wait_for_url(lambda url, before=before: url != before)
        assert page.evaluate(IS_TRIAL_IN_SIGHT)


IS_TRIAL_IN_SIGHT = """() => {
    const outer = document.querySelector("#city-view > svg").getBoundingClientRect();
    const inner = document.querySelector(".g-placed").getBoundingClientRect();
    return outer.left <= inner.left && inner.right <= outer.right
        && outer.top <= inner.top && inner.bottom <= outer.bottom;
}"""


def test_on_a_phone_a_tile_on_trial_lies_above_the_bar(solo, alice, visit):
    page = visit(advance(solo, 30), alice, **PHONE)
    page.locator(".g-held a").first.click()
    expect(page.locator("#cell-previous")).to_be_visible()
    page.locator("#cell-previous").click()  # the last one, far down
    expect(page.locator(".confirm")).to_be_visible()
    page.wait_for_function(IS_TRIAL_ABOVE_THE_BAR)


IS_TRIAL_ABOVE_THE_BAR = """() => {
    const [tile, bar] = [".g-placed", ".bar"]
        .map((one) => document.querySelector(one).getBoundingClientRect());
    return 0 <= tile.top && tile.bottom <= bar.top;
}"""


@SIZES
def test_no_button_lies_on_a_cell(solo, alice, visit, size):
    page = visit(advance(solo, 30), alice, **size)
    page.locator(".g-held a").first.click()
    expect(page.locator("#cell-next")).to_be_visible()
    assert page.evaluate(COVERED_SPOTS) == []


COVERED_SPOTS = """() => {
    const buttons = [...document.querySelectorAll(".g-tools a, .zoom-buttons button")]
        .map((button) => button.getBoundingClientRect());
    return [...document.querySelectorAll(".g-spot")]
        .filter((spot) => {
            const box = spot.getBoundingClientRect();
            return buttons.some((one) => box.left < one.right && one.left < box.right
                && box.top < one.bottom && one.top < box.bottom);
        })
        .map((spot) => spot.id);
}"""


def test_a_move_without_javascript(solo, alice, visit):
    page = visit(solo, alice, java_script_enabled=False, **PHONE)
    place_a_tile(page)
    confirm(page)
    assert seq(solo) == 1
    expect(page.locator(".log")).to_contain_text("places a tile at")


def test_a_move_with_the_keyboard_alone(solo, alice, visit):
    page = visit(solo, alice, **DESKTOP)

    def press(selector: str) -> None:
        for _ in range(60):
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                page.keyboard.press("Enter")
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{selector} can't be reached")

    press(".g-held a")
    expect(page.locator(".g-spot").first).to_be_visible()
    press(".g-spot")
    expect(page.locator(".confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".confirm")).to_have_count(0)
    assert seq(solo) == 1


def test_a_tile_is_turned_where_it_lies(solo, alice, visit):
    page = visit(solo, alice, **DESKTOP)
    tiles = page.locator(".g-held a")
    for number in range(tiles.count()):
        tiles.nth(number).click()
        expect(tiles.nth(number)).to_have_attribute("aria-current", "true")
        if page.locator("#turn-tile").count():
            break
    before = page.url
    page.locator("#turn-tile").click()
    page.wait_for_url(lambda url: url != before)
    assert "turns=" in page.url
    assert "cell=" not in page.url
