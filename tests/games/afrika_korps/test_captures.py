"""15 Capture of supply, beside the worked example E10; 16 advance after combat."""

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
    Land,
    LandSupply,
    Move,
    Retreat,
)
from tests.games.afrika_korps.board_setup import (
    allowed,
    at,
    decider,
    decision,
    end_turn,
    events_of,
    lay,
    marks,
    only,
    place,
    play,
    until,
    why,
)

ONE = ("DE-SUP-1",)


def go(unit: str, text: str) -> Move:
    return Move((unit,), tuple(text.split()))


# --- 15.1, 15.2: a lone supply ------------------------------------------------------------------------


@pytest.mark.rule("15.1a")
def test_units_pass_over_lone_supplies() -> None:
    state = lay(R40="DE-21-5", R42="AL-SUP-1", U48="UK-7-4")
    play(state, go("DE-21-5", "R41 R42 R43"))
    assert place(state, "DE-21-5") == "R43"
    state = lay(R40="DE-21-5", R42="AL-SUP-1", U48="UK-7-4")
    play(state, go("DE-21-5", "R41 R42"))
    assert at(state, "R42") == {"DE-21-5", "DE-CAP-1"}


@pytest.mark.rule("15.1b")
def test_rommel_keeps_away_from_supplies_too() -> None:
    state = lay(R40="DE-ROMMEL DE-21-5", R43="AL-SUP-1", U48="UK-7-4")
    assert why(state, go("DE-ROMMEL", "R41 R42")) == ("13.3a", "alone-near-supply")
    assert allowed(state, Move(("DE-ROMMEL", "DE-21-5"), ("R41", "R42")))


@pytest.mark.rule("15.2.1a", "15.2.1b")
def test_a_lone_supply_is_taken_in_passing() -> None:
    state = lay(R40="DE-21-5", R42="AL-SUP-1", U48="UK-7-4")
    events = play(state, go("DE-21-5", "R41"))
    taken = only(events, SupplyCaptured)
    assert (taken.supply, taken.captured, taken.hex, taken.side) == (
        "AL-SUP-1",
        "DE-CAP-1",
        "R42",
        "axis",
    )
    assert place(state, "AL-SUP-1") == "pool"
    assert at(state, "R42") == {"DE-CAP-1"}


@pytest.mark.rule("15.2.1b", "12.1b")
def test_the_lost_counter_can_land_again() -> None:
    state = lay(R40="DE-21-5", R42="AL-SUP-1", J62="AU-7-1", U48="UK-7-4")
    play(state, go("DE-21-5", "R41"))
    end_turn(state)
    play(state, LandSupply("J62"))
    assert place(state, "AL-SUP-1") == "J62"


@pytest.mark.rule("15.2.1a", "5.7b")
def test_not_across_a_barred_hexside() -> None:
    state = lay(D17="DE-21-5", F19="AL-SUP-1", U48="UK-7-4")
    events = play(state, go("DE-21-5", "E18"))
    assert not events_of(events, SupplyCaptured)


@pytest.mark.rule("15.2.1a", "15.2")
def test_an_escorted_supply_is_not_taken_in_passing() -> None:
    state = lay(R40="DE-21-5 DE-SUP-1", R42="AL-SUP-1 AU-7-1")
    play(state, go("DE-21-5", "R41"))
    assert place(state, "AL-SUP-1") == "R42"


@pytest.mark.rule("15.2.1a")
def test_landing_next_to_a_supply_takes_nothing() -> None:
    """A25."""
    state = lay(phase="arrival", turn=3, W3="IT-SAVONA", W4="AL-SUP-1", U48="UK-7-4")
    play(state, Land(("DE-15-8",), "W3"))
    assert place(state, "AL-SUP-1") == "W4"


@pytest.mark.rule("15.2.1c")
def test_the_prize_moves_and_sustains_at_once() -> None:
    state = lay(R40="DE-21-5", R42="AL-SUP-1", T46="UK-22GDS", T44="DE-15-8")
    play(state, go("DE-21-5", "R41"))
    play(state, go("DE-15-8", "T45"))
    play(state, go("DE-CAP-1", "R43 S44"), Done())
    play(state, Attack(("DE-15-8",), ("UK-22GDS",), ("DE-CAP-1",)), dice=[1])
    assert place(state, "UK-22GDS") == "dead"
    until(state, "movement")
    assert place(state, "DE-CAP-1") == "pool"


