"""What holds now and is easily overlooked: isolation, replacement factors, supplies on the map."""

from __future__ import annotations

from collections.abc import Iterator

from campagna.core.conditions import condition
from campagna.core.rulebook import rule
from campagna.core.tabletop import Condition
from campagna.games.afrika_korps.rules.forces.arrivals import may_be_replaced
from campagna.games.afrika_korps.rules.supply.captures import supplies_on_map
from campagna.games.afrika_korps.rules.supply.isolation import is_isolated
from campagna.games.afrika_korps.state import Phase, State
from campagna.games.afrika_korps.world import ALLIED, AXIS, HOME, SIDES


def conditions(state: State) -> Iterator[Condition]:
    if state.phase == Phase.OVER:
        return
    for side in (AXIS, ALLIED):
        yield from _means(state, side)
        yield from _prices(state, side)
        yield from _isolated(state, side)
    yield from _control(state)


@rule("20.5", "12.4")
def _means(state: State, side: int) -> Iterator[Condition]:
    supplies = len(supplies_on_map(state, side))
    yield condition(HOME, "supplies", "means", "12.4", side=SIDES[side], count=supplies)
    if state.pool[side]:
        factors = state.pool[side]
        yield condition(HOME, "replacements", "means", "20.5", side=SIDES[side], count=factors)


@rule("20.1", "20.4")
def _prices(state: State, side: int) -> Iterator[Condition]:
    """Who may be bought back, by price; before the season of replacements nobody."""
    if state.turn < state.world.scenario["replacements"]["from_turn"]:
        return
    yield condition(HOME, "prices", "means", "20.4", side=SIDES[side])
    attack = state.world.attack
    lost = [u for u in state.world.fighters[side] if may_be_replaced(state, u)]
    for price in sorted({attack[u] for u in lost}):
        units = tuple(state.name(u) for u in lost if attack[u] == price)
        yield condition(HOME, "price", "means", "20.4", side=SIDES[side], count=price, units=units)


@rule("24.2")
def _isolated(state: State, side: int) -> Iterator[Condition]:
    """Who is cut off, and how many of its own turns it has left."""
    turns = state.world.tables["isolation"]["turns"]
    for unit in state.world.fighters[side]:
        if state.place(unit) < 0 or not is_isolated(state, unit):
            continue
        left = turns - state.units[unit].count
        yield condition(
            HOME,
            "isolated",
            "danger",
            "24.2",
            side=SIDES[side],
            grave=left <= 1,
            unit=state.name(unit),
            hex=state.hex_name(state.place(unit)),
            count=left,
        )


@rule("4.1b", "4.2b")
def _control(state: State) -> Iterator[Condition]:
    needed = state.world.tables["victory"]["turns"]
    for side, rule_id in ((AXIS, "4.1b"), (ALLIED, "4.2b")):
        yield condition(
            HOME,
            "control",
            "levels",
            rule_id,
            side=SIDES[side],
            count=state.held[side],
            needed=needed,
        )
