"""Command: radius, chains, what commanders let their units declare (CMD-1 to CMD-9, CAP-1 to CAP-8)."""

from __future__ import annotations

import pytest

from campagna.games.kasserine.rules.command import (
    attack_kinds,
    attack_value,
    commanded,
    defence_kinds,
)
from campagna.games.kasserine.state import State
from campagna.games.kasserine.world import AXIS
from tests.games.kasserine.lay import (
    GAME,
    NIGHT,
    allowed,
    attack,
    lay,
    marks,
    number,
    unit,
    why,
)
from tests.games.kasserine.naive_map import distances

ALL = ["to_the_last", "medium", "disengage"]


def control(state: State, name: str) -> set[str]:
    world = state.world
    return {state.name(a) for a in world.armies if unit(state, name).control & world.army_bit[a]}


@pytest.mark.rule("CMD-2")
def test_the_radius_is_nine_points_at_foot_costs() -> None:
    state = lay({})
    mask = commanded(state, state.world.hex_index["1824"], AXIS)
    slow = {h for h, cost in distances("1824").items() if cost <= 18}
    assert {state.hex_name(h) for h in range(state.world.size) if mask[h]} == slow


@pytest.mark.rule("CMD-2")
def test_orders_pass_zones_but_not_enemies() -> None:
    ring = ["2419", "2421", "2320", "2520", "2321", "2521"]
    pieces = ["L34-1-133", "L34-3-133", "S-M07", "CL-II", "L1A-3-1", "L1A-91"]
    shut = lay({"2420": "CD-21", "2422": "A21-I5", **dict(zip(ring, pieces, strict=True))})
    assert "under-division" not in marks(shut, "A21-I5")
    zones = lay({"2420": "CD-21", "2422": "A21-I5", "2319": "L34-1-133", "2622": "L34-3-133"})
    assert "under-division" in marks(zones, "A21-I5")


@pytest.mark.rule("CMD-3", "CMD-5")
def test_direct_indirect_and_complete() -> None:
    """Arnim is far from the tank: 3132 to 2420 is 11 points and a half, 3132 to 3022 8 and a half."""
    dead = {"dead": "CA-ROMMEL CD-DAK CD-131"}
    direct = lay({"2420": "A21-I5", "2421": "CA-ARNIM", **dead})
    assert control(direct, "A21-I5") == {"CA-ARNIM"}
    assert {"complete", "under-division"}.isdisjoint(marks(direct, "A21-I5"))
    indirect = lay({"2420": "A21-I5", "3022": "CD-21", "3132": "CA-ARNIM", **dead})
    assert control(indirect, "A21-I5") == {"CA-ARNIM"}
    assert {"complete", "under-division"} <= marks(indirect, "A21-I5")
    other = lay({"2420": "A21-I5", "3022": "CD-10", "3132": "CA-ARNIM", **dead})
    assert control(other, "A21-I5") == set()
    division = lay({"2420": "A21-I5", "3022": "CD-21", **dead})
    assert "under-division" in marks(division, "A21-I5")
    assert "complete" not in marks(division, "A21-I5")


@pytest.mark.rule("CMD-3")
def test_the_other_sides_armies_control_nobody() -> None:
    state = lay({"2420": "A21-I5", "2422": "CL-II", "dead": "CA-ROMMEL"})
    assert control(state, "A21-I5") == set()


@pytest.mark.rule("CMD-4", "SUM-1")
@pytest.mark.parametrize(
    ("command", "able"),
    [("CD-21", True), ("CA-ARNIM", True), ("CD-10", False), ("CA-ROMMEL", True)],
)
def test_an_attack_needs_the_own_division_or_any_army(command: str, able: bool) -> None:
    dead = " ".join({"CA-ROMMEL", "CD-DAK", "CD-131"} - {command})
    board = {"2420": f"A21-I5 S-M01 {command}", "2521": "L34-1-133", "dead": dead}
    state = lay(board, phase="plan")
    assert allowed(state, attack("A21-I5", "2521")) == able
    if not able:
        assert why(state, attack("A21-I5", "2521")) == ("CMD-4", "attack-uncommanded")


@pytest.mark.rule("CMD-6", "SUM-1")
def test_an_attack_needs_supply() -> None:
    board = {"2420": "A21-I5 CD-21", "2521": "L34-1-133"}
    assert why(lay(board, phase="plan"), attack("A21-I5", "2521")) == (
        "CMD-6",
        "attack-unsupplied",
    )


