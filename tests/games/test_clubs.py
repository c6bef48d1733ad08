"""Clubs on their pages: tables for members, what strangers see, and how much is asked."""

import pytest
from django.urls import reverse

from accounts.models import Announcement, JoinRequest
from accounts.services import clubs
from games.models import Match
from games.services.matches import Chair, join_table
from games.services.moves import resign
from games.services.substitutes import claim_seat
from quadropolis_site.errors import NotAllowed


@pytest.fixture
def club(alice, bob):
    """Alice owns it, Bob is a member."""
    club = clubs.found_club(player=alice, name="Thursday Circle", about="We meet on Thursdays.")
    clubs.join_by_link(player=bob, slug=club.slug, key=club.join_key)
    return club


@pytest.fixture
def table(club, announce, alice):
    return announce(alice, Chair(), club_id=club.pk)


@pytest.fixture
def page(client, club):
    def page(player=None, name="club", **query):
        if player:
            client.force_login(player)
        return client.get(reverse(name, args=[club.slug]), query)

    return page


def test_members_sit_down_at_a_table_of_the_club(table, bob):
    assert join_table(player=bob, code=table.code).is_running


def test_strangers_and_former_members_do_not(table, club, bob, charlie):
    clubs.leave_club(player=bob, slug=club.slug)
    for player in (bob, charlie):
        with pytest.raises(NotAllowed, match="members of a club"):
            join_table(player=player, code=table.code)


def test_nobody_announces_a_table_for_a_club_of_others(club, announce, charlie):
    with pytest.raises(NotAllowed):
        announce(charlie, Chair(), club_id=club.pk)


def test_only_members_are_invited_to_it(club, announce, alice, charlie):
    with pytest.raises(NotAllowed, match="charlie"):
        announce(alice, Chair(invited=charlie), club_id=club.pk)


def test_only_members_play_on_for_somebody_who_left(club, announce, alice, bob, charlie):
    match = announce(alice, Chair(), Chair(bot="greedy"), club_id=club.pk)
    match = join_table(player=bob, code=match.code)
    resign(code=match.code, player=bob)
    seat = match.seats.get(player=bob).index
    with pytest.raises(NotAllowed, match="members"):
        claim_seat(code=match.code, player=charlie, seat=seat)


def test_the_lobby_shows_it_to_nobody_and_the_club_to_members(client, table, page, bob, charlie):
    for player in (bob, charlie):
        client.force_login(player)
        assert table.code not in client.get("/").content.decode()
    join = reverse("match-join", args=[table.code])
    assert join in page(bob).content.decode()
    shown = page(charlie).content.decode()
    assert table.code in shown
    assert join not in shown


def test_a_private_table_of_the_club_is_for_members_to_find(club, announce, alice, page, bob):
    table = announce(alice, Chair(), club_id=club.pk, is_private=True)
    assert table.code in page(bob).content.decode()
    clubs.leave_club(player=bob, slug=club.slug)
    assert table.code not in page(bob).content.decode()


def test_what_ended_at_a_table_of_the_club_is_shown_whether_it_counts_or_not(
    club, announce, alice, bob, page
):
    match = announce(alice, Chair(), club_id=club.pk, rated=False)
    join_table(player=bob, code=match.code)
    resign(code=match.code, player=bob)
    assert match.code in page().content.decode()


def test_a_table_is_announced_for_a_club_with_the_form(client, club, bob, charlie):
    form = {"variant": "quadropolis:classic", "clock": "3d", "chair_2": "anyone", "club": club.slug}
    client.force_login(bob)
    assert client.post(reverse("table-new"), form).status_code == 302
    assert Match.objects.get().club == club
    client.force_login(charlie)
    assert client.post(reverse("table-new"), form).status_code == 422
    assert Match.objects.count() == 1


def test_announcements_are_for_members(club, alice, bob, charlie, page):
    clubs.announce(by=alice, slug=club.slug, text="Bring cake <b>")
    assert "Bring cake &lt;b&gt;" in page(bob).content.decode()
    assert "Bring cake" not in page(charlie).content.decode()


def test_the_joining_link_is_shown_to_members_only(club, alice, charlie, page):
    assert club.join_key in page(alice).content.decode()
    assert club.join_key not in page(charlie).content.decode()


def test_looking_at_the_link_joins_nobody(client, club, charlie):
    client.force_login(charlie)
    address = reverse("club-join", args=[club.slug, club.join_key])
    assert "You are invited to join" in client.get(address).content.decode()
    assert clubs.membership(club=club, player=charlie) is None
    assert client.post(address).status_code == 302
    assert clubs.membership(club=club, player=charlie)


