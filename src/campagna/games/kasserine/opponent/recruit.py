"""Orders at random, as a beginner might give them.

They seek contact and the exits, so that random games are fought and not walked. The judges say what
is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from campagna.core.chance import Chance
from campagna.core.contract import Order, Refusal
from campagna.games.kasserine.frames import Declared, Following, Frame, Permitting, Retreating
from campagna.games.kasserine.orders import (
    Accompany,
    Assault,
    Attack,
    Defend,
    Demolish,
    Deploy,
    Done,
    Fire,
    Leave,
    LetPass,
    March,
    Move,
    Raid,
    Retreat,
    SelfReduce,
    Take,
)
from campagna.games.kasserine.rules import (
    artillery,
    attack,
    command,
    exits,
    logistics,
    movement,
    obligations,
    retreat,
    setup,
)
from campagna.games.kasserine.rules.destinations import full_hexes
from campagna.games.kasserine.rules.path import Reach, Terms, reach
from campagna.games.kasserine.rules.strength import defence_value
from campagna.games.kasserine.rules.zones import fighters, on_map, watchers
from campagna.games.kasserine.state import Phase, State
from campagna.games.kasserine.world import AXIS, URF

DONE = Done()
T = TypeVar("T")


def recruit(state: State, chance: Chance) -> Order:
    if state.agenda:
        return _reply(state, state.agenda[-1], chance)
    return PHASES[Phase(state.phase)](state, chance)


def _pick(things: Sequence[T], chance: Chance) -> T:
    return things[chance.pick(len(things), "seat")]


def _one_in(count: int, chance: Chance) -> bool:
    return chance.pick(count, "seat") == 0


# --- set-up and logistics -----------------------------------------------------------------------------


def _deploy(state: State, chance: Chance) -> Order:
    left = setup.unplaced(state)
    if not left:
        return DONE
    unit = _pick(left, chance)
    hex_ = _pick(setup.open_hexes(state, unit), chance)
    return Deploy(state.name(unit), state.hex_name(hex_))


def _supply(state: State, chance: Chance) -> Order:
    """Supplies march often, stores near the enemy are blown up, cut-off infantry breaks out."""
    if _one_in(3, chance):
        threatened = [n for n in logistics.can_be_blown(state) if _is_threatened(state, n)]
        if threatened and _one_in(3, chance):
            return Demolish(_pick(threatened, chance))
    if _one_in(6, chance):
        supplied = logistics.supplied_hexes(state, state.side)
        cut_off = [u for u in logistics.can_reduce(state) if not supplied[state.place(u)]]
        if cut_off:
            return SelfReduce(state.name(_pick(cut_off, chance)))
    marches = logistics.can_march(state)
    if marches and _one_in(2, chance):
        return March(_pick(marches, chance))
    return DONE


def _is_threatened(state: State, supply: str) -> bool:
    here = state.place(state.world.index[supply])
    distance = state.world.board.grid.distance
    return any(distance(here, state.place(u)) <= 3 for u in fighters(state, 1 - state.side))


# --- movement -----------------------------------------------------------------------------------------


def _move(state: State, chance: Chance) -> Order:
    movers = movement.movers(state)
    for _ in range(8):
        if not movers or _one_in(len(movers) // 3 + 12, chance):
            return DONE
        order = _move_of(state, _pick(movers, chance), chance)
        if order is not None:
            return order
    return DONE


def _move_of(state: State, unit: int, chance: Chance) -> Order | None:
    limits = movement.terms(state, (unit,))
    if not limits.sources:
        return None
    found = reach(limits)
    ways_out = _useful_exits(state, unit, limits, found)
    if ways_out and not _one_in(4, chance):
        path = found.path(_pick(ways_out, chance))[1:]
        return Leave(state.name(unit), state.hex_names(path))
    end = _destination(state, unit, limits, found, chance)
    if end is None:
        return None
    first = 0 if state.place(unit) < 0 else 1
    return Move((state.name(unit),), state.hex_names(found.path(end)[first:]))


def _useful_exits(state: State, unit: int, limits: Terms, found: Reach) -> list[int]:
    """Edge hexes in reach by which the unit scores or blocks an entry."""
    costs = {h: found.cost(h) for h in found.node if state.world.edge[h]}
    return [
        h
        for h, effect, _ in exits.ways_out(state, unit, limits, costs)
        if effect == "scores" or (effect == "blocks" and state.owner(unit) != AXIS)
    ]


def _destination(
    state: State, unit: int, limits: Terms, found: Reach, chance: Chance
) -> int | None:
    here = state.place(unit)
    full = set(full_hexes(state)) if state.fights(unit) else set()
    ends = [h for h in found.node if h != here and h not in full]
    if not ends:
        return None
    contact = [h for h in ends if limits.stop[h] and _is_hopeful(state, unit, h)]
    if contact and not _one_in(3, chance):
        return _pick(contact, chance)
    unwatched = [h for h in ends if not limits.stop[h]] or ends
    if _one_in(8, chance):
        return _pick(unwatched, chance)
    return _nearest(state, unwatched, _goal(state, unit, chance), chance)


def _goal(state: State, unit: int, chance: Chance) -> int:
    """Commands and supplies follow their army; the Axis looks for exits and enemies, the others too."""
    own, foes = fighters(state, state.side), on_map(state, 1 - state.side)
    if not state.fights(unit) and own:
        return state.place(_pick(own, chance))
    if not foes or (state.side == AXIS and _one_in(2, chance)):
        return _pick(sorted(state.world.exits), chance)
    return state.place(_pick(foes, chance))


def _is_hopeful(state: State, unit: int, hex_: int) -> bool:
    """With the friends around at least 1-1 against somebody there."""
    for w in watchers(state, 1 - state.side, hex_):
        post = state.place(w)
        friends = {u for h in state.world.near[post] for u in state.fighters_at(h, state.side)}
        strength = sum(command.attack_value(state, u) for u in friends | {unit})
        foes = state.fighters_at(post, 1 - state.side)
        if strength >= sum(defence_value(state, f) for f in foes):
            return True
    return False


def _nearest(state: State, ends: Sequence[int], goal: int, chance: Chance) -> int:
    distance = state.world.board.grid.distance
    tries = [_pick(ends, chance) for _ in range(8)]
    return min(tries, key=lambda h: distance(h, goal))


# --- the plan -----------------------------------------------------------------------------------------


def _plan(state: State, chance: Chance) -> Order:
    proposals = obligations.proposals(state)
    if proposals:
        attackers, targets = _pick(proposals, chance)
        return _joined(state, attackers, targets, chance)
    order = _voluntary(state, chance)
    return order if order is not None and _is_legal(state, order) else DONE


def _is_legal(state: State, order: Attack) -> bool:
    return not isinstance(attack.judge_attack(state, order), Refusal)


def _voluntary(state: State, chance: Chance) -> Attack | None:
    """By day most attacks at even odds or better; at night seldom."""
    if not attack.attacks_allowed(state):
        return None
    if state.night and state.move not in state.nights[state.side] and not _one_in(6, chance):
        return None
    for hex_, group in sorted(obligations.options(state).items()):
        foes = state.fighters_at(hex_, 1 - state.side)
        strength = sum(command.attack_value(state, u) for u in group)
        worth = strength >= sum(defence_value(state, f) for f in foes)
        if worth and not _one_in(3, chance):
            return _joined(state, [group[0]], [hex_], chance)
    return None


def _joined(state: State, attackers: list[int], targets: list[int], chance: Chance) -> Attack:
    """The attack with whoever else may join it, and aircraft, as far as the judge agrees."""
    hexes = state.hex_names(targets)
    stores = not state.fighters_at(targets[0], 1 - state.side) and any(
        state.world.kind[u] == URF for u in state.stack(targets[0])
    )
    free = not state.options["supply_capture"]
    destroy = stores and (free or _one_in(3, chance))
    order = Attack(state.names(attackers), hexes, (), destroy)
    choice = obligations.options(state)
    willing = [
        state.name(u)
        for u in choice.get(targets[0], [])
        if u not in attackers and all(u in choice.get(h, ()) for h in targets)
    ]
    for name in willing:
        more = Attack((*order.attackers, name), hexes, (), destroy)
        if not _one_in(4, chance) and _is_legal(state, more):
            order = more
    for h in hexes:
        more = Attack(order.attackers, hexes, (*order.aircraft, h), destroy)
        if _one_in(2, chance) and _is_legal(state, more):
            order = more
    return order


# --- fire and combats ---------------------------------------------------------------------------------


def _fire(state: State, chance: Chance) -> Order:
    if artillery.raid_possible(state) and not _one_in(8, chance):
        foes = on_map(state, 1 - state.side)
        if foes:
            return Raid(state.hex_name(state.place(_pick(foes, chance))))
    shots = artillery.shots(state)
    if not shots or _one_in(10, chance):
        return DONE
    gun = _pick(sorted(shots), chance)
    return Fire(state.name(gun), state.name(_pick(shots[gun], chance)))


def _combat(state: State, chance: Chance) -> Order:
    next_ = _pick(state.combats, chance)
    hex_ = state.hex_name(_pick(next_.hexes, chance))
    if not next_.defenders:
        return Take(hex_)
    return Assault(hex_, _pick(command.attack_kinds(state, next_.attackers), chance))


PHASES: dict[Phase, Callable[[State, Chance], Order]] = {
    Phase.ALLIED_SETUP: _deploy,
    Phase.AXIS_SETUP: _deploy,
    Phase.LOGISTICS: _supply,
    Phase.MOVEMENT: _move,
    Phase.PLAN: _plan,
    Phase.FIRE: _fire,
    Phase.DEFENSIVE_FIRE: _fire,
    Phase.COMBAT: _combat,
}


# --- replies ------------------------------------------------------------------------------------------


def _reply(state: State, frame: Frame, chance: Chance) -> Order:
    match frame:
        case Declared():
            return Defend(_pick(command.defence_kinds(state, frame.combat.defenders), chance))
        case Retreating():
            ways = retreat.retreats(state, frame)
            unit = _pick(sorted(ways), chance)
            return Retreat(state.name(unit), state.hex_names(_pick(ways[unit], chance)))
        case Permitting():
            return LetPass(_one_in(2, chance))
        case Following():
            if _one_in(4, chance):
                return DONE
            return Accompany(state.names(frame.pieces))
