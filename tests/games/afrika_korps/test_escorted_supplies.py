"""15.3-15.5: an escorted supply; 16: advance after combat. E10 is among the worked examples."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.events import SupplyCaptured
from campagna.games.afrika_korps.orders import (
    Advance,
    Attack,
    Capture,
    Declare,
    Destroy,
    Done,
    Haul,
    Move,
    Retreat,
)
from tests.games.afrika_korps.lay import (
    allowed,
    at,
    decider,
    decision,
    go,
    lay,
    only,
    place,
    play,
    refused,
    why,
)

ONE = ("DE-SUP-1",)


# --- 15.3, 15.4: an escorted supply -----------------------------------------------------------------------


@pytest.mark.rule("15.3.1")
def test_automatic_victory_takes_the_supply_at_once() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2 AL-SUP-1", R35="DE-SUP-1", T44="UK-22GDS", T42="DE-15-8")
    events = play(state, Declare(("DE-21-5",), ("AU-7-2",), ONE))
    assert only(events, SupplyCaptured).rule == "15.3.1"
    play(state, go("DE-15-8", "T43"))
    play(state, go("DE-CAP-1", "R41 R42"), Done())
    play(state, Attack(("DE-15-8",), ("UK-22GDS",), ("DE-CAP-1",)), dice=[1])


@pytest.mark.rule("9.6")
def test_the_prize_cannot_sustain_the_victory_that_took_it() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2 AL-SUP-1")
    assert not allowed(state, Declare(("DE-21-5",), ("AU-7-2",), ("AL-SUP-1",)))


@pytest.mark.rule("15.4 (=15.3.2)", "15.3.2.1a", "15.4.1")
@pytest.mark.parametrize("die", [1, 3])
def test_a_battle_won_takes_the_supply(die: int) -> None:
    """Escort eliminated (1) or retreated (3); supplies cannot retreat."""
    state = lay(phase="combat", R41="DE-21-5 DE-SUP-1", R40="UK-22GDS AL-SUP-1", U48="UK-7-4")
    play(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE), dice=[die])
    if die == 3:
        play(state, Retreat("UK-22GDS", ("R39", "R38")))
    assert place(state, "DE-CAP-1") == "R40"
    assert (decision(state), decider(state)) == ("haul", "axis")


@pytest.mark.rule("15.3.2.1a")
def test_a_battle_lost_takes_nothing() -> None:
    state = lay(phase="combat", R41="DE-21-3", R40="UK-7-4 AU-7-1 AL-SUP-1")
    play(state, Attack(("DE-21-3",), ("UK-7-4", "AU-7-1")), dice=[3])
    play(state, Retreat("DE-21-3", ("R42", "R43")))
    assert place(state, "AL-SUP-1") == "R40"


@pytest.mark.rule("15.3.2.1a")
def test_it_stays_while_one_of_its_escort_stays() -> None:
    state = lay(phase="combat", R41="DE-21-5 DE-15-8 DE-SUP-1", R40="UK-22GDS AU-9-20 AL-SUP-1")
    play(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE), dice=[1])
    assert place(state, "AL-SUP-1") == "R40"


@pytest.mark.rule("15.3.2.1b")
def test_an_exchange_that_kills_all_leaves_it() -> None:
    state = lay(phase="combat", R41="IT-ARIETE DE-SUP-1", R40="UK-1-2 AL-SUP-1", U48="UK-7-4")
    play(state, Attack(("IT-ARIETE",), ("UK-1-2",), ONE), dice=[2])
    assert place(state, "IT-ARIETE") == place(state, "UK-1-2") == "dead"
    assert place(state, "AL-SUP-1") == "R40"


@pytest.mark.rule("15.3.2.1b")
def test_unless_somebody_else_still_covers_it() -> None:
    state = lay(
        phase="combat",
        R41="IT-ARIETE DE-SUP-1",
        R40="UK-1-2 AL-SUP-1",
        Q39="DE-21-3 DE-SUP-2",
        P38="UK-22GDS",
        U48="UK-7-4",
    )
    play(state, Attack(("IT-ARIETE",), ("UK-1-2",), ONE), dice=[2])
    assert place(state, "DE-CAP-1") == "R40"


@pytest.mark.rule("15.3.2.2a")
def test_a_capture_attack_needs_a_battle_beside_it() -> None:
    state = lay("allied", "combat", R40="DE-15-8 DE-SUP-1", R41="UK-32")
    assert why(state, Capture("UK-32", "DE-SUP-1")) == ("15.3.2.2a", "no-attack-beside")


@pytest.mark.rule("15.3.2.2a", "15.3.2.2b")
def test_one_captor_only_and_all_others_attack_the_escort() -> None:
    state = lay(
        "allied",
        "combat",
        R40="DE-15-8 DE-SUP-1 DE-SUP-2",
        R41="SA-2-4 SA-2-6",
        R39="UK-32",
    )
    play(state, Capture("SA-2-4", "DE-SUP-1"), Done())
    assert why(state, Capture("SA-2-6", "DE-SUP-2")) == ("15.3.2.2b", "one-captor")
    assert state.names(state.must_attack) == ("SA-2-6", "UK-32")
    assert not allowed(state, Attack(("UK-32",), ("DE-15-8",))), "SA-2-6 would be left over"


@pytest.mark.rule("15.3.2.2c")
def test_not_against_a_fortress() -> None:
    state = lay(phase="combat", H25="DE-21-5 DE-15-8 DE-SUP-1", G25="UK-7-7 AL-SUP-1")
    assert why(state, Capture("DE-21-5", "AL-SUP-1")) == ("15.3.2.2c", "escorted-in-fortress")


@pytest.mark.rule("15.4.1", "15.4.2")
def test_the_prize_leaves_through_the_zone_of_its_old_escort() -> None:
    state = lay(
        "allied", "combat", R40="DE-15-8 DE-SUP-1", R41="SA-2-4", R39="UK-32", S38="IT-SAVONA"
    )
    play(state, Capture("SA-2-4", "DE-SUP-1"))
    assert decision(state) == "haul"
    assert allowed(state, Haul("AL-CAP-1", ("R41", "R42", "R43"))), "through the zone of 15/8"
    assert allowed(state, Haul("AL-CAP-1", ("Q40", "Q41")))
    assert why(state, Haul("AL-CAP-1", ("R39", "S39"))) == ("15.4.2", "haul-blocked"), (
        "Savona's zone"
    )
    assert refused(state, Haul("AL-CAP-1", ("R39", "S39"))).facts["units"] == ("IT-SAVONA",)
    assert why(state, Haul("AL-CAP-1", ("R42",))) == ("5.2", "not-adjacent")
    assert why(state, Haul("AL-CAP-1", ("R68",))) == ("5.8a", "unknown-hex")
    assert why(state, Haul("AL-CAP-1", ("here",))) == ("15.4.1", "unknown-hex")
    far = ("R41", "R42", "R43", "R44", "R45", "R46", "R47", "R48", "R49", "R50")
    assert allowed(state, Haul("AL-CAP-1", far))
    assert why(state, Haul("AL-CAP-1", (*far, "R51"))) == ("15.4.1", "haul-too-far")
    facts = refused(state, Haul("AL-CAP-1", (*far, "R51"))).facts
    assert (facts["cost"], facts["left"], facts["hex"]) == (11, 10, "R51")
    play(state, Haul("AL-CAP-1", far))
    assert place(state, "AL-CAP-1") == "R50"


@pytest.mark.rule("15.4.2", "5.4", "13.3a")
def test_what_stops_the_prize_is_named() -> None:
    """On the one side an enemy, on the other a supply of his that nobody goes along to."""
    state = lay(
        "allied",
        "combat",
        R40="DE-15-8 DE-SUP-1",
        R41="SA-2-4",
        R39="UK-32",
        P40="DE-SUP-2",
        far=True,
    )
    play(state, Capture("SA-2-4", "DE-SUP-1"))
    assert why(state, Haul("AL-CAP-1", ("Q40",))) == ("13.3a", "alone-near-supply")
    assert why(state, Haul("AL-CAP-1", ("R41", "R40"))) == ("5.4", "enemy-there")


@pytest.mark.rule("15.4.1")
def test_it_sustains_nothing_that_turn() -> None:
    state = lay(
        phase="combat",
        R41="DE-21-5 DE-SUP-1",
        R40="UK-22GDS AL-SUP-1",
        T43="IT-ARIETE DE-SUP-2",
        T44="AU-7-1",
    )
    play(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE), dice=[1])
    play(state, Haul("DE-CAP-1", ("R41", "S42")))
    assert not allowed(state, Attack(("IT-ARIETE",), ("AU-7-1",), ("DE-CAP-1",)))
    assert allowed(state, Attack(("IT-ARIETE",), ("AU-7-1",), ("DE-SUP-2",)))


# --- 15.5 -------------------------------------------------------------------------------------------


@pytest.mark.rule("15.5")
def test_own_and_captured_supplies_may_be_destroyed() -> None:
    state = lay(R40="DE-SUP-1 DE-CAP-1 DE-21-5", U48="UK-7-4 AL-SUP-1")
    play(state, Destroy("DE-SUP-1"), Destroy("DE-CAP-1"))
    assert at(state, "R40") == {"DE-21-5"}
    assert why(state, Destroy("AL-SUP-1"))[1] == "not-your-unit"
    assert why(state, Destroy("DE-21-5"))[1] == "no-supply-there"
    assert not allowed(state, Destroy("DE-SUP-1"))


@pytest.mark.rule("15.5")
def test_even_between_two_battles() -> None:
    state = lay(
        phase="combat",
        R41="DE-21-5 DE-SUP-1",
        R40="UK-22GDS",
        T44="IT-ARIETE",
        T45="AU-7-1",
        R44="DE-SUP-2",
    )
    play(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE), dice=[1])
    play(state, Destroy("DE-SUP-2"))
    assert place(state, "DE-SUP-2") == "pool"


@pytest.mark.rule("15.5")
def test_and_after_the_last_one() -> None:
    state = lay(phase="combat", R41="DE-21-5 DE-SUP-1", R40="UK-22GDS", R44="DE-SUP-2")
    play(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE), dice=[1])
    assert decider(state) == "axis"
    play(state, Destroy("DE-SUP-2"))


# --- 16 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("16.1")
def test_advance_only_into_fortress_or_escarpment() -> None:
    state = lay(
        phase="combat",
        R41="DE-21-5 DE-SUP-1",
        R40="UK-22GDS",
        T44="IT-ARIETE DE-SUP-2",
        T45="AU-7-1",
    )
    play(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE), dice=[1])
    assert decision(state) == "combat"
    state = lay(phase="combat", L35="DE-21-5 DE-SUP-1", K35="AU-7-1")
    play(state, Attack(("DE-21-5",), ("AU-7-1",), ONE), dice=[1])
    assert (decision(state), decider(state)) == ("advance", "axis")


@pytest.mark.rule("16.1", "6.1a")
def test_up_to_three_of_the_attackers_may_advance() -> None:
    state = lay(
        phase="combat",
        L35="IT-SAVONA IT-PAVIA IT-TRENTO DE-SUP-1",
        K34="DE-21-5",
        M36="DE-15-8",
        K35="UK-22GDS",
    )
    units = ("IT-SAVONA", "IT-PAVIA", "IT-TRENTO", "DE-21-5")
    play(state, Attack(units, ("UK-22GDS",), ONE), dice=[4])
    play(state, Retreat("UK-22GDS", ("J35", "J36")))
    assert decision(state) == "advance"
    assert why(state, Advance(units, "K35")) == ("6.1a", "no-room")
    assert why(state, Advance(("DE-15-8",), "K35")) == ("16.1", "cannot-advance")
    play(state, Advance(units[:3], "K35"))
    assert at(state, "K35") == set(units[:3])


@pytest.mark.rule("16.1", "18.3")
def test_advance_over_escarpments_in_the_same_turn() -> None:
    """21/5 came up to K34 by L35's escarpment line and still advances onto K35."""
    state = lay(M35="DE-21-5 DE-SUP-1", K35="AU-7-1")
    play(state, Move(("DE-21-5",), ("L35",)), Done())
    play(state, Attack(("DE-21-5",), ("AU-7-1",), ONE), dice=[1])
    play(state, Advance(("DE-21-5",), "K35"))
    assert place(state, "DE-21-5") == "K35"


