"""`campagna simulate`: many games between seats, counted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

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
    from campagna.lab.game_run import Series
    from campagna.lab.simulate import Tally

_SHOWN_FAILURES = 10


@command(
    "simulate",
    it="Gioca molte partite fra posti automatici e ne conta gli esiti.",
    en="Play many games between automatic seats and count the results.",
)
@click.argument("game")
@option("--seats", required=True, metavar="A,B", it="Un posto per parte.", en="One seat per side.")
@run_options(100)
@option(
    "--records",
    type=click.Path(path_type=Path),
    metavar="DIR",
    it="Conserva un verbale per partita.",
    en="Keep a record of each game.",
)
@setup_options
def simulate_command(
    game: str,
    seats: str,
    games: int,
    seed: int,
    workers: int,
    records: Path | None,
    resume: Path | None,
    cluster: bool,
    scenario: str | None,
    options: tuple[str, ...],
    as_json: bool,
) -> int:
    from campagna.lab.game_run import Series, check_seats
    from campagna.lab.simulate import simulate

    found = load_game(game)
    names = tuple(name.strip() for name in seats.split(","))
    series = Series(game, chosen_setup(found, scenario, options), names, seed)
    check_seats(found, series)
    if records is not None:
        make_folder(records)
    with long_run(games) as advance:
        tally = simulate(
            series,
            games,
            workers=workers,
            records=records,
            resume=resume,
            cluster=cluster,
            progress=lambda _: advance(),
        )
    if as_json:
        print_json(_listing(series, tally, records))
    else:
        _print_tally(series, tally, records)
    return 1 if tally.errors else 0


def _listing(series: Series, tally: Tally, records: Path | None) -> dict[str, Any]:
    return {
        "game": series.game,
        "scenario": series.setup.scenario,
        "options": series.setup.options,
        "seats": series.seats,
        "seed": series.seed,
        **msgspec.to_builtins(tally),
        "games_per_second": tally.games_per_second,
        "orders_per_second": tally.orders_per_second,
        "records": None if records is None else str(records),
    }


def _print_tally(series: Series, tally: Tally, records: Path | None) -> None:
    from campagna.lab.simulate import DRAW

    messages = load_messages(load_game(series.game).home)
    winners = {say("pari", "draw") if k == DRAW else k: n for k, n in tally.results.winners.items()}
    for table, heading, counts in (
        ("level", say("livello", "level"), tally.results.levels),
        ("side", say("vincitore", "winner"), winners),
    ):
        rows = [
            (named(messages, table, k), str(n), f"{n / tally.finished:.1%}")
            for k, n in counts.items()
        ]
        print_table((heading, say("partite", "games"), "%"), rows)
    _print_counts(messages, tally)
    for failure in tally.failures[:_SHOWN_FAILURES]:
        game, seed = say("partita", "game"), say("seme", "seed")
        click.echo(f"{game} {failure.game} ({seed} {failure.seed}): {failure.error}")
    if tally.finished:
        lengths = f"{tally.shortest} - {tally.orders / tally.finished:.0f} - {tally.longest}"
        click.echo(
            say("ordini per partita (min, media, max)", "orders a game (min, mean, max)")
            + f": {lengths}"
        )
    if records is not None:
        click.echo(say(f"verbali in {records}", f"records in {records}") + f": {tally.finished}")
    click.echo(_summary(tally))


def _print_counts(messages: Messages, tally: Tally) -> None:
    """How often each kind of event happened, and what else the game counts."""
    for table, heading, counts in (
        ("tally", say("conteggio", "tally"), tally.tallies),
        ("", say("evento", "event"), tally.events),
    ):
        rows = [
            (named(messages, table, k), str(n), f"{n / tally.finished:.2f}")
            for k, n in counts.items()
        ]
        if rows:
            columns = (heading, say("in tutto", "in all"), say("per partita", "a game"))
            print_table(columns, rows)


def _summary(tally: Tally) -> str:
    speeds = (tally.games_per_second, tally.orders_per_second)
    return say(
        f"{tally.games} partite, {tally.finished} finite, {tally.errors} errori, {tally.orders} ordini, "
        f"{tally.seconds:.2f} s ({speeds[0]:.1f} partite/s, {speeds[1]:.0f} ordini/s)",
        f"{tally.games} games, {tally.finished} finished, {tally.errors} errors, {tally.orders} orders, "
        f"{tally.seconds:.2f} s ({speeds[0]:.1f} games/s, {speeds[1]:.0f} orders/s)",
    )
