"""21 Allied substitute counters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import LONGEST_LIST, Fields, Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.events import BrokenDown, Substituted
from campagna.games.afrika_korps.orders import BreakDown, Substitute
from campagna.games.afrika_korps.rules.combat.obligations import current_task, feasible
from campagna.games.afrika_korps.rules.combat.zones import fighters
from campagna.games.afrika_korps.state import (
    ASIDE,
    FROZEN,
    ISOLATED,
    POOL,
    STOPPED,
    Phase,
    State,
    Unit,
)
from campagna.games.afrika_korps.world import ALLIED
from campagna.hexes.naming import own_units


@rule("21.1a", "2.3b")
def in_season(state: State) -> bool:
    return bool(state.turn >= state.world.scenario["substitution"]["from_turn"])


@rule("21.1b", "1.2.3")
def fits_type(state: State, substitute: int, unit: int) -> bool:
    """Armour stands for armour and armoured infantry, infantry for infantry and reconnaissance."""
    kinds = state.world.tables["substitutes"][state.counter(substitute).type]
    return state.counter(unit).type in kinds and not state.counter(unit).substitute


@rule("21.1a", "21.1b", "21.2a", "21.7")
def judge_substitute(state: State, order: Substitute) -> Refusal | tuple[list[int], int]:
    units = own_units(state, order.units, ALLIED, "21.1a")
    if isinstance(units, Refusal):
        return units
    counter = _substitute(state, order.counter)
    if isinstance(counter, Refusal):
        return counter
    if state.place(counter) != POOL:
        return Refusal("21.7", "substitute-in-use", {"unit": order.counter})
    for unit in units:
        facts: dict[str, Fact] = {"unit": state.name(unit), "counter": order.counter}
        if state.place(unit) < 0 or state.place(unit) != state.place(units[0]):
            return Refusal("21.2a", "not-in-one-hex", facts)
        if not state.fights(unit) or not fits_type(state, counter, unit):
            return Refusal("21.1b", "wrong-type", facts)
        if state.flagged(unit, FROZEN):
            return Refusal("9.2b", "frozen-swap", facts)
    total = sum(state.world.attack[u] for u in units)
    if total != state.world.attack[counter]:
        sums: dict[str, Fact] = {"factors": total, "counter": order.counter}
        return Refusal("21.1a", "wrong-factors", sums)
    return units, counter


def _substitute(state: State, name: str) -> Refusal | int:
    counter = state.world.index.get(name)
    if counter is None:
        return Refusal("21.7", "unknown-unit", {"unit": name})
    if state.owner(counter) != ALLIED:
        return Refusal("21.7", "not-your-unit", {"unit": name})
    if not state.counter(counter).substitute:
        return Refusal("21.7", "no-substitute", {"unit": name})
    return counter


@rule("21.1a", "21.2b", "21.4b")
def carry_out_substitute(state: State, plan: tuple[list[int], int], chance: Chance) -> list[Event]:
    """The units go aside; the substitute takes their place and their isolation."""
    units, counter = plan
    hex_ = state.place(units[0])
    count = max(state.units[u].count for u in units)
    isolated = any(state.flagged(u, ISOLATED) for u in units)
    flags = STOPPED | (ISOLATED if isolated else 0)
    for unit in units:
        state.put(unit, ASIDE)
        state.units[unit] = Unit(ASIDE)
    state.put(counter, hex_)
    state.units[counter] = Unit(hex_, flags, count=count, parts=tuple(sorted(units)))
    return [
        Substituted(
            rule="21.1a",
            units=state.names(units),
            counter=state.name(counter),
            hex=state.hex_name(hex_),
        )
    ]


@rule("21.3", "21.4a", "21.4b", "21.5", "21.6")
def refuse_parts(state: State, counter: int, units: Sequence[int], others: int) -> Refusal | None:
    """Why a substitute may not become these counters; `others`: combat units that stay in the hex."""
    for unit in units:
        facts: dict[str, Fact] = {"unit": state.name(unit), "counter": state.name(counter)}
        if state.place(unit) != ASIDE or not state.fights(unit):
            return Refusal("21.3", "not-set-aside", facts)
        if not fits_type(state, counter, unit):
            return Refusal("21.1b", "wrong-type", facts)
        faster = state.counter(unit).movement > state.counter(counter).movement
        if faster and unit not in state.units[counter].parts:
            return Refusal("21.4b", "too-fast", facts)
    total = sum(state.world.attack[u] for u in units)
    if total > state.world.attack[counter]:
        sums: dict[str, Fact] = {"factors": total, "counter": state.name(counter)}
        return Refusal("21.4a", "too-many-factors", sums)
    if others + len(units) > state.world.stack_limit:
        return Refusal("21.5", "no-room", {"hex": state.hex_name(state.place(counter))})
    return None


@rule("21.3", "21.5")
def judge_break_down(state: State, order: BreakDown) -> Refusal | tuple[int, list[int]]:
    counter = _substitute(state, order.counter)
    if isinstance(counter, Refusal):
        return counter
    if state.place(counter) < 0:
        return Refusal("21.6", "not-on-map", {"unit": order.counter})
    if state.flagged(counter, FROZEN):
        frozen: dict[str, Fact] = {"unit": order.counter, "counter": order.counter}
        return Refusal("9.2b", "frozen-swap", frozen)
    units = own_units(state, order.units, ALLIED, "21.3")
    if isinstance(units, Refusal):
        return units
    others = len(state.fighters_at(state.place(counter), ALLIED)) - 1
    return (
        refuse_parts(state, counter, units, others)
        or _refuse_broken_plan(state, counter, units)
        or (counter, units)
    )


@rule("21.3", "8.4b")
def _refuse_broken_plan(state: State, counter: int, units: Sequence[int]) -> Refusal | None:
    """In combat the parts take over the attack their substitute owes: it must be possible."""
    if state.phase != Phase.COMBAT:
        return None
    trial = state.copy()
    break_down(trial, counter, units)
    if feasible(trial, current_task(trial, demands=False)) is not None:
        return None
    return Refusal("8.4b", "leaves-attacker", {"unit": state.name(counter)})


@rule("21.3", "21.2b")
def break_down(state: State, counter: int, units: Sequence[int]) -> list[Event]:
    """The counters take the substitute's place, with what it has done and suffered this turn.

    They do not move any more, no more than a substitute just built.
    """
    u = state.units[counter]
    state.put(counter, POOL)
    state.units[counter] = Unit()
    for unit in units:
        state.units[unit] = Unit(flags=u.flags | STOPPED, count=u.count)
        state.put(unit, u.place)
    if counter in state.must_attack:
        kept = [a for a in state.must_attack if a != counter]
        state.must_attack = sorted((*kept, *units))
    return [
        BrokenDown(
            rule="21.3",
            counter=state.name(counter),
            units=state.names(units),
            hex=state.hex_name(u.place),
        )
    ]


# --- the decisions ----------------------------------------------------------------------------------


def carry_out_break_down(state: State, plan: tuple[int, list[int]], chance: Chance) -> list[Event]:
    counter, units = plan
    return break_down(state, counter, units)


def _may_break_down(state: State) -> bool:
    """In combat only the Allies break substitutes down, and only in their own turn."""
    return state.phase != Phase.COMBAT or state.side == ALLIED


def swaps(state: State) -> list[Substitute]:
    """Units of one hex for each kind of free substitute that they make exactly."""
    free = [s for s in state.world.substitutes if state.place(s) == POOL]
    kinds = {state.counter(s).type: s for s in reversed(free)}
    return [
        Substitute(state.names(group), state.name(counter))
        for hex_ in sorted({state.place(u) for u in fighters(state, ALLIED)})
        for counter in kinds.values()
        for group in _makings(state, counter, hex_)
    ]


@rule("21.1a")
def _makings(state: State, counter: int, hex_: int) -> Iterator[tuple[int, ...]]:
    """The units of a hex that make a substitute exactly."""
    attack = state.world.attack
    fit = [
        u
        for u in state.fighters_at(hex_, ALLIED)
        if fits_type(state, counter, u) and not state.flagged(u, FROZEN)
    ]
    for size in range(1, len(fit) + 1):
        for group in combinations(fit, size):
            if sum(attack[u] for u in group) == attack[counter]:
                yield group


def break_downs(state: State) -> list[BreakDown]:
    """Substitutes in play back into one to three counters."""
    return [
        order
        for counter in state.world.substitutes
        if state.place(counter) >= 0
        for order in _partings(state, counter)
    ]


def _partings(state: State, counter: int) -> Iterator[BreakDown]:
    aside = [u for u in state.world.fighters[ALLIED] if state.place(u) == ASIDE]
    fit = [u for u in aside if fits_type(state, counter, u)]
    for size in range(1, min(3, len(fit)) + 1):
        for group in combinations(fit[:6], size):
            order = BreakDown(state.name(counter), state.names(group))
            if not isinstance(judge_break_down(state, order), Refusal):
                yield order


def offer_swaps(state: State) -> tuple[Offer, ...]:
    """For each free substitute the units that could make it, those of one hex together."""
    world = state.world
    places = sorted({state.place(u) for u in fighters(state, ALLIED)})
    found: list[Offer] = []
    for counter in (s for s in world.substitutes if state.place(s) == POOL):
        made = [group for hex_ in places for group in _makings(state, counter, hex_)]
        if made:
            units = sorted({u for group in made for u in group})
            found.append(
                Pick(
                    "substitute",
                    "units",
                    state.names(units),
                    many=True,
                    most=max(len(group) for group in made),
                    weights={state.name(u): world.attack[u] for u in units},
                    sum=world.attack[counter],
                    exact=False,
                    fixed={"counter": state.name(counter)},
                    suggest=tuple(_swap(state, group, counter) for group in made[:LONGEST_LIST]),
                )
            )
    return tuple(found)


def _swap(state: State, group: Sequence[int], counter: int) -> Fields:
    return {"units": state.names(group), "counter": state.name(counter)}


def offer_break_downs(state: State) -> tuple[Offer, ...]:
    """For each substitute in play the counters it may become, together as far as factors and room go."""
    found: list[Offer] = []
    for counter in (s for s in state.world.substitutes if state.place(s) >= 0):
        if state.flagged(counter, FROZEN):
            continue
        others = len(state.fighters_at(state.place(counter), ALLIED)) - 1
        fit = [
            u
            for u in state.world.fighters[ALLIED]
            if state.place(u) == ASIDE and refuse_parts(state, counter, (u,), others) is None
        ]
        if fit:
            orders = islice(_partings(state, counter), LONGEST_LIST)
            suggest: tuple[Fields, ...] = tuple(
                {"counter": o.counter, "units": o.units} for o in orders
            )
            most = min(len(fit), state.world.stack_limit - others)
            found.append(
                Pick(
                    "break-down",
                    "units",
                    state.names(fit),
                    many=True,
                    most=most,
                    exact=False,
                    fixed={"counter": state.name(counter)},
                    suggest=suggest,
                )
            )
    return tuple(found)


SUBSTITUTE = Decision(
    Substitute, "21.1a", judge_substitute, carry_out_substitute, offer=offer_swaps
)
BREAK_DOWN = Decision(
    BreakDown,
    "21.3",
    judge_break_down,
    carry_out_break_down,
    offer=offer_break_downs,
    when=_may_break_down,
)
