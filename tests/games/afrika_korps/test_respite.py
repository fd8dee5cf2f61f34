"""15.5 Supplies destroyed by the player who waits, as up to edition 3: he is asked beforehand."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.orders import Attack, Declare, Destroy, Done
from tests.games.afrika_korps.lay import (
    GAME,
    decider,
    decision,
    go,
    lay,
    place,
    play,
    why,
)

OLD = {"edition": "3"}


@pytest.mark.rule("15.5")
def test_the_waiting_player_is_asked_about_a_supply_within_reach() -> None:
    state = lay(
        "axis", "arrival", R40="DE-21-5", R46="AL-SUP-1", W20="AL-SUP-2", U48="UK-7-4", options=OLD
    )
    play(state, Done(), ask=True)
    assert (decision(state), decider(state)) == ("respite", "allied")
    assert GAME.offers(state).listing()["in_danger"] == ("AL-SUP-1",)
    assert why(state, Destroy("DE-SUP-1"))[1] in ("not-your-unit", "no-supply-there")
    play(state, Destroy("AL-SUP-1"))
    assert (decision(state), decider(state)) == ("movement", "axis")
    assert place(state, "AL-SUP-1") == "pool"


@pytest.mark.rule("15.5")
def test_a_supply_that_is_kept_is_asked_about_once() -> None:
    state = lay("axis", "arrival", R40="DE-21-5 DE-15-8", R46="AL-SUP-1", U48="UK-7-4", options=OLD)
    play(state, Done(), ask=True)
    play(state, Done(), ask=True)
    assert decision(state) == "movement"
    play(state, go("DE-15-8", "R41"), ask=True)
    assert decision(state) == "movement"


@pytest.mark.rule("15.5", "9.1a")
def test_a_victory_that_opens_the_way_is_news() -> None:
    """15/8 could reach R46 only straight through the zone of 7A/2."""
    state = lay(
        "axis", "arrival", R36="DE-15-8 DE-SUP-1", R39="DE-21-5:stopped", R40="AU-7-2",
        R47="AL-SUP-1", options=OLD,
    )  # fmt: skip
    play(state, Done(), ask=True)
    assert decision(state) == "movement"
    play(state, Declare(("DE-21-5",), ("AU-7-2",), ("DE-SUP-1",)), ask=True)
    assert (decision(state), decider(state)) == ("respite", "allied")
    assert GAME.offers(state).listing()["in_danger"] == ("AL-SUP-1",)
    play(state, Done(), ask=True)
    assert (decision(state), decider(state)) == ("movement", "axis")


@pytest.mark.rule("15.5")
def test_the_waiting_player_may_destroy_between_battles() -> None:
    state = lay("allied", R40="DE-15-8 DE-SUP-1", R41="SA-2-4", R39="UK-32", options=OLD)
    play(state, Done(), ask=True)
    assert (decision(state), decider(state)) == ("respite", "axis")
    play(state, Done(), ask=True)
    assert decision(state) == "combat"
    play(state, Attack(("UK-32",), ("DE-15-8",)), dice=[6], ask=True)
    assert (decision(state), decider(state)) == ("respite", "axis")
    play(state, Destroy("DE-SUP-1"))
    assert place(state, "DE-SUP-1") == "pool"
