"""Mails in a real browser: what they look like, and where their links lead."""

import pytest
from playwright.sync_api import expect

from accounts.models import Event, MailChoice, Player
from accounts.services.mails import deliver_due
from accounts.services.notices import choices
from games.services.chats import write
from games.services.matches import Chair, TableTerms, create_table, join_table
from tests.browser.conftest import DESKTOP, PHONE, check_accessibility, shoot
from tests.games.conftest import advance, mover
from tests.smtp import html, last, post_office

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


@pytest.fixture
def office(settings, live_server):
    with post_office() as office:
        settings.EMAIL_BACKEND = "accounts.transports.Backend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
        settings.SITE_URL = live_server.url
        settings.MAIL_PATIENCE_SECONDS = -1  # nobody sits there
        yield office


@pytest.fixture
def told(transactional_db, office):
    """Alice and Bob are in the middle of a match; a mail has told one of them to move."""
    alice, bob = (Player.objects.create_user(name, f"{name}@x.org") for name in ("alice", "bob"))
    terms = TableTerms("quadropolis", "classic")
    table = create_table(creator=alice, terms=terms, chairs=[Chair(player=alice), Chair()])
    match = join_table(player=bob, code=table.code)
    for player in (alice, bob):
        write(code=match.code, player=player, text="A very long word: " + "W" * 200)
    match = advance(match, 9)
    deliver_due()
    reader = mover(match)
    return reader, html(last(office.to(reader)))


@SIZES
def test_the_link_in_a_mail_leads_to_the_move_and_another_one_stops_such_mails(
    told, open_page, log_in, size
):
    reader, mail = told
    page = open_page(**size)
    page.set_content(mail)
    expect(page.get_by_role("heading", name="Your city")).to_be_visible()
    stop = page.get_by_role("link", name="No more mails of this kind").get_attribute("href")
    log_in(page, reader)
    page.get_by_role("link", name="Make your move").click()
    expect(page.get_by_text("Choose an architect.").first).to_be_visible()
    expect(page.locator("#match-board")).to_be_in_viewport()

    page.goto(stop)
    check_accessibility(page)
    page.get_by_role("button", name="No more of these mails").click()
    expect(page.get_by_role("status")).to_contain_text("You get no more mails about this")
    assert choices(reader)[Event.YOUR_TURN] == MailChoice.When.NEVER
    page.get_by_role("link", name="Choose which mails you get").click()
    group = page.get_by_role("group", name="It is your turn")
    expect(group.get_by_label("never")).to_be_checked()
    group.get_by_label("daily").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your choice is saved.")).to_be_visible()
    check_accessibility(page)
    assert choices(reader)[Event.YOUR_TURN] == MailChoice.When.DAILY


@SIZES
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_a_mail_can_be_read_by_everybody(told, open_page, size, colours):
    page = open_page(**size, color_scheme=colours)
    page.set_content(told[1])
    check_accessibility(page)
    is_too_wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not page.evaluate(is_too_wide)
    shoot(page, f"mail-{page.viewport_size['width']}-{colours}")


@SIZES
def test_the_bell_rings_and_leads_to_the_match(told, open_page, log_in, size):
    page = open_page(**size)
    log_in(page, told[0])
    page.goto("/")
    page.get_by_role("link", name="new notice").click()
    expect(page.get_by_role("heading", name="Notices")).to_be_visible()
    check_accessibility(page)
    page.get_by_role("link", name="It is your turn").click()
    expect(page.locator("#match-board")).to_be_visible()
    expect(page.locator(".bell-count")).to_have_count(0)
