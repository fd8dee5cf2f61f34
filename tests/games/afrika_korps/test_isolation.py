"""24 Isolation; 23.6 besieged fortresses; the worked example E17."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.events import Eliminated, GameEnded
from campagna.games.afrika_korps.orders import (
    Attack,
    Done,
    Embark,
    Land,
    LandSupply,
    Move,
    Retreat,
    RollSupply,
    Substitute,
)
from campagna.games.afrika_korps.rules.supply.isolation import is_isolated
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import (
    end_turn,
    events_of,
    lay,
    marks,
    only,
    place,
    play,
    unit,
    until,
)

POCKET = {"Q38": "SA-1-1", "P40": "SA-1-2", "S43": "SA-1-3", "T41": "SA-1-5"}
"""Their zones shut in R40 and R41."""
SIEGE = {"G24": "IT-SAVONA", "H25": "IT-PAVIA", "H26": "IT-TRENTO"}


def isolated(state: State, name: str) -> bool:
    return is_isolated(state, state.world.index[name])


# --- 24.1 -------------------------------------------------------------------------------------------


@pytest.mark.rule("24.1")
def test_the_line_may_be_of_any_length() -> None:
    state = lay(L40="DE-21-5", W6="DE-SUP-1")
    assert not isolated(state, "DE-21-5")


@pytest.mark.rule("24.1")
@pytest.mark.parametrize(("gap", "cut"), [("", True), ("Q38", False), ("T41", False)])
def test_enemy_zones_cut_it(gap: str, cut: bool) -> None:
    ring = {h: u for h, u in POCKET.items() if h != gap}
    state = lay(R40="DE-15-33", R47="DE-SUP-1", **ring)
    assert isolated(state, "DE-15-33") == cut


@pytest.mark.rule("24.1")
def test_enemy_supplies_and_friends_do_not_cut_it() -> None:
    state = lay(R40="DE-15-33", R41="IT-SAVONA", R47="DE-SUP-1", R44="AL-SUP-1", U48="UK-7-4")
    assert not isolated(state, "DE-15-33")


@pytest.mark.rule("24.1")
def test_a_supply_in_the_pocket_or_beside_it_is_enough() -> None:
    state = lay(R40="DE-15-33", R41="DE-SUP-1", **POCKET)
    assert not isolated(state, "DE-15-33")
    state = lay(R40="DE-15-33", Q41="DE-SUP-1", **POCKET)
    assert not isolated(state, "DE-15-33"), "R41 is free, and the line may end in a zone"
    state = lay(R40="DE-15-33", Q42="DE-SUP-1", **POCKET)
    assert isolated(state, "DE-15-33"), "Q41 and R42 between them are not"


@pytest.mark.rule("24.1")
def test_enemy_supplies_feed_nobody() -> None:
    state = lay(R40="DE-15-33", R41="AL-SUP-1", U48="UK-7-4")
    assert isolated(state, "DE-15-33")
    captured = lay(R40="DE-15-33", R41="DE-CAP-1", U48="UK-7-4")
    assert not isolated(captured, "DE-15-33")


# --- 24.2 -------------------------------------------------------------------------------------------


@pytest.mark.rule("24.2")
def test_two_own_turns_of_isolation_kill() -> None:
    state = lay(R40="DE-15-33", R47="DE-SUP-1", **POCKET)
    end_turn(state)
    assert unit(state, "DE-15-33").count == 1
    end_turn(state)
    until(state, "movement")
    assert "isolated" in marks(state, "DE-15-33")
    events = end_turn(state)
    lost = only(events, Eliminated)
    assert (lost.unit, lost.cause, lost.rule) == ("DE-15-33", "isolation", "24.2")


@pytest.mark.rule("24.2")
def test_a_supply_in_time_breaks_the_count() -> None:
    ring = {h: u for h, u in POCKET.items() if h != "S43"}
    state = lay(R40="DE-15-33:count=1", R47="DE-SUP-1", S43="SA-1-3", **ring)
    end_turn(state)
    assert place(state, "DE-15-33") == "dead"
    state = lay(R40="DE-15-33:count=1", R47="DE-SUP-1", **ring)
    end_turn(state)
    assert unit(state, "DE-15-33").count == 0


@pytest.mark.rule("24.2")
def test_the_other_sides_turn_does_not_count() -> None:
    state = lay("allied", R40="DE-15-33:count=1", R47="DE-SUP-1", **POCKET)
    end_turn(state)
    assert place(state, "DE-15-33") == "R40"
    assert unit(state, "DE-15-33").count == 1


@pytest.mark.rule("24.2")
def test_e17_a_sally_that_falls_back_does_not_help() -> None:
    state = lay(R40="DE-15-33:count=1", P42="DE-SUP-1", **POCKET)
    assert "isolated" in marks(state, "DE-15-33")
    play(state, Move(("DE-15-33",), ("R41", "R42")), Done())
    play(state, Attack(("DE-15-33",), ("SA-1-3",), ("DE-SUP-1",)), dice=[4])
    play(state, Retreat("DE-15-33", ("R41", "R40")))
    until(state, "movement")
    assert place(state, "DE-15-33") == "dead", "isolated at the beginning and at the end"


@pytest.mark.rule("24.2")
def test_a_sally_that_holds_does() -> None:
    state = lay(R40="DE-15-33:count=1", P42="DE-SUP-1", Q42="DE-SUP-2", **POCKET)
    play(state, Move(("DE-15-33",), ("R41", "R42")), Done())
    play(state, Attack(("DE-15-33",), ("SA-1-3",), ("DE-SUP-1",)), dice=[1])
    until(state, "movement")
    assert unit(state, "DE-15-33").count == 0


@pytest.mark.rule("24.2", "14.1b")
@pytest.mark.parametrize(("first", "alive"), [(True, False), (False, True)])
def test_used_supplies_go_before_the_test(first: bool, alive: bool) -> None:
    """A17 and its option: the one supply of a cut-off unit is used up in this turn."""
    state = lay(
        options={"supply_removed_before_isolation_check": first},
        fields={"opened": True},
        R41="DE-15-33:isolated:count=1 DE-SUP-1",
        **POCKET,
    )
    play(state, Move(("DE-15-33",), ("R42",)), Done())
    play(state, Attack(("DE-15-33",), ("SA-1-3",), ("DE-SUP-1",)), dice=[4])
    play(state, Retreat("DE-15-33", ("R41", "R40")))
    until(state, "movement")
    assert (place(state, "DE-15-33") == "R40") == alive


# --- 23.6, 24.3, 24.4 -----------------------------------------------------------------------------------


@pytest.mark.rule("23.6")
@pytest.mark.parametrize(("supply", "cut"), [("", True), (" AL-SUP-1", False)])
def test_a_besieged_fortress_needs_its_own_supply(supply: str, cut: bool) -> None:
    state = lay("allied", G25=f"UK-7-7{supply}", J62="AL-SUP-2 AU-7-1", **SIEGE)
    assert isolated(state, "UK-7-7") == cut


@pytest.mark.rule("24.4a")
def test_no_line_by_sea() -> None:
    state = lay("allied", G25="UK-7-7", J62="AU-7-1 AL-SUP-1", **SIEGE)
    assert isolated(state, "UK-7-7")
    assert not isolated(state, "AU-7-1")


@pytest.mark.rule("24.3")
def test_who_lands_shares_the_lot_of_the_port() -> None:
    state = lay("allied", "arrival", turn=9, G25="UK-7-7:count=1", J62="AU-7-1 AL-SUP-1", **SIEGE)
    assert "isolated" in marks(state, "UK-7-7")
    play(state, Land(("UK-70-23",), "G25"))
    assert unit(state, "UK-70-23").count == 1
    events = end_turn(state)
    lost = {e.unit for e in events_of(events, Eliminated)}
    assert {"UK-7-7", "UK-70-23"} <= lost


@pytest.mark.rule("24.3")
def test_a_supplied_port_supplies_the_newcomers() -> None:
    state = lay(
        "allied",
        "arrival",
        turn=9,
        G25="UK-7-7 AL-SUP-1",
        sea="UK-7-4:count=1",
        J62="AU-7-1",
        **SIEGE,
    )
    assert "isolated" in marks(state, "UK-7-4"), "at sea without a supply"
    play(state, Land(("UK-7-4",), "G25"))
    assert "isolated" not in marks(state, "UK-7-4")
    assert unit(state, "UK-7-4").count == 0


@pytest.mark.rule("24.2")
def test_a_supply_landed_in_time_saves_the_garrison() -> None:
    """A26."""
    state = lay("allied", "supply", turn=9, G25="UK-7-7:count=1", J62="AU-7-1", **SIEGE)
    play(state, LandSupply("G25"))
    end_turn(state)
    assert (place(state, "UK-7-7"), unit(state, "UK-7-7").count) == ("G25", 0)


@pytest.mark.rule("24.4b")
@pytest.mark.parametrize(("company", "alive"), [(("AL-SUP-1",), True), ((), False)])
def test_at_sea_only_a_supply_at_sea_helps(company: tuple[str, ...], alive: bool) -> None:
    """Second turn of isolation: into the boats, with or without a supply from the other port."""
    state = lay("allied", G25="UK-7-7:count=1", J62="AU-7-1 AL-SUP-1 AL-SUP-2", **SIEGE)
    play(state, Embark(("UK-7-7", *company)))
    end_turn(state)
    assert (place(state, "UK-7-7") == "sea") == alive


# --- 24.5 -------------------------------------------------------------------------------------------


@pytest.mark.rule("24.5")
def test_an_axis_without_supply_collapses_after_two_turns() -> None:
    state = lay(R40="DE-21-5", X40="AU-7-1 AL-SUP-1")
    end_turn(state)
    assert (state.bare_turns, state.level) == (1, "")
    state = lay(R40="DE-21-5", X40="AU-7-1 AL-SUP-1", fields={"bare_turns": 1})
    events = end_turn(state)
    ended = only(events, GameEnded)
    assert (ended.level, ended.winner, ended.rule) == ("allied_collapse", "allied", "24.5")
    assert place(state, "DE-21-5") == "dead"


@pytest.mark.rule("24.5")
def test_a_supply_at_one_end_of_the_turn_prevents_it() -> None:
    state = lay(
        phase="supply", turn=20, W3="DE-21-5", X40="AU-7-1 AL-SUP-1", fields={"bare_turns": 1}
    )
    play(state, RollSupply(), LandSupply("W3"), dice=[6])
    end_turn(state)
    assert (state.bare_turns, state.level) == (0, "")


@pytest.mark.rule("24.5")
@pytest.mark.parametrize("supply", ["DE-SUP-1", "DE-CAP-1"])
def test_one_supply_anywhere_is_enough(supply: str) -> None:
    state = lay(R40="DE-21-5", V10=supply, X40="AU-7-1 AL-SUP-1", fields={"bare_turns": 1})
    end_turn(state)
    assert (state.level, state.bare_turns) == ("", 0)


@pytest.mark.rule("24.5")
def test_a_supply_at_the_beginning_of_the_turn_prevents_it_too() -> None:
    state = lay(
        phase="combat",
        R41="DE-21-5 DE-SUP-1",
        R40="UK-22GDS",
        X40="AU-7-1 AL-SUP-1",
        fields={"bare_turns": 1},
    )
    play(state, Attack(("DE-21-5",), ("UK-22GDS",), ("DE-SUP-1",)), dice=[1])
    until(state, "movement")
    assert place(state, "DE-SUP-1") == "pool"
    assert (state.bare_turns, state.level) == (0, "")


@pytest.mark.rule("24.2", "21.1a")
def test_a_substitute_takes_over_the_isolation() -> None:
    state = lay("allied", turn=33, G25="UK-7-7:count=1 UK-7-7SG", **SIEGE)
    play(state, Done(), Substitute(("UK-7-7", "UK-7-7SG"), "SUB-ARM-1"))
    assert unit(state, "SUB-ARM-1").count == 1
    end_turn(state)
    assert place(state, "SUB-ARM-1") == "pool"
