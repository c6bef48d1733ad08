"""For staff: everything but what is hidden from players, and nothing to change."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.models import Match, Move, Seat


class ReadOnly:
    """A match changes through its moves only."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Seat


class MoveInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Move


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("code", "game", "variant", "status", "seq", "created_at", "deadline")
    list_filter = ("status", "game", "variant", "rated")
    search_fields = ("code", "seats__player__username")
    date_hierarchy = "created_at"
    exclude = ("seed", "setup")  # staff may be playing, too
    inlines = (SeatInline, MoveInline)
