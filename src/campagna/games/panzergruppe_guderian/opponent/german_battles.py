"""Opponent: which battles the German fights in his combat phase, and where his aircraft go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campagna.core.contract import Fact, Order, Refusal
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.panzergruppe_guderian.opponent import german_battle_value
from campagna.games.panzergruppe_guderian.opponent.battle_chances import (
    Stakes,
    expected,
    results_of,
    yields,
)
from campagna.games.panzergruppe_guderian.opponent.map_reading import (
    MOTORIZED,
    MapReading,
    prize_gain,
    step_worth,
    worth,
)
from campagna.games.panzergruppe_guderian.orders import Attack, Done, Interdict
from campagna.games.panzergruppe_guderian.rules import combat, interdiction
from campagna.games.panzergruppe_guderian.rules.combat import attack_options
from campagna.games.panzergruppe_guderian.rules.strength import attack_strength, multiplier
from campagna.games.panzergruppe_guderian.rules.zones import blocked, zone
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.world import GERMAN, HOME, SOVIET


class GermanCombatWeights(Weights, frozen=True):
    """Which battles the German fights."""

    ground: float
    prize_ground: float
    least_gain: float
    force_at_stake: float
    unit: float


WEIGHTS = load_weights(HOME, "german_battles", GermanCombatWeights)


class Post:
    """The units of one hex that may attack, with what they bring to any battle."""

    __slots__ = ("place", "power", "step", "units", "worths")

    def __init__(self, state: State, place: int, units: list[int]) -> None:
        self.place = place
        self.units = units
        self.power = attack_strength(state, units)
        self.worths = [worth(state, u) for u in units]
        self.step = min([step_worth(state, u) for u in units])


class Defence:
    """What can be said of an attack on a hex before it is known who attacks."""

    __slots__ = ("chances", "exits", "ground", "many", "target", "worth")

    def __init__(self, state: State, reading: MapReading, target: int) -> None:
        stack = state.stack(target)
        prize = target in state.world.prize_hexes
        closed = blocked(state, SOVIET)
        self.target = target
        self.chances = reading.defence(target)
        self.ground = WEIGHTS.ground
        if prize:
            self.ground += WEIGHTS.prize_ground * prize_gain(state, target)
        self.exits = not prize and not all(map(closed.__getitem__, reading.chart.around[target]))
        self.worth = sum([worth(state, u) for u in stack])
        self.many = len(stack)


class GermanBattles:
    def __init__(self, state: State, style: Mapping[str, float]) -> None:
        self.state = state
        self.style = style
        self.reading = MapReading(state, style)

    # --- combat ---------------------------------------------------------------------------------

    def battles(self) -> Iterator[Advice]:
        """The battle expected to gain most, then the next; none that is expected to lose."""
        state = self.state
        eager = german_battle_value.WEIGHTS.aggression * self.style.get("attack", 1.0)
        least = WEIGHTS.least_gain / eager
        posts: dict[int, Post] = {}
        best: tuple[float, Order, dict[str, Fact]] | None = None
        for target, able in attack_options(state).items():
            against = Defence(state, self.reading, target)
            for force in self._forces(self._posted(able, posts)):
                gain = self._expected(force, against)
                # Most battles gain less than one found before: nobody needs to judge them.
                if gain < least or (best is not None and gain <= best[0]):
                    continue
                order = self._order(force, target)
                if not isinstance(combat.judge_attack(state, order), Refusal):
                    best = (gain, order, self._facts(force, against, gain))
        if best is None:
            yield Done(), 0.0, "done", {}
        else:
            yield best[1], best[0], "attack", best[2]

    def _posted(self, able: list[int], posts: dict[int, Post]) -> list[Post]:
        """The units by their hexes; a hex sends the same ones against each of its targets."""
        state = self.state
        groups: dict[int, list[int]] = {}
        for u in able:
            groups.setdefault(state.units[u].place, []).append(u)
        for place, units in groups.items():
            if place not in posts:
                posts[place] = Post(state, place, units)
        return [posts[place] for place in groups]

    def _forces(self, posts: list[Post]) -> list[list[Post]]:
        """All of them, and all but those of one hex, and those of one hex."""
        forces = [posts]
        if len(posts) > 1:
            forces += [[p for p in posts if p is not left] for left in posts]
        if len(posts) > 2:
            forces += [[p] for p in posts]
        return forces

    def _expected(self, force: list[Post], against: Defence) -> float:
        """What a battle is expected to gain."""
        worths = [w for p in force for w in p.worths]
        stakes = Stakes(
            sum(worths) + WEIGHTS.force_at_stake,
            min([p.step for p in force]),
            against.worth,
            against.many,
            against.ground,
            against.exits,
        )
        power, factor = self._strengths(force, against)
        gain = expected(self.state, ((power, 1.0),), against.chances, factor, stakes)
        return gain - WEIGHTS.unit * len(worths)

    def _strengths(self, force: list[Post], against: Defence) -> tuple[int, int]:
        """The strength of the attack, and by what the terrain multiplies the defence."""
        factor = multiplier(self.state, against.target, [p.place for p in force])
        return sum([p.power for p in force]), factor

    def _order(self, force: list[Post], target: int) -> Attack:
        state = self.state
        units = [u for p in force for u in p.units]
        return Attack(state.names(units), (state.world.hex_ids[target],))

    def _facts(self, force: list[Post], against: Defence, gain: float) -> dict[str, Fact]:
        power, factor = self._strengths(force, against)
        results = results_of(self.state, ((power, 1.0),), against.chances, factor)
        defence = sum(d * p for d, p in against.chances) * factor
        return {
            "hex": self.state.world.hex_ids[against.target],
            "odds": f"{power}:{defence:.0f}",
            "percent": round(100 * yields(results)),
            "gain": f"{gain:+.1f}",
        }

    # --- aircraft -------------------------------------------------------------------------------

    def markers(self) -> Iterator[Advice]:
        """On the railways that bring the Soviet reserves, near the front but not under our zones."""
        state, world = self.state, self.state.world
        ours = zone(state, GERMAN)
        pull = self.reading.german_pull(MOTORIZED)
        rails = [
            h
            for h in sorted(world.rail_hexes)
            if not ours[h]
            and not state.maps.held[GERMAN][h]
            and interdiction.refuse_marker(state, GERMAN, h) is None
        ]
        rails.sort(key=lambda h: (-pull[h], h))
        chosen: list[int] = []
        markers = interdiction.markers_now(state, GERMAN)
        for h in rails:
            if all(h not in self.reading.chart.nearby[c] for c in chosen):
                chosen.append(h)
            if len(chosen) == markers:
                break
        names = tuple(world.hex_ids[h] for h in chosen)
        yield Interdict(names), 0.1, "interdict", {"hexes": names}
