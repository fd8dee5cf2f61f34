"""Opponent: set-up, the administrative phase, bombs and interdiction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campagna.core.contract import Refusal
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.opponent.battles import WEIGHTS as BATTLE_WEIGHTS
from campagna.games.lion_of_judah.opponent.battles import Battles, league_price
from campagna.games.lion_of_judah.opponent.map_reading import MapReading
from campagna.games.lion_of_judah.opponent.objectives import WEIGHTS as OBJECTIVE_WEIGHTS
from campagna.games.lion_of_judah.opponent.objectives import threatened_way
from campagna.games.lion_of_judah.orders import (
    Bomb,
    Bribe,
    BuildRoad,
    Deploy,
    Done,
    Embark,
    Rebuild,
)
from campagna.games.lion_of_judah.rules.air_hq import airfields, bombing
from campagna.games.lion_of_judah.rules.combat.combat import attack_hexes, attackers
from campagna.games.lion_of_judah.rules.ethiopia import bribery
from campagna.games.lion_of_judah.rules.ethiopia.leaders import is_negus
from campagna.games.lion_of_judah.rules.general import breakdown, setup, stacking
from campagna.games.lion_of_judah.rules.movement import sea
from campagna.games.lion_of_judah.rules.resources import (
    arrivals,
    replacements,
    resources,
    roads,
    truck_boxes,
)
from campagna.games.lion_of_judah.state import Phase, State
from campagna.games.lion_of_judah.world import HOME, S1935

DEPLOYMENT = (
    ("it_Di", "1405"),
    ("it_23", "1405"),
    ("it_28", "1405"),
    ("it_hq_CAE", "1305"),
    ("it_hq_1CA", "1406"),
    ("it_GS", "1406"),
    ("it_trk3", "1405"),
    ("it_Ago", "2324"),
    ("it_PL", "2317"),
    ("it_CVS", "2317"),
    ("it_S2", "2317"),
    ("it_irr8", "2317"),
    ("it_hq_SOM", "2317"),
    ("it_trk5", "south"),
    ("it_trk6", "south"),
)
"""The Italian set-up of 1935: a guard in each base, the southern column before Gorrahei."""
CONVOYS = ("it_23", "it_28")
"""Divisions that sail from Massawa to Mogadishu, one a turn."""


class StaffWork(Weights, frozen=True):
    """What the staff weighs between the turns."""

    detachments_off_the_road: float
    fallen_hq: float
    fallen_truck: float
    alarm_distance: int
    points_kept: int
    last_convoy_turn: int
    last_detachment_turn: int
    first_truck_turn: int
    wanted: float
    per_half_point_away: float
    defence_gained: float
    enemy_near: float
    most_near: float


WEIGHTS = load_weights(HOME, "administration", StaffWork)

TRUCKS_COUNTED = 3


class Staff:
    """Decisions of the administrative phase and before combat."""

    def __init__(self, state: State, side: int, style: Mapping[str, float]) -> None:
        self.state = state
        self.side = side
        self.reading = MapReading(state, side, style)

    def orders(self) -> Iterator[Advice]:
        phase = Phase(self.state.phase)
        steps = {
            Phase.SETUP: self._deploy,
            Phase.ARRIVALS: self._land,
            Phase.REPLACEMENTS: self._replace,
            Phase.BREAKDOWN: self._break_down,
            Phase.TRUCK_BOXES: self._trucks,
            Phase.ROADS: self._roads,
            Phase.TRANSPORT: self._transport,
            Phase.SPECIAL: self._special,
            Phase.BOMBING: self._bomb,
        }
        if phase in steps:
            yield from steps[phase]()
        yield Done(), 0.0, "done", {}

    # --- set-up and arrivals ------------------------------------------------------------------------

    def _deploy(self) -> Iterator[Advice]:
        state = self.state
        if state.part != S1935:
            return
        for unit, to in DEPLOYMENT:
            order = Deploy(unit, to)
            if not isinstance(setup.judge_deploy(state, order), Refusal):
                yield order, 0.1, "deploy", {"hex": to}

    def _land(self) -> Iterator[Advice]:
        while landings := [o for o in arrivals.landings(self.state) if self._fits(o.unit, o.hex)]:
            order = landings[0]
            yield order, 0.1, "land", {"hex": order.hex}

    def _fits(self, unit: str, hex_: str) -> bool:
        """Whether a unit finds room: over the limit it may come in, but at the end it would be lost."""
        state = self.state
        return stacking.fits(state, self.side, state.world.hex_index[hex_], [state.find(unit)])

    # --- resource points ----------------------------------------------------------------------------

    def _replace(self) -> Iterator[Advice]:
        """Steps for the troops whose losses cost no points, as long as a reserve stays."""
        state = self.state
        if self.side == OTHER and state.part == S1935:
            yield from self._recall()
            return
        while True:
            rich = [
                o
                for o in replacements.payments(state)
                if state.boxes[state.theatre.box_index[o.box]] > WEIGHTS.points_kept
            ]
            if not rich:
                break
            order = max(rich, key=lambda o: (self._step_gain(state.find(o.unit)), o.unit, o.hq))
            yield order, 0.2, "rebuild", {"unit": order.unit}
        if state.part != S1935:
            yield from self._raise()

    def _raise(self) -> Iterator[Advice]:
        """In 1940-41 the fallen come back, where they are wanted most.

        In 1935-36 the points do more as support of battles (80 games with this, none gained).
        """
        state = self.state
        while True:
            able = [
                o
                for o in replacements.rebuildings(state)
                if self._left_after(o) >= WEIGHTS.points_kept and self._fits(o.unit, o.hex)
            ]
            if not able:
                return
            order = max(able, key=lambda o: (self._raise_gain(o), o.unit, o.hex))
            yield order, 0.2, "raise", {"unit": order.unit, "hex": order.hex}

    def _left_after(self, order: Rebuild) -> int:
        state = self.state
        cost = replacements.rebuilding_cost(state, state.find(order.unit), order.steps)
        return state.boxes[state.theatre.box_index[order.box]] - cost

    def _raise_gain(self, order: Rebuild) -> float:
        """Its factors, so that whole units come before parts, and how much it is wanted there."""
        state = self.state
        unit, h = state.find(order.unit), state.world.hex_index[order.hex]
        counter = state.counter(unit)
        worth = WEIGHTS.fallen_hq if counter.type == "hq" else WEIGHTS.fallen_truck
        if counter.hidden:
            worth = 2.0 * self.reading.means[counter.pool]
        elif counter.combat:
            worth = float(sum(counter.factors[counter.steps - order.steps]))
        return worth + WEIGHTS.wanted * self._wanted(h)

    def _wanted(self, hex_: int) -> float:
        """How much troops are missing in a place: enemies near it, or places to be taken from it."""
        return self.reading.strength_near(
            hex_, 1 - self.side, WEIGHTS.alarm_distance
        ) + self._promise(hex_)

    def _promise(self, hex_: int) -> float:
        """The best of the places to be taken, each worth less the farther it is."""
        reading = self.reading
        prizes = reading.open_prizes().items()
        hopes = (p * WEIGHTS.per_half_point_away ** reading.field(g)[hex_] for g, p in prizes)
        return max(hopes, default=0.0)

    def _step_gain(self, unit: int) -> float:
        """Factors a step more brings; troops near the enemy need it most."""
        state, counter = self.state, self.state.counter(unit)
        now = counter.factors[counter.steps - state.units[unit].steps]
        then = counter.factors[counter.steps - state.units[unit].steps - 1]
        near = self.reading.strength_near(state.units[unit].place, 1 - self.side, 3)
        cheap = 0.0 if counter.european else 1.0
        factors = then[0] - now[0] + WEIGHTS.defence_gained * (then[1] - now[1])
        return factors + WEIGHTS.enemy_near * min(near, WEIGHTS.most_near) + cheap

    def _recall(self) -> Iterator[Advice]:
        """Leaders with points to spare call warriors back."""
        state = self.state
        for order in replacements.recalls(state):
            leader = state.find(order.leader)
            keep = 2 if is_negus(state, leader) else 0
            if state.units[leader].load <= keep:
                continue
            # Another leader's warrior may have taken the last room of the hex.
            legal = not isinstance(replacements.judge_recall(state, order), Refusal)
            if legal and self._fits(order.unit, state.hex_name(state.units[leader].place)):
                yield order, 0.2, "recall", {"unit": order.leader}

    def _break_down(self) -> Iterator[Advice]:
        """Divisions leave detachments to watch what is in danger while they march on."""
        state = self.state
        if state.part != S1935 or self.side != ITALIAN or state.turn > WEIGHTS.last_detachment_turn:
            return
        for h in self._in_danger():
            units = state.combat_units(h)
            if not units or any(state.world.halves[u] == 1 for u in units):
                continue
            names = state.names(units)
            splits = [
                o for o in breakdown.splits(state) if o.unit in names and self._fits(o.into, o.hex)
            ]
            if splits:
                order = max(splits, key=lambda o: (state.units[state.find(o.unit)].steps, o.unit))
                yield order, 0.2, "detach", {"unit": order.unit, "hex": order.hex}

    def _in_danger(self) -> list[int]:
        """The main road, for some commanders also places worth points with warriors near by."""
        state, road = self.state, threatened_way(self.reading)
        if self.reading.style_factor("detach") < WEIGHTS.detachments_off_the_road:
            return road
        places = [
            h
            for h in sorted(self.reading.prizes)
            if state.control[h] == ITALIAN and h not in road and self._warriors_near(h)
        ]
        return [*road, *places]

    def _warriors_near(self, hex_: int) -> bool:
        return any(
            self.state.maps.armed[OTHER][n]
            for n in self.state.world.around(hex_, OBJECTIVE_WEIGHTS.raid)
        )

    def _trucks(self) -> Iterator[Advice]:
        """Trucks at a source lengthen the way of the points while fewer than three do."""
        state = self.state
        if state.part == S1935 and state.turn < WEIGHTS.first_truck_turn:
            return
        for order in truck_boxes.shifts(state):
            box = state.theatre.box_index.get(order.to)
            if box is None or len(resources.trucks_in(state, box)) >= TRUCKS_COUNTED:
                continue
            if not isinstance(truck_boxes.judge_shift_truck(state, order), Refusal):
                yield order, 0.1, "truck", {"box": order.to}

    def _roads(self) -> Iterator[Advice]:
        """Roads on the tracks behind the front, so that HQs and reinforcements come up."""
        state = self.state
        if self.reading.turns_left <= 2:
            return
        for _ in range(3):
            works = [o for o in roads.works(state) if self._affordable(o)]
            if not works:
                return
            order = max(works, key=lambda o: (self._road_worth(o.hex), o.hex, o.hq))
            if self._road_worth(order.hex) <= 0:
                return
            yield order, 0.2, "road", {"hex": order.hex}

    def _affordable(self, order: BuildRoad) -> bool:
        state = self.state
        price = roads.price(state, state.world.hex_index[order.hex])
        return (
            price == 1
            and state.boxes[state.theatre.box_index[order.box]] - price >= WEIGHTS.points_kept
        )

    def _road_worth(self, name: str) -> float:
        """A road counts where it goes on from another and leads to places worth points."""
        state = self.state
        h = state.world.hex_index[name]
        net = state.theatre.net(state.roads)
        built = {*state.roads, *(s.hex for s in state.sites)}
        on_road = any(net.road[h * 6 : h * 6 + 6]) or any(net.rail[h * 6 : h * 6 + 6])
        if on_road or not any(
            n in built or any(net.road[n * 6 : n * 6 + 6]) for n in self._lines(h)
        ):
            return 0.0
        return self._promise(h)

    def _lines(self, h: int) -> list[int]:
        """Neighbours by track."""
        state, net = self.state, self.state.theatre.net(self.state.roads)
        grid = state.world.board.grid
        return [n for d in range(6) if net.any[h * 6 + d] and (n := grid.neighbour(h, d)) >= 0]

    def _transport(self) -> Iterator[Advice]:
        """In 1935 divisions waiting in Massawa go to the open country of the southern front."""
        state = self.state
        if state.part != S1935 or self.side != ITALIAN or state.turn > WEIGHTS.last_convoy_turn:
            return
        for name in CONVOYS:
            order = Embark((name,), "1405", "2324")
            if not isinstance(sea.judge_embark(state, order), Refusal):
                yield order, 0.3, "ship", {"hex": "2324"}

    def _special(self) -> Iterator[Advice]:
        """Chiefs are bribed where troops are near and points are plenty."""
        state = self.state
        if state.part != S1935 or self.side != ITALIAN:
            return
        for region, anchor in bribery.regions(state).items():
            box = "south" if region == "ogaden" else "north"
            held = state.boxes[state.theatre.box_index[box]]
            count = 2
            if bribery.modifier(state, anchor) < 1 or held < count + WEIGHTS.points_kept + 1:
                continue
            order = Bribe(region, box, count)
            if not isinstance(bribery.judge_bribe(state, order), Refusal):
                yield order, 0.2, "bribe", {"region": region, "count": count}

    # --- gas ----------------------------------------------------------------------------------------

    def _bomb(self) -> Iterator[Advice]:
        """Gas where a battle is to be fought and the League's price is low."""
        state = self.state
        price = BATTLE_WEIGHTS.gas_flight + league_price(state) * self.reading.style_factor(
            "league"
        )
        best: tuple[float, Bomb] | None = None
        for target in attack_hexes(state):
            if target in state.gassed:
                continue
            fliers = airfields.fliers(state, ITALIAN, target)
            able = attackers(state, target)
            if not fliers or not able or not state.combat_units(target):
                continue
            gain = self._gas_gain(target, able) - price
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, Bomb(state.world.air[fliers[-1]].id, state.hex_name(target), True)
        if best is not None and not isinstance(bombing.judge_bomb(state, best[1]), Refusal):
            yield best[1], best[0], "gas", {"hex": best[1].hex, "gain": f"{best[0]:+.1f}"}

    def _gas_gain(self, target: int, able: list[int]) -> float:
        state = self.state
        posted = [(u, state.units[u].place) for u in able]
        plain, gassed = Battles(self.reading), Battles(self.reading)
        gassed.halve(target)
        before = max(0.0, plain.prospect(posted, target, gas=False).gain)
        return gassed.prospect(posted, target, gas=False).gain - before
