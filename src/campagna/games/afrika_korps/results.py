"""7.5 Results of combat: eliminations, exchanges, and what a finished battle leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from campagna.core.contract import Event, Fact, Refusal
from campagna.core.rulebook import rule
from campagna.games.afrika_korps import captures, losses, substitutes
from campagna.games.afrika_korps.naming import own_units
from campagna.games.afrika_korps.orders import Lose
from campagna.games.afrika_korps.state import (
    HELD,
    SHELTERED,
    USED,
    Advancing,
    Battle,
    Exchange,
    Hauling,
    Retreating,
    State,
)
from campagna.games.afrika_korps.strength import attack_of, defence_of, defence_sum
from campagna.games.afrika_korps.world import ALLIED
from campagna.games.afrika_korps.zones import zone


@rule("11.7b", "11.7c")
def bystanders(state: State, battle: Battle) -> list[int]:
    """Units that fled into a fortress under attack: they suffer without having defended."""
    return [
        u
        for h in battle.posts
        for u in state.fighters_at(h, 1 - battle.side)
        if state.flagged(u, SHELTERED) and u not in battle.defenders
    ]


@rule("7.5a", "7.5b", "7.5c", "7.5e", "7.5f")
def apply_result(state: State, battle: Battle) -> list[Event]:
    """Carry out what needs no choice; leave the rest on the agenda, above the battle."""
    attackers = state.on_map(battle.attackers)
    defenders = [*state.on_map(battle.defenders), *bystanders(state, battle)]
    match battle.result:
        case "AE":
            return losses.eliminate(state, attackers, "combat", "7.5a")
        case "DE":
            return losses.eliminate(state, defenders, "combat", "7.5f")
        case "AR":
            state.agenda.append(Retreating(battle.side, tuple(attackers)))
            return []
        case "DR":
            state.agenda.append(Retreating(1 - battle.side, tuple(defenders)))
            return []
    return _exchange(state, battle)


@rule("7.5c", "7.5d", "10.2")
def _exchange(state: State, battle: Battle) -> list[Event]:
    """The weaker side loses everything, the stronger at least as many factors; equals lose all (A16)."""
    attack = attack_of(state, battle.attackers)
    defence = defence_sum(state, battle.defenders)
    events: list[Event] = []
    if attack <= defence:
        events += losses.eliminate(state, battle.attackers, "exchange", "7.5c")
    if defence <= attack:
        events += losses.eliminate(state, battle.defenders, "exchange", "7.5c")
    if attack < defence:
        state.agenda.append(Exchange(1 - battle.side, battle.defenders, attack, False))
    elif defence < attack:
        state.agenda.append(Exchange(battle.side, battle.attackers, defence, True))
    return events


def worth(state: State, frame: Exchange, unit: int) -> int:
    return state.world.attack[unit] if frame.attacking else defence_of(state, unit)


@rule("7.5d")
def pays(state: State, frame: Exchange, units: Sequence[int]) -> bool:
    """Enough for the debt, and nobody superfluous."""
    values = [worth(state, frame, u) for u in units]
    total = sum(values)
    return total >= frame.debt and all(total - v < frame.debt for v in values)


@rule("7.5d")
def payments(state: State, frame: Exchange) -> list[tuple[int, ...]]:
    """Every set of units that pays the debt, substitutes unbroken."""
    return [
        group
        for size in range(1, len(frame.units) + 1)
        for group in combinations(frame.units, size)
        if pays(state, frame, group)
    ]


@rule("7.5d", "21.3")
def judge_lose(state: State, frame: Exchange, order: Lose) -> Refusal | tuple[list[int], list[int]]:
    units = own_units(state, order.units, frame.side, "7.5d")
    if isinstance(units, Refusal):
        return units
    for unit in units:
        if unit not in frame.units:
            return Refusal("7.5d", "not-involved", {"unit": state.name(unit)})
    if order.rest:
        return _judge_rest(state, frame, units, order)
    if not pays(state, frame, units):
        facts: dict[str, Fact] = {
            "units": order.units,
            "factors": sum(worth(state, frame, u) for u in units),
            "debt": frame.debt,
        }
        return Refusal("7.5d", "wrong-payment", facts)
    return units, []


@rule("21.3", "21.4a", "21.4b", "21.5")
def _judge_rest(
    state: State, frame: Exchange, units: list[int], order: Lose
) -> Refusal | tuple[list[int], list[int]]:
    """One substitute is broken down to pay; `rest` is what remains of it."""
    broken = [u for u in units if state.counter(u).substitute]
    rest = own_units(state, order.rest, frame.side, "21.3")
    if isinstance(rest, Refusal):
        return rest
    if len(broken) != 1 or frame.side != ALLIED:
        return Refusal("21.3", "one-substitute", {"units": order.units})
    place = state.place(broken[0])
    others = [u for u in state.fighters_at(place, ALLIED) if u not in units]
    refusal = substitutes.refuse_parts(state, broken[0], rest, len(others))
    if refusal is not None:
        return refusal
    values = state.world.attack if frame.attacking else state.world.defence
    factor = worth(state, frame, broken[0]) // values[broken[0]]
    kept = sum(values[u] for u in rest) * factor
    paid = sum(worth(state, frame, u) for u in units) - kept
    spare = any(paid - worth(state, frame, u) >= frame.debt for u in units if u != broken[0])
    if paid < frame.debt or spare or kept >= worth(state, frame, broken[0]):
        facts: dict[str, Fact] = {"units": order.units, "factors": paid, "debt": frame.debt}
        return Refusal("7.5d", "wrong-payment", facts)
    return units, rest


@rule("7.5d", "21.3")
def pay(state: State, units: list[int], rest: list[int]) -> list[Event]:
    state.agenda.pop()
    events: list[Event] = []
    lost = list(units)
    if rest:
        broken = next(u for u in units if state.counter(u).substitute)
        parts = [p for p in state.units[broken].parts if p not in rest]
        events += substitutes.break_down(state, broken, rest)
        lost.remove(broken)
        losses.lose_parts(state, parts)
    return events + losses.eliminate(state, lost, "exchange", "7.5d")


# --- afterwards -------------------------------------------------------------------------------------


@rule("11.7c", "15.4 (=15.3.2)", "15.3.2.1a", "15.3.2.1b", "15.2.2c", "15.4.1", "16.1")
def finish(state: State, battle: Battle) -> list[Event]:
    """Supplies left behind are taken, then they may be moved and the attackers may advance."""
    events: list[Event] = []
    if not state.on_map(battle.defenders):
        lost = bystanders(state, battle) if battle.result == "EX" else []
        events += losses.eliminate(state, lost, "combat", "11.7c")
    side = battle.side
    survivors = [a for a in state.on_map(battle.attackers) if battle.result != "AR"]
    emptied = [h for h in battle.posts if not state.fighters_at(h, 1 - side)]
    taken = []
    for hex_ in emptied:
        adjacent = any(hex_ in state.world.near[state.place(a)] for a in survivors)
        if not adjacent and not zone(state, side)[hex_]:
            continue
        for supply in captures.supplies_at(state, hex_, 1 - side):
            if not state.flagged(supply, USED):
                event = captures.capture(state, supply, HELD, "15.3.2.1a")
                events.append(event)
                taken.append(state.world.index[event.captured])
    strong = tuple(h for h in emptied if state.world.doubled[h])
    if strong and survivors:
        state.agenda.append(Advancing(side, tuple(survivors), strong))
    if taken:
        state.agenda.append(Hauling(side, tuple(taken), battle.defenders))
    return events
