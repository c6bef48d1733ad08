"""Searching finished matches, and bringing a record along."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import LONGEST_NAME, Player
from accounts.services.bots import bot_account_named
from games.catalogue import GAMES
from games.search import Search
from games.text import say

LEAST_SCORE, MOST_SCORE = -999, 9999
MOST_MOVES = 9999
MOST_DAYS = 9999
FIRST_DATE, LAST_DATE = date(2000, 1, 1), date(2999, 12, 31)
A_DAY = timedelta(days=1)


def game_choices() -> list[tuple[str, str]]:
    games = [(name, say(game.title)) for name, game in GAMES.items()]
    return [("", _("any")), *games]


def variant_choices() -> list[tuple[str, Any]]:
    groups = [
        (say(game.title), [(key, say(variant.title)) for key, variant in game.variants.items()])
        for game in GAMES.values()
    ]
    return [("", _("any")), *groups]


def name_field(label: Any) -> forms.CharField:
    return forms.CharField(label=label, required=False, max_length=LONGEST_NAME)


def date_field(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": gettext_lazy("Write the date like this: 2025-01-31.")},
        validators=[MinValueValidator(FIRST_DATE), MaxValueValidator(LAST_DATE)],
    )


def number_field(label: Any, least: int, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=most)


def player_named(name: str) -> Player:
    found = bot_account_named(name=name) or Player.objects.filter(username__iexact=name).first()
    if found is None:
        raise forms.ValidationError(_("There is no player named “%(name)s”.") % {"name": name})
    return found


class OpponentForm(forms.Form):
    """Against whom a player's results are asked for."""

    other = forms.CharField(label=gettext_lazy("Opponent"), max_length=LONGEST_NAME)

    def __init__(self, shown: Player, data: Any = None) -> None:
        super().__init__(data, auto_id="opponent-%s")
        self.shown = shown

    def clean_other(self) -> Player:
        other = player_named(self.cleaned_data["other"])
        if other == self.shown:
            raise forms.ValidationError(_("Name two different players."))
        return other


class SearchForm(forms.Form):
    """Everything may be left open; ranges include both ends."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=game_choices, required=False)
    variant = forms.ChoiceField(
        label=gettext_lazy("Variant"), choices=variant_choices, required=False
    )
    player = name_field(gettext_lazy("Player"))
    other = name_field(gettext_lazy("And player"))
    after_date = date_field(gettext_lazy("from"))
    before_date = date_field(gettext_lazy("until"))
    least_score = number_field(gettext_lazy("from"), LEAST_SCORE, MOST_SCORE)
    most_score = number_field(gettext_lazy("to"), LEAST_SCORE, MOST_SCORE)
    least_moves = number_field(gettext_lazy("from"), 0, MOST_MOVES)
    most_moves = number_field(gettext_lazy("to"), 0, MOST_MOVES)
    least_days = number_field(gettext_lazy("from"), 0, MOST_DAYS)
    most_days = number_field(gettext_lazy("to"), 0, MOST_DAYS)

    ranges = (
        (gettext_lazy("Finished"), "after_date", "before_date"),
        (gettext_lazy("Best score"), "least_score", "most_score"),
        (gettext_lazy("Moves"), "least_moves", "most_moves"),
        (gettext_lazy("Days"), "least_days", "most_days"),
    )

    @property
    def alone(self) -> list[forms.BoundField]:
        """The fields that are no end of a range."""
        return [self[name] for name in ("game", "variant", "player", "other")]

    @property
    def pairs(self) -> list[tuple[Any, forms.BoundField, forms.BoundField]]:
        return [(title, self[first], self[last]) for title, first, last in self.ranges]

    @property
    def query(self) -> dict[str, str]:
        """What was asked for, as it was written."""
        return {name: self.data[name] for name in self.fields if self.data.get(name)}

    @property
    def summary(self) -> list[str]:
        """What is looked for, in words."""
        if not self.is_valid():
            return []
        said = self.cleaned_data
        people = [str(said[name]) for name in ("player", "other") if said[name]]
        ranges = [
            _range_words(str(title), said[first], said[last]) for title, first, last in self.ranges
        ]
        return [*_terms_words(said["game"], said["variant"]), *people, *filter(None, ranges)]

    def clean_player(self) -> Player | None:
        return self._player("player")

    def clean_other(self) -> Player | None:
        return self._player("other")

    def _player(self, field: str) -> Player | None:
        name = self.cleaned_data[field]
        return player_named(name) if name else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self._check_variant(cleaned)
        if cleaned.get("player") and cleaned.get("player") == cleaned.get("other"):
            self.add_error("other", _("Name two different players."))
        for _title, first, last in self.ranges:
            low, high = cleaned.get(first), cleaned.get(last)
            if low is not None and high is not None and low > high:
                self.add_error(last, _("The end of the range is before its beginning."))
        return cleaned

    def _check_variant(self, cleaned: dict[str, Any]) -> None:
        """The variant alone says which game is meant, if only one has it."""
        game, variant = cleaned.get("game"), cleaned.get("variant")
        if not variant:
            return
        games = [name for name, rules in GAMES.items() if variant in rules.variants]
        if game and game not in games:
            self.add_error("variant", _("The game has no such variant."))
        elif not game and len(games) > 1:
            self.add_error("game", _("Choose the game, too: several have this variant."))
        else:
            cleaned["game"] = game or games[0]

    def search(self) -> Search:
        said = self.cleaned_data
        return Search(
            game=said["game"],
            variant=said["variant"],
            players=[player for player in (said["player"], said["other"]) if player],
            since=_start(said["after_date"]),
            until=_start(said["before_date"], after=A_DAY),
            least_score=said["least_score"],
            most_score=said["most_score"],
            least_moves=said["least_moves"],
            most_moves=said["most_moves"],
            least_time=_days(said["least_days"]),
            most_time=_days(said["most_days"]),
        )


def _terms_words(game: str, variant: str) -> list[str]:
    if not game:
        return []
    rules = GAMES[game]
    return [say(rules.title), *([say(rules.variants[variant].title)] if variant else [])]


def _range_words(title: str, first: date | int | None, last: date | int | None) -> str:
    words = {"title": title, "first": _end_words(first), "last": _end_words(last)}
    if first is None and last is None:
        return ""
    if last is None:
        return _("%(title)s: from %(first)s") % words
    if first is None:
        return _("%(title)s: up to %(last)s") % words
    return _("%(title)s: %(first)s to %(last)s") % words


def _end_words(end: date | int | None) -> str:
    return formats.date_format(end, "j M Y") if isinstance(end, date) else str(end)


def _start(day: date | None, after: timedelta = timedelta(0)) -> datetime | None:
    """The first moment of the day, or of a later one, where the reader lives."""
    if day is None:
        return None
    return timezone.make_aware(datetime.combine(day + after, time.min))


def _days(count: int | None) -> timedelta | None:
    return None if count is None else timedelta(days=count)


class RecordForm(forms.Form):
    """Pasted or as a file; what is in it is for the service to judge."""

    text = forms.CharField(
        label=gettext_lazy("Paste the record"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=gettext_lazy("or choose a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def data_to_import(self, most: int) -> bytes:
        """One byte more than there may be is enough to see that it is too much."""
        file, text = self.cleaned_data["file"], str(self.cleaned_data["text"])
        return bytes(file.read(most + 1)) if file else text.encode()
