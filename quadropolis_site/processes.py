"""Child processes that never outlive us."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

Process = subprocess.Popen[bytes]
PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def start(
    command: Sequence[str | os.PathLike[str]], orphaned: int = signal.SIGTERM, **options: Any
) -> Process:
    """Start it in a session of its own, so that Ctrl-C reaches us first and we see to the rest.

    If we are killed, Linux sends it the signal ``orphaned``; elsewhere nobody tells it.
    """
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=partial(_libc.prctl, PR_SET_PDEATHSIG, orphaned) if _libc else None,
        **options,
    )


def stop(*processes: Process, patience: float = 8, ask: int = signal.SIGTERM) -> None:
    """Ask all of them to end; after some seconds, end them and whatever they started."""
    for process in processes:
        process.send_signal(ask)
    for process in processes:
        with suppress(subprocess.TimeoutExpired):
            process.wait(patience)
        kill_group(process)
        process.wait()


def kill_group(process: Process) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