@pytest.mark.rule("16.2", "8.3a")
def test_advance_leads_from_zone_to_zone() -> None:
    """L35 and K35 lie next to 7/4 in K34: no ordinary step joins them, the advance does."""
    step = lay(L35="DE-21-5", K34="UK-7-4")
    assert why(step, go("DE-21-5", "K35")) == ("8.3a", "zone-to-zone")
    state = lay(
        phase="combat",
        L35="DE-21-5 DE-SUP-1",
        K35="AU-7-1",
        K34="UK-7-4 UK-7-7",
        L34="DE-15-33",
    )
    play(state, Attack(("DE-15-33",), ("UK-7-4", "UK-7-7")), dice=[5])
    play(state, Attack(("DE-21-5",), ("AU-7-1",), ONE), dice=[1])
    play(state, Advance(("DE-21-5",), "K35"))
    assert place(state, "DE-21-5") == "K35"


@pytest.mark.rule("16.1")
def test_nobody_has_to_advance_and_losers_cannot() -> None:
    state = lay(phase="combat", L35="DE-21-5 DE-SUP-1", K35="AU-7-1")
    play(state, Attack(("DE-21-5",), ("AU-7-1",), ONE), dice=[1])
    play(state, Done())
    assert place(state, "DE-21-5") == "L35"
    state = lay(phase="combat", L35="DE-21-5 DE-SUP-1", K35="UK-7-4")
    play(state, Attack(("DE-21-5",), ("UK-7-4",), ONE), dice=[2])
    assert place(state, "DE-21-5") == "dead"


