"""7.4c, 11.9 Units given up before combat: who is offered, who is refused, what is fixed then."""

from __future__ import annotations

import pytest

from campagna.core.offers import Pick
from campagna.games.afrika_korps.events import Eliminated, SupplyExpended, VictoryVoid
from campagna.games.afrika_korps.orders import Attack, Capture, Declare, Destroy, Done, GiveUp
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import (
    GAME,
    decision,
    events_of,
    go,
    lay,
    marks,
    phase,
    place,
    play,
    refused,
    why,
)


def offered(state: State) -> Pick:
    (found,) = GAME.offers(state)
    assert isinstance(found, Pick)
    return found


@pytest.mark.rule("11.9", "1.3")
def test_one_of_two_is_offered_and_either_will_do() -> None:
    """1:3 needs no supply, 2:3 does."""
    state = lay("allied", R40="DE-21-104", R41="AU-7-1", S41="AU-7-2", Q43="UK-7-4")
    play(state, Done())
    offer = offered(state)
    assert offer.options == ("AU-7-1", "AU-7-2")
    assert (offer.least, offer.most, offer.many, offer.exact) == (1, 1, True, True)
    assert offer.suggest == ({"units": ("AU-7-1",)}, {"units": ("AU-7-2",)})
    assert refused(state, GiveUp(("UK-7-4",))).facts == {"units": ("UK-7-4",), "count": 1}
    play(state, GiveUp(("AU-7-1",)))
    assert (place(state, "AU-7-1"), place(state, "AU-7-2")) == ("dead", "S41")
    assert state.agenda == []
    assert state.names(state.must_attack) == ("AU-7-2",)


@pytest.mark.rule("11.9", "1.3")
def test_two_of_three_are_offered_and_not_every_pair_is_told() -> None:
    state = lay("allied", R40="DE-21-104", R41="AU-7-1", S41="AU-7-2", Q40="SA-1-1")
    play(state, Done())
    offer = offered(state)
    assert set(offer.options) == {"AU-7-1", "AU-7-2", "SA-1-1"}
    assert (offer.least, offer.most, offer.many, offer.exact) == (2, 2, True, False)
    assert len(offer.suggest) == 3
    assert why(state, GiveUp(("AU-7-1",))) == ("11.9", "wrong-sacrifice")
    assert why(state, GiveUp(("UK-51-2", "AU-7-1"))) == ("11.9", "wrong-sacrifice")
    events = play(state, GiveUp(("SA-1-1", "AU-7-1")))
    assert [e.rule for e in events_of(events, Eliminated)] == ["11.9", "11.9"]
    assert phase(state) == "combat"


@pytest.mark.rule("11.9", "1.3")
def test_units_alike_in_one_hex_stand_for_each_other() -> None:
    state = lay("allied", R40="DE-21-104", R41="AU-7-1 AU-7-2")
    events = play(state, Done())
    assert decision(state) == "combat", "it is the same whoever goes: nobody is asked"
    assert [e.unit for e in events_of(events, Eliminated)] == ["AU-7-1"]


@pytest.mark.rule("14.5", "14.1b")
def test_a_supply_that_took_over_a_victory_is_used_up_like_the_first() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2", R36="DE-SUP-1", R35="DE-SUP-2", W3="IT-SAVONA")
    play(state, Declare(("DE-21-5",), ("AU-7-2",), ("DE-SUP-1",)))
    play(state, go("DE-SUP-1", "S37 T38 U39 V40 V41 W42 X43"), Done())
    assert "used" in marks(state, "DE-SUP-2")
    events = play(state, Attack(("DE-21-5",), ("AU-7-2",), ("DE-SUP-2",)))
    assert [e.supply for e in events_of(events, SupplyExpended)] == ["DE-SUP-1", "DE-SUP-2"]


@pytest.mark.rule("9.5", "9.3")
def test_a_victory_falls_with_the_unit_that_shut_its_target_in() -> None:
    """The book's second example of 9.7 laid out, the victory declared by hand."""
    state = lay(R41="SA-1-1", R40="DE-15-115", R39="UK-1-22 UK-32", R42="DE-21-5", R45="DE-SUP-1")
    order = Declare(("DE-21-5",), ("SA-1-1",), ("DE-SUP-1",))
    assert GAME.refusal(state, order) is None
    play(state, order)
    events = play(state, Done())
    assert not events_of(events, VictoryVoid), "7-1 needs nobody else"


@pytest.mark.rule("8.4a", "8.4b", "14.2d", "15.3.2.2a")
def test_what_is_fixed_when_combat_begins() -> None:
    state = lay(R41="DE-21-5 DE-SUP-1", R40="UK-22GDS AL-SUP-1", U40="UK-7-4", W20="DE-SUP-2")
    play(state, Done())
    index, hexes = state.world.index, state.world.hex_index
    assert state.names(state.must_attack) == ("DE-21-5",)
    assert state.names(state.must_defend) == ("UK-22GDS",)
    assert (index["UK-7-4"], hexes["U40"]) in state.front
    assert {state.name(u) for u, _ in state.front} == {"UK-22GDS", "UK-7-4", "UK-51-2"}
    assert sorted(state.depots) == [
        (index["DE-SUP-1"], hexes["R41"]),
        (index["DE-SUP-2"], hexes["W20"]),
    ]
    assert state.prey == [hexes["R40"]]


@pytest.mark.rule("15.5", "11.9", "14.1a")
def test_whoever_destroys_the_supply_of_his_attack_loses_the_attacker() -> None:
    """7:2 needs supply; without it 21/5 stands in an enemy zone and cannot attack."""
    state = lay(
        phase="combat",
        R41="DE-21-5",
        R43="DE-SUP-1",
        R40="UK-22GDS",
        U40="AU-7-1",
        U41="IT-ARIETE DE-SUP-2",
    )
    events = play(state, Destroy("DE-SUP-1"))
    assert [(e.unit, e.rule) for e in events_of(events, Eliminated)] == [("DE-21-5", "11.9")]
    assert state.names(state.must_defend) == ("AU-7-1",), "nobody is left to attack the Guards"
    assert state.names(state.must_attack) == ("IT-ARIETE",)


@pytest.mark.rule("15.3.2.2a", "15.3.2.2b", "8.4b")
def test_one_unit_is_let_off_for_a_supply_that_is_gone() -> None:
    """A38; another battle keeps the phase open."""
    state = lay(
        "allied",
        "combat",
        R40="DE-15-8 DE-SUP-1",
        R41="SA-2-4",
        R39="UK-32",
        U40="IT-SAVONA",
        U41="UK-7-4 AL-SUP-1",
    )
    play(state, Attack(("UK-32",), ("DE-15-8",)), dice=[6])
    play(state, Capture("SA-2-4", "DE-SUP-1"), Destroy("DE-SUP-1"), ask=True)
    assert state.names(state.must_attack) == ("UK-7-4",)
    assert state.robbed == [state.world.hex_index["R40"]]
    assert state.names(state.must_defend) == ("IT-SAVONA",)
