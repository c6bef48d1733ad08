"""Clubs: who is in them, who would like to be, and what they are told."""

from __future__ import annotations

import secrets
from typing import ClassVar, Self

from django.db import models
from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce, Upper
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models.players import Player

LONGEST_CLUB_NAME = 40
LONGEST_CLUB_ABOUT = 1000
LONGEST_ANNOUNCEMENT = 2000
LONGEST_REQUEST = 300


def new_join_key() -> str:
    return secrets.token_urlsafe(12)


class ClubQuerySet(models.QuerySet["Club"]):
    def existing(self) -> Self:
        return self.filter(closed_at=None)

    def of(self, player: Player) -> Self:
        """Those that the player is a member of now."""
        return self.existing().filter(memberships__player=player, memberships__left_at__isnull=True)

    def with_members(self) -> Self:
        """``members`` is how many there are now."""
        current = Membership.objects.current().filter(club=OuterRef("pk")).values("club")
        count = current.annotate(count=Count("pk")).values("count")
        return self.annotate(members=Coalesce(Subquery(count), 0))

    def with_role_of(self, player_id: int | None) -> Self:
        """``role`` is the player's, or None."""
        own = Membership.objects.current().filter(club=OuterRef("pk"), player=player_id)
        return self.annotate(role=Subquery(own.values("role")))


class Club(models.Model):
    """People who play with each other. ``slug`` is its address, and stays."""

    slug = models.SlugField(max_length=LONGEST_CLUB_NAME, unique=True)
    name = models.CharField(_("name"), max_length=LONGEST_CLUB_NAME)
    about = models.TextField(_("about"), max_length=LONGEST_CLUB_ABOUT, blank=True)
    founded_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    join_key = models.CharField(max_length=20, default=new_join_key)  # whoever has it may join

    objects = ClubQuerySet.as_manager()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        constraints: ClassVar = [models.UniqueConstraint(Upper("name"), name="club_name_once")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])


class MembershipQuerySet(models.QuerySet["Membership"]):
    def current(self) -> Self:
        return self.filter(left_at=None)

    def organising(self) -> Self:
        """Owners may do whatever organisers may."""
        return self.current().exclude(role=Membership.Role.MEMBER)


class Membership(models.Model):
    """A player in a club; the row stays when they leave, as their results do."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        ORGANISER = "organiser", _("organiser")
        MEMBER = "member", _("member")

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    player = models.ForeignKey(Player, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)
    was_removed = models.BooleanField(default=False)  # the link does not open for them again

    objects = MembershipQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "player"], name="membership_once"),
            models.UniqueConstraint(
                fields=["club"], condition=Q(role="owner"), name="one_owner_per_club"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.club_id}: {self.role}"

    @property
    def is_owner(self) -> bool:
        return self.role == self.Role.OWNER

    @property
    def is_organiser(self) -> bool:
        """Owners may do whatever organisers may."""
        return self.role in (self.Role.OWNER, self.Role.ORGANISER)


class JoinRequest(models.Model):
    """Somebody would like to become a member; an organiser answers."""

    class Answer(models.TextChoices):
        NONE = "", _("waiting")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")

    club = models.ForeignKey(Club, models.CASCADE, related_name="join_requests")
    player = models.ForeignKey(Player, models.CASCADE, related_name="join_requests")
    text = models.CharField(max_length=LONGEST_REQUEST, blank=True)
    created_at = models.DateTimeField()
    answer = models.CharField(max_length=10, choices=Answer.choices, blank=True)
    answered_by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering: ClassVar = ["created_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "player"], condition=Q(answer=""), name="one_open_join_request"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} to {self.club_id}"

    @property
    def topic(self) -> str:
        """Under which people are told about it."""
        return f"join-{self.pk}"


class Announcement(models.Model):
    """What organisers tell the members."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="announcements")
    author = models.ForeignKey(Player, models.PROTECT, related_name="+")
    text = models.TextField(max_length=LONGEST_ANNOUNCEMENT)
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-created_at"]
        indexes: ClassVar = [
            models.Index(fields=["club", "-created_at"], name="announcements_of_club"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.text[:40]}"
