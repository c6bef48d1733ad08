"""How the bots did against each other: what ``python -m engine tournament`` printed.

``strengths.json`` has one entry for each run, made with
``--variant V --players N --bots …the table… --games …matches… --seed measured``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path


@dataclass(frozen=True)
class Run:
    """Matches of the same table; wins in percent and average points, per seat of a bot."""

    game: str
    variant: str
    table: Sequence[str]
    matches: int
    wins: Mapping[str, float]
    points: Mapping[str, float]

    def others(self, bot: str) -> list[str]:
        """Whom one seat of the bot met."""
        left = list(self.table)
        left.remove(bot)
        return left


_FOUND = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
MEASURED_ON = date.fromisoformat(_FOUND["measured_on"])
RUNS = [Run(**run) for run in _FOUND["runs"]]
