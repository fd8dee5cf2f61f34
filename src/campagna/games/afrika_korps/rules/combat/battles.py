"""7.3, 7.5 Battles: what is offered, fighting them, and what to expect."""

from __future__ import annotations

from campagna.core import offers
from campagna.core.chance import Chance
from campagna.core.contract import Event, Forecast, ForecastLine
from campagna.core.decision import Decision
from campagna.core.offers import Extra, Offer, Some
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.events import BattleRolled, BattleWon
from campagna.games.afrika_korps.frames import Battle
from campagna.games.afrika_korps.orders import Attack
from campagna.games.afrika_korps.rules.combat import battle_plan, foresight, losses, results
from campagna.games.afrika_korps.rules.combat.assignment import touched
from campagna.games.afrika_korps.rules.combat.automatic_victory import victory_of
from campagna.games.afrika_korps.rules.combat.combat import AttackPlan, judge_attack, refuse_twice
from campagna.games.afrika_korps.rules.combat.obligations import standing
from campagna.games.afrika_korps.rules.combat.strength import (
    account,
    attack_of,
    defence_sum,
    fled_alone,
    odds_name,
    sums,
)
from campagna.games.afrika_korps.rules.combat.zones import fighters
from campagna.games.afrika_korps.rules.supply.captures import is_lone, supplies_on_map
from campagna.games.afrika_korps.rules.supply.supply import within_line
from campagna.games.afrika_korps.state import DEFENDED, FOUGHT, FROZEN, USED, State

# --- fighting ---------------------------------------------------------------------------------------


@rule("14.1b", "23.1b", "23.2b", "11.7a", "11.8a", "3.2", "3.4")
def engage(state: State, plan_: AttackPlan) -> None:
    """Mark what this battle takes up, and what it obliges to."""
    for a in plan_.attackers:
        if state.world.fortress[state.place(a)] and state.place(a) not in state.sorties:
            state.sorties.append(state.place(a))
        state.flag(a, FOUGHT)
    for d in plan_.defenders:
        state.flag(d, DEFENDED)
    for s in plan_.supplies:
        state.flag(s, USED)
    wanted = {*state.must_defend, *plan_.targets} - set(plan_.defenders)
    state.must_defend = sorted(wanted)
    state.must_attack = [a for a in state.must_attack if a not in plan_.attackers]


@rule("9.1c", "11.7d", "7.4a")
def why_certain(state: State, plan_: AttackPlan) -> str:
    """The rule by which no die is rolled."""
    if victory_of(state, plan_.defenders) is not None:
        return "9.1c"
    return "11.7d" if all(fled_alone(state, d) for d in plan_.defenders) else "7.4a"


@rule("7.3", "7.4a", "7.5a", "7.5f", "9.1c", "11.6a", "11.7d")
def fight(state: State, plan_: AttackPlan, chance: Chance) -> list[Event]:
    """Roll, unless the result is certain, and put the result on the agenda."""
    engage(state, plan_)
    attack = attack_of(state, plan_.attackers)
    defence = defence_sum(state, plan_.defenders)
    odds = odds_name(state, attack, defence)
    attackers, defenders = state.names(plan_.attackers), state.names(plan_.defenders)
    supplies = state.names(plan_.supplies)
    event: Event
    if plan_.automatic:
        result = "DE"
        event = BattleWon(
            rule=why_certain(state, plan_),
            attackers=attackers,
            defenders=defenders,
            attack=attack,
            defence=defence,
            odds=odds,
            supplies=supplies,
            result="DE",
        )
    else:
        die = chance.roll(6, "combat")
        table = state.world.crt
        result = table.result(table.column(attack, defence), die)
        event = BattleRolled(
            rule="7.3",
            attackers=attackers,
            defenders=defenders,
            attack=attack,
            defence=defence,
            odds=odds,
            die=die,
            result=result,
            supplies=supplies,
        )
    posts = tuple(sorted({state.place(d) for d in plan_.defenders}))
    fled, others = _split(state, plan_.defenders)
    battle = Battle(state.side, plan_.attackers, others, posts, result, plan_.prey)
    state.agenda.append(battle)
    lost = losses.eliminate(state, fled, "combat", "11.7d")
    return [event, *lost, *results.apply_result(state, battle)]


