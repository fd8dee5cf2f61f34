"""12.5 to 12.9 Odds, shifts and modifiers of a combat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.frames import Battle
from campagna.games.lion_of_judah.rules.combat import scenario_modifiers
from campagna.games.lion_of_judah.rules.combat.terms import DIE, Term, added, counted
from campagna.games.lion_of_judah.rules.general import strength, tribes
from campagna.games.lion_of_judah.state import State
from campagna.hexes.grid import DIRECTIONS

ONE_TO_ONE = 2
"""Where the 1:1 column stands in the tables, after 1:3 and 1:2."""


@rule("12.5", "A-06")
def rung(attack: int, defence: int) -> int:
    """The odds as a rung of an endless ladder: 1:1 = 0, 2:1 = 1, 1:2 = -1 ... rounded down."""
    if attack >= defence:
        return attack // defence - 1
    return 1 - -(-defence // attack)


@rule("12.5", "A-41")
def odds_name(attack: int, defence: int) -> str:
    if not attack or not defence:
        return f"{attack}:{defence}"
    step = rung(attack, defence)
    return f"{step + 1}:1" if step >= 0 else f"1:{1 - step}"


@rule("12.4-6", "A-41", "PB 13.6.2.3", "PB 14.6.4", "12.1-b")
def column(state: State, side: int, attack: int, defence: int, shift: int) -> int:
    """The column of the attacker's table: shifts run beyond its ends, the result does not."""
    last = len(state.theatre.crt[side].columns) - 1
    if not attack:
        return 0
    if not defence:
        return last
    return max(0, min(last, ONE_TO_ONE + rung(attack, defence) + shift))


@rule("12.7-b")
def row(die: int, drm: int) -> int:
    return max(1, min(7, die + drm))


# --- shifts -----------------------------------------------------------------------------------------


@rule("12.7-a", "12.8", "12.8.1", "12.10", "11.4.1", "A-13")
def fixed_terms(state: State, battle: Battle) -> list[Term]:
    """Columns known before air and HQs: the ground, the river, the scenario."""
    return [
        Term("terrain", terrain_shift(state, battle.target), "12.8"),
        Term("river", river_shift(state, battle.attackers, battle.target), "12.8.1"),
        *scenario_modifiers.shifts(state, battle),
    ]


def fixed_shift(state: State, battle: Battle) -> int:
    return added(fixed_terms(state, battle))


def committed_terms(battle: Battle) -> list[Term]:
    """Columns by air and by headquarters or leaders, after both sides have committed them."""
    mine, theirs = (sum(s.shifts for s in wing) for wing in battle.support)
    return [
        Term("aircraft", battle.air_shift, "10.1.3-b"),
        Term("support", mine, "12.4-5"),
        Term("enemy_support", -theirs, "12.4-5"),
    ]


@rule("12.8", "11.4.1")
def terrain_shift(state: State, target: int) -> int:
    name = state.world.board.terrain_name(target)
    return int(state.world.tables["terrain"][name]["shift"])


@rule("12.8.1", "A-13")
def river_shift(state: State, attackers: Sequence[int], target: int) -> int:
    """One column to the left if more than half of the factors cross a river."""
    crossing = [u for u in attackers if crosses_river(state, state.units[u].place, target)]
    across = strength.total(state, crossing, attacking=True)
    rest = strength.total(state, [u for u in attackers if u not in crossing], attacking=True)
    return int(state.world.tables["combat"]["river_shift"]) if across > rest else 0


def crosses_river(state: State, here: int, there: int) -> bool:
    d = state.world.board.grid.direction(here, there)
    return d >= 0 and bool(state.world.river[here * DIRECTIONS + d])


def total_shift(battle: Battle) -> int:
    """All columns of a combat, to the right positive."""
    return battle.fixed_shift + added(committed_terms(battle))


def all_terms(state: State, battle: Battle) -> tuple[Term, ...]:
    """Everything that moved the column or changed the die, one by one."""
    found = [*fixed_terms(state, battle), *committed_terms(battle), *die_terms(state, battle)]
    return counted(found)


# --- modifiers of the die ---------------------------------------------------------------------------


@rule("1-c", "12.7-a", "12.9-a", "12.9-b", "12.10")
def die_terms(state: State, battle: Battle, *, known: bool = False) -> list[Term]:
    """`known`: only the friction of tribes that both players know."""
    return [
        Term("concentric", concentric(state, battle.origins, battle.target), "12.9-a", DIE),
        Term("friction", friction(state, battle, known=known), "12.7-c", DIE),
        *scenario_modifiers.modifiers(state, battle),
    ]


def modifiers(state: State, battle: Battle) -> int:
    return added(die_terms(state, battle), DIE)


@rule("12.9-a", "12.9-b", "A-26")
def concentric(state: State, origins: Iterable[int], target: int) -> int:
    """Opposite hexes, three with a gap between each, or more than three; never against an amba."""
    if state.world.amba[target]:
        return 0
    grid = state.world.board.grid
    from_ = {grid.direction(target, h) for h in origins}
    opposed = any((d + 3) % DIRECTIONS in from_ for d in from_)
    spread = from_ >= {0, 2, 4} or from_ >= {1, 3, 5}
    if opposed or spread or len(from_) > 3:
        return int(state.world.tables["combat"]["concentric_drm"])
    return 0


@rule("12.7-c", "2.3.5-b", "A-05", "PB 14.6.4.1-e")
def friction(state: State, battle: Battle, *, known: bool = False) -> int:
    """Optional: tribes that fight side by side in one hex spoil each other's attack or defence."""
    if not state.options["tribal_friction"]:
        return 0
    table = state.world.tables["combat"]["tribal_friction_drm"]
    drm = 0
    for origin in set(battle.origins):
        here = [u for u, h in zip(battle.attackers, battle.origins, strict=True) if h == origin]
        if _mixed(state, here, known):
            drm = table["attacking"]
    if _mixed(state, battle.defenders, known):
        drm += table["attacked"]
    return int(drm)


def _mixed(state: State, units: Iterable[int], known: bool) -> bool:
    counted = [u for u in units if tribes.known(state, u)] if known else units
    return len({tribes.of(state, u) for u in counted} - {""}) > 1
