"""Moments of random games at which something is offered that was not offered before.

They are found beside the page with the engine alone, and laid into the server's database as they are:
nothing has to be clicked or played again to get there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec

from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import Game, Setup, State
from campagna.core.offers import Attack, Lay, Measured, Reach, Routes, orders
from campagna.games.registry import load_game
from campagna.match.matches import Matches
from campagna.server.serve import open_service
from tests.e2e.rehearsal import Seats
from tests.e2e.table_server import TableServer


class Moment(msgspec.Struct, frozen=True):
    game: Game[Any]
    setup: Setup
    state: State
    decision: str
    kinds: frozenset[str]
    """What is offered; with a + where one order names units that stand together."""


class Search:
    """Random games, out of which few moments show each kind of order that was offered."""

    def __init__(self, slug: str) -> None:
        self.game = load_game(slug)
        self._looked_at: dict[str, list[Moment]] = {}
        self._visits: dict[tuple[str, str], int] = {}

    def play(self, scenario: str, seed: int, most: int) -> None:
        """A random game, no longer than so many orders."""
        game, setup = self.game, Setup(scenario)
        whim, chance = UnrecordedChance(seed), SeededChance(seed)
        state = game.start(setup, SeededChance(seed))
        for _ in range(most):
            step = game.step(state)
            if step is None:
                break
            here = scenario, step.decision
            self._visits[here] = self._visits.get(here, 0) + 1
            if _worth_a_look(step.decision, self._visits[here]):
                self.add(setup, state.copy())
            game.play(state, game.offers(state).sample(whim), chance)

    def add(self, setup: Setup, state: State) -> None:
        step = self.game.step(state)
        assert step is not None
        moment = Moment(self.game, setup, state, step.decision, kinds_of(self.game, state))
        known = self._looked_at.setdefault(step.decision, [])
        if not any(moment.kinds <= m.kinds for m in known):
            known.append(moment)

    def moments(self) -> list[Moment]:
        """Few moments that offer all that was offered, the richest of each decision first."""
        chosen = []
        for known in self._looked_at.values():
            left = frozenset[str]().union(*[m.kinds for m in known])
            while left:
                best = max(known, key=lambda m: len(m.kinds & left))
                chosen.append(best)
                left -= best.kinds
        return chosen


def _worth_a_look(decision: str, visit: int) -> bool:
    """Listing all moves is slow: movement is looked at often at first, then more and more seldom."""
    return "move" not in decision or visit <= 3 or visit % (visit.bit_length() ** 2) == 0


def kinds_of(game: Game[Any], state: State) -> frozenset[str]:
    """The orders that are offered, by their shapes; marked where two units of one hex are named."""
    step = game.step(state)
    assert step is not None
    view = game.view(state, step.side)
    pieces = game.tabletop(view).pieces  # type: ignore[attr-defined]
    place = {p.id: str(p.at) for p in pieces}
    found = set()
    for offer in game.offers(state):
        if offer.order == "done":
            continue
        crowded = not isinstance(offer, Reach | Routes | Attack | Measured | Lay) and any(
            _crowded(order, place) for order in islice(orders(offer), 60)
        )
        found.add(f"{offer.order} {offer.shape}" + ("+" if crowded else ""))
    return frozenset(found)


def _crowded(entry: Any, place: dict[str, str]) -> bool:
    """Whether an order names two units in one hex."""
    named = list(_words(entry))
    places = [place[w] for w in dict.fromkeys(named) if w in place]
    return len(set(places)) < len(places)


def _words(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, Mapping):
        for value in entry.values():
            yield from _words(value)
    elif isinstance(entry, list | tuple):
        for value in entry:
            yield from _words(value)


class Layer:
    """Lays moments on the table: a house of our own writes them where the server reads."""

    def __init__(self, server: TableServer) -> None:
        self.server = server
        self.house: Matches = open_service(str(server.data))

    def lay(self, moment: Moment) -> Seats:
        return self.lay_state(moment.game, moment.setup, moment.state)

    def lay_state(self, game: Game[Any], setup: Setup, state: State) -> Seats:
        made = self.house.from_state(game, setup, state)
        return Seats(self.server, msgspec.to_builtins(made))

    def close(self) -> None:
        self.house.store.close()
