"""What staff can see and do about players."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest

from accounts.models import Announcement, Club, Player

# Otherwise the admin's own page would be a way to guess passwords without the brake.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("username", "email", "bot", "is_active", "is_staff", "date_joined")
    list_filter: ClassVar = [
        "is_active",
        "is_staff",
        "bot",
        ("deleted_at", admin.EmptyFieldListFilter),
    ]
    search_fields: ClassVar = ["username", "email"]
    ordering: ClassVar = ["-date_joined"]
    date_hierarchy = "date_joined"
    fields: ClassVar = [
        "username",
        "email",
        "about",
        ("time_zone", "language"),
        "is_active",
        ("is_staff", "is_superuser"),
        "groups",
        ("date_joined", "last_login", "deleted_at"),
        ("bot", "owner"),
    ]
    filter_horizontal: ClassVar = ["groups"]
    # The address belongs to allauth, which must confirm a new one.
    readonly_fields: ClassVar = ["email", "bot", "owner", "date_joined", "last_login", "deleted_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # people sign up themselves

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # matches need the row; the person's own page forgets everything else

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> list[str]:
        """Only a superuser makes somebody staff, or staff could make themselves superusers."""
        own = list(self.readonly_fields)
        if not request.user.is_superuser:
            own += ["is_staff", "is_superuser", "groups"]
        return own


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What a club says about itself can be changed by staff: everybody reads it."""

    list_display = ("name", "founded_at", "closed_at")
    search_fields: ClassVar = ["name", "slug"]
    fields: ClassVar = ["name", "about", ("founded_at", "closed_at")]
    readonly_fields: ClassVar = ["founded_at", "closed_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # what was played there belongs to its members


@admin.register(Announcement)
class AnnouncementAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("club", "author", "created_at")
    list_select_related = ("club", "author")
    search_fields: ClassVar = ["club__name", "author__username"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
