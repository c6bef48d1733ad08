"""Two people at one table, each in a browser of their own: what passes between them."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Match, Message, Proposal, Report, Seat
from games.services import chats, notes
from games.services.moves import resign
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
from tests.games.conftest import advance


@pytest.fixture
def match(start):
    return start()


def others(match):
    return [seat.player for seat in match.seats.exclude(index=match.to_move)]


def both(match, visit, size):
    """The pages of whoever is to move, and of the other."""
    return visit(match, mover(match), **size), visit(match, others(match)[0], **size)


def open_panel(page: Page, name: str) -> None:
    if page.locator(f"#{name}").get_attribute("open") is None:
        page.locator(f"#{name} > summary").click()


def say(page: Page, text: str) -> None:
    open_panel(page, "chat")
    page.get_by_label("Message to the others at this table").fill(text)
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#match-chat")).to_contain_text(text)


# Chat


@SIZES
def test_a_message_arrives_without_a_reload(match, visit, size):
    page, other = both(match, visit, size)
    other.evaluate("window.isStillThis = true")
    say(page, "Good luck!")
    expect(page.get_by_label("Message to the others at this table")).to_have_value("")
    look(other)
    expect(other.locator("#chat-news")).to_contain_text("1 new message")
    other.locator("#chat-news a").click()
    open_panel(other, "chat")
    expect(other.locator(".messages-list")).to_contain_text("Good luck!")
    assert other.evaluate("window.isStillThis")
    check_accessibility(other)
    say(other, "You too!")
    look(page)
    expect(page.locator(".messages-list")).to_contain_text("You too!")
    shoot(page, f"chat-{size['viewport']['width']}")


def test_what_one_types_survives_the_other_ones_move(match, visit):
    page, other = both(match, visit, DESKTOP)
    open_panel(other, "chat")
    typing = other.get_by_label("Message to the others at this table")
    typing.fill("I wonder whether")
    choose(page)
    confirm(page)
    look(other)
    expect(other.locator(".bar.move")).to_be_visible()
    expect(typing).to_have_value("I wonder whether")
    expect(typing).to_be_visible()


def test_a_message_is_reported_and_its_author_muted(match, visit, players):
    chats.write(code=match.code, player=mover(match), text="Something rude")
    page = visit(match, others(match)[0], **PHONE)
    author = str(mover(match))
    page.get_by_text(f"Report or mute {author}").locator("..").click()
    check_accessibility(page)
    page.get_by_role("button", name="Report this message").click()
    expect(page.locator("#match-chat")).not_to_contain_text("Report this message")
    assert Report.objects.count() == 1
    page.get_by_text(f"Report or mute {author}").locator("..").click()
    page.get_by_role("button", name=f"Mute {author}").click()
    expect(page.locator("#match-chat")).to_contain_text(f"You have muted {author}.")
    expect(page.locator("#match-chat")).not_to_contain_text("Something rude")
    page.get_by_role("button", name="Unmute").click()
    expect(page.locator("#match-chat")).to_contain_text("Something rude")


def test_talking_without_javascript(match, visit):
    page = visit(match, mover(match), java_script_enabled=False, **PHONE)
    open_panel(page, "chat")
    say(page, "Hello from 1995")
    assert Message.objects.get().text == "Hello from 1995"
    open_panel(page, "note")
    page.get_by_label("Your note, which nobody else sees").fill("Harbours!")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Your note, which nobody else sees")).to_have_value("Harbours!")


# Notes


def test_a_note_is_saved_by_itself_and_marked_in_the_lobby(match, visit):
    page = visit(match, mover(match), **PHONE)
    open_panel(page, "note")
    page.get_by_label("Your note, which nobody else sees").fill("Harbours!")
    page.get_by_label("Your note, which nobody else sees").blur()
    expect(page.locator("#note-saved")).to_have_text("Saved.")
    page.goto("/")
    page.get_by_role("link", name="You have written a note").click()
    expect(page.get_by_label("Your note, which nobody else sees")).to_be_visible()
    expect(page.get_by_label("Your note, which nobody else sees")).to_have_value("Harbours!")


# Drafts


@SIZES
def test_a_draft_survives_going_away(match, visit, size):
    player = mover(match)
    page = visit(match, player, **size)
    with page.expect_response(
        lambda response: "/draft/" in response.url and "cell" in (response.request.post_data or "")
    ):
        choose(page)
    words = page.locator(".bar .words").inner_text()
    page.context.close()
    elsewhere = visit(match, player, **size)  # another device
    bar = elsewhere.locator(".bar")
    expect(bar).to_contain_text("Your draft")
    assert words in bar.inner_text()
    expect(elsewhere.locator(".confirm")).to_be_in_viewport(ratio=1)
    check_accessibility(elsewhere)
    shoot(elsewhere, f"draft-{size['viewport']['width']}")
    confirm(elsewhere)
    assert Match.objects.get(pk=match.pk).seq == 1


def test_a_draft_is_cleared(match, visit):
    page = visit(match, mover(match), **PHONE)
    with page.expect_response(lambda response: "/draft/" in response.url):
        page.locator(".tray a").first.click()
    page.goto(match.get_absolute_url())
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".bar")).to_contain_text("Choose an architect.")
    assert not Seat.objects.exclude(draft="").exists()


def test_a_draft_without_javascript(match, visit):
    page = visit(match, mover(match), java_script_enabled=False, **PHONE)
    choose(page)
    page.get_by_role("button", name="Keep as draft").click()
    page.goto("/")
    page.get_by_role("link", name="Move").click()
    expect(page.locator(".bar")).to_contain_text("Your draft")
    confirm(page)
    assert Match.objects.get(pk=match.pk).seq == 1


# Agreements


@SIZES
def test_a_move_is_taken_back_when_the_other_agrees(match, visit, size):
    page, other = both(match, visit, size)
    choose(page)
    confirm(page)
    page.locator("#more > summary").click()
    page.get_by_role("button", name="Propose to take back").click()
    expect(page.locator(".question")).to_contain_text("Waiting for the answer")
    look(other)
    expect(other.locator(".question")).to_contain_text("proposes to take back")
    check_accessibility(other)
    shoot(other, f"take-back-{size['viewport']['width']}")
    other.get_by_role("button", name="Agree").click()
    expect(other.locator(".log")).to_contain_text("takes back what is crossed out")
    look(page)
    expect(page.locator(".bar.move")).to_be_visible()
    expect(page.locator(".log s")).to_have_count(1)
    choose(page)
    confirm(page)
    assert Match.objects.get(pk=match.pk).seq == 3


def test_a_proposal_is_declined_and_withdrawn_from_the_page(match, visit):
    page, other = both(match, visit, DESKTOP)
    page.locator("#more > summary").click()
    page.get_by_role("button", name="Propose to call it off").click()
    look(other)
    other.locator(".question").get_by_role("button", name="Decline").click()
    expect(other.locator(".question")).to_have_count(0)
    look(page)
    expect(page.locator(".question")).to_have_count(0)
    assert Proposal.objects.get().status == Proposal.Status.DECLINED


def test_a_match_is_called_off_when_both_agree(match, visit):
    page, other = both(match, visit, PHONE)
    page.locator("#more > summary").click()
    page.get_by_role("button", name="Propose to call it off").click()
    look(other)
    other.get_by_role("button", name="Agree").click()
    expect(other.locator(".turn-line")).to_contain_text("This match was called off.")
    look(page)
    expect(page.locator(".turn-line")).to_contain_text("This match was called off.")
    check_accessibility(page)


# Once more, and the next one


@SIZES
def test_a_rematch_with_two_clicks(match, visit, players, size):
    match = advance(match, 5)
    resign(code=match.code, player=players[0])
    match.refresh_from_db()
    page, other = (visit(match, player, **size) for player in players[:2])
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".chairs")).to_contain_text("kept for bob")
    other.reload()
    other.get_by_role("link", name="To the rematch").click()
    other.get_by_role("button", name="Accept and sit down").click()
    expect(other.locator(".site-panel")).to_be_visible()
    look(page)
    expect(page.locator(".site-panel")).to_be_visible()
    assert page.url == other.url
    assert Match.objects.get(rematch_of=match).is_running


@SIZES
def test_the_next_match_comes_after_every_move(start, visit, size):
    matches = [start() for _ in range(3)]
    player = mover(matches[0])
    for number, match in enumerate(matches):
        if mover(match) != player:
            matches[number] = advance(match, 1)
    page = visit(matches[0], player, **size)
    seen = set()
    for left in (2, 1):
        seen.add(page.url)
        choose(page)
        confirm(page)
        expect(page.locator(".bar.waiting .next .count")).to_contain_text(str(left))
        if left == 2:
            check_accessibility(page)
            shoot(page, f"next-{size['viewport']['width']}")
        page.get_by_role("link", name="Next match").click()
        expect(page.locator(".bar.move")).to_be_visible()
    seen.add(page.url)
    assert len(seen) == 3
    choose(page)
    confirm(page)
    page.get_by_role("link", name="Your matches").click()
    expect(page.get_by_role("heading", name="All done: nobody waits for you")).to_be_visible()


# The dashboard


@SIZES
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_dashboard_is_accessible_and_fits(start, visit, players, size, scheme):
    for number in range(4):
        match = advance(start(("classic", "expert")[number % 2], 2 + number % 3), 6 + number)
        chats.write(code=match.code, player=players[1], text="Hello!")
        notes.save_note(code=match.code, player=players[0], text="Hm.")
    page = visit(match, players[0], color_scheme=scheme, **size)
    page.goto("/")
    expect(page.locator(".bell-count")).to_be_visible()
    check_accessibility(page)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= size["viewport"]["width"]
    shoot(page, f"dashboard-{size['viewport']['width']}-{scheme}")


def test_the_bell_leads_to_the_match(match, visit):
    page = visit(match, mover(match), **PHONE)
    other = others(match)[0]
    chats.write(code=match.code, player=other, text="Hello!")
    page.goto("/")
    expect(page.locator(".bell-count")).to_have_text("1")
    page.locator(".bell").click()
    page.get_by_role("link", name="Somebody wrote in the chat").click()
    expect(page.locator("#match-chat")).to_contain_text("Hello!")
    expect(page.locator(".bell-count")).to_have_count(0)
