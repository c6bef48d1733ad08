"""A city in characters, to be pasted anywhere."""

from __future__ import annotations

from engine import game
from engine.quadropolis import cities
from engine.quadropolis.meta import Kind
from engine.quadropolis.moves import COLUMNS, Move
from engine.quadropolis.view import View
from games.presenters.lots import EMPTY

SIGNS = {
    Kind.TOWER: "🏢",
    Kind.SHOP: "🏪",
    Kind.SERVICE: "🏫",
    Kind.PARK: "🌳",
    Kind.FACTORY: "🏭",
    Kind.HARBOR: "🚢",
    Kind.OFFICE: "🏦",
    Kind.MONUMENT: "🗿",
    Kind.SQUARE: "⛲",
}
WORDS = {kind.word: sign for kind, sign in SIGNS.items()}


def characters(view: game.View[Move], seat: int) -> list[str]:
    assert isinstance(view, View)
    rules = view.position.rules
    built = {
        building["cell"]: WORDS[building["kind"]]
        for building in cities.buildings(rules, view.position.cities[seat])
    }
    districts = rules.board.districts
    return [
        "".join(built.get(f"{column}{row}", EMPTY) for column in COLUMNS[: len(names)])
        for row, names in enumerate(districts, 1)
    ]
