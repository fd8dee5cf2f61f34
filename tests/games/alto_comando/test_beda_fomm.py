"""Beda Fomm: set-up, road, entry over several turns, the way out, and its own victory."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Setup
from campagna.core.offers import Measured
from campagna.games.alto_comando.events import BreakoutEnded, Entered, LeftTable
from campagna.games.alto_comando.opponent.random_ways import random_entry
from campagna.games.alto_comando.orders import Concede, Deploy, Done, Enter, Leave, Move
from campagna.games.alto_comando.rules import beda_fomm, fire, sequence
from campagna.games.alto_comando.rules.losses import command_radius, fate
from campagna.games.alto_comando.rules.works_available import Allowance, allowance
from campagna.games.alto_comando.state import ESCAPED, Phase, Result, State
from campagna.games.alto_comando.world import ALLIED, AXIS
from tests.games.alto_comando.lay import (
    GAME,
    allowed,
    at,
    decision,
    only,
    play,
    table,
    where,
    why,
)

FORCES = {"A1": "bf.it", "G1": "bf.gb"}


def field(units: dict[str, str], phase: str = "move", active: str = "axis", turn: int = 3) -> State:
    """A moment at Beda Fomm; a lone British headquarters stands in the far corner."""
    given = {"G1.hq": "30 785", "A1.hq": "reserve"} | units
    return table(
        given,
        phase=phase,
        active=active,
        turn=turn,
        scenario="beda_fomm",
        formations=FORCES,
        air=(0, 0),
    )


# --- set-up -------------------------------------------------------------------------------------


def start() -> State:
    return GAME.start(Setup("beda_fomm"), SeededChance(1))


def deploy_british(state: State) -> None:
    names = [state.name(b) for b in state.roster.of_side[ALLIED]]
    places = tuple((100 + 60 * n, 700) for n in range(len(names)))
    play(state, Deploy(tuple(names), places), Done())


@pytest.mark.rule("BF-1", "BF-4", "BF-7", "BF-8", "TAB-9")
def test_the_forces_and_nothing_else() -> None:
    state = start()
    assert allowance(state) == Allowance((0, 0), (0, 0), (0, 0))
    assert [len(side) for side in state.roster.of_side] == [14, 11]
    assert not any(unit.is_supply for unit in state.roster.units)
    assert state.field.land == (0, 0, 1000, 800)
    assert state.air == [0, 0]


@pytest.mark.rule("BF-2")
def test_the_british_deploy_first_within_30_cm_of_the_south_edge() -> None:
    state = start()
    assert decision(state) == ("allied", "deploy")
    hq = "beda_fomm.allied.hq"
    assert allowed(state, Deploy((hq,), ((500, 515),)))
    assert why(state, Deploy((hq,), ((500, 514),))) == ("SET-3", "outside-own-zones")
    assert why(state, Deploy(("beda_fomm.axis.hq",), ((500, 100),)))[1] == "not-your-unit"
    assert why(state, Done()) == ("SET-3", "not-all-placed")


@pytest.mark.rule("BF-3")
def test_the_italians_deploy_one_unit_at_least_in_the_north() -> None:
    state = start()
    deploy_british(state)
    assert decision(state) == ("axis", "deploy")
    assert why(state, Done()) == ("BF-3", "deploy-at-least")
    foot = "beda_fomm.axis.foot1"
    assert why(state, Deploy((foot,), ((500, 186),))) == ("SET-3", "outside-own-zones")
    play(state, Deploy((foot,), ((500, 185),)), Done())
    assert (state.turn, state.phase, state.active) == (1, Phase.MOVE, AXIS)
    assert len(beda_fomm.may_enter(state)) == 13


# --- entry --------------------------------------------------------------------------------------


@pytest.mark.rule("BF-3")
def test_reserves_enter_from_the_north_edge_with_a_full_move() -> None:
    state = field({"A1.tank1": "reserve", "A1.foot1": "500 300"})
    told = only(play(state, Enter("A1.tank1", ((200, -15), (200, 135)))), Entered)
    assert told.cost == 150
    assert (where(state, "A1.tank1"), at(state, "A1.tank1")) == ("ok", (200, 135))
    assert why(state, Enter("A1.tank1", ((200, -15), (200, 100)))) == ("BF-3", "not-in-reserve")
    assert why(state, Move("A1.tank1", ((200, 150),)))[1] == "moved-already"


@pytest.mark.rule("BF-3")
@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (((200, -14), (200, 100)), "not-from-the-north"),
        (((14, -15), (60, 100)), "not-from-the-north"),
        (((200, -15),), "no-path"),
        (((200, -15), (200, 14)), "off-the-land"),
        (((200, -15), (200, 136)), "too-far"),
    ],
)
def test_entries_that_are_no_entry(path: tuple[tuple[int, int], ...], reason: str) -> None:
    state = field({"A1.tank1": "reserve", "A1.foot1": "500 300"})
    assert why(state, Enter("A1.tank1", path))[1] == reason


@pytest.mark.rule("BF-3", "G-22", "BF-13")
def test_foot_enters_farther_on_the_road() -> None:
    state = field({"A1.foot1": "reserve", "A1.tank1": "900 100"})
    assert allowed(state, Enter("A1.foot1", ((500, -15), (500, 135))))
    assert not allowed(state, Enter("A1.foot1", ((500, -15), (520, 100))))
    assert not allowed(state, Enter("A1.foot1", ((520, -15), (520, 100))))
    assert allowed(state, Enter("A1.foot1", ((520, -15), (520, 65))))


@pytest.mark.rule("BF-3")
def test_only_the_side_that_moves_enters_and_only_its_own() -> None:
    state = field({"A1.tank1": "reserve", "G1.tank1": "500 700"}, active="allied")
    assert why(state, Enter("A1.tank1", ((200, -15), (200, 100))))[1] == "not-your-unit"
    state = field({"A1.foot1": "500 300", "G1.tank1": "reserve"})
    assert why(state, Enter("G1.tank1", ((200, -15), (200, 100))))[1] == "not-your-unit"
    assert why(state, Enter("nobody", ((200, -15), (200, 100))))[1] == "unknown-unit"


@pytest.mark.rule("BF-3")
def test_nobody_enters_in_another_phase_turn_or_battle() -> None:
    assert beda_fomm.may_enter(field({"A1.tank1": "reserve", "A1.foot1": "500 300"}))
    assert beda_fomm.may_enter(field({"A1.tank1": "reserve"}, phase="fire")) == []
    assert beda_fomm.may_enter(field({"A1.tank1": "reserve"}, active="allied")) == []
    assert beda_fomm.may_enter(table({"A1.hq": "100 300", "G1.hq": "1100 300"})) == []


@pytest.mark.rule("BF-3", "MOV-2")
def test_an_entry_keeps_5_cm_from_the_enemy() -> None:
    state = field({"A1.tank1": "reserve", "A1.foot1": "500 300", "G1.recon": "200 100"})
    assert why(state, Enter("A1.tank1", ((200, -15), (200, 60)))) == ("MOV-2", "too-near-enemy")
    for seed in range(20):
        order = random_entry(state, state.find("A1.tank1"), SeededChance(seed))
        assert order is not None
        assert allowed(state, order)


# --- movement -----------------------------------------------------------------------------------


@pytest.mark.rule("BF-13", "BF-17")
def test_t9_foot_goes_15_cm_from_road_to_road() -> None:
    state = field({"A1.foot1": "500 100"})
    assert allowed(state, Move("A1.foot1", ((500, 250),)))
    assert not allowed(state, Move("A1.foot1", ((520, 180),)))
    assert allowed(state, Move("A1.foot1", ((500, 180),)))
    off_road = field({"A1.foot1": "520 100"})
    assert not allowed(off_road, Move("A1.foot1", ((500, 200),)))
    assert allowed(off_road, Move("A1.foot1", ((520, 180),)))


@pytest.mark.rule("BF-5", "G-12")
def test_italians_leave_over_the_south_edge_headquarters_too() -> None:
    state = field({"A1.foot1": "500 700", "A1.hq": "700 700", "A1.foot2": "300 300"})
    told = only(play(state, Leave("A1.foot1", ((500, 815),), "south")), LeftTable)
    assert told.edge == "south"
    assert where(state, "A1.foot1") == "escaped"
    play(state, Leave("A1.hq", ((700, 815),), "south"))
    assert where(state, "A1.hq") == "escaped"
    assert beda_fomm.escaped(state) == 2
    assert state.result is None


@pytest.mark.rule("BF-5", "MOV-3")
def test_the_british_leave_as_usual() -> None:
    state = field({"A1.foot1": "500 300", "G1.tank1": "500 700"}, active="allied")
    assert why(state, Leave("G1.hq", ((30, 815),), "south")) == ("G-12", "hq-stays")
    play(state, Leave("G1.tank1", ((500, 815),), "south"))
    assert where(state, "G1.tank1") == "scattered"
    assert beda_fomm.escaped(state) == 0


# --- fire ---------------------------------------------------------------------------------------


@pytest.mark.rule("BF-10", "BF-11")
def test_foot_and_light_tank_hit_british_tanks_on_6_only() -> None:
    state = field(
        {
            "A1.foot1": "500 300",
            "A1.light_tank": "560 300",
            "A1.tank1": "620 300",
            "G1.tank1": "500 400",
            "G1.motor1": "560 400",
        },
        phase="fire",
    )
    needed = {
        (firer, target): fire.to_hit(state, state.find(firer), state.find(target))
        for firer in ("A1.foot1", "A1.light_tank", "A1.tank1")
        for target in ("G1.tank1", "G1.motor1")
    }
    assert list(needed.values()) == [6, 5, 6, 5, 5, 5]


@pytest.mark.rule("BF-12", "BF-7")
def test_command_radius_25_and_30_cm() -> None:
    state = field({"A1.hq": "500 100", "A1.foot1": "500 380", "A1.foot2": "530 381"})
    assert command_radius(state, state.find("A1.hq")) == 250
    assert command_radius(state, state.find("G1.hq")) == 300
    assert fate(state, state.find("A1.foot1")) == "scattered"
    assert fate(state, state.find("A1.foot2")) == "destroyed"


# --- the end ------------------------------------------------------------------------------------


@pytest.mark.rule("BF-5")
def test_five_units_out_win_at_once() -> None:
    units = {f"A1.foot{n}": "escaped" for n in range(1, 5)}
    state = field({**units, "A1.foot5": "500 700", "A1.foot6": "300 300"})
    told = only(play(state, Leave("A1.foot5", ((500, 815),), "south")), BreakoutEnded)
    assert (told.winner, told.level, told.escaped) == ("axis", "breakthrough", 5)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.level) == ("axis", "breakthrough")
    assert GAME.step(state) is None


@pytest.mark.rule("BF-5")
def test_no_british_base_on_the_table_wins_at_once() -> None:
    state = field({"G1.hq": "destroyed", "G1.tank1": "scattered", "A1.foot1": "500 300"})
    told = beda_fomm.check_victory(state)
    assert only(told, BreakoutEnded).level == "annihilation"
    shaken = field({"G1.hq": "30 785 shaken", "A1.foot1": "500 300"})
    assert beda_fomm.check_victory(shaken) == []


@pytest.mark.rule("BF-5")
def test_an_empty_table_before_the_first_turn_decides_nothing() -> None:
    state = start()
    assert beda_fomm.check_victory(state) == []
    assert state.result is None


@pytest.mark.rule("BF-6", "TRN-2")
def test_anything_else_after_twelve_turns_is_a_british_victory() -> None:
    units = {f"A1.foot{n}": "escaped" for n in range(1, 5)}
    state = field({**units, "A1.foot5": "500 300"}, turn=12, phase="move", active="allied")
    told = play(state, Done())
    ended = only(told, BreakoutEnded)
    assert (ended.winner, ended.level, ended.escaped) == ("allied", "blocked", 4)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winner == "allied"


@pytest.mark.rule("TRN-2")
def test_no_die_ends_the_day_early() -> None:
    state = field({"A1.foot1": "500 300"}, turn=9, active="allied")
    sequence.begin_turn(state, 10, SeededChance(1))
    assert state.turn == 10


def test_giving_up() -> None:
    state = field({"A1.foot1": "500 300"})
    play(state, Concede())
    assert state.result is not None
    assert (state.result.winner, state.result.level) == (ALLIED, "blocked")
    assert sum(base.where == ESCAPED for base in state.bases) == 0


@pytest.mark.rule("BF-3", "G-6")
def test_an_entry_of_two_legs_ends_at_the_last_point() -> None:
    state = field({"A1.tank1": "reserve", "A1.foot1": "500 300"})
    entries = [o for o in GAME.offers(state) if o.order == "enter"]
    assert [(o.least, o.most) for o in entries if isinstance(o, Measured)] == [(2, 0)]
    path = ((200, -15), (200, 60))
    told = GAME.survey(state, "A1.tank1", path)
    assert told is not None
    assert told.left == 75
    play(state, Enter("A1.tank1", (*path, (270, 60))))
    assert at(state, "A1.tank1") == (270, 60)
    single = table(
        {"G1.hq": "30 785", "A1.hq": "reserve", "A1.foot1": "500 300"},
        scenario="beda_fomm",
        formations=FORCES,
        options={"legs": "single"},
        air=(0, 0),
    )
    entries = [o for o in GAME.offers(single) if o.order == "enter"]
    assert [(o.least, o.most) for o in entries if isinstance(o, Measured)] == [(2, 2)]


@pytest.mark.rule("BF-5")
def test_the_first_turn_may_already_decide() -> None:
    state = field({"G1.hq": "destroyed", "A1.foot1": "500 300"}, turn=1)
    assert only(beda_fomm.check_victory(state), BreakoutEnded).level == "annihilation"


@pytest.mark.rule("BF-5")
def test_the_result_counts_who_has_left() -> None:
    units = {f"A1.foot{n}": "escaped" for n in range(1, 6)}
    state = field({**units, "A1.foot6": "300 300"})
    assert only(beda_fomm.check_victory(state), BreakoutEnded).escaped == 5
    assert state.result == Result(AXIS, "breakthrough", (5, 0))
