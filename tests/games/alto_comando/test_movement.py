"""Movement: straight legs, 5 cm from every enemy, leaving the table."""

from __future__ import annotations

import pytest

from campagna.games.alto_comando.events import LeftTable, Moved, Scattered
from campagna.games.alto_comando.orders import Leave, Move
from campagna.games.alto_comando.rules.leg_rules import ways
from tests.games.alto_comando.lay import (
    GAME,
    allowed,
    at,
    only,
    play,
    points,
    table,
    where,
    why,
)

FAR = {"G1.hq": "1100 300", "A1.hq": "60 300"}


@pytest.mark.rule("MOV-1", "MOV-6", "G-6")
@pytest.mark.parametrize(
    ("end", "cost"), [((190, 820), 150), ((206, 806), 150), ((100, 850), 150), ((250, 700), 150)]
)
def test_t29_a_leg_costs_its_length_rounded_up(end: tuple[int, int], cost: int) -> None:
    state = table(FAR | {"A1.motor1": "100 700"})
    assert only(play(state, Move("A1.motor1", (end,))), Moved).cost == cost
    assert at(state, "A1.motor1") == end


@pytest.mark.rule("MOV-6", "G-6")
def test_t29_a_hair_too_far() -> None:
    state = table(FAR | {"A1.motor1": "100 700"})
    for end in ((207, 807), (251, 700), (100, 851)):
        assert why(state, Move("A1.motor1", (end,))) == ("MOV-6", "too-far")


@pytest.mark.rule("MOV-6", "CHR-2", "CHR-3", "CHR-13")
@pytest.mark.parametrize(
    ("unit", "allowance"),
    [
        ("A1.recon1", 250),
        ("A2.foot1", 100),
        ("A1.tank1", 150),
        ("G1.tank1", 250),
        ("G1.tank2", 150),
    ],
)
def test_every_kind_has_its_own_allowance(unit: str, allowance: int) -> None:
    state = table(
        FAR | {unit: "600 900"},
        formations={"A2": "gen.it.infantry"},
        cruisers=("G1.tank1",),
        active="axis" if unit.startswith("A") else "allied",
    )
    assert allowed(state, Move(unit, ((600, 900 + allowance),)))
    assert not allowed(state, Move(unit, ((600, 901 + allowance),)))


@pytest.mark.rule("MOV-6")
def test_a_base_moves_once_a_turn() -> None:
    state = table(FAR | {"A1.motor1": "100 700"})
    play(state, Move("A1.motor1", ((150, 700),)))
    assert why(state, Move("A1.motor1", ((200, 700),))) == ("MOV-6", "moved-already")


@pytest.mark.rule("MOV-1", "WF-8", "G-7")
def test_direction_changes_after_5_cm() -> None:
    state = table(FAR | {"A1.motor1": "300 300"})
    assert allowed(state, Move("A1.motor1", ((350, 300), (350, 350), (400, 350))))
    assert why(state, Move("A1.motor1", ((349, 300), (349, 350)))) == ("WF-8", "leg-too-short")
    joined = Move("A1.motor1", ((320, 300), (340, 300), (400, 300)))
    assert allowed(state, joined)
    assert why(state, Move("A1.motor1", ())) == ("MOV-1", "no-path")
    assert why(state, Move("A1.motor1", ((300, 300),))) == ("WF-8", "leg-too-short")


@pytest.mark.rule("MOV-1")
def test_with_the_option_a_move_is_one_leg() -> None:
    state = table(FAR | {"A1.motor1": "300 300"}, options={"legs": "single"})
    assert allowed(state, Move("A1.motor1", ((400, 300),)))
    assert why(state, Move("A1.motor1", ((350, 300), (350, 350)))) == ("MOV-1", "one-leg-only")


@pytest.mark.rule("MOV-2", "ITP-1", "G-9")
def test_exactly_5_cm_is_far_enough() -> None:
    state = table(FAR | {"A1.motor1": "300 300", "G1.motor1": "400 380"})
    assert allowed(state, Move("A1.motor1", ((400, 300),)))
    near = table(FAR | {"A1.motor1": "300 300", "G1.motor1": "400 379"})
    refusal = GAME.refusal(near, Move("A1.motor1", ((400, 300),)))
    assert refusal is not None
    assert (refusal.rule, refusal.facts["enemy"]) == ("MOV-2", "G1.motor1")


@pytest.mark.rule("MOV-2", "G-9", "G-21")
def test_supply_bases_and_scattered_headquarters_keep_their_distance_too() -> None:
    for enemy in ({"supply.allied.2": "1050 550"}, {"G1.hq": "1050 550 shaken"}):
        state = table({"A1.hq": "60 300", "G1.hq": "1100 100", "A1.motor1": "900 550"} | enemy)
        assert allowed(state, Move("A1.motor1", ((970, 550),)))
        assert why(state, Move("A1.motor1", ((971, 550),))) == ("MOV-2", "too-near-enemy")


