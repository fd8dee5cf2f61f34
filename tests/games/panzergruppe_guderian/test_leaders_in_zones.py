"""10.2 Soviet leaders on the move, in enemy zones, and going back from them."""

from __future__ import annotations

import pytest

from campagna.core.offers import Reach
from campagna.games.panzergruppe_guderian.events import (
    Advanced,
    AttackCancelled,
    BattleRolled,
    Eliminated,
    Moved,
    Revealed,
    Vanished,
    WentBack,
)
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Attack,
    Done,
    Move,
    Overrun,
    RailMove,
    TakeLosses,
)
from campagna.games.panzergruppe_guderian.rules.untried import reveal
from campagna.games.panzergruppe_guderian.state import Phase, State
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    decision,
    events_of,
    flags,
    only,
    place,
    play,
    points_left,
    why,
)
from tests.offered import by_order

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


@pytest.mark.rule("10.23a", "12.2a")
def test_a_leader_is_not_offered_the_hex_of_a_division_found_unable_to_attack() -> None:
    units: dict[str, Words] = {
        "SL-konev": "2413",
        "S-1": "2412 SR72 untried",
        "G-7Pz-PzR25": "2411",
    }
    state = arrange(units, phase="soviet-move")
    assert "2412" in _ends_of(state, "SL-konev")
    reveal(state, [state.find("S-1")])
    assert why(state, Move(("SL-konev",), ("2412",))) == ("10.23a", "leader-alone-in-zone")
    assert "2412" not in _ends_of(state, "SL-konev")


def _ends_of(state: State, unit: str) -> set[str]:
    """Where the offers let a unit end its move."""
    moves = [o for o in GAME.offers(state) if isinstance(o, Reach) and o.order == "move"]
    return {h for o in moves for g in o.groups if unit in g.units for h, *_ in g.steps}


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
    assert by_order(GAME.offers(state))["take-losses"] == ["S-2"]
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
