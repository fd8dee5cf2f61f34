"""Settings that hold for every test."""

from __future__ import annotations

import pytest
from hypothesis import settings

# The same examples on every run, and no clock: a busy machine must not fail a test.
settings.register_profile("campagna", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("campagna")

PLAYED_ONCE = "tests/laws/test_conformance.py"
"""The tests of this file look at random games, each of which is played once by one worker."""


def worker_scope(nodeid: str) -> str:
    """Tests with the same scope run on one worker."""
    return nodeid.partition("[")[2] if nodeid.startswith(PLAYED_ONCE) else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Schedule by scope. The mark `xdist_group` has no effect here: it works by changing a node's
    id, and this pytest does not let a plugin do that."""
    from xdist.scheduler import LoadScopeScheduling

    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = worker_scope
    return scheduler
