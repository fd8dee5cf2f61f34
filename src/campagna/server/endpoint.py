"""One endpoint of the interface, declared with the types that describe it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from campagna.server.handlers import Handlers


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the interface, for the router and for its description."""

    method: str
    path: str
    handler: Callable[[Handlers, Request], Awaitable[Response]]
    summary: str
    answer: Any
    body: Any = None
    query: tuple[str, ...] = ()
    media: str = "application/json"
    status: int = 200
    errors: tuple[str, ...] = ()
    rate: str = ""
    """What it counts as where a holder of a seat may ask only so much; empty: it costs little."""