@pytest.mark.rule("G-8", "G-11")
def test_friends_are_passed_but_not_ended_on() -> None:
    state = table(FAR | {"A1.motor1": "300 300", "A1.motor2": "360 300"})
    assert allowed(state, Move("A1.motor1", ((420, 300),)))
    assert why(state, Move("A1.motor1", ((385, 300),))) == ("G-11", "place-taken")
    assert allowed(state, Move("A1.motor1", ((390, 300),)))


@pytest.mark.rule("TAB-2", "TAB-3", "G-8", "G-11")
def test_the_sea_is_barred_and_the_desert_open() -> None:
    state = table(FAR | {"A1.motor1": "300 150", "A1.motor2": "300 1250"})
    assert allowed(state, Move("A1.motor1", ((300, 115),)))
    assert why(state, Move("A1.motor1", ((300, 114),)))[1] == "off-the-land"
    assert allowed(state, Move("A1.motor2", ((300, 1400),)))


@pytest.mark.rule("MOV-3", "G-12")
def test_t21_who_leaves_over_the_own_edge_is_scattered() -> None:
    state = table(FAR | {"A1.motor1": "100 400"})
    assert why(state, Leave("A1.motor1", ((-14, 400),), "west")) == ("G-12", "not-over-the-edge")
    assert why(state, Leave("A1.motor1", ((100, 85),), "north")) == ("MOV-3", "not-your-edge")
    assert why(state, Leave("A1.hq", ((-15, 300),), "west")) == ("G-12", "hq-stays")
    told = play(state, Leave("A1.motor1", ((-15, 400),), "west"))
    assert only(told, LeftTable).edge == "west"
    assert only(told, Scattered).points == 1
    assert (where(state, "A1.motor1"), points(state)) == ("scattered", (0, 1))


@pytest.mark.rule("MOV-3")
def test_t21_the_enemy_s_edge_is_barred() -> None:
    state = table({"A1.hq": "60 300", "G1.hq": "1100 300", "G1.motor1": "100 600"}, active="allied")
    assert why(state, Leave("G1.motor1", ((-15, 600),), "west")) == ("MOV-3", "not-your-edge")


@pytest.mark.rule("MOV-3")
def test_with_the_option_a_headquarters_may_leave() -> None:
    state = table(FAR, options={"hq_may_exit": True})
    play(state, Leave("A1.hq", ((-15, 300),), "west"))
    assert where(state, "A1.hq") == "scattered"


@pytest.mark.rule("MOV-6", "G-21")
def test_supply_bases_and_the_enemy_do_not_move() -> None:
    state = table(FAR | {"supply.axis.1": "150 250", "A1.motor1": "scattered"})
    assert why(state, Move("supply.axis.1", ((200, 250),))) == ("CHR-6", "never-moves")
    assert why(state, Move("G1.hq", ((1000, 300),)))[1] == "not-your-unit"
    assert why(state, Move("A1.motor1", ((200, 250),)))[1] == "not-on-table"
    assert why(state, Move("nobody", ((200, 250),)))[1] == "unknown-unit"
    assert why(state, Move("A1.hq", ((10**9, 250),)))[1] == "off-the-land"


@pytest.mark.rule("TER-1", "G-8")
def test_scarps_bar_everybody_and_rough_ground_all_but_infantry() -> None:
    square = [(300, 600), (400, 600), (400, 800), (300, 800)]
    units = FAR | {"A1.motor1": "250 700", "A1.tank1": "250 760"}
    rough = table(units, terrain=[("rough", square)])
    assert allowed(rough, Move("A1.motor1", ((350, 700),)))
    assert why(rough, Move("A1.tank1", ((350, 760),))) == ("TER-1", "impassable")
    assert allowed(rough, Move("A1.tank1", ((285, 760),)))
    assert not allowed(rough, Move("A1.tank1", ((286, 760),)))
    scarp = table(units, terrain=[("scarp", square)])
    assert why(scarp, Move("A1.motor1", ((350, 700),))) == ("TER-1", "impassable")
    hill = table(units, terrain=[("hill", square)])
    assert allowed(hill, Move("A1.tank1", ((400, 760),)))


@pytest.mark.rule("MOV-6")
def test_the_plain_way_of_a_base() -> None:
    state = table(FAR | {"A1.motor1": "300 300"})
    (way,) = ways(state, state.find("A1.motor1"), (300, 300))
    assert (way.allowance, way.ends) == (150, None)
