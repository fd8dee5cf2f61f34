"""`campagna check-hints`: hints in sampled positions, each of which the judge must allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import msgspec

from campagna.cli.commands import command, option
from campagna.cli.conformance import find_target
from campagna.cli.language import say
from campagna.cli.screen import print_json

if TYPE_CHECKING:
    from campagna.laws.hint_check import Tally

POSITIONS = 1000


@command(
    "check-hints",
    it="Chiede un consiglio in molte posizioni, anche a turno iniziato. Esce con 1 se uno è rifiutato.",
    en="Ask for a hint in many positions, half-played turns too. Exits with 1 if one is refused.",
)
@click.argument("target")
@option(
    "--positions",
    type=click.IntRange(1),
    default=POSITIONS,
    it="in quante posizioni chiedere",
    en="in how many positions to ask",
)
@option("--seed", type=int, default=1, it="il seme della prima partita", en="the first game's seed")
def check_hints_command(target: str, positions: int, seed: int, as_json: bool) -> int:
    from campagna.laws import hint_check

    game = find_target(target)
    tally = hint_check.Tally(game.slug)
    for tally in hint_check.check(game, positions, seed):  # noqa: B007 - the last one is told
        pass
    if as_json:
        print_json(msgspec.to_builtins(tally))
    else:
        _print(tally)
    return 1 if tally.faults else 0


def _print(tally: Tally) -> None:
    click.echo(
        say(
            f"{tally.game}: {tally.positions} posizioni di {tally.games} partite, "
            f"{len(tally.decisions)} decisioni diverse; consigli con una ragione: {tally.reasons}; "
            f"rifiutati: {len(tally.faults)}",
            f"{tally.game}: {tally.positions} positions of {tally.games} games, "
            f"{len(tally.decisions)} different decisions; hints with a reason: {tally.reasons}; "
            f"refused: {len(tally.faults)}",
        )
    )
    for fault in tally.faults:
        click.echo(f"  {msgspec.json.encode(fault).decode()}")
