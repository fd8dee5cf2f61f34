"""Formations of bases: where each shall stand when the one that leads them stands here.

Pure geometry: whether a base may go there is for the judge to say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

from campagna.plane.bases import SIDE, Point

AIR = 5
"""So far apart bases of a formation stand at least."""


def in_shape(starts: Mapping[int, Point], lead: int, to: Point) -> dict[int, Point]:
    """All by the same vector; the foremost first, so that nobody stands in another's way."""
    dx, dy = to[0] - starts[lead][0], to[1] - starts[lead][1]
    return {
        base: (starts[base][0] + dx, starts[base][1] + dy)
        for base in foremost_first(starts, (dx, dy))
    }


def in_column(starts: Mapping[int, Point], lead: int, to: Point) -> dict[int, Point]:
    """One behind the other in the tracks of the first, the nearest to it next."""
    ux, uy = direction(starts[lead], to)
    step = spacing((ux, uy))
    return {
        base: (round(to[0] - ux * step * rank), round(to[1] - uy * step * rank))
        for rank, base in enumerate(_nearest_first(starts, lead))
    }


def in_line(starts: Mapping[int, Point], lead: int, to: Point) -> dict[int, Point]:
    """Abreast, across the way of the one that leads; nobody crosses his neighbour's way."""
    ux, uy = direction(starts[lead], to)
    across = (-uy, ux)
    step = spacing(across)
    ranked = sorted(starts, key=lambda b: (across[0] * starts[b][0] + across[1] * starts[b][1], b))
    middle = ranked.index(lead)
    places = {
        base: (
            round(to[0] + across[0] * step * (rank - middle)),
            round(to[1] + across[1] * step * (rank - middle)),
        )
        for rank, base in enumerate(ranked)
    }
    return {base: places[base] for base in foremost_first(starts, (ux, uy))}


def in_rows(bases: Sequence[int], to: Point, columns: int) -> dict[int, Point]:
    """Side by side, so many in a row, for bases that stand nowhere yet."""
    step = SIDE + AIR
    return {
        base: (to[0] + n % columns * step, to[1] + n // columns * step)
        for n, base in enumerate(bases)
    }


def direction(a: Point, b: Point) -> tuple[float, float]:
    """The way from a to b, one long; to the east if they are one place."""
    far = hypot(b[0] - a[0], b[1] - a[1])
    return ((b[0] - a[0]) / far, (b[1] - a[1]) / far) if far else (1.0, 0.0)


def spacing(way: tuple[float, float]) -> float:
    """How far apart, along this way, two bases stand that do not overlap."""
    return SIDE / max(abs(way[0]), abs(way[1])) + AIR


def foremost_first(starts: Mapping[int, Point], way: tuple[float, float]) -> list[int]:
    return sorted(starts, key=lambda b: (-(starts[b][0] * way[0] + starts[b][1] * way[1]), b))


def _nearest_first(starts: Mapping[int, Point], lead: int) -> list[int]:
    x, y = starts[lead]
    return sorted(starts, key=lambda b: (hypot(starts[b][0] - x, starts[b][1] - y), b))


def towards(a: Point, b: Point, far: int) -> Point:
    """The place so far from a on the way to b; b itself if it is nearer."""
    whole = hypot(b[0] - a[0], b[1] - a[1])
    if far >= whole:
        return b
    return round(a[0] + (b[0] - a[0]) * far / whole), round(a[1] + (b[1] - a[1]) * far / whole)
