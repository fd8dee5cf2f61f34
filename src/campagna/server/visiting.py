"""Who a request comes from: the cookie of a session, or a token in its header.

A cookie goes along with requests of other sites too. So it only counts for a request that changes
something if our own page sent it, which the browser says.
"""

from __future__ import annotations

from functools import partial

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from campagna.club.sessions import SESSION_SECONDS, Sessions
from campagna.match.errors import Rejected
from campagna.match.visitors import VISITOR, Visitor, visitor

_PLAIN, _SAFE = "campagna", "__Host-campagna"
_READING = ("GET", "HEAD", "OPTIONS")
_LONGEST = 200


def cookie_name(scheme: str) -> str:
    return _SAFE if scheme in ("https", "wss") else _PLAIN


def session_secret(connection: HTTPConnection) -> str:
    """What the browser showed; it may be nobody's."""
    return connection.cookies.get(cookie_name(connection.scope["scheme"]), "")[:_LONGEST]


def give_cookie(request: Request, response: Response, secret: str) -> None:
    name = cookie_name(request.url.scheme)
    response.set_cookie(
        name,
        secret,
        max_age=SESSION_SECONDS,
        path="/",
        secure=name == _SAFE,
        httponly=True,
        samesite="lax",
    )


def person(request: Request) -> str:
    """Who asks. Raises `Rejected` for nobody."""
    user = visitor().user
    if not user:
        raise Rejected("sign-in-needed")
    return user


class Visiting:
    def __init__(self, app: ASGIApp, sessions: Sessions) -> None:
        self.app = app
        self._sessions = sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        secret = session_secret(HTTPConnection(scope)) if "cookie" in headers else ""
        if secret:
            _check_page(scope, headers)
        kind, _, token = headers.get("authorization", "").partition(" ")
        bearer = token.strip()[:_LONGEST] if kind.lower() == "bearer" else ""
        find = partial(self._sessions.find, secret) if secret else None
        mark = VISITOR.set(Visitor(find, bearer))
        try:
            await self.app(scope, receive, send)
        finally:
            VISITOR.reset(mark)


def _check_page(scope: Scope, headers: Headers) -> None:
    """Where an origin is named it was looked at before; without one the browser must vouch for us."""
    if scope["type"] == "http" and scope["method"] in _READING:
        return
    if "origin" not in headers and headers.get("sec-fetch-site") != "same-origin":
        raise Rejected("foreign-origin", origin="")
