"""11.3 What supply and the lack of it do, and when it is judged."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.games.panzergruppe_guderian.events import BattleRolled
from campagna.games.panzergruppe_guderian.orders import Attack, Done, Interdict, Move, Overrun
from campagna.games.panzergruppe_guderian.rules.supply import in_supply
from campagna.games.panzergruppe_guderian.state import Phase, State
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    flags,
    only,
    place,
    play,
    points_left,
    why,
)


def supplied(state: State, name: str) -> bool:
    return in_supply(state, state.find(name))


# A Soviet unit in 0319 leaves only 0120 of the road, which stays out of its zone.
LAST_HEX_OF_THE_ROAD: dict[str, Words] = {"S-1": "0319 SR01"}
# 3010 is a pocket: see test_the_line_to_the_road_must_be_open_too.
POCKET: dict[str, Words] = {"S-1": "3011 SR01", "S-2": "2909 SR02", "S-3": "3209 SR03"}


@pytest.mark.rule("11.31", "11.GEN-1")
def test_without_supply_strength_and_movement_are_halved() -> None:
    """T22: a German 9-7 has strength 4 and movement 3."""
    state = arrange({"G-6Inf": "3010", **POCKET})
    assert "unsupplied" in flags(state, "G-6Inf")
    assert points_left(state, "G-6Inf") == 3
    fight = arrange({"G-6Inf": "3010", **POCKET}, phase="german-combat")
    roll = only(play(fight, Attack(("G-6Inf",), ("3011",)), dice=[1]), BattleRolled)
    assert roll.attack == 4


@pytest.mark.rule("11.31", "6.25")
@pytest.mark.parametrize(
    ("name", "points"), [("G-GD", 5), ("G-1Cav", 2), ("G-6Inf", 3), ("G-7Pz-SR6", 5)]
)
def test_fractions_of_movement_are_dropped(name: str, points: int) -> None:
    assert points_left(arrange({name: "3010", **POCKET}), name) == points


@pytest.mark.rule("11.31", "6.25")
@pytest.mark.parametrize(("counter", "points"), [("SR01", 3), ("SA13", 5)])
def test_soviets_without_a_leader_move_half(counter: str, points: int) -> None:
    state = arrange({"S-1": f"2410 {counter}"}, phase="soviet-move")
    assert points_left(state, "S-1") == points


@pytest.mark.rule("11.31", "11.32")
@pytest.mark.parametrize(
    ("defender", "defence"),
    [("SR01", 2), ("SR08", 2), ("SR44", 1), ("SR64", 1), ("SR72", 1), ("SR31", 4)],
)
def test_strength_is_halved_but_never_below_one(defender: str, defence: int) -> None:
    state = arrange({"G-6Inf": "2411", "S-1": f"2410 {defender}"}, phase="german-combat")
    roll = only(play(state, Attack(("G-6Inf",), ("2410",)), dice=[1]), BattleRolled)
    assert roll.defence == defence


@pytest.mark.rule("11.31", "10.1")
def test_units_of_a_stack_are_halved_one_by_one() -> None:
    """AMB-35: 5/2 + 5/2 + 3/2 = 2 + 2 + 1; a leader's own defence is halved too."""
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2309",
        "G-5Inf": "2609",
        "S-1": "2410 SR08",
        "S-2": "2410 SR09",
        "SL-lukin": "2410",
    }
    state = arrange(units, phase="german-combat")
    roll = only(play(state, Attack(("G-6Inf",), ("2410",)), dice=[1]), BattleRolled)
    assert roll.defence == 2 + 2 + 1


def test_supply_for_movement_is_judged_when_the_phase_begins() -> None:
    """Found unsupplied then, the unit moves half even where it is in supply now."""
    state = arrange({"G-6Inf": "2411 unsupplied"}, opened=True)
    assert supplied(state, "G-6Inf")
    assert points_left(state, "G-6Inf") == 3
    assert why(state, Move(("G-6Inf",), ("2412", "2413", "2414", "2415"))) == (
        "6.25",
        "too-far-unsupplied",
    )
    assert allowed(state, Move(("G-6Inf",), ("2412", "2413", "2414")))


@pytest.mark.rule("11.GEN-2")
def test_the_german_checks_supply_again_for_his_second_movement() -> None:
    state = arrange({"G-GD": "2411 unsupplied"}, opened=True)
    play(state, Done())
    assert state.phase == Phase.GERMAN_MECH_MOVE
    assert points_left(state, "G-GD") == 10


