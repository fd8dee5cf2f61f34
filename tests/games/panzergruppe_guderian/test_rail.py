"""6.3: rail movement, rail cuts and their repair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from campagna.games.panzergruppe_guderian.events import (
    Moved,
    Occupied,
    RailCut,
    RailCutLifted,
    RailMoved,
    RailRepaired,
)
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Attack,
    Done,
    Move,
    Overrun,
    RailMove,
)
from campagna.games.panzergruppe_guderian.position import UnitPosition
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.supply import in_supply
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
    assert why(state, RailMove("S-4", ("5807",))) == ("6.32c", "no-rail-entry")
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


# --- 6.37: cuts -------------------------------------------------------------------------------------


@pytest.mark.rule("6.37a")
@pytest.mark.parametrize("phase", ["german-move", "german-mech-move"])
def test_a_german_unit_cuts_rail_hexes_that_it_passes(phase: str) -> None:
    state = arrange({"G-Lehr": "2014"}, phase=phase)
    events = play(state, Move(("G-Lehr",), ("2015", "2116", "2216"), cut=("2015", "2216")))
    assert [e.hex for e in events_of(events, RailCut)] == ["2015", "2216"]
    assert cuts(state) == ["2015", "2216"]


@pytest.mark.rule("6.37a")
def test_a_passage_does_not_cut_by_itself() -> None:
    state = arrange({"G-Lehr": "2014"})
    play(state, Move(("G-Lehr",), ("2015", "2116")))
    assert cuts(state) == []


@pytest.mark.rule("6.37a")
def test_a_cut_needs_a_rail_hex_entered_by_the_move() -> None:
    state = arrange({"G-Lehr": "2015"})
    for cut in ("2014", "2116", "2015"):
        order = Move(("G-Lehr",), ("2014",), cut=(cut,))
        assert why(state, order) == ("6.37a", "not-a-rail-hex-of-the-path")
    twice = Move(("G-Lehr",), ("2116",), cut=("2116", "2116"))
    assert why(state, twice) == ("6.37a", "cut-already")
    lying = arrange({"G-Lehr": "2015"}, cuts=("2116",))
    assert why(lying, Move(("G-Lehr",), ("2116",), cut=("2116",))) == ("6.37a", "cut-already")


@pytest.mark.rule("6.37a")
def test_soviets_do_not_cut_the_rail() -> None:
    state = soviet({"S-1": "2015 SR01"})
    assert why(state, Move(("S-1",), ("2116",), cut=("2116",))) == ("6.37a", "only-germans-cut")


@pytest.mark.rule("6.37a")
def test_a_reinforcement_cuts_the_rail_of_its_entry_hex() -> None:
    waiting = UnitPosition("", "waiting", entry="C")
    state = arrange({"G-7Pz-PzR25": waiting})
    play(state, Move(("G-7Pz-PzR25",), ("0112",), cut=("0112",)))
    assert cuts(state) == ["0112"]


@pytest.mark.rule("6.37a", "6.51e")
def test_an_overrun_cuts_the_rail_when_it_enters_the_hex() -> None:
    """9 halved is 4 against an unsupplied 1: 4-1. On a 1 D2, the lone step is lost."""
    state = arrange({"G-6Inf": "2014", "S-1": "2015 SR64"})
    events = play(state, Overrun(("G-6Inf",), "2015", cut=True), dice=[1])
    events += take_losses(state)
    assert only(events, Occupied).hex == "2015"
    assert cuts(state) == ["2015"]


@pytest.mark.rule("6.37a", "6.37d", "6.37e")
def test_an_overrun_cuts_and_picks_up_within_the_same_limits() -> None:
    units = {"G-6Inf": "2014", "S-1": "2015 SR64", "G-26Inf": "2411", "S-2": "2410 SR65"}
    state = arrange(units)
    off_rail = Overrun(("G-26Inf",), "2410", cut=True)
    assert why(state, off_rail) == ("6.37a", "not-a-rail-hex-of-the-path")
    assert why(state, Overrun(("G-6Inf",), "2015", lift=True)) == ("6.37e", "no-cut-there")
    full = arrange(units, cuts=SIX)
    assert why(full, Overrun(("G-6Inf",), "2015", cut=True)) == ("6.37d", "no-cut-marker-left")
    lying = arrange(units, cuts=("2015",))
    assert why(lying, Overrun(("G-6Inf",), "2015", cut=True)) == ("6.37a", "cut-already")
    play(lying, Overrun(("G-6Inf",), "2015", lift=True), dice=[1])
    take_losses(lying)
    assert cuts(lying) == []


@pytest.mark.rule("6.37a", "6.52a")
def test_an_overrun_that_fails_cuts_nothing() -> None:
    """On a 6 the same odds mean Eng: the hex is empty but not entered."""
    state = arrange({"G-6Inf": "2014", "S-1": "2015 SR64"})
    events = play(state, Overrun(("G-6Inf",), "2015", cut=True), dice=[6])
    events += take_losses(state)
    assert not events_of(events, Occupied)
    assert cuts(state) == []


@pytest.mark.rule("6.37a", "9.81")
def test_an_advance_after_combat_cuts_and_repairs_nothing() -> None:
    """Only movement does. 8 against 2 is 4-1, on a 1 D2: the German loses his two steps."""
    units = {"S-1": "2014 SR32", "SL-konev": "2012", "G-Lehr": "2015 step1"}
    state = arrange(units, phase="soviet-combat", cuts=("2015",))
    play(state, Attack(("S-1",), ("2015",)), dice=[1])
    take_losses(state)
    events = play(state, Advance("S-1", ("2015",)))
    assert not events_of(events, RailRepaired)
    assert cuts(state) == ["2015"]


@pytest.mark.rule("6.37b")
def test_no_train_runs_into_or_through_a_cut() -> None:
    state = soviet({"S-1": "1915 SR01"}, cuts=("2116",))
    assert allowed(state, RailMove("S-1", ("2015",)))
    assert why(state, RailMove("S-1", ("2015", "2116"))) == ("6.37b", "rail-is-cut")
    assert why(state, RailMove("S-1", ("2015", "2116", "2216"))) == ("6.37b", "rail-is-cut")


@pytest.mark.rule("6.37c")
def test_a_division_that_passes_a_cut_removes_it_and_trains_run_the_next_turn() -> None:
    units = {"S-1": "2016 SR01", "S-2": "1915 SR02"}
    state = soviet(units, cuts=("2116",), soviet_marker_uses=3)
    events = play(state, Move(("S-1",), ("2116", "2115")))
    assert only(events, RailRepaired).hex == "2116"
    assert cuts(state) == []
    assert why(state, RailMove("S-2", ("2015", "2116"))) == ("6.37c", "rail-just-repaired")
    play(state, Done(), Done(), Done(), Done(), dice=[1])
    assert (decision(state), state.turn) == ("soviet-move", 6)
    assert allowed(state, RailMove("S-2", ("2015", "2116", "2216")))


@pytest.mark.rule("6.37c")
def test_leaders_repair_no_rail_unless_the_option_says_so() -> None:
    units = {"SL-konev": "2016"}
    plain = soviet(units, cuts=("2116",))
    play(plain, Move(("SL-konev",), ("2116",)))
    assert cuts(plain) == ["2116"]
    option = soviet(units, cuts=("2116",), options={"leaders_repair_rail": True})
    play(option, Move(("SL-konev",), ("2116",)))
    assert cuts(option) == []


@pytest.mark.rule("6.37c")
def test_an_overrun_that_enters_a_cut_repairs_it() -> None:
    """9 and Konev's 5 halved are 7 against 2: 3-1, on a 1 D2."""
    units = {"S-1": "2016 SR31", "SL-konev": "2016", "G-Lehr": "2116 step1"}
    state = soviet(units, cuts=("2116",))
    events = play(state, Overrun(("S-1", "SL-konev"), "2116"), dice=[1])
    events += take_losses(state)
    assert only(events, RailRepaired).hex == "2116"


