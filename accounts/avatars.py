"""A little picture for everybody: a skyline for people, a robot for bots, both from the name."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Literal, NamedTuple

Kind = Literal["person", "bot", "deleted"]


class Colours(NamedTuple):
    sky: str
    sun: str
    back: str
    front: str
    window: str
    ground: str


PALETTES = (
    Colours("#1f5f5b", "#f2b64c", "#7cc9bd", "#f6e7c8", "#1f5f5b", "#12403d"),
    Colours("#f2b64c", "#fff3d6", "#c2702c", "#1f5f5b", "#f6e7c8", "#12403d"),
    Colours("#b5482f", "#f8d58b", "#7d2c1c", "#f6e7c8", "#b5482f", "#5f1f13"),
    Colours("#2f4d7a", "#f6e7c8", "#6d8fc0", "#f2b64c", "#2f4d7a", "#1d3255"),
    Colours("#f3dfb2", "#e0862f", "#d9a25a", "#a8321f", "#f8e9c8", "#6b2315"),
    Colours("#5b3a6b", "#f2b64c", "#a483b5", "#f6e7c8", "#5b3a6b", "#3c2448"),
    Colours("#a9d3dc", "#fff6dc", "#5f9aa8", "#1f5f5b", "#f2dfa6", "#12403d"),
    Colours("#4c7238", "#f6d98b", "#93b877", "#fbf3dc", "#4c7238", "#31501f"),
    Colours("#22302e", "#f6e7c8", "#4d6a66", "#f2b64c", "#22302e", "#10191a"),
    Colours("#e8b9a0", "#fff1d8", "#c77b62", "#2f4d7a", "#f6dfc8", "#1d3255"),
)
GREY = Colours("#b9bfbc", "#d3d7d5", "#a2aaa7", "#8b9491", "#b9bfbc", "#76807d")

GROUND = 42  # the picture is 48 units wide and high
ROOFS = ("flat", "gable", "dome", "mast", "steps")


def avatar_svg(name: str, kind: Kind) -> str:
    if kind == "deleted":
        return _picture(GREY, _skyline(b"\x15" * 32, GREY))
    digest = sha256(name.lower().encode()).digest()
    colours = PALETTES[digest[0] % len(PALETTES)]
    drawing = _robot(digest, colours) if kind == "bot" else _skyline(digest, colours)
    return _picture(colours, drawing)


def _picture(colours: Colours, drawing: Iterator[str]) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 48 48">'
        f"{_rect(0, 0, 48, 48, colours.sky)}{''.join(drawing)}</svg>"
    )


def _skyline(digest: bytes, colours: Colours) -> Iterator[str]:
    """Two houses behind, one tower in front of them, under a sun that stands somewhere."""
    sun_x = (9, 24, 39)[digest[1] % 3]
    yield f'<circle cx="{sun_x}" cy="{8 + digest[2] % 5}" r="{4 + digest[3] % 3}"'
    yield f' fill="{colours.sun}"/>'
    tower_x = (8, 17, 26)[digest[4] % 3]
    houses = [x for x in (5, 18, 31) if abs(x - tower_x) > 6][:2]
    for house, x in enumerate(houses):
        height = 13 + digest[5 + house] % 10
        roof = ROOFS[digest[7 + house] % len(ROOFS)]
        yield from _building(x, 12, height, roof, colours.back, colours.sky)
    height = 21 + digest[9] % 8
    roof = ROOFS[digest[10] % len(ROOFS)]
    yield from _building(tower_x, 14, height, roof, colours.front, colours.window)
    yield _rect(0, GROUND, 48, 48 - GROUND, colours.ground)


def _building(x: int, width: int, height: int, roof: str, wall: str, window: str) -> Iterator[str]:
    top = GROUND - height
    yield _rect(x, top, width, height, wall)
    yield _roof(x, width, top, roof, wall)
    for y in range(top + 3, GROUND - 3, 6):
        for window_x in (x + width // 2 - 4, x + width // 2 + 1):
            yield _rect(window_x, y, 3, 3, window)


def _roof(x: int, width: int, top: int, roof: str, wall: str) -> str:
    middle = x + width // 2
    match roof:
        case "gable":
            return f'<path d="M{x} {top}L{middle} {top - 6}L{x + width} {top}z" fill="{wall}"/>'
        case "dome":
            radius = width // 2
            return f'<path d="M{x} {top}a{radius} {radius - 1} 0 0 1 {width} 0z" fill="{wall}"/>'
        case "mast":
            return _rect(middle - 1, top - 7, 2, 7, wall)
        case "steps":
            return _rect(x + 3, top - 3, width - 6, 3, wall)
        case _:
            return _rect(x - 1, top, width + 2, 2, wall)


def _robot(digest: bytes, colours: Colours) -> Iterator[str]:
    """A friendly face with an antenna; the eyes are windows."""
    yield _rect(23, 5, 2, 8, colours.front)
    yield f'<circle cx="24" cy="5" r="3" fill="{colours.sun}"/>'
    yield _rect(5, 21, 5, 9, colours.back, 2) + _rect(38, 21, 5, 9, colours.back, 2)
    yield _rect(9, 12, 30, 26, colours.front, 6)
    if digest[1] % 2:
        yield _rect(14, 18, 7, 7, colours.window, 1) + _rect(27, 18, 7, 7, colours.window, 1)
    else:
        for x in (17, 31):
            yield f'<circle cx="{x}" cy="21.500" r="4" fill="{colours.window}"/>'
    yield f'<path d="M16 30h16" stroke="{colours.window}" stroke-width="3"'
    yield ' stroke-linecap="round"/>'
    yield _rect(16, 41, 16, 7, colours.back, 2)


def _rect(x: int, y: int, width: int, height: int, fill: str, round_by: int = 0) -> str:
    corners = f' rx="{round_by}"' if round_by else ""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}"{corners} fill="{fill}"/>'
