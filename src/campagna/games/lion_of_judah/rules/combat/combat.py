"""12.1 to 12.4 Combat: declaring an attack, revealing, and the stages up to the roll."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from campagna.core import offers
from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, Refusal
from campagna.core.decision import Decision
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.events import Removed
from campagna.games.lion_of_judah.field_events import (
    AttackDeclared,
    BattleRolled,
    FactorsRevealed,
    LinesHarassed,
)
from campagna.games.lion_of_judah.flags import (
    ACTIVE,
    ATTACKED,
    ATTACKED_TWICE,
    COLUMN,
    FOUGHT,
    GONE,
    NOWHERE,
)
from campagna.games.lion_of_judah.frames import Battle, FollowUp, Stage
from campagna.games.lion_of_judah.orders import Attack
from campagna.games.lion_of_judah.rules.combat import odds, scenario_modifiers
from campagna.games.lion_of_judah.rules.general import stacking, strength, tribes
from campagna.games.lion_of_judah.rules.general.names import one_hex, own_units
from campagna.games.lion_of_judah.rules.movement.terrain_costs import offensive_limited
from campagna.games.lion_of_judah.state import State
from campagna.hexes.board import marked
from campagna.hexes.grid import DIRECTIONS, OFF_MAP


class AttackPlan(msgspec.Struct, frozen=True):
    units: tuple[int, ...]
    target: int


# --- the judge --------------------------------------------------------------------------------------


@rule("12.1-a", "12.2-a", "12.2-b", "12.2-c", "12.8.2", "12.11.1-a", "12.11.1-b", "A-38")
def judge_attack(state: State, order: Attack) -> Refusal | AttackPlan:
    units = own_units(state, order.units, state.side, "12.1-a")
    if isinstance(units, Refusal):
        return units
    target = one_hex(state, order.target)
    if isinstance(target, Refusal):
        return target
    if not units:
        return Refusal("12.1-a", "no-attackers", {"hex": order.target})
    follow_up = state.agenda[-1] if state.agenda else None
    again = follow_up.units if isinstance(follow_up, FollowUp) else ()
    refusal = refuse_target(state, target)
    if refusal is not None:
        return refusal
    for unit in units:
        refusal = refuse_attacker(state, unit, target, again)
        if refusal is not None:
            return refusal
    if again and not set(again) & set(units):
        return Refusal("12.11.1-a", "none-advanced", {"hex": order.target})
    refusal = _refuse_crowd(state, units, target)
    return AttackPlan(units, target) if refusal is None else refusal


@rule("12.1-a", "12.2-b", "12.11.1-c", "A-37", "PB 14.6.7")
def refuse_target(state: State, target: int) -> Refusal | None:
    """Why a hex may not be attacked: nobody there, attacked already, or behind the limit."""
    facts: dict[str, Fact] = {"hex": state.hex_name(target)}
    if not state.maps.held[1 - state.side][target]:
        return Refusal("12.1-a", "no-enemy-there", facts)
    if target in state.fought:
        return Refusal("12.2-b", "attacked-already", facts)
    if state.side == ITALIAN and offensive_limited(state) and state.theatre.offensive_limit[target]:
        return Refusal("PB 14.6.7", "offensive-limit", facts)
    return None


@rule(
    "2.3.7-d", "2.3.7-c", "12.2-b", "12.11.1-b", "PB 13.6.2-b", "PB 13.6.7.3", "PB 14.6.5", "A-45"
)
def refuse_attacker(
    state: State, unit: int, target: int, again: Sequence[int] = ()
) -> Refusal | None:
    """Why a unit cannot take part; `again` are units with a reconnaissance attack to make."""
    u = state.units[unit]
    facts: dict[str, Fact] = {"unit": state.name(unit), "hex": state.hex_name(target)}
    if not state.world.combat[unit]:
        return Refusal("2.3.7-d", "cannot-attack", facts)
    if u.place < 0 or not touches(state, u.place, target):
        return Refusal("12.1-a", "not-adjacent-to-target", facts)
    if u.flags & ATTACKED and (unit not in again or u.flags & ATTACKED_TWICE):
        return Refusal("12.2-b", "has-attacked", facts)
    if u.flags & COLUMN:
        return Refusal("PB 13.6.7.3", "in-column", facts)
    if state.leader != NOWHERE and not u.flags & ACTIVE:
        return Refusal("PB 13.6.2-b", "not-activated", facts)
    return None


@rule("A-45", "12.1-a")
def touches(state: State, here: int, there: int) -> bool:
    """Adjacent, and not across sea or an impassable side."""
    d = state.world.board.grid.direction(here, there)
    return d != OFF_MAP and not state.world.walls[here * DIRECTIONS + d]


@rule("8.2-d", "12.8.2", "A-20")
def _refuse_crowd(state: State, units: Sequence[int], target: int) -> Refusal | None:
    """From one hex no more may attack than could stand in the defender's."""
    room = stacking.capacity(state, state.side, target)
    for origin in {state.units[u].place for u in units}:
        here = [u for u in units if state.units[u].place == origin]
        if stacking.size(state, state.side, here) > room:
            facts: dict[str, Fact] = {"hex": state.hex_name(origin), "count": room}
            return Refusal("12.8.2", "too-many-attackers", facts)
    return None


