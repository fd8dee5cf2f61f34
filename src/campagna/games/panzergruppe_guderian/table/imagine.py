"""A whole state that agrees with what is seen: for seats that search and for what-ifs."""

from __future__ import annotations

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Setup
from campagna.core.editions import Options
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.table.position import Position, UnitPosition, build
from campagna.games.panzergruppe_guderian.world import ARMOR, RIFLE, World


@rule("12.1c")
def imagine(world: World, setup: Setup, options: Options, seen_: Position, chance: Chance) -> State:
    """A state that agrees with what is seen: hidden counters dealt at random.

    Divisions from the original pool are counters never shown; recycled ones are among those that
    were shown and are not face up on the map now.
    """
    units = list(seen_.units)
    pools: list[list[str]] = [[], []]
    dead: list[list[str]] = [[], []]
    for symbol, pool in (("rifle", RIFLE), ("tank", ARMOR), ("mech", ARMOR)):
        fresh, shown = unseen(world, units, symbol)
        for recycled, names, rest in ((False, fresh, pools), (True, shown, dead)):
            _shuffle(names, chance)
            for i, u in enumerate(units):
                hidden = u.symbol == symbol and "untried" in u.state and u.at != "lost"
                if hidden and ("recycled" in u.state) == recycled and not u.counter:
                    units[i] = msgspec.structs.replace(u, counter=names.pop())
            rest[pool] += names
    lost = [i for i, u in enumerate(units) if u.at == "lost"]
    for i in lost:
        # Its counter is back in a pool; any of its symbol stands for it.
        symbol = units[i].symbol
        stand_in = next(c.id for c in world.counters if c.symbol == symbol)
        units[i] = msgspec.structs.replace(units[i], counter=stand_in)
    for names in (*pools, *dead):
        _shuffle(names, chance)
    whole = msgspec.structs.replace(
        seen_,
        units=tuple(units),
        pools=tuple(tuple(p) for p in pools),
        dead=tuple(tuple(p) for p in dead),
    )
    return build(world, setup, options, whole, chance)


def unseen(world: World, units: list[UnitPosition], symbol: str) -> tuple[list[str], list[str]]:
    """Counters of a symbol never shown, and shown ones that are not in sight or out of the game."""
    known = [u for u in units if u.symbol == symbol and u.counter and "untried" not in u.state]
    shown = {u.counter for u in known}
    fixed = {u.counter for u in known if u.at not in ("dead", "lost")}
    every = [c.id for c in world.counters if c.symbol == symbol]
    fresh = [c for c in every if c not in shown]
    return fresh, [c for c in every if c in shown and c not in fixed]


def _shuffle(names: list[str], chance: Chance) -> None:
    for i in range(len(names) - 1, 0, -1):
        j = chance.pick(i + 1, "imagine")
        names[i], names[j] = names[j], names[i]
