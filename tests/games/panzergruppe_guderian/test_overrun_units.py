"""6.53 to 6.59: who may overrun, from where, in what supply."""

from __future__ import annotations

import pytest

from campagna.core.contract import Event
from campagna.games.panzergruppe_guderian.events import (
    Advanced,
    BattleRolled,
    Eliminated,
    Moved,
)
from campagna.games.panzergruppe_guderian.orders import (
    Move,
    Overrun,
)
from campagna.games.panzergruppe_guderian.rules.supply import commanded_hexes, in_supply
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.lay import (
    Words,
    allowed,
    arrange,
    decision,
    events_of,
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


@pytest.mark.rule("6.51d", "11.36")
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


def test_the_defenders_supply_is_judged_at_that_moment_too() -> None:
    supplied, cut_off = arrange(STACK | FIVE | KONEV), arrange(STACK | FIVE)
    assert only(overrun(supplied, 4), BattleRolled).defence == 5
    assert only(overrun(cut_off, 4), BattleRolled).defence == 5 // 2


# --- 6.4: the western columns -----------------------------------------------------------------------


@pytest.mark.rule("6.4c")
@pytest.mark.parametrize(("turn", "may"), [(1, False), (6, False), (7, True)])
def test_soviets_overrun_nobody_in_the_western_columns_before_turn_7(turn: int, may: bool) -> None:
    units = {"S-1": "0310 SR31", "SL-konev": "0310", "G-Lehr": "0210", "G-GD": "0309"}
    state = arrange(units, phase="soviet-move", turn=turn)
    order = Overrun(("S-1", "SL-konev"), "0210")
    assert allowed(state, order) if may else why(state, order) == ("6.4c", "west-closed")
    assert allowed(state, Overrun(("S-1", "SL-konev"), "0309"))
