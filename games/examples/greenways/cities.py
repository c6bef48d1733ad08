"""Small cities with their points. The engine scores them, so they can't be wrong."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.greenways import scoring
from games.examples.greenways import drawings
from games.examples.greenways.drawings import Example
from games.presenters.greenways.pictures import corner
from games.presenters.greenways.scores import LETTERS

PARTS = {letter: part for part, letter in LETTERS.items()}


@dataclass(frozen=True)
class ScoredCity:
    """The tiles that count for the part with this letter are lit."""

    title: Promise
    text: Promise
    letter: str
    drawing: str
    pile: int = 0

    def present(self) -> Example:
        city, _place = drawings.read(self.drawing)
        sheet = scoring.sheet(city, self.pile)
        part = PARTS[self.letter]
        frame, tiles = drawings.drawn(city)
        return Example(
            self.title,
            self.text,
            frame,
            tiles,
            lights=[corner(cell) for cell in sheet.counted.get(part, ())],
            points=[(self.letter, sheet.parts[part])],
        )


CITIES = {
    "streets": ScoredCity(
        _("One street of two counts"),
        _(
            "The street on the right has a junction, so both of its tiles count. The other one has "
            "none, and its crossing with the greenery is no intersection."
        ),
        "A",
        """
        .|. ...
        .o. ...
        .|. ...
        .|. .|.
        =*= =o=
        .|. .|.
        ... .|.
        ... .o-
        ... .|.
        """,
    ),
    "greenery": ScoredCity(
        _("Both corridors have a park"),
        _("Three tiles above and two below, the parks among them."),
        "B",
        """
        ... .|. ...
        .P= =o= =o=
        ... .|. ...
        ... .|. ...
        ... =*= =P=
        ... .|. ...
        """,
    ),
    "parks": ScoredCity(
        _("Two parks in one corridor"),
        _("They count twice here, while the corridor counts once for B."),
        "C",
        """
        ... ... .|. ... ...
        .P= =o= =*= =P= =o=
        ... ... .|. ... ...
        """,
    ),
    "longest": ScoredCity(
        _("The longest needs no park"),
        _("The upper corridor has three tiles and no park; the lower one, with a park, has two."),
        "D",
        """
        ... .|. ...
        =o= =o= =o=
        ... .|. ...
        ... .|. ...
        ... =*= =P=
        ... .|. ...
        """,
    ),
    "unused": ScoredCity(
        _("22 tiles in the pile"),
        _("Whatever lies in the city: each of them is a point. Those in hand are none."),
        "E",
        """
        ... .|. ...
        .o- -o. ...
        ... .|. ...
        ... .|. ...
        ... =*= ...
        ... .|. ...
        """,
        pile=22,
    ),
}
