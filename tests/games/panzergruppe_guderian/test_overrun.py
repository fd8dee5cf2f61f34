"""6.5 Overrun: the procedure and its failures."""

from __future__ import annotations

import pytest

from campagna.core.contract import Event
from campagna.games.panzergruppe_guderian.events import (
    AttackCancelled,
    BattleRolled,
    Disrupted,
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
from campagna.games.panzergruppe_guderian.rules.strength import attack_strength
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.lay import (
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
    state = arrange(
        {**STACK, **FIVE, "G-Lehr": "2311", "G-GD": UnitPosition("", "waiting", entry="E")}
    )
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
    """4 halved against 1 is 2-1, on a 2 D1.

    Two points to 2411, three for the overrun, five for the way on: the sixth hex is too far.
    """
    state = arrange({"G-GD": "2413", "S-1": "2410 SR64"})
    play(state, Move(("G-GD",), ("2412", "2411")), Overrun(("G-GD",), "2410"), dice=[2])
    take_losses(state)
    assert place(state, "G-GD") == "2410"
    # Clear ground all the way, 1 point a hex.
    way = ("2510", "2509", "2508", "2507", "2506", "2505")
    assert points_left(state, "G-GD") == 5
    assert why(state, Move(("G-GD",), way)) == ("6.23a", "too-far")
    play(state, Move(("G-GD",), way[:3]))
    assert points_left(state, "G-GD") == 2
    assert why(state, Move(("G-GD",), way[3:4])) == ("6.GEN-2", "moved-already")


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
