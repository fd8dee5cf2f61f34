"""Processes that answer long questions, so that an order of another match need not wait for them.

A question may take so many seconds of the processor: on a busy machine nobody is refused for what others
do. An engine that does not answer even long after that is ended, and another is started in its place.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import queue
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

from campagna.match.errors import Rejected

T = TypeVar("T")
P = ParamSpec("P")

_log = logging.getLogger(__name__)
_START_SECONDS = 60.0
_PATIENCE = 20
"""How many times as long a question may take by the clock."""


class _Engine:
    def __init__(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._line, theirs = spawn.Pipe()
        self._process = spawn.Process(target=_answer, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        if not self._line.poll(_START_SECONDS) or self._line.recv() != "ready":
            self.end()
            raise EOFError("an engine did not start")

    def ask(self, seconds: float, question: bytes) -> bytes | None:
        """None if it took too long. Raises `EOFError` or `OSError` if the engine died."""
        self._line.send((seconds, question))
        return self._line.recv_bytes() if self._line.poll(seconds * _PATIENCE) else None

    def end(self) -> None:
        self._process.kill()
        self._line.close()


class EngineProcesses:
    """A few engines, each started when it is first needed. Thread-safe."""

    def __init__(self, count: int) -> None:
        # The one that was used last is taken first: its games are loaded.
        self._free: queue.LifoQueue[_Engine | None] = queue.LifoQueue()
        for _ in range(count):
            self._free.put(None)

    def ask(self, seconds: float, work: Callable[P, T], /, *given: P.args, **named: P.kwargs) -> T:
        question = pickle.dumps((work, given, named))
        try:
            engine = self._free.get(timeout=seconds * _PATIENCE)
        except queue.Empty:
            raise Rejected("too-many", retry_after=1) from None
        try:
            engine = engine or _Engine()
            answer = engine.ask(seconds, question)
            if answer is None:
                engine.end()
                engine = None
        except (EOFError, OSError):
            _log.exception("an engine died")
            if engine is not None:
                engine.end()
            engine, answer = None, None
        finally:
            self._free.put(engine)
        if answer is None:
            raise Rejected("too-hard")
        fault, found = pickle.loads(answer)
        if fault is not None:
            raise fault
        result: T = found
        return result

    def warm(self) -> None:
        """Start one before anybody asks."""
        self.ask(_START_SECONDS, os.getpid)

    def close(self) -> None:
        while True:
            try:
                engine = self._free.get_nowait()
            except queue.Empty:
                return
            if engine is not None:
                engine.end()


def _answer(line: Connection) -> None:
    """An engine: question after question, until whoever asks is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    line.send("ready")
    while True:
        try:
            seconds, question = line.recv()
        except (EOFError, OSError):
            return
        try:
            line.send_bytes(_worked(seconds, question))
        except (BrokenPipeError, OSError):
            return


def _too_hard(*_: object) -> None:
    raise Rejected("too-hard")


def _worked(seconds: float, question: bytes) -> bytes:
    """What is sent back: a fault, or the answer."""
    try:
        work: Callable[..., Any]
        work, given, named = pickle.loads(question)
        signal.signal(signal.SIGPROF, _too_hard)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            answer = work(*given, **named)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        return pickle.dumps((None, answer))
    except Exception as fault:
        try:
            packed = pickle.dumps((fault, None))
            pickle.loads(packed)
        except Exception:
            return pickle.dumps((RuntimeError(repr(fault)), None))
        return packed
