"""What a move would change, in numbers."""

from __future__ import annotations

from dataclasses import dataclass

from games.text import signed


@dataclass(frozen=True)
class Change:
    """Before and after a move; ``symbol`` and ``title`` say of what."""

    symbol: str
    title: str
    before: int
    after: int

    @property
    def difference(self) -> int:
        return self.after - self.before

    @property
    def signed(self) -> str:
        return signed(self.difference)

    @property
    def trend(self) -> str:
        return "better" if self.difference > 0 else "worse" if self.difference else "same"