@pytest.mark.rule("15.2.1c")
def test_the_prize_has_its_full_movement() -> None:
    state = lay(R40="DE-21-5", R42="AL-SUP-1", U48="UK-7-4")
    play(state, go("DE-21-5", "R41"))
    assert allowed(state, go("DE-CAP-1", "R43 R44 R45 R46 R47 R48 R49 R50 R51 R52"))
    assert not allowed(state, go("DE-CAP-1", "R43 R44 R45 R46 R47 R48 R49 R50 R51 R52 R53"))


@pytest.mark.rule("15.2.1d")
def test_the_captor_goes_on() -> None:
    state = lay(R40="DE-21-5", R42="AL-SUP-1", S43="AL-SUP-2", U48="UK-7-4")
    events = play(state, go("DE-21-5", "R41 R42 R43 R44 R45 R46 R47 R48 R49 R50"))
    assert {e.supply for e in events_of(events, SupplyCaptured)} == {"AL-SUP-1", "AL-SUP-2"}
    assert place(state, "DE-21-5") == "R50"


@pytest.mark.rule("15.2.1.1")
def test_enemy_units_beside_the_supply_do_not_save_it() -> None:
    state = lay(R40="DE-21-5 DE-SUP-1", R42="AL-SUP-1", R43="UK-22GDS")
    play(state, go("DE-21-5", "R41"))
    assert place(state, "DE-CAP-1") == "R42"


@pytest.mark.rule("15.2.1.1", "7.4b")
def test_but_the_captor_must_have_an_attack_where_it_ends() -> None:
    """A7."""
    state = lay(R40="IT-FOLGORE", R42="AL-SUP-1", S42="UK-1-2 UK-1-22")
    assert why(state, go("IT-FOLGORE", "R41")) == ("15.2.1.1", "captor-without-attack")
    helped = lay(R40="IT-FOLGORE", R42="AL-SUP-1", S42="UK-1-2 UK-1-22", S41="IT-SAVONA")
    assert allowed(helped, go("IT-FOLGORE", "R41"))


@pytest.mark.rule("15.2.1.2")
def test_the_prize_is_bound_by_zones_that_were_friendly() -> None:
    state = lay(R40="DE-21-5 DE-SUP-1", R42="AL-SUP-1", R43="UK-22GDS")
    play(state, go("DE-21-5", "R41"))
    assert why(state, go("DE-CAP-1", "Q42")) == ("8.3a", "zone-to-zone")
    assert allowed(state, go("DE-CAP-1", "Q41"))


# --- 15.2.2: in retreats and advances -------------------------------------------------------------------


@pytest.mark.rule("15.2.2a", "15.2.2b")
def test_a_retreating_unit_takes_a_lone_supply() -> None:
    state = lay(
        phase="combat", R41="DE-21-5", T43="DE-SUP-1", R37="DE-SUP-2", R40="UK-22GDS", U48="UK-7-4"
    )
    play(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE), dice=[3])
    events = play(state, Retreat("UK-22GDS", ("R39", "R38")))
    assert only(events, SupplyCaptured).side == "allied"
    assert place(state, "AL-CAP-1") == "R37"


@pytest.mark.rule("15.2.2c")
def test_a_supply_in_use_is_safe_from_retreating_units() -> None:
    state = lay(
        phase="combat", R41="DE-21-5", S39="DE-SUP-1", R40="UK-22GDS", U44="IT-ARIETE", U45="AU-7-1"
    )
    assert allowed(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE))
    play(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE), dice=[3])
    play(state, Retreat("UK-22GDS", ("R39", "R38")))
    assert place(state, "DE-SUP-1") == "S39"


