"""A whole turn as a text: each order, what happened in words, and marks and counts after it.

The file holds the orders too, so it is played again from itself. Dice come from its seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from campagna.bots.bots import bot_maker
from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import Event, Game, Order, Setup, digest
from campagna.core.messages import load_messages

BEFORE, ORDER, EVENT, MARK = "  before ", "> ", "    ", "  = "

Counts = Callable[[Any], str]
"""What a game counts after an order, in one line."""
Turn = Callable[[Any], int]


class Told(msgspec.Struct, frozen=True):
    """What a turn is played from: the set-up, the seed of the dice, the turn, all orders up to its end."""

    setup: Setup
    seed: int
    turn: int
    orders: list[str]


def read(path: Path) -> Told:
    lines = path.read_text(encoding="utf-8").splitlines()
    head = {k: v for k, _, v in (line.partition(": ") for line in lines[1:4])}
    orders = [
        line.removeprefix(start)
        for line in lines
        for start in (BEFORE, ORDER)
        if line.startswith(start)
    ]
    setup = msgspec.json.decode(head["setup"], type=Setup)
    return Told(setup, int(head["seed"]), int(head["turn"]), orders)


def tell(game: Game[Any], told: Told, turn: Turn, counts: Counts) -> str:
    """The text that the orders lead to today."""
    chance = SeededChance(told.seed)
    state = game.start(told.setup, chance)
    setup = msgspec.json.encode(told.setup).decode()
    lines = [game.title["en"], f"setup: {setup}", f"seed: {told.seed}", f"turn: {told.turn}", ""]
    for text in told.orders:
        order = msgspec.json.decode(text, type=game.order_type)
        within = turn(state) == told.turn
        events = game.play(state, order, chance)
        if within:
            mark = digest(state).hex()[:8]
            lines += [ORDER + text, *_worded(game, events), f"{MARK}{counts(state)}; mark {mark}"]
        else:
            lines += [BEFORE + text, *(_worded(game, events) if turn(state) == told.turn else ())]
    return "\n".join(lines) + "\n"


def _worded(game: Game[Any], events: list[Event]) -> Iterator[str]:
    messages = load_messages(game.home)
    for event in events:
        yield f"{EVENT}{event.rule}: {messages.event(event, 'en')}"


def played(game: Game[Any], seed: int, wanted: int, turn: Turn, scenario: str = "") -> Told:
    """A new game between two captains, up to the end of the turn that is wanted."""
    setup = game.new_setup(scenario) if scenario else game.new_setup()
    chance = SeededChance(seed)
    seats = {
        side: bot_maker("captain")(game, side, UnrecordedChance(1000 * seed + n))
        for n, side in enumerate(game.scenario(setup).sides)
    }
    state = game.start(setup, chance)
    orders: list[Order] = []
    while turn(state) <= wanted and (step := game.step(state)) is not None:
        order = seats[step.side].decide(game.offers(state), partial(game.view, state, step.side))
        game.play(state, order, chance)
        orders.append(order)
    return Told(setup, seed, wanted, [msgspec.json.encode(order).decode() for order in orders])
