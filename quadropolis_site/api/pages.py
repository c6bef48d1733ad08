"""Pages by cursor: no answer grows without bound, and deep pages cost what the first one does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import Model, QuerySet
from rest_framework import serializers
from rest_framework.request import Request

LARGEST_KEY = 2**63 - 1


class PageQuery(serializers.Serializer[Any]):
    """Which part of a list: the address in ``next`` says it all."""

    cursor = serializers.IntegerField(
        required=False, min_value=0, max_value=LARGEST_KEY, help_text="From the field `next`."
    )


def page(
    request: Request,
    rows: QuerySet[Any, Any],
    show: Callable[[Any], Any],
    *,
    cursor: int | None,
    key: str = "-pk",
    size: int | None = None,
) -> dict[str, Any]:
    """The rows after the cursor, in the order of a unique ``key``, which is a whole number."""
    size = size or settings.API_PAGE_SIZE
    name = key.removeprefix("-")
    if cursor is not None:
        rows = rows.filter(**{f"{name}__{'lt' if key.startswith('-') else 'gt'}": cursor})
    found = list(rows.order_by(key)[: size + 1])
    shown = found[:size]
    following = _value(shown[-1], name) if len(found) > size else None
    return of(request, [show(row) for row in shown], following)


def of(request: Request, results: Sequence[Any], following: object | None) -> dict[str, Any]:
    """A page of these results, with the address of the next one."""
    if not following:
        return {"next": None, "results": results}
    asked = {name: value for name, value in request.query_params.items() if name != "cursor"}
    query = urlencode(asked | {"cursor": following})
    return {"next": request.build_absolute_uri(f"{request.path}?{query}"), "results": results}


def _value(row: Model, name: str) -> Any:
    return getattr(row, name)
