"""All that chance decides, as a record writes it: dealt from a seed, or read and checked."""

from __future__ import annotations

from engine.errors import BadRecord
from engine.game import Json, Setup
from engine.megalopolis.meta import CARDS, CONDITIONS_PER_MATCH, FIRST_HAND, OTHER_HANDS
from engine.rng import Rng
from engine.text import Text as _
from engine.text import shorten

FIELDS = ("first", "conditions", "hands", "pile")


def hand_sizes(players: int, first: int) -> list[int]:
    """The first player gets 3 cards, everyone else 1."""
    return [FIRST_HAND if seat == first else OTHER_HANDS for seat in range(players)]


def pile_size(players: int) -> int:
    return CARDS - CONDITIONS_PER_MATCH - sum(hand_sizes(players, 0))


def deal(players: int, seed: str) -> Setup:
    """The first player, then of the shuffled cards the conditions, the hands and the pile."""
    rng = Rng(seed)
    first = rng.below(players)
    cards = rng.shuffled(range(1, CARDS + 1))
    conditions = [cards.pop() for _ in range(CONDITIONS_PER_MATCH)]
    hands = [[cards.pop() for _ in range(size)] for size in hand_sizes(players, first)]
    return {"first": first, "conditions": sorted(conditions), "hands": hands, "pile": cards}


def check(players: int, setup: Setup) -> None:
    """Raise ``BadRecord`` unless it is one that could have been dealt."""
    for key in setup.keys() - set(FIELDS):
        raise BadRecord(_('setup: there is no "{field}" in it.', field=shorten(key)))
    first, hands = setup.get("first"), setup.get("hands")
    if type(first) is not int or not 0 <= first < players:
        raise BadRecord(_("setup: first must be a seat from 0 to {last}.", last=players - 1))
    seen: set[int] = set()
    _check_cards("conditions", setup.get("conditions"), CONDITIONS_PER_MATCH, seen)
    if not isinstance(hands, list) or len(hands) != players:
        raise BadRecord(_("setup: hands must be a list of {count}.", count=players))
    for number, size in enumerate(hand_sizes(players, first)):
        _check_cards(f"hand {number + 1}", hands[number], size, seen)
    _check_cards("pile", setup.get("pile"), pile_size(players), seen)


def _check_cards(where: str, cards: Json, count: int, seen: set[int]) -> None:
    if not isinstance(cards, list) or len(cards) != count:
        raise BadRecord(
            _("setup: {where} must be a list of {count} cards.", where=where, count=count)
        )
    for card in cards:
        if type(card) is not int or not 1 <= card <= CARDS:
            raise BadRecord(
                _("setup: {where} has no card {card}.", where=where, card=shorten(card))
            )
        if card in seen:
            raise BadRecord(_("setup: card {card} is there twice.", card=card))
        seen.add(card)
