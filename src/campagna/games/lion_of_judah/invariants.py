"""What must hold in every state: for the tests, and for positions that people write."""

from __future__ import annotations

from collections import Counter as Tally

from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.flags import ABSENT, NOWHERE, TOP
from campagna.games.lion_of_judah.maps import Maps
from campagna.games.lion_of_judah.rules.general import stacking, tribes
from campagna.games.lion_of_judah.state import ADMINISTRATIVE, PHASE_NAMES, Phase, State
from campagna.games.lion_of_judah.world import S1940


def violations(state: State) -> list[str]:
    """Broken invariants, in words."""
    return [*_sequence(state), *impossible(state), *_crowded(state), *_maps(state)]


def _sequence(state: State) -> list[str]:
    """Steps that one side alone has, and that one war alone has."""
    found = []
    phase, side = PHASE_NAMES[state.phase], state.side_name(state.side)
    only = {Phase.BOMBING: ITALIAN, Phase.ACTIVATION: OTHER}.get(Phase(state.phase), state.side)
    if state.side != only:
        found.append(f"phase {phase} belongs to {state.side_name(only)}, not to {side}")
    return found


def impossible(state: State) -> list[str]:
    """What no position may contain."""
    return [
        *_stacks(state),
        *_strengths(state),
        *_tops(state),
        *_trucks(state),
        *_factors(state),
        *_tracks(state),
    ]


def _stacks(state: State) -> list[str]:
    found = []
    closed = state.theatre.neutral
    for hex_, stack in sorted(state.maps.stacks.items()):
        name = state.hex_name(hex_)
        if len({state.own(u) for u in stack}) > 1:
            found.append(f"hex {name} holds units of both sides")
        if closed[hex_] and not state.french_open:
            found.append(f"{state.name(stack[0])}: hex {name} lies in a neutral country")
        fighters = [u for u in stack if state.world.combat[u]]
        if fighters and state.control[hex_] != state.own(fighters[0]):
            found.append(f"hex {name} is not controlled by {state.name(fighters[0])} in it")
        for u in stack:
            counter = state.counter(u)
            if counter.type == "dummy" and state.world.region_of[hex_] != "sudan":
                found.append(f"{counter.id} stands outside Sudan")
    return found


def _crowded(state: State) -> list[str]:
    # The administrative phase checks the limit at its end.
    late = state.phase in ADMINISTRATIVE and state.options.fixed("stacking-at-the-end")
    if state.agenda or late:
        return []
    hexes = [h for side in (ITALIAN, OTHER) for h in stacking.overstacked(state, side)]
    return [f"too many or wrong units in hex {state.hex_name(h)}" for h in hexes]


def _strengths(state: State) -> list[str]:
    found = []
    for unit in state.theatre.units:
        u, counter = state.units[unit], state.counter(unit)
        if u.place >= 0 and not 1 <= u.steps <= counter.steps:
            found.append(f"{counter.id} has {u.steps} steps on the map")
        if u.spent < 0 or u.load < 0:
            found.append(f"{counter.id} has negative points")
        if u.load and counter.type not in ("truck", "leader"):
            found.append(f"{counter.id} carries resource points")
    strangers = [i for i, u in enumerate(state.units) if u.place != ABSENT]
    ours = set(state.theatre.units)
    found += [f"{state.name(i)} is of the other war" for i in strangers if i not in ours]
    return found


def _tops(state: State) -> list[str]:
    """Each stack with combat units or dummies has one top, no guerrilla above other units."""
    found = []
    for hex_, stack in sorted(state.maps.stacks.items()):
        layers = [u for u in stack if state.stacks_visibly(u)]
        tops = [u for u in stack if state.units[u].flags & TOP]
        if len(tops) != bool(layers) or not set(tops) <= set(layers):
            found.append(f"hex {state.hex_name(hex_)} has {len(tops)} units on top")
        elif _covered_by_guerrillas(state, layers, tops):
            found.append(f"guerrillas cover other units in hex {state.hex_name(hex_)}")
    return found


def _covered_by_guerrillas(state: State, layers: list[int], tops: list[int]) -> bool:
    guerrilla = state.world.guerrilla
    return bool(tops) and bool(guerrilla[tops[0]]) and not all(guerrilla[u] for u in layers)


def _trucks(state: State) -> list[str]:
    found = []
    for unit in state.theatre.units:
        u = state.units[unit]
        if u.carrier == NOWHERE:
            continue
        if state.counter(unit).type != "truck" or u.place < 0:
            found.append(f"{state.name(unit)} cannot carry anything")
        elif state.units[u.carrier].place != u.place:
            found.append(f"{state.name(unit)} is not with the unit it carries")
    return found


def _factors(state: State) -> list[str]:
    """The hidden factors in the game are those of the pools, whoever has them."""
    found = []
    for pool, units in state.world.pools.items():
        if state.counter(units[0]).part != state.part:
            continue
        values = Tally(state.units[u].value for u in units)
        if values != Tally(state.world.tables["factor_pools"][pool]):
            found.append(f"the factors of {pool} are not those of its pool")
        people = Tally(tribes.of(state, u) for u in units)
        if people != Tally(state.counter(u).tribe for u in units):
            found.append(f"the tribes of {pool} are not those of its pool")
    return found


def _tracks(state: State) -> list[str]:
    found = [
        f"box {box.id} holds {state.boxes[i]} points"
        for i, box in enumerate(state.theatre.boxes)
        if state.boxes[i] < 0
    ]
    if len(state.boxes) != len(state.theatre.boxes):
        found.append("there are boxes of another war")
    if state.part == S1940:
        scenario = state.theatre.scenario
        if not 0 <= state.fuel <= scenario["fuel"]["maximum"]:
            found.append(f"fuel stands at {state.fuel}")
        if not scenario["prestige"]["minimum"] <= state.prestige <= scenario["prestige"]["maximum"]:
            found.append(f"prestige stands at {state.prestige}")
    return found


def _maps(state: State) -> list[str]:
    """The derived maps are what the units say."""
    fresh, kept = Maps.rebuilt(state, state.maps.sides), state.maps
    pairs = {
        "stacks": (fresh.stacks, kept.stacks),
        "held": (fresh.held, kept.held),
        "armed": (fresh.armed, kept.armed),
        "solid": (fresh.solid, kept.solid),
        "carried": (fresh.carried, kept.carried),
    }
    return [f"the map of {name} is stale" for name, (a, b) in pairs.items() if a != b]
