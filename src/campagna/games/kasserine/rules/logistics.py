"""Logistics: supply lines, demolition, self-reduction, supplies that move or supply (LOG-1 to LOG-16)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Forecast, ForecastLine, Note, Refusal
from campagna.core.decision import Decision, certain
from campagna.core.offers import Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.kasserine.events import (
    DemolitionRolled,
    Marching,
    SelfReduced,
    SupplyRemoved,
)
from campagna.games.kasserine.orders import Demolish, March, SelfReduce
from campagna.games.kasserine.rules.entries import waiting
from campagna.games.kasserine.rules.path import FOOT, Terms, doubled, masked, prices, spread
from campagna.games.kasserine.rules.zones import Mask, day_zone, fighters, held, on_map, zone
from campagna.games.kasserine.state import BLOWN, DEAD, MARCHING, MINED, REDUCED, SUPPLIED, State
from campagna.games.kasserine.world import URF
from campagna.hexes.naming import own_unit, unit_and_hex

# --- supply lines -------------------------------------------------------------------------------------


@rule("LOG-4", "WX-5")
def line_length(state: State) -> int:
    """In half points, shortened by the weather of the move."""
    tables = state.world.tables
    return 2 * int(tables["supply"]["line"] - tables["weather"]["supply_line_loss"][state.weather])


@rule("LOG-3", "LOG-6", "LOG-8")
def lines(state: State, side: int, sources: Iterable[int], danger: Mask) -> Mask:
    """The hexes that lines of a side reach from these supplies.

    Foot costs, the hex of the supply not counted, that of the unit counted. Enemy pieces and the
    zones in `danger` bar the hexes between the two ends, not the ends themselves (A9).
    """
    return lines_past(state, [state.place(u) for u in sources], held(state, 1 - side), danger)


@rule("LOG-3", "LOG-6", "LOG-8")
def lines_past(state: State, sources: Iterable[int], closed: Mask, danger: Mask) -> Mask:
    """The same from any hexes, past enemies and zones that may stand elsewhere than they do."""
    ground, costs = prices(FOOT, state.options, shut=False)
    starts = tuple((h, 0) for h in sources)
    spread(Terms(ground, costs, line_length(state), doubled(closed), doubled(danger), starts))
    return masked(ground.field, ground.size)


def supplies(state: State, side: int) -> list[int]:
    """The supply units of a side on the map."""
    return [u for u in on_map(state, side) if state.world.kind[u] == URF]


@rule("LOG-7", "LOG-12")
def supplying(state: State, side: int) -> list[int]:
    """In its own turn a supply that moves supplies nobody; in the turn of the enemy all of them supply."""
    return [u for u in supplies(state, side) if not state.flagged(u, MARCHING)]


@rule("LOG-8", "NGT-2")
def supplied_hexes(state: State, side: int) -> Mask:
    """Where a unit of a side would be in supply now."""
    return lines(state, side, supplying(state, side), zone(state, 1 - side))


@rule("VIC-7")
def supplied_at_the_end(state: State, side: int) -> Mask:
    """At the end of the game every supply counts, moved or not, and zones hold as by day (A4)."""
    return lines(state, side, supplies(state, side), day_zone(state, 1 - side))


@rule("LOG-2", "LOG-5", "ART-6", "CAL-12 (d)", "CAL-20", "LOG-9")
def check_supply(state: State) -> None:
    """Before anybody moves: the phasing side's units and the other side's artillery."""
    for side in (state.side, 1 - state.side):
        reached = supplied_hexes(state, side)
        for unit in fighters(state, side):
            tested = side == state.side or state.world.artillery[unit]
            found = tested and reached[state.place(unit)]
            state.flag(unit, SUPPLIED if found else 0, 0 if found else SUPPLIED)
    for unit in waiting(state):
        state.flag(unit, SUPPLIED)


@rule("LOG-1", "LOG-13")
def moves_freely(state: State, unit: int) -> bool:
    """Commands, supplies, reconnaissance and reduced foot infantry move without a line."""
    return not state.world.needs_supply[unit] or state.is_light(unit)


@rule("LOG-13", "CMD-6", "CMD-7")
def attacks_freely(state: State, unit: int) -> bool:
    """Only reconnaissance attacks without a line; by option reduced foot infantry too (A31)."""
    if state.world.recon[unit]:
        return True
    return not state.options["reduced_infantry_needs_supply_to_attack"] and state.is_light(unit)


# --- demolition ---------------------------------------------------------------------------------------


@rule("LOG-10", "LOG-11")
def judge_demolish(state: State, order: Demolish) -> Refusal | int:
    unit = own_supply(state, order.supply, "LOG-10")
    if isinstance(unit, Refusal):
        return unit
    if state.flagged(unit, MINED):
        return Refusal("LOG-11", "second-demolition", {"unit": order.supply})
    if not state.fighters_at(state.place(unit), state.side):
        return Refusal("LOG-10", "no-sappers", unit_and_hex(state, unit))
    return unit


@rule("LOG-10", "LOG-11", "LOG-12")
def carry_out_demolish(state: State, supply: int, chance: Chance) -> list[Event]:
    """Once blown it stays until movement ends, supplies meanwhile and does not move."""
    die = chance.roll(6, "demolition")
    blown = die in state.world.tables["demolition"]["success"]
    state.flag(supply, MINED)
    if blown:
        state.flag(supply, BLOWN, MARCHING)
    return [
        DemolitionRolled(
            rule="LOG-10",
            supply=state.name(supply),
            hex=state.hex_name(state.place(supply)),
            die=die,
            blown=blown,
        )
    ]


@rule("LOG-10")
def forecast_demolish(state: State, supply: int) -> Forecast:
    chance = Fraction(len(state.world.tables["demolition"]["success"]), 6)
    lines = (ForecastLine("blown", float(chance)), ForecastLine("stays", float(1 - chance)))
    return Forecast("LOG-10", lines)


@rule("LOG-12")
def remove_blown(state: State) -> list[Event]:
    """The end of the movement phase."""
    events: list[Event] = []
    for unit in supplies(state, state.side):
        if state.flagged(unit, BLOWN):
            here = state.hex_name(state.place(unit))
            state.put(unit, DEAD)
            events.append(
                SupplyRemoved(rule="LOG-12", supply=state.name(unit), hex=here, how="blown")
            )
    return events


# --- self-reduction -----------------------------------------------------------------------------------


@rule("LOG-14")
def judge_self_reduce(state: State, order: SelfReduce) -> Refusal | int:
    unit = own_unit(state, order.unit, state.side, "LOG-14")
    if isinstance(unit, Refusal):
        return unit
    if state.place(unit) < 0:
        return Refusal("LOG-14", "not-on-map", {"unit": order.unit})
    if not state.world.foot[unit]:
        return Refusal("LOG-14", "not-foot-infantry", {"unit": order.unit})
    if state.flagged(unit, REDUCED):
        return Refusal("LOG-15", "already-reduced", {"unit": order.unit})
    return unit


@rule("LOG-14", "LOG-15")
def carry_out_self_reduce(state: State, unit: int, chance: Chance) -> list[Event]:
    """Nothing ever turns the counter back."""
    state.flag(unit, REDUCED)
    here = state.hex_name(state.place(unit))
    return [SelfReduced(rule="LOG-14", unit=state.name(unit), hex=here)]


@rule("LOG-14", "LOG-15")
def forecast_self_reduce(state: State, unit: int) -> Forecast:
    return _noted("LOG-14", Note("reduced-for-good", {"unit": state.name(unit)}, grave=True))


def _noted(rule_id: str, note: Note) -> Forecast:
    return msgspec.structs.replace(certain(rule_id), notes=(note,))


# --- supplies that move -------------------------------------------------------------------------------


@rule("LOG-7", "LOG-12")
def judge_march(state: State, order: March) -> Refusal | int:
    unit = own_supply(state, order.supply, "LOG-7")
    if isinstance(unit, Refusal):
        return unit
    if state.world.fixed[unit]:
        return Refusal("LOG-7", "fixed-supply", {"unit": order.supply})
    if state.flagged(unit, BLOWN):
        return Refusal("LOG-12", "blown-supply", {"unit": order.supply})
    if state.flagged(unit, MARCHING):
        return Refusal("LOG-7", "already-marching", {"unit": order.supply})
    return unit


@rule("LOG-7")
def carry_out_march(state: State, supply: int, chance: Chance) -> list[Event]:
    state.flag(supply, MARCHING)
    return [Marching(rule="LOG-7", supply=state.name(supply))]


@rule("LOG-7")
def forecast_march(state: State, supply: int) -> Forecast:
    return _noted("LOG-7", Note("supplies-nobody", {"unit": state.name(supply)}))


def own_supply(state: State, name: str, rule_id: str) -> Refusal | int:
    unit = own_unit(state, name, state.side, rule_id)
    if isinstance(unit, Refusal):
        return unit
    if state.world.kind[unit] != URF:
        return Refusal(rule_id, "not-a-supply", {"unit": name})
    if state.place(unit) < 0:
        return Refusal(rule_id, "not-on-map", {"unit": name})
    return unit


# --- what is offered ----------------------------------------------------------------------------------


def can_be_blown(state: State) -> tuple[str, ...]:
    names = state.names(supplies(state, state.side))
    return tuple(n for n in names if isinstance(judge_demolish(state, Demolish(n)), int))


def can_march(state: State) -> tuple[str, ...]:
    names = state.names(supplies(state, state.side))
    return tuple(n for n in names if isinstance(judge_march(state, March(n)), int))


def can_reduce(state: State) -> list[int]:
    """Foot infantry on the map that still has its transport."""
    return [
        u
        for u in on_map(state, state.side)
        if state.world.foot[u] and not state.flagged(u, REDUCED)
    ]


def offer_demolish(state: State) -> tuple[Offer, ...]:
    names = can_be_blown(state)
    return (Pick("demolish", "supply", names, tone="grave"),) if names else ()


def offer_self_reduce(state: State) -> tuple[Offer, ...]:
    names = state.names(can_reduce(state))
    return (Pick("self-reduce", "unit", names, tone="grave"),) if names else ()


def offer_march(state: State) -> tuple[Offer, ...]:
    names = can_march(state)
    return (Pick("march", "supply", names),) if names else ()


DEMOLISH = Decision(
    Demolish,
    "LOG-10",
    judge_demolish,
    carry_out_demolish,
    forecast_demolish,
    offer=offer_demolish,
)
SELF_REDUCE = Decision(
    SelfReduce,
    "LOG-14",
    judge_self_reduce,
    carry_out_self_reduce,
    forecast_self_reduce,
    offer=offer_self_reduce,
)
MARCH = Decision(March, "LOG-7", judge_march, carry_out_march, forecast_march, offer=offer_march)
