"""The database as the club uses it: one transaction a change, and words if it does not answer."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from campagna.match.errors import Rejected

_log = logging.getLogger(__name__)


def now() -> int:
    return int(time.time())


class Desk:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        try:
            with self.engine.connect() as connection:
                yield connection
        except SQLAlchemyError as problem:
            _log.error("the database cannot be read: %s", str(problem).partition("\n")[0])
            raise Rejected("store-away") from None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """All of it is kept or nothing."""
        try:
            with self.engine.begin() as connection:
                yield connection
        except SQLAlchemyError:
            _log.exception("a change of people was not stored")
            raise Rejected("no-store") from None
