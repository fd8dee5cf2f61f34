"""Falling back: the vector away from an enemy, and the place where it ends (G-16).

Two roundings, both towards the start: each component of the full retreat is the whole root of its
square, and the shorter candidates are cut off in proportion. A retreat is thus never too long.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from campagna.plane.bases import Point
from campagna.plane.legality import Ground

RETREAT = 150
"""How far a headquarters falls back (G-16)."""


def retreat_vector(base: Point, enemy: Point) -> Point:
    """The full retreat of a base straight away from an enemy, who is not on the same point (G-16)."""
    vx, vy = base[0] - enemy[0], base[1] - enemy[1]
    squared = vx * vx + vy * vy
    dx = isqrt(RETREAT * RETREAT * vx * vx // squared)
    dy = isqrt(RETREAT * RETREAT * vy * vy // squared)
    return (dx if vx >= 0 else -dx), (dy if vy >= 0 else -dy)


def retreat_candidates(base: Point, enemy: Point) -> Iterator[Point]:
    """The places that a retreat tries, from the full distance down (G-16)."""
    dx, dy = retreat_vector(base, enemy)
    for k in range(RETREAT, 0, -1):
        yield base[0] + _part(dx, k), base[1] + _part(dy, k)


def _part(component: int, k: int) -> int:
    """So many 150ths of a component, cut off towards zero."""
    part = abs(component) * k // RETREAT
    return part if component >= 0 else -part


def retreat(base: Point, enemy: Point, ground: Ground) -> Point:
    """Where a base ends that falls back from this enemy: its own place if nothing farther is free (G-16).

    Which enemy is fled from, and what breaks a tie, is the game's to say. Ends are judged by G-11,
    the way by G-8 and G-9.
    """
    for p in retreat_candidates(base, enemy):
        if p != base and ground.end_violation(p) is None and ground.leg_violation(base, p) is None:
            return p
    return base
