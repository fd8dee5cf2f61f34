"""Artillery and strategic bombers: who may fire at whom, with what effect (ART-1 to ART-10, STR-1, STR-2)."""

from __future__ import annotations

from collections import Counter as Tally
from fractions import Fraction
from itertools import product

import msgspec

from campagna.core.account import Account
from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, ForecastLine, Note, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from campagna.games.kasserine.events import Bombed, RaidMade, Shot
from campagna.games.kasserine.orders import Fire, Raid
from campagna.games.kasserine.rules.line_facts import explained
from campagna.games.kasserine.rules.losses import eliminate, reduce
from campagna.games.kasserine.rules.obligations import busy
from campagna.games.kasserine.rules.zones import in_contact, on_map
from campagna.games.kasserine.state import (
    BOUND,
    CONDEMNED,
    FIRED,
    REDUCED,
    SHOCKED,
    SUPPLIED,
    Phase,
    State,
)
from campagna.games.kasserine.world import ALLIED, UCT
from campagna.hexes.naming import hexes, own_unit

STRATEGIC = "strategic"
HARDEST_FIRST = ("R", "RT", "-")
"""Results of fire and bombs, from the best for whoever fires to the worst."""


class FirePlan(msgspec.Struct, frozen=True):
    unit: int
    target: int


def firing_side(state: State) -> int:
    """The phasing side first, then the other."""
    return state.side if state.phase == Phase.FIRE else 1 - state.side


# --- who may fire -------------------------------------------------------------------------------------


@rule("ART-3", "ART-6", "ART-10", "LOG-9")
def refuse_gun(state: State, unit: int) -> Refusal | None:
    """Why a unit may not fire now: one shot a turn, in supply, and not if it is to attack."""
    name = {"unit": state.name(unit)}
    if not state.world.artillery[unit]:
        return Refusal("ART-1", "not-artillery", name)
    if state.place(unit) < 0:
        return Refusal("ART-1", "not-on-map", name)
    if state.flagged(unit, FIRED):
        return Refusal("ART-3", "fired-already", name)
    if not state.flagged(unit, SUPPLIED):
        return Refusal("ART-6", "gun-unsupplied", name)
    if unit in busy(state):
        return Refusal("ART-10", "gun-attacks", name)
    return None


@rule("ART-2", "ART-3", "ART-8", "CAL-9 (b)", "NGT-6")
def refuse_shot(state: State, unit: int, target: int) -> Refusal | None:
    """Why a unit that may fire may not fire at this enemy."""
    side, there = state.owner(unit), state.place(target)
    facts: dict[str, Fact] = {"unit": state.name(unit), "target": state.name(target)}
    if there < 0 or state.owner(target) == side:
        return Refusal("ART-1", "no-target", facts)
    if state.flagged(target, CONDEMNED):
        return Refusal("PCS-6", "target-condemned", facts)
    distance = state.world.board.grid.distance(state.place(unit), there)
    far = state.counter(unit).range
    if distance > far:
        return Refusal("ART-2", "out-of-range", {**facts, "distance": distance, "range": far})
    if in_contact(state, there, side):
        return None
    if state.night:
        return Refusal("ART-8", "night-target", facts)
    fired = state.owner(target) == state.side and state.flagged(target, FIRED)
    if side != state.side and not fired:
        return Refusal("ART-3", "defensive-target", facts)
    if state.flagged(unit, BOUND) and not fired:
        return Refusal("CAL-9 (b)", "pause-fire", facts)
    return None


def guns(state: State, side: int) -> list[int]:
    """Artillery that may fire now, if it has a target."""
    return [
        u for u in on_map(state, side) if state.world.artillery[u] and refuse_gun(state, u) is None
    ]


def targets_of(state: State, unit: int) -> list[int]:
    distance, here = state.world.board.grid.distance, state.place(unit)
    far = state.counter(unit).range
    return [
        t
        for t in on_map(state, 1 - state.owner(unit))
        if distance(here, state.place(t)) <= far and refuse_shot(state, unit, t) is None
    ]


@rule("ART-1", "ART-3")
def judge_fire(state: State, order: Fire) -> Refusal | FirePlan:
    unit = own_unit(state, order.unit, firing_side(state), "ART-1")
    if isinstance(unit, Refusal):
        return unit
    refusal = refuse_gun(state, unit)
    if refusal is not None:
        return explained(state, unit, refusal)
    target = state.world.index.get(order.target)
    if target is None:
        return Refusal("ART-1", "unknown-unit", {"unit": order.target})
    return refuse_shot(state, unit, target) or FirePlan(unit, target)