@pytest.mark.rule("11.GEN-3")
def test_supply_for_combat_is_judged_in_the_combat() -> None:
    """T23: supplied when the phase began, the unit moved beyond the reach of every line."""
    units: dict[str, Words] = {"G-6Inf": "2128", **LAST_HEX_OF_THE_ROAD, "S-2": "2329 SR02"}
    state = arrange(units)
    assert points_left(state, "G-6Inf") == 7
    play(state, Move(("G-6Inf",), ("2228",)), Done())
    assert state.phase == Phase.GERMAN_COMBAT
    roll = only(play(state, Attack(("G-6Inf",), ("2329",)), dice=[1]), BattleRolled)
    assert roll.attack == 4
    near = arrange(units | {"S-2": "2228 SR02"}, phase="german-combat")
    assert only(play(near, Attack(("G-6Inf",), ("2228",)), dice=[1]), BattleRolled).attack == 9


@pytest.mark.rule("11.GEN-3", "12.3a")
def test_what_vanishes_at_the_revelation_opens_no_line_for_that_combat() -> None:
    """Supply is judged when the combat is declared: S-2 still cut the German off then."""
    units: dict[str, Words] = {
        "G-6Inf": "2617",
        "S-1": "2618 SR31",
        "S-2": "2616 SR69 untried",
        "SL-konev": "2618",
        "SL-lukin": "2615",
    }
    state = arrange(units, phase="soviet-combat", turn=7)
    assert not supplied(state, "G-6Inf")
    roll = only(play(state, Attack(("S-1", "S-2"), ("2617",)), dice=[6]), BattleRolled)
    assert place(state, "S-2") == "dead"
    assert roll.defence == 4 * 2  # 9/2 in a forest


@pytest.mark.rule("11.33", "14.GEN-3")
def test_newcomers_are_supplied_in_their_movement_phase_only() -> None:
    """AMB-19: no leader is near 5907."""
    state = arrange({"S-1": UnitPosition("", "waiting", "SR01", entry="X")}, phase="soviet-move")
    assert points_left(state, "S-1") == 6
    play(state, Move(("S-1",), ("5907", "5807")))
    assert supplied(state, "S-1")
    play(state, Done())
    assert not supplied(state, "S-1")


@pytest.mark.rule("11.33", "14.GEN-3")
@pytest.mark.parametrize("option", ["movement_phase", "player_turn"])
def test_the_option_extends_entry_supply_to_the_player_turn(option: str) -> None:
    units: dict[str, Words] = {
        "S-1": UnitPosition("", "waiting", "SR31", entry="X"),
        "S-2": "2410 SR32",
        "SL-konev": "2410",
        "G-6Inf": "2411",
    }
    state = arrange(units, phase="soviet-move", options={"entry_supply": option})
    play(state, Move(("S-1",), ("5907", "5807")), Done())
    assert state.phase == Phase.SOVIET_COMBAT
    assert supplied(state, "S-1") == (option == "player_turn")
    play(state, Done())
    assert state.phase == Phase.SOVIET_INTERDICT
    assert not supplied(state, "S-1")


@pytest.mark.rule("11.34")
def test_units_may_stay_unsupplied_for_good() -> None:
    state = arrange({"S-1": "2410 SR01"}, phase="soviet-move", turn=5)
    chance = SeededChance(3)
    while state.turn < 9:
        marker = state.phase in (Phase.GERMAN_INTERDICT, Phase.SOVIET_INTERDICT)
        GAME.play(state, Interdict() if marker else Done(), chance)
    assert not supplied(state, "S-1")
    assert place(state, "S-1") == "2410"


@pytest.mark.rule("11.35")
def test_supply_does_not_touch_zones() -> None:
    state = arrange({"G-GD": "2412", "S-1": "2410 SR01"})
    assert not supplied(state, "S-1")
    assert why(state, Move(("G-GD",), ("2411", "2511"))) == ("6.22a", "zone-stop")


@pytest.mark.rule("11.36", "6.51d")
@pytest.mark.parametrize(
    ("hex_", "target", "ring", "attack"),
    [("2411", "2410", {"S-1": "2410 SR01"}, 4), ("3010", "3011", POCKET, 2)],
)
def test_supply_for_an_overrun_is_judged_at_that_moment(
    hex_: str, target: str, ring: dict[str, Words], attack: int
) -> None:
    """9/2 with a line now, 9/2/2 without, whatever the check at the start of the phase said."""
    for found in ("", " unsupplied"):
        state = arrange({"G-6Inf": hex_ + found, **ring}, opened=True)
        roll = only(play(state, Overrun(("G-6Inf",), target), dice=[1]), BattleRolled)
        assert roll.attack == attack
