"""Outlines as SVG writes them, so that a picture of the page can be drawn on paper: "M3 8h16m-5-5 5 5-5 5"."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.\d*|\.\d+|\d+)")
NUMBERS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "a": 7, "z": 0}
Point = tuple[float, float]


class Step(NamedTuple):
    """To a point: with the pen up, straight, along a curve of two control points; or back to where it began."""

    how: Literal["move", "line", "curve", "close"]
    points: tuple[Point, ...] = ()


def steps(outline: str) -> Iterator[Step]:
    tokens = TOKEN.findall(outline)
    here, start, order = (0.0, 0.0), (0.0, 0.0), ""
    bent = here  # towards where the last curve came to its end
    while tokens:
        if tokens[0].isalpha():
            order = tokens.pop(0)
        values = [float(tokens.pop(0)) for _ in range(NUMBERS[order.lower()])]
        base = here if order.islower() else (0.0, 0.0)
        match order.lower():
            case "z":
                here = start
                yield Step("close")
            case "m":
                here = start = _add(base, values[0], values[1])
                yield Step("move", (here,))
                order = "l" if order == "m" else "L"  # what follows without a letter is a line
            case "a":
                end = _add(base, values[5], values[6])
                yield from _arc(here, end, *values[:3], large=values[3] != 0, sweep=values[4] != 0)
                here = end
            case "c" | "s":
                points = [_add(base, *values[i : i + 2]) for i in range(0, len(values), 2)]
                if len(points) == 2:  # goes on as smoothly as the curve before it came
                    points.insert(0, (2 * here[0] - bent[0], 2 * here[1] - bent[1]))
                bent, here = points[1:]
                yield Step("curve", tuple(points))
            case "q":
                middle, end = _add(base, *values[:2]), _add(base, *values[2:])
                yield Step("curve", (_between(here, middle), _between(end, middle), end))
                here = end
            case "h":
                here = (base[0] + values[0], here[1])
                yield Step("line", (here,))
            case "v":
                here = (here[0], base[1] + values[0])
                yield Step("line", (here,))
            case _:
                here = _add(base, *values)
                yield Step("line", (here,))


def _add(base: Point, x: float, y: float) -> Point:
    return base[0] + x, base[1] + y


def _between(end: Point, middle: Point) -> Point:
    """Two thirds of the way: a curve with one control point as a curve with two."""
    return end[0] + 2 / 3 * (middle[0] - end[0]), end[1] + 2 / 3 * (middle[1] - end[1])


def _arc(start: Point, end: Point, rx: float, ry: float, turn: float, *, large: bool, sweep: bool) -> Iterator[Step]:
    """A piece of a circle as curves of at most a quarter; see "Elliptical arc implementation notes" of SVG."""
    assert rx == ry and not turn, "only circles are drawn"
    (x1, y1), (x2, y2) = start, end
    across, along = (x1 - x2) / 2, (y1 - y2) / 2
    half = math.hypot(across, along)
    radius = max(rx, half)
    away = math.sqrt(max(0.0, radius**2 - half**2)) / half * (-1 if large == sweep else 1)
    cx, cy = (x1 + x2) / 2 + away * along, (y1 + y2) / 2 - away * across
    first = math.atan2(y1 - cy, x1 - cx)
    angle = (math.atan2(y2 - cy, x2 - cx) - first) % (2 * math.pi)
    if not sweep:
        angle -= 2 * math.pi
    pieces = math.ceil(abs(angle) / (math.pi / 2))
    each = angle / pieces
    reach = 4 / 3 * math.tan(each / 4) * radius
    for n in range(pieces):
        a, b = first + n * each, first + (n + 1) * each
        ax, ay = cx + radius * math.cos(a), cy + radius * math.sin(a)
        bx, by = cx + radius * math.cos(b), cy + radius * math.sin(b)
        controls = (
            (ax - reach * math.sin(a), ay + reach * math.cos(a)),
            (bx + reach * math.sin(b), by - reach * math.cos(b)),
        )
        yield Step("curve", (*controls, (bx, by)))