def attack_hexes(state: State) -> list[int]:
    """Enemy hexes that have not been attacked in this segment."""
    return [h for h in marked(state.maps.held[1 - state.side]) if refuse_target(state, h) is None]


def attackers(state: State, target: int) -> list[int]:
    """The units that may attack a hex, as far as each alone is concerned."""
    found: list[int] = []
    armed, combat = state.maps.armed[state.side], state.world.combat
    for here in state.world.board.grid.around(target):
        if not armed[here] or not touches(state, here, target):
            continue
        for u in state.stack(here):
            flags = state.units[u].flags
            if not combat[u] or flags & (ATTACKED | COLUMN):
                continue
            if state.leader == NOWHERE or flags & ACTIVE:
                found.append(u)
    return found


# --- declaring --------------------------------------------------------------------------------------


@rule("12.3-b", "12.4-1", "12.4-2", "12.13", "A-39")
def carry_out_attack(state: State, plan: AttackPlan, chance: Chance) -> list[Event]:
    """Everything is turned over; then the frames of the combat are laid."""
    if state.agenda and isinstance(state.agenda[-1], FollowUp):
        state.agenda.pop()
    for unit in plan.units:
        state.flag(unit, ATTACKED_TWICE if state.has(unit, ATTACKED) else ATTACKED)
    state.fought.append(plan.target)
    dummies = [u for u in state.stack(plan.target) if state.counter(u).type == "dummy"]
    defenders = state.combat_units(plan.target)
    state.show((*plan.units, *defenders))
    for unit in (*plan.units, *defenders):
        state.flag(unit, FOUGHT)
    if not defenders:
        return _overwhelm(state, plan, bool(dummies))
    events = _remove_dummies(state, dummies)
    events += _turn_over(state, (*plan.units, *defenders))
    battle = _battle(state, plan, defenders)
    state.agenda.append(battle)
    return [_declared(state, battle), *events, *_harassed(state, battle)]


@rule("9.5.1-f", "PB 14.6.4.1-f")
def _harassed(state: State, battle: Battle) -> list[Event]:
    """Tell when guerrillas trouble the supply of the attackers."""
    penalty = scenario_modifiers.guerrilla_penalty(state, battle)
    if not penalty:
        return []
    how = "on-the-lines" if penalty == scenario_modifiers.THROUGH else "beside-the-lines"
    return [LinesHarassed(rule="PB 14.6.4.1-f", hex=state.hex_name(battle.target), how=how)]


def _declared(state: State, battle: Battle) -> AttackDeclared:
    return AttackDeclared(
        rule="12.4-1",
        attackers=state.names(battle.attackers),
        target=state.hex_name(battle.target),
        defenders=state.names(battle.defenders),
        attack=battle.attack,
        defence=battle.defence,
        odds=odds.odds_name(battle.attack, battle.defence),
    )


@rule("PB 14.6.5")
def _remove_dummies(state: State, dummies: Sequence[int]) -> list[Event]:
    for unit in dummies:
        state.put(unit, GONE, steps=0)
    if not dummies:
        return []
    return [Removed(rule="PB 14.6.5", units=state.names(dummies), cause="dummy")]


def _turn_over(state: State, units: Sequence[int]) -> list[Event]:
    shown = strength.reveal(state, units)
    if not shown:
        return []
    values = tuple(state.units[u].value for u in shown)
    names = state.names(shown)
    people = () if state.tribes is UNSET else tuple(tribes.of(state, u) for u in shown)
    return [FactorsRevealed(rule="12.4-1", units=names, factors=values, tribes=people)]


