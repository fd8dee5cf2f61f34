"""Computer seats: they think in worker processes and pass their orders through the gate.

A worker is sent the view of its side and nothing else; it imagines the rest. So a computer cannot
know more than a player in its chair, and however long it thinks, the table goes on answering.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import multiprocessing.connection
import os
import secrets
import signal
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, Protocol

import anyio.to_thread
import msgspec

from campagna.bots.bots import Bot, Explaining, bot_maker
from campagna.core.chance import SeededChance
from campagna.core.contract import Game, Step, View
from campagna.games.registry import load_game
from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.match.session import ENGINE_LOCK, HUMAN, NOBODY, Session
from campagna.server.bot_progress import BOARD, NO_ROW, Cells, connect


class Question(msgspec.Struct, frozen=True):
    """What a seat is asked: everything its side may know."""

    match: str
    game: str
    seat: str
    side: str
    view: View
    seed: int


class Answer(msgspec.Struct, frozen=True):
    """The order as JSON, and why it is given if the seat can tell."""

    order: bytes
    why: dict[str, str] | None = None


Think = Callable[[Question], Awaitable[Answer]]

_log = logging.getLogger(__name__)
_MOST_SEATS = 64
_PROGRESS_SECONDS = 0.25
_seats: dict[tuple[str, str, str], Bot] = {}
"""Of this process: a seat that plans ahead finds its plan again if it is asked here next time."""


def decide(question: Question, row: int = NO_ROW, cells: Cells | None = None) -> Answer:
    """The seat's order. Raises `BadBots` for a seat that is not known here.

    `row` is the one of the board of progress, whose `cells` the seat shares.
    """
    game = load_game(question.game)
    key = (question.match, question.side, question.seat)
    chance = SeededChance(question.seed)
    seat = _seats.pop(key, None) or bot_maker(question.seat)(game, question.side, chance)
    _seats[key] = seat
    if len(_seats) > _MOST_SEATS:
        del _seats[next(iter(_seats))]
    if cells is not None:
        connect(seat, cells, row)
    state = game.imagine(question.view, chance)
    offers = game.offers(state)
    try:
        order = seat.decide(offers, lambda: question.view)
        why = seat.explain() if isinstance(seat, Explaining) else None
    except Exception:
        # A fault of a seat must not hold up the match: it plays on as a recruit would.
        _log.exception("%s as %s in match %s", question.seat, question.side, question.match)
        _seats.pop(key, None)
        order, why = offers.sample(chance), None
    return Answer(msgspec.json.encode(order), None if why is None else dict(why))


_shared: list[Cells] = []
"""Of a worker process: the board of progress it shares with the server."""


def _decide_from_bytes(packed: bytes, row: int) -> Answer:
    return decide(unpack(packed), row, _shared[0])


def pack(question: Question) -> bytes:
    return msgspec.msgpack.encode(question)


def unpack(packed: bytes) -> Question:
    """The position inside a view is of the game's own type, which only the game knows."""
    question = msgspec.msgpack.decode(packed, type=Question)
    game: Game[Any] = load_game(question.game)
    position = msgspec.convert(question.view.position, game.position_type)
    view = msgspec.structs.replace(question.view, position=position)
    return msgspec.structs.replace(question, view=view)


_QUICK = ("recruit", "captain")


def is_quick(seat: str) -> bool:
    """Whether a seat answers at once; others search."""
    return seat in _QUICK


