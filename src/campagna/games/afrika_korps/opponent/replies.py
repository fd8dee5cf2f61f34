"""Opponent: everything that is asked besides moving and attacking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from campagna.core.contract import Fact
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.afrika_korps.frames import (
    Advancing,
    Crowded,
    Denial,
    Displaced,
    Doomed,
    Exchange,
    Following,
    Hauling,
    Respite,
    Retreating,
    Unloading,
)
from campagna.games.afrika_korps.opponent.map_reading import MapReading, worth
from campagna.games.afrika_korps.orders import (
    Advance,
    Consent,
    Destroy,
    Done,
    GiveUp,
    Haul,
    Land,
    LandSupply,
    Lose,
    PlaceRommel,
    Retreat,
    RollSupply,
    Sacrifice,
)
from campagna.games.afrika_korps.rules.combat import advance, results, retreat
from campagna.games.afrika_korps.rules.combat.sacrifice import smallest_sets
from campagna.games.afrika_korps.rules.combat.zones import fighters, shut_by, zone
from campagna.games.afrika_korps.rules.forces import arrivals
from campagna.games.afrika_korps.rules.forces.substitutes import swaps
from campagna.games.afrika_korps.rules.movement import stacking
from campagna.games.afrika_korps.rules.sequence.phases import allowed
from campagna.games.afrika_korps.rules.supply import captures, supply_denial
from campagna.games.afrika_korps.rules.supply.isolation import supplied_hexes
from campagna.games.afrika_korps.state import Phase, State
from campagna.games.afrika_korps.world import ALLIED, AXIS, HOME


class ReplyWeights(Weights, frozen=True):
    worth_replacing: int
    worth_tobruch: int
    led_off_supply: float
    led_to_good_ground: float
    led_to_friends: float
    axis_led_away: float
    allied_led_away: float
    led_to_supply: float


W = load_weights(HOME, "replies", ReplyWeights)

DONE: Advice = (Done(), 0.0, "done", {})


def answer(state: State, style: Mapping[str, float]) -> Advice:
    """What to say to whatever lies on top of the agenda."""
    frame = state.agenda[-1]
    match frame:
        case Unloading():
            return _land_supply(state)
        case Doomed():
            lost = _cheapest(state, smallest_sets(state))
            return GiveUp(state.names(lost)), 0.0, "lose", {"units": state.names(lost)}
        case Exchange():
            paid = _payment(state, results.payments(state, frame), style)
            return Lose(state.names(paid)), 0.0, "lose", {"units": state.names(paid)}
        case Crowded():
            lost = _cheapest(state, stacking.choices(state, frame))
            return Sacrifice(state.names(lost)), 0.0, "lose", {"units": state.names(lost)}
        case Retreating():
            return _retreat(state, frame)
        case Advancing():
            return _advance(state, frame, style)
        case Hauling():
            return _haul(state, frame)
        case Following():
            end = state.hex_name(frame.hex)
            return Haul(state.name(frame.supplies[0]), (end,)), 0.0, "depot", {"hex": end}
        case Displaced():
            return _rommel(state, frame)
        case Respite():
            return _respite(state)
        case Denial():
            return _deny(state, frame)
    raise AssertionError(f"nobody decides {frame}")


def _cheapest(state: State, sets: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    world = state.world
    return min(sets, key=lambda s: (sum(worth(world, u) for u in s), s))


def _payment(
    state: State, sets: Iterable[tuple[int, ...]], style: Mapping[str, float]
) -> tuple[int, ...]:
    """As many factors go in any case: strong units, which bring more of them into a hex, count for
    more than their factors."""
    world, bias = state.world, style.get("armour", 1.0)

    def dear(unit: int) -> float:
        strong: float = max(1, world.attack[unit]) ** bias
        return worth(world, unit) * strong

    return min(sets, key=lambda s: (sum(dear(u) for u in s), s))


# --- arrivals ---------------------------------------------------------------------------------------


def supplies(state: State) -> Iterator[Advice]:
    """Roll or land whenever it is possible."""
    if arrivals.refuse_supply(state) is not None:
        yield DONE
    elif state.side == AXIS:
        yield RollSupply(), 1.0, "convoy", {}
    else:
        yield _land_supply(state)


def _land_supply(state: State) -> Advice:
    """The Allies supply Tobruch first; the Axis lands where the way to its army is open and short."""
    world, ports = state.world, state.ports
    base, tobruch = world.bases[state.side], world.tobruch
    port = base if base in ports else ports[0]
    if tobruch in ports:
        if state.side == ALLIED and not captures.supplies_at(state, tobruch, ALLIED):
            port = tobruch
        if state.side == AXIS and _open_way(state, tobruch) <= _open_way(state, port):
            port = tobruch
    name = state.hex_name(port)
    return LandSupply(name), 1.0, "land", {"hex": name}


def _open_way(state: State, port: int) -> float:
    """Hexes from a port to where the army stands, on average by attack factors."""
    world = state.world
    forbid = shut_by(state, 1 - state.side)
    far = world.field.flood(world.walls, forbid, world.nothing, [port], 254)
    return float(sum(world.attack[u] * far[state.place(u)] for u in fighters(state, state.side)))


def landings(state: State) -> Iterator[Advice]:
    """Units from sea, reinforcements, and the best replacements that can be paid."""
    while True:
        due = [u for u in state.world.fighters[state.side] if arrivals.how_it_lands(state, u)]
        free = [u for u in due if arrivals.how_it_lands(state, u) != "replacement"]
        bought = _replacement(state, due)
        units = free or ([] if bought is None else [bought])
        order = None
        for unit in units:
            order = _land(state, unit)
            if order is not None:
                break
        if order is None:
            break
        facts: dict[str, Fact] = {"units": order.units, "hex": order.port}
        yield order, 1.0, "reinforce", facts
    yield DONE


def _replacement(state: State, due: list[int]) -> int | None:
    world, budget = state.world, state.pool[state.side]
    dead = [u for u in due if arrivals.how_it_lands(state, u) == "replacement"]
    able = [u for u in dead if W.worth_replacing <= world.attack[u] <= budget] or [
        u for u in dead if world.attack[u] <= budget
    ]
    return max(able, key=lambda u: (worth(world, u), u), default=None)


def _land(state: State, unit: int) -> Land | None:
    """Tobruch while its garrison is small, else the base; nobody lands where there is no room."""
    world = state.world
    base, tobruch = world.bases[state.side], world.tobruch
    ports = [h for h in (base, tobruch) if h in state.ports]
    if not ports:
        return None
    inside = state.fighters_at(tobruch, state.side)
    better = sum(1 for u in inside if world.defence[u] >= world.defence[unit])
    if tobruch in ports and (len(inside) < world.stack_limit or better < world.stack_limit):
        if state.side == AXIS or world.defence[unit] >= W.worth_tobruch or base not in ports:
            ports = [tobruch]
    elif base not in ports and not any(
        not zone(state, 1 - state.side)[h] for h in world.near[tobruch]
    ):
        return None
    port = ports[0]
    order = Land((state.name(unit),), state.hex_name(port))
    return order if allowed(state, order) else None


def substitutions(state: State) -> Iterator[Advice]:
    """Three small units become one: more factors find room in a hex."""
    while True:
        able = [s for s in swaps(state) if len(s.units) > 1 and allowed(state, s)]
        if not able:
            break
        best = max(able, key=lambda s: (len(s.units), s.units))
        yield best, 0.5, "substitute", {"units": best.units, "counter": best.counter}
    yield DONE


# --- after a battle ---------------------------------------------------------------------------------


def _retreat(state: State, frame: Retreating) -> Advice:
    if retreat.asks_consent(state, frame):
        tobruch = state.world.tobruch
        agree = bool(state.fighters_at(tobruch, frame.side))
        return Consent(agree), 0.0, "consent", {}
    choices = retreat.choices_of_loss(state, frame)
    if choices:
        lost = _cheapest(state, choices)
        return Sacrifice(state.names(lost)), 0.0, "lose", {"units": state.names(lost)}
    unit = frame.units[0]
    tied = supplied_hexes(state, frame.side)
    home = MapReading(state, frame.side, {}).chart.way(state.world.bases[ALLIED])
    world = state.world

    def harm(path: tuple[int, int]) -> float:
        """How badly the loser stands at the end of a way."""
        end = path[1]
        total = W.led_off_supply * (not tied[end])
        total -= W.led_to_good_ground * bool(world.doubled[end])
        total -= W.led_to_friends * len(state.fighters_at(end, frame.side))
        total += (W.axis_led_away if frame.side == AXIS else W.allied_led_away) * home[end]
        taken = sum(len(captures.within_grasp(state, frame.side, h)) for h in path)
        return total - W.led_to_supply * taken

    best = max(retreat.open_paths(state, frame, unit), key=lambda p: (harm(p), p))
    names = tuple(state.hex_name(h) for h in best)
    return Retreat(state.name(unit), names), 0.0, "drive-back", {"hex": names[1]}


def _advance(state: State, frame: Advancing, style: Mapping[str, float]) -> Advice:
    """Into a fortress always, onto an escarpment if the units are safer there."""
    options = advance.can_advance(state, frame)
    reading = MapReading(state, frame.side, style)
    world = state.world
    for h in sorted(options):
        able = sorted(options[h], key=lambda u: (-world.defence[u], u))
        team = able[: advance.advance_room(state, h, frame.side)]
        if not world.fortress[h]:
            there = reading.exposure(h, team)
            here = sum(reading.exposure(state.place(u), [u]) for u in team)
            if there >= here:
                continue
        names = state.names(team)
        return Advance(names, state.hex_name(h)), 1.0, "advance", {"hex": state.hex_name(h)}
    return Done(), 0.0, "stay", {}


def _haul(state: State, frame: Hauling) -> Advice:
    """A captured supply goes where the enemy is farthest, among those hexes it can reach."""
    supply = frame.supplies[0]
    reach = advance.haul_reach(state, frame, supply)
    reading = MapReading(state, frame.side, {})
    place = state.place(supply)
    hostile = zone(state, 1 - frame.side)
    spots = [h for h in sorted(reach.label) if not hostile[h]]

    def danger(h: int) -> tuple[float, int]:
        escort = state.fighters_at(h, frame.side)
        lost = float(reading.threat[h]) if not escort else reading.odds(h, escort)
        return (lost, h)

    if spots:
        best = min(spots, key=danger)
        if danger(best) < danger(place):
            path = tuple(state.hex_name(h) for h in reach.path(best))
            order = Haul(state.name(supply), path)
            if allowed(state, order):
                return order, 1.0, "depot", {"hex": path[-1]}
    return DONE


def _rommel(state: State, frame: Displaced) -> Advice:
    def strength(h: int) -> int:
        return sum(state.world.attack[u] for u in state.fighters_at(h, AXIS))

    best = max(frame.hexes, key=lambda h: (strength(h), h))
    name = state.hex_name(best)
    return PlaceRommel(name), 0.0, "lead", {"hex": name}


def _respite(state: State) -> Advice:
    """The Allies burn what the enemy could take: to him it is worth far more."""
    side = 1 - state.side
    stock = captures.supplies_on_map(state, side)
    if side == ALLIED and state.phase == Phase.MOVEMENT and len(stock) > 1:
        for supply in supply_denial.endangered(state):
            if captures.is_lone(state, supply):
                order = Destroy(state.name(supply))
                if allowed(state, order):
                    return order, 1.0, "burn", {"hex": state.hex_name(state.place(supply))}
    return DONE


def _deny(state: State, frame: Denial) -> Advice:
    """What is lost anyway is better burnt than left to the enemy."""
    for supply in frame.supplies:
        order = Destroy(state.name(supply))
        if allowed(state, order):
            return order, 1.0, "burn", {"hex": state.hex_name(state.place(supply))}
    return DONE
