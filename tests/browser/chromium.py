"""Finds Chromium for the browser tests; run as a program, it installs Debian's if it may."""

from __future__ import annotations

import os
import shutil
import subprocess

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
]
MISSING = (
    "The browser tests were skipped, because there is no Chromium. Install it (apt install "
    "chromium on Debian) or say where it is (CHROMIUM=/path/to/chromium)."
)


def find() -> str | None:
    if "CHROMIUM" in os.environ:
        return shutil.which(os.environ["CHROMIUM"])
    return next(filter(None, map(shutil.which, NAMES)), None)


def install() -> None:
    """Only root may; if it doesn't work out, the browser tests say so."""
    if find() or "CHROMIUM" in os.environ or os.geteuid() or not shutil.which("apt-get"):
        return
    print("Installing Chromium for the browser tests ...", flush=True)
    apt = ["apt-get", "--quiet=2", "--option", "Acquire::http::Timeout=20"]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        done = subprocess.run(
            [*apt, *command], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        if done.returncode:
            print(f"apt-get {command[0]} failed; going on without it.", flush=True)
            return


if __name__ == "__main__":
    install()