class Workers:
    """A few processes that think. They start with the first question and end with their parent.

    Seats that answer at once have processes of their own: they never wait for those that search.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._pools: dict[bool, ProcessPoolExecutor] = {}

    async def think(self, question: Question) -> Answer:
        quick = is_quick(question.seat)
        pool = self._ready_pool(quick)
        try:
            return await self._ask(pool, question)
        except BrokenProcessPool:
            # A worker died. One of those who notice makes a new pool; all ask once more.
            if self._pools.get(quick) is pool:
                del self._pools[quick]
            return await self._ask(self._ready_pool(quick), question)

    def _ready_pool(self, quick: bool) -> ProcessPoolExecutor:
        pool = self._pools.get(quick)
        if pool is None:
            spawn = multiprocessing.get_context("spawn")
            given = (BOARD.cells, quick)
            pool = ProcessPoolExecutor(self.count, spawn, _begin_work, given)
            self._pools[quick] = pool
        return pool

    async def _ask(self, pool: ProcessPoolExecutor, question: Question) -> Answer:
        loop = asyncio.get_running_loop()
        row = BOARD.open(question.match)
        try:
            return await loop.run_in_executor(pool, _decide_from_bytes, pack(question), row)
        finally:
            BOARD.close(question.match)

    def close(self) -> None:
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)


def _begin_work(cells: Cells, quick: bool) -> None:
    """Ctrl-C is for the server; a server that was killed takes its workers with it."""
    if not quick:
        # Whoever searches for seconds leaves the processor to those who answer at once.
        os.nice(10)
    _shared[:] = [cells]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    multiprocessing.connection.wait([sentinel])
    os._exit(0)


class Computers(Protocol):
    """Whoever sees to it that computers decide."""

    def wake(self, live: Session) -> None: ...

    def hurry(self, id_: str) -> bool: ...

    async def start(self) -> None: ...

    async def close(self) -> None: ...


class BotWorkers:
    """Plays the computer seats of every match that somebody has looked at since the start."""

    def __init__(
        self,
        service: Gate,
        think: Think,
        changed: Callable[[str], None],
        thinking: Callable[[str, str, int, int | None], None],
    ) -> None:
        self.service = service
        self._think = think
        self._changed = changed
        self._thinking = thinking
        self.count = 1
        """How many may think at once."""
        self._playing: dict[str, asyncio.Task[None]] = {}

    async def start(self) -> None:
        """Nothing is to be done before somebody looks at a match."""

    def wake(self, live: Session) -> None:
        """If a computer is to decide in this match, let it."""
        id_ = live.kept.id
        if id_ not in self._playing and to_decide(live) is not None:
            task = asyncio.get_running_loop().create_task(self._play(id_))
            self._playing[id_] = task
            task.add_done_callback(partial(self._stopped, id_))

    def _stopped(self, id_: str, task: asyncio.Task[None]) -> None:
        self._playing.pop(id_, None)
        if not task.cancelled() and task.exception() is not None:
            _log.error("the computer in match %s gave up", id_, exc_info=task.exception())

    async def close(self) -> None:
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, id_: str) -> None:
        """Turn after turn, until a person decides or it is over."""
        while await self.turn(id_):
            pass

    async def turn(self, id_: str) -> bool:
        """Order after order of one seat, each committed and told; False if no computer is to decide."""
        done, side = 0, ""
        while True:
            live = await anyio.to_thread.run_sync(self.service.fresh, id_)
            step = to_decide(live)
            if step is None or side not in ("", step.side):
                return step is not None
            side = step.side
            self._thinking(id_, step.side, done, None)
            version, question = await anyio.to_thread.run_sync(_question, live, step.side)
            answer = await self._watched(id_, step.side, question)
            give = partial(
                self.service.computer_order, id_, step.side, version, answer.order, answer.why
            )
            try:
                await anyio.to_thread.run_sync(give)
            except Rejected as rejected:
                if rejected.key not in ("stale", "over", "not-your-turn"):
                    raise
            done += 1
            self._changed(id_)

    async def _watched(self, id_: str, side: str, question: Question) -> Answer:
        """The order; meanwhile whoever watches hears how far the seat is with its evaluations."""
        thought = asyncio.ensure_future(self._think(question))
        shown: tuple[int, int] | None = None
        try:
            while not thought.done():
                await asyncio.wait({thought}, timeout=_PROGRESS_SECONDS)
                now = BOARD.progress(id_)
                if now is not None and now != shown and not thought.done():
                    shown = now
                    self._thinking(id_, side, *now)
        except asyncio.CancelledError:
            thought.cancel()
            raise
        return thought.result()

    def hurry(self, id_: str) -> bool:
        """Ask for the order now; False if nobody thinks in this match."""
        return BOARD.hurry(id_)


def to_decide(live: Session) -> Step | None:
    """The step, if a computer is to decide it."""
    step = live.kept.status.step
    if live.over or step is None or live.kept.seats[step.side].kind in (HUMAN, NOBODY):
        return None
    return step


def _question(live: Session, side: str) -> tuple[int, Question]:
    with live.lock, ENGINE_LOCK:
        view = live.game.view(live.match.state, side)
        seat = live.kept.seats[side].kind
        seed = secrets.randbits(63)
        question = Question(live.kept.id, live.kept.game, seat, side, view, seed)
        return live.kept.version, question
