"""A match to look through, position by position: one that was played here, or a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from engine import Game, Terms, View
from engine.record import Record
from games import replay
from games.catalogue import GAMES
from games.models import ImportedRecord, Match
from games.presenters import PRESENTERS
from games.presenters.charts import MOST_TICKS, LineChart, Series, line_chart
from games.presenters.matches import LogLine, history
from games.text import say, verdict


@dataclass(frozen=True)
class Frame:
    """A position, and what led to it; nothing leads to the first one.

    ``move`` is as the rules know it; what is none, such as a resignation, has no notation either.
    """

    view: View[Any]
    chapter: str = ""
    seat: int | None = None
    name: str = ""
    words: str = ""
    notation: str = ""
    move: Any = None
    is_undone: bool = False


@dataclass(frozen=True)
class Film:
    """``result`` is there if the match was finished; ``address`` is that of a position."""

    rules: Game[Any]
    terms: Terms
    names: Sequence[str]
    frames: Sequence[Frame]
    result: Mapping[str, Any] | None
    address: Callable[[int], str]

    @property
    def last(self) -> int:
        return len(self.frames) - 1

    @property
    def sides(self) -> list[Side]:
        if self.rules.is_contest:
            return [Side(seat, name) for seat, name in enumerate(self.names)]
        return [Side(0, ", ".join(self.names))]

    @property
    def variant_title(self) -> str:
        return say(self.rules.variants[self.terms.variant].title)

    @property
    def option_titles(self) -> list[str]:
        return [say(self.rules.options[option]) for option in sorted(self.terms.options)]


@dataclass(frozen=True)
class Stop:
    """A position to jump to."""

    number: int
    href: str
    title: str
    is_here: bool


@dataclass(frozen=True)
class PadRow:
    title: str
    points: Sequence[int]


@dataclass(frozen=True)
class Side:
    """Whoever has a score of their own: each player, or all of them if it is no contest."""

    seat: int
    name: str


@dataclass(frozen=True)
class Pad:
    """The score pad: players side by side, what they score for below each other."""

    names: Sequence[str]
    rows: Sequence[PadRow]
    totals: Sequence[int]
    ranks: Sequence[int] | None
    verdict: str


@dataclass(frozen=True)
class Shot:
    """One position of a film. There is no way back from the first one, nor on from the last."""

    number: int
    last: int
    frame: Frame
    board: Any
    pad: Pad
    first: str
    previous: str
    next: str
    end: str
    chapters: Sequence[Stop]


@dataclass(frozen=True)
class KindChart:
    """``ends`` are the final points by seat; ``names`` are the columns of the chart's figures."""

    title: str
    ends: Sequence[int]
    chart: LineChart

    @property
    def names(self) -> Sequence[str]:
        return self.chart.columns

    @property
    def changes(self) -> Sequence[tuple[str, Sequence[float]]]:
        """The figures of the chart, where they are others than before: few moves change a kind."""
        first, *rest = self.chart.rows
        pairs = zip(self.chart.rows, rest, strict=False)
        return [first, *(row for before, row in pairs if row[1] != before[1])]


@dataclass(frozen=True)
class Reel:
    """What stays while one steps through a film."""

    moves: Sequence[tuple[Stop, Frame]]
    score_chart: LineChart
    kind_charts: Sequence[KindChart]


def match_film(match: Match) -> Film:
    def frame(line: LogLine, view: View[Any]) -> Frame:
        return Frame(
            view=view,
            chapter="" if line.is_undone else line.chapter,
            seat=line.move.seat,
            name=line.name,
            words=line.words,
            notation=line.move.text if line.is_move else "",
            move=match.rules.parse(line.move.text) if line.is_move else None,
            is_undone=line.is_undone,
        )

    views = [step.state.observe(None) for step in replay.steps(match)]
    return Film(
        rules=match.rules,
        terms=match.terms,
        names=[str(seat.player) for seat in match.seats_in_order()],
        frames=[
            Frame(replay.first_position(match).observe(None)),
            *map(frame, history(match), views),
        ],
        result=match.result,
        address=lambda number: reverse("replay", args=[match.code, number]),
    )


def record_film(imported: ImportedRecord, record: Record) -> Film:
    rules, terms = GAMES[record.game], record.terms
    state = rules.start(terms, record.setup)
    frames = [Frame(state.observe(None))]
    for number, notation in enumerate(record.moves, 1):
        seat, move = state.to_move, rules.parse(notation)
        assert seat is not None
        words = say(state.describe(move))
        state.play(move)
        frames.append(
            Frame(
                view=state.observe(None),
                chapter=PRESENTERS[record.game].chapter(terms.players, number),
                seat=seat,
                name=record.players[seat],
                words=words,
                notation=notation,
                move=move,
            )
        )
    return Film(
        rules=rules,
        terms=terms,
        names=record.players,
        frames=frames,
        result=record.result,
        address=lambda number: reverse("record-replay", args=[imported.code, number]),
    )


