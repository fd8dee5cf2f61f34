"""Minefields and rivers: crossing, clearing, bridging (MIN-2..7, WF-5a, WF-5b, G-18)."""

from __future__ import annotations

from typing import NamedTuple

from campagna.core.chance import Chance
from campagna.core.contract import Event, Forecast, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Fields, Measured, Offer, Place
from campagna.core.rulebook import rule
from campagna.core.tabletop import Spot, Survey
from campagna.games.alto_comando import events as ev
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.rules.geometry import crossing_to, outlined, rivers, touches
from campagna.games.alto_comando.rules.leg_regions import Path, has_end
from campagna.games.alto_comando.rules.leg_rules import (
    Way,
    explained,
    farthest,
    most_points,
    refuse_shape,
    ways,
)
from campagna.games.alto_comando.rules.losses import fail, fate
from campagna.games.alto_comando.rules.movement import find_mover, is_near, movers
from campagna.games.alto_comando.rules.naming import find_on_table
from campagna.games.alto_comando.state import MOVED, Span, State
from campagna.plane.bases import HALF, Point
from campagna.plane.legality import Violation
from campagna.plane.legs import merged, path_cost
from campagna.plane.region import Region
from campagna.plane.works import CROSSING, Crossing, crossings

# --- crossing -------------------------------------------------------------------------------------------


class CrossPlan(NamedTuple):
    base: int
    path: tuple[Point, ...]
    landing: Point
    cost: int


@rule("MIN-2", "G-18")
def judge_cross(state: State, order: orders.Cross) -> Refusal | CrossPlan:
    """A way to contact with a strip, room there and beyond, and 60 mm left to cross."""
    base = find_mover(state, order.unit)
    if isinstance(base, Refusal):
        return base
    start = state.at(base)
    contact = order.path[-1] if order.path else start
    points = [start, *order.path, order.landing]
    refusal = refuse_shape(state, base, points)
    if refusal is not None:
        return refusal
    attempt = crossing_to(state, contact, order.landing)
    if attempt is None:
        return Refusal("G-18", "no-crossing", {"unit": order.unit})
    for way in ways(state, base, start):
        violation = crossing_violation(way, points, attempt)
        if violation is None:
            return CrossPlan(base, order.path, order.landing, path_cost(merged(points)))
        refusal = explained(state, base, violation, way, points)
    assert refusal is not None
    return refusal


@rule("G-18")
def crossing_violation(way: Way, points: list[Point], attempt: Crossing) -> Violation | None:
    """What forbids an attempt: it is the last leg of the move, and both of its ends must be free."""
    up_to_contact = (
        way.ground.move_violation(points[:-1], way.allowance) if len(points) > 2 else None
    )
    return (
        up_to_contact
        or way.ground.without_strips(attempt.strips).move_violation(points, way.allowance)
        or way.ground.end_violation(points[-2])
        or way.ground.end_violation(points[-1])
    )


@rule("MIN-3", "MIN-4", "MIN-5")
def carry_out_cross(state: State, plan: CrossPlan, chance: Chance) -> list[Event]:
    """One die: across, stopped in front of the mines, or blown up; the move is over either way."""
    start, name = state.at(plan.base), state.name(plan.base)
    found: list[Event] = []
    if plan.path:
        way = (start, *plan.path)
        cost = plan.cost - CROSSING
        found.append(ev.Moved(rule="MOV-1", unit=name, path=way, cost=cost))
    contact = plan.path[-1] if plan.path else start
    die = chance.roll(6, "minefield")
    result = state.world.tables["minefield"]["crossing_die"][die - 1]
    cause = {"across": "MIN-3", "stop": "MIN-4", "blown": "MIN-5"}[result]
    at = plan.landing if result == "across" else contact
    state.put(plan.base, at, MOVED)
    found.append(ev.CrossingRolled(rule=cause, unit=name, die=die, result=result, at=at))
    if result == "blown":
        found += fail(state, plan.base)
    return found


