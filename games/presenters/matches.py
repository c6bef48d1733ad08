"""The match page around its board: who plays, what was played, and what is new to the reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from django.utils.translation import gettext as _

from engine import State, Text
from games import replay
from games.models import Match, Move, Seat
from games.presenters import PRESENTERS
from games.presenters.agreements import why_called_off
from games.presenters.clocks import Pause, TimeLeft, clocks
from games.text import say


@dataclass(frozen=True)
class LogLine:
    """``chapter`` stands above the line, if it is the first of one."""

    chapter: str
    name: str
    words: str
    move: Move
    is_new: bool
    is_undone: bool

    @property
    def is_move(self) -> bool:
        return self.move.kind == Move.Kind.MOVE


@dataclass(frozen=True)
class Sitter:
    """Somebody at the table; with a rank once the match is over, and a score if it is a contest.

    ``tag`` says in a word or two if the seat is not simply the player's, ``bank`` what is left on
    its clock.
    """

    seat: Seat
    score: int | None
    is_reader: bool
    is_to_move: bool
    tag: str
    bank: TimeLeft | None


@dataclass(frozen=True)
class MatchPage:
    """``seq`` is that of the position shown; the log is in the order of play.

    ``together`` is the score that all share, if it is no contest; ``headline`` is what to say of
    the end. ``is_draft``: the move begun is one that was kept. ``draft_to_keep`` is what is to be
    kept from now on, if it is something else than before.
    """

    seq: int
    headline: str
    together: int | None
    plays: bool
    is_turn: bool
    is_draft: bool
    draft_to_keep: str | None
    to_move: Sitter | None
    pause: Pause | None
    sitters: Sequence[Sitter]
    log: Sequence[LogLine]
    board: Any

    @property
    def last(self) -> LogLine | None:
        return self.log[-1] if self.log else None

    @property
    def has_just_moved(self) -> bool:
        """The last line of the log is the reader's move, not a bot's for somebody who left."""
        if not self.plays or self.last is None or not self.last.is_move:
            return False
        return any(one.is_reader and one.seat.index == self.last.move.seat for one in self.sitters)

    @property
    def ranking(self) -> list[Sitter]:
        return sorted(self.sitters, key=lambda sitter: (sitter.seat.rank or 0, sitter.seat.index))


@dataclass(frozen=True)
class _Replayed:
    """Every row of the log with its words, and the moves that led to each position."""

    rows: Sequence[tuple[Move, Text | None]]
    lines: Sequence[replay.Line]
    state: State[Any]

    @property
    def moves(self) -> list[Move]:
        return [move for move, _words in self.rows]

    @property
    def undone(self) -> set[int]:
        """The moves that were taken back."""
        counting = {move.seq for move in self.lines[-1]}
        return {
            move.seq
            for move in self.moves
            if move.kind == Move.Kind.MOVE and move.seq not in counting
        }


def match_page(match: Match, player: Any, asked: Mapping[str, str]) -> MatchPage:
    """One replay, and from then on only what the reader may see."""
    replayed, reader = _replay(match), match.seat_of(player)
    plays = match.is_running and reader is not None and reader.is_driven_by(player)
    view = replayed.state.observe(reader.index if reader and plays else None)
    to_move = view.to_move if match.is_running else None
    is_turn = reader is not None and plays and to_move == reader.index
    seats = match.seats_in_order()
    first_new = _first_new(replayed.moves, reader)

    def board(asked: Mapping[str, str]) -> Any:
        return PRESENTERS[match.game].present(
            view,
            names=[str(seat.holder) for seat in seats],
            reader=reader.index if reader else None,
            is_over=match.is_finished,
            recent=_recent(match, replayed, first_new),
            asked=asked,
            url=match.get_absolute_url(),
        )

    draft = _draft(reader, replayed.moves) if reader and is_turn else ""
    shown = board(asked or dict(parse_qsl(draft)))
    is_draft = not asked and bool(draft)
    if is_draft and shown.query != draft:  # it is not legal any more
        is_draft, shown = False, board({})
    shown_clocks = clocks(match)
    scores = view.scores()
    own_scores = scores if match.is_contest else [None] * len(seats)
    sitters = [
        Sitter(seat, score, seat == reader, seat.index == to_move, _tag(match, seat), bank)
        for seat, score, bank in zip(seats, own_scores, shown_clocks.banks, strict=True)
    ]
    return MatchPage(
        seq=len(replayed.rows),
        headline=_headline(match, reader),
        together=None if match.is_contest else scores[0],
        plays=plays,
        is_turn=is_turn,
        is_draft=is_draft,
        draft_to_keep=shown.query if is_turn and asked and shown.query != draft else None,
        to_move=None if to_move is None else sitters[to_move],
        pause=shown_clocks.pause,
        sitters=sitters,
        log=_log(match, replayed, first_new),
        board=shown,
    )


def history(match: Match) -> list[LogLine]:
    """Every row of the log, with nothing new to anybody."""
    replayed = _replay(match)
    return _log(match, replayed, first_new=len(replayed.rows) + 1)


def _replay(match: Match) -> _Replayed:
    state, rows = None, []
    for step in replay.steps(match):
        rows.append((step.move, step.words))
        state = step.state
    lines = replay.lines(move for move, _words in rows)
    return _Replayed(rows, lines, replay.first_position(match) if state is None else state)


def _headline(match: Match, reader: Seat | None) -> str:
    if match.is_cancelled:
        return "" if match.is_solo else why_called_off(match)
    if match.is_contest:
        return _("The match is over")
    if not match.is_solo or match.rules.has_target:
        return match.verdict
    if reader is not None:
        return _("You scored %(points)s") % {"points": match.verdict}
    [seat] = match.seats_in_order()
    return _("%(name)s scored %(points)s") % {"name": seat.player, "points": match.verdict}


def _tag(match: Match, seat: Seat) -> str:
    if seat.left_at is None:
        owner = seat.player.owner if seat.player else None
        return _("bot of %(name)s") % {"name": owner} if owner else ""
    if match.is_running:
        return _("for %(name)s") % {"name": seat.player} if seat.substitute else _("a bot plays")
    is_late = seat.index in replay.departures(match).get("timed_out", [])
    how = _("out of time") if is_late else _("resigned")
    if match.is_duel:  # which was over then
        return how
    return _("%(how)s, then %(name)s") % {"how": how, "name": seat.substitute or _("a bot")}


def _draft(seat: Seat, moves: Sequence[Move]) -> str:
    """What was kept for this turn; something else than a move may have happened since."""
    own = [move.seq for move in moves if move.seat == seat.index and move.kind == Move.Kind.MOVE]
    is_of_this_turn = seat.draft_seq is not None and seat.draft_seq >= max(own, default=0)
    return seat.draft if is_of_this_turn else ""


def _first_new(moves: Sequence[Move], reader: Seat | None) -> int:
    """The first line since the reader's last turn; the last line if there is none since then."""
    if reader is None:
        return len(moves)
    own = [move.seq for move in moves if move.seat == reader.index]
    return min(own[-1] + 1, len(moves)) if own else 1


