"""What the kernels are measured against: the same rules in good plain Python, without our tables.

Hexes are ints and neighbours are tuples prepared beforehand, which is kinder to the reference than
a game would be.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from campagna.hexes.grid import DIRECTIONS, OFF_MAP, Grid
from campagna.hexes.kernels import BARRED, FAR, Buffer

Ways = tuple[tuple[tuple[int, int], ...], ...]
"""For each hex the neighbours that can be entered from it, with the cost of the step."""

Around = tuple[tuple[int, ...], ...]
"""For each hex the neighbours that no wall keeps from it."""


def ways(grid: Grid, costs: Buffer) -> Ways:
    return tuple(
        tuple(
            (grid.neighbours[side], costs[side])
            for side in range(h * DIRECTIONS, (h + 1) * DIRECTIONS)
            if grid.neighbours[side] != OFF_MAP and costs[side] != BARRED
        )
        for h in range(len(grid))
    )


def around(grid: Grid, walls: Buffer) -> Around:
    return tuple(
        tuple(
            grid.neighbours[side]
            for side in range(h * DIRECTIONS, (h + 1) * DIRECTIONS)
            if not walls[side]
        )
        for h in range(len(grid))
    )


def reach(ways: Ways, forbid: Buffer, stop: Buffer, start: int, budget: int) -> dict[int, int]:
    """Cheapest cost of every hex within the budget: a heap and a dict."""
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        spent, here = heappop(heap)
        if spent > best[here] or (stop[here] and here != start):
            continue
        for there, step in ways[here]:
            total = spent + step
            if total <= budget and total < best.get(there, BARRED) and not forbid[there]:
                best[there] = total
                heappush(heap, (total, there))
    return best


def flood(
    around: Around, forbid: Buffer, stop: Buffer, seeds: Iterable[int], limit: int
) -> bytearray:
    """Distance in hexes from the nearest seed: breadth first over a bytearray."""
    distance = bytearray([FAR]) * len(around)
    queue = []
    for here in seeds:
        if distance[here] == FAR:
            distance[here] = 0
            queue.append(here)
    for here in queue:
        far = distance[here]
        if far >= limit or (far and stop[here]):
            continue
        for there in around[here]:
            if distance[there] == FAR and not forbid[there]:
                distance[there] = min(far + 1, FAR - 1)
                queue.append(there)
    return distance


def zones(around: Around, exerting: Buffer) -> bytearray:
    """How many exerting hexes each hex is next to."""
    counts = bytearray(len(around))
    for here, exerts in enumerate(exerting):
        if exerts:
            for there in around[here]:
                counts[there] += 1
    return counts
