"""What the deciding side may order outside movement and combat: set-up, markers, withdrawal."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.games.panzergruppe_guderian.orders import Deploy, Done, Interdict, Withdraw
from campagna.games.panzergruppe_guderian.rules import interdiction, leaders, setup
from campagna.games.panzergruppe_guderian.state import NOWHERE, State, acting_side
from campagna.games.panzergruppe_guderian.world import SOVIET

DONE = Done()


class SetupOffers:
    def __init__(self, state: State) -> None:
        self.state = state

    def sample(self, chance: Chance) -> Order:
        state = self.state
        units = setup.undeployed(state)
        if not units:
            return DONE
        unit = units[chance.pick(len(units), "seat")]
        hexes = setup.deployment_hexes(state, unit)
        hex_ = hexes[chance.pick(len(hexes), "seat")]
        return Deploy(state.name(unit), state.world.hex_ids[hex_])

    def covers(self, order: Order) -> bool:
        state = self.state
        if isinstance(order, Done):
            return not setup.undeployed(state)
        if not isinstance(order, Deploy):
            return False
        unit = state.find(order.unit)
        hex_ = state.world.hex_index.get(order.hex, NOWHERE)
        return unit in setup.undeployed(state) and hex_ in setup.deployment_hexes(state, unit)

    def listing(self) -> dict[str, object]:
        state = self.state
        ids = state.world.hex_ids
        units = {
            state.name(u): [ids[h] for h in setup.deployment_hexes(state, u)]
            for u in setup.undeployed(state)
        }
        return {"deploy": units, "done": not units}


class MarkerOffers:
    """Interdiction markers of the phasing side; no marker is always possible."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.side = acting_side(state.phase)
        self.most = 3
        if self.side == SOVIET:
            self.most = 1 if interdiction.soviet_may_interdict(state) else 0

    def hexes(self) -> list[int]:
        state = self.state
        if not self.most:
            return []
        return [
            h
            for h in range(state.world.size)
            if interdiction.refuse_marker(state, self.side, h) is None
        ]

    def sample(self, chance: Chance) -> Order:
        state = self.state
        chosen: list[int] = []
        for _ in range(chance.pick(self.most + 1, "seat")):
            h = chance.pick(state.world.size, "seat")
            if h not in chosen and interdiction.refuse_marker(state, self.side, h) is None:
                chosen.append(h)
        return Interdict(tuple(state.world.hex_ids[h] for h in chosen))

    def covers(self, order: Order) -> bool:
        if isinstance(order, Done):
            return True
        if not isinstance(order, Interdict):
            return False
        ids = self.state.world.hex_ids
        allowed = {ids[h] for h in self.hexes()}
        return len(order.hexes) <= self.most and set(order.hexes) <= allowed

    def listing(self) -> dict[str, object]:
        ids = self.state.world.hex_ids
        return {"interdict": [ids[h] for h in self.hexes()], "most": self.most, "done": True}


class WithdrawOffers:
    def __init__(self, state: State) -> None:
        self.state = state

    def sample(self, chance: Chance) -> Order:
        able = leaders.withdrawable(self.state)
        k = chance.pick(len(able) + 1, "seat")
        return Withdraw(self.state.name(able[k])) if k < len(able) else DONE

    def covers(self, order: Order) -> bool:
        if isinstance(order, Done):
            return True
        able = leaders.withdrawable(self.state)
        return isinstance(order, Withdraw) and self.state.find(order.leader) in able

    def listing(self) -> dict[str, object]:
        names = [self.state.name(x) for x in leaders.withdrawable(self.state)]
        return {"withdraw": names, "done": True}
