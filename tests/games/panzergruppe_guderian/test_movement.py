"""6.1, 6.2: moving units and what stops them."""

from __future__ import annotations

import pytest

from campagna.games.panzergruppe_guderian.events import (
    Advanced,
    Moved,
    Retreated,
)
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Attack,
    Done,
    GiveGround,
    Move,
    Overrun,
    Retreat,
)
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.lay import (
    Words,
    allowed,
    arrange,
    decision,
    flags,
    only,
    place,
    play,
    points_left,
    unit,
    why,
)

# --- 6.1: how to move -------------------------------------------------------------------------------


@pytest.mark.rule("6.11a", "6.GEN-1", "6.23b")
def test_all_some_or_none_of_the_units_may_move() -> None:
    units = {"G-6Inf": "2411", "G-26Inf": "2421", "G-Lehr": "2424", "G-GD": "2404"}
    state = arrange(units)
    none = state.copy()
    assert allowed(none, Done())
    play(none, Done())
    assert [place(none, name) for name in units] == list(units.values())
    for name, to in zip(units, ("2412", "2420", "2425", "2405"), strict=True):
        play(state, Move((name,), (to,)))
        assert place(state, name) == to


@pytest.mark.rule("6.11b")
def test_there_is_no_combat_in_a_movement_phase() -> None:
    units = {"G-6Inf": "2411", "S-1": "2410 SR17"}
    state = arrange(units)
    assert why(state, Attack(("G-6Inf",), ("2410",))) == ("4.2 B1", "not-now")
    assert allowed(state, Overrun(("G-6Inf",), "2410")), "the only exception"
    assert allowed(arrange(units, phase="german-combat"), Attack(("G-6Inf",), ("2410",)))


@pytest.mark.rule("6.12", "6.23a", "6.GEN-1")
def test_a_unit_spends_no_more_than_its_allowance() -> None:
    column = tuple(f"24{row:02d}" for row in range(12, 20))
    state = arrange({"G-6Inf": "2411"})
    assert why(state, Move(("G-6Inf",), column)) == ("6.23a", "too-far")
    play(state, Move(("G-6Inf",), column[:-1]))
    assert points_left(state, "G-6Inf") == 0


@pytest.mark.rule("6.23a", "6.23b", "4.2 B3")
def test_points_left_over_are_lost_and_the_second_phase_gives_the_full_allowance() -> None:
    state = arrange({"G-Lehr": "2411", "G-GD": "2421"})
    play(state, Move(("G-Lehr",), ("2412", "2413")))
    assert points_left(state, "G-Lehr") == 8
    play(state, Done())
    assert decision(state) == "german-mech-move"
    assert points_left(state, "G-Lehr") == points_left(state, "G-GD") == 10


@pytest.mark.rule("6.GEN-2")
def test_a_move_that_is_over_is_over() -> None:
    state = arrange({"G-Lehr": "2411"})
    play(state, Move(("G-Lehr",), ("2412",)))
    assert why(state, Move(("G-Lehr",), ("2413",))) == ("6.GEN-2", "moved-already")


@pytest.mark.rule("6.GEN-2")
@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (("2413",), "not-adjacent"),
        (("2412", "2414"), "not-adjacent"),
        (("2411",), "not-adjacent"),
        (("9999",), "unknown-hex"),
        ((), "no-path"),
    ],
)
def test_a_path_is_a_chain_of_hexes_of_the_map(path: tuple[str, ...], reason: str) -> None:
    state = arrange({"G-Lehr": "2411"})
    assert why(state, Move(("G-Lehr",), path)) == ("6.GEN-2", reason)


@pytest.mark.rule("6.GEN-2", "6.23a")
def test_units_move_in_one_order_only_from_one_hex_and_each_pays_for_itself() -> None:
    state = arrange({"G-Lehr": "2411", "G-6Inf": "2411", "G-26Inf": "2412"})
    refusal = why(state, Move(("G-Lehr", "G-26Inf"), ("2410",)))
    assert refusal == ("6.GEN-2", "not-together")
    play(state, Move(("G-Lehr", "G-6Inf"), ("2410", "2409")))
    assert (points_left(state, "G-Lehr"), points_left(state, "G-6Inf")) == (10 - 3, 7 - 2)
    forest = arrange({"G-Lehr": "2411", "G-1Cav": "2411"})
    far = Move(("G-Lehr", "G-1Cav"), ("2410", "2409", "2309", "2308"))
    assert why(forest, far) == ("6.23a", "too-far"), "the cavalry has 5 points, the way costs 7"


@pytest.mark.rule("6.24a")
def test_units_move_only_in_their_own_movement_phase() -> None:
    units = {"G-Lehr": "2411", "S-1": "2420 SR17"}
    for phase, rule in [
        ("german-combat", "4.2 B2"),
        ("soviet-combat", "4.2 A2"),
        ("soviet-interdict", "4.2 A4"),
        ("german-interdict", "4.2 B5"),
    ]:
        state = arrange(units, phase=phase)
        assert why(state, Move(("G-Lehr",), ("2412",))) == (rule, "not-now")
        assert why(state, Move(("S-1",), ("2421",))) == (rule, "not-now")
    soviet = arrange(units, phase="soviet-move")
    assert why(soviet, Move(("G-Lehr",), ("2412",))) == ("6.GEN-1", "not-your-unit")
    german = arrange(units)
    assert why(german, Move(("S-1",), ("2421",))) == ("6.GEN-1", "not-your-unit")


