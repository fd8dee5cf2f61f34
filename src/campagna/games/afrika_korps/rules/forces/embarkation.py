"""23.3, 23.4 Units in a port go to sea."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.events import WentToSea
from campagna.games.afrika_korps.orders import Embark
from campagna.games.afrika_korps.rules.combat import declared_victories
from campagna.games.afrika_korps.rules.combat.zones import watchers, zone
from campagna.games.afrika_korps.rules.forces import rommel
from campagna.games.afrika_korps.rules.supply.isolation import supplied_hexes
from campagna.games.afrika_korps.state import EMBARKED, FROZEN, LANDED, SEA, State
from campagna.games.afrika_korps.world import AXIS
from campagna.hexes.naming import own_units, unit_and_hex


@rule("23.3", "23.4", "23.4.1", "23.4.2", "23.4.4", "9.2b", "22.4d")
def refuse_passenger(state: State, unit: int) -> Refusal | None:
    """Why a unit may not go to sea, declared victories apart."""
    place = state.place(unit)
    if place not in state.world.ports[state.side]:
        return Refusal("23.4", "not-in-port", {"unit": state.name(unit)})
    if state.flagged(unit, LANDED):
        # The book says it twice: once for Tobruch, and once of every unit that lands.
        said = "23.4.1" if place == state.world.tobruch else "23.4.2"
        return Refusal(said, "just-landed", unit_and_hex(state, unit))
    if state.flagged(unit, FROZEN):
        return Refusal("9.2b", "frozen", unit_and_hex(state, unit))
    if zone(state, 1 - state.side)[place]:
        by = state.names(watchers(state, 1 - state.side, place))
        return Refusal("23.4.4", "port-in-zone", {**unit_and_hex(state, unit), "units": by})
    if unit == state.world.rommel and _is_shut_in(state):
        return Refusal("22.4d", "rommel-shut-in", unit_and_hex(state, unit))
    return None


@rule("22.4d")
def _is_shut_in(state: State) -> bool:
    fixed = state.options.fixed("rommel-shut-in")
    return fixed and rommel.is_shut_in(state, supplied_hexes(state, AXIS))


@rule("23.3", "23.4", "23.4.1", "23.4.2", "23.4.4", "9.2b")
def judge_embark(state: State, order: Embark) -> Refusal | list[int]:
    units = own_units(state, order.units, state.side, "23.4")
    if isinstance(units, Refusal):
        return units
    for unit in units:
        refusal = refuse_passenger(state, unit)
        if refusal is not None:
            return refusal
    if state.victories:
        trial = state.copy()
        embark(trial, units)
        refusal = declared_victories.refuse_spoiled(trial)
        if refusal is not None:
            return refusal
    return units


@rule("23.4")
def embark(state: State, units: list[int]) -> list[Event]:
    ids = state.world.hex_ids
    events: list[Event] = []
    for place in sorted({state.place(u) for u in units}):
        group = [u for u in units if state.place(u) == place]
        events.append(WentToSea(rule="23.4", units=state.names(group), hex=ids[place]))
    for unit in units:
        state.flag(unit, EMBARKED)
        state.put(unit, SEA)
    return events


def carry_out_embark(state: State, units: list[int], chance: Chance) -> list[Event]:
    return embark(state, units)


def able_to_embark(state: State) -> list[int]:
    """Units that may go to sea now, each by itself."""
    there = [u for h in state.world.ports[state.side] for u in state.stack(h)]
    names = ((u, state.name(u)) for u in there)
    return [u for u, n in names if not isinstance(judge_embark(state, Embark((n,))), Refusal)]


def offer_embark(state: State) -> tuple[Offer, ...]:
    """Whoever may leave his port; what automatic victories say to it is asked for all together."""
    there = [u for h in state.world.ports[state.side] for u in state.stack(h)]
    own = [u for u in there if state.owner(u) == state.side]
    able = state.names(u for u in own if refuse_passenger(state, u) is None)
    if not able:
        return ()
    exact = not state.victories
    return (Pick("embark", "units", able, many=True, most=len(able), exact=exact),)


EMBARK = Decision(Embark, "23.4", judge_embark, carry_out_embark, offer=offer_embark)
