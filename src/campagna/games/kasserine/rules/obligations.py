"""Who must attack, who must be attacked, and whether a plan for the rest still exists (ATT-2, ATT-7).

Every unit that owes an attack must find a hex to attack, every hex that must be attacked an
attacker. If each of them has at least one partner left, a plan exists: take one partner each, and drop
what is not needed until the pairs fall apart into stars. A star is either one unit against several
hexes (ATT-8) or several units against one hex (ATT-6), and both are combats.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from campagna.core.contract import Refusal
from campagna.core.rulebook import rule
from campagna.games.kasserine.rules.eligibility import refuse_attacker
from campagna.games.kasserine.rules.pause import refuse_target
from campagna.games.kasserine.rules.zones import fighters, held, watchers
from campagna.games.kasserine.state import ENGAGED, State


def busy(state: State) -> frozenset[int]:
    """Units with a part in the plan already."""
    return frozenset(u for c in state.combats for u in c.attackers)


def attacked(state: State) -> frozenset[int]:
    """Hexes under attack already."""
    return frozenset(h for c in state.combats for h in c.hexes)


@rule("ATT-2", "ATT-4")
def owing(state: State) -> list[int]:
    """Units that entered an enemy zone in this turn; contact of earlier turns owes nothing."""
    return [u for u in fighters(state, state.side) if state.flagged(u, ENGAGED)]


@rule("ATT-7", "ATT-13")
def wanted(state: State) -> list[int]:
    """Hexes of the enemies in whose zones somebody entered; those without a zone are not among them."""
    found = {
        state.place(w)
        for u in owing(state)
        for w in watchers(state, 1 - state.side, state.place(u))
    }
    return sorted(found)


@rule("ATT-8", "ATT-13", "ATT-15")
def targets_of(state: State, unit: int) -> list[int]:
    """Every adjacent enemy hex that a unit able to attack may attack."""
    enemy = held(state, 1 - state.side)
    return [
        h
        for h in state.world.near[state.place(unit)]
        if enemy[h] and refuse_target(state, unit, h) is None
    ]


def able(state: State) -> list[int]:
    """Units of the phasing side that may attack and are next to something."""
    return [u for u in fighters(state, state.side) if refuse_attacker(state, u) is None]


def options(state: State) -> dict[int, list[int]]:
    """For each enemy hex not under attack yet the free units that may attack it."""
    taken, targets = busy(state), attacked(state)
    found: dict[int, list[int]] = {}
    for unit in able(state):
        if unit not in taken:
            for h in targets_of(state, unit):
                if h not in targets:
                    found.setdefault(h, []).append(unit)
    return found


@rule("ATT-2", "ATT-7")
def refuse_leftovers(
    state: State, attackers: Collection[int], hexes: Collection[int]
) -> Refusal | None:
    """What this combat would leave without a partner."""
    taken = busy(state) | frozenset(attackers)
    targets = attacked(state) | frozenset(hexes)
    free = [u for u in able(state) if u not in taken]
    for unit in owing(state):
        if unit not in taken and not any(h not in targets for h in targets_of(state, unit)):
            return Refusal("ATT-2", "leaves-attacker", {"unit": state.name(unit)})
    for hex_ in wanted(state):
        if hex_ not in targets and not any(hex_ in targets_of(state, u) for u in free):
            return Refusal("ATT-7", "leaves-defender", {"hex": state.hex_name(hex_)})
    return None


def unmet(state: State) -> tuple[list[int], list[int]]:
    """Units and hexes whose obligation the plan does not meet yet."""
    taken, targets = busy(state), attacked(state)
    return (
        [u for u in owing(state) if u not in taken],
        [h for h in wanted(state) if h not in targets],
    )


@rule("ATT-2", "ATT-7")
def refuse_end(state: State) -> Refusal | None:
    """Why the plan is not complete."""
    units, hexes = unmet(state)
    if units:
        return Refusal("ATT-2", "must-attack", {"units": state.names(units)})
    if hexes:
        return Refusal("ATT-7", "must-be-attacked", {"hexes": state.hex_names(hexes)})
    return None


def proposals(state: State) -> list[tuple[list[int], list[int]]]:
    """Attackers and hexes of combats that meet what the plan does not meet yet; none if it is met."""
    units, hexes = unmet(state)
    return stars(state, units, hexes) if units or hexes else []


def stars(
    state: State, units: Iterable[int], hexes: Iterable[int]
) -> list[tuple[list[int], list[int]]]:
    """Combats that meet these obligations: each either one unit or one hex at its centre."""
    choice = options(state)
    by_unit: dict[int, list[int]] = {}
    for h, group in choice.items():
        for u in group:
            by_unit.setdefault(u, []).append(h)
    edges: list[tuple[int, int]] = []
    must_units, must_hexes = list(units), list(hexes)
    for h in must_hexes:
        u = next((x for x in choice[h] if x in must_units), choice[h][0])
        edges.append((u, h))
    covered = {u for u, _ in edges}
    edges += [(u, by_unit[u][0]) for u in must_units if u not in covered]
    return _grouped(edges)


def _grouped(edges: list[tuple[int, int]]) -> list[tuple[list[int], list[int]]]:
    """Drop pairs whose two ends both have another partner; what remains are stars."""
    kept = list(dict.fromkeys(edges))
    for edge in list(kept):
        u, h = edge
        others = [e for e in kept if e != edge]
        if any(e[0] == u for e in others) and any(e[1] == h for e in others):
            kept.remove(edge)
    found: list[tuple[list[int], list[int]]] = []
    while kept:
        u, h = kept[0]
        spokes = [e for e in kept if e[0] == u]
        if len(spokes) > 1:
            found.append(([u], [e[1] for e in spokes]))
        else:
            spokes = [e for e in kept if e[1] == h]
            found.append(([e[0] for e in spokes], [h]))
        kept = [e for e in kept if e not in spokes]
    return found
