from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from accounts.avatars import Kind, avatar_svg
from accounts.middleware import impersonal
from accounts.models import Player

A_DAY = 24 * 3600


@impersonal
@require_safe
@conditional_page
@cache_control(public=True, max_age=A_DAY)
def avatar(request: HttpRequest, name: str) -> HttpResponse:
    player = get_object_or_404(
        Player.objects.only("username", "bot", "owner", "deleted_at"), username__iexact=name
    )
    return HttpResponse(avatar_svg(player.username, _kind(player)), content_type="image/svg+xml")


def _kind(player: Player) -> Kind:
    if player.is_deleted:
        return "deleted"
    return "bot" if player.is_bot else "person"
