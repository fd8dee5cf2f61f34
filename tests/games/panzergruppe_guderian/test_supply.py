"""11.0 Supply of both sides, and a slow second reading of it on positions of whole games."""

from __future__ import annotations

import heapq
import random
from functools import cache

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Setup
from campagna.games.panzergruppe_guderian.events import BattleRolled, Moved
from campagna.games.panzergruppe_guderian.orders import Attack, Done, Interdict, Move, Overrun
from campagna.games.panzergruppe_guderian.position import Position, UnitPosition
from campagna.games.panzergruppe_guderian.state import Phase, State
from campagna.games.panzergruppe_guderian.supply import commanded_hexes, in_supply
from tests.games.panzergruppe_guderian.board_setup import (
    GAME,
    SCENARIO,
    Words,
    allowed,
    arrange,
    flags,
    only,
    place,
    play,
    points_left,
    why,
)
from tests.games.panzergruppe_guderian.naive_map import (
    CITIES,
    COUNTERS,
    JOINTS,
    RIVERS,
    ROADS,
    TERRAIN,
    NaiveBoard,
    distance,
    steps,
)


def supplied(state: State, name: str) -> bool:
    return in_supply(state, state.find(name))


# --- German: by road (11.11) --------------------------------------------------------------------------


@pytest.mark.rule("11.11", "11.13", "S2-13")
def test_a_road_counts_as_crossing_rivers_for_supply() -> None:
    """T24: the road joint 0911-0811 counts."""
    assert supplied(arrange({"G-GD": "0911"}), "G-GD")


# The road to the east is cut behind 0718; what is left reaches 1509 over the joint 0811/0911.
NORTHERN_ROAD: dict[str, Words] = {"G-6Inf": "2909", "S-1": "0917 SR01", "S-2": "1017 SR02"}


@pytest.mark.rule("11.11", "11.13")
def test_supply_runs_over_a_road_joint_and_stops_where_it_is_cut() -> None:
    """2909 is 14 hexes from 1509, 21 from 0811 and 22 from 0718."""
    assert (distance("2909", "1509"), distance("2909", "0811"), distance("2909", "0718")) == (
        14,
        21,
        22,
    )
    assert supplied(arrange(NORTHERN_ROAD), "G-6Inf")
    cut = NORTHERN_ROAD | {"S-3": "0911 SR03"}
    assert not supplied(arrange(cut), "G-6Inf")


# A Soviet unit in 0319 leaves only 0120 of the road, which stays out of its zone.
LAST_HEX_OF_THE_ROAD: dict[str, Words] = {"S-1": "0319 SR01"}


@pytest.mark.rule("11.11")
@pytest.mark.parametrize(("hex_", "hexes"), [("2128", 20), ("2228", 21)])
def test_the_road_may_be_twenty_hexes_away(hex_: str, hexes: int) -> None:
    state = arrange({"G-6Inf": hex_, **LAST_HEX_OF_THE_ROAD})
    assert distance("0120", hex_) == hexes
    # By movement points (11.12) the rivers on the way are too dear.
    assert west_cost(NaiveBoard(GAME.describe(state)), "G-6Inf") > 2 * 20
    assert supplied(state, "G-6Inf") == (hexes <= 20)


@pytest.mark.rule("11.11", "8.15", "S2-13")
@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, True),
        ({"S-1": "0219 SR01"}, False),  # an enemy on the road, 0120 in his zone
        ({"S-1": "0220 SR01"}, False),  # the zone alone is enough
        ({"S-1": "0220 SR01", "G-26Inf": "0120", "G-5Inf": "0219"}, True),  # friends negate it
        ({"S-1": "0220 SR01 disrupted"}, True),  # no zone
        ({"S-1": "0120 SR01"}, False),
    ],
)
def test_the_road_must_be_open_down_to_0120(more: dict[str, Words], expected: bool) -> None:
    """A unit far in the east, where 11.12 never reaches."""
    assert supplied(arrange({"G-6Inf": "3010", **more}), "G-6Inf") == expected


@pytest.mark.rule("11.11")
def test_the_line_to_the_road_must_be_open_too() -> None:
    # The pocket of 3010: 3011, 2909 and 3209 close all six neighbours.
    ring: dict[str, Words] = {"S-1": "3011 SR01", "S-2": "2909 SR02", "S-3": "3209 SR03"}
    state = arrange({"G-6Inf": "3010", **ring})
    assert all(NaiveBoard(GAME.describe(state)).closed(h, "german") for h in steps("3010")), (
        "the position is what it says"
    )
    assert not supplied(state, "G-6Inf")
    # A German unit in one of them opens the line (8.15).
    assert supplied(arrange({"G-6Inf": "3010", "G-26Inf": "2910", **ring}), "G-6Inf")


