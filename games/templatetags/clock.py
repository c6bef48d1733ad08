"""Times as the match page says them."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils.timesince import timeuntil

register = template.Library()


@register.filter
def time_left(deadline: datetime) -> str:
    """The largest unit is enough: nobody counts the minutes of three days."""
    return timeuntil(deadline, depth=1)
