"""For staff: everything but what is hidden from players, and nothing to change."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.dailies import today
from games.models import ImportedRecord, Match, Move, Report, Seat
from games.services.chats import settle_reports


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
    exclude = ("note", "draft", "draft_seq", "chat_read_at")  # for the player's own eyes


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

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Nor does anybody look over the shoulder of those who try the city of the day."""
        return super().get_queryset(request).exclude(daily__day__gte=today())


@admin.register(ImportedRecord)
class ImportedRecordAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """What players brought along can be thrown out: anything may be written into its names."""

    list_display = ("code", "owner", "created_at")
    list_select_related = ("owner",)
    search_fields = ("code", "owner__username")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("games.delete_importedrecord")


@admin.register(Report)
class ReportAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """What players found unbearable: hide it, or leave it, and the report is settled."""

    list_display = ("text", "author", "match", "reporter", "created_at", "settled_at", "is_hidden")
    list_filter = (("settled_at", admin.EmptyFieldListFilter),)
    list_select_related = ("message__author", "message__match", "reporter")
    search_fields = ("message__author__username", "message__match__code")
    ordering = ("-created_at",)
    actions = ("hide_and_settle", "settle")

    def has_settle_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_report")

    @admin.action(description=_("Hide the message and settle"), permissions=["settle"])
    def hide_and_settle(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        settle_reports(reports=[report.pk for report in reports], hides=True)

    @admin.action(description=_("Settle without hiding"), permissions=["settle"])
    def settle(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        settle_reports(reports=[report.pk for report in reports], hides=False)

    @admin.display(description=_("message"))
    def text(self, report: Report) -> str:
        return report.message.text

    @admin.display(description=_("author"))
    def author(self, report: Report) -> str:
        return str(report.message.author)

    @admin.display(description=_("match"))
    def match(self, report: Report) -> str:
        return str(report.message.match)

    @admin.display(description=_("hidden"), boolean=True)
    def is_hidden(self, report: Report) -> bool:
        return report.message.hidden_at is not None
