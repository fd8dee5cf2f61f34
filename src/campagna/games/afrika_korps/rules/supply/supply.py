"""14 Supplied attacks: the five-hex line, and what an attack needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from campagna.core.contract import Fact, Refusal
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.rules.combat.zones import (
    Mask,
    beaten,
    fighters,
    without,
    zone_of,
)
from campagna.games.afrika_korps.rules.supply.captures import supplies_on_map
from campagna.games.afrika_korps.state import EVERYTHING, HELD, NOWHERE, USED, Phase, State
from campagna.hexes.kernels import FAR
from campagna.kit.derived import derived

NOBODY: frozenset[int] = frozenset()
SUPPLIED_FROM = 2
"""1-2: from these odds on an attack needs supply (14.1, 14.3)."""


@rule("14.2d")
def enemy_posts(state: State) -> list[tuple[int, int]]:
    """Enemy combat units and their hexes for supply lines: in combat, as they stood before it."""
    if state.phase == Phase.COMBAT:
        return state.front
    return [(u, state.place(u)) for u in fighters(state, 1 - state.side)]


def depots(state: State) -> list[tuple[int, int]]:
    """Own supplies that may sustain attacks now, and their hexes."""
    if state.phase == Phase.COMBAT:
        known = state.depots
    else:
        known = [(s, state.place(s)) for s in supplies_on_map(state, state.side)]
    return [(s, h) for s, h in known if state.place(s) >= 0 and not state.flagged(s, HELD)]


def _open_hexes(state: State, attacked: Collection[int]) -> frozenset[int]:
    """Hexes whose every combat unit is attacked in this battle: their zone does not bar its lines."""
    shut: set[int] = set()
    opened: set[int] = set()
    for unit, hex_ in enemy_posts(state):
        (opened if unit in attacked else shut).add(hex_)
    return frozenset(opened - shut)


@rule("14.2a", "14.2b", "14.2c", "9.2a", "9.6", "13.1", "13.2", "15.4.1")
def within_line(state: State, hex_: int, attacked: Collection[int]) -> frozenset[int]:
    """Own supplies that can sustain a unit in this hex attacking these units (A6).

    The line has at most five hexes, the supply's counted and the unit's not, all of them free of
    enemy units and zones. Only the supply itself may stand in the zone of the units attacked; an
    automatic victory names nobody, so that not even its target's zone is open to it.
    """
    return _line(state, hex_, _forward_depots(state, attacked))


@derived(on=EVERYTHING)
def _line(state: State, hex_: int, allowed: frozenset[int]) -> frozenset[int]:
    world = state.world
    barred, stop = _barred(state, NOBODY), world.nothing
    if allowed:
        stop = bytes(world.board.mask(allowed))
        barred = without(barred, stop)
    far = world.field.flood(world.walls, barred, stop, [hex_], world.line)
    return frozenset(s for s, h in depots(state) if far[h] <= world.line)


@rule("13.2")
def _forward_depots(state: State, attacked: Collection[int]) -> frozenset[int]:
    """Hexes of supplies that lie in no enemy zone but that of the units attacked."""
    exposed = _exposed(state) if attacked else ()
    if not exposed:
        return NOBODY
    barred = _barred(state, _open_hexes(state, attacked))
    return frozenset(h for h in exposed if not barred[h])


@derived(on=EVERYTHING)
def _exposed(state: State) -> tuple[int, ...]:
    """Hexes of own supplies that enemy units or zones shut off."""
    shut = _barred(state, NOBODY)
    return tuple(h for _, h in depots(state) if shut[h])


@rule("13.2")
@derived(on=EVERYTHING)
def forward_depots(state: State) -> tuple[tuple[int, frozenset[int]], ...]:
    """Own supplies in enemy zones, each with the units a battle must attack to draw on it (A6)."""
    shut = _barred(state, NOBODY)
    void = beaten(state)
    posts = enemy_posts(state)
    held = {h for _, h in posts}
    live = {h for u, h in posts if u not in void}
    exposed = []
    for supply, hex_ in depots(state):
        if shut[hex_] and hex_ not in held:
            watching = live.intersection(state.world.zone_near[hex_])
            exposed.append((supply, frozenset(u for u, h in posts if h in watching)))
    return tuple(exposed)


@derived(on=EVERYTHING)
def _barred(state: State, opened: frozenset[int]) -> bytes:
    """Mask of the hexes no line may use: enemy units, and zones but for the opened ones."""
    void = beaten(state)
    posts = enemy_posts(state)
    mask = zone_of(state, (h for u, h in posts if u not in void and h not in opened))
    for _, h in posts:
        mask[h] = 1
    return bytes(mask)


@rule("14.1a", "14.3a", "7.3")
def needs_supply(attack: int, defence: int) -> bool:
    """1-2 or better."""
    return defence <= SUPPLIED_FROM * attack


class Shortfall(msgspec.Struct, frozen=True):
    """A supply that does not serve a hex: how far it is, and where its shortest way is cut."""

    distance: int
    supply: int
    cut: int
    """NOWHERE if it is only too far."""
    by: tuple[int, ...]
    """The enemies in that hex, or in whose zone it lies."""


@rule("14.2a", "14.2b")
def shortfall(
    state: State, hex_: int, attacked: Collection[int], among: Collection[int] | None = None
) -> Shortfall | None:
    """The nearest supply, or the nearest of some, and why it does not serve; None if there is none."""
    world = state.world
    known = [(s, h) for s, h in depots(state) if among is None or s in among]
    far = world.field.flood(world.walls, world.nothing, world.nothing, [hex_], FAR - 1)
    if not known:
        return None
    distance, supply, place = min((far[h], s, h) for s, h in known)
    if distance > world.line:
        return Shortfall(distance, supply, NOWHERE, ())
    barred = _barred(state, NOBODY)
    for open_ in _forward_depots(state, attacked):
        barred = without(barred, bytes(world.board.mask([open_])))
    cut = _first_barred(state, hex_, place, barred)
    posts = enemy_posts(state)
    there = tuple(u for u, h in posts if h == cut)
    void = beaten(state)
    around = tuple(u for u, h in posts if h in world.zone_near[cut] and u not in void)
    return Shortfall(distance, supply, cut, there or around)


def _first_barred(state: State, hex_: int, depot: int, barred: Mask) -> int:
    """On a shortest way from a hex to a supply, the first hex that no line may use."""
    world = state.world
    far = world.field.flood(world.walls, world.nothing, world.nothing, [depot], world.line)
    here = hex_
    while here != depot:
        nearer = [h for h in world.near[here] if far[h] < far[here]]
        here = min(nearer, key=lambda h: (barred[h], h))
        if barred[here]:
            return here
    return depot


@rule("14.1a", "14.2a", "14.2b", "9.2a", "9.6")
def refuse_no_line(
    state: State, unit: int, attacked: Collection[int], *, victory: bool = False
) -> Refusal:
    """Why no supply serves a unit: there is none, the nearest is too far, or its line is cut."""
    hex_ = state.place(unit)
    lack = shortfall(state, hex_, attacked)
    facts: dict[str, Fact] = {"unit": state.name(unit), "hex": state.hex_name(hex_)}
    if lack is None:
        return Refusal("9.2a" if victory else "14.1a", "no-supply-at-all", facts)
    facts |= {
        "supply": state.name(lack.supply),
        "distance": lack.distance,
        "limit": state.world.line,
    }
    if lack.cut == NOWHERE:
        return Refusal("9.2a" if victory else "14.2a", "no-supply-in-range", facts)
    facts |= {"cut": state.hex_name(lack.cut), "units": state.names(lack.by)}
    return Refusal("9.2a" if victory else "14.2b", "supply-line-cut", facts)


@rule("14.2a", "14.2b")
def _refuse_useless(
    state: State, attackers: Sequence[int], attacked: Collection[int], supply: int
) -> Refusal:
    """Why a supply that was named serves none of the attackers."""
    found = ((shortfall(state, state.place(a), attacked, (supply,)), a) for a in attackers)
    lacks = [(lack.distance, a, lack) for lack, a in found if lack is not None]
    facts: dict[str, Fact] = {"supply": state.name(supply)}
    if not lacks:
        return Refusal("15.4.1", "supply-held", facts)
    distance, unit, lack = min(lacks, key=lambda found: found[:2])
    facts |= {"unit": state.name(unit), "distance": distance, "limit": state.world.line}
    if lack.cut == NOWHERE:
        return Refusal("14.2a", "supply-out-of-range", facts)
    facts |= {"cut": state.hex_name(lack.cut), "units": state.names(lack.by)}
    return Refusal("14.2b", "named-line-cut", facts)


@rule("14.1a", "14.2a", "14.4", "14.6")
def refuse_supplies(
    state: State,
    attackers: Sequence[int],
    attacked: Collection[int],
    supplies: Sequence[int],
    *,
    victory: bool = False,
) -> Refusal | None:
    """Every attacker must reach one of the named supplies, every named supply an attacker."""
    lines = {a: within_line(state, state.place(a), attacked) for a in attackers}
    for a, reached in lines.items():
        if not reached & set(supplies):
            facts = {"unit": state.name(a), "hex": state.hex_name(state.place(a))}
            if reached:
                names = state.names(sorted(reached))
                return Refusal("14.6", "supply-not-named", {**facts, "supplies": names})
            return refuse_no_line(state, a, attacked, victory=victory)
    for s in supplies:
        if not any(s in reached for reached in lines.values()):
            return _refuse_useless(state, attackers, attacked, s)
    return None


def own_supplies(state: State, names: Iterable[str]) -> Refusal | list[int]:
    found = []
    for name in names:
        supply = state.world.index.get(name)
        if supply is None:
            return Refusal("14.6", "unknown-unit", {"unit": name})
        if state.owner(supply) != state.side:
            return Refusal("14.6", "not-your-unit", {"unit": name})
        if not state.is_supply(supply) or state.place(supply) < 0 or supply in found:
            return Refusal("14.6", "no-supply-there", {"unit": name})
        found.append(supply)
    return found


@rule("14.4", "13.2")
def enough(
    state: State,
    attackers: Iterable[int],
    attacked: Collection[int],
    owed: Collection[int] = (),
) -> list[int] | None:
    """A small set of supplies that sustains these attackers, used ones first; None if there is none.

    `owed` are supplies that must be used here because they went into the zone of the attacked.
    """
    open_lines = [within_line(state, state.place(a), attacked) for a in attackers]
    if not all(open_lines):
        return None
    chosen = [s for s in owed if any(s in line for line in open_lines)]
    open_lines = [line for line in open_lines if line.isdisjoint(chosen)]
    while open_lines:
        tally: dict[int, int] = {}
        for line in open_lines:
            for s in line:
                tally[s] = tally.get(s, 0) + 1
        best = max(tally, key=lambda s: (tally[s], state.flagged(s, USED), -s))
        chosen.append(best)
        open_lines = [line for line in open_lines if best not in line]
    return sorted(chosen)
