"""10.0 Soviet leaders: command, support, zones, going back, and the optional withdrawal."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.games.panzergruppe_guderian.events import (
    Advanced,
    AttackCancelled,
    BattleRolled,
    Eliminated,
    LeaderWithdrawn,
    Moved,
    Revealed,
    Vanished,
    WentBack,
)
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Attack,
    Done,
    GiveGround,
    Interdict,
    Move,
    Overrun,
    RailMove,
    Retreat,
    TakeLosses,
    Withdraw,
)
from campagna.games.panzergruppe_guderian.position import UnitPosition
from campagna.games.panzergruppe_guderian.state import Phase, State
from tests.games.panzergruppe_guderian.board_setup import (
    GAME,
    Words,
    allowed,
    arrange,
    events_of,
    flags,
    only,
    place,
    play,
    points_left,
    refused,
    why,
)


def rolled(units: dict[str, Words], attackers: tuple[str, ...], target: str) -> BattleRolled:
    """What a Soviet attack came to."""
    state = arrange(units, phase="soviet-combat", turn=7)
    return only(play(state, Attack(attackers, (target,)), dice=[1]), BattleRolled)


def decision(state: State) -> str:
    step = GAME.step(state)
    assert step is not None
    return step.decision


# --- attack support (10.36) -------------------------------------------------------------------------

# 2410 is cut off: all hexes around it lie in German zones.
CUT_OFF: dict[str, Words] = {"G-6Inf": "2411", "G-26Inf": "2309", "G-5Inf": "2609"}


@pytest.mark.rule("10.36a", "10.1")
def test_a_leader_adds_his_rating_to_the_attack() -> None:
    """T15: a supplied 6-8-6 with Kurochkin (4) attacks with 10."""
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR34", "SL-kurochkin": "2410"}
    assert rolled(units, ("S-1", "SL-kurochkin"), "2411").attack == 10
    assert rolled(units, ("S-1",), "2411").attack == 6, "he need not take part"


@pytest.mark.rule("10.36b", "10.35b", "11.31")
def test_support_never_exceeds_the_strength_left_without_supply() -> None:
    """T16: the same unsupplied attacks with 3 + 3."""
    units = CUT_OFF | {"S-1": "2410 SR34", "SL-kurochkin": "2410"}
    assert rolled(units, ("S-1", "SL-kurochkin"), "2411").attack == 6


@pytest.mark.rule("10.36b")
def test_support_never_exceeds_the_units_own_strength() -> None:
    """T17: a supplied 1-2-6 with a leader rated 4 attacks with 2."""
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR61", "SL-remezov": "2410"}
    assert rolled(units, ("S-1", "SL-remezov"), "2411").attack == 2


@pytest.mark.rule("10.36a", "10.36b")
@pytest.mark.parametrize(("counter", "attack"), [("SR17", 3 + 3), ("SR31", 9 + 5 + 3)])
def test_several_leaders_share_the_limit(counter: str, attack: int) -> None:
    """AMB-36: Konev (5) and Lukin (3) with a 3-5-6 or a 9-8-6."""
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "S-1": f"2410 {counter}",
        "SL-konev": "2410",
        "SL-lukin": "2410",
    }
    assert rolled(units, ("S-1", "SL-konev", "SL-lukin"), "2411").attack == attack


@pytest.mark.rule("10.36a", "10.36b")
def test_a_leader_supports_only_units_stacked_with_him() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "S-1": "2410 SR61",  # attack 1, with Konev
        "S-2": "2511 SR31",  # attack 9, alone
        "SL-konev": "2410",
    }
    assert rolled(units, ("S-1", "S-2", "SL-konev"), "2411").attack == 1 + 1 + 9


@pytest.mark.rule("10.36a", "10.1")
def test_in_defence_a_leader_counts_with_his_rating_only() -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR61", "SL-konev": "2410"}
    state = arrange(units, phase="german-combat")
    roll = only(play(state, Attack(("G-6Inf",), ("2410",)), dice=[1]), BattleRolled)
    assert roll.defence == 2 + 5
    alone = arrange({"G-6Inf": "2411", "SL-konev": "2410"}, phase="german-combat")
    assert only(play(alone, Attack(("G-6Inf",), ("2410",)), dice=[1]), BattleRolled).defence == 5


@pytest.mark.rule("10.36c", "10.26b", "9.14")
def test_a_leader_supports_one_attack_only() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-Lehr": "2311",
        "S-1": "2410 SR31",
        "S-2": "2410 SR32",
        "SL-konev": "2410",
    }
    state = arrange(units, phase="soviet-combat", turn=7)
    play(state, Attack(("S-1", "SL-konev"), ("2411",)), dice=[4])  # 14:9 = 1-1, Eng
    play(state, TakeLosses(("S-1",)))
    assert why(state, Attack(("S-2", "SL-konev"), ("2311",))) == ("9.14", "attacked-already")
    roll = only(play(state, Attack(("S-2",), ("2311",)), dice=[6]), BattleRolled)
    assert roll.attack == 8


@pytest.mark.rule("10.26b")
def test_a_leader_must_join_the_second_attack_of_his_stack() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-Lehr": "2311",
        "S-1": "2410 SR31",
        "S-2": "2410 SR32",
        "SL-konev": "2410",
    }
    state = arrange(units, phase="soviet-combat", turn=7)
    play(state, Attack(("S-1",), ("2411",)), dice=[4])  # 9:9 = 1-1, Eng; he stayed out
    assert place(state, "S-1") == "dead"
    assert why(state, Attack(("S-2",), ("2311",))) == ("10.26b", "leader-must-join")
    assert allowed(state, Attack(("S-2", "SL-konev"), ("2311",)))
    assert allowed(state, Done()), "there need not be a second attack"


@pytest.mark.rule("10.26a", "10.24")
def test_a_leader_shares_the_result_of_his_attack() -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR34", "SL-konev": "2410"}
    state = arrange(units, phase="soviet-combat", turn=7)
    play(state, Attack(("S-1", "SL-konev"), ("2411",)), dice=[5])  # 11:9 = 1-1, A1
    play(state, TakeLosses(("SL-konev",)))
    assert (place(state, "SL-konev"), place(state, "S-1")) == ("dead", "2410")
    state = arrange(units, phase="soviet-combat", turn=7)
    play(state, Attack(("S-1", "SL-konev"), ("2411",)), dice=[5])
    play(state, GiveGround(), Retreat("S-1", ("2409",)), Retreat("SL-konev", ("2510",)))
    assert (place(state, "S-1"), place(state, "SL-konev")) == ("2409", "2510")


@pytest.mark.rule("10.GEN", "6.53")
def test_leaders_have_no_attack_strength() -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2511 SR34", "SL-konev": "2410"}
    state = arrange(units, phase="soviet-combat", turn=7)
    assert why(state, Attack(("SL-konev",), ("2411",))) == ("10.GEN", "leader-alone")
    assert why(state, Attack(("S-1", "SL-konev"), ("2411",))) == ("10.GEN", "leader-alone")
    moving = arrange(units, phase="soviet-move", turn=7)
    assert why(moving, Overrun(("SL-konev",), "2411")) == ("6.53", "leader-alone")


@pytest.mark.rule("6.64", "10.36a", "10.35a")
def test_a_disrupted_leader_neither_commands_nor_supports() -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR34", "SL-konev": "2410 disrupted"}
    state = arrange(units, phase="soviet-combat", turn=7)
    assert why(state, Attack(("S-1",), ("2411",))) == ("10.35a", "out-of-command")
    state = arrange(units | {"SL-lukin": "2408"}, phase="soviet-combat", turn=7)
    assert why(state, Attack(("S-1", "SL-konev"), ("2411",))) == ("6.62", "disrupted")
    assert allowed(state, Attack(("S-1",), ("2411",)))


# --- command (10.35) ----------------------------------------------------------------------------------


@pytest.mark.rule("10.35a", "10.1", "S2-10")
@pytest.mark.parametrize(("leader", "in_radius"), [("2407", True), ("2406", False)])
def test_soviets_attack_only_within_the_radius_of_a_leader(leader: str, in_radius: bool) -> None:
    """Lukin's radius is 3."""
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR34", "SL-lukin": leader}
    state = arrange(units, phase="soviet-combat", turn=7)
    order = Attack(("S-1",), ("2411",))
    if in_radius:
        assert allowed(state, order)
    else:
        refusal = refused(state, order)
        assert (refusal.rule, refusal.reason) == ("10.35a", "out-of-command")
        assert refusal.facts == {"unit": "S-1", "hex": "2410"}
    assert GAME.offers(state).covers(order) == in_radius


