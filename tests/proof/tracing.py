"""Every test of a game run once under the tracer; only files that changed are run again."""

from __future__ import annotations

from itertools import groupby

import msgspec
import pytest

from tests.proof.forks import in_fork
from tests.proof.store import GAMES, PROJECT, digest, keep_traces, package, traces_of
from tests.proof.trace import Run, Seen, traced


def look(slug: str, items: list[pytest.Item]) -> Seen:
    """What each of these tests executes of the game."""
    home = GAMES / package(slug)
    traces = traces_of(slug)
    for name, group in groupby(items, lambda item: item.nodeid.partition("::")[0]):
        members = list(group)
        now = digest([PROJECT / name])
        if name in traces.files and traces.files[name][0] == now:
            continue

        def work(members: list[pytest.Item] = members) -> str:
            return msgspec.json.encode(traced(members, home)).decode()

        said = in_fork(work)
        assert said is not None, f"{name} cannot be run under the tracer"
        traces.files[name] = (now, msgspec.json.decode(said, type=dict[str, Run]))
        keep_traces(slug, traces)
    wanted = {item.nodeid for item in items}
    return {
        test: run
        for _, runs in traces.files.values()
        for test, run in runs.items()
        if test in wanted
    }
