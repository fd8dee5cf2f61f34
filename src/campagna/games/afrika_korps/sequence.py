"""3 Sequence of play: the player turns, their phases, and the agenda inside them."""

from __future__ import annotations

import msgspec

from campagna.core.contract import Event, Fact, Refusal
from campagna.core.rulebook import rule
from campagna.games.afrika_korps import (
    advance,
    arrivals,
    precombat,
    relief,
    respite,
    results,
    retreat,
    rommel,
    stacking,
    substitutes,
    turns,
    victory,
)
from campagna.games.afrika_korps.captures import supplies_on_map
from campagna.games.afrika_korps.events import PhaseBegan
from campagna.games.afrika_korps.planning import current_task, feasible, fresh_task, standing
from campagna.games.afrika_korps.state import (
    ASIDE,
    DEFENDED,
    FOUGHT,
    PHASE_NAMES,
    POOL,
    USED,
    Advancing,
    Battle,
    Doomed,
    Exchange,
    Following,
    Hauling,
    Phase,
    Respite,
    Retreating,
    State,
)
from campagna.games.afrika_korps.world import ALLIED, SIDES

PHASE_RULES = ("12.4", "3.1b", "3.1c", "21.2a", "3.2", "4.2c")


# --- inside a phase ---------------------------------------------------------------------------------


@rule("8.6", "3.2", "3.4")
def settle(state: State) -> list[Event]:
    """Carry out everything on the agenda that leaves nobody a choice."""
    events: list[Event] = []
    while state.phase != Phase.OVER:
        level = victory.wiped_out(state)
        if level:
            return events + victory.end_game(state, level)
        if not state.agenda or isinstance(state.agenda[-1], Battle | Doomed):
            events += rommel.check(state)
        if not state.agenda:
            if state.phase == Phase.COMBAT:
                more = precombat.remove_trapped(state)
                events += more
                if more or state.agenda:
                    continue
            if not is_empty(state):
                if state.phase == Phase.COMBAT:
                    respite.ask(state)
                if not state.agenda:
                    return events
                continue
            events += next_phase(state)
            continue
        done = _settle_frame(state)
        if done is None:
            return events
        events += done
    return events


def _settle_frame(state: State) -> list[Event] | None:
    """What happens next without a decision; None if somebody must decide."""
    frame = state.agenda[-1]
    if isinstance(frame, Exchange):
        ways = results.payments(state, frame)
        breakable = any(state.counter(u).substitute for u in frame.units)
        if len(ways) != 1 or breakable:
            return None
        return results.pay(state, list(ways[0]), {})
    if isinstance(frame, Retreating):
        return _settle_retreat(state, frame)
    if isinstance(frame, Battle):
        state.agenda.pop()
        return results.finish(state, frame)
    if isinstance(frame, Advancing):
        if advance.can_advance(state, frame):
            return None
        state.agenda.pop()
        return []
    if isinstance(frame, Respite) and not respite.endangered(state):
        state.agenda.pop()
        return []
    if isinstance(frame, Following) and not frame.supplies:
        state.agenda.pop()
        return []
    if isinstance(frame, Hauling):
        left = tuple(s for s in frame.supplies if state.place(s) >= 0)
        if left:
            state.agenda[-1] = Hauling(frame.side, left, frame.escort)
            return None
        state.agenda.pop()
        return []
    return None


def _settle_retreat(state: State, frame: Retreating) -> list[Event] | None:
    frame, events = retreat.lose_trapped(state, frame)
    if not frame.units:
        state.agenda.pop()
        return events
    if events:
        return events
    if retreat.asks_consent(state, frame):
        return None
    choices = retreat.choices_of_loss(state, frame)
    if choices:
        return retreat.sacrifice(state, frame, choices[0]) if len(choices) == 1 else None
    if len(frame.units) == 1:
        ways = retreat.open_paths(state, frame, frame.units[0])
        if len(ways) == 1:
            return retreat.lead_back(state, frame, frame.units[0], ways[0])
    return None


def decider(state: State) -> int:
    """The side that must decide now."""
    if not state.agenda:
        return state.side
    frame = state.agenda[-1]
    if isinstance(frame, Retreating):
        loser = retreat.asks_consent(state, frame) or retreat.choices_of_loss(state, frame)
        return frame.side if loser else 1 - frame.side
    return frame.side


# --- the end of a phase -----------------------------------------------------------------------------


@rule("6.1a", "6.3", "2.2.1b", "13.2", "14.5", "8.4a", "8.4b", "9.1c")
def refuse_end(state: State) -> Refusal | None:
    """Why the phase cannot end yet."""
    if state.phase == Phase.MOVEMENT:
        return (
            stacking.refuse_crowds(state)
            or relief.refuse_unsupplied(state)
            or _refuse_idle_supply(state)
        )
    if state.phase == Phase.COMBAT:
        if state.must_defend:
            return Refusal("8.4a", "not-attacked", {"units": state.names(state.must_defend)})
        if state.must_attack:
            return Refusal("8.4b", "not-attacking", {"units": state.names(state.must_attack)})
        open_ = standing(state)
        if open_:
            return Refusal("9.1c", "not-attacked", {"units": state.names(open_[0].defenders)})
    return None


