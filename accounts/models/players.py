"""Players: people who sign up, and the bots they play against."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.rest import Quiet, Rest
from accounts.time_zones import known_zone

# Names stand in addresses and in move logs, so they are plain; allauth reads this list.
USERNAME_VALIDATORS = [
    RegexValidator(
        r"\A[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?\Z",
        _("Use letters and digits, with - and _ between them."),
    )
]
LONGEST_NAME = 24
LONGEST_TOKEN_NAME = 60


class PlayerManager(UserManager["Player"]):
    def people(self) -> models.QuerySet[Player]:
        """Those who can be invited: no bots, nobody who is gone."""
        return self.filter(bot="", owner=None, deleted_at=None, is_active=True)


class Player(AbstractUser):
    """An account. ``bot`` names the engine's bot that plays for it, if it is one.

    A bot with an ``owner`` is a program of theirs: it moves through the API, in its own time.
    """

    username = models.CharField(
        _("name"),
        max_length=LONGEST_NAME,
        unique=True,
        validators=USERNAME_VALIDATORS,
        error_messages={"unique": _("Somebody has this name already.")},
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True)
    owner = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="bots", verbose_name=_("owner")
    )
    time_zone = models.CharField(_("time zone"), max_length=40, default="UTC")
    language = models.CharField(_("language"), max_length=10, default="en")
    about = models.CharField(_("about me"), max_length=300, blank=True)
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True)

    # When the clock stands
    quiet_from = models.TimeField(_("quiet hours from"), null=True, blank=True)
    quiet_to = models.TimeField(_("quiet hours to"), null=True, blank=True)
    free_days = models.JSONField(_("free weekdays"), default=list, blank=True)  # Monday is 0
    auto_vacation = models.BooleanField(_("automatic vacation"), default=True)

    # The daily mail
    digest_hour = models.PositiveSmallIntegerField(_("hour of the daily mail"), default=8)

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints: ClassVar = [
            # Ann and ann would be taken for each other. Upper is also how iexact looks names up.
            models.UniqueConstraint(Upper("username"), name="player_name_once"),
            models.UniqueConstraint("bot", condition=~Q(bot=""), name="player_per_bot_once"),
        ]

    def __str__(self) -> str:
        return self.username

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.username])

    @property
    def rest(self) -> Rest:
        quiet = None
        if self.quiet_from is not None and self.quiet_to is not None:
            quiet = Quiet(self.quiet_from, self.quiet_to)
        return Rest(known_zone(self.time_zone).key, quiet, frozenset(self.free_days))

    @property
    def is_bot(self) -> bool:
        return bool(self.bot) or self.owner_id is not None

    @property
    def is_deleted(self) -> bool:
        return self.deleted_at is not None


class Vacation(models.Model):
    """Days on which all clocks of a player stand, where the table allows it."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="vacations")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    is_automatic = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["starts_at"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(ends_at__gt=F("starts_at")), name="vacation_ends_after_it_starts"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.starts_at:%Y-%m-%d} – {self.ends_at:%Y-%m-%d}"


class Event(models.TextChoices):
    """What players can be told about."""

    YOUR_TURN = "your_turn", _("It is your turn")
    DEADLINE_NEAR = "deadline_near", _("Your time is running out")
    MATCH_STARTED = "match_started", _("A match has started")
    MATCH_FINISHED = "match_finished", _("A match is over")
    CHAT = "chat", _("Somebody wrote in the chat")
    INVITATION = "invitation", _("You are invited to a table")
    PROPOSAL = "proposal", _("Somebody makes a proposal")
    JOIN_REQUEST = "join_request", _("Somebody would like to join your club")
    JOIN_ANSWER = "join_answer", _("A club has answered you")
    RESULT_ENTERED = "result_entered", _("Somebody entered a game that you played")
    RESULT_TO_DECIDE = "result_to_decide", _("Your club has a result to decide")
    RESULT_DECIDED = "result_decided", _("A result of yours was decided")


JOIN_EVENTS = (Event.JOIN_REQUEST, Event.JOIN_ANSWER)
RESULT_EVENTS = (Event.RESULT_ENTERED, Event.RESULT_TO_DECIDE, Event.RESULT_DECIDED)


class MailChoice(models.Model):
    """When a player wants to be told about an event by mail, where it is not the usual."""

    class When(models.TextChoices):
        AT_ONCE = "at_once", _("at once")
        DAILY = "daily", _("daily")
        NEVER = "never", _("never")

    player = models.ForeignKey(Player, models.CASCADE, related_name="mail_choices")
    event = models.CharField(max_length=20, choices=Event.choices)
    when = models.CharField(max_length=10, choices=When.choices)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "event"], name="mail_choice_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.when}"


class Notice(models.Model):
    """Something a player is told: by the bell, and perhaps by mail.

    ``topic`` is what it is about: the code of a match, or a request or a result of ``club``. The
    mail is due work: whoever claims the row sends it, and of a topic at most one mail is
    outstanding.
    """

    class Mail(models.TextChoices):
        NONE = "none"  # not wanted, or replaced by a newer one, or no longer true
        DUE = "due"
        DAILY = "daily"  # waits for the daily mail
        SENDING = "sending"  # handed to the mail server: never handed over again
        SENT = "sent"

    player = models.ForeignKey(Player, models.CASCADE, related_name="notices")
    event = models.CharField(max_length=20, choices=Event.choices)
    topic = models.CharField(max_length=20)
    club = models.ForeignKey("Club", models.CASCADE, null=True, related_name="+")
    seq = models.PositiveSmallIntegerField(default=0)  # the position it tells about
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    mail = models.CharField(max_length=10, choices=Mail.choices, default=Mail.NONE)
    mail_due_at = models.DateTimeField(null=True)
    mail_attempts = models.PositiveSmallIntegerField(default=0)
    mailed_at = models.DateTimeField(null=True)  # what happened later is not in the mail

    class Meta:
        ordering: ClassVar = ["-created_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "topic"],
                condition=Q(mail__in=["due", "daily"]),
                name="one_mail_outstanding_per_topic",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["mail_due_at"],
                condition=Q(mail__in=["due", "daily"]),
                name="notice_mail_due",
            ),
            models.Index(
                fields=["player", "-created_at"],
                condition=Q(read_at__isnull=True),
                name="notice_unread",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.topic}"

    def get_absolute_url(self) -> str:
        if self.club is not None:
            page = "club-results" if self.event in RESULT_EVENTS else "club"
            return reverse(page, args=[self.club.slug])
        part = "#chat" if self.event == Event.CHAT else ""
        return reverse("match", args=[self.topic]) + part


class Mute(models.Model):
    """A player who no longer wants to read what another one writes."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(Player, models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "muted"], name="mute_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} mutes {self.muted_id}"


class Token(models.Model):
    """What a program shows instead of a password. Only a digest is kept; revoked ones are gone."""

    class Scope(models.TextChoices):
        READ = "read", _("read what you can see")
        PLAY = "play", _("sit down at tables and move")
        MANAGE = "manage", _("change preferences, tokens and bots")

    player = models.ForeignKey(Player, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=LONGEST_TOKEN_NAME)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    is_from_log_in = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def scope_titles(self) -> list[str]:
        return [str(scope.label) for scope in self.Scope if scope in self.scopes]
