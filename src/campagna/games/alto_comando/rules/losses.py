"""Saving throws, Scattered, Destroyed, and what a headquarters does instead (SAV, HQ-7..15, VIC-1..3)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.alto_comando import events as ev
from campagna.games.alto_comando.rules.cover import is_sheltered, is_softly_covered
from campagna.games.alto_comando.rules.geometry import in_reach, retreat_of
from campagna.games.alto_comando.state import DESTROYED, SCATTERED, SHAKEN, TABLE, State, Tally
from campagna.games.alto_comando.world import BEDA_FOMM, NOBODY

NEVER = 7
"""A die that nobody rolls: no saving throw at all."""


class Weapon(NamedTuple):
    """What struck: a base that fired, or NOBODY for aircraft and mines."""

    hitter: int = NOBODY
    as_88: bool = False


# --- the saving throw -----------------------------------------------------------------------------------


@rule("SAV-1", "SAV-5", "SAV-6", "TRE-2", "WF-2", "DIV-22")
def save_needed(state: State, target: int, weapon: Weapon) -> int:
    """The lowest die that saves a base that was hit; NEVER if there is no die."""
    line = state.unit(target).line
    classes = state.world.tables["classes"]
    if weapon.as_88 and line.kind in classes["no_save_against_88"]:
        return NEVER
    table = state.world.tables["save"]
    needed = line.save
    if is_sheltered(state, target):
        needed = min(needed, table["trench_value"])
    if is_softly_covered(state, state.at(target)) and line.class_ != table["woods_except"]:
        needed -= table["woods_die_modifier"]
    return int(needed)


@rule("HQ-14", "WF-9")
def is_driven_on(state: State, target: int) -> bool:
    """Whether a hit alone makes this base fall back: a headquarters Scattered already (A-53)."""
    if not state.options.fixed("hq-hit-again"):
        return False
    return is_shaken(state, target) and state.options["scattered_hq_hit"] == "falls_back"


@rule("HQ-7", "HQ-14")
def needs_no_save(state: State, target: int) -> bool:
    """A headquarters driven on can lose nothing by a die, unless it is alone and may be destroyed."""
    return is_driven_on(state, target) and not is_alone(state, target)


@rule("SAV-1", "SAV-4", "SAV-6", "HQ-14")
def suffer_hit(state: State, target: int, weapon: Weapon, chance: Chance) -> list[Event]:
    """Every hit is saved from by a die of its own, or takes effect at once."""
    if needs_no_save(state, target):
        return shake(state, target, weapon.hitter)
    needed = save_needed(state, target, weapon)
    driven_on = is_driven_on(state, target)
    name = state.name(target)
    if needed == NEVER:
        return [ev.NoSave(rule="SAV-6", unit=name), *fail(state, target, weapon.hitter)]
    die = chance.roll(6, "save")
    rolled = ev.SaveRolled(rule="SAV-1", unit=name, needed=needed, die=die, saved=die >= needed)
    if die < needed:
        return [rolled, *fail(state, target, weapon.hitter)]
    return [rolled, *shake(state, target, weapon.hitter)] if driven_on else [rolled]


# --- the effect -----------------------------------------------------------------------------------------


@rule("HQ-13", "HQ-15", "ITA-1", "BF-12")
def command_radius(state: State, hq: int) -> int:
    """How far a headquarters commands, Scattered or not."""
    command = state.world.tables["command"]
    nationality = state.unit(hq).nationality
    if state.field.id == BEDA_FOMM:
        return int(command["beda_fomm"][nationality])
    italian = command["italian_problems"]
    if not state.options["italian_problems"] or nationality != italian["nationality"]:
        return int(command["radius"])
    by_the_letter = state.options.fixed("scattered-italian-command")
    if by_the_letter and is_shaken(state, hq) and state.options["scattered_italian_hq"] == "30cm":
        return int(command["radius"])
    return int(italian["radius"])


@rule("SAV-3", "HQ-13")
def in_command(state: State, base: int) -> bool:
    """Whether a base is within the radius of its own division's headquarters on the table."""
    hq = hq_of(state, base)
    return (
        hq != NOBODY and state.on_table(hq) and in_reach(state, base, hq, command_radius(state, hq))
    )


def hq_of(state: State, base: int) -> int:
    group = state.unit(base).group
    return state.roster.groups[group].hq if group != NOBODY else NOBODY


@rule("HQ-7")
def is_alone(state: State, hq: int) -> bool:
    """Whether no other base of its division is on the table (A-45)."""
    members = state.roster.groups[state.unit(hq).group].members
    return not any(b != hq and state.on_table(b) for b in members)


