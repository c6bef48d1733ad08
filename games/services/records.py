"""Records that players bring along."""

from __future__ import annotations

import re

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from engine import EngineError
from engine import record as engine_record
from engine.reading import from_bytes
from engine.record import Record
from games.catalogue import GAMES
from games.models import ImportedRecord
from games.services.matches import lock_player
from games.text import say
from quadropolis_site.errors import ApplicationError

# What no database keeps, and what would turn round the words of the page beside it.
UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
MOST_BYTES = 100_000  # a long match has ten thousand
MOST_RECORDS = 50


class BadFile(ApplicationError):
    """Not a record, or not one of a match by the rules."""

    code = "bad_record"
    status = 422


@transaction.atomic
def import_record(*, owner: Player, data: bytes) -> ImportedRecord:
    """Keep a record to look at. Nothing in it is believed: the engine plays every move."""
    record = _read(data)
    lock_player(owner)
    imported = ImportedRecord.objects.create(
        owner=owner, created_at=timezone.now(), record=record.to_json()
    )
    _drop_oldest(owner)
    return imported


def _read(data: bytes) -> Record:
    if len(data) > MOST_BYTES:
        raise BadFile(_("A record has at most %(count)s bytes.") % {"count": MOST_BYTES})
    if not data.strip():
        raise BadFile(_("Paste a record, or choose a file with one."))
    try:
        record = engine_record.from_json(from_bytes(data))
        state = engine_record.replay(record)
    except EngineError as error:
        raise BadFile(say(error.text)) from error
    if record.game not in GAMES:
        raise BadFile(_("This site has no pages for that game."))
    if any(UNSEEN.search(text) for text in (*record.players, record.seed or "")):
        raise BadFile(_("There is a character in a name or in the seed that can’t be shown."))
    return engine_record.finished(record, state)


def _drop_oldest(owner: Player) -> None:
    kept = owner.imported_records.order_by("-created_at", "-pk")[:MOST_RECORDS]
    owner.imported_records.exclude(pk__in=list(kept.values_list("pk", flat=True))).delete()
