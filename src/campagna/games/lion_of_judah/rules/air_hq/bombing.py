"""10.1.6, PB 13.6.5.1 Bombs and gas on the Ethiopians, and what the world makes of it."""

from __future__ import annotations

from collections import Counter as Tally

from campagna.core.chance import Chance
from campagna.core.contract import Event, Forecast, Note, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Place, Toggle
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.events import BombingCounted
from campagna.games.lion_of_judah.field_events import Bombed, Gassed
from campagna.games.lion_of_judah.flags import DISRUPTED, GASSED
from campagna.games.lion_of_judah.frames import Attrition
from campagna.games.lion_of_judah.orders import Bomb
from campagna.games.lion_of_judah.rules.air_hq import airfields
from campagna.games.lion_of_judah.rules.general.forecast import (
    FACES,
    die_notes,
    flying_faces,
    lines,
    mission,
)
from campagna.games.lion_of_judah.rules.general.names import one_hex, own_marker
from campagna.games.lion_of_judah.rules.general.offering import by_subject, in_common
from campagna.games.lion_of_judah.rules.general.rolled import GROUNDED
from campagna.games.lion_of_judah.rules.resources.prices import flight_notes
from campagna.games.lion_of_judah.state import AirStatus, State

Mission = tuple[int, int, bool]
"""A marker, the hex, and whether it carries gas."""


@rule("10.1.6", "PB 13.6.5.1-a")
def targets(state: State) -> list[int]:
    """Hexes with Ethiopian units."""
    return sorted({state.units[u].place for u in state.on_map(OTHER)})


@rule("10.1", "A-10", "PB 13.6.5.1-a", "PB 13.6.5.1-b")
def judge_bomb(state: State, order: Bomb) -> Refusal | Mission:
    marker = own_marker(state, order.marker, ITALIAN)
    if isinstance(marker, Refusal):
        return marker
    hex_ = one_hex(state, order.hex)
    if isinstance(hex_, Refusal):
        return hex_
    if not state.maps.held[OTHER][hex_]:
        return Refusal("PB 13.6.5.1-a", "nothing-to-bomb", {"hex": order.hex})
    if order.gas and hex_ in state.gassed:
        return Refusal("PB 13.6.5.1-b", "gassed-already", {"hex": order.hex})
    refusal = airfields.refuse_mission(state, marker, hex_)
    return (marker, hex_, order.gas) if refusal is None else refusal


@rule("PB 13.6.5.1-a", "PB 13.6.5.1-b", "PB 13.6.5.1-d", "10.1.4-c", "10.1.6")
def carry_out_bomb(state: State, plan: Mission, chance: Chance) -> list[Event]:
    """The mission, the bombing marker, and the roll for the way home."""
    marker, hex_, gas = plan
    events, flies = airfields.take_off(state, marker, hex_, AirStatus.FLYING, chance)
    if not flies:
        return events
    events += _gas(state, marker, hex_) if gas else _bombs(state, marker, hex_, chance)
    events += _count(state, gas)
    bonus = state.world.tables["air_return"]["bombing_or_gas"]
    return events + airfields.roll_return(state, marker, chance, bonus)


@rule("PB 13.6.5.1-b", "12.6-a")
def _gas(state: State, marker: int, hex_: int) -> list[Event]:
    """Every Ethiopian unit in the hex fights at half strength until the turn ends."""
    state.gassed.append(hex_)
    for unit in state.stack(hex_):
        if state.own(unit) == OTHER:
            state.flag(unit, GASSED)
    name = state.world.air[marker].id
    return [Gassed(rule="PB 13.6.5.1-b", marker=name, hex=state.hex_name(hex_))]


@rule("PB 13.6.5.1-a")
def _bombs(state: State, marker: int, hex_: int, chance: Chance) -> list[Event]:
    """Bombs confuse leaders; a good roll costs a step of the owner's choice."""
    die = chance.roll(6, "bombing")
    row = bombing_result(state, die + bombing_drm(state, hex_))
    disorder, steps = row["effect"] == "D", row["steps"]
    if disorder:
        for unit in state.stack(hex_):
            if state.counter(unit).type == "leader":
                state.flag(unit, DISRUPTED)
    if steps and state.combat_units(hex_):
        state.agenda.append(Attrition(OTHER, hex_, "bombing"))
    return [
        Bombed(
            rule="PB 13.6.5.1-a",
            marker=state.world.air[marker].id,
            hex=state.hex_name(hex_),
            die=die,
            result="D1s" if steps else str(row["effect"]),
        )
    ]


