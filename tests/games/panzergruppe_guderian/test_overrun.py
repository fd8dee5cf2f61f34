"""6.5 Overrun and 6.6 Disruption."""

from __future__ import annotations

import pytest

from campagna.core.contract import Event
from campagna.games.panzergruppe_guderian.events import (
    Advanced,
    AttackCancelled,
    BattleRolled,
    Disrupted,
    Eliminated,
    Moved,
    Occupied,
    Recovered,
)
from campagna.games.panzergruppe_guderian.orders import (
    Attack,
    Done,
    GiveGround,
    Move,
    Overrun,
    Retreat,
    TakeLosses,
)
from campagna.games.panzergruppe_guderian.position import UnitPosition
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.strength import attack_strength
from campagna.games.panzergruppe_guderian.supply import commanded_hexes, in_supply
from tests.games.panzergruppe_guderian.board_setup import (
    Words,
    allowed,
    arrange,
    decider,
    decision,
    events_of,
    flags,
    only,
    place,
    play,
    points_left,
    take_losses,
    unit,
    why,
)

PANZER = ("G-7Pz-PzR25", "G-7Pz-SR6", "G-7Pz-SR7")
"""The 7th Panzer Division, 4 + 2 + 2: intact 16, in an overrun 8."""

STACK = dict.fromkeys(PANZER, "2411")
KONEV = {"SL-konev": "2407"}
"""Konev, rating 5, keeps the Soviets around 2410 in supply and in command."""

FIVE = {"S-1": "2410 SR08"}
"""A 5-5-6 division in clear terrain, next to 2411."""


def overrun(state: State, die: int, target: str = "2410") -> list[Event]:
    return play(state, Overrun(PANZER, target), dice=[die])


# --- T37 to T40: one story --------------------------------------------------------------------------


@pytest.mark.rule("6.52b", "6.61a", "7.3e", "9.67c")
def test_an_engaged_overrun_stays_where_it_is() -> None:
    """T37: 8 against 5 is 1-1, on a 4 both lose a step; the division keeps its integrity."""
    state = arrange(STACK | FIVE | KONEV)
    rolled = only(overrun(state, 4), BattleRolled)
    assert (rolled.attack, rolled.defence, rolled.odds, rolled.result) == (8, 5, "1-1", "Eng")
    assert place(state, "S-1") == "dead"
    events = play(state, TakeLosses(("G-7Pz-SR6",)))
    assert not events_of(events, Occupied)
    assert [place(state, name) for name in PANZER] == ["2411"] * 3
    for name in PANZER:
        assert why(state, Move((name,), ("2412",))) == ("6.52a", "overrun-stopped")
    assert attack_strength(state, [state.find(n) for n in PANZER]) == 2 * (4 + 1 + 2)


@pytest.mark.rule("6.51b", "6.51e", "6.51f", "6.51g", "6.61a")
def test_a_successful_overrun_enters_the_hex_and_goes_on() -> None:
    """T38: on a 1 D1; the division retreats one hex and is disrupted."""
    state = arrange(STACK | FIVE | KONEV)
    assert only(overrun(state, 1), BattleRolled).result == "D1"
    assert (decision(state), decider(state)) == ("suffer", "soviet")
    play(state, GiveGround())
    events = play(state, Retreat("S-1", ("2409",)))
    assert only(events, Disrupted).units == ("S-1",)
    assert only(events, Occupied).hex == "2410"
    for name in PANZER:
        assert place(state, name) == "2410"
        assert points_left(state, name) == 7
    assert decision(state) == "german-move"
    assert only(play(state, Move((PANZER[0],), ("2511",))), Moved).cost == 2
    assert allowed(state, Move((PANZER[1],), ("2310",))), "the disrupted division has no zone"


@pytest.mark.rule("6.56b", "6.56c", "6.51g")
def test_in_another_zone_the_victors_may_only_overrun_again() -> None:
    """T39: a second division in 2510 exerts a zone on 2410."""
    state = arrange(STACK | FIVE | KONEV | {"S-2": "2510 SR17"})
    overrun(state, 1)
    play(state, GiveGround(), Retreat("S-1", ("2409",)))
    assert [place(state, name) for name in PANZER] == ["2410"] * 3
    assert why(state, Move((PANZER[0],), ("2311",))) == ("6.22b", "zone-locked")
    assert allowed(state, Overrun(PANZER, "2510"))
    assert allowed(state, Overrun(PANZER, "2409"))


