"""9 Automatic victory during movement."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from campagna.core import offers
from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, ForecastLine, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Some
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.events import VictoryDeclared, VictoryVoid
from campagna.games.afrika_korps.orders import Declare
from campagna.games.afrika_korps.rules.combat.declared_victories import (
    is_surrounded,
    refuse_abandoned,
    refuse_stranded,
)
from campagna.games.afrika_korps.rules.combat.results import PAYERS
from campagna.games.afrika_korps.rules.combat.sacrifice import lost_causes
from campagna.games.afrika_korps.rules.combat.strength import (
    account,
    attack_of,
    defence_sum,
    odds_name,
    sums,
)
from campagna.games.afrika_korps.rules.combat.zones import adjacent, beaten, fighters
from campagna.games.afrika_korps.rules.supply import captures, supply_denial
from campagna.games.afrika_korps.rules.supply.supply import (
    NOBODY,
    enough,
    own_supplies,
    refuse_supplies,
    within_line,
)
from campagna.games.afrika_korps.state import FROZEN, USED, VICTORIES, State, Victory
from campagna.hexes.naming import own_units


@rule("9.1a", "9.2a", "9.6", "14.5", "23.1b")
def judge_declare(state: State, order: Declare) -> Refusal | Victory:
    units = judge_sides(state, order.attackers, order.defenders, "9.1a")
    if isinstance(units, Refusal):
        return units
    attackers, defenders = units
    for a in attackers:
        if state.flagged(a, FROZEN):
            return Refusal("9.2b", "in-another-victory", {"unit": state.name(a)})
    void = beaten(state)
    for d in defenders:
        if d in void:
            return Refusal("11.7a", "attacked-already", {"unit": state.name(d)})
        garrison = state.fighters_at(state.place(d), 1 - state.side)
        if state.world.fortress[state.place(d)] and not set(garrison) <= set(defenders):
            return Refusal("23.1b", "whole-garrison", {"hex": state.hex_name(state.place(d))})
    attack, defence = attack_of(state, attackers), defence_sum(state, defenders)
    chart = state.world.tables["odds"]
    outright = attack >= chart["automatic_from"] * defence
    if not outright and attack < chart["surrounded_from"] * defence:
        facts: dict[str, Fact] = {"odds": odds_name(state, attack, defence)}
        return Refusal("9.1a", "not-certain", facts)
    supplies = own_supplies(state, order.supplies)
    if isinstance(supplies, Refusal):
        return supplies
    refusal = refuse_supplies(state, attackers, NOBODY, supplies, victory=True)
    if refusal is not None:
        return refusal
    victory = Victory(tuple(attackers), tuple(defenders), tuple(supplies), not outright)
    if not outright and not is_surrounded(state, defenders):
        return Refusal("9.1a", "can-retreat", {"units": state.names(defenders)})
    trial = with_victory(state, victory)
    if not stands(trial, victory) or needs_the_doomed(state, victory):
        return Refusal("9.5", "doomed-helper", {"units": state.names(defenders)})
    return refuse_stranded(trial) or _refuse_bound_rescuer(trial) or victory


@rule("14.5", "9.7")
def _refuse_bound_rescuer(trial: State) -> Refusal | None:
    """The only supply that can give an earlier victory its line again may be bound by this one."""
    return refuse_abandoned(trial) if trial.options.fixed("bound-rescuer") else None


@rule("8.5", "11.3.2")
def judge_sides(
    state: State, attackers: Sequence[str], defenders: Sequence[str], rule_id: str
) -> Refusal | tuple[list[int], list[int]]:
    """Combat units of both sides on the map, each attacker next to every defender."""
    ours = own_units(state, attackers, state.side, rule_id)
    if isinstance(ours, Refusal):
        return ours
    theirs = own_units(state, defenders, 1 - state.side, rule_id)
    if isinstance(theirs, Refusal):
        return theirs
    for unit in (*ours, *theirs):
        if not state.fights(unit) or state.place(unit) < 0:
            return Refusal(rule_id, "no-combat-unit", {"unit": state.name(unit)})
    for a in ours:
        for d in theirs:
            if not adjacent(state, state.place(a), state.place(d)):
                facts: dict[str, Fact] = {"unit": state.name(a), "target": state.name(d)}
                return Refusal("8.5", "not-adjacent-to", facts)
    return ours, theirs


def with_victory(state: State, victory: Victory) -> State:
    """The position as it would be with this victory declared."""
    trial = state.copy()
    trial.victories = [*state.victories, victory]
    for a in victory.attackers:
        trial.flag(a, FROZEN)
    trial.maps.memos.touch(VICTORIES)
    return trial


@rule("9.5", "9.3")
def stands(trial: State, victory: Victory) -> bool:
    """Whether it holds without the units that must be given up before combat."""
    gone = lost_causes(trial)
    if set(gone) & set(victory.attackers):
        return False
    return not victory.surrounded or is_surrounded(trial, victory.defenders, gone)


@rule("9.5", "9.6")
def needs_the_doomed(state: State, victory: Victory) -> bool:
    """Whether the retreat is cut by units that only this victory would save from being given up.

    They are judged while the zone of its target still stands, as in the second example of 9.7.
    """
    if not victory.surrounded:
        return False
    doomed = [u for u in lost_causes(state) if u not in victory.attackers]
    return not is_surrounded(state, victory.defenders, doomed)


@rule("15.3.1", "15.2.3a")
def spoils(state: State, victory: Victory) -> list[int]:
    """Supplies that fall with this victory: all combat units beside them are beaten. A fortress keeps
    its supplies until combat."""
    side = 1 - state.side
    void = beaten(state).union(victory.defenders)
    found: list[int] = []
    for hex_ in sorted({state.place(d) for d in victory.defenders}):
        kept = state.world.fortress[hex_] and state.options.fixed("fortress-keeps-supply")
        if not kept and void.issuperset(state.fighters_at(hex_, side)):
            found += captures.supplies_at(state, hex_, side)
    return found


@rule("15.5")
def carry_out_declare(state: State, victory: Victory, chance: Chance) -> list[Event]:
    order = Declare(
        state.names(victory.attackers),
        state.names(victory.defenders),
        state.names(victory.supplies),
    )
    if captures.ask_owner(state, spoils(state, victory), order):
        return []
    return declare(state, victory)


@rule("9.1a", "9.2b", "14.6", "15.3.1")
def declare(state: State, victory: Victory) -> list[Event]:
    attack = attack_of(state, victory.attackers)
    defence = defence_sum(state, victory.defenders)
    events: list[Event] = [
        VictoryDeclared(
            rule="9.1a",
            attackers=state.names(victory.attackers),
            defenders=state.names(victory.defenders),
            supplies=state.names(victory.supplies),
            odds=odds_name(state, attack, defence),
        )
    ]
    state.victories.append(victory)
    state.maps.memos.touch(VICTORIES)
    for a in victory.attackers:
        state.flag(a, FROZEN)
    for s in victory.supplies:
        state.flag(s, USED)
    events += [captures.capture(state, s, 0, "15.3.1") for s in spoils(state, victory)]
    supply_denial.ask(state)
    return events


@rule("14.5")
def engage_supplies(state: State) -> None:
    """When movement is over: a supply that took over from the first is used up like it."""
    for v in state.victories:
        for s in enough(state, v.attackers, v.defenders) or ():
            state.flag(s, USED)


@rule("9.5", "9.1a")
def drop_void(state: State) -> list[Event]:
    """Before combat: victories that depended on a unit now removed are void."""
    events: list[Event] = []
    for v in list(state.victories):
        alive = all(state.place(a) >= 0 for a in v.attackers)
        if alive and (not v.surrounded or is_surrounded(state, v.defenders)):
            continue
        events.append(annul(state, v, "9.5"))
    return events


def annul(state: State, victory: Victory, rule_id: str) -> Event:
    """The victory is none: its attackers are free to fight as they can."""
    state.victories.remove(victory)
    state.maps.memos.touch(VICTORIES)
    for a in victory.attackers:
        if state.place(a) >= 0:
            state.flag(a, 0, FROZEN)
    return VictoryVoid(rule=rule_id, defenders=state.names(victory.defenders))


def victory_of(state: State, defenders: Collection[int]) -> Victory | None:
    """The automatic victory that one of these units suffers."""
    for v in state.victories:
        if not set(v.defenders).isdisjoint(defenders):
            return v
    return None


# --- the decision -----------------------------------------------------------------------------------


@rule("9.1a", "9.1c")
def forecast_declare(state: State, plan: Victory) -> Forecast:
    """An automatic victory has one result; the sums tell why."""
    lost: dict[str, Fact] = {"defenders_lost": state.names(plan.defenders)}
    shares = sums(state, plan.attackers, plan.defenders)
    shares["surrounded"] = plan.surrounded
    reckoned = account(state, plan.attackers, plan.defenders)
    return Forecast(
        "9.1a", (ForecastLine("DE", 1.0, lost, PAYERS["DE"]),), shares, account=reckoned
    )


def prospects(state: State) -> list[tuple[list[int], list[int]]]:
    """Enemy stacks at 5-1 or better, with the units around them that can still take part."""
    void = beaten(state)
    least = state.world.tables["odds"]["surrounded_from"]
    enemy = 1 - state.side
    found = []
    for hex_ in sorted({state.place(u) for u in fighters(state, enemy)}):
        defenders = state.fighters_at(hex_, enemy)
        attackers = _free_around(state, hex_)
        if not attackers or void & set(defenders):
            continue
        if attack_of(state, attackers) >= least * defence_sum(state, defenders):
            found.append((attackers, defenders))
    return found


def _free_around(state: State, hex_: int) -> list[int]:
    return [
        u
        for h in state.world.near[hex_]
        for u in state.fighters_at(h, state.side)
        if not state.flagged(u, FROZEN)
    ]


def certain_victories(state: State) -> Iterator[Declare]:
    """Automatic victories over whole stacks by all around them, with the supplies they need."""
    for attackers, defenders in prospects(state):
        supplies = enough(state, attackers, NOBODY)
        if supplies is not None:
            sides = state.names(attackers), state.names(defenders)
            order = Declare(*sides, state.names(supplies))
            if not isinstance(judge_declare(state, order), Refusal):
                yield order


@rule("9.1a", "9.2a", "14.5")
def offer_victories(state: State) -> tuple[Offer, ...]:
    """Every enemy who is at 5-1 or worse and cut off, or outnumbered outright, with those around him
    who are supplied."""
    void = beaten(state)
    enemy = 1 - state.side
    targets: dict[str, tuple[str, ...]] = {}
    defenders: dict[str, tuple[str, ...]] = {}
    depots: set[int] = set()
    for hex_ in sorted({state.place(u) for u in fighters(state, enemy)}):
        lines = {u: within_line(state, state.place(u), NOBODY) for u in _free_around(state, hex_)}
        able = [u for u, line in lines.items() if line]
        weak = [
            d
            for d in state.fighters_at(hex_, enemy)
            if d not in void and _can_be_beaten(state, able, d)
        ]
        if able and weak:
            targets[state.hex_name(hex_)] = state.names(able)
            defenders[state.hex_name(hex_)] = state.names(weak)
            depots |= {s for u in able for s in lines[u]}
    if not targets:
        return ()
    return (
        offers.Attack(
            "declare-victory",
            targets,
            units="attackers",
            target="defenders",
            defenders=defenders,
            by_unit=True,
            exact=False,
            extras=(Some("supplies", state.names(sorted(depots)), least=1),),
            suggest=tuple(
                {"attackers": o.attackers, "defenders": o.defenders, "supplies": o.supplies}
                for o in certain_victories(state)
            ),
        ),
    )


@rule("9.1a")
def _can_be_beaten(state: State, attackers: Sequence[int], defender: int) -> bool:
    """Whether the odds of all these against one unit allow an automatic victory."""
    chart = state.world.tables["odds"]
    attack, defence = attack_of(state, attackers), defence_sum(state, (defender,))
    if attack < chart["surrounded_from"] * defence:
        return False
    return attack >= chart["automatic_from"] * defence or is_surrounded(state, (defender,))


DECLARE = Decision(
    Declare,
    "9.1a",
    judge_declare,
    carry_out_declare,
    forecast_declare,
    offer=offer_victories,
)
