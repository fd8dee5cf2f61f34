"""Judgement: how the Axis plays a turn.

It wants 20 points off the map by the roads to Tebessa and Le Kef. Each of its two forces drives at
the exit that is nearest for what guards it, kills what the exact tables let it kill cheaply, and
keeps its supplies close behind. When that has become hopeless it gathers, saves what is left below
the limit of losses, and turns on the Allies south of the railway if they are few.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from campagna.core.contract import Fact, Refusal
from campagna.games.kasserine.opponent.advice_texts import Counsel
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
from campagna.games.kasserine.world import AXIS

GUARDED = 0.9
"""Half points of distance that a defence point near an exit is worth."""
HELD = 10
"""The same for an exit hex where somebody stands at all."""
BARRED_WAY = 14
"""Half points that enemies across the way are worth."""
SWEEP = 26
"""From this move on the railway is the goal, if no exit is near."""
SHY = 9
"""Points below the limit of losses from which on the Axis may save what it has."""
HOPEFUL = 1.6
"""Strength near an exit for each point of defence there with which it can still be forced."""
RESERVED = 26
"""Points out or near the exits with which somebody leaves although not all can do so at once."""
NEAR_REFUGE = 8
"""Half points from the refuge within which a unit has arrived."""
LAST_DAYS = 28
"""From this move on who saves his forces looks beyond the railway again."""
CLEARING = 20
"""From this move on every attack beyond the railway is worth more to him."""
FEW = 8
"""Allies there who can still be driven off."""
CUT_OFF = 12
"""Allies there up to which it is worth cutting their lines in the last night."""
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
            self.survey.fear = 3.0
        elif self.lost > self.limit:
            self.survey.fear = 0.4
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
                for u in self.survey.foes_at.get(h, ()):
                    guards += self.survey.defence_in(u, h) * (1.0 if h == e else 0.6)
            cost = mean + GUARDED * self.survey.knob("guards") * guards
            if e in self.survey.foes_at:
                cost += HELD
            costs.append((cost / self.survey.knob(f"exit-{self.world.hex_ids[e]}"), k))
        return min(costs)[1]

    def _entry(self, unit: int) -> int:
        group = self.world.group_of.get(unit)
        return group.hex if group is not None else 0

    @cached_property
    def _closed(self) -> bytes:
        """Hexes that the Allies hold or watch."""
        shut = bytearray(self.survey.foe_held)
        for h in self.survey.watchers:
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
            seeds = sorted({self.state.place(u) for u in self.beyond})
            return self.chart.distances(kind, dict.fromkeys(seeds, 0))
        if self.saving:
            roads = self.chart.roads(kind, refuge(self.survey))
            return [max(0, d - NEAR_REFUGE) for d in roads]
        goal = self.goal[south]
        plain = self.chart.to_exit[kind][goal]
        clear = self.chart.distances(kind, {self.chart.exits[goal]: 0}, self._closed)
        return list(map(min, [p + BARRED_WAY for p in plain], clear))

    @property
    def _sweep(self) -> float:
        return SWEEP * self.survey.knob("sweep")

    def _is_saving(self) -> bool:
        """The way out is shut and the limit of losses not yet passed: what is left is worth saving."""
        if self.lost > self.limit:
            return False
        if way_out_is_hopeless(self.survey):
            return True
        if self.lost < self.limit - SHY * self.survey.knob("shy"):
            return False
        best = 0.0
        for e in self.chart.exits:
            guards = sum(
                self.survey.defence_in(u, h)
                for h in self.chart.ring(e, 1)
                for u in self.survey.foes_at.get(h, ())
            )
            best = max(best, self.survey.help[e] / (2 + guards))
        return best < HOPEFUL

    def _is_sweeping(self) -> bool:
        """Late, and too few points near the exits to win by them; who saves his forces goes only for
        few Allies in the last days."""
        if self.state.move < self._sweep:
            return False
        if self.saving:
            return self.state.move >= LAST_DAYS and len(self.beyond) <= FEW
        near = self.points
        for u in self.survey.own:
            away = self.chart.out[self.state.place(u)]
            if away <= 5 * (self.world.last_move - self.state.move):
                near += worth(self.state, u)
        return near < self.needed

    def ground(self) -> dict[int, float]:
        """What it is worth that the Allies leave a hex."""
        found: dict[int, float] = {}
        behind = self.survey.help
        clearing = self.sweeping or (self.saving and self.state.move >= CLEARING)
        for h in self.survey.foes_at:
            value = 0.4
            if h in self.world.exits:
                value += min(6.0, 0.45 * behind[h])
            elif clearing and self.world.south[h]:
                value += 1.5
            found[h] = value * self.survey.knob("ground")
        return found

    def front(self) -> Sequence[int]:
        """From the nearer of the two goals."""
        one, other = self._field(False, FOOT), self._field(True, FOOT)
        return list(map(min, one, other))

    def threshold(self) -> float:
        return (1.2 if self.saving else 0.35) / self.survey.knob("attack")

    # --- moves ----------------------------------------------------------------------------------

    def bound_to_stay(self, unit: int) -> bool:
        """As long as anybody is to come in by Gafsa, the garrison stays there (CAL-17)."""
        return self.world.foot[unit] and self.state.place(unit) in self._doors

    @cached_property
    def _doors(self) -> set[int]:
        return {g.hex for g in self.world.groups if g.side == AXIS and g.move >= self.state.move}

    def first_moves(self) -> Iterator[Counsel]:
        yield from self._leave()
        if self.state.move == self.world.last_move and 0 < len(self.beyond) <= CUT_OFF:
            yield from self._cut_off()

    def _cut_off(self) -> Iterator[Counsel]:
        """Between the Allies beyond the railway and their supplies."""
        state = self.state
        for u, h, count in Cutting(self.survey).posts(self.free()):
            path = self.survey.path((u,), h) if state.place(u) >= 0 else None
            if path:
                self.spent.add(u)
                facts: dict[str, Fact] = {"hex": state.hex_name(h), "count": count}
                yield Move((state.name(u),), path), float(count), "cut-off", facts

    def _leave(self) -> Iterator[Counsel]:
        """Off the map by the roads that count."""
        state = self.state
        ready = [(u, e) for u in self.free() if (e := self._way_out(u)) is not None]
        total = self.points + sum(worth(state, u) for u, _ in ready)
        near = self.points + sum(
            worth(state, u) for u in self.survey.own if self.chart.out[state.place(u)] <= 24
        )
        if total < self.needed and near < RESERVED * self.survey.knob("leave") and state.move < 31:
            return
        for u, e in sorted(ready, key=lambda r: (-worth(state, r[0]), r[0])):
            path = self.survey.path((u,), e) if state.place(u) != e else ()
            order = Leave(state.name(u), path or ())
            if not isinstance(exits.judge_leave(state, order), Refusal):
                facts: dict[str, Fact] = {
                    "hex": state.hex_name(e),
                    "points": worth(state, u),
                    "total": total,
                }
                yield order, 4.0 * worth(state, u), "leave", facts

    def _way_out(self, unit: int) -> int | None:
        reach = self.survey.reach(unit)
        here = self.state.place(unit)
        for e in self.chart.exits:
            if e == here or (e in reach and not self.survey.foe_zone[e]):
                return e
        return None
