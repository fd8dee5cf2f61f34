"""Judgement: what both sides do in a turn: logistics, moves in their order, the plan of attack.

Moves are made in the order in which they depend on each other: what wins or must hold first, then the
units of the attacks that pay, then everybody else, those who come in, supplies and commands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campagna.core.contract import Fact
from campagna.core.fancy import FANCY, fancy
from campagna.games.kasserine.opponent.advice_texts import Counsel
from campagna.games.kasserine.opponent.attack_plan import AttackPlan
from campagna.games.kasserine.opponent.concentration import PLAIN_GROUND, Assembly
from campagna.games.kasserine.opponent.map_reading import Survey
from campagna.games.kasserine.opponent.positions import Marching
from campagna.games.kasserine.opponent.supply_columns import Trains, feeds_next
from campagna.games.kasserine.orders import Done, Move
from campagna.games.kasserine.rules import eligibility, entries, movement
from campagna.games.kasserine.rules.path import FOOT, VEHICLES
from campagna.games.kasserine.state import MOVED, State
from campagna.games.kasserine.world import UCT

TOGETHER = 0.4
"""What it is worth that a gun does not stand alone."""

LIKING, ZEAL = 0.4, 0.5
"""How far a general's fancies change what a hex and the ground taken from the enemy are worth."""


class TurnPlan:
    """One side's turn; what the two want is in the classes made from it."""

    drives = ""
    """The reason of an ordinary move."""

    def __init__(self, state: State, side: int, style: Mapping[str, float]) -> None:
        self.state = state
        self.side = side
        self.world = state.world
        self.survey = Survey(state, side, style)
        self.fancied = FANCY in style
        self.chart = self.survey.chart
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

    def first_moves(self) -> Iterator[Counsel]:
        """What comes before the attacks."""
        raise NotImplementedError

    def more(self, unit: int, h: int) -> float:
        """What else a hex is worth to a unit, and as a general fancies it."""
        total = LIKING * fancy(self.survey.style, h) if self.fancied else 0.0
        if self.world.artillery[unit] and self.survey.mates(unit, h):
            total += TOGETHER
        return total

    def bound_to_stay(self, unit: int) -> bool:
        return False

    # --- phases ---------------------------------------------------------------------------------

    def logistics(self) -> Iterator[Counsel]:
        yield from Trains(self.survey, self.front()).orders()
        yield Done(), 0.0, "done", {}

    def attacks(self) -> Iterator[Counsel]:
        return AttackPlan(self.survey, self._prized(), self.threshold()).orders()

    def _prized(self) -> dict[int, float]:
        """What it is worth that the enemy leaves a hex, and as a general fancies it."""
        ground = self.ground()
        for h in self.survey.foes_at if self.fancied else ():
            ground[h] = ground.get(h, PLAIN_GROUND) + ZEAL * fancy(self.survey.style, h)
        return ground

    def moves(self) -> Iterator[Counsel]:
        state = self.state
        yield from self.first_moves()
        if not state.night:
            yield from self._assemble()
        marching = Marching(self.survey, feeds_next(state, self.side))
        units = [u for u in self.free() if u not in self.spent]
        units.sort(key=lambda u: (self.field(u)[state.place(u)], u))
        yield from marching.march(units, self.field, self.drives, self.more)
        waiting = entries.waiting(state)
        comers = [u for u in waiting if self.world.kind[u] == UCT]
        yield from marching.march(comers, self.field, "enter", self.more)
        trains = Trains(self.survey, self.front())
        yield from trains.supplies_move()
        yield from trains.entries(waiting)
        yield from trains.commands_move()
        yield Done(), 0.0, "done", {}

    def free(self) -> list[int]:
        """Fighters on the map that may still move."""
        state = self.state
        return [
            u
            for u in self.survey.own
            if state.place(u) >= 0
            and not state.flagged(u, MOVED)
            and movement.refuse_mover(state, u) is None
            and movement.allowance(state, u) > 0
            and not self.bound_to_stay(u)
        ]

    def kind(self, unit: int) -> str:
        """Whose distances a unit goes by."""
        return VEHICLES if movement.kind_of(self.state, unit) == VEHICLES else FOOT

    def _assemble(self) -> Iterator[Counsel]:
        """Attacks that pay: their units move now."""
        state = self.state
        free = [
            u
            for u in self.free()
            if u not in self.spent and eligibility.refuse_contact(state, u) is None
        ]
        able = [u for u in self.survey.own if eligibility.refuse_attacker(state, u) is None]
        assembly = Assembly(self.survey, self._prized(), free, able)
        for options in assembly.attacks(self.threshold()):
            for option in options:
                for u, h in option.moves:
                    path = self.survey.path((u,), h)
                    if path and movement.has_room(state, h, (u,)):
                        target = state.hex_name(option.target)
                        facts: dict[str, Fact] = {"hex": state.hex_name(h), "target": target}
                        yield Move((state.name(u),), path), option.value, "face", facts
        self.spent |= assembly.spent
