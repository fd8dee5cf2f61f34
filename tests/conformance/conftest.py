"""Every test of the suite that asks for a `journey` runs for every case."""

from __future__ import annotations

import pytest

from tests.conformance.cases import Case, all_cases
from tests.conformance.journey import Journey, travel


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "journey" in metafunc.fixturenames:
        # One worker per journey: the game is played once and looked at by every test.
        cases = [
            pytest.param(case, id=str(case), marks=pytest.mark.xdist_group(str(case)))
            for case in all_cases()
        ]
        metafunc.parametrize("journey", cases, indirect=True)


@pytest.fixture
def journey(request: pytest.FixtureRequest) -> Journey:
    case: Case = request.param
    return travel(case)
