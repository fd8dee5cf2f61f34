"""Write golden games: python -m tests.golden.make [--game SLUG] [--again]

Without `--again` only files that do not exist yet are written. With it the games that exist are
played again and get the marks of today: for a change that means to tell players more.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import click
import msgspec

from campagna.bots.bots import bot_maker
from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import BadPosition, Game, OptionSpec, Order, Setup
from campagna.core.editions import PIN
from tests.golden.games import Golden, Marks, file_of, read, write
from tests.laws.cases import all_slugs, game_of

RECRUITS, CAPTAINS, WITH_OPTION = 4, 2, 1


class Wanted(msgspec.Struct, frozen=True):
    """One file: a scenario with its default options, in another edition, or with an option changed."""

    game: str
    setup: Setup
    option: str = ""

    @property
    def path(self) -> Path:
        return file_of(self.game, self.setup.scenario, self.option)

    @property
    def games(self) -> Iterator[tuple[str, int]]:
        recruits = WITH_OPTION if self.option else RECRUITS
        yield from (("recruit", seed) for seed in range(1, recruits + 1))
        if not self.option and _has_captain(self.game):
            yield from (("captain", seed) for seed in range(1, CAPTAINS + 1))


def _has_captain(slug: str) -> bool:
    from campagna.core.evaluator import evaluator_of

    return evaluator_of(game_of(slug)) is not None


def wanted(slug: str) -> Iterator[Wanted]:
    """Every scenario in every edition; every option in the first scenario that can be played with it."""
    shown: set[tuple[str, bool | str]] = set()
    game = game_of(slug)
    for scenario in game.scenarios:
        yield Wanted(slug, Setup(scenario.id))
        for edition in game.editions.edition[1:]:
            pinned = Setup(scenario.id, {PIN: edition.number})
            yield Wanted(slug, pinned, f"{PIN}-{edition.number}")
        for option in scenario.options:
            for value in _others(option):
                setup = Setup(scenario.id, {option.name: value})
                if (option.name, value) not in shown and _can_begin(slug, setup):
                    shown.add((option.name, value))
                    name = f"{option.name}-{value}".lower().replace(" ", "_")
                    yield Wanted(slug, setup, name)


def _can_begin(slug: str, setup: Setup) -> bool:
    """Some values make sense only together with another option."""
    try:
        game_of(slug).start(setup, SeededChance(1))
    except BadPosition:
        return False
    return True


def _others(option: OptionSpec) -> list[bool | str]:
    return [value for value in option.values if value != option.default]


def play(slug: str, setup: Setup, players: str, seed: int) -> Golden:
    """A new game between two seats of the same kind."""
    game = game_of(slug)
    chance = SeededChance(seed)
    seats = {
        side: bot_maker(players)(game, side, UnrecordedChance(1000 * seed + n))
        for n, side in enumerate(game.scenario(setup).sides)
    }
    state = game.start(setup, chance)
    marks = Marks(game, setup)
    first = marks.after(state, None, [])
    found: list[tuple[bytes, bytes]] = [first]
    orders: list[Order] = []
    while (step := game.step(state)) is not None:
        order = seats[step.side].decide(game.offers(state), partial(game.view, state, step.side))
        events = game.play(state, order, chance)
        orders.append(order)
        found.append(marks.after(state, order, events))
    return _golden(slug, setup, players, seed, orders, found)


def mark_again(golden: Golden) -> Golden:
    """The same orders with the marks of today."""
    game: Game[Any] = game_of(golden.game)
    chance = SeededChance(golden.seed)
    state = game.start(golden.setup, chance)
    marks = Marks(game, golden.setup)
    found = [marks.after(state, None, [])]
    orders = [msgspec.json.decode(o, type=game.order_type) for o in golden.orders]
    for order in orders:
        found.append(marks.after(state, order, game.play(state, order, chance)))
    return _golden(golden.game, golden.setup, golden.players, golden.seed, orders, found)


def _golden(
    slug: str,
    setup: Setup,
    players: str,
    seed: int,
    orders: list[Order],
    marks: list[tuple[bytes, bytes]],
) -> Golden:
    return Golden(
        game=slug,
        setup=setup,
        seed=seed,
        players=players,
        orders=[msgspec.json.encode(order) for order in orders],
        played=b"".join(played for played, _ in marks),
        told=b"".join(told for _, told in marks),
    )


def _write(task: tuple[Wanted, bool]) -> str:
    want, again = task
    if again:
        games = [mark_again(golden) for golden in read(want.path)]
    else:
        games = [play(want.game, want.setup, players, seed) for players, seed in want.games]
    write(want.path, games)
    return f"{want.path.stat().st_size:>9} {want.path}"


@click.command()
@click.option("--game", "only", type=click.Choice(all_slugs()))
@click.option("--again", is_flag=True)
@click.option("--workers", default=2)
def main(only: str | None, again: bool, workers: int) -> None:
    every = [w for slug in ([only] if only else all_slugs()) for w in wanted(slug)]
    tasks = [(w, again) for w in every if w.path.exists() == again]
    with Pool(workers) as pool:
        for line in pool.imap_unordered(_write, tasks):
            print(line, flush=True)


if __name__ == "__main__":
    main()
