"""What players write down for themselves: theirs alone, whoever asks."""

import pytest
from django.urls import reverse

from games.models import LONGEST_NOTE, Seat

HTMX = {"HTTP_HX_REQUEST": "true"}
SECRET = "he-wants-the-harbour"


@pytest.fixture
def noted(client, match, alice):
    client.force_login(alice)
    answer = client.post(reverse("match-note", args=[match.code]), {"note": SECRET})
    assert answer.url == match.get_absolute_url() + "#note"
    return match


def test_a_note_is_there_again(client, noted):
    assert SECRET in client.get(noted.get_absolute_url()).text


def test_nobody_else_ever_sees_it(client, noted, bob, charlie, play):
    finished = play(noted)
    for reader in (bob, charlie, None):
        client.logout()
        if reader:
            client.force_login(reader)
        own = finished.get_absolute_url()
        for address in (own, own + "chat/", "/", "/matches/", "/players/alice/", "/notices/"):
            for headers in ({}, HTMX):
                assert SECRET not in client.get(address, **headers).text


def test_not_even_staff(client, noted, charlie):
    charlie.is_staff = charlie.is_superuser = True
    charlie.save()
    client.force_login(charlie)
    page = client.get(f"/admin/games/match/{noted.pk}/change/")
    assert page.status_code == 200
    assert SECRET not in page.text


def test_htmx_hears_that_it_is_saved(client, noted):
    answer = client.post(reverse("match-note", args=[noted.code]), {"note": "x"}, **HTMX)
    assert answer.text == "Saved."
    assert Seat.objects.filter(note="x").count() == 1


def test_a_note_has_a_length(client, noted):
    for headers in ({}, HTMX):
        note = {"note": "x" * (LONGEST_NOTE + 1)}
        answer = client.post(reverse("match-note", args=[noted.code]), note, **headers)
        assert answer.status_code == 400
    assert Seat.objects.filter(note=SECRET).exists()


def test_strangers_have_no_note(client, match, charlie):
    client.force_login(charlie)
    for headers in ({}, HTMX):
        answer = client.post(reverse("match-note", args=[match.code]), {"note": "x"}, **headers)
        assert answer.status_code == 403
    assert 'id="note"' not in client.get(match.get_absolute_url()).text


def test_a_note_is_only_text(client, noted):
    nasty = "</textarea><script>alert(1)</script>"
    client.post(reverse("match-note", args=[noted.code]), {"note": nasty})
    assert nasty not in client.get(noted.get_absolute_url()).text


def test_the_lobby_marks_matches_with_a_note(client, noted, bob):
    assert "You have written a note" in client.get("/").text
    client.force_login(bob)
    assert "You have written a note" not in client.get("/").text


def test_an_empty_note_is_none(client, noted):
    client.post(reverse("match-note", args=[noted.code]), {"note": " "})
    assert "You have written a note" not in client.get("/").text
