"""The data files read slowly and without the engine: the ground for tests and oracles.

Hexes are their printed names, movement and resource paths are counted in halves. Nothing of the
engine's boards, masks or kernels is used.
"""

from __future__ import annotations

import csv
import heapq
import tomllib
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import campagna.games.lion_of_judah as package

DATA = Path(package.__path__[0]) / "data"


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


MAP, TABLES, RULES = map(_toml, ("map.toml", "tables.toml", "rules.toml"))
S1935, S1940, CAMPAIGN = map(_toml, ("scenario_1935.toml", "scenario_1940.toml", "campaign.toml"))
SCENARIOS = {"s1935": S1935, "s1940": S1940}
COUNTERS = {
    row["id"]: row
    for row in csv.DictReader((DATA / "units.csv").read_text(encoding="utf-8").splitlines())
}
UNITS = {id_: row for id_, row in COUNTERS.items() if row["type"] != "air"}
AIR = {id_: row for id_, row in COUNTERS.items() if row["type"] == "air"}
EVENTS = {event["id"]: event for event in TABLES["event"]}

_LEGEND = MAP["terrain"]["legend"]
TERRAIN = {
    f"{column:02d}{row:02d}": _LEGEND[letter]
    for row, line in enumerate(MAP["terrain"]["rows"], 1)
    for column, letter in enumerate(line, 1)
    if letter != " "
}
PLACES = {place["name"]: place["hexes"] for place in MAP["place"]}
SETTLEMENTS = {
    place["hexes"]: place["kind"]
    for place in MAP["place"]
    if place["kind"] in TABLES["settlement"]["kinds"]
}
REGION = {
    id_: area["id"]
    for area in MAP["area"]
    if area["kind"] == "region"
    for id_ in area["hexes"].split()
}
COAST = {h for area in MAP["area"] if area["kind"] == "coast" for h in area["hexes"].split()}

Side = frozenset[str]


def sides(kind: str) -> set[Side]:
    """The hexsides a kind of line crosses or a kind of side lies on."""
    found = {
        frozenset(pair)
        for line in MAP["line"]
        if line["kind"] == kind
        for chain in line["path"].split("|")
        for pair in pairwise(chain.split())
    }
    for block in MAP["side"]:
        if block["kind"] == kind:
            found |= {frozenset(side.split("/")) for side in block["sides"].split()}
    return found


def railway(name: str) -> set[str]:
    return {
        h
        for line in MAP["line"]
        if line["kind"] == "rail" and line["name"] == name
        for h in line["path"].replace("|", " ").split()
    }


def network(scenario: str) -> dict[str, set[Side]]:
    """Roads, railways and tracks as they stand in a scenario."""
    kinds = ("road", "rail", "track")
    later = "_1940" if scenario == "s1940" else ""
    return {kind: sides(kind) | sides(kind + later) for kind in kinds}


def around(id_: str) -> list[str]:
    """Odd columns lie half a hex lower."""
    column, row = int(id_[:2]), int(id_[2:])
    down = column % 2
    near = [(0, -1), (0, 1), (1, down - 1), (1, down), (-1, down - 1), (-1, down)]
    names = [f"{column + c:02d}{row + r:02d}" for c, r in near]
    return [name for name in names if name in TERRAIN]


def spread(start: Iterable[str], cost: Callable[[str, str], int | None]) -> dict[str, int]:
    """The cheapest way to every hex; None bars a step."""
    best = dict.fromkeys(start, 0)
    queue = [(0, h) for h in best]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > best[here]:
            continue
        for there in around(here):
            step = cost(here, there)
            if step is not None and spent + step < best.get(there, 1 << 20):
                best[there] = spent + step
                heapq.heappush(queue, (spent + step, there))
    return best


def distance(start: Iterable[str]) -> dict[str, int]:
    return spread(start, lambda _here, _there: 1)


def rp_path(scenario: str, source: str) -> dict[str, int]:
    """Half hexes of the resource point path to every hex, with no enemy about (7.3.2-d)."""
    lines, costs = network(scenario), TABLES["rp_path"]
    closed = set(SCENARIOS[scenario]["countries"]["neutral"])

    def step(here: str, there: str) -> int | None:
        if REGION[there] in closed:
            return None
        ways = [costs[kind] for kind, net in lines.items() if frozenset((here, there)) in net]
        return int(min([*ways, costs["other"]]))

    return spread([source], step)


def of_scenario(scenario: str, **fields: str) -> dict[str, dict[str, str]]:
    return {
        id_: row
        for id_, row in UNITS.items()
        if row["scenario"] == scenario and all(row[k] == v for k, v in fields.items())
    }


def factors(id_: str) -> list[tuple[int, int]]:
    """Attack and defence at full strength, then step by step down."""
    pairs = (text.split("-") for text in UNITS[id_]["factors"].split())
    return [(int(attack), int(defence)) for attack, defence in pairs]
