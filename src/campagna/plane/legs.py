"""Straight legs: what they cost, how they join, and the 5 cm that they keep (G-6, G-7, G-9).

The one rounding is in `leg_cost`: the true length of a leg is charged in whole millimetres, rounded
up. A leg is therefore affordable just when its squared length is at most the square of what is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

from campagna.plane.bases import KEEP_OUT, SIDE, Point, gap2
from campagna.plane.shapes import Plane, cross, dot

SHORTEST = 50
"""How long every leg but the last must be (G-7)."""


def length2(a: Point, b: Point) -> int:
    """The squared length of a leg."""
    return (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2


def leg_cost(a: Point, b: Point) -> int:
    """The length of a leg in whole millimetres, rounded up (G-6)."""
    squared = length2(a, b)
    return isqrt(squared - 1) + 1 if squared else 0


def path_cost(points: Sequence[Point]) -> int:
    """The sum of the costs of the legs between these points, as they stand (G-6)."""
    return sum(leg_cost(a, b) for a, b in pairwise(points))


def same_direction(a: Point, b: Point, c: Point) -> bool:
    """Whether the leg b-c goes on in the direction of a-b (G-7)."""
    onward = (2 * b[0] - a[0], 2 * b[1] - a[1])
    return cross(b, onward, c) == 0 and dot(b, onward, c) > 0


def merged(points: Sequence[Point]) -> list[Point]:
    """The path without the way-points at which its direction does not change (G-7)."""
    kept = list(points[:1])
    for p in points[1:]:
        if len(kept) >= 2 and same_direction(kept[-2], kept[-1], p):
            kept[-1] = p
        else:
            kept.append(p)
    return kept


def lengths_allowed(points: Sequence[Point], allowance: int) -> bool:
    """Whether the legs, joined, are long enough and cost no more than the allowance (G-6, G-7)."""
    path = merged(points)
    legs = list(pairwise(path))
    return (
        all(a != b for a, b in legs)
        and all(length2(a, b) >= SHORTEST * SHORTEST for a, b in legs[:-1])
        and path_cost(path) <= allowance
    )


def keeps_out(a: Point, b: Point, enemy: Point) -> bool:
    """Whether a base moved straight from a to b is never nearer than 5 cm to the enemy (G-9).

    A base that starts nearer than that may only move so that the distance never shrinks.
    """
    if gap2(a, enemy) < KEEP_OUT * KEEP_OUT:
        return _never_nearer(a, b, enemy)
    return (
        gap2(b, enemy) >= KEEP_OUT * KEEP_OUT
        and not _enters_square(a, b, enemy)
        and not _brushes_corner(a, b, enemy)
    )


def _brushes_corner(a: Point, b: Point, enemy: Point) -> bool:
    """Whether a corner of the enemy's doubled square comes too near somewhere between both ends."""
    squared = length2(a, b)
    for i in (-SIDE, SIDE):
        for j in (-SIDE, SIDE):
            corner = (enemy[0] + i, enemy[1] + j)
            if (
                0 < dot(a, b, corner) < squared
                and cross(a, b, corner) ** 2 < KEEP_OUT * KEEP_OUT * squared
            ):
                return True
    return False


def _enters_square(a: Point, b: Point, enemy: Point) -> bool:
    """Whether the centre line runs into the open square in which two bases overlap."""
    x, y = enemy
    if max(a[0], b[0]) <= x - SIDE or min(a[0], b[0]) >= x + SIDE:
        return False
    if max(a[1], b[1]) <= y - SIDE or min(a[1], b[1]) >= y + SIDE:
        return False
    if a == b:
        return True
    sides = [cross(a, b, (x + i, y + j)) for i in (-SIDE, SIDE) for j in (-SIDE, SIDE)]
    return min(sides) < 0 < max(sides)


def _never_nearer(a: Point, b: Point, enemy: Point) -> bool:
    """The distance is convex along the leg: it never shrinks if it does not shrink at the start."""
    rx, ry = a[0] - enemy[0], a[1] - enemy[1]
    outward_x = rx - max(-SIDE, min(SIDE, rx))
    outward_y = ry - max(-SIDE, min(SIDE, ry))
    if outward_x or outward_y:
        return outward_x * (b[0] - a[0]) + outward_y * (b[1] - a[1]) >= 0
    return not _enters_square(a, b, enemy)


def approach(start: Point, enemy: Point) -> list[Plane]:
    """Seen from a start too near to an enemy, the half-planes in all of which a leg brings it nearer (G-9).

    None of them if the start overlaps the enemy: every leg is barred then.
    """
    x, y = enemy[0] - start[0], enemy[1] - start[1]
    inward_x = x - max(-SIDE, min(SIDE, x))
    inward_y = y - max(-SIDE, min(SIDE, y))
    if inward_x or inward_y:
        return [(inward_x, inward_y, 0)]
    # They touch: a leg may slide along the side, and from a corner it may go along both.
    sides: list[Plane] = []
    if abs(x) == SIDE:
        sides.append((1 if x > 0 else -1, 0, 0))
    if abs(y) == SIDE:
        sides.append((0, 1 if y > 0 else -1, 0))
    return sides