@pytest.mark.rule("6.62", "8.11", "6.63", "4.2 A3")
def test_a_disrupted_division_is_passed_and_rests_for_a_turn() -> None:
    """T40."""
    units = {"S-1": "2409 SR08 disrupted", "G-Lehr": "2412"}
    state = arrange(units)
    assert allowed(state, Move(("G-Lehr",), ("2411", "2410", "2510", "2509")))
    near = units | {"G-Lehr": "2410", "S-2": "2310 SR17", "SL-konev": "2310"}
    soviet = arrange(near, phase="soviet-move")
    assert why(soviet, Move(("S-1",), ("2408",))) == ("6.62", "disrupted")
    assert why(soviet, Overrun(("S-1",), "2410")) == ("6.62", "disrupted")
    combat = arrange(near, phase="soviet-combat")
    assert why(combat, Attack(("S-1",), ("2410",))) == ("6.62", "disrupted")
    assert allowed(combat, Attack(("S-2",), ("2410",)))
    assert "disrupted" in flags(combat, "S-1")
    assert only(play(combat, Done()), Recovered).units == ("S-1",)
    assert "disrupted" not in flags(combat, "S-1")


# --- 6.5, 6.51: procedure ---------------------------------------------------------------------------


@pytest.mark.rule("6.5a", "4.2 B3")
def test_overruns_belong_to_movement_phases_and_the_german_has_two() -> None:
    units = STACK | FIVE | {"G-6Inf": "2311"}
    for phase in ("german-move", "german-mech-move"):
        assert allowed(arrange(units, phase=phase), Overrun(PANZER, "2410"))
    first, second = arrange(units), arrange(units, phase="german-mech-move")
    assert allowed(first, Overrun(("G-6Inf",), "2410"))
    assert why(second, Overrun(("G-6Inf",), "2410")) == ("4.2 B3", "not-mechanised")
    combat = arrange(units, phase="german-combat")
    assert why(combat, Overrun(PANZER, "2410")) == ("4.2 B2", "not-now")
    enemy_turn = arrange(units | KONEV, phase="soviet-move")
    assert why(enemy_turn, Overrun(PANZER, "2410")) == ("6.5a", "not-your-unit")
    assert allowed(enemy_turn, Overrun(("S-1",), "2411"))


@pytest.mark.rule("6.51a")
def test_the_overrunning_units_move_next_to_the_target_first() -> None:
    state = arrange(dict.fromkeys(PANZER, "2413") | FIVE)
    assert why(state, Overrun(PANZER, "2410")) == ("6.51a", "not-adjacent-to-target")
    play(state, Move(PANZER, ("2412", "2411")))
    overrun(state, 1)
    take_losses(state)
    assert [points_left(state, name) for name in PANZER] == [10 - 2 - 3] * 3


@pytest.mark.rule("6.51a")
def test_an_overrun_needs_units_of_one_hex_and_an_enemy_next_to_it() -> None:
    state = arrange({**STACK, **FIVE, "G-Lehr": "2311", "G-GD": UnitPosition("", "waiting")})
    assert why(state, Overrun((*PANZER, "G-Lehr"), "2410")) == ("6.51a", "not-together")
    assert why(state, Overrun(PANZER, "2412")) == ("6.51b", "no-enemy-there")
    assert why(state, Overrun(("G-GD",), "2410")) == ("6.51a", "not-on-map")


@pytest.mark.rule("6.51b")
def test_an_overrun_takes_three_points_from_every_unit() -> None:
    """An infantry division has 7 points: after four hexes 3 are left, after five only 2."""
    for steps, rule in ((4, None), (5, ("6.51b", "overrun-too-dear"))):
        start = f"24{11 + steps:02d}"
        state = arrange({"G-6Inf": start, **FIVE})
        play(state, Move(("G-6Inf",), tuple(f"24{r:02d}" for r in range(10 + steps, 10, -1))))
        order = Overrun(("G-6Inf",), "2410")
        assert allowed(state, order) if rule is None else why(state, order) == rule
    mixed = arrange({"G-Lehr": "2411", "G-1Cav": "2411 unsupplied", **FIVE}, opened=True)
    assert points_left(mixed, "G-1Cav") == 2
    both = Overrun(("G-Lehr", "G-1Cav"), "2410")
    assert why(mixed, both) == ("6.51b", "overrun-too-dear")
    assert allowed(mixed, Overrun(("G-Lehr",), "2410"))


