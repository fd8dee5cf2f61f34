"""`campagna serve`: the table in the browser, for this machine or the local network."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click
import msgspec

from campagna.cli.commands import command, option
from campagna.cli.language import Problem, say

_PORT = 8941
"""The war in the east, 1941; nobody else is known to use it."""


@command(
    "serve",
    it="Apre il tavolo nel browser: partite contro il computer, in due o in rete locale.",
    en="Open the table in the browser: matches against the computer, hot-seat or on the network.",
)
@option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    it="Indirizzo su cui ascoltare; 0.0.0.0 invita la rete locale.",
    en="Address to listen on; 0.0.0.0 invites the local network.",
)
@option(
    "--port",
    type=click.IntRange(0, 65535),
    default=_PORT,
    show_default=True,
    it="Porta; 0 ne prende una libera.",
    en="Port; 0 takes a free one.",
)
@option(
    "--data",
    metavar="DIR|URL",
    it="Cartella delle partite, o indirizzo di un database PostgreSQL.",
    en="Folder of the matches, or the URL of a PostgreSQL database.",
)
@option("--browser/--no-browser", default=True, it="Apre il browser.", en="Open the browser.")
@option(
    "--client",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    it="Cartella del client costruito.",
    en="Folder of the built client.",
)
@option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    it="Altro nome con cui il browser chiama questo server, ripetibile.",
    en="Another name by which browsers call this server, repeatable.",
)
@option(
    "--matches-per-hour",
    type=click.IntRange(0),
    default=120,
    show_default=True,
    it="Partite nuove all'ora da un altro indirizzo; 0 senza limite.",
    en="New matches an hour from another address; 0 for no limit.",
)
@option(
    "--wrong-tokens",
    type=click.IntRange(0),
    default=30,
    show_default=True,
    it="Inviti sbagliati di seguito da un indirizzo; 0 senza limite.",
    en="Wrong invitations in a row from an address; 0 for no limit.",
)
def serve_command(
    host: str,
    port: int,
    data: str | None,
    browser: bool,
    client: Path | None,
    hosts: tuple[str, ...],
    matches_per_hour: int,
    wrong_tokens: int,
    as_json: bool,
) -> None:
    from sqlalchemy.exc import SQLAlchemyError

    from campagna.match.database import LaterDatabase
    from campagna.match.token_limits import Limits
    from campagna.server.serve import (
        EVERYWHERE,
        client_folder,
        network_address,
        open_service,
        serve,
    )

    def ready(address: str) -> None:
        if as_json:
            click.echo(msgspec.json.encode({"address": address}))
        else:
            click.echo(say(f"il tavolo è su {address}", f"the table is at {address}"))
            other = network_address() if host in EVERYWHERE else ""
            if other:
                there = f"http://{other}:{address.rsplit(':', 1)[1]}"
                click.echo(say(f"sulla rete locale: {there}", f"on the local network: {there}"))
        if browser:
            webbrowser.open(address)

    try:
        service = open_service(data, Limits(wrong_tokens, matches_per_hour))
        serve(service, host, port, client or client_folder(), ready, hosts)
    except LaterDatabase:
        raise Problem(
            say(
                "le partite sono state aperte con una versione più nuova di Campagna: aggiorna questa",
                "the matches were opened by a later release of Campagna: update this one",
            )
        ) from None
    except OSError as problem:
        raise Problem(
            say(
                f"{host}:{port} o {data or 'i dati'}: {problem.strerror or problem}",
                f"{host}:{port} or {data or 'the data'}: {problem.strerror or problem}",
            )
        ) from None
    except (SQLAlchemyError, ModuleNotFoundError) as problem:
        # A database of a kind whose driver is not installed is a missing module.
        why = str(problem).splitlines()[0]
        raise Problem(say(f"il database non risponde: {why}", f"no database: {why}")) from None
