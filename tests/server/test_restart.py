"""A server that is asked to end: nothing is lost, sockets come back by themselves, and it ends soon."""

from __future__ import annotations

import json
import signal
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from campagna.server.operations.leaving import RESTART
from tests.match.fixtures import GUDERIAN
from tests.server.fixtures import Table
from tests.server.public_house import NAME, PublicHouse

LONGEST = 10.0
SOCKETS = 12


def to(port: int, address: str) -> ClientConnection:
    """The public name is asked for; this machine is meant."""
    return connect(address, sock=socket.create_connection(("127.0.0.1", port)))


def test_term(tmp_path: Path) -> None:
    with PublicHouse(tmp_path) as house, house.client() as client:
        seats = {"soviet": "human", "german": "human"}
        made = client.post("/api/matches", json={"game": GUDERIAN, "seats": seats}).json()
        address = f"ws://{NAME}/api/matches/{made['match']}/live?token={made['tokens']['soviet']}"
        closed: list[tuple[int, float]] = []

        def follow() -> None:
            with to(house.port, address) as peer:
                peer.recv()
                opened.release()
                with suppress(ConnectionClosed):
                    while True:
                        peer.recv()
                closed.append((peer.close_code or 0, time.monotonic()))

        opened = threading.Semaphore(0)
        threads = [threading.Thread(target=follow) for _ in range(SOCKETS)]
        for thread in threads:
            thread.start()
        for _ in threads:
            assert opened.acquire(timeout=20)
        house.process.send_signal(signal.SIGTERM)
        begun = time.monotonic()
        refused = _ask_until_it_ends(client, made, address, house.port)
        house.process.wait(LONGEST)
        assert time.monotonic() - begun < LONGEST
        for thread in threads:
            thread.join(5)
    assert refused == {"not-ready", "leaving"}
    assert [code for code, _ in closed] == [RESTART] * SOCKETS
    # Not all at once: whoever comes back does not meet all the others at the door.
    assert max(at for _, at in closed) - min(at for _, at in closed) > 0.5
    assert "Traceback" not in house.log.read_text()
    assert house.process.returncode in (0, -signal.SIGTERM)


def _ask_until_it_ends(
    client: httpx.Client, made: dict[str, str], address: str, port: int
) -> set[str]:
    """What is said while it ends: it is not ready, takes no socket, and answers what still comes."""
    found: set[str] = set()
    for _ in range(100):
        try:
            answer = client.get("/api/ready")
            if answer.status_code == 503:
                found.add(answer.json()["status"])
                assert client.get("/api/games").status_code == 200
                with pytest.raises(InvalidStatus, match="503"):
                    to(port, address).close()
                found.add("leaving")
                return found
        except httpx.TransportError:
            return found
        time.sleep(0.02)
    return found


def test_a_message_that_crosses_the_end(table: Table) -> None:
    """The browser speaks once more after we have closed: that is nobody's fault."""
    client: TestClient = table.client
    leaving = client.app.state.leaving  # type: ignore[attr-defined]
    path = f"/api/matches/{table.match}/live?token={table.tokens['north']}"
    with client.websocket_connect(path) as peer:
        assert peer.receive_json()["type"] == "update"
        assert client.portal is not None
        client.portal.call(leaving.leave, 0.0)
        peer.send_text("one more")
        last = peer.receive()
        while last["type"] != "websocket.close":
            last = peer.receive()
        assert last["code"] == RESTART
    assert client.get("/api/ready").json()["checks"]["process"] == "leaving"
    with pytest.raises(WebSocketDenialResponse) as denied, client.websocket_connect(path):
        pass
    assert denied.value.status_code == 503
    assert json.loads(denied.value.content)["error"] == "leaving"