# --- German: by movement points (11.12) ---------------------------------------------------------------


@pytest.mark.rule("11.13")
def test_off_the_road_rules_the_river_costs_its_points() -> None:
    """T25: 0911 -> 0811 costs 1 + 2, the whole way to 0120 9 MP."""
    way = "0811 0712 0612 0513 0514 0515 0516 0517 0518 0418 0319 0219 0120"
    state = arrange({"G-GD": "0911"})
    assert only(play(state, Move(("G-GD",), ("0811",))), Moved).cost == 2 * 3
    state = arrange({"G-GD": "0911"})
    assert only(play(state, Move(("G-GD",), tuple(way.split()))), Moved).cost == 2 * 9


@pytest.mark.rule("11.12", "11.13")
@pytest.mark.parametrize(
    ("hex_", "points"), [("1815", 17), ("1915", 18), ("2014", 19), ("2115", 20), ("2215", 21)]
)
def test_infantry_is_supplied_within_twenty_points_of_the_west_edge(hex_: str, points: int) -> None:
    """T26: no road leads to 0120, which lies in a Soviet zone. One MP for each column, by road."""
    state = arrange({"G-6Inf": hex_, "S-1": "0219 SR01"})
    assert west_cost(NaiveBoard(GAME.describe(state)), "G-6Inf") == 2 * points
    assert supplied(state, "G-6Inf") == (points <= 20)


@pytest.mark.rule("11.12")
def test_each_type_of_unit_counts_its_own_points() -> None:
    """By road from 2215 a motorised regiment needs half of what infantry and cavalry pay."""
    units: dict[str, Words] = {
        "G-6Inf": "2215",
        "G-GD": "2215",
        "G-1Cav": "2215",
        "S-1": "0219 SR01",
    }
    state = arrange(units)
    assert [supplied(state, n) for n in ("G-6Inf", "G-GD", "G-1Cav")] == [False, True, False]


@pytest.mark.rule("11.12")
def test_a_unit_on_the_west_edge_is_supplied() -> None:
    ring: dict[str, Words] = {"S-1": "0104 SR01", "S-2": "0204 SR02", "S-3": "0205 SR03"}
    state = arrange({"G-6Inf": "0105", **ring, "S-4": "0106 SR06"}, turn=8)
    assert supplied(state, "G-6Inf")


@pytest.mark.rule("11.12")
def test_the_edge_hex_must_be_open() -> None:
    """Soviets on the whole west edge, or controlling it, leave nowhere to go."""
    units: dict[str, Words] = {
        f"S-{i}": f"02{row:02d} SR{i:02d}" for i, row in enumerate(range(1, 32, 2), start=1)
    }
    state = arrange({"G-6Inf": "0530", **units}, turn=8)
    assert not supplied(state, "G-6Inf")
    del units["S-16"]  # 0231: the corner 0131 opens
    assert supplied(arrange({"G-6Inf": "0530", **units}, turn=8), "G-6Inf")


# --- Soviet (11.2) ------------------------------------------------------------------------------------


@pytest.mark.rule("11.22", "10.31a")
def test_the_line_of_communication_is_no_longer_than_the_radius() -> None:
    """T21: Lukin (3) in 2216; 2212 is four hexes away, 2213 three."""
    units: dict[str, Words] = {"SL-lukin": "2216", "S-1": "2212 SR01", "S-2": "2213 SR02"}
    state = arrange(units, phase="soviet-move")
    assert not supplied(state, "S-1")
    assert supplied(state, "S-2")
    # It may use another leader.
    assert supplied(arrange({**units, "SL-rakutin": "2211"}, phase="soviet-move"), "S-1")


@pytest.mark.rule("10.31b", "11.23", "10.31a")
def test_without_a_leader_not_even_the_east_edge_supplies() -> None:
    state = arrange({"S-1": "5915 SR01", "SL-konev": "2216"}, phase="soviet-move")
    assert not supplied(state, "S-1")
    assert supplied(arrange({"S-1": "5915 SR01", "SL-konev": "5911"}, phase="soviet-move"), "S-1")


@pytest.mark.rule("10.32", "11.23")
def test_one_leader_serves_any_number_of_units_of_any_army() -> None:
    units: dict[str, Words] = {
        f"S-{i}": UnitPosition("", hex_, f"SR{i:02d}", army="13th Army")
        for i, hex_ in enumerate(["2411", "2410", "2409", "2408", "2407", "2406", "2511"], start=1)
    }
    state = arrange({**units, "SL-konev": UnitPosition("", "2408", army="19th Army")})
    assert all(supplied(state, name) for name in units)


