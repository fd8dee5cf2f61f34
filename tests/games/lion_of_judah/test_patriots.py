"""PB 14: fuel, prestige, desertion, guerrillas, dummies and the withdrawal of 1940-41."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.games.lion_of_judah.events import (
    Deserted,
    FuelChanged,
    PrestigeChanged,
    Removed,
    ScreenLifted,
    Withdrawn,
)
from campagna.games.lion_of_judah.field_events import BattleRolled
from campagna.games.lion_of_judah.flags import GONE, HIDDEN
from campagna.games.lion_of_judah.frames import Battle, Place
from campagna.games.lion_of_judah.orders import Attack, Done, Move, PlaceUnit
from campagna.games.lion_of_judah.rules.combat import odds, scenario_modifiers
from campagna.games.lion_of_judah.rules.ethiopia import leader_escape, patriots
from campagna.games.lion_of_judah.rules.events import placement
from campagna.games.lion_of_judah.rules.general import control, losses, prestige, stacking
from campagna.games.lion_of_judah.rules.resources import fuel, supply
from campagna.games.lion_of_judah.rules.sequence import administration
from campagna.games.lion_of_judah.state import AirStatus, State
from tests.games.lion_of_judah.lay import (
    GAME,
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    allowed,
    arrange,
    at,
    decision,
    events_of,
    has,
    only,
    place,
    play,
    slot,
    unit,
    why,
)

SOURCES = ("0205", "0929", "2312")
"""The Allied supply sources."""


def war(units: dict[str, str] | None = None, **more: Any) -> State:
    more = {"turn": 9, "prestige": 5, "fuel": 20, **more}
    return arrange(units, scenario="s1940", **more)


# --- fuel -----------------------------------------------------------


@pytest.mark.rule("PB 14.6.1.1")
def test_wheels_cost_fuel_and_feet_do_not() -> None:
    armour = next(c.id for c in WORLD.counters if c.part == 1 and c.side == 0 and "armor" in c.type)
    truck = next(c.id for c in WORLD.counters if c.part == 1 and c.side == 0 and c.type == "truck")
    state = war({armour: "1305", truck: "1305", "it40_c2": "1305", "it40_GdS": "1305"})
    prices = [fuel.move_price(state, slot(n)) for n in (armour, truck, "it40_c2", "it40_GdS")]
    assert prices == [1, 1, 0, 0]
    state.change(slot(truck), carrier=slot("it40_c2"))
    assert fuel.move_price(state, slot("it40_c2")) == 1
    assert fuel.move_price(state, slot("cw_4RTR")) == 0


@pytest.mark.rule("PB 14.6.1.1")
def test_without_fuel_wheels_make_only_the_minimum_move() -> None:
    armour = next(c.id for c in WORLD.counters if c.part == 1 and c.side == 0 and "armor" in c.type)
    dry = war({armour: "1305"}, fuel=0)
    assert why(dry, Move((armour,), ("1305", "1205", "1104"))) == ("PB 14.6.1.1", "no-fuel")
    play(dry, Move((armour,), ("1305", "1205")))
    assert (place(dry, armour), dry.fuel) == ("1205", 0)
    wet = war({armour: "1305"}, fuel=2)
    play(wet, Move((armour,), ("1305", "1205")))
    assert wet.fuel == 1


@pytest.mark.rule("PB 14.6.1.1", "PB 14.6.3-a")
def test_first_captures_bring_fuel_and_prestige_once() -> None:
    state = war(fuel=20)
    events = control.enter(state, at("0805"), ITALIAN)
    assert only(events, FuelChanged).fuel == 22
    assert only(events, PrestigeChanged).prestige == 6
    control.enter(state, at("0805"), OTHER)
    assert not events_of(control.enter(state, at("0805"), ITALIAN), FuelChanged)
    assert (state.fuel, state.prestige) == (22, 6)


# --- prestige -----------------------------------------------------------


@pytest.mark.rule("PB 14.6.3-a")
def test_losses_of_renown_lower_prestige_once_and_a_recapture_gives_one_back() -> None:
    state = war(prestige=5)
    control.enter(state, at("1205"), OTHER)
    assert state.prestige == 3
    control.enter(state, at("1205"), ITALIAN)
    assert state.prestige == 4
    control.enter(state, at("1205"), OTHER)
    assert state.prestige == 4


@pytest.mark.rule("PB 14.6.3-a")
def test_the_track_has_two_ends() -> None:
    state = war(prestige=9)
    prestige.change(state, 5)
    assert state.prestige == 10
    prestige.change(state, -20)
    assert state.prestige == 0


@pytest.mark.rule("PB 14.6.3-b")
def test_at_prestige_zero_the_irregulars_disperse() -> None:
    state = war({"it40_irr1": "1006", "it40_c2": "1006"}, prestige=1)
    events = prestige.change(state, -1)
    assert only(events, Removed).units == ("it40_irr1",)
    assert (place(state, "it40_irr1"), place(state, "it40_c2")) == ("gone", "1006")


# --- desertion -----------------------------------------------------------


@pytest.mark.rule("PB 14.6.2")
def test_tempted_colonials_roll_only_at_low_prestige() -> None:
    units = {"it40_c3": "0905", "cw_5IND": "0805"}
    assert patriots.desert(war(units, prestige=5), ScriptedChance([])) == []
    state = war(units, prestige=4)
    told = only(patriots.desert(state, ScriptedChance([5])), Deserted)
    assert (told.units, told.lost) == (("it40_c3",), True)
    assert unit(state, "it40_c3").steps == 1
    firm = war(units, prestige=4)
    patriots.desert(firm, ScriptedChance([4]))
    assert unit(firm, "it40_c3").steps == 2


@pytest.mark.rule("PB 14.6.2")
def test_eritreans_are_steadier_and_lower_prestige_is_worse() -> None:
    eritrean = war({"it40_c2": "0905", "cw_5IND": "0805"}, prestige=4)
    patriots.desert(eritrean, ScriptedChance([5]))
    assert unit(eritrean, "it40_c2").steps == 2
    low = war({"it40_c3": "0905", "cw_5IND": "0805"}, prestige=2)
    patriots.desert(low, ScriptedChance([4]))
    assert unit(low, "it40_c3").steps == 1


@pytest.mark.rule("PB 14.6.2", "PB 14.6.5")
def test_who_is_tempted() -> None:
    far = {"it40_c3": "1009", "cw_5IND": "0805"}
    assert patriots.desert(war(far, prestige=3), ScriptedChance([])) == []
    regular = {"it40_GdS": "0905", "cw_5IND": "0805"}
    assert patriots.desert(war(regular, prestige=3), ScriptedChance([])) == []
    patriot = {"it40_c3": "1009", "et40_g1": "1110"}
    assert patriots.desert(war(patriot, prestige=3), ScriptedChance([])) == []
    dummy = {"it40_c3": "0905", "cw_dummy1": "0805"}
    assert (
        len(events_of(patriots.desert(war(dummy, prestige=3), ScriptedChance([1])), Deserted)) == 1
    )


# --- guerrillas -----------------------------------------------------------


@pytest.mark.rule("PB 14.6.4.1-b", "PB 14.6.3-b")
def test_how_many_guerrillas_rise() -> None:
    numbers = [patriots.rising(war(prestige=p)) for p in (10, 8, 7, 5, 4, 3, 2, 0)]
    assert numbers == [0, 0, 1, 1, 2, 2, 3, 3]
    assert patriots.rising(war({"cw_NEG": "1111", "cw_M101": "1012"}, prestige=8)) == 2
    assert patriots.rising(war({"cw_NEG": "0510", "cw_M101": "0510"}, prestige=8)) == 0


@pytest.mark.rule("PB 14.6.4.1-b", "5.2-A-IX", "2.3-d")
def test_guerrillas_rise_apart_from_each_other_in_empty_country() -> None:
    box = {f"et40_g{n}": "held" for n in range(1, 5)}
    state = war({**box, "it40_c3": "1113"}, prestige=3, phase=Phase.SPECIAL, side=OTHER)
    administration.open_step(state, SeededChance(1))
    frame = state.agenda[-1]
    assert isinstance(frame, Place)
    assert decision(state) == ("allied", "place-guerrilla")
    assert why(state, PlaceUnit("1113"))[1] == "not-a-placement-hex"
    for barred in ("1215", "1308", "0805"):
        assert why(state, PlaceUnit(barred))[1] == "not-a-placement-hex"
    play(state, PlaceUnit("1111"))
    beside = WORLD.hex_ids[WORLD.board.grid.around(at("1111"))[0]]
    assert why(state, PlaceUnit(beside))[1] in ("placed-too-near", "not-a-placement-hex")
    play(state, Done())
    risen = [n for n in box if place(state, n) == "1111"]
    assert len(risen) == 1
    assert has(state, risen[0], HIDDEN)


@pytest.mark.rule("PB 14.6.4.1-b", "2.3.7-a")
def test_an_eliminated_guerrilla_returns_to_the_box_and_its_factor_is_mixed() -> None:
    state = war({"et40_g1": "1111 =3", "et40_g2": "held =0", "it40_c3": "1112"})
    losses.eliminate(state, slot("et40_g1"), "combat", "12.11-a")
    assert place(state, "et40_g1") == "held"
    assert has(state, "et40_g1", HIDDEN)
    placement.lay(state, placement.GUERRILLA, 1, (at("1111"),), "test")
    frame = state.agenda[-1]
    assert isinstance(frame, Place)
    placement.carry_out_place_unit(state, frame, at("1111"), ScriptedChance([], [0]))
    values = {unit(state, n).value for n in ("et40_g1", "et40_g2")}
    assert values == {0, 3}


@pytest.mark.rule("PB 14.6.4")
def test_patriots_fight_on_the_table_of_everybody() -> None:
    """The Ethiopian table of 1935-36 ends at 4:1."""
    for state, best in ((war(side=OTHER), "7:1"), (arrange(side=OTHER), "4:1")):
        at_best = odds.column(state, OTHER, 7, 1, 0)
        assert state.theatre.crt[OTHER].columns[at_best] == best


@pytest.mark.rule("PB 14.6.4.1-a", "PB 14.6.4.1-d")
def test_guerrillas_live_off_the_land_and_stay_in_ethiopia() -> None:
    state = war({"et40_g1": "1006 =1", "et40_g2": "1111 =1"}, side=OTHER)
    assert supply.in_supply(state, slot("et40_g2"))
    border = next(
        (WORLD.hex_ids[a], WORLD.hex_ids[b])
        for a in range(WORLD.size)
        if WORLD.ethiopia[a] and not WORLD.desert[a]
        for b in WORLD.board.grid.around(a)
        if WORLD.region_of[b] == "sudan"
    )
    moved = war({"et40_g1": f"{border[0]} =1"}, side=OTHER)
    assert why(moved, Move(("et40_g1",), border))[0] == "PB 14.6.4.1-d"


@pytest.mark.rule("PB 14.6.4.1-d", "PB 14.6.4.2")
def test_guerrillas_stack_only_with_gideon_force_mission_101_and_the_emperor() -> None:
    state = war({"et40_g1": "1111 =1"})
    for name, fits in (("cw_Gid", True), ("cw_M101", True), ("cw_NEG", True), ("cw_5IND", False)):
        assert stacking.fits(state, OTHER, at("1111"), [slot(name)]) == fits, name


@pytest.mark.rule("PB 14.6.4.2")
def test_gideon_force_needs_no_line_in_ethiopia() -> None:
    state = war({"cw_Gid": "1111", "cw_5IND": "1112"}, italian=SOURCES)
    assert supply.in_supply(state, slot("cw_Gid"))
    assert not supply.in_supply(state, slot("cw_5IND"))


@pytest.mark.rule("PB 14.6.4.1-c", "3.2-c", "9.5.1-e")
def test_guerrillas_control_their_hex_but_do_not_cut_italian_lines() -> None:
    units = {"it40_c3": "1112"}
    assert supply.in_supply(war(units), slot("it40_c3"))
    line = [at("1213"), at("1214"), at("1114")]
    cut = war({**units, **{f"et40_g{n}": WORLD.hex_ids[h] for n, h in enumerate(line, 1)}})
    assert supply.in_supply(cut, slot("it40_c3"))
    assert cut.control[at("1213")] == OTHER


@pytest.mark.rule("PB 14.6.4.1-f", "9.5.1-f")
def test_guerrillas_on_the_lines_spoil_italian_attacks() -> None:
    base = {"it40_c3": "1112", "et40_g9": "1012 =1"}
    target = at("1012")

    def fight(extra: dict[str, str]) -> tuple[int, int]:
        state = war({**base, **extra})
        battle = Battle(ITALIAN, (slot("it40_c3"),), (at("1112"),), target, (slot("et40_g9"),), 0)
        return scenario_modifiers.shift(state, battle), scenario_modifiers.drm(state, battle)

    ring = [h for h in WORLD.board.grid.around(at("1112")) if h != target]
    through = {f"et40_g{n}": WORLD.hex_ids[h] for n, h in enumerate(ring, 1)}
    assert fight(through) == (-1, 0)
    state = war(base)
    penalty = supply.guerrilla_penalty(state, slot("it40_c3"))
    assert fight({}) == {0: (0, 0), 1: (0, -1), 2: (-1, 0)}[penalty]


# --- withdrawal, dummies, the Emperor -----------------------------------------------------------


@pytest.mark.rule("PB 14.4.2")
def test_the_division_leaves_on_turn_twelve_and_its_trucks_stay() -> None:
    units = {"cw_4IND": "0805", "cw_trk1": "0805 <cw_4IND"}
    early = war(units, turn=11)
    assert patriots.withdraw(early) == []
    state = war(units, turn=12)
    assert only(patriots.withdraw(state), Withdrawn).unit == "cw_4IND"
    assert (place(state, "cw_4IND"), place(state, "cw_trk1")) == ("gone", "0805")
    assert unit(state, "cw_trk1").carrier == -1
    assert state.steps_lost == [0, 0]
    ordered = war(units, turn=9, withdrawal=1)
    patriots.withdraw(ordered)
    assert place(ordered, "cw_4IND") == "gone"


@pytest.mark.rule("PB 14.4.2")
def test_out_of_supply_it_costs_two_points_once_and_leaves_later() -> None:
    state = war({"cw_4IND": "1215", "it40_c3": "1009"}, turn=12, italian=SOURCES)
    patriots.withdraw(state)
    patriots.withdraw(state)
    assert sum(e.points for e in state.ledger) == -2
    assert place(state, "cw_4IND") == "1215"
    state.take_control(at("0205"), OTHER)
    state.put(slot("cw_4IND"), at("0805"))
    patriots.withdraw(state)
    assert place(state, "cw_4IND") == "gone"
    dead = war({"cw_4IND": "dead"}, turn=12)
    assert patriots.withdraw(dead) == []
    assert dead.withdrawal == patriots.LEFT


@pytest.mark.rule("PB 14.6.5")
def test_dummies_leave_at_the_start_of_turn_eight() -> None:
    units = {"cw_dummy1": "0607", "cw_SDF2": "0607"}
    state = war(units, turn=8, phase=Phase.ARRIVALS)
    events = administration.open_turn(state, SeededChance(1))
    assert only(events, ScreenLifted).rule == "PB 14.6.5"
    assert unit(state, "cw_dummy1").place == GONE
    assert place(state, "cw_SDF2") == "0607"
    early = war(units, turn=7, phase=Phase.ARRIVALS)
    assert not events_of(administration.open_turn(early, SeededChance(1)), ScreenLifted)


@pytest.mark.rule("PB 14.6.10")
def test_the_emperor_caught_alone_lifts_italian_prestige() -> None:
    state = war({"cw_NEG": "1111"}, prestige=5)
    leader_escape.alone(state, at("1111"), ScriptedChance([]))
    assert (place(state, "cw_NEG"), state.prestige) == ("dead", 7)


@pytest.mark.rule("PB 14.6.4.1-d", "7.3.2-g")
def test_a_guerrilla_in_an_empty_addis_ababa_destroys_its_box() -> None:
    state = war({"et40_g1": "1214 =1"}, side=OTHER, boxes={"addis": 4})
    assert allowed(state, Move(("et40_g1",), ("1214", "1215")))
    play(state, Move(("et40_g1",), ("1214", "1215")))
    assert state.boxes[state.theatre.box_index["addis"]] == 0


@pytest.mark.rule("PB 14.6.4.1-f", "9.5.1-f")
def test_guerrillas_on_the_lines_are_in_the_forecast() -> None:
    ring = [h for h in WORLD.board.grid.around(at("1112")) if h != at("1012")]
    through = {f"et40_g{n}": WORLD.hex_ids[h] for n, h in enumerate(ring, 1)}
    units = {"it40_c3": "1112", "et40_g9": "1012 =1 shown"}
    order = Attack(("it40_c3",), "1012")
    for extra, terms in (({}, []), (through, [("column", -1, "PB 14.6.4.1-f")])):
        state = war({**units, **extra}, phase=Phase.COMBAT)
        for air in state.theatre.air:
            state.change_air(air, status=AirStatus.COMMITTED)
        told = [t for t in GAME.forecast(state, order).sums["terms"] if t["what"] == "guerrillas"]
        assert [(t["on"], t["value"], t["rule"]) for t in told] == terms
        events = GAME.play(state, order, ScriptedChance([3, *[1] * 8]))
        rolled = only(events, BattleRolled)
        assert [t.value for t in rolled.terms if t.what == "guerrillas"] == [t[1] for t in terms]
