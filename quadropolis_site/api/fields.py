"""Fields of what comes in as JSON: of that type and no other, so that no mistake is guessed at."""

from __future__ import annotations

import re
from datetime import time
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

MINUTE = "^([01][0-9]|2[0-3]):[0-5][0-9]$"


class Text(serializers.CharField):
    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, (int, float)):
            self.fail("invalid")
        return super().to_internal_value(data)


class Switch(serializers.BooleanField):
    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


@extend_schema_field({"type": "string", "pattern": MINUTE})
class Minute(serializers.TimeField):
    """Of a day, like ``22:30``: without seconds, and wherever the player lives."""

    def __init__(self, **options: Any) -> None:
        super().__init__(format="%H:%M", input_formats=["%H:%M"], **options)

    def to_internal_value(self, data: Any) -> time:
        if not isinstance(data, str) or not re.fullmatch(MINUTE, data):
            self.fail("invalid", format="hh:mm")
        return super().to_internal_value(data)