@pytest.mark.rule("10.34", "11.24", "11.21a")
def test_a_leader_needs_a_line_of_any_length_to_the_east_edge() -> None:
    units: dict[str, Words] = {"SL-konev": "0310", "S-1": "0312 SR01"}
    state = arrange(units, phase="soviet-move")
    assert supplied(state, "SL-konev")
    assert supplied(state, "S-1")


@pytest.mark.rule("11.24", "11.21a", "10.35b")
def test_a_leader_cut_off_supplies_nobody() -> None:
    """2410 is closed in by 2411, 2309 and 2609; Konev nearby does not help Lukin."""
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2309",
        "G-5Inf": "2609",
        "SL-lukin": "2410",
        "S-1": "2410 SR01",
        "SL-konev": "2407",
    }
    state = arrange(units, phase="soviet-move")
    assert supplied(state, "SL-konev")
    assert not supplied(state, "SL-lukin")
    assert not supplied(state, "S-1")


@pytest.mark.rule("11.24")
def test_leaders_need_no_line_to_another_leader() -> None:
    state = arrange({"SL-lukin": "2410", "SL-konev": "5010"}, phase="soviet-move")
    assert supplied(state, "SL-lukin")


@pytest.mark.rule("11.21b", "8.15")
@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, True),
        ({"G-6Inf": "2408"}, False),  # an enemy on the line
        ({"G-6Inf": "2308"}, False),  # its zone covers 2408
        ({"G-6Inf": "2308", "S-2": "2408 SR02"}, True),  # a friend there negates it
        ({"G-6Inf": "2308 disrupted"}, True),
        ({"G-6Inf": "2307"}, True),  # its zone covers neither 2408 nor 2409
    ],
)
def test_the_line_of_communication_may_be_interrupted(
    more: dict[str, Words], expected: bool
) -> None:
    """Lukin (3) in 2407, the division in 2410: only 2409 and 2408 make three hexes."""
    units: dict[str, Words] = {"SL-lukin": "2407", "S-1": "2410 SR01", **more}
    assert supplied(arrange(units, phase="soviet-move"), "S-1") == expected


@pytest.mark.rule("6.7f", "11.21b")
def test_a_line_runs_into_a_swamp_but_not_through_it() -> None:
    """Rakutin (2) in 2618; between him and 2418 the swamp 2518, and 2519 in a German zone."""
    german: dict[str, Words] = {"G-6Inf": "2520"}
    beyond = arrange({**german, "SL-rakutin": "2618", "S-1": "2418 SR01"}, phase="soviet-move")
    assert not supplied(beyond, "S-1")
    inside = arrange({**german, "SL-rakutin": "2618", "S-1": "2518 SR01"}, phase="soviet-move")
    assert supplied(inside, "S-1")
    leader = arrange({**german, "SL-rakutin": "2518", "S-1": "2418 SR01"}, phase="soviet-move")
    assert supplied(leader, "S-1"), "the line ends in the swamp"


@pytest.mark.rule("11.22", "10.35a", "6.7f")
def test_a_leader_in_a_swamp_is_not_hidden_by_a_stronger_one_beside_him() -> None:
    """Konev's line may not go on through the swamp 2518, Rakutin's begins there."""
    units: dict[str, Words] = {
        "G-6Inf": "2520",  # closes 2519, 2419
        "G-26Inf": "2416",  # closes 2417, 2517
        "SL-konev": "2618",
        "SL-rakutin": "2518",
        "S-1": "2418 SR01",
    }
    state = arrange(units, phase="soviet-move")
    assert supplied(state, "S-1")
    assert commanded_hexes(state)[state.world.hex_index["2418"]]


@pytest.mark.rule("6.7g", "11.21b")
def test_lakes_interrupt_lines() -> None:
    """Rakutin (2) in 1601 is two hexes from 1403, but the lake lies between."""
    assert distance("1602", "1403") == 2
    state = arrange({"SL-rakutin": "1601", "S-1": "1403 SR01"}, phase="soviet-move")
    assert not supplied(state, "S-1")


# The only way out of 0310 leads through columns 01 and 02.
BY_THE_WEST: dict[str, Words] = {"G-6Inf": "0411", "G-26Inf": "0408", "SL-konev": "0310"}


