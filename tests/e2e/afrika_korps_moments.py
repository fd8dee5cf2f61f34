"""Positions of Afrika Korps for the decisions that random games hardly ever reach."""

from __future__ import annotations

from collections.abc import Iterator

from campagna.games.afrika_korps.orders import Attack, Done, Land
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import decision, lay, play, until

GUARDS = "UK-22GDS"
SUPPLY = ("DE-SUP-1",)


def rare_moments() -> Iterator[State]:
    """Each is at the decision that its function is named after."""
    yield _declaring()
    yield _substitution()
    yield exchange()
    yield _give_up()
    yield _consent()
    yield _sacrifice()
    yield _haul()
    yield _thin_out()
    yield _capture()
    yield _break_down()


def _declaring() -> State:
    """Two units in one hex are enough for an automatic victory."""
    return lay(R39="DE-21-5 IT-ARIETE", R40="AU-7-2", R35="DE-SUP-1")


def _substitution() -> State:
    """Three brigades of a division in one hex make a substitute."""
    return lay("allied", "substitution", turn=33, R40="SA-1-1 SA-1-2 SA-1-3")


def exchange() -> State:
    """No unit alone pays what the enemy loses."""
    units = ("IT-SAVONA", "IT-PAVIA", "IT-TRENTO")
    places = {"R41": f"{' '.join(units)} DE-SUP-1", "R40": "SA-1-1 SA-1-2 SA-1-3"}
    state = lay(phase="combat", U48="UK-7-4", **places)
    play(state, Attack(units, ("SA-1-1", "SA-1-2", "SA-1-3"), SUPPLY), dice=[2])
    assert decision(state) == "exchange"
    return state


def _give_up() -> State:
    state = lay("allied", R40="DE-21-104", R41="AU-7-1", S41="AU-7-2")
    play(state, Done())
    assert decision(state) == "give-up"
    return state


def _consent() -> State:
    """The loser says whether he goes to Tobruch."""
    places = {
        "I26": "AU-7-1",
        "J27": "DE-21-5 DE-SUP-1",
        "G24": "DE-15-8 DE-SUP-2",
        "G25": "UK-7-7",
    }
    state = lay(phase="combat", **places)
    play(state, Attack(("DE-21-5",), ("AU-7-1",), SUPPLY), dice=[3])
    assert decision(state) == "consent"
    return state


def _sacrifice() -> State:
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
    play(state, Attack(("DE-21-5", "DE-15-8"), (GUARDS, "AU-9-20"), SUPPLY), dice=[3])
    assert decision(state) == "sacrifice"
    return state


def _haul() -> State:
    state = lay(phase="combat", R41="DE-21-5 DE-SUP-1", R40=f"{GUARDS} AL-SUP-1", U48="UK-7-4")
    play(state, Attack(("DE-21-5",), (GUARDS,), SUPPLY), dice=[1])
    assert decision(state) == "haul"
    return state


def _thin_out() -> State:
    siege = {"G24": "IT-SAVONA", "H25": "IT-PAVIA", "H26": "IT-TRENTO"}
    state = lay("allied", "arrival", turn=9, G25="AL-SUP-1", sea="UK-7-4 UK-7-7", **siege)
    play(state, Land(("UK-70-23", "IN-5-29", "UK-7-4", "UK-7-7"), "G25"))
    until(state, "movement")
    play(state, Done())
    assert decision(state) == "thin-out"
    return state


def _capture() -> State:
    """A supply whose escort is attacked by others may be captured."""
    places = {"R40": "DE-15-8 DE-SUP-1 DE-SUP-2", "R41": "SA-2-4 SA-2-6", "R39": "UK-32"}
    return lay("allied", "combat", **places)


def _break_down() -> State:
    """A substitute becomes counters again that were set aside for one."""
    aside = "UK-7-7 UK-7-7SG UK-1-2 AU-7-1 UK-2-SG"
    return lay("allied", "substitution", turn=33, R40="SUB-ARM-1", aside=aside)