# --- the plan of battle with a captor -------------------------------------------------------------------


@pytest.mark.rule("15.3.2.2a", "11.9")
def test_a_unit_without_an_attack_may_stay_to_take_the_supply() -> None:
    """7/4 could attack 15/8 only at 1-2 without supply; as captor it is not given up."""
    state = lay("allied", R40="DE-15-8 DE-SUP-1", R41="UK-7-4", R39="UK-32")
    play(state, Done())
    assert place(state, "UK-7-4") == "R41"
    play(state, Capture("UK-7-4", "DE-SUP-1"), Done())
    play(state, Attack(("UK-32",), ("DE-15-8",)), dice=[3])


@pytest.mark.rule("15.3.2.2a", "11.9")
def test_without_a_supply_to_take_it_is_lost() -> None:
    state = lay("allied", R40="DE-15-8", R41="UK-7-4", R39="UK-32")
    play(state, Done())
    assert place(state, "UK-7-4") == "dead"


@pytest.mark.rule("15.3.1")
def test_a_victory_over_part_of_the_escort_takes_nothing() -> None:
    state = lay(R39="DE-21-5 DE-15-8 DE-SUP-1", R40="AU-7-2 UK-22GDS AL-SUP-1", R35="DE-SUP-2")
    play(state, Declare(("DE-21-5",), ("AU-7-2",), ONE))
    assert place(state, "AL-SUP-1") == "R40"


