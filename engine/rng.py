"""Chance, the same on every Python version and easy to check in any other language.

``random.shuffle`` is not promised to stay the same between Python versions; this is.
The stream of numbers is SHA-256 in counter mode: block *k* is the digest of
``"<seed>:<k>"`` in UTF-8, read as eight big-endian 32-bit numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from struct import unpack
from typing import TypeVar

T = TypeVar("T")


def commitment(seed: str) -> str:
    """The hash shown from the start of a match, so that everyone can check the seed afterwards."""
    return sha256(seed.encode()).hexdigest()


class Rng:
    """A stream of numbers that depends on the seed alone."""

    __slots__ = ("_block", "_numbers", "_seed")

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._block = 0
        self._numbers: list[int] = []

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound`` - 1, each equally likely."""
        limit = 2**32 - 2**32 % bound
        while True:
            number = self._next()
            if number < limit:  # the numbers above would make the small results likelier
                return number % bound

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order: Fisher and Yates, from the end."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def _next(self) -> int:
        if not self._numbers:
            digest = sha256(f"{self._seed}:{self._block}".encode()).digest()
            self._block += 1
            self._numbers = list(reversed(unpack(">8I", digest)))
        return self._numbers.pop()