@pytest.mark.rule("10.35a", "11.21b")
def test_the_line_to_the_leader_may_be_cut() -> None:
    """In a straight line 2410-2407 is three hexes, but a German unit in 2308 controls 2408, 2309."""
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2309",  # controls 2409, 2408, 2310
        "S-1": "2410 SR34",
        "SL-lukin": "2407",
    }
    state = arrange(units, phase="soviet-combat", turn=7)
    assert why(state, Attack(("S-1",), ("2411",))) == ("10.35a", "out-of-command")
    # A friendly unit on the way reopens it (8.15).
    state = arrange(units | {"S-2": "2409 SR01", "S-3": "2408 SR02"}, phase="soviet-combat", turn=7)
    assert allowed(state, Attack(("S-1",), ("2411",)))


@pytest.mark.rule("10.35b")
def test_through_an_unsupplied_leader_units_attack_at_half_strength() -> None:
    units = CUT_OFF | {"S-1": "2410 SR31", "SL-lukin": "2410"}
    assert rolled(units, ("S-1",), "2411").attack == 4


@pytest.mark.rule("10.35c")
def test_no_leader_is_needed_to_defend() -> None:
    state = arrange({"G-6Inf": "2411", "S-1": "2410 SR08"}, phase="german-combat")
    roll = only(play(state, Attack(("G-6Inf",), ("2410",)), dice=[1]), BattleRolled)
    assert roll.defence == 2  # half of 5


