"""What may be ordered now: everything the result of a battle asks for."""

from __future__ import annotations

from itertools import combinations

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.games.afrika_korps.frames import (
    Advancing,
    Crowded,
    Displaced,
    Doomed,
    Exchange,
    Following,
    Hauling,
    Respite,
    Retreating,
)
from campagna.games.afrika_korps.orders import (
    Advance,
    Consent,
    Destroy,
    GiveUp,
    Haul,
    Lose,
    PlaceRommel,
    Retreat,
    Sacrifice,
)
from campagna.games.afrika_korps.rules import advance, results, retreat, stacking, supply_denial
from campagna.games.afrika_korps.rules.offers.arrival_offers import (
    DONE,
    JudgedOffers,
    Listing,
    destroyable,
    pick,
)
from campagna.games.afrika_korps.rules.precombat import GIVE_UP
from campagna.games.afrika_korps.rules.rommel import PLACE_ROMMEL
from campagna.games.afrika_korps.rules.sacrifice import smallest_sets
from campagna.games.afrika_korps.rules.sequence import DECLINE
from campagna.games.afrika_korps.state import ASIDE
from campagna.games.afrika_korps.world import ALLIED


class DoomedOffers(JudgedOffers[Doomed]):
    answers = (GIVE_UP,)

    def sample(self, chance: Chance) -> Order:
        choices = smallest_sets(self.state)
        return GiveUp(self.state.names(pick(choices, chance)))

    def listing(self) -> Listing:
        return {"give_up": [self.state.names(c) for c in smallest_sets(self.state)]}


class ExchangeOffers(JudgedOffers[Exchange]):
    answers = (results.LOSE,)

    def choices(self) -> list[Lose]:
        """Whole units, and substitutes that leave one counter behind."""
        state, frame = self.state, self.frame
        found = [Lose(state.names(group)) for group in results.payments(state, frame)]
        substitutes = [u for u in frame.units if state.counter(u).substitute]
        aside = [u for u in state.world.fighters[ALLIED] if state.place(u) == ASIDE]
        for counter in substitutes:
            others = [u for u in frame.units if u != counter]
            groups = [(counter, *g) for n in range(2) for g in combinations(others, n)]
            parts = [p for n in range(1, 4) for p in combinations(aside[:6], n)]
            for some in parts:
                for group in groups:
                    order = Lose(state.names(group), state.names(some))
                    if self.covers(order):
                        found.append(order)
        return found

    def sample(self, chance: Chance) -> Order:
        return pick(self.choices(), chance)

    def listing(self) -> Listing:
        return {
            "debt": self.frame.debt,
            "lose": [{"units": o.units, "rest": o.rest} for o in self.choices()],
        }


class RetreatOffers(JudgedOffers[Retreating]):
    answers = (retreat.RETREAT, retreat.CONSENT, retreat.SACRIFICE)

    def sample(self, chance: Chance) -> Order:
        state, frame = self.state, self.frame
        if retreat.asks_consent(state, frame):
            return Consent(bool(chance.pick(2, "seat")))
        choices = retreat.choices_of_loss(state, frame)
        if choices:
            return Sacrifice(state.names(pick(choices, chance)))
        unit = pick(frame.units, chance)
        path = pick(retreat.open_paths(state, frame, unit), chance)
        return Retreat(state.name(unit), tuple(state.hex_name(h) for h in path))

    def listing(self) -> Listing:
        state, frame = self.state, self.frame
        if retreat.asks_consent(state, frame):
            return {"consent": [True, False]}
        choices = retreat.choices_of_loss(state, frame)
        if choices:
            return {"sacrifice": [state.names(c) for c in choices]}
        return {
            "retreat": {
                state.name(u): [
                    tuple(state.hex_name(h) for h in path)
                    for path in retreat.open_paths(state, frame, u)
                ]
                for u in frame.units
            }
        }


