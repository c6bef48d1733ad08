"""What people at a table say to each other: chat, and proposals to agree on."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player

LONGEST_MESSAGE = 1000


class Message(models.Model):
    """A line of a match's chat."""

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="messages")
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


class ProposalQuerySet(models.QuerySet["Proposal"]):
    def in_question(self, seq: Any) -> Self:
        """Those that can still be answered in the position with this ``seq``."""
        return self.filter(status=Proposal.Status.OPEN, seq=seq)


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

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="proposals")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    proposer = models.PositiveSmallIntegerField()  # a seat
    seq = models.PositiveSmallIntegerField()  # the position in which it was made
    back_to = models.PositiveSmallIntegerField(null=True)  # the seq that a take-back leads to
    agreed = models.JSONField(default=list)  # the seats that said yes
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    created_at = models.DateTimeField()

    objects = ProposalQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(status="open"), name="one_open_proposal_per_match"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.match_id}"
