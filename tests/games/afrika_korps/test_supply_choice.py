"""14.4, 14.5 Which supplies sustain the attackers when several lie in range."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.events import SupplyExpended
from campagna.games.afrika_korps.orders import Attack, Declare, Done
from campagna.games.afrika_korps.rules.supply.supply import NOBODY, enough
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import events_of, lay, play, until

PANZER, VICTIM, TWO = ("DE-21-5",), ("AU-7-2",), ("DE-SUP-2",)


def chosen(state: State, *attackers: str) -> list[str] | None:
    index = state.world.index
    found = enough(state, [index[a] for a in attackers], NOBODY)
    return None if found is None else [state.name(s) for s in found]


@pytest.mark.rule("14.4", "14.5")
@pytest.mark.parametrize("first", ["DE-SUP-1", "DE-SUP-1:landed", "DE-SUP-1:isolated"])
def test_an_automatic_victory_burns_the_supply_already_used(first: str) -> None:
    """Whatever else happened to the other one: only what is used in this turn counts."""
    state = lay(R39="DE-21-5", R40="AU-7-2", R35=f"{first} DE-SUP-2", W3="IT-BOLOGNA")
    play(state, Declare(PANZER, VICTIM, TWO))
    assert chosen(state, "DE-21-5") == ["DE-SUP-2"]
    play(state, Done())
    play(state, Attack(PANZER, VICTIM, TWO))
    spent = events_of(until(state, "supply"), SupplyExpended)
    assert [e.supply for e in spent] == ["DE-SUP-2"]


@pytest.mark.rule("14.4")
def test_one_that_serves_all_comes_before_one_that_is_used() -> None:
    """A used supply near one attacker only would need a second beside it."""
    state = lay(R39="DE-21-5", R44="DE-21-104", R34="DE-SUP-1:used", R40="DE-SUP-2")
    assert chosen(state, "DE-21-5") == ["DE-SUP-1"]
    assert chosen(state, "DE-21-5", "DE-21-104") == ["DE-SUP-2"]


@pytest.mark.rule("14.4")
def test_no_choice_where_one_attacker_is_out_of_range() -> None:
    state = lay(R39="DE-21-5", R50="DE-21-104", R35="DE-SUP-1 DE-SUP-2")
    assert chosen(state, "DE-21-5") == ["DE-SUP-1"]
    assert chosen(state, "DE-21-5", "DE-21-104") is None
