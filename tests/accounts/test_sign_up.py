import threading

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client

from accounts.models import Player
from accounts.names import is_reserved
from engine.bots import BOTS
from tests.accounts.conftest import PASSWORD, sign_up_form

pytestmark = pytest.mark.django_db


def errors_of(answer, field):
    return [str(error) for error in answer.context["form"].errors.get(field, [])]


def test_a_new_player_confirms_the_address_and_is_in_the_lobby(client, mailoutbox, link_in):
    answer = client.post("/accounts/signup/", sign_up_form(), follow=True)
    assert answer.redirect_chain == [("/accounts/confirm-email/", 302)]
    assert "Look into your mail" in answer.text
    assert not answer.context["user"].is_authenticated

    (mail,) = mailoutbox
    assert mail.to == ["dora@example.org"]
    assert mail.subject == "Welcome to Quadropolis: please confirm your e-mail address"
    link = link_in(mail)
    assert "Yes, it is mine" in client.get(link).text
    answer = client.post(link, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert answer.context["user"].username == "Dora"
    assert "Welcome, Dora." in answer.text


def test_looking_at_the_link_does_not_confirm_yet(client, mailoutbox, link_in):
    client.post("/accounts/signup/", sign_up_form())
    client.get(link_in(mailoutbox[0]))
    assert not EmailAddress.objects.get().verified


def test_the_link_opened_in_another_browser_confirms_but_logs_nobody_in(
    client, mailoutbox, link_in
):
    client.post("/accounts/signup/", sign_up_form())
    answer = Client().post(link_in(mailoutbox[0]), follow=True)
    assert answer.redirect_chain == [("/accounts/login/", 302)]
    assert not answer.context["user"].is_authenticated
    assert EmailAddress.objects.get().verified


def test_nobody_logs_in_before_the_address_is_confirmed(client, mailoutbox):
    client.post("/accounts/signup/", sign_up_form())
    answer = Client().post("/accounts/login/", {"login": "Dora", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain == [("/accounts/confirm-email/", 302)]
    assert not answer.context["user"].is_authenticated


@pytest.mark.parametrize("name", ["alice", "ALICE", "Alice"])
def test_it_refuses_a_name_that_somebody_has_in_whatever_case(client, alice, name):
    answer = client.post("/accounts/signup/", sign_up_form(username=name))
    assert errors_of(answer, "username") == [
        "Somebody has this name already. Please choose another one."
    ]


@pytest.mark.parametrize(
    "name", ["admin", "Staff", "me", "system", "Moderator", "deleted-abc", "Strong-Robot", *BOTS]
)
def test_it_keeps_names_that_could_be_taken_for_something_else(client, name):
    answer = client.post("/accounts/signup/", sign_up_form(username=name))
    assert errors_of(answer, "username") == [
        "This name is kept for the site. Please choose another one."
    ]


@pytest.mark.parametrize("name", ["Deletedfan", "robotnik", "administer", "medea"])
def test_it_gives_away_names_that_only_look_a_little_like_that(name):
    assert not is_reserved(name)


@pytest.mark.parametrize("name", ["x", "-ann", "ann_", "a b", "ann@example.org", "../ann", "ä" * 3])
def test_it_refuses_a_name_that_does_not_fit_into_an_address(client, name):
    answer = client.post("/accounts/signup/", sign_up_form(username=name))
    assert errors_of(answer, "username")


def test_it_refuses_a_name_that_is_too_long(client):
    answer = client.post("/accounts/signup/", sign_up_form(username="a" * 25))
    assert errors_of(answer, "username")


def test_it_refuses_a_weak_password(client):
    weak = sign_up_form(password1="12345678", password2="12345678")
    assert errors_of(client.post("/accounts/signup/", weak), "password1")


def test_it_does_not_tell_whether_an_address_has_an_account(client, alice, mailoutbox):
    taken = client.post("/accounts/signup/", sign_up_form(email="ALICE@example.org"), follow=True)
    free = Client().post("/accounts/signup/", sign_up_form(email="eve@example.org"), follow=True)
    assert taken.redirect_chain == free.redirect_chain
    assert taken.text.replace("alice@", "eve@").count("eve@example.org") == free.text.count(
        "eve@example.org"
    )
    assert [mail.subject for mail in mailoutbox] == [
        "You have a Quadropolis account already",
        "Welcome to Quadropolis: please confirm your e-mail address",
    ]
    assert Player.objects.filter(username="Dora").get().email == "eve@example.org"


@pytest.mark.parametrize(
    ("told", "kept"),
    [("Europe/Berlin", "Europe/Berlin"), ("", "UTC"), ("Mars/Olympus", "UTC"), ("../etc", "UTC")],
)
def test_the_browser_tells_the_time_zone(client, told, kept):
    client.post("/accounts/signup/", sign_up_form(time_zone=told))
    assert Player.objects.get().time_zone == kept


def test_it_asks_for_patience_when_one_address_signs_up_again_and_again(client):
    for _ in range(10):
        client.post("/accounts/signup/", sign_up_form(username="admin"))
    answer = client.post("/accounts/signup/", sign_up_form())
    assert answer.status_code == 429
    assert "A little too fast" in answer.text


def test_a_mail_server_that_is_away_is_said_so(client, settings):
    settings.EMAIL_BACKEND = "accounts.transports.Backend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    answer = client.post("/accounts/signup/", sign_up_form())
    assert answer.status_code == 503
    assert "We could not send a mail just now." in answer.text


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_the_same_name_at_once_one_gets_it(mailoutbox):
    statuses = []
    together = threading.Barrier(2)

    def sign_up(name, address):
        together.wait()
        answer = Client().post("/accounts/signup/", sign_up_form(username=name, email=address))
        statuses.append(answer.status_code)
        connection.close()

    people = [("Dora", "dora@example.org"), ("DORA", "other@example.org")]
    threads = [threading.Thread(target=sign_up, args=person) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Player.objects.filter(username__iexact="dora").count() == 1
    # The slower one is told by the form (200), or by the database at the last moment (409).
    assert sorted(statuses)[0] in {200, 302}
    assert len(set(statuses) & {302}) == 1
    assert 500 not in statuses


def test_a_name_taken_at_the_last_moment_is_a_clear_answer(client, monkeypatch, alice):
    """As in the race above, made certain: the form does not see that the name is taken."""
    from allauth.account.adapter import DefaultAccountAdapter

    monkeypatch.setattr(DefaultAccountAdapter, "clean_username", lambda self, name, shallow: name)
    answer = client.post("/accounts/signup/", sign_up_form(username="Alice"))
    assert answer.status_code == 409
    assert "Somebody has just taken this name." in answer.text
