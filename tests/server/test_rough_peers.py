"""Peers that are slow, go away or break a protocol: each costs at most a line in the log."""

from __future__ import annotations

import base64
import json
import logging
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from campagna.match.gate import Gate
from campagna.server import bodies, timeouts
from campagna.server import serve as serving
from tests.match.fixtures import FORDS

PATIENCE = 20


@pytest.fixture
def port(
    service: Gate,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> Iterator[int]:
    """A real server in a thread, with less patience than usual."""
    monkeypatch.setattr(timeouts, "HEAD_SECONDS", 0.5)
    monkeypatch.setattr(bodies, "MESSAGE_SECONDS", 0.5)
    servers: list[Any] = []
    plain = serving._Server

    class Known(plain):  # type: ignore[misc, valid-type]
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            servers.append(self)

    monkeypatch.setattr(serving, "_Server", Known)
    told: list[str] = []
    listening = threading.Event()

    def ready(address: str) -> None:
        told.append(address)
        listening.set()

    arguments = (service, "127.0.0.1", 0, tmp_path / "no client", ready)
    thread = threading.Thread(target=serving.serve, args=arguments, daemon=True)
    thread.start()
    assert listening.wait(PATIENCE)
    # What uvicorn logs does not reach the root.
    logging.getLogger("uvicorn.error").addHandler(caplog.handler)
    yield int(told[0].rsplit(":", 1)[1])
    logging.getLogger("uvicorn.error").removeHandler(caplog.handler)
    servers[0].should_exit = True
    thread.join(PATIENCE)
    assert not thread.is_alive()


def connect(port: int, text: bytes) -> socket.socket:
    peer = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    peer.sendall(text)
    return peer


def hear(peer: socket.socket) -> bytes:
    """Everything until the other end closes."""
    heard = b""
    while chunk := peer.recv(65536):
        heard += chunk
    return heard


POST = b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET /api/health HTTP/1.1\r\nHost: 127.0",
        b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /api/hea",
    ],
)
def test_half_a_head(port: int, half: bytes) -> None:
    with connect(port, half) as peer:
        heard = hear(peer)
    assert heard.endswith(b"connection: close\r\n\r\n") or b"200 OK" in heard
    assert b"408" in heard or b"200 OK" in heard


@pytest.mark.parametrize(
    "rest", [b"Content-Length: 100\r\n\r\n{", b"Transfer-Encoding: chunked\r\n\r\n5\r\n{"]
)
def test_half_a_body(port: int, rest: bytes) -> None:
    with connect(port, POST + rest) as peer:
        heard = hear(peer)
    head, _, body = heard.partition(b"\r\n\r\n")
    assert b" 408 " in head
    assert json.loads(body)["error"] == "too-slow"


def test_a_slow_but_steady_player_is_served(port: int) -> None:
    body = json.dumps({"game": FORDS, "seats": {"north": "human", "south": "human"}}).encode()
    with connect(
        port, POST + b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body)
    ) as peer:
        for at in range(0, len(body), 20):
            time.sleep(0.02)
            peer.sendall(body[at : at + 20])
        assert b" 201 " in hear(peer)


def test_who_goes_away_in_the_middle(port: int, caplog: pytest.LogCaptureFixture) -> None:
    connect(port, POST + b"Content-Length: 100\r\n\r\n{").close()
    time.sleep(0.2)
    assert not [r for r in caplog.records if r.exc_info]
    assert httpx.get(f"http://127.0.0.1:{port}/api/health").status_code == 200


def test_a_body_that_is_no_http(port: int, caplog: pytest.LogCaptureFixture) -> None:
    for head in (POST, POST.replace(b"application/json", b"text/plain")):
        with connect(port, head + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n") as peer:
            assert b" 400 " in hear(peer)
    time.sleep(0.2)
    assert not [r for r in caplog.records if r.exc_info], caplog.text


@pytest.mark.parametrize("method", [b"POST", b"BREW", b"HEAD"])
def test_a_handshake_that_is_no_get(port: int, method: bytes) -> None:
    head = method + b" /api/matches/x/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    more = b"Connection: upgrade\r\nContent-Length: 2\r\n\r\n{}"
    with connect(port, head + more) as peer:
        peer.settimeout(3)
        assert b" 400 " in hear(peer)


def frame(opcode: int, data: bytes, *, first: int = 0x80, masked: bool = True) -> bytes:
    mask = b"abcd"
    head = bytes([first | opcode, (0x80 if masked else 0) | len(data)])
    if not masked:
        return head + data
    return head + mask + bytes(c ^ mask[i % 4] for i, c in enumerate(data))


BROKEN = {
    "text that is none": frame(1, b"\xff\xfe"),
    "half a character in fragments": frame(1, b"\xc3", first=0) + frame(0, b"\x28"),
    "not masked": frame(1, b"hello", masked=False),
    "an unknown frame": frame(3, b"x"),
    "reserved bits": frame(1, b"x", first=0xF0),
    "a rest without a beginning": frame(0, b"x"),
    "a ping in pieces": frame(9, b"x", first=0),
    "a close without a code": frame(8, b"\0"),
    "a close with a wrong code": frame(8, (99).to_bytes(2, "big")),
    "larger than allowed": b"\x81\xff" + (1 << 40).to_bytes(8, "big") + b"abcd",
    "another protocol": b"GET / HTTP/1.1\r\n\r\n",
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_peer_that_breaks_the_protocol(
    port: int, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    address = f"http://127.0.0.1:{port}/api/matches"
    wish = {"game": FORDS, "seats": {"north": "human", "south": "human"}}
    made = httpx.post(address, json=wish).json()
    key = base64.b64encode(bytes(16)).decode()
    lines = (
        f"GET /api/matches/{made['match']}/live?token={made['tokens']['north']} HTTP/1.1",
        f"Host: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade",
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n",
    )
    with caplog.at_level(logging.WARNING), connect(port, "\r\n".join(lines).encode()) as peer:
        assert b"101 Switching" in peer.recv(4096)
        peer.sendall(BROKEN[fault])
        hear(peer)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        shot = httpx.get(f"{address}/{made['match']}", params={"token": made["tokens"]["south"]})
        if not shot.json()["seats"]["north"]["here"]:
            break
        time.sleep(0.02)
    else:
        pytest.fail("the peer is still taken for present")
    assert not [r for r in caplog.records if r.exc_info], caplog.text
    assert "Traceback" not in caplog.text
    assert len(caplog.records) <= 1
