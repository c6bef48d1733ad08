"""A city that a player completed, with its score."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engine.greenways import scoring
from games.examples.greenways import drawings
from games.examples.greenways.drawings import Example
from games.presenters.greenways.scores import LETTERS

PLACEMENTS = """
    green-end@1,0,3 twin-curve@-1,0,2 twin-curve@-1,-1,0 crossing@-2,-1,0 green-tee@-3,-1,3
    park-curve@-3,-2,2 crossing@-4,-1,0 street-tee@0,-1,2 green-straight@-5,-1,1
    street-end@0,1,0 park-end@-6,-1,1 street-straight@-1,-2,0 building@-3,-3,0
    street-straight@0,-2,0 street-and-green@-1,-3,2 street-straight@0,-3,0 street-end@0,-4,2
    street-cross@-2,0,0 green-curve@-1,-4,2 twin-curve@-4,-2,2 green-straight@-4,-3,0
    street-curve@-3,0,1 street-straight@-2,-2,0 park-end@-2,-4,1 green-curve@-4,-4,1
    street-curve@-3,1,0 building@-1,-5,0 green-curve@-3,-4,3 crossing@-3,-5,1
    street-curve@-2,1,3 green-end@-3,-6,2 street-straight@-1,1,0 street-straight@-1,2,0
    street-tee@-4,0,2 street-tee@-4,-5,3 street-end@-5,-5,1 building@1,1,0
    street-and-green@-4,1,0 building@-6,0,0 green-curve@-4,2,0
"""
PILE = 30


def whole() -> Example:
    city = drawings.built(PLACEMENTS.split())
    sheet = scoring.sheet(city, PILE)
    frame, tiles, marks = drawings.drawn_with_marks(city)
    return Example(
        _("A city that is complete"),
        _(
            "It has nine rows and eight columns, with greenery in each of them, as the leaves at "
            "the edges say; thirty tiles are left in the pile."
        ),
        frame,
        tiles,
        marks,
        points=[(LETTERS[part], points) for part, points in sheet.parts.items()],
    )
