"""Requests as bytes: sent over sockets of our own, so that nothing puts right what is meant to be wrong."""

from __future__ import annotations

import contextlib
import errno
import http.client
import random
import socket
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.hostile.house import HERE

PATIENCE = 15.0
"""Seconds that a server has for an answer; beyond that it hangs."""


class Ask(NamedTuple):
    method: str
    target: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""

    def text(self) -> bytes:
        named = {name.lower() for name, _ in self.headers}
        lines = [f"{self.method} {self.target} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        if self.body and not named & {"content-length", "transfer-encoding"}:
            lines.append(f"Content-Length: {len(self.body)}")
        return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + self.body


class Answer(NamedTuple):
    """`status` 0: the connection was closed without a word, which is an answer to nonsense."""

    status: int
    body: bytes = b""


class Hangs(Exception):
    """No answer in time."""


class Wire:
    """One connection that is kept while the server keeps it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._peer: socket.socket | None = None

    def close(self) -> None:
        if self._peer is not None:
            self._peer.close()
            self._peer = None

    def send(self, ask: Ask) -> Answer:
        for _ in range(2):
            fresh = self._peer is None
            try:
                return self._try(ask)
            except TimeoutError:
                self.close()
                raise Hangs(f"{ask.method} {ask.target[:200]}") from None
            except (OSError, http.client.HTTPException):
                self.close()
                if fresh:
                    return Answer(0)
        return Answer(0)

    def _try(self, ask: Ask) -> Answer:
        if self._peer is None:
            self._peer = socket.create_connection((HERE, self._port), timeout=PATIENCE)
        with gone():
            # A server that has heard enough of a body closes: its answer is there all the same.
            self._peer.sendall(ask.text())
        answer = http.client.HTTPResponse(self._peer, method=ask.method)
        answer.begin()
        body = answer.read()
        if answer.will_close:
            self.close()
        return Answer(answer.status, body)


@contextlib.contextmanager
def gone() -> Iterator[None]:
    """The other end may close at any byte of what makes no sense."""
    try:
        yield
    except TimeoutError:
        raise
    except OSError as problem:
        if problem.errno not in (errno.EPIPE, errno.ECONNRESET, errno.ENOTCONN):
            raise


def once(port: int, text: bytes, wait: float) -> Answer:
    """Bytes as they are, and the answer to them; without one after `wait` seconds we hang up.

    What is cut short waits for its rest, and rightly so: that is no fault.
    """
    heard = b""
    with socket.create_connection((HERE, port), timeout=PATIENCE) as peer:
        try:
            with gone():
                peer.sendall(text)
            with gone(), contextlib.suppress(TimeoutError):
                peer.settimeout(wait)
                heard = peer.recv(65536)
            with gone():
                peer.settimeout(PATIENCE)
                peer.shutdown(socket.SHUT_WR)
                while len(heard) < 1_000_000 and (chunk := peer.recv(65536)):
                    heard += chunk
        except TimeoutError:
            raise Hangs(repr(text[:200])) from None
    word = heard[9:12]
    return Answer(int(word) if word.isdigit() else 0, heard.partition(b"\r\n\r\n")[2])


# --- heads that are wrong ---------------------------------------------------------------------------

Mangle = Callable[[Ask, random.Random], Ask]


def _with(ask: Ask, *more: tuple[str, str], without: str = "") -> Ask:
    kept = tuple(pair for pair in ask.headers if pair[0].lower() != without)
    return ask._replace(headers=(*kept, *more))


def _method(ask: Ask, luck: random.Random) -> Ask:
    methods = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW", "get")
    return ask._replace(method=luck.choice(methods))


def _kind(ask: Ask, luck: random.Random) -> Ask:
    kinds = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x")
    more = ("", "application/json; charset=utf-16", "json", "application/json\t", "é" * 50)
    return _with(ask, ("Content-Type", luck.choice((*kinds, *more))), without="content-type")


def _host(ask: Ask, luck: random.Random) -> Ask:
    hosts = ("evil.example", "", "127.0.0.1.evil.example", "[::1", "127.0.0.1:99999999", "a b", "é")
    return _with(ask, ("Host", luck.choice((*hosts, "localhost@evil.example"))), without="host")


def _origin(ask: Ask, luck: random.Random) -> Ask:
    foreign = ("http://evil.example", "null", "", "file://", "http://[::1", "https://127.0.0.1:x")
    return _with(ask, ("Origin", luck.choice(foreign)))


def _target(ask: Ask, luck: random.Random) -> Ask:
    odd = (
        "%00",
        "%ff",
        "%ed%a0%80",
        "..%2f..%2f",
        "%",
        "%zz",
        "9" * 5000,
        "%F0%9F%98%80",
        "//",
        ";",
    )
    at = luck.randrange(len(ask.target) + 1)
    piece = luck.choice((*odd, "?token=%00", "&token=a&token=b", "#x", "/../", "\\"))
    return ask._replace(
        target=ask.target[:at] + piece + ask.target[at + luck.randint(0, 8) :] or "/"
    )


def _headers(ask: Ask, luck: random.Random) -> Ask:
    odd = (
        ("Content-Encoding", "gzip"),
        ("Accept-Encoding", "gzip;q=x, *;q=-1"),
        ("If-None-Match", luck.choice(('"', "*", 'W/"x"', "x" * 5000))),
        ("If-Modified-Since", "no day"),
        (
            "Range",
            luck.choice(("bytes=0-0,5-9", "bytes=-1", "bytes=9-1", "x=1", "bytes=" + "0-1," * 900)),
        ),
        ("Cookie", luck.choice(("campagna=x", "=;=;", "a" * 4000, "campagna=\x80"))),
        (
            "Authorization",
            luck.choice(("Bearer", "Bearer \xff", "Basic Og==", "Bearer " + "x" * 5000)),
        ),
        ("X-Forwarded-For", luck.choice(("1.2.3.4", "x" * 3000, "::1, 127.0.0.1", ""))),
        ("X-Forwarded-Proto", "javascript"),
        ("X-Forwarded-Host", "evil.example"),
        ("Forwarded", "for=evil;host=evil"),
        ("X-Request-Id", luck.choice(("x" * 9000, "a b", "\x01"))),
        ("Expect", "100-continue"),
        ("Upgrade", luck.choice(("h2c", "websocket"))),
        ("Connection", luck.choice(("close", "upgrade", "keep-alive, x", ""))),
        ("Content-Type", "application/json"),
        ("Sec-Fetch-Site", "cross-site"),
        ("X" * 3000, "y"),
    )
    return _with(ask, *luck.sample(odd, luck.randint(1, 4)))


MANGLES: dict[str, Mangle] = {
    "another method": _method,
    "another content type": _kind,
    "a foreign host": _host,
    "a foreign origin": _origin,
    "an odd address": _target,
    "odd headers": _headers,
}


# --- what is hardly HTTP ----------------------------------------------------------------------------


def odd_bytes(ask: Ask, luck: random.Random) -> bytes:
    text = ask.text()
    head, _, body = text.partition(b"\r\n\r\n")
    line = luck.randrange(14)
    changed: dict[int, bytes] = {
        0: text[: luck.randrange(len(text))],
        1: head + b"\r\nContent-Length: -1\r\n\r\n" + body,
        2: head + b"\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n" + body,
        3: head + b'\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a"\r\nZZ\r\n',
        4: head + b"\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
        5: head.replace(b"HTTP/1.1", luck.choice((b"HTTP/9.9", b"HTTP/0.9", b"", b"HTTP/1.0")))
        + b"\r\n\r\n",
        6: b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + luck.randbytes(20),
        7: luck.randbytes(luck.choice((1, 50, 3000))),
        8: head.replace(b"\r\n", b"\n") + b"\n\n" + body,
        9: head + b"\r\nX: " + b"a" * luck.choice((9_000, 70_000, 300_000)) + b"\r\n\r\n",
        10: head + b"\r\n" + b"".join(b"H%d: x\r\n" % n for n in range(2000)) + b"\r\n",
        11: text * luck.choice((2, 5)),
        12: head.replace(b" /", b" http://evil.example/", 1) + b"\r\n\r\n" + body,
        13: head + b"\r\n folded: line\r\nA\x00B: c\r\n\r\n" + body,
    }
    return changed[line]
