"""`campagna charts`: what lies beside the board of a game, as tables in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

import click

from campagna.cli.commands import chosen_setup, command, setup_options
from campagna.cli.language import Problem, language, say
from campagna.cli.screen import print_json, print_table
from campagna.core.charts import Arrival, Chart, Row
from campagna.core.contract import Text
from campagna.games.registry import load_game


@command(
    "charts",
    it="Mostra le carte e le tabelle di un gioco, dai dati che legge il programma.",
    en="Show the charts and tables of a game, from the data that the program reads.",
)
@click.argument("game")
@setup_options
def charts_command(game: str, scenario: str | None, options: Sequence[str], as_json: bool) -> None:
    played = load_game(game)
    charts = played.charts(chosen_setup(played, scenario, options))
    if not charts:
        raise Problem(say(f"{game} non ha carte né tabelle", f"{game} has no charts"))
    if as_json:
        print_json(charts)
        return
    for chart in charts:
        _print(chart)


def _print(chart: Chart) -> None:
    rules = " ".join(f"§{id_}" for id_ in chart.rules)
    title = f"{_said(chart.title)}  {rules}".rstrip()
    if chart.columns:
        heads = [_said(chart.corner), *(_said(column.title) for column in chart.columns)]
    else:
        heads = [_said(chart.corner), *[""] * max(len(row.cells) for row in chart.rows)]
    arrivals = any(row.arrivals for row in chart.rows)
    if arrivals:
        heads.append(say("arrivi", "arrivals"))
    click.echo(title)
    numbered = not chart.columns
    print_table(heads, [_line(row, len(heads), arrivals, numbered) for row in chart.rows])
    for meaning in chart.key:
        click.echo(f"  {meaning.result}: {_said(meaning.text)}")
    if chart.note:
        click.echo(_said(chart.note))
    if chart.reconstructed:
        click.echo(say("Ricostruita: ", "Reconstructed: ") + _said(chart.reconstructed))
    click.echo()


def _line(row: Row, width: int, arrivals: bool, numbered: bool) -> list[str]:
    """In a calendar the number of the turn stands before its date."""
    title = _said(row.title)
    numbered = numbered and title != row.id
    cells = [f"{row.id}  {title}" if numbered else title, *(_said(cell.text) for cell in row.cells)]
    cells += [""] * (width - arrivals - len(cells))
    if arrivals:
        cells.append("; ".join(map(_arrival, row.arrivals)))
    return cells


def _arrival(arrival: Arrival) -> str:
    count = f"{arrival.count} " if arrival.count > 1 else ""
    where = f" ({_said(arrival.entry)})" if arrival.entry else ""
    return f"{count}{_said(arrival.title)}{where}"


def _said(text: Text | None) -> str:
    return text[language()] if text else ""
