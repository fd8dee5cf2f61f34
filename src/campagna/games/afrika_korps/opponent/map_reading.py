"""Opponent: the map as a commander reads it, made at the start of a plan.

Distances over road and desert, how many enemy factors could strike a hex next turn with supply, and
what a unit is worth. All values are in combat factors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campagna.core.weights import Weights, load_weights
from campagna.games.afrika_korps.opponent.odds_outlook import dangers
from campagna.games.afrika_korps.rules.combat.zones import fighters, zone
from campagna.games.afrika_korps.rules.forces.arrivals import controls, sinking_faces
from campagna.games.afrika_korps.rules.movement import mobility
from campagna.games.afrika_korps.rules.movement.path import NO_LANE, Terms, costs_of
from campagna.games.afrika_korps.rules.supply.captures import supplies_on_map
from campagna.games.afrika_korps.state import NOWHERE, State
from campagna.games.afrika_korps.world import ALLIED, AXIS, HOME, World
from campagna.hexes.kernels import BARRED, FAR, MAX_BUDGET


class MapWeights(Weights, frozen=True):
    open_price: int
    road_price: int
    climb_price: int
    march: float
    odds_against_nobody: float
    strike_chance: float
    attack_worth: float
    defence_worth: float
    movement_worth: float
    allied_supply_1: float
    allied_supply_2: float
    allied_supply_3: float
    allied_supply_4: float
    axis_supply_1: float
    axis_supply_1_sunk: float
    axis_supply_2: float
    axis_supply_3: float
    axis_supply_more: float


W = load_weights(HOME, "map_reading", MapWeights)
MARCH = W.march
ALLIED_STOCK = (W.allied_supply_1, W.allied_supply_2, W.allied_supply_3, W.allied_supply_4)
FURTHER_AXIS_STOCK = (W.axis_supply_2, W.axis_supply_3, *[W.axis_supply_more] * 4)


class Chart:
    """What never changes: ways to any hex, and what a unit in a hex could reach on an empty map."""

    def __init__(self, world: World) -> None:
        self.world = world
        costs = bytearray(6 * world.size)
        for side in range(6 * world.size):
            if world.walls[side]:
                costs[side] = BARRED
            elif world.road[side]:
                costs[side] = W.road_price
            elif world.escarpment[side // 6] and not world.road_scarp[side // 6]:
                costs[side] = W.climb_price
            else:
                costs[side] = W.open_price
        self._costs = bytes(costs)
        self.worth = [worth(world, unit) for unit in range(len(world.counters))]
        self._ways: dict[int, bytes] = {}
        self._nearest: dict[int, list[int]] = {}
        self._reach: dict[tuple[int, int], int] = {}
        self._strike: dict[tuple[int, int], int] = {}
        self._sustained: dict[int, int] = {}

    def way(self, target: int) -> bytes:
        """For every hex the price of the way to this one; 255 where none leads."""
        found = self._ways.get(target)
        if found is None:
            field, nothing = self.world.field, self.world.nothing
            field.clear()
            field.add_source(target, 0, True)
            field.spread(self._costs, nothing, nothing, MAX_BUDGET)
            prices = bytearray(b"\xff") * self.world.size
            for h in field.hexes():
                prices[h] = min(254, field.cost(h))
            found = self._ways[target] = bytes(prices)
        return found

    def nearest(self, target: int) -> list[int]:
        """All hexes, those with the cheapest way to this one first."""
        found = self._nearest.get(target)
        if found is None:
            found = sorted(range(self.world.size), key=self.way(target).__getitem__)
            self._nearest[target] = found
        return found

    def reach(self, place: int, factors: int) -> int:
        """Mask of the hexes within a turn on an empty map, as a number with a byte for each hex."""
        key = (place, factors)
        found = self._reach.get(key)
        if found is None:
            nothing = self.world.nothing
            terms = Terms(
                place,
                factors,
                self.world.road_bonus,
                False,
                NO_LANE,
                nothing,
                nothing,
                nothing,
                False,
            )
            cost = costs_of(terms)
            mask = bytearray(c != FAR for c in cost)
            mask[place] = 1
            found = self._reach[key] = int.from_bytes(mask, "little")
        return found

    def strike(self, place: int, factors: int) -> int:
        """The same for the hexes next to those within reach: what a unit there could attack."""
        key = (place, factors)
        found = self._strike.get(key)
        if found is None:
            found = self._strike[key] = self.beside(self.reach(place, factors))
        return found

    def beside(self, mask: int) -> int:
        world = self.world
        wide = world.field.zones(mask.to_bytes(world.size, "little"), world.walls)
        return int.from_bytes(wide, "little")

    def sustained(self, place: int) -> int:
        """Where attacks could be sustained next turn by a supply that now lies here."""
        found = self._sustained.get(place)
        if found is None:
            pace = self.world.movement[self.world.supplies[AXIS][0]]
            found = self.reach(place, pace)
            for _ in range(self.world.line + 1):
                found |= self.beside(found)
            self._sustained[place] = found
        return found


_charts: dict[int, Chart] = {}


def chart_of(world: World) -> Chart:
    if id(world) not in _charts:
        _charts[id(world)] = Chart(world)
    return _charts[id(world)]


def worth(world: World, unit: int) -> float:
    """What a unit is worth to its owner: factors, and how fast it is."""
    return (
        W.attack_worth * world.attack[unit]
        + W.defence_worth * world.defence[unit]
        + W.movement_worth * world.movement[unit]
    )


def stock_worth(state: State, side: int, count: int) -> float:
    """What so many supplies are worth; the first keeps an Axis alive (24.5)."""
    if side == ALLIED:
        return sum(ALLIED_STOCK[:count])
    sunk = len(sinking_faces(state)) / 6
    if not any(controls(state, AXIS, h) for h in state.world.ports[AXIS]):
        sunk = 1.0
    first = W.axis_supply_1 + W.axis_supply_1_sunk * sunk * sunk
    return sum((first, *FURTHER_AXIS_STOCK)[:count])


class MapReading:
    """The state of things for one side, at the beginning of a plan."""

    def __init__(self, state: State, side: int, style: Mapping[str, float]) -> None:
        self.state = state
        self.world = state.world
        self.side = side
        self.enemy = 1 - side
        self.style = style
        self.chart = chart_of(state.world)
        self.foes = sorted({state.place(u) for u in fighters(state, self.enemy)})
        """Hexes of enemy combat units."""
        self.hostile = zone(state, self.enemy)
        self.caution = style.get("caution", 1.0)
        self._costs: dict[int, bytearray] = {}
        self._threat: bytes | None = None
        self._dangers = dangers()

    def cost(self, unit: int) -> bytearray:
        """Factors to every hex as the board stands; asked again once somebody has opened a way."""
        found = self._costs.get(unit)
        if found is None:
            found = self._costs[unit] = mobility.legal(self.state, unit).cost
        return found

    def refresh(self) -> None:
        """After moves: zones and ways may be new, but not those of combat units that have not moved
        while the enemy stands as he did; supplies and Rommel depend on the company they find."""
        before, self.hostile = self.hostile, zone(self.state, self.enemy)
        if before is not self.hostile or self.state.rommel_path:
            self._costs.clear()
            return
        units, army_of = self.state.units, self.world.army_of
        self._costs = {
            u: cost
            for u, cost in self._costs.items()
            if army_of[u] == self.side and units[u].since == NOWHERE
        }

    @property
    def threat(self) -> bytes:
        """Per hex the enemy factors that could strike it next turn with supply, nobody barring the way."""
        if self._threat is None:
            self._threat = self._strikes(self.enemy)
        return self._threat

    def _strikes(self, side: int) -> bytes:
        state, world, chart = self.state, self.world, self.chart
        tally: dict[tuple[int, int], int] = {}
        for u in fighters(state, side):
            key = (state.place(u), world.movement[u])
            tally[key] = tally.get(key, 0) + world.attack[u]
        total = 0
        for (place, factors), attack in sorted(tally.items()):
            total += chart.strike(place, factors) * attack
        sustained = 0
        for h in self.sources(side):
            sustained |= chart.sustained(h)
        # Only hexes where an attack could be sustained: a byte of ones keeps the sum.
        keep = sustained * 255
        return (total & keep).to_bytes(world.size, "little")

    def sources(self, side: int) -> list[int]:
        """Where supplies of a side lie, or can land next turn."""
        state = self.state
        found = {state.place(s) for s in supplies_on_map(state, side)}
        ports = {h for h in self.world.ports[side] if controls(state, side, h)}
        return sorted(found | ports)

    def odds(self, h: int, units: Iterable[int]) -> float:
        """The odds that the enemy could bring against these units in a hex."""
        world = self.world
        defence = sum([world.defence[u] for u in units])
        if world.doubled[h]:
            defence *= world.tables["terrain"]["defence_factor"]
        return self.threat[h] / defence if defence else W.odds_against_nobody

    def exposure(self, h: int, units: Iterable[int]) -> float:
        """What the enemy is expected to take from a stack in this hex."""
        stack = list(units)
        kill = self._dangers[min(len(self._dangers) - 1, int(self.odds(h, stack)))]
        value = self.chart.worth
        return W.strike_chance * self.caution * kill * sum([value[u] for u in stack])
