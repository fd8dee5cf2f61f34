"""9.7 Retreat routes on crowded positions against a slow reading of AMB-14."""

from __future__ import annotations

import random

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.games.panzergruppe_guderian.events import Eliminated, Retreated
from campagna.games.panzergruppe_guderian.frames import Battle, Retreating
from campagna.games.panzergruppe_guderian.orders import (
    Retreat,
)
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    arrange,
    events_of,
)
from tests.games.panzergruppe_guderian.naive_map import (
    TERRAIN,
    NaiveBoard,
    distance,
    neighbours,
    steps,
)
from tests.offered import by_order


def ways(state: State, name: str) -> set[tuple[str, ...]]:
    """The routes offered for a retreating unit."""
    return set(by_order(GAME.offers(state)).get("retreat", {}).get(name, ()))


def oracle_routes(
    before: NaiveBoard,
    now: NaiveBoard,
    gone: dict[str, tuple[str, ...]],
    unit: UnitPosition,
    n: int,
    house_rule: bool,
) -> set[tuple[str, ...]]:
    """AMB-14 word for word, by trying every way. `gone` are the ways already taken in this combat."""
    side = now.side(unit)
    west_closed = side == "soviet" and now.position.turn <= 6

    def legal(hex_: str) -> bool:
        if now.closed(hex_, side) or (west_closed and hex_[:2] in ("01", "02")):
            return False
        there = now.at.get(hex_, [])
        passed = [before.units[u] for u, way in gone.items() if hex_ in way and way[-1] != hex_]
        return now.fits(side, [*there, *passed, unit])

    complete: list[tuple[str, ...]] = [()]
    for _ in range(n):
        complete = [
            (*way, there)
            for way in complete
            for there in steps((unit.at, *way)[-1])
            if there not in way and there != unit.at and legal(there)
        ]

    def respects_vacancy(way: tuple[str, ...]) -> bool:
        for i, hex_ in enumerate(way):
            if before.stands(hex_, side) and any(
                other[:i] == way[:i] and not before.stands(other[i], side) for other in complete
            ):
                return False
        return True

    proper = [way for way in complete if respects_vacancy(way)]
    far = {way for way in proper if house_rule and distance(unit.at, way[-1]) == n}
    return far or set(proper)


REGIONS = ["2410", "1504", "0305", "0120", "5905", "5803", "0601", "1418", "3031", "0229", "5931"]


def random_retreat(seed: int, options: dict[str, bool | str]) -> State:
    """A crowded corner of the map and a stack in it that must retreat."""
    rng = random.Random(seed)
    centre = REGIONS[seed % len(REGIONS)]
    near = {centre}
    for _ in range(3):
        near |= {n for h in near for n in neighbours(h)}
    free = sorted(h for h in near if TERRAIN[h] != "lake" and h != centre)
    rng.shuffle(free)
    side = rng.choice(["german", "soviet"])
    germans = rng.sample([c.id for c in GAME.world.counters if c.id.startswith("G-")], 30)
    leaders = rng.sample([c.id for c in GAME.world.counters if c.is_leader], 6)
    units: dict[str, Words] = {}
    number = 0

    def put(hex_: str, who: str, count: int) -> None:
        nonlocal number
        disrupted = " disrupted" if rng.random() < 0.15 else ""
        for _ in range(count):
            if who == "german":
                units[germans.pop()] = hex_ + disrupted
            else:
                number += 1
                units[f"S-{number}"] = f"{hex_} SR{number:02d}{disrupted}"
        if who == "soviet" and leaders and rng.random() < 0.3:
            units[leaders.pop()] = hex_

    put(centre, side, rng.randint(1, 3))
    for hex_ in free[: rng.randint(3, 14)]:
        put(hex_, rng.choice(["german", "soviet"]), rng.randint(1, 3))
    phase = "soviet-combat" if side == "german" else "german-combat"
    state = arrange(units, phase=phase, turn=rng.choice([4, 9]), options=options)
    stack = state.stack(state.world.hex_index[centre])
    mine = 1 if side == "german" else 0
    for beside in state.world.board.grid.around(state.world.hex_index[centre]):
        if state.maps.held[mine][beside] and rng.random() < 0.3:
            stack = tuple(sorted((*stack, *state.stack(beside))))
    posts = tuple(state.units[u].place for u in stack)
    battle = Battle(False, 1 - mine, (), (), posts, stack, posts, "D2")
    state.agenda = [battle, Retreating(mine, stack, rng.choice([1, 2, 2]), stood=posts)]
    return state


@pytest.mark.rule("9.71b", "9.71c", "9.72b", "9.73a", "9.73b", "9.74", "6.4d")
@pytest.mark.parametrize("seed", range(150))
def test_routes_agree_with_a_slow_reading_of_the_rule(seed: int) -> None:
    house_rule = seed % 2 == 1
    state = random_retreat(seed, {"retreat_full_distance": house_rule})
    chance = SeededChance(seed)
    before = NaiveBoard(GAME.describe(state))
    gone: dict[str, tuple[str, ...]] = {}
    while state.agenda and isinstance(state.agenda[-1], Retreating):
        frame = state.agenda[-1]
        now = NaiveBoard(GAME.describe(state))
        waiting = [state.name(u) for u in frame.units]
        expected = {
            name: oracle_routes(before, now, gone, now.units[name], frame.count, house_rule)
            for name in waiting
        }
        offered = {name: ways(state, name) for name in waiting}
        assert offered == expected
        movable = [name for name in waiting if offered[name]]
        if not movable:
            break
        name = movable[chance.pick(len(movable), "unit")]
        routes = sorted(offered[name])
        route = routes[chance.pick(len(routes), "way")]
        events = GAME.play(state, Retreat(name, route), chance)
        gone |= {e.unit: e.path[1:] for e in events_of(events, Retreated)}
        lost = {e.unit: now.units[e.unit] for e in events_of(events, Eliminated)}
        assert set(lost) <= set(waiting)
        # Those lost still stood where they were when no way was left to them.
        position = GAME.describe(state)
        units = tuple(lost.get(u.id, u) for u in position.units)
        after = NaiveBoard(msgspec.structs.replace(position, units=units))
        for trapped in lost.values():
            assert not oracle_routes(before, after, gone, trapped, frame.count, house_rule)
