"""6.31 to 6.36: rail movement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from campagna.core.offers import Reach
from campagna.games.panzergruppe_guderian.events import (
    Captured,
    Moved,
    RailMoved,
)
from campagna.games.panzergruppe_guderian.orders import (
    Done,
    Move,
    Overrun,
    RailMove,
)
from campagna.games.panzergruppe_guderian.rules.supply import in_supply
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.lay import (
    GAME,
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
    take_losses,
    why,
)

LINE = """
4115 4114 4113 4112 4111 4210 4310 4309 4408 4508 4607 4708 4808 4908 5008 5108 5208 5309 5408 5508
5607 5707 5807 5907
"""
TO_MOSCOW = tuple(LINE.split())
"""The line from Vyazma (4015) to the east edge: 24 hexes."""

FROM_MOSCOW = (*TO_MOSCOW[-2::-1], "4015", "3916", "3815", "3715", "3615", "3515", "3414", "3315")
"""The same line from 5907 to Vyazma and on towards Smolensk: 31 hexes."""


def soviet(units: Mapping[str, Words], **fields: Any) -> State:
    return arrange(units, phase="soviet-move", **fields)


def cuts(state: State) -> list[str]:
    return [state.world.hex_ids[h] for h in state.cuts]


# --- 6.31: how many ---------------------------------------------------------------------------------


@pytest.mark.rule("6.31a")
def test_eight_divisions_a_turn_go_by_rail_and_leaders_besides() -> None:
    """Nine rifle divisions, three to a hex, and two leaders on the line west of Smolensk."""
    hexes = ["2015"] * 3 + ["1915"] * 3 + ["1815"] * 3
    units = {f"S-{i + 1}": f"{h} SR{i + 1:02d}" for i, h in enumerate(hexes)}
    state = soviet({**units, "SL-konev": "2116", "SL-lukin": "2116"})
    ways = {"2015": ("2116",), "1915": ("2015",), "1815": ("1915",)}
    for i, h in enumerate(hexes[:8]):
        play(state, RailMove(f"S-{i + 1}", ways[h]))
    assert why(state, RailMove("S-9", ("1915",))) == ("6.31a", "trains-full")
    play(state, RailMove("SL-konev", ("2216",)), RailMove("SL-lukin", ("2216",)))
    assert place(state, "SL-konev") == place(state, "SL-lukin") == "2216"


@pytest.mark.rule("6.31a")
def test_the_next_turn_brings_new_trains() -> None:
    state = soviet({"S-1": "2015 SR01", "S-2": "3009 SR02"}, rail_used=8, soviet_marker_uses=3)
    assert why(state, RailMove("S-1", ("2116",))) == ("6.31a", "trains-full")
    play(state, Done())
    play(state, Done(), Done(), Done(), dice=[1])
    assert (decision(state), state.turn) == ("soviet-move", 6)
    assert allowed(state, RailMove("S-1", ("2116",)))


@pytest.mark.rule("6.31b", "6.31a")
def test_a_tank_or_mechanised_division_takes_three_places() -> None:
    """T20: after two armoured divisions there is room for two rifle divisions."""
    units = {
        "S-1": "2015 SA06",
        "S-2": "2015 SA01",
        "S-3": "1915 SA07",
        "S-4": "1915 SR01",
        "S-5": "1915 SR02",
        "S-6": "1815 SR03",
    }
    state = soviet(units)
    symbols = [state.counter(state.find(name)).symbol for name in ("S-1", "S-2")]
    assert symbols == ["tank", "mech"]
    play(state, RailMove("S-1", ("2116",)), RailMove("S-2", ("2116",)))
    assert why(state, RailMove("S-3", ("2015",))) == ("6.31a", "trains-full")
    play(state, RailMove("S-4", ("2015",)), RailMove("S-5", ("2015",)))
    assert why(state, RailMove("S-6", ("1915",))) == ("6.31a", "trains-full")


@pytest.mark.rule("6.36", "6.31a")
@pytest.mark.parametrize("phase", ["german-move", "german-mech-move"])
def test_no_german_takes_a_train(phase: str) -> None:
    state = arrange({"G-6Inf": "2015", "G-Lehr": "2015"}, phase=phase)
    assert why(state, RailMove("G-Lehr", ("2116",))) == ("6.36", "no-german-rail")
    russian_turn = soviet({"G-6Inf": "2015"})
    assert why(russian_turn, RailMove("G-6Inf", ("2116",))) == ("6.31a", "not-your-unit")


# --- 6.32: where ------------------------------------------------------------------------------------


@pytest.mark.rule("6.32a")
def test_a_train_begins_on_the_rail_and_follows_its_links() -> None:
    state = soviet({"S-1": "2316 SR01", "S-2": "2015 SR02", "S-3": "1115 SR03"})
    assert why(state, RailMove("S-1", ("2317",))) == ("6.32a", "not-on-rail")
    assert why(state, RailMove("S-2", ("2014",))) == ("6.32a", "no-rail-link")
    assert why(state, RailMove("S-2", ("2116", "2216", "2316"))) == ("6.32a", "no-rail-link")
    assert why(state, RailMove("S-2", ("2216",))) == ("6.32a", "no-rail-link")
    # 1115 and 1116 are neighbours on two lines that do not meet there.
    assert why(state, RailMove("S-3", ("1116",))) == ("6.32a", "no-rail-link")
    assert allowed(state, RailMove("S-3", ("1215",)))


@pytest.mark.rule("6.32a", "6.GEN-2")
def test_rail_and_ordinary_movement_do_not_mix() -> None:
    state = soviet({"S-1": "2015 SR01", "S-2": "2015 SR02"})
    play(state, Move(("S-1",), ("2116",)))
    assert why(state, RailMove("S-1", ("2216",)))[0] in ("6.GEN-2", "6.32a")
    play(state, RailMove("S-2", ("2116",)))
    assert why(state, Move(("S-2",), ("2216",))) == ("6.32a", "moved-by-rail")
    assert why(state, RailMove("S-2", ("2216",))) == ("6.32a", "moved-by-rail")


@pytest.mark.rule("6.32a")
def test_a_unit_that_overran_does_not_board_a_train() -> None:
    """It spent 3 points and stands on the rail hex it took: that was not rail movement."""
    units = {"S-1": "2015 SR31", "SL-konev": "2015", "G-Lehr": "2116 step1"}
    state = soviet(units)
    play(state, Overrun(("S-1", "SL-konev"), "2116"), dice=[1])
    take_losses(state)
    assert place(state, "S-1") == "2116"
    assert allowed(state, Move(("S-1",), ("2216",)))
    assert why(state, RailMove("S-1", ("2216",))) == ("6.32a", "moved-already")


@pytest.mark.rule("6.32b")
def test_no_train_enters_an_enemy_zone_even_where_friends_stand() -> None:
    units = {"S-1": "2015 SR01", "S-2": "2116 SR02", "G-6Inf": "2217"}
    state = soviet(units)
    assert allowed(state, RailMove("S-1", ("2116",)))
    assert why(state, RailMove("S-1", ("2116", "2216"))) == ("6.32b", "rail-into-zone")
    held = soviet({**units, "S-3": "2216 SR03"})
    assert why(held, RailMove("S-1", ("2116", "2216"))) == ("6.32b", "rail-into-zone")
    assert why(held, RailMove("S-3", ("2116",))) == ("6.22b", "zone-locked")


@pytest.mark.rule("6.32b", "6.21")
def test_no_train_runs_into_the_enemy() -> None:
    """Disrupted Germans exert no zone but hold their hex."""
    state = soviet({"S-1": "2015 SR01", "G-6Inf": "2116 disrupted"})
    assert why(state, RailMove("S-1", ("2116",))) == ("6.21", "enemy-there")


@pytest.mark.rule("6.32c", "6.31a")
def test_reinforcements_come_in_by_rail_outside_the_limit() -> None:
    units: dict[str, Words] = {
        "S-1": UnitPosition("", "waiting", "SR01", entry="X"),
        "S-2": UnitPosition("", "waiting", "SA01", entry="X"),
        "S-3": UnitPosition("", "waiting", "SR02", entry="V"),
        "S-4": UnitPosition("", "waiting", "SR03", entry="X"),
        "S-5": "5807 SR04",
    }
    state = arrange(units, phase="soviet-move", rail_used=8)
    play(state, RailMove("S-1", ("5907", "5807")), RailMove("S-2", ("5907",)))
    assert (place(state, "S-1"), place(state, "S-2")) == ("5807", "5907")
    assert state.rail_used == 8
    assert why(state, RailMove("S-3", ("1901",))) == ("6.32c", "no-rail-entry")
    assert why(state, RailMove("S-4", ("5807",))) == ("14.3a", "wrong-entry")
    assert why(state, RailMove("S-5", ("5707",))) == ("6.31a", "trains-full")


# --- 6.33-6.36: how far -----------------------------------------------------------------------------


@pytest.mark.rule("6.33a", "6.34", "10.33")
def test_an_untried_division_without_a_leader_rides_to_the_east_edge() -> None:
    """T18."""
    state = soviet({"S-1": "4015 SR01 untried"})
    assert flags(state, "S-1") >= {"unsupplied"}
    assert only(play(state, RailMove("S-1", TO_MOSCOW)), RailMoved).cost == 24


@pytest.mark.rule("6.33a")
def test_thirty_rail_hexes_a_turn_and_no_more() -> None:
    state = soviet({"S-1": "5907 SR01", "SL-konev": "5907"})
    assert why(state, RailMove("S-1", FROM_MOSCOW)) == ("6.33a", "rail-too-far")
    assert why(state, RailMove("SL-konev", FROM_MOSCOW)) == ("6.33a", "rail-too-far")
    assert only(play(state, RailMove("S-1", FROM_MOSCOW[:-1])), RailMoved).cost == 30
    assert place(state, "S-1") == "3414"


@pytest.mark.rule("6.33a", "6.33b", "6.32c", "13.31")
@pytest.mark.parametrize(("air", "farthest"), [((), "3515"), (("4908",), "3815")])
def test_reinforcements_at_x_reach_3515_and_under_aircraft_three_hexes_less(
    air: tuple[str, ...], farthest: str
) -> None:
    """T19: the entry hex costs 1, Vyazma is 24 further, five more remain."""
    waiting = UnitPosition("", "waiting", "SR01", entry="X")
    state = arrange({"S-1": waiting}, phase="soviet-move", turn=1, air=air)
    line = ("5907", *FROM_MOSCOW)
    way = line[: line.index(farthest) + 1]
    assert why(state, RailMove("S-1", line[: len(way) + 1])) == ("6.33a", "rail-too-far")
    assert only(play(state, RailMove("S-1", way)), RailMoved).cost == 30


@pytest.mark.rule("6.33b", "13.31")
def test_an_entry_hex_under_aircraft_costs_4_points_too() -> None:
    waiting = UnitPosition("", "waiting", "SR01", entry="W")
    state = arrange({"S-1": waiting}, phase="soviet-move", air=("3901",))
    assert only(play(state, RailMove("S-1", ("3901", "3902"))), RailMoved).cost == 4 + 1


@pytest.mark.rule("6.33c")
def test_terrain_and_rivers_do_not_slow_a_train() -> None:
    """2216-2217 crosses the Dnepr, 2518 is a swamp, 0722 and 0822 are forest."""
    state = soviet({"S-1": "2216 SR01", "S-2": "2417 SR02", "S-3": "0621 SA01"})
    assert only(play(state, RailMove("S-1", ("2217",))), RailMoved).cost == 1
    assert only(play(state, RailMove("S-2", ("2518",))), RailMoved).cost == 1
    assert only(play(state, RailMove("S-3", ("0722", "0822"))), RailMoved).cost == 2


@pytest.mark.rule("6.34", "6.31a")
def test_a_train_needs_neither_supply_nor_command() -> None:
    state = soviet({"S-1": "4015 SR01"})
    assert flags(state, "S-1") == {"unsupplied"}
    assert points_left(state, "S-1") == 3
    assert allowed(state, RailMove("S-1", TO_MOSCOW))


@pytest.mark.rule("6.35", "6.7i")
def test_rails_carry_no_supply_and_speed_no_march() -> None:
    state = soviet({"S-1": "5807 SR01", "S-2": "4015 SA01"})
    assert not in_supply(state, state.find("S-1")), "on the rail, one hex from the east edge"
    assert only(play(state, Move(("S-2",), ("4115",))), Moved).cost == 2 * 1


@pytest.mark.rule("6.32a", "13.31")
def test_aircraft_over_a_rail_hex_join_no_lines() -> None:
    """1015 and 1016 lie side by side on two lines; with a marker there is still no way across."""
    for air in ((), ("1016",)):
        state = arrange({"S-1": "1015 SR01"}, phase="soviet-move", air=air)
        assert why(state, RailMove("S-1", ("1016",))) == ("6.32a", "no-rail-link")


@pytest.mark.rule("15.11b", "6.32c")
def test_a_train_that_comes_in_takes_the_prize_hex_it_enters_by() -> None:
    units: dict[str, Words] = {"S-1": UnitPosition("", "waiting", "SR01", entry="X")}
    state = arrange(units, phase="soviet-move", german_hexes=("5907",))
    events = play(state, RailMove("S-1", ("5907", "5807")))
    captured = only(events, Captured)
    assert (captured.hex, captured.side) == ("5907", "soviet")
    # From a prize hex it leaves: to stand there once took it, to leave it takes nothing.
    leaving = arrange({"S-1": "5907 SR01"}, phase="soviet-move", german_hexes=("5907",))
    assert not events_of(play(leaving, RailMove("S-1", ("5807",))), Captured)


def trains(state: State) -> list[Reach]:
    return [o for o in GAME.offers(state) if isinstance(o, Reach) and o.order == "rail"]


@pytest.mark.rule("6.31a", "6.32a", "6.32c", "6.33a")
def test_what_is_offered_to_those_who_may_board_a_train() -> None:
    units: dict[str, Words] = {
        "S-1": "1915 SR01",
        "S-2": "1915 SR02",
        "S-3": "2410 SR03",
        "S-4": UnitPosition("", "waiting", "SR04", entry="X"),
        "S-5": UnitPosition("", "waiting", "SR05", entry="V"),
    }
    state = arrange(units, phase="soviet-move", cuts=("2116",))
    there, back = trains(state)
    assert not there.together
    by_origin = {group.origin: group for group in there.groups}
    assert set(by_origin) == {"1915", ""}, "nobody boards away from the rails or where none enter"
    standing, entering = by_origin["1915"], by_origin[""]
    assert (standing.units, standing.left) == (("S-1", "S-2"), 30)
    costs = {name: cost for name, cost, _ in standing.steps}
    assert (costs["2015"], "1915" in costs, "2116" in costs) == (1, False, False)
    assert entering.units == ("S-4",)
    assert entering.steps[0] == ("5907", 1, "")
    (round_trip,) = back.groups
    assert (round_trip.units, round_trip.ends) == (("S-1", "S-2"), ("1915",))
    assert [cost for _, cost, _ in round_trip.steps] == [1, 2]
    assert GAME.offers(state).covers(RailMove("S-2", ("2015",)))
    assert trains(arrange({"G-6Inf": "1915"})) == []


@pytest.mark.rule("6.32b")
def test_who_boards_and_can_go_nowhere_is_offered_nothing() -> None:
    units: dict[str, Words] = {"S-1": "1915 SR01"}
    assert trains(arrange(units, phase="soviet-move", cuts=("2015", "1815"))) == []
