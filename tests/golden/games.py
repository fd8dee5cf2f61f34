"""Golden games: whole games as they were played once, with a mark after every order.

A golden game holds its orders, so it can be played again whatever happens to those who chose them.
Dice come from its seed. Two rolling hashes tell after every order whether play still leads to the
same states, and whether players are still told the same.
"""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from campagna.core.chance import SeededChance
from campagna.core.contract import SPECTATOR, Event, Game, Order, Refused, Setup, digest

HOME = Path(__file__).parent / "games"
_BYTES = 4
"""Of each hash this much is kept: enough to find the first order that differs."""


class Golden(msgspec.Struct, frozen=True):
    game: str
    setup: Setup
    seed: int
    players: str
    """Who chose the orders: recruit or captain."""
    orders: list[bytes]
    played: bytes
    """A mark for the start and one for each order: step and state."""
    told: bytes
    """The same for what is told: step, order, events, the view of every side and of spectators."""

    @property
    def name(self) -> str:
        options = "".join(f" {k}={v}" for k, v in self.setup.options.items())
        return f"{self.game} {self.setup.scenario}{options} {self.players} {self.seed}"


class Marks:
    """The two rolling hashes of a game in progress."""

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        self._game = game
        self._viewers = (*game.scenario(setup).sides, SPECTATOR)
        self._played = b""
        self._told = b""

    def after(
        self, state: Any, order: Order | None, events: list[Event], *, views: bool = True
    ) -> tuple[bytes, bytes]:
        step = _encode(self._game.step(state))
        self._played = _hash(self._played, step, digest(state))
        if views:
            seen = [_encode(self._game.view(state, viewer)) for viewer in self._viewers]
            self._told = _hash(self._told, step, _encode(order), _encode(events), *seen)
        return self._played[:_BYTES], self._told[:_BYTES]


def _encode(value: object) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def _hash(*parts: bytes) -> bytes:
    text = hashlib.sha256()
    for part in parts:
        text.update(len(part).to_bytes(8, "big"))
        text.update(part)
    return text.digest()


def played_again(game: Game[Any], golden: Golden, *, views: bool = True) -> Iterator[str]:
    """What differs from the first time: at most one line for play and one for what is told."""
    chance = SeededChance(golden.seed)
    state = game.start(golden.setup, chance)
    marks = Marks(game, golden.setup)
    order: Order | None = None
    events: list[Event] = []
    reported: set[str] = set()
    for n in range(len(golden.orders) + 1):
        if n:
            order = msgspec.json.decode(golden.orders[n - 1], type=game.order_type)
            try:
                events = game.play(state, order, chance)
            except Refused as refused:
                yield f"{golden.name}: order {n} of {len(golden.orders)} is refused: {refused}"
                return
        now = dict(
            zip(("played", "told"), marks.after(state, order, events, views=views), strict=True)
        )
        then = {"played": golden.played, "told": golden.told}
        for what, mark in now.items():
            if what in reported or (what == "told" and not views):
                continue
            if mark != then[what][n * _BYTES : (n + 1) * _BYTES]:
                reported.add(what)
                yield f"{golden.name}: order {n} of {len(golden.orders)} is {what} otherwise"
        if "played" in reported:
            return


def file_of(game: str, scenario: str, option: str = "") -> Path:
    return HOME / game / f"{scenario}{'-' if option else ''}{option}.xz"


def read(path: Path) -> list[Golden]:
    return msgspec.msgpack.decode(lzma.decompress(path.read_bytes()), type=list[Golden])


def write(path: Path, games: list[Golden]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(msgspec.msgpack.encode(games), preset=9 | lzma.PRESET_EXTREME))
