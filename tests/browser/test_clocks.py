"""Clocks in a real browser: somebody is late, and what the others see of it."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import Player
from games.models import Match
from games.services import time_outs
from games.services.matches import Chair, TableTerms, create_table, join_table
from games.services.moves import play_move
from tests.browser.conftest import DESKTOP, PHONE, check_accessibility
from tests.games.conftest import some_move

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


@pytest.fixture
def players(transactional_db):
    return [Player.objects.create_user(name) for name in ("alice", "bob", "charlie", "dora")]


@pytest.fixture
def begun(players):
    """Everybody has moved once."""

    def begun(size, **terms):
        match = create_table(
            creator=players[0],
            terms=TableTerms("quadropolis", "classic", **({"allows_vacation": False} | terms)),
            chairs=[Chair(player=players[0]), *[Chair()] * (size - 1)],
        )
        for player in players[1:size]:
            match = join_table(player=player, code=match.code)
        for _ in range(size):
            match = play_move(
                code=match.code, player=mover(match), seq=match.seq, text=some_move(match)
            )
        return match

    return begun


@pytest.fixture
def visit(open_page, log_in):
    def visit(address, player, **options):
        page = open_page(**options)
        log_in(page, player)
        page.goto(address)
        return page

    return visit


def mover(match):
    return match.seats.get(index=match.to_move).player


def let_time_run_out(match):
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    assert time_outs.sweep_time_outs() == 1


def test_the_late_one_loses_and_the_other_sees_the_win(begun, visit):
    match = begun(2)
    late, waiting = mover(match), match.seats.exclude(index=match.to_move).get().player
    page = visit(match.get_absolute_url(), waiting, **DESKTOP)
    expect(page.locator(".turn-line")).to_contain_text(f"Waiting for {late}")
    let_time_run_out(match)
    expect(page.locator(".ranking .winner")).to_contain_text(str(waiting))
    expect(page.locator(".ranking")).to_contain_text(str(late))
    check_accessibility(page)
    other = visit(match.get_absolute_url(), late, **PHONE)
    expect(other.locator(".ranking .winner")).to_contain_text(str(waiting))


@SIZES
def test_somebody_who_stays_passes_on_the_link_and_a_substitute_takes_over(
    begun, visit, players, size
):
    match = begun(3)
    late = mover(match)
    staying = next(player for player in players[:3] if player != late)
    page = visit(match.get_absolute_url(), staying, **size)
    let_time_run_out(match)
    expect(page.locator(".question")).to_contain_text(f"{late} ran out of time")
    check_accessibility(page)
    link = page.get_by_label("Link for a substitute").input_value()

    substitute = visit(link, players[3], **size)
    check_accessibility(substitute)
    substitute.get_by_role("button", name="Take over the seat").click()
    expect(substitute.locator(".turn-line")).to_contain_text("Your turn")
    expect(page.locator(".turn-line")).to_contain_text("Waiting for dora")
    expect(page.locator(".log")).to_contain_text(f"dora plays on for {late}")
    expect(page.locator(".question")).to_have_count(0)
    assert match.seats.get(player=late).driver == players[3]

    too_late = visit(match.get_absolute_url(), late, **size)
    expect(too_late.locator(".turn-line")).to_contain_text("Waiting for dora")


def test_whoever_is_late_reads_why_a_bot_plays_on(begun, visit):
    match = begun(3)
    late = mover(match)
    let_time_run_out(match)
    page = visit(match.get_absolute_url(), late, **PHONE)
    expect(page.locator(".question")).to_contain_text("Your time ran out, so a bot plays on")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@SIZES
def test_a_clock_that_stands_says_so_to_those_who_wait(begun, visit, size):
    match = begun(2, clock="5d+24h/5d", allows_vacation=True)
    away, waiting = mover(match), match.seats.exclude(index=match.to_move).get().player
    page = visit("/preferences/rest/", away, **size)
    page.get_by_label("Days").fill("3")
    page.get_by_role("button", name="Take vacation").click()
    expect(page.locator(".vacations")).to_be_visible()

    other = visit(match.get_absolute_url(), waiting, **size)
    expect(other.locator(".pause")).to_contain_text("on vacation: the clock stands until")
    expect(other.locator(".sitter.to-move .bank")).to_contain_text("4 d")
    check_accessibility(other)
    assert other.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@SIZES
def test_rest_and_vacation_are_set_on_one_page(visit, players, size):
    page = visit("/preferences/", players[0], **size)
    page.get_by_role("link", name="Rest and vacation").click()
    page.get_by_label("From").first.fill("22:00")
    page.get_by_label("To").fill("07:00")
    page.get_by_label("Sunday").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".week")).to_contain_text("That makes 78 of the 96 hours")
    page.get_by_label("Days").fill("3")
    page.get_by_role("button", name="Take vacation").click()
    expect(page.locator("#vacation + p")).to_contain_text("27 days of 30")
    check_accessibility(page)
    page.get_by_role("button", name="End it now").click()
    expect(page.locator("#vacation + p")).to_contain_text("29 days of 30")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