# --- movement and zones ---------------------------------------------------------------------------------


@pytest.mark.rule("10.21a")
@pytest.mark.parametrize(
    ("start", "end", "half_points"),
    [
        ("2410", "2409", 2),  # forest
        ("5807", "5907", 1),  # forest, along the road
        ("2215", "2216", 1),  # city, along the road
        ("2216", "2217", 4),  # across the river into the city: 1 + 1
        ("2617", "2518", 4),  # swamp
    ],
)
def test_leaders_move_like_wheels_on_roads_and_like_infantry_in_forests(
    start: str, end: str, half_points: int
) -> None:
    """T35."""
    state = arrange({"SL-konev": start}, phase="soviet-move")
    assert points_left(state, "SL-konev") == 10
    assert only(play(state, Move(("SL-konev",), (end,))), Moved).cost == half_points


@pytest.mark.rule("10.21b")
def test_leaders_ride_trains_alone_and_outside_the_limit() -> None:
    units: dict[str, Words] = {"SL-konev": "4015", "S-1": "4015 SR01"}
    state = arrange(units, phase="soviet-move", rail_used=8)
    assert why(state, RailMove("S-1", ("4115",))) == ("6.31a", "trains-full")
    play(state, RailMove("SL-konev", ("4115", "4114")))
    assert place(state, "SL-konev") == "4114"
    assert state.rail_used == 8


@pytest.mark.rule("10.33", "6.34")
def test_rail_movement_needs_no_leader_and_no_supply() -> None:
    """T18: an untried rifle division alone rides from 4015 to 5907, 24 hexes."""
    line = (
        "4115 4114 4113 4112 4111 4210 4310 4309 4408 4508 4607 4708 4808 4908 5008 5108 5208 "
        "5309 5408 5508 5607 5707 5807 5907"
    )
    state = arrange({"S-1": "4015 SR01 untried"}, phase="soviet-move")
    assert "unsupplied" in flags(state, "S-1")
    play(state, RailMove("S-1", tuple(line.split())))
    assert place(state, "S-1") == "5907"


