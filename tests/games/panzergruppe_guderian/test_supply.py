"""11.1, 11.2 Supply lines of both sides."""

from __future__ import annotations

import pytest

from campagna.games.panzergruppe_guderian.events import Moved
from campagna.games.panzergruppe_guderian.orders import Move
from campagna.games.panzergruppe_guderian.rules.supply import commanded_hexes, in_supply
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    arrange,
    only,
    play,
)
from tests.games.panzergruppe_guderian.naive_map import (
    NaiveBoard,
    distance,
    steps,
)
from tests.games.panzergruppe_guderian.supply_oracle import west_cost


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


@pytest.mark.rule("11.12", "13.44")
@pytest.mark.parametrize("marker", ["", "0105"])
def test_a_unit_on_the_west_edge_is_supplied(marker: str) -> None:
    ring: dict[str, Words] = {"S-1": "0104 SR01", "S-2": "0204 SR02", "S-3": "0205 SR03"}
    state = arrange({"G-6Inf": "0105", **ring, "S-4": "0106 SR06"}, turn=8, soviet_marker=marker)
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


@pytest.mark.rule("11.24", "11.21a")
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


@pytest.mark.rule("11.21b")
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
