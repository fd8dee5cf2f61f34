"""6.1, 6.2, 6.7: moving units, what stops them, what terrain costs. 6.4: the western columns."""

from __future__ import annotations

import pytest

from campagna.games.panzergruppe_guderian.events import (
    Advanced,
    Eliminated,
    Moved,
    RailMoved,
    Retreated,
)
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Attack,
    Done,
    GiveGround,
    Move,
    RailMove,
    Retreat,
    TakeLosses,
)
from campagna.games.panzergruppe_guderian.position import UnitPosition
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.supply import commanded_hexes, in_supply
from tests.games.panzergruppe_guderian.board_setup import (
    Words,
    allowed,
    arrange,
    decision,
    events_of,
    flags,
    only,
    place,
    play,
    points_left,
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


@pytest.mark.rule("6.7h", "6.7c", "11.13")
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


# --- 6.1: how to move -------------------------------------------------------------------------------


@pytest.mark.rule("6.11a", "6.GEN-1", "6.23b")
def test_all_some_or_none_of_the_units_may_move() -> None:
    units = {"G-6Inf": "2411", "G-26Inf": "2421", "G-Lehr": "2424", "G-GD": "2404"}
    state = arrange(units)
    none = state.copy()
    assert allowed(none, Done())
    play(none, Done())
    assert [place(none, name) for name in units] == list(units.values())
    for name, to in zip(units, ("2412", "2420", "2425", "2405"), strict=True):
        play(state, Move((name,), (to,)))
        assert place(state, name) == to


@pytest.mark.rule("6.11b")
def test_there_is_no_combat_in_a_movement_phase() -> None:
    units = {"G-6Inf": "2411", "S-1": "2410 SR17"}
    state = arrange(units)
    assert why(state, Attack(("G-6Inf",), ("2410",))) == ("4.2 B1", "not-now")
    assert allowed(arrange(units, phase="german-combat"), Attack(("G-6Inf",), ("2410",)))


@pytest.mark.rule("6.12", "6.23a", "6.GEN-1")
def test_a_unit_spends_no_more_than_its_allowance() -> None:
    column = tuple(f"24{row:02d}" for row in range(12, 20))
    state = arrange({"G-6Inf": "2411"})
    assert why(state, Move(("G-6Inf",), column)) == ("6.23a", "too-far")
    play(state, Move(("G-6Inf",), column[:-1]))
    assert points_left(state, "G-6Inf") == 0


@pytest.mark.rule("6.23a", "6.23b", "4.2 B3")
def test_points_left_over_are_lost_and_the_second_phase_gives_the_full_allowance() -> None:
    state = arrange({"G-Lehr": "2411", "G-GD": "2421"})
    play(state, Move(("G-Lehr",), ("2412", "2413")))
    assert points_left(state, "G-Lehr") == 8
    play(state, Done())
    assert decision(state) == "german-mech-move"
    assert points_left(state, "G-Lehr") == points_left(state, "G-GD") == 10


@pytest.mark.rule("6.GEN-2")
def test_a_move_that_is_over_is_over() -> None:
    state = arrange({"G-Lehr": "2411"})
    play(state, Move(("G-Lehr",), ("2412",)))
    assert why(state, Move(("G-Lehr",), ("2413",))) == ("6.GEN-2", "moved-already")


@pytest.mark.rule("6.GEN-2")
@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (("2413",), "not-adjacent"),
        (("2412", "2414"), "not-adjacent"),
        (("2411",), "not-adjacent"),
        (("9999",), "unknown-hex"),
        ((), "no-path"),
    ],
)
def test_a_path_is_a_chain_of_hexes_of_the_map(path: tuple[str, ...], reason: str) -> None:
    state = arrange({"G-Lehr": "2411"})
    assert why(state, Move(("G-Lehr",), path)) == ("6.GEN-2", reason)


@pytest.mark.rule("6.GEN-2", "6.23a")
def test_units_move_in_one_order_only_from_one_hex_and_each_pays_for_itself() -> None:
    state = arrange({"G-Lehr": "2411", "G-6Inf": "2411", "G-26Inf": "2412"})
    refusal = why(state, Move(("G-Lehr", "G-26Inf"), ("2410",)))
    assert refusal == ("6.GEN-2", "not-together")
    play(state, Move(("G-Lehr", "G-6Inf"), ("2410", "2409")))
    assert (points_left(state, "G-Lehr"), points_left(state, "G-6Inf")) == (10 - 3, 7 - 2)
    forest = arrange({"G-Lehr": "2411", "G-1Cav": "2411"})
    far = Move(("G-Lehr", "G-1Cav"), ("2410", "2409", "2309", "2308"))
    assert why(forest, far) == ("6.23a", "too-far"), "the cavalry has 5 points, the way costs 7"


