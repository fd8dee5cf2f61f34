"""Chapter 6: combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from campagna.core import offers
from campagna.core.account import Account, AccountLine
from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, ForecastLine, Refusal, Step
from campagna.core.decision import Decision, Reply
from campagna.core.offers import Offer
from campagna.core.rulebook import rule
from campagna.hexes.kernels import BARRED
from two_fords.events import Eliminated, Fought, Retreated
from two_fords.frames import Retreating
from two_fords.orders import Attack, Retreat
from two_fords.rules.counters import possible_strengths, turn_up
from two_fords.rules.sequence import counter_in_play, named_hex
from two_fords.rules.zones import controls, zones
from two_fords.state import LOST, State, enemy_of, side_of, unit_at, units_of
from two_fords.world import BOARD, COSTS, NAMES, TABLES

DIE = 6
PAYS = {"DE": "defender", "decoy": "defender", "DR": "defender", "NE": "nobody", "AE": "attacker"}
"""Whom each result costs something, the best for the attacker first."""


AttackPlan = tuple[tuple[int, ...], int]
"""The counters that attack, and the one they attack."""


@rule("6.1")
def judge_attack(state: State, order: Attack) -> Refusal | AttackPlan:
    place = named_hex(order.target)
    if isinstance(place, Refusal):
        return place
    units: list[int] = []
    for name in order.units:
        unit = counter_in_play(state, name)
        if isinstance(unit, Refusal):
            return unit
        units.append(unit)
    if not units or len(set(units)) < len(units):
        return Refusal("6.1", "name-attackers-once")
    target = enemy_at(state, place)
    if target is None:
        return Refusal("6.1", "no-enemy", {"hex": order.target})
    if state.units[target].attacked:
        return Refusal("6.1", "already-attacked", {"hex": order.target})
    for unit in units:
        refusal = refuse_attacker(state, unit, place)
        if refusal:
            return refusal
    return tuple(units), target


@rule("6.3")
def refuse_attacker(state: State, unit: int, place: int) -> Refusal | None:
    """Why this counter may not attack that hex."""
    if state.units[unit].strength == 0:
        return Refusal("6.3", "decoy-attacks", {"unit": NAMES[unit]})
    return idle_and_in_zone(state, unit, place)


@rule("6.1")
def idle_and_in_zone(state: State, unit: int, place: int) -> Refusal | None:
    counter = state.units[unit]
    if counter.done:
        return Refusal("6.1", "already-acted", {"unit": NAMES[unit]})
    if not controls(state, counter.place, place):
        return Refusal("6.1", "not-in-zone", {"unit": NAMES[unit], "hex": BOARD.name(place)})
    return None


def enemy_at(state: State, place: int) -> int | None:
    """The counter in a hex, if it belongs to the side whose phase it is not."""
    unit = unit_at(state, place)
    return unit if unit is not None and side_of(unit) != state.side else None


@rule("6.5")
def difference(state: State, units: Sequence[int], target: int, strength: int) -> int:
    forest = BOARD.terrain_name(state.units[target].place) == "forest"
    attack = sum(state.units[u].strength for u in units)
    return attack - strength - (TABLES.forest_defence if forest else 0)


@rule("6.6")
def result(difference_: int, die: int) -> str:
    """What the table says."""
    return TABLES.combat.results[die - 1][column(difference_)]


@rule("6.6")
def column(difference_: int) -> int:
    """The column of a difference; beyond the ends the nearest counts."""
    low, *_, high = TABLES.combat.differences
    return min(max(difference_, low), high) - low


HEADINGS = tuple(f"{n:+d}" if n else "±0" for n in TABLES.combat.differences)
"""What stands over the columns."""


@rule("6.2")
def carry_out_attack(state: State, plan: AttackPlan, chance: Chance) -> list[Event]:
    units, target = plan
    hex_ = BOARD.name(state.units[target].place)
    for unit in units:
        state.change(unit, done=True)
    state.change(target, attacked=True)
    events = turn_up(state, [*units, target], "6.2")
    strength = state.units[target].strength
    if strength == 0:
        return [*events, eliminate(state, target, "6.4")]
    by = difference(state, units, target, strength)
    die = chance.roll(DIE, "attack")
    outcome = result(by, die)
    events.append(
        Fought(
            rule="6.6",
            units=tuple(NAMES[unit] for unit in units),
            target=hex_,
            difference=by,
            die=die,
            result=outcome,
        )
    )
    return events + _apply(state, outcome, units, target)


@rule("6.4", "6.6")
def eliminate(state: State, unit: int, why: str) -> Event:
    hex_ = BOARD.name(state.units[unit].place)
    state.change(unit, place=LOST)
    return Eliminated(why, NAMES[unit], hex_)


def _apply(state: State, outcome: str, units: Sequence[int], target: int) -> list[Event]:
    if outcome == "AE":
        return [eliminate(state, unit, "6.6") for unit in units]
    if outcome == "DE":
        return [eliminate(state, target, "6.6")]
    if outcome == "DR":
        if not retreat_hexes(state, target):
            return [eliminate(state, target, "6.7")]
        state.agenda.append(Retreating(target))
    return []


# --- retreat: a decision of the defender in the middle of the attacker's phase -------------------


def ask_retreat(state: State, frame: Retreating) -> Step:
    place = BOARD.name(state.units[frame.unit].place)
    facts: dict[str, Fact] = {"unit": NAMES[frame.unit], "hex": place}
    return Step(side_of(frame.unit), "retreat", rule="6.7", facts=facts)


@rule("6.7")
def retreat_hexes(state: State, unit: int) -> list[str]:
    place = state.units[unit].place
    danger = zones(state, enemy_of(side_of(unit)))
    steps = BOARD.grid.neighbours[place * 6 : place * 6 + 6]
    return [
        BOARD.name(there)
        for side, there in enumerate(steps)
        if COSTS[place * 6 + side] != BARRED and not danger[there] and unit_at(state, there) is None
    ]


@rule("6.7")
def judge_retreat(state: State, frame: Retreating, order: Retreat) -> Refusal | int:
    place = named_hex(order.hex)
    if isinstance(place, Refusal) or order.hex in retreat_hexes(state, frame.unit):
        return place
    return Refusal("6.7", "no-retreat-there", {"hex": order.hex})


@rule("6.7")
def carry_out_retreat(state: State, frame: Retreating, place: int, chance: Chance) -> list[Event]:
    state.agenda.pop()
    state.change(frame.unit, place=place)
    return [Retreated(rule="6.7", unit=NAMES[frame.unit], hex=BOARD.name(place))]


# --- the odds before the die ---------------------------------------------------------------------


def forecast_attack(state: State, plan: AttackPlan) -> Forecast:
    """The exact chances as far as the attacker can know them: a face-down target may be anything left."""
    units, target = plan
    strengths = possible_strengths(state, target, state.side)
    cases: Counter[str] = Counter()
    columns: Counter[int] = Counter()
    for strength in strengths:
        if strength == 0:
            cases["decoy"] += DIE
        else:
            by = difference(state, units, target, strength)
            columns[column(by)] += 1
            cases.update(result(by, die) for die in range(1, DIE + 1))
    total = DIE * len(strengths)
    lines = tuple(
        ForecastLine(outcome, cases[outcome] / total, _meaning(state, outcome, target), pays)
        for outcome, pays in PAYS.items()
        if cases[outcome]
    )
    attack = sum(state.units[u].strength for u in units)
    shares = {HEADINGS[at]: count / len(strengths) for at, count in sorted(columns.items())}
    sums = {"attack": attack, "defence": strengths, "columns": shares}
    account = Account(lines=(AccountLine("attack", str(attack), "6.6", "total"),), columns=shares)
    return Forecast(rule="6.6", lines=lines, sums=sums, account=account)


def _meaning(state: State, outcome: str, target: int) -> dict[str, Fact]:
    if outcome == "DR":
        return {"retreat": tuple(retreat_hexes(state, target))}
    return {}


# --- what is offered -----------------------------------------------------------------------------


def offer_attacks(state: State) -> tuple[Offer, ...]:
    """Every target with the counters that may join in."""
    own = [i for i in units_of(state.side) if state.units[i].place >= 0]
    targets: dict[str, tuple[str, ...]] = {}
    for enemy in units_of(enemy_of(state.side)):
        place = state.units[enemy].place
        if place < 0 or state.units[enemy].attacked:
            continue
        able = tuple(NAMES[i] for i in own if refuse_attacker(state, i, place) is None)
        if able:
            targets[BOARD.name(place)] = able
    return (offers.Attack("attack", targets),) if targets else ()


def offer_retreats(state: State, frame: Retreating) -> tuple[Offer, ...]:
    hexes = tuple(retreat_hexes(state, frame.unit))
    return (offers.Place("retreat", {}, subject="", places=hexes),)


ATTACK = Decision(
    Attack, "6.1", judge_attack, carry_out_attack, forecast_attack, offer=offer_attacks
)
RETREAT = Reply(Retreat, "6.7", judge_retreat, carry_out_retreat, offer=offer_retreats)