@pytest.mark.rule("10.22")
def test_leaders_exert_a_zone() -> None:
    state = arrange({"G-GD": "2412", "SL-konev": "2410"})
    assert why(state, Move(("G-GD",), ("2411", "2511"))) == ("6.22a", "zone-stop")


@pytest.mark.rule("10.25")
def test_leaders_stack_or_stand_alone() -> None:
    units: dict[str, Words] = {
        "S-1": "2410 SR01",
        "S-2": "2410 SR02",
        "S-3": "2410 SR03",
        "SL-konev": "2410",
        "SL-lukin": "2408",
    }
    state = arrange(units, phase="soviet-move")
    play(state, Done())
    assert (place(state, "SL-konev"), place(state, "SL-lukin")) == ("2410", "2408")


ESCORT: dict[str, Words] = {"G-6Inf": "1516", "SL-konev": "1514", "SL-lukin": "1512"}


@pytest.mark.rule("10.23a")
@pytest.mark.parametrize(
    ("escort", "together", "goes"),
    [
        ("1514 SR01", True, True),
        ("1514 SR69 untried", True, True),  # as far as anybody knows (AMB-17)
        ("1514 SR72", True, False),  # a known 0-1-6
        ("1515 SR01", False, True),  # already there
        ("1515 SR72", False, False),
        ("1514 SR01", False, False),  # left behind
    ],
)
def test_a_leader_enters_an_enemy_zone_only_with_a_unit_able_to_attack(
    escort: str, together: bool, goes: bool
) -> None:
    state = arrange(ESCORT | {"S-1": escort}, phase="soviet-move", turn=7)
    order = Move(("SL-konev", "S-1") if together else ("SL-konev",), ("1515",))
    if goes:
        assert allowed(state, order)
    else:
        assert why(state, order) == ("10.23a", "leader-alone-in-zone")
    assert GAME.offers(state).covers(order) or not goes


@pytest.mark.rule("10.23a")
def test_another_leader_is_no_escort() -> None:
    state = arrange(ESCORT | {"SL-lukin": "1514"}, phase="soviet-move", turn=7)
    order = Move(("SL-konev", "SL-lukin"), ("1515",))
    assert why(state, order) == ("10.23a", "leader-alone-in-zone")


# --- going back (10.23b-d, 12.3d) ---------------------------------------------------------------------


def attack_from_1515(counter: str) -> State:
    """Konev and one untried division enter the zone of 1516 from 1514; the combat phase begins."""
    state = arrange(ESCORT | {"S-1": f"1514 {counter} untried"}, phase="soviet-move", turn=7)
    play(state, Move(("SL-konev", "S-1"), ("1515",)), Done())
    assert state.phase == Phase.SOVIET_COMBAT
    return state


@pytest.mark.rule("10.23b", "10.23c", "12.3d", "12.3c")
def test_leader_and_0_1_6_go_back_and_the_attack_is_off() -> None:
    """T42."""
    state = attack_from_1515("SR72")
    events = play(state, Attack(("S-1", "SL-konev"), ("1516",)))
    assert [type(e) for e in events] == [Revealed, WentBack, WentBack, AttackCancelled]
    assert {(e.unit, e.hex, e.rule) for e in events_of(events, WentBack)} == {
        ("S-1", "1514", "12.3d"),
        ("SL-konev", "1514", "10.23b"),
    }
    assert (place(state, "SL-konev"), place(state, "S-1")) == ("1514", "1514")
    assert decision(state) != "advance", "the German may not follow"
    assert "defended" not in flags(state, "G-6Inf"), "he was not attacked (AMB-28)"


