"""The western-front rules: woods, broken ground, buildings, rivers and pontoon bridges."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Setup
from campagna.games.alto_comando.events import BridgeRolled
from campagna.games.alto_comando.orders import AirAttack, Bridge, Done, Fire, Move
from campagna.games.alto_comando.rules import battle_start, cover, fire, losses
from campagna.games.alto_comando.state import Span, State
from campagna.plane.bases import Point
from tests.games.alto_comando.lay import (
    GAME,
    allowed,
    decision,
    only,
    play,
    table,
    why,
)

FAR = {"G1.hq": "1100 1200", "A1.hq": "60 1200"}
WOOD = [(195, 150), (295, 150), (295, 250), (195, 250)]


def west(
    units: dict[str, str],
    *terrain: tuple[str, list[Point]],
    phase: str = "move",
    active: str = "axis",
) -> State:
    return table(
        FAR | units,
        terrain=terrain,
        phase=phase,
        active=active,
        options={"western_front": True},
    )


# --- woods and broken ground --------------------------------------------------------------------


@pytest.mark.rule("WF-1a")
@pytest.mark.parametrize("kind", ["woods", "broken"])
@pytest.mark.parametrize(
    ("spotter", "radius"), [("A1.recon1", 150), ("A1.motor1", 100), ("A1.tank1", 100)]
)
def test_what_stands_in_cover_is_seen_from_near_only(kind: str, spotter: str, radius: int) -> None:
    state = west({spotter: "100 200", "G1.motor1": "245 200"}, (kind, WOOD))
    base = state.find(spotter)
    assert cover.spotting_radius(state, base, (245, 200)) == radius
    assert cover.spotting_radius(state, base, (150, 200)) == (250 if "recon" in spotter else 150)


@pytest.mark.rule("WF-1b", "WF-1c")
def test_t3_cover_halves_the_whole_move() -> None:
    state = west({"A1.motor1": "100 200"}, ("woods", WOOD))
    assert allowed(state, Move("A1.motor1", ((180, 200),)))
    assert why(state, Move("A1.motor1", ((181, 200),))) == ("WF-1b", "too-far-in-cover")
    nearer = west({"A1.motor1": "106 200"}, ("woods", WOOD))
    assert allowed(nearer, Move("A1.motor1", ((181, 200),)))
    assert allowed(nearer, Move("A1.motor1", ((106, 350),)))


@pytest.mark.rule("WF-1b")
def test_leaving_cover_costs_as_much_as_entering_it() -> None:
    state = west({"A1.motor1": "245 200"}, ("broken", WOOD))
    assert allowed(state, Move("A1.motor1", ((320, 200),)))
    assert why(state, Move("A1.motor1", ((321, 200),))) == ("WF-1b", "too-far-in-cover")


@pytest.mark.rule("WF-2")
@pytest.mark.parametrize(
    ("unit", "needed"), [("G1.motor1", 5), ("G1.recon", 4), ("G1.art1", 5), ("G1.tank1", 4)]
)
def test_cover_adds_one_to_the_save_but_not_for_tanks(unit: str, needed: int) -> None:
    state = west({unit: "245 200"}, ("woods", WOOD))
    assert losses.save_needed(state, state.find(unit), losses.Weapon()) == needed


@pytest.mark.rule("WF-6")
def test_aircraft_do_not_see_into_cover() -> None:
    state = west({"A1.motor1": "150 300", "G1.motor1": "245 200"}, ("woods", WOOD), phase="air")
    assert fire.spots(state, state.find("A1.motor1"), state.find("G1.motor1"))
    assert why(state, AirAttack("G1.motor1")) == ("WF-6", "hidden-from-air")


@pytest.mark.rule("WF-1a")
def test_without_the_option_there_is_no_such_terrain() -> None:
    for western, kinds in ((True, {"woods", "broken", "building", "river"}), (False, set())):
        setup = Setup("battle", {"terrain": "western_sample", "western_front": western})
        state = GAME.start(setup, SeededChance(1))
        elements = battle_start.elements_of(state, state.field)
        assert {e.kind for e in elements} == kinds


# --- buildings ----------------------------------------------------------------------------------

HOUSE = [(1000, 510), (1090, 510), (1090, 600), (1000, 600)]


@pytest.mark.rule("WF-3")
def test_a_building_is_a_trench_for_whoever_is_inside() -> None:
    for unit in ("A1.motor1", "G1.motor1"):
        state = west({unit: "1050 550"}, ("building", HOUSE))
        base = state.find(unit)
        assert losses.save_needed(state, base, losses.Weapon()) == 4
        assert cover.spotting_radius(state, base, (900, 550)) == 230
    tank = west({"G1.tank2": "1050 550"}, ("building", HOUSE))
    assert not cover.is_sheltered(tank, tank.find("G1.tank2"))


@pytest.mark.rule("WF-3", "SEQ-4")
def test_who_is_in_a_building_fires_in_the_trench_phase() -> None:
    units = {"G1.motor1": "1050 550", "A1.motor1": "900 550"}
    state = west(units, ("building", HOUSE), phase="move")
    play(state, Done())
    if decision(state)[1] == "air":
        play(state, Done())
    assert decision(state) == ("allied", "trench-fire")
    assert allowed(state, Fire("G1.motor1", "A1.motor1"))


@pytest.mark.rule("WF-4")
def test_a_supply_base_among_other_units_of_a_town_is_not_fired_at() -> None:
    units = {"A1.motor1": "940 550", "supply.allied.2": "1050 550"}
    alone = west(units, ("building", HOUSE), phase="fire")
    assert allowed(alone, Fire("A1.motor1", "supply.allied.2"))
    guarded = west(units | {"G1.motor1": "1080 590"}, ("building", HOUSE), phase="fire")
    assert why(guarded, Fire("A1.motor1", "supply.allied.2")) == ("WF-4", "screened-supply")
    gun = west(
        units | {"G1.motor1": "1080 590", "A1.art": "900 600"}, ("building", HOUSE), phase="fire"
    )
    assert allowed(gun, Fire("A1.art", "supply.allied.2"))


# --- rivers -------------------------------------------------------------------------------------

RIVER = [(240, 1020), (270, 1020), (270, 1280), (240, 1280)]


def river(units: dict[str, str], phase: str) -> State:
    return west({"A1.hq": "100 1100"} | units, ("river", RIVER), phase=phase)


@pytest.mark.rule("WF-5a", "G-17b")
@pytest.mark.parametrize(("die", "built"), [(4, False), (5, True), (6, True)])
def test_infantry_on_the_bank_builds_a_bridge_on_five_or_six(die: int, built: bool) -> None:
    state = river({"A1.motor1": "225 1100"}, "clear")
    told = play(state, Bridge("A1.motor1", 0), dice=[die])
    assert only(told, BridgeRolled).built == built
    assert allowed(state, Move("A1.motor1", ((300, 1100),))) == built
    assert not allowed(state, Move("A1.motor1", ((300, 1101),)))


@pytest.mark.rule("WF-5a", "WF-5b")
def test_who_may_build_a_bridge() -> None:
    units = {"A1.motor1": "225 1100", "A1.motor2": "225 1200", "A1.tank1": "225 1150"}
    state = river(units | {"A1.motor3": "224 1060"}, "clear")
    assert why(state, Bridge("A1.tank1", 0)) == ("WF-5a", "not-infantry")
    assert why(state, Bridge("A1.motor3", 0)) == ("WF-5a", "not-at-river")
    assert why(state, Bridge("A1.motor1", 1)) == ("WF-5a", "not-at-river")
    play(state, Bridge("A1.motor1", 0), dice=[2])
    assert why(state, Bridge("A1.motor2", 0))[1] in ("pontoniers-used", "not-now")


@pytest.mark.rule("WF-5b")
def test_one_try_a_division() -> None:
    units = {"A1.motor1": "225 1100", "A2.motor1": "225 1200"}
    state = river(units, "clear")
    play(state, Bridge("A1.motor1", 0), dice=[2])
    assert allowed(state, Bridge("A2.motor1", 0))


@pytest.mark.rule("G-17b", "WF-5a")
def test_a_bridge_is_as_wide_as_a_base() -> None:
    state = river({"A1.motor1": "225 1100", "A1.motor2": "225 1150"}, "move")
    state.spans.append(Span(0, 1100))
    assert allowed(state, Move("A1.motor1", ((300, 1100),)))
    assert allowed(state, Move("A1.motor1", ((255, 1100),)))
    assert why(state, Move("A1.motor2", ((300, 1150),))) == ("WF-5a", "river-in-the-way")
    assert not allowed(state, Move("A1.motor1", ((300, 1090),)))
