"""Writing many rows at once."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from django.db import models

BATCH = 1000
Row = TypeVar("Row", bound=models.Model)


def save_rows(model: type[Row], rows: Collection[Row]) -> None:
    """New ones and old ones, each in one statement, or in a few if they are very many."""
    new = [row for row in rows if row.pk is None]
    old = [row for row in rows if row.pk is not None]
    columns = [field.name for field in model._meta.concrete_fields if not field.primary_key]
    model._default_manager.bulk_create(new, batch_size=BATCH)
    model._default_manager.bulk_create(
        old,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["pk"],
        update_fields=columns,
    )
