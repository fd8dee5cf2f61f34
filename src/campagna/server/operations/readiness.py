"""Whether requests should come here: what the server needs answers, and it is not about to end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

import anyio
import anyio.to_thread
import msgspec
from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from campagna.match.database import found_revision, newest_revision

PATIENCE = 2.0
"""Seconds that a check may take."""

Probe = Callable[[], str]
"""Says what is wrong; empty if nothing is. Runs in a thread."""


class Ready(msgspec.Struct, frozen=True):
    """`checks`: what was asked, each with `ok` or what is wrong."""

    status: Literal["ready", "not-ready"]
    checks: dict[str, str]


class Readiness:
    """Parts of the server add what they need: `readiness.probes["listen"] = ...`."""

    def __init__(self) -> None:
        self.probes: dict[str, Probe] = {}
        self.leaving = False

    async def ask(self) -> Ready:
        found = {name: await _ask(probe) or "ok" for name, probe in self.probes.items()}
        if self.leaving:
            found["process"] = "leaving"
        good = all(what == "ok" for what in found.values())
        return Ready("ready" if good else "not-ready", found)


async def _ask(probe: Probe) -> str:
    with anyio.move_on_after(PATIENCE):
        return await anyio.to_thread.run_sync(probe, abandon_on_cancel=True)
    return "slow"


def database_probes(engine: Engine) -> dict[str, Probe]:
    return {"database": partial(_database, engine), "migrations": partial(_migrations, engine)}


def _database(engine: Engine) -> str:
    try:
        with engine.connect() as connection:
            connection.execute(text("SELECT 1"))
    except SQLAlchemyError as problem:
        return type(problem).__name__
    return ""


def _migrations(engine: Engine) -> str:
    try:
        found = found_revision(engine)
    except SQLAlchemyError as problem:
        return type(problem).__name__
    newest = newest_revision()
    return "" if found == newest else f"at {found}, not {newest}"
