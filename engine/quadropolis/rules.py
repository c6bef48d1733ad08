"""The rules of a round and of a turn: one function per rule, named after it.

Sets of cells, places and spaces are bit masks. What a rule looks up again and again is
computed once, below; the functions then only combine masks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.quadropolis import tiles
from engine.quadropolis.meta import BOARDS, SITE_SIZE, TURNS_PER_ROUND, Board, Kind
from engine.quadropolis.moves import ARCHITECTS, CELLS, COLUMNS, PLACES

if TYPE_CHECKING:
    from engine.quadropolis.state import State

SPACES = SITE_SIZE * SITE_SIZE
OFF_SITE = SPACES  # where the urbanist starts
ALL_PLACES = (1 << len(PLACES)) - 1

# A city is a short list of numbers: at the index of a Kind the mask of its cells, then these.
# From FLOORS + 2 to FLOORS + 5 stand the masks of the cells that have at least that many floors.
EMPTY = 9
INHABITANTS = 10
ENERGY = 11
POINTS = 12  # printed points, four bits for each cell
FLOORS = 11
CITY_LENGTH = FLOORS + 6
City = list[int]

STACKED = (Kind.TOWER, Kind.OFFICE)


class _Bits(dict[int, tuple[int, ...]]):
    """The numbers of the bits that are set in a mask, found once per mask.

    Masks of a match are few; a worker that plays for weeks starts again before they fill memory.
    """

    MOST = 1 << 18

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if len(self) >= self.MOST:
            self.clear()
        bits = tuple(bit for bit in range(mask.bit_length()) if mask >> bit & 1)
        self[mask] = bits
        return bits


BITS = _Bits()


def _space_reached(architect: int, place: int) -> int:
    """Architect n takes the tile on the n-th space from its own edge."""
    side, line = PLACES[place][0], int(PLACES[place][1]) - 1
    near, far = architect - 1, SITE_SIZE - architect
    row, column = {"N": (near, line), "S": (far, line), "W": (line, near), "E": (line, far)}[side]
    return row * SITE_SIZE + column


def _places_blocked(urbanist: int) -> int:
    """The places of the urbanist's row and column, from either end."""
    if urbanist == OFF_SITE:
        return 0
    row, column = divmod(urbanist, SITE_SIZE)
    names = (f"N{column + 1}", f"S{column + 1}", f"W{row + 1}", f"E{row + 1}")
    return sum(1 << PLACES.index(name) for name in names)


SPACE_REACHED = tuple(
    tuple(_space_reached(architect, place) for place in range(len(PLACES))) if architect else ()
    for architect in (0, *ARCHITECTS)
)
PLACES_BLOCKED = tuple(_places_blocked(space) for space in range(SPACES + 1))


@dataclass(frozen=True, eq=False)
class Rules:
    """One mode's board as masks."""

    board: Board
    cells: int  # the cells that the city has
    reach: tuple[int, ...]  # by architect: the cells on which it may build
    owner: tuple[int, ...]  # by seat: whose architects it uses
    district: tuple[int, ...]  # by cell: its district, from 0
    neighbours: tuple[int, ...]  # by cell: the cells that share an edge with it


def _printed(rows: tuple[str, ...]) -> dict[int, str]:
    return {
        CELLS.index(COLUMNS[column] + str(row + 1)): mark
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
    }


def _reach(board: Board, architect: int) -> int:
    """Classic: row n or column n. Expert: the cells numbered n, and district n."""
    number = str(architect)
    if board.cell_numbers:
        printed = (_printed(board.cell_numbers), _printed(board.districts))
        reached = (cell for marks in printed for cell, mark in marks.items() if mark == number)
    else:
        column = COLUMNS[architect - 1]
        reached = (cell for cell in _printed(board.districts) if {column, number} & {*CELLS[cell]})
    return sum(1 << cell for cell in set(reached))


def _neighbours(cell: int, cells: dict[int, str]) -> int:
    column = cell % len(COLUMNS)
    beside = [cell - len(COLUMNS), cell + len(COLUMNS)]
    beside += [cell - 1] * (column > 0) + [cell + 1] * (column < len(COLUMNS) - 1)
    return sum(1 << other for other in beside if other in cells)


def _rules(board: Board) -> Rules:
    districts = _printed(board.districts)
    return Rules(
        board=board,
        cells=sum(1 << cell for cell in districts),
        reach=(0, *(_reach(board, architect) for architect in range(1, board.architects + 1))),
        owner=(0, 0, 0, 0) if board.common_architects else (0, 1, 2, 3),
        district=tuple(int(districts.get(cell, "0")) - 1 for cell in range(len(CELLS))),
        neighbours=tuple(
            _neighbours(cell, districts) if cell in districts else 0 for cell in range(len(CELLS))
        ),
    )


RULES = {variant: _rules(board) for variant, board in BOARDS.items()}


def empty_city(rules: Rules) -> City:
    city = [0] * CITY_LENGTH
    city[EMPTY] = rules.cells
    return city


def floors(city: City, cell: int) -> int:
    return 1 + sum(city[FLOORS + floor] >> cell & 1 for floor in range(2, 6))


def printed_points(city: City, cell: int) -> int:
    return city[POINTS] >> 4 * cell & 15


