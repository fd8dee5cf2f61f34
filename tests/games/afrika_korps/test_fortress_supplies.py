"""15.2.3, 16.3 Lone supplies in a fortress: taken beside a battle, and entered after it."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.events import SupplyCaptured
from campagna.games.afrika_korps.orders import Advance, Attack, Capture, Done
from tests.games.afrika_korps.lay import (
    GAME,
    at,
    decision,
    events_of,
    lay,
    only,
    play,
    why,
)
from tests.offered import by_order

ONE = ("DE-SUP-1",)
BOTH_AT_ONCE = Attack(("DE-21-5",), ("AU-9-20",), ONE, ("AL-SUP-1",))


@pytest.mark.rule("15.2.3c", "16.3")
def test_one_attack_may_be_after_the_supply_as_well() -> None:
    """Die 1 eliminates 9A/20: the supply falls too, and the fortress may be entered."""
    places = {"H25": "DE-21-5 DE-SUP-1", "G25": "AL-SUP-1", "I26": "AU-9-20", "U48": "UK-7-4"}
    state = lay(phase="combat", **places)
    events = play(state, BOTH_AT_ONCE, dice=[1])
    assert only(events, SupplyCaptured).rule == "15.2.3c"
    assert at(state, "G25") == {"DE-CAP-1"}
    while decision(state) == "advance" and "G25" not in by_order(GAME.offers(state))["advance"]:
        play(state, Done())
    play(state, Advance(("DE-21-5",), "G25"))
    assert at(state, "G25") == {"DE-21-5", "DE-CAP-1"}


@pytest.mark.rule("15.2.3c")
def test_attackers_who_are_driven_back_take_nothing() -> None:
    state = lay(
        phase="combat", H25="IT-SAVONA DE-SUP-1", G25="AL-SUP-1", I26="AU-9-20", U48="UK-7-4"
    )
    order = Attack(("IT-SAVONA",), ("AU-9-20",), ONE, ("AL-SUP-1",))
    events = play(state, order, dice=[6])
    assert not events_of(events, SupplyCaptured)
    assert at(state, "G25") == {"AL-SUP-1"}


@pytest.mark.rule("15.2.3c")
def test_only_lone_supplies_of_a_fortress_fall_that_way() -> None:
    state = lay(phase="combat", R40="DE-21-5 DE-SUP-1", R41="AU-9-20", S41="UK-7-4 AL-SUP-1")
    order = Attack(("DE-21-5",), ("AU-9-20", "UK-7-4"), ONE, ("AL-SUP-1",))
    assert why(state, order) == ("15.2.3c", "no-fortress")


@pytest.mark.rule("16.3", "8.4b")
def test_a_captor_with_a_battle_to_fight_enters_after_it() -> None:
    places = {"H25": "DE-21-5 DE-SUP-1", "G25": "AL-SUP-1", "I26": "AU-9-20", "U48": "UK-7-4"}
    state = lay(phase="combat", **places)
    play(state, Capture("DE-21-5", "AL-SUP-1"))
    assert decision(state) == "combat", "it must attack first"
    play(state, Attack(("DE-21-5",), ("AU-9-20",), ONE), dice=[1])
    while decision(state) == "advance" and "G25" not in by_order(GAME.offers(state))["advance"]:
        play(state, Done())
    play(state, Advance(("DE-21-5",), "G25"))
    assert "DE-21-5" in at(state, "G25")
