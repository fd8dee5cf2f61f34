"""A process with the plain kernels that verifies one record after another.

It starts once for many records: an interpreter with a game in it takes longer to start than most
records take to verify.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

import msgspec

from campagna.core.contract import Game
from campagna.hexes.kernels import BACKEND

PROGRAM = """
import json, sys
from importlib import import_module
from pathlib import Path
from campagna.core.proof import verify
from campagna.core.record_file import load_record
from campagna.hexes.kernels import BACKEND
print(BACKEND, flush=True)
for line in sys.stdin:
    module, name, path = json.loads(line)
    try:
        verify(getattr(import_module(module), name)(), load_record(Path(path)))
        print("verified", flush=True)
    except Exception as problem:
        print(json.dumps(f"{type(problem).__name__}: {problem}"), flush=True)
"""


class PlainKernels:
    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        if BACKEND == "compiled":
            environment["CAMPAGNA_KERNELS"] = "plain"
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._answer() == "plain"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def verify(self, game: Game[Any], record: Path) -> str:
        """`verified`, or what was wrong."""
        assert self._process.stdin is not None
        kind = type(game)
        question = [kind.__module__, kind.__name__, str(record)]
        self._process.stdin.write(msgspec.json.encode(question).decode() + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()
