"""11.0 Supply on positions of whole games against the slow second reading."""

from __future__ import annotations

import random

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.games.panzergruppe_guderian.rules.supply import commanded_hexes, in_supply
from campagna.games.panzergruppe_guderian.state import State
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    SCENARIO,
)
from tests.games.panzergruppe_guderian.naive_map import (
    ROADS,
    TERRAIN,
)
from tests.games.panzergruppe_guderian.supply_oracle import oracle, oracle_command


def supplied(state: State, name: str) -> bool:
    return in_supply(state, state.find(name))


def positions_of_a_game(seed: int, every: int) -> list[State]:
    """States from random play, one for every so many orders once the Germans are there."""
    chance, seat = SeededChance(seed), SeededChance(seed + 10_000)
    state = GAME.start(GAME.new_setup(SCENARIO), chance)
    found = []
    orders = 0
    while GAME.step(state) is not None:
        GAME.play(state, GAME.offers(state).sample(seat), chance)
        orders += 1
        if state.turn > 1 and orders % every == 0:
            found.append(state.copy())
    return found


@pytest.mark.rule(
    "11.11", "11.12", "11.13", "11.21a", "11.21b", "11.22", "11.24", "10.35a", "13.44"
)
@pytest.mark.parametrize("seed", range(6))
def test_supply_agrees_with_a_slow_reading_of_the_rules(seed: int) -> None:
    kinds = set()
    for state in positions_of_a_game(seed, every=307):
        position = GAME.describe(state)
        expected = oracle(position)
        found = {name: supplied(state, name) for name in expected}
        assert found == expected, f"turn {state.turn}, phase {state.phase}"
        commanded = commanded_hexes(state)
        assert {
            name: bool(commanded[state.units[state.find(name)].place])
            for name in oracle_command(position)
        } == oracle_command(position)
        kinds |= {(name[0], answer) for name, answer in found.items()}
    assert kinds >= {("S", True), ("S", False), ("G", True)}


@pytest.mark.rule("13.44", "11.11", "11.12", "6.7f", "11.22")
@pytest.mark.parametrize("seed", range(6, 12))
def test_supply_agrees_with_markers_on_the_roads_and_leaders_in_the_swamps(seed: int) -> None:
    rng = random.Random(seed)
    state = positions_of_a_game(seed, every=400)[-1]
    position = GAME.describe(state)
    roads = sorted({h for side in ROADS for h in side})
    swamps = sorted(h for h in TERRAIN if TERRAIN[h] == "swamp")
    german = {u.at for u in position.units if u.id.startswith("G-")}
    for marker in ["0120", *rng.sample(roads, 3)]:
        rng.shuffle(swamps)
        free = iter(h for h in swamps if h not in german)
        units = tuple(
            msgspec.structs.replace(u, at=next(free))
            if u.id.startswith("SL-") and u.at[0].isdigit() and rng.random() < 0.5
            else u
            for u in position.units
        )
        changed = msgspec.structs.replace(position, units=units, soviet_marker=marker)
        again = GAME.arrange(GAME.new_setup(SCENARIO), changed, SeededChance(0))
        expected = oracle(changed)
        assert {name: supplied(again, name) for name in expected} == expected