@pytest.mark.rule("6.24a", "6.GEN-1")
def test_units_move_only_in_their_own_movement_phase() -> None:
    units = {"G-Lehr": "2411", "S-1": "2420 SR17"}
    for phase, rule in [
        ("german-combat", "4.2 B2"),
        ("soviet-combat", "4.2 A2"),
        ("soviet-interdict", "4.2 A4"),
        ("german-interdict", "4.2 B5"),
    ]:
        state = arrange(units, phase=phase)
        assert why(state, Move(("G-Lehr",), ("2412",))) == (rule, "not-now")
        assert why(state, Move(("S-1",), ("2421",))) == (rule, "not-now")
    soviet = arrange(units, phase="soviet-move")
    assert why(soviet, Move(("G-Lehr",), ("2412",))) == ("6.GEN-1", "not-your-unit")
    german = arrange(units)
    assert why(german, Move(("S-1",), ("2421",))) == ("6.GEN-1", "not-your-unit")


@pytest.mark.rule("6.24b")
def test_retreats_and_advances_cost_no_movement_points() -> None:
    """A regiment without a point left still advances; the division it drove back spent nothing.

    4 against 2 is 2-1, on a 2 D1.
    """
    tired = UnitPosition("", "2411", spent=20)
    units: dict[str, Words] = {"G-GD": tired, "S-1": "2410 SR61", "SL-konev": "2406"}
    state = arrange(units, phase="german-combat")
    play(state, Attack(("G-GD",), ("2410",)), GiveGround(), dice=[2])
    events = play(state, Retreat("S-1", ("2409",)))
    assert only(events, Retreated).path == ("2410", "2409")
    events = play(state, Advance("G-GD", ("2410",)))
    assert only(events, Advanced).path == ("2411", "2410")
    assert unit(state, "G-GD").spent == 20
    assert unit(state, "S-1").spent == 0


# --- 6.2: what stops a unit -------------------------------------------------------------------------


@pytest.mark.rule("6.21")
def test_no_unit_enters_a_hex_with_an_enemy() -> None:
    """The enemy is disrupted, so that no zone of control stands in the way of this test."""
    state = arrange({"G-Lehr": "2411", "S-1": "2410 SR17 disrupted"})
    assert why(state, Move(("G-Lehr",), ("2410",))) == ("6.21", "enemy-there")
    assert why(state, Move(("G-Lehr",), ("2410", "2409"))) == ("6.21", "enemy-there")


@pytest.mark.rule("6.22a", "8.GEN", "8.12")
def test_a_unit_stops_where_it_enters_an_enemy_zone() -> None:
    state = arrange({"G-Lehr": "2411", "S-1": "2408 SR17"})
    assert why(state, Move(("G-Lehr",), ("2410", "2409", "2309"))) == ("6.22a", "zone-stop")
    cost = only(play(state, Move(("G-Lehr",), ("2410", "2409"))), Moved).cost
    assert cost == 2 * 1 + 2 * 2, "clear and forest, nothing for the zone"
    assert points_left(state, "G-Lehr") == 7


@pytest.mark.rule("6.22b", "8.13")
def test_a_unit_in_an_enemy_zone_does_not_leave_it() -> None:
    state = arrange({"G-Lehr": "2411", "S-1": "2410 SR17"})
    assert why(state, Move(("G-Lehr",), ("2412",))) == ("6.22b", "zone-locked")
    assert why(state, Move(("G-Lehr",), ("2511",))) == ("6.22b", "zone-locked")
    soviet = arrange({"G-Lehr": "2411", "S-1": "2410 SR17"}, phase="soviet-move")
    assert why(soviet, Move(("S-1",), ("2409",))) == ("6.22b", "zone-locked")


@pytest.mark.rule("6.25", "11.31")
@pytest.mark.parametrize(
    ("name", "words", "phase", "points"),
    [
        ("G-Lehr", "2411", "german-move", 10),
        ("G-6Inf", "2411", "german-move", 7),
        ("S-1", "2411 SR17", "soviet-move", 6),
        ("G-1Cav", "2411", "german-move", 5),
    ],
)
def test_without_supply_the_allowance_is_halved_and_fractions_dropped(
    name: str, words: str, phase: str, points: int
) -> None:
    supplied = arrange({name: words}, phase=phase, opened=True)
    assert points_left(supplied, name) == points
    cut_off = arrange({name: f"{words} unsupplied"}, phase=phase, opened=True)
    assert points_left(cut_off, name) == {10: 5, 7: 3, 6: 3, 5: 2}[points]


@pytest.mark.rule("6.25", "6.23a")
def test_the_supply_check_of_the_phase_sets_the_allowance() -> None:
    """One division stands with Lukin, who is supplied; the other has no leader near."""
    units = {"SL-lukin": "2216", "S-1": "2216 SR17", "S-2": "3009 SR18"}
    state = arrange(units, phase="soviet-move")
    assert flags(state, "S-2") >= {"unsupplied"}
    assert not flags(state, "S-1") & {"unsupplied"}
    north = tuple(f"30{row:02d}" for row in range(8, 4, -1))
    assert why(state, Move(("S-2",), north)) == ("6.23a", "too-far")
    assert allowed(state, Move(("S-2",), north[:3]))


@pytest.mark.rule("6.11a", "3.4a")
def test_orders_name_units_that_exist_each_once() -> None:
    state = arrange({"G-Lehr": "2411"})
    assert why(state, Move(("G-99Pz",), ("2412",))) == ("3.4a", "unknown-unit")
    assert why(state, Move(("G-Lehr", "G-Lehr"), ("2412",))) == ("6.GEN-1", "named-twice")
    assert why(state, Move((), ("2412",))) == ("6.GEN-1", "no-units")


