"""The scoring rules once more, as plainly as possible: a dict of cells, and looking around.

A city maps (x, y) to a type's letter and the sides at which its road leaves: ``("C", "NE")``.
"""

from __future__ import annotations

from engine.megalopolis.cards import SIDES
from engine.megalopolis.city import City
from engine.megalopolis.meta import Kind

Cell = tuple[int, int]
Blocks = dict[Cell, tuple[str, str]]

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}


def visible(city: City) -> Blocks:
    """What can be seen of an engine's city."""
    kinds = {
        cell: kind.letter
        for kind, mask in zip(Kind, city.blocks, strict=True)
        for cell in city.cells(mask)
    }
    return {
        cell: (
            letter,
            "".join(
                side
                for side, mask in zip(SIDES, city.ports, strict=True)
                if cell in city.cells(mask)
            ),
        )
        for cell, letter in kinds.items()
    }


def step(cell: Cell, side: str) -> Cell:
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def around(cell: Cell) -> list[Cell]:
    return [step(cell, side) for side in STEPS]


def of_type(blocks: Blocks, letter: str) -> set[Cell]:
    return {cell for cell, (kind, _) in blocks.items() if kind == letter}


def groups(cells: set[Cell]) -> list[set[Cell]]:
    found = []
    left = set(cells)
    while left:
        group, new = set(), {left.pop()}
        while new:
            group |= new
            new = {other for cell in new for other in around(cell)} & cells - group
        left -= group
        found.append(group)
    return found


def largest(cells: set[Cell]) -> int:
    return max(map(len, groups(cells)), default=0)


def goes_on(blocks: Blocks, cell: Cell, side: str) -> bool:
    """Whether the road that leaves there continues in the next block."""
    other = step(cell, side)
    return other in blocks and OPPOSITE[side] in blocks[other][1]


def roads(blocks: Blocks) -> list[tuple[set[Cell], list[tuple[Cell, str]]]]:
    """Blocks and ends (a cell and a side) of each road."""
    found = []
    left = {cell for cell, (_, road) in blocks.items() if road}
    while left:
        road, new = set(), {left.pop()}
        while new:
            road |= new
            new = {
                step(cell, side)
                for cell in new
                for side in blocks[cell][1]
                if goes_on(blocks, cell, side)
            } - road
        left -= road
        ends = [
            (cell, side)
            for cell in road
            for side in blocks[cell][1]
            if not goes_on(blocks, cell, side)
        ]
        assert len(ends) in (0, 2)
        found.append((road, ends))
    return found


def lines(blocks: Blocks) -> tuple[list[list[Cell]], list[list[Cell]]]:
    """The cells of the rows and of the columns that hold blocks."""
    by_row: dict[int, list[Cell]] = {}
    by_column: dict[int, list[Cell]] = {}
    for x, y in blocks:
        by_row.setdefault(y, []).append((x, y))
        by_column.setdefault(x, []).append((x, y))
    return list(by_row.values()), list(by_column.values())


def boroughs(blocks: Blocks, only_largest: bool = False) -> int:
    sizes = [largest(of_type(blocks, letter)) for letter in "CPIR"]
    return max(sizes) if only_largest else sum(sizes)


def traffic(blocks: Blocks) -> int:
    return -len(roads(blocks))


def condition(number: int, blocks: Blocks) -> int:
    parks, industry = of_type(blocks, "P"), of_type(blocks, "I")
    homes, shops = of_type(blocks, "R"), of_type(blocks, "C")
    if number == 1:
        return sum(
            -1 if any(step(*end) not in blocks for end in ends) else 1 for _, ends in roads(blocks)
        )
    if number == 2:
        by_row, by_column = lines(blocks)
        counts = [len(parks & set(line)) for line in by_row + by_column]
        return counts.count(3) - counts.count(0)
    if number == 3:
        return len(parks) - 3 * len(industry)
    if number == 4:
        squares = sum(
            {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)} <= cells
            for cells in (parks, industry, homes, shops)
            for x, y in cells
        )
        return [-8, -5, -2, 1, 4, 7][min(squares, 5)]
    if number == 5:
        return 2 * sum(not (parks | homes) & set(around(cell)) for cell in industry)
    if number == 6:
        return largest(homes) - largest(industry)
    if number == 7:
        return sum(1 if set(around(cell)) <= set(blocks) else -2 for cell in parks)
    if number == 8:
        found = groups(homes)
        tied = [group for group in found if len(group) == max(map(len, found))]
        beside = [{other for cell in group for other in around(cell)} for group in tied]
        return max((len(parks & near) - 2 * len(industry & near) for near in beside), default=0)
    if number == 9:
        corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
        return sum(any((x + dx, y + dy) in industry for dx, dy in corners) for x, y in industry)
    if number == 10:
        by_row, by_column = lines(blocks)
        return max(len(shops & set(line)) for line in by_row + by_column)
    if number == 11:
        return 2 * sum(
            all(
                goes_on(blocks, cell, side) and step(cell, side) in homes
                for side in blocks[cell][1]
            )
            for cell in shops
        )
    if number == 12:
        return max((len(road) for road, _ in roads(blocks)), default=0) // 2
    if number == 13:
        return 3 * sum(len({step(*end) for end in ends} & parks) == 2 for _, ends in roads(blocks))
    if number == 14:
        return sum(len(road) for road, ends in roads(blocks) if not ends)
    if number == 15:
        return 2 * sum(len(industry & set(around(cell))) >= 2 for cell in homes)
    if number == 16:
        return 2 * sum(bool(road & homes and road & shops) for road, _ in roads(blocks))
    if number == 17:
        return sum(other not in blocks for cell in shops for other in around(cell))
    assert number == 18
    by_row, by_column = lines(blocks)
    return max(map(len, by_row)) + max(map(len, by_column))
