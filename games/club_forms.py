"""What people write about their club, and which games they have played there."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import (
    LONGEST_ANNOUNCEMENT,
    LONGEST_CLUB_ABOUT,
    LONGEST_CLUB_NAME,
    LONGEST_REQUEST,
    Player,
)
from games.calculators import CALCULATORS, count_city
from games.catalogue import GAMES
from games.models import LONGEST_GUEST
from games.services.club_results import LEAST_SCORE, MOST_SCORE, Entry, Played
from games.text import say

MOST_PLAYERS = 4
LONGEST_LINK = 500


def text_field(label: Any, longest: int, rows: int = 4, **options: Any) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows})
    return forms.CharField(label=label, max_length=longest, widget=widget, **options)


class ClubForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_CLUB_NAME,
        help_text=_("Everybody sees it. The address of the club’s page stays as it is first."),
    )
    about = text_field(
        _("About the club"),
        LONGEST_CLUB_ABOUT,
        required=False,
        help_text=_("Everybody can read this: who you are, when you play, where you meet."),
    )


class AnnouncementForm(forms.Form):
    text = text_field(_("Tell the members"), LONGEST_ANNOUNCEMENT, rows=3)


class RequestForm(forms.Form):
    text = text_field(_("A few words for the organisers"), LONGEST_REQUEST, rows=2, required=False)


def contest_choices() -> list[tuple[str, str]]:
    return [
        (f"{name}:{key}", f"{say(game.title)} {say(variant.title)}")
        for name, game in GAMES.items()
        if game.is_contest
        for key, variant in game.variants.items()
    ]


class ResultForm(forms.Form):
    """A game over the table: scores, or the links of the calculator, which knows them exactly."""

    variant = forms.ChoiceField(label=_("Game"), choices=contest_choices, widget=forms.RadioSelect)
    day = forms.DateField(
        label=_("Played on"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": _("Write the date like this: 2025-01-31.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        usual = {"variant": contest_choices()[0][0], "day": timezone.localdate()}
        kwargs["initial"] = usual | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        for number in range(1, MOST_PLAYERS + 1):
            self.fields[f"name_{number}"] = forms.CharField(
                label=_("Name"), required=False, max_length=LONGEST_GUEST
            )
            self.fields[f"is_guest_{number}"] = forms.BooleanField(
                label=_("a guest, not a member"), required=False
            )
            self.fields[f"score_{number}"] = forms.IntegerField(
                label=_("Score"),
                required=False,
                min_value=LEAST_SCORE,
                max_value=MOST_SCORE,
            )
            self.fields[f"city_{number}"] = forms.CharField(
                label=_("or link of the city from the calculator"),
                required=False,
                max_length=LONGEST_LINK,
            )

    @property
    def seats(self) -> list[tuple[int, list[forms.BoundField]]]:
        names = ("name", "is_guest", "score", "city")
        return [
            (number, [self[f"{name}_{number}"] for name in names])
            for number in range(1, MOST_PLAYERS + 1)
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.entries: list[Entry] = []
        for number in range(1, MOST_PLAYERS + 1):
            if cleaned.get(f"name_{number}"):
                self._add_entry(number, cleaned)
            elif cleaned.get(f"score_{number}") is not None or cleaned.get(f"city_{number}"):
                self.add_error(f"name_{number}", gettext("Who was it?"))
        return cleaned

    def _add_entry(self, number: int, cleaned: dict[str, Any]) -> None:
        name, is_guest = cleaned[f"name_{number}"], cleaned[f"is_guest_{number}"]
        player = None if is_guest else self._player(number, name)
        counted = self._counted(number, cleaned)
        if counted is not None and (is_guest or player):
            score, city, tie_break = counted
            guest = name if is_guest else ""
            self.entries.append(Entry(score, player, guest, city, tie_break))

    def _player(self, number: int, name: str) -> Player | None:
        found = Player.objects.people().filter(username__iexact=name).first()
        if found is None:
            words = gettext("There is no player named “%(name)s”.") % {"name": name}
            self.add_error(f"name_{number}", words)
        return found

    def _counted(
        self, number: int, cleaned: dict[str, Any]
    ) -> tuple[int, str, tuple[int, ...]] | None:
        """The score with its city; a city says more than a score that is there, too."""
        link = cleaned.get(f"city_{number}")
        if link:
            return self._city(number, link, cleaned.get("variant", ""))
        score = cleaned.get(f"score_{number}")
        if score is None:
            if f"score_{number}" not in self.errors:
                self.add_error(f"score_{number}", gettext("Give a score, or the link of a city."))
            return None
        return score, "", ()

    def _city(self, number: int, link: str, chosen: str) -> tuple[int, str, tuple[int, ...]] | None:
        game, _colon, variant = chosen.partition(":")
        if game not in CALCULATORS:
            return None
        counted = count_city(game=game, variant=variant, link=link)
        for complaint in counted.complaints:
            self.add_error(f"city_{number}", complaint)
        return None if counted.complaints else (counted.score, counted.address, counted.tie_break)

    def played(self) -> Played:
        game, _colon, variant = self.cleaned_data["variant"].partition(":")
        return Played(game, variant, self.cleaned_data["day"], self.entries)


class ImportForm(forms.Form):
    file = forms.FileField(
        label=_("CSV file"), widget=forms.FileInput(attrs={"accept": ".csv,text/csv"})
    )
