"""How much the tests prove, game by game and chapter by chapter: python -m tests.proof.table

Tries every mutant that was not tried before and writes the table of docs/proof.md. A run that was
stopped goes on where it was. `--known` writes the table of what is known and tries nothing.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import click

from campagna.games.registry import BUILT_IN
from tests.proof.run import Verdict, Wanted, equivalent, prove, wanted_of
from tests.proof.store import PROJECT, Trials

PAGE = PROJECT / "docs" / "proof.md"
BEGIN, END = "<!-- mutants: made by python -m tests.proof.table -->", "<!-- end of mutants -->"
FLOOR = 95.0


class Row(Counter[str]):
    """How many mutants of a chapter are noticed, survived, untested, equivalent, unknown."""

    @property
    def counted(self) -> int:
        return self["noticed"] + self["survived"] + self["untested"]

    @property
    def percent(self) -> float:
        return 100 * self["noticed"] / self.counted if self.counted else 100.0

    @property
    def is_whole(self) -> bool:
        return not self["unknown"]

    def cells(self) -> str:
        score = f"{self.percent:.1f}" if self.counted else "-"
        if not self.is_whole:
            score = f"({score}; {self['unknown']} not tried)"
        return f"{self.total()} | {self['equivalent']} | {self['noticed']} | {score}"


def rows_of(verdicts: list[Verdict]) -> dict[str, Row]:
    rows: dict[str, Row] = {}
    for verdict in verdicts:
        rows.setdefault(verdict.chapter, Row())[verdict.state] += 1
    return rows


def known(slug: str, wanted: list[Wanted]) -> list[Verdict]:
    """The verdicts that hold without a trial."""
    trials, excused, found = Trials(slug), equivalent(slug), []
    for each in wanted:
        verdict = trials.verdict(each.name)
        if verdict is None and trials.survived(each.name):
            verdict = False
        state = {None: "unknown", True: "noticed", False: "survived"}[verdict]
        if state == "survived" and each.mutant.key in excused.get(each.chapter, {}):
            state = "equivalent"
        found.append(Verdict(each.chapter, each.mutant.line, each.mutant.key, state))
    return found


def table(games: dict[str, dict[str, Row]]) -> str:
    lines = ["| game | mutants | equivalent | noticed | % |", "|---|---:|---:|---:|---:|"]
    for slug, rows in games.items():
        whole = sum(rows.values(), Row())
        lines.append(f"| {slug} | {Row(whole).cells()} |")
    for slug, rows in games.items():
        lines += ["", f"### {slug}", ""]
        lines += ["| chapter | mutants | equivalent | noticed | % |", "|---|---:|---:|---:|---:|"]
        lines += [f"| {chapter} | {row.cells()} |" for chapter, row in sorted(rows.items())]
    return "\n".join(lines)


def write(page: Path, text: str) -> None:
    """Put the table between its marks."""
    old = page.read_text()
    before, _, rest = old.partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}")


@click.command()
@click.option("--game", "only", type=click.Choice(BUILT_IN), help="try mutants of one game only")
@click.option("--known", "tries_nothing", is_flag=True, help="try nothing")
def main(only: str | None, tries_nothing: bool) -> None:
    games = {}
    for slug in BUILT_IN:
        wanted = list(wanted_of(slug))
        if not tries_nothing and only in (None, slug):
            games[slug] = rows_of(prove(slug, wanted, Trials(slug)))
        else:
            games[slug] = rows_of(known(slug, wanted))
    write(PAGE, table(games))
    below = [
        f"{slug} {chapter}: {row.percent:.1f}%"
        for slug, rows in games.items()
        for chapter, row in rows.items()
        if row.percent < FLOOR or not row.is_whole
    ]
    click.echo("\n".join(below) or f"every chapter of every game: {FLOOR}% or more")
    sys.exit(1 if below else 0)


if __name__ == "__main__":
    main()
