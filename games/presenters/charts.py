"""Line charts, drawn on the server: numbers in, coordinates out.

Every chart has the same figures as a table beside it, for whoever can't see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 12, 30  # room for the labels
MOST_TICKS = 5
SPARK_WIDTH, SPARK_HEIGHT, SPARK_EDGE = 80, 24, 3


@dataclass(frozen=True)
class Series:
    """What a line shows; ``colour`` is the class that gives it one."""

    name: str
    values: Sequence[float]
    colour: str = "seat-0"


@dataclass(frozen=True)
class Line:
    name: str
    colour: str
    points: str  # of a polyline
    end: tuple[float, float]


@dataclass(frozen=True)
class Tick:
    at: float
    label: str

    @property
    def is_at_the_edge(self) -> bool:
        """So far right that a label in the middle of it would not fit."""
        return self.at > WIDTH - RIGHT - LEFT


@dataclass(frozen=True)
class LineChart:
    """``columns`` and ``rows`` are its text alternative; ``marker`` is a position along it."""

    title: str
    lines: Sequence[Line]
    y_ticks: Sequence[Tick]
    x_ticks: Sequence[Tick]
    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[float]]]
    marker: float | None = None
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def line_chart(
    title: str,
    series: Sequence[Series],
    labels: Sequence[str],
    *,
    x_ticks: Sequence[tuple[int, str]] = (),
    marked: int | None = None,
) -> LineChart:
    """``labels`` name the positions along the chart; ``x_ticks`` are those written below it."""
    ticks = _round_values([value for one in series for value in one.values])

    def y(value: float) -> float:
        low, high = ticks[0], ticks[-1]
        return _between(HEIGHT - BOTTOM, TOP, (value - low) / (high - low))

    def x(index: int) -> float:
        return _between(LEFT, WIDTH - RIGHT, index / max(1, len(labels) - 1))

    return LineChart(
        title=title,
        lines=[
            _line(one, [(x(i), y(value)) for i, value in enumerate(one.values)]) for one in series
        ],
        y_ticks=[Tick(y(value), f"{value:g}") for value in ticks],
        x_ticks=[Tick(x(index), label) for index, label in x_ticks],
        columns=[one.name for one in series],
        rows=[(label, [one.values[index] for one in series]) for index, label in enumerate(labels)],
        marker=None if marked is None else x(marked),
    )


def sparkline(values: Sequence[float]) -> str:
    """The points of a polyline that shows only the ups and downs."""
    low, high = min(values), max(values)
    span = (high - low) or 1
    steps = max(1, len(values) - 1)
    return _points(
        (
            _between(SPARK_EDGE, SPARK_WIDTH - SPARK_EDGE, index / steps),
            _between(SPARK_HEIGHT - SPARK_EDGE, SPARK_EDGE, (value - low) / span),
        )
        for index, value in enumerate(values)
    )


def _line(series: Series, points: list[tuple[float, float]]) -> Line:
    return Line(series.name, series.colour, _points(points), points[-1])


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def _between(start: float, end: float, share: float) -> float:
    return round(start + (end - start) * share, 1)


def _round_values(values: Sequence[float]) -> list[float]:
    """A few round numbers that hold all values between them."""
    low, high = min(values), max(values)
    step = _round_step((high - low) / MOST_TICKS or 1)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return [step * number for number in range(first, last + 1)]


def _round_step(least: float) -> float:
    power: float = 10 ** floor(log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)
