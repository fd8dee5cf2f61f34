"""How the odds of a combat come about, line by line, each with its rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.rules.strength import (
    across_river,
    integral,
    multiplier,
    overrun_strength,
)
from campagna.games.panzergruppe_guderian.rules.supply import in_supply
from campagna.games.panzergruppe_guderian.state import RETREATED, UNTRIED, State

Line = dict[str, str]
ATTACK, DEFENCE = "attack", "defence"


def account(
    state: State,
    units: Sequence[int],
    targets: Sequence[int],
    pairs: Iterable[tuple[int, int]],
    *,
    overrun: bool,
) -> list[Line]:
    """`pairs`: every attack and defence that the unseen counters make possible."""
    found = [line for u in units for line in _attacker(state, u)]
    for place in dict.fromkeys(state.units[u].place for u in units):
        found += _whole_division(state, place, ATTACK)
    totals = list(pairs)
    attacks = [attack for attack, _ in totals]
    if overrun:
        found.append(_line(ATTACK, "overrun", "6.51c", "÷2"))
        attacks = [overrun_strength(attack) for attack in attacks]
    found.append(_line(ATTACK, "total", "9.4", _range(attacks)))
    origins = [state.units[u].place for u in units]
    for target in targets:
        found += [line for u in state.stack(target) for line in _defender(state, u)]
        found += _whole_division(state, target, DEFENCE)
        found += _ground(state, target, origins)
    found.append(_line(DEFENCE, "total", "9.4", _range([defence for _, defence in totals])))
    return found


def _line(part: str, what: str, rule_id: str, value: str, **about: str) -> Line:
    return {"part": part, "what": what, "rule": rule_id, "value": value, **about}


def _range(values: Sequence[int]) -> str:
    least, most = min(values), max(values)
    return str(least) if least == most else f"{least}-{most}"


@rule("9.24", "10.36a", "11.31", "12.2a")
def _attacker(state: State, unit: int) -> list[Line]:
    name = state.name(unit)
    if state.is_leader(unit):
        rating = state.counter(unit).rating
        return [_line(ATTACK, "leader", "10.36a", f"+{rating}", unit=name)]
    return [_printed(state, unit, ATTACK), *_halved(state, unit, ATTACK)]


@rule("9.21", "9.75", "11.31", "12.2a")
def _defender(state: State, unit: int) -> list[Line]:
    if state.units[unit].flags & RETREATED:
        return [_line(DEFENCE, "burden", "9.75", "0", unit=state.name(unit))]
    return [_printed(state, unit, DEFENCE), *_halved(state, unit, DEFENCE)]


def _printed(state: State, unit: int, part: str) -> Line:
    name = state.name(unit)
    if state.units[unit].flags & UNTRIED:
        return _line(part, "untried", "12.2a", "?", unit=name)
    values = state.values(unit)
    value = values.attack if part == ATTACK else values.defence
    return _line(part, "unit", "9.24" if part == ATTACK else "9.21", str(value), unit=name)


@rule("11.31")
def _halved(state: State, unit: int, part: str) -> list[Line]:
    if in_supply(state, unit):
        return []
    return [_line(part, "unsupplied", "11.31", "÷2", unit=state.name(unit))]


@rule("7.3a")
def _whole_division(state: State, place: int, part: str) -> list[Line]:
    if not state.stack(place) or not integral(state, state.stack(place)):
        return []
    return [_line(part, "integral", "7.3a", "×2", hex=state.world.hex_ids[place])]


@rule("6.7b", "6.7c", "6.7d", "9.32", "9.33")
def _ground(state: State, target: int, origins: Sequence[int]) -> list[Line]:
    world = state.world
    table, hex_ = world.tables["defence"], world.hex_ids[target]
    kinds = []
    if world.forest[target]:
        kinds.append(("forest", "6.7b"))
    if world.major[target]:
        kinds.append(("major", "6.7d"))
    if all(across_river(state, target, o) for o in origins):
        kinds.append(("river", "9.32"))
    lines = [_line(DEFENCE, kind, id_, f"×{table[kind]}", hex=hex_) for kind, id_ in kinds]
    if len(kinds) > 1:
        whole = multiplier(state, target, origins)
        lines.append(_line(DEFENCE, "together", "9.33", f"×{whole}", hex=hex_))
    return lines
