"""Short positions of Lion of Judah for the tests by rule.

    state = arrange({"it_Sb": "1306", "et_seyoum_1": "1307 =2", "it_trk1": "north"}, phase=Phase.MOVEMENT)
    events = play(state, Attack(("it_Sb",), "1307"), dice=[4])

A unit is given by words: its hex, or `dead`, `held` (in its holding box), `gone`, `due` (on the turn
track) or the name of a resource box; then in any order `3s` for the steps left, `=2` for a hidden
factor, `+1` for resource points carried, `<unit` for the unit a truck lies under, and names of flags in
small letters. Units not named are out of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.core.contract import Event, Order, Refusal, Setup
from campagna.games.lion_of_judah import flags
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.flags import (
    BREAKDOWN_BOX,
    DEAD,
    GONE,
    HIDDEN,
    HOLDING,
    IN_BOX,
    NOT_DUE,
    NOWHERE,
)
from campagna.games.lion_of_judah.game import LionOfJudah
from campagna.games.lion_of_judah.maps import EVERYTHING
from campagna.games.lion_of_judah.rules.sequence import sequence
from campagna.games.lion_of_judah.state import AirStatus, Phase, State, Unit

__all__ = ["ITALIAN", "OTHER", "Phase", "arrange", "play"]

GAME = LionOfJudah()
WORLD = GAME.world
E = TypeVar("E", bound=Event)

_BOXES = {"dead": DEAD, "gone": GONE, "held": HOLDING, "due": NOT_DUE, "breakdown": BREAKDOWN_BOX}


def arrange(
    units: Mapping[str, str] | None = None,
    *,
    scenario: str = "s1935",
    phase: Phase = Phase.MOVEMENT,
    side: int = ITALIAN,
    turn: int = 3,
    boxes: Mapping[str, int] | None = None,
    italian: Iterable[str] = (),
    enemy: Iterable[str] = (),
    options: Mapping[str, bool | str] | None = None,
    **fields: Any,
) -> State:
    """A state with these units; `italian` and `enemy` name hexes with another owner than at the start."""
    state = begin(scenario, options)
    state.turn, state.phase, state.side = turn, phase, side
    for unit in state.theatre.units:
        state.put(unit, GONE, steps=0)
        state.change(unit, flags=0, load=0, carrier=NOWHERE)
    for name, words in (units or {}).items():
        _place(state, name, words.split())
    for name, words in (units or {}).items():
        _load(state, name, words.split())
    for name, points in (boxes or {}).items():
        state.boxes[state.theatre.box_index[name]] = points
    for names, owner in ((italian, ITALIAN), (enemy, OTHER)):
        for name in names:
            state.take_control(at(name), owner)
    for name, value in fields.items():
        setattr(state, name, value)
    state.maps.memos.touch(EVERYTHING)
    if phase == Phase.MOVEMENT:
        sequence.check_supply(state)
    return state


def marker(name: str) -> int:
    """The number of an air marker."""
    return WORLD.air_slots[name]


def raid(units: Mapping[str, str], **more: Any) -> State:
    """The bombing segment."""
    return arrange(units, phase=Phase.BOMBING, **more)


def begin(scenario: str = "s1935", options: Mapping[str, bool | str] | None = None) -> State:
    """The start of a game: the set-up of the Italian player."""
    state = GAME.start(Setup(scenario, dict(options or {})), SeededChance(1))
    assert state.phase == Phase.SETUP
    return state


def _place(state: State, name: str, words: list[str]) -> None:
    unit = WORLD.slots[name]
    where = words[0]
    if where in _BOXES:
        place = _BOXES[where]
    elif where in state.theatre.box_index:
        place = IN_BOX - state.theatre.box_index[where]
    else:
        place = at(where)
    counter = WORLD.counters[unit]
    steps = next((int(w[:-1]) for w in words[1:] if w[:-1].isdigit() and w[-1] == "s"), None)
    if steps is None:
        steps = 0 if place in (DEAD, GONE, HOLDING, BREAKDOWN_BOX) else counter.steps
    value = next((int(w[1:]) for w in words[1:] if w[0] == "="), state.units[unit].value)
    state.put(unit, place, steps=steps, value=value)
    if place >= 0:
        state.take_control(place, counter.side)
    if counter.hidden and not any(w[0] == "=" for w in words[1:]):
        state.flag(unit, HIDDEN)
    if place == NOT_DUE:
        state.change(unit, due=counter.turn, entry=at(counter.entry))


def _load(state: State, name: str, words: list[str]) -> None:
    unit = WORLD.slots[name]
    for word in words[1:]:
        if word[0] == "+":
            state.change(unit, load=int(word[1:]))
        elif word[0] == "<":
            state.change(unit, carrier=WORLD.slots[word[1:]])
        elif word.isalpha():
            state.flag(unit, getattr(flags, word.upper()))


# --- orders -----------------------------------------------------------------------------------------


def play(
    state: State, *orders: Order, dice: Sequence[int] = (), picks: Sequence[int] = ()
) -> list[Event]:
    """Play the orders with the given dice; every die must be used."""
    chance = ScriptedChance(dice, picks)
    events = [event for order in orders for event in GAME.play(state, order, chance)]
    assert not chance.dice, f"dice that nobody rolled: {chance.dice}"
    return events


def why(state: State, order: Order) -> tuple[str, str]:
    """Rule and reason of the refusal of an order that must not be allowed."""
    refusal = GAME.refusal(state, order)
    assert refusal is not None, f"allowed: {order}"
    return refusal.rule, refusal.reason


def allowed(state: State, order: Order) -> bool:
    return GAME.refusal(state, order) is None


def refused(plan: object) -> tuple[str, str]:
    """Rule and reason of a judge's refusal."""
    assert isinstance(plan, Refusal), plan
    return plan.rule, plan.reason


def events_of(events: Iterable[Event], kind: type[E]) -> list[E]:
    return [e for e in events if isinstance(e, kind)]


def only(events: Iterable[Event], kind: type[E]) -> E:
    """The one event of a kind."""
    (found,) = events_of(events, kind)
    return found


# --- looking at a state -----------------------------------------------------------------------------


def at(name: str) -> int:
    return WORLD.hex_index[name]


def slot(name: str) -> int:
    return WORLD.slots[name]


def unit(state: State, name: str) -> Unit:
    return state.units[slot(name)]


def place(state: State, name: str) -> str:
    """The hex of a unit, the box it is in, or the word for where it is."""
    u = unit(state, name)
    if u.place >= 0:
        return WORLD.hex_ids[u.place]
    box = state.box_of(WORLD.slots[name])
    if box != NOWHERE:
        return state.theatre.boxes[box].id
    return next(word for word, code in _BOXES.items() if code == u.place)


def box(state: State, name: str) -> int:
    """Resource points in a box."""
    return state.boxes[state.theatre.box_index[name]]


def has(state: State, name: str, flag: int) -> bool:
    return state.has(WORLD.slots[name], flag)


def air(state: State, name: str) -> AirStatus:
    return AirStatus(state.air[WORLD.air_slots[name]].status)


def decision(state: State) -> tuple[str, str]:
    """Who must decide what."""
    step = GAME.step(state)
    assert step is not None, "the game is over"
    return step.side, step.decision