# --- the table ----------------------------------------------------------------------------------------


@rule("ART-7", "ART-4", "TER-3")
def modifier(state: State, target: int) -> int:
    """What is added to the die: night, a target with another combat unit, a target in cover.

    Cover counts for tanks too, and for nobody who is shocked.
    """
    chart = state.world.tables["artillery"]["modifiers"]
    there = state.place(target)
    total = chart["night"] if state.night else 0
    if len([u for u in state.fighters_at(there, state.owner(target)) if u != target]) > 0:
        total += chart["stacked"]
    if state.world.cover[there] and not state.flagged(target, SHOCKED):
        total += chart["cover"]
    return int(total)


@rule("ART-1", "ART-7")
def read_table(state: State, row: str, target: int, die: int) -> tuple[int, str]:
    """The modified die, kept within the faces, and the result."""
    chart = state.world.tables["artillery"]
    modified = max(chart["lowest"], min(chart["highest"], die + modifier(state, target)))
    return modified, state.world.fire[row, state.world.target_class[target]][modified - 1]


@rule("ART-4", "ART-5", "ART-9", "PCS-6", "STR-2")
def suffer(state: State, target: int, result: str, cause: str) -> list[Event]:
    """RT and R work at once; who is to be eliminated is marked and goes when the fire ends."""
    if result == "-":
        return []
    if state.world.kind[target] != UCT:
        effect = state.world.tables["artillery"]["commands_and_supplies"][result]
        if effect == "eliminate":
            state.flag(target, CONDEMNED)
        return []
    if result == "RT":
        state.flag(target, SHOCKED)
        return []
    if state.flagged(target, REDUCED):
        state.flag(target, CONDEMNED)
        return []
    return [reduce(state, target, cause, "ART-5")]


@rule("ART-1", "ART-3")
def carry_out_fire(state: State, plan: FirePlan, chance: Chance) -> list[Event]:
    die = chance.roll(6, "artillery")
    modified, result = read_table(state, state.counter(plan.unit).fire, plan.target, die)
    state.flag(plan.unit, FIRED)
    shot = Shot(
        rule="ART-1",
        unit=state.name(plan.unit),
        target=state.name(plan.target),
        hex=state.hex_name(state.place(plan.target)),
        die=die,
        modified=modified,
        result=result,
    )
    return [shot, *suffer(state, plan.target, result, "fire")]


@rule("ART-9", "PCS-6")
def remove_condemned(state: State) -> list[Event]:
    """The end of the fire step, before any combat."""
    marked = [u for side in (0, 1) for u in on_map(state, side) if state.flagged(u, CONDEMNED)]
    events: list[Event] = []
    for unit in marked:
        state.flag(unit, 0, CONDEMNED)
        events.append(eliminate(state, unit, "shelled", "ART-5"))
    return events


# --- strategic bombers --------------------------------------------------------------------------------


@rule("STR-1", "STR-2")
def raid_possible(state: State) -> bool:
    """The Allied turn of the moves on the calendar, not in a storm, once."""
    chart = state.world.tables["strategic_bombers"]
    return (
        state.side == ALLIED
        and state.phase == Phase.FIRE
        and state.move in state.world.raid_moves
        and state.weather not in chart["forbidden_weather"]
        and not state.raided
    )


@rule("STR-1", "STR-2")
def judge_raid(state: State, order: Raid) -> Refusal | int:
    if not raid_possible(state):
        return Refusal("STR-1", "no-bombers", {"move": state.move})
    found = hexes(state, (order.hex,), "STR-2")
    return found if isinstance(found, Refusal) else found[0]


def bombed(state: State, hex_: int) -> list[int]:
    """Every enemy piece in the hex, combat units, commands and supplies alike, if not lost already."""
    return [
        u
        for u in state.stack(hex_)
        if state.owner(u) != state.side and not state.flagged(u, CONDEMNED)
    ]


