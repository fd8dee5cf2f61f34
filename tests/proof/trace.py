"""Which functions and lines of a game each test executes, seen by running it."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from pathlib import Path
from types import CodeType, FrameType
from typing import TYPE_CHECKING

import msgspec
import pytest

if TYPE_CHECKING:
    from _typeshed import TraceFunction


class Run(msgspec.Struct):
    """What one test executed, by path inside the game's folder, and how long it took."""

    seconds: float = 0.0
    functions: list[str] = []
    """`path/of/module.py:qualified.name` of every function."""
    lines: dict[str, list[int]] = {}


Seen = dict[str, Run]
"""What a run of the tests showed, by test."""


class Tracer:
    """Keeps the functions and lines under one folder that are executed while it is on."""

    def __init__(self, folder: Path) -> None:
        self.folder = f"{folder}/"
        self.seen: dict[CodeType, set[int]] = {}
        self._all: dict[CodeType, int] = {}

    def __enter__(self) -> Tracer:
        self.seen = {}
        sys.settrace(self._called)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _called(self, frame: FrameType, event: str, _: object) -> TraceFunction | None:
        code = frame.f_code
        if not code.co_filename.startswith(self.folder):
            return None
        lines = self.seen.setdefault(code, {frame.f_lineno})
        if code not in self._all:
            self._all[code] = len({line for _, _, line in code.co_lines() if line is not None})
        if len(lines) >= self._all[code]:
            return None  # nothing new can be seen in it

        def line(inner: FrameType, _: str, __: object) -> TraceFunction:
            lines.add(inner.f_lineno)
            return line

        return line

    def run(self, seconds: float) -> Run:
        found = Run(seconds)
        names: set[str] = set()
        for code, lines in self.seen.items():
            path = code.co_filename.removeprefix(self.folder)
            names.add(f"{path}:{code.co_qualname.split('.<locals>')[0]}")
            found.lines[path] = sorted({*found.lines.get(path, ()), *lines})
        found.functions = sorted(names)
        return found


def traced(items: Iterable[pytest.Item], folder: Path) -> Seen:
    """Run every test once. Called in a process of its own: it leaves memos behind."""
    seen, tracer, every = Seen(), Tracer(folder), list(items)
    for item, following in zip(every, [*every[1:], None], strict=True):
        began = time.process_time()
        with tracer:
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        seen[item.nodeid] = tracer.run(time.process_time() - began)
    return seen
