"""`campagna worker`: computers think in a process of their own."""

from __future__ import annotations

import asyncio

import click
import msgspec

from campagna.cli.commands import command, option
from campagna.cli.language import Problem, say
from campagna.cli.opening import problems_in_words


@command(
    "worker",
    it="Fa pensare i computer delle partite di un database PostgreSQL, accanto a `serve`.",
    en="Let the computers of the matches of a PostgreSQL database think, beside `serve`.",
)
@option(
    "--data",
    envvar="CAMPAGNA_DATA",
    metavar="URL",
    it="Indirizzo del database PostgreSQL.",
    en="URL of the PostgreSQL database.",
)
@option(
    "--queues",
    default="quick,deep",
    show_default=True,
    metavar="QUEUES",
    it="Chi aspetta: quick (recluta, capitano), deep (generale).",
    en="Who waits: quick (recruit, captain), deep (general).",
)
@option(
    "--count",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    it="Quanti pensano insieme, di ogni coda.",
    en="How many think at once, of each queue.",
)
def worker_command(data: str | None, queues: str, count: int, as_json: bool) -> None:
    from campagna.server.operations.settings import read_secrets, with_password
    from campagna.server.processes import check_shared
    from campagna.server.serve import open_service

    def ready() -> None:
        ready_ = say("pronto", "ready")
        click.echo(msgspec.json.encode({"ready": True}) if as_json else ready_)

    with problems_in_words(data or say("i dati", "the data")):
        check_shared("--data", data)
        service = open_service(with_password(data, read_secrets(), public=False))
        from campagna.server.thinking_queue import QUEUES
        from campagna.server.worker import work

        asked = [name for name in queues.split(",") if name]
        if not asked or set(asked) - set(QUEUES):
            known = ", ".join(QUEUES)
            raise Problem(say(f"--queues: ci sono {known}", f"--queues: there are {known}"))
        asyncio.run(work(service, asked, count, ready))
