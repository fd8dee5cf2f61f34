"""Every test of the suite that asks for a `walk` runs for every case.

The scope of the fixture is the session, so that pytest runs all tests of a case one after the other:
each game is played once, and only one is kept.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from campagna.laws.plain_kernels import PlainKernels
from campagna.laws.random_walk import RandomWalk, travel
from tests.laws.cases import Case, all_cases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    named = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "walk" in metafunc.fixturenames and "walk" not in named:
        metafunc.parametrize("walk", all_cases(), ids=str, indirect=True, scope="session")


@pytest.fixture(scope="session")
def walk(request: pytest.FixtureRequest) -> RandomWalk:
    case: Case = request.param
    return travel(case)


@pytest.fixture(scope="session")
def plain_kernels() -> Iterator[PlainKernels]:
    with PlainKernels() as process:
        yield process
