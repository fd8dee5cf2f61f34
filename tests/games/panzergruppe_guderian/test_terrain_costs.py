"""6.7: what terrain costs each kind of unit."""

from __future__ import annotations

import pytest

from campagna.games.panzergruppe_guderian.events import (
    Moved,
    RailMoved,
)
from campagna.games.panzergruppe_guderian.orders import (
    Move,
    RailMove,
)
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.lay import (
    allowed,
    arrange,
    only,
    play,
    unit,
    why,
)

CLASSES = {
    "infantry": ("G-6Inf", ""),
    "motorised": ("G-Lehr", ""),
    "cavalry": ("G-1Cav", ""),
    "rifle": ("S-1", "SR17"),
    "armour": ("S-1", "SA01"),
    "leader": ("SL-konev", ""),
}


def one_unit(kind: str, at: str) -> tuple[State, str]:
    """A fully supplied unit of a movement class, alone on the map, in its movement phase."""
    name, counter = CLASSES[kind]
    phase = "soviet-move" if kind in ("rifle", "armour", "leader") else "german-move"
    given = UnitPosition("", at, counter, start=at)
    return arrange({name: given}, phase=phase, turn=7, opened=True), name


def walk(kind: str, *way: str) -> float:
    """What a unit of this class pays for the way, in movement points."""
    state, name = one_unit(kind, way[0])
    cost = only(play(state, Move((name,), way[1:])), Moved).cost
    assert unit(state, name).spent == cost
    return cost / 2


# --- 6.7: the terrain effects chart -----------------------------------------------------------------

CLEAR, FOREST, SWAMP = ("2411", "2410"), ("2410", "2409"), ("0707", "0708")
RIVER, FOREST_RIVER = ("2216", "2117"), ("2616", "2617")
MAJOR, MINOR = ("2526", "2626"), ("3006", "3005")
ROAD, ROAD_INTO_FOREST, ROAD_INTO_SWAMP = ("1815", "1915"), ("5807", "5907"), ("1713", "1612")


@pytest.mark.rule("6.7a", "6.7d", "6.7e", "6.7f", "6.12")
@pytest.mark.parametrize("kind", CLASSES)
def test_clear_ground_and_cities_cost_1_and_swamp_2_for_everybody(kind: str) -> None:
    assert walk(kind, *CLEAR) == 1
    assert walk(kind, *MAJOR) == 1
    assert walk(kind, *MINOR) == 1
    assert walk(kind, *SWAMP) == 2


@pytest.mark.rule("6.7b", "10.21a")
@pytest.mark.parametrize(
    ("kind", "cost"),
    [
        ("infantry", 1),
        ("motorised", 2),
        ("cavalry", 2),
        ("rifle", 1),
        ("armour", 2),
        ("leader", 1),
    ],
)
def test_forest_costs_1_on_foot_and_2_for_all_others(kind: str, cost: int) -> None:
    assert walk(kind, *FOREST) == cost


@pytest.mark.rule("6.7c")
@pytest.mark.parametrize(
    ("kind", "clear", "forest"),
    [
        ("infantry", 3, 3),
        ("motorised", 3, 4),
        ("cavalry", 3, 4),
        ("rifle", 2, 2),
        ("armour", 2, 3),
        ("leader", 2, 2),
    ],
)
def test_a_river_adds_2_for_germans_and_1_for_soviets(kind: str, clear: int, forest: int) -> None:
    assert walk(kind, *RIVER) == clear
    assert walk(kind, *FOREST_RIVER) == forest


@pytest.mark.rule("6.7h", "10.21a")
@pytest.mark.parametrize(
    ("kind", "cost"),
    [
        ("infantry", 1),
        ("motorised", 0.5),
        ("cavalry", 1),
        ("rifle", 1),
        ("armour", 0.5),
        ("leader", 0.5),
    ],
)
def test_a_road_costs_half_a_point_on_wheels_whatever_the_terrain(kind: str, cost: float) -> None:
    assert walk(kind, *ROAD) == cost
    assert walk(kind, *ROAD_INTO_FOREST) == cost
    assert walk(kind, *ROAD_INTO_SWAMP) == cost


@pytest.mark.rule("6.7h")
def test_a_road_hex_entered_from_the_side_costs_its_terrain() -> None:
    assert walk("motorised", "5908", "5907") == 2
    assert walk("leader", "5908", "5907") == 1
    assert walk("motorised", "1814", "1815") == 1


@pytest.mark.rule("6.7i", "6.35")
def test_a_railroad_hex_costs_what_the_terrain_costs() -> None:
    assert walk("rifle", "2216", "2116") == 1
    assert walk("armour", "0621", "0722") == 2
    assert walk("motorised", "0621", "0722") == 2
    assert walk("rifle", "2216", "2217") == 2, "the rail bridges no river either"


@pytest.mark.rule("6.7g")
@pytest.mark.parametrize("kind", CLASSES)
def test_nobody_crosses_a_lake_hexside(kind: str) -> None:
    state, name = one_unit(kind, "1403")
    assert why(state, Move((name,), ("1503",))) == ("6.7g", "lake")
    assert allowed(state, Move((name,), ("1504",)))


@pytest.mark.rule("6.7c", "6.12")
def test_crossing_the_dnepr_at_smolensk() -> None:
    """T1, the river example of the overview."""
    assert walk("rifle", "2216", "2217") == 2
    assert walk("infantry", "2216", "2217") == 3


@pytest.mark.rule("6.7h", "6.12")
def test_the_road_east_from_0120() -> None:
    """T33."""
    way = ("0120", "0219", "0319", "0418", "0518")
    assert walk("motorised", *way) == 2
    assert walk("infantry", *way) == 4


@pytest.mark.rule("6.7h", "6.7c")
def test_the_road_does_not_bridge_the_river_for_movement() -> None:
    """T34."""
    assert walk("motorised", "2215", "2216") == 0.5
    assert walk("motorised", "2215", "2216", "2217") == 0.5 + 3


@pytest.mark.rule("10.21a", "6.7b", "6.7h")
def test_a_leader_in_the_forest_off_and_on_the_road() -> None:
    """T35."""
    assert walk("leader", "2410", "2409") == 1
    assert walk("leader", "5807", "5907") == 0.5


@pytest.mark.rule("13.31", "13.32", "6.33b")
def test_aircraft_over_1315() -> None:
    """T36: a rifle division walks in for 2 points, a train comes in for 4."""
    units = {"S-1": "1314 SR17", "S-2": "1215 SR18"}
    state = arrange(units, phase="soviet-move", air=("1315",))
    assert only(play(state, Move(("S-1",), ("1315",))), Moved).cost == 2 * 2
    assert only(play(state, RailMove("S-2", ("1315",))), RailMoved).cost == 4
