"""The forms of what goes in and out. No logic: services decide."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.models import LONGEST_NAME, LONGEST_TOKEN_NAME, Event, Token
from quadropolis_site.api.fields import Text

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


class PreferencesSerializer(Form):
    about = Text(allow_blank=True, max_length=LONGEST_ABOUT, required=False)
    time_zone = Text(max_length=40, required=False)
    language = Text(max_length=10, required=False)
