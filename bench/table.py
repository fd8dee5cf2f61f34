"""From an order to the updated view: what the table adds to the engine's own cost.

    python -m bench.table

A real server is played over loopback. Three things are timed for each order of a game in progress:

engine      judge and play the order, then make what a player sees next: view, tabletop, offers
loopback    one request that does nothing, there and back
table       from sending the order to holding the update of the WebSocket

The table keeps its promise if its median is at most twice the engine's plus one loopback.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

from campagna.core.chance import SeededChance, Whim
from campagna.core.contract import Setup
from campagna.games.registry import load_game
from campagna.match.match import Match

GAME = "panzergruppe-guderian"
WARMING = 60
"""Orders before the first one that counts: the set-up and the first moves."""
ORDERS = 240
_ROOT = Path(__file__).parents[1]


@contextmanager
def server() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen(
            [sys.executable, "-m", "campagna.cli", "serve", "--no-browser", "--port", "0"]
            + ["--data", data, "--json"],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(_ROOT / "src")},
        )
        try:
            assert process.stdout is not None
            yield json.loads(process.stdout.readline())["address"]
        finally:
            process.terminate()
            process.wait(10)


def engine_costs(orders: list[Any]) -> list[float]:
    """The same orders without any table around them."""
    game = load_game(GAME)
    match = Match(game, Setup(game.scenarios[0].id), SeededChance(1))
    costs = []
    for order in orders:
        step = match.step
        assert step is not None
        decoded = msgspec.convert(order, game.order_type)
        if match.refusal(decoded) is not None:
            break
        begun = time.perf_counter()
        match.refusal(decoded)
        match.play(decoded)
        after = match.step
        seen: list[Any] = [game.tabletop(game.view(match.state, step.side))]  # type: ignore[attr-defined]
        if after is not None:
            seen.append(game.offers(match.state).listing())
        costs.append(time.perf_counter() - begun)
    return costs


class Seat:
    """Both seats in one hand; random orders are chosen in a copy of the match, outside the clock."""

    def __init__(self, client: httpx.Client, address: str) -> None:
        wish = {"game": GAME, "seats": {"soviet": "human", "german": "human"}}
        created = client.post("/api/matches", json=wish).json()
        self.client, self.match, self.tokens = client, created["match"], created["tokens"]
        live = f"{address.replace('http', 'ws')}/api/matches/{self.match}/live?token="
        self.sockets: dict[str, ClientConnection] = {
            side: connect(live + self.tokens[side], max_size=None) for side in wish["seats"]
        }
        self.shots = {side: self._hear(side)["snapshot"] for side in self.sockets}

    def _hear(self, side: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self.sockets[side].recv())
            if message["type"] == "update":
                return message

    @property
    def side(self) -> str:
        return str(self.shots["german"]["step"]["side"])

    def give(self, order: Any) -> float:
        """Seconds from the order to the update at the seat that gave it."""
        side, version = self.side, self.shots["german"]["version"]
        body = {"token": self.tokens[side], "version": version, "order": order}
        socket = self.sockets[side]
        begun = time.perf_counter()
        response = self.client.post(f"/api/matches/{self.match}/orders", json=body)
        text = socket.recv()
        taken = time.perf_counter() - begun
        response.raise_for_status()
        self.shots[side] = json.loads(text)["snapshot"]
        other = next(s for s in self.sockets if s != side)
        self.shots[other] = self._hear(other)["snapshot"]
        return taken


def choose(seat: Seat, whim: Whim) -> Any:
    """An order for the deciding seat, sampled from what the seat itself knows."""
    game = load_game(GAME)
    record = seat.client.get(
        f"/api/matches/{seat.match}/record", params={"token": ",".join(seat.tokens.values())}
    )
    raise NotImplementedError(record, game, whim)
