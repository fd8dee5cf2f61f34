"""Several real processes of one server on one database, and seats that play at any of them."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONWARNINGS": "ignore"}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "campagna.cli", *arguments]


class Process:
    """A process with an address of its own; `start` again after a kill is another one."""

    def __init__(self, data: str, *more: str) -> None:
        self._arguments = ["serve", "--no-browser", "--port", "0", "--data", data, "--json", *more]
        self.begin()

    def begin(self) -> None:
        self.process = subprocess.Popen(
            command(*self._arguments), env=ENVIRONMENT, stdout=subprocess.PIPE
        )
        self.address = ""

    def ready(self) -> None:
        assert self.process.stdout is not None
        self.address = json.loads(self.process.stdout.readline())["address"]
        self.client = httpx.Client(base_url=self.address, timeout=PATIENCE)

    def kill(self, number: int = signal.SIGKILL) -> None:
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        if self.address:
            self.client.close()


class Worker:
    """A process in which computers think."""

    def __init__(self, data: str, *more: str) -> None:
        self._arguments = ["worker", "--data", data, "--json", *more]
        self.begin()

    def begin(self) -> None:
        self.process = subprocess.Popen(
            command(*self._arguments), env=ENVIRONMENT, stdout=subprocess.PIPE
        )

    def ready(self) -> None:
        assert self.process.stdout is not None
        assert json.loads(self.process.stdout.readline())["ready"]

    def kill(self, number: int = signal.SIGKILL) -> None:
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


class House:
    """`count` processes on the same data, and so many workers; without any, they think themselves."""

    def __init__(self, data: str, count: int, seed: int = 1, workers: int = 0) -> None:
        self.chance = random.Random(seed)
        more = ("--no-think",) if workers else ()
        # The first one migrates; the others find it done, or wait for it.
        self.processes = [Process(data, *more) for _ in range(count)]
        self.workers = [Worker(data) for _ in range(workers)]
        for one in self.everybody:
            one.ready()

    @property
    def everybody(self) -> list[Process | Worker]:
        return [*self.processes, *self.workers]

    def any(self) -> Process:
        return self.chance.choice(self.processes)

    def close(self) -> None:
        for one in self.everybody:
            one.kill()


class Seats:
    """All seats of one match in one hand, which gives each order to any process."""

    def __init__(self, house: House, game: str, seats: dict[str, str]) -> None:
        self.house = house
        answer = house.any().client.post("/api/matches", json={"game": game, "seats": seats})
        created = answer.json()
        self.match: str = created["match"]
        self.tokens: dict[str, str] = created["tokens"]
        self.told: list[Any] = []

    def get(self, what: str, viewer: str, **query: Any) -> Any:
        params = {"token": self.tokens[viewer], **query}
        client = self.house.any().client
        answer = client.get(f"/api/matches/{self.match}{what}", params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, what: str, side: str, **body: Any) -> httpx.Response:
        message = {"token": self.tokens[side], **body}
        client = self.house.any().client
        answer: httpx.Response = client.post(f"/api/matches/{self.match}{what}", json=message)
        return answer

    def look(self, viewer: str = "spectator") -> dict[str, Any]:
        shot: dict[str, Any] = self.get("", viewer)
        return shot

    def play(self) -> dict[str, Any] | None:
        """One order of whoever is to decide; what he was told, None when it is over."""
        shot = self.look()
        if shot["step"] is None:
            return None
        side = shot["step"]["side"]
        ideas = self.get("/ideas", side)
        answer = self.post("/orders", side, version=shot["version"], order=ideas[0])
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        assert told["version"] == shot["version"] + 1
        return told


def wait_until(done: Callable[[], bool], seconds: float = PATIENCE) -> float:
    """How long it took. Fails when the time is over."""
    begun = time.monotonic()
    while not done():
        assert time.monotonic() - begun < seconds, "it never happened"
        time.sleep(0.05)
    return time.monotonic() - begun