@pytest.mark.rule("6.4e")
def test_soviet_lines_pass_through_the_closed_columns() -> None:
    state = arrange(BY_THE_WEST, phase="soviet-move", turn=3)
    board = NaiveBoard(GAME.describe(state))
    assert [h for h in steps("0310") if not board.closed(h, "soviet")] == ["0210", "0209"]
    assert supplied(state, "SL-konev")


@pytest.mark.rule("13.33c")
def test_german_aircraft_do_not_interrupt_soviet_lines() -> None:
    state = arrange(BY_THE_WEST, phase="soviet-move", turn=3, air=("0209", "0210", "0208"))
    assert supplied(state, "SL-konev")


@pytest.mark.rule("6.64", "11.21a")
def test_a_disrupted_leader_supplies_nobody() -> None:
    """AMB-32."""
    units: dict[str, Words] = {"SL-konev": "2408 disrupted", "S-1": "2410 SR01"}
    assert not supplied(arrange(units, phase="soviet-move"), "S-1")


# --- effects (11.3) -----------------------------------------------------------------------------------

# 3010 is a pocket: see test_the_line_to_the_road_must_be_open_too.
POCKET: dict[str, Words] = {"S-1": "3011 SR01", "S-2": "2909 SR02", "S-3": "3209 SR03"}


@pytest.mark.rule("11.31", "11.GEN-1")
def test_without_supply_strength_and_movement_are_halved() -> None:
    """T22: a German 9-7 has strength 4 and movement 3."""
    state = arrange({"G-6Inf": "3010", **POCKET})
    assert "unsupplied" in flags(state, "G-6Inf")
    assert points_left(state, "G-6Inf") == 3
    fight = arrange({"G-6Inf": "3010", **POCKET}, phase="german-combat")
    roll = only(play(fight, Attack(("G-6Inf",), ("3011",)), dice=[1]), BattleRolled)
    assert roll.attack == 4


@pytest.mark.rule("11.31", "6.25")
@pytest.mark.parametrize(
    ("name", "points"), [("G-GD", 5), ("G-1Cav", 2), ("G-6Inf", 3), ("G-7Pz-SR6", 5)]
)
def test_fractions_of_movement_are_dropped(name: str, points: int) -> None:
    assert points_left(arrange({name: "3010", **POCKET}), name) == points


@pytest.mark.rule("11.31", "6.25")
@pytest.mark.parametrize(("counter", "points"), [("SR01", 3), ("SA13", 5)])
def test_soviets_without_a_leader_move_half(counter: str, points: int) -> None:
    state = arrange({"S-1": f"2410 {counter}"}, phase="soviet-move")
    assert points_left(state, "S-1") == points


@pytest.mark.rule("11.31", "11.32")
@pytest.mark.parametrize(
    ("defender", "defence"),
    [("SR01", 2), ("SR08", 2), ("SR44", 1), ("SR64", 1), ("SR72", 1), ("SR31", 4)],
)
def test_strength_is_halved_but_never_below_one(defender: str, defence: int) -> None:
    state = arrange({"G-6Inf": "2411", "S-1": f"2410 {defender}"}, phase="german-combat")
    roll = only(play(state, Attack(("G-6Inf",), ("2410",)), dice=[1]), BattleRolled)
    assert roll.defence == defence


@pytest.mark.rule("11.31", "10.1")
def test_units_of_a_stack_are_halved_one_by_one() -> None:
    """AMB-35: 5/2 + 5/2 + 3/2 = 2 + 2 + 1; a leader's own defence is halved too."""
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2309",
        "G-5Inf": "2609",
        "S-1": "2410 SR08",
        "S-2": "2410 SR09",
        "SL-lukin": "2410",
    }
    state = arrange(units, phase="german-combat")
    roll = only(play(state, Attack(("G-6Inf",), ("2410",)), dice=[1]), BattleRolled)
    assert roll.defence == 2 + 2 + 1


@pytest.mark.rule("11.GEN-2")
def test_supply_for_movement_is_judged_when_the_phase_begins() -> None:
    """Found unsupplied then, the unit moves half even where it is in supply now."""
    state = arrange({"G-6Inf": "2411 unsupplied"}, opened=True)
    assert supplied(state, "G-6Inf")
    assert points_left(state, "G-6Inf") == 3
    assert why(state, Move(("G-6Inf",), ("2412", "2413", "2414", "2415"))) == ("6.23a", "too-far")
    assert allowed(state, Move(("G-6Inf",), ("2412", "2413", "2414")))


@pytest.mark.rule("11.GEN-2")
def test_the_german_checks_supply_again_for_his_second_movement() -> None:
    state = arrange({"G-GD": "2411 unsupplied"}, opened=True)
    play(state, Done())
    assert state.phase == Phase.GERMAN_MECH_MOVE
    assert points_left(state, "G-GD") == 10


