"""The trial scenario, Beda Fomm: forces, entry from the north, the way out, its own end (BF).

Legs, the road and leaving over the south edge are movement like any other; here is what only this
scenario has: a column that enters when it likes, and a victory without points.
"""

from __future__ import annotations

from typing import NamedTuple

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Measured, Offer
from campagna.core.rulebook import rule
from campagna.core.tabletop import Spot, Survey
from campagna.games.alto_comando.events import BreakoutEnded, Entered
from campagna.games.alto_comando.orders import Enter
from campagna.games.alto_comando.roster import Formation
from campagna.games.alto_comando.rules import battle_start
from campagna.games.alto_comando.rules.geometry import outlined, sane
from campagna.games.alto_comando.rules.leg_regions import next_ends
from campagna.games.alto_comando.rules.leg_rules import farthest, judge_path, most_points
from campagna.games.alto_comando.state import ESCAPED, MOVED, RESERVE, TABLE, Phase, Result, State
from campagna.games.alto_comando.world import ALLIED, AXIS, BEDA_FOMM, NOBODY, SIDES
from campagna.plane.bases import Point
from campagna.plane.region import Region


class EnterPlan(NamedTuple):
    base: int
    path: tuple[Point, ...]
    cost: int


def is_played(state: State) -> bool:
    return state.setup.scenario == BEDA_FOMM


# --- forces and set-up --------------------------------------------------------------------------


@rule("BF-1", "BF-2", "TAB-9")
def begin(state: State, chance: Chance) -> list[Event]:
    """One formation a side; the British place first. Neither cards nor works nor aircraft."""
    block = state.world.beda_fomm["forces"]
    state.formations = tuple(
        Formation(block[name]["formation"], block[name]["formation"], block[name]["template"], side)
        for side, name in enumerate(SIDES)
    )
    return battle_start.begin_setup(state, chance)


@rule("BF-3")
def refuse_deployed(state: State) -> Refusal | None:
    """At least one Italian unit is on the table from the start; the others may come later."""
    least = state.world.beda_fomm["entry"]["least_deployed"]
    if state.side == AXIS and len(state.table_of(AXIS)) < least:
        return Refusal("BF-3", "deploy-at-least", {"count": least})
    return None


# --- entry --------------------------------------------------------------------------------------


@rule("BF-3")
def may_enter(state: State) -> list[int]:
    """Italian units that still wait north of the table, while their side moves."""
    if not is_played(state) or state.phase != Phase.MOVE or state.active != AXIS:
        return []
    return [b for b in state.roster.of_side[AXIS] if state.bases[b].where == RESERVE]


def entry_line(state: State) -> int:
    """The y of the centres of units about to come in."""
    return int(state.world.beda_fomm["entry"]["start_centre_y"])


def entry_columns(state: State) -> tuple[int, int]:
    """The first and the last x of these centres."""
    first, last = state.world.beda_fomm["entry"]["start_centre_x"]
    return int(first), int(last)


@rule("BF-3", "G-22")
def judge_enter(state: State, order: Enter) -> Refusal | EnterPlan:
    """A full move that starts just outside the north edge and ends on the table (A-37)."""
    base = state.find(order.unit)
    if base == NOBODY:
        return Refusal("BF-3", "unknown-unit", {"unit": order.unit})
    if state.unit(base).side != state.side:
        return Refusal("BF-3", "not-your-unit", {"unit": order.unit})
    if base not in may_enter(state):
        return Refusal("BF-3", "not-in-reserve", {"unit": order.unit})
    if len(order.path) < 2:
        return Refusal("BF-3", "no-path", {"unit": order.unit})
    if not _outside(state, order.path[0]):
        return Refusal("BF-3", "not-from-the-north", {"unit": order.unit})
    cost = judge_path(state, base, order.path[0], order.path[1:])
    return cost if isinstance(cost, Refusal) else EnterPlan(base, order.path, cost)


def _outside(state: State, start: Point) -> bool:
    """Whether a base that enters starts here: against the edge, whole between the corners."""
    first, last = entry_columns(state)
    return start[1] == entry_line(state) and first <= start[0] <= last


def carry_out_enter(state: State, plan: EnterPlan, chance: Chance) -> list[Event]:
    state.put(plan.base, plan.path[-1], MOVED)
    unit = state.name(plan.base)
    return [Entered(rule="BF-3", unit=unit, path=plan.path, cost=plan.cost)]


# --- victory ------------------------------------------------------------------------------------


def escaped(state: State) -> int:
    """Italian units that have left over the south edge."""
    return sum(state.bases[b].where == ESCAPED for b in state.roster.of_side[AXIS])


@rule("BF-5")
def check_victory(state: State) -> list[Event]:
    """The Italians win at once: enough units out, or no British base left on the table (A-37)."""
    if state.turn < 1 or state.phase == Phase.OVER:
        return []
    if escaped(state) >= state.world.beda_fomm["victory"]["exit_units_needed"]:
        return _end_breakout(state, AXIS, "breakthrough", "BF-5")
    if not any(state.bases[b].where == TABLE for b in state.roster.of_side[ALLIED]):
        return _end_breakout(state, AXIS, "annihilation", "BF-5")
    return []


@rule("BF-6")
def turns_over(state: State) -> list[Event]:
    """After the last turn every other result is a British victory."""
    return check_victory(state) or _end_breakout(state, ALLIED, "blocked", "BF-6")


def concede(state: State, side: int) -> list[Event]:
    """Who gives up leaves the field to the other side."""
    if side == ALLIED:
        return _end_breakout(state, AXIS, "annihilation", "BF-5")
    return _end_breakout(state, ALLIED, "blocked", "BF-6")


def _end_breakout(state: State, winner: int, level: str, rule_id: str) -> list[Event]:
    out = escaped(state)
    state.result = Result(winner, level, (out, 0))
    state.phase = Phase.OVER
    return [BreakoutEnded(rule=rule_id, winner=SIDES[winner], level=level, escaped=out)]


# --- what is offered ----------------------------------------------------------------------------


def offer_entries(state: State) -> tuple[Offer, ...]:
    """Units that wait: first where on the line outside they begin, then their way."""
    line = entry_columns(state)[0], entry_line(state)
    pieces = {state.name(b): farthest(state, b, line) for b in may_enter(state)}
    if not pieces:
        return ()
    return (Measured("enter", pieces, least=2, most=most_points(state, of_one_leg=2)),)


def survey_entries(state: State, piece: str, path: tuple[Spot, ...]) -> Survey | None:
    base = state.find(piece)
    if not sane(path) or base not in may_enter(state):
        return None
    if path:
        region, left = next_ends(state, base, path[0], path[1:])
        return outlined(piece, region, left, "BF-3")
    first, last = entry_columns(state)
    line = Region.of_rows(entry_line(state), [[(first, last)]])
    return outlined(piece, line, state.unit(base).line.move, "BF-3")


# --- decisions ----------------------------------------------------------------------------------

ENTER = Decision(
    Enter, "SEQ-3", judge_enter, carry_out_enter, offer=offer_entries, survey=survey_entries
)
