"""Forms: labels and first checks. What they ask for is done by services, or by allauth."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts import time_zones
from accounts.models import LONGEST_NAME, LONGEST_TOKEN_NAME, Event, MailChoice, Player, Token
from accounts.rest import VACATION_DAYS_PER_YEAR
from accounts.services.notices import choices
from accounts.services.players import set_first_preferences

NAME_HELP = _("Everybody sees it. Letters and digits, with - and _ between them.")
PASSWORD_HELP = _("At least 8 characters; nothing common, not only digits, not like your name.")


class LoginForm(allauth_forms.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(
            self,
            login=_("Name or e-mail address"),
            password=_("Password"),
            remember=_("Stay logged in on this device"),
        )
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["remember"].initial = True


class SignupForm(allauth_forms.SignupForm):  # type: ignore[misc]
    # Filled in by static/js/time-zone.js; without it, times are shown in UTC.
    time_zone = forms.CharField(
        required=False,
        max_length=100,
        widget=forms.HiddenInput(attrs={"data-browser-time-zone": ""}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(
            self,
            username=_("Name"),
            email=_("E-mail address"),
            password1=_("Password"),
            password2=_("The same password again"),
        )
        self.fields["username"].help_text = NAME_HELP
        self.fields["email"].help_text = _("Nobody else sees it.")

    def custom_signup(self, request: HttpRequest, user: Player) -> None:
        set_first_preferences(
            player=user,
            time_zone=self.cleaned_data["time_zone"],
            language=getattr(request, "LANGUAGE_CODE", settings.LANGUAGE_CODE),
        )


class AddEmailForm(allauth_forms.AddEmailForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, email=_("New e-mail address"))


class ResetPasswordForm(allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, email=_("E-mail address"))


class ResetPasswordKeyForm(allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, password1=_("New password"), password2=_("The new password again"))


class SetPasswordForm(allauth_forms.SetPasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, password1=_("Password"), password2=_("The same password again"))


class ChangePasswordForm(allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(
            self,
            oldpassword=_("Current password"),
            password1=_("New password"),
            password2=_("The new password again"),
        )


class ReauthenticateForm(allauth_forms.ReauthenticateForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, password=_("Password"))


class PreferencesForm(forms.Form):
    about = forms.CharField(
        label=_("About me"),
        help_text=_("Everybody can read this on your page. Up to 300 characters."),
        max_length=300,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones.choices)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)


class NotificationsForm(forms.Form):
    """For each event, when a mail about it is wanted."""

    digest_hour = forms.TypedChoiceField(
        label=_("Hour of the daily mail"),
        coerce=int,
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["digest_hour"].initial = player.digest_hour
        self.fields["digest_hour"].help_text = _("In your time zone, %(zone)s.") % {
            "zone": player.time_zone
        }
        for event, when in choices(player).items():
            self.fields[event] = forms.ChoiceField(
                label=event.label,
                choices=MailChoice.When.choices,
                initial=when,
                widget=forms.RadioSelect,
            )

    @property
    def events(self) -> list[forms.BoundField]:
        return [self[event] for event in Event]

    @property
    def choices(self) -> dict[Event, MailChoice.When]:
        return {event: MailChoice.When(self.cleaned_data[event]) for event in Event}


class RestForm(forms.Form):
    """When the clock stands; whether that is within the allowance is for the service to say."""

    quiet_from = forms.TimeField(
        label=_("From"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    quiet_to = forms.TimeField(
        label=_("To"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    free_days = forms.TypedMultipleChoiceField(
        label=_("Free weekdays"),
        choices=list(WEEKDAYS.items()),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    auto_vacation = forms.BooleanField(
        label=_("When a clock would run out, spend a day of vacation by itself"), required=False
    )


class VacationForm(forms.Form):
    first_day = forms.DateField(
        label=_("From"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    days = forms.IntegerField(
        label=_("Days"),
        min_value=1,
        max_value=VACATION_DAYS_PER_YEAR,
        initial=7,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class DeleteAccountForm(forms.Form):
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        # allauth's check, because it counts wrong guesses.
        if not get_adapter().reauthenticate(self.player, password):
            raise get_adapter().validation_error("incorrect_password")
        return password


def _relabel(form: forms.Form, **labels: Any) -> None:
    """Our words; and labels instead of placeholders, which vanish when one begins to type."""
    for name, label in labels.items():
        form.fields[name].label = label
        form.fields[name].widget.attrs.pop("placeholder", None)
    if "password1" in labels:
        form.fields["password1"].help_text = PASSWORD_HELP


class TokenForm(forms.Form):
    """For the player, or for a bot of theirs."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_TOKEN_NAME,
        help_text=_("Only for you, to know later what it is for."),
    )
    player = forms.ModelChoiceField(
        label=_("Who uses it"), queryset=Player.objects.none(), empty_label=None
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=Token.Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=[Token.Scope.READ, Token.Scope.PLAY],
        error_messages={"required": _("Choose at least one.")},
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].queryset = Player.objects.filter(  # type: ignore[attr-defined]
            Q(pk=player.pk) | Q(owner=player, deleted_at=None)
        ).order_by("pk")
        self.fields["player"].initial = player


class BotForm(forms.Form):
    """Whether the name will do is for the service to say."""

    name = forms.CharField(label=_("Name of the bot"), max_length=LONGEST_NAME, help_text=NAME_HELP)
    about = forms.CharField(
        label=_("About the bot"),
        max_length=300,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = "bot_%s"  # it is on the same page as the form for tokens
