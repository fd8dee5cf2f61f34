"""What a crowd costs: python -m bench.crowd [--check] [--quick]

A real server on SQLite is played over loopback. Every row compares two things measured in this one run:

order      processor time of the server for an order of Guderian, against the engine's own `play`
update     bytes of an update against the whole snapshot, and as it travels, median of a game
watchers   how long an order takes with 200 who watch, against nobody
matches    a request to one of 500 matches of 400 orders, visited in turn, against one that is in memory
generals   a captain's reply while 20 generals think elsewhere, against an idle server

The machine is shared: orders with and without company alternate, and medians are compared.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

from bench.table import GAME, MOST_BYTES, Engine, sizes
from campagna.core.chance import UnrecordedChance
from campagna.match.database import open_engine, sqlite_url
from campagna.match.gate import Gate
from campagna.match.opening import NewMatch
from campagna.match.storage import Store, token_hash

ROOT = Path(__file__).parents[1]
WARMING = 60
PEOPLE = {"soviet": "human", "german": "human"}


class Row(msgspec.Struct, frozen=True):
    name: str
    reference: str
    measured: str
    ratio: float
    gate: float

    @property
    def good(self) -> bool:
        return self.ratio <= self.gate


class Server:
    def __init__(self, process: subprocess.Popen[bytes], address: str) -> None:
        self.process = process
        self.client = httpx.Client(base_url=address, timeout=120)
        self.address = address

    def seconds(self) -> float:
        """Processor time of the server itself, without those that think for it."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def create(self, seats: dict[str, str]) -> Any:
        return self.client.post("/api/matches", json={"game": GAME, "seats": seats}).json()

    def look(self, match: str, token: str) -> Any:
        return self.client.get(f"/api/matches/{match}", params={"token": token}).json()

    def give(self, created: Any, side: str, version: int, order: object) -> float:
        """Seconds until the answer to an order."""
        message = {"token": created["tokens"][side], "version": version, "order": order}
        begun = time.perf_counter()
        answer = self.client.post(
            f"/api/matches/{created['match']}/orders",
            content=msgspec.json.encode(message),
            headers={"content-type": "application/json"},
        )
        taken = time.perf_counter() - begun
        answer.raise_for_status()
        return taken


@contextmanager
def server(data: str) -> Iterator[Server]:
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.table", "--serve", data],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    try:
        assert process.stdout is not None
        yield Server(process, process.stdout.readline().decode().strip())
    finally:
        process.terminate()
        process.wait(20)


def order_row(house: Server, orders: int) -> Row:
    created = house.create(PEOPLE)
    engine = Engine(created["match"])
    own, before, counted = 0.0, 0.0, 0
    for n in range(WARMING + orders):
        step = engine.match.step
        if step is None:
            break
        if n == WARMING:
            before = house.seconds()
        order = engine.choose()
        house.give(created, step.side, n, order)
        begun = time.process_time()
        engine.match.play(order)
        if n >= WARMING:
            own += time.process_time() - begun
            counted += 1
    whole = (house.seconds() - before) / counted
    own /= counted
    measured = f"{whole * 1000:.2f} ms an order"
    return Row("order", f"{own * 1000:.3f} ms play", measured, whole / own, 16.0)


def update_rows(orders: int) -> list[Row]:
    snapshot, update, wire = sizes(GAME, orders)
    whole = f"{snapshot / 1000:.1f} kB whole"
    return [
        Row("update", whole, f"{update / 1000:.2f} kB", update / snapshot, 0.1),
        Row("on the wire", "8 kB", f"{wire / 1000:.2f} kB", wire / MOST_BYTES, 1.0),
    ]


class Watchers:
    """Sockets that only listen, in a thread of their own."""

    def __init__(self, address: str, match: str, token: str, count: int) -> None:
        self._address = f"ws{address.removeprefix('http')}/api/matches/{match}/live?token={token}"
        self._count = count
        self._open = threading.Semaphore(0)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._all(),))
        self._thread.start()
        for _ in range(count):
            self._open.acquire()

    async def _all(self) -> None:
        self._enough = asyncio.Event()
        tasks = [asyncio.create_task(self._one()) for _ in range(self._count)]
        await self._enough.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _one(self) -> None:
        async with connect(self._address, max_size=None, compression=None) as line:
            await line.recv()
            self._open.release()
            async for _ in line:
                pass

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._enough.set)
        self._thread.join()


