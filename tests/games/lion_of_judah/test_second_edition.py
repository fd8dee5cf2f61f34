"""Fixes of the second edition: each rule as the book has it, and the first edition as it was."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.games.lion_of_judah.events import Arrived, HeldOver, RoadAbandoned
from campagna.games.lion_of_judah.field_events import Repelled
from campagna.games.lion_of_judah.frames import Excess, Suffer
from campagna.games.lion_of_judah.opponent.administration import Staff
from campagna.games.lion_of_judah.orders import (
    BreakDown,
    Done,
    Embark,
    Land,
    Motorise,
    Move,
    MoveHq,
    RailMove,
    Rebuild,
    Recall,
    Remove,
    ShiftTruck,
    TakeLosses,
    Unload,
)
from campagna.games.lion_of_judah.rules.combat import step_losses
from campagna.games.lion_of_judah.rules.general import victory
from campagna.games.lion_of_judah.rules.sequence import administration
from campagna.games.lion_of_judah.state import Site, State
from campagna.games.lion_of_judah.table import aims
from tests.games.lion_of_judah.lay import (
    GAME,
    ITALIAN,
    OTHER,
    Phase,
    allowed,
    arrange,
    at,
    decision,
    events_of,
    only,
    place,
    play,
    slot,
    why,
)
from tests.offered import by_order

FIRST: dict[str, str] = {}
SECOND = {"edition": "2"}


def second(units: dict[str, str], **more: Any) -> State:
    return arrange(units, options=SECOND, **more)


# --- 8.1: the limit is checked at the end of the phase ------------------------------------------------


MASSAWA = dict.fromkeys(("it_Sb", "it_Gv", "it_GS"), "1405")


@pytest.mark.rule("8.1-a", "7.2-c", "A-52")
def test_reinforcements_may_land_over_the_limit_until_the_phase_ends() -> None:
    units = {**MASSAWA, "it_PS": "due", "it_SL": "due"}
    for options in (FIRST, SECOND):
        state = arrange(units, phase=Phase.ARRIVALS, turn=5, options=options)
        administration.open_step(state, SeededChance(1))
        play(state, Land("it_SL", "1405"))
        assert allowed(state, Land("it_PS", "1405")) == (options is SECOND)
    play(state, Land("it_PS", "1405"))
    assert GAME.violations(state) == []
    assert GAME.offers(state).covers(Done())


@pytest.mark.rule("8.1-a", "8.3")
def test_what_stands_over_the_limit_when_the_phase_ends_is_lost() -> None:
    five = dict.fromkeys(("it_Sb", "it_Gv", "it_GS", "it_PS", "it_SL"), "1405")
    state = second(five, phase=Phase.SPECIAL, side=OTHER, turn=5)
    play(state, Done())
    assert [type(f) for f in state.agenda] == [Excess]
    assert decision(state) == ("italian", "excess")
    play(state, Remove("it_SL", "1405"), picks=[0] * 3)
    assert place(state, "it_SL") == "dead"
    assert state.phase > Phase.SPECIAL


@pytest.mark.rule("8.2-c", "7.2-a")
def test_headquarters_and_trucks_are_not_held_back_by_a_full_hex() -> None:
    units = {**MASSAWA, "it_PS": "due", "it_SL": "due", "it_hq_3CA": "due", "it_trk10": "due"}
    for options in (FIRST, SECOND):
        state = arrange(units, phase=Phase.ARRIVALS, turn=8, options=options)
        events = administration.open_step(state, SeededChance(1))
        came = {u for e in events_of(events, Arrived) for u in e.units}
        assert ("it_trk10" in came) == ("it_hq_3CA" in came) == (options is SECOND)
        assert "it_PS" not in came


@pytest.mark.rule("7.2-c", "A-52")
def test_who_waits_for_room_is_named_with_the_reason() -> None:
    full = {**MASSAWA, "it_21": "1405", "it_PS": "due"}
    roomy = {**MASSAWA, "it_PS": "due", "it_SL": "due"}
    for units, reason in ((full, "no-place"), (roomy, "kept-back")):
        state = second(units, phase=Phase.ARRIVALS, turn=5)
        administration.open_step(state, SeededChance(1))
        held = events_of(play(state, Done()), HeldOver)
        (told,) = (e for e in held if e.units == ("it_PS",))
        assert (told.rule, told.reason) == ("A-52", reason)
        other = GAME.witness(told, "ethiopian")
        assert isinstance(other, HeldOver)
        assert other.reason == "waiting"


@pytest.mark.rule("8.1-a", "7.3.4-c")
def test_a_unit_may_be_rebuilt_in_a_full_hex() -> None:
    units = {**MASSAWA, "it_21": "1405", "it_PS": "dead"}
    order = Rebuild("it_PS", "north", "1405", 1)
    for options in (FIRST, SECOND):
        state = arrange(units, phase=Phase.REPLACEMENTS, boxes={"north": 3}, options=options)
        assert allowed(state, order) == (options is SECOND)
    play(state, order)
    assert place(state, "it_PS") == "1405"


@pytest.mark.rule("8.1-a", "2.4-a")
def test_a_unit_may_break_down_in_a_full_hex() -> None:
    units = {**MASSAWA, "it_21": "1405", "it_bd_regular_1": "breakdown"}
    order = BreakDown("it_Sb", "1405", "it_bd_regular_1")
    for options in (FIRST, SECOND):
        state = arrange(units, phase=Phase.BREAKDOWN, options=options)
        assert allowed(state, order) == (options is SECOND)
    state = arrange(units, phase=Phase.BREAKDOWN)
    refusal = GAME.refusal(state, order)
    assert refusal is not None
    assert (refusal.facts["count"], refusal.facts["most"]) == (9, 8)


@pytest.mark.rule("8.1-a", "11.1-b")
def test_a_train_may_enter_a_full_hex() -> None:
    units = {**MASSAWA, "it_21": "1405", "it_Di": "1305"}
    for options in (FIRST, SECOND):
        state = arrange(units, phase=Phase.TRANSPORT, options=options)
        assert allowed(state, RailMove(("it_Di",), "1305", "1405")) == (options is SECOND)


@pytest.mark.rule("8.1-a", "PB 13.6.1-b")
def test_factions_are_kept_apart_at_once() -> None:
    units = {"et_KAS": "1110 +1", "et_seyoum_1": "1110", "et_kassa_1": "dead"}
    state = second(units, phase=Phase.REPLACEMENTS, side=OTHER)
    assert why(state, Recall("et_KAS", "et_kassa_1")) == ("PB 13.6.1-b", "other-faction")


def test_the_computer_lands_nobody_whom_it_would_lose() -> None:
    units = {**MASSAWA, "it_PS": "due", "it_SL": "due"}
    state = second(units, phase=Phase.ARRIVALS, turn=5)
    for order, *_ in Staff(state, ITALIAN, {}).orders():
        if isinstance(order, Land):
            play(state, order)
    assert sorted(place(state, n) for n in ("it_PS", "it_SL")) == ["1405", "due"]


# --- 10.3, 11.7, 11.8: trucks -------------------------------------------------------------------------


@pytest.mark.rule("10.3.2-b")
def test_trucks_do_not_leave_a_unit_in_the_phase_in_which_they_came() -> None:
    units = {"it_Di": "1305", "it_trk1": "1405", "it_23": "1205"}
    state = second(units, phase=Phase.MOTORISATION)
    play(state, Motorise("it_Di", "1305", ("it_trk1",)))
    assert why(state, Unload("it_Di")) == ("10.3.2-b", "trucks-stay")
    assert not [o for o in GAME.offers(state) if o.order == "unload"]
    earlier = second({**units, "it_trk1": "1305 <it_Di"}, phase=Phase.MOTORISATION)
    play(earlier, Unload("it_Di"))
    old = arrange(units, phase=Phase.MOTORISATION)
    play(old, Motorise("it_Di", "1305", ("it_trk1",)), Unload("it_Di"))
    assert place(old, "it_trk1") == "1305"


@pytest.mark.rule("11.7-a", "11.8-a", "7.3.2-f")
def test_a_truck_out_of_a_box_takes_neither_train_nor_ship() -> None:
    for options in (FIRST, SECOND):
        state = arrange({"it_trk1": "north"}, phase=Phase.TRUCK_BOXES, options=options)
        play(state, ShiftTruck("it_trk1", "1405"))
        state.phase, state.side = Phase.TRANSPORT, ITALIAN
        orders = RailMove(("it_trk1",), "1405", "1305"), Embark(("it_trk1",), "1405", "2324")
        for order, rule_id in zip(orders, ("11.7-a", "11.8-a"), strict=True):
            if options is SECOND:
                assert why(state, order) == (rule_id, "arrived-this-phase")
            else:
                assert allowed(state, order)


@pytest.mark.rule("11.7-b", "10.3.2-b")
def test_a_brigade_takes_its_truck_along_and_fills_the_train() -> None:
    units = {"it_Di": "1305", "it_trk1": "1305 <it_Di", "it_irr1": "1305"}
    old = arrange(units, phase=Phase.TRANSPORT)
    assert why(old, RailMove(("it_Di",), "1305", "1405")) == ("11.7-a", "unload-first")
    state = second(units, phase=Phase.TRANSPORT)
    assert why(state, RailMove(("it_trk1",), "1305", "1405")) == ("10.3.2-b", "truck-under-unit")
    crowd = RailMove(("it_Di", "it_irr1"), "1305", "1405")
    assert why(state, crowd) == ("11.7-b", "railway-full")
    assert any("it_Di" in who for who in by_order(GAME.offers(state))["rail"])
    play(state, RailMove(("it_Di", "it_trk1"), "1305", "1405"))
    assert place(state, "it_Di") == place(state, "it_trk1") == "1405"
    assert state.trucks_under(slot("it_Di")) == (slot("it_trk1"),)
    assert GAME.violations(state) == []
    assert why(state, RailMove(("it_irr1",), "1305", "1405")) == ("11.7-b", "railway-full")


@pytest.mark.rule("11.7-b", "11.7-a")
def test_neither_a_motorised_division_nor_a_truck_from_elsewhere_fits() -> None:
    division = {"it_Sb": "1305", "it_trk1": "1305 <it_Sb", "it_trk2": "1305 <it_Sb"}
    state = second(division, phase=Phase.TRANSPORT)
    assert why(state, RailMove(("it_Sb",), "1305", "1405")) == ("11.7-b", "railway-full")
    state = second({"it_Di": "1305", "it_trk1": "1205"}, phase=Phase.MOTORISATION)
    play(state, Motorise("it_Di", "1305", ("it_trk1",)))
    state.phase = Phase.TRANSPORT
    order = RailMove(("it_Di",), "1305", "1405")
    assert why(state, order) == ("11.7-a", "arrived-this-phase")


# --- 12.11: losses --------------------------------------------------------------------------------------


@pytest.mark.rule("12.11-c", "A-23")
def test_after_the_first_step_of_each_the_owner_chooses_freely() -> None:
    units = {"it_Sb": "1305", "it_GS": "1305"}
    lopsided = TakeLosses(("it_Sb", "it_GS", "it_Sb", "it_Sb"))
    for options in (FIRST, SECOND):
        state = arrange(units, phase=Phase.COMBAT, options=options)
        state.agenda = [Suffer(ITALIAN, (slot("it_Sb"), slot("it_GS")), 4, "combat")]
        assert allowed(state, lopsided) == (options is SECOND)
        unfair = TakeLosses(("it_Sb", "it_Sb", "it_Sb", "it_Sb"))
        assert why(state, unfair) == ("12.11-c", "losses-not-shared")
        (pick,) = (o for o in GAME.offers(state) if o.order == "take-losses")
        assert pick.exact == (options is SECOND)
    play(state, lopsided)
    assert [state.units[slot(n)].steps for n in units] == [1, 3]


@pytest.mark.rule("12.11-c")
def test_a_unit_of_one_step_has_done_its_share() -> None:
    state = second({"it_Sb": "1305", "it_irr1": "1305"}, phase=Phase.COMBAT)
    units = slot("it_Sb"), slot("it_irr1")
    assert step_losses.shared(state, units, (units[0], units[1], units[0], units[0]))
    assert not step_losses.shared(state, units, (units[0], units[0]))
    assert not step_losses.shared(state, units, (units[0], units[1], units[1]))


# --- 11.6: screened hexes -------------------------------------------------------------------------------


@pytest.mark.rule("11.6", "9.1-b", "PB 14.6.5")
def test_a_screened_hex_may_be_tried_though_the_line_runs_through_the_hex_left() -> None:
    order = Move(("it40_GdS",), ("0905", "0805"))
    foes = {"cw_SDF1": "0805", "cw_dummy1": "0607"}, {"cw_dummy1": "0805", "cw_SDF1": "0607"}
    for world in foes:
        old = arrange({"it40_GdS": "0905", **world}, scenario="s1940")
        assert why(old, order) == ("9.1-b", "ends-unsupplied")
    real, feint = (second({"it40_GdS": "0905", **world}, scenario="s1940") for world in foes)
    told = [msgspec.json.encode(tuple(GAME.offers(state))) for state in (real, feint)]
    assert told[0] == told[1]
    assert b'"0805"' in told[0]
    assert only(play(real, order), Repelled).hex == "0805"
    assert place(real, "it40_GdS") == "0905"
    play(feint, order)
    assert place(feint, "it40_GdS") == "0805"


@pytest.mark.rule("PB 14.6.5", "9.1-b")
def test_units_dropped_before_a_screened_hex_must_be_supplied_if_it_resists() -> None:
    state = second({"it40_GdS": "0310", "it40_c5": "0310", "cw_SDF1": "0309"}, scenario="s1940")
    order = Move(("it40_GdS", "it40_c5"), ("0310", "0210", "0309"), drops=(("it40_c5", "0210"),))
    refusal = GAME.refusal(state, order)
    assert refusal is not None
    assert (refusal.rule, refusal.facts["unit"]) == ("9.1-b", "it40_c5")


# --- 10.2.2: works ------------------------------------------------------------------------------------


@pytest.mark.rule("10.2.2-b")
def test_works_are_lost_when_a_headquarters_leaves_them_alone_beside_the_enemy() -> None:
    units = {"it_hq_1CA": "1306", "it_Sb": "1305", "et_seyoum_1": "1307"}
    for options in (FIRST, SECOND):
        state = arrange(units, sites=[Site(at("1306"), 3, ITALIAN)], options=options)
        events = play(state, MoveHq("it_hq_1CA", ("1306", "1206")))
        assert bool(events_of(events, RoadAbandoned)) == (options is SECOND)
        assert bool(state.sites) == (options is FIRST)


@pytest.mark.rule("10.2.2-b", "11.7-b")
def test_works_are_lost_when_a_train_takes_the_last_friend_away() -> None:
    units = {"it_Di": "1305", "et_seyoum_1": "1306"}
    state = second(units, phase=Phase.TRANSPORT, sites=[Site(at("1305"), 3, ITALIAN)])
    assert only(play(state, RailMove(("it_Di",), "1305", "1405")), RoadAbandoned).hex == "1305"


@pytest.mark.rule("10.2.2-b", "11.8-b")
def test_works_are_lost_when_a_ship_takes_the_last_friend_away() -> None:
    units = {"it_Di": "1405", "et_seyoum_1": "1406"}
    state = second(units, phase=Phase.TRANSPORT, sites=[Site(at("1405"), 3, ITALIAN)])
    assert only(play(state, Embark(("it_Di",), "1405", "2324")), RoadAbandoned).hex == "1405"


@pytest.mark.rule("10.2.2-b")
def test_works_are_lost_to_an_enemy_who_only_passes_by() -> None:
    """Two hexes farther the enemy is no longer beside them."""
    way = ("1308", "1307", "1408", "1409")
    for options, friend in ((FIRST, False), (SECOND, False), (SECOND, True)):
        units = {"et_seyoum_1": "1308", **({"it_Sb": "1306"} if friend else {})}
        site = [Site(at("1306"), 3, ITALIAN)]
        state = arrange(units, side=OTHER, sites=site, italian=["1306"], options=options)
        events = play(state, Move(("et_seyoum_1",), way))
        assert bool(events_of(events, RoadAbandoned)) == (options is SECOND and not friend)
        assert bool(state.sites) == (options is FIRST or friend)
    away = second({"et_seyoum_1": "1409"}, side=OTHER, sites=site, italian=["1306"])
    assert not events_of(play(away, Move(("et_seyoum_1",), ("1409", "1408"))), RoadAbandoned)


# --- PB 14.3.3: a sudden end ----------------------------------------------------------------------------


@pytest.mark.rule("PB 14.3.3")
def test_khartoum_or_nairobi_is_enough_for_the_italian() -> None:
    for name in ("0205", "0929"):
        assert victory.sudden_death(arrange(scenario="s1940", italian=[name])) == ""
        state = second({}, scenario="s1940", italian=[name])
        assert victory.sudden_death(state) == "italian_decisive"
    assert victory.sudden_death(second({}, scenario="s1940")) == ""


@pytest.mark.rule("PB 14.3.3")
def test_italians_beside_khartoum_are_a_warning() -> None:
    near = second({"it40_GdS": "0305"}, scenario="s1940", turn=9)
    assert [t.rule for t in aims.warnings(near)] == ["PB 14.3.3"]
    assert list(aims.warnings(second({"it40_GdS": "0905"}, scenario="s1940", turn=9))) == []
