"""8.4, 9.4a, 11.9, 15.3.2.2a Who can attack whom: the task in parts, victories joined, hopeless units."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.rules.combat.assignment import (
    Component,
    Demand,
    Fight,
    Task,
    _attacker_of,
    components,
    is_hopeless,
    joinable,
    plan,
)
from campagna.games.afrika_korps.rules.combat.strength import too_weak
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import lay


def ids(state: State, names: str) -> tuple[int, ...]:
    return tuple(state.world.index[name] for name in names.split())


def hexes(state: State, names: str) -> tuple[int, ...]:
    return tuple(state.world.hex_index[name] for name in names.split())


def task(
    state: State,
    obliged: str = "",
    targets: str = "",
    *,
    willing: str = "",
    standing: tuple[Fight, ...] = (),
    demands: tuple[Demand, ...] = (),
    capturable: str = "",
) -> Task:
    return Task(
        ids(state, obliged),
        ids(state, willing),
        ids(state, targets),
        standing,
        demands,
        hexes(state, capturable),
    )


def won(state: State, attackers: str, defenders: str) -> Fight:
    return Fight(ids(state, attackers), ids(state, defenders))


@pytest.mark.rule("9.4a", "9.4b")
def test_who_fights_elsewhere_joins_no_victory() -> None:
    """15/8 touches the beaten 7/2 and 7/4; it must attack the one and may join against the other."""
    state = lay(R39="DE-21-5", R40="AU-7-2", R41="DE-15-8 DE-SUP-1", R42="UK-22GDS")
    standing = won(state, "DE-21-5", "AU-7-2")
    (busy,) = ids(state, "DE-15-8")
    must = task(state, "DE-15-8", "UK-22GDS", standing=(standing,))
    assert joinable(state, busy, must) == [standing]
    found = plan(state, must)
    assert found is not None
    assert found.fights == (Fight((busy,), ids(state, "UK-22GDS")), standing)
    free = plan(state, task(state, "DE-15-8", standing=(standing,)))
    assert free is not None
    assert free.fights == (Fight((*standing.attackers, busy), standing.defenders),)


@pytest.mark.rule("9.4a")
def test_of_two_victories_a_unit_joins_one() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2", R41="DE-15-8 DE-SUP-1", R42="AU-7-1", R43="DE-21-3")
    both = (won(state, "DE-21-5", "AU-7-2"), won(state, "DE-21-3", "AU-7-1"))
    (unit,) = ids(state, "DE-15-8")
    free = task(state, "DE-15-8", standing=both)
    assert joinable(state, unit, free) == list(both)
    found = plan(state, free)
    assert found is not None
    assert [unit in fight.attackers for fight in found.fights] == [True, False]


def test_units_that_covet_one_supply_are_one_part() -> None:
    """Each has an enemy of its own; the supply in R40 lies between them."""
    state = lay("allied", R39="UK-32", R41="SA-2-4", R38="DE-15-8", R42="IT-SAVONA", R50="AU-7-1")
    two, enemies = "UK-32 SA-2-4", "DE-15-8 IT-SAVONA"
    apart = list(components(state, task(state, two, enemies)))
    assert [len(part.obliged) for part in apart] == [1, 1]
    joined = list(components(state, task(state, f"{two} AU-7-1", enemies, capturable="R40")))
    assert [set(part.obliged) for part in joined if part.targets] == [set(ids(state, two))]
    for part in joined:
        assert part.capturable == (hexes(state, "R40") if part.targets else ())


def test_a_prize_beside_one_of_them_belongs_to_the_whole_part() -> None:
    state = lay("allied", R39="UK-32", R37="SA-2-4", R38="DE-15-8")
    (part,) = components(state, task(state, "UK-32 SA-2-4", "DE-15-8", capturable="R40"))
    assert part.capturable == hexes(state, "R40")


def test_parts_come_in_the_order_of_their_units_each_with_its_own_demands() -> None:
    state = lay("allied", R39="UK-32", R50="SA-2-4", R38="DE-15-8", R51="IT-SAVONA")
    (supply,) = ids(state, "AL-SUP-1")
    demands = tuple(Demand(supply, ids(state, name)) for name in ("DE-15-8", "IT-SAVONA"))
    parts = list(
        components(state, task(state, "UK-32 SA-2-4", "DE-15-8 IT-SAVONA", demands=demands))
    )
    for part in parts:
        assert [d.targets for d in part.demands] == [part.targets]
    least = [min((*part.obliged, *part.targets)) for part in parts]
    assert least == sorted(least)


def test_who_must_attack_and_touches_nobody_has_no_plan_unless_he_is_gone() -> None:
    state = lay("allied", R39="UK-32")
    (unit,) = ids(state, "UK-32")
    part = Component(state, task(state, "UK-32"), {})
    assert part.idle
    assert part.plan() is None
    assert not part.has_plan_without([])
    assert part.has_plan_without([unit])
    assert Component(state, task(state, willing="UK-32"), {}).has_plan_without([])


def test_only_who_must_attack_may_take_a_supply_instead() -> None:
    state = lay("allied", R39="UK-32", R40="DE-15-8 DE-SUP-1")
    (unit,) = ids(state, "UK-32")
    given = task(state, "UK-32", "DE-15-8", capturable="R40 R50")
    bit = {given.targets[0]: 1}
    assert _attacker_of(state, unit, given, bit, True).capturable == hexes(state, "R40")
    assert _attacker_of(state, unit, given, bit, False).capturable == ()


@pytest.mark.rule("7.4c", "11.9", "11.6b")
def test_who_is_too_weak_everywhere_is_hopeless() -> None:
    """7/2 alone has one factor against the seven of 21/5: worse than one to six."""
    units = {"R41": "AU-7-2 AL-SUP-1", "R40": "DE-21-5", "R42": "IT-SAVONA", "Q40": "UK-22GDS"}
    state = lay("allied", **units)
    (weak,) = ids(state, "AU-7-2")
    assert is_hopeless(state, weak, task(state, "AU-7-2", "DE-21-5"))
    rescues = {
        "a weaker enemy beside it": task(state, "AU-7-2", "DE-21-5 IT-SAVONA"),
        "company that must attack": task(state, "AU-7-2 UK-22GDS", "DE-21-5"),
        "company that may attack": task(state, "AU-7-2", "DE-21-5", willing="UK-22GDS"),
        "a supply that it may take": task(state, "AU-7-2", "DE-21-5", capturable="R40"),
        "a victory that it may join": task(
            state, "AU-7-2", "DE-21-5", standing=(won(state, "UK-22GDS", "IT-SAVONA"),)
        ),
    }
    for rescue, given in rescues.items():
        assert not is_hopeless(state, weak, given), rescue
    assert is_hopeless(state, weak, task(state, "AU-7-2", "DE-21-5", capturable="R50"))


@pytest.mark.rule("11.9", "14.1a")
def test_who_needs_a_supply_and_has_none_is_hopeless() -> None:
    for supply, hopeless in (("", True), (" DE-SUP-1", False)):
        state = lay(R41=f"DE-21-5{supply}", R40="AU-7-2")
        (unit,) = ids(state, "DE-21-5")
        assert is_hopeless(state, unit, task(state, "DE-21-5", "AU-7-2")) is hopeless


@pytest.mark.rule("7.4b", "11.6a")
def test_one_to_six_is_an_attack_and_one_to_seven_is_none() -> None:
    state = lay()
    assert [too_weak(state, 1, defence) for defence in (5, 6, 7)] == [False, False, True]
    assert [too_weak(state, 2, defence) for defence in (12, 13)] == [False, True]
