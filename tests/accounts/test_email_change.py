import pytest
from allauth.account.models import EmailAddress

from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(alice, log_in):
    return log_in(alice)


def change_to(browser, address, password=PASSWORD):
    """Asks for the new address, and for the password in between."""
    asked = browser.post("/accounts/email/", {"email": address, "action_add": ""})
    assert asked.url.startswith("/accounts/reauthenticate/")
    return browser.post(asked.url, {"password": password, "next": "/accounts/email/"}, follow=True)


def test_the_new_address_counts_when_its_link_is_opened(alice, browser, mailoutbox, link_in):
    answer = change_to(browser, "ali@example.org")
    assert "waits for you to open the link" in answer.text
    assert "alice@example.org" in answer.text
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"

    (mail,) = mailoutbox
    assert mail.to == ["ali@example.org"]
    browser.post(link_in(mail))
    alice.refresh_from_db()
    assert alice.email == "ali@example.org"
    assert list(EmailAddress.objects.values_list("email", "verified")) == [
        ("ali@example.org", True)
    ]
    assert mailoutbox[1].to == ["alice@example.org"]
    assert mailoutbox[1].subject == "The e-mail address of your Quadropolis account was changed"


def test_it_can_be_called_off(alice, browser):
    change_to(browser, "ali@example.org")
    browser.post("/accounts/email/", {"email": "ali@example.org", "action_remove": ""})
    assert "waits for you" not in browser.get("/accounts/email/").text
    assert EmailAddress.objects.get().email == "alice@example.org"


def test_nothing_happens_without_the_password(browser, mailoutbox):
    answer = change_to(browser, "ali@example.org", "a-wrong-guess")
    assert "This is not your password." in answer.text
    assert mailoutbox == []


def test_an_address_of_somebody_else_is_never_taken_over(alice, bob, browser, mailoutbox, link_in):
    change_to(browser, "bob@example.org")
    for mail in mailoutbox:
        browser.post(link_in(mail))
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert EmailAddress.objects.get(email="bob@example.org", verified=True).user == bob


def test_nobody_else_sees_the_page(client):
    assert client.get("/accounts/email/").url.startswith("/accounts/login/")
