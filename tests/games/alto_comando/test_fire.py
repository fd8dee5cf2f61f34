"""Fire: range, spotting by division, the nearest target, dice, and saving throws."""

from __future__ import annotations

import pytest

from campagna.games.alto_comando.events import Fired, NoSave, SaveRolled
from campagna.games.alto_comando.orders import Fire
from campagna.games.alto_comando.rules import fire, losses
from campagna.games.alto_comando.rules.odds import at_least
from campagna.games.alto_comando.state import State
from tests.games.alto_comando.lay import (
    GAME,
    allowed,
    events_of,
    only,
    play,
    table,
    where,
    why,
)

FAR = {"G1.hq": "1100 1200", "A1.hq": "60 1200"}


def targets(state: State, firer: str) -> set[str]:
    return set(state.names(fire.targets(state, state.find(firer))))


# --- who may be fired at ------------------------------------------------------------------------


@pytest.mark.rule("FIR-2", "G-3", "G-4")
@pytest.mark.parametrize(("x", "seen"), [(680, True), (681, False)])
def test_range_and_spotting_are_15_cm_edge_to_edge(x: int, seen: bool) -> None:
    state = table(FAR | {"A1.motor1": "500 500", "G1.motor1": f"{x} 500"}, phase="fire")
    assert allowed(state, Fire("A1.motor1", "G1.motor1")) == seen


@pytest.mark.rule("FIR-2", "FIR-3", "FIR-4")
def test_t15_a_division_sees_what_one_of_its_units_sees() -> None:
    units = FAR | {"A1.art": "300 500", "G1.motor1": "700 500"}
    own = table(units | {"A1.motor1": "540 500"}, phase="fire")
    assert targets(own, "A1.art") == {"G1.motor1"}
    other = table(units | {"A2.motor1": "540 500"}, phase="fire")
    assert why(other, Fire("A1.art", "G1.motor1")) == ("FIR-3", "not-spotted")


@pytest.mark.rule("FIR-2")
def test_sight_does_not_lengthen_the_range() -> None:
    state = table(FAR | {"A1.recon1": "500 500", "G1.motor1": "700 500"}, phase="fire")
    assert fire.spots(state, state.find("A1.recon1"), state.find("G1.motor1"))
    assert why(state, Fire("A1.recon1", "G1.motor1")) == ("FIR-2", "out-of-range")


@pytest.mark.rule("FIR-7", "FIR-8", "FIR-9", "G-20")
def test_t14_nearest_any_or_nearest_vehicle() -> None:
    units = FAR | {"A1.recon1": "560 620", "G1.motor1": "600 500", "G1.tank1": "700 500"}
    gun = table(units | {"A1.at88": "500 500"}, phase="fire")
    assert targets(gun, "A1.at88") == {"G1.motor1", "G1.tank1"}
    howitzer = table(units | {"A1.art": "500 500"}, phase="fire")
    assert targets(howitzer, "A1.art") == {"G1.motor1", "G1.tank1"}
    rifles = table(units | {"A1.motor1": "500 500"}, phase="fire")
    assert targets(rifles, "A1.motor1") == {"G1.motor1"}
    assert why(rifles, Fire("A1.motor1", "G1.tank1"))[1] in ("out-of-range", "not-the-nearest")


@pytest.mark.rule("FIR-7")
def test_the_second_nearest_is_refused_and_ties_are_free() -> None:
    units = FAR | {"A1.motor1": "500 500", "G1.motor1": "600 500", "G1.motor2": "500 610"}
    state = table(units, phase="fire")
    assert why(state, Fire("A1.motor1", "G1.motor2")) == ("FIR-7", "not-the-nearest")
    tied = table(units | {"G1.motor2": "500 600"}, phase="fire")
    assert targets(tied, "A1.motor1") == {"G1.motor1", "G1.motor2"}


@pytest.mark.rule("FIR-7")
def test_with_the_option_an_enemy_that_cannot_be_seen_silences() -> None:
    hill = [(515, 470), (560, 470), (560, 530), (515, 530)]
    units = FAR | {"A1.motor1": "500 500", "G1.motor1": "600 500", "G1.motor2": "500 640"}
    free = table(units, phase="fire", terrain=[("hill", hill)])
    assert targets(free, "A1.motor1") == {"G1.motor2"}
    strict = table(
        units, phase="fire", terrain=[("hill", hill)], options={"fire_nearest": "nearest_of_all"}
    )
    assert targets(strict, "A1.motor1") == set()


