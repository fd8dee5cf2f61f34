"""15 Capture of supply."""

from __future__ import annotations

from collections.abc import Iterable

from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.events import SupplyCaptured
from campagna.games.afrika_korps.frames import Denial
from campagna.games.afrika_korps.orders import Advance, Capture, Declare, Move, Retreat
from campagna.games.afrika_korps.state import HELD, PLACES, POOL, USED, State, Unit
from campagna.games.afrika_korps.world import SIDES
from campagna.kit.derived import derived_by_side


def supplies_at(state: State, hex_: int, side: int) -> list[int]:
    return [u for u in state.stack(hex_) if state.is_supply(u) and state.owner(u) == side]


def supplies_on_map(state: State, side: int) -> list[int]:
    return _supplies(state, side).copy()


@derived_by_side(on=PLACES)
def _supplies(state: State, side: int) -> list[int]:
    known = state.units
    return [u for u in state.world.supplies[side] if known[u].place >= 0]


@rule("15.2", "15.3")
def is_lone(state: State, supply: int) -> bool:
    """No combat unit of its side stands with it."""
    return not state.fighters_at(state.place(supply), state.owner(supply))


@rule("15.5")
def ask_owner(
    state: State,
    supplies: Iterable[int],
    then: Move | Declare | Capture | Advance | Retreat | None = None,
) -> bool:
    """Before supplies change hands: whether their owner is asked if he will destroy them first.

    `then` is the order that takes them; it waits for his answer.
    """
    prizes = tuple([s for s in supplies if s not in state.spared])
    if not prizes or not state.options.fixed("denial-in-time"):
        return False
    state.agenda.append(Denial(state.owner(prizes[0]), prizes, then))
    return True


@rule("15.2.1b", "15.2.1c", "12.3")
def capture(state: State, supply: int, flags: int, rule_id: str) -> SupplyCaptured:
    """The supply changes hands in place; its own counter goes back to its owner's pool."""
    hex_ = state.place(supply)
    captor = 1 - state.owner(supply)
    state.put(supply, POOL)
    state.units[supply] = Unit()
    taken = next(u for u in state.world.captured_supplies[captor] if state.place(u) == POOL)
    state.units[taken] = Unit(flags=flags)
    state.put(taken, hex_)
    return SupplyCaptured(
        rule=rule_id,
        supply=state.name(supply),
        captured=state.name(taken),
        hex=state.hex_name(hex_),
        side=SIDES[captor],
    )


@rule("15.2.1a", "15.2.1d", "15.2.1.1", "15.2.2a", "15.2.2c", "15.2.3b", "5.7b")
def within_grasp(state: State, captor: int, hex_: int) -> list[int]:
    """Lone enemy supplies that a combat unit of `captor` takes by coming to this hex.

    Those next to it, but not across barred sides nor in a fortress; and those in the hex itself.
    """
    if not _grasped(state, 1 - captor)[hex_]:
        return []
    world = state.world
    near = [h for h in world.near[hex_] if not world.fortress[h]]
    return [
        s for h in (hex_, *near) for s in supplies_at(state, h, 1 - captor) if is_lone(state, s)
    ]


@derived_by_side(on=PLACES)
def _grasped(state: State, side: int) -> bytearray:
    """Mask of the hexes where an enemy could take a supply of a side, escorts not asked."""
    found = bytearray(state.world.size)
    for supply in supplies_on_map(state, side):
        place = state.place(supply)
        found[place] = 1
        for h in state.world.near[place]:
            found[h] = 1
    return found


@rule("15.2.2c")
def prizes(state: State, captor: int, path: Iterable[int], *, combat: bool) -> list[int]:
    """The supplies that fall on a path; in the combat phase those in use are safe."""
    found = dict.fromkeys(s for hex_ in path for s in within_grasp(state, captor, hex_))
    return [s for s in found if not (combat and state.flagged(s, USED))]


@rule("15.2.3b")
def sweep(
    state: State, captor: int, path: Iterable[int], rule_id: str, *, combat: bool
) -> list[Event]:
    """Captures along a path; `rule_id` is for those outside fortresses. In the combat phase the
    prize is held."""
    fortress = state.world.fortress
    events: list[Event] = []
    for supply in prizes(state, captor, path, combat=combat):
        cited = "15.2.3b" if fortress[state.place(supply)] else rule_id
        events.append(capture(state, supply, HELD if combat else 0, cited))
    return events
