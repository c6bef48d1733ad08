"""The books of games that are no contest: how often a team reached what it was after.

Without opponents there is nothing to rate, so the leaderboards of these games show results. Like
the other books they can be computed again from the move logs.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models.books import LONGEST_POOL, Standing

LONGEST_KEY = 80  # four large numbers


class Team(models.Model):
    """Those who are counted together; also somebody who is counted alone."""

    key = models.CharField(max_length=LONGEST_KEY, unique=True)  # their numbers, in order
    members = models.ManyToManyField(Player, related_name="teams")

    def __str__(self) -> str:
        return self.key

    @property
    def players(self) -> list[int]:
        """The numbers of the members, without asking the database."""
        return [int(number) for number in self.key.split(",")]


class Section(models.TextChoices):
    """Which matches are counted: a player's with anybody, those of the same people, or alone."""

    PLAYERS = "players", _("Players")
    TEAMS = "teams", _("Teams")
    SOLO = "solo", _("Solo")


class Results(models.Model):
    """What matches add up to; ``points`` are those over the target where the game has one."""

    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    cities = models.PositiveIntegerField(default=0)  # that nobody left before the end
    points = models.IntegerField(default=0)  # of these cities
    best = models.SmallIntegerField(null=True)

    class Meta:
        abstract = True


class TeamTally(Results):
    """A team's results in a variant, in a season or of all time."""

    team = models.ForeignKey(Team, models.CASCADE, db_index=False, related_name="tallies")
    section = models.CharField(max_length=10, choices=Section.choices)
    game = models.CharField(max_length=20)
    variant = models.CharField(max_length=20)
    season = models.CharField(max_length=6, blank=True)
    last_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["team", "section", "game", "variant", "season"], name="team_tally_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["game", "variant", "section", "season", "last_at"], name="team_tallies"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team_id} {self.section} {self.game} {self.variant}: {self.games}"


class TeamStanding(Results):
    """A line of a leaderboard of results, as the worker wrote it last."""

    pool = models.CharField(max_length=LONGEST_POOL)
    section = models.CharField(max_length=10, choices=Section.choices)
    board = models.CharField(max_length=10, choices=Standing.Board.choices)
    place = models.PositiveIntegerField()  # in the order of the list
    place_of_people = models.PositiveIntegerField(null=True)  # with the bots hidden
    team = models.ForeignKey(Team, models.CASCADE, related_name="standings")
    is_provisional = models.BooleanField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["pool", "section", "board", "place"], name="team_standing_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["pool", "section", "board", "place_of_people"],
                condition=models.Q(place_of_people__isnull=False),
                name="team_standings_of_people",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pool} {self.section} {self.board} {self.place}: {self.team_id}"
