"""`campagna rules`: the rulebook of a game, and which code and tests carry each rule."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import click
import msgspec

from campagna.cli.commands import command, option
from campagna.cli.language import Problem, language, say
from campagna.cli.rule_data import data_places, is_read
from campagna.cli.screen import print_json, print_table
from campagna.core.rulebook import (
    Coverage,
    Rulebook,
    Ruling,
    Standing,
    Status,
    coverage,
    gaps,
    load_rulebook,
    project_root,
    standing,
)
from campagna.games.registry import load_game


@command(
    "rules",
    it="Mostra le regole di un gioco: stato, codice, prove. --check esce con 1 se manca qualcosa.",
    en="Show the rules of a game: status, code, tests. --check exits with 1 if something is missing.",
)
@click.argument("game")
@click.argument("id", required=False)
@option("--check", is_flag=True, it="Controlla la copertura.", en="Check the coverage.")
def rules_command(game: str, id: str | None, check: bool, as_json: bool) -> int:
    home = load_game(game).home
    book, rows = _read(home)
    if id is not None:
        return _one_rule(home, game, book, rows, id, as_json)
    if check:
        return _check(home, rows, as_json)
    if as_json:
        print_json([_row(book, row) for row in rows])
    else:
        _print_rules(book, rows, game)
    return 0


def _read(home: Path) -> tuple[Rulebook, tuple[Coverage, ...]]:
    try:
        return load_rulebook(home), coverage(home)
    except OSError as problem:
        raise Problem(f"{problem.filename}: {problem.strerror}") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as problem:
        raise Problem(f"{home / 'data' / 'rules.toml'}: {problem}") from None


def _row(book: Rulebook, row: Coverage) -> dict[str, Any]:
    rule = next(r for r in book.rule if r.id == row.id)
    texts = {"it": rule.it, "en": rule.en, "source": rule.source}
    return {"id": row.id, "status": row.status, "code": row.code, "tests": row.tests, **texts}


def _print_rules(book: Rulebook, rows: Sequence[Coverage], game: str) -> None:
    texts = {r.id: {"it": r.it, "en": r.en} for r in book.rule}
    columns = (
        "id",
        say("stato", "status"),
        say("codice", "code"),
        say("prove", "tests"),
        say("regola", "rule"),
    )
    table = [
        (r.id, r.status, str(len(r.code)), str(len(r.tests)), texts[r.id][language()]) for r in rows
    ]
    print_table(columns, table, game)
    click.echo(_summary(rows, ()))


def _one_rule(
    home: Path, game: str, book: Rulebook, rows: Sequence[Coverage], id: str, as_json: bool
) -> int:
    entry = book.find(id)
    if entry is None:
        raise Problem(
            say(
                f"{game} non ha la regola '{id}'; 'campagna rules {game}' le elenca",
                f"{game} has no rule '{id}'; 'campagna rules {game}' lists them",
            )
        )
    if isinstance(entry, Ruling):
        _print_ruling(entry, as_json)
        return 0
    row = next(r for r in rows if r.id == id)
    if as_json:
        print_json([{**_row(book, row), "data": data_places(home, id)}])
        return 0
    click.echo(f"{id} [{row.status}] {entry.en if language() == 'en' else entry.it}")
    click.echo(say("fonte: ", "source: ") + entry.source)
    if entry.how:
        click.echo(say("come: ", "how: ") + entry.how[language()])
    for name, places in ((say("codice", "code"), row.code), (say("prove", "tests"), row.tests)):
        click.echo(f"{name}:" if places else f"{name}: -")
        for place, where in _by_function(home, places):
            line = f"  {place} {where.name}".rstrip()
            click.echo(f"{line}: {where.does}" if where.does else line)
    if blocks := data_places(home, id):
        click.echo(say("dati:", "data:"))
        for block in blocks:
            unread = (
                ""
                if is_read(home, block)
                else say(" (nessun codice lo legge)", " (no code reads it)")
            )
            click.echo(f"  {block}{unread}")
    for ruling in book.ruling:
        if id in ruling.rules:
            _print_ruling(ruling, as_json=False)
    return 0


def _by_function(home: Path, places: Sequence[str]) -> list[tuple[str, Standing]]:
    """A function that cites the rule on several lines stands once, with all of them."""
    lines: dict[tuple[str, Standing], list[str]] = {}
    for place in places:
        file, line = place.rsplit(":", 1)
        lines.setdefault((file, standing(home, place)), []).append(line)
    return [(f"{file}:{','.join(at)}", where) for (file, where), at in lines.items()]


def _print_ruling(ruling: Ruling, as_json: bool) -> None:
    if as_json:
        fields = {k: v for k, v in msgspec.structs.asdict(ruling).items() if k != "id"}
        print_json([{"id": ruling.id, "status": "ruling", "code": [], "tests": [], **fields}])
        return
    click.echo(f"{ruling.id} ({', '.join(ruling.rules)})")
    click.echo("  ? " + say(ruling.question_it, ruling.question_en))
    click.echo("  = " + say(ruling.ruling_it, ruling.ruling_en))
    if ruling.option:
        click.echo("  " + say("opzione: ", "option: ") + ruling.option)


def _check(home: Path, rows: Sequence[Coverage], as_json: bool) -> int:
    """With --json the list stays the whole of stdout; what is wanting is told on stderr."""
    if project_root(home) is None:
        raise Problem(
            say(
                "--check ha bisogno delle prove: va eseguito nella cartella del progetto",
                "--check needs the tests: run it from a checkout of the project",
            )
        )
    try:
        found = gaps(home)
    except OSError as problem:
        raise Problem(f"{problem.filename}: {problem.strerror}") from None
    if as_json:
        book = load_rulebook(home)
        print_json([_row(book, row) for row in rows])
    for gap in found:
        click.echo(gap, err=as_json)
    click.echo(_summary(rows, found), err=as_json)
    return 1 if found else 0


def _summary(rows: Sequence[Coverage], found: Sequence[str]) -> str:
    counts = Counter(r.status for r in rows)
    parts = ", ".join(f"{counts[status]} {status}" for status in get_args(Status))
    total = say(f"{len(rows)} regole: {parts}", f"{len(rows)} rules: {parts}")
    return f"{total}; {len(found)} {say('lacune', 'gaps')}" if found else total
