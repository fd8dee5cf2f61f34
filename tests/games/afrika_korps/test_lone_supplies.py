"""15.1, 15.2: a supply that stands alone is taken in passing, in retreats, in fortresses."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.events import SupplyCaptured
from campagna.games.afrika_korps.orders import (
    Advance,
    Attack,
    Capture,
    Done,
    Land,
    LandSupply,
    Move,
    Retreat,
)
from tests.games.afrika_korps.lay import (
    allowed,
    at,
    decision,
    end_turn,
    events_of,
    go,
    lay,
    marks,
    only,
    place,
    play,
    until,
    why,
)

ONE = ("DE-SUP-1",)


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
    assert why(state, go("DE-ROMMEL", "R41 R42")) == ("15.1b", "alone-near-supply")
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


@pytest.mark.rule("15.2.2a", "16.1")
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
