"""Tiles and architects in templates: there are few different ones, so each is drawn once."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string

from games.presenters.quadropolis.pictures import Picture, Token

register = template.Library()


@register.filter
@lru_cache(maxsize=1024)
def drawn(piece: Picture | Token) -> str:
    if isinstance(piece, Picture):
        return render_to_string("games/quadropolis/tile.html", {"picture": piece})
    return render_to_string("games/quadropolis/token.html", {"token": piece})
