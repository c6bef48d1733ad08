"""Tiles that may be placed, or may not. The engine decides, and says why."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.greenways import moves, refusals
from games.examples.greenways import drawings
from games.examples.greenways.drawings import Example
from games.presenters.greenways.pictures import corner, picture
from games.text import say


@dataclass(frozen=True)
class Placement:
    """The tile, with its quarter turns, on the cell in question."""

    title: Promise
    text: Promise
    tile: str
    turns: int
    drawing: str

    def present(self) -> Example:
        city, place = drawings.read(self.drawing)
        move = moves.parse(f"{self.tile}@{place},{self.turns}")
        refusal = refusals.placement_refusal(city, move)
        trial = picture(move.face, *corner(move.cell))
        frame, tiles = drawings.drawn(city, trial)
        return Example(
            self.title,
            self.text,
            frame,
            tiles,
            trial=trial,
            refusal=say(refusal) if refusal else "",
        )


PLACEMENTS = {
    "fits": Placement(
        _("A curve goes on with the street"),
        _("Street meets street, and nothing else touches the tile."),
        "street-curve",
        1,
        """
        ...
        .?.
        ...
        .|.
        =*=
        .|.
        """,
    ),
    "mismatch": Placement(
        _("A street can’t end at greenery"),
        _("Where the tile meets a neighbour, both sides must be alike."),
        "street-straight",
        1,
        """
        .|. ...
        =*= .?.
        .|. ...
        """,
    ),
    "touching": Placement(
        _("Touching is not enough"),
        _("The end of the street would lie beside the city without going on with anything."),
        "street-end",
        0,
        """
        ... ...
        .o. .?.
        .|. ...
        .|. ...
        =*= ...
        .|. ...
        """,
    ),
    "building": Placement(
        _("A building only needs to touch"),
        _("It has neither street nor greenery on any side, and so has the side that it meets."),
        "building",
        0,
        """
        ... ...
        .o. .?.
        .|. ...
        .|. ...
        =*= ...
        .|. ...
        """,
    ),
    "bare_street": Placement(
        _("A street without an intersection stays open"),
        _("With this end the street would have no open end left, and no intersection."),
        "street-end",
        0,
        """
        ...
        .o.
        .|.
        .|.
        =*=
        .|.
        ...
        .?.
        ...
        """,
    ),
    "street": Placement(
        _("With an intersection it may be completed"),
        _("Three ends and a junction: the street is complete, and all its tiles count."),
        "street-end",
        0,
        """
        ... ... ...
        .o- -o- -o.
        ... .|. ...
        ... .|. ...
        ... =*= ...
        ... .|. ...
        ... ... ...
        ... .?. ...
        ... ... ...
        """,
    ),
    "bare_corridor": Placement(
        _("A corridor without a park stays open"),
        _("The greenery would end on both sides, and there is no park in it."),
        "green-end",
        3,
        """
        ... .|. ...
        .o= =*= .?.
        ... .|. ...
        """,
    ),
    "corridor": Placement(
        _("With a park it may be completed"),
        _("The park at its end is enough."),
        "park-end",
        3,
        """
        ... .|. ...
        .o= =*= .?.
        ... .|. ...
        """,
    ),
    "parks": Placement(
        _("No park next to a park"),
        _("The greenery would go on, but two parks would lie side by side."),
        "park-end",
        3,
        """
        .|. ... ...
        =*= =P= .?.
        .|. ... ...
        """,
    ),
    "buildings": Placement(
        _("No building next to a building"),
        _("A corner would be all right, a side is not."),
        "building",
        0,
        """
        ... ... ...
        .o. .B. .?.
        .|. ... ...
        .|. ... ...
        =*= ... ...
        .|. ... ...
        """,
    ),
}
