"""The prices of each way of moving, built anew and against a slow search (MOV-11 to MOV-20, CAL-10).

In play the tables are made once and kept, so other tests may find them made already.
"""

from __future__ import annotations

import heapq

import pytest

from campagna.games.kasserine.rules.path import FOOT, LIGHT, VEHICLES, Ground, Terms, doubled, reach
from tests.games.kasserine.lay import GAME
from tests.games.kasserine.naive_map import ROADS, TABLES, TERRAIN, TOWNS, around, step_costs

WORLD = GAME.world
ARMS = {FOOT: ("foot_inf", False), VEHICLES: ("armour", False), LIGHT: ("foot_inf", True)}
ROAD_HEXES = {hex_ for link in ROADS for hex_ in link}


def prices(kind: str, here: str, there: str, *, linked: bool) -> tuple[int, ...]:
    arm, reduced = ARMS[kind]
    crosses = not linked and there in ROAD_HEXES and (there not in TOWNS or kind == LIGHT)
    if crosses:
        return (TABLES["movement"]["road"],)
    return step_costs(here, there, arm, reduced=reduced)


def slow(kind: str, start: str, budget: int, *, linked: bool, persists: bool) -> dict[str, int]:
    """The cheapest way to every hex, beginning with the first rate of the tracks."""
    best = {(start, 0): 0}
    queue = [(0, start, 0)]
    while queue:
        cost, here, turn = heapq.heappop(queue)
        for there in around(here):
            costs = prices(kind, here, there, linked=linked)
            if not costs:
                continue
            after = 1 - turn if len(costs) == 2 else turn if persists else 0
            total = cost + costs[turn % len(costs)]
            if total <= budget and total < best.get((there, after), 10**6):
                best[there, after] = total
                heapq.heappush(queue, (total, there, after))
    found: dict[str, int] = {}
    for (hex_, _), cost in best.items():
        found[hex_] = min(cost, found.get(hex_, cost))
    return found


@pytest.mark.rule("MOV-11", "MOV-12", "MOV-13", "MOV-14", "MOV-15", "MOV-16", "MOV-17", "MOV-20")
@pytest.mark.parametrize("kind", [FOOT, VEHICLES, LIGHT])
@pytest.mark.parametrize("linked", [True, False])
@pytest.mark.parametrize("persists", [True, False])
def test_a_new_ground_agrees_with_a_slow_search(kind: str, linked: bool, persists: bool) -> None:
    ground = Ground(WORLD, kind, linked, persists)
    nothing = doubled(WORLD.nothing)
    for start in ("2420", "0232", "0408", "1320", "0101", "3736", "1135"):
        source = ((WORLD.hex_index[start], 0),)
        found = reach(Terms(ground, ground.costs, 24, nothing, nothing, source))
        costs = {WORLD.hex_ids[h]: found.cost(h) for h in found.node}
        assert costs == slow(kind, start, 24, linked=linked, persists=persists), start


@pytest.mark.rule("MOV-13")
def test_the_steps_into_a_hex_come_from_all_its_neighbours_in_both_turns() -> None:
    """Each with the place of its price: on a track the first rate in one node, the second in the other."""
    ground = Ground(WORLD, FOOT, True, True)
    for name in ("0232", "2420", "0101", "3736"):
        hex_ = WORLD.hex_index[name]
        steps = ground.steps_into(hex_)
        assert sorted(WORLD.hex_ids[node % WORLD.size] for node, _ in steps) == sorted(
            2 * around(name)
        )
        for node, side in steps:
            layer, here = divmod(node, WORLD.size)
            costs = prices(FOOT, WORLD.hex_ids[here], name, linked=True)
            assert ground.costs[side] == (costs[layer % len(costs)] if costs else 255)
        assert ground.steps_into(hex_) is steps, "it is found once"


@pytest.mark.rule("CAL-10 (c)")
def test_the_pause_bars_the_steps_over_the_railway_to_the_south_and_no_others() -> None:
    ground = Ground(WORLD, FOOT, True, True)
    south = WORLD.south
    shut = ground.shut_southwards(south)
    barred = 0
    for layer in (0, 1):
        for side, there in enumerate(ground.near):
            at = layer * WORLD.size * 6 + side
            crosses = there >= 0 and south[there] and not south[side // 6]
            barred += bool(crosses)
            assert shut[at] == (255 if crosses else ground.costs[at])
    assert barred > 20
    assert set(TERRAIN) == set(WORLD.hex_ids)
