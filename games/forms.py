"""Announcing a table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, Player
from engine import Variant
from engine.bots import BOTS
from games.catalogue import GAMES
from games.models import DEFAULT_CLOCK
from games.presenters.bots import bot_choice
from games.services.matches import Chair, TableTerms
from games.text import clock_words, say

MOST_SEATS = max(
    max(variant.players) for game in GAMES.values() for variant in game.variants.values()
)
TIMES_PER_MOVE = ("8h", "12h", "24h", "2d", "3d", "5d", "7d", "14d")
BANKS = ("2d+8h/3d", "5d+24h/5d", "10d+12h/10d")
LEAST_RELIABILITIES = (70, 80, 90, 95)
NOBODY, ANYONE, NAMED, BOT = "", "anyone", "named", "bot:"


def variant_choices() -> list[tuple[str, str]]:
    return [
        (f"{name}:{key}", f"{say(game.title)}, {say(variant.title)} ({_numbers(variant)})")
        for name, game in GAMES.items()
        for key, variant in game.variants.items()
    ]


def _numbers(variant: Variant) -> str:
    least, most = min(variant.players), max(variant.players)
    if least == most:
        return ngettext("%(count)s player", "%(count)s players", most) % {"count": most}
    return gettext("%(least)s to %(most)s players") % {"least": least, "most": most}


def option_choices() -> list[tuple[str, str]]:
    return [
        (f"{name}:{key}", f"{say(game.title)}: {say(title)}")
        for name, game in GAMES.items()
        for key, title in game.options.items()
    ]


def clock_choices() -> list[tuple[Any, list[tuple[str, str]]]]:
    return [
        (_("The same time for every move"), [(text, clock_words(text)) for text in TIMES_PER_MOVE]),
        (_("A bank that every move adds to"), [(text, clock_words(text)) for text in BANKS]),
    ]


def reliability_choices() -> list[tuple[int, Any]]:
    shares = [
        (least, _("those who finish %(least)s %% of their matches") % {"least": least})
        for least in LEAST_RELIABILITIES
    ]
    return [(0, _("everybody")), *shares]


def chair_choices() -> list[tuple[str, Any]]:
    bots = [(BOT + bot, bot_choice(bot)) for bot in BOTS]
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
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=clock_choices,
        initial=DEFAULT_CLOCK,
        help_text=_(
            "It stands in the hours of rest that players choose. Between two rivals, whoever runs "
            "out of time loses; at all other tables a bot plays on for them. Who plays alone has "
            "no clock."
        ),
    )
    allows_vacation = forms.BooleanField(
        label=_("Vacation: clocks stand while a player is away"), required=False
    )
    least_reliability = forms.TypedChoiceField(
        label=_("Open to"),
        choices=reliability_choices,
        coerce=int,
        required=False,
        help_text=_("Those who have played fewer than five matches are always welcome."),
    )
    rated = forms.BooleanField(
        label=_("Rated, if players are rivals: counts for the rankings"), required=False
    )
    is_private = forms.BooleanField(
        label=_("Private: only people with the link find it"), required=False
    )

    allows_bots = forms.BooleanField(
        label=_("Bots of other players may sit down, too"), required=False
    )
    club = forms.ModelChoiceField(
        label=_("Club"),
        queryset=Club.objects.none(),
        to_field_name="slug",
        required=False,
        empty_label=_("for everybody"),
        help_text=_("Only members of the club may sit down at its tables, and see them announced."),
    )

    def __init__(self, *args: Any, creator: Player, club: str = "", **kwargs: Any) -> None:
        first_variant = variant_choices()[0][0]
        usual = {"variant": first_variant, "rated": True, "allows_vacation": True}
        kwargs.setdefault("initial", usual | {"chair_2": ANYONE, "club": club})
        super().__init__(*args, **kwargs)
        self.creator = creator
        self.fields["club"].queryset = Club.objects.of(creator).order_by("name")  # type: ignore[attr-defined]
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
        for number in range(2, self._most_seats(cleaned) + 1):
            chair = self._chair(number, cleaned.get(f"chair_{number}", NOBODY))
            if chair is not None:
                self.chairs.append(chair)
        return cleaned

    def _most_seats(self, cleaned: dict[str, Any]) -> int:
        """A game for one has no other seats, whatever the page says of them."""
        game, _, variant = cleaned.get("variant", "").partition(":")
        is_solo = game in GAMES and GAMES[game].variants[variant].players == (1,)
        return 1 if is_solo else MOST_SEATS

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
            allows_vacation=self.cleaned_data["allows_vacation"],
            least_reliability=self.cleaned_data["least_reliability"] or 0,
            rated=self.cleaned_data["rated"],
            is_private=self.cleaned_data["is_private"],
            allows_bots=self.cleaned_data["allows_bots"],
            club_id=self.cleaned_data["club"] and self.cleaned_data["club"].pk,
        )
