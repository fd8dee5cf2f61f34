"""Running the server: where the data live, where the client is, and the loop itself."""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from pathlib import Path

import uvicorn

from campagna.match.database import open_engine, sqlite_url
from campagna.match.gate import Gate
from campagna.match.storage import Store
from campagna.match.token_limits import Limits
from campagna.server.app import make_app
from campagna.server.bodies import MESSAGE_LIMIT
from campagna.server.bot_workers import Workers
from campagna.server.engine_processes import EngineProcesses
from campagna.server.operations import metrics
from campagna.server.operations.leaving import Leaving
from campagna.server.operations.logs import log_json
from campagna.server.operations.settings import Operations
from campagna.server.safety import own_names
from campagna.server.timeouts import CalmSockets, PatientHttp

ENGINES = 2
"""Processes that answer long questions."""
EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that stand for every address of this machine."""


def data_folder() -> Path:
    """Where matches live unless told otherwise, by the convention of the XDG base directories."""
    base = os.environ.get("XDG_DATA_HOME", "")
    home = Path(base) if base.startswith("/") else Path.home() / ".local" / "share"
    return home / "campagna"


def client_folder() -> Path:
    """The built client: inside an installed package, or in the checkout this program runs from."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "client"
    return installed if installed.is_dir() else package.parents[1] / "web" / "dist"


def documents_folder() -> Path:
    """The built documentation: inside an installed package, or where `.ci/site` builds it."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "documentation"
    return installed if installed.is_dir() else package.parents[1] / "build" / "site"


def open_service(data: str | None, limits: Limits | None = None) -> Gate:
    """`data` is a folder or the URL of a database; None is the usual folder.

    Raises `LaterDatabase` for a database that a later release has changed.
    """
    if data is not None and "://" in data:
        return Gate(Store(open_engine(data)), limits=limits)
    folder = data_folder() if data is None else Path(data)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return Gate(Store(open_engine(sqlite_url(folder))), limits=limits)


class _Server(uvicorn.Server):
    """Says when it listens, so that a browser opened then finds it."""

    def __init__(
        self,
        config: uvicorn.Config,
        ready: Callable[[], None],
        leave: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(config)
        self._on_ready = ready
        self._leave = leave

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            metrics.READY.set(1)
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Requests are still answered while the sockets are told to go."""
        metrics.READY.set(0)
        await self._leave()
        await super().shutdown(sockets)


def serve(
    service: Gate,
    host: str,
    port: int,
    client: Path,
    ready: Callable[[str], None],
    hosts: Iterable[str] = (),
    operations: Operations | None = None,
    listening: socket.socket | None = None,
    think: bool = True,
) -> None:
    """Serve until interrupted. `ready` hears the address; port 0 takes a free one.

    `hosts`: more names by which browsers may call this server.
    `operations`: how it is set up as a server for everybody.
    `listening`: the socket that this process shares with others.
    `think`: False leaves computers' turns to workers of the same PostgreSQL.
    """
    operations = operations or Operations()
    if operations.logs == "json":
        log_json()
    # Games compute in threads; the loop that sends must not wait 5 ms for its turn.
    sys.setswitchinterval(0.0005)
    listening = listening or listen(host, port)
    address = address_of(listening, host)
    port = listening.getsockname()[1]
    ours = own_names() if host in EVERYWHERE else {host}
    names = frozenset(h.lower() for h in (*hosts, *ours))
    other = network_address() if host in EVERYWHERE else ""
    network = f"http://{other}:{port}" if other else ""
    engines = EngineProcesses(ENGINES)
    service.engines = engines
    workers = Workers(max(1, min(4, (os.cpu_count() or 2) - 1)))
    app = make_app(
        service,
        workers.think,
        client,
        names,
        network,
        documents_folder(),
        operations=operations,
        queues=queues_of(service, think),
    )
    leaving: Leaving = app.state.leaving
    config = uvicorn.Config(
        app,
        log_level="warning",
        log_config=None if operations.logs == "json" else uvicorn.config.LOGGING_CONFIG,
        access_log=False,  # addresses carry tokens
        server_header=False,
        forwarded_allow_ips=list(operations.proxies),
        ws_ping_interval=25.0,
        http=PatientHttp,
        ws=CalmSockets,
        ws_max_size=MESSAGE_LIMIT,
        ws_per_message_deflate=True,
        timeout_graceful_shutdown=3,
    )

    def started() -> None:
        threading.Thread(target=engines.warm, daemon=True).start()
        ready(address)

    try:
        if operations.metrics:
            metrics.tell(operations.metrics, service.store.engine)
        leave = partial(leaving.leave, operations.farewell)
        _Server(config, started, leave).run(sockets=[listening])
    finally:
        workers.close()
        engines.close()
        service.store.close()


def queues_of(service: Gate, think: bool) -> tuple[str, ...] | None:
    """What this process takes from the queue of computers' turns; None where there is no queue."""
    if service.store.engine.dialect.name == "sqlite":
        return None
    from campagna.server.thinking_queue import QUEUES

    return QUEUES if think else ()


def network_address() -> str:
    """The address by which others on the local network reach this machine; empty if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting only asks which way a packet would leave.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def address_of(listening: socket.socket, host: str) -> str:
    shown = host if host not in EVERYWHERE else "127.0.0.1"
    name = f"[{shown}]" if ":" in shown else shown
    return f"http://{name}:{listening.getsockname()[1]}"


def listen(host: str, port: int) -> socket.socket:
    """Raises OSError if somebody else listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol must be named, or asyncio does not switch off the delay of small packets (40 ms).
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError:
        listening.close()
        raise
    return listening
