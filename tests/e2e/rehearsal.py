"""Matches brought to the moment a test is about, beside the page."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import to_builtins
from playwright.sync_api import Page

from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import Event, Setup
from campagna.core.tabletop import Tabletop
from campagna.games.registry import load_game
from campagna.match.match import Match
from tests.e2e import hands
from tests.e2e.table_server import TableServer
from tests.offered import by_order

MOST_ORDERS = 3000


def ask(server: TableServer, path: str, body: bytes | None = None) -> Any:
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{server.address}/api{path}", body, headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


class Seats:
    """The seats of a match, and how a page takes them."""

    def __init__(self, server: TableServer, made: Any) -> None:
        self.server = server
        self.match: str = made["match"]
        self.tokens: dict[str, str] = made["tokens"]

    def sit(self, page: Page, *sides: str) -> None:
        """Open the table with these seats; without names with all of them."""
        wanted = sides or tuple(s for s in self.tokens if s != "spectator")
        # Storage belongs to the address, not to a page: this one has no pictures to load.
        page.goto(f"{self.server.address}/api/health")
        page.evaluate(
            "([m, t]) => localStorage.setItem('campagna.seats', JSON.stringify({[m]: t}))",
            [self.match, {side: self.tokens[side] for side in wanted}],
        )
        page.goto(f"{self.server.address}/#/match/{self.match}")
        hands.arrived(page)

    def decision(self) -> tuple[str, str]:
        """Who decides now, and what."""
        token = next(iter(self.tokens.values()))
        step = ask(self.server, f"/matches/{self.match}?token={token}")["step"]
        return step["side"], step["decision"]

    def order(self, side: str, order: dict[str, Any] | None = None) -> None:
        """Give an order for a side over HTTP; without one, any that is allowed."""
        token = self.tokens[side]
        version = ask(self.server, f"/matches/{self.match}?token={token}")["version"]
        given = order or ask(self.server, f"/matches/{self.match}/ideas?token={token}")[0]
        body = json.dumps({"token": token, "version": version, "order": given}).encode()
        ask(self.server, f"/matches/{self.match}/orders", body)


def played(server: TableServer, game: str, orders: int, **seats: str) -> Seats:
    """A match in which so many orders were given over HTTP."""
    made = ask(server, "/matches", json.dumps({"game": game, "seats": seats}).encode())
    table = Seats(server, made)
    any_seat = next(iter(table.tokens.values()))
    for version in range(orders):
        side = ask(server, f"/matches/{table.match}?token={any_seat}")["step"]["side"]
        token = table.tokens[side]
        order = ask(server, f"/matches/{table.match}/ideas?token={token}")[0]
        body = json.dumps({"token": token, "version": version, "order": order}).encode()
        ask(server, f"/matches/{table.match}/orders", body)
    return table


def _name(event: Event) -> str:
    return str(to_builtins(event)["event"])


class Given(NamedTuple):
    """An order that was given, by its kind, and what came of it."""

    order: str
    side: str
    names: list[str]
    events: list[Event]
    drew: bool


class Rehearsal:
    """A random game. Where it offers what we look for, the table takes it up as a what-if."""

    def __init__(self, server: TableServer, game: str, seed: int, scenario: str = "") -> None:
        self.server = server
        self.game = load_game(game)
        self.setup = Setup(scenario or self.game.scenarios[0].id)
        self.seed = seed
        self._begin()

    def _begin(self) -> None:
        chance = SeededChance(self.seed)
        self.match = Match(self.game, self.setup, chance, f"rehearsal {self.seed}")
        self.whim = UnrecordedChance(self.seed)

    def until(self, ready: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Play on until the offers are as wished; these offers."""
        for _ in range(MOST_ORDERS):
            offers = self.game.offers(self.match.state)
            found = by_order(offers)
            if ready(found):
                return found
            self.match.play(offers.sample(self.whim))
        raise AssertionError("the moment does not come")

    def before(self, wished: Callable[[Given], bool]) -> dict[str, Any]:
        """Play until an order brings the events we wish for; then take it back."""
        for number in range(MOST_ORDERS):
            order = self.game.offers(self.match.state).sample(self.whim)
            told, step = to_builtins(order), self.match.step
            assert step is not None
            events = self.match.play(order)
            drew = bool(self.match.record.entries[-1].draws)
            if wished(Given(told["order"], step.side, [_name(e) for e in events], events, drew)):
                self._begin()
                for _ in range(number):
                    self.match.play(self.game.offers(self.match.state).sample(self.whim))
                return dict(told)
        raise AssertionError("the moment does not come")

    def when(self, decision: str, ready: Callable[[], bool] = lambda: True) -> dict[str, Any]:
        """Play on until this decision is asked and the state is as wished; its offers."""
        for _ in range(MOST_ORDERS):
            step = self.match.step
            assert step is not None, "the moment does not come"
            offers = self.game.offers(self.match.state)
            if step.decision == decision and ready():
                return by_order(offers)
            self.match.play(offers.sample(self.whim))
        raise AssertionError("the moment does not come")

    def _table(self) -> Tabletop:
        step = self.match.step
        assert step is not None
        table: Tabletop = self.game.tabletop(self.game.view(self.match.state, step.side))  # type: ignore[attr-defined]
        return table

    @property
    def turn(self) -> int:
        return self._table().track.turn

    def place(self, unit: str) -> str:
        """Where a unit stands now."""
        return next(str(p.at) for p in self._table().pieces if p.id == unit)

    def take_up(self) -> Seats:
        """The record is imported, and forked at its end: both seats are ours."""
        record = b"\n".join(self.match.record.lines())
        read = ask(self.server, "/records", record)
        wish = {"token": read["tokens"]["spectator"], "at": len(self.match.record.entries)}
        made = ask(self.server, f"/matches/{read['match']}/fork", json.dumps(wish).encode())
        return Seats(self.server, made)
