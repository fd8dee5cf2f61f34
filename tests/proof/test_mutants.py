"""The mistakes that are made on purpose."""

from __future__ import annotations

from types import FunctionType

from tests.proof.mutants import Mutant, mutants

SOURCE = '''
LIMIT = 3


class Ground:
    def cost(self, steps: int) -> int:
        """Half of it."""
        return steps // 2


def near(a: int, b: int) -> bool:
    """Whether two hexes are near."""
    assert a >= 0
    return abs(a - b) < LIMIT and not a == b


def enemy(side: int) -> int:
    return 1 - side
'''


def made() -> dict[str, Mutant]:
    return {mutant.key: mutant for mutant in mutants(SOURCE, "made_up.py")}


def test_every_spot_of_every_function_is_changed_once() -> None:
    assert set(made()) == {
        "Ground.cost: steps // 2 -> steps * 2",
        "Ground.cost: 2 -> 3",
        "near: abs(a - b) < LIMIT and (not a == b) -> abs(a - b) < LIMIT or not a == b",
        "near: abs(a - b) < LIMIT -> abs(a - b) <= LIMIT",
        "near: a - b -> a + b",
        "near: not a == b -> a == b",
        "near: a == b -> a != b",
        "enemy: 1 - side -> side",
        "enemy: 1 -> 2",
    }


def test_the_code_of_a_mutant_does_what_it_says() -> None:
    names: dict[str, object] = {}
    exec(compile(SOURCE, "made_up.py", "exec"), names)
    near = names["near"]
    assert isinstance(near, FunctionType)
    assert not near(0, 3)
    near.__code__ = made()["near: abs(a - b) < LIMIT -> abs(a - b) <= LIMIT"].code
    assert near(0, 3)
