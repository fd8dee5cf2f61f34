"""Opponent: how the Axis plays a turn.

It wants 20 points off the map by the roads to Tebessa and Le Kef. Each of its two forces drives at
the exit that is nearest for what guards it, kills what the exact tables let it kill cheaply, and
keeps its supplies close behind. When that has become hopeless it gathers, saves what is left below
the limit of losses, and turns on the Allies south of the railway if they are few.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from campagna.core.contract import Fact, Refusal
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.kasserine.opponent.axis_aims import Cutting, refuge, way_out_is_hopeless
from campagna.games.kasserine.opponent.turn import TurnPlan
from campagna.games.kasserine.orders import Leave, Move
from campagna.games.kasserine.rules import exits
from campagna.games.kasserine.rules.path import FOOT
from campagna.games.kasserine.rules.victory import (
    axis_losses,
    beyond_the_railway,
    exit_points,
    loss_limit,
    points_needed,
    worth,
)
from campagna.games.kasserine.state import State
from campagna.games.kasserine.world import AXIS, HOME


class AxisWeights(Weights, frozen=True):
    """What the Axis plays for in a turn."""

    guard_distance: float
    held_exit_distance: int
    barred_way_distance: int
    sweep_from_move: int
    saving_margin: int
    strength_to_force_exit: float
    points_to_leave: int
    refuge_distance: int
    last_days_from_move: int
    clearing_from_move: int
    few_allies: int
    allies_worth_cutting: int
    fear_when_saving: float
    fear_over_limit: float
    guard_beside_exit: float
    defence_assumed: int
    distance_per_move: int
    enemy_leaves_hex: float
    exit_freed_most: float
    exit_freed: float
    railway_freed: float
    gain_to_attack: float
    gain_to_attack_when_saving: float
    near_exit_distance: int
    leave_from_move: int
    leaving: float


WEIGHTS = load_weights(HOME, "axis", AxisWeights)

SOUTHERN = ("DAK", "131Centauro")


class AxisPlan(TurnPlan):
    drives = "drive"

    def __init__(self, state: State, style: Mapping[str, float]) -> None:
        super().__init__(state, AXIS, style)
        self.points = exit_points(state)
        self.lost = axis_losses(state)
        self.limit = loss_limit(self.world)
        self.needed = points_needed(self.world)
        self.saving = self._is_saving()
        self.beyond = beyond_the_railway(state) if state.move >= self._sweep else []
        self.sweeping = self._is_sweeping()
        if self.sweeping and self.beyond:
            self.drives = "sweep"
        elif self.saving:
            self.drives = "hold"
        if self.saving:
            self.reading.fear = WEIGHTS.fear_when_saving
        elif self.lost > self.limit:
            self.reading.fear = WEIGHTS.fear_over_limit
        self._fields: dict[tuple[bool, str], Sequence[int]] = {}

    # --- where to -------------------------------------------------------------------------------

    def _southern(self, unit: int) -> bool:
        return self.world.counters[unit].division in SOUTHERN

    @cached_property
    def goal(self) -> dict[bool, int]:
        """The exit of each force, the southern one and the other."""
        return {south: self._choose_exit(south) for south in (False, True)}

    def _choose_exit(self, south: bool) -> int:
        """The exit of a force: near, and not too well guarded."""
        ways = self.chart.to_exit["vehicles"]
        force = [
            max(self.state.place(u), self._entry(u))
            for u in self.world.fighters
            if self.world.home_side[u] == AXIS
            and self._southern(u) == south
            and (self.state.place(u) >= 0 or self.state.place(u) == -1)
        ]
        costs = []
        for k, e in enumerate(self.chart.exits):
            mean = sum(ways[k][h] for h in force) / max(1, len(force))
            guards = 0.0
            for h in self.chart.ring(e, 3):
                for u in self.reading.foes_at.get(h, ()):
                    guards += self.reading.defence_in(u, h) * (
                        1.0 if h == e else WEIGHTS.guard_beside_exit
                    )
            cost = mean + WEIGHTS.guard_distance * self.reading.style_factor("guards") * guards
            if e in self.reading.foes_at:
                cost += WEIGHTS.held_exit_distance
            costs.append((cost / self.reading.style_factor(f"exit-{self.world.hex_ids[e]}"), k))
        return min(costs)[1]

    def _entry(self, unit: int) -> int:
        group = self.world.group_of.get(unit)
        return group.hex if group is not None else 0

    @cached_property
    def _closed(self) -> bytes:
        """Hexes that the Allies hold or watch."""
        shut = bytearray(self.reading.foe_held)
        for h in self.reading.watchers:
            shut[h] = 1
        return bytes(shut)

    def field(self, unit: int) -> Sequence[int]:
        return self._field(self._southern(unit), self.kind(unit))

    def _field(self, south: bool, kind: str) -> Sequence[int]:
        key = (south, kind)
        found = self._fields.get(key)
        if found is None:
            found = self._fields[key] = self._make_field(south, kind)
        return found

    def _make_field(self, south: bool, kind: str) -> Sequence[int]:
        if self.sweeping and self.beyond:
            sources = sorted({self.state.place(u) for u in self.beyond})
            return self.chart.distances(kind, dict.fromkeys(sources, 0))
        if self.saving:
            roads = self.chart.roads(kind, refuge(self.reading))
            return [max(0, d - WEIGHTS.refuge_distance) for d in roads]
        goal = self.goal[south]
        plain = self.chart.to_exit[kind][goal]
        clear = self.chart.distances(kind, {self.chart.exits[goal]: 0}, self._closed)
        return list(map(min, [p + WEIGHTS.barred_way_distance for p in plain], clear))

    @property
    def _sweep(self) -> float:
        return WEIGHTS.sweep_from_move * self.reading.style_factor("sweep")

    def _is_saving(self) -> bool:
        """The way out is shut and the limit of losses not yet passed: what is left is worth saving."""
        if self.lost > self.limit:
            return False
        if way_out_is_hopeless(self.reading):
            return True
        if self.lost < self.limit - WEIGHTS.saving_margin * self.reading.style_factor("saving"):
            return False
        best = 0.0
        for e in self.chart.exits:
            guards = sum(
                self.reading.defence_in(u, h)
                for h in self.chart.ring(e, 1)
                for u in self.reading.foes_at.get(h, ())
            )
            best = max(best, self.reading.help[e] / (WEIGHTS.defence_assumed + guards))
        return best < WEIGHTS.strength_to_force_exit

    def _is_sweeping(self) -> bool:
        """Late, and too few points near the exits to win by them; who saves his forces goes only for
        few Allies in the last days."""
        if self.state.move < self._sweep:
            return False
        if self.saving:
            return (
                self.state.move >= WEIGHTS.last_days_from_move
                and len(self.beyond) <= WEIGHTS.few_allies
            )
        near = self.points
        for u in self.reading.own:
            away = self.chart.out[self.state.place(u)]
            if away <= WEIGHTS.distance_per_move * (self.world.last_move - self.state.move):
                near += worth(self.state, u)
        return near < self.needed

    def ground(self) -> dict[int, float]:
        """What it is worth that the Allies leave a hex."""
        found: dict[int, float] = {}
        behind = self.reading.help
        clearing = self.sweeping or (self.saving and self.state.move >= WEIGHTS.clearing_from_move)
        for h in self.reading.foes_at:
            value = WEIGHTS.enemy_leaves_hex
            if h in self.world.exits:
                value += min(WEIGHTS.exit_freed_most, WEIGHTS.exit_freed * behind[h])
            elif clearing and self.world.south[h]:
                value += WEIGHTS.railway_freed
            found[h] = value * self.reading.style_factor("ground")
        return found

    def front(self) -> Sequence[int]:
        """From the nearer of the two goals."""
        one, other = self._field(False, FOOT), self._field(True, FOOT)
        return list(map(min, one, other))

    def threshold(self) -> float:
        gain = WEIGHTS.gain_to_attack_when_saving if self.saving else WEIGHTS.gain_to_attack
        return gain / self.reading.style_factor("attack")

    # --- moves ----------------------------------------------------------------------------------

    def bound_to_stay(self, unit: int) -> bool:
        """As long as anybody is to come in by Gafsa, the garrison stays there (CAL-17)."""
        return self.world.foot[unit] and self.state.place(unit) in self._doors

    @cached_property
    def _doors(self) -> set[int]:
        return {g.hex for g in self.world.groups if g.side == AXIS and g.move >= self.state.move}

    def first_moves(self) -> Iterator[Advice]:
        yield from self._leave()
        if (
            self.state.move == self.world.last_move
            and 0 < len(self.beyond) <= WEIGHTS.allies_worth_cutting
        ):
            yield from self._cut_off()

    def _cut_off(self) -> Iterator[Advice]:
        """Between the Allies beyond the railway and their supplies."""
        state = self.state
        for u, h, count in Cutting(self.reading).posts(self.free()):
            path = self.reading.path((u,), h) if state.place(u) >= 0 else None
            if path:
                self.spent.add(u)
                facts: dict[str, Fact] = {"hex": state.hex_name(h), "count": count}
                yield Move((state.name(u),), path), float(count), "cut-off", facts

    def _leave(self) -> Iterator[Advice]:
        """Off the map by the roads that count."""
        state = self.state
        ready = [(u, e) for u in self.free() if (e := self._way_out(u)) is not None]
        total = self.points + sum(worth(state, u) for u, _ in ready)
        near = self.points + sum(
            worth(state, u)
            for u in self.reading.own
            if self.chart.out[state.place(u)] <= WEIGHTS.near_exit_distance
        )
        if (
            total < self.needed
            and near < WEIGHTS.points_to_leave * self.reading.style_factor("leave")
            and state.move < WEIGHTS.leave_from_move
        ):
            return
        for u, e in sorted(ready, key=lambda r: (-worth(state, r[0]), r[0])):
            path = self.reading.path((u,), e) if state.place(u) != e else ()
            order = Leave(state.name(u), path or ())
            if not isinstance(exits.judge_leave(state, order), Refusal):
                facts: dict[str, Fact] = {
                    "hex": state.hex_name(e),
                    "points": worth(state, u),
                    "total": total,
                }
                yield order, WEIGHTS.leaving * worth(state, u), "leave", facts

    def _way_out(self, unit: int) -> int | None:
        reach = self.reading.reach(unit)
        here = self.state.place(unit)
        for e in self.chart.exits:
            if e == here or (e in reach and not self.reading.foe_zone[e]):
                return e
        return None
