"""5.2-E The end of the turn, played through the sequence; 12.11-a and 1-c in whole combats."""

from __future__ import annotations

import pytest

from campagna.games.lion_of_judah.events import (
    MarkersAdded,
    Overstacked,
    PhaseBegan,
    RoadAbandoned,
    TurnBegan,
)
from campagna.games.lion_of_judah.field_events import (
    AirReady,
    AirReturned,
    AttritionRolled,
    BattleRolled,
)
from campagna.games.lion_of_judah.flags import (
    ATTACKED,
    ATTACKED_TWICE,
    HIDDEN,
    LIFTED,
    M_SIDE,
    MOVED,
    SHOWN,
    TRIED,
    UNSUPPLIED,
)
from campagna.games.lion_of_judah.frames import Battle, Excess, Stage, Suffer
from campagna.games.lion_of_judah.orders import Advance, Attack, Done, Move, TakeLosses
from campagna.games.lion_of_judah.rules.combat import odds
from campagna.games.lion_of_judah.rules.combat.terms import DIE, Term, added
from campagna.games.lion_of_judah.rules.resources import supply
from campagna.games.lion_of_judah.rules.sequence import sequence
from campagna.games.lion_of_judah.state import AirStatus, Site, State
from tests.games.lion_of_judah.lay import (
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    air,
    arrange,
    at,
    begin,
    decision,
    events_of,
    has,
    marker,
    only,
    play,
    slot,
    unit,
)

ARMY = ("et_kassa_1", "et_kassa_2", "et_kassa_3", "et_kassa_4", "et_kassa_5", "et_kassa_6")


def last_step(units: dict[str, str], **more: object) -> State:
    """1935-36 when the last leader was activated: done ends the turn. No aircraft on the map."""
    state = arrange(units, phase=Phase.ACTIVATION, side=OTHER, **more)  # type: ignore[arg-type]
    for name in state.theatre.air:
        state.change_air(name, status=AirStatus.AWAY, due=99)
    return state


# --- 5.2-E ----------------------------------------------------------------------------------------------


@pytest.mark.rule("5.2-E-I", "9.2")
def test_the_end_of_the_turn_notes_who_is_out_of_supply() -> None:
    units = {"it_Sb": "0619", "it_Gv": "1305 unsupplied", "et_KAS": "1110 tried"}
    state = last_step(units)
    play(state, Done())
    assert (has(state, "it_Sb", UNSUPPLIED), has(state, "it_Gv", UNSUPPLIED)) == (True, False)


@pytest.mark.rule("5.2-E-II", "10.2.1-d")
def test_the_end_of_the_turn_turns_headquarters_back_and_frees_their_trucks() -> None:
    units = {"it_hq_1CA": "1306", "it_trk1": "1306 <it_hq_1CA lifted", "et_KAS": "1110 tried"}
    state = last_step(units)
    state.flag(slot("it_hq_1CA"), M_SIDE)
    events = play(state, Done())
    assert only(events, TurnBegan).turn == state.turn == 4
    assert not has(state, "it_trk1", LIFTED)
    assert not has(state, "it_hq_1CA", M_SIDE)
    assert state.trucks_under(slot("it_hq_1CA")) == ()


@pytest.mark.rule("5.2-E-III")
def test_the_end_of_the_turn_makes_leaders_available() -> None:
    state = last_step({"it_Sb": "1305", "et_KAS": "1110 tried used", "et_SEY": "1207 tried"})
    play(state, Done())
    assert not has(state, "et_KAS", TRIED)
    assert not has(state, "et_SEY", TRIED)


@pytest.mark.rule("5.2-E-IV", "10.1.4")
def test_the_end_of_the_turn_brings_aircraft_home() -> None:
    state = last_step({"it_Sb": "1305", "et_KAS": "1110 tried"})
    state.change_air(marker("it_air1"), status=AirStatus.COMMITTED, due=0)
    state.change_air(marker("it_air2"), status=AirStatus.SUPPLYING, place=at("1305"), due=0)
    state.change_air(marker("it_air3"), status=AirStatus.INTERDICTING, place=at("1110"), due=0)
    events = play(state, Done(), dice=[5, 6])
    assert len(events_of(events, AirReturned)) == 2
    assert air(state, "it_air1") == air(state, "it_air2") == AirStatus.READY
    assert air(state, "it_air3") == AirStatus.AWAY
    assert only(events, AirReady).markers == ("it_air1", "it_air2")


