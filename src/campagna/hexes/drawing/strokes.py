"""The drawing hand: lines softened, displaced and curved, always the same for the same data."""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

Point = tuple[float, float]
Vertex = tuple[int, int]
"""A hex corner on the lattice of corners, exact; see `MapGeometry.at`."""

Node = TypeVar("Node", int, Vertex)


def wobble(key: object, amount: float, salt: str = "") -> Point:
    """A small offset that depends only on the key: a map drawn twice is the same map."""
    digest = hashlib.blake2b(f"{salt}{key}".encode(), digest_size=4).digest()
    angle = (digest[0] * 256 + digest[1]) / 65536 * math.tau
    radius = amount * (0.35 + 0.65 * digest[2] / 255)
    return math.cos(angle) * radius, math.sin(angle) * radius


def chance(key: object, salt: str = "") -> float:
    """A number in [0, 1) that depends only on the key."""
    digest = hashlib.blake2b(f"{salt}{key}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") / 2**32


def num(value: float) -> str:
    """One decimal: a three-hundredth of a hex, finer than ink, and short."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def pack(values: Iterable[float]) -> str:
    """Numbers of a path, with blanks only where a minus sign does not already separate them."""
    out = ""
    for value in values:
        text = num(value)
        out += text if not out or text.startswith("-") else " " + text
    return out


def chains(links: Iterable[tuple[Node, Node]]) -> list[tuple[list[Node], bool]]:
    """Links joined into the longest lines that pass no junction, and whether each closes."""
    near: dict[Node, list[Node]] = defaultdict(list)
    for a, b in links:
        if b not in near[a]:
            near[a].append(b)
            near[b].append(a)
    used: set[frozenset[Node]] = set()

    def walk(start: Node, onward: Node) -> list[Node]:
        line = [start]
        while True:
            used.add(frozenset((line[-1], onward)))
            line.append(onward)
            if len(near[onward]) != 2:
                return line
            free = [n for n in near[onward] if frozenset((onward, n)) not in used]
            if not free:
                return line
            onward = free[0]

    lines: list[tuple[list[Node], bool]] = []
    for junctions in (True, False):
        for node in sorted(near):
            if junctions and len(near[node]) == 2:
                continue
            for other in near[node]:
                if frozenset((node, other)) not in used:
                    line = walk(node, other)
                    closed = line[0] == line[-1]
                    lines.append((line[:-1] if closed else line, closed))
    return lines


def soften(
    points: Sequence[Point],
    *,
    closed: bool,
    amount: float = 0.5,
    rounds: int = 1,
    pinned: frozenset[int] = frozenset(),
) -> list[Point]:
    """Each point pulled towards the mean of its neighbours: takes the zigzag out of hexsides."""
    line = list(points)
    n = len(line)
    fixed = pinned if closed else pinned | {0, n - 1}
    for _ in range(rounds):
        line = [
            (x, y)
            if k in fixed
            else (
                x + ((line[k - 1][0] + line[(k + 1) % n][0]) / 2 - x) * amount,
                y + ((line[k - 1][1] + line[(k + 1) % n][1]) / 2 - y) * amount,
            )
            for k, (x, y) in enumerate(line)
        ]
    return line


def _reader(points: Sequence[Point], closed: bool) -> Callable[[int], Point]:
    """Points by position, going round a closed line and resting at the ends of an open one."""
    n = len(points)
    if closed:
        return lambda k: points[k % n]
    return lambda k: points[min(max(k, 0), n - 1)]


def curve(points: Sequence[Point], *, closed: bool, tension: float = 0.9) -> str:
    """A path through the points: Catmull-Rom turned into cubic curves, relative and short."""
    n = len(points)
    if n < 2:
        return ""
    x0, y0 = points[0]
    if n == 2 and not closed:
        return f"M{num(x0)} {num(y0)}l{pack((points[1][0] - x0, points[1][1] - y0))}"
    at = _reader(points, closed)
    out = [f"M{num(x0)} {num(y0)}"]
    px, py = round(x0, 1), round(y0, 1)
    t = tension / 3
    for k in range(n if closed else n - 1):
        a, b, c, d = at(k - 1), at(k), at(k + 1), at(k + 2)
        handle1 = (b[0] + (c[0] - a[0]) * t - px, b[1] + (c[1] - a[1]) * t - py)
        handle2 = (c[0] - (d[0] - b[0]) * t - px, c[1] - (d[1] - b[1]) * t - py)
        dx, dy = c[0] - px, c[1] - py
        out.append("c" + pack((*handle1, *handle2, dx, dy)))
        px, py = px + round(dx, 1), py + round(dy, 1)
    return "".join(out) + ("z" if closed else "")


def polygon(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "z"


def sample(points: Sequence[Point], *, closed: bool, step: float) -> list[Point]:
    """Points at equal distance along the smooth line through the given points."""
    at = _reader(points, closed)
    dense: list[Point] = []
    for k in range(len(points) if closed else len(points) - 1):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = at(k - 1), at(k), at(k + 1), at(k + 2)
        for s in range(8):
            t = s / 8
            dense.append((_between(ax, bx, cx, dx, t), _between(ay, by, cy, dy, t)))
    dense.append(at(len(points)))
    out, need = [dense[0]], step
    for (ax, ay), (bx, by) in pairwise(dense):
        length = math.hypot(bx - ax, by - ay)
        done = 0.0
        while length - done >= need:
            done += need
            out.append((ax + (bx - ax) * done / length, ay + (by - ay) * done / length))
            need = step
        need -= length - done
    return out


def _between(a: float, b: float, c: float, d: float, t: float) -> float:
    """Catmull-Rom from b (t=0) to c (t=1)."""
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3
    )


def scallops(points: Sequence[Point], step: float) -> str:
    """A closed edge of small outward arcs: the crowns of trees seen from above."""
    rim = sample(points, closed=True, step=step)
    x, y = rim[0]
    out = [f"M{num(x)} {num(y)}"]
    px, py = round(x, 1), round(y, 1)
    for u, v in rim[1:] + rim[:1]:
        r = num(step * (0.52 + 0.16 * chance((round(u), round(v)))))
        out.append(f"a{r} {r} 0 0 1 " + pack((u - px, v - py)))
        px, py = px + round(u - px, 1), py + round(v - py, 1)
    return "".join(out) + "z"


def hachures(points: Sequence[Point], *, step: float, length: float) -> str:
    """Short uneven strokes falling outwards from a closed line: the sign of a steep edge."""
    rim = sample(points, closed=True, step=step)
    out = []
    for k, ((ax, ay), (bx, by)) in enumerate(pairwise(rim)):
        run = math.hypot(bx - ax, by - ay) or 1.0
        reach = length * (0.6 + 0.6 * chance((k, round(ax)), "h"))
        nx, ny = (by - ay) / run, -(bx - ax) / run
        slant = (chance((k, round(ay)), "l") - 0.5) * 0.35
        stroke = pack(((nx + slant * ny) * reach, (ny - slant * nx) * reach))
        out.append(f"M{num(ax)} {num(ay)}l{stroke}")
    return "".join(out)
