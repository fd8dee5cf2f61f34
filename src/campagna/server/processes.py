"""Several processes of one server: each is `campagna serve` on the same socket, and one that dies is
started again.

They share nothing but the socket and the database. A process whose parent is gone ends too.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence

from campagna.server.operations.settings import BadSettings
from campagna.server.serve import address_of, listen

_log = logging.getLogger(__name__)

READY_SECONDS = 60.0
_LOOK_SECONDS = 0.2
_REST_SECONDS = 1.0
"""One that ended is started again no sooner than this after its last start."""
END_SECONDS = 15.0
_SOCKET, _NUMBER = "CAMPAGNA_SHARED_SOCKET", "CAMPAGNA_PROCESS_NUMBER"


class Processes:
    """`arguments`: of the command that every one of them runs."""

    def __init__(self, count: int, arguments: Sequence[str], shared: int) -> None:
        self._arguments = [sys.executable, "-m", "campagna.cli", *arguments]
        self._shared = shared
        self._running: list[tuple[subprocess.Popen[bytes], float]] = []
        self._count = count

    @property
    def pids(self) -> list[int]:
        return [process.pid for process, _ in self._running]

    def start(self) -> None:
        """Start them all, and wait until each has said that it is ready. Raises `OSError`."""
        self._running = [self._start(n) for n in range(self._count)]
        for process, _ in self._running:
            assert process.stdout is not None
            if not process.stdout.readline():
                self.end()
                raise OSError("a process of the server did not start")

    def _start(self, number: int) -> tuple[subprocess.Popen[bytes], float]:
        process = subprocess.Popen(
            self._arguments,
            # It ends when this end of the pipe is closed: when we end, however that happens.
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=(self._shared,),
            env={**os.environ, _SOCKET: str(self._shared), _NUMBER: str(number)},
        )
        return process, time.monotonic()

    def watch(self, enough: threading.Event) -> None:
        """Start again whoever ends, until it is enough."""
        while not enough.wait(_LOOK_SECONDS):
            for n, (process, begun) in enumerate(self._running):
                if process.poll() is not None and time.monotonic() - begun > _REST_SECONDS:
                    _log.warning("process %d has ended and is started again", process.pid)
                    self._running[n] = self._start(n)

    def end(self) -> None:
        for process, _ in self._running:
            if process.poll() is None:
                process.terminate()
        deadline = time.monotonic() + END_SECONDS
        for process, _ in self._running:
            try:
                process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def run(processes: Processes, ready: Callable[[], None]) -> None:
    """Until a signal says that it is enough."""
    enough = threading.Event()

    def stop(*_: object) -> None:
        enough.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    try:
        processes.start()
        ready()
        processes.watch(enough)
    finally:
        processes.end()


def follow_parent() -> None:
    """End when whoever started this process is gone."""

    def wait() -> None:
        while os.read(sys.stdin.fileno(), 1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()


def shared_socket() -> socket.socket | None:
    """The listening socket that was handed to this process, if it is one of several."""
    number = os.environ.get(_SOCKET, "")
    if not number:
        return None
    listening = socket.socket(fileno=int(number))
    listening.set_inheritable(False)
    return listening


def own_number() -> int:
    """Which of several processes this is, from 0."""
    return int(os.environ.get(_NUMBER, "0"))


def check_shared(option: str, data: str | None) -> None:
    """Raises `BadSettings` where several processes cannot share the matches."""
    if data is None or not data.startswith("postgres"):
        raise BadSettings(
            f"{option} chiede un database PostgreSQL: --data postgresql://UTENTE@HOST/DATABASE",
            f"{option} needs a PostgreSQL database: --data postgresql://USER@HOST/DATABASE",
        )


def several(count: int, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve with so many processes like this one, until a signal."""
    listening = listen(host, port)
    arguments = [*sys.argv[1:], "--no-browser", "--json"]
    processes = Processes(count, arguments, listening.fileno())
    run(processes, lambda: ready(address_of(listening, host)))
