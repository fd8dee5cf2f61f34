"""Opponent: what our fire takes from the enemy, and what his answer takes from us.

Our fire is counted base by base with the chance that its target still stands. The answer lets every
enemy base that could come into range take the best it reaches; guns need a spotter of their division.
"""

from __future__ import annotations

from collections.abc import Mapping

from campagna.core.weights import Weights, load_weights
from campagna.games.alto_comando.opponent.map_reading import MapReading, Piece, reaches
from campagna.games.alto_comando.opponent.places import Place
from campagna.games.alto_comando.world import HOME

Ends = list[tuple[Piece, Place]]
"""Every own base with the place where it would end."""


class Volley(Weights, frozen=True):
    spotter: float
    superiority: float
    turns: int


WEIGHTS = load_weights(HOME, "fire_value", Volley)


class Exchange:
    def __init__(
        self, reading: MapReading, attack: float, caution: float, momentum: float = 1.0
    ) -> None:
        self.reading = reading
        self.attack, self.caution = attack, caution
        self.strength = sum(p.strength for p in reading.own)
        superiority = self.strength - sum(f.strength for f in reading.foes)
        lasting = min(1.0, reading.left / WEIGHTS.turns)
        self.momentum = momentum * WEIGHTS.superiority * superiority * lasting
        """What it would bring to engage with everybody, beyond the volleys of this turn."""
        self.foe = {f.bit: f for f in reading.foes}
        self.air = reading.state.air[reading.side]
        self.enemy_air = reading.state.air[1 - reading.side]
        mates: dict[int, int] = {}
        for f in reading.foes:
            mates[f.group] = mates.get(f.group, 0) | f.bit
        self.guns = {f.bit: mates[f.group] for f in reading.foes if f.lobs}
        """Enemies that need another base of their division to see for them."""
        self.lobbers: dict[int, list[Piece]] = {}
        for p in reading.own:
            if p.lobs:
                self.lobbers.setdefault(p.group, []).append(p)

        self._spotting: dict[tuple[int, int], float] = {}
        """What a division gains by seeing these enemies, as far as it was asked for."""

    # --- our fire -------------------------------------------------------------------------------

    def aim(self, piece: Piece, place: Place, seen: int, left: Mapping[int, float]) -> Piece | None:
        """At whom a base would fire from there, its division seeing these enemies."""
        if not piece.lobs:
            return place.target
        bits = place.aims & seen
        best, found = 0.0, None
        while bits:
            bit = bits & -bits
            bits ^= bit
            f = self.foe[bit]
            gain = f.worth * f.lost_to(piece) * left.get(bit, 1.0)
            if gain > best:
                best, found = gain, f
        return found

    def spotting(self, group: int, fresh: int) -> float:
        """What it is worth, in worth of targets, that a division now sees these enemies too."""
        known = self._spotting.get((group, fresh))
        if known is not None:
            return known
        best = 0.0
        guns = self.lobbers.get(group, ())
        bits = fresh
        while bits:
            bit = bits & -bits
            bits ^= bit
            f = self.foe[bit]
            shots = sum(reaches(p.x, p.y, f.x, f.y, p.reach) for p in guns)
            best = max(best, f.worth * (shots + self.air))
        found = self._spotting[group, fresh] = WEIGHTS.spotter * best
        return found

    def balance(self, ends: Ends) -> float:
        """What our fire takes now, less what the enemy's answer takes from us."""
        alive = dict.fromkeys(self.foe, 1.0)
        gain = self._fire(ends, alive)
        loss = self._answer(ends, alive)
        return self.attack * gain - self.caution * loss + self.momentum * self._engaged(ends)

    def _engaged(self, ends: Ends) -> float:
        """The part of our strength that stands where the two sides can fire at each other."""
        strength = sum(p.strength for p, place in ends if place.threats or place.aims)
        return strength / max(1.0, self.strength)

    def _fire(self, ends: Ends, alive: dict[int, float]) -> float:
        """Expected points of our fire and aircraft; leaves the chances of the enemies to be alive."""
        seen: dict[int, int] = {}
        for p, place in ends:
            if place.sees:
                seen[p.group] = seen.get(p.group, 0) | place.sees
        if not seen:
            return 0.0
        total = 0.0
        for lobbing in (False, True):
            for p, place in ends:
                if p.lobs != lobbing or not place.aims:
                    continue
                f = self.aim(p, place, seen.get(p.group, 0), alive)
                if f is not None:
                    chance = alive[f.bit] * f.lost_to(p)
                    total += chance * f.worth
                    alive[f.bit] -= chance
        anybody = 0
        for mask in seen.values():
            anybody |= mask
        marked = [f for f in self.reading.foes if f.bit & anybody]
        for _ in range(self.air):
            f = max(marked, key=lambda f: alive[f.bit] * f.loss * f.worth)
            chance = alive[f.bit] * f.loss
            total += chance * f.worth
            alive[f.bit] -= chance
        return total

    # --- the answer -----------------------------------------------------------------------------

    def _answer(self, ends: Ends, alive: Mapping[int, float]) -> float:
        """Expected points of the enemy's next fire: each of his bases takes the best it can reach."""
        reading = self.reading
        prices: dict[int, list[float]] = {}
        struck: list[list[float]] = []
        hqs = {p.group: place.at for p, place in ends if p.is_hq}
        for p, place in ends:
            threats = place.threats
            if not threats:
                continue
            commanded = reading.in_command(p, place.x, place.y, hqs.get(p.group))
            entry = [p.loss * reading.worth_at(p, reading.side, commanded), p.loss]
            struck.append(entry)
            while threats:
                bit = threats & -threats
                threats ^= bit
                mates = self.guns.get(bit)
                if mates is not None and not mates & place.threats & ~bit:
                    continue
                if bit not in prices or entry[0] > prices[bit][0]:
                    prices[bit] = entry
        total = 0.0
        for bit, entry in sorted(prices.items()):
            chance = alive[bit]
            total += chance * entry[0]
            entry[0] *= 1 - chance * entry[1]
        for _ in range(self.enemy_air if struck else 0):
            entry = max(struck, key=lambda e: e[0])
            total += entry[0]
            entry[0] *= 1 - entry[1]
        return total
