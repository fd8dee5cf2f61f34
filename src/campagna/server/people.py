"""People at this server: what the club knows, and the browsers that hear of it."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress

import anyio.to_thread
import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from campagna.club.desk import Desk, now
from campagna.club.invitations import Invitations
from campagna.club.my_games import MyGames
from campagna.club.news import Happened, News
from campagna.club.rematch import Rematches
from campagna.club.sessions import Sessions
from campagna.club.users import Users
from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.server.live import LiveUpdates

_log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds after which everybody hears of what another process did."""
_OVERLAP = 3
_REMEMBERED = 4096
_MOST_WAITING = 64


class Mine(msgspec.Struct, frozen=True, tag="mine"):
    """In how many matches it is my turn; `matches`: those that changed."""

    turns: int
    matches: list[str] = []


class SatDown(msgspec.Struct, frozen=True, tag="joined"):
    """Somebody sat down at one of my tables."""

    match: str
    game: str
    side: str
    name: str


class Again(msgspec.Struct, frozen=True, tag="again"):
    """Somebody asks for a rematch; with `next` it has begun."""

    match: str
    game: str
    name: str
    next: str = ""


MyNews = Mine | SatDown | Again


class Listener:
    """One browser that follows its person's lists."""

    def __init__(self, user: str) -> None:
        self.user = user
        self.wake = asyncio.Event()
        self.waiting: deque[MyNews] = deque(maxlen=_MOST_WAITING)
        self.changed: set[str] = set()


class People:
    def __init__(self, service: Gate, hub: LiveUpdates) -> None:
        desk = Desk(service.store.engine)
        self.service = service
        self.hub = hub
        self.users = Users(desk)
        self.sessions = Sessions(desk)
        self.invitations = Invitations(desk, self.users, service)
        self.games = MyGames(desk, service)
        self.rematches = Rematches(desk, service)
        self.news = News(desk)
        self._listeners: set[Listener] = set()
        self._poked = asyncio.Event()
        self._known: dict[str, None] = {}
        self._since = now()

    # --- what happened ------------------------------------------------------------------------------

    def poke(self) -> None:
        """Something happened here: look at once."""
        self._poked.set()

    async def follow(self) -> None:
        """Look again and again what happened, here or in another process; never ends by itself."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._poked.wait(), EVERY)
            self._poked.clear()
            if not self._listeners and not self.hub.watched():
                self._since = now()
                continue
            try:
                await self._look_for_news()
            except Rejected:
                continue  # the database is away for a moment
            except Exception:
                _log.exception("following what happens at the tables")

    async def _look_for_news(self) -> None:
        started = now()
        found = await anyio.to_thread.run_sync(self.news.since, self._since - _OVERLAP)
        fresh = [one for one in found if one.mark not in self._known]
        self._since = started
        for one in fresh:
            self._known[one.mark] = None
            self._tell(one)
        while len(self._known) > _REMEMBERED:
            del self._known[next(iter(self._known))]
        for match in {one.match for one in fresh} & self.hub.watched():
            self.service.heard(match)
            self.hub.reseated(match)

    def _tell(self, one: Happened) -> None:
        for listener in self._listeners:
            if listener.user not in one.users:
                continue
            listener.changed.add(one.match)
            if one.kind == "joined" and one.by != listener.user:
                listener.waiting.append(SatDown(one.match, one.game, one.side, one.name))
            elif one.kind == "again" and one.by != listener.user:
                listener.waiting.append(Again(one.match, one.game, one.name, one.next))
            listener.wake.set()

    # --- telling it ---------------------------------------------------------------------------------

    async def listen(self, socket: WebSocket, user: str) -> None:
        listener = Listener(user)
        self._listeners.add(listener)
        listener.wake.set()
        telling = asyncio.create_task(self._follow_one(socket, listener))
        try:
            while True:
                await socket.receive_text()
        except (WebSocketDisconnect, KeyError):
            pass
        finally:
            self._listeners.discard(listener)
            telling.cancel()

    async def _follow_one(self, socket: WebSocket, listener: Listener) -> None:
        try:
            while True:
                await listener.wake.wait()
                listener.wake.clear()
                changed, listener.changed = sorted(listener.changed), set()
                turns = await anyio.to_thread.run_sync(self.games.turns, listener.user)
                news: list[MyNews] = [Mine(turns, changed)]
                while listener.waiting:
                    news.append(listener.waiting.popleft())
                for one in news:
                    await socket.send_text(msgspec.json.encode(one).decode())
        except (WebSocketDisconnect, RuntimeError):
            return
        except Rejected:
            # A browser that hears nothing more must know it: it will connect again.
            with suppress(RuntimeError):
                await socket.close(1011)