def test_an_old_link_invites_nobody(client, club, alice, charlie):
    old = reverse("club-join", args=[club.slug, club.join_key])
    clubs.renew_link(by=alice, slug=club.slug)
    client.force_login(charlie)
    for answer in (client.get(old), client.post(old)):
        assert answer.status_code == 403
        assert "This link is no longer valid." in answer.content.decode()


def test_a_request_goes_from_the_page_to_the_organiser(client, club, alice, charlie, page):
    client.force_login(charlie)
    client.post(reverse("club-ask", args=[club.slug]), {"text": "I have the box"})
    assert "I have the box" in page(alice).content.decode()
    asked = JoinRequest.objects.get()
    client.post(reverse("club-answer", args=[club.slug, asked.pk]), {"answer": "accept"})
    assert clubs.membership(club=club, player=charlie)


FORGED = [
    ("club-edit", [], {"name": "Mine", "about": ""}),
    ("club-announce", [], {"text": "Hello"}),
    ("club-link", [], {}),
    ("member-role", ["bob"], {"role": "organiser"}),
    ("member-remove", ["bob"], {}),
    ("club-results-import", [], {}),
    ("club-result-decide", [1], {"decision": "accept"}),
]


@pytest.mark.parametrize(("name", "more", "form"), FORGED, ids=[name for name, *_ in FORGED])
def test_forged_requests_of_members_and_strangers_are_refused(
    client, club, bob, charlie, name, more, form
):
    for player in (bob, charlie):
        client.force_login(player)
        assert client.post(reverse(name, args=[club.slug, *more]), form).status_code == 403
    club.refresh_from_db()
    assert (club.name, Announcement.objects.count()) == ("Thursday Circle", 0)


@pytest.mark.parametrize(("name", "more", "form"), FORGED, ids=[name for name, *_ in FORGED])
def test_whoever_is_not_logged_in_is_asked_to(client, club, name, more, form):
    answer = client.post(reverse(name, args=[club.slug, *more]), form)
    assert answer.status_code == 302
    assert answer.url.startswith("/accounts/login/")


def test_an_announcement_that_is_too_long_is_not_lost(client, club, alice):
    client.force_login(alice)
    text = "cake " * 500
    answer = client.post(reverse("club-announce", args=[club.slug]), {"text": text})
    assert answer.status_code == 422
    assert text.strip() in answer.content.decode()


def test_a_request_that_is_too_long_is_not_lost(client, club, charlie):
    client.force_login(charlie)
    text = "please " * 50
    answer = client.post(reverse("club-ask", args=[club.slug]), {"text": text})
    assert answer.status_code == 422
    assert text.strip() in answer.content.decode()
    assert not JoinRequest.objects.exists()


def test_a_name_that_is_taken_keeps_what_was_written(client, club, charlie):
    client.force_login(charlie)
    form = {"name": "thursday circle", "about": "All about us"}
    answer = client.post(reverse("club-new"), form)
    assert answer.status_code == 422
    assert "There is a club with this name already." in answer.content.decode()
    assert "All about us" in answer.content.decode()


SECTIONS = (
    "club",
    "club-ladder",
    "club-grid",
    "club-season",
    "club-results",
    "club-members",
)


@pytest.mark.parametrize("name", SECTIONS)
def test_everybody_may_look_at_a_club(page, name):
    assert page(name=name).status_code == 200


@pytest.mark.parametrize("name", SECTIONS)
def test_a_club_that_was_closed_is_gone(page, club, alice, bob, name):
    clubs.leave_club(player=bob, slug=club.slug)
    clubs.leave_club(player=alice, slug=club.slug)
    assert page(name=name).status_code == 404


@pytest.mark.parametrize("query", [{"page": "x"}, {"page": "99"}, {"rows": "-1"}, {"season": "?"}])
@pytest.mark.parametrize("name", SECTIONS)
def test_nonsense_in_the_address_shows_the_beginning(page, name, query):
    assert page(name=name, **query).status_code == 200


def test_the_list_of_clubs_shows_who_has_how_many_members(client, club, charlie):
    clubs.found_club(player=charlie, name="Empty", about="")
    clubs.join_by_link(player=charlie, slug=club.slug, key=club.join_key)
    clubs.leave_club(player=charlie, slug=club.slug)
    shown = client.get(reverse("clubs")).content.decode()
    assert "2 members" in shown
    assert "1 member<" in shown
