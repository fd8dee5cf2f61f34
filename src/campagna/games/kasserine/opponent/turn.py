"""Opponent: what both sides do in a turn: logistics, moves in their order, the plan of attack.

Moves are made in the order in which they depend on each other: what wins or must hold first, then the
units of the attacks that pay, then everybody else, those who come in, supplies and commands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campagna.core.bias import BIAS, place_bias
from campagna.core.contract import Fact
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.kasserine.opponent.attack_plan import AttackPlan
from campagna.games.kasserine.opponent.concentration import WEIGHTS as CONCENTRATION
from campagna.games.kasserine.opponent.concentration import Assembly
from campagna.games.kasserine.opponent.map_reading import MapReading
from campagna.games.kasserine.opponent.positions import Marching
from campagna.games.kasserine.opponent.supply_columns import SupplyColumns, supplied_next
from campagna.games.kasserine.orders import Done, Move
from campagna.games.kasserine.rules import eligibility, entries, movement
from campagna.games.kasserine.rules.path import FOOT, VEHICLES
from campagna.games.kasserine.state import MOVED, State
from campagna.games.kasserine.world import HOME, UCT


class TurnWeights(Weights, frozen=True):
    """What both sides weigh in a turn."""

    gun_in_company: float
    bias_of_hex: float
    bias_of_ground: float


WEIGHTS = load_weights(HOME, "turn", TurnWeights)


class TurnPlan:
    """One side's turn; what the two want is in the classes made from it."""

    drives = ""
    """The reason of an ordinary move."""

    def __init__(self, state: State, side: int, style: Mapping[str, float]) -> None:
        self.state = state
        self.side = side
        self.world = state.world
        self.reading = MapReading(state, side, style)
        self.biased = BIAS in style
        self.chart = self.reading.chart
        self.spent: set[int] = set()
        """Units that have their part already."""

    # --- what a side wants ----------------------------------------------------------------------

    def field(self, unit: int) -> Sequence[float]:
        """Distance of every hex from where a unit should go."""
        raise NotImplementedError

    def front(self) -> Sequence[int]:
        """The same for supplies and commands."""
        raise NotImplementedError

    def ground(self) -> dict[int, float]:
        """What it is worth that the enemy leaves a hex."""
        raise NotImplementedError

    def threshold(self) -> float:
        """What an attack must promise."""
        raise NotImplementedError

    def first_moves(self) -> Iterator[Advice]:
        """What comes before the attacks."""
        raise NotImplementedError

    def more(self, unit: int, h: int) -> float:
        """What else a hex is worth to a unit, and what the bias of a general adds."""
        total = WEIGHTS.bias_of_hex * place_bias(self.reading.style, h) if self.biased else 0.0
        if self.world.artillery[unit] and self.reading.mates(unit, h):
            total += WEIGHTS.gun_in_company
        return total

    def bound_to_stay(self, unit: int) -> bool:
        return False

    # --- phases ---------------------------------------------------------------------------------

    def logistics(self) -> Iterator[Advice]:
        yield from SupplyColumns(self.reading, self.front()).orders()
        yield Done(), 0.0, "done", {}

    def attacks(self) -> Iterator[Advice]:
        return AttackPlan(self.reading, self._prized(), self.threshold()).orders()

    def _prized(self) -> dict[int, float]:
        """What it is worth that the enemy leaves a hex, and what the bias of a general adds."""
        ground = self.ground()
        for h in self.reading.foes_at if self.biased else ():
            ground[h] = ground.get(
                h, CONCENTRATION.plain_ground
            ) + WEIGHTS.bias_of_ground * place_bias(self.reading.style, h)
        return ground

    def moves(self) -> Iterator[Advice]:
        state = self.state
        yield from self.first_moves()
        if not state.night:
            yield from self._assemble()
        marching = Marching(self.reading, supplied_next(state, self.side))
        units = [u for u in self.free() if u not in self.spent]
        units.sort(key=lambda u: (self.field(u)[state.place(u)], u))
        yield from marching.march(units, self.field, self.drives, self.more)
        waiting = entries.waiting(state)
        comers = [u for u in waiting if self.world.kind[u] == UCT]
        yield from marching.march(comers, self.field, "enter", self.more)
        columns = SupplyColumns(self.reading, self.front())
        yield from columns.supplies_move()
        yield from columns.entries(waiting)
        yield from columns.commands_move()
        yield Done(), 0.0, "done", {}

    def free(self) -> list[int]:
        """Fighters on the map that may still move."""
        state = self.state
        return [
            u
            for u in self.reading.own
            if state.place(u) >= 0
            and not state.flagged(u, MOVED)
            and movement.refuse_mover(state, u) is None
            and movement.allowance(state, u) > 0
            and not self.bound_to_stay(u)
        ]

    def kind(self, unit: int) -> str:
        """Whose distances a unit goes by."""
        return VEHICLES if movement.kind_of(self.state, unit) == VEHICLES else FOOT

    def _assemble(self) -> Iterator[Advice]:
        """Attacks that pay: their units move now."""
        state = self.state
        free = [
            u
            for u in self.free()
            if u not in self.spent and eligibility.refuse_contact(state, u) is None
        ]
        able = [u for u in self.reading.own if eligibility.refuse_attacker(state, u) is None]
        assembly = Assembly(self.reading, self._prized(), free, able)
        for options in assembly.attacks(self.threshold()):
            for option in options:
                for u, h in option.moves:
                    path = self.reading.path((u,), h)
                    if path and movement.has_room(state, h, (u,)):
                        target = state.hex_name(option.target)
                        facts: dict[str, Fact] = {"hex": state.hex_name(h), "target": target}
                        yield Move((state.name(u),), path), option.value, "face", facts
        self.spent |= assembly.spent
