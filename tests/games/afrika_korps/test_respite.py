"""15.5 Supplies destroyed by the player who waits, as up to edition 3: he is asked beforehand."""

from __future__ import annotations

import pytest

from campagna.core.chance import ScriptedChance
from campagna.games.afrika_korps.frames import Respite
from campagna.games.afrika_korps.orders import Attack, Declare, Destroy, Done
from campagna.games.afrika_korps.rules.supply import supply_denial
from campagna.games.afrika_korps.world import ALLIED
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
    assert state.names(supply_denial.endangered(state)) == ("AL-SUP-1",)
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
    assert state.names(supply_denial.endangered(state)) == ("AL-SUP-1",)
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


# --- which supplies are in danger -------------------------------------------------------------------------


def in_danger(side: str, phase: str = "movement", **places: str) -> list[str]:
    state = lay(side, phase, options=OLD, **places)
    return [state.name(s) for s in supply_denial.endangered(state)]


@pytest.mark.rule("15.5")
@pytest.mark.parametrize(
    ("side", "places", "danger"),
    [
        ("allied", {"R40": "UK-7-4", "R48": "DE-SUP-1"}, ["DE-SUP-1"]),
        ("allied", {"R40": "UK-7-4", "R49": "DE-SUP-1"}, []),
        ("allied", {"R40": "UK-7-4", "R49": "DE-SUP-1", "R30": "DE-ROMMEL"}, []),
        ("axis", {"R40": "DE-21-5", "R51": "AL-SUP-1"}, ["AL-SUP-1"]),
        ("axis", {"R40": "DE-21-5", "R52": "AL-SUP-1"}, []),
        ("axis", {"R40": "DE-21-5 DE-ROMMEL", "R53": "AL-SUP-1"}, ["AL-SUP-1"]),
        ("axis", {"R40": "DE-21-5 DE-ROMMEL", "R54": "AL-SUP-1"}, []),
        ("axis", {"R40": "DE-21-5", "R44": "AL-SUP-1 UK-7-4"}, []),
        ("axis", {"R40": "DE-21-5:stopped", "R44": "AL-SUP-1"}, []),
        ("axis", {"R40": "DE-21-5", "R44": "AL-SUP-1", "R36": "AL-SUP-2", "E6": "AL-SUP-3"},
         ["AL-SUP-1", "AL-SUP-2"]),
    ],
)  # fmt: skip
def test_before_a_move_it_is_what_somebody_can_reach(
    side: str, places: dict[str, str], danger: list[str]
) -> None:
    assert in_danger(side, **places) == danger


@pytest.mark.rule("15.5")
@pytest.mark.parametrize(
    ("places", "danger"),
    [
        ({"R41": "DE-21-5 DE-SUP-1", "R40": "UK-7-7 AL-SUP-1"}, ["AL-SUP-1"]),
        ({"R43": "DE-21-5 DE-SUP-1", "R40": "UK-7-7 AL-SUP-1"}, []),
        ({"H25": "DE-21-5 DE-SUP-1", "G25": "UK-7-7 AL-SUP-1"}, ["AL-SUP-1"]),
        ({"H25": "DE-21-5 DE-SUP-1", "G25": "UK-7-7:defended AL-SUP-1"}, []),
        ({"H25": "DE-21-5 DE-SUP-1", "G25": "UK-7-7:defended UK-7-4 AL-SUP-1"}, []),
        ({"H25": "DE-21-5 DE-SUP-1", "G25": "AL-SUP-1"}, ["AL-SUP-1"]),
        ({"H25": "DE-21-5:fought", "G25": "AL-SUP-1"}, []),
    ],
)
def test_before_a_battle_it_is_what_the_battles_can_cost(
    places: dict[str, str], danger: list[str]
) -> None:
    assert in_danger("axis", "combat", **places) == danger


@pytest.mark.rule("15.5", "15.3.2.2b")
def test_where_one_supply_was_taken_a_battle_may_still_cost_the_next() -> None:
    """Nobody else may take one beside the battle; but part of the escort is still to be attacked."""
    places = {
        "R40": "DE-15-8 IT-SAVONA DE-SUP-1",
        "R41": "SA-2-4 UK-7-4",
        "R39": "UK-32",
        "S44": "AL-SUP-1",
    }
    state = lay("allied", "combat", options=OLD, **places)
    index = state.world.index
    state.robbed = [state.world.hex_index["R40"]]
    state.must_defend = [index["DE-15-8"]]
    assert supply_denial.endangered(state) == [index["DE-SUP-1"]]
    state.must_defend = []
    assert supply_denial.endangered(state) == []


# --- what may be destroyed ------------------------------------------------------------------------------


@pytest.mark.rule("15.5", "14.5")
def test_a_supply_that_keeps_a_victory_alive_is_not_destroyed() -> None:
    """The first supply has gone too far; the second has taken its place."""
    state = lay(R39="DE-21-5", R40="AU-7-2", R36="DE-SUP-1", R37="DE-SUP-2", W40="DE-SUP-3")
    play(state, Declare(("DE-21-5",), ("AU-7-2",), ("DE-SUP-1",)))
    assert why(state, Destroy("DE-SUP-1")) == ("14.1b", "supply-in-use")
    away = "S37 T38 U39 V40 V41 W42 X43 X44 X45 X46"
    play(state, go("DE-SUP-1", away), go("DE-SUP-3", "W41 X42 X43 X44 X45 X46 X47 X48 X49 X50"))
    assert why(state, Destroy("DE-SUP-2"))[0] == "14.5"
    assert why(state, Destroy("AL-SUP-1")) == ("15.5", "not-your-unit")
    assert why(state, Destroy("DE-21-5")) == ("15.5", "no-supply-there")
    assert why(state, Destroy("DE-CAP-1")) == ("15.5", "no-supply-there")
    assert why(state, Destroy("nobody")) == ("15.5", "unknown-unit")
    play(state, Destroy("DE-SUP-3"))
    assert place(state, "DE-SUP-3") == "pool"


@pytest.mark.rule("15.5", "13.2")
def test_in_combat_to_destroy_a_supply_is_always_grave() -> None:
    state = lay(phase="combat", R41="DE-21-5 DE-SUP-1:into-zone", R40="UK-22GDS")
    tones = {o.tone for o in GAME.offers(state) if o.order == "destroy"}
    assert tones == {"grave"}


@pytest.mark.rule("15.5")
def test_only_a_supply_in_danger_that_was_not_answered_for_is_asked_about() -> None:
    state = lay(R40="DE-21-5", R46="AL-SUP-1", K60="AL-SUP-2", U48="UK-7-4", options=OLD)
    near, far = (state.world.index[name] for name in ("AL-SUP-1", "AL-SUP-2"))
    assert supply_denial.endangered(state) == [near]
    for spared, asked in (([], True), ([near], False), ([far], True), ([near, far], False)):
        state.agenda, state.spared = [], spared
        supply_denial.ask(state)
        assert bool(state.agenda) is asked, spared


@pytest.mark.rule("15.5")
def test_with_nothing_in_danger_the_question_is_dropped() -> None:
    state = lay(R40="DE-21-5", K60="AL-SUP-2", U48="UK-7-4", options=OLD)
    frame = Respite(ALLIED)
    state.agenda = [frame]
    assert supply_denial.settle_respite(state, frame, ScriptedChance([])) == ([], False)
    assert state.agenda == []
