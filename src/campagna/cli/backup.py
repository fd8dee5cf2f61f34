"""`campagna backup` and `campagna restore`: copies of the matches, also while people play."""

from __future__ import annotations

import time
from pathlib import Path

import click

from campagna.cli.commands import command
from campagna.cli.language import Problem, say
from campagna.cli.opening import data_option, database, problems_in_words
from campagna.cli.screen import print_json


@command(
    "backup",
    it="Copia le partite in un file, anche mentre si gioca.",
    en="Copy the matches into a file, also while people play.",
)
@click.argument("target", type=click.Path(path_type=Path))
@data_option
def backup_command(target: Path, data: str | None, as_json: bool) -> None:
    from campagna.server.operations.backup import BackupFailed, is_sqlite, take_backup

    url = database(data)
    if target.is_dir():
        kind = "sqlite3" if is_sqlite(url) else "dump"
        target /= f"campagna-{time.strftime('%Y%m%d-%H%M%S')}.{kind}"
    with problems_in_words(str(target)):
        try:
            take_backup(url, target)
        except BackupFailed as failed:
            raise Problem(say(f"nessuna copia: {failed}", f"no backup: {failed}")) from None
        size = target.stat().st_size
    if as_json:
        print_json({"file": str(target), "size": size})
    else:
        click.echo(say(f"{target}: {size} byte", f"{target}: {size} bytes"))


@command(
    "restore",
    it="Riporta le partite da una copia, dove non ce ne sono ancora.",
    en="Bring the matches back from a backup, where there are none yet.",
)
@click.argument("source", type=click.Path(path_type=Path))
@data_option
def restore_command(source: Path, data: str | None, as_json: bool) -> None:
    from campagna.server.operations.backup import BackupFailed, restore_backup

    url = database(data)
    with problems_in_words(str(source)):
        try:
            restore_backup(source, url)
        except BackupFailed as failed:
            raise Problem(say(f"non riportate: {failed}", f"not restored: {failed}")) from None
    shown = url.render_as_string(hide_password=True)
    if as_json:
        print_json({"data": shown})
    else:
        click.echo(say(f"le partite sono in {shown}", f"the matches are in {shown}"))
