"""Opponent: where headquarters go: after the army, along the lines, never alone before the enemy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campagna.core.contract import Refusal
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.lion_of_judah.flags import M_SIDE
from campagna.games.lion_of_judah.opponent.battles import Battles
from campagna.games.lion_of_judah.opponent.concentration import Muster
from campagna.games.lion_of_judah.opponent.map_reading import EASTERN_WAY
from campagna.games.lion_of_judah.opponent.objectives import CAPITAL, Objectives
from campagna.games.lion_of_judah.orders import MoveHq
from campagna.games.lion_of_judah.rules.air_hq import hq_moves
from campagna.games.lion_of_judah.world import HOME, S1935

WESTERN_HQ, SOUTHERN_HQ, GONDAR = "it_hq_2CA", "it_hq_SOM", "1009"


class HeadquartersWeights(Weights, frozen=True):
    """When a headquarters stays for a battle."""

    defence_worth_support: float
    least_step: float
    truck_used: float
    off_the_lines: float
    alone_in_reach: float
    alone_in_the_open: float
    alone_near: float
    alone: float
    march: int
    per_turn_away: float


WEIGHTS = load_weights(HOME, "headquarters", HeadquartersWeights)


class Headquarters:
    def __init__(
        self, battles: Battles, objectives: Objectives, fights: Sequence[Muster], class_: int
    ) -> None:
        self.battles = battles
        self.reading = battles.reading
        self.state = battles.state
        self.side = battles.side
        self.objectives = objectives
        self.fights = fights
        self.class_ = class_

    def moves(self) -> Iterator[Advice]:
        """Those that will support a battle stay; the others follow the army, never alone in front."""
        state = self.state
        for hq in hq_moves.movers(state):
            if state.has(hq, M_SIDE) or self._supports(hq):
                continue
            advice = self._move_hq(hq)
            if advice is not None:
                yield advice

    def _supports(self, hq: int) -> bool:
        distance, place = self.state.world.board.grid.distance, self.state.units[hq].place
        return any(
            distance(place, h) <= 1
            for m in self.fights
            if self.battles.resistance(m.target) >= WEIGHTS.defence_worth_support
            for _, h in m.posts
        )

    def _move_hq(self, hq: int) -> Advice | None:
        state = self.state
        goal = self._hq_goal(hq)
        if goal is None:
            return None
        field = self.reading.field(goal, self.class_)
        place = state.units[hq].place
        best: MoveHq | None = None
        best_score = (
            float(field[place]) - WEIGHTS.least_step + self._lonely(place) + self._astray(place)
        )
        for order in hq_moves.moves(state, hq):
            end = state.world.hex_index[order.path[-1]]
            score = (
                field[end]
                + self._lonely(end)
                + WEIGHTS.truck_used * len(order.trucks)
                + self._astray(end)
            )
            if score < best_score:
                best, best_score = order, score
        if best is None or isinstance(hq_moves.judge_move_hq(state, best), Refusal):
            return None
        return best, 0.2, "staff", {"hex": best.path[-1], "goal": state.hex_name(goal)}

    def _astray(self, h: int) -> float:
        """HQs keep to the lines: there supply and points reach them."""
        return 0.0 if self.state.theatre.net(self.state.roads).on_line[h] else WEIGHTS.off_the_lines

    def _lonely(self, h: int) -> float:
        """An HQ without troops in its hex is a target for any warrior in reach."""
        state = self.state
        if state.maps.armed[self.side][h]:
            return 0.0
        armed = state.maps.armed[1 - self.side]
        if any(armed[n] for n in state.world.around(h, 2)):
            return WEIGHTS.alone_in_reach
        # In open country warriors march twice as far as in the mountains.
        if state.world.clear[h] and any(armed[n] for n in state.world.around(h, 6)):
            return WEIGHTS.alone_in_the_open
        near = any(armed[n] for n in state.world.around(h, 3))
        return WEIGHTS.alone_near if near else WEIGHTS.alone

    def _hq_goal(self, hq: int) -> int | None:
        """The objective of the largest force near by; in 1935 most follow the road to the capital."""
        found = self.objectives
        if self.state.part == S1935:
            goal = self._front_goal(hq)
            if goal is not None:
                return goal
        place = self.state.units[hq].place
        best, best_score = None, 0.0
        for goal, power in sorted(found.power.items()):
            turns = self.reading.field(goal, self.class_)[place] / WEIGHTS.march
            score = (1.0 + power) * WEIGHTS.per_turn_away**turns
            if score > best_score:
                best, best_score = goal, score
        return best

    def _front_goal(self, hq: int) -> int | None:
        """Of 1935: the west until Gondar falls, the eastern way, for the others the capital."""
        index, goals = self.state.world.hex_index, self.objectives.goals
        name = self.state.name(hq)
        if name == WESTERN_HQ and index[GONDAR] in goals:
            return index[GONDAR]
        if name == SOUTHERN_HQ:
            field = self.reading.field
            place = self.state.units[hq].place
            south = [index[h] for h in EASTERN_WAY if index[h] in goals]
            if south:
                return min(south, key=lambda h: (field(h, self.class_)[place], h))
        capital = index[CAPITAL]
        return capital if capital in goals else None