@pytest.mark.rule("10.23b", "12.3a", "10.23c")
@pytest.mark.parametrize("counter", ["SR69", "SA06"])
def test_a_leader_goes_back_when_his_escort_vanishes(counter: str) -> None:
    """0-0-6 and 0-10."""
    state = attack_from_1515(counter)
    events = play(state, Attack(("S-1", "SL-konev"), ("1516",)))
    assert [type(e) for e in events] == [Revealed, Vanished, WentBack, AttackCancelled]
    assert (place(state, "SL-konev"), place(state, "S-1")) == ("1514", "dead")


@pytest.mark.rule("10.23b")
def test_a_leader_who_took_no_part_goes_back_too() -> None:
    """He came with the division that proves worthless: nothing able to attack is left with him."""
    state = attack_from_1515("SR69")
    play(state, Attack(("S-1",), ("1516",)))
    assert place(state, "SL-konev") == "1514"


@pytest.mark.rule("10.23b")
def test_a_leader_stays_with_another_unit_able_to_attack() -> None:
    """AMB-51, and the attack fights on at the odds that remain (12.2b)."""
    units = ESCORT | {"S-1": "1514 SR69 untried", "S-2": "1514 SR31 untried"}
    state = arrange(units, phase="soviet-move", turn=7)
    play(state, Move(("SL-konev", "S-1", "S-2"), ("1515",)), Done())
    events = play(state, Attack(("S-1", "S-2", "SL-konev"), ("1516",)), dice=[6])
    assert only(events, Vanished).unit == "S-1"
    assert only(events, BattleRolled).attack == 9 + 5
    assert place(state, "SL-konev") == "1515"


@pytest.mark.rule("10.23b", "10.36a", "10.GEN")
def test_a_leader_whose_units_all_fail_fights_for_nobody() -> None:
    """A unit that stays out of the attack keeps him in the hex, but nothing is left to support."""
    units: dict[str, Words] = {
        "G-6Inf": "1516",
        "S-1": "1515 SR69 untried",
        "S-2": "1515 SR31",
        "SL-konev": "1515",
        "SL-lukin": "1512",
    }
    state = arrange(units, phase="soviet-combat", turn=7)
    events = play(state, Attack(("S-1", "SL-konev"), ("1516",)))
    assert [type(e) for e in events] == [Revealed, Vanished, AttackCancelled]
    assert place(state, "SL-konev") == "1515"


@pytest.mark.rule("9.32", "10.23b")
def test_a_leader_without_units_is_no_attacker_from_his_hex() -> None:
    """From 2616 across the river, from 2618 not: who drops out does not undo the doubling."""
    units: dict[str, Words] = {
        "G-6Inf": "2617",
        "S-1": "2618 SR69 untried",
        "S-2": "2618 SR31",
        "S-3": "2616 SR32",
        "SL-konev": "2618",
        "SL-lukin": "2615",
    }
    state = arrange(units, phase="soviet-combat", turn=7)
    roll = only(play(state, Attack(("S-1", "S-3", "SL-konev"), ("2617",)), dice=[6]), BattleRolled)
    assert roll.attack == 8
    assert roll.attackers == ("S-3",)
    assert roll.defence == 4 * 3  # 9/2 without supply, in a forest behind a river


@pytest.mark.rule("10.23d", "12.3d")
@pytest.mark.parametrize(
    ("more", "lost"),
    [
        ({"G-26Inf": "1414"}, True),  # 1514 lies in its zone
        ({"G-26Inf": "1414", "S-2": "1514 SR01"}, False),  # a friend holds 1514
        ({"G-26Inf": "1514"}, True),  # the enemy is there
        ({"S-2": "1514 SR01", "S-3": "1514 SR02", "S-4": "1514 SR03", "SL-rakutin": "1514"}, True),
    ],
    ids=["zone", "zone with a friend", "enemy", "full"],
)
def test_who_cannot_go_back_is_eliminated(more: dict[str, Words], lost: bool) -> None:
    units: dict[str, Words] = {
        "G-6Inf": "1516",
        "S-1": UnitPosition("", "1515", "SR72", state=("untried",), back="1514"),
        **more,
        "SL-konev": UnitPosition("", "1515", back="1514"),
        "SL-lukin": "1615",
    }
    state = arrange(units, phase="soviet-combat", turn=7)
    events = play(state, Attack(("S-1", "SL-konev"), ("1516",)))
    expected = "dead" if lost else "1514"
    assert (place(state, "SL-konev"), place(state, "S-1")) == (expected, expected)
    assert {e.rule for e in events_of(events, Eliminated)} == ({"10.23d"} if lost else set())


