"""How the cost of a battle grows: counted in calls, so that it is the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from campagna.core.chance import SeededChance
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.opponent import random_ways
from campagna.games.alto_comando.rules.fire import gunners, targets
from campagna.games.alto_comando.rules.movement import movers
from campagna.games.alto_comando.state import State
from tests.games.alto_comando.lay import GAME, table

PANZER = ("hq", "recon1", "recon2", "tank1", "tank2", "tank3", "motor1", "motor2", "motor3",
          "motor4", "art", "at88")  # fmt: skip
ARMOURED = ("hq", "recon", "tank1", "tank2", "tank3", "motor1", "motor2", "motor3", "motor4",
            "art1", "art2")  # fmt: skip


def battle(divisions: int, phase: str) -> State:
    """Two lines face to face, one rank deeper for every division more."""
    units = {}
    for d in range(divisions):
        for i, key in enumerate(PANZER):
            units[f"A{d + 1}.{key}"] = f"{560 - 40 * d} {200 + 60 * i}"
        for i, key in enumerate(ARMOURED):
            units[f"G{d + 1}.{key}"] = f"{650 + 40 * d} {200 + 60 * i}"
    return table(units, phase=phase)


def calls(work: Callable[[], object]) -> int:
    """How many functions, ours and built in, the work calls."""
    count = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def all_targets(state: State) -> int:
    return sum(len(targets(state, b)) for b in gunners(state))


def all_moves(state: State) -> None:
    for base in movers(state):
        random_ways.random_path(state, base, state.at(base), SeededChance(base))


@pytest.mark.parametrize(("phase", "work"), [("fire", all_targets), ("move", all_moves)])
def test_a_phase_costs_at_most_quadratically_in_bases(
    phase: str, work: Callable[[State], object]
) -> None:
    small, large = battle(2, phase), battle(4, phase)
    few, many = calls(lambda: work(small)), calls(lambda: work(large))
    assert few > 1000
    assert many <= 4.4 * few


def test_shots_cost_linearly() -> None:
    """Twice as many shots of the same battle cost no more than twice as much."""

    def shoot(count: int) -> int:
        state, chance = battle(3, "fire"), SeededChance(5)
        fired = []
        for base in gunners(state)[:count]:
            found = targets(state, base)
            if found:
                fired.append(orders.Fire(state.name(base), state.name(found[0])))

        def volley() -> None:
            for order in fired:
                if GAME.refusal(state, order) is None:
                    GAME.play(state, order, chance)

        return calls(volley) // max(1, len(fired))

    assert shoot(24) <= 1.5 * shoot(12)
