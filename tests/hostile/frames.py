"""WebSockets: handshakes that are wrong, and frames that break the protocol or say nothing."""

from __future__ import annotations

import base64
import random
import socket

from tests.hostile.house import HERE
from tests.hostile.wires import PATIENCE, Answer, Hangs, gone


def frame(opcode: int, data: bytes, *, first: int = 0x80, masked: bool = True) -> bytes:
    length = len(data)
    mask = 0x80 if masked else 0
    if length < 126:
        size = bytes([mask | length])
    elif length < 1 << 16:
        size = bytes([mask | 126]) + length.to_bytes(2, "big")
    else:
        size = bytes([mask | 127]) + length.to_bytes(8, "big")
    key = b"abcd" if masked else b""
    body = bytes(c ^ key[i % 4] for i, c in enumerate(data)) if masked else data
    return bytes([first | opcode]) + size + key + body


def odd_frames(luck: random.Random) -> bytes:
    """One to five frames; after the first broken one the server may close."""
    kinds = (
        frame(1, b'{"type":"hello"}'),
        frame(1, b"[" * 5000),
        frame(1, luck.randbytes(20)),
        frame(2, luck.randbytes(luck.choice((0, 1, 200, 9000)))),
        frame(9, b"x" * luck.choice((0, 125))) * luck.choice((1, 30)),
        frame(10, b"nobody asked"),
        frame(8, luck.choice((b"", b"\0", b"\x03\xe8", b"\0\x63", b"\x03\xe8\xff"))),
        frame(1, b"\xc3", first=0) + frame(0, b"\x28"),
        frame(1, b"a", first=0) * 2,
        frame(0, b"a rest"),
        frame(3, b"x"),
        frame(1, b"x", first=0xF0),
        frame(1, b"\x00\x01", first=0xC0),
        frame(1, b"hello", masked=False),
        frame(9, b"x", first=0),
        b"\x81\xff" + (1 << 40).to_bytes(8, "big") + b"abcd",
        b"\x81\xfe\xff",
        frame(1, b"y" * 100_000),
        b"GET / HTTP/1.1\r\n\r\n",
        luck.randbytes(30),
    )
    return b"".join(luck.choice(kinds) for _ in range(luck.randint(1, 5)))


def handshake(target: str, port: int, luck: random.Random) -> bytes:
    """Mostly right; sometimes with one fault."""
    key = base64.b64encode(luck.randbytes(16)).decode()
    lines = {
        "Host": f"{HERE}:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": key,
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Extensions": "permessage-deflate",
    }
    if luck.random() < 0.3:
        name = luck.choice(list(lines))
        lines[name] = luck.choice(("", "x", "é", "12", "websocket, h2c", "x" * 2000))
    if luck.random() < 0.1:
        lines["Origin"] = luck.choice(("http://evil.example", "null", ""))
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"GET {target} HTTP/1.1\r\n{head}\r\n".encode("latin-1", "replace")


def talk(target: str, port: int, luck: random.Random) -> Answer:
    """The answer to a handshake; where it was taken, frames have been sent until the server closed."""
    status = 0
    with socket.create_connection((HERE, port), timeout=PATIENCE) as peer:
        try:
            with gone():
                peer.sendall(handshake(target, port, luck))
                head = peer.recv(65536)
                status = int(head[9:12]) if head[9:12].isdigit() else 0
            if status == 101:
                _send_frames(peer, luck)
        except TimeoutError:
            raise Hangs(f"the socket {target[:200]}") from None
    return Answer(status)


def _send_frames(peer: socket.socket, luck: random.Random) -> None:
    with gone():
        peer.sendall(odd_frames(luck))
        # A polite end: whatever is not closed yet is closed now.
        peer.sendall(frame(8, (1000).to_bytes(2, "big")))
        peer.shutdown(socket.SHUT_WR)
        while peer.recv(65536):
            pass