@pytest.mark.rule("15.2.2b")
@pytest.mark.parametrize("follow", [True, False])
def test_a_supply_passed_over_may_follow_its_captor(follow: bool) -> None:
    state = lay(
        phase="combat",
        R41="DE-21-5 DE-SUP-1",
        R39="DE-SUP-2",
        R40="UK-22GDS",
        T44="IT-ARIETE DE-SUP-3",
        T45="AU-7-1",
    )
    play(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE), dice=[3])
    play(state, Retreat("UK-22GDS", ("R39", "R38")))
    assert (decision(state), decider(state)) == ("haul", "allied")
    assert why(state, Haul("AL-CAP-1", ("Q38",))) == ("15.2.2b", "follows-captor")
    play(state, Haul("AL-CAP-1", ("R38",)) if follow else Done())
    assert place(state, "AL-CAP-1") == ("R38" if follow else "R39")


@pytest.mark.rule("15.5", "14.1b")
def test_a_supply_in_use_stays_until_the_end_of_the_turn() -> None:
    """A36."""
    state = lay(
        phase="combat",
        R41="DE-21-5 DE-SUP-1",
        R40="UK-22GDS",
        T44="IT-ARIETE DE-SUP-2",
        T45="AU-7-1",
    )
    play(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE), dice=[1])
    assert why(state, Destroy("DE-SUP-1")) == ("14.1b", "supply-in-use")
