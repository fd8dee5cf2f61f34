"""The official optional rules: hills, air attacks, minefields, trenches."""

from __future__ import annotations

import pytest

from campagna.core.chance import ScriptedChance
from campagna.games.alto_comando.events import AirLost, AirRolled, AirSpent, CrossingRolled
from campagna.games.alto_comando.orders import AirAttack, Clear, Cross, Done, Fire, Move
from campagna.games.alto_comando.rules import air, cover, fire, losses
from campagna.games.alto_comando.state import State
from tests.games.alto_comando.lay import (
    GAME,
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

FAR = {"G1.hq": "1100 1200", "A1.hq": "60 1200"}
HILL = [(300, 300), (420, 300), (420, 380), (300, 380)]


def sees(state: State, spotter: str, target: str) -> bool:
    return fire.spots(state, state.find(spotter), state.find(target))


# --- hills --------------------------------------------------------------------------------------


@pytest.mark.rule("TER-3", "G-14")
def test_t16_a_hill_blocks_sight_and_fire() -> None:
    units = FAR | {"A1.tank1": "280 340", "G1.motor1": "450 340"}
    assert sees(table(units), "A1.tank1", "G1.motor1")
    hidden = table(units, terrain=[("hill", HILL)], phase="fire")
    assert not sees(hidden, "A1.tank1", "G1.motor1")
    assert why(hidden, Fire("A1.tank1", "G1.motor1")) == ("G-14", "hill-hides")


@pytest.mark.rule("TER-3", "G-14")
def test_only_artillery_fires_over_a_hill_at_what_a_mate_sees() -> None:
    units = FAR | {"A1.recon1": "450 250", "G1.motor1": "540 340"}
    gun = table(units | {"A1.art": "200 340"}, terrain=[("hill", HILL)], phase="fire")
    assert allowed(gun, Fire("A1.art", "G1.motor1"))
    other = table(units | {"A1.at88": "280 340"}, terrain=[("hill", HILL)], phase="fire")
    assert why(other, Fire("A1.at88", "G1.motor1")) == ("TER-3", "hill-in-the-way")


@pytest.mark.rule("TER-4", "TER-5", "G-13")
@pytest.mark.parametrize(
    ("spotter", "target", "radius"),
    [
        ("200 340", "250 340", 150),
        ("310 340", "450 340", 225),
        ("280 340", "410 340", 75),
        ("310 340", "410 340", 150),
    ],
)
def test_t16_height_sees_farther_and_is_seen_less(spotter: str, target: str, radius: int) -> None:
    state = table(FAR | {"A1.tank1": spotter, "G1.motor1": target}, terrain=[("hill", HILL)])
    x, y = (int(word) for word in target.split())
    assert cover.spotting_radius(state, state.find("A1.tank1"), (x, y)) == radius


@pytest.mark.rule("G-14")
def test_hills_of_a_ridge_hide_each_their_own() -> None:
    second = [(420, 300), (500, 300), (500, 380), (420, 380)]
    units = FAR | {"A1.recon1": "400 340", "G1.motor1": "530 340"}
    one = table(units, terrain=[("hill", HILL)])
    assert sees(one, "A1.recon1", "G1.motor1")
    ridge = table(units, terrain=[("hill", HILL), ("hill", second)])
    assert not sees(ridge, "A1.recon1", "G1.motor1")


# --- aircraft -----------------------------------------------------------------------------------

STRIKE = FAR | {"A1.motor1": "500 500", "G1.motor1": "600 500", "G1.motor2": "900 900"}


@pytest.mark.rule("AIR-1", "AIR-6", "ITP-4", "SEQ-3")
def test_up_to_three_markers_on_spotted_enemies() -> None:
    state = table(STRIKE, phase="air")
    assert why(state, AirAttack("G1.motor2")) == ("AIR-6", "not-spotted-for-air")
    assert why(state, AirAttack("A1.motor1")) == ("AIR-1", "no-air-target")
    assert why(state, AirAttack("nobody"))[1] == "unknown-unit"
    play(state, AirAttack("G1.motor1"), AirAttack("G1.motor1"))
    assert state.markers == [state.find("G1.motor1")] * 2
    state.air[0] = 2
    assert why(state, AirAttack("G1.motor1")) == ("AIR-1", "no-air-attack-left")


@pytest.mark.rule("AIR-6")
def test_any_division_spots_for_the_aircraft() -> None:
    state = table(STRIKE | {"A2.recon1": "800 750"}, phase="air")
    assert allowed(state, AirAttack("G1.motor2"))


@pytest.mark.rule("AIR-2", "AIR-3", "SEQ-5")
@pytest.mark.parametrize(
    ("dice", "after"),
    [([2], "ok"), ([4], "ok"), ([5, 6], "ok"), ([5, 5], "destroyed"), ([6, 1], "destroyed")],
)
def test_the_die_of_an_air_attack(dice: list[int], after: str) -> None:
    state = table(STRIKE, phase="air")
    told = play(state, AirAttack("G1.motor1"), Done(), dice=dice)
    rolled = only(told, AirRolled)
    assert rolled.result == ("save" if dice[0] >= 5 else "nothing")
    assert where(state, "G1.motor1") == after


@pytest.mark.rule("AIR-4", "AIR-5")
@pytest.mark.parametrize(("x", "left"), [(920, 2), (930, 2), (931, 3)])
def test_t20_a_one_near_a_headquarters_costs_an_attack(x: int, left: int) -> None:
    state = table(STRIKE | {"G1.hq": f"{x} 500"}, phase="air")
    told = play(state, AirAttack("G1.motor1"), Done(), dice=[1])
    assert state.air == [left, 3]
    assert len(events_of(told, AirLost)) == (left == 2)
    assert points(state) == (0, 0)


@pytest.mark.rule("AIR-5")
def test_markers_already_placed_are_still_resolved_and_never_fewer_than_none() -> None:
    state = table(STRIKE | {"G1.hq": "700 500"}, phase="fire", air=(1, 3))
    state.markers = [state.find("G1.motor1")] * 3
    told = air.resolve(state, ScriptedChance([1, 1, 2]))
    assert len(events_of(told, AirRolled)) == 3
    assert state.air == [0, 3]


@pytest.mark.rule("AIR-1")
def test_a_marker_whose_target_is_gone_is_spent() -> None:
    state = table(STRIKE | {"G1.motor1": "scattered"}, phase="fire")
    state.markers = [state.find("G1.motor1")]
    told = air.resolve(state, ScriptedChance([]))
    assert only(told, AirSpent).target == "G1.motor1"
    assert state.markers == []


# --- minefields ---------------------------------------------------------------------------------

STRIP = (570, 300, 600, 450)
MINED = {"A1.hq": "60 1200", "G1.hq": "800 375", "G1.motor1": "700 375"}


def mined(units: dict[str, str], phase: str = "move") -> State:
    return table(units, strips={"axis": [STRIP]}, active="allied", phase=phase)


@pytest.mark.rule("MIN-2", "MIN-3", "MIN-4", "MIN-5", "G-18")
@pytest.mark.parametrize(
    ("die", "result", "place"),
    [
        (1, "blown", None),
        (2, "stop", (615, 375)),
        (4, "stop", (615, 375)),
        (5, "across", (555, 375)),
        (6, "across", (555, 375)),
    ],
)
def test_t18_one_die_to_cross(die: int, result: str, place: tuple[int, int] | None) -> None:
    state = mined(MINED)
    told = play(state, Cross("G1.motor1", ((615, 375),), (555, 375)), dice=[die])
    assert only(told, CrossingRolled).result == result
    if place is None:
        assert (where(state, "G1.motor1"), points(state)) == ("scattered", (1, 0))
    else:
        assert at(state, "G1.motor1") == place
        assert why(state, Move("G1.motor1", ((700, 375),)))[1] == "moved-already"
    assert len(state.strips) == 1


@pytest.mark.rule("MIN-5")
def test_far_from_its_headquarters_mines_destroy() -> None:
    state = mined(MINED | {"G1.hq": "1100 375"})
    play(state, Cross("G1.motor1", ((615, 375),), (555, 375)), dice=[1])
    assert (where(state, "G1.motor1"), points(state)) == ("destroyed", (3, 0))


@pytest.mark.rule("MIN-5", "HQ-11")
def test_a_headquarters_blown_up_is_scattered_and_falls_back() -> None:
    state = mined(MINED | {"G1.hq": "615 375", "G1.motor1": "900 375", "A1.motor1": "400 375"})
    play(state, Cross("G1.hq", (), (555, 375)), dice=[1])
    assert (where(state, "G1.hq"), at(state, "G1.hq")) == ("scattered", (765, 375))


@pytest.mark.rule("G-18", "MIN-2")
def test_t18_what_a_crossing_needs() -> None:
    far = mined(MINED | {"G1.motor1": "706 375"})
    assert why(far, Cross("G1.motor1", ((615, 375),), (555, 375))) == ("MOV-6", "too-far")
    near = mined(MINED)
    assert why(near, Cross("G1.motor1", ((616, 375),), (555, 375))) == ("G-18", "no-crossing")
    assert why(near, Move("G1.motor1", ((555, 375),))) == ("G-8", "minefield-in-the-way")
    taken = mined(MINED | {"G1.motor2": "555 375"})
    assert not allowed(taken, Cross("G1.motor1", ((615, 375),), (555, 375)))


@pytest.mark.rule("MIN-2")
def test_minefields_bind_their_owner_too() -> None:
    state = table(
        {"A1.hq": "500 375", "A1.motor1": "555 375", "G1.hq": "1100 375"},
        strips={"axis": [STRIP]},
    )
    assert not allowed(state, Move("A1.motor1", ((615, 375),)))
    assert allowed(state, Cross("A1.motor1", (), (615, 375)))


@pytest.mark.rule("MIN-6", "SEQ-2")
@pytest.mark.parametrize(("die", "left"), [(4, 1), (5, 0), (6, 0)])
def test_t19_clearing_succeeds_on_five_or_six(die: int, left: int) -> None:
    state = mined(MINED | {"G1.motor1": "615 375"}, phase="clear")
    play(state, Clear("G1.motor1", 0), dice=[die])
    assert len(state.strips) == left
    assert decision(state) == ("allied", "move")
    assert allowed(state, Move("G1.motor1", ((650, 375),)))


@pytest.mark.rule("MIN-6", "MIN-7", "G-5")
def test_t19_one_infantry_unit_a_division_and_it_must_touch() -> None:
    units = MINED | {"G1.motor1": "615 375", "G1.motor2": "615 420", "G1.tank1": "615 330"}
    units |= {"G2.motor1": "615 285", "G2.hq": "700 200"}
    state = mined(units, phase="clear")
    assert why(state, Clear("G1.tank1", 0)) == ("MIN-6", "not-infantry")
    assert why(state, Clear("G1.motor1", 1)) == ("MIN-6", "not-at-minefield")
    play(state, Clear("G1.motor1", 0), dice=[1])
    assert why(state, Clear("G1.motor2", 0)) == ("MIN-7", "engineers-used")
    assert allowed(state, Clear("G2.motor1", 0))


@pytest.mark.rule("MIN-2", "MIN-5")
def test_the_forecast_of_a_crossing() -> None:
    state = mined(MINED)
    told = GAME.forecast(state, Cross("G1.motor1", ((615, 375),), (555, 375)))
    assert {line.result: line.probability for line in told.lines} == pytest.approx(
        {"across": 1 / 3, "stop": 1 / 2, "scattered": 1 / 6}
    )


# --- trenches -----------------------------------------------------------------------------------

DUG = {"A1.hq": "330 300", "A1.foot1": "400 250", "G1.hq": "900 250", "G1.tank1": "570 250"}


def dug(units: dict[str, str], phase: str, owner: str = "axis") -> State:
    return table(
        units,
        formations={"A1": "gen.it.infantry", "A2": "gen.de.panzer"},
        segments={owner: [(400, 250)]},
        phase=phase,
        active="allied",
    )


@pytest.mark.rule("TRE-2", "TRE-3", "TRE-4", "G-19")
def test_t17_entrenched_infantry_sees_saves_and_fires_better() -> None:
    state = dug(DUG, "trench-fire")
    foot = state.find("A1.foot1")
    assert decision(state) == ("axis", "trench-fire")
    assert cover.spotting_radius(state, foot, (570, 250)) == 230
    assert losses.save_needed(state, foot, losses.Weapon()) == 4
    assert fire.to_hit(state, foot, state.find("G1.tank1")) == 6
    play(state, Fire("A1.foot1", "G1.tank1"), dice=[5])


@pytest.mark.rule("TRE-7", "G-19")
def test_t17_a_captured_trench_gives_nothing() -> None:
    state = dug(DUG, "trench-fire", owner="allied")
    foot = state.find("A1.foot1")
    assert losses.save_needed(state, foot, losses.Weapon()) == 6
    assert cover.spotting_radius(state, foot, (570, 250)) == 150
    assert why(state, Fire("A1.foot1", "G1.tank1")) == ("TRE-4", "not-entrenched")


@pytest.mark.rule("TRE-6", "TRE-2")
@pytest.mark.parametrize(
    ("unit", "needed"),
    [("A2.tank1", 4), ("A2.recon1", 5), ("A2.art", 4), ("A2.at88", 4), ("A2.motor1", 4)],
)
def test_who_gains_from_a_trench(unit: str, needed: int) -> None:
    state = dug({unit: "400 250", "G1.hq": "900 250", "G1.tank1": "500 250"}, "trench-fire")
    base = state.find(unit)
    assert losses.save_needed(state, base, losses.Weapon()) == needed
    gains = unit not in ("A2.tank1", "A2.recon1")
    assert allowed(state, Fire(unit, "G1.tank1")) == gains
    assert cover.spotting_radius(state, base, (500, 250)) == (
        (250 if "recon" in unit else 150) + (80 if gains else 0)
    )


@pytest.mark.rule("TRE-5")
def test_a_trench_on_a_hill_adds_8_cm_in_all() -> None:
    state = table(
        DUG,
        formations={"A1": "gen.it.infantry"},
        segments={"axis": [(400, 250)]},
        terrain=[("hill", [(350, 200), (450, 200), (450, 300), (350, 300)])],
    )
    assert cover.spotting_radius(state, state.find("A1.foot1"), (570, 250)) == 230


@pytest.mark.rule("G-19")
@pytest.mark.parametrize(
    ("place", "inside"),
    [("385 250", True), ("414 250", True), ("415 250", False), ("384 250", False)],
)
def test_a_base_is_entrenched_if_its_centre_is_in_the_cell(place: str, inside: bool) -> None:
    state = dug(DUG | {"A1.foot1": place}, "fire")
    assert cover.is_sheltered(state, state.find("A1.foot1")) == inside


@pytest.mark.rule("AIR-1")
def test_a_marked_air_attack_rolls_no_die_yet() -> None:
    state = table(STRIKE, phase="air")
    forecast = GAME.forecast(state, AirAttack("G1.motor1"))
    assert forecast is not None
    assert forecast.settled
    assert forecast.sums["hit"]["probability"] == pytest.approx(1 / 3)
