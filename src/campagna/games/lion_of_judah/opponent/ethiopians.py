"""Opponent: how the Ethiopian leaders of 1935-36 are called and what their warriors do.

They end the war in Massawa or Mogadishu if the way is open, retake what stands empty, fall on HQs
and trucks, sit on the supply lines, hold ambas and cities, and stay out of stacks that starve.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campagna.core.bias import BIAS, place_bias
from campagna.core.contract import Refusal
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.lion_of_judah.counters import ITALIAN, LEG, OTHER
from campagna.games.lion_of_judah.flags import ACTIVE, MOVED
from campagna.games.lion_of_judah.opponent.battles import Battles
from campagna.games.lion_of_judah.opponent.concentration import Assembly
from campagna.games.lion_of_judah.opponent.map_reading import MapReading
from campagna.games.lion_of_judah.orders import Activate, Done, Move
from campagna.games.lion_of_judah.rules.ethiopia import activation
from campagna.games.lion_of_judah.rules.ethiopia.leaders import is_negus
from campagna.games.lion_of_judah.rules.movement import destinations, movement
from campagna.games.lion_of_judah.rules.resources.supply import to_network
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import HOME
from campagna.hexes.board import marked

CROWD = 4
"""Warriors that live off the land in one hex without hunger (PB 13.6.3)."""
CITY_CROWD = 6


class WarriorWeights(Weights, frozen=True):
    """What draws the Ethiopians and what they avoid."""

    crowded: float
    decisive_place: float
    place_variation: float
    enemy_near: int
    most_near: float
    follower: float
    negus_waits: float
    italian_march: int
    out_of_reach: float
    reach_far: float
    reach_near: float
    per_turn_away: float
    least_seizure: float
    hit_when_seizing: float
    least_gain: float
    stay: float
    third_guard: float
    company: float
    amba: float
    rough: float
    rough_strength: float
    amba_strength: float
    safe_odds: float
    odds_to_ruin: float
    leader_stays: float
    leader_alone: float
    hit_alone: float
    hit_in_company: float
    warriors_near: float


WEIGHTS = load_weights(HOME, "ethiopians", WarriorWeights)


def activations(state: State, style: Mapping[str, float]) -> Iterator[Advice]:
    """The leader nearest to the enemy first, the Negus last: he can use whoever is left."""
    reading = MapReading(state, OTHER, style)
    best, best_score = None, -99.0
    for leader in activation.available(state):
        followers = [u for u in activation.commanded(state, leader) if state.world.combat[u]]
        if not followers:
            continue
        near = reading.strength_near(state.units[leader].place, ITALIAN, WEIGHTS.enemy_near)
        score = min(near, WEIGHTS.most_near) + WEIGHTS.follower * len(followers)
        score -= WEIGHTS.negus_waits if is_negus(state, leader) else 0.0
        if score > best_score:
            best, best_score = leader, score
    if best is None:
        yield Done(), 0.0, "done", {}
        return
    chance = activation.rating(state, best) - activation.modifier(state, best)
    percent = round(100 * max(0, min(5, chance)) / 6)
    yield (
        Activate(state.name(best)),
        0.1,
        "activate",
        {"unit": state.name(best), "percent": percent},
    )


class LeaderPlan:
    """The movement segment of one leader's units."""

    def __init__(self, state: State, style: Mapping[str, float]) -> None:
        self.state = state
        self.reading = MapReading(state, OTHER, style)
        self.battles = Battles(self.reading)
        self.posted: set[int] = set()
        """Units that have found their place."""

    def moves(self) -> Iterator[Advice]:
        state = self.state
        self._read_map()
        units = self._free()
        reach = {u: list(marked(destinations.reach(state, [u]))) for u in units}
        yield from self._capture_undefended(reach)
        yield from self._assemble(reach)
        yield from self._settle(reach)
        yield from self._lead()
        yield Done(), 0.0, "done", {}

    def _free(self) -> list[int]:
        state = self.state
        return [
            u
            for u in state.on_map(OTHER)
            if state.world.combat[u]
            and state.has(u, ACTIVE)
            and not state.has(u, MOVED)
            and u not in self.posted
            and (not state.units[u].spent or u in state.moving)
            and movement.left(state, u) > 0
        ]

    def _move_to(self, units: Sequence[int], to: int) -> Move | None:
        state = self.state
        if not destinations.ends(state, units) >> 8 * to & 1:
            return None
        way = destinations.way_to(state, state.units[units[0]].place, to)
        order = Move(state.names(units), tuple(state.hex_name(h) for h in way))
        return None if isinstance(movement.judge_move(state, order), Refusal) else order

    # --- the map ------------------------------------------------------------------------------------

    def _read_map(self) -> None:
        state, reading = self.state, self.reading
        victory = state.theatre.scenario["victory"]
        self.decisive = set(state.world.hexes(victory["sudden_ethiopian"]["hexes"]))
        self.hits = self._italian_power()
        lines = to_network(state, ITALIAN, -1)
        net = state.theatre.net(state.roads).on_line
        held = state.maps.held[ITALIAN]
        self.line = [bool(net[h] and lines[h] == 0 and not held[h]) for h in range(len(lines))]
        self.front = self._front()
        self.prizes = {h: p * self._urgency(h) for h, p in reading.prizes.items() if p > 0}
        self.value = self._values()

    def _italian_power(self) -> list[float]:
        """Italian attack strength that can stand beside each hex next turn."""
        state, found = self.state, [0.0] * self.state.world.size
        for h in self.reading.foes:
            power = self.reading.power(state.combat_units(h))
            if power:
                for n in state.world.around(h, 2):
                    found[n] += power
        return found

    def _front(self) -> list[int]:
        """Half points of the nearest Italian division to each hex."""
        state = self.state
        world, field = state.world, state.world.field
        costs = state.theatre.costs(LEG, state.roads, rains=False, river_extra=0)
        field.clear()
        for h in self.reading.foes:
            if state.maps.armed[ITALIAN][h]:
                field.add_source(h, 0, True)
        field.spread(costs, state.theatre.neutral, world.nothing, 120)
        return [c if (c := field.cost(h)) >= 0 else 140 for h in range(world.size)]

    def _urgency(self, prize: int) -> float:
        """How soon the Italian can be there, or that he is and has left it empty."""
        turns = self.front[prize] / WEIGHTS.italian_march
        if turns > self.reading.turns_left + 1:
            return WEIGHTS.out_of_reach
        return WEIGHTS.reach_far + WEIGHTS.reach_near * float(WEIGHTS.per_turn_away**turns)

    def _values(self) -> list[float]:
        """What a hex is worth for the places it covers, and what the bias of a general adds."""
        world, chart, style = self.state.world, self.reading.chart, self.reading.style
        found = [0.0] * world.size
        if BIAS in style:
            found = [WEIGHTS.place_variation * place_bias(style, h) for h in range(world.size)]
        for prize, value in self.prizes.items():
            for h, share in chart.shadow(world, prize):
                found[h] += value * share
        return found

    # --- what a unit does -----------------------------------------------------------------------------

    def _capture_undefended(self, reach: Mapping[int, Sequence[int]]) -> Iterator[Advice]:
        """Places that decide or score and stand open, and defenceless enemies."""
        state = self.state
        soft = set(destinations.prizes(state, ITALIAN))
        taken: set[int] = set()
        for u in self._free():
            best, best_score = -1, WEIGHTS.least_seizure
            for h in reach[u]:
                if h in taken:
                    continue
                score = WEIGHTS.decisive_place if h in self.decisive else 0.0
                if state.control[h] == ITALIAN:
                    score += self.reading.prizes.get(h, 0.0)
                if h in soft:
                    score += self.reading.leader_worth(h)
                if score and h not in self.decisive and self.reading.turns_left > 1:
                    score -= WEIGHTS.hit_when_seizing * self.hits[h]
                if score > best_score:
                    best, best_score = h, score
            if best < 0:
                continue
            order = self._move_to([u], best)
            if order is not None:
                taken.add(best)
                self.posted.add(u)
                yield order, best_score, "seize", {"hex": state.hex_name(best)}

    def _assemble(self, reach: Mapping[int, Sequence[int]]) -> Iterator[Advice]:
        state = self.state
        free = set(self._free())
        able = {u: hexes for u, hexes in reach.items() if u in free}
        fixed = [
            u
            for u in state.on_map(OTHER)
            if state.world.combat[u] and state.has(u, ACTIVE) and u not in able
        ]
        for muster in Assembly(self.battles, able, fixed).choose(
            WEIGHTS.least_gain / self.reading.style_factor("attack")
        ):
            for u, h in muster.posts:
                self.posted.add(u)
                if state.units[u].place == h or u not in able:
                    continue
                order = self._move_to([u], h)
                if order is not None:
                    yield order, muster.gain, "muster", muster.facts(state, h)

    def _settle(self, reach: Mapping[int, Sequence[int]]) -> Iterator[Advice]:
        """The others go where they cover most and risk least."""
        state = self.state
        for u in self._free():
            here = state.units[u].place
            best, best_score = here, self._worth(u, here) + WEIGHTS.stay
            for h in reach[u]:
                score = self._worth(u, h)
                if score > best_score:
                    best, best_score = h, score
            self.posted.add(u)
            if best == here:
                continue
            order = self._move_to([u], best)
            if order is not None:
                yield order, 0.1, "hold", {"hex": state.hex_name(best)}

    def _worth(self, unit: int, h: int) -> float:
        """What a unit does in a hex: covers, cuts, keeps company; less what it risks."""
        state, reading = self.state, self.reading
        friends = [u for u in state.combat_units(h) if u != unit and state.own(u) == OTHER]
        heads = len(friends) + 1
        total = self.value[h] * reading.style_factor("hold")
        limit = CITY_CROWD if state.world.settlement[h] else CROWD
        prize = self.prizes.get(h, 0.0)
        if prize:
            more = WEIGHTS.third_guard if heads <= limit else 0.0
            total += prize * (1.0 if heads <= 2 else more)
        if self.line[h]:
            total += 1.0 * reading.style_factor("cut") if heads == 1 else 0.0
        total += WEIGHTS.company * min(heads, limit) - WEIGHTS.crowded * max(0, heads - limit)
        rough = not state.world.clear[h]
        total += WEIGHTS.amba if state.world.amba[h] else WEIGHTS.rough if rough else 0.0
        defence = sum(reading.defence(u) for u in friends) + reading.defence(unit)
        strength = WEIGHTS.rough_strength if rough else 1.0
        strength = WEIGHTS.amba_strength if state.world.amba[h] else strength
        odds = self.hits[h] / max(0.5, defence * strength)
        exposure = min(1.0, max(0.0, (odds - WEIGHTS.safe_odds) / WEIGHTS.odds_to_ruin))
        return total - exposure * reading.step_worth(unit) * reading.style_factor("caution")

    def _lead(self) -> Iterator[Advice]:
        """The leader goes where most of his warriors are."""
        state = self.state
        leaders = [
            u
            for u in state.on_map(OTHER)
            if state.counter(u).type == "leader" and state.has(u, ACTIVE)
        ]
        for leader in leaders:
            if state.has(leader, MOVED) or state.units[leader].spent:
                continue
            best, best_score = (
                -1,
                self._company(leader, state.units[leader].place) + WEIGHTS.leader_stays,
            )
            for h in marked(destinations.reach(state, [leader])):
                score = self._company(leader, h)
                if score > best_score:
                    best, best_score = h, score
            if best < 0:
                continue
            order = self._move_to([leader], best)
            if order is not None:
                yield order, 0.1, "lead", {"hex": state.hex_name(best)}

    def _company(self, leader: int, h: int) -> float:
        state = self.state
        faction = state.counter(leader).faction
        mine = [u for u in state.combat_units(h) if state.counter(u).faction == faction]
        if not mine:
            return WEIGHTS.leader_alone - WEIGHTS.hit_alone * self.hits[h]
        near = sum(
            1
            for n in state.world.around(h, 1)
            for u in state.combat_units(n)
            if state.counter(u).faction == faction
        )
        defence = sum(self.reading.defence(u) for u in mine)
        risk = WEIGHTS.hit_in_company * self.hits[h] / max(1.0, defence)
        return 1.0 * len(mine) + WEIGHTS.warriors_near * near - risk
