"""`campagna admin`: what an operator looks at and does; every change is kept in `audit`."""

from __future__ import annotations

import getpass
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import click

from campagna.cli.commands import command, option
from campagna.cli.language import Problem, SpokenGroup, say
from campagna.cli.opening import data_option, database, gate_of, opened, problems_in_words
from campagna.cli.screen import print_json, print_table

admin_command = SpokenGroup(
    "admin",
    it="Per chi gestisce un server: partite, pulizia, prove delle copie.",
    en="For whoever runs a server: matches, clearing up, drills of backups.",
)


def _by() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "operator"


def _day(at: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def most_option(body: Callable[..., int | None]) -> Callable[..., int | None]:
    most = option(
        "--most",
        type=click.IntRange(1),
        default=50,
        show_default=True,
        it="Quante righe al massimo.",
        en="So many lines at most.",
    )
    return most(body)


@command("matches", it="Elenca le partite, le ultime prima.", en="List matches, the latest first.")
@option("--game", default="", metavar="GAME", it="Solo di questo gioco.", en="Of this game only.")
@option(
    "--state",
    type=click.Choice(["running", "over"]),
    it="Solo in corso, o solo finite.",
    en="Running ones only, or those that are over.",
)
@most_option
@data_option
def matches_command(
    game: str, state: Literal["running", "over"] | None, most: int, data: str | None, as_json: bool
) -> None:
    from campagna.server.operations.overview import list_matches

    with opened(data) as engine:
        found = list_matches(engine, game, state, most)
    if as_json:
        print_json(found)
        return
    head = say(
        "partita|gioco|stato|versione|ultima mossa|titolo", "match|game|state|version|changed|title"
    )
    words = {"running": say("in corso", "running"), "over": say("finita", "over")}
    rows = [
        [m.match, m.game, words[m.state], str(m.version), _day(m.changed), m.title] for m in found
    ]
    print_table(head.split("|"), rows)


@command("stats", it="Conta partite, ordini e spazio.", en="Count matches, orders and space.")
@data_option
def stats_command(data: str | None, as_json: bool) -> None:
    from campagna.server.operations.overview import stats

    with opened(data) as engine:
        found = stats(engine)
    if as_json:
        print_json(found)
        return
    for game, counts in found.matches.items():
        running, over = counts["running"], counts["over"]
        click.echo(
            say(
                f"{game}: {running} in corso, {over} finite",
                f"{game}: {running} running, {over} over",
            )
        )
    click.echo(say(f"ordini: {found.orders}", f"orders: {found.orders}"))
    click.echo(say(f"persone: {found.users}", f"people: {found.users}"))
    click.echo(say(f"spazio: {found.size} byte", f"space: {found.size} bytes"))


@command(
    "audit",
    it="Quel che è stato fatto con questi comandi.",
    en="What was done with these commands.",
)
@most_option
@data_option
def audit_command(most: int, data: str | None, as_json: bool) -> None:
    from campagna.server.operations.overview import read_audit

    with opened(data) as engine:
        found = read_audit(engine, most)
    if as_json:
        print_json(found)
        return
    for line in found:
        click.echo(f"{_day(line.at)} {line.by} {line.act} {bytes(line.data).decode()}")


@command("abort", it="Chiude una partita senza vincitore.", en="End a match without a winner.")
@click.argument("match")
@option(
    "--reason", default="", metavar="TEXT", it="Perché, per il registro.", en="Why, for the audit."
)
@data_option
def abort_command(match: str, reason: str, data: str | None, as_json: bool) -> None:
    from campagna.server.operations.retention import note

    with opened(data) as engine, gate_of(engine, match) as gate:
        gate.stop(match)
        note(engine, _by(), "abort", {"match": match, "reason": reason})
    if as_json:
        print_json({"match": match, "state": "over"})
    else:
        click.echo(say(f"{match}: chiusa", f"{match}: ended"))


@command("export", it="Scrive il verbale di una partita.", en="Write the record of a match.")
@click.argument("match")
@click.argument("target", type=click.Path(path_type=Path))
@data_option
def export_command(match: str, target: Path, data: str | None, as_json: bool) -> None:
    """The record of a running match tells what its players may not know: that it was read is kept too."""
    from campagna.server.operations.retention import note

    with opened(data) as engine, gate_of(engine, match) as gate:
        live = gate.live(match)
        with live.lock:
            lines = list(live.match.record.lines())
        target.write_bytes(b"".join(line + b"\n" for line in lines))
        note(engine, _by(), "export", {"match": match})
    if as_json:
        print_json({"match": match, "file": str(target), "lines": len(lines)})
    else:
        click.echo(str(target))


@command(
    "retention",
    it="Toglie prove ferme da 30 giorni, partite mai giocate da 15, ospiti assenti da 180.",
    en="Remove what-ifs idle for 30 days, matches unplayed for 15, guests away for 180.",
)
@option("--dry-run", is_flag=True, it="Conta soltanto.", en="Only count.")
@data_option
def retention_command(dry_run: bool, data: str | None, as_json: bool) -> None:
    from campagna.server.operations.retention import retain

    with opened(data) as engine:
        found = retain(engine, _by(), dry_run=dry_run)
    if as_json:
        print_json(found)
    else:
        click.echo(say(f"prove: {found.whatifs}", f"what-ifs: {found.whatifs}"))
        click.echo(say(f"mai giocate: {found.unplayed}", f"unplayed: {found.unplayed}"))
        click.echo(say(f"ospiti: {found.guests}", f"guests: {found.guests}"))


@command(
    "migrate",
    it="Aggiorna le tabelle del database.",
    en="Bring the tables of the database up to date.",
)
@option(
    "--dry-run",
    is_flag=True,
    it="Mostra l'SQL e non cambia niente.",
    en="Print the SQL and change nothing.",
)
@data_option
def migrate_command(dry_run: bool, data: str | None, as_json: bool) -> None:
    from campagna.match.database import migrate
    from campagna.server.operations.dry_run import pending_statements

    with opened(data, current=False) as engine:
        statements = pending_statements(engine)
        if not dry_run:
            migrate(engine)
    if as_json:
        print_json({"done": not dry_run, "statements": statements})
    elif not statements:
        click.echo(say("è già aggiornato", "it is up to date"))
    else:
        click.echo("\n".join(statements))


@command(
    "drill",
    it="Prova una copia: la riporta a parte, la confronta e verifica i verbali.",
    en="Try a backup: restore it beside, compare it and verify records.",
)
@option(
    "--records",
    type=click.IntRange(0),
    default=20,
    show_default=True,
    it="Quante partite aprire e verificare.",
    en="How many matches to open and verify.",
)
@data_option
def drill_command(records: int, data: str | None, as_json: bool) -> int:
    from campagna.server.operations.backup import BackupFailed
    from campagna.server.operations.drill import drill

    with opened(data), problems_in_words(data or ""):
        try:
            found = drill(database(data), records)
        except BackupFailed as failed:
            raise Problem(say(f"prova fallita: {failed}", f"drill failed: {failed}")) from None
    if as_json:
        print_json(found)
        return 0 if found.passed else 1
    rows = sum(table.rows for table in found.tables.values())
    click.echo(say(f"righe: {rows}, byte: {found.size}", f"rows: {rows}, bytes: {found.size}"))
    taken, restored, verified = found.backup_seconds, found.restore_seconds, found.verify_seconds
    it = f"copia {taken} s, ritorno {restored} s, verifica {verified} s"
    en = f"backup {taken} s, restore {restored} s, verify {verified} s"
    click.echo(say(it, en))
    click.echo(say(f"partite verificate: {found.verified}", f"matches verified: {found.verified}"))
    for name in found.differing:
        click.echo(say(f"DIVERSA: {name}", f"DIFFERENT: {name}"))
    for what in found.broken:
        click.echo(say(f"ROTTA: {what}", f"BROKEN: {what}"))
    return 0 if found.passed else 1


for _command in (
    matches_command,
    stats_command,
    audit_command,
    abort_command,
    export_command,
    retention_command,
    migrate_command,
    drill_command,
):
    admin_command.add_command(_command)