@rule("13.2")
def _refuse_idle_supply(state: State) -> Refusal | None:
    """A supply that went into a zone must be of use there (A19)."""
    task = fresh_task(state)
    if not task.demands or feasible(state, task) is not None:
        return None
    if feasible(state, msgspec.structs.replace(task, demands=())) is None:
        # Units will be given up first: then only a supply that nobody could use is idle.
        idle = [d for d in task.demands if not any(_beside(state, t) for t in d.targets)]
    else:
        alone = [msgspec.structs.replace(task, demands=(d,)) for d in task.demands]
        idle = [t.demands[0] for t in alone if feasible(state, t) is None]
        idle = idle or list(task.demands)
    if not idle:
        return None
    facts: dict[str, Fact] = {
        "unit": state.name(idle[0].supply),
        "hex": state.hex_name(state.place(idle[0].supply)),
    }
    return Refusal("13.2", "supply-idle", facts)


def _beside(state: State, target: int) -> bool:
    """Whether a combat unit of the phasing side stands in a unit's zone."""
    return any(state.fighters_at(h, state.side) for h in state.world.zone_near[state.place(target)])


# --- from phase to phase ----------------------------------------------------------------------------


@rule("3", "3.1a", "3.1b", "3.1c", "3.2", "3.3", "3.4", "5.3")
def next_phase(state: State) -> list[Event]:
    """Go on to the next phase in which somebody has something to decide."""
    events: list[Event] = []
    while state.phase != Phase.OVER:
        if state.phase in (Phase.SUPPLY, Phase.ARRIVAL):
            state.phase += 1
        elif state.phase == Phase.MOVEMENT:
            stacking.ask_who_goes(state)
            if state.agenda:
                return events
            state.phase = Phase.SUBSTITUTION
        elif state.phase == Phase.SUBSTITUTION:
            events += enter_combat(state)
            if state.agenda or state.phase == Phase.OVER:
                return events
        else:
            events += turns.end_turn(state)
            if state.phase == Phase.OVER:
                return events
            events += turns.begin_turn(state)
        if state.agenda or not is_empty(state):
            if state.phase in (Phase.MOVEMENT, Phase.COMBAT):
                respite.ask(state)
            return [*events, _announce(state)]
    return events


def _announce(state: State) -> Event:
    names = PHASE_NAMES[state.phase]
    return PhaseBegan(rule=PHASE_RULES[state.phase], phase=names, side=SIDES[state.side])


def enter_combat(state: State) -> list[Event]:
    """Units are given up if they must be; then combat begins."""
    events = precombat.remove_trapped(state)
    level = victory.wiped_out(state)
    if level:
        return events + victory.end_game(state, level)
    if not state.agenda:
        precombat.open_combat(state)
    return events


def is_empty(state: State) -> bool:
    """A phase in which nobody has anything to decide is passed over."""
    if state.phase == Phase.SUPPLY:
        return not state.ports
    if state.phase == Phase.ARRIVAL:
        return not state.ports or not any(
            arrivals.how_it_lands(state, u) for u in state.world.counters_of[state.side]
        )
    if state.phase == Phase.SUBSTITUTION:
        return not may_substitute(state)
    if state.phase == Phase.COMBAT:
        task = current_task(state)
        if task.obliged or task.targets or task.standing or optional_fights(state):
            return False
        return not may_destroy_after_combat(state)
    return False


@rule("15.5")
def may_destroy_after_combat(state: State) -> bool:
    """A battle was fought, and the phasing side has a supply left that it may want to destroy."""
    fought = FOUGHT | DEFENDED | USED
    return any(u.flags & fought for u in state.units) and any(
        not state.flagged(s, USED) for s in supplies_on_map(state, state.side)
    )


def may_substitute(state: State) -> bool:
    """Some swap is worth asking for: a free substitute, or one in play with counters set aside."""
    if state.side != ALLIED or not substitutes.in_season(state):
        return False
    places = {state.place(s) for s in state.world.substitutes}
    aside = any(state.place(u) == ASIDE for u in state.world.fighters[ALLIED])
    return POOL in places or (aside and any(p >= 0 for p in places))


@rule("23.1a", "23.2a", "15.2.3a")
def optional_fights(state: State) -> bool:
    """An attack on or from a fortress, or on a lone supply in one, is possible."""
    world = state.world
    for fort in world.fortresses:
        inside = state.stack(fort)
        around = [u for h in world.near[fort] for u in state.stack(h) if state.fights(u)]
        for x in inside:
            if any(state.owner(x) != state.owner(y) for y in around):
                return True
    return False