@pytest.mark.rule("FIR-10", "G-14")
def test_units_do_not_block_the_line_of_sight() -> None:
    units = FAR | {"A1.motor1": "500 500", "A1.motor2": "560 500", "G1.motor1": "645 500"}
    state = table(units, phase="fire")
    assert allowed(state, Fire("A1.motor1", "G1.motor1"))


@pytest.mark.rule("FIR-5")
def test_one_shot_a_phase_at_one_target() -> None:
    units = FAR | {"A1.motor1": "500 500", "A1.motor2": "500 560", "G1.motor1": "600 500"}
    state = table(units, phase="fire")
    play(state, Fire("A1.motor1", "G1.motor1"), dice=[1])
    assert why(state, Fire("A1.motor1", "G1.motor1")) == ("FIR-5", "fired-already")
    assert allowed(state, Fire("A1.motor2", "G1.motor1"))


@pytest.mark.rule("FIR-2", "G-21")
def test_supply_bases_neither_spot_nor_fire() -> None:
    state = table(FAR | {"supply.axis.1": "150 250", "G1.motor1": "250 250"}, phase="fire")
    assert not allowed(state, Fire("supply.axis.1", "G1.motor1"))
    assert not fire.spots(state, state.find("supply.axis.1"), state.find("G1.motor1"))
    assert why(state, Fire("A1.hq", "supply.axis.1"))[1] == "no-target"


# --- dice ---------------------------------------------------------------------------------------


@pytest.mark.rule("FIR-6", "SAV-1")
@pytest.mark.parametrize(
    ("dice", "state_after"),
    [([4], "ok"), ([5, 6], "ok"), ([5, 5], "destroyed"), ([6, 1], "destroyed")],
)
def test_five_hits_and_six_saves_infantry(dice: list[int], state_after: str) -> None:
    state = table(FAR | {"A1.motor1": "500 500", "G1.motor1": "600 500"}, phase="fire")
    told = play(state, Fire("A1.motor1", "G1.motor1"), dice=dice)
    assert only(told, Fired).hit == (dice[0] >= 5)
    assert where(state, "G1.motor1") == state_after


@pytest.mark.rule("SAV-1", "CHR-8", "CHR-10", "CHR-12", "CHR-13")
@pytest.mark.parametrize(
    ("unit", "needed"),
    [
        ("G1.tank1", 4),
        ("G1.tank2", 5),
        ("A1.tank1", 4),
        ("A2.tank1", 5),
        ("A2.light_tank1", 6),
        ("A1.recon1", 5),
    ],
)
def test_saving_throws_by_kind_and_nation(unit: str, needed: int) -> None:
    state = table(
        FAR | {unit: "500 500"},
        formations={"A2": "gen.it.armoured"},
        cruisers=("G1.tank2",),
    )
    assert losses.save_needed(state, state.find(unit), losses.Weapon()) == needed


@pytest.mark.rule("SAV-4")
def test_every_hit_has_a_save_of_its_own() -> None:
    units = FAR | {"A1.motor1": "500 500", "A1.motor2": "500 560", "G1.motor1": "600 500"}
    state = table(units, phase="fire")
    told = play(
        state, Fire("A1.motor1", "G1.motor1"), Fire("A1.motor2", "G1.motor1"), dice=[5, 6, 5, 2]
    )
    assert [e.saved for e in events_of(told, SaveRolled)] == [True, False]
    assert where(state, "G1.motor1") == "destroyed"


@pytest.mark.rule("SAV-6", "DIV-22")
@pytest.mark.parametrize("kind", ["tank1", "recon", "motor1"])
def test_t10_tanks_and_recon_have_no_save_against_an_88(kind: str) -> None:
    state = table(FAR | {"A1.at88": "500 500", f"G1.{kind}": "600 500"}, phase="fire")
    dice = [5, 1] if kind == "motor1" else [5]
    told = play(state, Fire("A1.at88", f"G1.{kind}"), dice=dice)
    if kind == "motor1":
        assert only(told, SaveRolled).die == 1
    else:
        assert only(told, NoSave).unit == f"G1.{kind}"
        assert not events_of(told, SaveRolled)
    assert where(state, f"G1.{kind}") == "destroyed"


