"""7.4, 11.9 The step between movement and combat: units given up, obligations fixed."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply
from campagna.core.offers import LONGEST_LIST, Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.frames import Doomed
from campagna.games.afrika_korps.orders import GiveUp
from campagna.games.afrika_korps.rules.combat import automatic_victory, losses
from campagna.games.afrika_korps.rules.combat.obligations import (
    current_task,
    escorted_supplies,
    feasible,
    fresh_task,
    with_present_supplies,
)
from campagna.games.afrika_korps.rules.combat.sacrifice import (
    hopeless,
    kinds,
    smallest_sets,
    task_without,
    unattackable,
)
from campagna.games.afrika_korps.rules.combat.zones import fighters
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.rules.supply.captures import supplies_on_map
from campagna.games.afrika_korps.state import TURN, Phase, State
from campagna.games.afrika_korps.world import SIDES
from campagna.hexes.naming import own_units


@rule("7.4c", "11.6b", "11.9", "9.5")
def remove_trapped(state: State) -> list[Event]:
    """Remove whoever no plan has room for; where there is a choice, ask the owner."""
    events: list[Event] = []
    while True:
        if state.phase != Phase.COMBAT:
            events += automatic_victory.drop_void(state)
        if _release(state) or feasible(state, task_without(state, ())) is not None:
            return events
        lost = hopeless(state)
        if not lost:
            choices = smallest_sets(state)
            if not choices:
                events += _let_off(state)
                continue
            if len(choices) != 1:
                state.agenda.append(Doomed(state.side))
                return events
            lost = list(choices[0])
        events += give_up(state, lost)


@rule("15.3.2.2a")
def _release(state: State) -> bool:
    """Whoever was to take a supply that is gone, and has nobody to fight, has done his part."""
    if state.phase != Phase.COMBAT:
        return False
    task = current_task(state, demands=False)
    gone = [h for h in task.capturable if not captures.supplies_at(state, h, 1 - state.side)]
    if not gone or feasible(state, with_present_supplies(state, task)) is not None:
        return False
    found = feasible(state, task)
    if found is None:
        return False
    for unit, hex_ in found.captures:
        if hex_ in gone:
            state.must_attack.remove(unit)
            state.robbed.append(hex_)
    return True


@rule("9.4a", "8.4a")
def _let_off(state: State) -> list[Event]:
    """No sacrifice helps, because nobody is left to attack somebody.

    Before combat that takes an automatic victory without its soak-offs, which is void; later it
    takes the loss of a supply, and those it should have helped to attack are left alone.
    """
    stranded = unattackable(state)
    if state.phase == Phase.COMBAT:
        state.must_defend = [d for d in state.must_defend if d not in stranded]
        return []
    near = {h for d in stranded for h in state.world.near[state.place(d)]}
    for v in state.victories:
        if any(state.place(a) in near for a in v.attackers):
            return [automatic_victory.annul(state, v, "9.4a")]
    raise AssertionError("nobody can be attacked, and no victory is to blame")


def give_up(state: State, units: list[int]) -> list[Event]:
    state.must_attack = [a for a in state.must_attack if a not in units]
    events = losses.eliminate(state, units, "trapped", "11.9")
    if state.phase == Phase.COMBAT:
        state.must_defend = list(task_without(state, ()).targets)
    return events


@rule("7.4c", "11.6b", "11.9")
def judge_give_up(state: State, frame: Doomed, order: GiveUp) -> Refusal | list[int]:
    units = own_units(state, order.units, state.side, "11.9")
    if isinstance(units, Refusal):
        return units
    choices = smallest_sets(state)
    if kinds(state, units) not in [kinds(state, c) for c in choices]:
        facts: dict[str, Fact] = {"units": order.units, "count": len(choices[0])}
        return Refusal("11.9", "wrong-sacrifice", facts)
    return units


def ask_give_up(state: State, frame: Doomed) -> Step:
    return Step(SIDES[frame.side], "give-up", "11.9", {"turn": state.turn})


def carry_out_give_up(state: State, frame: Doomed, units: list[int], chance: Chance) -> list[Event]:
    state.agenda.pop()
    return give_up(state, units)


@rule("11.9", "1.3")
def offer_give_up(state: State, frame: Doomed) -> tuple[Offer, ...]:
    """So many units, each alike to one of a smallest set; not every choice of them is such a set."""
    choices = smallest_sets(state)
    wanted = {kind for group in choices for kind in kinds(state, group)}
    able = [u for u in fighters(state, state.side) if kinds(state, (u,))[0] in wanted]
    count = len(choices[0])
    return (
        Pick(
            "give-up",
            "units",
            state.names(able),
            many=True,
            least=count,
            most=count,
            exact=count == 1,
            suggest=tuple({"units": state.names(c)} for c in choices[:LONGEST_LIST]),
            tone="main",
        ),
    )


GIVE_UP = Reply(GiveUp, "11.9", judge_give_up, carry_out_give_up, offer=offer_give_up)


@rule("8.4a", "8.4b", "14.2d", "3.2", "3.4", "5.3")
def open_combat(state: State) -> None:
    """Fix who must fight, and where supply lines are traced, before the first battle."""
    task = fresh_task(state)
    state.must_attack = list(task.obliged)
    state.must_defend = list(task.targets)
    state.front = [(u, state.place(u)) for u in fighters(state, 1 - state.side)]
    state.depots = [(s, state.place(s)) for s in supplies_on_map(state, state.side)]
    state.prey = escorted_supplies(state)
    automatic_victory.engage_supplies(state)
    state.spared = []
    state.sorties = sorted(
        {
            state.place(a)
            for v in state.victories
            for a in v.attackers
            if state.world.fortress[state.place(a)]
        }
    )
    state.phase = Phase.COMBAT
    state.maps.memos.touch(TURN)
