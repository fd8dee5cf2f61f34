"""Opponent: bringing together what a battle needs, before it is fought.

For each enemy stack in reach the force is built up unit by unit, from opposite hexes where that can
be had; the battle expected to gain most takes its units first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from campagna.core.bias import place_bias
from campagna.core.contract import Fact
from campagna.core.weights import Weights, load_weights
from campagna.games.lion_of_judah.opponent.battle_value import Prospect, concentric, odds_text
from campagna.games.lion_of_judah.opponent.battles import WEIGHTS as BATTLE_WEIGHTS
from campagna.games.lion_of_judah.opponent.battles import Battles
from campagna.games.lion_of_judah.opponent.objectives import at_main_road, bound_for_capital
from campagna.games.lion_of_judah.rules.general.stacking import capacity, size
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import HOME


class ConcentrationWeights(Weights, frozen=True):
    """What it costs to bring units together."""

    half_division: float
    least_use: float
    least_odds: float
    stands_there: float
    concentric: float
    same_hex: float


WEIGHTS = load_weights(HOME, "concentration", ConcentrationWeights)


class Muster(msgspec.Struct, frozen=True):
    """A battle to be fought: who attacks from where, and what is expected of it."""

    target: int
    posts: tuple[tuple[int, int], ...]
    prospect: Prospect
    gain: float

    def facts(self, state: State, post: int) -> dict[str, Fact]:
        """Why somebody goes to his post."""
        return {
            "hex": state.hex_name(post),
            "target": state.hex_name(self.target),
            "odds": odds_text(self.prospect.column),
        }


class Assembly:
    """Chooses battles among the units that can still move and those already in contact."""

    def __init__(
        self, battles: Battles, reach: Mapping[int, Sequence[int]], fixed: Sequence[int]
    ) -> None:
        self.battles = battles
        self.reading = battles.reading
        self.state: State = battles.state
        self.reach = reach
        """Per unit that can move: the hexes where it may end."""
        self.free = {*reach, *fixed}
        self.bound = {u for u in self.free if bound_for_capital(self.reading, u)}
        """Units with no time for what does not stand at the road to the capital."""
        self.use = WEIGHTS.half_division * min(
            1.0, (self.reading.turns_left - 1) / 3 + WEIGHTS.least_use
        )
        self.room: dict[int, int] = {}
        """Half divisions, or heads, that each hex can still take."""

    def _space(self, hex_: int) -> int:
        state, side = self.state, self.reading.side
        if hex_ not in self.room:
            there = [u for u in state.stack(hex_) if state.own(u) == side]
            self.room[hex_] = capacity(state, side, hex_) - size(state, side, there)
        return self.room[hex_]

    def choose(self, least: float) -> list[Muster]:
        """Battles one after the other, the best first, none below the least gain."""
        chosen: list[Muster] = []
        targets = [t for t in self.reading.foes if self.state.maps.armed[1 - self.reading.side][t]]
        found = {t: self._muster(t) for t in targets}
        while True:
            best: Muster | None = None
            for muster in found.values():
                if muster is None or self._appeal(muster) < least:
                    continue
                if best is None or self._appeal(muster) > self._appeal(best):
                    best = muster
            if best is None:
                return chosen
            chosen.append(best)
            used = {u for u, _ in best.posts}
            self.free -= used
            for u, h in best.posts:
                if self.state.units[u].place != h:
                    self.room[h] = self._space(h) - size(self.state, self.reading.side, [u])
            del found[best.target]
            for t, muster in found.items():
                if muster is not None and used & {u for u, _ in muster.posts}:
                    found[t] = self._muster(t)

    def _appeal(self, muster: Muster) -> float:
        """What a battle is expected to gain, and what the bias of a general adds."""
        return muster.gain + BATTLE_WEIGHTS.place_variation * place_bias(
            self.reading.style, muster.target
        )

    def _muster(self, target: int) -> Muster | None:
        """The best force for one battle."""
        able = self._able(target)
        if not able:
            return None
        power = sum(self.reading.attack(u) for u in able)
        if power < WEIGHTS.least_odds * self.battles.resistance(target):
            return None
        posts: list[tuple[int, int]] = []
        best: Muster | None = None
        taken: dict[int, int] = {}
        attack_room = capacity(self.state, self.reading.side, target)
        use = 0.0 if self.battles.decides(target) else self.use
        for u in self._ranked(able):
            h = self._post(u, able[u], target, taken, posts, attack_room)
            if h < 0:
                continue
            posts.append((u, h))
            taken[h] = taken.get(h, 0) + size(self.state, self.reading.side, [u])
            if self.battles.power(posts) < WEIGHTS.least_odds * self.battles.resistance(target):
                continue
            prospect = self.battles.prospect(posts, target)
            cost = use * sum(max(1, self.state.world.halves[u]) for u, _ in posts)
            gain = prospect.gain - cost
            if best is None or gain > best.gain + 1e-9:
                best = Muster(target, tuple(posts), prospect, gain)
        return best

    def _able(self, target: int) -> dict[int, list[int]]:
        """Units that can attack the target, each with the hexes from which."""
        state = self.state
        armed = state.maps.held[1 - self.reading.side]
        posts = {h for h in self.reading.chart.around[target] if not armed[h]}
        found: dict[int, list[int]] = {}
        near_road = at_main_road(state, target)
        for u in sorted(self.free):
            if u in self.bound and not near_road:
                continue
            here = state.units[u].place
            options = [here] if here in posts else []
            options += [h for h in self.reach.get(u, ()) if h in posts and h != here]
            if options:
                found[u] = options
        return found

    def _ranked(self, able: Mapping[int, Sequence[int]]) -> list[int]:
        """Strong units first, those whose losses are cheap before the others."""
        halves = self.state.world.halves

        def rank(u: int) -> tuple[float, int]:
            return -(self.reading.attack(u) / max(1, halves[u]) - self.reading.step_worth(u)), u

        return sorted(able, key=rank)

    def _post(
        self,
        unit: int,
        options: Sequence[int],
        target: int,
        taken: Mapping[int, int],
        posts: Sequence[tuple[int, int]],
        attack_room: int,
    ) -> int:
        """Where a unit joins: best so that the attack comes from opposite sides."""
        state, side = self.state, self.reading.side
        need = size(state, side, [unit])
        here = state.units[unit].place
        from_ = {h for _, h in posts}
        closed = concentric(state, from_, target) if from_ else 0
        best, best_score = -1, -9.0
        for h in options:
            used = taken.get(h, 0)
            arriving = sum(
                size(state, side, [u]) for u, p in posts if p == h and state.units[u].place != h
            )
            if used + need > attack_room:
                continue
            if h != here and arriving + need > self._space(h):
                continue
            score = WEIGHTS.stands_there if h == here else 0.0
            if not closed and concentric(state, from_ | {h}, target):
                score += WEIGHTS.concentric
            score += WEIGHTS.same_hex if h in from_ else 0.0
            if score > best_score:
                best, best_score = h, score
        return best