@pytest.mark.rule("DIV-22", "SAV-6")
def test_the_tiger_fires_like_an_88() -> None:
    units = {"A1.hq": "60 1200", "G1.hq": "1100 1200", "A2.tiger": "500 500"}
    units |= {"G1.motor1": "600 500", "G1.tank1": "500 630"}
    state = table(
        units,
        phase="fire",
        formations={"A1": "tun.de.panzer", "A2": "tun.de.tiger501", "G1": "tun.gb.armoured"},
        hosts={"A2": "A1"},
    )
    assert targets(state, "A2.tiger") == {"G1.motor1", "G1.tank1"}
    tank = state.find("G1.tank1")
    weapon = fire.weapon_of(state, state.find("A2.tiger"))
    assert losses.save_needed(state, tank, weapon) == losses.NEVER


@pytest.mark.rule("SAV-5", "VIC-3")
def test_a_supply_base_is_destroyed_at_once() -> None:
    state = table(FAR | {"A1.motor1": "940 550", "supply.allied.2": "1050 550"}, phase="fire")
    play(state, Fire("A1.motor1", "supply.allied.2"), dice=[5, 5])
    assert where(state, "supply.allied.2") == "destroyed"


@pytest.mark.rule("ITA-2", "FIR-6")
def test_italian_foot_hits_tanks_on_6_only() -> None:
    units = FAR | {"A1.foot1": "500 500", "G1.tank1": "600 500"}
    state = table(units, formations={"A1": "gen.it.infantry"}, phase="fire")
    foot, tank, hq = (state.find(n) for n in ("A1.foot1", "G1.tank1", "G1.hq"))
    assert (fire.to_hit(state, foot, tank), fire.to_hit(state, foot, hq)) == (6, 5)
    off = table(
        units,
        formations={"A1": "gen.it.infantry"},
        phase="fire",
        options={"italian_problems": False},
    )
    assert fire.to_hit(off, foot, tank) == 5
    para = table(
        FAR | {"A1.para1": "500 500", "G1.tank1": "600 500"},
        formations={"A1": "gen.it.folgore"},
        phase="fire",
    )
    assert fire.to_hit(para, para.find("A1.para1"), para.find("G1.tank1")) == 5


# --- forecast -----------------------------------------------------------------------------------


@pytest.mark.rule("FIR-6", "SAV-1", "SAV-3")
def test_the_forecast_of_a_shot_is_exact() -> None:
    units = FAR | {"A1.motor1": "500 500", "G1.tank1": "600 500"}
    state = table(units, phase="fire")
    told = GAME.forecast(state, Fire("A1.motor1", "G1.tank1"))
    assert {line.result: line.probability for line in told.lines} == pytest.approx(
        {"miss": 2 / 3, "saved": 1 / 6, "destroyed": 1 / 6}
    )
    near = table(units | {"G1.hq": "700 500"}, phase="fire")
    told = GAME.forecast(near, Fire("A1.motor1", "G1.tank1"))
    lost = {line.result: line.outcomes for line in told.lines}
    assert lost["scattered"]["points"] == 1


@pytest.mark.rule("SAV-6", "SAV-1")
@pytest.mark.parametrize(("kind", "rule"), [("tank1", "SAV-6"), ("motor1", "SAV-1")])
def test_the_forecast_says_by_which_rule_there_is_a_save_or_none(kind: str, rule: str) -> None:
    state = table(FAR | {"A1.at88": "500 500", f"G1.{kind}": "600 500"}, phase="fire")
    forecast = GAME.forecast(state, Fire("A1.at88", f"G1.{kind}"))
    assert forecast is not None
    assert forecast.sums["save"]["rule"] == rule
    needed = losses.save_needed(
        state, state.find(f"G1.{kind}"), fire.weapon_of(state, state.find("A1.at88"))
    )
    expected = 0.0 if needed == losses.NEVER else (7 - needed) / 6
    assert forecast.sums["save"]["probability"] == pytest.approx(expected)


def test_a_die_is_certain_at_one_and_below_and_impossible_above_six() -> None:
    chances = [float(at_least(needed)) for needed in (-1, 0, 1, 4, 6, 7, 9)]
    assert chances == pytest.approx([1, 1, 1, 1 / 2, 1 / 6, 0, 0])
