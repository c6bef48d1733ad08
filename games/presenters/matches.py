"""The match page around its board: who plays, what was played, and what is new to the reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine import State, Text
from games import replay
from games.models import Match, Move, Seat
from games.presenters import PRESENTERS
from games.text import say


@dataclass(frozen=True)
class LogLine:
    """``chapter`` stands above the line, if it is the first of one."""

    chapter: str
    name: str
    words: str
    move: Move
    is_new: bool


@dataclass(frozen=True)
class Sitter:
    """A player at the table; with a rank once the match is over."""

    seat: Seat
    score: int
    is_reader: bool
    is_to_move: bool


@dataclass(frozen=True)
class MatchPage:
    """``seq`` is that of the position shown; the log is in the order of play."""

    seq: int
    is_turn: bool
    to_move: Sitter | None
    sitters: Sequence[Sitter]
    log: Sequence[LogLine]
    board: Any

    @property
    def last(self) -> LogLine | None:
        return self.log[-1] if self.log else None

    @property
    def has_just_moved(self) -> bool:
        """The last line of the log is the reader's."""
        readers = [sitter.seat.index for sitter in self.sitters if sitter.is_reader]
        return self.last is not None and self.last.move.seat in readers

    @property
    def ranking(self) -> list[Sitter]:
        return sorted(self.sitters, key=lambda sitter: (sitter.seat.rank or 0, sitter.seat.index))


@dataclass(frozen=True)
class _Replayed:
    lines: Sequence[tuple[Move, Text | None]]
    state: State[Any]

    @property
    def moves(self) -> list[Move]:
        return [move for move, _words in self.lines]


def match_page(match: Match, reader: Seat | None, asked: Mapping[str, str]) -> MatchPage:
    """One replay, and from then on only what the reader may see."""
    replayed = _replay(match)
    active = reader if reader and match.is_running and not reader.left_at else None
    view = replayed.state.observe(active.index if active else None)
    names = [str(seat.player) for seat in match.seats_in_order()]
    first_new = _first_new(replayed.moves, reader)
    to_move = view.to_move if match.is_running else None
    sitters = [
        Sitter(seat, score, seat == reader, seat.index == to_move)
        for seat, score in zip(match.seats_in_order(), view.scores(), strict=True)
    ]
    board = PRESENTERS[match.game].present(
        view,
        names=names,
        reader=reader.index if reader else None,
        is_over=match.is_finished,
        recent=_recent(match, replayed.moves, first_new),
        asked=asked,
        url=match.get_absolute_url(),
    )
    return MatchPage(
        seq=len(replayed.lines),
        is_turn=active is not None and to_move == active.index,
        to_move=None if to_move is None else sitters[to_move],
        sitters=sitters,
        log=_log(match, replayed, names, first_new),
        board=board,
    )


def _replay(match: Match) -> _Replayed:
    state, lines = None, []
    for step in replay.steps(match):
        lines.append((step.move, step.words))
        state = step.state
    return _Replayed(lines, replay.first_position(match) if state is None else state)


def _first_new(moves: Sequence[Move], reader: Seat | None) -> int:
    """The first line since the reader's last turn; the last line if there is none since then."""
    if reader is None:
        return len(moves)
    own = [move.seq for move in moves if move.seat == reader.index]
    return min(own[-1] + 1, len(moves)) if own else 1


def _recent(match: Match, moves: Sequence[Move], first_new: int) -> list[tuple[int, Any]]:
    return [
        (move.seat, match.rules.parse(move.text))
        for move in moves
        if move.seq >= first_new and move.kind == Move.Kind.MOVE
    ]


def _log(match: Match, replayed: _Replayed, names: Sequence[str], first_new: int) -> list[LogLine]:
    chapter = PRESENTERS[match.game].chapter
    log, number = [], 0
    for move, words in replayed.lines:
        number += words is not None
        log.append(
            LogLine(
                chapter=chapter(match.size, number) if words else "",
                name=names[move.seat],
                words=say(words) if words else _("resigns"),
                move=move,
                is_new=move.seq >= first_new,
            )
        )
    return log
