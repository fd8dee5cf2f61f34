"""Judgement: where units go that do not attack: along a field of distances, fed and not exposed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from campagna.games.kasserine.opponent.advice_texts import Counsel
from campagna.games.kasserine.opponent.map_reading import Survey
from campagna.games.kasserine.orders import Move
from campagna.games.kasserine.rules.movement import has_room
from campagna.games.kasserine.rules.victory import worth
from campagna.games.kasserine.rules.zones import Mask

PACE = 0.13
"""Combat points that a half movement point nearer to the goal is worth."""
HUNGER = 0.35
"""Share of its worth that a unit loses which cannot move or attack in the next turn."""


def nothing_more(unit: int, h: int) -> float:
    return 0.0


class Marching:
    def __init__(self, survey: Survey, fed: Mask, pace: float = PACE) -> None:
        self.survey = survey
        self.state = survey.state
        self.world = survey.world
        self.fed = fed
        self.pace = pace * survey.knob("drive")
        self.caution = survey.knob("caution")
        self.hunger = HUNGER * survey.knob("supply")

    def march(
        self,
        units: Iterable[int],
        field: Callable[[int], Sequence[float]],
        reason: str,
        more: Callable[[int, int], float] = nothing_more,
    ) -> Iterator[Counsel]:
        """Each unit to its best hex, in this order."""
        for unit in units:
            found = self.best(unit, field(unit), more)
            if found is None:
                continue
            end, gain = found
            path = self.survey.path((unit,), end)
            if path:
                order = Move((self.state.name(unit),), path)
                yield order, gain, reason, {"hex": self.state.hex_name(end)}

    def best(
        self, unit: int, field: Sequence[float], more: Callable[[int, int], float]
    ) -> tuple[int, float] | None:
        """The best hex in reach and how much better it is than to stay; None if nothing is."""
        state, survey = self.state, self.survey
        here = state.place(unit)
        reach = survey.reach(unit)
        stay = self.score(unit, here, field) + more(unit, here) + 0.1 if here >= 0 else -1e6
        best, end = stay, -1
        watched, stacks = survey.watchers, state.maps.stacks
        for h in reach:
            if h == here or h in watched or (h in stacks and not has_room(state, h, (unit,))):
                continue
            score = self.score(unit, h, field) + more(unit, h)
            if score > best:
                best, end = score, h
        return None if end < 0 else (end, best - stay)

    def score(self, unit: int, h: int, field: Sequence[float]) -> float:
        survey = self.survey
        danger = survey.danger
        total = -self.pace * field[h]
        if danger is not None and danger[h] > 0:
            total -= self.caution * survey.exposure(unit, h, survey.mates(unit, h))
        if not self.fed[h] and self.world.needs_supply[unit] and not self.state.is_light(unit):
            total -= self.hunger * worth(self.state, unit) + 0.3
        return total
