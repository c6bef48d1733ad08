"""A city: its cells, what they score, and where the chosen tile may be built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.quadropolis import cities, refusals, rules, scoring
from engine.quadropolis.moves import CELL_BY_NAME, CELLS, COLUMNS
from engine.quadropolis.view import View
from games.presenters.quadropolis.choice import CELL, reached_space, reached_tile
from games.presenters.quadropolis.pictures import (
    Picture,
    Token,
    building_picture,
    mark_new,
    tile_picture,
)
from games.presenters.quadropolis.scene import Scene
from games.presenters.quadropolis.sheet import Reason, Row, rows
from games.text import say


@dataclass(frozen=True)
class Cell:
    """``state``: idle, open (lit), other (possible too), closed or built (by the chosen move)."""

    name: str
    district: str
    number: str
    edges: str
    state: str
    label: str
    title: str
    href: str
    picture: Picture | None
    ghost: Picture | None
    why_off: str
    customers: int | None
    points: int | None
    is_new: bool


@dataclass(frozen=True)
class CityRow:
    name: str
    cells: Sequence[Cell]


@dataclass(frozen=True)
class City:
    seat: int
    name: str
    is_own: bool
    is_expert: bool
    is_to_move: bool
    has_mayor: bool
    architects: Sequence[Token]
    columns: Sequence[str]
    rows: Sequence[CityRow]
    inhabitants: int
    energy: int
    score: int
    sheet: Sequence[Row]
    off: Sequence[Reason]


def city(scene: Scene, seat: int) -> City:
    """As it is, or as the chosen move would leave it."""
    view = scene.view
    if scene.choice.move is not None and seat == view.seat:
        view = view.after(scene.choice.move)
    position, board = view.position, view.position.rules.board
    score_sheet = view.sheet(seat)
    columns = COLUMNS[: len(board.districts[0])]
    return City(
        seat=seat,
        name=scene.names[seat],
        is_own=seat == scene.reader,
        is_expert=bool(board.cell_numbers),
        is_to_move=seat == scene.view.to_move,
        has_mayor=position.mayor == seat,
        architects=_own_architects(view, seat),
        columns=columns,
        rows=_rows(scene, view, seat, score_sheet),
        inhabitants=position.cities[seat][rules.INHABITANTS],
        energy=position.cities[seat][rules.ENERGY],
        score=score_sheet.total,
        sheet=rows(score_sheet),
        off=[Reason(CELLS[cell], 0, say(why)) for cell, why in score_sheet.off.items()],
    )


def _own_architects(view: View, seat: int) -> list[Token]:
    """Classic: what is left this round, where the tray does not show it. In Expert: nobody's."""
    if view.position.rules.board.common_architects or view.to_move in (None, seat):
        return []
    return [Token(number, seat) for number in rules.architects_left(view.position, seat)]


def _rows(scene: Scene, view: View, seat: int, score_sheet: scoring.Sheet) -> list[CityRow]:
    position = view.position
    buildings = {
        building["cell"]: building
        for building in cities.buildings(position.rules, position.cities[seat])
    }
    return [
        CityRow(
            str(row),
            [
                _cell(scene, seat, column + str(row), buildings.get(column + str(row)), score_sheet)
                for column in COLUMNS[: len(districts)]
            ],
        )
        for row, districts in enumerate(position.rules.board.districts, 1)
    ]


def _cell(
    scene: Scene,
    seat: int,
    name: str,
    building: dict[str, Any] | None,
    score_sheet: scoring.Sheet,
) -> Cell:
    cell = CELL_BY_NAME[name]
    state, title, href = _offer(scene, seat, cell)
    picture = building_picture(building) if building else None
    why_off = say(score_sheet.off[cell]) if cell in score_sheet.off else ""
    is_new = any(by == seat and move.cell == cell for by, move in scene.recent)
    label = _label(name, picture, why_off, state)
    return Cell(
        name=name,
        district=_printed(scene, name, scene.position.rules.board.districts),
        number=_printed(scene, name, scene.position.rules.board.cell_numbers),
        edges=_edges(scene, cell),
        state=state,
        label=mark_new(label) if is_new else label,
        title=title,
        href=href,
        picture=picture,
        ghost=_ghost(scene) if state == "open" else None,
        why_off=why_off,
        customers=score_sheet.customers.get(cell),
        points=_points(score_sheet, cell),
        is_new=is_new,
    )


def _offer(scene: Scene, seat: int, cell: int) -> tuple[str, str, str]:
    """Whether the chosen tile may be built here, why not, and the address of that step."""
    choice, position = scene.choice, scene.position
    if seat != scene.view.seat or choice.architect is None or choice.place is None:
        return "idle", "", ""
    tile = position.site[reached_space(choice.architect, choice.place)]
    if not tile:
        return "idle", "", ""
    if choice.move is not None and choice.move.cell == cell:
        return "built", "", ""
    refusal = refusals.building_refusal(position, tile, choice.architect, cell)
    is_asked = choice.step == CELL
    if refusal is not None:
        return "closed" if is_asked else "idle", say(refusal), ""
    href = scene.links.cell(choice.architect, choice.place, cell)
    return "open" if is_asked else "other", "", href


def _ghost(scene: Scene) -> Picture | None:
    architect, place = scene.choice.architect, scene.choice.place
    assert architect is not None
    assert place is not None
    tile = reached_tile(scene.position, architect, place)
    return tile_picture(tile) if tile else None


def _label(name: str, picture: Picture | None, why_off: str, state: str) -> str:
    words = picture.title if picture else _("empty")
    if why_off:
        words = _("%(building)s, off: %(why)s") % {"building": words, "why": why_off}
    if state in ("open", "other"):
        return _("Build on %(cell)s (%(content)s)") % {"cell": name, "content": words}
    return f"{name}: {words}"


def _points(score_sheet: scoring.Sheet, cell: int) -> int | None:
    """What the sheet puts down to this very building; some score only together."""
    points = [line.points for line in score_sheet.lines if line.cell == cell]
    return sum(points) if points else None


def _printed(scene: Scene, name: str, printed: tuple[str, ...]) -> str:
    return printed[int(name[1]) - 1][COLUMNS.index(name[0])] if printed else ""


def _edges(scene: Scene, cell: int) -> str:
    """Where another district begins to the right of the cell or below it."""
    rules_ = scene.position.rules
    beside = {"edge-right": cell + 1, "edge-bottom": cell + len(COLUMNS)}
    return " ".join(
        edge
        for edge, other in beside.items()
        if rules_.neighbours[cell] >> other & 1 and rules_.district[cell] != rules_.district[other]
    )