@pytest.mark.rule("15.2.2a", "15.2.2b", "16.1")
def test_an_advancing_unit_takes_a_lone_supply_which_stays() -> None:
    """A32."""
    state = lay(phase="combat", L35="DE-21-5 DE-SUP-1", K35="AU-7-1", J35="AL-SUP-1", U48="UK-7-4")
    play(state, Attack(("DE-21-5",), ("AU-7-1",), ONE), dice=[1])
    events = play(state, Advance(("DE-21-5",), "K35"))
    assert only(events, SupplyCaptured).hex == "J35"
    assert place(state, "DE-CAP-1") == "J35"


# --- 15.2.3, 15.2.4: a lone supply in a fortress ----------------------------------------------------------


@pytest.mark.rule("15.2.3a", "15.2.4a", "15.2.4b")
def test_in_a_fortress_it_is_taken_only_in_the_combat_phase() -> None:
    state = lay(G22="DE-21-5", G25="AL-SUP-1", U48="UK-7-4")
    play(state, go("DE-21-5", "H23 H24 H25"))
    assert place(state, "AL-SUP-1") == "G25"
    assert why(state, Capture("DE-21-5", "AL-SUP-1"))[1] == "not-now"
    play(state, Done())
    assert allowed(state, Done()), "nobody has to"
    play(state, Capture("DE-21-5", "AL-SUP-1"))
    assert at(state, "G25") == {"DE-CAP-1"}
    assert "held" in marks(state, "DE-CAP-1")


@pytest.mark.rule("16.3")
def test_the_captor_may_advance_into_the_fortress() -> None:
    state = lay(phase="combat", H25="DE-21-5", G25="AL-SUP-1", U48="UK-7-4")
    play(state, Capture("DE-21-5", "AL-SUP-1"))
    assert decision(state) == "advance"
    play(state, Advance(("DE-21-5",), "G25"))
    assert at(state, "G25") == {"DE-21-5", "DE-CAP-1"}


@pytest.mark.rule("15.2.3b")
def test_walking_in_takes_it_at_once() -> None:
    state = lay(G22="DE-21-5", G25="AL-SUP-1", U48="UK-7-4")
    events = play(state, go("DE-21-5", "H23 H24 H25 G25"))
    assert only(events, SupplyCaptured).hex == "G25"


@pytest.mark.rule("15.2.3c", "15.2.4b")
def test_the_captor_fights_others_as_well() -> None:
    state = lay(phase="combat", H25="DE-21-5 DE-SUP-1", G25="AL-SUP-1", I26="AU-9-20", U48="UK-7-4")
    play(state, Capture("DE-21-5", "AL-SUP-1"))
    play(state, Attack(("DE-21-5",), ("AU-9-20",), ONE), dice=[1])
    assert place(state, "AU-9-20") == "dead"
    assert place(state, "DE-CAP-1") == "G25"


@pytest.mark.rule("15.2.3a")
def test_outside_fortresses_there_is_no_capture_attack_on_lone_supplies() -> None:
    state = lay(
        phase="combat", R41="DE-21-5 DE-SUP-1", R42="AL-SUP-1", R40="UK-22GDS", U48="UK-7-4"
    )
    assert why(state, Capture("DE-21-5", "AL-SUP-1")) == ("15.2.3a", "no-fortress")


# --- 15.3, 15.4: an escorted supply -----------------------------------------------------------------------


@pytest.mark.rule("15.3.1")
def test_automatic_victory_takes_the_supply_at_once() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2 AL-SUP-1", R35="DE-SUP-1", T44="UK-22GDS", T42="DE-15-8")
    events = play(state, Declare(("DE-21-5",), ("AU-7-2",), ONE))
    assert only(events, SupplyCaptured).rule == "15.3.1"
    play(state, go("DE-15-8", "T43"))
    play(state, go("DE-CAP-1", "R41 R42"), Done())
    play(state, Attack(("DE-15-8",), ("UK-22GDS",), ("DE-CAP-1",)), dice=[1])


@pytest.mark.rule("15.3.1", "9.6")
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
    far = ("R41", "R42", "R43", "R44", "R45", "R46", "R47", "R48", "R49", "R50")
    assert allowed(state, Haul("AL-CAP-1", far))
    assert why(state, Haul("AL-CAP-1", (*far, "R51"))) == ("15.4.1", "haul-too-far")
    play(state, Haul("AL-CAP-1", far))
    assert place(state, "AL-CAP-1") == "R50"


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
