"""Targets a second time, naively, in random battles: no reuse, no short cuts, only the definitions."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Setup
from campagna.games.alto_comando.rules import air, fire
from campagna.games.alto_comando.state import TABLE, Phase, State
from campagna.plane.bases import Point
from campagna.plane.shapes import line_crosses, point_in
from tests.games.alto_comando.lay import GAME

OPTIONS: tuple[dict[str, bool | str], ...] = (
    {"terrain": "escarpment", "mines": "full", "trenches": "full", "air": "full"},
    {"terrain": "western_sample", "western_front": True, "trenches": "full", "air": "full"},
    {"terrain": "central_ridge", "fire_nearest": "nearest_of_all", "air": "full", "deck": "c7"},
)
VEHICLES = ("tank", "light_tank", "cruiser", "tiger", "recon", "camel")


class Naive:
    def __init__(self, state: State) -> None:
        self.state = state
        self.elements = state.derived.elements

    def gap2(self, a: int, b: int) -> int:
        p, q = self.state.bases[a], self.state.bases[b]
        return max(0, abs(p.x - q.x) - 30) ** 2 + max(0, abs(p.y - q.y) - 30) ** 2

    def at(self, base: int) -> Point:
        b = self.state.bases[base]
        return b.x, b.y

    def on(self, base: int, *kinds: str) -> list[int]:
        at = self.at(base)
        return [
            i for i, e in enumerate(self.elements) if e.kind in kinds and point_in(at, e.polygon)
        ]

    def clear(self, a: int, b: int) -> bool:
        under = self.on(a, "hill") + self.on(b, "hill")
        return not any(
            e.kind == "hill" and i not in under and line_crosses(self.at(a), self.at(b), e.polygon)
            for i, e in enumerate(self.elements)
        )

    def dug_in(self, base: int) -> bool:
        unit, (x, y) = self.state.unit(base), self.at(base)
        if unit.line.class_ in ("tank", "recon", "supply"):
            return False
        in_trench = any(
            s.side == unit.side and -15 <= x - s.at[0] < 15 and -15 <= y - s.at[1] < 15
            for s in self.state.segments
        )
        return in_trench or bool(self.on(base, "building"))

    def sees(self, a: int, b: int) -> bool:
        line = self.state.unit(a).line
        if line.kind == "supply":
            return False
        if self.on(b, "woods", "broken"):
            radius = 150 if line.class_ == "recon" else 100
        else:
            bonus = 80 if self.dug_in(a) else 75 if self.on(a, "hill") else 0
            radius = line.spotting + bonus - (75 if self.on(b, "hill") else 0)
        return self.gap2(a, b) <= radius * radius and self.clear(a, b)

    def here(self, side: int) -> list[int]:
        units = self.state.roster.units
        return [
            i for i, b in enumerate(self.state.bases) if b.where == TABLE and units[i].side == side
        ]

    def division(self, base: int) -> list[int]:
        group = self.state.unit(base).group
        side = self.state.unit(base).side
        return [b for b in self.here(side) if self.state.unit(b).group == group]

    def eligible(self, firer: int) -> list[int]:
        line = self.state.unit(firer).line
        found = []
        for target in self.here(1 - self.state.unit(firer).side):
            in_range = self.gap2(firer, target) <= line.range_**2
            free = line.kind == "art" or (self.clear(firer, target) and not self.screened(target))
            if in_range and free and any(self.sees(b, target) for b in self.division(firer)):
                found.append(target)
        return found

    def screened(self, target: int) -> bool:
        unit = self.state.unit(target)
        houses = self.on(target, "building")
        return unit.kind == "supply" and any(
            b != target and set(houses) & set(self.on(b, "building")) for b in self.here(unit.side)
        )

    def targets(self, firer: int) -> list[int]:
        unit, eligible = self.state.unit(firer), self.eligible(firer)
        if unit.kind == "art":
            return eligible
        of_all = self.state.options["fire_nearest"] == "nearest_of_all"
        pool = self.here(1 - unit.side) if of_all else eligible
        chosen = set(self.nearest(firer, pool))
        if unit.kind in ("at88", "tiger"):
            hunted = [t for t in pool if self.state.unit(t).kind in VEHICLES]
            chosen |= set(self.nearest(firer, hunted))
        return [t for t in eligible if t in chosen]

    def nearest(self, firer: int, pool: list[int]) -> list[int]:
        least = min((self.gap2(firer, t) for t in pool), default=0)
        return [t for t in pool if self.gap2(firer, t) == least]


@pytest.mark.rule("FIR-2", "FIR-3", "FIR-4", "FIR-7", "FIR-8", "FIR-9", "TER-3", "WF-1a", "WF-4")
@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_targets_in_random_battles(number: int) -> None:
    chance, whim = SeededChance(number + 1), SeededChance(number + 50)
    state = GAME.start(Setup("battle", OPTIONS[number]), chance)
    looked = shots = 0
    while state.phase != Phase.OVER and looked < 6:
        GAME.play(state, GAME.offers(state).sample(whim), chance)
        if state.phase not in (Phase.FIRE, Phase.TRENCH_FIRE) or whim.pick(6, "look"):
            continue
        looked += 1
        naive = Naive(state)
        for base in fire.gunners(state):
            expected = naive.targets(base)
            assert fire.targets(state, base) == expected, state.name(base)
            shots += len(expected)
    assert shots > 20


@pytest.mark.rule("AIR-6", "ITP-4", "WF-6")
def test_air_targets_in_a_random_battle() -> None:
    chance, whim = SeededChance(8), SeededChance(9)
    state = GAME.start(Setup("battle", OPTIONS[1]), chance)
    looked = 0
    while looked < 3:
        GAME.play(state, GAME.offers(state).sample(whim), chance)
        if state.phase == Phase.AIR and not state.markers:
            looked += 1
            naive = Naive(state)
            expected = [
                t
                for t in naive.here(1 - state.active)
                if not naive.on(t, "woods", "broken")
                and any(naive.sees(b, t) for b in naive.here(state.active))
            ]
            assert air.targets(state) == expected
