"""Requests of somebody who is logged in."""

from django.http import HttpRequest

from accounts.models import Player


class PlayerRequest(HttpRequest):
    """What a view behind ``login_required`` gets."""

    user: Player
