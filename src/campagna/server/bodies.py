"""Reading the bodies of requests, and answering in JSON."""

from __future__ import annotations

import gzip
from typing import Any, TypeVar

import anyio
import msgspec
from starlette.requests import Request
from starlette.responses import Response

from campagna.match.errors import Rejected
from campagna.match.strict_json import decode_strictly
from campagna.match.visitors import MINE
from campagna.server.operations.limits import CHECKS_A_UNIT, Meter

MESSAGE_LIMIT = 64 * 1024
RECORD_LIMIT = 16 * 1024 * 1024
MESSAGE_SECONDS, RECORD_SECONDS = 20.0, 120.0
"""How long a body may take."""
LONGEST_LIST = 400
SESSION_COOKIES = ("__Host-campagna", "campagna")
RECORD_TYPES = (
    *("application/x-ndjson", "application/jsonl", "application/json"),
    *("application/octet-stream", "text/plain", ""),
)

T = TypeVar("T")


class BadMessage(ValueError):
    """The body is not what the endpoint takes."""


async def read_body(request: Request, limit: int, seconds: float) -> bytes:
    """The body, unless it is larger than allowed; then not even its rest is read.

    Raises `Rejected` if it is not complete in time.
    """
    body = bytearray()
    try:
        with anyio.fail_after(seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limit:
                    raise Rejected("too-large", limit=limit)
    except TimeoutError:
        raise Rejected("too-slow", seconds=seconds) from None
    return bytes(body)


def check_type(request: Request, *kinds: str) -> None:
    """Raises `Rejected` for a body of another kind; a form of another site cannot say it is JSON."""
    said = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if said not in kinds:
        raise Rejected("wrong-type", f"content-type: {' or '.join(k for k in kinds if k)}")


async def read_message(request: Request, kind: type[T]) -> T:
    check_type(request, "application/json")
    text = await read_body(request, MESSAGE_LIMIT, MESSAGE_SECONDS)
    try:
        message: T = decode_strictly(text, kind, "message", BadMessage)
    except BadMessage as problem:
        raise Rejected("malformed", str(problem)) from None
    _check_lists(text)
    asked = getattr(message, "orders", ())
    spend(request, getattr(message, "token", ""), max(1.0, len(asked) / CHECKS_A_UNIT))
    return message


def _check_lists(text: bytes) -> None:
    """No order needs a list as long as this, and what a game does with one may take its square."""
    if text.count(b",") < LONGEST_LIST:
        return
    waiting: list[Any] = [msgspec.json.decode(text)]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, list | dict):
            if len(inner) > LONGEST_LIST:
                raise Rejected("malformed", f"a list of more than {LONGEST_LIST}")
            waiting += inner.values() if isinstance(inner, dict) else inner


def spend(request: Request, holder: str, cost: float = 1) -> None:
    """Count a request for whoever asks it. Raises `Rejected` if it was one too many."""
    meter: Meter = request.app.state.meter
    session = next((v for k, v in request.cookies.items() if k in SESSION_COOKIES), "")
    # `@side` is the same word for everybody: what counts is whose session it is.
    token = "" if holder.startswith(MINE) else holder
    meter.spend(getattr(request.state, "rate", ""), token or session, cost)


def json_response(value: Any, status: int = 200) -> Response:
    return raw_json(msgspec.json.encode(value), status)


def raw_json(body: bytes, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(body, status, headers, media_type="application/json")


_WORTH_PACKING = 4096
_QUICK = 3
"""The level of compression: a table is six times smaller after a millisecond."""


def packed_json(request: Request, body: bytes) -> Response:
    """A long answer, compressed for whoever can read it."""
    response = raw_json(body)
    accepts = "gzip" in request.headers.get("accept-encoding", "")
    if len(body) < _WORTH_PACKING or not accepts:
        return response
    packed = raw_json(gzip.compress(body, _QUICK, mtime=0))
    packed.headers["content-encoding"] = "gzip"
    packed.headers["vary"] = "accept-encoding"
    return packed


def number_in(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name, str(default))
    if not text.isdecimal() or len(text) > 9:
        raise Rejected("malformed", f"{name}: a number, not '{text[:40]}'")
    return int(text)


def token_in(request: Request) -> str:
    token = request.query_params.get("token", "")
    spend(request, token)
    return token
