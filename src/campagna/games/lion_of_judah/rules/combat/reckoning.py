"""The sums of a combat as the lines that every table shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from campagna.core.account import (
    UNIT,
    Account,
    AccountLine,
    AccountTerm,
    Part,
    cases,
    signed,
    total,
)


class _Row(msgspec.Struct, frozen=True):
    """A share of one side, as the sums list it."""

    value: int | str
    rule: str
    what: str = UNIT
    unit: str = ""
    count: int = 1


class _Sums(msgspec.Struct, frozen=True):
    """Of a combat that was declared already only the totals are told."""

    tables: dict[str, dict[str, float]]
    attack: int | tuple[_Row, ...] = ()
    defence: int | tuple[_Row, ...] = ()
    attack_total: int | None = None
    defence_total: int | None = None
    odds: str | dict[str, float] = {}
    columns: dict[str, float] = {}
    terms: tuple[AccountTerm, ...] = ()


def reckoned(sums: Mapping[str, object]) -> Account:
    found = msgspec.convert(sums, _Sums)
    return Account(
        lines=(
            *_lines("attack", found.attack, found.attack_total),
            *_lines("defence", found.defence, found.defence_total),
        ),
        ratio=_ratio(found.odds),
        terms=found.terms,
        columns=found.columns,
        cases=cases("column", found.tables),
    )


def _lines(part: Part, shares: int | tuple[_Row, ...], whole: int | None) -> Iterator[AccountLine]:
    if isinstance(shares, int):
        yield total(part, shares)
        return
    for row in shares:
        less = isinstance(row.value, int) and row.value < 0
        value = signed(int(row.value)) if less else str(row.value)
        yield AccountLine(part, value, row.rule, row.what, row.unit, count=row.count)
    if whole is not None:
        yield total(part, whole)


def _ratio(odds: str | Mapping[str, float]) -> str:
    """One ratio, or from the lowest to the highest."""
    names = [odds] if isinstance(odds, str) else list(odds)
    return " … ".join(dict.fromkeys((names[0], names[-1]))) if names else ""
