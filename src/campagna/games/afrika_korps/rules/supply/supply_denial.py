"""15.5 A player may destroy supplies of his, the waiting one before the enemy takes them.

The waiting player is asked where an answer can matter: when movement begins or an automatic victory
opens new ways, about lone supplies that somebody could now reach; before the first battle and after
each, about those that the battles still to come could cost him. A supply he keeps is not asked about
again until something has changed (A36).
"""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Decision, Reply, Settled
from campagna.core.offers import Offer, Pick, Say
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.events import SupplyDestroyed
from campagna.games.afrika_korps.frames import Respite
from campagna.games.afrika_korps.orders import Destroy, Done
from campagna.games.afrika_korps.rules.combat import declared_victories
from campagna.games.afrika_korps.rules.combat.obligations import capturable
from campagna.games.afrika_korps.rules.combat.zones import fighters
from campagna.games.afrika_korps.rules.movement import mobility
from campagna.games.afrika_korps.rules.movement.path import costs_of
from campagna.games.afrika_korps.rules.supply.captures import is_lone, supplies_on_map
from campagna.games.afrika_korps.state import (
    DEFENDED,
    FOUGHT,
    FROZEN,
    INTO_ZONE,
    POOL,
    USED,
    Phase,
    State,
    Unit,
)
from campagna.games.afrika_korps.world import AXIS, SIDES
from campagna.hexes.kernels import FAR


@rule("15.5")
def ask(state: State) -> None:
    """Let the waiting player decide, if a supply of his is in danger that he has not answered for."""
    waiting = 1 - state.side
    if state.options.fixed("denial-in-time"):
        return
    if any(s not in state.spared for s in supplies_on_map(state, waiting)) and _news(state):
        state.agenda.append(Respite(waiting))


def _news(state: State) -> list[int]:
    return [s for s in endangered(state) if s not in state.spared]


@rule("15.5")
def keep(state: State) -> None:
    """The waiting player keeps what he has."""
    state.spared = sorted({*state.spared, *endangered(state)})


def endangered(state: State) -> list[int]:
    """Supplies of the waiting side that the phasing side could take with its next orders."""
    if state.phase == Phase.MOVEMENT:
        return _within_reach(state)
    return [s for s in supplies_on_map(state, 1 - state.side) if _at_stake(state, s)]


def _within_reach(state: State) -> list[int]:
    """Lone supplies that a unit of the phasing side can go next to, or onto in a fortress."""
    world = state.world
    goals: dict[int, set[int]] = {}
    for supply in supplies_on_map(state, 1 - state.side):
        if is_lone(state, supply):
            place = state.place(supply)
            near = () if world.fortress[place] else world.near[place]
            goals[supply] = {place, *near}
    if not goals:
        return []
    help_ = 0
    if state.side == AXIS and state.place(world.rommel) >= 0:
        help_ = world.tables["rommel"]["bonus"]
    found: set[int] = set()
    for unit in fighters(state, state.side):
        if mobility.refuse_mover(state, unit) is None and len(found) < len(goals):
            cost = costs_of(mobility.terms(state, unit, escorted=True, extra=help_))
            found |= {s for s, hexes in goals.items() if any(cost[h] != FAR for h in hexes)}
    return sorted(found)


def _at_stake(state: State, supply: int) -> bool:
    """Whether a battle or capture still to come can take a supply."""
    place = state.place(supply)
    fresh = [
        u
        for h in state.world.near[place]
        for u in state.fighters_at(h, state.side)
        if not state.flagged(u, FOUGHT)
    ]
    if not fresh:
        return False
    escort = state.fighters_at(place, 1 - state.side)
    if state.world.fortress[place]:
        return not any(state.flagged(u, DEFENDED) for u in escort)
    if any(u in state.must_defend for u in escort):
        return True
    robbers = [u for u in fresh if not state.flagged(u, FROZEN)]
    return bool(robbers) and place in capturable(state, state.must_defend)


# --- destruction ------------------------------------------------------------------------------------


@rule("15.5", "9.3")
def judge_destroy(state: State, order: Destroy) -> Refusal | int:
    """A supply of whoever decides now, unless it is in use or keeps a declared victory alive."""
    side = state.agenda[-1].side if state.agenda else state.side
    supply = state.world.index.get(order.supply)
    if supply is None:
        return Refusal("15.5", "unknown-unit", {"unit": order.supply})
    if state.owner(supply) != side:
        return Refusal("15.5", "not-your-unit", {"unit": order.supply})
    if not state.is_supply(supply) or state.place(supply) < 0:
        return Refusal("15.5", "no-supply-there", {"unit": order.supply})
    if state.flagged(supply, USED):
        return Refusal("14.1b", "supply-in-use", {"unit": order.supply})
    if not state.victories:
        return supply
    trial = state.copy()
    destroy(trial, supply)
    return declared_victories.refuse_spoiled(trial) or supply


@rule("15.5")
def destroy(state: State, supply: int) -> Event:
    hex_ = state.place(supply)
    state.put(supply, POOL)
    state.units[supply] = Unit()
    return SupplyDestroyed(rule="15.5", supply=state.name(supply), hex=state.hex_name(hex_))


def carry_out_destroy(state: State, supply: int, chance: Chance) -> list[Event]:
    return [destroy(state, supply)]


def destroyable(state: State) -> list[int]:
    """Supplies that whoever decides now may destroy."""
    side = state.agenda[-1].side if state.agenda else state.side
    return [
        s
        for s in supplies_on_map(state, side)
        if not isinstance(judge_destroy(state, Destroy(state.name(s))), Refusal)
    ]


@rule("15.5", "13.2")
def offer_destruction(state: State) -> tuple[Offer, ...]:
    """A supply that went into a zone may have to go before movement can end: that is no mistake."""
    able = destroyable(state)
    moving = state.phase == Phase.MOVEMENT and not state.agenda
    exposed = [s for s in able if moving and state.flagged(s, INTO_ZONE)]
    others = [s for s in able if s not in exposed]
    found: list[Offer] = []
    if exposed:
        found.append(Pick("destroy", "supply", state.names(exposed)))
    if others:
        found.append(Pick("destroy", "supply", state.names(others), tone="grave"))
    return tuple(found)


DESTROY = Decision(Destroy, "15.5", judge_destroy, carry_out_destroy, offer=offer_destruction)


# --- the waiting player -----------------------------------------------------------------------------


def ask_respite(state: State, frame: Respite) -> Step:
    facts: dict[str, Fact] = {"turn": state.turn, "units": state.names(endangered(state))}
    return Step(SIDES[frame.side], "respite", "15.5", facts)


def settle_respite(state: State, frame: Respite, chance: Chance) -> Settled:
    """Nobody is asked once nothing is in danger."""
    if endangered(state):
        return [], True
    state.agenda.pop()
    return [], False


def judge_keep(state: State, frame: Respite, order: Done) -> Refusal | None:
    """The waiting player may always keep what he has."""
    return None


@rule("15.5")
def carry_out_keep(state: State, frame: Respite, plan: None, chance: Chance) -> list[Event]:
    state.agenda.pop()
    keep(state)
    return []


def offer_keep(state: State, frame: Respite) -> tuple[Offer, ...]:
    return (Say("done", tone="main"),)


KEEP = Reply(Done, "3", judge_keep, carry_out_keep, offer=offer_keep)
