"""Clubs: founding, joining, roles, announcements, leaving.

Every change holds the club's row, so that two requests at once can't make two owners or none.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.club_notices import tell_answered, tell_asked, withdraw_requests
from accounts.models import Announcement, Club, JoinRequest, Membership, Player, new_join_key
from quadropolis_site.errors import ApplicationError, Conflict, NotAllowed

MOST_OWNED = 5
MOST_MEMBERS = 1000
ASK_AGAIN_AFTER = timedelta(days=7)
RESERVED_SLUGS = {"new"}  # which are pages of their own
Role = Membership.Role


def membership(*, club: Club, player: Player) -> Membership | None:
    """Of somebody who is a member now."""
    return Membership.objects.current().filter(club=club, player=player).first()


@transaction.atomic
def found_club(*, player: Player, name: str, about: str) -> Club:
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if Membership.objects.filter(player=player, role=Role.OWNER).count() >= MOST_OWNED:
        raise ApplicationError(
            _("Nobody can own more than %(count)s clubs.") % {"count": MOST_OWNED}
        )
    _check_name(name)
    now = timezone.now()
    club = Club.objects.create(slug=_new_slug(name), name=name, about=about, founded_at=now)
    Membership.objects.create(club=club, player=player, role=Role.OWNER, joined_at=now)
    return club


@transaction.atomic
def describe_club(*, by: Player, slug: str, name: str, about: str) -> Club:
    club = _locked(slug)
    require_organiser(club=club, player=by)
    _check_name(name, but=club)
    club.name, club.about = name, about
    club.save(update_fields=["name", "about"])
    return club


@transaction.atomic
def renew_link(*, by: Player, slug: str) -> Club:
    """The old link opens no longer."""
    club = _locked(slug)
    require_organiser(club=club, player=by)
    club.join_key = new_join_key()
    club.save(update_fields=["join_key"])
    return club


@transaction.atomic
def join_by_link(*, player: Player, slug: str, key: str) -> Club:
    """Somebody who was removed comes back by request only."""
    club = _locked(slug)
    check_link(club=club, key=key)
    if Membership.objects.filter(club=club, player=player, was_removed=True).exists():
        raise NotAllowed(_("You were removed from this club. You can ask to be let in again."))
    _admit(club, player)
    asked = JoinRequest.objects.filter(club=club, player=player, answer="")
    withdraw_requests(asked)
    asked.update(answer=JoinRequest.Answer.ACCEPTED)
    return club


def check_link(*, club: Club, key: str) -> None:
    if key != club.join_key:
        raise NotAllowed(_("This link is no longer valid. Ask for a new one."))


@transaction.atomic
def ask_to_join(*, player: Player, slug: str, text: str) -> Club:
    club = _locked(slug)
    if membership(club=club, player=player):
        raise Conflict(_("You are a member of this club already."))
    if JoinRequest.objects.filter(club=club, player=player, answer="").exists():
        raise Conflict(_("You have asked already. An organiser will answer."))
    if _was_declined_lately(club, player):
        raise Conflict(
            _("You were declined. You can ask again %(days)s days after you asked last.")
            % {"days": ASK_AGAIN_AFTER.days}
        )
    tell_asked(
        JoinRequest.objects.create(club=club, player=player, text=text, created_at=timezone.now())
    )
    return club


@transaction.atomic
def answer_request(*, by: Player, slug: str, request_id: int, accepts: bool) -> Club:
    club = _locked(slug)
    require_organiser(club=club, player=by)
    asked = JoinRequest.objects.filter(club=club, pk=request_id).select_related("player").first()
    if asked is None or asked.answer:
        raise Conflict(_("This request was answered already."))
    asked.answer = JoinRequest.Answer.ACCEPTED if accepts else JoinRequest.Answer.DECLINED
    asked.answered_by = by
    asked.save(update_fields=["answer", "answered_by"])
    if accepts and not membership(club=club, player=asked.player):
        _admit(club, asked.player)
    tell_answered(asked)
    return club


@transaction.atomic
def leave_club(*, player: Player, slug: str) -> Club:
    """What was played stays. An owner hands the club over first, unless nobody else is left."""
    club = _locked(slug)
    own = _own(club, player)
    others = club.memberships.current().exclude(pk=own.pk)
    if own.is_owner and others.exists():
        raise Conflict(_("You own this club. Hand it over to another member first."))
    _end(own)
    if own.is_owner:
        _close(club)
    return club


@transaction.atomic
def remove_member(*, by: Player, slug: str, name: str) -> Club:
    """Organisers remove members; only the owner removes organisers."""
    club = _locked(slug)
    own = require_organiser(club=club, player=by)
    other = _member(club, name)
    if other.is_owner or (other.is_organiser and not own.is_owner):
        raise NotAllowed(_("You can't remove %(name)s.") % {"name": other.player})
    other.was_removed = True
    _end(other)
    return club


@transaction.atomic
def set_role(*, by: Player, slug: str, name: str, role: str) -> Club:
    """Only the owner does; who makes somebody else the owner becomes an organiser."""
    club = _locked(slug)
    own = _own(club, by)
    if not own.is_owner:
        raise NotAllowed(_("Only the owner of the club may do that."))
    if role not in Role.values:
        raise ApplicationError(_("There is no such role."))
    other = _member(club, name)
    if other.pk == own.pk:
        raise ApplicationError(_("A club has an owner: hand it over instead."))
    if role == Role.OWNER:
        _set_role(own, Role.ORGANISER)
    _set_role(other, Role(role))
    return club


@transaction.atomic
def announce(*, by: Player, slug: str, text: str) -> Announcement:
    club = _locked(slug)
    require_organiser(club=club, player=by)
    return Announcement.objects.create(club=club, author=by, text=text, created_at=timezone.now())


@transaction.atomic
def remove_announcement(*, by: Player, slug: str, announcement_id: int) -> Club:
    club = _locked(slug)
    require_organiser(club=club, player=by)
    club.announcements.filter(pk=announcement_id).delete()
    return club


def leave_all(*, player: Player) -> None:
    """Of somebody who goes for good: a club that they own passes to who has organised longest."""
    asked = player.join_requests.filter(answer="")
    withdraw_requests(asked)
    asked.delete()
    for slug in Club.objects.of(player).order_by("pk").values_list("slug", flat=True):
        club = _locked(slug)
        own = _own(club, player)
        heirs = club.memberships.current().exclude(pk=own.pk)
        heir = min(heirs, key=lambda one: (not one.is_organiser, one.joined_at), default=None)
        was_owner = own.is_owner
        _end(own)
        if was_owner and heir is not None:
            _set_role(heir, Role.OWNER)
        elif was_owner:
            _close(club)


def require_organiser(*, club: Club, player: Player) -> Membership:
    own = _own(club, player)
    if not own.is_organiser:
        raise NotAllowed(_("Only organisers of the club may do that."))
    return own


def _was_declined_lately(club: Club, player: Player) -> bool:
    """Nobody should have to say no again and again."""
    since = timezone.now() - ASK_AGAIN_AFTER
    declined = JoinRequest.objects.filter(club=club, answer=JoinRequest.Answer.DECLINED)
    return declined.filter(player=player, created_at__gt=since).exists()


def _locked(slug: str) -> Club:
    club = Club.objects.select_for_update(no_key=True).existing().filter(slug=slug).first()
    if club is None:
        raise Conflict(_("There is no such club any more."))
    return club


def _own(club: Club, player: Player) -> Membership:
    own = membership(club=club, player=player)
    if own is None:
        raise NotAllowed(_("You are not a member of this club."))
    return own


def _member(club: Club, name: str) -> Membership:
    current = club.memberships.current().select_related("player")
    found = current.filter(player__username__iexact=name).first()
    if found is None:
        raise Conflict(_("%(name)s is not a member of this club.") % {"name": name})
    return found


def _admit(club: Club, player: Player) -> None:
    """Whoever was there before goes on with what they had."""
    if player.is_bot or player.is_deleted:
        raise NotAllowed(_("Clubs are for people."))
    if membership(club=club, player=player):
        raise Conflict(_("You are a member of this club already."))
    if club.memberships.current().count() >= MOST_MEMBERS:
        raise Conflict(_("The club is full: it has %(count)s members.") % {"count": MOST_MEMBERS})
    Membership.objects.update_or_create(
        club=club,
        player=player,
        defaults={
            "role": Role.MEMBER,
            "joined_at": timezone.now(),
            "left_at": None,
            "was_removed": False,
        },
    )


def _end(one: Membership) -> None:
    one.left_at = timezone.now()
    Membership.objects.filter(pk=one.pk).update(
        left_at=one.left_at, role=Role.MEMBER, was_removed=one.was_removed
    )


def _close(club: Club) -> None:
    club.closed_at = timezone.now()
    club.save(update_fields=["closed_at"])


def _set_role(one: Membership, role: Role) -> None:
    one.role = role
    one.save(update_fields=["role"])


def _check_name(name: str, but: Club | None = None) -> None:
    same = Club.objects.filter(name__iexact=name)
    if but is not None:
        same = same.exclude(pk=but.pk)
    if same.exists():
        raise Conflict(_("There is a club with this name already."))
    if not any(character.isalnum() for character in name):
        raise ApplicationError(_("The name needs at least one letter or digit."))


def _new_slug(name: str) -> str:
    """Unlike the name it must stay, so a club that was renamed may hold the one we would like."""
    wanted = slugify(name)[: Club._meta.get_field("slug").max_length] or "club"
    taken = set(Club.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    candidates = [wanted, *(f"{wanted[:35]}-{number}" for number in range(2, len(taken) + 4))]
    return next(slug for slug in candidates if slug not in taken | RESERVED_SLUGS)
