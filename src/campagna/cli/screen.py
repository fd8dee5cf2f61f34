"""Output: tables for people, JSON for programs. Rich is imported when a table is drawn."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
import msgspec

if TYPE_CHECKING:
    from rich.console import Console

_PIPED_WIDTH = 120
"""Width of tables that go to a file or a pipe, which have none of their own."""

_REFRESH_SECONDS = 0.1


def print_json(value: Any) -> None:
    text = msgspec.json.format(msgspec.json.encode(value), indent=2)
    click.echo(text.decode())


def console() -> Console:
    """Without markup: rulebook texts and orders are full of square brackets."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else _PIPED_WIDTH
    return Console(width=width, markup=False, highlight=False, emoji=False)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> None:
    from rich.box import SIMPLE
    from rich.table import Table

    table = Table(title=title or None, box=SIMPLE, title_justify="left", pad_edge=False)
    for name in columns:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*row)
    console().print(table)


def print_position(position: Any) -> None:
    """A position of any game: lists of things as tables, the rest line by line."""
    plain = msgspec.to_builtins(position)
    if not isinstance(plain, Mapping):
        click.echo(compact(plain))
        return
    for name, value in plain.items():
        rows = _rows(value)
        if rows is None:
            click.echo(f"{name}: {_cell(value)}")
        else:
            _print_rows(name, rows)


def _print_rows(name: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Rows of which only the name is told follow the table on one line."""
    shown = [row for row in rows if len(row) > 1]
    columns = list(dict.fromkeys(key for row in shown for key in row))
    if shown:
        print_table(columns, [[_cell(row.get(c)) for c in columns] for row in shown], name)
    others = [_cell(value) for row in rows if len(row) == 1 for value in row.values()]
    if others:
        click.echo(f"{name}: {', '.join(others)}")


def _rows(value: Any) -> Sequence[Mapping[str, Any]] | None:
    """The rows of a table, if the value is a list of objects."""
    if isinstance(value, list | tuple) and value and all(isinstance(v, Mapping) for v in value):
        return value
    return None


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, list | tuple) and all(isinstance(v, str) for v in value):
        return ", ".join(value) or "-"
    return value if isinstance(value, str) else compact(value)


@contextmanager
def progress_bar(total: int, label: str) -> Iterator[Callable[[], None]]:
    """On a terminal only. Drawn by hand, not by a thread: workers may be forked meanwhile."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), auto_refresh=False) as bar:
        task = bar.add_task(label, total=total)
        drawn = 0.0

        def advance() -> None:
            nonlocal drawn
            bar.advance(task)
            if time.monotonic() - drawn > _REFRESH_SECONDS:
                bar.refresh()
                drawn = time.monotonic()

        yield advance


def compact(value: Any) -> str:
    """Plain data on one line."""
    return msgspec.json.encode(value).decode()
