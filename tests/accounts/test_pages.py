"""Everything that allauth can show looks like this site."""

import re

import pytest
from allauth.account import urls as allauth_urls
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from accounts.services.bots import bot_account

pytestmark = pytest.mark.django_db

ARGUMENTS = {
    "account_confirm_email": ["some-key"],
    "account_reset_password_from_key": ["1", "some-key"],
}
NAMES = [pattern.name for pattern in allauth_urls.urlpatterns]


def pages(browser):
    for name in NAMES:
        answer = browser.get(reverse(name, args=ARGUMENTS.get(name, [])), follow=True)
        yield name, answer


def is_ours(answer):
    return (
        answer.status_code == 200
        and 'class="site-header"' in answer.text
        and "css/base.css" in answer.text
        and not re.search(r'\sstyle="', answer.text)
        and "Sign In" not in answer.text
    )


def test_for_strangers(client):
    assert [name for name, answer in pages(client) if not is_ours(answer)] == []


def test_for_players(alice, log_in):
    assert [name for name, answer in pages(log_in(alice)) if not is_ours(answer)] == []


def test_for_somebody_without_a_password(alice, client):
    alice.set_unusable_password()
    alice.save()
    client.force_login(alice)
    answer = client.get("/accounts/password/change/", follow=True)
    assert is_ours(answer)
    assert "Choose a password" in answer.text


@pytest.mark.parametrize(
    "page", ["/", "/matches/", "/players/alice/", "/players/alice/avatar.svg", "/accounts/login/"]
)
def test_nobody_sees_the_address_of_somebody_else(alice, bob, log_in, page):
    Player.objects.update(about="I like parks.")
    bot_account(bot="greedy")
    for browser in (Client(), log_in(bob)):
        raw = browser.get(page).text
        assert "example.org" not in raw
        assert "alice@" not in raw
