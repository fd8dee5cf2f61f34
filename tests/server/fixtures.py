"""A table in one process: the application behind a test client, with seats that play at random."""

from __future__ import annotations

from time import sleep
from typing import Any

import anyio.to_thread
import httpx
import msgspec
from starlette.testclient import TestClient

from campagna.core.chance import UnrecordedChance
from campagna.core.contract import Order
from campagna.match.gate import Gate
from campagna.match.session import ENGINE_LOCK, Session
from campagna.server.app import make_app
from campagna.server.bot_workers import Answer, Question, decide, pack, unpack
from tests.match.fixtures import SIDES, some_order

JSON = {"content-type": "application/json"}


async def think_here(question: Question) -> Answer:
    """A computer seat in a thread: what the workers do, where guests of the registry are known."""

    def think() -> Answer:
        with ENGINE_LOCK:
            return decide(unpack(pack(question)))

    return await anyio.to_thread.run_sync(think)


class Table:
    """One match at a client. Orders are chosen from the truth and given over HTTP."""

    def __init__(self, client: TestClient, service: Gate, created: dict[str, Any]) -> None:
        self.client = client
        self.service = service
        self.match: str = created["match"]
        self.tokens: dict[str, str] = created["tokens"]

    @property
    def live(self) -> Session:
        return self.service.live(self.match)

    @property
    def side(self) -> str:
        step = self.live.kept.status.step
        assert step is not None
        return step.side

    @property
    def other(self) -> str:
        return next(s for s in self.live.sides if s != self.side)

    @property
    def version(self) -> int:
        return self.live.kept.version

    def choose(self, seed: int) -> Any:
        return plain(some_order(self.live, UnrecordedChance(seed)))

    def get(self, what: str, viewer: str, **query: Any) -> httpx.Response:
        params = {"token": self.tokens[viewer], **query}
        response: httpx.Response = self.client.get(
            f"/api/matches/{self.match}{what}", params=params
        )
        return response

    def post(self, what: str, **body: Any) -> httpx.Response:
        response: httpx.Response = self.client.post(f"/api/matches/{self.match}{what}", json=body)
        return response

    def order(self, order: Any) -> httpx.Response:
        return self.post("/orders", token=self.tokens[self.side], version=self.version, order=order)

    def play(self, orders: int, seed: int = 1) -> None:
        for n in range(orders):
            if self.live.over:
                return
            while (response := self.order(self.choose(seed * 1000 + n))).status_code == 429:
                sleep(response.json()["retry_after"])
            assert response.status_code == 200, response.text


def plain(order: Order) -> Any:
    return msgspec.to_builtins(order)


def new_client(service: Gate) -> TestClient:
    app = make_app(service, think_here)
    # Sockets of a test client ignore its base URL.
    headers, here = {"host": "127.0.0.1"}, ("127.0.0.1", 50000)
    return TestClient(app, base_url="http://127.0.0.1", headers=headers, client=here)


def new_table(
    client: TestClient, service: Gate, game: str, seats: dict[str, str] | None = None
) -> Table:
    wish = {"game": game, "seats": seats or dict.fromkeys(SIDES[game], "human")}
    response = client.post("/api/matches", json=wish)
    assert response.status_code == 201, response.text
    return Table(client, service, response.json())
