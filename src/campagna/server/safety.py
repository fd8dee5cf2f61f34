"""What is asked of every request before it reaches the table, and the headers of every answer.

A page of another site may send requests from the browser of a player. So a request that changes
something must come from our own pages (`Origin`), a browser must have come by a name that is ours
(`Host`: another site may let its own name point here), and bodies must say that they are JSON.
Programs that send no `Origin` are let in.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from campagna.match.errors import Rejected
from campagna.match.token_limits import ASKER

_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    # The map and its counters are drawings with style attributes.
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
}


def content_policy(hashes: Iterable[str] = ()) -> str:
    """What a page may load and run: our own files, and the scripts in the page that have these hashes."""
    scripts = " ".join([_POLICY["script-src"], *(f"'{digest}'" for digest in hashes)])
    return "; ".join(f"{k} {v}" for k, v in {**_POLICY, "script-src": scripts}.items())


_HEADERS = (
    # Invitations are in addresses: no other site may hear of them.
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=()",
    ),
    (b"content-security-policy", content_policy().encode()),
)
_HSTS = (b"strict-transport-security", b"max-age=31536000")
_PROBES = ("/api/health", "/api/ready")
"""Asked by programs of the house under whatever name; they tell nobody anything."""
_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_READING = ("GET", "HEAD", "OPTIONS")


class Safety:
    """`hosts`: the names besides `localhost` and addresses in numbers by which the table is reached.

    `public`: the one name of a server for everybody, with its port if it has one; it answers to no other.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str] = frozenset(), public: str = "") -> None:
        self.app = app
        self._hosts = hosts
        self._public = public
        self._headers = (*_HEADERS, _HSTS) if public else _HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return

        async def safe(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                said = {name for name, _ in message["headers"]}
                ours = (header for header in self._headers if header[0] not in said)
                message["headers"] = [*message["headers"], *ours]
            await send(message)

        asker = ASKER.set((scope.get("client") or ("",))[0])
        try:
            self._check(scope)
            await self.app(scope, receive, safe)
        except Rejected as rejected:
            body = msgspec.json.encode(rejected.answer())
            answer = Response(body, rejected.status, media_type="application/json")
            if scope["type"] == "websocket":
                await WebSocket(scope, receive, safe).send_denial_response(answer)
            else:
                await answer(scope, receive, safe)
        finally:
            ASKER.reset(asker)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        probe = bool(self._public) and scope["path"] in _PROBES
        if not (probe or self._is_ours(host)):
            raise Rejected("foreign-host", host=host[:200])
        if scope["type"] == "websocket" or scope["method"] not in _READING:
            origin = headers.get("origin")
            if origin is None:
                # Browsers that leave the origin out say at least whether it is another site's page.
                if headers.get("sec-fetch-site", "none") in ("cross-site", "same-site"):
                    raise Rejected("foreign-origin", origin="")
            elif not self._same(origin, host, scope["scheme"]):
                raise Rejected("foreign-origin", origin=origin[:200])

    def _is_ours(self, host: str) -> bool:
        """No other site can make its pages come from an address in numbers."""
        if self._public:
            return _place(host, "https") == _place(self._public, "https")
        name, _ = _place(host, "http")
        if name == "localhost" or name.endswith(".localhost") or name in self._hosts:
            return True
        return is_number(name)

    def _same(self, origin: str, host: str, scheme: str) -> bool:
        """Whether a page of this origin is ours. Behind a proxy `Host` may be another name of ours."""
        kind, _, rest = origin.partition("://")
        if self._public:
            return kind == "https" and _place(rest, kind) == _place(self._public, kind)
        if kind not in ("http", "https"):
            return False
        name, port = _place(rest, kind)
        # A page at another port of this machine is another program's; a proxy of ours has a usual port.
        behind = name in self._hosts and not is_number(name) and port == _PORTS[kind]
        return (name, port) == _place(host, scheme) or behind


def _place(host: str, scheme: str) -> tuple[str, int]:
    """The name and the port of `name`, `name:port` or `[address]:port`."""
    try:
        parts = urlsplit(f"//{host}")
        return (parts.hostname or "").rstrip("."), parts.port or _PORTS[scheme]
    except ValueError:
        return "", 0


def is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def own_names() -> frozenset[str]:
    """By what names others on the network may call this machine."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({name, short, f"{short}.local", f"{short}.lan", f"{short}.home"} - {""})
