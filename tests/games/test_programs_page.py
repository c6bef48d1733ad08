"""The page where tokens and bots are made."""

import pytest

from accounts.models import Player, Token
from accounts.services.bots import register_bot
from accounts.services.tokens import PREFIX, create_token
from tests.programs import Program

PAGE = "/preferences/programs/"


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


def new_token(browser, player, **changes):
    form = {"name": "my phone", "player": player.pk, "scopes": ["read", "play"]} | changes
    return browser.post(f"{PAGE}tokens/", form)


def test_whoever_is_not_logged_in_is_asked_to(client, db):
    assert client.get(PAGE).url.startswith("/accounts/login/")


def test_a_token_is_shown_once(browser, alice):
    page = new_token(browser, alice)
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    secret = page.content.decode().partition("<code>")[2].partition("</code>")[0]
    assert secret.startswith(PREFIX)
    program = Program()
    program.headers = {"Authorization": f"Token {secret}"}
    assert program.get("turns/").status_code == 200
    later = browser.get(PAGE).content.decode()
    assert "my phone" in later
    assert "Last used now" in later
    assert secret not in later


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": ""}, "This field is required."),
        ({"scopes": []}, "Choose at least one."),
        ({"scopes": ["rule"]}, "Select a valid choice."),
    ],
)
def test_a_token_that_makes_no_sense_is_refused(browser, alice, changes, sentence):
    page = new_token(browser, alice, **changes)
    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert not Token.objects.exists()


def test_nobody_makes_tokens_for_others(browser, bob):
    assert new_token(browser, bob).status_code == 422
    assert not Token.objects.exists()


def test_a_token_is_revoked(browser, alice, bob):
    own, _secret = create_token(player=alice, name="old phone", scopes=["read"])
    other, _secret = create_token(player=bob, name="bobs", scopes=["read"])
    for token in (own, other):
        answer = browser.post(f"{PAGE}tokens/{token.pk}/revoke/")
        assert answer.url == PAGE
    assert list(Token.objects.all()) == [other]


def test_a_bot_is_registered_gets_another_token_and_is_retired(browser, alice):
    page = browser.post(f"{PAGE}bots/", {"name": "Bricklayer", "about": ""})
    assert page.status_code == 200
    assert PREFIX in page.content.decode()
    bot = Player.objects.get(username="Bricklayer")
    assert bot.owner == alice
    assert new_token(browser, bot).status_code == 200
    assert bot.tokens.count() == 2
    browser.post(f"{PAGE}bots/Bricklayer/retire/")
    bot.refresh_from_db()
    assert bot.is_deleted
    assert not Token.objects.exists()


def test_a_bot_with_a_bad_name_is_refused_and_nothing_is_lost(browser):
    page = browser.post(f"{PAGE}bots/", {"name": "greedy", "about": "It counts."})
    assert page.status_code == 422
    assert "kept for the site" in page.content.decode()
    assert "It counts." in page.content.decode()


def test_nobody_retires_the_bots_of_others(browser, bob):
    register_bot(owner=bob, name="Bricklayer")
    assert browser.post(f"{PAGE}bots/Bricklayer/retire/").status_code == 404
