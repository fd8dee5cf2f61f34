"""From an order to the updated view: what the table adds to the engine's own cost.

    python -m bench.table

A real server is played over loopback. Three things are timed for each order of a game in progress:

engine      judge and play the order, then make what a player sees next: view, tabletop, offers
loopback    one request that does nothing, there and back
table       from sending the order to holding the update that answers it

Each order has its own allowance: twice what the engine took for it plus one loopback. The table
keeps its promise if the median order stays within its allowance; the disturbances of a shared
machine hit the two sides of the comparison at different moments, so single orders prove nothing.

`--bytes` plays some of every game and compares an update with the whole snapshot: at most a tenth of
its bytes, and at most 8 kB as they travel (deflated), for the median order.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

from campagna.core.chance import SealedChance, UnrecordedChance
from campagna.core.contract import Order
from campagna.core.tabletop import OnTable
from campagna.games.registry import load_game, slugs
from campagna.match.database import open_engine, sqlite_url
from campagna.match.gate import Gate
from campagna.match.match import Match
from campagna.match.opening import NewMatch
from campagna.match.storage import Store
from campagna.server.live import LiveUpdates
from campagna.server.serve import serve

GAME = "panzergruppe-guderian"
WARMING = 60
"""Orders before the first one that counts: the set-up and the first moves."""
ORDERS = 400
MOST_BYTES = 8000
_ROOT = Path(__file__).parents[1]


def known_dice(match: str) -> SealedChance:
    """A secret that the bench knows, so that it can play the same match beside the server."""
    return SealedChance(b"b" * 32, match)


def run_server(data: str) -> None:
    service = Gate(Store(open_engine(sqlite_url(Path(data)))), dice=known_dice)
    serve(service, "127.0.0.1", 0, Path(data), lambda address: print(address, flush=True))


@contextmanager
def server() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen(
            [sys.executable, "-m", "bench.table", "--serve", data],
            stdout=subprocess.PIPE,
            cwd=_ROOT,
            env={**os.environ, "PYTHONPATH": str(_ROOT / "src")},
        )
        try:
            assert process.stdout is not None
            yield process.stdout.readline().decode().strip()
        finally:
            process.terminate()
            process.wait(10)


class Engine:
    """The match of the server, played again without any table around it."""

    def __init__(self, match: str) -> None:
        self.game = load_game(GAME)
        # As a new match begins: with the newest edition of the rules.
        setup = self.game.new_setup(self.game.scenarios[0].id, {})
        self.match = Match(self.game, setup, known_dice(match), match)
        self.whim = UnrecordedChance(7)

    def choose(self) -> Order:
        return self.game.offers(self.match.state).sample(self.whim)

    def play(self, order: Order) -> float:
        """Seconds to judge and play the order and to make what its player sees next."""
        game, match = self.game, self.match
        assert isinstance(game, OnTable)
        step = match.step
        assert step is not None
        begun = time.perf_counter()
        match.refusal(order)
        match.play(order)
        after = match.step
        game.tabletop(game.view(match.state, step.side))
        if after is not None and after.side == step.side:
            tuple(game.offers(match.state))
        return time.perf_counter() - begun


class _Heard(msgspec.Struct):
    type: str
    version: int = -1


class Seats:
    """Both seats of the match in one hand, each with its live line."""

    def __init__(self, client: httpx.Client, address: str, stack: ExitStack) -> None:
        wish = {"game": GAME, "seats": {"soviet": "human", "german": "human"}}
        created = client.post("/api/matches", json=wish).json()
        self.client, self.match, self.tokens = client, created["match"], created["tokens"]
        self.version = 0
        live = f"ws{address.removeprefix('http')}/api/matches/{self.match}/live?token="
        self.lines: dict[str, ClientConnection] = {}
        for side in ("soviet", "german"):
            line = connect(live + self.tokens[side], max_size=None)
            self.lines[side] = stack.enter_context(line)
            self._hear(side, 0)

    def _hear(self, side: str, version: int) -> str | bytes:
        """The next update of this version, whatever else is said before it."""
        while True:
            text = self.lines[side].recv()
            message = msgspec.json.decode(text, type=_Heard)
            if message.type == "update" and message.version == version:
                return text

    def give(self, side: str, order: Order) -> float:
        """Seconds from the order to the update that answers it."""
        body = msgspec.json.encode(
            {"token": self.tokens[side], "version": self.version, "order": order}
        )
        begun = time.perf_counter()
        response = self.client.post(
            f"/api/matches/{self.match}/orders",
            content=body,
            headers={"content-type": "application/json"},
        )
        taken = time.perf_counter() - begun
        response.raise_for_status()
        self.version += 1
        for seat in self.lines:
            self._hear(seat, self.version)
        return taken


def round_trip(client: httpx.Client) -> float:
    begun = time.perf_counter()
    client.get("/api/health")
    return time.perf_counter() - begun


def measure(orders: int) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {"engine": [], "loopback": [], "table": []}
    with ExitStack() as stack:
        address = stack.enter_context(server())
        client = stack.enter_context(httpx.Client(base_url=address, timeout=60))
        seats = Seats(client, address, stack)
        engine = Engine(seats.match)
        for n in range(WARMING + orders):
            step = engine.match.step
            if step is None:
                break
            order = engine.choose()
            table, idle = seats.give(step.side, order), round_trip(client)
            own = engine.play(order)
            if n >= WARMING:
                found["engine"].append(own)
                found["loopback"].append(idle)
                found["table"].append(table)
    return found


def sizes(slug: str, orders: int) -> tuple[float, float, float]:
    """Medians over a game: bytes of the snapshot, of an update, and of an update as it travels."""
    with tempfile.TemporaryDirectory() as data:
        service = Gate(Store(open_engine(sqlite_url(Path(data)))), dice=known_dice)
        updates, game, whim = LiveUpdates(service), load_game(slug), UnrecordedChance(7)
        sides = game.scenarios[0].sides
        created = service.create(NewMatch(slug, dict.fromkeys(sides, "human")), ())
        live = service.live(created.match)
        found = []
        for n in range(orders):
            step = live.match.step
            if step is None:
                break
            before = live.kept.version
            updates.snapshot(live, step.side, frozenset())
            order = msgspec.Raw(msgspec.json.encode(game.offers(live.match.state).sample(whim)))
            service.order(created.match, created.tokens[step.side], before, order)
            text = updates.update(live, step.side, before, frozenset())
            whole = msgspec.json.encode(updates.snapshot(live, step.side, frozenset()))
            if n >= WARMING // 2:
                found.append((len(whole), len(text), len(zlib.compress(text, 6))))
        snapshot, update, wire = (statistics.median(column) for column in zip(*found, strict=True))
        return snapshot, update, wire


def report_sizes(orders: int) -> int:
    kept = True
    for slug in slugs():
        snapshot, update, wire = sizes(slug, orders)
        # Of a game that is small as a whole, an update has nothing to leave out.
        small = snapshot <= MOST_BYTES
        good = (small or update <= snapshot / 10) and wire <= MOST_BYTES
        kept = kept and good
        print(
            f"{slug:22} snapshot {snapshot / 1000:6.1f} kB   update {update / 1000:6.1f} kB"
            f" ({update / snapshot:5.1%})   on the wire {wire / 1000:5.1f} kB"
            f"   {'ok' if good else 'TOO MUCH'}"
        )
    return 0 if kept else 1


def main() -> int:
    parser = argparse.ArgumentParser(description="what the table adds to the engine")
    parser.add_argument("--serve", metavar="DIR", help=argparse.SUPPRESS)
    parser.add_argument("--orders", type=int, default=ORDERS)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--bytes", action="store_true", help="measure updates, not time")
    arguments = parser.parse_args()
    if arguments.serve:
        run_server(arguments.serve)
        return 0
    if arguments.bytes:
        return report_sizes(arguments.orders)
    found = measure(arguments.orders)
    medians = {name: statistics.median(times) * 1000 for name, times in found.items()}
    shares = [
        table / (2 * engine + loopback)
        for table, engine, loopback in zip(
            found["table"], found["engine"], found["loopback"], strict=True
        )
    ]
    share = statistics.median(shares)
    if arguments.json:
        print(json.dumps({**medians, "share_of_allowance": share}))
        return 0 if share <= 1 else 1
    for name, times in found.items():
        high = statistics.quantiles(times, n=20)[-1] * 1000
        print(f"{name:9} median {medians[name]:7.2f} ms   95 % {high:7.2f} ms")
    verdict = "kept" if share <= 1 else "BROKEN"
    print(f"the median order takes {share:.2f} of 2 x engine + loopback: {verdict}")
    return 0 if share <= 1 else 1


if __name__ == "__main__":
    sys.exit(main())