SIX = ("0109", "0209", "0210", "0311", "0411", "0412")


@pytest.mark.rule("6.37d")
def test_there_are_six_cut_markers() -> None:
    state = arrange({"G-Lehr": "2015"}, cuts=SIX[:5])
    play(state, Move(("G-Lehr",), ("2116",), cut=("2116",)))
    assert len(cuts(state)) == 6
    full = arrange({"G-Lehr": "2015"}, cuts=SIX)
    assert why(full, Move(("G-Lehr",), ("2116",), cut=("2116",))) == ("6.37d", "no-cut-marker-left")
    assert allowed(full, Move(("G-Lehr",), ("2116",)))


@pytest.mark.rule("6.37c", "6.37d")
def test_a_repaired_cut_gives_its_marker_back() -> None:
    state = soviet({"S-1": "0511 SR01", "G-Lehr": "2015"}, cuts=SIX)
    play(state, Move(("S-1",), ("0411",)), Done())
    while decision(state) != "german-move":
        play(state, Done())
    assert len(cuts(state)) == 5
    assert allowed(state, Move(("G-Lehr",), ("2116",), cut=("2116",)))


@pytest.mark.rule("6.37e", "6.37d")
def test_a_german_unit_picks_a_marker_up_and_lays_it_elsewhere_in_the_same_move() -> None:
    state = arrange({"G-Lehr": "2014"}, cuts=(*SIX[:5], "2015"))
    order = Move(("G-Lehr",), ("2015", "2116"), cut=("2116",), lift=("2015",))
    events = play(state, order)
    assert only(events, RailCutLifted).hex == "2015"
    assert only(events, RailCut).hex == "2116"
    assert cuts(state) == [*SIX[:5], "2116"]


@pytest.mark.rule("6.37e")
def test_a_marker_picked_up_frees_the_line_at_once() -> None:
    state = arrange({"G-Lehr": "2014", "S-1": "1615 SR01"}, cuts=("2015",), soviet_marker_uses=3)
    play(state, Move(("G-Lehr",), ("2015", "2014", "2013"), lift=("2015",)))
    while decision(state) != "soviet-move":
        play(state, Done(), dice=[1] if decision(state) == "german-interdict" else [])
    assert allowed(state, RailMove("S-1", ("1716", "1815", "1915", "2015", "2116")))


@pytest.mark.rule("6.37e")
def test_only_a_marker_that_lies_there_is_picked_up() -> None:
    state = arrange({"G-Lehr": "2014"}, cuts=("2116",))
    assert why(state, Move(("G-Lehr",), ("2015",), lift=("2015",))) == ("6.37e", "no-cut-there")
    away = Move(("G-Lehr",), ("2015",), lift=("2116",))
    assert why(state, away) == ("6.37a", "not-a-rail-hex-of-the-path")