@pytest.mark.rule("5.2-E-V", "PB 13.6.3")
def test_the_end_of_the_turn_starves_large_armies() -> None:
    table = WORLD.tables["ethiopian_attrition"]
    few = dict.fromkeys(ARMY[: table["from_units"] - 1], "1110")
    state = last_step({**few, "et_KAS": "1110 tried", "it_Sb": "1305"})
    assert not events_of(play(state, Done()), AttritionRolled)
    many = {**dict.fromkeys(ARMY, "1110"), "et_KAS": "1110 tried", "it_Sb": "1305"}
    hungry = last_step(many)
    events = play(hungry, Done(), dice=[1])
    assert only(events, AttritionRolled).lost
    assert decision(hungry) == ("ethiopian", "attrition")


@pytest.mark.rule("5.2-E-I", "5.2-E-II", "5.2-E-III", "5.2-E-IV", "5.2-E-V")
def test_the_end_of_the_turn_comes_before_the_next_turn_and_once() -> None:
    many = {**dict.fromkeys(ARMY, "1110"), "et_KAS": "1110 tried", "it_Sb": "1305"}
    state = last_step(many)
    state.change_air(marker("it_air1"), status=AirStatus.SUPPLYING, place=at("1305"), due=0)
    events = play(state, Done(), dice=[1, 6])
    names = [e.phase if isinstance(e, PhaseBegan) else type(e).__name__ for e in events]
    assert names.index("end") < names.index("AirReturned") < names.index("AttritionRolled")
    assert names.index("AttritionRolled") < names.index("TurnBegan") < names.index("arrivals")


@pytest.mark.rule("5.2-E-II", "5.2-E-IV")
def test_the_end_of_the_turn_in_1940() -> None:
    units = {"it40_GdS": "1305", "it40_hq_NORD": "1305", "cw_21B": "0205"}
    state = arrange(units, scenario="s1940", phase=Phase.COMBAT, side=OTHER, turn=9)
    for name in state.theatre.air:
        state.change_air(name, status=AirStatus.COMMITTED, due=0)
    state.flag(slot("it40_hq_NORD"), M_SIDE)
    play(state, Done())
    assert not has(state, "it40_hq_NORD", M_SIDE)
    assert {state.air[m].status for m in state.theatre.air} == {AirStatus.READY}


# --- 12.11-a, 1-c -----------------------------------------------------------------------------------------