@pytest.mark.rule("6.51c")
def test_the_attack_is_halved_and_the_fraction_dropped() -> None:
    state = arrange({"G-6Inf": "2411"} | FIVE | KONEV)
    rolled = only(play(state, Overrun(("G-6Inf",), "2410"), dice=[3]), BattleRolled)
    assert (rolled.attack, rolled.overrun) == (4, True)
    weak = arrange({"G-6Inf": "2411 step3"} | FIVE)
    rolled = only(play(weak, Overrun(("G-6Inf",), "2410"), dice=[1]), BattleRolled)
    assert rolled.attack == 1, "1 halved is never less than 1"


@pytest.mark.rule("6.51b", "6.54b")
def test_all_units_of_the_target_hex_defend_together_and_no_others() -> None:
    units = {"S-1": "2410 SR08", "S-2": "2410 SR17", "S-3": "2511 SR18"}
    state = arrange(STACK | units | KONEV)
    rolled = only(overrun(state, 4), BattleRolled)
    assert (rolled.targets, rolled.defence) == (("2410",), 5 + 5)


@pytest.mark.rule("6.51d")
def test_terrain_helps_the_defender_of_an_overrun() -> None:
    """From 2410 into the forest of 2409; from 2616 over the river into the forest of 2617."""
    forest = arrange({**dict.fromkeys(PANZER, "2410"), "S-1": "2409 SR08", **KONEV})
    assert only(overrun(forest, 3, "2409"), BattleRolled).defence == 5 * 2
    river = arrange({**dict.fromkeys(PANZER, "2616"), "S-1": "2617 SR08", "SL-konev": "2619"})
    assert only(overrun(river, 3, "2617"), BattleRolled).defence == 5 * 3


@pytest.mark.rule("6.51e", "6.51f")
def test_the_victors_must_enter_the_hex_and_pay_nothing_for_it() -> None:
    """Over the river into a forest hex: 8 against 1 x 3 is 2-1, on a 1 D2."""
    state = arrange({**dict.fromkeys(PANZER, "2616"), "S-1": "2617 SR64"})
    events = overrun(state, 1, "2617") + take_losses(state)
    assert only(events, Occupied).units == PANZER
    assert decision(state) == "german-move", "nobody is asked whether to enter"
    assert [points_left(state, name) for name in PANZER] == [7] * 3


@pytest.mark.rule("6.51g", "6.23a", "6.57")
def test_the_way_before_and_after_an_overrun_shares_one_allowance() -> None:
    """Two points to 2411, three for the overrun, five for the way on: the sixth hex is too far."""
    state = arrange({"G-Lehr": "2413", "S-1": "2410 SR64"})
    play(state, Move(("G-Lehr",), ("2412", "2411")), Overrun(("G-Lehr",), "2410"), dice=[2])
    take_losses(state)
    assert place(state, "G-Lehr") == "2410"
    # Clear ground all the way, 1 point a hex.
    way = ("2510", "2509", "2508", "2507", "2506", "2505")
    assert points_left(state, "G-Lehr") == 5
    assert why(state, Move(("G-Lehr",), way)) == ("6.23a", "too-far")
    play(state, Move(("G-Lehr",), way[:3]))
    assert points_left(state, "G-Lehr") == 2
    assert why(state, Move(("G-Lehr",), way[3:4])) == ("6.GEN-2", "moved-already")


@pytest.mark.rule("6.51g")
def test_three_overruns_in_a_row_use_up_ten_points() -> None:
    units = {
        f"S-{i + 1}": f"{h} SR{64 + i}" for i, h in enumerate(("2410", "2409", "2408", "2407"))
    }
    state = arrange({**STACK, **units, "G-Lehr": "2412"})
    for target, left in (("2410", 7), ("2409", 4), ("2408", 1)):
        # 8 against an unsupplied 1, in the forest of 2409 doubled, is 4-1 or better: a 1 is D2 or De.
        overrun(state, 1, target)
        take_losses(state)
        assert [place(state, name) for name in PANZER] == [target] * 3
        assert points_left(state, PANZER[0]) == left
    assert why(state, Overrun(PANZER, "2407")) == ("6.51b", "overrun-too-dear")