@rule("G-18")
def landings(state: State, base: int, path: Path) -> list[Point]:
    """Where a base that touches a minefield after this path may try to come out."""
    start = state.at(base)
    here = path[-1] if path else start
    found: list[Point] = []
    for attempt in crossings(here, [s.rect for s in state.strips]):
        points = [start, *path, attempt.landing]
        if refuse_shape(state, base, points) is None and any(
            crossing_violation(way, points, attempt) is None for way in ways(state, base, start)
        ):
            found.append(attempt.landing)
    return found


# --- clearing -------------------------------------------------------------------------------------------


class ClearPlan(NamedTuple):
    base: int
    strip: int


@rule("MIN-6", "MIN-7")
def clearable(state: State, base: int) -> list[int]:
    """The strips that a base may try to clear now: infantry against one, one try a division."""
    unit = state.unit(base)
    if not (unit.is_infantry and state.on_table(base)) or unit.group in state.engineers:
        return []
    at = state.at(base)
    return [i for i, strip in enumerate(state.strips) if touches(at, strip.rect)]


def judge_clear(state: State, order: orders.Clear) -> Refusal | ClearPlan:
    base = find_on_table(state, order.unit)
    if isinstance(base, Refusal):
        return base
    facts = {"unit": order.unit}
    if not state.unit(base).is_infantry:
        return Refusal("MIN-6", "not-infantry", facts)
    if state.unit(base).group in state.engineers:
        return Refusal("MIN-7", "engineers-used", facts)
    if order.strip not in clearable(state, base):
        return Refusal("MIN-6", "not-at-minefield", facts)
    return ClearPlan(base, order.strip)


@rule("MIN-6", "MIN-7", "SEQ-2")
def carry_out_clear(state: State, plan: ClearPlan, chance: Chance) -> list[Event]:
    die = chance.roll(6, "clearing")
    cleared = die in state.world.tables["minefield"]["clearing_succeeds_on"]
    state.engineers.append(state.unit(plan.base).group)
    if cleared:
        del state.strips[plan.strip]
        state.derived.works_changed()
    return [ev.ClearingRolled(rule="MIN-6", unit=state.name(plan.base), die=die, cleared=cleared)]


# --- bridging -------------------------------------------------------------------------------------------


class BridgePlan(NamedTuple):
    base: int
    river: int


@rule("WF-5a", "WF-5b", "G-17b")
def bridgeable(state: State, base: int) -> list[int]:
    """The rivers that a base may try to bridge now: infantry with its whole side on the bank."""
    unit = state.unit(base)
    if not (unit.is_infantry and state.on_table(base)) or unit.group in state.pontoniers:
        return []
    at = state.at(base)
    return [
        i
        for i, river in enumerate(rivers(state))
        if river.bridge_fits(at) and river.bridge_from(at) not in river.bridges
    ]


def judge_bridge(state: State, order: orders.Bridge) -> Refusal | BridgePlan:
    base = find_on_table(state, order.unit)
    if isinstance(base, Refusal):
        return base
    facts = {"unit": order.unit}
    if not state.unit(base).is_infantry:
        return Refusal("WF-5a", "not-infantry", facts)
    if state.unit(base).group in state.pontoniers:
        return Refusal("WF-5b", "pontoniers-used", facts)
    if order.river not in bridgeable(state, base):
        return Refusal("WF-5a", "not-at-river", facts)
    return BridgePlan(base, order.river)


@rule("WF-5a", "WF-5b")
def carry_out_bridge(state: State, plan: BridgePlan, chance: Chance) -> list[Event]:
    die = chance.roll(6, "bridge")
    built = die in state.world.tables["western_front"]["bridge"]["succeeds_on"]
    state.pontoniers.append(state.unit(plan.base).group)
    if built:
        river = rivers(state)[plan.river]
        state.spans.append(Span(plan.river, river.bridge_from(state.at(plan.base))))
        state.derived.works_changed()
    return [ev.BridgeRolled(rule="WF-5a", unit=state.name(plan.base), die=die, built=built)]


def any_engineering(state: State) -> bool:
    """Whether the deciding side has anything to try in the phase of the engineers (SEQ-2)."""
    if not state.strips and not rivers(state):
        return False
    return any(
        clearable(state, b) or bridgeable(state, b) for b in state.roster.of_side[state.side]
    )


