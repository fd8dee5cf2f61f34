"""`campagna balance`: how a game comes out between equal seats, over its options."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from campagna.cli.commands import chosen_setup, command, option, setup_options
from campagna.cli.files import make_folder
from campagna.cli.lab_options import long_run, run_options
from campagna.cli.language import named, say
from campagna.cli.screen import print_json, print_table
from campagna.core.messages import Messages, load_messages
from campagna.games.registry import load_game

if TYPE_CHECKING:
    from campagna.lab.balance import Balance


@command(
    "balance",
    it="Esiti fra posti uguali: livelli con intervalli, grafici e CSV.",
    en="Results between equal seats: levels with intervals, plots and CSV.",
)
@click.argument("game")
@option(
    "--seat",
    default="captain",
    show_default=True,
    it="Il posto di tutte le parti.",
    en="The seat of every side.",
)
@run_options(40)
@option(
    "--vary",
    is_flag=True,
    it="Anche con ogni opzione cambiata, una alla volta.",
    en="Also with every option changed, one at a time.",
)
@option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    it="Cartella per CSV e grafici.",
    en="Folder for CSV and plots.",
)
@setup_options
def balance_command(
    game: str,
    seat: str,
    games: int,
    seed: int,
    workers: int,
    cluster: bool,
    resume: Path | None,
    vary: bool,
    out: Path | None,
    scenario: str | None,
    options: tuple[str, ...],
    as_json: bool,
) -> int:
    from campagna.lab.balance import Run, cases_of, compare

    found = load_game(game)
    cases = cases_of(found, chosen_setup(found, scenario, options), options=vary)
    if out is not None:
        make_folder(out)
    with long_run(games * len(cases)) as advance:
        balance = compare(
            Run(game, seat, seed),
            cases,
            games,
            workers=workers,
            cluster=cluster,
            resume=resume,
            progress=lambda _: advance(),
        )
    messages = load_messages(found.home)
    written = [] if out is None else _write(balance, out, messages)
    if as_json:
        print_json({**msgspec.to_builtins(balance), "files": [str(p) for p in written]})
    else:
        _print(balance, messages)
        for path in written:
            click.echo(str(path))
    return 1 if balance.failures else 0


def _write(balance: Balance, out: Path, messages: Messages) -> list[Path]:
    from campagna.lab.balance import NoPlots, draw_plots, write_csv

    table = out / f"{balance.run.game}-balance.csv"
    write_csv(balance, table)
    try:
        plots = draw_plots(balance, out, lambda level: named(messages, "level", level))
    except NoPlots as problem:
        click.echo(f"campagna: {problem}", err=True)
        plots = []
    return [table, *plots]


def _print(balance: Balance, messages: Messages) -> None:
    rows = []
    for found in balance.findings:
        for table, shares in (("level", found.levels), ("side", found.winners)):
            for name, s in shares.items():
                word = say("pari", "draw") if name == "draw" else named(messages, table, name)
                rows.append((found.case.name, word, f"{s.share:.1%}", f"{s.low:.0%}-{s.high:.0%}"))
    print_table((say("caso", "case"), say("esito", "result"), "%", "95%"), rows)
    for found in balance.findings:
        if found.margins is not None:
            low, mean, high = found.margins
            click.echo(
                f"{found.case.name}: "
                + say("differenza di punti", "difference of points")
                + f" {low:.0f} .. {mean:.1f} .. {high:.0f}"
            )
    for failure in balance.failures[:10]:
        click.echo(f"{say('partita', 'game')} {failure.game}: {failure.error}")
    many = sum(f.games for f in balance.findings)
    click.echo(
        say(
            f"{many} partite, {len(balance.failures)} errori, {balance.seconds:.1f} s",
            f"{many} games, {len(balance.failures)} errors, {balance.seconds:.1f} s",
        )
    )
