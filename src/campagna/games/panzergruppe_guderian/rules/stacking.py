"""7.0 Stacking."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, Note, Refusal, Step
from campagna.core.decision import Reply, Settled, certain
from campagna.core.offers import Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.events import Eliminated
from campagna.games.panzergruppe_guderian.frames import Excess
from campagna.games.panzergruppe_guderian.orders import Remove
from campagna.games.panzergruppe_guderian.rules.victory import soviet_points
from campagna.games.panzergruppe_guderian.state import GONE, NOWHERE, REMOVED, State
from campagna.games.panzergruppe_guderian.world import SIDES, SOVIET, Division


@rule("7.1a", "7.1b", "7.1c", "7.2a", "10.25")
def fits(state: State, side: int, units: Sequence[int]) -> bool:
    """Whether these units may share a hex: 3, or for the Soviets 4 if at least one is a leader."""
    world, total = state.world, len(units)
    if side != SOVIET:
        return total <= world.german_stack
    if total <= world.soviet_stack:
        return True
    leaders = sum([u < world.leader_count for u in units])
    return total - leaders <= world.soviet_stack and total <= world.soviet_stack_led


def limit_rule(side: int) -> str:
    """The rule that says how many units of a side a hex holds."""
    return "7.1a" if side == SOVIET else "7.2a"


def has_room(state: State, unit: int, hex_: int) -> bool:
    return fits(state, state.side(unit), (*state.stack(hex_), unit))


@rule("7.1d", "7.1e", "7.2b")
def overstacked(state: State, side: int) -> list[int]:
    """Hexes of a side that hold too many units, in map order."""
    # Three units or fewer always fit.
    return [h for h in state.maps.crowded(side, 3) if not fits(state, side, state.stack(h))]


def demand_removal(state: State, side: int) -> None:
    """Ask the owner to remove units where too many stand."""
    if overstacked(state, side):
        state.agenda.append(Excess(side))


# --- the removal ------------------------------------------------------------------------------------


def ask_removal(state: State, frame: Excess) -> Step:
    hexes = state.hexes(overstacked(state, frame.side))
    return Step(
        SIDES[frame.side], "remove", _excess_rule(frame), {"turn": state.turn, "hexes": hexes}
    )


def _excess_rule(frame: Excess) -> str:
    return "7.1e" if frame.side == SOVIET else "7.2b"


def settle_removal(state: State, frame: Excess, chance: Chance) -> Settled:
    if overstacked(state, frame.side):
        return [], True
    state.agenda.pop()
    return [], False


@rule("7.1e", "7.2b")
def judge_remove(state: State, frame: Excess, order: Remove) -> Refusal | Remove:
    """The order itself is the plan: events call the unit as the order does."""
    unit = state.find(order.unit)
    if unit == NOWHERE or state.side(unit) != frame.side:
        return Refusal(_excess_rule(frame), "not-your-unit", {"unit": order.unit})
    if state.units[unit].place not in overstacked(state, frame.side):
        return Refusal(_excess_rule(frame), "not-overstacked", {"unit": order.unit})
    return order


@rule("7.1e")
def carry_out_remove(state: State, frame: Excess, plan: Remove, chance: Chance) -> list[Event]:
    """Units removed for overstacking leave the game: only combat losses come back (12.4a)."""
    unit = state.find(plan.unit)
    place = state.units[unit].place
    state.put(unit, REMOVED)
    if not overstacked(state, frame.side):
        state.agenda.pop()
    return [Eliminated(rule=_excess_rule(frame), unit=plan.unit, hex=state.world.hex_ids[place])]


@rule("7.1e", "7.3e", "15.12a")
def forecast_remove(state: State, frame: Excess, plan: Remove) -> Forecast:
    """The unit never comes back: its division is not whole any more, or gives its points away."""
    unit = state.find(plan.unit)
    twin = state.copy()
    twin.put(unit, REMOVED)
    notes = [Note("leaves-the-game", {"unit": plan.unit}, grave=True)]
    division = state.world.divisions.get(state.counter(unit).division)
    if division is not None and division.integrity and _whole(state, division):
        rest = state.names(u for u in division.members if u != unit)
        notes.append(Note("division-broken", {"units": rest}, grave=True))
    points = soviet_points(twin) - soviet_points(state)
    if points:
        facts: dict[str, Fact] = {"side": SIDES[SOVIET], "points": points}
        notes.append(Note("removal-gives-points", facts, grave=True))
    left = state.hexes(overstacked(twin, state.side(unit)))
    if left:
        notes.append(Note("still-too-many", {"hexes": left}))
    return replace(certain(_excess_rule(frame)), notes=tuple(notes))


def _whole(state: State, division: Division) -> bool:
    return all(state.units[u].place not in GONE for u in division.members)


def removable(state: State, frame: Excess) -> list[int]:
    """The units of the overstacked hexes: any of them may be the one that goes."""
    return [u for h in overstacked(state, frame.side) for u in state.stack(h)]


def offer_removals(state: State, frame: Excess) -> tuple[Offer, ...]:
    units = state.names(removable(state, frame))
    return (Pick("remove", "unit", units),) if units else ()


REMOVE = Reply(
    Remove, "7.1e", judge_remove, carry_out_remove, forecast_remove, offer=offer_removals
)