# --- 6.4: the western columns -----------------------------------------------------------------------


@pytest.mark.rule("6.4a")
@pytest.mark.parametrize("turn", [2, 6])
def test_no_soviet_unit_enters_the_two_western_columns_in_the_first_six_turns(turn: int) -> None:
    units = {"S-1": "0310 SR17", "S-2": "0311 SR18", "SL-konev": "0311"}
    state = arrange(units, phase="soviet-move", turn=turn)
    assert why(state, Move(("S-1",), ("0210",))) == ("6.4a", "west-closed")
    assert why(state, Move(("SL-konev",), ("0211",))) == ("6.4a", "west-closed")
    assert why(state, RailMove("S-2", ("0210",))) == ("6.4a", "west-closed")
    assert allowed(state, Move(("S-1",), ("0410",)))


@pytest.mark.rule("6.4a")
def test_from_turn_7_the_western_columns_are_open() -> None:
    units = {"S-1": "0310 SR17", "S-2": "0311 SR18", "SL-konev": "0311"}
    state = arrange(units, phase="soviet-move", turn=7)
    assert allowed(state, Move(("S-1",), ("0210", "0110")))
    assert allowed(state, Move(("SL-konev",), ("0211",)))
    assert allowed(state, RailMove("S-2", ("0210", "0209", "0109")))


@pytest.mark.rule("6.4a")
def test_the_western_columns_are_open_to_the_germans() -> None:
    assert allowed(arrange({"G-6Inf": "0310"}, turn=1), Move(("G-6Inf",), ("0210", "0110")))


@pytest.mark.rule("6.4b")
@pytest.mark.parametrize(("turn", "advances"), [(6, False), (7, True)])
def test_soviets_attack_into_the_western_columns_but_do_not_advance_there(
    turn: int, advances: bool
) -> None:
    """8 against 2 is 4-1, on a 1 D2: the German loses both steps of his weak regiment."""
    units = {"G-Lehr": "0210 step1", "S-1": "0310 SR32", "SL-konev": "0312"}
    state = arrange(units, phase="soviet-combat", turn=turn)
    play(state, Attack(("S-1",), ("0210",)), dice=[1])
    events = play(state, TakeLosses(("G-Lehr",)))
    assert only(events, Eliminated).unit == "G-Lehr"
    assert (decision(state) == "advance") == advances


@pytest.mark.rule("6.4d")
@pytest.mark.parametrize(("turn", "dies"), [(5, True), (7, False)])
def test_a_retreat_with_nowhere_to_go_but_the_west_is_the_end(turn: int, dies: bool) -> None:
    """T48: around 0310 only 0209 and 0210 are out of German zones.

    9 against an unsupplied 8, which makes 4, is 2-1: on a 2 D1.
    """
    units = {"G-6Inf": "0410", "G-26Inf": "0308", "G-5Inf": "0312", "S-1": "0310 SR34"}
    state = arrange(units, phase="german-combat", turn=turn)
    play(state, Attack(("G-6Inf",), ("0310",)), dice=[2])
    events = play(state, GiveGround())
    lost = events_of(events, Eliminated)
    assert bool(lost) == dies
    if dies:
        assert lost[0].unit == "S-1"
        assert place(state, "S-1") == "dead"
    else:
        assert place(state, "S-1") == "0310", "the German has still to choose its line of retreat"


WEST_POCKET = {
    "SL-konev": "0316",
    "S-1": "0316 SR17",
    "G-6Inf": "0412",
    "G-26Inf": "0514",
    "G-5Inf": "0517",
    "G-35Inf": "0419",
}
"""Konev at 0316: German zones close every way to the east but the one through columns 01 and 02."""


@pytest.mark.rule("6.4e")
def test_soviet_supply_lines_run_through_the_western_columns() -> None:
    state = arrange(WEST_POCKET, phase="soviet-move", turn=3)
    assert in_supply(state, state.find("SL-konev"))
    assert in_supply(state, state.find("S-1"))
    assert why(state, Move(("SL-konev",), ("0216",))) == ("6.4a", "west-closed")
    shut = {**WEST_POCKET, "G-7Inf": "0211", "G-15Inf": "0221"}
    assert not in_supply(arrange(shut, phase="soviet-move", turn=3), state.find("SL-konev"))


@pytest.mark.rule("6.4e", "10.35a")
def test_soviet_command_lines_run_through_the_western_columns() -> None:
    """Konev in 0314 reaches a division in 0310, four hexes away, only through column 02."""
    units = {"SL-konev": "0314", "S-1": "0310 SR17", "G-6Inf": "0412"}
    state = arrange(units, phase="soviet-move", turn=3)
    assert commanded_hexes(state)[state.world.hex_index["0310"]]
    blocked = arrange({**units, "G-26Inf": "0111"}, phase="soviet-move", turn=3)
    assert not commanded_hexes(blocked)[state.world.hex_index["0310"]]
