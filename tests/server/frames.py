"""What the server says while a few orders of each game are given, for the tests of the client.

    python -m tests.server.frames        writes web/tests/frames/*.json.gz

Each file has the snapshot of one side before the orders, every message that its seat hears, and the
snapshot and the log after them.
"""

from __future__ import annotations

import gzip
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from campagna.core.chance import SealedChance
from campagna.games.registry import BUILT_IN
from campagna.match.database import open_engine, sqlite_url
from campagna.match.gate import Gate
from campagna.match.storage import Store
from tests.match.fixtures import KnownSecrets
from tests.server.fixtures import new_client, new_table

FRAMES = Path(__file__).resolve().parents[2] / "web" / "tests" / "frames"
BEFORE, ORDERS = 40, 14
"""Orders that are given before the first frame, and those that are recorded."""


def recorded(slug: str, data: Path) -> dict[str, Any]:
    store = Store(open_engine(sqlite_url(data)))
    service = Gate(store, dice=lambda match: SealedChance(b"f" * 32, match))
    # The dice hang on the name of the match.
    known = KnownSecrets()
    with (
        patch("campagna.match.matches.secrets", known),
        patch("campagna.match.opening.secrets", known),
        new_client(service) as client,
    ):
        table = new_table(client, service, slug)
        for n in range(BEFORE):
            table.play(1, seed=n)
        side = table.side
        first = table.get("", side).json()
        since = first["version"]
        path = f"/api/matches/{table.match}/live?token={table.tokens[side]}&since={since}"
        with client.websocket_connect(path) as socket:
            heard = [socket.receive_json()]
            for n in range(ORDERS):
                table.play(1, seed=BEFORE + n)
                # Each order is heard before the next: two that are heard at once come in one update.
                heard.append(_update(socket.receive_json))
            last = table.get("", side).json()
        log = table.get("/log", side).json()
    return {"first": first, "heard": heard, "last": last, "log": log}


def _update(hear: Callable[[], Any]) -> Any:
    """Who came and who thinks is told at any moment between the updates: it is not kept."""
    while (message := hear())["type"] != "update":
        pass
    return message


def cards(data: Path) -> Any:
    """What the server says of its own games."""
    store = Store(open_engine(sqlite_url(data)))
    with new_client(Gate(store)) as client:
        return [card for card in client.get("/api/games").json() if card["slug"] in BUILT_IN]


def guides(data: Path) -> dict[str, Any]:
    """The guided turns of the server's own games."""
    store = Store(open_engine(sqlite_url(data)))
    with new_client(Gate(store)) as client:
        return {slug: client.get(f"/api/games/{slug}/guide").json() for slug in BUILT_IN}


def kept(name: str) -> Any:
    return msgspec.json.decode(gzip.decompress((FRAMES / f"{name}.json.gz").read_bytes()))


def write() -> None:
    FRAMES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        _write("games", cards(Path(data)))
        _write("guides", guides(Path(data)))
    for slug in BUILT_IN:
        with tempfile.TemporaryDirectory() as data:
            _write(slug, recorded(slug, Path(data)))


def _write(name: str, frames: Any) -> None:
    # Without the time of day in it the file only changes when the frames do.
    text = gzip.compress(msgspec.json.encode(frames), mtime=0)
    (FRAMES / f"{name}.json.gz").write_bytes(text)


if __name__ == "__main__":
    write()