def fate(state: State, target: int) -> str:
    """What a failed save means for this base, where it stands now."""
    unit = state.unit(target)
    if unit.is_supply:
        return "destroyed"
    if unit.is_hq:
        return "destroyed" if is_alone(state, target) else "scattered"
    return "scattered" if in_command(state, target) else "destroyed"


@rule("SAV-1", "SAV-3", "SAV-5", "HQ-4", "HQ-7", "HQ-8", "MIN-5", "AIR-2")
def fail(state: State, target: int, hitter: int = NOBODY) -> list[Event]:
    """A base without a save is Scattered or Destroyed; a headquarters falls back instead."""
    unit = state.unit(target)
    if fate(state, target) == "destroyed":
        return destroy(state, target)
    if unit.is_hq:
        return shake(state, target, hitter)
    state.remove(target, SCATTERED)
    return [scattered(state, target)]


@rule("HQ-8", "HQ-11", "HQ-14", "WF-9")
def shake(state: State, hq: int, hitter: int) -> list[Event]:
    """A headquarters becomes Scattered where it is and falls back; a further hit drives it on."""
    found: list[Event] = []
    again = is_shaken(state, hq)
    if not again:
        found.append(scattered(state, hq, "HQ-8"))
    at = retreat_of(state, hq, hitter)
    state.put(hq, at, SHAKEN)
    cause = "HQ-14" if again else "HQ-11"
    return [*found, ev.HqFellBack(rule=cause, unit=state.name(hq), at=at)]


@rule("HQ-4", "HQ-7", "VIC-7")
def destroy(state: State, base: int, flags: int = 0) -> list[Event]:
    """A base is gone for good; with the last headquarters its whole boxed division is."""
    unit = state.unit(base)
    old = state.bases[base]
    before = old.where == SCATTERED or bool(old.flags & SHAKEN)
    state.remove(base, DESTROYED, flags)
    cause = "SAV-5" if unit.is_supply else "HQ-7" if unit.is_hq else "SAV-3"
    points = score_destroyed(state, base, before)
    found: list[Event] = [ev.Destroyed(rule=cause, unit=unit.id, points=points)]
    if unit.is_hq:
        for mate in state.roster.groups[unit.group].members:
            if state.bases[mate].where == SCATTERED:
                state.remove(mate, DESTROYED, flags)
                points = score_destroyed(state, mate, True)
                found.append(ev.Destroyed(rule="VIC-7", unit=state.name(mate), points=points))
    return found


# --- victory points -------------------------------------------------------------------------------------


@rule("VIC-2")
def scattered(state: State, base: int, cause: str = "SAV-1") -> Event:
    """One point for every time an enemy unit is Scattered."""
    before = points_of(state, 1 - state.unit(base).side)
    _credit(state, base, scattered=1)
    gained = points_of(state, 1 - state.unit(base).side) - before
    return ev.Scattered(rule=cause, unit=state.name(base), points=gained)


@rule("VIC-1", "VIC-3")
def score_destroyed(state: State, base: int, was_scattered: bool) -> int:
    """Points for a destroyed unit; the one for scattering it is part of them, or not (A-15)."""
    side = 1 - state.unit(base).side
    before = points_of(state, side)
    if state.unit(base).is_supply:
        _credit(state, base, supplies=1)
    else:
        counted = state.options.get("vp_scatter_then_destroyed") != "cumulative"
        _credit(state, base, destroyed=1, scattered=-1 if was_scattered and counted else 0)
    return points_of(state, side) - before


def _credit(
    state: State, base: int, scattered: int = 0, destroyed: int = 0, supplies: int = 0
) -> None:
    side = 1 - state.unit(base).side
    t = state.tallies[side]
    state.tallies[side] = msgspec.structs.replace(
        t,
        scattered=t.scattered + scattered,
        destroyed=t.destroyed + destroyed,
        supplies=t.supplies + supplies,
    )


@rule("VIC-1", "VIC-2", "VIC-3")
def points_of(state: State, side: int) -> int:
    """The victory points of a side; at Beda Fomm there are none (BF-6)."""
    return 0 if state.field.id == BEDA_FOMM else worth(state, state.tallies[side])


def worth(state: State, tally: Tally) -> int:
    value = state.world.tables["victory_points"]
    return int(
        tally.scattered * value["scattered"]
        + tally.destroyed * value["destroyed"]
        + tally.supplies * value["supply_base"]
    )


def is_shaken(state: State, base: int) -> bool:
    b = state.bases[base]
    return b.where == TABLE and bool(b.flags & SHAKEN)
