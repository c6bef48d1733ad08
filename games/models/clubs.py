"""What clubs play, online and over the table, and what it adds up to in each club.

The results that count, in the order of their numbers, are a club's log: ratings, meetings and
season tables are computed from it, and can be computed again.
"""

from __future__ import annotations

from datetime import UTC, date
from typing import ClassVar, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, Player
from engine import Text
from games.catalogue import GAMES
from games.models.matches import Match

LONGEST_GUEST = 30
LONGEST_OBJECTION = 300


class ClubLedger(models.Model):
    """How far a club's log is: whoever counts a result holds this row."""

    club = models.OneToOneField(Club, models.CASCADE, related_name="ledger")
    counted = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.club_id}: {self.counted} results"


class ClubResultQuerySet(models.QuerySet["ClubResult"]):
    def counted(self) -> Self:
        return self.filter(number__isnull=False)

    def undecided(self) -> Self:
        return self.filter(status__in=[ClubResult.Status.WAITING, ClubResult.Status.DISPUTED])

    def with_places(self) -> Self:
        """The winner first."""
        places = ClubPlace.objects.select_related("player").order_by("rank", "index")
        return self.select_related("match", "entered_by").prefetch_related(
            models.Prefetch("places", places)
        )


class ClubResult(models.Model):
    """A match between members, or a game over the table that somebody entered."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("to be confirmed")
        DISPUTED = "disputed", _("disputed")
        COUNTED = "counted", _("counted")
        REJECTED = "rejected", _("rejected")

    club = models.ForeignKey(Club, models.CASCADE, db_index=False, related_name="results")
    number = models.PositiveIntegerField(null=True)  # its place in the log, once it counts
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    game = models.CharField(max_length=20)
    variant = models.CharField(max_length=20)
    played_at = models.DateTimeField()
    entered_at = models.DateTimeField()
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="club_results")
    entered_by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    decided_by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    fingerprint = models.CharField(max_length=64, blank=True)  # of a game over the table

    objects = ClubResultQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "number"], name="club_number_once"),
            models.UniqueConstraint(fields=["club", "match"], name="club_match_once"),
            models.UniqueConstraint(
                fields=["club", "fingerprint"],
                condition=~Q(fingerprint="") & ~Q(status="rejected"),
                name="club_game_entered_once",
            ),
            models.CheckConstraint(
                condition=Q(number__isnull=True) ^ Q(status="counted"),
                name="what_counts_has_a_number",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["club", "-played_at", "-id"], name="club_results_by_date"),
            models.Index(
                fields=["club", "entered_at"],
                condition=Q(status__in=["waiting", "disputed"]),
                name="club_results_undecided",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}/{self.number}"

    @property
    def topic(self) -> str:
        """Under which people are told about it."""
        return f"result-{self.pk}"

    @property
    def played_on(self) -> date:
        """The reader's day of a match; over the table it is the day that was entered."""
        moment = self.played_at.astimezone(UTC)
        return timezone.localdate(self.played_at) if self.match_id else moment.date()

    @property
    def variant_title(self) -> Text:
        return GAMES[self.game].variants[self.variant].title

    @property
    def is_counted(self) -> bool:
        return self.status == self.Status.COUNTED

    @property
    def is_undecided(self) -> bool:
        return self.status in (self.Status.WAITING, self.Status.DISPUTED)


class ClubPlace(models.Model):
    """Who played, a member or a guest, and how it ended for them."""

    class Answer(models.TextChoices):
        NONE = "", _("has not answered")
        CONFIRMED = "confirmed", _("confirmed")
        DISPUTED = "disputed", _("disputed")

    result = models.ForeignKey(ClubResult, models.CASCADE, related_name="places")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="club_places")
    guest = models.CharField(max_length=LONGEST_GUEST, blank=True)
    score = models.SmallIntegerField()
    rank = models.PositiveSmallIntegerField()
    city = models.CharField(max_length=120, blank=True)  # as the calculator's address writes it
    answer = models.CharField(max_length=10, choices=Answer.choices, blank=True)
    objection = models.CharField(max_length=LONGEST_OBJECTION, blank=True)
    change = models.DecimalField(max_digits=7, decimal_places=2, null=True)  # of the rating

    class Meta:
        ordering: ClassVar = ["index"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["result", "index"], name="club_place_once"),
            models.UniqueConstraint(fields=["result", "player"], name="club_player_once"),
            models.CheckConstraint(
                condition=Q(player__isnull=True) ^ Q(guest=""), name="member_or_guest"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.score}"

    @property
    def name(self) -> str:
        return str(self.player) if self.player else self.guest


class ClubRating(models.Model):
    """How strong a player is among the members."""

    club = models.ForeignKey(Club, models.CASCADE, db_index=False, related_name="ratings")
    player = models.ForeignKey(Player, models.CASCADE, related_name="club_ratings")
    rating = models.DecimalField(max_digits=7, decimal_places=2)
    peak = models.DecimalField(max_digits=7, decimal_places=2)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    recent = models.JSONField(default=list)  # the latest ratings, oldest first, for a small chart
    last_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "player"], name="club_rating_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["club", "-rating", "player"], name="club_ladder"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.player_id}: {self.rating}"


class ClubMeeting(models.Model):
    """How a member did against another one; there is a row for each side."""

    club = models.ForeignKey(Club, models.CASCADE, db_index=False, related_name="meetings")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "player", "other"], name="club_meeting_once"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.player_id} – {self.other_id}: {self.games}"


class ClubSeasonLine(models.Model):
    """A member's line in the table of a season."""

    club = models.ForeignKey(Club, models.CASCADE, db_index=False, related_name="season_lines")
    season = models.CharField(max_length=6)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    points = models.DecimalField(max_digits=9, decimal_places=2, default=0)
    gained = models.DecimalField(max_digits=7, decimal_places=2, default=0)  # of the rating

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "season", "player"], name="club_season_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["club", "season", "-points", "-wins", "player"], name="club_season_table"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.season} {self.player_id}: {self.points}"
