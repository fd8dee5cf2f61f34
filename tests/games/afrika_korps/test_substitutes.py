"""21 Allied substitute counters, beside the worked example E14."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.orders import Attack, BreakDown, Done, Land, Lose, Move, Substitute
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import (
    allowed,
    at,
    decision,
    end_turn,
    lay,
    phase,
    place,
    play,
    unit,
    until,
    why,
)

PAIR = ("UK-7-7", "UK-7-7SG")
BUILD = Substitute(PAIR, "SUB-ARM-1")


def ready(turn: int = 33, **places: str) -> State:
    return lay("allied", "substitution", turn=turn, **({"R40": " ".join(PAIR)} | places))


@pytest.mark.rule("21.1a", "2.3b")
def test_not_before_august_1942() -> None:
    state = lay("allied", turn=32, R40=" ".join(PAIR))
    play(state, Done())
    assert phase(state) != "substitution"
    state = lay("allied", turn=33, R40=" ".join(PAIR))
    play(state, Done())
    assert decision(state) == "substitution"
    play(state, BUILD)
    assert at(state, "R40") == {"SUB-ARM-1"}
    assert unit(state, "SUB-ARM-1").parts
    assert {place(state, u) for u in PAIR} == {"aside"}


@pytest.mark.rule("21.1a")
def test_the_attack_factors_must_be_equal() -> None:
    state = ready(R40="UK-7-7 UK-1-2")
    assert why(state, Substitute(("UK-7-7",), "SUB-ARM-1")) == ("21.1a", "wrong-factors")
    assert why(state, Substitute(("UK-7-7", "UK-1-2"), "SUB-ARM-1")) == ("21.1a", "wrong-factors")
    assert allowed(state, Substitute(("UK-1-2",), "SUB-ARM-1"))


@pytest.mark.rule("21.1b")
@pytest.mark.parametrize(
    ("units", "counter", "ok"),
    [
        ("AU-7-1 AU-7-2 SA-2-7R", "SUB-INF-3", True),
        ("AU-9-20 SA-2-7R", "SUB-INF-3", True),
        ("UK-7-7", "SUB-INF-3", False),
        ("UK-10-8 UK-2-SG", "SUB-ARM-2", True),
        ("UK-10-8 AU-7-1", "SUB-ARM-2", False),
    ],
)
def test_types_go_with_types(units: str, counter: str, ok: bool) -> None:
    state = ready(R40=units)
    order = Substitute(tuple(units.split()), counter)
    assert allowed(state, order) == ok
    if not ok:
        assert why(state, order) == ("21.1b", "wrong-type")


@pytest.mark.rule("21.2a")
def test_only_units_of_one_hex_at_the_end_of_movement() -> None:
    state = ready(R40="UK-7-7", R41="UK-7-7SG")
    assert why(state, BUILD) == ("21.2a", "not-in-one-hex")
    state = lay("allied", "movement", turn=33, R40=" ".join(PAIR))
    assert why(state, BUILD)[1] == "not-now"


@pytest.mark.rule("21.2a", "21.2b")
def test_in_a_zone_it_may_attack_at_once() -> None:
    state = ready(R41="IT-SAVONA", R38="AL-SUP-1")
    play(state, BUILD, Done())
    assert state.names(state.must_attack) == ("SUB-ARM-1",)
    play(state, Attack(("SUB-ARM-1",), ("IT-SAVONA",), ("AL-SUP-1",)), dice=[1])


@pytest.mark.rule("21.2b")
def test_it_moves_only_from_the_next_turn() -> None:
    state = ready(R38="AL-SUP-1")
    play(state, BUILD)
    assert why(state, Move(("SUB-ARM-1",), ("R41",)))[1] == "not-now"
    end_turn(state)
    end_turn(state)
    until(state, "movement")
    ten = tuple(f"R{n}" for n in range(41, 51))
    assert allowed(state, Move(("SUB-ARM-1",), ten))


@pytest.mark.rule("21.3", "21.4a")
def test_it_breaks_down_into_counters_set_aside() -> None:
    state = ready(R40="SUB-ARM-1", aside="UK-7-7 UK-7-7SG UK-1-2 AU-7-1 UK-2-SG", dead="UK-10-8")
    assert allowed(state, BreakDown("SUB-ARM-1", PAIR))
    assert allowed(state, BreakDown("SUB-ARM-1", ("UK-1-2",))), "any counter set aside (A34)"
    assert why(state, BreakDown("SUB-ARM-1", ("UK-1-2", "UK-2-SG"))) == (
        "21.4a",
        "too-many-factors",
    )
    assert why(state, BreakDown("SUB-ARM-1", ("AU-7-1",))) == ("21.1b", "wrong-type")
    assert why(state, BreakDown("SUB-ARM-1", ("UK-10-8",))) == ("21.3", "not-set-aside")
    play(state, BreakDown("SUB-ARM-1", PAIR))
    assert at(state, "R40") == set(PAIR)
    assert place(state, "SUB-ARM-1") == "pool"


@pytest.mark.rule("21.4b")
def test_fast_units_come_out_only_where_they_went_in() -> None:
    state = ready(R40="AU-9-20 SA-2-7R", R42="SUB-INF-4", aside="SA-1-3R AU-7-1 AU-7-2")
    play(state, Substitute(("AU-9-20", "SA-2-7R"), "SUB-INF-3"))
    assert allowed(state, BreakDown("SUB-INF-3", ("AU-9-20", "SA-2-7R")))
    assert why(state, BreakDown("SUB-INF-3", ("AU-9-20", "SA-1-3R"))) == ("21.4b", "too-fast")
    assert why(state, BreakDown("SUB-INF-4", ("SA-2-7R",))) == ("21.4b", "too-fast")
    assert allowed(state, BreakDown("SUB-INF-4", ("AU-7-1", "AU-7-2")))


@pytest.mark.rule("21.5")
def test_the_stack_may_not_grow_over_the_limit() -> None:
    state = ready(R40="SUB-ARM-1 AU-7-1 AU-7-2", aside="UK-7-7 UK-7-7SG UK-1-2")
    assert why(state, BreakDown("SUB-ARM-1", PAIR)) == ("21.5", "no-room")
    assert allowed(state, BreakDown("SUB-ARM-1", ("UK-1-2",)))


@pytest.mark.rule("21.6")
def test_not_at_sea_or_off_the_map() -> None:
    state = ready(R40="AU-7-1", sea="UK-7-7 UK-7-7SG SUB-ARM-2", aside="UK-1-2")
    assert not allowed(state, BUILD)
    assert not allowed(state, BreakDown("SUB-ARM-2", ("UK-1-2",)))


@pytest.mark.rule("21.7")
def test_only_the_six_counters() -> None:
    state = ready(R40="AU-7-1 AU-7-2", dead="AU-9-20")
    assert why(state, Substitute(("AU-7-1", "AU-7-2"), "AU-9-20")) == ("21.7", "no-substitute")
    state = ready(R40="UK-1-2", R42="SUB-ARM-1")
    assert why(state, Substitute(("UK-1-2",), "SUB-ARM-1")) == ("21.7", "substitute-in-use")


@pytest.mark.rule("21.3", "20.1")
def test_the_parts_of_a_lost_substitute_can_be_rebuilt() -> None:
    """A34."""
    state = ready(R41="DE-21-5", J62="AU-7-1", R38="AL-SUP-1")
    play(state, BUILD, Done())
    play(state, Attack(("SUB-ARM-1",), ("DE-21-5",), ("AL-SUP-1",)), dice=[6])
    assert place(state, "SUB-ARM-1") == "pool"
    assert {place(state, u) for u in PAIR} == {"dead"}
    state.pool[1] = 9
    until(state, "movement")
    end_turn(state)
    until(state, "arrival")
    assert allowed(state, Land(PAIR, "J62"))


@pytest.mark.rule("21.3")
def test_in_an_exchange_the_parts_paid_are_lost() -> None:
    state = lay(
        "axis",
        "combat",
        turn=35,
        R41="DE-15-115 DE-SUP-1",
        R40="SUB-ARM-1",
        aside="UK-2-SG UK-7-7",
    )
    play(state, Attack(("DE-15-115",), ("SUB-ARM-1",), ("DE-SUP-1",)), dice=[2])
    assert why(state, Lose(("SUB-ARM-1",), ("UK-7-7",)))[1] == "wrong-payment", "3 kept, 1 paid"
    play(state, Lose(("SUB-ARM-1",), ("UK-2-SG",)))
    assert place(state, "UK-2-SG") == "R40"
    assert place(state, "DE-15-115") == "dead"


@pytest.mark.rule("21.3")
def test_it_may_also_be_lost_whole() -> None:
    state = lay(phase="combat", turn=35, R41="DE-15-115 DE-SUP-1", R40="SUB-ARM-1", aside="UK-2-SG")
    play(state, Attack(("DE-15-115",), ("SUB-ARM-1",), ("DE-SUP-1",)), dice=[2])
    play(state, Lose(("SUB-ARM-1",)))
    assert at(state, "R40") == set()


@pytest.mark.rule("21.3", "7.5d")
def test_two_substitutes_may_be_broken_for_one_exchange() -> None:
    """21/5 attacks both at 7:8, which is 1-2: they owe seven of their eight factors."""
    state = lay(
        "axis", "combat", turn=35, R41="DE-21-5 DE-SUP-1", R40="SUB-ARM-1 SUB-ARM-2",
        aside="UK-2-SG UK-7-7SG UK-7-7",
    )  # fmt: skip
    pair = ("SUB-ARM-1", "SUB-ARM-2")
    play(state, Attack(("DE-21-5",), pair, ("DE-SUP-1",)), dice=[2])
    assert decision(state) == "exchange"
    assert why(state, Lose(pair, ("UK-2-SG", "UK-7-7SG"))) == ("7.5d", "wrong-payment"), "6 paid"
    assert allowed(state, Lose(pair)), "8 for 7, and neither alone is enough"
    play(state, Lose(pair, ("UK-2-SG",)))
    assert at(state, "R40") == {"UK-2-SG"}


@pytest.mark.rule("21.3", "8.4b")
def test_in_combat_a_substitute_may_be_broken_before_its_attack() -> None:
    """The parts take over what it owes."""
    state = lay(
        "allied", "combat", turn=35, R40="SUB-ARM-1 AL-SUP-1", R41="IT-SAVONA",
        aside="UK-2-SG UK-7-7",
    )  # fmt: skip
    play(state, BreakDown("SUB-ARM-1", ("UK-2-SG", "UK-7-7")))
    assert set(state.names(state.must_attack)) == {"UK-2-SG", "UK-7-7"}
    play(state, Attack(("UK-2-SG", "UK-7-7"), ("IT-SAVONA",), ("AL-SUP-1",)), dice=[1])
    assert place(state, "IT-SAVONA") == "dead"


@pytest.mark.rule("21.3", "8.4b")
def test_but_not_into_parts_that_cannot_attack() -> None:
    """1:14 would be worse than 1-6."""
    state = lay(
        "allied", "combat", turn=35, R40="SUB-ARM-1", R41="DE-21-5 DE-15-8", aside="UK-2-SG"
    )
    assert why(state, BreakDown("SUB-ARM-1", ("UK-2-SG",))) == ("8.4b", "leaves-attacker")