@rule("11.7d")
def _split(state: State, defenders: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Those whom any attack eliminates, and those for whom the result counts."""
    fled = tuple(d for d in defenders if fled_alone(state, d))
    return fled, tuple(d for d in defenders if d not in fled)


@rule("7.3", "7.5c", "7.5d", "7.6.2")
def forecast_attack(state: State, plan_: AttackPlan) -> Forecast:
    from campagna.tables.chances import column_chances  # slow to load, and for forecasts only

    attackers, defenders = plan_.attackers, plan_.defenders
    chances = {"DE": 1.0}
    if not plan_.automatic:
        crt = state.world.crt
        column = crt.column(attack_of(state, attackers), defence_sum(state, defenders))
        chances = {result: float(c) for result, c in column_chances(crt, column).items()}
    fled, others = _split(state, defenders)
    lines = tuple(
        ForecastLine(
            result,
            chances[result],
            foresight.foreseen(state, attackers, others, result, fled),
            results.PAYERS[result],
        )
        for result in results.BEST_FIRST
        if result in chances
    )
    reckoned = account(state, attackers, defenders)
    return Forecast("7.3", lines, sums(state, attackers, defenders), account=reckoned)


# --- the decision -----------------------------------------------------------------------------------


@rule("8.4a", "8.4b", "8.5", "15.2.3c")
def offer_attacks(state: State) -> tuple[Offer, ...]:
    """Every enemy stack with those who may join in. Battles are one allocation (8.4): which of them
    leave the rest a plan the judge says, and one such plan is proposed."""
    side, enemy = state.side, 1 - state.side
    targets: dict[str, tuple[str, ...]] = {}
    defenders: dict[str, tuple[str, ...]] = {}
    able: set[int] = set()
    for hex_ in sorted({state.place(u) for u in fighters(state, enemy)}):
        foes = [d for d in state.fighters_at(hex_, enemy) if refuse_twice(state, (), (d,)) is None]
        around = [
            u
            for h in state.world.near[hex_]
            for u in state.fighters_at(h, side)
            if not state.flagged(u, FOUGHT) and _is_free_for(state, u, foes)
        ]
        if foes and around:
            targets[state.hex_name(hex_)] = state.names(around)
            defenders[state.hex_name(hex_)] = state.names(foes)
            able |= set(around)
    if not targets:
        return ()
    battles = [o for o in battle_plan.planned_orders(state) if isinstance(o, Attack)]
    return (
        offers.Attack(
            "attack",
            targets,
            units="attackers",
            target="defenders",
            defenders=defenders,
            by_unit=True,
            exact=False,
            extras=_extras(state, sorted(able)),
            suggest=tuple(
                {"attackers": o.attackers, "defenders": o.defenders, "supplies": o.supplies}
                for o in battles
            ),
            tone="main" if battles else "plain",
        ),
    )


@rule("9.2b", "9.4b")
def _is_free_for(state: State, unit: int, foes: list[int]) -> bool:
    """Whoever made an automatic victory fights out that one."""
    if not state.flagged(unit, FROZEN):
        return True
    return any(unit in f.attackers and set(f.defenders) & set(foes) for f in standing(state))


@rule("14.2a", "15.2.3a", "15.2.3c")
def _extras(state: State, attackers: list[int]) -> tuple[Extra, ...]:
    """Supplies in reach of an attacker whomever he attacks, and lone supplies in fortresses."""
    foes = fighters(state, 1 - state.side)
    depots: set[int] = set()
    near: set[int] = set()
    for unit in attackers:
        place = state.place(unit)
        depots |= within_line(state, place, touched(state, unit, foes))
        near |= set(state.world.near[place])
    lone_supplies = [
        s
        for s in supplies_on_map(state, 1 - state.side)
        if state.place(s) in near and state.world.fortress[state.place(s)] and is_lone(state, s)
    ]
    found: list[Extra] = []
    if depots:
        found.append(Some("supplies", state.names(sorted(depots))))
    if lone_supplies:
        found.append(Some("prey", state.names(lone_supplies)))
    return tuple(found)


ATTACK = Decision(Attack, "7.3", judge_attack, fight, forecast_attack, offer=offer_attacks)
