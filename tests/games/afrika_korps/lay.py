"""Short positions of Afrika Korps for the tests by rule.

    state = lay(R39="DE-21-5", R40="AU-7-2", R35="DE-SUP-1")
    events = play(state, Declare(("DE-21-5",), ("AU-7-2",), ("DE-SUP-1",)))

Hexes (and the boxes sea, dead, aside) name the counters in them. What a counter has done or suffered
follows its name after colons: `DE-15-115:isolated:count=1`. Everything else is beside the map, but
for one unit of each side far away, so that nobody wins by eliminating the units of the example.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.core.contract import Event, Order, Refusal
from campagna.games.afrika_korps.game import AfrikaKorps
from campagna.games.afrika_korps.orders import Done, Move
from campagna.games.afrika_korps.state import PHASE_NAMES, State, Unit
from campagna.games.afrika_korps.table.position import BOXES, FLAG_NAMES, Position, UnitPosition

GAME = AfrikaKorps()
SCENARIO = "campaign"
FAR_AWAY = {"W10": "IT-PISTOIA", "K63": "UK-51-2"}
E = TypeVar("E", bound=Event)


def lay(side: str = "axis", phase: str = "movement", **given: Any) -> State:
    """A state with these counters; the tests at the beginning of the player turn are made.

    Said by name beside the hexes: `turn` (10), `options`, `fields` of the position, and `far=False`
    to leave out the units far away. Rules are those of the newest edition, unless the options name another.
    """
    turn: int = given.pop("turn", 10)
    options: Mapping[str, bool | str] = given.pop("options", {})
    fields: Mapping[str, Any] = given.pop("fields", {})
    places: dict[str, str] = (FAR_AWAY if given.pop("far", True) else {}) | given
    units = tuple(_unit(at, words) for at, names in places.items() for words in names.split())
    position = Position(turn=turn, side=side, phase=phase, units=units, **fields)
    return GAME.arrange(GAME.new_setup(SCENARIO, options), position, SeededChance(1))


def _unit(at: str, words: str) -> UnitPosition:
    name, *rest = words.split(":")
    numbers: dict[str, Any] = {k: int(v) for k, _, v in (word.partition("=") for word in rest) if v}
    states = tuple(word for word in rest if "=" not in word)
    assert set(states) <= set(FLAG_NAMES), states
    return UnitPosition(name, at, states, count=numbers.pop("count", 0), **numbers)


def begin(options: Mapping[str, bool | str] | None = None) -> State:
    """The start of a game."""
    return GAME.start(GAME.new_setup(SCENARIO, options or {}), SeededChance(1))


# --- orders -----------------------------------------------------------------------------------------


def play(state: State, *orders: Order, dice: Sequence[int] = (), ask: bool = False) -> list[Event]:
    """Play the orders with the given dice; every die must be used.

    The waiting player, asked about supplies in danger, keeps them, unless the test wants to `ask`.
    """
    chance = ScriptedChance(dice)
    events = []
    for order in orders:
        events += GAME.play(state, order, chance)
        while not ask and decision(state) == "respite":
            events += GAME.play(state, Done(), chance)
    assert not chance.dice, f"dice that nobody rolled: {chance.dice}"
    assert GAME.violations(state) == []
    return events


def why(state: State, order: Order) -> tuple[str, str]:
    """Rule and reason of a refusal."""
    refusal = refused(state, order)
    return refusal.rule, refusal.reason


def refused(state: State, order: Order) -> Refusal:
    """The refusal of an order that must not be allowed."""
    refusal = GAME.refusal(state, order)
    assert refusal is not None, f"allowed: {order}"
    return refusal


def allowed(state: State, order: Order) -> bool:
    return GAME.refusal(state, order) is None


def end_phase(state: State) -> list[Event]:
    """End the phase; nobody rolls."""
    return play(state, Done())


def end_turn(state: State) -> list[Event]:
    """End phase after phase until the other side is to move."""
    side, events = state.side, []
    while state.side == side and GAME.step(state) is not None:
        events += play(state, Done())
    return events


def until(state: State, wanted: str) -> list[Event]:
    """End phase after phase until this one; nobody rolls or lands anything."""
    events: list[Event] = []
    while decision(state) != wanted:
        events += play(state, Done())
    return events


def events_of(events: Iterable[Event], kind: type[E]) -> list[E]:
    return [e for e in events if isinstance(e, kind)]


def only(events: Iterable[Event], kind: type[E]) -> E:
    """The one event of a kind."""
    (found,) = events_of(events, kind)
    return found


# --- looking at a state -----------------------------------------------------------------------------


def decision(state: State) -> str:
    """What the sequence of play waits for, or "over"."""
    step = GAME.step(state)
    return "over" if step is None else step.decision


def decider(state: State) -> str:
    """The side that must decide now."""
    step = GAME.step(state)
    assert step is not None, "the game is over"
    return step.side


def phase(state: State) -> str:
    return PHASE_NAMES[state.phase]


def path(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def go(unit: str, text: str) -> Move:
    """One unit along the hexes of the text."""
    return Move((unit,), path(text))


def unit(state: State, name: str) -> Unit:
    return state.units[state.world.index[name]]


def place(state: State, name: str) -> str:
    """The hex of a counter, or the box it is in."""
    found = unit(state, name).place
    if found >= 0:
        return state.world.hex_ids[found]
    return next(box for box, code in BOXES.items() if code == found)


def at(state: State, hex_: str) -> set[str]:
    """The counters in a hex."""
    return {state.name(u) for u in state.stack(state.world.hex_index[hex_])}


def marks(state: State, name: str) -> set[str]:
    """The states of a counter, by the names of a position."""
    held = unit(state, name).flags
    return {flag for flag, bit in FLAG_NAMES.items() if held & bit}