@pytest.mark.rule("10.23b")
def test_who_did_not_enter_the_zone_himself_stays_and_suffers_nothing() -> None:
    """AMB-51: the enemy came to him."""
    units: dict[str, Words] = {
        "G-6Inf": "1516",
        "S-1": "1515 SR72 untried",
        "SL-konev": "1515",
        "S-2": "1415 SR31",
        "SL-lukin": "1414",
    }
    state = arrange(units, phase="soviet-combat", turn=7)
    events = play(state, Attack(("S-1", "SL-konev", "S-2"), ("1516",)), dice=[5])  # 9:9, A1
    roll = only(events, BattleRolled)
    assert (roll.attackers, roll.attack) == (("S-2",), 9)
    assert GAME.offers(state).listing()["units"] == {"S-2": 1}
    assert (place(state, "SL-konev"), place(state, "S-1")) == ("1515", "1515")


@pytest.mark.rule("10.23b", "10.26b")
def test_the_hex_gone_back_to_has_made_no_attack() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "1516",
        "G-26Inf": "1413",
        "S-1": UnitPosition("", "1515", "SR72", state=("untried",), back="1514"),
        "S-2": "1514 SR31",
        "SL-konev": UnitPosition("", "1515", back="1514"),
        "SL-lukin": "1514",
    }
    state = arrange(units, phase="soviet-combat", turn=7)
    play(state, Attack(("S-1", "SL-konev"), ("1516",)))
    assert place(state, "SL-konev") == "1514"
    # It is the first attack from 1514, so Lukin may stay out of it.
    assert allowed(state, Attack(("S-2",), ("1413",)))


@pytest.mark.rule("10.23b")
@pytest.mark.parametrize("end", ["1510", "1514"])
def test_the_hex_to_go_back_to_is_the_last_one(end: str) -> None:
    """Once out of the zones the old hex is forgotten: nobody flies back across the map."""
    units: dict[str, Words] = {
        "G-6Inf": "1516",
        "S-1": UnitPosition("", "1511", "SR69", state=("untried",), back="2011"),
        "SL-konev": UnitPosition("", "1511", back="2011"),
    }
    state = arrange(units, phase="soviet-move", turn=7)
    way = {"1510": ("1510",), "1514": ("1611", "1612")}[end]
    play(state, Move(("SL-konev", "S-1"), way))
    assert {u.back for u in GAME.describe(state).units if u.id in ("SL-konev", "S-1")} == {""}


@pytest.mark.rule("10.23b")
def test_trains_and_overruns_leave_the_old_zone_behind_too() -> None:
    units: dict[str, Words] = {
        "G-7Pz-SR6": "2411 step1",
        "S-1": UnitPosition("", "2410", "SR31", back="2210"),
        "SL-konev": UnitPosition("", "4015", back="3815"),
        "SL-lukin": "2409",
    }
    state = arrange(units, phase="soviet-move", turn=7)
    play(state, RailMove("SL-konev", ("4115",)))
    play(state, Overrun(("S-1",), "2411"), dice=[2])  # 9/2:1 = 4-1, D2
    play(state, TakeLosses(("G-7Pz-SR6",)))
    assert place(state, "S-1") == "2411"
    assert {u.back for u in GAME.describe(state).units if u.id in ("SL-konev", "S-1")} == {""}