@pytest.mark.rule("11.GEN-3")
def test_supply_for_combat_is_judged_in_the_combat() -> None:
    """T23: supplied when the phase began, the unit moved beyond the reach of every line."""
    units: dict[str, Words] = {"G-6Inf": "2128", **LAST_HEX_OF_THE_ROAD, "S-2": "2329 SR02"}
    state = arrange(units)
    assert points_left(state, "G-6Inf") == 7
    play(state, Move(("G-6Inf",), ("2228",)), Done())
    assert state.phase == Phase.GERMAN_COMBAT
    roll = only(play(state, Attack(("G-6Inf",), ("2329",)), dice=[1]), BattleRolled)
    assert roll.attack == 4
    near = arrange(units | {"S-2": "2228 SR02"}, phase="german-combat")
    assert only(play(near, Attack(("G-6Inf",), ("2228",)), dice=[1]), BattleRolled).attack == 9


@pytest.mark.rule("11.33", "14.GEN-3")
def test_newcomers_are_supplied_in_their_movement_phase_only() -> None:
    """AMB-19: no leader is near 5907."""
    state = arrange({"S-1": UnitPosition("", "waiting", "SR01", entry="X")}, phase="soviet-move")
    assert points_left(state, "S-1") == 6
    play(state, Move(("S-1",), ("5907", "5807")))
    assert supplied(state, "S-1")
    play(state, Done())
    assert not supplied(state, "S-1")


@pytest.mark.rule("11.33", "14.GEN-3")
@pytest.mark.parametrize("option", ["movement_phase", "player_turn"])
def test_the_option_extends_entry_supply_to_the_player_turn(option: str) -> None:
    units: dict[str, Words] = {
        "S-1": UnitPosition("", "waiting", "SR31", entry="X"),
        "S-2": "2410 SR32",
        "SL-konev": "2410",
        "G-6Inf": "2411",
    }
    state = arrange(units, phase="soviet-move", options={"entry_supply": option})
    play(state, Move(("S-1",), ("5907", "5807")), Done())
    assert state.phase == Phase.SOVIET_COMBAT
    assert supplied(state, "S-1") == (option == "player_turn")
    play(state, Done())
    assert state.phase == Phase.SOVIET_INTERDICT
    assert not supplied(state, "S-1")


@pytest.mark.rule("11.34")
def test_units_may_stay_unsupplied_for_good() -> None:
    state = arrange({"S-1": "2410 SR01"}, phase="soviet-move", turn=5)
    chance = SeededChance(3)
    while state.turn < 9:
        marker = state.phase in (Phase.GERMAN_INTERDICT, Phase.SOVIET_INTERDICT)
        GAME.play(state, Interdict() if marker else Done(), chance)
    assert not supplied(state, "S-1")
    assert place(state, "S-1") == "2410"


@pytest.mark.rule("11.35")
def test_supply_does_not_touch_zones() -> None:
    state = arrange({"G-GD": "2412", "S-1": "2410 SR01"})
    assert not supplied(state, "S-1")
    assert why(state, Move(("G-GD",), ("2411", "2511"))) == ("6.22a", "zone-stop")


@pytest.mark.rule("11.36", "6.59", "6.51d")
@pytest.mark.parametrize(
    ("hex_", "target", "ring", "attack"),
    [("2411", "2410", {"S-1": "2410 SR01"}, 4), ("3010", "3011", POCKET, 2)],
)
def test_supply_for_an_overrun_is_judged_at_that_moment(
    hex_: str, target: str, ring: dict[str, Words], attack: int
) -> None:
    """9/2 with a line now, 9/2/2 without, whatever the check at the start of the phase said."""
    for found in ("", " unsupplied"):
        state = arrange({"G-6Inf": hex_ + found, **ring}, opened=True)
        roll = only(play(state, Overrun(("G-6Inf",), target), dice=[1]), BattleRolled)
        assert roll.attack == attack


# --- the oracle -----------------------------------------------------------------------------------------

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


def positions_of_a_game(seed: int, every: int) -> list[State]:
    """States from random play, one for every so many orders once the Germans are there."""
    chance, seat = SeededChance(seed), SeededChance(seed + 10_000)
    state = GAME.start(Setup(SCENARIO), chance)
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
        again = GAME.arrange(Setup(SCENARIO), changed, SeededChance(0))
        expected = oracle(changed)
        assert {name: supplied(again, name) for name in expected} == expected
