"""Clubs: who may do what, and what happens to requests that come twice or too late."""

import pytest

from accounts.models import Club, JoinRequest, Membership
from accounts.services import clubs
from accounts.services.players import delete_account
from quadropolis_site.errors import ApplicationError, Conflict, NotAllowed


@pytest.fixture
def charlie(django_user_model):
    """The stranger."""
    return django_user_model.objects.create_user("charlie", "charlie@example.org")


@pytest.fixture
def dora(django_user_model):
    return django_user_model.objects.create_user("dora", "dora@example.org")


@pytest.fixture
def club(alice):
    """Alice's."""
    return clubs.found_club(player=alice, name="Thursday Circle", about="We meet on Thursdays.")


@pytest.fixture
def join(club):
    def join(*players):
        for player in players:
            clubs.join_by_link(player=player, slug=club.slug, key=club.join_key)

    return join


def role(club, player):
    found = clubs.membership(club=club, player=player)
    return found and found.role


def test_who_founds_a_club_owns_it(club, alice):
    assert club.slug == "thursday-circle"
    assert role(club, alice) == "owner"


def test_a_name_is_given_once_whatever_its_capitals(club, bob):
    with pytest.raises(Conflict, match="name already"):
        clubs.found_club(player=bob, name="THURSDAY circle", about="")


def test_the_address_of_a_renamed_club_stays_its_own(club, alice, bob):
    clubs.describe_club(by=alice, slug=club.slug, name="Friday Circle", about="")
    other = clubs.found_club(player=bob, name="Thursday Circle", about="")
    assert other.slug == "thursday-circle-2"
    assert Club.objects.get(slug="thursday-circle").name == "Friday Circle"


def test_a_club_can_be_called_new(alice):
    assert clubs.found_club(player=alice, name="New", about="").slug == "new-2"


def test_names_are_written_in_any_letters(alice):
    first = clubs.found_club(player=alice, name="Клуб по четвергам", about="")
    second = clubs.found_club(player=alice, name="木曜会", about="")
    assert (first.slug, second.slug) == ("club", "club-2")


def test_a_name_without_letters_is_refused(alice):
    with pytest.raises(ApplicationError, match="letter or digit"):
        clubs.found_club(player=alice, name="!!!", about="")


def test_nobody_owns_any_number_of_clubs(alice):
    for number in range(clubs.MOST_OWNED):
        clubs.found_club(player=alice, name=f"Club {number}", about="")
    with pytest.raises(ApplicationError, match="more than 5"):
        clubs.found_club(player=alice, name="One more", about="")


def test_the_link_makes_members(club, join, bob):
    join(bob)
    assert role(club, bob) == "member"


def test_joining_twice_is_refused_and_changes_nothing(club, join, bob):
    join(bob)
    with pytest.raises(Conflict, match="already"):
        join(bob)
    assert Membership.objects.filter(club=club, player=bob).count() == 1


def test_an_old_or_forged_link_opens_nothing(club, alice, bob):
    old = club.join_key
    clubs.renew_link(by=alice, slug=club.slug)
    for key in (old, "", "forged"):
        with pytest.raises(NotAllowed, match="no longer valid"):
            clubs.join_by_link(player=bob, slug=club.slug, key=key)


def test_organisers_answer_requests(club, bob, charlie, alice):
    for player in (bob, charlie):
        clubs.ask_to_join(player=player, slug=club.slug, text="Please!")
    first, second = JoinRequest.objects.all()
    clubs.answer_request(by=alice, slug=club.slug, request_id=first.pk, accepts=True)
    clubs.answer_request(by=alice, slug=club.slug, request_id=second.pk, accepts=False)
    assert (role(club, bob), role(club, charlie)) == ("member", None)


def test_a_request_is_answered_once(club, bob, alice):
    clubs.ask_to_join(player=bob, slug=club.slug, text="")
    asked = JoinRequest.objects.get()
    clubs.answer_request(by=alice, slug=club.slug, request_id=asked.pk, accepts=False)
    with pytest.raises(Conflict, match="answered already"):
        clubs.answer_request(by=alice, slug=club.slug, request_id=asked.pk, accepts=True)
    assert role(club, bob) is None


def test_asking_again_while_one_waits_is_refused(club, bob):
    clubs.ask_to_join(player=bob, slug=club.slug, text="")
    with pytest.raises(Conflict, match="asked already"):
        clubs.ask_to_join(player=bob, slug=club.slug, text="")


def test_who_was_declined_asks_again_after_a_week(club, alice, bob, time_machine):
    time_machine.move_to("2026-03-10")
    clubs.ask_to_join(player=bob, slug=club.slug, text="")
    asked = JoinRequest.objects.get()
    clubs.answer_request(by=alice, slug=club.slug, request_id=asked.pk, accepts=False)
    time_machine.move_to("2026-03-16")
    with pytest.raises(Conflict, match="declined"):
        clubs.ask_to_join(player=bob, slug=club.slug, text="")
    time_machine.move_to("2026-03-18")
    clubs.ask_to_join(player=bob, slug=club.slug, text="")


def test_a_request_of_another_club_cannot_be_answered(club, bob, charlie):
    other = clubs.found_club(player=charlie, name="Other", about="")
    clubs.ask_to_join(player=bob, slug=club.slug, text="")
    with pytest.raises(Conflict):
        clubs.answer_request(
            by=charlie, slug=other.slug, request_id=JoinRequest.objects.get().pk, accepts=True
        )


