"""Matches. The moves are the truth: everything on a match but its terms is computed from them."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar, Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, Player
from engine import Game, Terms, Text, commitment
from games.catalogue import GAMES
from games.models.dailies import Daily, Sight
from games.models.seats import Seat
from games.text import clock_words, verdict

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
CODE_LENGTH = 8
DEFAULT_CLOCK = "3d"
HISTORY = Q(status="finished", is_private=False)  # what anybody may find


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_seed() -> str:
    return secrets.token_hex(16)


class MatchQuerySet(models.QuerySet["Match"]):
    def open_tables(self) -> Self:
        return self.filter(status=Match.Status.OPEN)

    def running(self) -> Self:
        return self.filter(status=Match.Status.RUNNING)

    def finished(self) -> Self:
        return self.filter(status=Match.Status.FINISHED)

    def over(self) -> Self:
        return self.filter(status__in=(Match.Status.FINISHED, Match.Status.CANCELLED))

    def unfinished(self) -> Self:
        return self.filter(status__in=(Match.Status.OPEN, Match.Status.RUNNING))

    def for_the_books(self) -> Self:
        """Finished ones that count; the city of the day has tables of its own."""
        return self.finished().filter(daily=None)

    def public(self) -> Self:
        return self.filter(is_private=False)

    def seating(self, player: Player) -> Self:
        """Where the player sits, or sat, or plays on for somebody who left."""
        return self.filter(Q(seats__player=player) | Q(seats__substitute=player))

    def played_by(self, player: Player) -> Self:
        """Where the player has moves to make, now or later."""
        own = Seat.objects.driven_by(player).filter(match=OuterRef("pk"))
        return self.running().filter(Exists(own))

    def waiting_on(self, player: Player) -> Self:
        """Where it is the player's turn, the most urgent first."""
        deadline = F("deadline").asc(nulls_last=True)
        return self.running().filter(_is_turn_of(player)).order_by(deadline, "pk")

    def by_urgency(self, player: Player) -> Self:
        """Where it is the player's turn first, and then by the deadlines."""
        deadline = F("deadline").asc(nulls_last=True)
        return self.annotate(is_turn=_is_turn_of(player)).order_by("-is_turn", deadline, "pk")

    def out_of_time(self) -> Self:
        return self.running().filter(deadline__lte=timezone.now())

    def to_warn(self) -> Self:
        """Most of the time for the move is used, and nobody has said so yet."""
        now = timezone.now()
        return self.running().filter(warn_at__lte=now, deadline__gt=now)

    def inviting(self, player: Player) -> Self:
        return self.open_tables().filter(seats__invited=player, seats__player=None)

    def anyone_may_join(self) -> Self:
        return self.open_tables().public().filter(club=None)

    def not_seating(self, player: Player) -> Self:
        """Where the player neither sits nor is awaited."""
        own = Seat.objects.filter(Q(player=player) | Q(invited=player), match=OuterRef("pk"))
        return self.filter(~Exists(own))

    def newest(self) -> Self:
        """The finished ones, latest first."""
        return self.order_by("-finished_at", "-pk")

    def with_seats(self) -> Self:
        people = ("seats__player", "seats__invited", "seats__substitute")
        return self.prefetch_related(*people).select_related("creator", "club", "daily")


def _is_turn_of(player: Player) -> Exists:
    own = Seat.objects.driven_by(player).filter(match=OuterRef("pk"))
    return Exists(own.filter(index=OuterRef("to_move")))


