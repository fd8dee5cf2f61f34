"""Opponent: where units go that do not attack: along a field of distances, supplied and not exposed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.kasserine.opponent.map_reading import MapReading
from campagna.games.kasserine.orders import Move
from campagna.games.kasserine.rules.movement import has_room
from campagna.games.kasserine.rules.victory import worth
from campagna.games.kasserine.rules.zones import Mask
from campagna.games.kasserine.world import HOME


class PositionWeights(Weights, frozen=True):
    """Where units go that do not attack."""

    half_point_nearer: float
    unsupplied_share: float
    unsupplied: float
    stay: float


WEIGHTS = load_weights(HOME, "positions", PositionWeights)


def nothing_more(unit: int, h: int) -> float:
    return 0.0


class Marching:
    def __init__(
        self, reading: MapReading, supplied: Mask, pace: float = WEIGHTS.half_point_nearer
    ) -> None:
        self.reading = reading
        self.state = reading.state
        self.world = reading.world
        self.supplied = supplied
        self.pace = pace * reading.style_factor("drive")
        self.caution = reading.style_factor("caution")
        self.unsupplied = WEIGHTS.unsupplied_share * reading.style_factor("supply")

    def march(
        self,
        units: Iterable[int],
        field: Callable[[int], Sequence[float]],
        reason: str,
        more: Callable[[int, int], float] = nothing_more,
    ) -> Iterator[Advice]:
        """Each unit to its best hex, in this order."""
        for unit in units:
            found = self.best(unit, field(unit), more)
            if found is None:
                continue
            end, gain = found
            path = self.reading.path((unit,), end)
            if path:
                order = Move((self.state.name(unit),), path)
                yield order, gain, reason, {"hex": self.state.hex_name(end)}

    def best(
        self, unit: int, field: Sequence[float], more: Callable[[int, int], float]
    ) -> tuple[int, float] | None:
        """The best hex in reach and how much better it is than to stay; None if nothing is."""
        state, reading = self.state, self.reading
        here = state.place(unit)
        reach = reading.reach(unit)
        stay = (
            self.score(unit, here, field) + more(unit, here) + WEIGHTS.stay if here >= 0 else -1e6
        )
        best, end = stay, -1
        watched, stacks = reading.watchers, state.maps.stacks
        for h in reach:
            if h == here or h in watched or (h in stacks and not has_room(state, h, (unit,))):
                continue
            score = self.score(unit, h, field) + more(unit, h)
            if score > best:
                best, end = score, h
        return None if end < 0 else (end, best - stay)

    def score(self, unit: int, h: int, field: Sequence[float]) -> float:
        reading = self.reading
        danger = reading.danger
        total = -self.pace * field[h]
        if danger is not None and danger[h] > 0:
            total -= self.caution * reading.exposure(unit, h, reading.mates(unit, h))
        if not self.supplied[h] and self.world.needs_supply[unit] and not self.state.is_light(unit):
            total -= self.unsupplied * worth(self.state, unit) + WEIGHTS.unsupplied
        return total
