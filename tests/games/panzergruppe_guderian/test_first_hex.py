"""The first hex of the map, 0101, is a hex like the others: who stands there is on the map."""

from __future__ import annotations

import pytest

from campagna.core.offers import Reach
from campagna.games.panzergruppe_guderian.events import Recovered
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Attack,
    Done,
    GiveGround,
    Move,
    Overrun,
    Retreat,
    TakeLosses,
    Withdraw,
)
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    decision,
    flags,
    only,
    place,
    play,
    take_losses,
    why,
)
from tests.offered import by_order


@pytest.mark.rule("6.11a", "6.12")
def test_units_move_from_there() -> None:
    state = arrange({"G-6Inf": "0101"})
    assert GAME.offers(state).covers(Move(("G-6Inf",), ("0102",)))
    reach = next(o for o in GAME.offers(state) if isinstance(o, Reach) and o.tone == "main")
    (group,) = reach.groups
    assert (group.origin, "0101" in [name for name, _, _ in group.steps]) == ("0101", False)
    play(state, Move(("G-6Inf",), ("0102",)))
    assert place(state, "G-6Inf") == "0102"
    there = arrange({"G-6Inf": "0102"})
    play(there, Move(("G-6Inf",), ("0101",)))
    assert place(there, "G-6Inf") == "0101"


@pytest.mark.rule("14.21a", "6.11a")
def test_the_limit_of_the_front_holds_nobody_there() -> None:
    units: dict[str, Words] = {
        "S-1": "0101 SR01",
        "S-2": UnitPosition("", "waiting", "SR02", entry="swf"),
    }
    state = arrange(units, phase="soviet-move", turn=7, front_entered=5)
    assert GAME.offers(state).covers(Move(("S-1",), ("0102",)))
    assert not GAME.offers(state).covers(Move(("S-2",), ("3131",)))


@pytest.mark.rule("9.11b", "9.61", "9.81")
def test_units_attack_from_there_lose_steps_and_advance() -> None:
    units: dict[str, Words] = {"G-6Inf": "0101", "S-1": "0102 SR64"}
    state = arrange(units, phase="german-combat", turn=7)
    play(state, Attack(("G-6Inf",), ("0102",)), dice=[1])
    take_losses(state)
    assert decision(state) == "advance"
    play(state, Advance("G-6Inf", ("0102",)))
    assert place(state, "G-6Inf") == "0102"


@pytest.mark.rule("9.61", "9.65a", "9.72a")
def test_units_defend_there_lose_steps_and_retreat() -> None:
    units: dict[str, Words] = {"G-6Inf": "0102", "S-1": "0101 SR64", "S-2": "0101 SR65"}
    state = arrange(units, phase="german-combat", turn=7)
    play(state, Attack(("G-6Inf",), ("0101",)), dice=[3])
    assert decision(state) == "suffer"
    assert allowed(state, TakeLosses(("S-1", "S-2")))
    assert "defended" in flags(state, "S-2")
    back = arrange({"G-6Inf": "0103", "S-1": "0101 SR64"}, phase="german-combat", turn=7)
    assert why(back, Attack(("G-6Inf",), ("0101",)))[0] == "9.23"


@pytest.mark.rule("9.71b", "9.72a")
def test_units_retreat_onto_it() -> None:
    units: dict[str, Words] = {"S-1": "0103 SR31", "G-6Inf": "0104", "SL-konev": "0303"}
    state = arrange(units, phase="german-combat", turn=7)
    play(state, Attack(("G-6Inf",), ("0103",)), dice=[1])
    play(state, GiveGround())
    assert ("0102",) in by_order(GAME.offers(state))["retreat"]["S-1"]
    state = arrange(
        {"S-1": "0102 SR31", "G-6Inf": "0103", "SL-konev": "0303"},
        phase="german-combat",
        turn=7,
    )
    play(state, Attack(("G-6Inf",), ("0102",)), dice=[1])
    play(state, GiveGround())
    play(state, Retreat("S-1", ("0101",)))
    assert place(state, "S-1") == "0101"


@pytest.mark.rule("6.51a", "6.63")
def test_units_overrun_from_there_and_recover_there() -> None:
    units: dict[str, Words] = {"G-6Inf": "0101", "S-1": "0102 SR64"}
    state = arrange(units, turn=7)
    assert GAME.offers(state).covers(Overrun(("G-6Inf",), "0102"))
    play(state, Overrun(("G-6Inf",), "0102"), dice=[1])
    shaken = arrange({"S-1": "0101 SR01 disrupted"}, phase="soviet-combat", turn=7)
    assert only(play(shaken, Done()), Recovered).units == ("S-1",)


@pytest.mark.rule("12.3a", "12.2a")
def test_a_division_without_strength_vanishes_there() -> None:
    powerless = next(c.id for c in GAME.world.counters if str(c.steps[0]) == "0-0-6")
    units: dict[str, Words] = {"G-6Inf": "0102", "S-1": f"0101 {powerless} untried"}
    state = arrange(units, phase="german-combat", turn=7)
    play(state, Attack(("G-6Inf",), ("0101",)))
    assert place(state, "S-1") == "dead"


@pytest.mark.rule("10.23b", "12.3d")
def test_soviets_attack_from_there_with_a_leader() -> None:
    units: dict[str, Words] = {"G-6Inf": "0102", "S-1": "0101 SR64", "SL-konev": "0101"}
    state = arrange(units, phase="soviet-combat", turn=7)
    play(state, Attack(("S-1", "SL-konev"), ("0102",)), dice=[6])
    assert {"attacked"} <= flags(state, "S-1")


@pytest.mark.rule("10.4b")
def test_a_leader_surrounded_there_may_be_withdrawn() -> None:
    units: dict[str, Words] = {"SL-konev": "0101", "G-6Inf": "0102", "G-26Inf": "0201"}
    state = arrange(units, phase="soviet-start", options={"leader_withdrawal": True})
    assert GAME.offers(state).covers(Withdraw("SL-konev"))
    play(state, Withdraw("SL-konev"), dice=[1])
    assert place(state, "SL-konev") == "withdrawn"
