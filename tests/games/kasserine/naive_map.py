"""The map read a second time, slowly and without the engine: the ground for oracles.

Hexes are their printed names, costs are half movement points. Everything comes from the files of
`data/`; nothing of the engine's boards, masks or kernels is used.
"""

from __future__ import annotations

import csv
import heapq
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import campagna.games.kasserine as package

DATA = Path(package.__path__[0]) / "data"


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


MAP, TABLES, SCENARIO, RULES = map(
    _toml, ("map.toml", "tables.toml", "scenario.toml", "rules.toml")
)
UNITS = {
    row["id"]: row
    for row in csv.DictReader((DATA / "units.csv").read_text(encoding="utf-8").splitlines())
}

_ROWS, _LEGEND = MAP["terrain"]["rows"], MAP["terrain"]["legend"]
TERRAIN = {
    f"{c:02d}{r:02d}": _LEGEND[_ROWS[r - 1][c - 1]] for c in range(1, 38) for r in range(1, 37)
}
TOWNS = {p["hexes"]: p["name"] for p in MAP["place"] if p["kind"] == "city"}
PASSES = {p["hexes"]: p["name"] for p in MAP["place"] if p["kind"] == "pass"}

Side = frozenset[str]
NEVER = 255


def chains(kind: str) -> list[list[str]]:
    return [
        chain.split()
        for block in MAP["line"]
        if block["kind"] == kind
        for chain in block["path"].split("|")
    ]


def links(kind: str) -> set[Side]:
    return {frozenset(pair) for chain in chains(kind) for pair in pairwise(chain)}


ROADS, TRACKS, RAILS = links("road"), links("track"), links("rail")
RAILWAYS = {b["name"]: b["path"].split() for b in MAP["line"] if b["kind"] == "rail"}


def around(id_: str) -> list[str]:
    """The neighbours on the map; even columns lie half a hex lower."""
    c, r = int(id_[:2]), int(id_[2:])
    low = c % 2 == 0
    beside = [(c, r - 1), (c, r + 1)]
    beside += [(c + x, r + y) for x in (-1, 1) for y in ((0, 1) if low else (-1, 0))]
    return [name for name in (f"{x:02d}{y:02d}" for x, y in beside) if name in TERRAIN]


def area(kind: str, id_: str) -> list[str]:
    return next(a["hexes"].split() for a in MAP["area"] if a["kind"] == kind and a["id"] == id_)


def reached(start: str, barred: set[str]) -> set[str]:
    """All that can be reached without entering the barred hexes."""
    found, frontier = {start}, [start]
    while frontier:
        fresh = set(around(frontier.pop())) - found - barred
        found |= fresh
        frontier += fresh
    return found


def step_costs(here: str, there: str, arm: str, *, reduced: bool = False) -> tuple[int, ...]:
    """What a step may cost: one number, or on a track both rates; none where it is barred."""
    costs = TABLES["movement"]
    link = frozenset((here, there))
    light = reduced and arm == "foot_inf"
    if there in TOWNS and not light:
        return (costs["town"],)
    if link in ROADS:
        return (costs["road"],)
    if link in TRACKS:
        return tuple(costs["track"])
    if light:
        return (costs["reduced_foot_inf"],)
    ground = costs[TERRAIN[there]]
    cost = ground if isinstance(ground, int) else ground[TABLES["unit_types"]["arms"][arm]["cost"]]
    return () if cost == NEVER else (cost,)


def path_cost(path: list[str], arm: str, *, reduced: bool = False, first: int = 0) -> int | None:
    """The cost of a path; `first` picks the rate of the first track step. None: it is barred."""
    total, turn = 0, first
    for here, there in pairwise(path):
        assert there in around(here)
        costs = step_costs(here, there, arm, reduced=reduced)
        if not costs:
            return None
        total += costs[turn % len(costs)]
        turn += len(costs) == 2
    return total


def distances(start: str, arm: str = "foot_inf") -> dict[str, int]:
    """The cheapest way to every hex, with the better choice of the first track rate."""
    best = {(start, first): 0 for first in (0, 1)}
    queue = [(0, start, first) for first in (0, 1)]
    while queue:
        cost, here, turn = heapq.heappop(queue)
        if cost > best[here, turn]:
            continue
        for there, more, after in _steps(here, turn, arm):
            if cost + more < best.get((there, after), 10**6):
                best[there, after] = cost + more
                heapq.heappush(queue, (cost + more, there, after))
    return {h: min(best.get((h, turn), 10**6) for turn in (0, 1)) for h, _ in best}


def _steps(here: str, turn: int, arm: str) -> Iterator[tuple[str, int, int]]:
    for there in around(here):
        costs = step_costs(here, there, arm)
        if costs:
            tracks = len(costs) == 2
            yield there, costs[turn % len(costs)], 1 - turn if tracks else turn


def of_class(class_: str, **facts: str) -> list[str]:
    return [
        id_
        for id_, u in UNITS.items()
        if u["class"] == class_ and all(u[k] == v for k, v in facts.items())
    ]
