"""The points in which the games departed from their books have tests by rule: points.toml names them."""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path

import msgspec
import pytest

from campagna.games.registry import BUILT_IN
from tests.proof.store import PROJECT, package


class Point(msgspec.Struct, forbid_unknown_fields=True, rename={"named": "by"}):
    says: str
    named: list[str]
    game: str = ""
    """Empty: of all games; the tests are laws."""
    rules: list[str] = []


class Points(msgspec.Struct, forbid_unknown_fields=True):
    point: list[Point]


POINTS = msgspec.toml.decode(Path(__file__).with_name("points.toml").read_bytes(), type=Points)


@lru_cache
def marks(path: Path) -> dict[str, set[str]]:
    """The tests of a file, each with the rules that it is marked with."""
    found: dict[str, set[str]] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            rules = [
                ast.literal_eval(argument)
                for mark in node.decorator_list
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule"
                for argument in mark.args
            ]
            found[node.name] = set(rules)
    return found


def rules_of(point: Point, named: str) -> set[str]:
    folder, _, file = named.split(maxsplit=1)[0].rpartition("/")
    home = PROJECT / "tests" / (folder or f"games/{package(point.game)}")
    tests = marks(home / f"test_{file}.py")
    name = f"test_{named.split()[1]}"
    assert name in tests, f"{point.says} There is no {name} in {home}/test_{file}.py"
    return tests[name]


@pytest.mark.parametrize("point", POINTS.point, ids=lambda point: point.says[:60])
def test_every_point_has_tests_by_its_rules(point: Point) -> None:
    found = {named: rules_of(point, named) for named in point.named}
    assert found
    for rule in point.rules:
        assert any(rule in rules for rules in found.values()), f"no test is marked {rule}"
    if point.rules:
        strangers = [n for n, rules in found.items() if not rules & set(point.rules)]
        assert not strangers, f"{point.says} Of other rules: {strangers}"


def test_every_game_has_points() -> None:
    assert {point.game for point in POINTS.point if point.game} == set(BUILT_IN)
