"""The mails that a site without a mail server keeps in a folder, read back for its own page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import parsedate_to_datetime
from itertools import islice
from pathlib import Path

MAILS_PER_PAGE = 50
# Django's file backend appends every mail of a connection to one file, with this line after each.
SEPARATOR = re.compile(rb"^-{79}\r?$", re.MULTILINE)
BROKEN = (LookupError, ValueError, AttributeError, TypeError)


@dataclass(frozen=True)
class Mail:
    file: str
    index: int
    subject: str
    recipient: str
    sent: datetime | None
    text: str
    html: str


def newest_mails(folder: Path, page: int = 1) -> list[Mail]:
    """A page of them, the first with the newest; one that is too far is empty."""
    end = page * MAILS_PER_PAGE
    return list(islice(_mails(folder), end - MAILS_PER_PAGE, end))


def find_mail(folder: Path, file: str, index: int) -> Mail | None:
    """Only files that are listed, so that no name can lead out of the folder."""
    path = next((path for path in _files(folder) if path.name == file), None)
    found = _in_file(path) if path else []
    return next((mail for mail in found if mail.index == index), None)


def _mails(folder: Path) -> Iterator[Mail]:
    for path in _files(folder):
        yield from reversed(_in_file(path))


def _files(folder: Path) -> list[Path]:
    """Newest first: the names begin with the time."""
    return sorted(folder.glob("*.log"), reverse=True)


def _in_file(path: Path) -> list[Mail]:
    parts = SEPARATOR.split(path.read_bytes())
    return [
        _mail(path.name, index, part.strip()) for index, part in enumerate(parts) if part.strip()
    ]


def _mail(file: str, index: int, source: bytes) -> Mail:
    message = message_from_bytes(source, policy=default)
    return Mail(
        file=file,
        index=index,
        subject=_header(message, "subject"),
        recipient=_header(message, "to"),
        sent=_date(message),
        text=_body(message, "plain") or source.decode(errors="replace"),
        html=_body(message, "html"),
    )


def _header(message: EmailMessage, name: str) -> str:
    try:
        return str(message[name] or "")
    except BROKEN:
        return ""


def _date(message: EmailMessage) -> datetime | None:
    try:
        sent = parsedate_to_datetime(_header(message, "date"))
    except BROKEN:
        return None
    return sent if sent.tzinfo else sent.replace(tzinfo=UTC)


def _body(message: EmailMessage, kind: str) -> str:
    try:
        part = message.get_body(preferencelist=(kind,))
        return str(part.get_content()) if part else ""
    except BROKEN:
        return ""
