"""Placing the bases: own zones, the 15 cm of the designated division (SET-3, SET-5, BF-2, BF-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Lay, Offer, Tone
from campagna.core.rulebook import rule
from campagna.core.tabletop import Spot, Survey
from campagna.games.alto_comando import events as ev
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.rules import beda_fomm
from campagna.games.alto_comando.rules.battle_start import last_step_of, placement, placing_now
from campagna.games.alto_comando.rules.fieldworks import offer_start_over
from campagna.games.alto_comando.rules.geometry import (
    ground_of,
    inside,
    outlined,
    region_finder,
    sane,
)
from campagna.games.alto_comando.rules.naming import find_own
from campagna.games.alto_comando.state import RESERVE, TABLE, State
from campagna.games.alto_comando.world import AXIS, BEDA_FOMM, SIDES
from campagna.plane.bases import HALF, SIDE, Point, Rect
from campagna.plane.legality import Ground
from campagna.plane.region import Region

BARRED_BY = {
    "enemy": ("G-11", "too-near-enemy-to-place"),
    "friend": ("G-11", "place-taken"),
    "wall": ("TER-1", "ground-barred"),
    "river": ("WF-5a", "ground-barred"),
    "strip": ("G-11", "mines-there"),
}
"""Rule and reason by what a base would meet where it is put."""


class DeployPlan(NamedTuple):
    bases: tuple[int, ...]
    places: tuple[Point, ...]


# --- where a base may stand -----------------------------------------------------------------------------


@rule("SET-3", "TAB-3", "BF-2", "BF-3")
def area_of(state: State, side: int) -> Rect:
    """The own zones, without sea and desert; with the option, all units keep off the central line."""
    x0, y0, x1, y1 = state.field.deployment[side]
    if state.options["setup_15cm"] == "all_units":
        line, distance = state.field.central_line, state.field.line_distance
        return (x0, y0, line - distance, y1) if side == AXIS else (line + distance, y0, x1, y1)
    return x0, y0, x1, y1


def ground_at_setup(state: State, base: int, friends: list[Point]) -> Ground:
    unit = state.unit(base)
    return ground_of(state, unit.side, unit.is_infantry).with_friends(friends)


def standing_places(state: State, base: int, friends: list[Point], area: Rect) -> Region:
    return region_finder().standing(ground_at_setup(state, base, friends), area)


def has_room(state: State, base: int, friends: list[Point], area: Rect) -> bool:
    """Whether a base finds a place in an area: a grid is tried before every place is measured."""
    ground = ground_at_setup(state, base, friends)
    x0, y0, x1, y1 = area
    for x in range(x0 + HALF, x1 - HALF + 1, SIDE):
        for y in range(y0 + HALF, y1 - HALF + 1, SIDE):
            if ground.end_violation((x, y)) is None:
                return True
    return bool(region_finder().standing(ground, area))


@rule("SET-3", "SET-5", "G-11", "G-13")
def judge_deploy(state: State, order: orders.Deploy) -> Refusal | DeployPlan:
    """Every base of the order in its own zones, on nobody, 5 cm from enemies that stand already."""
    if not order.units or len(order.units) != len(order.places):
        return Refusal("SET-3", "no-places")
    if len(set(order.units)) != len(order.units):
        return Refusal("SET-3", "named-twice")
    if not sane(order.places):
        return Refusal("SET-3", "outside-own-zones", {"unit": order.units[0]})
    mine = placing_now(state)
    bases: list[int] = []
    for name in order.units:
        base = find_own(state, name)
        if isinstance(base, Refusal):
            return base
        if base not in mine:
            return Refusal("SET-3", "not-in-this-step", {"unit": name})
        bases.append(base)
    return _judge_places(state, bases, order)


def _judge_places(state: State, bases: list[int], order: orders.Deploy) -> Refusal | DeployPlan:
    friends = [state.at(b) for b in state.table_of(state.side) if b not in bases]
    area = area_of(state, state.side)
    for base, at in zip(bases, order.places, strict=True):
        facts: dict[str, Fact] = {"unit": state.name(base)}
        if not inside(at, area):
            return _outside(state, at, facts)
        violation = ground_at_setup(state, base, friends).end_violation(at)
        if violation is not None:
            return Refusal(*BARRED_BY.get(violation.met, ("G-11", "ground-barred")), facts)
        friends.append(at)
    return DeployPlan(tuple(bases), order.places)


@rule("SET-3", "SET-5")
def _outside(state: State, at: Point, facts: dict[str, Fact]) -> Refusal:
    """Whether a place is outside the own zones, or in them but too near the central line."""
    field = state.field
    if not inside(at, field.deployment[state.side]):
        return Refusal("SET-3", "outside-own-zones", facts)
    near = max(0, abs(at[0] - field.central_line) - HALF)
    return Refusal(
        "SET-5", "too-near-central-line", {**facts, "near": near, "distance": field.line_distance}
    )


def carry_out_deploy(state: State, plan: DeployPlan, chance: Chance) -> list[Event]:
    for base, at in zip(plan.bases, plan.places, strict=True):
        state.put(base, at)
    return [ev.Deployed(rule="SET-3", units=state.names(plan.bases), places=plan.places)]


def judge_start_over(state: State, order: orders.StartOver) -> None:
    """Bases may always be taken back before the step ends."""


def take_placement_back(state: State, plan: None, chance: Chance) -> list[Event]:
    for base in placing_now(state):
        state.remove(base, RESERVE)
    return [ev.TakenBack(rule="SET-3", side=SIDES[state.side])]


def unplaced(state: State) -> list[int]:
    return [b for b in placing_now(state) if state.bases[b].where == RESERVE]


# --- the designated division ----------------------------------------------------------------------------


@rule("SET-5")
def occupies_defences(state: State, formation: int) -> bool:
    """Whether a formation stands wholly in both Defence zones, 15 cm or more from the line (A-18)."""
    side = state.formations[formation].side
    areas = state.field.designated
    assert areas is not None
    members = [b for b, u in enumerate(state.roster.units) if u.formation == formation]
    if any(not state.on_table(b) or not inside(state.at(b), areas[side]) for b in members):
        return False
    return all(
        any(inside(state.at(b), zone) for b in members) for zone in state.field.defence_zones(side)
    )


def is_met(state: State, side: int) -> bool:
    """Whether the side has its designated division, or the table knows no such rule."""
    if state.field.designated is None:
        return True
    own = [i for i, f in enumerate(state.formations) if f.side == side]
    return any(occupies_defences(state, f) for f in own)


def candidates(state: State) -> list[int]:
    """Formations of this step that could still be the designated division, if placed anew."""
    mine = placing_now(state)
    here = {state.unit(b).formation for b in mine}
    others = [state.at(b) for b in state.table_of(state.side) if b not in mine]
    return [f for f in sorted(here) if packing(state, f, others) is not None]


@rule("SET-5")
def packing(state: State, formation: int, friends: list[Point]) -> list[Point] | None:
    """Places in both Defence zones for a whole formation, packed from the north; None if none fit."""
    areas = state.field.designated
    members = [b for b, u in enumerate(state.roster.units) if u.formation == formation]
    if areas is None or len(members) < 2:
        return None
    area = areas[state.side]
    zones = [common(zone, area) for zone in state.field.defence_zones(state.side)]
    taken = list(friends)
    places: list[Point] = []
    for number, base in enumerate(members):
        room = standing_places(state, base, taken, zones[number] if number < len(zones) else area)
        if not room:
            return None
        # The second base goes to the far end of its zone, so that the rest find one free stretch.
        place = room[len(room) - 1] if number == 1 else room[0]
        taken.append(place)
        places.append(place)
    return places


def common(r: Rect, s: Rect) -> Rect:
    return max(r[0], s[0]), max(r[1], s[1]), min(r[2], s[2]), min(r[3], s[3])


def is_roomy(state: State, formation: int) -> bool:
    """Whether a formation fits its part of the Defence zones however loosely it is placed."""
    areas = state.field.designated
    if areas is None:
        return True
    x0, y0, x1, y1 = areas[state.side]
    size = sum(u.formation == formation for u in state.roster.units)
    return (x1 - x0) * (y1 - y0) >= 8 * size * SIDE * SIDE


# --- the end of a step ----------------------------------------------------------------------------------


@rule("SET-3", "SET-5", "BF-3")
def refuse_done(state: State) -> Refusal | None:
    """A step of the placement ends when nobody is left to place and the defences are occupied."""
    return next(owed(state), None)


def owed(state: State) -> Iterator[Refusal]:
    """Everything that keeps this step from ending, in the order in which it is asked for."""
    if state.field.id == BEDA_FOMM and state.side == AXIS:
        refusal = beda_fomm.refuse_deployed(state)
    else:
        refusal = _refuse_unplaced(state)
    if refusal is not None:
        yield refusal
    if _defences_asked(state) and not is_met(state, state.side) and candidates(state):
        yield Refusal("SET-5", "defences-not-occupied", {"distance": state.field.line_distance})


@rule("SET-3")
def _refuse_unplaced(state: State) -> Refusal | None:
    friends = [state.at(b) for b in state.table_of(state.side)]
    area = area_of(state, state.side)
    for base in unplaced(state):
        if has_room(state, base, friends, area):
            return Refusal("SET-3", "not-all-placed", {"unit": state.name(base)})
    return None


@rule("SET-5")
def _defences_asked(state: State) -> bool:
    """The defences are asked for in the last step of a side."""
    return placement(state)[state.placing] == last_step_of(state, state.side)


def nobody_placed(state: State) -> bool:
    return not any(state.bases[b].where == TABLE for b in placing_now(state))


# --- what is offered ------------------------------------------------------------------------------------


def offer_places(state: State) -> tuple[Offer, ...]:
    """The bases of this step, those that stand already too: they may be put elsewhere."""
    friends = [state.at(b) for b in state.table_of(state.side)]
    area = area_of(state, state.side)
    room: dict[bool, bool] = {}
    pieces: dict[str, tuple[int, int]] = {}
    for base in placing_now(state):
        infantry = state.unit(base).is_infantry
        if infantry not in room:
            room[infantry] = has_room(state, base, friends, area)
        if room[infantry] or (state.on_table(base) and _may_stand_again(state, base, area)):
            pieces[state.name(base)] = (SIDE, SIDE)
    if not pieces:
        return ()
    tone: Tone = "main" if unplaced(state) else "plain"
    return (Lay("deploy", pieces, who="units", tone=tone, exact=False),)


def _may_stand_again(state: State, base: int, area: Rect) -> bool:
    """Whether a base that stands on the table finds a place where nobody else does: as a rule its own."""
    return has_room(state, base, state.places_of(state.side, without=base), area)


def survey_places(state: State, piece: str, path: tuple[Spot, ...]) -> Survey | None:
    base = state.find(piece)
    if path or base not in placing_now(state):
        return None
    friends = state.places_of(state.side, without=base)
    room = standing_places(state, base, friends, area_of(state, state.side))
    kept_off = area_of(state, state.side) != state.field.deployment[state.side]
    return outlined(piece, room, 0, "SET-5" if kept_off else "SET-3")


DEPLOY = Decision(
    orders.Deploy,
    "SET-3",
    judge_deploy,
    carry_out_deploy,
    offer=offer_places,
    survey=survey_places,
)
TAKE_PLACEMENT_BACK = Decision(
    orders.StartOver, "SET-3", judge_start_over, take_placement_back, offer=offer_start_over
)
