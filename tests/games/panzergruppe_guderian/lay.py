"""Short positions of Panzergruppe Guderian for the tests by rule.

    state = arrange({"G-7Pz-PzR25": "2411", "S-1": "2410 SR17", "S-2": "2409 SR18 untried disrupted"})
    events = play(state, Overrun(("G-7Pz-PzR25",), "2410"), dice=[4])

A unit is given by words: its hex (or box: waiting, dead, not-due ...), then in any order the counter
of a Soviet division, the states it is in (the names of `FLAG_NAMES`) and `step1`, `step2` ... for
steps already lost. Soviet divisions are named S-1, S-2 ... in order; without a counter they are
untried and drawn. Anything rarer is said with a `UnitPosition`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.core.contract import Event, Order, Refusal, Setup
from campagna.games.panzergruppe_guderian.frames import Suffer
from campagna.games.panzergruppe_guderian.game import PanzergruppeGuderian
from campagna.games.panzergruppe_guderian.orders import Done, Interdict, TakeLosses
from campagna.games.panzergruppe_guderian.rules import movement
from campagna.games.panzergruppe_guderian.rules.results import alive
from campagna.games.panzergruppe_guderian.rules.untried import steps_left
from campagna.games.panzergruppe_guderian.state import Phase, State, Unit
from campagna.games.panzergruppe_guderian.table.position import (
    BOXES,
    FLAG_NAMES,
    Position,
    UnitPosition,
)

GAME = PanzergruppeGuderian()
SCENARIO = "campaign-1941"

Words = str | tuple[str, ...] | UnitPosition
E = TypeVar("E", bound=Event)


def arrange(
    units: Mapping[str, Words] | None = None,
    *,
    phase: str = "german-move",
    turn: int = 5,
    options: Mapping[str, bool | str] | None = None,
    seed: int = 1,
    **fields: Any,
) -> State:
    """A state with these units; `fields` are those of `Position` (air, cuts, owed, frozen ...).

    Movement phases open with their supply check. With `opened=True` the check is taken as done:
    the states given (unsupplied, commanded ...) stand, and units on the map began where they are.
    """
    given = tuple(_unit(name, words) for name, words in (units or {}).items())
    if fields.get("opened"):
        given = tuple(_begun_there(u) for u in given)
    position = Position(turn=turn, phase=phase, units=given, **fields)
    return GAME.arrange(setup_of(options), position, SeededChance(seed))


def setup_of(options: Mapping[str, bool | str] | None = None) -> Setup:
    """Of the newest edition, unless the options name another."""
    return GAME.new_setup(SCENARIO, options)


def _unit(name: str, words: Words) -> UnitPosition:
    if isinstance(words, UnitPosition):
        return msgspec.structs.replace(words, id=name)
    at, *rest = words.split() if isinstance(words, str) else words
    counter, step, states = "", 0, []
    for word in rest:
        if word in FLAG_NAMES:
            states.append(word)
        elif word.startswith("step"):
            step = int(word.removeprefix("step"))
        else:
            counter = word
    return UnitPosition(name, at, counter, step=step, state=tuple(states))


def _begun_there(unit: UnitPosition) -> UnitPosition:
    if unit.start or unit.at in BOXES:
        return unit
    return msgspec.structs.replace(unit, start=unit.at)


def begin(seed: int = 1, options: Mapping[str, bool | str] | None = None) -> State:
    """The start of a game: the set-up of the Soviet player."""
    return GAME.start(setup_of(options), SeededChance(seed))


# --- orders -----------------------------------------------------------------------------------------


def play(
    state: State, *orders: Order, dice: Sequence[int] = (), picks: Sequence[int] = ()
) -> list[Event]:
    """Play the orders with the given dice; every die must be used."""
    chance = ScriptedChance(dice, picks)
    events = [event for order in orders for event in GAME.play(state, order, chance)]
    assert not chance.dice, f"dice that nobody rolled: {chance.dice}"
    return events


def refused(state: State, order: Order) -> Refusal:
    """The refusal of an order that must not be allowed."""
    refusal = GAME.refusal(state, order)
    assert refusal is not None, f"allowed: {order}"
    return refusal


def why(state: State, order: Order) -> tuple[str, str]:
    """Rule and reason of a refusal."""
    refusal = refused(state, order)
    return refusal.rule, refusal.reason


def allowed(state: State, order: Order) -> bool:
    return GAME.refusal(state, order) is None


def events_of(events: Iterable[Event], kind: type[E]) -> list[E]:
    return [e for e in events if isinstance(e, kind)]


def only(events: Iterable[Event], kind: type[E]) -> E:
    """The one event of a kind."""
    (found,) = events_of(events, kind)
    return found


def take_losses(state: State) -> list[Event]:
    """Take every loss asked for, whoever is asked, with the first units that have the steps."""
    events: list[Event] = []
    while state.agenda and isinstance(frame := state.agenda[-1], Suffer):
        steps = [u for u in alive(state, frame.units) for _ in range(steps_left(state, u))]
        events += play(state, TakeLosses(state.names(steps[: frame.count])))
    return events


def go_on(state: State, turn: int, phase: Phase) -> None:
    """End phases until the given one; nobody does anything."""
    chance = SeededChance(3)
    for _ in range(60):
        if (state.turn, state.phase) == (turn, phase):
            return
        marker = state.phase in (Phase.GERMAN_INTERDICT, Phase.SOVIET_INTERDICT)
        GAME.play(state, Interdict() if marker else Done(), chance)
    raise AssertionError("the phase never came")


# --- looking at a state -----------------------------------------------------------------------------


def decision(state: State) -> str:
    """What the sequence of play waits for: the phase, or suffer, retreat, advance, remove."""
    step = GAME.step(state)
    return "over" if step is None else step.decision


def decider(state: State) -> str:
    """The side that must decide now."""
    step = GAME.step(state)
    assert step is not None, "the game is over"
    return step.side


def waits_for(state: State) -> tuple[str, str]:
    """Who must decide what."""
    return decider(state), decision(state)


def unit(state: State, name: str) -> Unit:
    """A unit by its public name, on the map or off it."""
    return state.units[state.find(name)]


def place(state: State, name: str) -> str:
    """The hex of a unit, or the box it is in."""
    found = unit(state, name).place
    if found >= 0:
        return state.world.hex_ids[found]
    return next(box for box, code in BOXES.items() if code == found)


def flags(state: State, name: str) -> set[str]:
    held = unit(state, name).flags
    return {flag for flag, bit in FLAG_NAMES.items() if held & bit}


def points_left(state: State, name: str) -> float:
    """Movement points a unit has left in this phase."""
    return movement.allowance(state, state.find(name)) / 2


def hexes(state: State, names: Iterable[str]) -> list[int]:
    """Hex names as the numbers that chapters use."""
    return [state.world.hex_index[n] for n in names]
