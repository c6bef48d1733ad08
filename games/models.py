"""Matches. The moves are the truth: everything on a match but its terms is computed from them."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Avg, Count, Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from engine import GAMES, Game, Terms, Text, commitment
from games.text import clock_words

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
CODE_LENGTH = 8
DEFAULT_CLOCK = "3d"
LONGEST_NOTE = 2000
LONGEST_MESSAGE = 1000


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

    def public(self) -> Self:
        return self.filter(is_private=False)

    def seating(self, player: Player) -> Self:
        return self.filter(seats__player=player)

    def inviting(self, player: Player) -> Self:
        return self.open_tables().filter(seats__invited=player, seats__player=None)

    def not_seating(self, player: Player) -> Self:
        """Where the player neither sits nor is awaited."""
        own = Seat.objects.filter(Q(player=player) | Q(invited=player), match=OuterRef("pk"))
        return self.filter(~Exists(own))

    def newest(self) -> Self:
        """The finished ones, latest first."""
        return self.order_by("-finished_at", "-pk")

    def with_seats(self) -> Self:
        return self.prefetch_related("seats__player", "seats__invited").select_related("creator")


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
    rematch_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch"
    )

    # What chance decided; the seed stays here until the match is over
    seed = models.CharField(max_length=64, default=new_seed)
    setup = models.JSONField(null=True)

    # What the moves lead to, kept so that lists need not replay
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    seq = models.PositiveSmallIntegerField(default=0)
    to_move = models.PositiveSmallIntegerField(null=True)
    result = models.JSONField(null=True)
    started_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    # Due work
    expires_at = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)
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
            models.Index(
                fields=["-finished_at", "-id"],
                condition=Q(status="finished"),
                name="match_finished_by_date",
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
    def seed_commitment(self) -> str:
        return commitment(self.seed)

    def is_turn_of(self, player: Any) -> bool:
        seat = self.seat_of(player)
        return seat is not None and seat.index == self.to_move and seat.left_at is None

    def seats_in_order(self) -> list[Seat]:
        """From what is prefetched, if it is."""
        return sorted(self.seats.all(), key=lambda seat: seat.index)

    def seat_of(self, player: Any) -> Seat | None:
        """Where the player sits; nobody who is not logged in sits anywhere."""
        if not player.is_authenticated:
            return None
        return next((seat for seat in self.seats_in_order() if seat.player_id == player.pk), None)


class SeatQuerySet(models.QuerySet["Seat"]):
    def finished_by(self, player: Player) -> Self:
        return self.filter(player=player, match__status=Match.Status.FINISHED)

    def figures(self) -> dict[str, Any]:
        """How these seats did."""
        return self.aggregate(
            played=Count("pk"), won=Count("pk", filter=Q(rank=1)), average=Avg("score")
        )


class Seat(models.Model):
    """A chair at a table: taken, kept for somebody who is invited, or free for anyone."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="seats")
    invited = models.ForeignKey(Player, models.PROTECT, null=True, related_name="invitations")
    left_at = models.DateTimeField(null=True)  # resigned or too late: a bot plays on
    substitute = models.ForeignKey(
        Player, models.PROTECT, null=True, related_name="substitutions"
    )  # somebody who plays on instead of the bot
    bank = models.DurationField(null=True)  # the time left on the clock, when it is not running
    note = models.TextField(max_length=LONGEST_NOTE, blank=True)  # for the player's own eyes
    draft = models.CharField(max_length=100, blank=True)  # a move begun, as an address query
    draft_seq = models.PositiveSmallIntegerField(null=True)  # in which position
    chat_read_at = models.DateTimeField(null=True)
    score = models.SmallIntegerField(null=True)
    rank = models.PositiveSmallIntegerField(null=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["index"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "index"], name="seat_once"),
            # Bots may sit twice at a table, people may not: the service checks that.
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.index}"

    @property
    def is_free(self) -> bool:
        return self.player_id is None

    @property
    def bot(self) -> str:
        """The bot that plays for this seat, if one does."""
        if self.player is None:
            return ""
        return self.player.bot or (settings.SUBSTITUTE_BOT if self.left_at else "")


class Move(models.Model):
    """One line of the log. The log only grows."""

    class Kind(models.TextChoices):
        MOVE = "move", _("move")
        RESIGN = "resign", _("resignation")
        TIME_OUT = "time_out", _("time-out")
        SUBSTITUTE = "substitute", _("substitution")
        TAKE_BACK = "take_back", _("take-back")

    match = models.ForeignKey(Match, models.CASCADE, related_name="moves")
    seq = models.PositiveSmallIntegerField()  # from 1, without gaps
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.MOVE)
    text = models.CharField(max_length=40, blank=True)  # of a take-back: the seq it goes back to
    took = models.DurationField(null=True)  # on the clock
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "seq"], name="move_once"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="moves_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.seq}. {self.text or self.kind}"


class Message(models.Model):
    """A line of a match's chat."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="messages")
    author = models.ForeignKey(Player, models.PROTECT, related_name="messages")
    text = models.CharField(max_length=LONGEST_MESSAGE)
    created_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True)  # by staff, after a report

    class Meta:
        ordering: ClassVar = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.text[:40]}"


class Report(models.Model):
    """Somebody finds a message unbearable; staff look at it."""

    message = models.ForeignKey(Message, models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(Player, models.CASCADE, related_name="reports")
    created_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["message", "reporter"], name="report_once"),
        ]

    def __str__(self) -> str:
        return f"{self.message_id} by {self.reporter_id}"


class Proposal(models.Model):
    """What all people at the table must agree to: calling the match off, or taking moves back."""

    class Kind(models.TextChoices):
        CANCEL = "cancel", _("call the match off")
        TAKE_BACK = "take_back", _("take back")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        OUTDATED = "outdated", _("outdated")

    match = models.ForeignKey(Match, models.CASCADE, related_name="proposals")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    proposer = models.PositiveSmallIntegerField()  # a seat
    seq = models.PositiveSmallIntegerField()  # the position in which it was made
    back_to = models.PositiveSmallIntegerField(null=True)  # the seq that a take-back leads to
    agreed = models.JSONField(default=list)  # the seats that said yes
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(status="open"), name="one_open_proposal_per_match"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.match_id}"