def _recent(match: Match, replayed: _Replayed, first_new: int) -> list[tuple[int, Any]]:
    return [
        (move.seat, match.rules.parse(move.text))
        for move in replayed.lines[-1]
        if move.seq >= first_new
    ]


def _log(match: Match, replayed: _Replayed, first_new: int) -> list[LogLine]:
    chapter, names = PRESENTERS[match.game].chapter, _names(match, replayed.moves)
    return [
        LogLine(
            chapter=chapter(match.size, len(line)) if words else "",
            name=name,
            words=say(words) if words else _what_happened(match, move),
            move=move,
            is_new=move.seq >= first_new,
            is_undone=move.seq in replayed.undone,
        )
        for (move, words), line, name in zip(replayed.rows, replayed.lines[1:], names, strict=True)
    ]


def _names(match: Match, moves: Sequence[Move]) -> list[str]:
    """Who did what, line by line: before a substitute came, it was the player."""
    came = {move.seat: move.seq for move in moves if move.kind == Move.Kind.SUBSTITUTE}

    def name(seat: Seat, seq: int) -> str:
        return str(seat.holder if seq >= came.get(seat.index, 0) else seat.player)

    seats = match.seats_in_order()
    return [name(seats[move.seat], move.seq) for move in moves]


def _what_happened(match: Match, move: Move) -> str:
    """The lines of the log that are not moves."""
    left = match.seats_in_order()[move.seat].player
    words = {
        Move.Kind.RESIGN: _("resigns"),
        Move.Kind.TIME_OUT: _("runs out of time"),
        Move.Kind.SUBSTITUTE: _("plays on for %(name)s") % {"name": left},
        Move.Kind.TAKE_BACK: _("takes back what is crossed out")
        if match.is_solo
        else _("takes back what is crossed out, as all agreed"),
    }
    return words[Move.Kind(move.kind)]
