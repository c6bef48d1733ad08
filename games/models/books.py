"""The books: what finished matches add up to, kept so that no page has to count.

A match is entered once, in the order of ``Match.number``. Nothing here is the truth: all of it can
be computed again from the move logs, and ``manage.py recompute_ratings`` does that.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models.matches import Match
from games.models.seats import Seat

LONGEST_POOL = 41  # game:variant
ALL_TIME = ""  # in place of a season
WHOLE_CITY = ""  # in place of a kind of building
ALONE, TOGETHER = "alone", "together"  # likewise, but only what was built so


class Ledger(models.Model):
    """How far the books are: one row, which whoever writes in the books holds."""

    entered = models.PositiveIntegerField(default=0)  # the number of the last match in the books
    posted = models.PositiveIntegerField(default=0)  # the last one that the leaderboards know of
    post_at = models.DateTimeField(null=True)  # not before then are the leaderboards made again
    stale_at = models.DateTimeField(null=True)  # from then on they are out of date anyway

    def __str__(self) -> str:
        return f"{self.entered} matches"


class Rating(models.Model):
    """How strong a player is in a pool: a game, or one variant of it."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings")
    pool = models.CharField(max_length=LONGEST_POOL)
    rating = models.DecimalField(max_digits=7, decimal_places=2)
    peak = models.DecimalField(max_digits=7, decimal_places=2)
    games = models.PositiveIntegerField(default=0)
    recent = models.JSONField(default=list)  # the latest ratings, oldest first, for a small chart
    last_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "pool"], name="rating_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.pool}: {self.rating}"


class RatingChange(models.Model):
    """What one match did to one rating."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="rating_changes")
    player = models.ForeignKey(Player, models.CASCADE, related_name="rating_changes")
    pool = models.CharField(max_length=LONGEST_POOL)
    number = models.PositiveIntegerField()  # of the match
    at = models.DateTimeField()  # when the match ended
    before = models.DecimalField(max_digits=7, decimal_places=2)
    after = models.DecimalField(max_digits=7, decimal_places=2)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "pool", "player"], name="rating_change_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "pool", "-number"], name="rating_history"),
            models.Index(fields=["pool", "at"], name="rating_changes_since"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.pool}: {self.before} → {self.after}"


class Tally(models.Model):
    """A player's results in a variant with a number of players."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="tallies")
    game = models.CharField(max_length=20)
    variant = models.CharField(max_length=20)
    size = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    left = models.PositiveIntegerField(default=0)  # before the end, in one way or another
    timed_out = models.PositiveIntegerField(default=0)
    # Of the cities that were finished; where the game has a target, the points over it.
    points = models.IntegerField(default=0)
    cities = models.PositiveIntegerField(default=0)
    best = models.SmallIntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "game", "variant", "size"], name="tally_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.game} {self.variant} {self.size}: {self.games}"


class Meeting(models.Model):
    """How a player did against another one; there is a row for each side."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="meetings")
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
    game = models.CharField(max_length=20)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField()
    season = models.CharField(max_length=6)  # the last one in which they met
    rated_in_season = models.PositiveIntegerField(default=0)  # against bots there is a limit

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "other", "game"], name="meeting_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-games"], name="meetings_by_games"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} – {self.other_id} {self.game}: {self.games}"


class KindTotal(models.Model):
    """The points that a player's finished cities had for a part of the score; all players' too."""

    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="kind_totals")
    game = models.CharField(max_length=20)
    variant = models.CharField(max_length=20)
    kind = models.CharField(max_length=20)
    cities = models.PositiveIntegerField(default=0)
    points = models.BigIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "game", "variant", "kind"], name="kind_total_once"
            ),
            models.UniqueConstraint(
                fields=["game", "variant", "kind"],
                condition=models.Q(player__isnull=True),
                name="kind_total_of_all_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.game} {self.variant} {self.kind}: {self.points}"


class HighScore(models.Model):
    """One of the best cities of a season or of all time, as a whole or by a kind of building.

    As a whole, what counts is the points over the target where the game has one. Where nobody
    competes, the best of those who were alone and of those who were not are kept as well.
    """

    game = models.CharField(max_length=20)
    variant = models.CharField(max_length=20)
    season = models.CharField(max_length=6, blank=True)
    kind = models.CharField(max_length=20, blank=True)
    points = models.SmallIntegerField()
    number = models.PositiveIntegerField()  # of the match: of equal ones the earlier is better
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="high_scores")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "season", "kind"], name="high_score_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["game", "variant", "season", "kind", "-points", "number"],
                name="high_scores_in_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season} {self.kind}: {self.points}"


class Standing(models.Model):
    """A line of a leaderboard, as the worker wrote it last."""

    class Board(models.TextChoices):
        ALL_TIME = "all-time", _("All time")
        SEASON = "season", _("This season")
        ACTIVE = "active", _("Active (90 days)")

    pool = models.CharField(max_length=LONGEST_POOL)
    board = models.CharField(max_length=10, choices=Board.choices)
    place = models.PositiveIntegerField()  # in the order of the list
    place_of_people = models.PositiveIntegerField(null=True)  # with the bots hidden
    # Every index is one more to write when all lines are made again.
    player = models.ForeignKey(Player, models.CASCADE, db_index=False, related_name="standings")
    rating = models.DecimalField(max_digits=7, decimal_places=2)
    games = models.PositiveIntegerField()
    is_provisional = models.BooleanField()
    gained = models.DecimalField(max_digits=7, decimal_places=2)  # in this season
    week = models.DecimalField(max_digits=7, decimal_places=2)  # in the last seven days

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pool", "board", "place"], name="standing_once"),
            models.UniqueConstraint(
                fields=["pool", "board", "player"], name="standing_once_per_player"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["pool", "board", "place_of_people"],
                condition=models.Q(place_of_people__isnull=False),
                name="standings_of_people",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pool} {self.board} {self.place}: {self.player_id}"
