"""Announcing a table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from engine import GAMES
from engine.bots import BOTS
from games.models import DEFAULT_CLOCK
from games.services.matches import Chair, TableTerms
from games.text import clock_words, say

MOST_SEATS = max(
    max(variant.players) for game in GAMES.values() for variant in game.variants.values()
)
CLOCKS = ("24h", "2d", "3d", "5d", "7d", "14d", "5d+24h/5d", "10d+12h/10d")
NOBODY, ANYONE, NAMED, BOT = "", "anyone", "named", "bot:"


def variant_choices() -> list[tuple[str, str]]:
    return [
        (f"{name}:{key}", f"{say(game.title)}, {say(variant.title)}")
        for name, game in GAMES.items()
        for key, variant in game.variants.items()
    ]


def option_choices() -> list[tuple[str, str]]:
    return [
        (f"{name}:{key}", f"{say(game.title)}: {say(title)}")
        for name, game in GAMES.items()
        for key, title in game.options.items()
    ]


def clock_choices() -> list[tuple[str, str]]:
    return [(text, clock_words(text)) for text in CLOCKS]


def chair_choices() -> list[tuple[str, Any]]:
    bots = [(BOT + bot, _("Bot: %(bot)s") % {"bot": bot}) for bot in BOTS]
    return [
        (NOBODY, _("No seat")),
        (ANYONE, _("Anyone")),
        (NAMED, _("The player named here:")),
        *bots,
    ]


class TableForm(forms.Form):
    """The first seat is the creator's; whether the terms fit together is for the service to say."""

    variant = forms.ChoiceField(label=_("Game"), choices=variant_choices, widget=forms.RadioSelect)
    options = forms.MultipleChoiceField(
        label=_("Options"),
        choices=option_choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    clock = forms.ChoiceField(label=_("Clock"), choices=clock_choices, initial=DEFAULT_CLOCK)
    rated = forms.BooleanField(label=_("Rated: counts for the rankings"), required=False)
    is_private = forms.BooleanField(
        label=_("Private: only people with the link find it"), required=False
    )

    def __init__(self, *args: Any, creator: Player, **kwargs: Any) -> None:
        first_variant = variant_choices()[0][0]
        kwargs.setdefault("initial", {"variant": first_variant, "rated": True, "chair_2": ANYONE})
        super().__init__(*args, **kwargs)
        self.creator = creator
        for number in range(2, MOST_SEATS + 1):
            self.fields[f"chair_{number}"] = forms.ChoiceField(
                label=_("Seat %(number)s") % {"number": number},
                choices=chair_choices,
                required=False,
            )
            self.fields[f"name_{number}"] = forms.CharField(
                label=_("Name of the player in seat %(number)s") % {"number": number},
                required=False,
                max_length=30,
            )

    @property
    def chair_rows(self) -> list[tuple[Any, Any]]:
        """Pairs of fields, as the page shows them."""
        return [
            (self[f"chair_{number}"], self[f"name_{number}"]) for number in range(2, MOST_SEATS + 1)
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.chairs = [Chair(player=self.creator)]
        for number in range(2, MOST_SEATS + 1):
            chair = self._chair(number, cleaned.get(f"chair_{number}", NOBODY))
            if chair is not None:
                self.chairs.append(chair)
        return cleaned

    def _chair(self, number: int, choice: str) -> Chair | None:
        if choice == ANYONE:
            return Chair()
        if choice == NAMED:
            return self._named(number)
        if choice.startswith(BOT):
            return Chair(bot=choice.removeprefix(BOT))
        return None

    def _named(self, number: int) -> Chair | None:
        field = f"name_{number}"
        name = self.cleaned_data.get(field, "").strip()
        invited = Player.objects.people().filter(username__iexact=name).first()
        if invited is None:
            self.add_error(
                field,
                _("There is no player named “%(name)s”.") % {"name": name}
                if name
                else _("Whom do you want to invite? Write the name here."),
            )
            return None
        return Chair(invited=invited)

    def terms(self) -> TableTerms:
        game, _, variant = self.cleaned_data["variant"].partition(":")
        chosen = [option.partition(":") for option in self.cleaned_data["options"]]
        return TableTerms(
            game=game,
            variant=variant,
            options=[option for of_game, _, option in chosen if of_game == game],
            clock=self.cleaned_data["clock"],
            rated=self.cleaned_data["rated"],
            is_private=self.cleaned_data["is_private"],
        )
