"""7, 8, 11 Attacks: what one battle may be."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from campagna.core.contract import Fact, Refusal
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.orders import Attack
from campagna.games.afrika_korps.rules.combat.assignment import Task, components, is_hopeless, plan
from campagna.games.afrika_korps.rules.combat.automatic_victory import judge_sides, victory_of
from campagna.games.afrika_korps.rules.combat.obligations import (
    capturable,
    current_task,
    feasible,
    sortie_targets,
    standing,
    why_attacked,
    willing,
)
from campagna.games.afrika_korps.rules.combat.strength import (
    attack_of,
    defence_sum,
    fled_alone,
    overwhelming,
    too_weak,
)
from campagna.games.afrika_korps.rules.combat.zones import adjacent
from campagna.games.afrika_korps.rules.supply.captures import is_lone
from campagna.games.afrika_korps.rules.supply.supply import (
    needs_supply,
    own_supplies,
    refuse_supplies,
)
from campagna.games.afrika_korps.state import DEFENDED, FOUGHT, FROZEN, SHELTERED, State
from campagna.hexes.naming import own_units


class AttackPlan(msgspec.Struct, frozen=True):
    """A legal battle, ready to be fought."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    supplies: tuple[int, ...]
    automatic: bool
    """No die: above 6-1, an automatic victory, or units that fled into an empty fortress."""
    targets: tuple[int, ...]
    """What must be attacked besides when this battle is over."""
    prey: tuple[int, ...] = ()
    """Lone supplies in a fortress that fall to the attackers who stay."""


@rule("7.2", "8.5", "8.6", "11.7a", "11.8a", "11.1", "11.2")
def judge_attack(state: State, order: Attack) -> Refusal | AttackPlan:
    sides = judge_sides(state, order.attackers, order.defenders, "8.5")
    if isinstance(sides, Refusal):
        return sides
    attackers, defenders = sides
    refusal = refuse_twice(state, attackers, defenders) or _refuse_half(state, defenders)
    if refusal is not None:
        return refusal
    automatic = judge_victory(state, attackers, defenders)
    if isinstance(automatic, Refusal):
        return automatic
    supplies = own_supplies(state, order.supplies)
    if isinstance(supplies, Refusal):
        return supplies
    refusal = _refuse_odds(state, attackers, defenders, supplies)
    if refusal is not None:
        return refusal
    prey = _judge_captured(state, order, attackers)
    if isinstance(prey, Refusal):
        return prey
    targets = added_targets(state, attackers, defenders)
    refusal = _refuse_rest(state, attackers, defenders, targets) or _refuse_unused(
        state, defenders, supplies
    )
    if refusal is not None:
        return refusal
    attack, defence = attack_of(state, attackers), defence_sum(state, defenders)
    return AttackPlan(
        tuple(attackers),
        tuple(defenders),
        tuple(supplies),
        automatic
        or overwhelming(state, attack, defence)
        or all(fled_alone(state, d) for d in defenders),
        tuple(targets),
        tuple(prey),
    )


@rule("15.2.3c", "15.2.3a")
def _judge_captured(state: State, order: Attack, attackers: Sequence[int]) -> Refusal | list[int]:
    """Lone supplies in a fortress that one of the attackers stands next to."""
    if not order.prey:
        return []
    found = own_units(state, order.prey, 1 - state.side, "15.2.3c")
    if isinstance(found, Refusal):
        return found
    for supply in found:
        place = state.place(supply)
        if not state.is_supply(supply) or place < 0:
            return Refusal("15.2.3c", "no-supply-there", {"unit": state.name(supply)})
        facts: dict[str, Fact] = {"unit": order.attackers[0], "supply": state.name(supply)}
        if not state.world.fortress[place] or not is_lone(state, supply):
            return Refusal("15.2.3c", "no-fortress", facts)
        if not any(adjacent(state, state.place(a), place) for a in attackers):
            target = state.name(supply)
            near: dict[str, Fact] = {"unit": order.attackers[0], "target": target}
            return Refusal("15.2.3c", "not-adjacent-to", near)
    return found


@rule("11.7a", "11.7b", "11.7c", "11.7d", "11.8a")
def refuse_twice(
    state: State, attackers: Sequence[int], defenders: Sequence[int]
) -> Refusal | None:
    for a in attackers:
        if state.flagged(a, FOUGHT):
            return Refusal("11.8a", "fought-already", {"unit": state.name(a)})
    for d in defenders:
        if state.flagged(d, SHELTERED):
            others = state.fighters_at(state.place(d), state.owner(d))
            if all(state.flagged(u, SHELTERED) for u in others):
                continue
            return Refusal("11.7b", "sheltered", {"unit": state.name(d)})
        if state.flagged(d, DEFENDED):
            return Refusal("11.7a", "attacked-already", {"unit": state.name(d)})
    return None


@rule("23.1b", "11.7d")
def _refuse_half(state: State, defenders: Sequence[int]) -> Refusal | None:
    """Units that fled together into an empty fortress are attacked together."""
    for d in defenders:
        there = state.fighters_at(state.place(d), state.owner(d))
        if fled_alone(state, d) and not set(there) <= set(defenders):
            return Refusal("23.1b", "whole-garrison", {"hex": state.hex_name(state.place(d))})
    return None


