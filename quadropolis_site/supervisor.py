"""Runs several programs as one: shows what they say, starts again what dies, ends all together."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from quadropolis_site import processes

MOST_STARTS = 5
WITHIN_SECONDS = 60.0


class GaveUp(Exception):
    """A program that doesn't stay up, however often it is started."""


@dataclass
class Program:
    name: str
    command: Sequence[str]
    orphaned: int
    process: processes.Process | None = None
    begun: bytes = b""  # a line of its output whose end we have not seen
    starts: list[float] = field(default_factory=list)
    start_at: float = 0.0


class Supervisor:
    """The others stand on what was added first, and end before it."""

    def __init__(self) -> None:
        self.programs: list[Program] = []
        self.outputs = selectors.DefaultSelector()

    def add(self, name: str, command: Sequence[str], orphaned: int = signal.SIGTERM) -> None:
        program = Program(name, command, orphaned)
        self.programs.append(program)
        self._start(program)

    def watch(self, seconds: float) -> None:
        """For so long, show what they say; then start again what died."""
        if not self.outputs.get_map():
            time.sleep(seconds)
        for key, _ in self.outputs.select(seconds):
            self._show(key.data, os.read(key.fd, 65536))
        for program in self.programs:
            if program.process and program.process.poll() is not None:
                self._bury(program, program.process)
            if program.process is None and time.monotonic() >= program.start_at:
                self._start(program)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        running = [program.process for program in self.programs if program.process]
        processes.stop(*running[1:])
        processes.stop(*running[:1])

    def _start(self, program: Program) -> None:
        program.process = processes.start(
            program.command, program.orphaned, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert program.process.stdout
        self.outputs.register(program.process.stdout, selectors.EVENT_READ, program)
        program.starts.append(time.monotonic())

    def _bury(self, program: Program, process: processes.Process) -> None:
        processes.kill_group(process)  # what it started must not go on without it
        assert process.stdout
        self.outputs.unregister(process.stdout)
        self._show(program, process.stdout.read() + b"\n")
        process.stdout.close()
        program.process = None
        now = time.monotonic()
        program.starts = [start for start in program.starts if now - start < WITHIN_SECONDS]
        if len(program.starts) >= MOST_STARTS:
            raise GaveUp(f"{program.name} does not stay up; its lines above say why.")
        pause = 0.25 * 2 ** len(program.starts)
        program.start_at = now + pause
        self._say(program, f"ended with status {process.returncode}; again in {pause:g} s")

    def _show(self, program: Program, output: bytes) -> None:
        *lines, program.begun = (program.begun + output).split(b"\n")
        for line in lines:
            if line.strip():
                self._say(program, line.decode(errors="replace"))

    def _say(self, program: Program, line: str) -> None:
        print(f"{program.name:>6} | {line}", flush=True)
