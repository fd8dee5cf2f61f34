"""Figures for Prometheus, told on a port of their own that only this machine reaches.

With several processes the parent sets `PROMETHEUS_MULTIPROC_DIR` before any of them starts; the
figures of all are added up by whoever tells them.
"""

from __future__ import annotations

import os
from threading import Thread
from wsgiref.simple_server import WSGIServer

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    start_http_server,
)
from prometheus_client.multiprocess import MultiProcessCollector

from campagna.server.operations.settings import HERE

SHARED = "PROMETHEUS_MULTIPROC_DIR"
_SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)

REQUESTS = Counter(
    "campagna_requests", "Requests answered, by route and status", ("method", "route", "status")
)
SECONDS = Histogram("campagna_request_seconds", "Time to the answer", ("route",), buckets=_SECONDS)
REFUSALS = Counter("campagna_refusals", "Requests turned away, by the key of the answer", ("key",))
ORDERS = Counter("campagna_orders", "Orders taken, by game", ("game",))
SOCKETS = Gauge("campagna_sockets", "Sockets open now", multiprocess_mode="livesum")
FAULTS = Counter("campagna_faults", "Answers with a status of 500")
READY = Gauge("campagna_ready", "1 while the server takes requests", multiprocess_mode="livemin")


def tell(port: int) -> tuple[WSGIServer, Thread]:
    """Answer `/metrics` on loopback. Raises OSError if somebody else listens there."""
    registry = REGISTRY
    if os.environ.get(SHARED):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    return start_http_server(port, addr=HERE, registry=registry)
