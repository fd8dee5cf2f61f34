"""3 Sequence of play: the player turns, their phases, and the agenda inside them."""

from __future__ import annotations

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal
from campagna.core.decision import Decision, Reply, Settled
from campagna.core.offers import Offer, Say, Tone
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.events import PhaseBegan
from campagna.games.afrika_korps.frames import Battle, Doomed
from campagna.games.afrika_korps.orders import Done
from campagna.games.afrika_korps.rules.combat import declared_victories, precombat
from campagna.games.afrika_korps.rules.combat.obligations import (
    current_task,
    feasible,
    fresh_task,
    standing,
    why_attacked,
)
from campagna.games.afrika_korps.rules.forces import arrivals, rommel, substitutes
from campagna.games.afrika_korps.rules.movement import mobility, stacking
from campagna.games.afrika_korps.rules.sequence import turns, victory
from campagna.games.afrika_korps.rules.supply import supply_denial
from campagna.games.afrika_korps.rules.supply.captures import supplies_on_map
from campagna.games.afrika_korps.state import (
    ASIDE,
    DEFENDED,
    FOUGHT,
    PHASE_NAMES,
    POOL,
    USED,
    Phase,
    State,
)
from campagna.games.afrika_korps.world import ALLIED, SIDES

PHASE_RULES = ("12.4", "3.1b", "3.1c", "21.2a", "3.2", "4.2c")


# --- inside a phase ---------------------------------------------------------------------------------


@rule("4.1a", "4.2a", "22.4b", "8.6")
def check_always(state: State) -> list[Event]:
    """Before anything goes on: a side without units has lost, and Rommel does not stay alone."""
    level = victory.wiped_out(state)
    if level:
        return victory.end_game(state, level)
    if not state.agenda or isinstance(state.agenda[-1], Battle | Doomed):
        return rommel.check(state)
    return []


@rule("3")
def settle_phase(state: State, chance: Chance) -> Settled:
    """A phase in which nobody has anything to decide ends by itself."""
    return (next_phase(state), False) if is_empty(state) else ([], True)


@rule("8.6", "3.2", "3.4", "15.5")
def settle_combat(state: State, chance: Chance) -> Settled:
    """Between two battles: units that no plan has room for go, the waiting player is asked."""
    events = precombat.remove_trapped(state)
    if events or state.agenda:
        return events, False
    if is_empty(state):
        return next_phase(state), False
    supply_denial.ask(state)
    return [], not state.agenda


def judge_decline(state: State, frame: object, order: Done) -> Refusal | None:
    """What may be done after a battle may also be left."""
    return None


def carry_out_decline(state: State, frame: object, plan: None, chance: Chance) -> list[Event]:
    state.agenda.pop()
    return []


def offer_decline(state: State, frame: object) -> tuple[Offer, ...]:
    return (Say("done", tone="decline"),)


DECLINE = Reply(Done, "3", judge_decline, carry_out_decline, offer=offer_decline)


# --- the end of a phase -----------------------------------------------------------------------------


@rule("6.1a", "6.3", "2.2.1b", "13.2", "14.5", "8.4a", "8.4b", "9.1c", "23.1b", "23.2b")
def refuse_end(state: State) -> Refusal | None:
    """Why the phase cannot end yet."""
    if state.phase == Phase.MOVEMENT:
        return (
            stacking.refuse_crowds(state)
            or declared_victories.refuse_unsupplied(state)
            or _refuse_idle_supply(state)
        )
    if state.phase == Phase.COMBAT:
        if state.must_defend:
            rule_id = why_attacked(state, state.must_defend[0])
            return Refusal(rule_id, "not-attacked", {"units": state.names(state.must_defend)})
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
                supply_denial.ask(state)
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


def before_combat(state: State) -> bool:
    return state.phase != Phase.COMBAT


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


# --- the decision -----------------------------------------------------------------------------------


def judge_end(state: State, order: Done) -> Refusal | None:
    return refuse_end(state)


@rule("3", "5.3")
def carry_out_end(state: State, plan: None, chance: Chance) -> list[Event]:
    return next_phase(state)


def offer_end(state: State) -> tuple[Offer, ...]:
    """The end of a phase, if nothing stands against it."""
    return (Say("done", tone=_tone_of_end(state)),) if refuse_end(state) is None else ()


def _tone_of_end(state: State) -> Tone:
    """Quiet while a supply or units could still land, plain while units could still move."""
    if state.phase == Phase.SUPPLY and arrivals.refuse_supply(state) is None:
        return "decline"
    if state.phase == Phase.ARRIVAL and arrivals.able_to_land(state):
        return "decline"
    if state.phase == Phase.MOVEMENT and mobility.movers(state):
        return "plain"
    return "main"


END = Decision(Done, "3", judge_end, carry_out_end, offer=offer_end)
