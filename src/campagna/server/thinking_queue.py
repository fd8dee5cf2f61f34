"""Computers' turns as jobs in PostgreSQL: whoever has time takes one, and none is forgotten.

One job is one turn of a seat. It is put into the queue in the transaction of the order that hands over to
the computer, or by whoever finds a computer that owes an order. A worker that dies is noticed by its
heartbeat, and another goes on from the order it had come to; two who think about the same turn cannot
do harm, for the version lets one order through.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress

import anyio.to_thread
import psycopg
from procrastinate import App, PsycopgConnector, RetryStrategy
from procrastinate.exceptions import ConnectorException
from procrastinate.schema import SchemaManager
from sqlalchemy import text
from sqlalchemy.engine import Engine

from campagna.core.contract import Step
from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.match.session import HUMAN, Session
from campagna.match.shelf import StoreFailed
from campagna.match.standing import Job, StoredMatch
from campagna.server.bot_workers import BotWorkers, is_quick, to_decide

_log = logging.getLogger(__name__)

QUICK, DEEP = "quick", "deep"
QUEUES = (QUICK, DEEP)
TASK = "think"
PRESENT, ABSENT, UNATTENDED = 100, 50, -100
"""Priorities: a person waits at the table, a person plays, computers play each other."""
OWED_SECONDS = 6
"""A computer that owes an order for so long, and whose turn is in nobody's hand, is reminded."""
_HEARTBEAT, _STALLED = 1.0, 4.0
_POLL = 1.0
_AGAIN = RetryStrategy(max_attempts=5, wait=1)
_LOCK = 0x43414D51


def prepare(engine: Engine) -> None:
    """Make the tables of the queue, if nobody has."""
    with engine.begin() as connection:
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        found = connection.execute(text("SELECT to_regclass('procrastinate_jobs')")).scalar()
        if found is None:
            # As it stands: its functions hold what SQLAlchemy would take for parameters.
            driver = connection.connection.driver_connection
            assert isinstance(driver, psycopg.Connection)
            driver.execute(SchemaManager.get_schema())


def queue_of(seat: str) -> str:
    return QUICK if is_quick(seat) else DEEP


class ThinkingQueue:
    """Stands where `BotWorkers` stand at home, which do the thinking here too."""

    def __init__(
        self,
        service: Gate,
        computers: BotWorkers,
        present: Callable[[str], frozenset[str]],
        ask_elsewhere: Callable[[str], bool],
        queues: Sequence[str] = QUEUES,
    ) -> None:
        self.service = service
        self._computers = computers
        self._present = present
        self._ask_elsewhere = ask_elsewhere
        self._queues = queues
        engine = service.store.engine
        prepare(engine)
        url = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.app = App(connector=PsycopgConnector(conninfo=url, min_size=1, max_size=4))
        self.app.task(name=TASK, retry=_AGAIN)(self._turn)
        self._tasks: set[asyncio.Task[None]] = set()
        self._next_look = 0.0
        service.jobs = self.job_for

    def job_for(self, kept: StoredMatch, step: Step, version: int) -> Job:
        """The turn that begins with this version."""
        people = {side for side, seat in kept.seats.items() if seat.kind == HUMAN}
        priority = ABSENT if people else UNATTENDED
        if people & self._present(kept.id):
            priority = PRESENT
        queue = queue_of(kept.seats[step.side].kind)
        return Job(queue=queue, task=TASK, priority=priority, match=kept.id, version=version)

    # --- working ------------------------------------------------------------------------------------

    async def start(self) -> None:
        self._run(self._work())

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _turn(self, match: str) -> None:
        await self._computers.turn(match)

    async def _work(self) -> None:
        """Take jobs of each queue, so that one that is full does not hold up the other."""
        while self._queues:
            try:
                async with self.app.open_async(), asyncio.TaskGroup() as group:
                    group.create_task(self._release())
                    for queue in self._queues:
                        group.create_task(self._take(queue))
            except* (ConnectorException, psycopg.Error, OSError, Rejected) as problems:
                _log.warning("the queue of computers' turns is out of reach: %s", problems)
            await asyncio.sleep(_POLL)

    async def _take(self, queue: str) -> None:
        await self.app.run_worker_async(
            queues=[queue],
            name=queue,
            concurrency=self._computers.count,
            fetch_job_polling_interval=_POLL,
            update_heartbeat_interval=_HEARTBEAT,
            stalled_worker_timeout=_STALLED,
            shutdown_graceful_timeout=1.0,
            delete_jobs="successful",
            install_signal_handlers=False,
        )

    async def _release(self) -> None:
        """What a worker had in hand that is gone, somebody else takes."""
        while True:
            await asyncio.sleep(_POLL)
            manager = self.app.job_manager
            for job in await manager.get_stalled_jobs(seconds_since_heartbeat=_STALLED):
                with suppress(ConnectorException):
                    # Two who find it at once: one is told that it is released already.
                    await manager.retry_job(job)
            if self._next_look <= asyncio.get_running_loop().time():
                self._next_look = asyncio.get_running_loop().time() + OWED_SECONDS / 2
                owed = await anyio.to_thread.run_sync(self.service.store.owed, OWED_SECONDS)
                await self._remind(owed)

    # --- asking for a turn --------------------------------------------------------------------------

    def wake(self, live: Session) -> None:
        """If a computer is to decide and nobody has its turn in hand, put it into the queue."""
        if to_decide(live) is not None:
            self._run(self._ensure(live))

    async def _ensure(self, live: Session) -> None:
        step = to_decide(live)
        if step is None:
            return
        job = self.job_for(live.kept, step, live.kept.version)
        try:
            await anyio.to_thread.run_sync(self.service.store.defer, job)
        except StoreFailed:
            _log.warning("the turn of a computer in match %s waits", live.kept.id)

    def hurry(self, id_: str) -> bool:
        return self._computers.hurry(id_) or self._ask_elsewhere(id_)

    async def _remind(self, matches: list[str]) -> None:
        """Turns that are in nobody's hand, however that came about."""
        for match in matches:
            try:
                self.wake(await anyio.to_thread.run_sync(self.service.fresh, match))
            except Rejected:
                continue

    async def close(self) -> None:
        self._queues = ()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._computers.close()
