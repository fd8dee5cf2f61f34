"""How the odds of a forecast come about, as tables that a player checks line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from campagna.cli.language import language, named, say
from campagna.cli.order_text import phrase, word
from campagna.cli.screen import print_table
from campagna.core.contract import LANGUAGES
from campagna.core.messages import Messages

_LISTED_APART = ("attack", "defence", "overrun")
"""Told again, in the order of the sum, where the game lists every line of it."""


def print_sums(messages: Messages, sums: Mapping[str, Any]) -> None:
    repeated = _LISTED_APART if "lines" in sums else ()
    for name, value in sums.items():
        if name in messages.tables.get("sum", {}):
            click.echo(messages.text("sum", name, language(), {name: value}))
        elif name not in repeated:
            _print_sum(messages, word(messages, name), value)


def _print_sum(messages: Messages, title: str, value: Any) -> None:
    if isinstance(value, Mapping) and set(value) == set(LANGUAGES):
        click.echo(f"{title}: {value[language()]}")
    elif _is_table(value):
        _print_lines(messages, title, value)
    elif _is_chances(value):
        _print_chances(messages, title, value)
    elif isinstance(value, Mapping):
        click.echo(f"{title}: {_pairs(messages, value)}")
    else:
        click.echo(f"{title}: {_cell(messages, '', value)}")


def _is_table(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and isinstance(value[0], Mapping)


def _is_chances(value: Any) -> bool:
    """Results with their chances, by a column, a shift or an answer."""
    if not isinstance(value, Mapping) or not value:
        return False
    return all(isinstance(inner, Mapping) for inner in value.values()) and all(
        _is_share(p) for inner in value.values() for p in inner.values()
    )


def _is_share(value: Any) -> bool:
    return isinstance(value, float) and 0 <= value <= 1


def _print_lines(messages: Messages, title: str, rows: Sequence[Mapping[str, Any]]) -> None:
    columns = sorted(dict.fromkeys(key for row in rows for key in row), key=_rank)
    cells = [[_cell(messages, c, row.get(c, "")) for c in columns] for row in rows]
    print_table([word(messages, c) for c in columns], cells, title)


def _rank(column: str) -> int:
    """What counts and the rule close a line."""
    return ("value", "rule").index(column) + 1 if column in ("value", "rule") else 0


def _print_chances(messages: Messages, title: str, chances: Mapping[str, Any]) -> None:
    results = list(dict.fromkeys(r for inner in chances.values() for r in inner))
    rows = [
        [word(messages, name), *(percent(inner[r]) if r in inner else "" for r in results)]
        for name, inner in chances.items()
    ]
    print_table(["", *(word(messages, r) for r in results)], rows, title)


def _pairs(messages: Messages, value: Mapping[str, Any]) -> str:
    return ", ".join(f"{word(messages, k)} {_cell(messages, k, v)}" for k, v in value.items())


def _cell(messages: Messages, column: str, value: Any) -> str:
    if isinstance(value, bool):
        return say("sì", "yes") if value else say("no", "no")
    if value is None:
        return "-"
    if isinstance(value, float):
        share = column in ("probability", "") or _is_share(value)
        return percent(value) if share else f"{value:g}"
    if isinstance(value, Mapping):
        return _pairs(messages, value)
    if isinstance(value, list | tuple):
        return "; ".join(_cell(messages, "", v) for v in value) or "-"
    return phrase(named(messages, "word", str(value))) if value != "" else ""


def percent(probability: float) -> str:
    text = f"{probability:.2%}"
    return text.replace(".", ",") if language() == "it" else text
