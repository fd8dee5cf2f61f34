"""9.6 Combat results: what a result asks of each side, and the end of a combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, Note, Refusal, Step
from campagna.core.decision import Reply, Settled, certain
from campagna.core.offers import Offer, Pick, Say
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.events import RetreatChosen
from campagna.games.panzergruppe_guderian.frames import Battle, Retreating, Suffer
from campagna.games.panzergruppe_guderian.orders import GiveGround, TakeLosses
from campagna.games.panzergruppe_guderian.rules import overrun as overruns
from campagna.games.panzergruppe_guderian.rules.advance import open_advance
from campagna.games.panzergruppe_guderian.rules.retreat import is_vacant, lead_back, routes
from campagna.games.panzergruppe_guderian.rules.untried import eliminate, lose_step, steps_left
from campagna.games.panzergruppe_guderian.state import (
    MOVED,
    NOWHERE,
    RETREATED,
    STOPPED,
    State,
)
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


@rule("9.65a", "9.67a")
def ask_suffer(state: State, frame: Suffer) -> Step:
    units = state.names(alive(state, frame.units))
    kind, rule_id = ("suffer", "9.65a") if frame.may_retreat else ("lose-steps", "9.67a")
    facts: dict[str, Fact] = {"turn": state.turn, "count": frame.count, "units": units}
    return Step(SIDES[frame.side], kind, rule_id, facts)


def settle_suffer(state: State, frame: Suffer, chance: Chance) -> Settled:
    losses = forced_losses(state, frame)
    if losses is None:
        return [], True
    return carry_out_losses(state, frame, losses, chance), False


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
    asked = losses_asked(state, frame)
    if len(units) != asked:
        return Refusal("9.65a", "wrong-losses", {"count": asked, "named": len(units)})
    return units


@rule("9.65a")
def losses_asked(state: State, frame: Suffer) -> int:
    """The steps that must go: what the result asks, as far as there are so many."""
    return min(frame.count, sum(steps_left(state, u) for u in alive(state, frame.units)))


@rule("9.65b", "9.61")
def carry_out_losses(
    state: State, frame: Suffer, units: Sequence[int], chance: Chance
) -> list[Event]:
    state.agenda.pop()
    return [lose_step(state, u) for u in units]


@rule("9.65a", "9.67a", "9.71a")
def judge_ground(state: State, frame: Suffer, order: GiveGround) -> Refusal | None:
    return None if frame.may_retreat else Refusal("9.67a", "engaged-no-retreat")


@rule("9.65a", "9.72a")
def carry_out_ground(state: State, frame: Suffer, plan: None, chance: Chance) -> list[Event]:
    state.agenda[-1] = _retreat_of(state, frame)
    return [RetreatChosen(rule="9.65a", side=SIDES[frame.side], hexes=frame.count)]


def _retreat_of(state: State, frame: Suffer) -> Retreating:
    """The retreat that follows when a side gives ground."""
    units = tuple(alive(state, frame.units))
    stood = tuple(dict.fromkeys(state.units[u].place for u in units))
    return Retreating(frame.side, units, frame.count, stood=stood)


@rule("9.72a", "9.73b")
def forecast_ground(state: State, frame: Suffer, plan: None) -> Forecast:
    """Who leads the retreat, and who has no hex to go to."""
    twin = state.copy()
    retreat = twin.agenda[-1] = _retreat_of(twin, frame)
    lost = [u for u in retreat.units if not routes(twin, retreat, u)]
    notes: list[Note] = []
    if lost:
        notes.append(Note("retreat-eliminates", {"units": state.names(lost)}, grave=True))
    led = [u for u in retreat.units if u not in lost]
    if _room_may_end(twin, msgspec.structs.replace(retreat, units=tuple(led))):
        notes.append(Note("retreat-no-room", grave=True))
    if led:
        leader = SIDES[1 - retreat.side]
        notes.append(Note("opponent-leads", {"side": leader, "hexes": retreat.count}))
    return msgspec.structs.replace(certain("9.65a"), notes=tuple(notes))


@rule("9.73b")
def _room_may_end(state: State, frame: Retreating) -> bool:
    """Whether the retreat of one unit onto friends can take the place of another."""
    for unit in frame.units if len(frame.units) > 1 else ():
        for route in routes(state, frame, unit):
            if all(is_vacant(state, frame, h) for h in route):
                continue
            twin = state.copy()
            twin.agenda[-1] = frame
            lead_back(twin, frame, unit, route)
            after = twin.agenda[-1]
            assert isinstance(after, Retreating)
            if any(not routes(twin, after, u) for u in after.units):
                return True
    return False


def offer_losses(state: State, frame: Suffer) -> tuple[Offer, ...]:
    """Who loses the steps; a unit with several may be named as often."""
    steps = {state.name(u): steps_left(state, u) for u in alive(state, frame.units)}
    count = losses_asked(state, frame)
    units = tuple(steps)
    return (Pick("take-losses", "units", units, many=True, least=count, most=count, times=steps),)


def offer_ground(state: State, frame: Suffer) -> tuple[Offer, ...]:
    return (Say("give-ground"),) if frame.may_retreat else ()


TAKE_LOSSES = Reply(TakeLosses, "9.65b", judge_losses, carry_out_losses, offer=offer_losses)
GIVE_GROUND = Reply(
    GiveGround, "9.65a", judge_ground, carry_out_ground, forecast_ground, offer=offer_ground
)


# --- the end of a combat ----------------------------------------------------------------------------


@rule("9.GEN-2")
def finish_battle(state: State, battle: Battle, chance: Chance) -> Settled:
    """Both sides have taken their result: occupy or stop (overrun), or advance (combat)."""
    state.agenda.pop()
    if battle.overrun:
        return overruns.finish_overrun(state, battle), False
    advance = open_advance(state, battle)
    if advance is not None:
        state.agenda.append(advance)
    return [], False


@rule("6.52a", "6.52b", "6.52c", "9.66d", "9.67c")
def stop_overrun(state: State, attackers: Iterable[int], *, overrun: bool) -> None:
    """Units whose overrun failed do not move any more in this phase."""
    if overrun:
        state.maps.movers = None
        for unit in alive(state, attackers):
            state.flag(unit, STOPPED | MOVED)
