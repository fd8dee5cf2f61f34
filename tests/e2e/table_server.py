"""A server of our own for the browser: started, killed and started again on the same data."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 30


class TableServer:
    """`campagna serve` as a process. `kill` is -9: nothing is tidied up."""

    def __init__(self, data: Path | str, processes: int = 1) -> None:
        """More than one of the processes needs a PostgreSQL, by its URL."""
        self.data = data
        self.processes = processes
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
        words = ["serve", "--no-browser", "--port", str(self.port), "--data", str(self.data)]
        if self.processes > 1:
            words += ["--processes", str(self.processes)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "campagna.cli", *words],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the server did not start")
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/api/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def end(self) -> None:
        """As an operator ends it: its processes end too."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(30)
            self._process = None

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
