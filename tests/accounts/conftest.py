"""The standing cast, with passwords and confirmed addresses, and a brake that forgets."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from accounts.models import Player

PASSWORD = "long-tall-tower"


@pytest.fixture(autouse=True)
def _nobody_was_counted():
    cache.clear()
    yield
    cache.clear()


def _player(name):
    player = Player.objects.create_user(name, f"{name}@example.org", PASSWORD)
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


@pytest.fixture
def alice(db):
    return _player("alice")


@pytest.fixture
def bob(db):
    return _player("bob")


@pytest.fixture
def log_in():
    """A browser of somebody who is logged in."""

    def log_in(player):
        browser = Client()
        answer = browser.post("/accounts/login/", {"login": player.username, "password": PASSWORD})
        assert answer.status_code == 302
        return browser

    return log_in


@pytest.fixture
def link_in():
    """The path of the one link in a mail; the HTML version must have the same."""

    def link_in(mail):
        (html, _), *_ = mail.alternatives
        (url,) = re.findall(r"https?://testserver(/\S+)", mail.body)
        assert f'href="http://testserver{url}"' in html
        return url

    return link_in


def sign_up_form(**changes):
    return {
        "username": "Dora",
        "email": "dora@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
    } | changes