def bombing_drm(state: State, hex_: int) -> int:
    table, world = state.world.tables["bombing"], state.world
    if world.mountain[hex_]:
        return int(table["mountain_or_amba"])
    return int(table["clear_or_desert"]) if world.clear[hex_] or world.desert[hex_] else 0


def bombing_result(state: State, modified: int) -> dict[str, int | str]:
    """The row of the bombing table for a modified roll."""
    for row in state.world.tables["bombing"]["results"]:
        if modified <= row["roll"].get("to", modified):
            found: dict[str, int | str] = row
            return found
    raise AssertionError("the bombing table has no last row")


@rule("PB 13.6.5.1-a", "PB 13.6.5.1-b", "PB 13.6.5.1-c")
def _count(state: State, gas: bool) -> list[Event]:
    """The bombing marker moves until the League of Nations has spoken."""
    state.bombed_turn = state.turn
    track = state.theatre.scenario["bombing_track"]
    if track["closed_by"] in state.drawn:
        return []
    state.bombing += track["gas"] if gas else track["bombing"]
    return [BombingCounted(rule="PB 13.6.5.1-c", track=state.bombing)]


def missions(state: State) -> list[Bomb]:
    """Every marker with every hex it can fly to, with bombs and with gas."""
    ids = state.world.hex_ids
    return [
        Bomb(state.world.air[m].id, ids[h], gas)
        for m, hexes in _in_range(state).items()
        for h in hexes
        for gas in (False, True)
        if not (gas and h in state.gassed)
    ]


def _in_range(state: State) -> dict[int, list[int]]:
    """The hexes that each ready marker can fly to."""
    ready = airfields.ready(state, ITALIAN)
    hexes = targets(state) if ready else []
    found = {m: [h for h in hexes if airfields.may_fly(state, m, h)] for m in ready}
    return {m: some for m, some in found.items() if some}


def offer_bomb(state: State) -> tuple[Offer, ...]:
    """Gas may be chosen for any hex but those that were gassed already, which the judge refuses."""
    ids = state.world.hex_ids
    pairs = ((state.world.air[m].id, ids[h]) for m, hs in _in_range(state).items() for h in hs)
    found = by_subject(pairs)
    if not found:
        return ()
    subjects, places = in_common(found)
    return (Place("bomb", subjects, subject="marker", places=places, extras=(Toggle("gas"),)),)


# --- the forecast -------------------------------------------------------------------------------------

STEP_LOST, DISORDER = "D1s", "D"


def forecast_bomb(state: State, plan: Mission) -> Forecast:
    marker, hex_, gas = plan
    flight = flight_notes(state, (marker,))
    if gas:
        return mission(state, "PB 13.6.5.1-b", [*_gas_notes(state), *flight])
    drm = bombing_drm(state, hex_)
    results: Tally[str] = Tally()
    for die in range(1, FACES + 1):
        row = bombing_result(state, die + drm)
        results[STEP_LOST if row["steps"] else str(row["effect"])] += 1
    flies = flying_faces(state)
    order = sorted(results, key=lambda r: (r != STEP_LOST, r != DISORDER))
    cases = {r: results[r] * flies for r in order} | {GROUNDED: FACES * (FACES - flies)}
    found = lines(cases, FACES * FACES)
    return Forecast("PB 13.6.5.1-a", found, {"modifier": drm}, (*die_notes(drm), *flight))


def _gas_notes(state: State) -> tuple[Note, ...]:
    """Gas halves the enemy, and the world counts it until the League has spoken."""
    track = state.theatre.scenario["bombing_track"]
    halved = Note("gas-halves")
    if track["closed_by"] in state.drawn:
        return (halved,)
    facts = {
        "count": int(track["gas"]),
        "track": state.bombing + int(track["gas"]),
        "free": int(track["free"]),
    }
    return halved, Note("gas-counts", facts, grave=True)


BOMB = Decision(Bomb, "PB 13.6.5.1-a", judge_bomb, carry_out_bomb, forecast_bomb, offer=offer_bomb)