@pytest.mark.rule("CMD-7")
def test_reconnaissance_needs_neither_by_day() -> None:
    board = {"2420": "A21-580", "2521": "L34-1-133", "dead": "CA-ROMMEL CD-DAK"}
    assert allowed(lay(board, phase="plan"), attack("A21-580", "2521"))


@pytest.mark.rule("CMD-8", "NGT-5", "AIR-3 (b)")
def test_reconnaissance_within_a_radius_has_its_benefits() -> None:
    board = {"2420": "A21-580 CD-21 CA-ARNIM", "2521": "L34-1-133"}
    state = lay(board, phase="plan")
    assert attack_value(state, number(state, "A21-580")) == 2
    assert allowed(state, attack("A21-580", "2521", "2521"))
    assert allowed(lay(board, phase="plan", move=NIGHT), attack("A21-580", "2521"))
    lone = {"2420": "A21-580", "2521": "L34-1-133", "dead": "CA-ROMMEL CD-DAK CD-131"}
    state = lay(lone, phase="plan")
    assert attack_value(state, number(state, "A21-580")) == 1
    assert why(state, attack("A21-580", "2521", "2521")) == ("AIR-3 (b)", "air-uncommanded")


@pytest.mark.rule("CMD-5", "TER-1")
def test_the_chain_adds_one_to_every_attacker() -> None:
    state = lay({"2420": "A21-I5:complete", "1118": "A21-I104"}, opened=True)
    assert attack_value(state, number(state, "A21-I5")) == 6
    assert attack_value(state, number(state, "A21-I104")) == 1


# --- capacities ---------------------------------------------------------------------------------------


def kinds(names: str) -> tuple[list[str], list[str]]:
    """What units may declare, given as `A21-I5@CA-ARNIM`."""
    hexes = ("2420", "2421", "2422")
    units = names.split()
    state = lay(dict(zip(hexes, units, strict=False)), opened=True)
    numbers = [number(state, u.split("@")[0]) for u in units]
    return attack_kinds(state, numbers), defence_kinds(state, numbers)


@pytest.mark.rule("CAP-1", "CAP-2", "CAP-3", "CAP-4", "CAP-5", "CAP-6", "CAP-7")
@pytest.mark.parametrize(
    ("unit_", "attacks", "defences"),
    [
        ("A21-I5@CA-ROMMEL", ["violent", "medium"], ALL),
        ("A21-I5@CA-ARNIM", ["medium"], ALL),
        ("L34-1-133@CL-II", ["medium"], ["medium", "disengage"]),
        ("L34-1-133@CL-1A", ["medium"], ALL),
        ("L34-1-133@CL-PATTON", ["violent", "medium"], ["to_the_last", "medium"]),
        ("L34-1-133", ["medium"], ["medium"]),
    ],
)
def test_what_each_commander_allows(unit_: str, attacks: list[str], defences: list[str]) -> None:
    assert kinds(unit_) == (attacks, defences)


@pytest.mark.rule("CAP-8")
def test_several_units_and_several_commanders() -> None:
    assert kinds("A21-I5@CA-ROMMEL A21-I104@CA-ARNIM")[0] == ["medium"]
    assert kinds("A21-I5@CA-ROMMEL,CA-ARNIM A21-I104@CA-ROMMEL")[0] == ["violent", "medium"]
    assert kinds("L34-1-133@CL-II,CL-1A")[1] == ALL
    assert kinds("L34-1-133@CL-1A L34-3-133")[1] == ["medium"]
    assert kinds("L34-1-133@CL-PATTON L34-3-133@CL-II")[1] == ["medium"]


@pytest.mark.rule("CMD-3", "CMD-8", "CAL-12 (d)")
def test_the_stock_is_taken_anew_at_the_beginning_of_a_turn() -> None:
    """What held in an earlier turn does not hold any more."""
    board = {"2420": "A21-I5:under-division:complete:bound", "dead": "CA-ROMMEL CA-ARNIM CD-21"}
    assert not {"under-division", "complete", "bound"} & marks(lay(board), "A21-I5")


@pytest.mark.rule("CMD-2", "CMD-3")
def test_a_command_off_the_map_commands_nobody_anywhere() -> None:
    last = GAME.world.hex_ids[-1]
    state = lay({last: "A21-I5", "dead": "CD-21 CA-ROMMEL CA-ARNIM"})
    assert not {"under-division", "complete"} & marks(state, "A21-I5")
    assert unit(state, "A21-I5").control == 0
