"""kill -9: whatever a player was told is there when the server comes back.

A real server in a process of its own is killed between orders, and while orders are on their way.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from campagna.core.proof import verify
from campagna.core.record_file import read_record
from campagna.games.registry import load_game
from tests.match.databases import BACKENDS, fresh_database
from tests.match.fixtures import GUDERIAN

ROOT = Path(__file__).parents[2]
PATIENCE = 60


@pytest.fixture(params=BACKENDS)
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """What `--data` takes: a folder, or the URL of a database."""
    if request.param == "sqlite":
        yield str(tmp_path)
        return
    with fresh_database(request.param, tmp_path) as url:
        yield url


class Server:
    def __init__(self, data: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONWARNINGS": "ignore"}
        arguments = ["serve", "--no-browser", "--port", "0", "--data", data, "--json"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "campagna.cli", *arguments],
            env=environment,
            stdout=subprocess.PIPE,
        )
        assert self.process.stdout is not None
        self.address: str = json.loads(self.process.stdout.readline())["address"]
        self.client = httpx.Client(base_url=self.address, timeout=PATIENCE)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)
        self.client.close()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def running(data: str) -> Iterator[Server]:
    server = Server(data)
    try:
        yield server
    finally:
        server.kill()


class Seats:
    """Both seats of a match, which remember what they were told."""

    def __init__(self, server: Server) -> None:
        wish = {"game": GUDERIAN, "seats": {"soviet": "human", "german": "human"}}
        created = server.client.post("/api/matches", json=wish).json()
        self.match: str = created["match"]
        self.tokens: dict[str, str] = created["tokens"]
        self.acknowledged = 0
        self.told: list[Any] = []

    def look(self, server: Server, viewer: str = "spectator") -> dict[str, Any]:
        path = f"/api/matches/{self.match}"
        found: dict[str, Any] = server.client.get(
            path, params={"token": self.tokens[viewer]}
        ).json()
        return found

    def message(self, server: Server) -> dict[str, Any]:
        side = self.look(server)["step"]["side"]
        shot = self.look(server, side)
        offers = {o["order"]: o for o in shot["offers"]}
        if "deploy" in offers:
            unit, hexes = next(iter(offers["deploy"]["subjects"].items()))
            order = {"order": "deploy", "unit": unit, "hex": hexes[0]}
        elif "interdict" in offers:
            order = {"order": "interdict", "hexes": ["2015"]}
        else:
            order = {"order": "done"}
        return {"token": self.tokens[side], "version": shot["version"], "order": order}

    def play(self, server: Server) -> None:
        response = server.client.post(
            f"/api/matches/{self.match}/orders", json=self.message(server)
        )
        assert response.status_code == 200, response.text
        self.acknowledged = response.json()["version"]
        self.told.append(response.json()["lines"][0]["events"])

    def check(self, server: Server) -> None:
        shot = self.look(server)
        assert shot["version"] >= self.acknowledged
        path = f"/api/matches/{self.match}/log"
        log = server.client.get(path, params={"token": self.tokens["spectator"]}).json()
        assert [line["events"] for line in log][: len(self.told)] == self.told
        self.acknowledged = shot["version"]
        self.told = [line["events"] for line in log]


def test_killed_between_any_two_orders(data: str) -> None:
    server = Server(data)
    seats = Seats(server)
    for _ in range(4):
        for _ in range(2):
            seats.play(server)
        server.kill()
        server = Server(data)
        before = seats.acknowledged
        seats.check(server)
        assert seats.acknowledged == before
    tokens = ",".join(seats.tokens.values())
    path = f"/api/matches/{seats.match}/record"
    text = server.client.get(path, params={"token": tokens}).content
    server.kill()
    assert verify(load_game(GUDERIAN), read_record(text.splitlines())).orders == 8


@pytest.mark.parametrize("delay", [0.0, 0.004, 0.02])
def test_killed_while_an_order_is_on_its_way(data: str, delay: float) -> None:
    with running(data) as server:
        seats = Seats(server)
        seats.play(server)
        message = seats.message(server)
        answers: list[httpx.Response] = []

        def give() -> None:
            try:
                path = f"{server.address}/api/matches/{seats.match}/orders"
                answers.append(httpx.post(path, json=message, timeout=PATIENCE))
            except httpx.HTTPError:
                pass

        giving = threading.Thread(target=give)
        giving.start()
        time.sleep(delay)
        server.process.send_signal(signal.SIGKILL)
        giving.join(PATIENCE)
        if answers:
            assert answers[0].status_code == 200
            seats.acknowledged = answers[0].json()["version"]
            seats.told.append(answers[0].json()["lines"][0]["events"])
    with running(data) as server:
        seats.check(server)
        assert seats.acknowledged in (1, 2)
        seats.play(server)


def test_workers_end_with_a_killed_server(tmp_path: Path) -> None:
    with running(str(tmp_path)) as server:
        wish = {"game": GUDERIAN, "seats": {"soviet": "recruit", "german": "recruit"}}
        server.client.post("/api/matches", json=wish)
        workers = wait_for_children(server.process.pid)
    deadline = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


def wait_for_children(pid: int) -> list[int]:
    """The worker processes of the server; the resource tracker, which is no worker, among them."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        if len(children) >= 2:
            return [int(child) for child in children]
        time.sleep(0.05)
    raise AssertionError("no worker was started")