def kind_on(city: City, cell: int) -> Kind:
    return next(kind for kind in Kind if city[kind] >> cell & 1)


def runs(harbor: int, step: int) -> list[int]:
    """Every unbroken run of harbors along a row (step 1) or a column, as masks of cells."""
    found = []
    for start in BITS[harbor]:
        cell, run = start, 0
        while harbor >> cell & 1:
            run |= 1 << cell
            found.append(run)
            cell += step
            if step == 1 and cell % len(COLUMNS) == 0:
                break
    return found


def longest_row(harbor: int) -> int:
    return max((run.bit_count() for run in runs(harbor, 1)), default=0)


def longest_column(harbor: int) -> int:
    return max((run.bit_count() for run in runs(harbor, len(COLUMNS))), default=0)


@lru_cache(maxsize=1 << 14)
def office_groups(rules: Rules, office: int) -> list[int]:
    """Office towers connected by edges, as masks of cells."""
    groups = []
    while office:
        group = border = office & -office
        while border:
            reached = 0
            for cell in BITS[border]:
                reached |= rules.neighbours[cell]
            border = reached & office & ~group
            group |= border
        groups.append(group)
        office &= ~group
    return groups


def lay_out_round(state: State, round_index: int) -> None:
    """Clear the site, take the architects back, send the urbanist off, lay out the next tiles."""
    rules, players = state.rules, state.players
    state.round = round_index
    state.turn = 0
    state.first = state.mover = state.mayor
    state.urbanist = OFF_SITE
    state.used_places = 0
    state.placed = []
    copies = players if rules.board.common_architects else 1
    everyone = ((1 << rules.board.architects) - 1) << 1
    owners = len(set(rules.owner[:players]))
    state.architects = [everyone] * owners
    state.stock = [copies] * (owners * 6)
    layout = state.rounds[round_index]
    state.site = [0 if tiles.MIN_PLAYERS[tile] > players else tile for tile in layout]
    state.face_down = sum(
        1 << space for space, tile in enumerate(layout) if tiles.MIN_PLAYERS[tile] > players
    )


def free_architects(state: State) -> int:
    """Classic: the mover's own unused ones. Expert: whatever the common pool still has."""
    return state.architects[state.rules.owner[state.mover]]


def architects_left(state: State, seat: int) -> list[int]:
    """The numbers that the seat could still use this round, as often as it could."""
    owner = state.rules.owner[seat] * 6
    return [
        architect
        for architect in range(1, state.rules.board.architects + 1)
        for _ in range(state.stock[owner + architect])
    ]


def free_places(state: State) -> int:
    """Free of architects, and not in the urbanist's row or column."""
    return ALL_PLACES & ~(state.used_places | PLACES_BLOCKED[state.urbanist])


def building_cells(rules: Rules, city: City, kind: int, architect: int) -> int:
    """Empty cells that the architect reaches; for towers and offices also the next floor."""
    reach = rules.reach[architect]
    cells = city[EMPTY] & reach
    if kind in STACKED:
        standing = city[kind]
        if standing:
            cells |= reach & standing
            if architect > 1:
                cells |= floor_to_add(city, standing, architect)
            cells &= ~(standing & city[FLOORS + rules.board.max_floors])
    return cells


def floor_to_add(city: City, standing: int, floor: int) -> int:
    """The cells among ``standing`` on which this floor would be the next one."""
    below = city[FLOORS + floor - 1] if floor > 2 else standing
    return standing & below & ~city[FLOORS + floor]


def use_architect(state: State, architect: int, place: int) -> None:
    owner = state.rules.owner[state.mover]
    left = owner * 6 + architect
    state.stock[left] -= 1
    if not state.stock[left]:
        state.architects[owner] &= ~(1 << architect)
    state.used_places |= 1 << place
    state.placed.append((state.mover, architect, place))


def take(state: State, space: int) -> int:
    """The tile on the space; the urbanist moves there, tile or not."""
    tile = state.site[space]
    state.site[space] = 0
    state.urbanist = space
    return tile


def build(city: City, tile: int, cell: int) -> None:
    bit = 1 << cell
    kind = tiles.KIND[tile]
    if city[EMPTY] & bit:
        put(city, kind, cell, tiles.POINTS[tile])
    else:
        add_floor(city, bit)


def put(city: City, kind: int, cell: int, points: int) -> None:
    bit = 1 << cell
    city[EMPTY] ^= bit
    city[kind] |= bit
    city[POINTS] |= points << 4 * cell


def add_floor(city: City, bit: int) -> None:
    for floor in range(FLOORS + 2, FLOORS + 6):
        if not city[floor] & bit:
            city[floor] |= bit
            return


def receive(city: City, tile: int) -> None:
    """Inhabitants and energy at once; the supply is unlimited."""
    city[INHABITANTS] += tiles.INHABITANTS[tile]
    city[ENERGY] += tiles.ENERGY[tile]


def end_turn(state: State) -> None:
    """Clockwise; after four turns each the round ends, and whoever holds the mayor begins."""
    players = state.players
    state.turn += 1
    if state.turn < players * TURNS_PER_ROUND:
        seat = state.mover + 1
        state.mover = seat if seat < players else 0
    elif state.round + 1 < state.rules.board.rounds:
        lay_out_round(state, state.round + 1)
    else:
        state.over = True
