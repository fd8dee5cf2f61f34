"""The worked examples of the book, E1 to E8, on reconstructed positions: figures are lost."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.events import BattleRolled, Eliminated, SupplyExpended
from campagna.games.afrika_korps.orders import Attack, Declare, Done, Lose, Move, Retreat
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import (
    allowed,
    decider,
    decision,
    events_of,
    lay,
    only,
    path,
    phase,
    place,
    play,
    refused,
    until,
    why,
)

AXIS_SUPPLY, ALLIED_SUPPLY = ("DE-SUP-1",), ("AL-SUP-1",)


# --- E1: odds ---------------------------------------------------------------------------------------


@pytest.mark.rule("7.3", "7.5a", "7.5f", "14.1b")
@pytest.mark.parametrize(("die", "lost"), [(6, "UK-7-7"), (1, "IT-SAVONA")])
def test_e1_three_against_two_is_one_to_one(die: int, lost: str) -> None:
    state = lay("allied", "combat", R41="UK-7-7", R40="IT-SAVONA", R43="AL-SUP-1")
    assert why(state, Attack(("UK-7-7",), ("IT-SAVONA",))) == ("14.6", "supply-not-named")
    events = play(state, Attack(("UK-7-7",), ("IT-SAVONA",), ALLIED_SUPPLY), dice=[die])
    assert only(events, BattleRolled).odds == "1-1"
    assert [e.unit for e in events_of(events, Eliminated)] == [lost]
    events += until(state, "movement")
    assert only(events, SupplyExpended).supply == "AL-SUP-1"
    assert place(state, "AL-SUP-1") == "pool"


# --- E2, E3: exchanges ------------------------------------------------------------------------------

SEVEN = path("AU-7-1 AU-7-2 IN-4-5 IN-4-7 IN-4-11 SA-1-1 SA-1-2")


@pytest.mark.rule("7.5c", "7.5d", "10.2")
def test_e2_an_exchange_counts_the_doubled_defence() -> None:
    state = lay(
        "allied",
        "combat",
        K18="IT-PAVIA",
        K17=" ".join(SEVEN[:3]),
        J18=" ".join(SEVEN[3:6]),
        L18=SEVEN[6],
        K15="AL-SUP-1",
    )
    events = play(state, Attack(SEVEN, ("IT-PAVIA",), ALLIED_SUPPLY), dice=[2])
    rolled = only(events, BattleRolled)
    assert (rolled.attack, rolled.defence, rolled.odds) == (7, 6, "1-1")
    assert place(state, "IT-PAVIA") == "dead"
    assert (decision(state), decider(state)) == ("exchange", "allied")
    assert why(state, Lose(SEVEN[:5])) == ("7.5d", "wrong-payment")
    assert why(state, Lose(SEVEN)) == ("7.5d", "wrong-payment")
    play(state, Lose(SEVEN[:6]))
    assert [place(state, u) for u in SEVEN] == ["dead"] * 6 + ["L18"]


@pytest.mark.rule("7.5c", "7.5d", "11.2")
def test_e3_the_weaker_attacker_takes_three_of_four_with_it() -> None:
    four = SEVEN[:4]
    state = lay(
        "axis",
        "combat",
        R41="IT-TRIESTE",
        R40=" ".join(four[:2]),
        Q40=" ".join(four[2:]),
        R43="DE-SUP-1",
    )
    events = play(state, Attack(("IT-TRIESTE",), four, AXIS_SUPPLY), dice=[2])
    assert only(events, BattleRolled).odds == "1-2"
    assert place(state, "IT-TRIESTE") == "dead"
    assert decider(state) == "allied"
    assert not allowed(state, Lose(four[:2]))
    assert not allowed(state, Lose(four))
    play(state, Lose(four[1:]))
    assert place(state, four[0]) == "R40"


# --- E4: a supply passes over the beaten unit -----------------------------------------------------------


@pytest.mark.rule("9.1b", "9.2a", "9.2b", "9.6", "9.7")
def test_e4_the_supply_follows_over_the_beaten_unit() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2", R35="DE-SUP-1")
    assert not allowed(state, Move(AXIS_SUPPLY, path("R36 R37 R38 R39 R40 R41 R42 R43")))
    play(state, Declare(("DE-21-5",), ("AU-7-2",), AXIS_SUPPLY))
    assert why(state, Move(("DE-21-5",), ("R38",))) == ("9.2b", "frozen")
    onto = refused(state, Move(AXIS_SUPPLY, path("R36 R37 R38 R39 R40")))
    assert (onto.rule, onto.facts["hex"]) == ("9.1b", "R40")
    # One hex farther and the line S40-S41-S42-S43-R43 of five hexes is lost.
    too_far = path("R36 R37 R38 R39 R40 R41 R42 R43 R44 R45")
    assert why(state, Move(AXIS_SUPPLY, too_far)) == ("14.5", "victory-unsupplied")
    assert refused(state, Move(AXIS_SUPPLY, too_far)).facts == {
        "unit": "DE-21-5",
        "targets": ("AU-7-2",),
        "supply": "DE-SUP-1",
        "distance": 6,
        "limit": 5,
    }
    other = state.copy()
    play(other, Move(AXIS_SUPPLY, too_far[:-1]))
    assert why(other, Done()) == ("14.5", "victory-line-cut")
    facts = refused(other, Done()).facts
    assert (facts["distance"], facts["cut"], facts["units"]) == (5, "R40", ("AU-7-2",))
    play(state, Move(AXIS_SUPPLY, path("R36 R37 R38 R39 R40 R41 R42 R43")))
    play(state, Done())
    assert phase(state) == "combat"
    play(state, Attack(("DE-21-5",), ("AU-7-2",), AXIS_SUPPLY))
    assert place(state, "AU-7-2") == "dead"


@pytest.mark.rule("9.6", "9.2a")
def test_e4_the_victory_cannot_open_its_own_line() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2", R43="DE-SUP-1")
    refusal = refused(state, Declare(("DE-21-5",), ("AU-7-2",), AXIS_SUPPLY))
    assert (refusal.rule, refusal.reason) == ("9.2a", "supply-line-cut")
    assert (refusal.facts["cut"], refusal.facts["units"]) == ("R40", ("AU-7-2",))


# --- E5: a doomed blocker -----------------------------------------------------------------------------

FIVE_TO_ONE = Declare(("DE-21-104", "IT-BRESCIA"), ("SA-1-1",), AXIS_SUPPLY)


def pocket(supply_at: str, keepers: str = "UK-1-22 UK-32", **places: str) -> State:
    """15/115 in R40 is shut in by R39 and R41; `places` come to its help."""
    places = {supply_at: "DE-SUP-1", "R40": "DE-15-115", "R41": "SA-1-1", "R39": keepers} | places
    return lay(**places)


@pytest.mark.rule("9.5", "11.9", "9.3")
@pytest.mark.parametrize("supply_at", ["R46", "R44"])
def test_e5_an_unsupplied_blocker_makes_no_automatic_victory(supply_at: str) -> None:
    """In R44 the supply would reach 15/115 once 1SA/1 is beaten; that line must not be assumed."""
    state = pocket(supply_at, R42="DE-21-104 IT-BRESCIA")
    assert refused(state, FIVE_TO_ONE).rule == "9.5"
    events = play(state, Done())
    assert [e.unit for e in events_of(events, Eliminated)] == ["DE-15-115"]
    assert phase(state) == "combat"
    battle = Attack(("DE-21-104", "IT-BRESCIA"), ("SA-1-1",), AXIS_SUPPLY)
    events = play(state, battle, dice=[4])
    assert only(events, BattleRolled).odds == "5-1"
    assert decision(state) == "retreat"
    assert allowed(state, Retreat("SA-1-1", path("Q40 P40")))
    assert allowed(state, Retreat("SA-1-1", path("S41 T42")))


@pytest.mark.rule("9.1a", "9.1b", "14.1a", "8.3c")
def test_e5_seven_to_one_from_outside_saves_the_pocket() -> None:
    state = pocket("R44", R42="DE-21-5")
    assert not allowed(state, Move(("DE-15-115",), path("Q40 Q41")))
    play(state, Declare(("DE-21-5",), ("SA-1-1",), AXIS_SUPPLY))
    assert allowed(state, Move(("DE-15-115",), path("Q40 Q41")))
    play(state, Done())
    assert place(state, "DE-15-115") == "R40"
    assert allowed(state, Attack(("DE-15-115",), ("UK-1-22", "UK-32"), AXIS_SUPPLY))


@pytest.mark.rule("9.5", "14.3a")
def test_e5_stronger_jailers_would_have_saved_it() -> None:
    """Against 7 defence factors it attacks at 1-3 without supply, so it is not doomed and blocks."""
    state = pocket("R46", "UK-1-22 UK-7-7", R42="DE-21-104 IT-BRESCIA")
    play(state, FIVE_TO_ONE)
    play(state, Done())
    assert place(state, "DE-15-115") == "R40"
    play(state, Attack(("DE-15-115",), ("UK-1-22", "UK-7-7")), dice=[4])
    assert (decision(state), decider(state)) == ("retreat", "allied")
    assert not allowed(state, Retreat("DE-15-115", path("R41 R42")))
    assert allowed(state, Retreat("DE-15-115", path("Q40 Q41")))


# --- E6, E7, E8: soak-offs ----------------------------------------------------------------------------


@pytest.mark.rule("11.6a", "11.3", "8.4a", "8.4b", "14.3a")
def test_e6_a_soak_off_buys_five_to_one() -> None:
    state = lay(
        phase="combat",
        R40="UK-22GDS",
        R41="UK-1-22 AU-9-24",
        R39="DE-21-5 DE-21-104",
        Q40="DE-21-3",
        R35="DE-SUP-1",
    )
    soak_off = Attack(("DE-21-3",), ("UK-1-22", "AU-9-24"))
    assert only(play(state, soak_off, dice=[1]), BattleRolled).odds == "1-3"
    assert (decision(state), decider(state)) == ("retreat", "allied")
    play(state, Retreat("DE-21-3", path("P39 O39")))
    main = Attack(("DE-21-5", "DE-21-104"), ("UK-22GDS",), AXIS_SUPPLY)
    events = play(state, main, dice=[1])
    assert only(events, BattleRolled).odds == "5-1"
    assert allowed(state, Done())


@pytest.mark.rule("8.4a", "11.3.1")
def test_e6_without_the_soak_off_somebody_is_left_over() -> None:
    state = lay(
        phase="combat",
        R40="UK-22GDS",
        R41="UK-1-22 AU-9-24",
        R39="DE-21-5 DE-21-104",
        Q40="DE-21-3",
        R36="DE-SUP-1",
        O40="DE-SUP-2",
    )
    both = ("DE-SUP-1", "DE-SUP-2")
    everybody = Attack(("DE-21-5", "DE-21-104", "DE-21-3"), ("UK-22GDS",), both)
    refusal = refused(state, everybody)
    assert (refusal.rule, refusal.reason) == ("8.4a", "leaves-defender")
    assert refusal.facts["unit"] in ("UK-1-22", "AU-9-24")


@pytest.mark.rule("11.6a", "10.2", "8.4a")
def test_e7_a_soak_off_against_an_escarpment() -> None:
    state = lay(
        phase="combat",
        K35="UK-7-4",
        K36="AU-7-1",
        L35="DE-90-200",
        K37="DE-21-104 DE-90-361",
        K40="DE-SUP-1",
    )
    events = play(state, Attack(("DE-90-200",), ("UK-7-4",)), dice=[2])
    rolled = only(events, BattleRolled)
    assert (rolled.attack, rolled.defence, rolled.odds) == (2, 8, "1-4")
    events = play(state, Attack(("DE-21-104", "DE-90-361"), ("AU-7-1",), AXIS_SUPPLY), dice=[1])
    rolled = only(events, BattleRolled)
    assert (rolled.attack, rolled.defence, rolled.odds) == (6, 2, "3-1")


@pytest.mark.rule("7.4c", "11.6b")
def test_e8_a_soak_off_below_one_to_six_is_removed_first() -> None:
    places = {"R40": "NZ-2", "R42": "UK-1-2 UK-1-22", "R39": "IT-ARIETE", "R41": "IT-FOLGORE"}
    state = lay(R36="DE-SUP-1", **places)
    assert not allowed(state, Declare(("IT-ARIETE",), ("NZ-2",), AXIS_SUPPLY))
    events = play(state, Done())
    assert [e.unit for e in events_of(events, Eliminated)] == ["IT-FOLGORE"]
    events = play(state, Attack(("IT-ARIETE",), ("NZ-2",), AXIS_SUPPLY), dice=[5])
    assert only(events, BattleRolled).odds == "4-1"
    assert allowed(state, Retreat("NZ-2", path("R41 S42")))
