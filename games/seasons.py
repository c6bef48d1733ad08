"""Seasons are quarters of the year, in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Self

MONTHS = 3


@dataclass(frozen=True, order=True)
class Season:
    year: int
    quarter: int

    @classmethod
    def of(cls, moment: datetime) -> Self:
        moment = moment.astimezone(UTC)
        return cls(moment.year, (moment.month - 1) // MONTHS + 1)

    @classmethod
    def read(cls, text: str) -> Self:
        """From what ``str`` writes; ``ValueError`` if it is something else."""
        year, _, quarter = text.partition("-")
        if not (len(year) == 4 and year.isdecimal() and quarter in ("1", "2", "3", "4")):
            raise ValueError(f"{text!r} is no season")
        return cls(int(year), int(quarter))

    def __str__(self) -> str:
        return f"{self.year:04}-{self.quarter}"

    @property
    def start(self) -> datetime:
        return datetime(self.year, MONTHS * (self.quarter - 1) + 1, 1, tzinfo=UTC)

    @property
    def end(self) -> datetime:
        """The first moment of the next one."""
        return self.next.start

    @property
    def next(self) -> Season:
        return Season(self.year + self.quarter // 4, self.quarter % 4 + 1)

    @property
    def previous(self) -> Season:
        return Season(self.year - (self.quarter == 1), (self.quarter - 2) % 4 + 1)
