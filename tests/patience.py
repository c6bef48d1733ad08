"""Waiting for what real processes do. Patience only costs time when something is broken."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 120  # seconds, for machines that have other work to do


def wait_until(condition: Callable[[], object], complaint: Callable[[], str] | None = None) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, complaint() if complaint else "it never happened"
        time.sleep(0.05)
