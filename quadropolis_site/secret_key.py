"""A secret key for a site on one's own machine: made once, kept in a file only we can read."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key


def kept_secret_key(folder: Path, is_local: bool) -> str:
    if not is_local:
        raise ImproperlyConfigured("SECRET_KEY must be set in the environment.")
    path = folder / "secret_key"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", dir=folder) as draft:
            draft.write(get_random_secret_key())
            draft.flush()
            # Several processes may start at once: the first link wins, the others read it.
            with suppress(FileExistsError):
                os.link(draft.name, path)
    return path.read_text()
