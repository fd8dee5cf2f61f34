"""`campagna serve`: the table in the browser, for this machine or the local network."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Literal

import click
import msgspec

from campagna.cli.commands import command, option
from campagna.cli.language import Problem, language, say
from campagna.cli.opening import problems_in_words

_PORT = 8941
"""The war in the east, 1941; nobody else is known to use it."""


def _from_file(context: click.Context, _: click.Parameter, path: Path | None) -> None:
    """What the file says holds where neither the command line nor the environment says otherwise."""
    from campagna.server.operations.settings import BadSettings, read_config

    if path is None:
        return
    options = {p.opts[0].lstrip("-"): p.name or "" for p in context.command.params}
    names = {k: v for k, v in options.items() if k not in ("config", "lang", "json")}
    try:
        context.default_map = read_config(path, names)
    except BadSettings as bad:
        raise Problem(bad.text[language()]) from None


@command(
    "serve",
    it="Apre il tavolo nel browser: partite contro il computer, in due o in rete locale.",
    en="Open the table in the browser: matches against the computer, hot-seat or on the network.",
)
@option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    envvar="CAMPAGNA_CONFIG",
    is_eager=True,
    expose_value=False,
    callback=_from_file,
    it="File TOML con queste opzioni; vale anche CAMPAGNA_CONFIG, e CAMPAGNA_PUBLIC e simili.",
    en="TOML file with these options; CAMPAGNA_CONFIG too, and CAMPAGNA_PUBLIC and the like.",
)
@option(
    "--public",
    metavar="URL",
    envvar="CAMPAGNA_PUBLIC",
    default="",
    it="Server per tutti dietro questo indirizzo https; chiede --data.",
    en="A server for everybody behind this https address; needs --data.",
)
@option(
    "--proxies",
    multiple=True,
    metavar="ADDRESS",
    envvar="CAMPAGNA_PROXIES",
    it="Indirizzo o rete di un proxy di cui ci si fida, ripetibile; con --public: 127.0.0.1.",
    en="Address or network of a proxy that is believed, repeatable; with --public: 127.0.0.1.",
)
@option(
    "--metrics",
    type=click.IntRange(0, 65535),
    envvar="CAMPAGNA_METRICS",
    default=0,
    it="Porta su questa macchina per le misure di Prometheus; 0 nessuna. Ogni altro processo ha la seguente.",
    en="Port on this machine for the figures of Prometheus; 0 for none. Each further process has the next.",
)
@option(
    "--logs",
    type=click.Choice(["plain", "json"]),
    envvar="CAMPAGNA_LOGS",
    it="Forma dei log; json con --public.",
    en="Form of the logs; json with --public.",
)
@option(
    "--host",
    envvar="CAMPAGNA_HOST",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    it="Indirizzo su cui ascoltare; 0.0.0.0 invita la rete locale.",
    en="Address to listen on; 0.0.0.0 invites the local network.",
)
@option(
    "--port",
    envvar="CAMPAGNA_PORT",
    type=click.IntRange(0, 65535),
    default=_PORT,
    show_default=True,
    it="Porta; 0 ne prende una libera.",
    en="Port; 0 takes a free one.",
)
@option(
    "--data",
    envvar="CAMPAGNA_DATA",
    metavar="DIR|URL",
    it="Cartella delle partite, o indirizzo di un database PostgreSQL.",
    en="Folder of the matches, or the URL of a PostgreSQL database.",
)
@option(
    "--processes",
    envvar="CAMPAGNA_PROCESSES",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    it="Quanti processi rispondono; più di uno chiede PostgreSQL.",
    en="How many processes answer; more than one needs PostgreSQL.",
)
@option(
    "--think/--no-think",
    envvar="CAMPAGNA_THINK",
    default=True,
    it="Fa pensare qui i computer; --no-think li lascia a `campagna worker` (PostgreSQL).",
    en="Computers think here; --no-think leaves them to `campagna worker` (PostgreSQL).",
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
    public: str,
    proxies: tuple[str, ...],
    metrics: int,
    logs: Literal["plain", "json"] | None,
    host: str,
    port: int,
    data: str | None,
    processes: int,
    think: bool,
    browser: bool,
    client: Path | None,
    hosts: tuple[str, ...],
    matches_per_hour: int,
    wrong_tokens: int,
    as_json: bool,
) -> None:
    from campagna.match.token_limits import Limits
    from campagna.server.operations.settings import (
        HERE,
        Operations,
        check_proxies,
        check_public,
        read_secrets,
        with_password,
    )
    from campagna.server.processes import (
        check_shared,
        follow_parent,
        own_number,
        several,
        shared_socket,
    )
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
        if browser and not public:
            webbrowser.open(address)

    # Whoever plays at home sits behind no proxy, and nobody may pretend to.
    proxies = proxies or ((HERE,) if public else ())
    operations = Operations(
        public=public.rstrip("/"),
        proxies=proxies,
        metrics=metrics and metrics + own_number(),
        logs=logs or ("json" if public else "plain"),
    )
    folder = client or client_folder()
    place = f"{host}:{port}"
    with problems_in_words(
        say(f"{place} o {data or 'i dati'}", f"{place} or {data or 'the data'}")
    ):
        check_proxies(proxies)
        if public:
            check_public(operations, data, folder)
        where = with_password(data, read_secrets(), public=bool(public))
        shared = shared_socket()
        if not think:
            check_shared("--no-think", where)
        if processes > 1 and shared is None:
            check_shared("--processes", where)
            open_service(
                where
            ).store.close()  # what is to be migrated is migrated before they start
            several(processes, host, port, ready)
            return
        service = open_service(
            where, Limits(wrong_tokens=wrong_tokens, matches_per_hour=matches_per_hour)
        )
        if shared is not None:
            follow_parent()
        serve(service, host, port, folder, ready, hosts, operations, shared, think)
