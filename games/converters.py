"""Days in addresses."""

from __future__ import annotations

from datetime import date


class DayConverter:
    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, text: str) -> date:
        """Whatever is no day raises an error, and so there is no such page."""
        return date.fromisoformat(text)

    def to_url(self, day: date) -> str:
        return day.isoformat()
