"""10.2: headquarters in two modes, on the move and in support of combats."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.games.lion_of_judah.events import PointsSpent
from campagna.games.lion_of_judah.field_events import BattleRolled, HqCommitted
from campagna.games.lion_of_judah.flags import LIFTED, M_SIDE, MOVED, NOWHERE
from campagna.games.lion_of_judah.frames import Battle
from campagna.games.lion_of_judah.orders import Attack, CommitAir, CommitHq, MoveHq
from campagna.games.lion_of_judah.rules.air_hq import hq_moves, hq_support
from campagna.games.lion_of_judah.state import AirStatus, InForce, State
from campagna.hexes.grid import DIRECTIONS
from tests.games.lion_of_judah.lay import (
    OTHER,
    WORLD,
    Phase,
    allowed,
    arrange,
    at,
    decision,
    has,
    only,
    place,
    play,
    unit,
    why,
)

# --- on the move -----------------------------------------------------------


@pytest.mark.rule("10.2.1-a", "10.2.1-b", "2.3-c", "10.2-a")
def test_an_hq_off_the_lines_moves_exactly_one_hex_and_turns_over() -> None:
    state = arrange({"it_hq_2CA": "1006"}, italian=["1007"])
    steps = {
        o.path[-1] for o in hq_moves.moves(state, WORLD.slots["it_hq_2CA"]) if len(o.path) == 2
    }
    neighbours = {WORLD.hex_ids[h] for h in WORLD.board.grid.around(at("1006"))}
    assert steps <= neighbours
    assert steps
    target = min(steps)
    play(state, MoveHq("it_hq_2CA", ("1006", target)))
    assert place(state, "it_hq_2CA") == target
    assert has(state, "it_hq_2CA", M_SIDE)
    assert why(state, MoveHq("it_hq_2CA", (target, "1006"))) == ("11.2-a", "moved-already")


def makale(units: dict[str, str]) -> State:
    base = {"it_hq_1CA": "1207", "it_hq_CAE": "1307", "it_Sb": "1307"}
    return arrange(base | units, italian=["1207", "1307", "1306", "1407", "1408"])


@pytest.mark.rule("10.2.1-b", "8.2-c")
def test_the_corps_hq_of_the_book_cannot_reach_makale_nor_stop_with_the_other_hq() -> None:
    state = makale({})
    assert why(state, MoveHq("it_hq_1CA", ("1207", "1307", "1408"))) == ("10.2.1-b", "too-far")
    assert why(state, MoveHq("it_hq_1CA", ("1207", "1307"))) == ("8.2-c", "second-hq")


@pytest.mark.rule("10.2.1-b", "10.2.1-c", "10.3.3")
def test_with_a_truck_it_may_leave_the_track() -> None:
    way = ("1207", "1306", "1407")
    assert why(makale({}), MoveHq("it_hq_1CA", way)) == ("10.2.1-b", "hq-one-hex")
    state = makale({"it_trk1": "1207"})
    play(state, MoveHq("it_hq_1CA", way, ("it_trk1",)))
    assert place(state, "it_hq_1CA") == place(state, "it_trk1") == "1407"
    assert unit(state, "it_trk1").carrier == WORLD.slots["it_hq_1CA"]
    assert has(state, "it_trk1", MOVED)
    assert has(state, "it_trk1", LIFTED)


@pytest.mark.rule("10.2.1-c", "10.3.3")
def test_each_truck_beyond_the_first_adds_a_point() -> None:
    state = arrange({"it_hq_1CA": "1207"})
    slot = WORLD.slots["it_hq_1CA"]
    trucks = [WORLD.slots[f"it_trk{n}"] for n in (1, 2, 3)]
    assert [hq_moves.allowance(state, slot, trucks[:n]) // 2 for n in range(4)] == [4, 4, 5, 6]


@pytest.mark.rule("10.2.1-a", "10.3-a")
def test_trucks_must_be_near_free_and_unmoved() -> None:
    way = ("1305", "1306")
    units = {
        "it_hq_1CA": "1305",
        "it_trk1": "1104",
        "it_trk2": "1305 +1",
        "it_trk3": "1305 moved",
        "it_trk4": "1405",
    }
    state = arrange(units)
    assert why(state, MoveHq("it_hq_1CA", way, ("it_trk1",))) == ("10.2.1-a", "truck-too-far")
    assert why(state, MoveHq("it_hq_1CA", way, ("it_trk2",))) == ("10.3-a", "truck-not-free")
    state.flag(WORLD.slots["it_trk3"], MOVED)
    assert why(state, MoveHq("it_hq_1CA", way, ("it_trk3",))) == ("10.3-a", "truck-not-free")
    assert allowed(state, MoveHq("it_hq_1CA", way, ("it_trk4",)))


@pytest.mark.rule("10.2.1-d", "5.2-E-II")
def test_at_the_end_of_the_turn_hqs_support_again_and_their_trucks_are_free() -> None:
    state = arrange({"it_hq_1CA": "1306 m_side", "it_trk1": "1306 <it_hq_1CA"})
    state.flag(WORLD.slots["it_hq_1CA"], M_SIDE)
    hq_support.flip_back(state)
    assert not has(state, "it_hq_1CA", M_SIDE)
    assert unit(state, "it_trk1").carrier == NOWHERE


@pytest.mark.rule("10.2.1-c")
def test_after_de_bono_supplied_hqs_have_two_points_more() -> None:
    state = arrange({"it_hq_1CA": "1306"}, in_force=[InForce("A5-hq", 3)])
    assert hq_moves.allowance(state, WORLD.slots["it_hq_1CA"], ()) == 2 * 6


@pytest.mark.rule("PB 14.6.1.1")
def test_the_full_move_of_an_italian_hq_costs_fuel_in_1940_one_hex_does_not() -> None:
    italian = next(
        c.id for c in WORLD.counters if c.part == 1 and c.side == 0 and c.type == "hq" and c.hex
    )
    state = arrange({italian: "1305"}, scenario="s1940", fuel=1)
    far = [o for o in hq_moves.moves(state, WORLD.slots[italian]) if len(o.path) > 2]
    play(state, far[0])
    assert state.fuel == 0
    dry = arrange({italian: "1305"}, scenario="s1940", fuel=0)
    assert why(dry, far[0]) == ("PB 14.6.1.1", "no-fuel")
    near = MoveHq(italian, far[0].path[:2])
    assert allowed(dry, near)


@pytest.mark.rule("9.1-b", "10.2.1-b")
def test_an_hq_ends_its_move_in_supply() -> None:
    state = arrange({"it_hq_1CA": "1305"}, enemy=["1405", "2324"])
    assert why(state, MoveHq("it_hq_1CA", ("1305", "1306"))) == ("9.1-b", "ends-unsupplied")


GROUND = -2
"""1307 is a mountain behind a river."""


# --- in support -----------------------------------------------------------


def battle(units: dict[str, str], points: int = 2, **more: Any) -> State:
    base = {"it_Sb": "1306", "et_seyoum_1": "1307 =2"}
    state = arrange(base | units, phase=Phase.COMBAT, boxes={"north": points, "south": 0}, **more)
    for m in state.theatre.air:
        state.change_air(m, status=AirStatus.COMMITTED)
    return state


@pytest.mark.rule("10.2.3-a", "10.2.3-b", "12.4-5", "7.3.1-a")
def test_an_hq_next_to_the_attackers_gives_a_column_for_a_point() -> None:
    state = battle({"it_hq_1CA": "1306"})
    play(state, Attack(("it_Sb",), "1307"))
    assert decision(state) == ("italian", "attacker-hq")
    events = play(state, CommitHq((("it_hq_1CA", "north"),)), dice=[3])
    assert only(events, HqCommitted).shifts == 1
    spent = only(events, PointsSpent)
    assert (spent.holder, spent.count) == ("north", 1)
    assert only(events, BattleRolled).shift == GROUND + 1


@pytest.mark.rule("10.2.3-a", "10.2-a")
@pytest.mark.parametrize(
    ("words", "reason"),
    [("1306 m_side", "hq-has-moved"), ("1104", "support-too-far")],
)
def test_hqs_that_cannot_support(words: str, reason: str) -> None:
    state = battle({"it_hq_1CA": words.split(maxsplit=1)[0], "it_hq_2CA": "1305"})
    if "m_side" in words:
        state.flag(WORLD.slots["it_hq_1CA"], M_SIDE)
    play(state, Attack(("it_Sb",), "1307"))
    assert why(state, CommitHq((("it_hq_1CA", "north"),)))[1] == reason


@pytest.mark.rule("10.2.3-a")
def test_without_points_or_path_nobody_is_asked() -> None:
    state = battle({"it_hq_1CA": "1306"}, points=0)
    events = play(state, Attack(("it_Sb",), "1307"), dice=[3])
    assert only(events, BattleRolled).shift == GROUND


@pytest.mark.rule("10.2.3-b")
def test_each_hq_supports_once_and_two_at_most() -> None:
    state = battle({"it_hq_1CA": "1306", "it_hq_2CA": "1206", "it_hq_CAE": "1406"}, points=4)
    play(state, Attack(("it_Sb",), "1307"))
    one, two, three = (("it_hq_1CA", "north"), ("it_hq_2CA", "north"), ("it_hq_CAE", "north"))
    assert why(state, CommitHq((one, one))) == ("10.2.3-b", "supports-once")
    assert why(state, CommitHq((one, two, three))) == ("10.2.3-b", "too-much-support")
    assert allowed(state, CommitHq((one, two)))
    state.boxes[0] = 1
    assert why(state, CommitHq((one, two))) == ("7.3.1-a", "too-few-points")


@pytest.mark.rule("10.2.3-a")
def test_support_crosses_an_impassable_hexside() -> None:
    lake = WORLD.board.sides("impassable")
    here, there = next(
        (s // DIRECTIONS, WORLD.board.grid.neighbours[s]) for s in range(len(lake)) if lake[s]
    )
    state = arrange({"it_hq_1CA": WORLD.hex_ids[here], "it_Sb": WORLD.hex_ids[there]})
    frame = Battle(0, (WORLD.slots["it_Sb"],), (there,), at("1307"), (), 2)
    refusal = hq_support.refuse_supporter(state, frame, WORLD.slots["it_hq_1CA"])
    assert refusal is None or refusal.reason != "support-too-far"


@pytest.mark.rule("PB 13.6.4.2", "10.2.3-b")
def test_a_leader_supports_his_own_people_with_the_points_he_carries() -> None:
    units = {"et_SEY": "1307 +1", "et_KAS": "1308 +1", "et_seyoum_1": "1307 =1"}
    state = battle(units, points=0)
    play(state, Attack(("it_Sb",), "1307"))
    assert decision(state) == ("ethiopian", "defender-hq")
    assert why(state, CommitHq((("et_KAS", ""),))) == ("PB 13.6.4.2", "support-too-far")
    assert why(state, CommitHq((("et_SEY", ""), ("et_SEY", "")))) == ("10.2.3-b", "supports-once")
    events = play(state, CommitHq((("et_SEY", ""),)), dice=[1])
    assert only(events, BattleRolled).shift == GROUND - 1
    assert unit(state, "et_SEY").load == 0


@pytest.mark.rule("PB 13.6.4.3", "12.4-5")
def test_the_negus_gives_two_columns_for_two_points_to_any_faction() -> None:
    state = battle({"et_NEG": "1308 +2", "et_seyoum_1": "1307 =1"}, points=0)
    play(state, Attack(("it_Sb",), "1307"))
    events = play(state, CommitHq((("et_NEG", ""), ("et_NEG", ""))), dice=[1])
    assert only(events, BattleRolled).shift == GROUND - 2
    assert unit(state, "et_NEG").load == 0


@pytest.mark.rule("PB 14.6.10")
def test_the_emperor_of_1941_supports_patriots_in_his_hex_from_the_sudan_box() -> None:
    state = arrange(
        {"cw_NEG": "1111", "et40_g1": "1111 =2", "it40_c3": "1112", "cw_21B": "1012"},
        scenario="s1940",
        phase=Phase.COMBAT,
        side=OTHER,
        turn=9,
        boxes={"sudan": 1, "kenya": 1},
    )
    for m in state.theatre.air:
        state.change_air(m, status=AirStatus.COMMITTED)
    frame = Battle(1, (WORLD.slots["et40_g1"],), (at("1111"),), at("1112"), (), 2)
    state.agenda.append(frame)
    assert why(state, CommitHq((("cw_NEG", "kenya"),))) == ("PB 14.6.10", "wrong-box")
    assert allowed(state, CommitHq((("cw_NEG", "sudan"),)))
    other = Battle(1, (WORLD.slots["cw_21B"],), (at("1012"),), at("1112"), (), 2)
    state.agenda[-1] = other
    assert why(state, CommitHq((("cw_NEG", "sudan"),))) == ("PB 14.6.10", "support-too-far")


@pytest.mark.rule("12.4-5")
def test_air_and_hq_are_asked_in_the_order_of_the_book() -> None:
    state = battle({"it_hq_1CA": "1306", "et_SEY": "1307 +1"})
    state.change_air(WORLD.air_slots["it_air1"], status=AirStatus.READY)
    play(state, Attack(("it_Sb",), "1307"))
    asked = [decision(state)]
    play(state, CommitAir())
    asked.append(decision(state))
    play(state, CommitHq())
    asked.append(decision(state))
    assert asked == [
        ("italian", "attacker-air"),
        ("italian", "attacker-hq"),
        ("ethiopian", "defender-hq"),
    ]