def watchers_row(house: Server, orders: int, count: int = 200) -> Row:
    alone, watched = house.create(PEOPLE), house.create(PEOPLE)
    engines = {one["match"]: Engine(one["match"]) for one in (alone, watched)}
    found: dict[str, list[float]] = {match: [] for match in engines}
    watchers = Watchers(house.address, watched["match"], watched["tokens"]["spectator"], count)
    try:
        for n in range(WARMING + orders):
            for created in (alone, watched):
                engine = engines[created["match"]]
                step = engine.match.step
                if step is None:
                    continue
                order = engine.choose()
                taken = house.give(created, step.side, n, order)
                engine.match.play(order)
                if n >= WARMING:
                    found[created["match"]].append(taken)
                    # An order is given when the one before has been told.
                    time.sleep(0.15)
    finally:
        watchers.close()
    nobody, crowd = (statistics.median(times) for times in found.values())
    return Row(
        f"{count} watchers",
        f"{nobody * 1000:.1f} ms",
        f"{crowd * 1000:.1f} ms",
        crowd / nobody,
        1.3,
    )


def many_matches(data: Path, count: int, orders: int) -> list[tuple[str, str]]:
    """So many matches of so many orders, as rows: one is played, the others are its copies."""
    store = Store(open_engine(sqlite_url(data)))
    gate = Gate(store)
    created = gate.create(NewMatch(GAME, dict(PEOPLE)), ())
    live, whim = gate.live(created.match), UnrecordedChance(7)
    for _ in range(orders):
        step = live.match.step
        if step is None:
            break
        order = msgspec.Raw(msgspec.json.encode(live.game.offers(live.match.state).sample(whim)))
        gate.order(created.match, created.tokens[step.side], live.kept.version, order)
    side = live.match.step.side if live.match.step else "german"
    store.close()
    made = [(created.match, created.tokens[side])]
    with sqlite3.connect(data / "campagna.sqlite3") as connection:
        for n in range(1, count):
            copy, token = f"{n:016x}", f"token-{n}"
            for table in ("matches", "seats", "entries", "marks"):
                rows = connection.execute(f"PRAGMA table_info({table})")
                names = [f'"{row[1]}"' for row in rows]
                key = '"id"' if table == "matches" else '"match"'
                fields = ", ".join("?" if name == key else name for name in names)
                connection.execute(
                    f"INSERT INTO {table} ({', '.join(names)}) "
                    f"SELECT {fields} FROM {table} WHERE {key} = ?",
                    (copy, created.match),
                )
            connection.execute(
                "INSERT INTO seat_tokens (hash, match, side) VALUES (?, ?, ?)",
                (token_hash(token), copy, side),
            )
            made.append((copy, token))
    return made


def matches_row(house: Server, made: list[tuple[str, str]]) -> Row:
    first, *others = made

    def asked(match: str, token: str) -> float:
        begun = time.perf_counter()
        answer = house.client.get(f"/api/matches/{match}/offers", params={"token": token})
        taken = time.perf_counter() - begun
        answer.raise_for_status()
        return taken

    asked(*first)
    known, fresh = [], []
    for other in others:
        known.append(asked(*first))
        fresh.append(asked(*other))
    # The last hundred of them: by then all the others have been looked at.
    here, there = statistics.median(known[-100:]), statistics.median(fresh[-100:])
    return Row(
        f"{len(made)} matches", f"{here * 1000:.1f} ms", f"{there * 1000:.1f} ms", there / here, 1.5
    )


def generals_row(house: Server, count: int = 20, times: int = 3) -> Row:
    def reply() -> float:
        """How long a captain takes for the set-up of his side."""
        begun = time.perf_counter()
        created = house.create({"soviet": "captain", "german": "human"})
        while house.look(created["match"], created["tokens"]["german"])["step"]["side"] != "german":
            time.sleep(0.02)
        return time.perf_counter() - begun

    reply()  # the game is loaded, and whoever thinks has been started
    idle = statistics.median(reply() for _ in range(times))
    for _ in range(count):
        house.create({"soviet": "general", "german": "human"})
    time.sleep(3)
    busy = statistics.median(reply() for _ in range(times))
    return Row(f"{count} generals", f"{idle:.2f} s", f"{busy:.2f} s", busy / idle, 2.0)


def measure(quick: bool) -> list[Row]:
    orders = 100 if quick else 300
    with tempfile.TemporaryDirectory() as data:
        made = many_matches(Path(data), 500, 400)
        with server(data) as house:
            rows = [
                order_row(house, orders),
                *update_rows(orders),
                watchers_row(house, orders // 5),
                matches_row(house, made),
                generals_row(house),
            ]
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description="what a crowd costs")
    parser.add_argument("--quick", action="store_true", help="fewer orders")
    parser.add_argument("--check", action="store_true", help="fail if a gate is not met")
    arguments = parser.parse_args()
    rows = measure(arguments.quick)
    print(f"{'':14} {'against':>18} {'measured':>20} {'ratio':>7} {'gate':>6}")
    for row in rows:
        verdict = "PASS" if row.good else "FAIL"
        print(
            f"{row.name:14} {row.reference:>18} {row.measured:>20} "
            f"{row.ratio:7.2f} {row.gate:6.2f}  {verdict}"
        )
    print("load", *(f"{one:.1f}" for one in os.getloadavg()), "on", os.cpu_count(), "cores")
    return 1 if arguments.check and not all(row.good for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
