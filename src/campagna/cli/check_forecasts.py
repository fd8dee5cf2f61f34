"""`campagna check-forecasts`: every forecast against every way the dice can fall."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click
import msgspec

from campagna.cli.commands import command, option
from campagna.cli.conformance import find_target
from campagna.cli.language import Problem, say
from campagna.cli.screen import print_json

if TYPE_CHECKING:
    from campagna.core.contract import Game
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
@option(
    "--kind",
    "kinds",
    multiple=True,
    it="solo ordini di questo tipo, come 'attack'; si può ripetere",
    en="only orders of this kind, as 'attack'; may be repeated",
)
@option("--seed", type=int, default=1, it="il seme della prima partita", en="the first game's seed")
@option(
    "--jobs",
    type=click.IntRange(1),
    default=1,
    it="quanti processi lavorano insieme",
    en="how many processes work at once",
)
@option(
    "--progress",
    type=click.Path(dir_okay=False, path_type=Path),
    it="tiene qui ogni partita finita; lo stesso comando riprende da lì",
    en="keep every finished game here; the same command goes on from there",
)
def check_forecasts_command(
    target: str,
    orders: int,
    kinds: tuple[str, ...],
    seed: int,
    jobs: int,
    progress: Path | None,
    as_json: bool,
) -> int:
    from campagna.laws import forecast_check

    game = find_target(target)
    _refuse_unknown(game, kinds)
    tally = forecast_check.Tally(game.slug)
    if progress is not None:
        tally = _resumed(game, orders, kinds, seed, jobs, progress)
    else:
        for tally in forecast_check.check(game, orders, seed, jobs, kinds):  # noqa: B007 - the last one is told
            pass
    if as_json:
        print_json(msgspec.to_builtins(tally))
    else:
        _print(tally)
    return 1 if tally.differences else 0


def _refuse_unknown(game: Game[Any], kinds: tuple[str, ...]) -> None:
    """No order of an unknown kind is ever found, and the games would never end."""
    known = {
        str(kind.__struct_config__.tag) for kind in get_args(game.order_type) or (game.order_type,)
    }
    for kind in kinds:
        if kind not in known:
            listed = ", ".join(sorted(known))
            raise Problem(
                say(
                    f"{game.slug} non ha ordini di tipo '{kind}': {listed}",
                    f"{game.slug} has no orders of kind '{kind}': {listed}",
                )
            )


def _resumed(
    game: Game[Any], orders: int, kinds: tuple[str, ...], seed: int, jobs: int, path: Path
) -> Tally:
    """Whole games are kept one by one, so a run that was stopped loses only the game it was in."""
    from campagna.lab.progress_file import DifferentRun, Journal
    from campagna.laws import forecast_check

    run = {"forecasts of": game.slug, "options": dict(game.new_setup().options), "seed": seed}
    run |= {"kinds": sorted(kinds)} if kinds else {}
    journal = Journal(path, run, forecast_check.Tally)
    tally = forecast_check.Tally(game.slug)
    try:
        done = journal.load()
    except (DifferentRun, msgspec.DecodeError) as problem:
        raise Problem(
            say(
                f"{path} non è di questo confronto ({problem}): scegli un altro file",
                f"{path} is not of this comparison ({problem}): choose another file",
            )
        ) from problem
    for one in done:
        tally.add(one)
    if tally.compared < orders:
        for one in forecast_check.whole_games(game, seed + len(done), jobs, kinds):
            journal.append(one)
            tally.add(one)
            if tally.compared >= orders:
                break
    return tally


def _print(tally: Tally) -> None:
    common = sorted(tally.kinds.items(), key=lambda item: -item[1])
    kinds = ", ".join(f"{kind} {number}" for kind, number in common)
    click.echo(
        say(
            f"{tally.game}: {tally.compared} ordini ({kinds}), {tally.ways} modi di cadere dei dadi; "
            f"{tally.thrown} con molti dadi, lanciati e non contati; "
            f"{tally.hidden} dipendono da cose nascoste, provati in {tally.worlds} mondi; "
            f"altri {tally.later} con dadi di un ordine successivo; differenze: {len(tally.differences)}",
            f"{tally.game}: {tally.compared} orders ({kinds}), {tally.ways} ways of the dice; "
            f"{tally.thrown} with many dice, thrown and not counted; "
            f"{tally.hidden} depend on hidden things, tried in {tally.worlds} worlds; "
            f"{tally.later} more with dice of a later order; differences: {len(tally.differences)}",
        )
    )
    for difference in tally.differences:
        click.echo(f"  {msgspec.json.encode(difference).decode()}")
