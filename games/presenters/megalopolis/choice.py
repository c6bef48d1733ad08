"""What the player has chosen of a move so far: card, which way round, and spot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import BadMove
from engine.megalopolis import moves, refusals
from engine.megalopolis.meta import CARDS
from engine.megalopolis.moves import Move
from engine.megalopolis.view import View
from engine.text import Text

CARD, SPOT, CONFIRM = "card", "spot", "confirm"
CARD_BY_NAME = {str(card): card for card in range(1, CARDS + 1)}
TURNED = "1"


@dataclass(frozen=True)
class Choice:
    """As far as it is legal; ``refusal`` says why the rest of what was asked for is not."""

    step: str = ""  # what is to be chosen next; nothing when it is not the viewer's turn
    card: int | None = None
    turned: bool = False
    move: Move | None = None
    refusal: Text | None = None


def choose(view: View, asked: Mapping[str, str]) -> Choice:
    """The longest legal beginning of what was asked for."""
    if view.seat is None or view.to_move != view.seat:
        return Choice()
    card, turned = CARD_BY_NAME.get(asked.get("card", "")), asked.get("turned") == TURNED
    if card is None:
        return Choice(CARD)
    refusal = refusals.hand_refusal(view.position, card)
    if refusal is not None:
        return Choice(CARD, refusal=refusal)
    move = _move(card, turned, asked.get("spot", ""))
    if move is None:
        return Choice(SPOT, card, turned)
    refusal = refusals.placement_refusal(view.position.city, move)
    if refusal is not None:
        return Choice(SPOT, card, turned, refusal=refusal)
    return Choice(CONFIRM, card, turned, move)


def _move(card: int, turned: bool, spot: str) -> Move | None:
    try:
        return moves.parse(f"{card}@{spot}{'r' if turned else ''}")
    except BadMove:
        return None


class Links:
    """The addresses of the steps: each is the match page with what is chosen so far."""

    def __init__(self, url: str) -> None:
        self.start = url
        self.anew = f"{url}?card="  # nothing is chosen, also if there is a draft

    def card(self, card: int, turned: bool) -> str:
        return f"{self.start}?card={card}{f'&turned={TURNED}' if turned else ''}"

    def move(self, move: Move) -> str:
        return f"{self.card(move.card, move.turned)}&spot={move.x},{move.y}"

    def so_far(self, choice: Choice) -> str:
        if choice.move is not None:
            return self.move(choice.move)
        return self.start if choice.card is None else self.card(choice.card, choice.turned)
