"""The kernel for assignments against a search through every assignment, on both backends."""

from __future__ import annotations

import contextlib
import importlib
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from campagna.hexes import _kernel_assignment

WORST, AMPLE = 6, 2
BACKENDS: dict[str, Any] = {"plain": _kernel_assignment.Assignment}
with contextlib.suppress(ImportError):
    BACKENDS["compiled"] = importlib.import_module("campagna.hexes._compiled_assignment").Assignment


@dataclass
class Problem:
    attack: list[int]
    touch: list[int]
    obliged: int
    defence: list[int]
    always_supplied: int = 0
    supply_needs: list[tuple[int, int]] = field(default_factory=list)
    obligations: list[tuple[int, list[tuple[int, int]]]] = field(default_factory=list)
    captures: list[int] = field(default_factory=list)
    optional: int = 0

    def supplied(self, attacker: int, block: int) -> bool:
        return bool(self.always_supplied >> attacker & 1) or any(
            a == attacker and not needed & ~block for a, needed in self.supply_needs
        )


def assignment(make: Any, p: Problem) -> Any:
    found = make(p.attack, p.touch, p.obliged, p.defence, WORST, AMPLE)
    found.supply_always(p.always_supplied)
    for attacker, needed in p.supply_needs:
        found.supply_if(attacker, needed)
    for defenders, ways in p.obligations:
        found.require(defenders, ways)
    for attackers in p.captures:
        found.add_capture(attackers)
    found.set_optional(p.optional)
    return found


# --- the oracle -------------------------------------------------------------------------------------


def bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def battle_is_legal(p: Problem, block: int, group: int) -> bool:
    attack = sum(p.attack[a] for a in bits(group))
    defence = sum(p.defence[t] for t in bits(block))
    if not group or any(p.touch[a] & block != block for a in bits(group)):
        return False
    if attack * WORST < defence:
        return False
    ample = AMPLE * attack >= defence
    if ample and not all(p.supplied(a, block) for a in bits(group)):
        return False
    needed = sum(p.defence[t] for t in bits(block & ~p.optional))
    if block & p.optional and block & ~p.optional and AMPLE * attack >= needed:
        return False
    for defenders, ways in p.obligations:
        if block & defenders and not (
            ample and any(group >> a & 1 and not need & ~block for a, need in ways)
        ):
            return False
    return True


def partitions(targets: list[int]) -> Iterator[list[int]]:
    """Every split of the defenders into blocks, as masks."""
    if not targets:
        yield []
        return
    first, rest = targets[0], targets[1:]
    for some in partitions(rest):
        yield [1 << first, *some]
        for i in range(len(some)):
            yield [*some[:i], some[i] | 1 << first, *some[i + 1 :]]


def solvable(p: Problem) -> bool:
    return any(
        _assign(p, blocks, [0] * len(blocks), 0, set())
        for blocks in partitions(list(range(len(p.defence))))
    )


def _assign(p: Problem, blocks: list[int], groups: list[int], a: int, taken: set[int]) -> bool:
    if a == len(p.attack):
        return all(battle_is_legal(p, b, g) for b, g in zip(blocks, groups, strict=True))
    if not p.obliged >> a & 1 and _assign(p, blocks, groups, a + 1, taken):
        return True
    for i, capture in enumerate(p.captures):
        if capture >> a & 1 and i not in taken and _assign(p, blocks, groups, a + 1, taken | {i}):
            return True
    for i, block in enumerate(blocks):
        if p.touch[a] & block == block:
            joined = [*groups[:i], groups[i] | 1 << a, *groups[i + 1 :]]
            if _assign(p, blocks, joined, a + 1, taken):
                return True
    return False


def random_problem(rng: random.Random) -> Problem:
    """Attackers and defenders stacked in a few hexes, as in play; every rule now and then."""
    hexes = rng.randint(1, 3)
    defenders = [rng.randrange(hexes) for _ in range(rng.randint(1, 4))]
    near = [rng.randint(1, (1 << hexes) - 1) for _ in range(rng.randint(1, 3))]
    attackers = [rng.randrange(len(near)) for _ in range(rng.randint(1, 5))]
    touch = [sum(1 << t for t, h in enumerate(defenders) if near[at] >> h & 1) for at in attackers]
    everybody = (1 << len(attackers)) - 1
    p = Problem(
        attack=[rng.choice((1, 1, 2, 3, 4, 7)) for _ in attackers],
        touch=touch,
        obliged=everybody if rng.random() < 0.6 else rng.randint(0, everybody),
        defence=[rng.choice((1, 2, 4, 7, 8, 14)) for _ in defenders],
        always_supplied=rng.choice((everybody, 0, rng.randint(0, everybody))),
    )
    full = (1 << len(defenders)) - 1
    if rng.random() < 0.3:
        p.supply_needs = [(rng.randrange(len(attackers)), rng.randint(1, full)) for _ in range(2)]
    if rng.random() < 0.2:
        ways = [(a, rng.choice((0, rng.randint(1, full)))) for a in bits(everybody)]
        p.obligations = [(rng.randint(1, full), ways)]
        for a, needed in ways:
            p.supply_needs.append((a, needed))
    if rng.random() < 0.3:
        p.captures = [rng.randint(1, everybody) for _ in range(rng.randint(1, 2))]
    if rng.random() < 0.2:
        p.optional = rng.randint(0, full)
    return p


def check_plan(p: Problem, found: Any) -> None:
    """A plan keeps every rule of the problem."""
    fights = found.fights()
    assert sum(block for block, _ in fights) == (1 << len(p.defence)) - 1
    used = 0
    for block, group in fights:
        assert battle_is_legal(p, block, group)
        assert not used & group
        used |= group
    for capture, taker in zip(p.captures, found.takers(), strict=True):
        if taker >= 0:
            assert capture >> taker & 1
            assert not used >> taker & 1
            used |= 1 << taker
    assert not p.obliged & ~used


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("seed", range(12))
def test_the_kernel_agrees_with_the_search_through_everything(backend: str, seed: int) -> None:
    rng = random.Random(seed)
    answers = set()
    for _ in range(60):
        p = random_problem(rng)
        found = assignment(BACKENDS[backend], p)
        answer = found.solve()
        answers.add(answer)
        assert answer == solvable(p), p
        if answer:
            check_plan(p, found)
    assert answers == {True, False}


@pytest.mark.parametrize("backend", BACKENDS)
def test_equal_units_are_tried_once_with_the_same_answer(backend: str) -> None:
    """Six brigades of one factor in two stacks, where seven would be needed."""
    touch = [0b0011] * 3 + [0b1110] * 3
    p = Problem([1] * 6, touch, 0b111111, [12, 8, 7, 7], always_supplied=0b111111)
    apart, alike = assignment(BACKENDS[backend], p), assignment(BACKENDS[backend], p)
    alike.set_kinds([0, 0, 0, 3, 3, 3], [0, 1, 2, 3])
    assert not apart.solve()
    assert not alike.solve()
    assert alike.visited < apart.visited


@pytest.mark.parametrize("backend", BACKENDS)
def test_one_attacker_takes_on_all_it_touches(backend: str) -> None:
    found = assignment(BACKENDS[backend], Problem([2], [0b11], 1, [1, 1], always_supplied=1))
    assert found.solve()
    assert found.fights() == [(0b11, 1)]


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_unsupplied_attacker_may_not_reach_ample_odds(backend: str) -> None:
    assert not assignment(BACKENDS[backend], Problem([2], [1], 1, [4])).solve()
    assert assignment(BACKENDS[backend], Problem([2], [1], 1, [5])).solve()
