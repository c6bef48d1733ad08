"""Clubs and the score calculator, at both sizes and in both colour schemes."""

from datetime import date

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from accounts.services import clubs
from games.services.books import enter_finished
from games.services.club_results import Entry, Played, enter_result
from tests.browser.conftest import check_accessibility, shoot
from tests.games.conftest import rush

CALCULATOR = reverse("calculator", args=["quadropolis"])
WHOLE = "?mode=expert&city=T3PO2O1.-SFH1H.-M.C2QS-TTPC1Z&inhabitants=17&energy=9"


@pytest.fixture
def club(players, start):
    """Alice's, with Bob and Charlie in it; Dora would like to join."""
    alice, bob, charlie, dora = players
    club = clubs.found_club(player=alice, name="Thursday Circle", about="We meet on Thursdays.")
    for player in (bob, charlie):
        clubs.join_by_link(player=player, slug=club.slug, key=club.join_key)
    clubs.ask_to_join(player=dora, slug=club.slug, text="I have the box.")
    clubs.announce(by=alice, slug=club.slug, text="Bring cake.")
    rush(start(size=3))
    enter_finished()
    played = Played("quadropolis", "classic", date(2026, 1, 15), [Entry(61, bob), Entry(58, alice)])
    enter_result(by=bob, slug=club.slug, played=played)
    return club


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_of_a_club_can_be_read_by_everyone(page, club, players, log_in, scheme, request):
    log_in(page, players[0])
    page.emulate_media(color_scheme=scheme)
    names = ("club", "club-ladder", "club-grid", "club-season", "club-results", "club-members")
    more = ("club-result-new", "club-results-import")
    addresses = [reverse(name, args=[club.slug]) for name in (*names, *more)]
    for address in (*addresses, reverse("clubs"), CALCULATOR, CALCULATOR + WHOLE):
        page.goto(address)
        name = address.partition("?")[0].strip("/").replace("/", "-")
        shoot(page, f"{request.node.callspec.id}-{name}")
        check_accessibility(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_result_goes_from_the_calculator_to_the_ladder(page, club, players, log_in):
    alice, bob, *_others = players
    log_in(page, bob)
    page.goto(CALCULATOR)
    page.get_by_role("spinbutton", name="Energy").fill("1")
    page.get_by_role("link", name="a1: empty").click()
    page.get_by_role("link", name="a1: tower block, 1 floor").click()
    expect(page.locator(".total")).to_have_text("3 points")
    city = page.url
    assert city.endswith("?mode=classic&city=T2...-....-....-....&inhabitants=0&energy=1&kind=T")
    page.goto(club.get_absolute_url())
    page.get_by_role("link", name="Enter a result").click()
    page.get_by_label("link of the city").first.fill(city)
    page.get_by_label("Name").nth(1).fill("alice")
    page.get_by_label("Score").nth(1).fill("2")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("status")).to_contain_text("when the others confirm it")
    log_in(page, alice)
    page.goto(club.get_absolute_url())
    page.get_by_role("link", name="2 results wait for your answer").click()
    page.get_by_role("button", name="Confirm").last.click()
    expect(page.get_by_role("status")).to_contain_text("The result counts.")


def test_the_back_button_undoes_a_click_in_the_calculator(page, db):
    page.goto(CALCULATOR + "?kind=P")
    page.get_by_role("link", name="b2: empty").click()
    expect(page.locator("#cell-b2")).to_have_attribute(
        "aria-label", "b2: park; a click makes it: empty"
    )
    page.go_back()
    expect(page.get_by_role("link", name="b2: empty")).to_be_visible()


def test_the_calculator_works_with_the_keyboard_and_keeps_its_place(desktop, db):
    desktop.goto(CALCULATOR)
    desktop.locator("#cell-c1").focus()
    for floors in (1, 2):
        desktop.keyboard.press("Enter")
        expect(desktop.locator("#cell-c1 .floors")).to_have_text(str(floors))
        expect(desktop.locator("#cell-c1")).to_be_focused()


def test_the_next_key_may_come_as_soon_as_the_last_one_shows(desktop, db):
    """Until htmx knows a link that can be seen already, it would load the whole page."""
    desktop.goto(CALCULATOR)
    cell = desktop.locator("#cell-c1")
    cell.focus()
    desktop.evaluate(
        """() => new MutationObserver((_changes, observer) => {
            observer.disconnect();
            document.getElementById("cell-c1").click();
        }).observe(document.getElementById("main"), { childList: true })"""
    )
    desktop.keyboard.press("Enter")
    expect(cell.locator(".floors")).to_have_text("2")
    expect(cell).to_be_focused()


