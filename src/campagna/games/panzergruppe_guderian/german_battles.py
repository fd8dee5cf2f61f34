"""Judgement: which battles the German fights in his combat phase, and where his aircraft go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campagna.core.contract import Fact, Order, Refusal
from campagna.games.panzergruppe_guderian import combat, interdiction
from campagna.games.panzergruppe_guderian.german_stakes import AGGRESSION
from campagna.games.panzergruppe_guderian.odds import Stakes, results_of, yields
from campagna.games.panzergruppe_guderian.orders import Attack, Done, Interdict
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.strength import attack_strength, multiplier
from campagna.games.panzergruppe_guderian.survey import (
    MOTORIZED,
    Survey,
    prize_gain,
    step_worth,
    worth,
)
from campagna.games.panzergruppe_guderian.targets import attack_options
from campagna.games.panzergruppe_guderian.world import GERMAN, SOVIET
from campagna.games.panzergruppe_guderian.zones import blocked, zone

Counsel = tuple[Order, float, str, Mapping[str, Fact]]


class GermanBattles:
    def __init__(self, state: State, style: Mapping[str, float]) -> None:
        self.state = state
        self.style = style
        self.survey = Survey(state, style)

    # --- combat ---------------------------------------------------------------------------------

    def battles(self) -> Iterator[Counsel]:
        """The battle expected to gain most, then the next; none that is expected to lose."""
        state = self.state
        options = attack_options(state)
        best: tuple[float, Order, dict[str, Fact]] | None = None
        for target, able in options.items():
            for units in self._forces(able):
                found = self._attack(target, units)
                if found is not None and (best is None or found[0] > best[0]):
                    best = found
        if best is None:
            yield Done(), 0.0, "done", {}
        else:
            yield best[1], best[0], "attack", best[2]

    def _forces(self, able: list[int]) -> list[list[int]]:
        """All of them, and all but those of one hex."""
        state = self.state
        places = list(dict.fromkeys(state.units[u].place for u in able))
        forces = [able]
        if len(places) > 1:
            forces += [[u for u in able if state.units[u].place != p] for p in places]
            forces += [[u for u in able if state.units[u].place == p] for p in places]
        return forces

    def _attack(self, target: int, units: list[int]) -> tuple[float, Order, dict[str, Fact]] | None:
        state = self.state
        origins = [state.units[u].place for u in units]
        power = attack_strength(state, units)
        factor = multiplier(state, target, origins)
        results = results_of(state, ((power, 1.0),), self.survey.defence(target), factor)
        stack = state.stack(target)
        ground = 0.6
        if target in state.world.prize_hexes:
            ground += 0.7 * prize_gain(state, target)
        closed = blocked(state, SOVIET)
        exits = any(not closed[n] for n in self.survey.chart.around[target])
        exits = exits and target not in state.world.prize_hexes
        own = sum(worth(state, u) for u in units)
        step = min(step_worth(state, u) for u in units)
        theirs = sum(worth(state, u) for u in stack)
        gain = Stakes(own + 4.0, step, theirs, len(stack), ground, exits).expect(results)
        gain -= 0.04 * len(units)
        if gain < 0.15 / (AGGRESSION * self.style.get("attack", 1.0)):
            return None
        ids = state.world.hex_ids
        order = Attack(state.names(units), (ids[target],))
        if isinstance(combat.judge_attack(state, order), Refusal):
            return None
        expected = sum(d * p for d, p in self.survey.defence(target)) * factor
        facts: dict[str, Fact] = {
            "hex": ids[target],
            "odds": f"{power}:{expected:.0f}",
            "percent": round(100 * yields(results)),
            "gain": f"{gain:+.1f}",
        }
        return gain, order, facts

    # --- aircraft -------------------------------------------------------------------------------

    def markers(self) -> Iterator[Counsel]:
        """On the railways that bring the Soviet reserves, near the front but not under our zones."""
        state, world = self.state, self.state.world
        ours = zone(state, GERMAN)
        pull = self.survey.german_pull(MOTORIZED)
        rails = [
            h
            for h in sorted(world.rail_hexes)
            if not ours[h]
            and not state.maps.held[GERMAN][h]
            and interdiction.refuse_marker(state, GERMAN, h) is None
        ]
        rails.sort(key=lambda h: (-pull[h], h))
        chosen: list[int] = []
        for h in rails:
            if all(h not in self.survey.chart.nearby[c] for c in chosen):
                chosen.append(h)
            if len(chosen) == 3:
                break
        names = tuple(world.hex_ids[h] for h in chosen)
        yield Interdict(names), 0.1, "interdict", {"hexes": names}
