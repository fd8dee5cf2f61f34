"""Headquarters: replacement, command radius, being Scattered on the table."""

from __future__ import annotations

import pytest

from campagna.games.alto_comando.events import HqFellBack, Replaced
from campagna.games.alto_comando.orders import Fire, Move, Replace
from campagna.games.alto_comando.rules import losses, sequence
from campagna.games.alto_comando.world import AXIS
from tests.games.alto_comando.lay import (
    allowed,
    at,
    decision,
    events_of,
    only,
    play,
    points,
    table,
    where,
    why,
)

HOME = {
    "A1.hq": "300 300", "A1.tank1": "scattered", "A1.tank2": "scattered", "A2.hq": "300 700",
    "A2.motor1": "scattered", "A2.motor2": "destroyed", "G1.hq": "1100 300",
}  # fmt: skip


# --- replacement --------------------------------------------------------------------------------


@pytest.mark.rule("HQ-1", "HQ-2", "HQ-10", "SEQ-1")
def test_t30_one_scattered_unit_a_turn_comes_back_beside_its_headquarters() -> None:
    state = table(HOME, phase="replace")
    assert why(state, Replace("A1.tank1", (330, 331))) == ("HQ-10", "not-beside-hq")
    assert why(state, Replace("A1.tank1", (330, 700))) == ("HQ-10", "not-beside-hq")
    told = only(play(state, Replace("A1.tank1", (330, 300))), Replaced)
    assert (told.unit, told.at) == ("A1.tank1", (330, 300))
    assert where(state, "A1.tank1") == "ok"
    assert decision(state) == ("axis", "move")


@pytest.mark.rule("HQ-2")
def test_only_one_for_the_whole_army() -> None:
    state = table(HOME, phase="replace")
    state.replaced = True
    assert why(state, Replace("A2.motor1", (330, 700))) == ("HQ-2", "replacement-used")


@pytest.mark.rule("HQ-4")
def test_destroyed_units_never_return() -> None:
    state = table(HOME, phase="replace")
    assert why(state, Replace("A2.motor2", (330, 700))) == ("HQ-4", "destroyed-for-good")
    assert why(state, Replace("A1.hq", (330, 300))) == ("HQ-1", "not-scattered")


@pytest.mark.rule("HQ-3", "HQ-1")
def test_a_unit_may_be_replaced_again() -> None:
    state = table(HOME, phase="replace")
    play(state, Replace("A1.tank1", (330, 300)))
    losses.fail(state, state.find("A1.tank1"))
    assert where(state, "A1.tank1") == "scattered"
    sequence.begin_player_turn(state, AXIS)
    assert allowed(state, Replace("A1.tank1", (330, 300)))


@pytest.mark.rule("MOV-7", "SEQ-3")
def test_a_replaced_unit_moves_in_the_same_turn() -> None:
    state = table(HOME, phase="replace")
    play(state, Replace("A1.tank1", (330, 300)))
    assert allowed(state, Move("A1.tank1", ((480, 300),)))


@pytest.mark.rule("HQ-12", "HQ-9")
def test_a_scattered_headquarters_replaces_nobody() -> None:
    shaken = table(HOME | {"A1.hq": "300 300 shaken"}, phase="replace")
    assert why(shaken, Replace("A1.tank1", (330, 300))) == ("HQ-12", "hq-cannot-replace")
    recovered = table(HOME | {"A1.hq": "300 300 recovered"}, phase="replace")
    assert why(recovered, Replace("A1.tank1", (330, 300))) == ("HQ-9", "hq-just-recovered")
    assert allowed(recovered, Replace("A2.motor1", (330, 700)))


@pytest.mark.rule("HQ-9")
def test_with_the_option_a_headquarters_takes_the_army_s_replacement() -> None:
    state = table(
        HOME | {"A1.hq": "300 300 shaken"},
        phase="replace",
        options={"hq_self_replacement_uses_slot": True},
    )
    sequence.begin_player_turn(state, AXIS)
    assert where(state, "A1.hq") == "scattered"
    play(state, Replace("A1.hq", (300, 300)))
    assert where(state, "A1.hq") == "ok"
    assert state.replaced


@pytest.mark.rule("HQ-10", "G-15")
def test_t25_a_common_corner_is_adjacent() -> None:
    places = ("300 270", "330 300", "300 330", "270 300")
    friends = {f"A1.motor{n}": place for n, place in enumerate(places, 1)}
    state = table(HOME | friends, phase="replace")
    assert allowed(state, Replace("A1.tank1", (330, 330)))
    assert not allowed(state, Replace("A1.tank1", (331, 330)))