@pytest.mark.rule("6.24b")
def test_retreats_and_advances_cost_no_movement_points() -> None:
    """A regiment without a point left still advances; the division it drove back spent nothing.

    4 against 2 is 2-1, on a 2 D1.
    """
    tired = UnitPosition("", "2411", spent=20)
    units: dict[str, Words] = {"G-GD": tired, "S-1": "2410 SR61", "SL-konev": "2406"}
    state = arrange(units, phase="german-combat")
    play(state, Attack(("G-GD",), ("2410",)), GiveGround(), dice=[2])
    events = play(state, Retreat("S-1", ("2409",)))
    assert only(events, Retreated).path == ("2410", "2409")
    events = play(state, Advance("G-GD", ("2410",)))
    assert only(events, Advanced).path == ("2411", "2410")
    assert unit(state, "G-GD").spent == 20
    assert unit(state, "S-1").spent == 0


# --- 6.2: what stops a unit -------------------------------------------------------------------------


@pytest.mark.rule("6.21")
def test_no_unit_enters_a_hex_with_an_enemy() -> None:
    """The enemy is disrupted, so that no zone of control stands in the way of this test."""
    state = arrange({"G-Lehr": "2411", "S-1": "2410 SR17 disrupted"})
    assert why(state, Move(("G-Lehr",), ("2410",))) == ("6.21", "enemy-there")
    assert why(state, Move(("G-Lehr",), ("2410", "2409"))) == ("6.21", "enemy-there")


@pytest.mark.rule("6.22a", "8.GEN", "8.12")
def test_a_unit_stops_where_it_enters_an_enemy_zone() -> None:
    state = arrange({"G-Lehr": "2411", "S-1": "2408 SR17"})
    assert why(state, Move(("G-Lehr",), ("2410", "2409", "2309"))) == ("6.22a", "zone-stop")
    cost = only(play(state, Move(("G-Lehr",), ("2410", "2409"))), Moved).cost
    assert cost == 2 * 1 + 2 * 2, "clear and forest, nothing for the zone"
    assert points_left(state, "G-Lehr") == 7


@pytest.mark.rule("6.22b", "8.13")
def test_a_unit_in_an_enemy_zone_does_not_leave_it() -> None:
    state = arrange({"G-Lehr": "2411", "S-1": "2410 SR17"})
    assert why(state, Move(("G-Lehr",), ("2412",))) == ("6.22b", "zone-locked")
    assert why(state, Move(("G-Lehr",), ("2511",))) == ("6.22b", "zone-locked")
    soviet = arrange({"G-Lehr": "2411", "S-1": "2410 SR17"}, phase="soviet-move")
    assert why(soviet, Move(("S-1",), ("2409",))) == ("6.22b", "zone-locked")


@pytest.mark.rule("6.25", "11.31")
@pytest.mark.parametrize(
    ("name", "words", "phase", "points"),
    [
        ("G-Lehr", "2411", "german-move", 10),
        ("G-6Inf", "2411", "german-move", 7),
        ("S-1", "2411 SR17", "soviet-move", 6),
        ("G-1Cav", "2411", "german-move", 5),
    ],
)
def test_without_supply_the_allowance_is_halved_and_fractions_dropped(
    name: str, words: str, phase: str, points: int
) -> None:
    supplied = arrange({name: words}, phase=phase, opened=True)
    assert points_left(supplied, name) == points
    cut_off = arrange({name: f"{words} unsupplied"}, phase=phase, opened=True)
    assert points_left(cut_off, name) == {10: 5, 7: 3, 6: 3, 5: 2}[points]


@pytest.mark.rule("6.25", "6.23a")
def test_the_supply_check_of_the_phase_sets_the_allowance() -> None:
    """One division stands with Lukin, who is supplied; the other has no leader near."""
    units = {"SL-lukin": "2216", "S-1": "2216 SR17", "S-2": "3009 SR18"}
    state = arrange(units, phase="soviet-move")
    assert flags(state, "S-2") >= {"unsupplied"}
    assert not flags(state, "S-1") & {"unsupplied"}
    north = tuple(f"30{row:02d}" for row in range(8, 4, -1))
    assert why(state, Move(("S-2",), north)) == ("6.25", "too-far-unsupplied")
    assert allowed(state, Move(("S-2",), north[:3]))


@pytest.mark.rule("6.11a", "3.4a")
def test_orders_name_units_that_exist_each_once() -> None:
    state = arrange({"G-Lehr": "2411"})
    assert why(state, Move(("G-99Pz",), ("2412",))) == ("3.4a", "unknown-unit")
    assert why(state, Move(("G-Lehr", "G-Lehr"), ("2412",))) == ("6.GEN-1", "named-twice")
    assert why(state, Move((), ("2412",))) == ("6.GEN-1", "no-units")
