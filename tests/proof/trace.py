"""Which functions of a game's rules each test executes, seen by running it."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from types import CodeType, FrameType

import msgspec
import pytest


class Seen(msgspec.Struct):
    """What a run of the tests showed: functions by test, and how long each test took."""

    functions: dict[str, list[str]] = {}
    """By test: `path/of/module.py:qualified.name` of every function it executed."""
    seconds: dict[str, float] = {}


class Tracer:
    """Keeps the functions under one folder that are called while it is on."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.codes: set[CodeType] = set()

    def __enter__(self) -> set[CodeType]:
        self.codes = set()
        sys.setprofile(self._called)
        return self.codes

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _called(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self.codes.add(frame.f_code)

    def names(self, codes: set[CodeType]) -> list[str]:
        inside = (c for c in codes if c.co_filename.startswith(self.folder))
        return sorted({function_name(c, self.folder) for c in inside})


def function_name(code: CodeType, folder: str) -> str:
    """The outermost function that a code belongs to: what is inside it changes with it."""
    path = code.co_filename.removeprefix(folder).lstrip("/")
    return f"{path}:{code.co_qualname.split('.<locals>')[0]}"


def traced(items: list[pytest.Item], folder: Path) -> Seen:
    """Run every test once. Called in a process of its own: it leaves memos behind."""
    seen, tracer = Seen(), Tracer(folder)
    for number, item in enumerate(items):
        following = items[number + 1] if number + 1 < len(items) else None
        began = time.perf_counter()
        with tracer as codes:
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        seen.seconds[item.nodeid] = time.perf_counter() - began
        seen.functions[item.nodeid] = tracer.names(codes)
    return seen