@rule("12.4-2", "12.6-a", "9.3-b")
def _battle(state: State, plan: AttackPlan, defenders: tuple[int, ...]) -> Battle:
    bare = Battle(
        side=state.side,
        attackers=plan.units,
        origins=tuple(state.units[u].place for u in plan.units),
        target=plan.target,
        defenders=defenders,
        stage=Stage.ATTACKER_AIR,
        attack=strength.total(state, plan.units, attacking=True),
        defence=strength.total(state, defenders, attacking=False),
    )
    return msgspec.structs.replace(
        bare, fixed_shift=odds.fixed_shift(state, bare), drm=odds.modifiers(state, bare)
    )


@rule("12.13", "2.3.7-d", "PB 13.6.2.4", "A-27")
def _overwhelm(state: State, plan: AttackPlan, dummies: bool) -> list[Event]:
    """Nobody there can fight: no die, the attackers must advance; R if there was no dummy."""
    target_types = {state.counter(u).type for u in state.stack(plan.target)}
    recon = not dummies and target_types != {"leader"}
    battle = Battle(
        side=state.side,
        attackers=plan.units,
        origins=tuple(state.units[u].place for u in plan.units),
        target=plan.target,
        defenders=(),
        stage=Stage.ADVANCE,
        recon=recon,
        booty=bool(target_types & {"hq", "truck"}),
    )
    state.agenda.append(battle)
    return [_declared(state, battle)]


# --- the roll ---------------------------------------------------------------------------------------


@rule("12.4-6", "12.4-7", "12.7-a", "12.7-b", "12.11-a")
def roll(state: State, battle: Battle, chance: Chance) -> tuple[Battle, list[Event]]:
    """One die on the attacker's table."""
    die = chance.roll(6, "combat")
    shift = odds.total_shift(battle)
    crt = state.theatre.crt[battle.side]
    column = odds.column(state, battle.side, battle.attack, battle.defence, shift)
    result = crt.result(column, odds.row(die, battle.drm))
    losses, recon = read_result(result)
    event = BattleRolled(
        rule="12.4-7",
        target=state.hex_name(battle.target),
        odds=odds.odds_name(battle.attack, battle.defence),
        shift=shift,
        column=crt.columns[column],
        die=die,
        modifier=battle.drm,
        result=result,
        attack=battle.attack,
        defence=battle.defence,
        terms=odds.all_terms(state, battle),
    )
    rolled = msgspec.structs.replace(
        battle, result=result, losses=losses, recon=recon, stage=Stage.ATTACKER_LOSSES
    )
    return rolled, [event]


def read_result(text: str) -> tuple[tuple[int, int], bool]:
    """'1/3R': steps of the attacker, steps of the defender, reconnaissance attack."""
    mine, theirs = text.removesuffix("R").split("/")
    return (int(mine), int(theirs)), text.endswith("R")


# --- the forecast -------------------------------------------------------------------------------------


def forecast_attack(state: State, plan: AttackPlan) -> Forecast:
    # Fractions are slow to import, and most processes never ask for a forecast.
    from campagna.games.lion_of_judah.rules.combat import forecast_combat

    return forecast_combat.attack(state, plan)


# --- offers -------------------------------------------------------------------------------------------


def joiners(state: State) -> dict[int, list[int]]:
    """Every hex that may be attacked now, with the units that may join in.

    After a reconnaissance only hexes that a unit which advanced may attack again.
    """
    frame = state.agenda[-1] if state.agenda else None
    again = frame.units if isinstance(frame, FollowUp) else ()
    found = {}
    for target in attack_hexes(state):
        units = attackers(state, target)
        eager = [u for u in again if refuse_attacker(state, u, target, again) is None]
        if again and not eager:
            continue
        units = sorted({*units, *eager})
        if units:
            found[target] = units
    return found


def offer_attack(state: State) -> tuple[offers.Offer, ...]:
    """Exact where all that stand together may attack together, and no reconnaissance is followed up."""
    found = joiners(state)
    if not found:
        return ()
    free = all(_refuse_crowd(state, units, target) is None for target, units in found.items())
    targets = {state.hex_name(target): state.names(units) for target, units in found.items()}
    return (offers.Attack("attack", targets, exact=free and not state.agenda, tone="main"),)


ATTACK = Decision(
    Attack, "12.1-a", judge_attack, carry_out_attack, forecast_attack, offer=offer_attack
)