# --- 6.52: failure ----------------------------------------------------------------------------------


@pytest.mark.rule("6.52a", "6.61a")
def test_an_overrun_that_does_not_empty_the_hex_fails() -> None:
    """8 against 4 is 2-1, on a 2 D1: one of two divisions is lost, the other stays, disrupted."""
    units = {"S-1": "2410 SR61", "S-2": "2410 SR59"}
    state = arrange(STACK | units | KONEV)
    assert only(overrun(state, 2), BattleRolled).result == "D1"
    events = play(state, TakeLosses(("S-1",)))
    assert only(events, Disrupted).units == ("S-2",)
    assert not events_of(events, Occupied)
    assert why(state, Move((PANZER[0],), ("2412",))) == ("6.52a", "overrun-stopped")
    assert why(state, Overrun(PANZER, "2410")) == ("6.52a", "overrun-stopped")


@pytest.mark.rule("6.52b", "9.66d", "6.61a")
def test_a_split_result_stops_the_overrun_before_an_empty_hex() -> None:
    """1-1 on a 2: D1/A1. The division retreats, the panzers lose a step and stay."""
    state = arrange(STACK | FIVE | KONEV)
    assert only(overrun(state, 2), BattleRolled).result == "D1/A1"
    play(state, GiveGround(), Retreat("S-1", ("2409",)))
    events = play(state, TakeLosses(("G-7Pz-SR7",)))
    assert only(events, Disrupted).units == ("S-1",)
    assert not events_of(events, Occupied)
    assert [place(state, name) for name in PANZER] == ["2411"] * 3
    assert why(state, Move((PANZER[0],), ("2412",))) == ("6.52a", "overrun-stopped")


@pytest.mark.rule("6.52c", "6.52a", "6.58")
@pytest.mark.parametrize("retreats", [False, True])
def test_a_loss_or_retreat_of_the_attacker_ends_his_movement(retreats: bool) -> None:
    """1-1 on a 5: A1. The defender neither moves nor advances, whatever the attacker does."""
    state = arrange(STACK | FIVE | KONEV)
    assert only(overrun(state, 5), BattleRolled).result == "A1"
    if retreats:
        play(state, GiveGround())
        assert decider(state) == "soviet"
        play(state, *(Retreat(name, ("2412",)) for name in PANZER))
    else:
        play(state, TakeLosses((PANZER[0],)))
    assert decision(state) == "german-move"
    assert place(state, "S-1") == "2410"
    at = "2412" if retreats else "2411"
    for name in PANZER:
        assert place(state, name) == at
        assert why(state, Move((name,), ("2413",))) == ("6.52a", "overrun-stopped")


@pytest.mark.rule("6.52a")
def test_units_that_were_not_in_the_failed_overrun_move_freely() -> None:
    state = arrange(STACK | FIVE | KONEV | {"G-Lehr": "2413"})
    overrun(state, 5)
    take_losses(state)
    assert allowed(state, Move(("G-Lehr",), ("2414",)))


@pytest.mark.rule("6.51a", "6.51e")
def test_units_may_be_left_behind() -> None:
    """The ruling AMB-38: two of three regiments overrun, the third stays and moves on its own.

    From a hex that holds the whole division they attack doubled: 12 halved is 6-1, on a 2 D2.
    """
    state = arrange(STACK | {"S-1": "2410 SR64"})
    events = play(state, Overrun(PANZER[:2], "2410"), dice=[2]) + take_losses(state)
    assert only(events, Occupied).units == PANZER[:2]
    assert (place(state, PANZER[2]), points_left(state, PANZER[2])) == ("2411", 10)
    play(state, Move((PANZER[0],), ("2510",)))
    assert place(state, PANZER[1]) == "2410", "the victors part ways, each with its own points"


@pytest.mark.rule("6.51b", "6.51e", "12.3a")
def test_overrun_divisions_without_strength_vanish_without_a_die() -> None:
    """The ruling AMB-28: the three points are spent, the hex is entered, the move goes on."""
    state = arrange(STACK | {"S-1": "2410 SR69 untried"})
    events = play(state, Overrun(PANZER, "2410"))
    assert only(events, Occupied).hex == "2410"
    assert [points_left(state, name) for name in PANZER] == [7] * 3
    assert allowed(state, Move((PANZER[0],), ("2409",)))


