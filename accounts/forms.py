"""Forms: labels and first checks. What they ask for is done by services, or by allauth."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import time_zones
from accounts.models import Player
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
