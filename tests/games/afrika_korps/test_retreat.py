"""7.6 Retreats, led by the winner."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.events import Eliminated, RommelDisplaced
from campagna.games.afrika_korps.orders import Attack, Retreat, Sacrifice
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import (
    allowed,
    at,
    decider,
    decision,
    events_of,
    lay,
    only,
    place,
    play,
    why,
)

SUPPLY = ("DE-SUP-1",)
GUARDS = "UK-22GDS"


def back(text: str, unit: str = GUARDS) -> Retreat:
    return Retreat(unit, tuple(text.split()))


def beaten(hex_: str = "R40", attacker: str = "R41", **places: str) -> State:
    """22 Gds, attacked by 21/5 at 3-1, must go back; it is up to the Axis where."""
    places = {hex_: GUARDS, attacker: "DE-21-5 DE-SUP-1"} | places
    state = lay(phase="combat", **places)
    play(state, Attack(("DE-21-5",), (GUARDS,), SUPPLY), dice=[3])
    return state


@pytest.mark.rule("7.6a")
def test_two_hexes_no_hex_twice() -> None:
    state = beaten()
    assert allowed(state, back("R39 R38"))
    assert allowed(state, back("R39 S40")), "a zigzag that ends one hex away"
    assert why(state, back("R39 R40")) == ("7.6.2", "deadly-retreat"), (
        "never back to the battle (A4)"
    )
    assert why(state, back("R39")) == ("7.6a", "two-hexes")
    assert why(state, back("R39 R38 R37")) == ("7.6a", "two-hexes")
    assert not allowed(state, back("R38 R37"))


@pytest.mark.rule("7.6b")
def test_through_full_stacks_and_over_escarpments() -> None:
    state = beaten(R39="AU-7-1 AU-7-2 SA-1-1")
    assert allowed(state, back("R39 R38"))
    state = beaten("M38", "M37")
    assert allowed(state, back("L38 K37")), "over the escarpment in one go"


@pytest.mark.rule("7.6.1a", "7.6.2")
def test_not_through_zones_while_another_way_exists() -> None:
    """IT-SAVONA in P38 covers Q38, Q39 and P37, P39; Q39 is shut, R39 is not."""
    state = beaten(P38="IT-SAVONA")
    assert why(state, back("Q39 P39")) == ("7.6.2", "deadly-retreat")
    assert why(state, back("R39 Q38")) == ("7.6.2", "deadly-retreat")
    assert why(state, back("Q39 P37")) == ("5.2", "not-adjacent")
    assert why(state, back("R39 R68")) == ("5.8a", "unknown-hex")
    assert allowed(state, back("R39 R38"))


@pytest.mark.rule("7.6.1a")
def test_surrounded_units_are_eliminated() -> None:
    state = beaten(R38="DE-15-33", P38="IT-SAVONA", T40="IT-BOLOGNA", S38="IT-PAVIA")
    assert place(state, GUARDS) == "dead"


@pytest.mark.rule("7.6.1a", "5.7a")
@pytest.mark.parametrize(
    ("hex_", "around"),
    [
        ("I51", {"J51": "DE-21-5 DE-SUP-1", "J52": "IT-SAVONA DE-SUP-2"}),
        ("S65", {"T66": "DE-21-5 DE-SUP-1", "S64": "IT-SAVONA DE-SUP-2"}),
    ],
    ids=["sea", "depression"],
)
def test_sea_and_depression_are_no_way_back(hex_: str, around: dict[str, str]) -> None:
    """The rest of the way round is sea, depression or the barred hexside R65/S65."""
    state = lay(phase="combat", **{hex_: "AU-9-20 AU-7-1"}, **around)
    supplies = ("DE-SUP-1", "DE-SUP-2")
    events = play(
        state, Attack(("DE-21-5", "IT-SAVONA"), ("AU-9-20", "AU-7-1"), supplies), dice=[3]
    )
    assert [e.rule for e in events_of(events, Eliminated)] == ["7.6.1a", "7.6.1a"]


@pytest.mark.rule("7.6.1b", "7.6.1c")
def test_the_loser_picks_who_finds_no_room() -> None:
    """Two of the ways end in full stacks; one place is left for two units."""
    state = lay(
        phase="combat",
        R41="DE-21-5 DE-15-8 DE-SUP-1",
        R40=f"{GUARDS} AU-9-20",
        P38="IT-SAVONA",
        T41="IT-BOLOGNA",
        R38="AU-7-1 AU-7-2",
        S39="SA-1-1 SA-1-2 SA-1-3",
        R39="SA-1-5 SA-2-4 SA-2-6",
    )
    play(
        state,
        Attack(("DE-21-5", "DE-15-8"), (GUARDS, "AU-9-20"), SUPPLY),
        dice=[3],
    )
    assert (decision(state), decider(state)) == ("sacrifice", "allied")
    assert why(state, Sacrifice((GUARDS, "AU-9-20"))) == ("7.6.1c", "wrong-sacrifice")
    assert not allowed(state, Sacrifice(("AU-7-1",))), "nobody of the standing stack"
    events = play(state, Sacrifice(("AU-9-20",)))
    assert only(events, Eliminated).unit == "AU-9-20"
    assert place(state, GUARDS) == "R38"


@pytest.mark.rule("7.6.2", "7.6.1b")
def test_a_way_that_would_shut_out_another_unit_is_refused() -> None:
    """A21: R38 has room for one; the first unit may not take the only place of the second."""
    state = lay(
        phase="combat",
        R41="DE-21-5 DE-15-8 DE-SUP-1",
        R40=f"{GUARDS} AU-9-20",
        P38="IT-SAVONA",
        T41="IT-BOLOGNA",
        R38="AU-7-1 AU-7-2",
        S39="SA-1-1 SA-1-2",
        R39="SA-1-5 SA-2-4 SA-2-6",
    )
    play(
        state,
        Attack(("DE-21-5", "DE-15-8"), (GUARDS, "AU-9-20"), SUPPLY),
        dice=[3],
    )
    assert (decision(state), decider(state)) == ("retreat", "axis")
    play(state, back("R39 R38"))
    assert at(state, "S39") == {"SA-1-1", "SA-1-2", "AU-9-20"}


@pytest.mark.rule("7.6.3", "22.4b")
def test_rommel_stays_and_is_then_driven_off() -> None:
    state = lay(
        phase="combat",
        R41="IT-SAVONA DE-ROMMEL",
        R40="UK-1-2 AU-9-20",
        S45="DE-21-5",
    )
    play(state, Attack(("IT-SAVONA",), ("UK-1-2", "AU-9-20")), dice=[4])
    events = play(state, Retreat("IT-SAVONA", ("R42", "R43")))
    assert only(events, RommelDisplaced).to == "R43"
    assert at(state, "R43") == {"IT-SAVONA", "DE-ROMMEL"}


@pytest.mark.rule("7.6.3")
def test_rommel_is_not_lost_with_his_escort() -> None:
    state = lay(phase="combat", R41="IT-SAVONA DE-ROMMEL", R40="UK-1-2 AU-9-20", S45="DE-21-5")
    play(state, Attack(("IT-SAVONA",), ("UK-1-2", "AU-9-20")), dice=[5])
    assert place(state, "IT-SAVONA") == "dead"
    assert place(state, "DE-ROMMEL") == "S45"


@pytest.mark.rule("7.5b", "7.6.1a")
def test_attackers_too_die_without_a_way_back() -> None:
    state = lay(
        phase="combat",
        R41="IT-SAVONA",
        R40="UK-1-2 AU-9-20",
        R43="UK-7-4",
        P40="UK-7-7",
        T43="AU-7-1",
    )
    play(state, Attack(("IT-SAVONA",), ("UK-1-2", "AU-9-20")), dice=[4])
    assert place(state, "IT-SAVONA") == "dead"
