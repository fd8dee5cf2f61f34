"""A real server process on loopback, and the log it writes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import httpx

from tests.e2e.table_server import ROOT

HERE = "127.0.0.1"
START_SECONDS, STOP_SECONDS = 60, 20
FAULTS = ("Traceback", "Exception", "never awaited", "never retrieved", "CRITICAL", "[error")
"""What a log may not hold, whatever was sent."""


class House:
    """`campagna serve` with a folder of its own; its limits are off, so that everything is reached."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder = folder
        self.words = words or ("--wrong-tokens", "0", "--matches-per-hour", "0")
        self.log = folder / "server.log"
        self.port = 0
        self._read = 0

    @property
    def address(self) -> str:
        return f"http://{HERE}:{self.port}"

    def __enter__(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        told = self.folder / "address.json"
        words = ["serve", "--no-browser", "--host", HERE, "--port", "0", "--json", *self.words]
        with told.open("wb") as out, self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "campagna.cli", *words, "--data", str(self.folder)],
                cwd=ROOT,
                env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
                stdout=out,
                stderr=log,
            )
        deadline = time.monotonic() + START_SECONDS
        while not (text := told.read_text()).endswith("\n"):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server did not start:\n{self.log.read_text()}")
            time.sleep(0.05)
        self.port = int(text.rpartition(":")[2].strip(' "}\n'))
        # The first answer waits for the games: it is not what is measured here.
        httpx.get(f"{self.address}/api/games", timeout=START_SECONDS).raise_for_status()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                raise RuntimeError("the server did not stop when it was asked to") from None

    def faults(self) -> str:
        """What the log has got since the last look, if there is something that may not be there."""
        with self.log.open("rb") as log:
            log.seek(self._read)
            new = log.read()
            self._read = log.tell()
        said = new.decode(errors="replace")
        return said if any(word in said for word in FAULTS) else ""
