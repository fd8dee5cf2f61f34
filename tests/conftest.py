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
    from xdist.workermanage import WorkerController

    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = worker_scope

    def mark_test_complete(node: WorkerController, item_index: int, duration: float = 0) -> None:
        """Forget a scope that is done. xdist keeps all and counts them after every test, which
        costs the square of the tests where nearly each has a scope of its own."""
        nodeid = scheduler.registered_collections[node][item_index]
        scope, given = worker_scope(nodeid), scheduler.assigned_work[node]
        given[scope][nodeid] = True
        if all(given[scope].values()):
            del given[scope]
        scheduler._reschedule(node)

    scheduler.mark_test_complete = mark_test_complete
    return scheduler
