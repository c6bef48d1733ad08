"""Megalopolis in a real browser: by clicks, by keyboard, by touch and without JavaScript."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Match
from games.services.matches import Chair, TableTerms, create_table, join_table
from games.services.moves import play_move
from tests.browser.conftest import DESKTOP, PHONE, SIZES, check_accessibility, look, mover, shoot
from tests.games.conftest import advance, some_move

SMALLEST_TARGET = 40


@pytest.fixture
def begin(players):
    def begin(size=1, variant="normal"):
        table = create_table(
            creator=players[0],
            terms=TableTerms("megalopolis", variant),
            chairs=[Chair(player=players[0]), *[Chair()] * (size - 1)],
        )
        for player in players[1:size]:
            table = join_table(player=player, code=table.code)
        return table

    return begin


def choose(page: Page, spot: int = 0) -> None:
    page.locator(".m-cards a").first.click()
    click_spot(page, spot)
    expect(page.locator(".confirm")).to_be_in_viewport(ratio=1)


def click_spot(page: Page, number: int) -> None:
    """In the middle of what can be clicked: the card that it shows is larger than that."""
    target = page.locator(".m-spot .m-target").nth(number)
    expect(target).to_be_visible()
    target.click()


def confirm(page: Page) -> None:
    page.locator(".confirm").click()
    expect(page.locator(".confirm")).to_have_count(0)


def view_box(page: Page) -> list[float]:
    box = page.locator("#city-view > svg").get_attribute("viewBox")
    assert box is not None
    return [float(number) for number in box.split()]


def scale(page: Page) -> float:
    """How many units of the drawing are seen; less is nearer."""
    return view_box(page)[2]


# Playing


@SIZES
def test_somebody_alone_plays_by_clicks(begin, players, visit, size, request):
    match = begin()
    page = visit(match, players[0], **size)
    for number in range(1, 6):
        choose(page, spot=number)
        if number == 5:
            shoot(page, f"megalopolis-{request.node.callspec.id}-confirm")
        confirm(page)
        expect(page.locator(".round b").first).to_have_text(str(number + 1))
    look(page)  # where there is no chat to ask for
    assert Match.objects.get(pk=match.pk).seq == 5


def test_three_play_a_whole_match_together(begin, players, visit):
    match = begin(size=3)
    pages = {player.pk: visit(match, player, **DESKTOP) for player in players[:3]}
    while (match := Match.objects.get(pk=match.pk)).is_running:
        page = pages[mover(match).pk]
        look(page)
        expect(page.locator(".bar.move")).to_be_visible()
        choose(page, spot=match.seq % 4)
        confirm(page)
    assert match.seq == 14
    for page in pages.values():
        look(page)
        expect(page.locator(".result h2")).to_contain_text("points")
    shoot(page, "megalopolis-result")
    check_accessibility(page)


def test_a_move_with_the_keyboard_alone(begin, players, visit):
    match = begin()
    page = visit(match, players[0], **DESKTOP)

    def go_to(selector: str) -> None:
        for _ in range(60):
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{selector} can't be reached")

    go_to(".m-cards a")
    page.keyboard.press("Enter")
    expect(page.locator(".m-city")).to_be_focused()
    go_to(".m-spot")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("row ")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".confirm")).to_have_count(0)
    assert Match.objects.get(pk=match.pk).seq == 1


def test_a_card_is_turned_and_nudged_before_it_is_laid(begin, players, visit):
    match = begin()
    page = visit(match, players[0], **PHONE)
    choose(page)
    before = page.locator('[name="move"]').get_attribute("value")
    page.locator("#turn-card").click()
    expect(page.locator('[name="move"]')).to_have_value(f"{before}r")
    page.locator(".m-tools a.nudge").first.click()
    expect(page.locator('[name="move"]')).not_to_have_value(f"{before}r")
    assert (page.locator('[name="move"]').get_attribute("value") or "").endswith("r")
    confirm(page)
    assert Match.objects.get(pk=match.pk).seq == 1


def test_a_move_without_javascript(begin, players, visit):
    match = begin()
    page = visit(match, players[0], java_script_enabled=False, **PHONE)
    expect(page.locator(".zoom-buttons")).to_be_hidden()
    choose(page)
    page.locator("#turn-card").click()
    confirm(page)
    assert Match.objects.get(pk=match.pk).seq == 1
    expect(page.locator(".log")).to_contain_text("turned")


def test_a_choice_is_there_again_after_a_while(begin, players, visit):
    match = begin()
    page = visit(match, players[0], **DESKTOP)
    with page.expect_response("**/draft/"):
        choose(page)
    page.goto(match.get_absolute_url())
    expect(page.locator(".confirm")).to_be_visible()
    expect(page.locator(".bar")).to_contain_text("Your draft")


def test_what_counts_lights_up_while_it_is_pointed_at(begin, players, visit):
    page = visit(begin(), players[0], **DESKTOP)
    light = page.locator(".m-light-1")
    expect(light).to_be_hidden()
    page.locator(".m-part-1").hover()
    expect(light).to_be_visible()
    page.locator(".m-part-0 summary").focus()
    page.mouse.move(5, 5)
    expect(light).to_be_hidden()
    expect(page.locator(".m-light-0")).to_be_visible()


def test_on_a_phone_what_is_used_next_comes_into_sight(begin, players, visit):
    page = visit(begin(), players[0], **PHONE)
    for _ in range(2):
        expect(page.locator(".m-cards a").first).to_be_in_viewport(ratio=1)
        page.locator(".m-cards a").first.tap()
        click_spot(page, 3)
        expect(page.locator(".confirm")).to_be_in_viewport(ratio=1)
        turn, bar = page.locator("#turn-card").bounding_box(), page.locator(".bar").bounding_box()
        assert turn is not None
        assert bar is not None
        assert 0 <= turn["y"] <= bar["y"] - turn["height"]
        page.locator(".confirm").tap()
        expect(page.locator(".confirm")).to_have_count(0)


def test_on_a_phone_the_result_comes_into_sight(begin, players, visit):
    match = advance(begin(), moves=13)
    page = visit(match, players[0], **PHONE)
    choose(page)
    confirm(page)
    expect(page.locator(".result h2")).to_be_in_viewport(ratio=1)


def test_on_a_phone_what_counts_lights_up_beside_its_condition(begin, players, visit):
    page = visit(begin(), players[0], **PHONE)
    part = page.locator(".m-part-1")
    expect(part.locator(".m-mini")).to_be_hidden()
    part.locator("summary").tap()
    expect(part.locator(".m-mini")).to_be_visible()
    lit = page.locator("#m-lines-1 path").count()
    assert lit == page.locator(".m-light-1 path").count() > 0
    expect(part.locator('use[href="#m-lines-1"]')).to_have_count(1)


def test_whoever_writes_in_the_chat_stays_there_when_somebody_moves(begin, players, visit):
    match = begin(size=2)
    waiting = next(seat.player for seat in match.seats.all() if seat.player != mover(match))
    page = visit(match, waiting, **PHONE)
    page.locator("#chat-text").fill("Wait")
    before = page.evaluate("scrollY")
    assert before > 0
    play_move(code=match.code, player=mover(match), seq=0, text=some_move(match))
    look(page)
    expect(page.locator(".bar.move")).to_be_visible()
    expect(page.locator("#chat-text")).to_be_focused()
    assert page.evaluate("scrollY") == pytest.approx(before, abs=200)


def test_the_chat_with_its_manners_is_open_beside_the_city(begin, players, visit):
    page = visit(begin(size=2), players[0], **DESKTOP)
    expect(page.get_by_text("don’t show your hand")).to_be_visible()
    chat, city = page.locator("#chat").bounding_box(), page.locator(".m-city").bounding_box()
    assert chat is not None
    assert city is not None
    assert chat["x"] >= city["x"] + city["width"]
    assert chat["y"] < city["y"] + city["height"]


# Moving about in the city


def test_the_buttons_zoom_and_the_drawing_stays_so_when_the_board_is_swapped(begin, players, visit):
    page = visit(begin(), players[0], **DESKTOP)
    page.locator(".m-cards a").first.click()
    expect(page.locator(".m-spot").first).to_be_visible()
    whole = scale(page)
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Zoom in").click()
    near = scale(page)
    assert near < whole
    page.locator("#turn-card").click()
    page.wait_for_url("**turned=1**")
    assert scale(page) == pytest.approx(near)
    page.get_by_role("button", name="Show everything").click()
    assert scale(page) == pytest.approx(whole)


def test_arrow_keys_move_the_drawing_and_plus_and_minus_zoom(begin, players, visit):
    page = visit(begin(), players[0], **DESKTOP)
    page.locator("#city-view").focus()
    whole = view_box(page)
    page.keyboard.press("ArrowRight")
    assert view_box(page) == whole
    page.keyboard.press("+")
    near = view_box(page)
    assert near[2] < whole[2]
    page.keyboard.press("ArrowRight")
    assert view_box(page)[0] > near[0]
    page.keyboard.press("0")
    assert view_box(page) == pytest.approx(whole)


def test_a_drag_moves_the_drawing_and_chooses_no_spot(begin, players, visit):
    page = visit(begin(), players[0], **DESKTOP)
    page.locator(".m-cards a").first.click()
    expect(page.locator(".m-spot").first).to_be_visible()
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Zoom in").click()
    before = view_box(page)
    box = page.locator("#city-view").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 40, steps=5)
    page.mouse.up()
    after = view_box(page)
    assert after[0] > before[0]
    assert after[1] > before[1]
    assert "spot=" not in page.url


def test_the_wheel_zooms_with_ctrl_alone(begin, players, visit):
    page = visit(begin(), players[0], **DESKTOP)
    whole = scale(page)
    page.locator("#city-view > svg").hover()
    page.mouse.wheel(0, -100)
    assert scale(page) == whole
    page.locator("#city-view > svg").hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_function(
        "whole => document.querySelector('#city-view > svg').viewBox.baseVal.width < whole",
        arg=whole,
    )


def test_two_fingers_zoom(begin, players, visit):
    page = visit(begin(), players[0], **PHONE)
    whole = scale(page)
    page.locator("#city-view").scroll_into_view_if_needed()
    box = page.locator("#city-view").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *apart: float) -> None:
        points = [{"x": x + side, "y": y, "id": number} for number, side in enumerate(apart)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", -20)
    fingers("touchStart", -20, 20)
    for step in range(1, 6):
        fingers("touchMove", -20 - 8 * step, 20 + 8 * step)
    fingers("touchEnd")
    assert scale(page) < whole


def test_a_spot_outside_of_the_view_comes_into_sight_with_the_focus(begin, players, visit):
    page = visit(begin(), players[0], **DESKTOP)
    page.locator(".m-cards a").first.click()
    expect(page.locator(".m-spot").first).to_be_visible()
    page.locator("#city-view").focus()
    for _ in range(5):
        page.keyboard.press("+")
    before = view_box(page)
    page.keyboard.press("Tab")
    expect(page.locator(".m-spot").first).to_be_focused()
    assert view_box(page)[1] < before[1]


def test_a_spot_is_chosen_although_its_card_reaches_out_of_the_view(begin, players, visit):
    """Where it would come into sight, the click would end on another element."""
    page = visit(begin(), players[0], **DESKTOP)
    page.locator(".m-cards a").first.click()
    expect(page.locator(".m-spot").first).to_be_visible()
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    click_spot(page, 5)  # in the middle of the first card's north side
    expect(page.locator(".confirm")).to_be_visible()


# For everybody


@SIZES
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_step_is_accessible(begin, visit, size, scheme, request):
    match = begin(size=2)
    page = visit(match, mover(match), color_scheme=scheme, **size)
    label = f"megalopolis-{request.node.callspec.id}"
    check_accessibility(page)
    page.locator(".m-cards a").nth(1).click()
    expect(page.locator(".m-spot").first).to_be_visible()
    check_accessibility(page)
    shoot(page, f"{label}-spot")
    click_spot(page, 3)
    expect(page.locator(".confirm")).to_be_in_viewport(ratio=1)
    page.locator(".m-part summary").first.click()
    page.locator("#city-words summary").click()
    check_accessibility(page)


@SIZES
def test_the_rules_are_accessible(open_page, size, db):
    page = open_page(**size)
    page.goto("/rules/megalopolis/")
    check_accessibility(page)
    assert page.viewport_size is not None
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_everything_fits_a_narrow_phone(begin, visit):
    match = begin(size=4)
    page = visit(match, mover(match), **PHONE)
    check_targets(page)
    page.locator(".m-cards a").first.click()
    expect(page.locator(".m-spot").first).to_be_visible()
    check_targets(page)
    click_spot(page, 2)
    expect(page.locator(".confirm")).to_be_in_viewport(ratio=1)
    check_targets(page)


def check_targets(page: Page) -> None:
    assert page.viewport_size is not None
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    targets = ".m-cards a, .m-spot .m-target, .m-tools a, .zoom-buttons button, .bar a, .bar button"
    for target in page.locator(f"{targets}, .match-board summary").locator("visible=true").all():
        box = target.bounding_box()
        assert box is not None
        assert min(box["height"], box["width"]) >= SMALLEST_TARGET
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