# --- command ------------------------------------------------------------------------------------


@pytest.mark.rule("HQ-15", "SAV-3", "G-3", "G-4")
@pytest.mark.parametrize(("x", "fate"), [(630, "scattered"), (631, "destroyed")])
def test_the_command_radius_is_30_cm_edge_to_edge(x: int, fate: str) -> None:
    state = table({"A1.hq": "300 300", "A1.tank1": f"{x} 300", "G1.hq": "1100 300"})
    assert losses.fate(state, state.find("A1.tank1")) == fate


@pytest.mark.rule("HQ-13")
def test_a_scattered_headquarters_still_commands() -> None:
    units = {"A1.hq": "300 300 shaken", "A1.tank1": "600 300", "G1.hq": "1100 300"}
    state = table(units)
    assert losses.fate(state, state.find("A1.tank1")) == "scattered"


@pytest.mark.rule("SAV-3")
def test_another_division_s_headquarters_does_not_help() -> None:
    state = table(
        {"A1.hq": "300 900", "A2.hq": "600 350", "A1.tank1": "600 300", "G1.hq": "1100 300"}
    )
    assert losses.fate(state, state.find("A1.tank1")) == "destroyed"


@pytest.mark.rule("ITA-1", "HQ-15")
@pytest.mark.parametrize(("problems", "fate"), [(True, "destroyed"), (False, "scattered")])
def test_t31_an_italian_headquarters_commands_20_cm(problems: bool, fate: str) -> None:
    state = table(
        {"A1.hq": "300 500", "A1.foot1": "580 500", "G1.hq": "1100 300"},
        formations={"A1": "gen.it.infantry"},
        options={"italian_problems": problems},
    )
    assert losses.fate(state, state.find("A1.foot1")) == fate


@pytest.mark.rule("DIV-14", "SAV-3")
def test_an_attached_brigade_is_commanded_by_its_host_and_a_lone_one_by_nobody() -> None:
    units = {"G1.hq": "900 300", "G2.tank1": "850 300", "A1.hq": "100 300"}
    forces = {"G1": "gen.gb.infantry", "G2": "gen.gb.armoured_brigade"}
    joined = table(units, formations=forces, hosts={"G2": "G1"})
    assert losses.fate(joined, joined.find("G2.tank1")) == "scattered"
    alone = table(units, formations=forces)
    assert losses.fate(alone, alone.find("G2.tank1")) == "destroyed"


# --- Scattered on the table ---------------------------------------------------------------------

STRUCK = {"A1.hq": "700 500", "A1.motor1": "700 700", "G1.motor1": "560 420", "G1.hq": "300 420"}


@pytest.mark.rule("HQ-7", "HQ-8", "HQ-11", "HQ-14")
def test_t13_a_headquarters_is_scattered_where_it_is_and_falls_back() -> None:
    state = table(STRUCK, phase="fire", active="allied")
    losses.fail(state, state.find("A1.hq"), state.find("G1.motor1"))
    assert (where(state, "A1.hq"), at(state, "A1.hq")) == ("scattered", (830, 574))
    assert points(state) == (0, 1)
    told = losses.fail(state, state.find("A1.hq"), state.find("G1.motor1"))
    assert len(events_of(told, HqFellBack)) == 1
    assert at(state, "A1.hq") != (830, 574)
    assert points(state) == (0, 1)


@pytest.mark.rule("HQ-12")
def test_it_neither_moves_nor_fires_until_it_recovers() -> None:
    units = STRUCK | {"A1.hq": "700 500 shaken"}
    assert why(table(units), Move("A1.hq", ((750, 500),))) == ("HQ-12", "hq-scattered")
    firing = table(units, phase="fire")
    assert why(firing, Fire("A1.hq", "G1.motor1")) == ("HQ-12", "hq-scattered")


@pytest.mark.rule("HQ-7")
def test_being_alone_makes_the_difference_not_the_boxed_units() -> None:
    alone = table(STRUCK | {"A1.motor1": "scattered"})
    assert losses.fate(alone, alone.find("A1.hq")) == "destroyed"
    joined = table(
        {"G1.hq": "700 500", "G2.tank1": "900 500", "A1.hq": "100 300"},
        formations={"G2": "gen.gb.armoured_brigade"},
        hosts={"G2": "G1"},
    )
    assert losses.fate(joined, joined.find("G1.hq")) == "scattered"
