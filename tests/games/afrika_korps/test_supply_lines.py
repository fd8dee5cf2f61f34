"""14.2 Why a unit has no supply line: the nearest supply, its distance, and who cuts the line."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.orders import Attack, Declare
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import lay, refused, why

ONE, TWO = ("DE-SUP-1",), ("DE-SUP-2",)
LONE = Attack(("DE-21-5",), ("UK-22GDS",))


def besieging(**places: str) -> State:
    """21/5 before Tobruch, which nobody must attack."""
    return lay(phase="combat", H25="DE-21-5", G25="UK-22GDS", **places)


@pytest.mark.rule("14.2a")
def test_too_far_is_said_with_the_distance_of_the_nearest() -> None:
    refusal = refused(besieging(H31="DE-SUP-1", H32="DE-SUP-2"), LONE)
    assert (refusal.rule, refusal.reason) == ("14.2a", "no-supply-in-range")
    assert refusal.facts == {
        "unit": "DE-21-5",
        "hex": "H25",
        "supply": "DE-SUP-1",
        "distance": 6,
        "limit": 5,
    }


@pytest.mark.rule("14.1a")
def test_without_any_supply_that_is_said() -> None:
    assert why(besieging(), LONE) == ("14.1a", "no-supply-at-all")
    state = lay(R41="DE-21-5", R40="AU-7-1", far=True)
    bare = Declare(("DE-21-5",), ("AU-7-1",), ())
    assert why(state, bare) == ("9.2a", "no-supply-at-all")
    far = lay(R41="DE-21-5", R40="AU-7-1", R47="DE-SUP-1")
    assert why(far, bare) == ("9.2a", "no-supply-in-range")


@pytest.mark.rule("14.2b")
@pytest.mark.parametrize(
    ("places", "distance", "cut", "by"),
    [
        ({"L29": "DE-SUP-1", "J27": "UK-7-4", "M27": "UK-7-7"}, 4, "I26", ("UK-7-4",)),
        ({"J27": "DE-SUP-1", "J28": "UK-7-4"}, 2, "J27", ("UK-7-4",)),
    ],
    ids=["on the way", "at the supply"],
)
def test_a_line_that_is_cut_names_the_place_and_the_enemy(
    places: dict[str, str], distance: int, cut: str, by: tuple[str, ...]
) -> None:
    refusal = refused(besieging(**places), LONE)
    assert (refusal.rule, refusal.reason) == ("14.2b", "supply-line-cut")
    facts = refusal.facts
    assert (facts["supply"], facts["distance"], facts["limit"]) == ("DE-SUP-1", distance, 5)
    assert (facts["cut"], facts["units"]) == (cut, by)


@pytest.mark.rule("14.2b", "9.2a")
def test_an_enemy_on_the_line_is_named_himself() -> None:
    """The target stands in R40, and its zone reaches beyond."""
    state = lay(R39="DE-21-5", R40="AU-7-2", R43="DE-SUP-1", Q41="UK-7-4", S42="UK-7-7")
    refusal = refused(state, Declare(("DE-21-5",), ("AU-7-2",), ONE))
    assert (refusal.rule, refusal.reason) == ("9.2a", "supply-line-cut")
    assert (refusal.facts["cut"], refusal.facts["units"]) == ("R40", ("AU-7-2",))


@pytest.mark.rule("14.2b", "14.6")
def test_a_named_supply_behind_the_enemy_says_where_its_line_ends() -> None:
    state = lay(
        phase="combat",
        R41="DE-21-5",
        R40="UK-22GDS",
        R43="DE-SUP-1",
        U42="DE-SUP-2",
        T40="UK-7-4",
        T43="UK-7-7",
    )
    refusal = refused(state, Attack(("DE-21-5",), ("UK-22GDS",), (*ONE, *TWO)))
    assert (refusal.rule, refusal.reason) == ("14.2b", "named-line-cut")
    facts = refusal.facts
    assert (facts["supply"], facts["unit"], facts["distance"], facts["limit"]) == (
        "DE-SUP-2",
        "DE-21-5",
        3,
        5,
    )
    assert facts["units"]


@pytest.mark.rule("14.2a", "14.6")
def test_the_attacker_nearest_to_a_useless_supply_is_told() -> None:
    state = lay(
        phase="combat", R41="DE-21-5 DE-SUP-1", Q40="DE-15-8", R40="UK-22GDS", X41="DE-SUP-2"
    )
    both = Attack(("DE-15-8", "DE-21-5"), ("UK-22GDS",), (*ONE, *TWO))
    facts = refused(state, both).facts
    assert (facts["unit"], facts["distance"]) == ("DE-21-5", 6)


@pytest.mark.rule("15.4.1")
def test_a_supply_taken_in_combat_says_that_it_serves_nobody() -> None:
    state = lay("allied", "combat", R41="UK-7-4", R40="IT-SAVONA", R43="AL-SUP-1 AL-CAP-1:held")
    order = Attack(("UK-7-4",), ("IT-SAVONA",), ("AL-SUP-1", "AL-CAP-1"))
    assert why(state, order) == ("15.4.1", "supply-held")
