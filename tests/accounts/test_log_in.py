import pytest
from django.conf import settings as site
from django.test import Client
from django.test.utils import override_settings

from accounts.services.bots import bot_account
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

WRONG = "wrong-short-hut"
GUESSES = 5  # per name, see ACCOUNT_RATE_LIMITS


def try_to_log_in(browser, login, password=PASSWORD, **more):
    return browser.post("/accounts/login/", {"login": login, "password": password}, **more)


def is_in(browser):
    return "_auth_user_id" in browser.session


@pytest.mark.parametrize("login", ["alice", "Alice", "alice@example.org", "ALICE@example.org"])
def test_one_logs_in_by_name_or_address(client, alice, login):
    answer = try_to_log_in(client, login)
    assert answer.url == "/"
    assert is_in(client)


def test_one_comes_back_to_where_one_wanted_to_go(client, alice):
    answer = try_to_log_in(client, "alice", QUERY_STRING="next=/preferences/")
    assert answer.url == "/preferences/"


def test_one_is_never_sent_to_another_site(client, alice):
    answer = try_to_log_in(client, "alice", QUERY_STRING="next=https://evil.example/")
    assert answer.url == "/"


def test_a_wrong_password_is_refused_in_the_same_words_as_an_unknown_name(client, alice):
    known, unknown = (try_to_log_in(client, name, WRONG).text for name in ("alice", "nobody9"))
    assert "This name and password don&#x27;t belong together." in known
    assert "This name and password don&#x27;t belong together." in unknown


def test_the_browser_remembers_only_if_asked_to(client, alice):
    try_to_log_in(client, "alice")
    assert client.session.get_expire_at_browser_close()
    stays = Client()
    stays.post("/accounts/login/", {"login": "alice", "password": PASSWORD, "remember": "on"})
    assert stays.session.get_expiry_age() == pytest.approx(site.SESSION_COOKIE_AGE, abs=5)


def test_one_logs_out_with_a_button_and_not_by_following_a_link(alice, log_in):
    browser = log_in(alice)
    assert "Log out?" in browser.get("/accounts/logout/").text
    assert is_in(browser)
    assert browser.post("/accounts/logout/").url == "/"
    assert not is_in(browser)


def test_a_forged_form_is_refused(alice):
    browser = Client(enforce_csrf_checks=True)
    assert try_to_log_in(browser, "alice").status_code == 403


def test_bots_never_log_in(client):
    bot = bot_account(bot="greedy")
    assert not bot.has_usable_password()
    for password in ("!", "", "greedy"):
        try_to_log_in(client, bot.username, password)
    assert not is_in(client)


def test_after_some_wrong_guesses_not_even_the_right_password_helps(client, alice, bob):
    for _ in range(GUESSES):
        assert try_to_log_in(client, "alice", WRONG).status_code == 200
    for password in (WRONG, PASSWORD):
        answer = try_to_log_in(Client(REMOTE_ADDR="198.51.100.7"), "ALICE", password)
        assert answer.status_code == 429
        assert "A little too fast" in answer.text
    assert not is_in(client)
    assert try_to_log_in(client, "bob").status_code == 302


def test_one_address_can_not_guess_through_many_names(client, alice, bob):
    for number in range(10):
        try_to_log_in(client, f"name{number}", WRONG)
    assert try_to_log_in(client, "bob").status_code == 429
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    assert try_to_log_in(elsewhere, "bob").status_code == 302


def test_logging_in_properly_does_not_count_as_a_guess(alice):
    for _ in range(GUESSES + 2):
        assert try_to_log_in(Client(), "alice").status_code == 302


def test_a_made_up_forwarding_header_does_not_help_to_guess(client, alice):
    for number in range(10):
        try_to_log_in(client, f"name{number}", WRONG, HTTP_X_FORWARDED_FOR=f"203.0.113.{number}")
    answer = try_to_log_in(client, "alice", HTTP_X_FORWARDED_FOR="203.0.113.99")
    assert answer.status_code == 429


@override_settings(ALLAUTH_TRUSTED_PROXY_COUNT=1)
def test_behind_a_proxy_people_are_told_apart_by_what_the_proxy_saw(client, alice):
    for number in range(10):
        made_up_and_real = f"203.0.113.{number}, 198.51.100.1"
        try_to_log_in(client, f"name{number}", WRONG, HTTP_X_FORWARDED_FOR=made_up_and_real)
    guesser = try_to_log_in(client, "alice", HTTP_X_FORWARDED_FOR="198.51.100.1")
    assert guesser.status_code == 429
    other = try_to_log_in(Client(), "alice", HTTP_X_FORWARDED_FOR="198.51.100.2")
    assert other.status_code == 302


def test_the_admin_has_no_door_of_its_own(client, alice):
    alice.is_staff = alice.is_superuser = True
    alice.save()
    answer = client.post("/admin/login/", {"username": "alice", "password": PASSWORD})
    assert answer.url.startswith("/accounts/login/")
    assert not is_in(client)


def test_without_redis_the_page_says_so_instead_of_breaking(client, alice, settings):
    cache = settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1"}
    settings.CACHES = {"default": cache}
    answer = try_to_log_in(client, "alice")
    assert answer.status_code == 503
    assert "Back in a moment" in answer.text
    assert client.get("/accounts/login/").status_code == 200


def test_a_closed_account_says_so(client, alice):
    alice.is_active = False
    alice.save()
    answer = try_to_log_in(client, "alice", follow=True)
    assert "This account is closed" in answer.text
    assert not is_in(client)
