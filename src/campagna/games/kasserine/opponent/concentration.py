"""Opponent: which enemies to attack in this turn, and from where (ATT-2, ATT-7).

For every enemy hex the reachable neighbours are filled with the strongest units first, as long as
the exact tables promise more. Whoever enters the zone of a second enemy must see to him too: then
both are planned together. The best plan is taken, its units are spent, and the rest is planned anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from campagna.core.weights import Weights, load_weights
from campagna.games.kasserine.opponent.battle_value import (
    Declaration,
    best_of,
    gains,
    odds_column,
    resistance,
    way_back,
)
from campagna.games.kasserine.opponent.map_reading import MapReading
from campagna.games.kasserine.rules import attack, pause
from campagna.games.kasserine.rules.command import attack_kinds, attack_value, defence_kinds
from campagna.games.kasserine.rules.zones import day_zone, held
from campagna.games.kasserine.world import HOME, URF, World


class ConcentrationWeights(Weights, frozen=True):
    """Which attacks pay, and from where."""

    supply_taken: float
    command_taken: float
    fixed_supply_taken: float
    army_command_taken: float
    aircraft_kept: float
    plain_ground: float
    attackers_apart: float
    attacker_in_cover: float
    attacker_in_danger: float
    exposure_after_attack: float
    strong_taker: float
    enemies_together: int
    attackers_summed: int
    attackers_tried: int


WEIGHTS = load_weights(HOME, "concentration", ConcentrationWeights)


class Option(msgspec.Struct):
    """One attack: who goes where, who attacks from where he stands."""

    target: int
    value: float
    moves: tuple[tuple[int, int], ...] = ()
    standing: tuple[int, ...] = ()
    declaration: Declaration | None = None
    """None for taking commands and supplies."""
    aircraft: bool = False

    @property
    def units(self) -> tuple[int, ...]:
        return (*(u for u, _ in self.moves), *self.standing)


class Assembly:
    def __init__(
        self,
        reading: MapReading,
        ground: Mapping[int, float],
        movers: Iterable[int],
        able: Iterable[int],
    ) -> None:
        self.reading = reading
        self.state = reading.state
        self.world = reading.world
        self.ground = ground
        """What it is worth that the enemy leaves a hex."""
        self.reach = {u: reading.reach(u) for u in movers}
        self.able = frozenset(able)
        """Units that may attack from where they stand."""
        self.spent: set[int] = set()
        self.crowd: dict[int, int] = {}
        """Units on their way to a hex."""
        self.closed_targets: set[int] = set()
        self.own_zone = day_zone(self.state, reading.side)
        self.own_held = held(self.state, reading.side)
        self.room = int(self.world.tables["stacking"]["uct"])
        self.planes = 0
        if not self.state.night and self.state.weather != "storm":
            self.planes = attack.aircraft_left(self.state, reading.side)
        self._power = {u: attack_value(self.state, u) for u in reading.own}

    # --- the list of attacks --------------------------------------------------------------------

    def attacks(self, threshold: float) -> Iterable[list[Option]]:
        """Attacks that pay, best first; those of one list must be made together."""
        known: dict[int, list[Option]] = {}
        targets = self._targets()
        while True:
            for t in targets:
                if t not in known and t not in self.closed_targets:
                    known[t] = self._plan(t)
            open_ = [o for t, o in known.items() if o and t not in self.closed_targets]
            best = max(open_, key=_total, default=None)
            if best is None or _total(best) <= threshold:
                return
            self._commit(best)
            yield best
            known = {t: o for t, o in known.items() if self._untouched(o)}

    def _targets(self) -> list[int]:
        enemy = self.reading.enemy
        return sorted(
            h for h, s in self.state.maps.stacks.items() if self.state.owner(s[0]) == enemy
        )

    def _untouched(self, options: list[Option]) -> bool:
        if not options:
            return True
        return not any(
            o.target in self.closed_targets or self.spent.intersection(o.units) for o in options
        ) and all(self._free(h) >= 0 for o in options for _, h in o.moves)

    def _commit(self, options: list[Option]) -> None:
        for o in options:
            self.closed_targets.add(o.target)
            self.spent.update(o.units)
            self.planes -= o.aircraft
            for _, h in o.moves:
                self.crowd[h] = self.crowd.get(h, 0) + 1

    # --- one target -----------------------------------------------------------------------------

    def _plan(self, target: int) -> list[Option]:
        if target not in self.reading.foes_at:
            taking = self._taking(target)
            return [taking] if taking is not None else []
        alone = self._build(target, frozenset((target,)), (), {})
        best = [alone] if alone is not None else []
        for other in self._neighbours_in_arms(target):
            both = self._together(target, other)
            if both and _total(both) > (_total(best) if best else 0.0):
                best = both
        return best

    def _neighbours_in_arms(self, target: int) -> list[int]:
        """Enemies whose zones cover hexes from which the target could be attacked."""
        watchers = self.reading.watchers
        found = {w for h in self.world.near[target] for w in watchers.get(h, ()) if w != target}
        return sorted(found - self.closed_targets)[: WEIGHTS.enemies_together]

    def _together(self, target: int, other: int) -> list[Option]:
        allowed = frozenset((target, other))
        first = self._build(target, allowed, (), {})
        if first is None:
            return []
        watchers = self.reading.watchers
        if not any(other in watchers.get(h, ()) for _, h in first.moves):
            return [first]
        filled: dict[int, int] = {}
        for _, h in first.moves:
            filled[h] = filled.get(h, 0) + 1
        second = self._build(
            other, allowed, first.units, filled, planes=self.planes - first.aircraft
        )
        return [first, second] if second is not None else []

    def _slots(self, target: int, allowed: frozenset[int]) -> list[int]:
        """Hexes from which it can be attacked without a duty to attack anybody else."""
        watchers, seen = self.reading.watchers, allowed | self.closed_targets
        return [
            h
            for h in self.world.near[target]
            if not self.reading.foe_held[h] and all(w in seen for w in watchers.get(h, ()))
        ]

    def _free(self, h: int) -> int:
        staying = [u for u in self.state.fighters_at(h, self.reading.side) if u not in self.spent]
        return self.room - len(staying) - self.crowd.get(h, 0)

    def _build(
        self,
        target: int,
        allowed: frozenset[int],
        taken: Sequence[int],
        filled: Mapping[int, int],
        planes: int | None = None,
    ) -> Option | None:
        """The best way to attack one hex with the units that are left."""
        state, side = self.state, self.reading.side
        defenders = self.reading.foes_at[target]
        slots = self._slots(target, allowed)
        standing = [
            u
            for h in self.world.near[target]
            for u in state.fighters_at(h, side)
            if u in self.able
            and u not in self.spent
            and u not in taken
            and pause.refuse_target(state, u, target) is None
        ]
        comers = sorted(
            (
                u
                for u, reach in self.reach.items()
                if u not in self.spent
                and u not in taken
                and u not in standing
                and any(h in reach for h in slots)
                and pause.refuse_target(state, u, target) is None
            ),
            key=lambda u: (-self._power[u], u),
        )
        power = sum(self._power[u] for u in standing) + sum(
            self._power[u] for u in comers[: WEIGHTS.attackers_summed]
        )
        defence = resistance(state, defenders)
        if (not standing and not comers) or power + 2 < defence:
            return None
        return self._fill(
            target, defenders, standing, comers, slots, filled, planes is None or planes > 0
        )

    def _fill(
        self,
        target: int,
        defenders: Sequence[int],
        standing: Sequence[int],
        comers: Sequence[int],
        slots: Sequence[int],
        filled: Mapping[int, int],
        flying: bool,
    ) -> Option | None:
        """Add unit after unit; keep the best stage."""
        room = {h: self._free(h) - filled.get(h, 0) for h in slots}
        moves: list[tuple[int, int]] = []
        best: Option | None = None
        if standing:
            best = self._valued(target, defenders, (), standing, flying)
        poor = 0
        for u in comers:
            h = self._slot_for(u, target, slots, room, moves)
            if h is None:
                continue
            room[h] -= 1
            moves.append((u, h))
            now = self._valued(target, defenders, tuple(moves), standing, flying)
            if best is None or now.value > best.value + 1e-9:
                best, poor = now, 0
            else:
                poor += 1
                if poor > WEIGHTS.attackers_tried:
                    break
        return best

    def _slot_for(
        self,
        unit: int,
        target: int,
        slots: Sequence[int],
        room: Mapping[int, int],
        moves: Sequence[tuple[int, int]],
    ) -> int | None:
        """Where the unit helps to shut the enemy in, with cover if there is some."""
        reach, gaps = self.reach[unit], self.reading.chart.gaps
        used = {h for _, h in moves}
        best, found = -1e9, None
        for h in slots:
            if room[h] < 1 or h not in reach:
                continue
            apart = min((gaps(o)[h] for o in used), default=0)
            covered = (
                WEIGHTS.attacker_in_cover
                if self.world.cover[h] and not self.world.armoured[unit]
                else 0.0
            )
            score = (
                WEIGHTS.attackers_apart * apart
                + covered
                - WEIGHTS.attacker_in_danger * self._risk(h)
            )
            if score > best:
                best, found = score, h
        return found

    def _risk(self, h: int) -> float:
        danger = self.reading.danger
        return 0.0 if danger is None else danger[h]

    def _valued(
        self,
        target: int,
        defenders: Sequence[int],
        moves: tuple[tuple[int, int], ...],
        standing: Sequence[int],
        flying: bool,
    ) -> Option:
        """The expected gain of the attack, with an aircraft if one is left and pays."""
        state, reading = self.state, self.reading
        attackers = (*(u for u, _ in moves), *standing)
        closed, zoned = self._cordon(target, [h for u, h in moves if self.world.has_zone[u]])
        closed.update(h for _, h in moves)
        ways = [way_back(state, d, closed, zoned) for d in defenders]
        ground = self.ground.get(target, WEIGHTS.plain_ground)
        gained = gains(reading.price, attackers, defenders, ways, ground)
        power, defence = sum(self._power[u] for u in attackers), resistance(state, defenders)
        kinds = attack_kinds(state, attackers), defence_kinds(state, defenders)
        plain = best_of(*kinds, odds_column(state, power, defence), gained)
        exposed = 0.0
        for u, h in moves:
            mates = [v for v, g in moves if g == h and v != u]
            exposed += WEIGHTS.exposure_after_attack * reading.exposure(u, h, mates)
        value = plain.value - reading.style_factor("caution") * exposed
        option = Option(target, value, moves, tuple(standing), plain)
        if flying and self.planes > 0 and any(state.units[u].control for u in attackers):
            flown = best_of(*kinds, odds_column(state, power + 2, defence), gained)
            if flown.value - WEIGHTS.aircraft_kept > plain.value:
                option.value += flown.value - WEIGHTS.aircraft_kept - plain.value
                option.declaration, option.aircraft = flown, True
        return option

    def _cordon(self, target: int, slots: Sequence[int]) -> tuple[set[int], set[int]]:
        """What is closed to the defenders and what is watched, two hexes around."""
        around = self.reading.chart.ring(target, 2)
        closed = {h for h in around if self.own_held[h]}
        if self.state.night:
            return closed, set()
        zoned = {h for h in around if self.own_zone[h]}
        for s in slots:
            if not self.world.town[s]:
                zoned.update(self.world.near[s])
        return closed, zoned

    # --- taking what nobody defends -------------------------------------------------------------

    def _taking(self, target: int) -> Option | None:
        """The cheapest unit that can come next to commands and supplies without defenders."""
        state = self.state
        gain = sum(prize(self.world, u) for u in state.stack(target))
        best: Option | None = None
        for u in sorted(self.able - self.spent):
            beside = target in self.world.near[state.place(u)]
            if beside and pause.refuse_target(state, u, target) is None:
                return Option(target, gain, (), (u,))
        slots = self._slots(target, frozenset())
        for u, reach in self.reach.items():
            if u in self.spent or pause.refuse_target(state, u, target) is not None:
                continue
            for h in slots:
                if h in reach and self._free(h) > 0:
                    cost = self.reading.exposure(u, h, self.reading.mates(u, h))
                    value = (
                        gain
                        - self.reading.style_factor("caution") * cost
                        - WEIGHTS.strong_taker * self._power[u]
                    )
                    if best is None or value > best.value:
                        best = Option(target, value, ((u, h),))
        return best


def prize(world: World, unit: int) -> float:
    """What a command or a supply is worth that nobody defends."""
    if unit in world.army_bit:
        return WEIGHTS.army_command_taken
    if world.fixed[unit]:
        return WEIGHTS.fixed_supply_taken
    return WEIGHTS.supply_taken if world.kind[unit] == URF else WEIGHTS.command_taken


def _total(options: list[Option]) -> float:
    return sum(o.value for o in options)
