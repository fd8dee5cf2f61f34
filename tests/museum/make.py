"""Write records of the newest edition of a game: python -m tests.museum.make SLUG"""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

import click

from campagna.core.chance import SealedChance, SeededChance
from campagna.core.record import Record
from campagna.games.registry import load_game
from campagna.match.match import Match

HOME = Path(__file__).parent
RECORDS = 3


def played(slug: str, scenario: str, number: int) -> Record:
    """A game in which both sides choose at random, with sealed dice that anybody can make again."""
    game = load_game(slug)
    name = f"{slug} {scenario} {number}"
    chance = SealedChance(hashlib.sha256(name.encode()).digest(), name)
    match = Match(game, game.new_setup(scenario), chance, name)
    players = SeededChance(number)
    while match.step is not None:
        match.play(game.offers(match.state).sample(players))
    return match.record


@click.command()
@click.argument("slug")
def main(slug: str) -> None:
    game = load_game(slug)
    folder = HOME / slug / game.editions.newest
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, RECORDS + 1):
        scenario = game.scenarios[(number - 1) % len(game.scenarios)].id
        path = folder / f"{scenario}-{number}.campagna.gz"
        if path.exists():
            raise click.ClickException(f"{path} exists; records of the museum are never made again")
        lines = played(slug, scenario, number).lines()
        path.write_bytes(gzip.compress(b"".join(line + b"\n" for line in lines), 9, mtime=0))
        click.echo(path)


if __name__ == "__main__":
    main()
