"""Short positions of Kasserine for the tests by rule.

    state = lay({"2018": "A21-I5", "1918": "LI1-1-26", "2320": "S-M01 CD-21 CA-ARNIM"})
    events = play(state, Move(("A21-I5",), path("2017")))

Hexes (and the boxes tray, dead, exited ...) name the counters in them. What a counter has done or
suffered follows its name after colons: `L34-1-133:reduced:moved`. Everything else is in the tray. The
tests at the beginning of the turn, command and supply, are made; with `opened=True` they are taken
from the words after the colons instead, with the army commands in control after `@`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.core.contract import Event, Order, Refusal
from campagna.games.kasserine.game import Kasserine
from campagna.games.kasserine.orders import Attack, Done, Move
from campagna.games.kasserine.state import PHASE_NAMES, State, Unit
from campagna.games.kasserine.table.position import BOXES, FLAG_NAMES, Position, UnitPosition
from tests.offered import costs as offered_costs

GAME = Kasserine()
SCENARIO = "campaign"
E = TypeVar("E", bound=Event)

DAY, SECOND_DAY, NIGHT = 7, 8, 9
"""Moves of 16 February, outside the pause; nobody of these tests waits to enter unless he is named."""


def lay(
    places: Mapping[str, str], side: str = "axis", phase: str = "movement", **given: Any
) -> State:
    """A state with these counters.

    Said by name: `move` (7), `weather` (clear), `options`, `opened`, and other fields of a position.
    """
    options: Mapping[str, bool | str] = given.pop("options", {})
    opened: bool = given.pop("opened", False)
    units = tuple(_unit(at, w, opened) for at, names in places.items() for w in names.split())
    position = Position(
        move=given.pop("move", DAY), side=side, phase=phase, units=units, opened=opened, **given
    )
    return GAME.arrange(GAME.new_setup(SCENARIO, options), position, SeededChance(1))


def _unit(at: str, words: str, opened: bool) -> UnitPosition:
    words, _, armies = words.partition("@")
    name, *rest = words.split(":")
    owner = next((w for w in rest if w in ("axis", "allied")), "")
    states = tuple(w for w in rest if w != owner)
    assert set(states) <= set(FLAG_NAMES), states
    start = at if opened and at not in BOXES else ""
    return UnitPosition(name, at, owner, states, start, tuple(armies.split(",")) if armies else ())


def begin(options: Mapping[str, bool | str] | None = None) -> State:
    """The start of a game."""
    return GAME.start(GAME.new_setup(SCENARIO, options), SeededChance(1))


def path(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# --- orders -----------------------------------------------------------------------------------------


def play(state: State, *orders: Order, dice: Sequence[int] = ()) -> list[Event]:
    """Play the orders with the given dice; every die must be used."""
    chance = ScriptedChance(dice)
    events = [event for order in orders for event in GAME.play(state, order, chance)]
    assert not chance.dice, f"dice that nobody rolled: {chance.dice}"
    assert all(draw.sides == 6 for draw in chance.log), "the box holds one die with six faces"
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


def move(unit: str, way: str, **more: Any) -> Move:
    return Move((unit,), path(way), **more)


def attack(attackers: str, hexes: str, aircraft: str = "", **more: Any) -> Attack:
    return Attack(path(attackers), path(hexes), path(aircraft), **more)


def costs(state: State, unit: str) -> dict[str, int]:
    """Where a unit can get to, as the offers tell it, in half points."""
    found = offered_costs(GAME.offers(state), "move").get(unit, {})
    # The way out and back is an offer of its own.
    return {hex_: 0 if hex_ == place(state, unit) else cost for hex_, cost in found.items()}


def until(state: State, wanted: str, dice: Sequence[int] = ()) -> list[Event]:
    """End phase after phase until this decision."""
    chance = ScriptedChance(dice)
    events: list[Event] = []
    while decision(state) != wanted:
        events += GAME.play(state, Done(), chance)
    assert not chance.dice, f"dice that nobody rolled: {chance.dice}"
    return events


def end_turn(state: State, dice: Sequence[int] = ()) -> list[Event]:
    """End phase after phase until the other side's turn."""
    chance = ScriptedChance(dice)
    now, events = (state.move, state.side), []
    while (state.move, state.side) == now and GAME.step(state) is not None:
        events += GAME.play(state, Done(), chance)
    assert not chance.dice, f"dice that nobody rolled: {chance.dice}"
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


def unit(state: State, name: str) -> Unit:
    return state.units[state.world.index[name]]


def number(state: State, name: str) -> int:
    return state.world.index[name]


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


def face(state: State, name: str) -> str:
    """The factors that lie up."""
    return str(state.face(state.world.index[name]))