@rule("STR-2")
def carry_out_raid(state: State, hex_: int, chance: Chance) -> list[Event]:
    """One die for each piece; neither supply nor command is needed and no aircraft are used up."""
    state.raided = True
    events: list[Event] = [RaidMade(rule="STR-2", hex=state.hex_name(hex_))]
    for target in bombed(state, hex_):
        die = chance.roll(6, "strategic raid")
        modified, result = read_table(state, STRATEGIC, target, die)
        events.append(
            Bombed(
                rule="STR-2",
                target=state.name(target),
                hex=state.hex_name(hex_),
                die=die,
                modified=modified,
                result=result,
            )
        )
        events += suffer(state, target, result, "raid")
    return events


# --- forecasts ----------------------------------------------------------------------------------------


@rule("ART-1", "ART-7")
def _chances(state: State, row: str, target: int) -> dict[str, Fraction]:
    found = Tally(read_table(state, row, target, die)[1] for die in range(1, 7))
    return {result: Fraction(found[result], 6) for result in HARDEST_FIRST if found[result]}


def _table_source(state: State) -> Account:
    """Where the numbers of the table come from, for the player to see."""
    chart = state.world.tables["artillery"]
    return Account(source=chart["source"], reasoning=chart["reasoning"])


def forecast_fire(state: State, plan: FirePlan) -> Forecast:
    chances = _chances(state, state.counter(plan.unit).fire, plan.target)
    lines = tuple(
        ForecastLine(result, float(chance), _shot_effect(state, plan.target, result))
        for result, chance in chances.items()
    )
    added = modifier(state, plan.target)
    notes = (Note("die-modifier", {"count": f"{added:+d}"}),) if added else ()
    source = _table_source(state)
    sums = {"modifier": added, "source": source.source, "reasoning": source.reasoning}
    return Forecast("ART-1", lines, sums, notes, account=source)


@rule("ART-5")
def _shot_effect(state: State, target: int, result: str) -> dict[str, Fact]:
    """Who is shocked, reduced or lost."""
    name = (state.name(target),)
    if result == "RT" and state.fights(target):
        return {"shocked": name}
    if result != "R":
        return {}
    lost = not state.fights(target) or state.flagged(target, REDUCED)
    return {"lost": name} if lost else {"reduced": name}


@rule("STR-2")
def forecast_raid(state: State, hex_: int) -> Forecast:
    """One die for each piece, so the results of all of them together."""
    targets = bombed(state, hex_)
    each = [_chances(state, STRATEGIC, t) for t in targets]
    lines = []
    for results in product(*each):
        chance = Fraction(1)
        for one, result in zip(each, results, strict=True):
            chance *= one[result]
        lines.append(ForecastLine(" ".join(results) or "nothing", float(chance)))
    lines.sort(key=_mildness)
    source = _table_source(state)
    names = state.names(targets)
    sums = {"targets": names, "source": source.source, "reasoning": source.reasoning}
    return Forecast("STR-2", tuple(lines), sums, account=source)


def _mildness(line: ForecastLine) -> int:
    """How little the bombs do in all."""
    return sum(HARDEST_FIRST.index(r) for r in line.result.split() if r in HARDEST_FIRST)


# --- what is offered ----------------------------------------------------------------------------------


def shots(state: State) -> dict[int, list[int]]:
    """Each gun that may fire now with its targets."""
    found = {g: targets_of(state, g) for g in guns(state, firing_side(state))}
    return {g: targets for g, targets in found.items() if targets}


def offer_shots(state: State) -> tuple[Offer, ...]:
    subjects = {state.name(g): state.names(targets) for g, targets in shots(state).items()}
    return (Place("fire", subjects, place="target", tone="main"),) if subjects else ()


def worth_a_raid(state: State) -> tuple[str, ...]:
    """Hexes with enemies; none if there is no raid."""
    if not raid_possible(state):
        return ()
    return state.hex_names(sorted({state.place(u) for u in on_map(state, 1 - state.side)}))


def offer_raids(state: State) -> tuple[Offer, ...]:
    """The bombers may strike any hex. With no enemy on the map none is better than another."""
    if not raid_possible(state):
        return ()
    places = worth_a_raid(state) or state.world.hex_ids
    return (Place("raid", {}, subject="", places=places, anywhere=True),)


FIRE = Decision(Fire, "ART-1", judge_fire, carry_out_fire, forecast_fire, offer=offer_shots)
RAID = Decision(Raid, "STR-2", judge_raid, carry_out_raid, forecast_raid, offer=offer_raids)