class Match(models.Model):
    """A table, from its announcement to its final result."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    creator = models.ForeignKey(Player, models.PROTECT, related_name="tables")
    created_at = models.DateTimeField()

    # The terms
    game = models.CharField(max_length=20)
    version = models.PositiveSmallIntegerField()
    variant = models.CharField(max_length=20)
    options = models.JSONField(default=list)
    size = models.PositiveSmallIntegerField()
    rated = models.BooleanField(default=True)
    clock = models.CharField(max_length=20, default=DEFAULT_CLOCK)  # as games.clocks writes it
    allows_vacation = models.BooleanField(default=True)
    least_reliability = models.PositiveSmallIntegerField(default=0)  # in percent
    is_private = models.BooleanField(default=False)
    allows_bots = models.BooleanField(default=False)  # of other players, not the site's own
    club = models.ForeignKey(
        Club, models.PROTECT, null=True, blank=True, db_index=False, related_name="tables"
    )  # whose members alone may sit down
    rematch_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch"
    )

    # A try at the city of the day
    daily = models.ForeignKey(
        Daily, models.PROTECT, null=True, db_index=False, related_name="tries"
    )
    sight = models.CharField(max_length=10, choices=Sight.choices, blank=True)
    daily_score = models.SmallIntegerField(null=True)  # the player's own

    # What chance decided; the seed stays here until the match is over
    seed = models.CharField(max_length=64, default=new_seed)
    setup = models.JSONField(null=True)

    # What the moves lead to, kept so that lists need not replay
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    seq = models.PositiveSmallIntegerField(default=0)
    to_move = models.PositiveSmallIntegerField(null=True)
    result = models.JSONField(null=True)
    started_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(null=True)  # when the turn began
    finished_at = models.DateTimeField(null=True)
    lasted = models.DurationField(null=True)
    best_score = models.SmallIntegerField(null=True)
    number = models.PositiveIntegerField(null=True, unique=True)  # its place in the books

    # Due work
    expires_at = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)
    turn_rest = models.JSONField(null=True)  # when the clock stands, as it was at the turn's start
    warn_at = models.DateTimeField(null=True)  # when most of the time for the move is used
    bot_due_at = models.DateTimeField(null=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~Q(status="running")
                | Q(setup__isnull=False, to_move__isnull=False, started_at__isnull=False),
                name="running_match_is_set_up",
            ),
            models.CheckConstraint(
                condition=~Q(status="finished")
                | Q(result__isnull=False, to_move__isnull=True, finished_at__isnull=False),
                name="finished_match_has_result",
            ),
            models.CheckConstraint(
                condition=Q(daily__isnull=True, sight="") | Q(daily__isnull=False) & ~Q(sight=""),
                name="sight_is_of_a_daily",
            ),
            models.UniqueConstraint(
                fields=["daily", "creator"],
                condition=Q(sight="first"),
                name="first_sight_once",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["-created_at"], condition=Q(status="open"), name="match_open_by_age"
            ),
            models.Index(
                fields=["bot_due_at"], condition=Q(bot_due_at__isnull=False), name="match_bot_due"
            ),
            models.Index(fields=["expires_at"], condition=Q(status="open"), name="match_expiring"),
            models.Index(
                fields=["deadline"], condition=Q(deadline__isnull=False), name="match_deadline"
            ),
            models.Index(
                fields=["warn_at"], condition=Q(warn_at__isnull=False), name="match_warning"
            ),
            # Searches read the newest first until a page is full, within the index alone; where
            # little is found, one of the small indexes leads to it.
            models.Index(
                fields=["-finished_at", "-id", "best_score", "seq", "lasted", "game", "variant"],
                condition=HISTORY,
                name="history_by_date",
            ),
            models.Index(
                fields=["game", "-finished_at", "-id"], condition=HISTORY, name="history_by_game"
            ),
            models.Index(
                fields=["game", "variant", "-finished_at", "-id"],
                condition=HISTORY,
                name="history_by_variant",
            ),
            models.Index(fields=["best_score"], condition=HISTORY, name="history_by_best_score"),
            models.Index(fields=["seq"], condition=HISTORY, name="history_by_moves"),
            models.Index(fields=["lasted"], condition=HISTORY, name="history_by_time"),
            models.Index(
                fields=["club", "status", "-created_at"],
                condition=Q(club__isnull=False),
                name="tables_of_club",
            ),
            models.Index(
                fields=["finished_at", "id"],
                condition=Q(status="finished", number__isnull=True, daily__isnull=True),
                name="match_to_enter",
            ),
            models.Index(
                fields=["daily", "sight", "-daily_score", "id"],
                condition=Q(daily__isnull=False),
                name="tries_by_score",
            ),
            models.Index(
                fields=["daily", "creator", "sight", "-daily_score"],
                condition=Q(daily__isnull=False),
                name="tries_by_player",
            ),
            models.Index(
                fields=["daily"],
                condition=Q(daily__isnull=False, status="running"),
                name="tries_unfinished",
            ),
        ]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.code])

    @property
    def rules(self) -> Game[Any]:
        return GAMES[self.game]

    @property
    def variant_title(self) -> Text:
        return self.rules.variants[self.variant].title

    @property
    def option_titles(self) -> list[Text]:
        return [self.rules.options[option] for option in self.options]

    @property
    def clock_title(self) -> str:
        return clock_words(self.clock)

    @property
    def terms(self) -> Terms:
        return Terms(self.variant, self.size, frozenset(self.options))

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def is_finished(self) -> bool:
        return self.status == self.Status.FINISHED

    @property
    def is_over(self) -> bool:
        return self.is_finished or self.is_cancelled

    @property
    def is_cancelled(self) -> bool:
        return self.status == self.Status.CANCELLED

    @property
    def is_contest(self) -> bool:
        return self.rules.is_contest

    @property
    def is_duel(self) -> bool:
        """Whoever leaves ends the match; elsewhere a bot plays on."""
        return self.is_contest and self.size == 2

    @property
    def is_solo(self) -> bool:
        """Nobody waits for anybody: there is no clock, and nothing to be told of."""
        return self.size == 1 or self.daily_id is not None

    @property
    def is_first_sight(self) -> bool:
        return self.sight == Sight.FIRST

    @property
    def verdict(self) -> str:
        """What a finished match that was no contest came to."""
        return verdict(self.rules, self.result) if self.result else ""

    @property
    def seed_commitment(self) -> str:
        return commitment(self.seed)

    @property
    def shows_seed(self) -> bool:
        """Others may still have the same deal before them."""
        return self.is_over and (self.daily is None or self.daily.is_over)

    @property
    def seed_check(self) -> str:
        """What to type into a shell, to see that seed and commitment belong together."""
        return f"printf %s {self.seed} | sha256sum"

    @property
    def is_dealt_by_seed(self) -> bool:
        """Whether the seed gives the set-up that was played with."""
        return self.rules.deal(self.terms, self.seed) == self.setup

    def is_turn_of(self, player: Any) -> bool:
        seat = self.seat_of(player)
        return seat is not None and seat.index == self.to_move and seat.is_driven_by(player)

    def seats_in_order(self) -> list[Seat]:
        """From what is prefetched, if it is."""
        return sorted(self.seats.all(), key=lambda seat: seat.index)

    def seat_of(self, player: Any) -> Seat | None:
        """Where the player sits or plays on for somebody; nobody who is not logged in does."""
        if not player.is_authenticated:
            return None
        seats = self.seats_in_order()
        return next(
            (seat for seat in seats if player.pk in (seat.player_id, seat.substitute_id)), None
        )