@pytest.mark.rule("6.52a", "12.3a")
def test_an_overrun_by_a_division_without_strength_is_called_off() -> None:
    """0-0-6 and Konev, whom the Germans came to: he stays, takes no part and moves no more."""
    units = {"S-1": "2410 SR69 untried", "SL-konev": "2410", "G-Lehr": "2411"}
    state = arrange(units, phase="soviet-move")
    events = play(state, Overrun(("S-1", "SL-konev"), "2411"))
    assert only(events, AttackCancelled).hexes == ("2411",)
    assert (place(state, "S-1"), place(state, "SL-konev")) == ("dead", "2410")
    assert (place(state, "G-Lehr"), flags(state, "G-Lehr")) == ("2411", set())
    assert flags(state, "SL-konev") >= {"stopped"}


# --- 6.53 to 6.55: who ------------------------------------------------------------------------------


@pytest.mark.rule("6.53")
def test_leaders_are_overrun_but_overrun_nobody_alone() -> None:
    """Konev alone defends with 5; next to Germans he needs a division to overrun."""
    state = arrange({**STACK, "SL-konev": "2410"})
    assert only(overrun(state, 1), BattleRolled).defence == 5
    take_losses(state)
    assert place(state, "SL-konev") == "dead"
    units = {"SL-konev": "2410", "G-Lehr": "2411", "S-1": "2410 SR08"}
    soviet = arrange(units, phase="soviet-move")
    assert why(soviet, Overrun(("SL-konev",), "2411")) == ("6.53", "leader-alone")
    assert allowed(soviet, Overrun(("SL-konev", "S-1"), "2411"))


@pytest.mark.rule("6.54a")
def test_units_that_began_in_different_hexes_do_not_overrun_together() -> None:
    state = arrange({"G-Lehr": "2411", "G-GD": "2412", **FIVE})
    play(state, Move(("G-GD",), ("2411",)))
    assert why(state, Overrun(("G-Lehr", "G-GD"), "2410")) == ("6.54a", "started-elsewhere")
    assert allowed(state, Overrun(("G-GD",), "2410"))
    same = arrange({"G-Lehr": "2412", "G-GD": "2412", **FIVE})
    play(same, Move(("G-GD",), ("2411",)), Move(("G-Lehr",), ("2312", "2411")))
    assert allowed(same, Overrun(("G-Lehr", "G-GD"), "2410"))


@pytest.mark.rule("6.54a", "14.GEN-2")
def test_reinforcements_overrun_together_if_they_came_in_together() -> None:
    """The ruling AMB-7: one entry order counts as one starting hex."""
    waiting = UnitPosition("", "waiting", entry="C")
    units: dict[str, Words] = {**dict.fromkeys(PANZER, waiting), "S-1": "0211 SR61"}
    together = arrange(units)
    play(together, Move(PANZER, ("0111",)))
    assert points_left(together, PANZER[0]) == 9
    assert allowed(together, Overrun(PANZER, "0211"))
    apart = arrange(units)
    play(apart, Move(PANZER[:2], ("0111",)), Move(PANZER[2:], ("0111",)))
    assert why(apart, Overrun(PANZER, "0211")) == ("6.54a", "started-elsewhere")
    assert allowed(apart, Overrun(PANZER[:2], "0211"))


@pytest.mark.rule("6.54c")
def test_a_hex_is_overrun_again_by_other_units_in_the_same_phase() -> None:
    state = arrange(STACK | FIVE | KONEV | {"G-GD": "2311"})
    overrun(state, 5)
    take_losses(state)
    assert why(state, Overrun(PANZER, "2410"))[0] == "6.52a"
    rolled = only(play(state, Overrun(("G-GD",), "2410"), dice=[1]), BattleRolled)
    assert (rolled.attack, rolled.defence) == (2, 5)


@pytest.mark.rule("6.55a", "6.59", "7.3a", "11.31")
def test_an_unsupplied_panzer_division_overruns_with_4() -> None:
    """T3, the book's example: 8 doubled, halved for supply, halved for the overrun.

    Soviets in 2410 and 2412 put all six hexes around 2411 in their zones.
    """
    state = arrange(STACK | {"S-1": "2410 SR17", "S-2": "2412 SR18"})
    assert not in_supply(state, state.find(PANZER[0]))
    assert only(overrun(state, 3), BattleRolled).attack == 4


