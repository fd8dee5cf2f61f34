"""What the deciding side may order in movement, in combat and after it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Order, Refusal
from campagna.games.lion_of_judah.flags import MOVED
from campagna.games.lion_of_judah.frames import Advancing, FollowUp, Suffer
from campagna.games.lion_of_judah.orders import Advance, Attack, Done, ForcedMarch, Move, TakeLosses
from campagna.games.lion_of_judah.rules.air_hq import hq_moves
from campagna.games.lion_of_judah.rules.combat import combat, stack_order, step_losses
from campagna.games.lion_of_judah.rules.general import stacking
from campagna.games.lion_of_judah.rules.movement import forced_march, movement
from campagna.games.lion_of_judah.rules.movement.destinations import movers, reach, teams, way_to
from campagna.games.lion_of_judah.rules.movement.terrain_costs import may_be_dummies
from campagna.games.lion_of_judah.rules.resources import trucks
from campagna.games.lion_of_judah.state import State
from campagna.hexes.board import marked

DONE = Done()
Allows = Callable[[Order], bool]


class MovementOffers:
    """A movement segment: moves, HQs, forced marches, loads, the order of stacks, the end."""

    def __init__(self, state: State, allows: Allows) -> None:
        self.state = state
        self.covers = allows

    def sample(self, chance: Chance) -> Order:
        """A unit at random among those that can move, and something else now and then."""
        able = movers(self.state)
        for _ in range(6):
            k = chance.pick(len(able) + 3, "seat")
            if k < len(able):
                order = self._sample_move(able[k], chance)
            elif k == len(able):
                order = self._sample_march(chance)
            elif k == len(able) + 1:
                order = self._sample_other(chance)
            else:
                return DONE
            if order is not None:
                return order
        return DONE

    def _sample_move(self, unit: int, chance: Chance) -> Order | None:
        state = self.state
        units = self._company(unit, chance)
        ends = list(marked(reach(state, units)))
        if not ends:
            return None
        place = state.units[unit].place
        way = way_to(state, place, ends[chance.pick(len(ends), "seat")])
        order = Move(state.names(units), tuple([state.hex_name(h) for h in way]))
        if chance.pick(8, "seat") == 0:
            column = msgspec.structs.replace(order, column=True)
            if not isinstance(movement.judge_move(state, column), Refusal):
                return column
        if isinstance(movement.judge_move(state, order), Refusal):
            return None
        return order

    def _company(self, unit: int, chance: Chance) -> list[int]:
        """Now and then all that can move from the hex go together."""
        state = self.state
        beside = state.stack(state.units[unit].place)
        if len(beside) == 1 or chance.pick(2, "seat"):
            return [unit]
        going_on = unit in state.moving
        able = set(movers(state))
        return [u for u in beside if u in able and (u in state.moving) == going_on]

    def _sample_march(self, chance: Chance) -> Order | None:
        orders = self.marches()
        return orders[chance.pick(len(orders), "seat")] if orders else None

    def marches(self) -> list[ForcedMarch]:
        """Forced marches of the stack in motion, together or one by one."""
        state = self.state
        units = [u for u in state.moving if not state.units[u].flags & MOVED]
        if not units:
            return []
        place = state.units[units[0]].place
        groups = [tuple(units), *((u,) for u in units if len(units) > 1)]
        found = []
        for group in groups:
            if not any(forced_march.may_force(state, u) for u in group):
                continue
            for to in state.world.board.grid.around(place):
                order = ForcedMarch(state.names(group), state.hex_name(place), state.hex_name(to))
                if not isinstance(forced_march.judge_march(state, order), Refusal):
                    found.append(order)
        return found

    def _sample_other(self, chance: Chance) -> Order | None:
        """An HQ, a load, another top; the last one seldom."""
        state = self.state
        k = chance.pick(8, "seat")
        if k < 5:
            return hq_moves.sample(state, chance)
        orders: list[Order] = []
        orders += trucks.load_orders(state) if k < 7 else stack_order.orders(state)
        return orders[chance.pick(len(orders), "seat")] if orders else None

    def listing(self) -> dict[str, object]:
        """Movable units with [hex, cost in half points, previous hex] of the reach, and its ends.

        `company`: those of its hex who may go together. Who can end nowhere is not listed.
        """
        state = self.state
        units: dict[str, object] = {}
        for team in teams(state):
            found = self._reach_of(team[0])
            if found["ends"]:
                units |= dict.fromkeys(state.names(team), found)
        return {
            "move": units,
            "march": [msgspec.to_builtins(o) for o in self.marches()],
            "move-hq": [
                msgspec.to_builtins(o) for kind in hq_moves.options(state).values() for o in kind()
            ],
            "load": [msgspec.to_builtins(o) for o in trucks.load_orders(state)],
            "set-top": [msgspec.to_builtins(o) for o in stack_order.orders(state)],
            "done": True,
        }

    def _reach_of(self, unit: int) -> dict[str, object]:
        state, field = self.state, self.state.world.field
        ids = state.world.hex_ids
        place, left = state.units[unit].place, movement.left(state, unit)
        mask = reach(state, [unit])
        told = field.told(ids, field.size)
        # The guaranteed hex is beyond the points that the kernel counts: it takes all there are.
        beyond = [h for h in marked(mask) if field.cost(h) < 0]
        ways = {h: way_to(state, place, h) for h in marked(mask) if may_be_dummies(state, h)}
        barred = {h for h, way in ways.items() if not self._may_go(unit, way)}
        going_on = unit in state.moving
        company = [u for u in state.stack(place) if (u in state.moving) == going_on]
        return {
            "from": ids[place],
            "left": left,
            "reach": told + [(ids[h], left, ids[place]) for h in beyond],
            "ends": [ids[h] for h in marked(mask) if h not in barred],
            "company": state.names(company),
        }

    def _may_go(self, unit: int, way: list[int]) -> bool:
        state = self.state
        order = Move((state.name(unit),), tuple([state.hex_name(h) for h in way]))
        return not isinstance(movement.judge_move(state, order), Refusal)


class CombatOffers:
    """A combat segment, or the attack after a reconnaissance: targets with the units able to attack."""

    def __init__(self, state: State, allows: Allows) -> None:
        self.state = state
        self.covers = allows

    def options(self) -> dict[int, list[int]]:
        state = self.state
        frame = state.agenda[-1] if state.agenda else None
        again = frame.units if isinstance(frame, FollowUp) else ()
        found = {}
        for target in combat.attack_hexes(state):
            units = combat.attackers(state, target)
            eager = [u for u in again if combat.refuse_attacker(state, u, target, again) is None]
            if again and not eager:
                continue
            units = sorted({*units, *eager})
            if units:
                found[target] = units
        return found

    def sample(self, chance: Chance) -> Order:
        state = self.state
        options = self.options()
        targets = list(options)
        for _ in range(4):
            k = chance.pick(len(targets) + 1, "seat")
            if k == len(targets):
                return DONE
            able = options[targets[k]]
            units = [u for u in able if chance.pick(3, "seat")] or able[:1]
            order = Attack(state.names(units), state.hex_name(targets[k]))
            if not isinstance(combat.judge_attack(state, order), Refusal):
                return order
        return DONE

    def listing(self) -> dict[str, object]:
        state = self.state
        attacks = {state.hex_name(t): state.names(us) for t, us in self.options().items()}
        return {"attack": attacks, "done": True}


class SufferOffers:
    """Steps to lose (12.11)."""

    def __init__(self, state: State, frame: Suffer, allows: Allows) -> None:
        self.state = state
        self.frame = frame
        self.covers = allows

    def sample(self, chance: Chance) -> Order:
        state = self.state
        units = list(step_losses.alive(state, self.frame))
        ranked = [units.pop(chance.pick(len(units), "seat")) for _ in range(len(units))]
        return TakeLosses(state.names(step_losses.spread(state, self.frame, ranked)))

    def listing(self) -> dict[str, object]:
        state = self.state
        units = step_losses.alive(state, self.frame)
        return {
            "losses": step_losses.owed(state, self.frame),
            "units": {state.name(u): state.units[u].steps for u in units},
            "first": state.names(step_losses.first_victims(state, self.frame)),
        }


class AdvanceOffers:
    """Who enters the vacated hex (12.12)."""

    def __init__(self, state: State, frame: Advancing, allows: Allows) -> None:
        self.state = state
        self.frame = frame
        self.covers = allows

    def sample(self, chance: Chance) -> Order:
        state, frame = self.state, self.frame
        units = list(frame.units)
        going = [units.pop(chance.pick(len(units), "seat"))]
        while units:
            unit = units.pop(chance.pick(len(units), "seat"))
            fits = stacking.fits(state, frame.side, frame.target, [*going, unit])
            if fits and chance.pick(2, "seat"):
                going.append(unit)
        return Advance(state.names(going))

    def listing(self) -> dict[str, object]:
        state = self.state
        return {"advance": state.names(self.frame.units), "to": state.hex_name(self.frame.target)}
