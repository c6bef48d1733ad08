"""What the engine says when it is given something it can't use."""

from __future__ import annotations

from engine.text import Text


class EngineError(Exception):
    """Something is wrong with the input; ``text`` says what, in one sentence."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return str(self.text)


class BadMove(EngineError):
    """The text can't be read as a move of this game."""


class IllegalMove(EngineError):
    """The move can be read, but the rules don't allow it now."""


class BadTerms(EngineError):
    """No match can be played on these terms: an unknown variant, option or number of players."""


class BadRecord(EngineError):
    """A record, a set-up or a city for scoring is broken."""
