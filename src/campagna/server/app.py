"""The application: routes, errors as JSON, the browser's files, and an orderly end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import anyio.to_thread
import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from starlette.websockets import WebSocket

from campagna.core.contract import SPECTATOR
from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.match.visitors import MINE, visitor
from campagna.server.announcer import announcer_for
from campagna.server.bodies import json_response
from campagna.server.bot_workers import BotWorkers, Computers, Think
from campagna.server.catalogue import games_json
from campagna.server.documentation import documentation
from campagna.server.endpoint import Endpoint
from campagna.server.endpoints import ENDPOINTS
from campagna.server.handlers import Handlers
from campagna.server.live import LiveUpdates
from campagna.server.openapi import describe
from campagna.server.operations import metrics
from campagna.server.operations.leaving import Leaving
from campagna.server.operations.limits import Meter, Rates
from campagna.server.operations.readiness import Readiness, database_probes
from campagna.server.operations.settings import Operations
from campagna.server.operations.watch import Watch
from campagna.server.safety import Safety
from campagna.server.visiting import Visiting, session_secret


def make_app(
    service: Gate,
    think: Think,
    client: Path | None = None,
    hosts: frozenset[str] = frozenset(),
    network: str = "",
    documents: Path | None = None,
    queues: tuple[str, ...] | None = None,
    rates: Rates | None = None,
    operations: Operations | None = None,
) -> Starlette:
    """`client`: the folder of the built browser client; without it only /api answers.

    `hosts`: names besides `localhost` by which a browser may call this server.
    `network`: the address by which other machines reach it.
    `documents`: the folder of the built documentation.
    `queues`: those of a PostgreSQL from which this process takes computers' turns; None: it has none.
    `rates`: how much one holder of a seat may ask.
    `operations`: how it is set up as a server for everybody.
    """
    operations = operations or Operations()
    meter, readiness = Meter(rates), Readiness()
    readiness.probes.update(database_probes(service.store.engine))
    leaving = Leaving(readiness)
    hub = LiveUpdates(service, announcer_for(service.store.engine))
    readiness.probes["listen"] = hub.announcer.fault
    here = BotWorkers(service, think, hub.changed, hub.thinking)
    computers = here if queues is None else queued(service, here, hub, queues)
    desk = Handlers(service, hub, computers, network)
    routes: list[BaseRoute] = [_route(desk, endpoint) for endpoint in ENDPOINTS]
    routes += [
        Route("/api/openapi.json", _openapi),
        WebSocketRoute(_SOCKET, partial(_live, desk, meter, leaving)),
        WebSocketRoute(_MY_SOCKET, partial(_my_live, desk, meter, leaving)),
        Route("/api/{rest:path}", _nothing_here, methods=_METHODS),
        *documentation(documents),
        _client(client),
    ]

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        # Games are slow to load: begin before the first browser asks for them.
        warming = asyncio.create_task(anyio.to_thread.run_sync(games_json))
        following = asyncio.create_task(desk.people.follow())
        await hub.announcer.start(hub)
        await computers.start()
        yield
        await hub.announcer.close()
        following.cancel()
        await warming
        await computers.close()

    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(Watch, log=operations.logs == "json"),
            Middleware(Safety, hosts=hosts, public=operations.name),
            Middleware(Visiting, sessions=desk.people.sessions),
        ],
        exception_handlers={
            Rejected: _rejected,
            HTTPException: _http_problem,
            ClientDisconnect: _nobody_there,
        },
        lifespan=lifespan,
    )
    app.state.meter, app.state.readiness, app.state.leaving = meter, readiness, leaving
    return app


def queued(
    service: Gate, computers: BotWorkers, hub: LiveUpdates, queues: tuple[str, ...]
) -> Computers:
    from campagna.server.thinking_queue import ThinkingQueue

    return ThinkingQueue(service, computers, hub.announcer.seen, hub.hurry_elsewhere, queues)


_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]


def _route(desk: Handlers, endpoint: Endpoint) -> Route:
    async def answer(request: Request) -> Response:
        request.state.rate, request.state.route = endpoint.rate, endpoint.path
        return await endpoint.handler(desk, request)

    return Route(endpoint.path, answer, methods=[endpoint.method])


async def _openapi(request: Request) -> Response:
    return json_response(describe())


async def _nothing_here(request: Request) -> Response:
    raise Rejected("unknown-place")


async def _rejected(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Rejected)
    metrics.REFUSALS.labels(problem.key).inc()
    response = json_response(problem.answer(), problem.status)
    if problem.key == "too-slow":
        # The rest of the body may still come, and is no new request.
        response.headers["connection"] = "close"
    if "retry_after" in problem.more:
        response.headers["retry-after"] = str(problem.more["retry_after"])
    return response


async def _nobody_there(request: Request, problem: Exception) -> Response:
    """Whoever asked went away before the body was complete."""
    return Response(status_code=400)


async def _http_problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    if problem.status_code == 405:
        return json_response(Rejected("wrong-method").answer(), 405)
    if problem.status_code == 404:
        return json_response(Rejected("unknown-place").answer(), 404)
    return PlainTextResponse(problem.detail, problem.status_code)


_SOCKET = "/api/matches/{match}/live"
_MY_SOCKET = "/api/me/live"
LONGEST_NAME = 64
"""Of a connection; its browser makes it up."""


async def _live(desk: Handlers, meter: Meter, leaving: Leaving, socket: WebSocket) -> None:
    """Follow a match. Whoever may not is told why before the socket is closed."""
    socket.state.route = _SOCKET
    token = socket.query_params.get("token", "")
    since = socket.query_params.get("since", "")
    match = socket.path_params["match"]
    try:
        if since and not (since.isdecimal() and len(since) < 10):
            raise Rejected("malformed", "since: a version")
        leaving.check()
        enter = partial(desk.service.enter, match, token)
        live, viewer = await anyio.to_thread.run_sync(enter)
        holder = session_secret(socket) if token[:1] in ("", MINE) else token
        place = meter.place(holder, watching=viewer == SPECTATOR)
    except Rejected as rejected:
        body = msgspec.json.encode(rejected.answer())
        await socket.send_denial_response(
            Response(body, rejected.status, media_type="application/json")
        )
        return
    connection = socket.query_params.get("connection", "")[:LONGEST_NAME]
    with place, leaving.follow(socket), metrics.SOCKETS.track_inprogress():
        await socket.accept()
        desk.computers.wake(live)
        await desk.hub.watch(socket, match, viewer, int(since) if since else None, connection)


async def _my_live(desk: Handlers, meter: Meter, leaving: Leaving, socket: WebSocket) -> None:
    """Follow one's own lists."""
    socket.state.route = _MY_SOCKET
    try:
        leaving.check()
        user = await anyio.to_thread.run_sync(lambda: visitor().user)
        if not user:
            raise Rejected("sign-in-needed")
        place = meter.place(session_secret(socket), watching=False)
    except Rejected as rejected:
        body = msgspec.json.encode(rejected.answer())
        await socket.send_denial_response(
            Response(body, rejected.status, media_type="application/json")
        )
        return
    with place, leaving.follow(socket), metrics.SOCKETS.track_inprogress():
        await socket.accept()
        await desk.people.listen(socket, user)


# --- the browser's files ----------------------------------------------------------------------------


class _Pages(StaticFiles):
    """The client finds its own way: an address it made up itself leads to its first page."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as problem:
            if problem.status_code != 404 or "." in path.rsplit("/", 1)[-1]:
                raise
            assert self.directory is not None
            response = FileResponse(Path(self.directory) / "index.html")
        if path.startswith("assets/"):
            # Vite names these files after their content.
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        else:
            response.headers["cache-control"] = "no-cache"
        return response


def _client(folder: Path | None) -> BaseRoute:
    if folder is None or not (folder / "index.html").is_file():
        return Route("/{rest:path}", _no_client)
    pages = GZipMiddleware(_Pages(directory=folder, html=True), minimum_size=1000, compresslevel=6)
    return Mount("/", pages)


async def _no_client(request: Request) -> Response:
    words = (
        "Il tavolo nel browser non è ancora costruito: ./play lo costruisce.\n"
        "The table in the browser is not built yet: ./play builds it.\n"
    )
    return PlainTextResponse(words, 404 if request.path_params["rest"] else 200)
