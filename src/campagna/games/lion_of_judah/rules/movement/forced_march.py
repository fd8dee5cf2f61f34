"""11.5 Forced march: one die for each hex beyond the allowance, and the ambush."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, ForecastLine, Note, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Option, Pick, Place
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.field_events import Ambushed, MarchRolled
from campagna.games.lion_of_judah.flags import COLUMN, MARCHED, MOVED, UNSUPPLIED
from campagna.games.lion_of_judah.frames import Suffer
from campagna.games.lion_of_judah.orders import ForcedMarch
from campagna.games.lion_of_judah.rules.combat import visibility
from campagna.games.lion_of_judah.rules.events import effects_in_force
from campagna.games.lion_of_judah.rules.general.forecast import FACES, die_notes
from campagna.games.lion_of_judah.rules.general.names import own_units
from campagna.games.lion_of_judah.rules.general.rolled import march_result
from campagna.games.lion_of_judah.rules.movement import move_effects, movement, undefended
from campagna.games.lion_of_judah.rules.movement.step_causes import refuse_march_step
from campagna.games.lion_of_judah.rules.movement.terrain_costs import (
    along_lines,
    ground,
    may_be_dummies,
)
from campagna.games.lion_of_judah.rules.resources import fuel, roads
from campagna.games.lion_of_judah.rules.resources.prices import fuel_notes
from campagna.games.lion_of_judah.state import State
from campagna.hexes.grid import DIRECTIONS, OFF_MAP
from campagna.hexes.kernels import BARRED


class MarchPlan(msgspec.Struct, frozen=True):
    units: tuple[int, ...]
    here: int
    there: int
    cost: int
    price: int


class MarchResult(msgspec.Struct, frozen=True):
    """What a modified roll means: half points more, and whether there is an ambush."""

    extra: int
    ambush: bool


@rule("11.5.2-a", "11.4.1", "A-46", "2.3.4-b")
def may_force(state: State, unit: int) -> bool:
    """Europeans and Eritrean regulars, never HQs; trucks with the Europeans."""
    counter = state.counter(unit)
    if counter.type == "hq":
        return False
    eritrean = counter.branch == "colonial_regular" and counter.eritrean
    return counter.european or eritrean


@rule("11.5.1", "A-21")
def stretched(state: State, unit: int) -> int:
    """Half points left of the doubled allowance."""
    factor = state.world.tables["movement"]["forced_march_factor"]
    return int(factor * movement.available(state, unit)) - state.units[unit].spent


@rule("11.5.1", "11.5.2-a", "11.5.3-a", "11.5.3-b", "9.1-b")
def judge_march(state: State, order: ForcedMarch) -> Refusal | MarchPlan:
    units = own_units(state, order.units, state.side, "11.5.1")
    if isinstance(units, Refusal):
        return units
    way = movement.read_path(state, (order.hex, order.to))
    if isinstance(way, Refusal):
        return way
    if not units:
        return Refusal("11.5.1", "no-move", {"units": order.units})
    refusal = movement.refuse_movers(state, units, way[0]) or _refuse_ground(state, units, way)
    if refusal is not None:
        return refusal
    here, there = way
    cost = ground(state, units).costs[here * DIRECTIONS + _direction(state, here, there)]
    refusal = _refuse_points(state, units, there, cost)
    if refusal is not None:
        return refusal
    refusal = movement.refuse_end(state, units, here, units)
    if refusal is None:
        after = movement.trampled(state, units, (there,))
        refusal = movement.refuse_end(after, units, there, units)
    if refusal is not None:
        return refusal
    price = movement.fuel_price(state, units)
    if not fuel.affordable(state, price):
        return Refusal("PB 14.6.1.1", "no-fuel", {"unit": order.units[0], "count": state.fuel})
    return MarchPlan(units, here, there, cost, price)


def _direction(state: State, here: int, there: int) -> int:
    return state.world.board.grid.direction(here, there)


@rule("11.4.1", "11.5.2-a")
def _refuse_ground(state: State, units: Sequence[int], way: Sequence[int]) -> Refusal | None:
    here, there = way
    d, g = _direction(state, here, there), ground(state, units)
    shut = d == OFF_MAP or g.closed[there] or g.costs[here * DIRECTIONS + d] == BARRED
    hard = state.world.amba[there] or state.world.desert[there]
    if shut or hard or may_be_dummies(state, there):
        return refuse_march_step(state, units, way, g)
    return None


@rule("11.5.1", "11.5.3-a")
def _refuse_points(state: State, units: Sequence[int], there: int, cost: int) -> Refusal | None:
    """Some unit must need the march; those that do must be able to make it."""
    needy = [u for u in units if cost > movement.left(state, u)]
    if not needy:
        facts: dict[str, Fact] = {"unit": state.name(units[0]), "hex": state.hex_name(there)}
        return Refusal("11.5.3-a", "no-march-needed", facts)
    for unit in needy:
        facts = {"unit": state.name(unit), "hex": state.hex_name(there)}
        flags = state.units[unit].flags
        if not may_force(state, unit):
            return Refusal("11.5.2-a", "cannot-march", facts)
        if flags & UNSUPPLIED:
            return Refusal("9.3-a", "began-unsupplied", facts)
        if flags & COLUMN:
            return Refusal("PB 13.6.7.3", "in-column", facts)
        if cost > stretched(state, unit):
            facts |= movement.points_facts(cost, stretched(state, unit))
            return Refusal("11.5.1", "too-far", facts)
    return None


# --- the roll ---------------------------------------------------------------------------------------


@rule("11.5.3-a", "1-c", "11.4.2-b")
def modifier(state: State, here: int, there: int) -> int:
    """Along a line +1; into a mountain -1; abroad off the lines -1; the little rains."""
    table = state.world.tables["forced_march"]
    on_line = along_lines(state, (here, there))
    drm = table["along_line"] if on_line else 0
    if state.world.board.terrain_name(there) == "mountain":
        drm += table["into_mountain"]
    if not on_line and not at_home(state, there):
        drm += table["abroad_off_line"]
    return int(drm) + effects_in_force.forced_march_drm(state)


def at_home(state: State, hex_: int) -> bool:
    """In a friendly home country; French Somaliland is Allied once it has rallied (event D4)."""
    rallied = state.french_open and state.side != ITALIAN
    if rallied and state.world.region_of[hex_] == "french_somaliland":
        return True
    return bool(state.theatre.home[state.side][hex_])


def result_of(state: State, roll: int) -> MarchResult:
    for row in state.world.tables["forced_march"]["results"]:
        low, high = row["roll"].get("from", roll), row["roll"].get("to", roll)
        if low <= roll <= high:
            return MarchResult(2 * row["extra"], row["ambush"])
    raise AssertionError(f"no forced march result for {roll}")


@rule("11.5.3-d")
def exposed(state: State, here: int, there: int) -> bool:
    """An ambush counts only abroad or beside an enemy, at either end of the step."""
    danger = state.world.field.zones(state.maps.held[1 - state.side], state.world.board.edge)
    return any(not at_home(state, h) or danger[h] for h in (here, there))


@rule("11.5.3-b", "11.5.3-c", "11.5.3-d", "A-35")
def carry_out_march(state: State, plan: MarchPlan, chance: Chance) -> list[Event]:
    """Roll, pay and enter, or stay; an ambush costs the stack one step."""
    events: list[Event] = list(fuel.pay(state, plan.price))
    if plan.price:
        state.fuel_spent += [u for u in plan.units if u not in state.fuel_spent]
    die = chance.roll(6, "forced march")
    drm = modifier(state, plan.here, plan.there)
    result = result_of(state, die + drm)
    ambush = result.ambush and exposed(state, plan.here, plan.there)
    cost = plan.cost + result.extra
    enters = can_pay(state, plan, cost)
    for unit in state.moving:
        if unit not in plan.units:
            state.flag(unit, MOVED)
    state.moving = list(plan.units)
    events.append(_march_event(state, plan, die, drm, result, ambush=ambush, enters=enters))
    events += _step(state, plan, cost, chance) if enters else _halt(state, plan)
    if ambush:
        events += _ambush(state, plan)
    return [*events, *roads.check_sites(state)]


def can_pay(state: State, plan: MarchPlan, cost: int) -> bool:
    """Whether every unit has so many half points."""
    return all(_can_pay(state, u, cost) for u in plan.units)


def _can_pay(state: State, unit: int, cost: int) -> bool:
    points = stretched(state, unit) if may_force(state, unit) else movement.left(state, unit)
    return cost <= points


def _march_event(
    state: State,
    plan: MarchPlan,
    die: int,
    drm: int,
    result: MarchResult,
    *,
    ambush: bool,
    enters: bool,
) -> MarchRolled:
    return MarchRolled(
        rule="11.5.3-a",
        side=state.side_name(state.side),
        units=state.names(plan.units),
        shown=visibility.sighted(state, plan.units),
        to=state.hex_name(plan.there),
        die=die,
        modifier=drm,
        extra=result.extra // 2,
        ambush=ambush,
        entered=enters,
    )


def _step(state: State, plan: MarchPlan, cost: int, chance: Chance) -> list[Event]:
    events = undefended.enter(state, plan.units, plan.there, chance)
    move_effects.relocate(state, plan.units, plan.there)
    for unit in plan.units:
        state.change(unit, spent=state.units[unit].spent + cost)
        state.flag(unit, MARCHED)
    return events + move_effects.pass_through(state, plan.units, [plan.there])


@rule("11.5.3-c")
def _halt(state: State, plan: MarchPlan) -> list[Event]:
    """The points do not suffice: the move ends here."""
    for unit in plan.units:
        state.flag(unit, MOVED | MARCHED)
    state.moving = []
    return []


@rule("11.5.3-d", "A-46")
def _ambush(state: State, plan: MarchPlan) -> list[Event]:
    fighters = tuple(u for u in plan.units if state.world.combat[u]) or plan.units
    state.show(fighters)
    state.agenda.append(Suffer(state.side, fighters, 1, "ambush"))
    side, hex_ = state.side_name(state.side), state.hex_name(plan.there)
    return [Ambushed(rule="11.5.3-d", side=side, hex=hex_)]


# --- the forecast -------------------------------------------------------------------------------------


def forecast_march(state: State, plan: MarchPlan) -> Forecast:
    drm = modifier(state, plan.here, plan.there)
    in_danger = exposed(state, plan.here, plan.there)
    found: Tally[tuple[bool, int]] = Tally()
    for die in range(1, FACES + 1):
        result = result_of(state, die + drm)
        found[result.ambush and in_danger, result.extra] += 1
    lines = tuple(
        _line(state, plan, extra, ambush, found[ambush, extra]) for ambush, extra in sorted(found)
    )
    notes = (Note("march-cost", {"points": _points(plan.cost)}), *die_notes(drm))
    sums = {"modifier": drm, "cost": plan.cost}
    return Forecast("11.5.3-a", lines, sums, (*notes, *fuel_notes(state, plan.price)))


def _line(state: State, plan: MarchPlan, extra: int, ambush: bool, faces: int) -> ForecastLine:
    enters = can_pay(state, plan, plan.cost + extra)
    outcomes: dict[str, Fact] = {
        "points": _points(plan.cost + extra),
        "extra": _points(extra),
        "entered": str(enters),
        "ambush": str(ambush),
    }
    means = ("march-in" if enters else "march-stops") + ("-ambush" if ambush else "")
    return ForecastLine(march_result(extra // 2, ambush), faces / FACES, outcomes, means=means)


def _points(halves: int) -> str:
    """Movement points as players write them."""
    return f"{halves // 2 or ''}½" if halves % 2 else str(halves // 2)


# --- offers -------------------------------------------------------------------------------------------


def marches(state: State) -> list[ForcedMarch]:
    """Forced marches of the stack in motion, together or one by one."""
    units = [u for u in state.moving if not state.units[u].flags & MOVED]
    if not units:
        return []
    place = state.units[units[0]].place
    groups = [tuple(units), *((u,) for u in units if len(units) > 1)]
    found = []
    for group in groups:
        if not any(may_force(state, u) for u in group):
            continue
        for to in state.world.board.grid.around(place):
            order = ForcedMarch(state.names(group), state.hex_name(place), state.hex_name(to))
            if not isinstance(judge_march(state, order), Refusal):
                found.append(order)
    return found


def offer_marches(state: State) -> tuple[Offer, ...]:
    """One offer for each hex with units that can march alone, and one for each way to march together.

    Who needs no forced march goes along with those who do, never alone.
    """
    found: list[Offer] = []
    for place, units in _stacks(state).items():
        ends = _dear_hexes(state, place, units)
        alone = {state.name(u): _ends_alone(state, place, u, ends) for u in units}
        able = {name: hexes for name, hexes in alone.items() if hexes}
        if able:
            offer = Place(
                "forced-march",
                able,
                subject="units",
                place="to",
                together=True,
                fixed={"hex": state.hex_name(place)},
                exact=False,
            )
            found.append(offer)
        for to in ends if len(units) > 1 else ():
            if any(state.hex_name(to) not in hexes for hexes in alone.values()):
                found += _in_company(state, place, units, to)
    return tuple(found)


def _stacks(state: State) -> dict[int, list[int]]:
    """Units that may move now, by hex: those in motion, or those that have not begun."""
    found: dict[int, list[int]] = {}
    for unit in state.on_map(state.side):
        if not state.units[unit].flags & MOVED and may_force(state, unit):
            found.setdefault(state.units[unit].place, [])
    for place in found:
        beside = state.stack(place)
        found[place] = [u for u in beside if movement.refuse_movers(state, [u], place) is None]
    return {place: units for place, units in found.items() if units}


def _dear_hexes(state: State, place: int, units: Sequence[int]) -> list[int]:
    """The hexes beside a stack that cost more than some unit of it has left."""
    least = min(movement.left(state, u) for u in units)
    charts = [ground(state, units).costs, *(ground(state, [u]).costs for u in units)]
    found = []
    for d, there in enumerate(_neighbours(state, place)):
        costs = [chart[place * DIRECTIONS + d] for chart in charts]
        if there != OFF_MAP and any(BARRED != cost > least for cost in costs):
            found.append(there)
    return found


def _neighbours(state: State, place: int) -> Sequence[int]:
    return state.world.board.grid.neighbours[place * DIRECTIONS : (place + 1) * DIRECTIONS]


def _allowed(state: State, units: Sequence[int], here: int, there: int) -> bool:
    order = ForcedMarch(state.names(units), state.hex_name(here), state.hex_name(there))
    return not isinstance(judge_march(state, order), Refusal)


def _ends_alone(state: State, place: int, unit: int, ends: Sequence[int]) -> tuple[Option, ...]:
    if not may_force(state, unit):
        return ()
    return tuple(state.hex_name(h) for h in ends if _allowed(state, [unit], place, h))


def _in_company(state: State, here: int, units: Sequence[int], there: int) -> list[Offer]:
    """Some of a stack, as the judge says, if at least two of them may march together."""
    pairs = [(a, b) for a in units if may_force(state, a) for b in units if a != b]
    if not any(_allowed(state, group, here, there) for group in (units, *pairs)):
        return []
    fixed = {"hex": state.hex_name(here), "to": state.hex_name(there)}
    names = state.names(units)
    most = len(names)
    return [Pick("forced-march", "units", names, many=True, most=most, fixed=fixed, exact=False)]


MARCH = Decision(
    ForcedMarch, "11.5.1", judge_march, carry_out_march, forecast_march, offer=offer_marches
)
