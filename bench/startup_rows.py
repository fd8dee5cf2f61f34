"""The row about starting: a new interpreter that loads the game against one that does nothing."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import campagna
from bench.measure import Measurement, cost

ROUNDS = 40
NOTHING = "pass"
IMPORT = "import campagna"
LOAD = "from campagna.games.registry import load_game; load_game('panzergruppe-guderian')"


def start() -> Measurement:
    """Import plus loading the game, in bare interpreter starts."""
    return _against_nothing(LOAD)


def front_door() -> Measurement:
    """`import campagna`, in bare interpreter starts."""
    return _against_nothing(IMPORT)


def _against_nothing(code: str) -> Measurement:
    with tempfile.TemporaryDirectory() as cache:
        environment = _environment(cache)
        for either in (NOTHING, code):
            _start(either, environment)  # fills the cache of compiled modules
        bare = loaded = float("inf")
        for _ in range(ROUNDS):
            bare = min(bare, _start(NOTHING, environment))
            loaded = min(loaded, _start(code, environment))
    return cost(bare, loaded, "ms", "processor time of the whole process")


def _environment(cache: str) -> dict[str, str]:
    """The same for both: modules compiled beforehand, as they are for whoever plays twice."""
    (package,) = campagna.__path__
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(package).parent),
        "PYTHONPYCACHEPREFIX": cache,
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def _start(code: str, environment: dict[str, str]) -> float:
    """Seconds of processor time: a start is too long a sample for a clock on the wall."""
    before = _children_seconds()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    return _children_seconds() - before


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
