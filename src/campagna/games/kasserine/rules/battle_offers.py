"""What may be ordered now: the plan of attack, artillery, combats and their results."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.games.kasserine.frames import Declared, Following, Permitting, Retreating
from campagna.games.kasserine.orders import (
    Accompany,
    Assault,
    Attack,
    Defend,
    Fire,
    LetPass,
    Raid,
    Retreat,
    Take,
)
from campagna.games.kasserine.rules import (
    artillery,
    attack,
    combat,
    command,
    obligations,
    retreat,
    sequence,
)
from campagna.games.kasserine.rules.judged_offers import (
    DONE,
    JudgedOffers,
    PhaseOffers,
    one_in,
    pick,
)
from campagna.games.kasserine.rules.strength import defence_value
from campagna.games.kasserine.rules.zones import on_map
from campagna.games.kasserine.state import State
from campagna.games.kasserine.world import URF


class PlanOffers(PhaseOffers):
    answers = (attack.ATTACK, sequence.END_PLAN)

    # --- sampling -------------------------------------------------------------------------------------

    def sample(self, chance: Chance) -> Order:
        state = self.state
        units, hexes = obligations.unmet(state)
        if units or hexes:
            attackers, targets = pick(obligations.stars(state, units, hexes), chance)
            return self._dressed(attackers, targets, chance)
        order = self._optional(chance)
        return order if order is not None and self.covers(order) else DONE

    def _optional(self, chance: Chance) -> Order | None:
        """By day most attacks at even odds or better; at night seldom."""
        state = self.state
        if not attack.attacks_allowed(state):
            return None
        if state.night and state.move not in state.nights[state.side] and not one_in(6, chance):
            return None
        for hex_, group in sorted(obligations.options(state).items()):
            foes = state.fighters_at(hex_, 1 - state.side)
            strength = sum(command.attack_value(state, u) for u in group)
            worth = strength >= sum(defence_value(state, f) for f in foes)
            if worth and not one_in(3, chance):
                return self._dressed([group[0]], [hex_], chance)
        return None

    def _dressed(self, attackers: list[int], targets: list[int], chance: Chance) -> Order:
        """The attack with whoever else may join it, and aircraft, as far as the judge agrees."""
        state = self.state
        names, hexes = list(state.names(attackers)), state.hex_names(targets)
        stores = not state.fighters_at(targets[0], 1 - state.side) and any(
            state.world.kind[u] == URF for u in state.stack(targets[0])
        )
        free = not state.options["supply_capture"]
        destroy = stores and (free or one_in(3, chance))
        order = Attack(tuple(names), hexes, (), destroy)
        choice = obligations.options(state)
        willing = [
            state.name(u)
            for u in choice.get(targets[0], [])
            if u not in attackers and all(u in choice.get(h, ()) for h in targets)
        ]
        for name in willing:
            more = Attack((*order.attackers, name), hexes, (), destroy)
            if not one_in(4, chance) and self.covers(more):
                order = more
        for h in hexes:
            more = Attack(order.attackers, hexes, (*order.aircraft, h), destroy)
            if one_in(2, chance) and self.covers(more):
                order = more
        return order

    # --- telling --------------------------------------------------------------------------------------

    def listing(self) -> dict[str, object]:
        """Target hexes with who may attack them, what must still be done, aircraft and nights left."""
        state = self.state
        units, hexes = obligations.unmet(state)
        open_ = attack.attacks_allowed(state)
        choice = obligations.options(state) if open_ else {}
        proposals = obligations.stars(state, units, hexes) if units or hexes else []
        return {
            "attack": {
                state.hex_name(h): {
                    "units": state.names(group),
                    "defenders": state.names(state.fighters_at(h, 1 - state.side)),
                }
                for h, group in sorted(choice.items())
            },
            "must_attack": state.names(units),
            "must_be_attacked": state.hex_names(hexes),
            "proposals": [
                {"attackers": state.names(a), "hexes": state.hex_names(t)} for a, t in proposals
            ],
            "aircraft": attack.aircraft_left(state, state.side) if not state.night else 0,
            "nights_left": attack.nights_left(state, state.side),
            "done": not units and not hexes,
        }


class FireOffers(PhaseOffers):
    answers = (artillery.FIRE, artillery.RAID, sequence.END)

    def shots(self) -> dict[int, list[int]]:
        state = self.state
        found = {
            g: artillery.targets_of(state, g)
            for g in artillery.guns(state, artillery.firing_side(state))
        }
        return {g: targets for g, targets in found.items() if targets}

    def sample(self, chance: Chance) -> Order:
        state = self.state
        if artillery.raid_possible(state) and not one_in(8, chance):
            foes = on_map(state, 1 - state.side)
            if foes:
                return Raid(state.hex_name(state.place(pick(foes, chance))))
        shots = self.shots()
        if not shots or one_in(10, chance):
            return DONE
        gun = pick(sorted(shots), chance)
        return Fire(state.name(gun), state.name(pick(shots[gun], chance)))

    def _raids(self) -> tuple[str, ...]:
        """Hexes worth a raid; the bombers may strike any other too."""
        state = self.state
        if not artillery.raid_possible(state):
            return ()
        return state.hex_names(sorted({state.place(u) for u in on_map(state, 1 - state.side)}))

    def listing(self) -> dict[str, object]:
        state = self.state
        return {
            "fire": {state.name(g): state.names(t) for g, t in self.shots().items()},
            "raid": self._raids(),
            "done": True,
        }


class CombatOffers(PhaseOffers):
    answers = (combat.ASSAULT, combat.TAKE)

    def sample(self, chance: Chance) -> Order:
        state = self.state
        next_ = pick(state.combats, chance)
        hex_ = state.hex_name(pick(next_.hexes, chance))
        if not next_.defenders:
            return Take(hex_)
        return Assault(hex_, pick(command.attack_kinds(state, next_.attackers), chance))

    def listing(self) -> dict[str, object]:
        state = self.state
        return {
            "assault": [
                {
                    "hexes": state.hex_names(c.hexes),
                    "attackers": state.names(c.attackers),
                    "defenders": state.names(c.defenders),
                    "kinds": command.attack_kinds(state, c.attackers),
                }
                for c in state.combats
                if c.defenders
            ],
            "take": [
                {"hex": state.hex_name(c.hexes[0]), "attackers": state.names(c.attackers)}
                for c in state.combats
                if not c.defenders
            ],
            "done": False,
        }


class DefenceOffers(JudgedOffers[Declared]):
    answers = (combat.DEFEND,)

    def __init__(self, state: State, frame: Declared) -> None:
        super().__init__(state, frame)
        self.open = command.defence_kinds(state, frame.combat.defenders)

    def sample(self, chance: Chance) -> Order:
        return Defend(pick(self.open, chance))

    def listing(self) -> dict[str, object]:
        return {"defend": self.open}


class RetreatOffers(JudgedOffers[Retreating]):
    answers = (retreat.RETREAT,)

    def __init__(self, state: State, frame: Retreating) -> None:
        super().__init__(state, frame)
        found = {u: retreat.open_ways(state, u, frame.count) for u in frame.units}
        self.ways = {u: ways for u, ways in found.items() if ways}

    def sample(self, chance: Chance) -> Order:
        state = self.state
        unit = pick(sorted(self.ways), chance)
        return Retreat(state.name(unit), state.hex_names(pick(self.ways[unit], chance)))

    def listing(self) -> dict[str, object]:
        state = self.state
        return {
            "retreat": {
                state.name(u): [state.hex_names(w) for w in ways] for u, ways in self.ways.items()
            }
        }


class PassageOffers(JudgedOffers[Permitting]):
    answers = (retreat.LET_PASS,)

    def sample(self, chance: Chance) -> Order:
        return LetPass(one_in(2, chance))

    def listing(self) -> dict[str, object]:
        state = self.state
        return {
            "let_pass": [True, False],
            "unit": state.name(self.frame.unit),
            "path": state.hex_names(self.frame.path),
        }


class FollowOffers(JudgedOffers[Following]):
    answers = (retreat.ACCOMPANY, retreat.STAY)

    def sample(self, chance: Chance) -> Order:
        if one_in(4, chance):
            return DONE
        return Accompany(self.state.names(self.frame.pieces))

    def listing(self) -> dict[str, object]:
        state = self.state
        return {
            "accompany": state.names(self.frame.pieces),
            "hex": state.hex_name(self.frame.hex),
            "done": True,
        }