@pytest.mark.rule("6.55a", "10.36a", "10.36b")
def test_the_leader_is_added_before_the_halving() -> None:
    """9 and Konev's 5 make 14, halved 7; cut off 4 and 4 make 8, halved 4."""
    units = {"S-1": "2410 SR31", "SL-konev": "2410", "G-6Inf": "2411"}
    order = Overrun(("S-1", "SL-konev"), "2411")
    supplied = arrange(units, phase="soviet-move")
    assert only(play(supplied, order, dice=[4]), BattleRolled).attack == 7
    cut_off = arrange({**units, "G-26Inf": "2409"}, phase="soviet-move")
    assert only(play(cut_off, order, dice=[4]), BattleRolled).attack == 4


@pytest.mark.rule("6.55b")
def test_soviets_outside_every_radius_do_not_overrun() -> None:
    """T4."""
    state = arrange({"S-1": "2410 SR31", "G-Lehr": "2411"}, phase="soviet-move")
    assert why(state, Overrun(("S-1",), "2411")) == ("6.55b", "overrun-uncommanded")


@pytest.mark.rule("6.55b")
def test_what_counts_is_the_radius_at_the_start_of_the_phase() -> None:
    """Lukin has radius 3. One division leaves it and overruns; another comes into it too late."""
    leaving = arrange(
        {"S-1": "2412 SR31", "SL-lukin": "2415", "G-Lehr": "2408"}, phase="soviet-move"
    )
    play(leaving, Move(("S-1",), ("2411", "2410", "2409")))
    assert not commanded_hexes(leaving)[state_hex(leaving, "2409")]
    assert allowed(leaving, Overrun(("S-1",), "2408"))
    coming = arrange(
        {"S-1": "2413 SA11", "SL-lukin": "2409", "G-Lehr": "2512"}, phase="soviet-move"
    )
    play(coming, Move(("S-1",), ("2412",)))
    assert points_left(coming, "S-1") == 10 // 2 - 1
    assert why(coming, Overrun(("S-1",), "2512")) == ("6.55b", "overrun-uncommanded")


def state_hex(state: State, name: str) -> int:
    return state.world.hex_index[name]


@pytest.mark.rule("6.55b")
def test_soviet_reinforcements_overrun_only_beside_a_leader_who_came_with_them() -> None:
    """The ruling AMB-8."""
    units: dict[str, Words] = {
        "SL-rokossovsky": UnitPosition("", "waiting", entry="X"),
        "S-1": UnitPosition("", "waiting", "SR31", entry="X"),
        "G-Lehr": "5906",
    }
    state = arrange(units, phase="soviet-move")
    play(state, Move(("SL-rokossovsky", "S-1"), ("5907",)))
    assert why(state, Overrun(("S-1",), "5906")) == ("6.55b", "overrun-uncommanded")
    assert allowed(state, Overrun(("S-1", "SL-rokossovsky"), "5906"))


# --- 6.56 to 6.59 -----------------------------------------------------------------------------------


@pytest.mark.rule("6.56a", "8.13")
def test_units_in_an_enemy_zone_may_still_overrun() -> None:
    """They begin in the zones of two hexes, or stop in one on the way."""
    units = FIVE | {"S-2": "2511 SR17"}
    begins = arrange(STACK | units)
    assert why(begins, Move((PANZER[0],), ("2412",)))[0] == "6.22b"
    assert allowed(begins, Overrun(PANZER, "2410"))
    stops = arrange(dict.fromkeys(PANZER, "2412") | FIVE)
    play(stops, Move(PANZER, ("2411",)))
    assert allowed(stops, Overrun(PANZER, "2410"))


@pytest.mark.rule("6.57", "9.88")
def test_there_is_no_advance_after_an_overrun() -> None:
    """8 against 1 is 8-1, on a 1 De: in combat that would open two hexes."""
    state = arrange(STACK | {"S-1": "2410 SR64"})
    events = overrun(state, 1)
    assert only(events, BattleRolled).result == "De"
    assert decision(state) == "german-move"
    assert not events_of(events, Advanced)
    assert [place(state, name) for name in PANZER] == ["2410"] * 3
    assert only(play(state, Move((PANZER[0],), ("2510",))), Moved).cost == 2


