"""7.6.1, 7.6.2 Room at the end of retreats, found a second time by trying every choice of ends."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from campagna.games.afrika_korps.frames import Retreating
from campagna.games.afrika_korps.rules.combat import retreat
from campagna.games.afrika_korps.state import State
from campagna.games.afrika_korps.world import ALLIED
from tests.games.afrika_korps.lay import GAME, lay

LED_BACK = ("UK-22GDS", "UK-7-7", "AU-7-1")
FRIENDS = [c.id for c in GAME.world.counters if c.id.startswith(("SA-", "IN-", "NZ-", "AU-9"))]
ENEMIES = ("DE-21-5", "DE-15-8", "IT-SAVONA", "IT-PAVIA", "IT-BOLOGNA")


ROOMY = sorted({*range(30)} - {3, 10, 11, 12, 14, 16, 19, 26, 28})
"""Positions in which everybody finds room."""


def drawn(seed: int) -> tuple[State, Retreating]:
    """A tight place: enemies leave few ways back, and friends crowd where these end."""
    dice = random.Random(seed)
    world = GAME.world
    distance, centre = world.board.grid.distance, world.hex_index["R40"]
    ring = [world.hex_ids[h] for h in range(world.size) if 2 <= distance(h, centre) <= 3]
    places = {"R40": [*LED_BACK[:2]]}
    places.setdefault(dice.choice(("R40", "R41", "Q40", "S40")), []).append(LED_BACK[2])
    for name, at in zip(ENEMIES, dice.sample(ring, dice.choice((3, 4, 5))), strict=False):
        places[at] = [name]
    bare = lay("axis", **{h: " ".join(names) for h, names in places.items()})
    units = tuple(world.index[name] for name in LED_BACK[: dice.randrange(1, 4)])
    frame = Retreating(ALLIED, units, dice.choice((0, 1)))
    ends = {b for u in LED_BACK for _, b in retreat.paths(bare, frame, world.index[u])}
    friends = list(FRIENDS)
    for end in sorted(world.hex_ids[h] for h in ends):
        crowd = dice.choice((2, 3, 3, 3, 3)) - len(places.get(end, ()))
        while crowd > 0 and friends:
            places.setdefault(end, []).append(friends.pop())
            crowd -= 1
    return lay("axis", **{h: " ".join(names) for h, names in places.items()}), frame


def rooms(state: State, frame: Retreating) -> dict[int, int]:
    """Free places in every hex; those still to be led back take none."""
    limit, found = 3, {}
    for h in range(state.world.size):
        staying = [u for u in state.fighters_at(h, ALLIED) if u not in frame.units]
        found[h] = limit - len(staying)
    return found


def most_seated(state: State, frame: Retreating, units: tuple[int, ...]) -> int:
    free = rooms(state, frame)
    ends = [[*{b for _, b in retreat.paths(state, frame, u)}, None] for u in units]
    best = 0
    for choice in product(*ends):
        taken = [end for end in choice if end is not None]
        if all(taken.count(end) <= free[end] for end in taken):
            best = max(best, len(taken))
    return best


@pytest.mark.rule("7.6.1b", "7.6.1c", "7.6.2")
@pytest.mark.parametrize("seed", range(30))
def test_as_many_as_possible_find_room(seed: int) -> None:
    state, frame = drawn(seed)
    able = tuple(u for u in frame.units if retreat.paths(state, frame, u))
    seated = retreat.seat(state, frame, able)
    most = most_seated(state, frame, able)
    assert len(seated) == most
    free = rooms(state, frame)
    ends = list(seated.values())
    assert all(ends.count(end) <= free[end] for end in ends)
    assert all(end in {b for _, b in retreat.paths(state, frame, u)} for u, end in seated.items())
    excess = len(able) - most
    losses = [
        lost
        for lost in combinations(able, excess)
        if most_seated(state, frame, tuple(u for u in able if u not in lost)) == most
    ]
    assert retreat.choices_of_loss(state, frame) == (losses if excess else [])


@pytest.mark.rule("7.6.2", "7.6.1b")
@pytest.mark.parametrize("seed", ROOMY)
def test_the_open_ways_leave_room_for_the_others(seed: int) -> None:
    state, frame = drawn(seed)
    assert most_seated(state, frame, frame.units) == len(frame.units)
    for unit in frame.units:
        others = tuple(u for u in frame.units if u != unit)
        start = state.place(unit)
        wanted = []
        for way in retreat.paths(state, frame, unit):
            if rooms(state, frame)[way[1]] < 1:
                continue
            state.put(unit, way[1])
            rest = Retreating(ALLIED, others, frame.consent)
            if most_seated(state, rest, others) == len(others):
                wanted.append(way)
            state.put(unit, start)
        assert retreat.open_paths(state, frame, unit) == wanted
        assert state.place(unit) == start


def test_the_places_are_tight() -> None:
    """Among the positions drawn are some in which not all find room, and some in which all do."""
    found = {bool(retreat.choices_of_loss(*drawn(seed))) for seed in range(30)}
    assert found == {False, True}
