"""Who sits where at a table, and what they did: the moves are the truth about a match."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Case, Exists, OuterRef, Q, Value, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from accounts.models import Mute, Player
from games.models.talk import Message

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
LONGEST_NOTE = 2000
LONGEST_DRAFT = 100


class SeatQuerySet(models.QuerySet["Seat"]):
    def at_table(self, player: Player) -> Self:
        """Where the player sits, or has sat until somebody else took over."""
        return self.filter(Q(player=player) | Q(substitute=player))

    def held_by(self, player: Player) -> Self:
        return self.filter(Q(player=player, substitute=None) | Q(substitute=player))

    def unfinished(self) -> Self:
        """Of matches that have not come to an end, or were called off."""
        return self.filter(finished_at=None)

    def driven_by(self, player: Player) -> Self:
        """Where the player has moves to make, now or later."""
        return self.unfinished().filter(Q(player=player, left_at=None) | Q(substitute=player))

    def with_marks(self, player: Player) -> Self:
        """Whether the holder has written a note, and has not read all of the chat."""
        muted = Mute.objects.filter(player=player).values("muted")
        read_at = Coalesce(OuterRef("chat_read_at"), Value(LONG_AGO))
        unread = Message.objects.filter(match=OuterRef("match"), created_at__gt=read_at)
        unread = unread.filter(hidden_at=None).exclude(author=player).exclude(author__in=muted)
        return self.annotate(
            has_note=Case(When(note="", then=False), default=True), has_unread_chat=Exists(unread)
        )


class Seat(models.Model):
    """A chair at a table: taken, kept for somebody who is invited, or free for anyone."""

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="seats")
    invited = models.ForeignKey(Player, models.PROTECT, null=True, related_name="invitations")
    left_at = models.DateTimeField(null=True)  # resigned or too late: a bot plays on
    substitute = models.ForeignKey(
        Player, models.PROTECT, null=True, related_name="substitutions"
    )  # somebody who plays on instead of the bot
    bank = models.DurationField(null=True)  # the time left on the clock, when it is not running
    note = models.TextField(max_length=LONGEST_NOTE, blank=True)  # for the player's own eyes
    draft = models.CharField(max_length=LONGEST_DRAFT, blank=True)  # a move begun, as a query
    draft_seq = models.PositiveSmallIntegerField(null=True)  # in which position
    chat_read_at = models.DateTimeField(null=True)
    score = models.SmallIntegerField(null=True)
    rank = models.PositiveSmallIntegerField(null=True)
    finished_at = models.DateTimeField(null=True)  # with the match; of a bot's two, one seat only

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["index"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "index"], name="seat_once"),
            # Bots may sit twice at a table, people may not: the service checks that.
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["player", "-finished_at", "-match"],
                condition=Q(finished_at__isnull=False),
                name="seats_finished_by_player",
            ),
            models.Index(
                fields=["player", "-match"],
                condition=Q(finished_at__isnull=True),
                name="seats_unfinished_by_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.index}"

    @property
    def is_free(self) -> bool:
        return self.player_id is None

    @property
    def driver(self) -> Player | None:
        """The person who plays for this seat, unless it is free or a bot does."""
        if self.substitute_id is not None:
            return self.substitute
        return None if self.bot else self.player

    @property
    def holder(self) -> Player | None:
        """Whose seat it is, also while a bot plays for them."""
        return self.substitute or self.player

    @property
    def bot(self) -> str:
        """The bot that plays for this seat, if one does."""
        if self.player is None or self.substitute_id is not None:
            return ""
        return self.player.bot or (settings.SUBSTITUTE_BOT if self.left_at else "")

    @property
    def is_claimable(self) -> bool:
        """Somebody left, and nobody has come in their place yet."""
        return self.left_at is not None and self.substitute_id is None

    def is_driven_by(self, player: Player) -> bool:
        return self.driver == player


class Move(models.Model):
    """One line of the log. The log only grows."""

    class Kind(models.TextChoices):
        MOVE = "move", _("move")
        RESIGN = "resign", _("resignation")
        TIME_OUT = "time_out", _("time-out")
        SUBSTITUTE = "substitute", _("substitution")
        TAKE_BACK = "take_back", _("take-back")

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="moves")
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
