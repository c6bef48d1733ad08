"""A position of Quadropolis: compact, cheap to copy, played move by move."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine import game
from engine.game import Outcome, ranks
from engine.quadropolis import descriptions, refusals, rules, scoring, tiles
from engine.quadropolis.moves import DISCARD, MOVES, NOTHING, Move
from engine.quadropolis.rules import BITS, City, Rules
from engine.text import Text

if TYPE_CHECKING:
    from engine.quadropolis.view import View


class State(game.State[Move]):
    """``rounds`` holds the layouts of all rounds, also those that nobody may see yet."""

    __slots__ = (
        "architects",
        "cities",
        "face_down",
        "first",
        "mayor",
        "mover",
        "over",
        "placed",
        "players",
        "round",
        "rounds",
        "rules",
        "site",
        "starter",
        "stock",
        "turn",
        "urbanist",
        "used_places",
    )

    rules: Rules
    players: int
    rounds: tuple[tuple[int, ...], ...]
    round: int
    turn: int  # of the round, from 0
    starter: int  # who began the match
    first: int  # who began the round
    mover: int
    mayor: int
    urbanist: int
    site: list[int]
    face_down: int  # mask of spaces
    used_places: int  # mask of places
    placed: list[tuple[int, int, int]]  # seat, architect, place
    architects: list[int]  # by owner: mask of the numbers left
    stock: list[int]  # by owner and number: how many are left
    cities: list[City]
    over: bool

    def __init__(
        self, rules_: Rules, players: int, rounds: tuple[tuple[int, ...], ...], first: int
    ) -> None:
        self.rules = rules_
        self.players = players
        self.rounds = rounds
        self.starter = self.mayor = first
        self.cities = [rules.empty_city(rules_) for _ in range(players)]
        self.over = False
        rules.lay_out_round(self, 0)

    @property
    def to_move(self) -> int | None:
        return None if self.over else self.mover

    def copy(self) -> State:
        other = State.__new__(State)
        other.rules = self.rules
        other.players = self.players
        other.rounds = self.rounds
        other.round = self.round
        other.turn = self.turn
        other.starter = self.starter
        other.first = self.first
        other.mover = self.mover
        other.mayor = self.mayor
        other.urbanist = self.urbanist
        other.site = self.site[:]
        other.face_down = self.face_down
        other.used_places = self.used_places
        other.placed = self.placed[:]
        other.architects = self.architects[:]
        other.stock = self.stock[:]
        other.cities = [city[:] for city in self.cities]
        other.over = self.over
        return other

    def legal_moves(self) -> list[Move]:
        if self.over:
            return []
        places = BITS[rules.free_places(self)]
        moves: list[Move] = []
        for architect in BITS[rules.free_architects(self)]:
            by_kind: dict[int, tuple[int, ...]] = {}
            for place in places:
                tile = self.site[rules.SPACE_REACHED[architect][place]]
                row = MOVES[architect][place]
                if not tile:
                    moves.append(row[NOTHING])
                    continue
                kind = tiles.KIND[tile]
                if kind not in by_kind:
                    by_kind[kind] = BITS[self.building_cells(kind, architect)]
                moves += [row[cell] for cell in by_kind[kind]]
                moves.append(row[DISCARD])
        return moves

    def random_move(self, random: Callable[[], float]) -> Move:
        """A legal move for playouts: architect, place and target each drawn evenly in turn."""
        architects = BITS[rules.free_architects(self)]
        architect = architects[int(random() * len(architects))]
        places = BITS[rules.free_places(self)]
        place = places[int(random() * len(places))]
        row = MOVES[architect][place]
        tile = self.site[rules.SPACE_REACHED[architect][place]]
        if not tile:
            return row[NOTHING]
        cells = BITS[self.building_cells(tiles.KIND[tile], architect)]
        choice = int(random() * (len(cells) + 1))
        return row[cells[choice]] if choice < len(cells) else row[DISCARD]

    def building_cells(self, kind: int, architect: int) -> int:
        return rules.building_cells(self.rules, self.cities[self.mover], kind, architect)

    def refusal(self, move: Move) -> Text | None:
        return refusals.refusal(self, move)

    def describe(self, move: Move) -> Text:
        return descriptions.describe(self, move)

    def push(self, move: Move) -> None:
        self.carry_out(move)
        rules.end_turn(self)

    def carry_out(self, move: Move) -> None:
        """The four steps of a turn, without handing over to the next player."""
        architect, place, cell = move
        rules.use_architect(self, architect, place)
        tile = rules.take(self, rules.SPACE_REACHED[architect][place])
        if cell >= 0:
            city = self.cities[self.mover]
            rules.build(city, tile, cell)
            rules.receive(city, tile)
            if tiles.MAYOR[tile]:
                self.mayor = self.mover

    def standings(self) -> list[tuple[int, int, int]]:
        """Per player what is compared in the end, were it the end now: more is better."""
        return [scoring.standing(self.rules, city) for city in self.cities]

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        standings = self.standings()
        return Outcome(
            scores=tuple(points for points, _, _ in standings),
            ranks=ranks(standings),
            details={"sheets": [scoring.sheet(self.rules, c).to_json() for c in self.cities]},
        )

    def observe(self, seat: int | None) -> View:
        from engine.quadropolis.view import View

        return View(self, seat)
