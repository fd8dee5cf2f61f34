"""Figures for Prometheus, told on a port of their own that only this machine reaches.

Each of several processes tells its own, on a port of its own; Prometheus adds them up.
"""

from __future__ import annotations

from collections.abc import Iterable
from threading import Thread
from wsgiref.simple_server import WSGIServer

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from campagna.server.operations.settings import HERE

_SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)

REQUESTS = Counter(
    "campagna_requests", "Requests answered, by route and status", ("method", "route", "status")
)
SECONDS = Histogram("campagna_request_seconds", "Time to the answer", ("route",), buckets=_SECONDS)
REFUSALS = Counter("campagna_refusals", "Requests turned away, by the key of the answer", ("key",))
ORDERS = Counter("campagna_orders", "Orders taken, by game", ("game",))
SOCKETS = Gauge("campagna_sockets", "Sockets open now")
FAULTS = Counter("campagna_faults", "Answers with a status of 500")
READY = Gauge("campagna_ready", "1 while the server takes requests")


_WAITING = text(
    "SELECT j.queue_name, count(*), max(extract(epoch FROM now() - e.at)) "
    "FROM procrastinate_jobs j JOIN procrastinate_events e ON e.job_id = j.id "
    "WHERE j.status = 'todo' AND e.type = 'deferred' GROUP BY j.queue_name"
)


class Queue(Collector):
    """How many turns of computers wait in each queue of PostgreSQL, and the oldest how long."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def describe(self) -> Iterable[GaugeMetricFamily]:
        """Said without asking the database, which need not be there yet."""
        return self._families()

    def _families(self) -> tuple[GaugeMetricFamily, GaugeMetricFamily]:
        waiting = "Turns of computers that nobody has taken yet"
        return (
            GaugeMetricFamily("campagna_queue_waiting", waiting, labels=("queue",)),
            GaugeMetricFamily("campagna_queue_seconds", "How long the oldest", labels=("queue",)),
        )

    def collect(self) -> Iterable[GaugeMetricFamily]:
        counts, ages = self._families()
        try:
            with self._engine.connect() as connection:
                rows = connection.execute(_WAITING).all()
        except SQLAlchemyError:
            # What cannot be known is not told; readiness says that the database is away.
            return ()
        for queue, count, age in rows:
            counts.add_metric([queue], count)
            ages.add_metric([queue], float(age))
        return counts, ages


def tell(port: int, engine: Engine) -> tuple[WSGIServer, Thread]:
    """Answer `/metrics` on loopback. Raises OSError if somebody else listens there."""
    if engine.dialect.name == "postgresql":
        REGISTRY.register(Queue(engine))
    return start_http_server(port, addr=HERE)