# --- what is offered ------------------------------------------------------------------------------------


def offer_crossings(state: State) -> tuple[Offer, ...]:
    """Bases near enough to a strip to try it: first where they touch it, then the landing."""
    if not state.strips:
        return ()
    pieces = {
        state.name(b): farthest(state, b, state.at(b))
        for b in movers(state)
        if _may_cross(state, b)
    }
    if not pieces:
        return ()
    most = most_points(state)
    # Of those that touch a strip already every landing is known.
    across: tuple[Fields, ...] = tuple(
        {"unit": state.name(b), "path": (), "landing": landing}
        for b in movers(state)
        for landing in landings(state, b, ())
    )
    return (
        Measured("cross", pieces, exact=False, end="landing", least=0, most=most, suggest=across),
    )


def _may_cross(state: State, base: int) -> bool:
    """Whether a strip is near enough, if the base can go anywhere at all."""
    start = state.at(base)
    # Legs in one direction are joined, which may save a millimetre.
    left = farthest(state, base, start) - CROSSING + 1
    if left < 0 or not any(
        is_near(start, (x0 - HALF, y0 - HALF, x1 + HALF, y1 + HALF), left)
        for x0, y0, x1, y1 in (strip.rect for strip in state.strips)
    ):
        return False
    return has_end(state, base) or bool(landings(state, base, ()))


def survey_crossings(state: State, piece: str, path: tuple[Spot, ...]) -> Survey | None:
    """Who cannot go anywhere may still be able to cross the mines beside it."""
    base = state.find(piece)
    if path or base not in movers(state):
        return None
    region = Region.of_points(landings(state, base, ()))
    return outlined(piece, region, farthest(state, base, state.at(base)), "MIN-2")


def offer_clearings(state: State) -> tuple[Offer, ...]:
    strips = {
        state.name(b): tuple(found)
        for b in state.roster.of_side[state.side]
        if (found := clearable(state, b))
    }
    return (Place("clear", strips, place="strip", tone="main"),) if strips else ()


def offer_bridges(state: State) -> tuple[Offer, ...]:
    found = {
        state.name(b): tuple(banks)
        for b in state.roster.of_side[state.side]
        if (banks := bridgeable(state, b))
    }
    return (Place("bridge", found, place="river"),) if found else ()


# --- decisions ------------------------------------------------------------------------------------------

# Fractions are slow to load, and most processes never ask for a forecast: hence the late imports.


def forecast_cross(state: State, plan: CrossPlan) -> Forecast:
    from campagna.games.alto_comando.rules.odds import SIXTH, line, loss_points, possible

    die = state.world.tables["minefield"]["crossing_die"]
    twin = state.copy()
    twin.put(plan.base, plan.path[-1] if plan.path else state.at(plan.base))
    points = loss_points(twin, plan.base)
    lines = [
        line("across", die.count("across") * SIXTH),
        line("stop", die.count("stop") * SIXTH),
        line(fate(twin, plan.base), die.count("blown") * SIXTH, points=points),
    ]
    return Forecast("MIN-2", possible(lines))


def forecast_clear(state: State, plan: ClearPlan) -> Forecast:
    from campagna.games.alto_comando.rules.odds import attempt

    faces = state.world.tables["minefield"]["clearing_succeeds_on"]
    return Forecast("MIN-6", attempt("cleared", faces))


def forecast_bridge(state: State, plan: BridgePlan) -> Forecast:
    from campagna.games.alto_comando.rules.odds import attempt

    faces = state.world.tables["western_front"]["bridge"]["succeeds_on"]
    return Forecast("WF-5a", attempt("built", faces))


CROSS = Decision(
    orders.Cross,
    "MIN-2",
    judge_cross,
    carry_out_cross,
    forecast_cross,
    offer=offer_crossings,
    survey=survey_crossings,
)
CLEAR = Decision(
    orders.Clear, "MIN-6", judge_clear, carry_out_clear, forecast_clear, offer=offer_clearings
)
BRIDGE = Decision(
    orders.Bridge, "WF-5a", judge_bridge, carry_out_bridge, forecast_bridge, offer=offer_bridges
)