@rule("9.1c", "9.4a", "9.4b", "9.2b")
def judge_victory(
    state: State, attackers: Sequence[int], defenders: Sequence[int]
) -> Refusal | bool:
    """An automatic victory is fought by those who made it, joined or not by others."""
    victory = victory_of(state, defenders)
    frozen = [a for a in attackers if state.flagged(a, FROZEN)]
    if victory is None:
        if frozen:
            return Refusal("9.2b", "in-another-victory", {"unit": state.name(frozen[0])})
        return False
    facts: dict[str, Fact] = {
        "units": state.names(victory.attackers),
        "targets": state.names(victory.defenders),
    }
    if set(defenders) != set(victory.defenders) or not set(victory.attackers) <= set(attackers):
        return Refusal("9.1c", "victory-as-declared", facts)
    if not set(frozen) <= set(victory.attackers):
        return Refusal("9.2b", "in-another-victory", {"unit": state.name(frozen[0])})
    return True


@rule("7.4b", "14.1a", "14.3a", "14.3b", "14.6", "11.6a", "15.2.4a")
def _refuse_odds(
    state: State, attackers: Sequence[int], defenders: Sequence[int], supplies: Sequence[int]
) -> Refusal | None:
    attack, defence = attack_of(state, attackers), defence_sum(state, defenders)
    facts: dict[str, Fact] = {"attack": attack, "defence": defence}
    if too_weak(state, attack, defence):
        return Refusal("7.4b", "worse-than-1-6", facts)
    if defence == 0:
        return None if not supplies else Refusal("14.3a", "no-supply-needed", facts)
    if needs_supply(attack, defence):
        return refuse_supplies(state, attackers, defenders, supplies)
    if supplies:
        return Refusal("14.3a", "no-supply-needed", facts)
    needed = [d for d in defenders if d in state.must_defend or d in _sallied_at(state, attackers)]
    padded = 0 < len(needed) < len(defenders)
    if padded and needs_supply(attack, defence_sum(state, needed)):
        return Refusal("14.3b", "odds-lowered", facts)
    return None


@rule("23.2b", "14.3b")
def _sallied_at(state: State, attackers: Sequence[int]) -> set[int]:
    """Enemies that must be attacked because these attackers come out of a fortress."""
    forts = {state.place(a) for a in attackers if state.world.fortress[state.place(a)]}
    return {u for fort in forts for u in sortie_targets(state, fort)}


@rule("23.1b", "23.2b")
def added_targets(state: State, attackers: Sequence[int], defenders: Sequence[int]) -> list[int]:
    """Units that this battle makes it necessary to attack: the garrison, or all around a sortie."""
    found: set[int] = set()
    for d in defenders:
        if state.world.fortress[state.place(d)]:
            found |= {
                u
                for u in state.fighters_at(state.place(d), 1 - state.side)
                if not state.flagged(u, DEFENDED | SHELTERED)
            }
    for a in attackers:
        if state.world.fortress[state.place(a)] and state.place(a) not in state.sorties:
            found |= set(sortie_targets(state, state.place(a)))
    return sorted(found - set(defenders) - set(state.must_defend))


@rule("8.4a", "8.4b", "11.3.1", "11.3.3", "13.2")
def _refuse_rest(
    state: State,
    attackers: Sequence[int],
    defenders: Sequence[int],
    targets: Collection[int],
) -> Refusal | None:
    """A battle that leaves the rest without a legal plan is refused, naming somebody left over."""
    task = rest_task(state, attackers, defenders, targets)
    if keeps_plan(state, task):
        return None
    return _name_the_left_over(state, msgspec.structs.replace(task, demands=()), task)


@rule("8.4a", "8.4b", "13.2")
def keeps_plan(state: State, rest: Task) -> bool:
    """Whether what is left can be done, with the supplies owed to it if that was possible so far (A19)."""
    if feasible(state, rest) is not None:
        return True
    if not rest.demands or feasible(state, current_task(state)) is not None:
        return False
    return feasible(state, msgspec.structs.replace(rest, demands=())) is not None


@rule("13.2")
def _refuse_unused(
    state: State, defenders: Sequence[int], supplies: Sequence[int]
) -> Refusal | None:
    """An attack on the unit in whose zone a supply went must use it, if it still can be (A19)."""
    task = current_task(state)
    for demand in task.demands:
        idle = demand.supply not in supplies and not set(demand.targets).isdisjoint(defenders)
        if idle and feasible(state, task) is not None:
            return Refusal("13.2", "supply-unused", {"unit": state.name(demand.supply)})
    return None


def rest_task(
    state: State,
    attackers: Sequence[int],
    defenders: Sequence[int],
    targets: Collection[int],
) -> Task:
    """What is left to do after this battle."""
    obliged = tuple(a for a in state.must_attack if a not in attackers)
    wanted = tuple(sorted({*state.must_defend, *targets} - set(defenders)))
    sorties = {*state.sorties, *(state.place(a) for a in attackers)}
    spare = [u for u in willing(state, wanted, obliged, attackers, sorties) if u not in attackers]
    waiting = tuple(f for f in standing(state) if set(f.defenders).isdisjoint(defenders))
    demands = tuple(d for d in current_task(state).demands if set(d.targets).isdisjoint(defenders))
    return Task(
        obliged,
        tuple(spare),
        wanted,
        waiting,
        demands,
        capturable(state, wanted, defenders),
        busy=(*attackers, *defenders),
    )


def _name_the_left_over(state: State, bare: Task, task: Task) -> Refusal:
    if task.demands and feasible(state, bare) is not None:
        return Refusal("13.2", "supply-unused", {"unit": state.name(task.demands[0].supply)})
    for part in components(state, bare):
        if plan(state, part) is not None:
            continue
        for a in part.obliged:
            if is_hopeless(state, a, part):
                return Refusal("8.4b", "leaves-attacker", {"unit": state.name(a)})
        if part.targets:
            left = part.targets[0]
            return Refusal(why_attacked(state, left), "leaves-defender", {"unit": state.name(left)})
        return Refusal("8.4b", "leaves-attacker", {"unit": state.name(part.obliged[0])})
    return Refusal("8.4a", "leaves-rest", {})
