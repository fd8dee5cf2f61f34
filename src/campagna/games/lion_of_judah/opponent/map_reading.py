"""Opponent: the map as a commander reads it, made once at the start of a plan.

How far places are, how strong stacks are as far as anybody can know, what a step is worth. Hidden
factors count as the mean of those still face down in their pool. All values are in victory points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campagna.core.weights import Weights, load_weights
from campagna.games.lion_of_judah.counters import DESERT_LEG, ITALIAN, LEG, OTHER
from campagna.games.lion_of_judah.flags import HIDDEN
from campagna.games.lion_of_judah.rules.general.strength import factors
from campagna.games.lion_of_judah.rules.movement.terrain_costs import costs_of
from campagna.games.lion_of_judah.rules.resources.supply import in_supply
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import HOME, S1935, World
from campagna.hexes.board import marked, reverse_costs
from campagna.hexes.grid import OFF_MAP
from campagna.hexes.kernels import BARRED, MAX_BUDGET

FAR_AWAY = MAX_BUDGET + 20
"""Half points to a place that cannot be reached."""
LONE_LEADER = 0.5
"""Chance that a leader left alone is caught (PB 13.6.2.4)."""


class MapWeights(Weights, frozen=True):
    """What units and the cover of places weigh."""

    last_european_step: float
    cover_distance: int
    cover_per_hex: float
    last_step: float
    warrior_step: float
    warrior_defence: float
    european_step: float
    small_unit: float
    small_attack: float
    other_step: float
    negus: float
    leader: float
    hq: float
    truck: float
    prize_early: float
    most_delay: int
    unknown_factor: float


WEIGHTS = load_weights(HOME, "map_reading", MapWeights)

KEPT = 64
NORTHERN_WAY = ("1407", "1408", "1308", "1409", "1410", "1411", "1412", "1312", "1313", "1214")
EASTERN_WAY = ("2218", "1915", "1914", "1814", "1713", "1614", "1514", "1415", "1315")
MAIN_WAYS = frozenset((*NORTHERN_WAY, *EASTERN_WAY))
"""Track and railway by which both Italian fronts of 1935 come to Addis Ababa."""


class Chart:
    """What never changes in a theatre: neighbours that may be attacked or entered, ways home."""

    def __init__(self, world: World) -> None:
        grid = world.board.grid
        self.grid = grid
        self.around: list[list[int]] = [
            [
                grid.neighbours[h * 6 + d]
                for d in range(6)
                if grid.neighbours[h * 6 + d] != OFF_MAP and not world.walls[h * 6 + d]
            ]
            for h in range(world.size)
        ]
        self._homeward: dict[tuple[bytes, bytes], bytes] = {}
        self._shadows: dict[int, list[tuple[int, float]]] = {}

    def homeward(self, costs: bytes, on_line: bytes) -> bytes:
        """A chart of costs read backwards, from the goal; a little dearer off the lines.

        Supply follows roads, railways and tracks, and so should an army.
        """
        key = (costs, on_line)
        found = self._homeward.get(key)
        if found is None:
            if len(self._homeward) >= KEPT:
                self._homeward.clear()
            backwards = reverse_costs(self.grid, costs)
            found = self._homeward[key] = bytes(
                c if c == BARRED or not on_line or on_line[i // 6] else c + 1
                for i, c in enumerate(backwards)
            )
        return found

    def shadow(self, world: World, place: int) -> list[tuple[int, float]]:
        """The hexes from which a place is covered, each with how well."""
        found = self._shadows.get(place)
        if found is None:
            distance = self.grid.distance
            near = world.around(place, WEIGHTS.cover_distance)
            found = [(h, WEIGHTS.cover_per_hex ** distance(h, place)) for h in near]
            self._shadows[place] = found
        return found


_charts: dict[int, Chart] = {}


def chart_of(world: World) -> Chart:
    if id(world) not in _charts:
        _charts[id(world)] = Chart(world)
    return _charts[id(world)]


class MapReading:
    """The state of things for one side at the beginning of a plan."""

    def __init__(self, state: State, side: int, style: Mapping[str, float]) -> None:
        self.state = state
        self.side = side
        self.style = style
        self.chart = chart_of(state.world)
        self.means = _means(state)
        self.turns_left = state.theatre.turns - state.turn + 1
        self.prizes = prizes(state)
        self.foes = list(marked(state.maps.held[1 - side]))
        self.friends = list(marked(state.maps.held[side]))
        self._fields: dict[tuple[int, int], list[int]] = {}

    def style_factor(self, name: str) -> float:
        return self.style.get(name, 1.0)

    # --- strength -------------------------------------------------------------------------------

    def attack(self, unit: int) -> float:
        return self._factor(unit, 0)

    def defence(self, unit: int) -> float:
        return self._factor(unit, 1)

    def _factor(self, unit: int, which: int) -> float:
        state = self.state
        if state.units[unit].flags & HIDDEN:
            return self.means[state.counter(unit).pool]
        return float(factors(state, unit)[which])

    def power(self, units: Iterable[int]) -> float:
        return sum(self.attack(u) for u in units)

    def resistance(self, hex_: int) -> float:
        """Defence of a stack, halved where it is gassed or cut off."""
        state, total = self.state, 0.0
        # An imagined enemy carries no sign of the gas, the hex does.
        gassed = hex_ in state.gassed
        for u in state.combat_units(hex_):
            points = self.defence(u)
            halved = gassed or not in_supply(state, u)
            total += points / 2 if halved else points
        return total

    def steps(self, hex_: int) -> int:
        state = self.state
        return sum(state.units[u].steps for u in state.combat_units(hex_))

    def strength_near(self, hex_: int, side: int, radius: int) -> float:
        """Attack factors of a side within a distance."""
        state = self.state
        return sum(
            self.attack(u)
            for h in state.world.around(hex_, radius)
            if state.maps.armed[side][h]
            for u in state.combat_units(h)
        )

    # --- values ---------------------------------------------------------------------------------

    def step_worth(self, unit: int) -> float:
        """What the next step of a unit is worth to its owner."""
        counter, u = self.state.counter(unit), self.state.units[unit]
        last = WEIGHTS.last_step if u.steps == 1 and counter.steps > 1 else 0.0
        if counter.side == OTHER and self.state.part == S1935:
            return WEIGHTS.warrior_step + WEIGHTS.warrior_defence * self.defence(unit)
        if counter.european and self.turns_left == 1 and self.state.part == S1935:
            return WEIGHTS.last_european_step
        if counter.european:
            return WEIGHTS.european_step + last
        if counter.steps == 1:
            return WEIGHTS.small_unit + WEIGHTS.small_attack * self.attack(unit)
        return WEIGHTS.other_step + last

    def leader_worth(self, hex_: int) -> float:
        """Leaders, HQs and trucks in a hex, for whoever clears it."""
        total = 0.0
        for u in self.state.stack(hex_):
            kind = self.state.counter(u).type
            if kind == "leader":
                negus = self.state.name(u) == "et_NEG"
                total += LONE_LEADER * (WEIGHTS.negus if negus else WEIGHTS.leader)
            elif kind == "hq":
                total += WEIGHTS.hq
            elif kind == "truck":
                total += WEIGHTS.truck
        return total

    def prize_worth(self, hex_: int) -> float:
        """What taking a hex brings: its points, all of them near the end."""
        points = self.prizes.get(hex_, 0.0)
        if not points or self.state.control[hex_] == self.side:
            return 0.0
        late = 1.0 if self.turns_left <= 2 else WEIGHTS.prize_early
        return late * points

    # --- distances ------------------------------------------------------------------------------

    def field(self, goal: int, class_: int = LEG) -> list[int]:
        """Half points from every hex to a goal; enemy stacks on the way cost what it takes to beat them."""
        key = (goal, class_)
        found = self._fields.get(key)
        if found is None:
            found = self._fields[key] = self._spread([goal], class_)
        return found

    def _spread(self, goals: list[int], class_: int) -> list[int]:
        state, world = self.state, self.state.world
        on_line = b"" if class_ == DESERT_LEG else state.theatre.net(state.roads).on_line
        costs = bytearray(self.chart.homeward(costs_of(state, class_), on_line))
        armed = state.maps.armed[1 - self.side]
        grid = self.chart.grid
        for h in self.foes:
            if armed[h]:
                extra = min(WEIGHTS.most_delay, 2 + int(self.resistance(h)))
                # Read backwards, the sides of the enemy hex itself are the steps into it.
                for d in range(6):
                    at = h * 6 + d
                    if grid.neighbours[at] != OFF_MAP and costs[at] != BARRED:
                        costs[at] = min(BARRED - 1, costs[at] + extra)
        closed = state.theatre.neutral if not state.french_open else world.nothing
        field = world.field
        field.clear()
        for h in goals:
            field.add_source(h, 0, True)
        field.spread(bytes(costs), closed, world.nothing, MAX_BUDGET)
        return [cost if (cost := field.cost(h)) >= 0 else FAR_AWAY for h in range(world.size)]

    def open_prizes(self) -> dict[int, float]:
        """Places worth points to this side, or to be denied to it, that the enemy holds."""
        return {h: p for h, p in self.prizes.items() if self.state.control[h] != self.side}


def _means(state: State) -> dict[str, float]:
    """The mean factor of the units of each pool that are still face down."""
    found: dict[str, float] = {}
    for pool, units in state.world.pools.items():
        hidden = [state.units[u].value for u in units if state.units[u].flags & HIDDEN]
        known = [v for v in hidden if v >= 0]
        found[pool] = sum(known) / len(known) if known else WEIGHTS.unknown_factor
    return found


def prizes(state: State) -> dict[int, float]:
    """Every place worth points and what it is worth to the one who holds it at the end."""
    victory, index = state.theatre.scenario["victory"], state.world.hex_index
    found: dict[int, float] = {}
    for key in ("hexes", "hexes_allied", "hexes_italian"):
        for name, points in victory.get(key, {}).items():
            found[index[name]] = float(points)
    for name, points in victory.get("home_lost", {}).items():
        found.setdefault(index[name], -float(points))
    return found


def bases(state: State) -> tuple[int, ...]:
    """Italian places whose loss ends the war of 1935, or destroys a box."""
    names: list[str] = []
    if state.part == S1935:
        names = list(state.theatre.scenario["victory"]["sudden_ethiopian"]["hexes"])
    hexes = [state.world.hex_index[n] for n in names]
    own = [box.hex for box in state.theatre.boxes if box.side == ITALIAN]
    return tuple(dict.fromkeys([*hexes, *own]))


def walkers(side: int, part: int) -> int:
    """The class of movement that stands for a side's army."""
    return DESERT_LEG if side == OTHER and part == S1935 else LEG
