"""9.6 Combat results: what a result asks of each side, and the end of a combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from campagna.core.contract import Event, Refusal
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian import overrun as overruns
from campagna.games.panzergruppe_guderian.advance import open_advance
from campagna.games.panzergruppe_guderian.agenda import Battle, Retreating, Suffer
from campagna.games.panzergruppe_guderian.events import RetreatChosen
from campagna.games.panzergruppe_guderian.orders import TakeLosses
from campagna.games.panzergruppe_guderian.state import (
    MOVED,
    NOWHERE,
    RETREATED,
    STOPPED,
    State,
)
from campagna.games.panzergruppe_guderian.untried import eliminate, lose_step, steps_left
from campagna.games.panzergruppe_guderian.world import SIDES

ENGAGED = "Eng"


def parts(result: str) -> tuple[str, str]:
    """The defender's and the attacker's part of a result: D1/A1 is ("1", "1"), Ae is ("", "e")."""
    if result == ENGAGED:
        return "1", "1"
    found = {p[0]: p[1:] for p in result.split("/")}
    return found.get("D", ""), found.get("A", "")


@rule("9.64", "9.65a", "9.66a", "9.67a", "9.72a", "SUM-1", "SUM-2", "SUM-3", "SUM-4")
def impose(state: State, battle: Battle) -> list[Event]:
    """Put the parts of the result on the agenda, the defender's first."""
    defender, attacker = parts(battle.result)
    may_retreat = battle.result != ENGAGED
    state.agenda.append(battle)
    events: list[Event] = []
    if attacker == "e":
        events += [eliminate(state, u, "9.64") for u in battle.attackers]
    elif attacker:
        state.agenda.append(Suffer(battle.side, battle.attackers, int(attacker), may_retreat))
    if defender:
        events += sweep_retreated(state, battle.targets)
    alive = tuple(u for u in battle.defenders if state.units[u].place >= 0)
    if defender == "e":
        events += [eliminate(state, u, "9.64") for u in alive]
    elif defender:
        state.agenda.append(Suffer(1 - battle.side, alive, int(defender), may_retreat))
    return events


@rule("9.75")
def sweep_retreated(state: State, hexes: Iterable[int]) -> list[Event]:
    """Units that retreated onto others die with any result on the hex, and satisfy no loss."""
    return [
        eliminate(state, u, "9.75")
        for h in hexes
        for u in state.stack(h)
        if state.units[u].flags & RETREATED
    ]


# --- losing steps or giving ground ------------------------------------------------------------------


def alive(state: State, units: Iterable[int]) -> list[int]:
    return [u for u in units if state.units[u].place >= 0]


@rule("9.65b", "9.67a", "10.24", "10.26a")
def forced_losses(state: State, frame: Suffer) -> list[int] | None:
    """The losses if the owner has nothing to choose: None if he does."""
    units = alive(state, frame.units)
    if not units:
        return []
    if frame.may_retreat:
        return None
    total = sum(steps_left(state, u) for u in units)
    if total <= frame.count:
        return [u for u in units for _ in range(steps_left(state, u))]
    return [units[0]] * frame.count if len(units) == 1 else None


@rule("9.65a", "9.65b", "9.12b")
def judge_losses(state: State, frame: Suffer, order: TakeLosses) -> Refusal | list[int]:
    """The named units lose a step each; together exactly what the result asks (AMB-13)."""
    units = []
    for name in order.units:
        unit = state.find(name)
        if unit == NOWHERE:
            return Refusal("3.4a", "unknown-unit", {"unit": name})
        if unit not in frame.units or state.units[unit].place < 0:
            return Refusal("9.65b", "not-involved", {"unit": name})
        units.append(unit)
    for unit, losses in Counter(units).items():
        if losses > steps_left(state, unit):
            left = steps_left(state, unit)
            return Refusal("9.65b", "not-so-many-steps", {"unit": state.name(unit), "steps": left})
    total = sum(steps_left(state, u) for u in alive(state, frame.units))
    asked = min(frame.count, total)
    if len(units) != asked:
        return Refusal("9.65a", "wrong-losses", {"count": asked, "named": len(units)})
    return units


@rule("9.65b", "9.61")
def take_losses(state: State, units: Sequence[int]) -> list[Event]:
    state.agenda.pop()
    return [lose_step(state, u) for u in units]


@rule("9.65a", "9.67a", "9.71a")
def refuse_ground(frame: Suffer) -> Refusal | None:
    return None if frame.may_retreat else Refusal("9.67a", "engaged-no-retreat")


@rule("9.65a", "9.72a")
def give_ground(state: State, frame: Suffer) -> list[Event]:
    units = tuple(alive(state, frame.units))
    stood = tuple(dict.fromkeys(state.units[u].place for u in units))
    state.agenda[-1] = Retreating(frame.side, units, frame.count, stood=stood)
    return [RetreatChosen(rule="9.65a", side=SIDES[frame.side], hexes=frame.count)]


# --- the end of a combat ----------------------------------------------------------------------------


def note_lines(state: State, frame: Retreating) -> None:
    """Tell the battle below which lines of retreat its units took."""
    below = state.agenda[-1]
    # After the defender's retreat in a split result the attacker's part is still to come.
    battle = state.agenda[-2] if isinstance(below, Suffer) else below
    assert isinstance(battle, Battle)
    field = "attacker_lines" if frame.side == battle.side else "defender_lines"
    lines = getattr(battle, field) + frame.lines
    state.agenda[state.agenda.index(battle)] = msgspec.structs.replace(battle, **{field: lines})


def finish_battle(state: State, battle: Battle) -> list[Event]:
    """Both sides have taken their result: occupy or stop (overrun), or advance (combat)."""
    state.agenda.pop()
    if battle.overrun:
        return overruns.finish_overrun(state, battle)
    advance = open_advance(state, battle)
    if advance is not None:
        state.agenda.append(advance)
    return []


@rule("6.52a", "6.52b", "6.52c", "9.66d", "9.67c")
def stop_overrun(state: State, attackers: Iterable[int], *, overrun: bool) -> None:
    """Units whose overrun failed do not move any more in this phase."""
    if overrun:
        state.maps.movers = None
        for unit in alive(state, attackers):
            state.flag(unit, STOPPED | MOVED)
