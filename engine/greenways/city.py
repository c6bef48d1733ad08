"""What lies on the table, with its streets and corridors: compact and cheap to copy."""

from __future__ import annotations

from engine.greenways.meta import Feature
from engine.greenways.moves import HOME, STEPS, WIDTH
from engine.greenways.tiles import (
    FACES,
    FEATURE,
    GREEN_SIDES,
    INTERSECTION,
    SIDES,
    START,
    STREET_SIDES,
)

# The sum of a street or corridor counts three things at once, none of which reaches 256.
TILE = 1
OPEN_END = 1 << 8
MARK = 1 << 16  # an intersection in a street, a park in a corridor

STREET_SUM = tuple(
    TILE + OPEN_END * len(STREET_SIDES[face]) + MARK * INTERSECTION[face] for face in FACES
)
GREEN_SUM = tuple(
    TILE + OPEN_END * len(GREEN_SIDES[face]) + MARK * (FEATURE[face] == Feature.PARK)
    for face in FACES
)

# What an empty cell has around it: two bits for the side that meets it in each direction, and
# whether a neighbour has a park, or a building.
NEAR_PARK = 1 << 8
NEAR_BUILDING = 1 << 9
NEAR = {Feature.NONE: 0, Feature.PARK: NEAR_PARK, Feature.BUILDING: NEAR_BUILDING}
MEETS = tuple(
    tuple(SIDES[face][d] << 2 * (d ^ 2) | NEAR[FEATURE[face]] for d in range(4)) for face in FACES
)


class Networks:
    """All streets of a city, or all its corridors. Each is known by one of its cells, its root."""

    __slots__ = ("sums", "towards_root")

    sums: dict[int, int]  # by root
    towards_root: dict[int, int]  # by cell; a root leads to itself

    def __init__(self) -> None:
        self.sums = {}
        self.towards_root = {}

    def copy(self) -> Networks:
        other = Networks.__new__(Networks)
        other.sums = self.sums.copy()
        other.towards_root = self.towards_root.copy()
        return other

    def root(self, cell: int) -> int:
        towards = self.towards_root
        while (next_ := towards[cell]) != cell:
            cell = next_
        return cell

    def joined(self, neighbours: list[int], own: int) -> int:
        """The sum of what a tile would join: its own, and those of these neighbours' networks."""
        sums = self.sums
        if len(neighbours) == 1:
            return own + sums[self.root(neighbours[0])] - 2 * OPEN_END
        roots = {self.root(cell) for cell in neighbours}
        return own + sum(sums[root] for root in roots) - 2 * OPEN_END * len(neighbours)

    def join(self, cell: int, neighbours: list[int], own: int) -> None:
        total = self.joined(neighbours, own)
        roots = {self.root(neighbour) for neighbour in neighbours}
        main = max(roots, key=self.sums.__getitem__, default=cell)
        for root in roots:
            self.towards_root[root] = main
            del self.sums[root]
        self.towards_root[cell] = main
        self.sums[main] = total


class City:
    """The tiles in the order in which they were placed, and all that the rules ask of them."""

    __slots__ = (
        "columns",
        "corridors",
        "faces",
        "fringe",
        "green_columns",
        "green_rows",
        "rows",
        "streets",
    )

    faces: dict[int, int]  # by cell
    fringe: dict[int, int]  # empty cells that touch the city: what is around them
    streets: Networks
    corridors: Networks
    rows: int  # masks
    columns: int
    green_rows: int
    green_columns: int

    def __init__(self) -> None:
        """The city with nothing but the start tile."""
        self.faces = {}
        self.fringe = {HOME: 0}
        self.streets, self.corridors = Networks(), Networks()
        self.rows = self.columns = self.green_rows = self.green_columns = 0
        self.place(START, HOME)

    def copy(self) -> City:
        other = City.__new__(City)
        other.faces = self.faces.copy()
        other.fringe = self.fringe.copy()
        other.streets = self.streets.copy()
        other.corridors = self.corridors.copy()
        other.rows = self.rows
        other.columns = self.columns
        other.green_rows = self.green_rows
        other.green_columns = self.green_columns
        return other

    def place(self, face: int, cell: int) -> None:
        faces, fringe = self.faces, self.fringe
        faces[cell] = face
        del fringe[cell]
        for step, meets in zip(STEPS, MEETS[face], strict=True):
            beside = cell + step
            if beside not in faces:
                fringe[beside] = fringe.get(beside, 0) | meets
        row, column = 1 << cell // WIDTH, 1 << cell % WIDTH
        self.rows |= row
        self.columns |= column
        if STREET_SIDES[face]:
            self.streets.join(cell, self.neighbours(cell, STREET_SIDES[face]), STREET_SUM[face])
        if GREEN_SIDES[face]:
            self.corridors.join(cell, self.neighbours(cell, GREEN_SIDES[face]), GREEN_SUM[face])
            self.green_rows |= row
            self.green_columns |= column

    def neighbours(self, cell: int, directions: tuple[int, ...]) -> list[int]:
        """The cells with a tile in these directions."""
        found = []
        for direction in directions:
            beside = cell + STEPS[direction]
            if beside in self.faces:
                found.append(beside)
        return found
