"""`campagna check-forecasts`: every forecast against every way the dice can fall."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import msgspec

from campagna.cli.commands import command, option
from campagna.cli.conformance import find_target
from campagna.cli.language import say
from campagna.cli.screen import print_json

if TYPE_CHECKING:
    from campagna.laws.forecast_check import Tally

ORDERS = 1000


@command(
    "check-forecasts",
    it="Confronta le previsioni con tutti i modi in cui i dadi possono cadere. Esce con 1 se differiscono.",
    en="Compare forecasts with every way the dice can fall. Exits with 1 if they differ.",
)
@click.argument("target")
@option(
    "--orders",
    type=click.IntRange(1),
    default=ORDERS,
    it="quanti ordini con dadi confrontare",
    en="how many orders with dice to compare",
)
@option("--seed", type=int, default=1, it="il seme della prima partita", en="the first game's seed")
@option(
    "--jobs",
    type=click.IntRange(1),
    default=1,
    it="quanti processi lavorano insieme",
    en="how many processes work at once",
)
def check_forecasts_command(target: str, orders: int, seed: int, jobs: int, as_json: bool) -> int:
    from campagna.laws import forecast_check

    game = find_target(target)
    tally = forecast_check.Tally(game.slug)
    for tally in forecast_check.check(game, orders, seed, jobs):  # noqa: B007 - the last one is told
        pass
    if as_json:
        print_json(msgspec.to_builtins(tally))
    else:
        _print(tally)
    return 1 if tally.differences else 0


def _print(tally: Tally) -> None:
    kinds = ", ".join(f"{kind} {number}" for kind, number in tally.kinds.most_common())
    click.echo(
        say(
            f"{tally.game}: {tally.compared} ordini ({kinds}), {tally.ways} modi di cadere dei dadi; "
            f"{tally.hidden} dipendono da cose nascoste, provati in {tally.worlds} mondi, "
            f"{tally.later} con dadi di un ordine successivo; "
            f"{tally.too_many} con molti dadi non contati; differenze: {len(tally.differences)}",
            f"{tally.game}: {tally.compared} orders ({kinds}), {tally.ways} ways of the dice; "
            f"{tally.hidden} depend on hidden things, tried in {tally.worlds} worlds, "
            f"{tally.later} with dice of a later order; "
            f"{tally.too_many} with many dice not counted; differences: {len(tally.differences)}",
        )
    )
    for difference in tally.differences:
        click.echo(f"  {msgspec.json.encode(difference).decode()}")
