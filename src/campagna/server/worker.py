"""A process that only lets computers think, beside those that answer browsers."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Sequence

from campagna.match.gate import Gate
from campagna.server.announcer import Notice, announcer_for
from campagna.server.bot_progress import BOARD
from campagna.server.bot_workers import BotWorkers, Workers
from campagna.server.thinking_queue import ThinkingQueue


class _Ear:
    """What a worker has to hear of the others."""

    def __init__(self, service: Gate) -> None:
        self._service = service

    def heard(self, notice: Notice) -> None:
        if notice.hurry:
            BOARD.hurry(notice.match)
        elif notice.version is not None:
            self._service.heard(notice.match, notice.version)

    def swept(self, versions: dict[str, int]) -> None:
        """Nobody watches here."""


async def work(service: Gate, queues: Sequence[str], count: int, ready: Callable[[], None]) -> None:
    """Take turns of these queues, `count` of each at once, until a signal."""
    announcer = announcer_for(service.store.engine)
    workers = Workers(count)

    def changed(match: str) -> None:
        version = service.known_version(match)
        if version is not None:
            announcer.say(Notice(match, version))

    def thinking(match: str, side: str, done: int, of: int | None) -> None:
        announcer.say(Notice(match, thinking=(side, done, of)))

    computers = BotWorkers(service, workers.think, changed, thinking)
    computers.count = count
    queue = ThinkingQueue(service, computers, announcer.present, lambda _: False, queues)
    enough = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, enough.set)
    await announcer.start(_Ear(service))
    await queue.start()
    ready()
    try:
        await enough.wait()
    finally:
        await queue.close()
        await announcer.close()
        workers.close()
        service.store.close()
