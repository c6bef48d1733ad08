import pytest
from django.test import Client

from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

NEW = "small-green-park"


def ask(browser, address):
    return browser.post("/accounts/password/reset/", {"email": address}, follow=True)


def test_a_forgotten_password_is_replaced_through_the_mail(client, alice, mailoutbox, link_in):
    assert "Look into your mail" in ask(client, "Alice@example.org").text
    (mail,) = mailoutbox
    assert mail.to == ["alice@example.org"]
    assert mail.subject == "Choose a new password for Quadropolis"
    answer = client.get(link_in(mail), follow=True)
    assert "Choose a new password" in answer.text
    here = answer.redirect_chain[-1][0]
    answer = client.post(here, {"password1": NEW, "password2": NEW}, follow=True)
    assert answer.redirect_chain[-1][0] == "/"
    assert answer.context["user"] == alice
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert mailoutbox[1].subject == "Your Quadropolis password was changed"


def test_the_link_works_once(client, alice, mailoutbox, link_in):
    ask(client, alice.email)
    link = link_in(mailoutbox[0])
    here = client.get(link).url
    client.post(here, {"password1": NEW, "password2": NEW})
    assert "This link does not work any more" in Client().get(link).text


def test_a_made_up_link_is_refused(client, alice):
    answer = client.get("/accounts/password/reset/key/1-abc/")
    assert "This link does not work any more" in answer.text


def test_an_unknown_address_gets_the_same_page_and_a_mail_that_explains(client, alice, mailoutbox):
    unknown, known = ask(client, "who@example.org"), ask(Client(), "alice@example.org")
    assert unknown.redirect_chain == known.redirect_chain
    assert mailoutbox[0].subject == "There is no Quadropolis account with this address"


def test_nobody_can_be_flooded_with_mails(alice, mailoutbox):
    answers = [ask(Client(REMOTE_ADDR=f"198.51.100.{n}"), alice.email) for n in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert len(mailoutbox) == 3


def test_changing_the_password_logs_out_everywhere_else(alice, log_in, mailoutbox):
    here, elsewhere = log_in(alice), log_in(alice)
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert here.post("/accounts/password/change/", form).url == "/preferences/"
    assert here.get("/preferences/").status_code == 200
    assert elsewhere.get("/preferences/").status_code == 302
    assert [mail.subject for mail in mailoutbox] == ["Your Quadropolis password was changed"]


def test_changing_needs_the_old_password(alice, log_in):
    form = {"oldpassword": "guess", "password1": NEW, "password2": NEW}
    answer = log_in(alice).post("/accounts/password/change/", form)
    assert "This is not your current password." in answer.text
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_passwords_are_kept_with_argon2(alice):
    assert alice.password.startswith("argon2")
