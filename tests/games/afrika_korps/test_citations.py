"""The rule cited is the rule that forbids, or the one by which something happens."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.events import BattleWon
from campagna.games.afrika_korps.frames import Retreating
from campagna.games.afrika_korps.orders import Attack, Declare, Done, Embark, Land, Retreat
from campagna.games.afrika_korps.state import EMBARKED, LATE
from campagna.games.afrika_korps.world import ALLIED
from tests.games.afrika_korps.lay import decision, go, lay, only, play, refused, why

ONE = ("DE-SUP-1",)


# --- why no die is rolled -----------------------------------------------------------------------------


@pytest.mark.rule("7.4a")
def test_above_six_to_one_the_odds_decide() -> None:
    state = lay(phase="combat", R41="DE-21-5 DE-SUP-1", R40="AU-7-1")
    assert only(play(state, Attack(("DE-21-5",), ("AU-7-1",), ONE)), BattleWon).rule == "7.4a"


@pytest.mark.rule("9.1c")
def test_an_automatic_victory_was_decided_in_movement() -> None:
    state = lay(R41="DE-21-5", R43="DE-SUP-1", R40="AU-7-1")
    play(state, Declare(("DE-21-5",), ("AU-7-1",), ONE), Done())
    assert only(play(state, Attack(("DE-21-5",), ("AU-7-1",), ONE)), BattleWon).rule == "9.1c"


# --- paths --------------------------------------------------------------------------------------------


@pytest.mark.rule("8.1")
def test_who_holds_a_unit_in_its_zone_is_named() -> None:
    state = lay(R38="DE-21-5", R41="UK-7-4", Q36="IT-SAVONA")
    passing = refused(state, go("DE-21-5", "R39 R40 Q39"))
    assert (passing.rule, passing.facts["units"]) == ("8.1", ("UK-7-4",))
    play(state, go("DE-21-5", "R39 R40"))
    stopped = refused(state, go("DE-21-5", "R39"))
    assert (stopped.rule, stopped.reason) == ("8.1", "stopped")
    assert stopped.facts["units"] == ("UK-7-4",)


@pytest.mark.rule("8.3a")
def test_the_enemy_whose_zone_both_hexes_share_is_named() -> None:
    """R40 lies in the zones of both brigades, Q40 in that of one."""
    state = lay(R40="DE-21-5", R41="UK-7-4", S40="UK-7-7")
    step = refused(state, go("DE-21-5", "Q40"))
    assert (step.rule, step.reason, step.facts["units"]) == ("8.3a", "zone-to-zone", ("UK-7-4",))


@pytest.mark.rule("18.1")
def test_a_unit_on_an_escarpment_is_held_by_it() -> None:
    state = lay(F7="DE-21-5")
    play(state, go("DE-21-5", "F8"))
    assert why(state, go("DE-21-5", "F7")) == ("18.1", "stopped-on-scarp")


@pytest.mark.rule("15.1b", "13.3a")
def test_rommel_and_a_supply_are_kept_away_by_rules_of_their_own() -> None:
    state = lay(R40="DE-ROMMEL DE-SUP-1", R43="AL-SUP-1")
    assert why(state, go("DE-ROMMEL", "R41 R42")) == ("15.1b", "alone-near-supply")
    assert why(state, go("DE-SUP-1", "R41 R42")) == ("13.3a", "alone-near-supply")


@pytest.mark.rule("5.7a", "5.2")
def test_a_retreat_over_ground_that_nothing_crosses_says_so() -> None:
    """Between E18 and F19 lies the sea, though the hexes touch."""
    state = lay(phase="combat", F19="UK-2-3", R40="DE-15-8", R41="UK-7-4")
    state.agenda.append(Retreating(ALLIED, (state.world.index["UK-2-3"],)))
    assert decision(state) == "retreat"
    assert why(state, Retreat("UK-2-3", ("E18", "D17"))) == ("5.7a", "no-way")
    assert why(state, Retreat("UK-2-3", ("G20", "G22"))) == ("5.2", "not-adjacent")


# --- obligations at fortresses ----------------------------------------------------------------------------


@pytest.mark.rule("23.1b")
def test_the_rest_of_a_garrison_is_owed_by_the_rule_of_the_fortress() -> None:
    state = lay(phase="combat", H25="DE-21-5 DE-SUP-1", G24="DE-15-8", G25="UK-7-7 AU-7-1")
    play(state, Attack(("DE-21-5",), ("UK-7-7",), ONE), dice=[6])
    refusal = refused(state, Done())
    assert (refusal.rule, refusal.facts["units"]) == ("23.1b", ("AU-7-1",))


@pytest.mark.rule("23.2b")
def test_all_around_a_sortie_are_owed_by_the_rule_of_the_sortie() -> None:
    state = lay("allied", "combat", G25="UK-7-7 UK-7-4 AL-SUP-1", G24="IT-SAVONA", H26="IT-PAVIA")
    play(state, Attack(("UK-7-4",), ("IT-SAVONA",), ("AL-SUP-1",)), dice=[3])
    while state.agenda:
        play(state, Done()) if state.agenda[-1].side else play(
            state, Retreat("IT-SAVONA", ("H24", "H23"))
        )
    refusal = refused(state, Done())
    assert (refusal.rule, refusal.facts["units"]) == ("23.2b", ("IT-PAVIA",))


@pytest.mark.rule("8.4a")
def test_an_enemy_in_whose_zone_one_stands_is_owed_by_the_rule_of_zones() -> None:
    state = lay(phase="combat", R41="DE-21-5 DE-SUP-1", R40="UK-7-7")
    assert why(state, Done())[0] == "8.4a"


@pytest.mark.rule("8.4a", "23.2b")
def test_next_to_a_sortie_the_zone_goes_first() -> None:
    """Savona stands next to Tobruch, and next to a brigade in the open."""
    state = lay("allied", "combat", G25="UK-7-7", G24="IT-SAVONA", G23="UK-7-4 AL-SUP-1")
    assert why(state, Done())[0] == "8.4a"


# --- arrivals and the sea ---------------------------------------------------------------------------------


@pytest.mark.rule("20.1", "23.4", "21.6")
def test_who_cannot_come_ashore_is_told_why() -> None:
    state = lay("allied", "arrival", turn=10, J62="UK-7-4", dead="AU-7-1", sea="AU-7-2")
    state.flag(state.world.index["AU-7-2"], EMBARKED)
    assert why(state, Land(("AU-7-1",), "J62")) == ("20.1", "no-replacement-yet")
    assert refused(state, Land(("AU-7-1",), "J62")).facts["due"] == 23
    assert why(state, Land(("AU-7-2",), "J62")) == ("23.4", "just-embarked")
    assert why(state, Land(("SUB-ARM-1",), "J62")) == ("21.6", "does-not-land")
    late = lay("allied", "arrival", turn=30, J62="UK-7-4", dead="AU-7-1")
    late.flag(late.world.index["AU-7-1"], LATE)
    assert refused(late, Land(("AU-7-1",), "J62")).facts["due"] == 31


@pytest.mark.rule("23.4.4")
def test_who_watches_a_port_is_named() -> None:
    state = lay("allied", J62="UK-7-4", J61="DE-21-5")
    refusal = refused(state, Embark(("UK-7-4",)))
    assert (refusal.rule, refusal.facts["units"]) == ("23.4.4", ("DE-21-5",))
