"""How many orders are offered in some positions of every game: python -m tests.golden.orders writes them.

The positions are met in golden games. Of each, the orders that the offers list are counted (depth 1),
and the orders listed after each of some of them (depth 2). An offer with very many orders counts
`MOST`. A legal order more or less anywhere shows as another number.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from campagna.core.chance import SeededChance
from campagna.core.contract import Game, Order, Refused, State
from campagna.core.offers import orders
from campagna.games.registry import BUILT_IN, load_game
from tests.golden.games import HOME, read

NUMBERS = Path(__file__).parent / "orders.toml"
PLACES = (0.0, 0.1, 0.3, 0.6, 0.9)
"""How far into a game a position is met."""
MOST = 2000
CHILDREN = 8
"""Of the listed orders so many, spread over the list, are played for depth 2."""


def listed(game: Game[Any], state: State) -> Iterator[Order]:
    if game.step(state) is None:
        return
    for offer in game.offers(state):
        for fields in islice(orders(offer), MOST):
            yield msgspec.convert(fields, game.order_type)


def positions(slug: str) -> Iterator[tuple[str, Game[Any], State]]:
    """Of the first golden game of each scenario without options."""
    game = load_game(slug)
    for path in sorted((HOME / slug).glob("*.xz")):
        if "-" in path.stem.removeprefix("campaign-1941"):
            continue
        golden = read(path)[0]
        chance = SeededChance(golden.seed)
        state = game.start(golden.setup, chance)
        wanted = {int(part * len(golden.orders)) for part in PLACES}
        for number, written in enumerate(golden.orders):
            if number in wanted:
                yield f"{slug} {path.stem} {number}", game, state.copy()
            order = msgspec.json.decode(written, type=game.order_type)
            game.play(state, order, chance)


def counted(game: Game[Any], state: State) -> tuple[int, int]:
    found = list(listed(game, state))
    children = found[:: max(1, len(found) // CHILDREN)][:CHILDREN]
    after = 0
    for order in children:
        child = state.copy()
        try:
            game.play(child, order, SeededChance(1))
        except Refused:
            continue  # the offer is not exact: its parts are right one by one only
        after += sum(1 for _ in listed(game, child))
    return len(found), after


def numbers() -> dict[str, list[int]]:
    return tomllib.loads(NUMBERS.read_text(encoding="utf-8"))


def main() -> None:
    lines = [
        f'"{name}" = [{one}, {two}]\n'
        for slug in BUILT_IN
        for name, game, state in positions(slug)
        for one, two in [counted(game, state)]
    ]
    NUMBERS.write_text("# Orders listed, and listed after some of them.\n" + "".join(lines))


if __name__ == "__main__":
    main()
