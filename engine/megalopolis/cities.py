"""A city as JSON: what ``score`` reads and what a view shows."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import BadMove, BadRecord
from engine.game import Json
from engine.megalopolis import moves, refusals, rules
from engine.megalopolis.cards import SIDES
from engine.megalopolis.city import City
from engine.megalopolis.meta import CARDS, CITY_CARDS, CONDITIONS_PER_MATCH, VARIANTS, Kind
from engine.megalopolis.scoring import Goal
from engine.text import Text, shorten
from engine.text import Text as _

FIELDS = ("game", "variant", "conditions", "placements")


def blocks(city: City) -> list[Json]:
    """The blocks that can be seen, row by row."""
    kinds = {
        cell: kind.word
        for kind, mask in zip(Kind, city.blocks, strict=True)
        for cell in city.cells(mask)
    }
    roads = dict.fromkeys(kinds, "")
    for side, mask in zip(SIDES, city.ports, strict=True):
        for cell in city.cells(mask):
            roads[cell] += side
    return [
        {"x": x, "y": y, "kind": kinds[x, y], "road": roads[x, y]}
        for x, y in city.cells(city.built)
    ]


def parse(data: Mapping[str, Json]) -> tuple[Goal, City]:
    """The city of a ``score`` input; raises ``BadRecord`` with a sentence that says where."""
    for key in data.keys() - set(FIELDS):
        raise BadRecord(_('A city has no field "{field}".', field=shorten(key)))
    variant = data.get("variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise BadRecord(_("variant: must be one of {variants}.", variants=", ".join(VARIANTS)))
    return Goal(variant, _conditions(data.get("conditions"))), _city(data.get("placements"))


def _conditions(numbers: Json) -> tuple[int, ...]:
    if not isinstance(numbers, list) or len(numbers) != CONDITIONS_PER_MATCH:
        raise BadRecord(
            _("conditions: must be a list of {count} numbers.", count=CONDITIONS_PER_MATCH)
        )
    for place, number in enumerate(numbers):
        if type(number) is not int or not 1 <= number <= CARDS:
            raise BadRecord(
                _(
                    'conditions: "{number}" is none; they are numbered 1 to {last}.',
                    number=shorten(number),
                    last=CARDS,
                )
            )
        if number in numbers[:place]:
            raise BadRecord(_("conditions: {number} is there twice.", number=number))
    return tuple(numbers)


def _city(notations: Json) -> City:
    """Whether a card is also a condition doesn't matter: that is no question of the score."""
    if not isinstance(notations, list) or not 1 <= len(notations) <= CITY_CARDS:
        raise BadRecord(_("placements: must be a list of 1 to {most}.", most=CITY_CARDS))
    city, cards = rules.NO_CITY, set[int]()
    for number, notation in enumerate(notations, 1):
        move = _move(number, notation)
        problem = _problem(city, cards, move)
        if problem is not None:
            raise _bad_placement(number, notation, problem)
        city = city.with_card(move)
        cards.add(move.card)
    return city


def _move(number: int, notation: Json) -> moves.Move:
    if not isinstance(notation, str):
        raise _bad_placement(number, notation, _("A placement is written like 12@1,-2."))
    try:
        return moves.parse(notation)
    except BadMove as error:
        raise _bad_placement(number, notation, error.text) from error


def _problem(city: City, cards: set[int], move: moves.Move) -> Text | None:
    if move.card in cards:
        return _("Card {card} already lies in the city.", card=move.card)
    if cards:
        return refusals.placement_refusal(city, move)
    if move != rules.first_placement(move.card):
        return _("The first card lies at 0,0 as printed.")
    return None


def _bad_placement(number: int, notation: Json, problem: Text) -> BadRecord:
    return BadRecord(
        _(
            'placement {number} "{notation}": {problem}',
            number=number,
            notation=shorten(notation),
            problem=problem,
        )
    )