@pytest.mark.rule("12.11-a")
def test_the_attacker_loses_his_steps_before_the_defender() -> None:
    units = {"cw_5IND": "0905", "cw_4IND": "0905", "it40_GdS": "1005", "it40_CdA": "1005"}
    state = arrange(units, scenario="s1940", phase=Phase.COMBAT, side=OTHER, turn=9)
    for name in state.theatre.air:
        state.change_air(name, status=AirStatus.COMMITTED)
    for box in range(len(state.boxes)):
        state.boxes[box] = 0
    rolls = {}
    for die in range(1, 7):
        other = state.copy()
        events = play(other, Attack(("cw_5IND", "cw_4IND"), "1005"), dice=[die])
        result = only(events, BattleRolled).result
        mine, theirs = (int(part.rstrip("R")) for part in result.split("/"))
        if mine and theirs:
            rolls[die] = other
            assert decision(other) == ("allied", "losses")
            frame = other.agenda[-1]
            assert isinstance(frame, Suffer)
            assert (frame.side, frame.count) == (OTHER, mine)
            steps = sum(unit(other, n).steps for n in ("it40_GdS", "it40_CdA"))
            assert steps == sum(WORLD.counters[slot(n)].steps for n in ("it40_GdS", "it40_CdA"))
            play(
                other, TakeLosses(("cw_5IND", "cw_4IND") * (mine // 2) + ("cw_5IND",) * (mine % 2))
            )
            left = sum(unit(other, n).steps for n in ("it40_GdS", "it40_CdA"))
            assert decision(other) == ("italian", "losses") or left < steps
    assert rolls


@pytest.mark.rule("1-c", "12.7-a", "12.9-a")
def test_shifts_and_modifiers_add_up() -> None:
    terms = [Term("a", -1, "12.8"), Term("b", -1, "12.8.1"), Term("c", 1, "12.9-a", DIE)]
    assert added(terms) == -2
    assert added([*terms, Term("d", 1, "12.7-c", DIE)], DIE) == 2
    units = {"it_Sb": "1306", "it_GS": "1308", "et_kassa_1": "1307", "et_kassa_2": "1307"}
    state = arrange(units, phase=Phase.COMBAT, options={"tribal_friction": True})
    both = slot("it_Sb"), slot("it_GS")
    foes = slot("et_kassa_1"), slot("et_kassa_2")
    origins = at("1306"), at("1308")
    battle = Battle(ITALIAN, both, origins, at("1307"), foes, Stage.ATTACKER_AIR)
    assert odds.concentric(state, origins, at("1307")) == odds.friction(state, battle) == 1
    assert odds.modifiers(state, battle) == 2


# --- 10.2.2-b, PB 14.6.7 ------------------------------------------------------------------------------------


@pytest.mark.rule("10.2.2-b")
def test_works_are_looked_at_after_every_move() -> None:
    units = {"et_seyoum_1": "1308", "it_Sb": "1305"}
    works = [Site(at("1306"), 3, ITALIAN), Site(at("1405"), 3, ITALIAN)]
    state = arrange(units, side=OTHER, sites=works)
    events = play(state, Move(("et_seyoum_1",), ("1308", "1307")))
    assert only(events, RoadAbandoned).hex == "1306"
    assert state.sites == works[1:]


def test_the_offensive_limit_is_four_hexes_from_italian_ground() -> None:
    part, measure = WORLD.parts[1], WORLD.board.grid.distance
    block = part.scenario["italian_offensive_limit"]
    homes = WORLD.regions(block["hexes_from"])
    far = {h: min(measure(h, home) for home in homes) for h in WORLD.regions(["sudan", "kenya"])}
    assert {h for h, d in far.items() if d == 4}
    assert {h for h, d in far.items() if d == 5}
    limited = {h for h in range(WORLD.size) if part.offensive_limit[h]}
    assert limited == {h for h, d in far.items() if d > 4}
    assert set(WORLD.parts[0].offensive_limit) == {0}


# --- 5.2-0, 8.1: where phases end by themselves and where stacks are counted ----------------------------


CROWD = ("it_Sb", "it_Gv", "it_GS", "it_PS", "it_SL")
"""One division more than Massawa holds."""


@pytest.mark.rule("5.2-0")
def test_a_combat_phase_ends_with_the_last_enemy_in_contact() -> None:
    units = {"it_Sb": "1306", "it_Gv": "1306", "it_GS": "1206", "et_KAS": "1110"}
    state = arrange({**units, "et_kassa_1": "1307 =1"}, phase=Phase.COMBAT)
    for name in state.theatre.air:
        state.change_air(name, status=AirStatus.COMMITTED)
    state.boxes = [0, 0]
    play(state, Attack(("it_Sb", "it_Gv"), "1307"), dice=[6])
    while state.agenda:
        step = decision(state)[1]
        if step == "losses":
            play(state, TakeLosses(("it_Sb",)))
        elif step == "advance":
            play(state, Advance(("it_Sb",)))
        else:
            play(state, Done())
    assert (state.phase, state.side) == (Phase.ACTIVATION, OTHER)


@pytest.mark.rule("8.1-a")
@pytest.mark.parametrize(
    ("phase", "side", "counted"),
    [
        (Phase.ARRIVALS, OTHER, False),
        (Phase.TRANSPORT, OTHER, False),
        (Phase.INTERDICTION, ITALIAN, False),
        (Phase.BOMBING, ITALIAN, False),
        (Phase.SPECIAL, OTHER, True),
        (Phase.MOVEMENT, ITALIAN, True),
        (Phase.COMBAT, ITALIAN, True),
    ],
)
def test_stacks_are_counted_after_administration_movement_and_combat(
    phase: Phase, side: int, counted: bool
) -> None:
    state = arrange({**dict.fromkeys(CROWD, "1405"), "et_KAS": "1110"}, phase=phase, side=side)
    assert sequence._is_checked(state) == counted
    if counted:
        play(state, Done())
        assert decision(state) == ("italian", "excess")


@pytest.mark.rule("8.1-a", "5.2-0")
def test_stacks_are_counted_although_the_last_step_asks_nobody() -> None:
    """The Ethiopian has nothing to do in step IX: it passes with the Italian's."""
    state = arrange(dict.fromkeys(CROWD, "1405"), phase=Phase.SPECIAL)
    assert not sequence._is_checked(state)
    events = play(state, Done())
    assert only(events, Overstacked).hexes == ("1405",)
    assert only(events, PhaseBegan).side == "ethiopian"
    assert decision(state) == ("italian", "excess")


@pytest.mark.rule("5.2-0")
def test_a_combat_segment_that_asks_nobody_is_closed_too() -> None:
    units = {"et_KAS": "1110 tried active", "et_kassa_1": "1110 active moved", "it_Sb": "1305"}
    state = arrange({**units, "et_SEY": "1207"}, side=OTHER)
    state.leader = slot("et_KAS")
    play(state, Done())
    assert (state.phase, state.leader) == (Phase.ACTIVATION, -1)
    assert not has(state, "et_kassa_1", MOVED)


@pytest.mark.rule("12.3-a")
@pytest.mark.parametrize("phase", [Phase.SPECIAL, Phase.BOMBING, Phase.MOVEMENT, Phase.COMBAT])
def test_units_shown_in_a_phase_are_hidden_again_when_it_ends(phase: Phase) -> None:
    units = {"it_Sb": "1305", "it_Gv": "1305 shown", "et_KAS": "1110"}
    state = arrange(units, phase=phase)
    play(state, Done())
    assert not has(state, "it_Gv", SHOWN | HIDDEN)


@pytest.mark.rule("5.2-A-I", "5.1-a")
def test_the_first_turn_begins_when_the_set_up_ends() -> None:
    state = begin()
    events = play(state, Done())
    assert only(events, TurnBegan).turn == 1
    assert only(events, MarkersAdded).pool == "A"
    assert not events_of(play(state, Done()), TurnBegan)


@pytest.mark.rule("9.2", "9.3-a", "5.2-C")
def test_supply_is_looked_at_when_a_movement_segment_begins() -> None:
    units = {"it_Gv": "1305 unsupplied", "et_KAS": "1110"}
    state = arrange({**units, "it_Sb": "0619"}, phase=Phase.INTERDICTION)
    state.change(slot("it_Sb"), spent=3)
    events = play(state, Done())
    assert only(events, PhaseBegan).phase == "movement"
    assert (has(state, "it_Sb", UNSUPPLIED), has(state, "it_Gv", UNSUPPLIED)) == (True, False)
    assert not has(state, "it_Gv", HIDDEN)
    assert unit(state, "it_Sb").spent == 0


@pytest.mark.rule("9.2")
def test_supply_is_looked_at_for_those_who_were_activated() -> None:
    dry = WORLD.hex_ids[next(h for h in range(WORLD.size) if WORLD.desert[h] and WORLD.ethiopia[h])]
    units = {"et_KAS": "1110 active", "et_kassa_1": f"{dry} active", "et_kassa_2": dry}
    state = arrange({**units, "it_Sb": "1305"}, phase=Phase.INTERDICTION, side=OTHER)
    state.leader = slot("et_KAS")
    play(state, Done())
    assert state.phase == Phase.MOVEMENT
    assert not supply.in_supply(state, slot("et_kassa_2"))
    assert [has(state, f"et_kassa_{n}", UNSUPPLIED) for n in (1, 2)] == [True, False]
    assert has(state, "et_kassa_1", HIDDEN)


@pytest.mark.rule("10.3.4")
def test_a_truck_begins_each_segment_with_what_it_carries() -> None:
    units = {"it_trk1": "1305 +2", "it_trk2": "1305 +1", "it_Sb": "1305", "et_KAS": "1110 +1"}
    state = arrange(units, phase=Phase.INTERDICTION)
    state.change(slot("it_trk2"), most=3)
    state.change(slot("it_Sb"), spent=4)
    play(state, Done())
    assert (unit(state, "it_trk1").most, unit(state, "it_trk2").most) == (2, 1)
    assert (unit(state, "it_Sb").most, unit(state, "it_Sb").spent) == (0, 0)


@pytest.mark.rule("5.1-b")
def test_who_decides_next() -> None:
    units = {"it_Sb": "1306", "et_kassa_1": "1307", "et_KAS": "1307"}
    state = arrange(units, phase=Phase.COMBAT)
    assert sequence.decider(state) == ITALIAN
    for side, phase in ((ITALIAN, Phase.INTERDICTION), (OTHER, Phase.INTERDICTION)):
        state.side, state.phase = side, phase
        assert sequence.decider(state) == 1 - side
    state.side, state.phase = ITALIAN, Phase.COMBAT
    state.agenda = [Excess(ITALIAN), Excess(OTHER)]
    assert sequence.decider(state) == OTHER
    both = (slot("it_Sb"),), (at("1306"),), at("1307"), (slot("et_kassa_1"),)
    for stage, side in ((Stage.ATTACKER_AIR, ITALIAN), (Stage.DEFENDER_HQ, OTHER)):
        state.agenda = [Excess(1 - side), Battle(ITALIAN, *both, stage)]
        assert sequence.decider(state) == side


@pytest.mark.rule("12.3-a")
def test_units_shown_in_the_administrative_phase_are_so_until_it_ends() -> None:
    units = {"it_Sb": "1305", "it_Gv": "1305 shown", "it_trk1": "1305", "et_KAS": "1110"}
    state = arrange(units, phase=Phase.BREAKDOWN)
    play(state, Done())
    assert state.phase < Phase.SPECIAL
    assert has(state, "it_Gv", SHOWN)


@pytest.mark.rule("5.2-C", "A-37")
def test_bombs_fall_after_the_italian_moves_of_1935_only() -> None:
    early = arrange({"it_Sb": "1306", "et_kassa_1": "1307"})
    events = play(early, Done())
    assert next(e.phase for e in events_of(events, PhaseBegan)) == "bombing"
    late = arrange({"it40_GdS": "0905", "cw_21B": "0805"}, scenario="s1940", turn=9)
    events = play(late, Done())
    assert next(e.phase for e in events_of(events, PhaseBegan)) == "combat"


def test_who_has_attacked_may_attack_again_in_the_next_segment() -> None:
    units = {"it_Sb": "1306 attacked", "it_Gv": "1306 attacked", "et_kassa_1": "1307"}
    state = arrange({**units, "et_KAS": "1110"}, phase=Phase.COMBAT)
    state.flag(slot("it_Gv"), ATTACKED_TWICE)
    play(state, Done())
    assert not has(state, "it_Sb", ATTACKED)
    assert not has(state, "it_Gv", ATTACKED | ATTACKED_TWICE)


@pytest.mark.rule("12.5", "A-41")
def test_odds_with_a_total_of_zero_are_named_as_they_are() -> None:
    names = [odds.odds_name(*pair) for pair in ((0, 5), (5, 0), (4, 4), (3, 4), (15, 4))]
    assert names == ["0:5", "5:0", "1:1", "1:2", "3:1"]


@pytest.mark.rule("12.9-a")
def test_opposite_hexes_are_concentric_whoever_else_attacks() -> None:
    state, grid = arrange(), WORLD.board.grid
    around = [grid.neighbour(at("1112"), d) for d in range(6)]
    assert odds.concentric(state, [around[0], around[3], around[1]], at("1112")) == 1
    assert odds.concentric(state, [around[0], around[1], around[2]], at("1112")) == 0
