"""Every test of the suite that asks for a `journey` runs for every case."""

from __future__ import annotations

import pytest

from tests.conformance.cases import Case, all_cases
from tests.conformance.journey import Journey, travel


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "journey" in metafunc.fixturenames:
        metafunc.parametrize("journey", all_cases(), ids=str, indirect=True)


@pytest.fixture
def journey(request: pytest.FixtureRequest) -> Journey:
    case: Case = request.param
    return travel(case)