@pytest.mark.rule("6.58")
def test_defenders_who_destroy_the_attacker_stay_where_they_are() -> None:
    """1 against 8 is 1-3, on a 5 Ae."""
    state = arrange({"G-6Inf": "2411 step3", "G-Lehr": "2420", "S-1": "2410 SR31", **KONEV})
    events = play(state, Overrun(("G-6Inf",), "2410"), dice=[5])
    assert only(events, Eliminated).unit == "G-6Inf"
    assert decision(state) == "german-move"
    assert place(state, "S-1") == "2410"


@pytest.mark.rule("6.59", "6.51d", "11.36")
def test_supply_is_judged_at_the_moment_of_the_overrun() -> None:
    """Found unsupplied at the start, the division moves with 5 points but strikes at full strength."""
    late = dict.fromkeys(PANZER, "2411 unsupplied")
    state = arrange(late | FIVE | KONEV, opened=True)
    assert points_left(state, PANZER[0]) == 5
    rolled = only(overrun(state, 1), BattleRolled)
    assert (rolled.attack, rolled.defence) == (8, 5)


@pytest.mark.rule("6.59", "11.GEN-2", "11.36")
def test_a_division_that_leaves_its_supply_behind_overruns_at_half_strength() -> None:
    """With a Soviet in 0219 the road is shut; the west edge is 17 points from 1815, 21 from 2215."""
    state = arrange({"G-6Inf": "1815", "S-1": "2316 SR17", "S-2": "0219 SR18"})
    assert in_supply(state, state.find("G-6Inf"))
    play(state, Move(("G-6Inf",), ("1915", "2014", "2115", "2215")))
    assert not in_supply(state, state.find("G-6Inf"))
    assert points_left(state, "G-6Inf") == 7 - 4
    rolled = only(play(state, Overrun(("G-6Inf",), "2316"), dice=[1]), BattleRolled)
    assert rolled.attack == 9 // 2 // 2


@pytest.mark.rule("6.59")
def test_the_defenders_supply_is_judged_at_that_moment_too() -> None:
    supplied, cut_off = arrange(STACK | FIVE | KONEV), arrange(STACK | FIVE)
    assert only(overrun(supplied, 4), BattleRolled).defence == 5
    assert only(overrun(cut_off, 4), BattleRolled).defence == 5 // 2


# --- 6.6: disruption --------------------------------------------------------------------------------


@pytest.mark.rule("6.61a")
def test_an_engagement_or_a_repulse_disrupts_nobody() -> None:
    """8 against 4 is 2-1: Eng on a 5, A1 on a 6."""
    units = {"S-1": "2410 SR61", "S-2": "2410 SR59"}
    for die, left in ((5, ["S-2"]), (6, ["S-1", "S-2"])):
        state = arrange(STACK | units | KONEV)
        events = overrun(state, die) + take_losses(state)
        assert not events_of(events, Disrupted)
        assert [n for n in ("S-1", "S-2") if place(state, n) == "2410"] == left
        assert not any(flags(state, n) & {"disrupted"} for n in left)


@pytest.mark.rule("6.61b")
def test_only_defenders_and_only_overruns_make_disruption() -> None:
    """The same D1, 8 against 4 on a 2, in a combat of an infantry division with 9."""
    units = {"S-1": "2410 SR61", "S-2": "2410 SR59"}
    combat = arrange({"G-6Inf": "2411", **units, **KONEV}, phase="german-combat")
    play(combat, Attack(("G-6Inf",), ("2410",)), dice=[2])
    play(combat, TakeLosses(("S-1",)))
    assert "disrupted" not in flags(combat, "S-2")
    attacker = arrange(STACK | FIVE | KONEV)
    overrun(attacker, 5)
    play(attacker, GiveGround(), *(Retreat(name, ("2412",)) for name in PANZER))
    assert not any("disrupted" in flags(attacker, name) for name in PANZER)


@pytest.mark.rule("6.62")
def test_a_disrupted_unit_defends_normally_and_is_not_disrupted_twice() -> None:
    state = arrange(STACK | {"S-1": "2410 SR08 disrupted"} | KONEV)
    assert only(overrun(state, 1), BattleRolled).defence == 5
    events = play(state, GiveGround(), Retreat("S-1", ("2409",)))
    assert not events_of(events, Disrupted)
    assert "disrupted" in flags(state, "S-1")


