"""What may be ordered now: arrivals; and what all offers have in common.

Legality is the judge's business: offers propose, ask the judge, and tell. Random choices seek contact,
so that random games are fought and not walked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from campagna.core.chance import Chance
from campagna.core.contract import Order, Refusal
from campagna.core.decision import Answer
from campagna.games.afrika_korps import orders
from campagna.games.afrika_korps.frames import Unloading
from campagna.games.afrika_korps.orders import Destroy, Done, Land
from campagna.games.afrika_korps.rules import arrivals, captures
from campagna.games.afrika_korps.rules.sequence import END
from campagna.games.afrika_korps.rules.supply_denial import DESTROY, judge_destroy
from campagna.games.afrika_korps.state import State
from campagna.games.afrika_korps.world import AXIS

DONE = Done()

F = TypeVar("F")
T = TypeVar("T")
Listing = dict[str, object]


def pick(things: Sequence[T], chance: Chance) -> T:
    return things[chance.pick(len(things), "seat")]


class JudgedOffers(Generic[F]):
    """Every legal order of the kinds asked for here is covered; the judges say which are legal."""

    answers: Sequence[Answer[State, F]] = ()

    def __init__(self, state: State, frame: F) -> None:
        self.state = state
        self.frame = frame

    def covers(self, order: Order) -> bool:
        for answer in self.answers:
            if answer.kind is type(order):
                asked = answer.asked(self.state, self.frame)
                return asked and answer.refusal(self.state, self.frame, order) is None
        return False


class PhaseOffers(JudgedOffers[None]):
    """The offers of a phase, where no frame waits."""

    def __init__(self, state: State) -> None:
        super().__init__(state, None)


class SupplyOffers(PhaseOffers):
    answers = (arrivals.ROLL_SUPPLY, arrivals.LAND_SUPPLY, DESTROY, END)

    def sample(self, chance: Chance) -> Order:
        state = self.state
        if arrivals.refuse_supply(state) is not None:
            return DONE
        if state.side == AXIS:
            return orders.RollSupply()
        return _land_supply(state, chance)

    def listing(self) -> Listing:
        state = self.state
        possible = arrivals.refuse_supply(state) is None
        return {
            "roll": possible and state.side == AXIS,
            "land_supply": _port_names(state) if possible and state.side != AXIS else [],
            "destroy": destroyable(state, state.side),
            "done": True,
        }


class UnloadingOffers(JudgedOffers[Unloading]):
    answers = (arrivals.UNLOAD, DESTROY, arrivals.REFUSE_SUPPLY)

    def sample(self, chance: Chance) -> Order:
        return _land_supply(self.state, chance)

    def listing(self) -> Listing:
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
    return [n for n in names if not isinstance(judge_destroy(state, Destroy(n)), Refusal)]


class ArrivalOffers(PhaseOffers):
    answers = (arrivals.LAND, DESTROY, END)

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

    def listing(self) -> Listing:
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
