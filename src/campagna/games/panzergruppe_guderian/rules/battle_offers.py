"""What the deciding side may order in combat: attacks, losses, retreats, advances, removals."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.games.panzergruppe_guderian.frames import Advancing, Excess, Retreating, Suffer
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Attack,
    Done,
    GiveGround,
    Remove,
    Retreat,
    TakeLosses,
)
from campagna.games.panzergruppe_guderian.rules import combat
from campagna.games.panzergruppe_guderian.rules.advance import advance_paths, advancers
from campagna.games.panzergruppe_guderian.rules.combat import AttackPlan
from campagna.games.panzergruppe_guderian.rules.destinations import attack_options
from campagna.games.panzergruppe_guderian.rules.results import alive
from campagna.games.panzergruppe_guderian.rules.retreat import routes
from campagna.games.panzergruppe_guderian.rules.stacking import overstacked
from campagna.games.panzergruppe_guderian.rules.untried import steps_left
from campagna.games.panzergruppe_guderian.state import NOWHERE, State

DONE = Done()


class CombatOffers:
    """A combat phase: target hexes with the units able to attack each."""

    def __init__(self, state: State) -> None:
        self.state = state

    def sample(self, chance: Chance) -> Order:
        state = self.state
        options = attack_options(state)
        targets = list(options)
        for _ in range(4):
            k = chance.pick(len(targets) + 1, "seat")
            if k == len(targets):
                return DONE
            plan = self._attack_on(options, targets[k], chance)
            if combat.refuse_attack(state, plan) is None:
                return Attack(state.names(plan.units), state.hexes(plan.targets))
        return DONE

    def _attack_on(self, options: dict[int, list[int]], target: int, chance: Chance) -> AttackPlan:
        """Each able unit takes part or not at the toss of a coin; sometimes two hexes at once."""
        able = options[target]
        units = [u for u in able if chance.pick(2, "seat")] or list(able)
        targets = [target]
        if chance.pick(4, "seat") == 0:
            shared = [t for t in options if t != target and set(units) <= set(options[t])]
            if shared:
                targets.append(shared[chance.pick(len(shared), "seat")])
        return AttackPlan(units, targets)

    def covers(self, order: Order) -> bool:
        if isinstance(order, Done):
            return True
        if not isinstance(order, Attack):
            return False
        options = attack_options(self.state)
        units = {self.state.find(n) for n in order.units}
        targets = [self.state.world.hex_index.get(t, NOWHERE) for t in order.targets]
        return all(t in options and units <= set(options[t]) for t in targets)

    def listing(self) -> dict[str, object]:
        state = self.state
        ids = state.world.hex_ids
        attacks = {ids[t]: state.names(units) for t, units in attack_options(state).items()}
        return {"attack": attacks, "done": True}


class SufferOffers:
    """Lose steps or, unless engaged, give ground (9.65)."""

    def __init__(self, state: State, frame: Suffer) -> None:
        self.state = state
        self.frame = frame
        self.units = alive(state, frame.units)
        total = sum(steps_left(state, u) for u in self.units)
        self.losses = min(frame.count, total)

    def sample(self, chance: Chance) -> Order:
        if self.frame.may_retreat and chance.pick(2, "seat"):
            return GiveGround()
        state = self.state
        steps = [u for u in self.units for _ in range(steps_left(state, u))]
        lost = sorted([steps.pop(chance.pick(len(steps), "seat")) for _ in range(self.losses)])
        return TakeLosses(state.names(lost))

    def covers(self, order: Order) -> bool:
        if isinstance(order, GiveGround):
            return self.frame.may_retreat
        if not isinstance(order, TakeLosses) or len(order.units) != self.losses:
            return False
        units = [self.state.find(n) for n in order.units]
        return all(u in self.units and units.count(u) <= steps_left(self.state, u) for u in units)

    def listing(self) -> dict[str, object]:
        state = self.state
        return {
            "losses": self.losses,
            "units": {state.name(u): steps_left(state, u) for u in self.units},
            "give_ground": self.frame.count if self.frame.may_retreat else 0,
        }


class RetreatOffers:
    """The opponent leads each retreating unit along one of its routes (9.72)."""

    def __init__(self, state: State, frame: Retreating) -> None:
        self.state = state
        self.frame = frame

    def sample(self, chance: Chance) -> Order:
        state, frame = self.state, self.frame
        unit = frame.units[chance.pick(len(frame.units), "seat")]
        ways = routes(state, frame, unit)
        return Retreat(state.name(unit), state.hexes(ways[chance.pick(len(ways), "seat")]))

    def covers(self, order: Order) -> bool:
        if not isinstance(order, Retreat):
            return False
        unit = self.state.find(order.unit)
        way = tuple(self.state.world.hex_index.get(h, NOWHERE) for h in order.path)
        return unit in self.frame.units and way in routes(self.state, self.frame, unit)

    def listing(self) -> dict[str, object]:
        state = self.state
        ids = state.world.hex_ids
        ways = {
            state.name(u): [[ids[h] for h in w] for w in routes(state, self.frame, u)]
            for u in self.frame.units
        }
        return {"retreat": ways, "hexes": self.frame.count}


class AdvanceOffers:
    """Victorious units may advance, one by one, or stay (9.85)."""

    def __init__(self, state: State, frame: Advancing) -> None:
        self.state = state
        self.frame = frame

    def sample(self, chance: Chance) -> Order:
        state = self.state
        units = advancers(state, self.frame)
        k = chance.pick(len(units) + 1, "seat")
        if k == len(units):
            return DONE
        paths = advance_paths(state, self.frame, units[k])
        return Advance(state.name(units[k]), state.hexes(paths[chance.pick(len(paths), "seat")]))

    def covers(self, order: Order) -> bool:
        if isinstance(order, Done):
            return True
        if not isinstance(order, Advance):
            return False
        unit = self.state.find(order.unit)
        path = tuple(self.state.world.hex_index.get(h, NOWHERE) for h in order.path)
        able = advancers(self.state, self.frame)
        return unit in able and path in advance_paths(self.state, self.frame, unit)

    def listing(self) -> dict[str, object]:
        state = self.state
        ids = state.world.hex_ids
        units = {
            state.name(u): [[ids[h] for h in p] for p in advance_paths(state, self.frame, u)]
            for u in advancers(state, self.frame)
        }
        return {"advance": units, "done": True}


class RemoveOffers:
    """The owner chooses which units leave an overstacked hex (7.1e)."""

    def __init__(self, state: State, frame: Excess) -> None:
        self.state = state
        self.units = [u for h in overstacked(state, frame.side) for u in state.stack(h)]

    def sample(self, chance: Chance) -> Order:
        return Remove(self.state.name(self.units[chance.pick(len(self.units), "seat")]))

    def covers(self, order: Order) -> bool:
        return isinstance(order, Remove) and self.state.find(order.unit) in self.units

    def listing(self) -> dict[str, object]:
        return {"remove": self.state.names(self.units)}
