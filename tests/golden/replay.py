"""Play golden games again: python -m tests.golden.replay [--game SLUG]; says what differs."""

from __future__ import annotations

from multiprocessing import Pool
from pathlib import Path

import click

from tests.golden.games import HOME, played_again, read
from tests.laws.cases import all_slugs, game_of


def differences(path: Path) -> tuple[int, list[str]]:
    """The number of orders played, and a line for each difference."""
    games = read(path)
    found = [line for golden in games for line in played_again(game_of(golden.game), golden)]
    return sum(len(golden.orders) for golden in games), found


@click.command()
@click.option("--game", "only", type=click.Choice(all_slugs()))
@click.option("--workers", default=2)
def main(only: str | None, workers: int) -> None:
    paths = sorted(HOME.glob(f"{only or '*'}/*.xz"))
    orders, wrong = 0, 0
    with Pool(workers) as pool:
        for played, found in pool.imap_unordered(differences, paths):
            orders += played
            wrong += len(found)
            for line in found:
                print(line, flush=True)
    print(f"{len(paths)} files, {orders} orders, {wrong} differences")
    if wrong or not paths:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
