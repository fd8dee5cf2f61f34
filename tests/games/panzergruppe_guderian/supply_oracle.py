"""Supply read a second time, slowly: plain searches over the naive map."""

from __future__ import annotations

import heapq
from functools import cache

from campagna.games.panzergruppe_guderian.table.position import Position
from tests.games.panzergruppe_guderian.naive_map import (
    CITIES,
    COUNTERS,
    JOINTS,
    RIVERS,
    ROADS,
    TERRAIN,
    NaiveBoard,
    steps,
)

CHART = {
    "german_infantry": {"clear": 2, "forest": 2, "swamp": 4, "city": 2, "road": 2, "river": 4},
    "german_motorized": {"clear": 2, "forest": 4, "swamp": 4, "city": 2, "road": 1, "river": 4},
    "german_cavalry": {"clear": 2, "forest": 4, "swamp": 4, "city": 2, "road": 2, "river": 4},
}
RATING = {id_: int(row["rating"] or 0) for id_, row in COUNTERS.items()}


@cache
def step_cost(move_class: str, here: str, there: str) -> int:
    chart = CHART[move_class]
    side = frozenset((here, there))
    if side in ROADS:
        return chart["road"]
    ground = "city" if there in CITIES else TERRAIN[there]
    return chart[ground] + (chart["river"] if side in RIVERS else 0)


def connected_roads(board: NaiveBoard) -> set[str]:
    """Road hexes from which open road leads to 0120, joints included (11.11, 11.13)."""

    def usable(hex_: str) -> bool:
        return hex_ != board.position.soviet_marker and not board.closed(hex_, "german")

    if not usable("0120"):
        return set()
    found, frontier = {"0120"}, ["0120"]
    while frontier:
        here = frontier.pop()
        for side in ROADS | JOINTS:
            if here in side:
                (there,) = side - {here}
                if there not in found and usable(there):
                    found.add(there)
                    frontier.append(there)
    return found


def reaches(board: NaiveBoard, start: str, side: str, goals: set[str], limit: int) -> bool:
    """A line of hexes from a unit to one of the goals, not through enemies, zones or swamps."""
    found, frontier = {start}, [start]
    for _ in range(limit + 1):
        if goals.intersection(frontier):
            return True
        after = []
        for here in frontier:
            if here != start and TERRAIN[here] == "swamp":
                continue
            for there in steps(here):
                if there in found or board.closed(there, side):
                    continue
                if side == "german" and there == board.position.soviet_marker:
                    continue
                found.add(there)
                after.append(there)
        frontier = after
    return False


def west_cost(board: NaiveBoard, name: str) -> int:
    """Half points of the cheapest line to the west edge (11.12)."""
    start = board.units[name].at
    move_class = COUNTERS[name]["move_class"]
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here[:2] == "01":
            return cost
        if cost > best[here] or (here != start and TERRAIN[here] == "swamp"):
            continue
        for there in steps(here):
            if board.closed(there, "german") or there == board.position.soviet_marker:
                continue
            total = cost + step_cost(move_class, here, there)
            if total < best.get(there, 999):
                best[there] = total
                heapq.heappush(queue, (total, there))
    return 999


EAST = {f"59{row:02d}" for row in range(1, 32)}


def oracle(position: Position) -> dict[str, bool]:
    """Supply of every unit on the map."""
    board = NaiveBoard(position)
    roads = connected_roads(board)
    leaders = {u.id: u for u in board.units.values() if board.leader(u)}
    in_line = {
        name: "entered" in u.state or reaches(board, u.at, "soviet", EAST, 999)
        for name, u in leaders.items()
    }
    active = [u for u in leaders.values() if "disrupted" not in u.state]
    found = dict(in_line)
    for name, u in board.units.items():
        if "entered" in u.state:
            found[name] = True
        elif board.side(u) == "german":
            found[name] = reaches(board, u.at, "german", roads, 20) or west_cost(board, name) <= 40
        elif name not in leaders:
            found[name] = any(
                in_line[x.id] and reaches(board, u.at, "soviet", {x.at}, RATING[x.id])
                for x in active
            )
    return found


def oracle_command(position: Position) -> dict[str, bool]:
    """Which Soviet divisions have a line to any leader (10.35a)."""
    board = NaiveBoard(position)
    active = [u for u in board.units.values() if board.leader(u) and "disrupted" not in u.state]
    return {
        name: any(reaches(board, u.at, "soviet", {x.at}, RATING[x.id]) for x in active)
        for name, u in board.units.items()
        if name.startswith("S-")
    }
