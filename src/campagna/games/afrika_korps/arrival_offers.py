"""What may be ordered now: arrivals; and what all offers have in common.

Legality is the judge's business: offers propose, ask the judge, and tell. Random choices seek contact,
so that random games are fought and not walked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campagna.core.chance import Chance
from campagna.core.contract import Order, Refusal
from campagna.games.afrika_korps import arrivals, captures, orders
from campagna.games.afrika_korps.judge import judge
from campagna.games.afrika_korps.orders import Destroy, Done, Land
from campagna.games.afrika_korps.state import State
from campagna.games.afrika_korps.world import AXIS

DONE = Done()


def allowed(state: State, order: Order) -> bool:
    return not isinstance(judge(state, order), Refusal)


def pick(things: Sequence[Any], chance: Chance) -> Any:
    return things[chance.pick(len(things), "seat")]


class JudgedOffers:
    """Every legal order of the kinds asked for here is covered; the judge says which are legal."""

    kinds: tuple[type[Order], ...] = ()

    def __init__(self, state: State) -> None:
        self.state = state

    def covers(self, order: Order) -> bool:
        return isinstance(order, self.kinds) and allowed(self.state, order)


class SupplyOffers(JudgedOffers):
    kinds = (orders.RollSupply, orders.LandSupply, Destroy, Done)

    def sample(self, chance: Chance) -> Order:
        state = self.state
        if arrivals.refuse_supply(state) is not None:
            return DONE
        if state.side == AXIS:
            return orders.RollSupply()
        return _land_supply(state, chance)

    def listing(self) -> dict[str, Any]:
        state = self.state
        possible = arrivals.refuse_supply(state) is None
        return {
            "roll": possible and state.side == AXIS,
            "land_supply": _port_names(state) if possible and state.side != AXIS else [],
            "destroy": destroyable(state, state.side),
            "done": True,
        }


class UnloadingOffers(JudgedOffers):
    kinds = (orders.LandSupply, Destroy, Done)

    def sample(self, chance: Chance) -> Order:
        return _land_supply(self.state, chance)

    def listing(self) -> dict[str, Any]:
        state = self.state
        destroy = destroyable(state, state.side)
        return {"land_supply": _port_names(state), "destroy": destroy, "done": True}


def _land_supply(state: State, chance: Chance) -> Order:
    if chance.pick(20, "seat") == 0:
        return DONE
    return orders.LandSupply(pick(_port_names(state), chance))


def _port_names(state: State) -> list[str]:
    return [state.hex_name(h) for h in state.ports]


def destroyable(state: State, side: int) -> list[str]:
    names = [state.name(s) for s in captures.supplies_on_map(state, side)]
    return [n for n in names if allowed(state, Destroy(n))]


class ArrivalOffers(JudgedOffers):
    kinds = (Land, Destroy, Done)

    def candidates(self) -> list[int]:
        state = self.state
        return [
            u
            for u in range(len(state.units))
            if state.owner(u) == state.side
            and (how := arrivals.how_it_lands(state, u))
            and (how != "replacement" or state.world.attack[u] <= state.pool[state.side])
        ]

    def sample(self, chance: Chance) -> Order:
        state = self.state
        units = self.candidates()
        if not units or chance.pick(12, "seat") == 0:
            return DONE
        sea = [u for u in units if arrivals.how_it_lands(state, u) == "sea"]
        unit = pick(sea or units, chance)
        return Land((state.name(unit),), pick(_port_names(state), chance))

    def listing(self) -> dict[str, Any]:
        state = self.state
        land = [
            {
                "unit": state.name(u),
                "how": arrivals.how_it_lands(state, u),
                "cost": state.world.attack[u]
                if arrivals.how_it_lands(state, u) == "replacement"
                else 0,
            }
            for u in self.candidates()
        ]
        return {
            "land": land,
            "ports": _port_names(state),
            "factors": state.pool[state.side],
            "destroy": destroyable(state, state.side),
            "done": True,
        }
