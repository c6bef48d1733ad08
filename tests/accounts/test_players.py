from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import Player
from accounts.services.bots import bot_account
from accounts.services.players import delete_account
from accounts.tasks import clean_up
from quadropolis_site.errors import NotAllowed
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def test_nothing_of_the_person_is_left_in_the_row(alice):
    alice.about, alice.is_staff, alice.is_superuser = "I like parks.", True, True
    alice.save()
    delete_account(player=alice)
    alice.refresh_from_db()
    assert alice.username.startswith("deleted-")
    assert (alice.email, alice.about, alice.last_login) == ("", "", None)
    assert (alice.is_active, alice.is_staff, alice.is_superuser) == (False, False, False)
    assert not alice.has_usable_password()
    assert alice.is_deleted
    assert not EmailAddress.objects.exists()


def test_all_sessions_end(alice, log_in):
    phone, desk = log_in(alice), log_in(alice)
    delete_account(player=alice)
    for browser in (phone, desk):
        assert browser.get("/preferences/").status_code == 302


def test_the_name_and_the_address_are_free_again(alice, client, mailoutbox):
    delete_account(player=alice)
    form = {"username": "Alice", "email": "alice@example.org"}
    passwords = {"password1": PASSWORD, "password2": PASSWORD}
    client.post("/accounts/signup/", form | passwords)
    assert mailoutbox[0].subject.startswith("Welcome")


def test_an_old_reset_link_does_not_bring_the_account_back(alice, client, mailoutbox, link_in):
    client.post("/accounts/password/reset/", {"email": alice.email})
    delete_account(player=alice)
    assert "does not work any more" in client.get(link_in(mailoutbox[0])).text


def test_bots_stay():
    with pytest.raises(NotAllowed):
        delete_account(player=bot_account(bot="greedy"))


def signed_up(name, days_ago, verified):
    player = Player.objects.create_user(name, f"{name}@example.org")
    EmailAddress.objects.create(user=player, email=player.email, verified=verified, primary=True)
    Player.objects.filter(pk=player.pk).update(date_joined=timezone.now() - timedelta(days_ago))
    return player


def test_sign_ups_that_were_never_confirmed_are_forgotten_after_two_weeks(db):
    signed_up("late", days_ago=15, verified=False)
    kept = [signed_up("recent", 13, verified=False), signed_up("real", 100, verified=True)]
    clean_up()
    clean_up()
    assert set(Player.objects.all()) == set(kept)