def shot(film: Film, number: int) -> Shot:
    frame = film.frames[number]
    is_end = number == film.last
    return Shot(
        number=number,
        last=film.last,
        frame=frame,
        board=_board(film, number),
        pad=_pad(film, frame.view, is_end),
        first=film.address(0) if number else "",
        previous=film.address(number - 1) if number else "",
        next="" if is_end else film.address(number + 1),
        end="" if is_end else film.address(film.last),
        chapters=_chapters(film, number),
    )


def reel(film: Film, number: int) -> Reel:
    return Reel(
        moves=[
            (Stop(index, film.address(index), frame.notation, index == number), frame)
            for index, frame in enumerate(film.frames)
            if index
        ],
        score_chart=_score_chart(film, number),
        kind_charts=_kind_charts(film, number),
    )


def _board(film: Film, number: int) -> Any:
    frame = film.frames[number]
    return PRESENTERS[film.rules.name].present(
        frame.view,
        names=film.names,
        reader=None,
        is_over=number == film.last and film.result is not None,
        recent=[(frame.seat, frame.move)] if frame.move is not None else [],
        asked={},
        url=film.address(number),
    )


def _pad(film: Film, view: View[Any], is_end: bool) -> Pad:
    parts, scores = PRESENTERS[film.rules.name].parts(view), view.scores()
    result = film.result if is_end else None
    is_contest = film.rules.is_contest
    return Pad(
        names=[side.name for side in film.sides],
        rows=[
            PadRow(title, [parts[side.seat][kind] for side in film.sides])
            for kind, title in _kinds(film).items()
        ],
        totals=[scores[side.seat] for side in film.sides],
        ranks=result["ranks"] if result and is_contest else None,
        verdict=verdict(film.rules, result) if result and not is_contest else "",
    )


def _kinds(film: Film) -> Mapping[str, str]:
    """What a score is made of, by the rules or in this very match."""
    titles = PRESENTERS[film.rules.name].part_titles
    if titles is not None:
        return titles(film.frames[0].view)
    kinds = film.rules.variants[film.terms.variant].kinds
    return {kind: say(title) for kind, title in kinds.items()}


def _chapters(film: Film, number: int) -> list[Stop]:
    """Each begins before its first move; one is in the last that has begun."""
    starts = [
        (index - 1, frame.chapter) for index, frame in enumerate(film.frames) if frame.chapter
    ]
    here = max((start for start, _title in starts if start <= number), default=0)
    return [Stop(start, film.address(start), title, start == here) for start, title in starts]


def _score_chart(film: Film, number: int) -> LineChart:
    scores = [frame.view.scores() for frame in film.frames]
    title = _("Score after every move; in the end: %(ends)s") % {"ends": _ends(film, scores[-1])}
    return _chart(film, title, scores, number)


def _kind_charts(film: Film, number: int) -> list[KindChart]:
    parts = [PRESENTERS[film.rules.name].parts(frame.view) for frame in film.frames]
    charts = []
    for kind, kind_title in _kinds(film).items():
        values = [[points[kind] for points in of_all] for of_all in parts]
        details = {"kind": kind_title, "ends": _ends(film, values[-1])}
        title = _("Points after every move: %(kind)s; in the end: %(ends)s") % details
        chart = _chart(film, title, values, number)
        ends = [values[-1][side.seat] for side in film.sides]
        charts.append(KindChart(kind_title, ends, chart))
    return charts


def _ends(film: Film, values: Sequence[int]) -> str:
    return ", ".join(f"{side.name} {values[side.seat]}" for side in film.sides)


def _chart(film: Film, title: str, values: Sequence[Sequence[int]], number: int) -> LineChart:
    """``values`` by position, and in each by seat."""
    return line_chart(
        title,
        [
            Series(side.name, [of_all[side.seat] for of_all in values], f"seat-{side.seat}")
            for side in film.sides
        ],
        [_label(index, frame) for index, frame in enumerate(film.frames)],
        x_ticks=_ticks(film),
        marked=number,
    )


def _ticks(film: Film) -> list[tuple[int, str]]:
    """The chapters, or some of the moves where the game has none."""
    if chapters := _chapters(film, 0):
        return [(stop.number, stop.title) for stop in chapters]
    step = max(1, ceil(film.last / MOST_TICKS))
    return [(index, str(index)) for index in range(0, film.last + 1, step)]


def _label(index: int, frame: Frame) -> str:
    return f"{index}. {frame.name} {frame.notation}".rstrip(" .") if index else _("Start")
