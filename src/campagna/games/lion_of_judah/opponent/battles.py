"""Opponent: which battles to fight, with what, and who supports them. Serves every side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campagna.core.bias import place_bias
from campagna.core.contract import Fact, Order, Refusal
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.flags import M_SIDE
from campagna.games.lion_of_judah.frames import Battle, FollowUp
from campagna.games.lion_of_judah.opponent.battle_value import (
    NO_SHIFT,
    Prospect,
    Shifts,
    Stakes,
    air_shifts,
    concentric,
    expect,
    odds_text,
)
from campagna.games.lion_of_judah.opponent.map_reading import MAIN_WAYS, MapReading, bases
from campagna.games.lion_of_judah.orders import Attack, Done
from campagna.games.lion_of_judah.rules.air_hq import airfields
from campagna.games.lion_of_judah.rules.combat import combat, odds, scenario_modifiers
from campagna.games.lion_of_judah.rules.combat.combat import attack_hexes, attackers
from campagna.games.lion_of_judah.rules.ethiopia.leaders import is_negus
from campagna.games.lion_of_judah.rules.general.stacking import capacity, size
from campagna.games.lion_of_judah.rules.general.victory import score
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.rules.resources.supply import in_supply
from campagna.games.lion_of_judah.state import Phase, State
from campagna.games.lion_of_judah.world import HOME, S1935

Posted = Sequence[tuple[int, int]]
"""Attackers, each with the hex it attacks from."""


class BattleWeights(Weights, frozen=True):
    """What battles, aircraft and gas weigh, in victory points."""

    resource_point: float
    gas_flight: float
    league_when_behind: float
    league_when_ahead: float
    most_bombing: int
    beyond_most_bombing: float
    least_gain: float
    place_variation: float
    barrier: float
    barrier_turns: int
    siege: float
    most_losses: int
    worth_gassing: int
    most_gas_price: float
    dearer_step: float
    enemy_on_the_way: float
    enemy_on_a_line: float
    enemy_elsewhere: float
    other_siege: float
    ground: float
    way_opened: float
    barrier_opened: float
    line_opened: float
    undefended: float
    unit_used: float


WEIGHTS = load_weights(HOME, "battles", BattleWeights)

LATE = 1 / 3
"""On the last turn every third marker that gassed comes back late and costs a point."""
SECOND_POOL, LATER_MARKERS = 4, 9
"""The turn on which the second pool of events joins the cup, and its markers."""
SCHEDULE = {4: 14, 5: 17, 6: 21, 7: 25}
"""With fewer points on these turns the Italian of 1935 loses anyway, unless he dares more."""
MOST_SUPPORT = 2


class Battles:
    def __init__(self, reading: MapReading) -> None:
        self.reading = reading
        self.state = reading.state
        self.side = reading.side
        self._against: dict[int, int] = {}
        self._resistance: dict[int, float] = {}
        self._ground: dict[int, float] = {}
        self._staffs: dict[int, list[int]] = {}
        self._theirs: dict[int, float] = {}
        self._league: float | None = None

    # --- what a battle is worth -----------------------------------------------------------------

    def prospect(self, posted: Posted, target: int, *, gas: bool = True) -> Prospect:
        """The gain expected of an attack with the best support at hand, gas before it or not."""
        state, side = self.state, self.side
        origins = {h for _, h in posted}
        shift = odds.terrain_shift(state, target) + self._river(posted, target)
        shift += self._scenario(target) - self._defenders_support(target)
        power = self.power(posted)
        resistance = self.resistance(target)
        drm = concentric(state, origins, target)
        stakes = self.stakes([u for u, _ in posted], target)
        known = state.part != S1935
        bare = expect(state, side, power, resistance, shift, drm, stakes, known=known)
        best = bare
        by_air = self._by_air(target)
        resistance, price = self._gassed(target, resistance) if gas else (resistance, 0.0)
        for helpers in range(self._helpers(origins) + 1):
            found = expect(
                state, side, power, resistance, shift + helpers, drm, stakes, by_air, known=known
            )
            gain = found.gain - WEIGHTS.resource_point * helpers - price
            if gain > best.gain:
                best = Prospect(gain, found.clears, found.column)
        return best

    def power(self, posted: Posted) -> float:
        """Attack factors, halved for those that would be out of supply where they stand now."""
        state, total = self.state, 0.0
        for u, h in posted:
            points = self.reading.attack(u)
            stays = state.units[u].place == h
            total += points / 2 if stays and not in_supply(state, u) else points
        return total

    def resistance(self, target: int) -> float:
        found = self._resistance.get(target)
        if found is None:
            found = self._resistance[target] = self.reading.resistance(target)
        return found

    def halve(self, target: int) -> None:
        """Count with a defence halved by gas."""
        self._resistance[target] = self.reading.resistance(target) / 2

    def _gassed(self, target: int, resistance: float) -> tuple[float, float]:
        """The defence and the price if the aircraft gas a target before the attack."""
        state = self.state
        before = state.phase in (Phase.MOVEMENT, Phase.BOMBING)
        if state.part != S1935 or self.side != ITALIAN or not before or target in state.gassed:
            return resistance, 0.0
        if self._league is None:
            self._league = league_price(state) * self.reading.style_factor("league")
        price = WEIGHTS.gas_flight + self._league
        if (
            resistance < WEIGHTS.worth_gassing
            or price > WEIGHTS.most_gas_price
            or not airfields.fliers(state, ITALIAN, target)
        ):
            return resistance, 0.0
        return resistance / 2, price

    def _river(self, posted: Posted, target: int) -> int:
        across = sum(
            self.reading.attack(u) for u, h in posted if odds.crosses_river(self.state, h, target)
        )
        return -1 if across * 2 > sum(self.reading.attack(u) for u, _ in posted) else 0

    def _scenario(self, target: int) -> int:
        """Shifts that events and places give (12.10), as for a battle without attackers."""
        defenders = self.state.combat_units(target)
        bare = Battle(self.side, (), (), target, defenders, 0)
        return scenario_modifiers.shift(self.state, bare)

    def stakes(self, units: Sequence[int], target: int) -> Stakes:
        reading, state = self.reading, self.state
        defenders = state.combat_units(target)
        dear = reading.style_factor("losses")
        own = sorted(reading.step_worth(u) * dear for u in units)
        while len(own) < WEIGHTS.most_losses and own:
            own.append(own[-1] + WEIGHTS.dearer_step)
        if target not in self._ground:
            self._ground[target] = self.ground(target)
            worth = [reading.step_worth(u) for u in defenders]
            mean = sum(worth) / len(worth) if worth else 0.0
            self._theirs[target] = mean * self._interest(target) + self._siege(target)
        return Stakes(
            tuple(own[: WEIGHTS.most_losses]),
            self._theirs[target] * reading.style_factor("attack"),
            reading.steps(target),
            self._ground[target] * reading.style_factor("attack"),
        )

    def _interest(self, target: int) -> float:
        """The Italian of 1935 has no time for enemies who bar neither his way nor his lines."""
        state = self.state
        if state.part != S1935 or self.side != ITALIAN:
            return 1.0
        late = min(1.0, (self.reading.turns_left - 1) / 3)
        around = (target, *self.reading.chart.around[target])
        if any(state.hex_name(h) in MAIN_WAYS for h in around):
            return WEIGHTS.enemy_on_the_way * late
        lines = state.theatre.net(state.roads).on_line
        beside = any(lines[h] for h in around)
        return (WEIGHTS.enemy_on_a_line if beside else WEIGHTS.enemy_elsewhere) * late

    def _siege(self, target: int) -> float:
        """A step of a garrison counts for the place that another attack may take."""
        if self.reading.turns_left == 1:
            return 0.0
        steps = max(2, self.reading.steps(target))
        share = WEIGHTS.siege if self.decides(target) else WEIGHTS.other_siege
        return share * (self.reading.prize_worth(target) + self._barrier(target)) / steps

    def decides(self, target: int) -> bool:
        """Whether the war of 1935 hangs on it for the Italian: the capital, or who bars the way."""
        if self.state.part != S1935 or self.side != ITALIAN:
            return False
        return self.state.hex_name(target) == "1215" or self._barrier(target) > 0

    def _barrier(self, target: int) -> float:
        """A stack on a way to the capital bars ten points while there is time to get there."""
        state = self.state
        if (
            state.part != S1935
            or self.side != ITALIAN
            or self.reading.turns_left < WEIGHTS.barrier_turns
        ):
            return 0.0
        open_ = state.control[state.world.hex_index["1215"]] != ITALIAN
        bars = open_ and state.hex_name(target) in MAIN_WAYS
        return WEIGHTS.barrier * self.reading.style_factor("capital") if bars else 0.0

    def ground(self, target: int) -> float:
        """For the hex: its points, who else is caught there, a way opened."""
        reading, state = self.reading, self.state
        total = reading.prize_worth(target) + reading.leader_worth(target)
        late = min(1.0, (reading.turns_left - 1) / 3)
        if state.part != S1935 or self.side != ITALIAN:
            return total + WEIGHTS.ground * late
        if state.hex_name(target) in MAIN_WAYS:
            total += WEIGHTS.way_opened * late
            return total + WEIGHTS.barrier_opened * self._barrier(target)
        on_line = state.theatre.net(state.roads).on_line[target]
        return total + (WEIGHTS.line_opened if on_line else WEIGHTS.ground) * late

    # --- support --------------------------------------------------------------------------------

    def _helpers(self, origins: set[int]) -> int:
        """HQs and leaders near the attackers that could be paid for."""
        found = sum(self._shifts(u, origins) for u in self._staff(self.side))
        return min(MOST_SUPPORT, found)

    def _staff(self, side: int) -> list[int]:
        """HQs and leaders of a side on the map."""
        found = self._staffs.get(side)
        if found is None:
            state = self.state
            found = self._staffs[side] = [
                u for u in state.on_map(side) if state.counter(u).type in ("hq", "leader")
            ]
        return found

    def _shifts(self, unit: int, near: set[int]) -> int:
        state = self.state
        kind, u = state.counter(unit).type, state.units[unit]
        distance = state.world.board.grid.distance
        if not any(distance(u.place, h) <= 1 for h in near):
            return 0
        if kind == "leader":
            if state.part != S1935:
                return 0
            return min(u.load, 2 if is_negus(state, unit) else 1)
        if u.flags & M_SIDE or not in_supply(state, unit):
            return 0
        return 1 if resources.payers(state, unit, 1) else 0

    def _defenders_support(self, target: int) -> int:
        found = self._against.get(target)
        if found is None:
            near = {target}
            shifts = sum(self._shifts(u, near) for u in self._staff(1 - self.side))
            found = self._against[target] = min(MOST_SUPPORT, shifts)
        return found

    def _by_air(self, target: int) -> Shifts:
        state, side = self.state, self.side
        if state.part == S1935 and side != ITALIAN:
            return NO_SHIFT
        return air_shifts(state, side, target, min(2, len(airfields.fliers(state, side, target))))

    # --- the combat segment ---------------------------------------------------------------------

    def battles(self) -> Iterator[Advice]:
        """The battle expected to gain most; none that is expected to lose."""
        best: tuple[float, Order, dict[str, Fact]] | None = None
        most = 0.0
        for target, able in self._options().items():
            liking = WEIGHTS.place_variation * place_bias(self.reading.style, target)
            for units in self._forces(able):
                found = self._attack(target, units)
                if found is not None and (best is None or found[0] + liking > most):
                    best, most = found, found[0] + liking
        if best is None:
            yield Done(), 0.0, "done", {}
        else:
            yield best[1], best[0], "attack", best[2]

    def _options(self) -> dict[int, list[int]]:
        state = self.state
        frame = state.agenda[-1] if state.agenda else None
        again = frame.units if isinstance(frame, FollowUp) else ()
        found: dict[int, list[int]] = {}
        for target in attack_hexes(state):
            units = attackers(state, target)
            eager = [u for u in again if combat.refuse_attacker(state, u, target, again) is None]
            if again and not eager:
                continue
            both = sorted({*units, *eager})
            if both:
                found[target] = both
        return found

    def _forces(self, able: list[int]) -> list[list[int]]:
        """All of them, and all but those of one hex."""
        state = self.state
        places = list(dict.fromkeys(state.units[u].place for u in able))
        forces = [able]
        if len(places) > 1:
            forces += [[u for u in able if state.units[u].place != p] for p in places]
        return forces

    def _attack(self, target: int, units: list[int]) -> tuple[float, Order, dict[str, Fact]] | None:
        state = self.state
        units = self._crowd(target, [u for u in units if not self._last_guard(u)])
        if not units:
            return None
        posted = [(u, state.units[u].place) for u in units]
        if not state.combat_units(target):
            gain = (
                WEIGHTS.undefended
                + self.reading.leader_worth(target)
                + self.reading.prize_worth(target)
            )
            found = Prospect(gain, 1.0, 8)
        else:
            found = self.prospect(posted, target)
        gain = found.gain - WEIGHTS.unit_used * len(units)
        if gain < WEIGHTS.least_gain / self.reading.style_factor("attack"):
            return None
        order = Attack(state.names(units), state.hex_name(target))
        if isinstance(combat.judge_attack(state, order), Refusal):
            return None
        facts: dict[str, Fact] = {
            "hex": state.hex_name(target),
            "odds": odds_text(found.column),
            "percent": round(100 * found.clears),
            "gain": f"{gain:+.1f}",
        }
        return gain, order, facts

    def _last_guard(self, unit: int) -> bool:
        """The only unit in a base stays: an attacker may have to advance (12.12)."""
        state, place = self.state, self.state.units[unit].place
        return (
            self.side == ITALIAN and place in bases(state) and len(state.combat_units(place)) == 1
        )

    def _crowd(self, target: int, units: list[int]) -> list[int]:
        """As many from each hex as may attack from it, the strongest."""
        state, room = self.state, capacity(self.state, self.side, target)
        chosen: list[int] = []
        for place in dict.fromkeys(state.units[u].place for u in units):
            here: list[int] = []
            mine = [u for u in units if state.units[u].place == place]
            for u in sorted(mine, key=lambda u: (-self._rank(u), u)):
                if size(state, self.side, [*here, u]) <= room:
                    here.append(u)
            chosen += here
        return sorted(chosen)

    def _rank(self, unit: int) -> float:
        """Attack for the room it takes; troops whose losses are cheap come along first."""
        halves = max(1, self.state.world.halves[unit])
        return self.reading.attack(unit) / halves - self.reading.step_worth(unit)


def league_price(state: State) -> float:
    """What gas is likely to cost: the League of Nations, late markers (PB 13.6.5.1-c, 10.1.4)."""
    if state.turn == state.theatre.turns:
        return LATE
    track = state.theatre.scenario["bombing_track"]
    over: int = max(0, min(track["gas"], state.bombing + track["gas"] - track["free"]))
    if not over or track["closed_by"] in state.drawn:
        return 0.0
    if score(state) < SCHEDULE.get(state.turn, 0):
        return WEIGHTS.league_when_behind * over * league_chance(state)
    if state.bombing >= WEIGHTS.most_bombing:
        return WEIGHTS.beyond_most_bombing
    return WEIGHTS.league_when_ahead * over * league_chance(state)


def league_chance(state: State) -> float:
    """How likely the League of Nations still speaks, if it has not spoken yet."""
    if state.theatre.scenario["bombing_track"]["closed_by"] in state.drawn:
        return 0.0
    size_ = len(state.cup) + (LATER_MARKERS if state.turn < SECOND_POOL else 0)
    return min(1.0, (state.theatre.turns - state.turn) / max(1, size_))


def battles_for(state: State, side: int, style: Mapping[str, float]) -> Battles:
    return Battles(MapReading(state, side, style))
