"""`campagna ladder`: every seat against every other, from both sides on the same dice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from campagna.cli.commands import chosen_setup, command, option, setup_options
from campagna.cli.lab_options import long_run, run_options
from campagna.cli.language import named, say
from campagna.cli.screen import print_json, print_table
from campagna.core.messages import Messages, load_messages
from campagna.games.registry import load_game

if TYPE_CHECKING:
    from campagna.lab.intervals import Share
    from campagna.lab.ladder import Ladder


@command(
    "ladder",
    it="Girone fra posti automatici, da entrambe le parti con gli stessi dadi.",
    en="A round robin between automatic seats, from both sides on the same dice.",
)
@click.argument("game")
@option(
    "--seats",
    metavar="A,B,..",
    it="I posti (altrimenti tutti quelli del gioco).",
    en="The seats (otherwise all that the game has).",
)
@run_options(40)
@option(
    "--mirror",
    is_flag=True,
    it="Anche ogni posto contro se stesso.",
    en="Also each seat against itself.",
)
@setup_options
def ladder_command(
    game: str,
    seats: str | None,
    games: int,
    seed: int,
    workers: int,
    cluster: bool,
    resume: Path | None,
    mirror: bool,
    scenario: str | None,
    options: tuple[str, ...],
    as_json: bool,
) -> int:
    from campagna.bots.bots import bots_for
    from campagna.lab.ladder import Run, matches, run_ladder

    found = load_game(game)
    names = [s.strip() for s in seats.split(",")] if seats else list(bots_for(found))
    names = list(dict.fromkeys(names))
    run = Run(game, chosen_setup(found, scenario, options), seed)
    with long_run(len(matches(names, games, mirror=mirror))) as advance:
        ladder = run_ladder(
            run,
            names,
            games,
            workers=workers,
            cluster=cluster,
            mirror=mirror,
            resume=resume,
            progress=lambda _: advance(),
        )
    if as_json:
        print_json(_listing(ladder))
    else:
        _print(ladder, load_messages(found.home))
    return 1 if ladder.failures else 0


def _listing(ladder: Ladder) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(ladder)
    run = plain.pop("run")
    return {
        "game": run["game"],
        "scenario": run["setup"]["scenario"],
        "options": run["setup"]["options"],
        "seed": run["seed"],
        **plain,
    }


def _print(ladder: Ladder, messages: Messages) -> None:
    best_first = sorted(ladder.seats, key=lambda s: -ladder.ratings[s].rating)
    print_table(
        (say("posto", "seat"), say("punti", "score"), say("valutazione", "rating"), "95%"),
        [
            (
                seat,
                f"{ladder.scores[seat]:.1%}",
                f"{ladder.ratings[seat].rating:+.0f}",
                f"{ladder.ratings[seat].low:+.0f} .. {ladder.ratings[seat].high:+.0f}",
            )
            for seat in best_first
        ],
    )
    sides = list(ladder.pairings[0].by_side) if ladder.pairings else []
    print_table(
        (
            say("incontro", "pairing"),
            say("partite", "games"),
            say("punti del primo", "score of the first"),
            *(say("come ", "as ") + named(messages, "side", side) for side in sides),
        ),
        [
            (
                f"{p.first} - {p.second}",
                str(p.score.games),
                _share(p.score),
                *(_share(p.by_side[side]) for side in sides),
            )
            for p in ladder.pairings
        ],
    )
    for failure in ladder.failures[:10]:
        click.echo(f"{say('partita', 'game')} {failure.game}: {failure.error}")
    click.echo(
        say(
            f"{ladder.games} partite, {len(ladder.failures)} errori, seme {ladder.run.seed}, "
            f"{ladder.seconds:.1f} s",
            f"{ladder.games} games, {len(ladder.failures)} errors, seed {ladder.run.seed}, "
            f"{ladder.seconds:.1f} s",
        )
    )


def _share(share: Share) -> str:
    return f"{share.share:.1%} ({share.low:.0%}-{share.high:.0%})"