@pytest.mark.parametrize("name", ["Expert", "Link that keeps this city", "Start again", "Count"])
def test_the_keyboard_keeps_its_place_wherever_it_was(desktop, db, name):
    """What is followed comes anew with the page, and must be known again."""
    desktop.goto(CALCULATOR + "?city=T2&kind=S")
    desktop.evaluate(
        "document.addEventListener('htmx:afterSettle', () => (document.body.dataset.isNew = 'yes'))"
    )
    followed = desktop.get_by_role("main").locator("a, button").filter(has_text=name)
    followed.focus()
    desktop.keyboard.press("Enter")
    expect(desktop.locator("body")).to_have_attribute("data-is-new", "yes")
    expect(followed).to_be_focused()


def test_a_click_right_after_a_number_is_not_lost(desktop, db):
    """If the number counted as the mouse goes down, the cell would be gone as it comes up."""
    desktop.goto(CALCULATOR)
    desktop.get_by_role("spinbutton", name="Energy").fill("1")
    box = desktop.locator("#cell-b2").bounding_box()
    desktop.mouse.move(box["x"] + 10, box["y"] + 10)
    desktop.mouse.down()
    desktop.wait_for_load_state("networkidle")
    desktop.mouse.up()
    expect(desktop.locator("#cell-b2 .floors")).to_have_text("1")
    expect(desktop.locator(".total")).to_have_text("1 point")


def test_a_number_counts_wherever_the_mouse_goes_next(desktop, db):
    desktop.goto(CALCULATOR + "?city=T")
    desktop.get_by_role("spinbutton", name="Energy").fill("1")
    desktop.get_by_role("heading", name="Score calculator").click()
    expect(desktop.locator(".total")).to_have_text("1 point")


def test_what_is_typed_while_the_last_number_is_counted_stays(desktop, db):
    desktop.goto(CALCULATOR + "?city=T2&kind=T")
    energy = desktop.get_by_role("spinbutton", name="Energy")
    desktop.get_by_role("spinbutton", name="Inhabitants").fill("4")
    desktop.keyboard.press("Tab")
    desktop.keyboard.type("1")
    expect(desktop.locator("#id_inhabitants")).to_have_attribute("value", "4")
    expect(energy).to_be_focused()
    expect(energy).to_have_value("1")
    desktop.keyboard.press("Tab")
    expect(desktop.locator(".total")).to_have_text("-1 points")


def test_a_digit_replaces_the_number_that_the_tab_key_led_to(desktop, db):
    desktop.goto(CALCULATOR)
    desktop.get_by_role("spinbutton", name="Inhabitants").fill("4")
    desktop.keyboard.press("Tab")
    expect(desktop.locator("#id_inhabitants")).to_have_attribute("value", "4")
    desktop.keyboard.type("7")
    expect(desktop.locator("#id_energy")).to_have_value("7")


def test_it_works_without_javascript(open_page, db):
    page = open_page(java_script_enabled=False)
    page.goto(CALCULATOR)
    page.get_by_role("link", name="shop", exact=True).click()
    page.get_by_role("link", name="d4: empty").click()
    page.get_by_role("spinbutton", name="Inhabitants").fill("4")
    page.get_by_role("spinbutton", name="Energy").fill("1")
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".total")).to_have_text("7 points")


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_fullest_city_and_its_sheet_fit_on_one_page(desktop, db, paper):
    city = "T5O5SH3C3-SFMPQ-O4H2C2ST-PFMO3T2"
    desktop.goto(f"{CALCULATOR}?mode=expert&city={city}&inhabitants=40&energy=30")
    expect(desktop.get_by_role("alert")).to_have_count(0)
    assert desktop.pdf(format=paper).count(b"/Type /Page\n") == 1


def test_on_paper_there_is_only_the_city_and_its_sheet(desktop, db):
    desktop.goto(CALCULATOR + WHOLE)
    desktop.emulate_media(media="print")
    for hidden in (".site-header", ".palette", ".calculator .buttons"):
        expect(desktop.locator(hidden).first).to_be_hidden()
    for shown in (".cells", ".sheet", ".address .code"):
        expect(desktop.locator(shown)).to_be_visible()
    shoot(desktop, "calculator-on-paper")
