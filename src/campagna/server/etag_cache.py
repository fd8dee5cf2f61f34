"""Answers that only change with the program: compressed once and recognised by their tag."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from functools import lru_cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response


class CachedResponse(msgspec.Struct, frozen=True):
    plain: bytes
    packed: bytes
    tag: str

    def response(self, request: Request, kind: str) -> Response:
        headers = {"etag": self.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            return Response(self.packed, headers=headers, media_type=kind)
        return Response(self.plain, headers=headers, media_type=kind)


def lasting(make: Callable[[], bytes]) -> CachedResponse:
    return _pack(make())


@lru_cache(maxsize=64)
def _pack(plain: bytes) -> CachedResponse:
    tag = f'"{hashlib.sha256(plain).hexdigest()[:24]}"'
    return CachedResponse(plain, gzip.compress(plain, 9, mtime=0), tag)
