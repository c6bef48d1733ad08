"""The city as it is drawn: its plan, the spots for the chosen card, and what lights up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.megalopolis import rules
from engine.megalopolis.cards import FOOTPRINT, STRIDE
from engine.megalopolis.city import bits
from engine.megalopolis.meta import Kind
from engine.megalopolis.moves import Move
from games.presenters.megalopolis.plans import BLOCK, Block, Frame, Plan, card_plan, frame, plan
from games.presenters.megalopolis.scene import Scene
from games.text import unsigned

# In blocks: room for one more card and the numbers beyond it, or for the eye.
MARGIN, SMALL_MARGIN, CLOSE_UP_MARGIN = 2.45, 0.75, 0.1
LABEL_FROM_EDGE = 22


@dataclass(frozen=True)
class Outline:
    """A card in the city, by its top-left corner."""

    x: int
    y: int


@dataclass(frozen=True)
class Spot:
    """Where the chosen card may lie. The place to click is around its middle."""

    name: str
    x: int
    y: int
    href: str
    label: str
    is_chosen: bool

    @property
    def middle_x(self) -> int:
        return self.x + BLOCK

    @property
    def middle_y(self) -> int:
        return self.y + BLOCK

    @property
    def target_x(self) -> int:
        return self.x + BLOCK // 2

    @property
    def target_y(self) -> int:
        return self.y + BLOCK // 2


@dataclass(frozen=True)
class AxisMark:
    """The number of a column or a row at the edge of the drawing."""

    x: int
    y: int
    text: str


@dataclass(frozen=True)
class Line:
    """A row of the city in words, column by column; a gap is an empty word."""

    name: str
    words: Sequence[str]


@dataclass(frozen=True)
class City:
    """``placed`` is the card that the chosen move lays, ``chosen`` the one to find a spot for.

    ``close_up`` is the frame for a smaller drawing without anything around the city.
    """

    plan: Plan
    frame: Frame
    close_up: Frame
    label: str
    marks: Sequence[AxisMark]
    new: Sequence[Outline]
    placed: Outline | None
    chosen: Plan | None
    spots: Sequence[Spot]
    columns: Sequence[str]
    lines: Sequence[Line]


def city(scene: Scene) -> City:
    """With a card chosen, the frame has room for it, so that nothing moves when it is laid."""
    drawn = plan(scene.city)
    move, card = scene.choice.move, scene.choice.card
    held = frame(plan(scene.position.city).blocks, MARGIN if card else SMALL_MARGIN)
    return City(
        plan=drawn,
        frame=held,
        close_up=frame(drawn.blocks, CLOSE_UP_MARGIN),
        label=city_label(drawn.blocks),
        marks=_marks(drawn.blocks, held),
        new=[_outline(move) for _seat, move in scene.recent],
        placed=_outline(move) if move else None,
        chosen=card_plan(card, scene.choice.turned) if card and not move else None,
        spots=_spots(scene),
        columns=[unsigned(column) for column in _columns(drawn.blocks)],
        lines=_lines(drawn.blocks),
    )


def kind_title(kind: str) -> str:
    return {
        "commercial": _("commercial"),
        "park": _("park"),
        "industrial": _("industrial"),
        "residential": _("residential"),
    }[kind]


def block_words(block: Block) -> str:
    if not block.road:
        return kind_title(block.kind)
    sides = {"N": _("north"), "E": _("east"), "S": _("south"), "W": _("west")}
    first, second = (sides[side] for side in block.road)
    return _("%(kind)s, road %(first)s–%(second)s") % {
        "kind": kind_title(block.kind),
        "first": first,
        "second": second,
    }


def _outline(move: Move) -> Outline:
    return Outline(move.x * BLOCK, move.y * BLOCK)


def city_label(blocks: Sequence[Block]) -> str:
    counts = [
        f"{sum(block.kind == kind.word for block in blocks)} {kind_title(kind.word)}"
        for kind in Kind
    ]
    words = ngettext("The city, %(count)s block", "The city, %(count)s blocks", len(blocks))
    return f"{words % {'count': len(blocks)}}: {', '.join(counts)}"


def _columns(blocks: Sequence[Block]) -> range:
    columns = [block.column for block in blocks]
    return range(min(columns), max(columns) + 1)


def _rows(blocks: Sequence[Block]) -> range:
    rows = [block.row for block in blocks]
    return range(min(rows), max(rows) + 1)


def _marks(blocks: Sequence[Block], held: Frame) -> list[AxisMark]:
    above, before = held.top + LABEL_FROM_EDGE, held.left + LABEL_FROM_EDGE
    middle = BLOCK // 2
    return [
        *(
            AxisMark(column * BLOCK + middle, above, unsigned(column))
            for column in _columns(blocks)
        ),
        *(AxisMark(before, row * BLOCK + middle, unsigned(row)) for row in _rows(blocks)),
    ]


def _lines(blocks: Sequence[Block]) -> list[Line]:
    by_place = {(block.column, block.row): block_words(block) for block in blocks}
    return [
        Line(unsigned(row), [by_place.get((column, row), "") for column in _columns(blocks)])
        for row in _rows(blocks)
    ]


def _spots(scene: Scene) -> list[Spot]:
    """All that are legal, row by row."""
    choice, built = scene.choice, scene.position.city
    if choice.card is None:
        return []
    places = [
        (built.left + bit % STRIDE, built.top + bit // STRIDE, FOOTPRINT << bit)
        for bit in bits(rules.spots(built.built))
    ]
    return [
        _spot(scene, Move(choice.card, x, y, choice.turned), (footprint & built.built).bit_count())
        for x, y, footprint in places
    ]


def _spot(scene: Scene, move: Move, covered: int) -> Spot:
    where = {"row": unsigned(move.y), "column": unsigned(move.x)}
    label = _("row %(row)s, column %(column)s") % where
    if covered:
        blocks = ngettext("covers %(count)s block", "covers %(count)s blocks", covered)
        label = f"{label}: {blocks % {'count': covered}}"
    return Spot(
        name=f"{move.x}_{move.y}",
        x=move.x * BLOCK,
        y=move.y * BLOCK,
        href=scene.links.move(move),
        label=label,
        is_chosen=move == scene.choice.move,
    )
