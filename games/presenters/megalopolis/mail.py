"""The city of Megalopolis in a mail, from the same parts as the match page."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.presenters.drawings import Box, Drawing, Grid, Row
from games.presenters.megalopolis import Board
from games.presenters.megalopolis.city import kind_title
from games.presenters.megalopolis.hand import Card
from games.presenters.megalopolis.plans import BLOCK, Block
from games.text import unsigned

# The grounds of the match page by daylight.
GROUNDS = {
    "commercial": "#bfd9f3",
    "park": "#c3e6a6",
    "industrial": "#d6d5d1",
    "residential": "#f9cf9a",
}


def draw(board: Board) -> Drawing:
    """The city, and what the reader holds."""
    hand = [_card(card) for card in board.hand.cards]
    stage = _("card %(card)s of %(cards)s") % {"card": board.card, "cards": board.cards}
    return Drawing(stage, [_city(board), *hand], _signs())


def _signs() -> list[str]:
    kinds = [f"{kind[0].upper()} {kind_title(kind)}" for kind in GROUNDS]
    return [*kinds, _("NS a road from north to south")]


def _city(board: Board) -> Grid:
    blocks = {(block.column, block.row): block for block in board.city.plan.blocks}
    columns = range(min(x for x, _y in blocks), max(x for x, _y in blocks) + 1)
    rows = range(min(y for _x, y in blocks), max(y for _x, y in blocks) + 1)
    new = {
        (outline.x // BLOCK + right, outline.y // BLOCK + down)
        for outline in board.city.new
        for right in (0, 1)
        for down in (0, 1)
    }
    return Grid(
        title=_("The city"),
        facts=_facts(board),
        above=[Box(unsigned(column)) for column in columns],
        rows=[
            Row(
                [_box(blocks.get((column, row)), (column, row) in new) for column in columns],
                Box(unsigned(row)),
            )
            for row in rows
        ],
        is_small=True,
    )


def _facts(board: Board) -> str:
    score = board.score
    points = [f"{part.title} {part.points}" for part in score.parts]
    total = _("%(total)s of %(target)s points") % {
        "total": score.after,
        "target": score.target,
    }
    return f"{total}: {', '.join(points)}"


def _box(block: Block | None, is_new: bool) -> Box:
    if block is None:
        return Box()
    return Box(block.kind[0].upper(), block.road, GROUNDS[block.kind], is_new)


def _card(card: Card) -> Grid:
    boxes = [_box(block, is_new=False) for block in card.plan.blocks]
    return Grid(
        title=_("Your card %(number)s") % {"number": card.number},
        facts="",
        above=[Box(), Box()],
        rows=[Row(boxes[:2]), Row(boxes[2:])],
        is_small=True,
    )