@pytest.mark.rule("10.23b", "6.24b")
def test_an_advance_is_remembered_as_the_way_into_a_zone() -> None:
    units: dict[str, Words] = {
        "G-Lehr": "2411",
        "G-6Inf": "2413",
        "S-1": UnitPosition("", "2410", "SR31", back="2210"),
        "S-2": UnitPosition("", "2410", "SR32", back="2210"),
        "SL-konev": "2409",
    }
    state = arrange(units, phase="soviet-combat", turn=7)
    play(state, Attack(("S-1", "S-2"), ("2411",)), dice=[3])  # 17:3 = 5-1, D2
    play(state, TakeLosses(("G-Lehr", "G-Lehr")))
    assert only(play(state, Advance("S-1", ("2411", "2412"))), Advanced).unit == "S-1"
    play(state, Advance("S-2", ("2411",)))
    back = {u.id: u.back for u in GAME.describe(state).units}
    # 2412 lies in the zone of 2413 and was entered from 2411; 2411 lies in no zone.
    assert (back["S-1"], back["S-2"]) == ("2411", "")


# --- optional withdrawal (10.4) -----------------------------------------------------------------------

WITHDRAWAL = {"leader_withdrawal": True}
# Germans in 2411, 2309 and 2609 close all six sides of 2410.
POCKET: dict[str, Words] = {**CUT_OFF, "SL-konev": "2410"}


def go_on(state: State, turn: int, phase: Phase) -> None:
    """End phases until the given one; nobody does anything."""
    chance = SeededChance(3)
    for _ in range(40):
        if (state.turn, state.phase) == (turn, phase):
            return
        marker = state.phase in (Phase.GERMAN_INTERDICT, Phase.SOVIET_INTERDICT)
        GAME.play(state, Interdict() if marker else Done(), chance)
    raise AssertionError("the phase never came")


@pytest.mark.rule("10.4a", "10.4b")
def test_a_surrounded_leader_may_be_withdrawn() -> None:
    state = arrange(POCKET, phase="soviet-start", options=WITHDRAWAL)
    assert GAME.offers(state).covers(Withdraw("SL-konev"))
    events = play(state, Withdraw("SL-konev"), dice=[1])
    assert only(events, LeaderWithdrawn).unit == "SL-konev"
    assert place(state, "SL-konev") == "withdrawn"
    assert state.phase == Phase.SOVIET_MOVE


@pytest.mark.rule("10.4a")
def test_the_withdrawal_is_an_option_and_voluntary() -> None:
    off = arrange(POCKET, phase="soviet-start")
    assert why(off, Withdraw("SL-konev")) == ("10.4a", "no-withdrawal-left")
    on = arrange(POCKET, phase="soviet-start", options=WITHDRAWAL)
    play(on, Done(), dice=[1])
    assert place(on, "SL-konev") == "2410"
    assert why(on, Withdraw("SL-konev"))[1] == "not-now", "only at the start"


@pytest.mark.rule("10.4b")
@pytest.mark.parametrize(
    ("more", "surrounded"),
    [
        ({}, True),
        ({"G-5Inf": "2709"}, False),  # 2510 is open
        ({"G-5Inf": "2609 disrupted"}, False),  # exerts no zone
        ({"S-1": "2510 SR01"}, False),  # a friendly unit makes the zone in 2510 ineffective
        ({"S-1": "2410 SR01"}, True),  # company in his own hex does not help
        ({"G-35Inf": "2510"}, True),
    ],
)
def test_surrounded_means_six_closed_sides(more: dict[str, Words], surrounded: bool) -> None:
    state = arrange(POCKET | more, phase="soviet-start", options=WITHDRAWAL)
    if surrounded:
        assert allowed(state, Withdraw("SL-konev"))
    else:
        assert why(state, Withdraw("SL-konev")) == ("10.4b", "not-surrounded")


