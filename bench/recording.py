"""The kernel calls of a random game, kept while it is played and made again alone.

A game calls two kernels: `Field`, which traces and floods the board, and `Stacks`, which knows who stands
where. A call that one kernel makes of another is part of the call that caused it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from time import thread_time
from typing import Any, NamedTuple, cast

from bench.positions import PlayOut, compiled_game, world_with
from campagna.core.contract import digest
from campagna.games.panzergruppe_guderian.game import PanzergruppeGuderian
from campagna.games.panzergruppe_guderian.state import Maps, State
from campagna.hexes.kernels import Field
from campagna.hexes.stacks import Stacks

CALLS_PER_CHUNK = 50

STACKS_CALLS = tuple(
    name
    for name, member in vars(Stacks).items()
    if callable(member)
    and not name.startswith("_")
    and name not in ("share", "content", "restore", "roll", "funds")
)
"""Changes and questions; what copies a whole map is no part of a game."""


class Call(NamedTuple):
    of_field: bool
    """A call of `Field`; the others are calls of `Stacks`."""
    method: str
    arguments: tuple[Any, ...]
    result: Any


class Log:
    """Every call from outside, with copies of what changes later."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.inside = False

    def keep(
        self, method: Callable[..., Any], of_field: bool, name: str, arguments: tuple[Any, ...]
    ) -> Any:
        if self.inside:
            return method(*arguments)
        kept = tuple(_kept(a) for a in arguments)
        self.inside = True
        result = method(*arguments)
        self.inside = False
        self.calls.append(Call(of_field, name, kept, _kept(result)))
        return result


class RecordedField:
    """Stands in for a `Field`."""

    def __init__(self, field: Field, log: Log) -> None:
        self.field = field
        self.log = log

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.field, name)
        if not callable(method):
            return method
        return lambda *arguments: self.log.keep(method, True, name, arguments)


class RecordedMaps(Maps):
    """The maps of a state that keep the calls of their kernel."""

    __slots__ = ("log",)

    def __init__(self, state: State, log: Log) -> None:
        super().__init__(state.world)
        self.log = log
        for u in state.units:
            self.welcome(state.world, u)


def _recorded(name: str) -> Callable[..., Any]:
    kernel = getattr(Stacks, name)

    def method(self: RecordedMaps, *arguments: Any) -> Any:
        return self.log.keep(lambda *given: kernel(self, *given), False, name, arguments)

    return method


for _name in STACKS_CALLS:
    setattr(RecordedMaps, _name, _recorded(_name))


def _kept(value: Any) -> Any:
    if isinstance(value, bytearray):
        return bytes(value)
    return value.copy() if isinstance(value, list | set) else value


@lru_cache
def kernel_calls(seed: int) -> tuple[Call, ...]:
    """The calls of a game after its set-up; made again they have the same results."""
    log = Log()
    field = RecordedField(Field(compiled_game().board.grid.neighbours), log)
    recording = PlayOut(PanzergruppeGuderian(world_with(cast(Field, field))), seed)
    recording.state.maps = maps = RecordedMaps(recording.state, log)
    log.calls.clear()
    recording.timed()
    played = PlayOut(compiled_game(), seed)
    played.timed()
    assert digest(recording.state) == digest(played.state), "the recorder changed the game"
    assert maps.roll() == played.state.maps.roll(), "the recorder changed the maps"
    for call, (method, arguments) in zip(log.calls, _bound(seed, log.calls), strict=True):
        assert _kept(method(*arguments)) == call.result, f"{call.method} replays differently"
    return tuple(log.calls)


def _bound(seed: int, calls: Sequence[Call]) -> list[tuple[Callable[..., object], tuple[Any, ...]]]:
    """The calls in their order, on kernels as they were when the game began, each looked up already."""
    opening = PlayOut(compiled_game(), seed).state
    field, maps = Field(opening.world.board.grid.neighbours), opening.maps
    bound = []
    for call in calls:
        method = getattr(field if call.of_field else maps, call.method)
        given = (field if isinstance(a, RecordedField) else _kept(a) for a in call.arguments)
        bound.append((method, tuple(given)))
    return bound


def timed_calls(seed: int) -> list[float]:
    """Make the calls of a game again; processor seconds of each chunk of them."""
    calls = _bound(seed, kernel_calls(seed))
    times = []
    for i in range(0, len(calls), CALLS_PER_CHUNK):
        chunk = calls[i : i + CALLS_PER_CHUNK]
        begin = thread_time()
        for method, arguments in chunk:
            method(*arguments)
        times.append(thread_time() - begin)
    return times
