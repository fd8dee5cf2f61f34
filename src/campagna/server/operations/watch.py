"""What is noted of every request: its number, its route, how it ended and how long it took."""

from __future__ import annotations

import re
import secrets
import time

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from campagna.server.operations import metrics

_log = structlog.stdlib.get_logger("campagna.requests")
_ID = re.compile(r"[0-9a-zA-Z-]{8,64}")
NUMBER = b"x-request-id"
UNKNOWN = "other"
"""The route of what belongs to no endpoint: addresses that people make up are no names of figures."""


class Watch:
    """`log`: write a line for each request; its address is never written, only its route."""

    def __init__(self, app: ASGIApp, log: bool) -> None:
        self.app = app
        self._logs = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        number = _number(scope)
        status = 101 if scope["type"] == "websocket" else 500
        begun = time.perf_counter()

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                if self._logs:
                    message["headers"] = [*message["headers"], (NUMBER, number.encode())]
            await send(message)

        structlog.contextvars.bind_contextvars(request=number)
        try:
            await self.app(scope, receive, noted)
        finally:
            self._note(scope, status, time.perf_counter() - begun)
            structlog.contextvars.unbind_contextvars("request")

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        state = scope.get("state", {})
        route = state.get("route", UNKNOWN)
        method = scope.get("method", "SOCKET")
        method = method if method in _METHODS else UNKNOWN
        metrics.REQUESTS.labels(method, route, str(status)).inc()
        if status == 500:
            metrics.FAULTS.inc()
        if status != 101:
            # A socket is open for hours: its time says nothing.
            metrics.SECONDS.labels(route).observe(seconds)
        if game := state.get("game"):
            metrics.ORDERS.labels(game).inc()
        if self._logs:
            match = scope.get("path_params", {}).get("match", "")
            ms = round(seconds * 1000, 1)
            more = {"match": match[:64]} if match else {}
            _log.info("request", method=method, route=route, status=status, ms=ms, **more)


_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "SOCKET")


def _number(scope: Scope) -> str:
    """A proxy's own, so that its log and ours tell of the same; otherwise a new one."""
    for name, value in scope["headers"]:
        if name == NUMBER and _ID.fullmatch(said := value.decode("latin-1")):
            return str(said)
    return secrets.token_hex(8)
