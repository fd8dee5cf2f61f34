# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False, cdivision=False
"""The hot loops about single places and legs: one base against all others.

This file runs as it stands. Where a C compiler is found the same text is also built as
`campagna.plane._compiled_legs`, with the C types declared in its .pxd; `campagna.plane.kernels` picks
one. Everything is integers, so both give the same answers.

Enemies and bases come as arrays of x, y, x, y, ... A halo is what the centre of a base may not enter
round an enemy: all points nearer than 50 to the square of half side 30 (G-9).
"""

from array import array

from campagna.plane.bases import KEEP_OUT, SIDE

HALO = SIDE + KEEP_OUT
KEEP_OUT2 = KEEP_OUT * KEEP_OUT

WORD = 62
"""How many bits are collected in a C number; whoever is beyond them, in a Python number."""
FIRST = 1
"""The first bit, in C."""
NONE, BIT = 0, 1
"""No bit and the first one, as objects: only these can be shifted farther than a C number is wide."""


def crowd(x: int, y: int, enemies: "array[int]") -> int:
    """The first enemy nearer than 5 cm to a base that stands here, -1 if there is none (G-11)."""
    places = enemies
    for i in range(len(enemies) // 2):
        dx = max(0, abs(places[2 * i] - x) - SIDE)
        dy = max(0, abs(places[2 * i + 1] - y) - SIDE)
        if dx * dx + dy * dy < KEEP_OUT2:
            return i
    return -1


def overlapped(x: int, y: int, bases: "array[int]") -> int:
    """The first base that one standing here would overlap, -1 if there is none (G-5, G-11)."""
    places = bases
    for i in range(len(bases) // 2):
        if abs(places[2 * i] - x) < SIDE and abs(places[2 * i + 1] - y) < SIDE:
            return i
    return -1


def intruded(ax: int, ay: int, bx: int, by: int, enemies: "array[int]") -> int:
    """The first enemy to whom the straight leg from a to b comes too near, -1 if there is none (G-9)."""
    places = enemies
    vx = bx - ax
    vy = by - ay
    left = min(ax, bx) - HALO
    right = max(ax, bx) + HALO
    top = min(ay, by) - HALO
    bottom = max(ay, by) + HALO
    for i in range(len(enemies) // 2):
        x = places[2 * i]
        y = places[2 * i + 1]
        if x <= left or x >= right or y <= top or y >= bottom:
            continue
        if _too_near(x - ax, y - ay, vx, vy):
            return i
    return -1


def reached(places: "array[int]", others: "array[int]", reaches: "array[int]") -> list[int]:
    """For each place, as bits, the others to whom it is at most as far as their own reach (G-3, G-4).

    A reach below nothing reaches nobody.
    """
    at = places
    bases = others
    far = reaches
    found = []
    for i in range(len(places) // 2):
        word = 0
        more = NONE
        for j in range(len(reaches)):
            reach = far[j]
            dx = max(0, abs(bases[2 * j] - at[2 * i]) - SIDE)
            dy = max(0, abs(bases[2 * j + 1] - at[2 * i + 1]) - SIDE)
            if reach >= 0 and dx * dx + dy * dy <= reach * reach:
                if j < WORD:
                    word |= FIRST << j
                else:
                    more |= BIT << j
        found.append(word | more if more else word)
    return found


def nearest_reached(places: "array[int]", others: "array[int]", reaches: "array[int]") -> list[int]:
    """For each place the nearest of the others that reach it, the first of equals, -1 for nobody."""
    at = places
    bases = others
    far = reaches
    found = []
    for i in range(len(places) // 2):
        best = -1
        least = 0
        for j in range(len(reaches)):
            reach = far[j]
            dx = max(0, abs(bases[2 * j] - at[2 * i]) - SIDE)
            dy = max(0, abs(bases[2 * j + 1] - at[2 * i + 1]) - SIDE)
            gap2 = dx * dx + dy * dy
            if reach >= 0 and gap2 <= reach * reach and (best < 0 or gap2 < least):
                best = j
                least = gap2
        found.append(best)
    return found


def gaps(places: "array[int]", others: "array[int]") -> list[int]:
    """From each place to each of the others in turn, edge to edge, rounded down (G-3)."""
    at = places
    bases = others
    found = []
    for i in range(len(places) // 2):
        for j in range(len(others) // 2):
            dx = max(0, abs(bases[2 * j] - at[2 * i]) - SIDE)
            dy = max(0, abs(bases[2 * j + 1] - at[2 * i + 1]) - SIDE)
            found.append(_root(dx * dx + dy * dy, dx + dy) if dx and dy else dx + dy)
    return found


def _root(square: int, root: int) -> int:
    """The square root of a positive number, rounded down, from a guess that is not too small."""
    better = (root + square // root) // 2
    while better < root:
        root = better
        better = (root + square // root) // 2
    return root


def _too_near(ex: int, ey: int, vx: int, vy: int) -> bool:
    """Whether the leg from the origin along v comes too near to an enemy at e."""
    dx = max(0, abs(ex) - SIDE)
    dy = max(0, abs(ey) - SIDE)
    if dx * dx + dy * dy < KEEP_OUT2:
        if dx > 0 or dy > 0:
            return (dx if ex > 0 else -dx) * vx + (dy if ey > 0 else -dy) * vy > 0
        return _enters_square(ex, ey, vx, vy)
    dx = max(0, abs(ex - vx) - SIDE)
    dy = max(0, abs(ey - vy) - SIDE)
    if dx * dx + dy * dy < KEEP_OUT2:
        return True
    length2 = vx * vx + vy * vy
    for corner in range(4):
        cx = ex + SIDE if corner & 1 else ex - SIDE
        cy = ey + SIDE if corner & 2 else ey - SIDE
        along = vx * cx + vy * cy
        if 0 < along < length2:
            across = vx * cy - vy * cx
            if across * across < KEEP_OUT2 * length2:
                return True
    return _enters_square(ex, ey, vx, vy)


def _enters_square(ex: int, ey: int, vx: int, vy: int) -> bool:
    """Whether the segment from the origin to v meets the open square of half side 30 round e."""
    if max(0, vx) <= ex - SIDE or min(0, vx) >= ex + SIDE:
        return False
    if max(0, vy) <= ey - SIDE or min(0, vy) >= ey + SIDE:
        return False
    if vx == 0 and vy == 0:
        return True
    centre = vx * ey - vy * ex
    spread = SIDE * (abs(vx) + abs(vy))
    return -spread < centre < spread