class AdvanceOffers(JudgedOffers[Advancing]):
    answers = (advance.ADVANCE, supply_denial.DESTROY, DECLINE)

    def sample(self, chance: Chance) -> Order:
        state = self.state
        options = advance.can_advance(state, self.frame)
        if chance.pick(4, "seat") == 0:
            return DONE
        hex_ = pick(sorted(options), chance)
        room = advance.advance_room(state, hex_, self.frame.side)
        able = options[hex_][: 1 + chance.pick(room, "seat")]
        return Advance(state.names(able), state.hex_name(hex_))

    def listing(self) -> Listing:
        state = self.state
        return {
            "advance": {
                state.hex_name(h): {
                    "units": state.names(units),
                    "room": advance.advance_room(state, h, self.frame.side),
                }
                for h, units in advance.can_advance(state, self.frame).items()
            },
            "destroy": destroyable(state, self.frame.side),
            "done": True,
        }


class HaulOffers(JudgedOffers[Hauling]):
    answers = (advance.HAUL, supply_denial.DESTROY, DECLINE)

    def sample(self, chance: Chance) -> Order:
        state = self.state
        supply = pick(self.frame.supplies, chance)
        reach = advance.haul_reach(state, self.frame, supply)
        ends = sorted(reach.label)
        if not ends or chance.pick(3, "seat") == 0:
            return DONE
        path = reach.path(pick(ends, chance))
        return Haul(state.name(supply), tuple(state.hex_name(h) for h in path))

    def listing(self) -> Listing:
        state = self.state
        ids = state.world.hex_ids
        move = {}
        for supply in self.frame.supplies:
            reach = advance.haul_reach(state, self.frame, supply)
            move[state.name(supply)] = [
                {
                    "hex": ids[h],
                    "cost": reach.cost[at],
                    "road": reach.road[at],
                    "from": ids[reach.previous(h)],
                }
                for h, at in reach.label.items()
            ]
        return {"haul": move, "destroy": destroyable(state, self.frame.side), "done": True}


class FollowOffers(JudgedOffers[Following]):
    answers = (retreat.FOLLOW, DECLINE)

    def sample(self, chance: Chance) -> Order:
        state = self.state
        if chance.pick(3, "seat") == 0:
            return DONE
        supply = pick(self.frame.supplies, chance)
        return Haul(state.name(supply), (state.hex_name(self.frame.hex),))

    def listing(self) -> Listing:
        state = self.state
        end = state.hex_name(self.frame.hex)
        haul = {
            state.name(s): [
                {"hex": end, "cost": 1, "road": 0, "from": state.hex_name(state.place(s))}
            ]
            for s in self.frame.supplies
        }
        return {"haul": haul, "done": True}


class RommelOffers(JudgedOffers[Displaced]):
    answers = (PLACE_ROMMEL,)

    def sample(self, chance: Chance) -> Order:
        return PlaceRommel(self.state.hex_name(pick(self.frame.hexes, chance)))

    def listing(self) -> Listing:
        return {"place": [self.state.hex_name(h) for h in self.frame.hexes]}


class RespiteOffers(JudgedOffers[Respite]):
    answers = (supply_denial.DESTROY, supply_denial.KEEP)

    def sample(self, chance: Chance) -> Order:
        state = self.state
        names = state.names(supply_denial.endangered(state))
        if names and chance.pick(30, "seat") == 0:
            return Destroy(pick(names, chance))
        return DONE

    def listing(self) -> Listing:
        state = self.state
        return {
            "in_danger": state.names(supply_denial.endangered(state)),
            "destroy": destroyable(state, self.frame.side),
            "done": True,
        }


class CrowdOffers(JudgedOffers[Crowded]):
    answers = (stacking.THIN_OUT,)

    def sample(self, chance: Chance) -> Order:
        choices = stacking.choices(self.state, self.frame)
        return Sacrifice(self.state.names(pick(choices, chance)))

    def listing(self) -> Listing:
        choices = stacking.choices(self.state, self.frame)
        return {"sacrifice": [self.state.names(c) for c in choices]}
