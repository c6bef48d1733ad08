"""The forms of what goes in and out. No logic: services decide."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.models import LONGEST_NAME, LONGEST_TOKEN_NAME, Event, MailChoice, Token
from quadropolis_site.api.fields import Minute, Switch, Text, Whole

LONGEST_ABOUT = 300
Form = serializers.Serializer[Any]


class LogInSerializer(Form):
    username = Text(max_length=254, help_text="Or the e-mail address.")
    password = Text(max_length=1000, trim_whitespace=False)


class SecretSerializer(Form):
    token = serializers.CharField()


class NewTokenSerializer(Form):
    name = Text(max_length=LONGEST_TOKEN_NAME)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(Token.Scope.choices), min_length=1, max_length=10
    )


class TokenSerializer(Form):
    id = serializers.IntegerField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True, help_text="To the minute.")


class CreatedTokenSerializer(TokenSerializer):
    token = serializers.CharField(help_text="Never shown again.")


class NewBotSerializer(Form):
    name = Text(max_length=LONGEST_NAME, help_text="Everybody sees it.")
    about = Text(required=False, allow_blank=True, max_length=LONGEST_ABOUT)


class RegisteredBotSerializer(Form):
    name = serializers.CharField()
    token = serializers.CharField(help_text="Never shown again.")


class NoticeSerializer(Form):
    id = serializers.IntegerField()
    event = serializers.ChoiceField(Event.choices)
    match = serializers.CharField(help_text="The code of the match it is about.", allow_null=True)
    club = serializers.CharField(help_text="The club it is about, by address.", allow_null=True)
    seq = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    read_at = serializers.DateTimeField(allow_null=True)


class MailsSerializer(Form):
    """When a mail about each event is wanted."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        when = MailChoice.When.choices
        return {event.value: serializers.ChoiceField(when, required=False) for event in Event}


class PreferencesSerializer(Form):
    about = Text(allow_blank=True, max_length=LONGEST_ABOUT, required=False)
    time_zone = Text(max_length=40, required=False)
    language = Text(max_length=10, required=False)
    quiet_from = Minute(allow_null=True, required=False, help_text="Like `22:30`.")
    quiet_to = Minute(allow_null=True, required=False)
    free_days = serializers.ListField(
        child=Whole(min_value=0, max_value=6),
        max_length=7,
        required=False,
        help_text="Monday is 0. On these days, and in the quiet hours, your clock stands.",
    )
    auto_vacation = Switch(
        required=False, help_text="Spend a day of vacation when a clock would run out."
    )
    digest_hour = Whole(
        min_value=0, max_value=23, required=False, help_text="Of the daily mail, in your time zone."
    )
    mails = MailsSerializer(required=False)
