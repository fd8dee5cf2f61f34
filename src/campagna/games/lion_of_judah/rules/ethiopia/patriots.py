"""PB 14.6.2, 14.6.4, 14.4.2 Step IX of 1940-41: withdrawal, desertion, guerrillas."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.events import Deserted, PointsScored, Withdrawn
from campagna.games.lion_of_judah.flags import DEAD, GONE, NOWHERE
from campagna.games.lion_of_judah.rules.combat import visibility
from campagna.games.lion_of_judah.rules.events import placement
from campagna.games.lion_of_judah.rules.general import losses
from campagna.games.lion_of_judah.rules.resources.supply import in_supply
from campagna.games.lion_of_judah.state import Ledger, State

ORDERED, LATE, LEFT = 1, 2, 3
"""Values of `State.withdrawal`."""

# --- the division for Egypt -----------------------------------------------------------------------------


@rule("PB 14.4.2")
def withdraw(state: State) -> list[Event]:
    """The division leaves on its turn, or in the phase after event D2; out of supply it is late."""
    block = state.theatre.scenario["withdrawal"][0]
    if state.turn >= block["turn"] and not state.withdrawal:
        state.withdrawal = ORDERED
    if state.withdrawal not in (ORDERED, LATE):
        return []
    unit = state.world.slots[block["unit"]]
    place = state.units[unit].place
    if place == DEAD:
        state.withdrawal = LEFT
        return []
    if place >= 0 and not in_supply(state, unit):
        return _late(state, block["vp_if_out_of_supply"])
    for truck in state.trucks_under(unit):
        state.change(truck, carrier=NOWHERE)
    state.put(unit, GONE, steps=0)
    state.change(unit, flags=0)
    state.withdrawal = LEFT
    return [Withdrawn(rule="PB 14.4.2", unit=state.name(unit))]


def _late(state: State, points: int) -> list[Event]:
    """The points are lost once; the division leaves when it is supplied."""
    if state.withdrawal == LATE:
        return []
    state.withdrawal = LATE
    state.ledger.append(Ledger("PB 14.4.2", "withdrawal", points))
    return [PointsScored(rule="PB 14.4.2", reason="withdrawal", points=points)]


# --- desertion ------------------------------------------------------------------------------------------


@rule("PB 14.6.2")
def desert(state: State, chance: Chance) -> list[Event]:
    """Low prestige: colonials out of supply or next to Allied regulars may lose a step."""
    table = state.world.tables["colonial_desertion"]
    if state.prestige > table["prestige_up_to"]:
        return []
    tempted = [u for u in state.on_map(ITALIAN) if state.counter(u).colonial]
    tempted = [u for u in tempted if _beside_regulars(state, u) or not in_supply(state, u)]
    events: list[Event] = []
    for unit in tempted:
        if state.units[unit].place < 0:
            continue
        die = chance.roll(6, "desertion")
        lost = die + _steadiness(state, unit) >= table["step_lost_from"]
        name, shown = state.names([unit]), visibility.sighted(state, [unit])
        side = state.side_name(ITALIAN)
        events.append(
            Deserted(rule="PB 14.6.2", side=side, units=name, shown=shown, die=die, lost=lost)
        )
        if lost:
            events += losses.lose_step(state, unit, "desertion", "PB 14.6.2")
    return events


def _steadiness(state: State, unit: int) -> int:
    table, counter = state.world.tables["colonial_desertion"], state.counter(unit)
    drm = 0
    if counter.eritrean and counter.branch == "colonial_regular":
        drm += table["eritrean_regular"]
    if state.prestige <= 2:
        drm += table["prestige_2_or_less"]
    return int(drm)


def _beside_regulars(state: State, unit: int) -> bool:
    """Dummies count as regulars: a roll left out would betray them (PB 14.6.5)."""
    for h in state.world.around(state.units[unit].place, 1):
        for other in state.stack(h):
            regular = state.stacks_visibly(other) and not state.world.guerrilla[other]
            if state.own(other) == OTHER and regular:
                return True
    return False


# --- guerrillas -----------------------------------------------------------------------------------------


@rule("PB 14.6.4.1-b", "PB 14.6.3-b")
def rising(state: State) -> int:
    """How many guerrillas may appear: the lower the prestige, the more."""
    table = state.world.tables["guerrilla_placement"]
    count = int(table["by_prestige"][state.prestige])
    if _in_ethiopia(state, "cw_NEG"):
        count += table["negus_in_ethiopia"]
    if _in_ethiopia(state, "cw_M101"):
        count += table["mission_101_in_ethiopia"]
    return count


def _in_ethiopia(state: State, name: str) -> bool:
    place = state.units[state.world.slots[name]].place
    return place >= 0 and bool(state.world.ethiopia[place])


@rule("PB 14.6.4.1-b")
def rise(state: State) -> None:
    """Ask the Allied player where guerrillas appear."""
    count = rising(state)
    if count:
        apart = state.world.tables["guerrilla_placement"]["apart"]
        hexes = placement.guerrilla_hexes(state)
        placement.lay(state, placement.GUERRILLA, count, hexes, "prestige", apart)
