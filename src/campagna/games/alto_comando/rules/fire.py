"""Spotting and fire: who sees whom, who may fire at whom, and the dice (FIR-2..10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from campagna.games.alto_comando import events as ev
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.rules.cover import (
    is_in_trench,
    is_screened_supply,
    is_sheltered,
    spotting_radius,
)
from campagna.games.alto_comando.rules.geometry import (
    distance,
    in_reach,
    line_is_clear,
    near,
    nearest_of,
)
from campagna.games.alto_comando.rules.losses import (
    Weapon,
    is_shaken,
    save_needed,
    suffer_hit,
)
from campagna.games.alto_comando.rules.naming import find_on_table
from campagna.games.alto_comando.state import EVERYTHING, FIRED, TABLE, Phase, State
from campagna.games.alto_comando.world import NOBODY
from campagna.kit.derived import derived

# --- spotting -------------------------------------------------------------------------------------------


@rule("FIR-2", "FIR-10", "HQ-13")
def spots(state: State, spotter: int, target: int) -> bool:
    """Whether a base on the table sees another: near enough, and no hill between (A-8, A-44)."""
    if state.unit(spotter).is_supply:
        return False
    at = state.at(target)
    radius = spotting_radius(state, spotter, at)
    return in_reach(state, spotter, target, radius) and line_is_clear(state, state.at(spotter), at)


def in_sight_at_best(state: State, spotters: Iterable[int], target: int) -> list[int]:
    """Those who would see the target with every bonus there is: only they have to be asked."""
    bonus = state.world.tables["spotting"]["trench_bonus"]
    return near(state, state.at(target), spotters, state.roster.farthest_spotting + bonus)


@rule("FIR-3", "FIR-4")
def spotted_by_group(state: State, group: int, target: int) -> bool:
    """If one base of a division sees the target all of it does, and no other division."""
    sights = state.derived.sights
    key = (group, target)
    if key not in sights:
        members = state.roster.groups[group].members
        near_by = in_sight_at_best(state, members, target)
        sights[key] = any(spots(state, b, target) for b in near_by)
    return sights[key]


# --- targets --------------------------------------------------------------------------------------------


@rule("FIR-2", "TER-3", "WF-4")
def is_eligible(state: State, firer: int, target: int) -> bool:
    """Whether the target is in range, spotted, and not behind a hill for this weapon."""
    unit = state.unit(firer)
    if not in_reach(state, firer, target, unit.line.range_):
        return False
    lobs = unit.kind in state.world.tables["targets"]["over_hills"]
    if not lobs and not line_is_clear(state, state.at(firer), state.at(target)):
        return False
    if not lobs and is_screened_supply(state, target):
        return False
    return spotted_by_group(state, unit.group, target)


@rule("FIR-2")
@derived(on=EVERYTHING)
def in_range(state: State, firer: int) -> list[int]:
    """The enemies on the table at most as far from a base as it fires."""
    unit = state.unit(firer)
    enemies = state.roster.of_side[1 - unit.side]
    return near(state, state.at(firer), enemies, unit.line.range_)


@rule("FIR-7", "FIR-8", "FIR-9", "DIV-22", "G-20")
@derived(on=EVERYTHING)
def targets(state: State, firer: int) -> list[int]:
    """At whom a base may fire: the nearest; artillery any; an 88 also the nearest vehicle."""
    unit = state.unit(firer)
    eligible = [t for t in in_range(state, firer) if is_eligible(state, firer, t)]
    if not eligible:
        return []
    enemies = state.table_of(1 - unit.side)
    table = state.world.tables
    if unit.kind in table["targets"]["any"]:
        return eligible
    of_all = state.options["fire_nearest"] == "nearest_of_all"
    found = _nearest(state, firer, enemies if of_all else eligible, eligible)
    if unit.kind in table["targets"]["nearest_of_tank_and_recon"]:
        hunted = table["classes"]["no_save_against_88"]
        among = [t for t in (enemies if of_all else eligible) if state.unit(t).kind in hunted]
        found |= _nearest(state, firer, among, eligible)
    return [t for t in eligible if t in found]


def _nearest(state: State, firer: int, among: list[int], eligible: list[int]) -> set[int]:
    return {t for t in nearest_of(state, firer, among) if t in eligible} if among else set()


@rule("FIR-6", "ITA-2", "BF-10", "BF-11")
def to_hit(state: State, firer: int, target: int) -> int:
    """The lowest die that hits: 5, or 6 where the weapon is too light for tanks."""
    unit = state.unit(firer)
    table = state.world.tables["to_hit"]
    if state.unit(target).line.class_ == "tank":
        if unit.line.to_hit_tanks:
            return unit.line.to_hit_tanks
        if state.options["italian_problems"] and (unit.kind, unit.nationality) == ("foot", "it"):
            return int(state.world.tables["italian_problems"]["foot_to_hit_tanks"])
    return int(table["value"])


def weapon_of(state: State, firer: int) -> Weapon:
    return Weapon(firer, state.unit(firer).kind in state.world.tables["classes"]["fires_as_88"])


# --- firing ---------------------------------------------------------------------------------------------


@rule("FIR-5", "HQ-12", "TRE-4", "SEQ-4", "SEQ-5")
def may_fire(state: State, base: int) -> bool:
    """Whether a base can still fire in this phase: once, and in the trench phase only from cover."""
    b = state.bases[base]
    if b.where != TABLE or b.flags & FIRED or is_shaken(state, base):
        return False
    if not state.unit(base).line.range_:
        return False
    return state.phase != Phase.TRENCH_FIRE or is_sheltered(state, base)


def gunners(state: State) -> list[int]:
    """The bases of the deciding side that can still fire in this phase, targets or not."""
    return [b for b in state.roster.of_side[state.side] if may_fire(state, b)]


def any_shot(state: State) -> bool:
    own = state.roster.of_side[state.side]
    return any(may_fire(state, b) and targets(state, b) for b in own)


class FirePlan(NamedTuple):
    firer: int
    target: int


@rule("FIR-2", "FIR-5", "FIR-7", "HQ-12", "TRE-4")
def judge_fire(state: State, order: orders.Fire) -> Refusal | FirePlan:
    firer = find_on_table(state, order.unit)
    if isinstance(firer, Refusal):
        return firer
    target = state.find(order.target)
    facts = {"unit": order.unit, "target": order.target}
    if target == NOBODY:
        return Refusal("FIR-2", "unknown-unit", {"unit": order.target})
    if state.unit(target).side == state.side or not state.on_table(target):
        return Refusal("FIR-2", "no-target", facts)
    if not may_fire(state, firer):
        return _why_silent(state, firer, facts)
    if target in targets(state, firer):
        return FirePlan(firer, target)
    return _why_not(state, firer, target, facts)


@rule("CHR-6", "FIR-5", "HQ-12", "TRE-4", "TRE-6")
def _why_silent(state: State, firer: int, facts: dict[str, str]) -> Refusal:
    """Why a base that stands on the table cannot fire in this phase."""
    if not state.unit(firer).line.range_:
        return Refusal("CHR-6", "never-fires", facts)
    if is_shaken(state, firer):
        return Refusal("HQ-12", "hq-scattered", facts)
    if state.bases[firer].flags & FIRED:
        return Refusal("FIR-5", "fired-already", facts)
    if is_in_trench(state, firer):
        return Refusal("TRE-6", "no-shelter-for-it", facts)
    return Refusal("TRE-4", "not-entrenched", facts)


@rule("FIR-2", "FIR-3", "FIR-7", "TER-3", "WF-4")
def _why_not(state: State, firer: int, target: int, given: dict[str, str]) -> Refusal:
    """Why a base that can fire cannot fire at this enemy, with the distances that decide it."""
    unit = state.unit(firer)
    facts: dict[str, Fact] = {**given, "distance": distance(state, firer, target)}
    if not in_reach(state, firer, target, unit.line.range_):
        return Refusal("FIR-2", "out-of-range", {**facts, "range": unit.line.range_})
    if not spotted_by_group(state, unit.group, target):
        members = state.roster.groups[unit.group].members
        return unseen(state, members, target, given, ("FIR-3", "not-spotted"), "hill-hides")
    if is_screened_supply(state, target):
        return Refusal("WF-4", "screened-supply", given)
    if not is_eligible(state, firer, target):
        return Refusal("TER-3", "hill-in-the-way", given)
    enemies = state.table_of(1 - unit.side)
    of_all = state.options["fire_nearest"] == "nearest_of_all"
    eligible = [t for t in in_range(state, firer) if is_eligible(state, firer, t)]
    first = nearest_of(state, firer, enemies if of_all else eligible)[0]
    facts |= {"nearest": state.name(first), "least": distance(state, firer, first)}
    return Refusal("FIR-7", "not-the-nearest", facts)


@rule("FIR-2", "FIR-10", "G-14")
def unseen(
    state: State,
    among: Iterable[int],
    target: int,
    given: dict[str, str],
    far: tuple[str, str],
    hidden: str,
) -> Refusal:
    """Why none of these sees a target: a hill hides it from one who is near enough, or all are too far.

    `far` are rule and reason where it is the distance, `hidden` the reason where it is a hill.
    """
    spotters = [b for b in among if state.on_table(b) and not state.unit(b).is_supply]
    if not spotters:
        return Refusal(far[0], "nobody-to-spot", given)
    radii = {b: spotting_radius(state, b, state.at(target)) for b in spotters}
    near_enough = [b for b in spotters if in_reach(state, b, target, radii[b])]
    nearest = nearest_of(state, target, near_enough or spotters)[0]
    facts: dict[str, Fact] = {
        **given,
        "spotter": state.name(nearest),
        "distance": distance(state, target, nearest),
        "radius": radii[nearest],
    }
    return Refusal("G-14", hidden, facts) if near_enough else Refusal(*far, facts)


@rule("FIR-5", "FIR-6", "SAV-4")
def carry_out_fire(state: State, plan: FirePlan, chance: Chance) -> list[Event]:
    """One shot, resolved before the next (A-10)."""
    needed = to_hit(state, plan.firer, plan.target)
    die = chance.roll(6, "fire")
    state.flag(plan.firer, FIRED)
    fired = ev.Fired(
        rule="FIR-6",
        unit=state.name(plan.firer),
        target=state.name(plan.target),
        needed=needed,
        die=die,
        hit=die >= needed,
    )
    if die < needed:
        return [fired]
    return [fired, *suffer_hit(state, plan.target, weapon_of(state, plan.firer), chance)]


# --- decisions ------------------------------------------------------------------------------------------


def forecast_fire(state: State, plan: FirePlan) -> Forecast:
    # Fractions are slow to load, and most processes never ask for a forecast.
    from campagna.games.alto_comando.rules.odds import (
        at_least,
        hit_lines,
        line,
        loss_sums,
        possible,
        save_chance,
    )

    needed = to_hit(state, plan.firer, plan.target)
    weapon = weapon_of(state, plan.firer)
    hit = at_least(needed)
    save = save_needed(state, plan.target, weapon)
    saved = save_chance(save)
    lines = [*hit_lines(state, plan.target, hit, saved), line("miss", 1 - hit)]
    sums = {
        "hit": {"rule": "FIR-6", "needed": needed, "probability": float(hit)},
        **loss_sums(state, plan.target, hit, save),
    }
    return Forecast("FIR-6", possible(lines), sums)


def offer_shots(state: State) -> tuple[Offer, ...]:
    shots = {
        state.name(b): state.names(found) for b in gunners(state) if (found := targets(state, b))
    }
    return (Place("fire", shots, place="target", tone="main"),) if shots else ()


FIRE = Decision(orders.Fire, "FIR-6", judge_fire, carry_out_fire, forecast_fire, offer=offer_shots)