@pytest.mark.rule("10.4b")
@pytest.mark.parametrize(
    ("leader", "german", "surrounded"),
    [
        ("0101", "0202", True),  # the north-western corner: off the map counts as closed
        ("5931", "5829", False),  # the east edge never closes
    ],
)
def test_the_map_edge_closes_except_in_the_east(leader: str, german: str, surrounded: bool) -> None:
    """AMB-18."""
    units: dict[str, Words] = {"SL-konev": leader, "G-6Inf": german}
    units |= {"G-26Inf": "0103"} if surrounded else {"G-26Inf": "5929", "G-5Inf": "5830"}
    state = arrange(units, phase="soviet-start", options=WITHDRAWAL, turn=8)
    if surrounded:
        assert allowed(state, Withdraw("SL-konev"))
    else:
        assert why(state, Withdraw("SL-konev")) == ("10.4b", "not-surrounded")


@pytest.mark.rule("10.4b")
def test_lakes_close() -> None:
    """AMB-18: 1504 has the lake to the north; two Germans close the other five sides."""
    units: dict[str, Words] = {"SL-konev": "1504", "G-6Inf": "1505", "G-26Inf": "1303"}
    units |= {"G-5Inf": "1703"}
    state = arrange(units, phase="soviet-start", options=WITHDRAWAL)
    assert allowed(state, Withdraw("SL-konev"))


@pytest.mark.rule("10.4a")
@pytest.mark.parametrize(
    "fields", [{"withdrawals": 2}, {"withdrawals": 1, "withdrawn_this_turn": True}]
)
def test_one_withdrawal_per_turn_and_two_per_game(fields: dict[str, int]) -> None:
    state = arrange(POCKET, phase="soviet-start", options=WITHDRAWAL, **fields)
    assert why(state, Withdraw("SL-konev")) == ("10.4a", "no-withdrawal-left")


@pytest.mark.rule("10.4a")
def test_one_withdrawal_is_counted_and_allows_another_next_turn() -> None:
    units: dict[str, Words] = {**POCKET, "SL-lukin": "2410"}
    state = arrange(units, phase="soviet-start", options=WITHDRAWAL)
    play(state, Withdraw("SL-konev"), dice=[1])
    assert state.withdrawals == 1
    assert why(state, Withdraw("SL-lukin"))[1] == "not-now"
    go_on(state, 6, Phase.SOVIET_START)
    play(state, Withdraw("SL-lukin"), dice=[1])
    assert state.withdrawals == 2


@pytest.mark.rule("10.4a")
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("S-1", ("10.4a", "no-leader-there")),
        ("SL-rakutin", ("10.4a", "no-leader-there")),
        ("G-6Inf", ("10.4a", "not-your-unit")),
        ("SL-nobody", ("3.4a", "unknown-unit")),
        ("SL-lukin", ("10.4b", "not-surrounded")),
    ],
)
def test_only_a_leader_on_the_map_is_withdrawn(name: str, reason: tuple[str, str]) -> None:
    units: dict[str, Words] = {**POCKET, "S-1": "2410 SR01", "SL-lukin": "3010"}
    state = arrange(units, phase="soviet-start", options=WITHDRAWAL)
    assert why(state, Withdraw(name)) == reason


@pytest.mark.rule("10.4c")
def test_a_withdrawn_leader_returns_at_x_from_the_next_turn() -> None:
    spent = UnitPosition("", "2410", state=("unsupplied", "disrupted"), spent=20, back="2510")
    units: dict[str, Words] = {**POCKET, "SL-konev": spent}
    state = arrange(units, phase="soviet-start", options=WITHDRAWAL)
    play(state, Withdraw("SL-konev"), dice=[1])
    assert why(state, Move(("SL-konev",), ("5907",))) == ("10.4c", "leader-away")
    go_on(state, 6, Phase.SOVIET_MOVE)
    assert place(state, "SL-konev") == "waiting"
    assert why(state, Move(("SL-konev",), ("5915",))) == ("14.3a", "wrong-entry")
    # Nothing of his last days in the pocket follows him.
    assert points_left(state, "SL-konev") == 10
    assert not flags(state, "SL-konev")
    play(state, Move(("SL-konev",), ("5907", "5807")))
    assert place(state, "SL-konev") == "5807"