ORGANISERS_DO = {
    "describe": lambda by, slug: clubs.describe_club(by=by, slug=slug, name="X", about=""),
    "renew the link": lambda by, slug: clubs.renew_link(by=by, slug=slug),
    "announce": lambda by, slug: clubs.announce(by=by, slug=slug, text="Hello"),
    "remove an announcement": lambda by, slug: clubs.remove_announcement(
        by=by, slug=slug, announcement_id=1
    ),
    "answer": lambda by, slug: clubs.answer_request(
        by=by, slug=slug, request_id=JoinRequest.objects.get().pk, accepts=True
    ),
    "remove a member": lambda by, slug: clubs.remove_member(by=by, slug=slug, name="dora"),
}


@pytest.mark.parametrize("act", ORGANISERS_DO.values(), ids=ORGANISERS_DO)
def test_what_organisers_do_members_and_strangers_cannot(
    act, club, join, alice, bob, charlie, dora, django_user_model
):
    join(bob, dora)
    waiting = django_user_model.objects.create_user("emil")
    clubs.ask_to_join(player=waiting, slug=club.slug, text="")
    for by in (bob, charlie):
        with pytest.raises(NotAllowed):
            act(by, club.slug)
    clubs.set_role(by=alice, slug=club.slug, name="bob", role="organiser")
    act(bob, club.slug)


def test_only_the_owner_gives_roles(club, join, alice, bob, charlie, dora):
    join(bob, dora)
    clubs.set_role(by=alice, slug=club.slug, name="bob", role="organiser")
    for by in (bob, dora, charlie):
        with pytest.raises(NotAllowed):
            clubs.set_role(by=by, slug=club.slug, name="dora", role="organiser")
    assert role(club, dora) == "member"


def test_an_organiser_removes_neither_organisers_nor_the_owner(club, join, alice, bob, dora):
    join(bob, dora)
    for name in ("bob", "dora"):
        clubs.set_role(by=alice, slug=club.slug, name=name, role="organiser")
    for name in ("alice", "dora"):
        with pytest.raises(NotAllowed, match="can't remove"):
            clubs.remove_member(by=bob, slug=club.slug, name=name)
    clubs.remove_member(by=alice, slug=club.slug, name="dora")
    assert role(club, dora) is None


def test_handing_over_leaves_exactly_one_owner(club, join, alice, bob):
    join(bob)
    clubs.set_role(by=alice, slug=club.slug, name="bob", role="owner")
    assert (role(club, alice), role(club, bob)) == ("organiser", "owner")


@pytest.mark.parametrize(("name", "to"), [("bob", "king"), ("alice", "member"), ("x", "member")])
def test_a_role_that_makes_no_sense_is_refused(name, to, club, join, alice, bob):
    join(bob)
    with pytest.raises(ApplicationError):
        clubs.set_role(by=alice, slug=club.slug, name=name, role=to)
    assert (role(club, alice), role(club, bob)) == ("owner", "member")


def test_whoever_was_removed_comes_back_by_request_only(club, join, alice, bob):
    join(bob)
    clubs.remove_member(by=alice, slug=club.slug, name="bob")
    with pytest.raises(NotAllowed, match="removed"):
        join(bob)
    clubs.ask_to_join(player=bob, slug=club.slug, text="Sorry")
    clubs.answer_request(
        by=alice, slug=club.slug, request_id=JoinRequest.objects.get().pk, accepts=True
    )
    assert role(club, bob) == "member"


def test_members_leave_and_come_back_to_the_same_row(club, join, bob):
    join(bob)
    first = clubs.membership(club=club, player=bob)
    clubs.leave_club(player=bob, slug=club.slug)
    assert role(club, bob) is None
    join(bob)
    assert clubs.membership(club=club, player=bob) == first


def test_leaving_twice_is_refused(club, join, bob):
    join(bob)
    clubs.leave_club(player=bob, slug=club.slug)
    with pytest.raises(NotAllowed):
        clubs.leave_club(player=bob, slug=club.slug)


def test_an_owner_hands_over_before_leaving(club, join, alice, bob):
    join(bob)
    with pytest.raises(Conflict, match="Hand it over"):
        clubs.leave_club(player=alice, slug=club.slug)
    clubs.set_role(by=alice, slug=club.slug, name="bob", role="owner")
    clubs.leave_club(player=alice, slug=club.slug)
    assert role(club, alice) is None


def test_a_club_closes_with_its_last_member(club, alice, bob):
    clubs.leave_club(player=alice, slug=club.slug)
    with pytest.raises(Conflict, match="no such club"):
        clubs.ask_to_join(player=bob, slug=club.slug, text="")


def test_the_club_of_somebody_who_goes_for_good_passes_on(club, join, alice, bob, dora):
    join(bob, dora)
    clubs.set_role(by=alice, slug=club.slug, name="dora", role="organiser")
    delete_account(player=alice)
    assert (role(club, dora), role(club, bob)) == ("owner", "member")


def test_the_club_of_somebody_alone_closes_when_they_go_for_good(club, alice):
    delete_account(player=alice)
    club.refresh_from_db()
    assert club.closed_at


def test_bots_join_no_clubs(club, bob):
    bob.bot = "greedy"
    bob.save()
    with pytest.raises(NotAllowed, match="for people"):
        clubs.join_by_link(player=bob, slug=club.slug, key=club.join_key)
