"""Tokens and bots in the browser, and the page that shows the API."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import check_accessibility, shoot


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_bot_is_registered_and_a_token_made_and_revoked(page, players, log_in, scheme, request):
    page.emulate_media(color_scheme=scheme)
    log_in(page, players[0])
    page.goto("/preferences/programs/")
    page.get_by_label("Name of the bot").fill("Bricklayer")
    page.get_by_role("button", name="Register the bot").click()
    expect(page.get_by_role("status").locator("code")).to_contain_text("qp_")
    page.get_by_label("Name", exact=True).fill("my phone")
    page.get_by_role("button", name="Make the token").click()
    expect(page.get_by_role("heading", name="The token “my phone”")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shoot(page, request.node.callspec.id + "-programs")
    check_accessibility(page)
    page.get_by_role("button", name="Revoke my phone").click()
    expect(page.get_by_text("The token is revoked.")).to_be_visible()
    expect(page.get_by_text("my phone")).to_have_count(0)


def test_the_api_is_shown_and_can_be_tried_under_our_policy(desktop, request):
    """A test fails if a page complains, also about what the policy forbids."""
    desktop.goto("/api/docs/")
    call = desktop.locator("#operations-games-games_list")
    call.get_by_role("button").first.click()
    call.get_by_role("button", name="Try it out").click()
    call.get_by_role("button", name="Execute").click()
    expect(call.locator(".live-responses-table")).to_contain_text("quadropolis")
    expect(desktop.get_by_role("link", name="Programs and bots")).to_be_visible()
    shoot(desktop, "api-docs")
