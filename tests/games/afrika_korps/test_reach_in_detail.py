"""What a unit can reach is what the judge allows: after Rommel's help, beside zones and supplies."""

from __future__ import annotations

import pytest

from campagna.core.offers import Reach
from campagna.games.afrika_korps.orders import Move
from campagna.games.afrika_korps.rules.movement import mobility
from campagna.games.afrika_korps.state import State
from campagna.hexes.kernels import FAR
from tests.games.afrika_korps.lay import GAME, allowed, go, lay, path, play, refused, why

ROMMEL = ("DE-ROMMEL", "DE-21-5")


def offered(state: State, unit: str) -> set[str]:
    """The hexes in which the offers let a unit end its move."""
    moves = [o for o in GAME.offers(state) if isinstance(o, Reach) and o.order == "move"]
    return {h for o in moves for g in o.groups if unit in g.units for h, *_ in g.steps}


def reached(state: State, unit: str) -> set[str]:
    """The same by the kernel, with no list made."""
    cost = mobility.legal(state, state.world.index[unit]).cost
    return {state.world.hex_ids[h] for h, price in enumerate(cost) if price != FAR}


@pytest.mark.rule("22.1a", "5.2")
@pytest.mark.parametrize(("together", "farthest"), [(0, 40), (1, 41), (2, 42), (3, 42)], ids=str)
def test_what_rommel_gave_is_in_the_reach_of_who_went_with_him(
    together: int, farthest: int
) -> None:
    state = lay(R30="DE-21-5 DE-ROMMEL IT-SAVONA")
    if together:
        play(state, Move(ROMMEL, tuple(f"R{30 + n}" for n in range(1, together + 1))))
    assert f"R{farthest}" in offered(state, "DE-21-5")
    assert f"R{farthest}" in reached(state, "DE-21-5")
    assert f"R{farthest + 1}" not in reached(state, "DE-21-5")
    way = tuple(f"R{n}" for n in range(31 + together, farthest + 2))
    assert allowed(state, Move(("DE-21-5",), way[:-1]))
    assert not allowed(state, Move(("DE-21-5",), way))
    # Who did not go along has nothing of it, and Rommel himself neither.
    assert "R35" not in reached(state, "IT-SAVONA")
    rommel = 30 + GAME.world.movement[GAME.world.rommel]
    assert f"R{rommel}" in reached(state, "DE-ROMMEL")
    assert f"R{rommel + 1}" not in reached(state, "DE-ROMMEL")


@pytest.mark.rule("13.3a", "15.1b")
def test_a_lone_supply_may_not_end_beside_an_enemy_one_but_in_and_beside_a_fortress() -> None:
    state = lay(R40="DE-SUP-1", R44="AL-SUP-1")
    ends = reached(state, "DE-SUP-1")
    assert "R42" in ends
    assert not {"R43", "Q43", "R45", "R44"} & ends
    near = lay(H28="DE-SUP-1", G25="AL-SUP-1", far=False)
    beside = {near.world.hex_ids[h] for h in near.world.near[near.world.hex_index["G25"]]}
    assert beside & reached(near, "DE-SUP-1"), "a supply in a fortress watches nobody outside"
    outside = lay(H28="DE-SUP-1", H25="AL-SUP-1", far=False)
    assert "H26" not in reached(outside, "DE-SUP-1")


@pytest.mark.rule("8.1", "18.1")
def test_who_is_stopped_is_told_by_what_holds_him() -> None:
    """F8 is an escarpment: in a zone there, the zone goes first; without one, the ground."""
    state = lay(F7="DE-21-5")
    play(state, go("DE-21-5", "F8"))
    assert why(state, go("DE-21-5", "F7")) == ("18.1", "stopped-on-scarp")
    zone = lay(R40="DE-21-5", R43="UK-7-4")
    play(zone, go("DE-21-5", "R41 R42"))
    assert why(zone, go("DE-21-5", "R41")) == ("8.1", "stopped")
    assert refused(zone, go("DE-21-5", "R41")).facts["units"] == ("UK-7-4",)
    both = lay(F7="DE-21-5", F9="UK-7-4")
    play(both, Move(("DE-21-5",), path("F8")))
    assert why(both, go("DE-21-5", "F7")) == ("8.1", "stopped")