@pytest.mark.rule("6.62", "6.63", "4.2 B4")
def test_a_disrupted_german_unit_rests_until_the_german_removal_phase() -> None:
    units = {"G-GD": "2411 disrupted", "G-Lehr": "2412", "S-1": "2410 SR08", **KONEV}
    move = arrange(units)
    assert why(move, Move(("G-GD",), ("2412",))) == ("6.62", "disrupted")
    assert why(move, Overrun(("G-GD",), "2410")) == ("6.62", "disrupted")
    combat = arrange(units, phase="german-combat")
    assert why(combat, Attack(("G-GD",), ("2410",))) == ("6.62", "disrupted")
    second = arrange(units, phase="german-mech-move")
    assert why(second, Move(("G-GD",), ("2412",))) == ("6.62", "disrupted")
    assert only(play(second, Done()), Recovered).units == ("G-GD",)
    assert decision(second) == "german-interdict"


@pytest.mark.rule("6.63")
def test_each_removal_phase_helps_its_own_side_only() -> None:
    units = {"G-GD": "2411 disrupted", "S-1": "2420 SR08 disrupted"}
    soviet = arrange(units, phase="soviet-combat")
    play(soviet, Done())
    assert "disrupted" in flags(soviet, "G-GD")
    assert "disrupted" not in flags(soviet, "S-1")
    german = arrange(units, phase="german-mech-move")
    play(german, Done())
    assert "disrupted" in flags(german, "S-1")
    assert "disrupted" not in flags(german, "G-GD")


@pytest.mark.rule("6.64")
def test_a_disrupted_leader_commands_supplies_and_supports_nobody() -> None:
    units = {"S-1": "2409 SR34", "SL-konev": "2410", "G-Lehr": "2411", "S-2": "2410 SR08"}
    for words, able in (("2410", True), ("2410 disrupted", False)):
        state = arrange({**units, "SL-konev": words}, phase="soviet-combat")
        assert in_supply(state, state.find("S-1")) == able
        assert bool(commanded_hexes(state)[state_hex(state, "2409")]) == able
        assert allowed(state, Attack(("S-2", "SL-konev"), ("2411",))) == able
        assert allowed(state, Attack(("S-2",), ("2411",))) == able
    other = arrange(
        {**units, "SL-konev": "2410 disrupted", "SL-lukin": "2409"}, phase="soviet-combat"
    )
    assert allowed(other, Attack(("S-2",), ("2411",)))
    assert why(other, Attack(("S-2", "SL-konev"), ("2411",))) == ("6.62", "disrupted")
    helped = [other.find("S-2"), other.find("SL-konev")]
    assert attack_strength(other, helped) == 5, "his points add nothing"


@pytest.mark.rule("6.64")
def test_a_disrupted_leader_still_defends_with_his_rating() -> None:
    state = arrange({**STACK, "SL-konev": "2410 disrupted"})
    rolled = only(overrun(state, 1), BattleRolled)
    assert rolled.defence == 5


@pytest.mark.rule("6.64", "6.61a")
def test_a_leader_overrun_with_his_stack_is_disrupted_with_it() -> None:
    state = arrange({**STACK, "S-1": "2410 SR61", "SL-lukin": "2410"})
    overrun(state, 1)
    events = play(state, TakeLosses(("S-1",)))
    assert only(events, Disrupted).units == ("SL-lukin",)
    assert unit(state, "SL-lukin").place == state_hex(state, "2410")


# --- 6.4: the western columns -----------------------------------------------------------------------


@pytest.mark.rule("6.4c")
@pytest.mark.parametrize(("turn", "may"), [(1, False), (6, False), (7, True)])
def test_soviets_overrun_nobody_in_the_western_columns_before_turn_7(turn: int, may: bool) -> None:
    units = {"S-1": "0310 SR31", "SL-konev": "0310", "G-Lehr": "0210", "G-GD": "0309"}
    state = arrange(units, phase="soviet-move", turn=turn)
    order = Overrun(("S-1", "SL-konev"), "0210")
    assert allowed(state, order) if may else why(state, order) == ("6.4c", "west-closed")
    assert allowed(state, Overrun(("S-1", "SL-konev"), "0309"))
