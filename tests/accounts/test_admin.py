import pytest

from accounts.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(bob, log_in):
    Player.objects.filter(pk=bob.pk).update(is_staff=True, is_superuser=True)
    return log_in(bob)


def test_players_have_no_business_there(alice, log_in):
    assert log_in(alice).get("/admin/accounts/player/").status_code in {302, 403}


def test_staff_find_a_player(staff, alice):
    page = staff.get("/admin/accounts/player/", {"q": "alice"}).text
    assert "alice@example.org" in page
    assert "bob@example.org" not in page


def test_staff_see_no_passwords_not_even_hashed(staff, alice):
    page = staff.get(f"/admin/accounts/player/{alice.pk}/change/").text
    assert "argon2" not in page
    assert alice.password not in page


def test_staff_close_an_account(staff, alice):
    fields = {"username": "alice", "time_zone": "UTC", "language": "en", "about": ""}
    answer = staff.post(f"/admin/accounts/player/{alice.pk}/change/", fields)
    assert answer.status_code == 302
    alice.refresh_from_db()
    assert not alice.is_active
    assert alice.email == "alice@example.org"


def test_nobody_is_made_or_deleted_there(staff, alice):
    assert staff.get("/admin/accounts/player/add/").status_code == 403
    assert staff.get(f"/admin/accounts/player/{alice.pk}/delete/").status_code == 403


def test_staff_can_not_make_themselves_superusers(bob, log_in):
    from django.contrib.auth.models import Permission

    Player.objects.filter(pk=bob.pk).update(is_staff=True)
    bob.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    fields = {"username": "bob", "time_zone": "UTC", "language": "en", "is_active": "on"}
    log_in(bob).post(f"/admin/accounts/player/{bob.pk}/change/", fields | {"is_superuser": "on"})
    bob.refresh_from_db()
    assert bob.is_active
    assert not bob.is_superuser
