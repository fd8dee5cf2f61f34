"""9.0 Combat: declaration (9.1, 9.2), revelation, odds (9.4) and the roll (9.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from campagna.core import offers
from campagna.core.chance import Chance
from campagna.core.contract import Event, Forecast, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.events import AttackCancelled, BattleRolled, HexEmptied
from campagna.games.panzergruppe_guderian.frames import Battle
from campagna.games.panzergruppe_guderian.orders import Attack
from campagna.games.panzergruppe_guderian.rules import results
from campagna.games.panzergruppe_guderian.rules.command_line import out_of_command
from campagna.games.panzergruppe_guderian.rules.leaders import send_back
from campagna.games.panzergruppe_guderian.rules.movement import unit_and_hex
from campagna.games.panzergruppe_guderian.rules.naming import own_units, path_hexes
from campagna.games.panzergruppe_guderian.rules.strength import (
    attack_strength,
    defence_strength,
    overrun_strength,
)
from campagna.games.panzergruppe_guderian.rules.supply import commanded_hexes, supplied
from campagna.games.panzergruppe_guderian.rules.untried import remove_powerless, reveal
from campagna.games.panzergruppe_guderian.state import (
    ADVANCED,
    ATTACKED,
    DEFENDED,
    DISRUPTED,
    ENEMY,
    PHASE,
    RETREATED,
    UNTRIED,
    State,
    acting_side,
)
from campagna.games.panzergruppe_guderian.world import SOVIET
from campagna.hexes.grid import OFF_MAP
from campagna.kit.derived import derived


class AttackPlan(msgspec.Struct, frozen=True):
    units: list[int]
    targets: list[int]


# --- declaration ----------------------------------------------------------------------------------


@rule("9.GEN-1", "9.11a", "9.12a", "9.13", "9.22", "9.24", "S2-10")
def judge_attack(state: State, order: Attack) -> Refusal | AttackPlan:
    side = acting_side(state.phase)
    units = own_units(state, order.units, side, "9.GEN-1")
    if isinstance(units, Refusal):
        return units
    targets = path_hexes(state, order.targets)
    if isinstance(targets, Refusal):
        return targets
    plan = AttackPlan(units, targets)
    return refuse_attack(state, plan) or plan


@rule("9.11a", "9.13", "9.22", "9.24")
def refuse_attack(state: State, plan: AttackPlan) -> Refusal | None:
    """Why these units may not attack these hexes together."""
    for unit in plan.units:
        refusal = refuse_attacker(state, unit)
        if refusal is not None:
            return refusal
    for target in plan.targets:
        refusal = _refuse_target(state, target) or _refuse_distance(state, plan.units, target)
        if refusal is not None:
            return refusal
        if plan.targets.count(target) > 1:
            return Refusal("9.23", "named-twice", {"unit": state.world.hex_ids[target]})
    return refuse_leaders_alone(state, plan.units, "10.GEN") or _refuse_leaders(state, plan.units)


@rule("6.62", "9.14", "9.85b", "10.35a", "12.3c")
def refuse_attacker(state: State, unit: int) -> Refusal | None:
    """Why a unit may not attack in this combat phase."""
    u = state.units[unit]
    if u.place < 0:
        return Refusal("9.11b", "not-on-map", {"unit": state.name(unit)})
    if u.flags & DISRUPTED:
        return Refusal("6.62", "disrupted", unit_and_hex(state, unit))
    if u.flags & ADVANCED:
        return Refusal("9.85b", "advanced-already", unit_and_hex(state, unit))
    if u.flags & ATTACKED:
        return Refusal("9.14", "attacked-already", unit_and_hex(state, unit))
    if state.is_leader(unit):
        return None
    if not u.flags & UNTRIED and state.values(unit).attack == 0:
        return Refusal("12.3c", "cannot-attack", unit_and_hex(state, unit))
    if state.side(unit) == SOVIET and not commanded_hexes(state)[u.place]:
        return out_of_command(state, unit)
    return None


@rule("9.14", "9.85b", "9.75")
def attackable(state: State, target: int) -> bool:
    """A hex with enemies, at least one of them not attacked yet in this phase.

    Units that retreated onto others do not protect them (9.75); any other unit already attacked
    or advanced does, because it cannot be attacked again.
    """
    fresh = False
    for u in state.stack(target):
        flags = state.units[u].flags
        if flags & RETREATED:
            continue
        if flags & (DEFENDED | ADVANCED):
            return False
        fresh = True
    return fresh


@rule("9.11b", "9.14")
def _refuse_target(state: State, target: int) -> Refusal | None:
    facts = {"hex": state.world.hex_ids[target]}
    if not state.maps.held[1 - acting_side(state.phase)][target]:
        return Refusal("9.11b", "no-enemy-there", facts)
    if not attackable(state, target):
        return Refusal("9.14", "defended-already", facts)
    return None


@rule("9.11b", "9.23", "6.7g", "6.4b")
def _refuse_distance(state: State, units: Sequence[int], target: int) -> Refusal | None:
    """Every attacker must be adjacent to every target, not across a lake."""
    for unit in units:
        place = state.units[unit].place
        d = state.world.board.grid.direction(place, target)
        facts = {
            "unit": state.name(unit),
            "from": state.world.hex_ids[place],
            "hex": state.world.hex_ids[target],
        }
        if d == OFF_MAP:
            return Refusal("9.23", "not-adjacent-to-target", facts)
        if state.world.walls[place * 6 + d]:
            return Refusal("6.7g", "lake", facts)
    return None


@rule("10.GEN", "6.53", "10.36a")
def refuse_leaders_alone(state: State, units: Sequence[int], rule_id: str) -> Refusal | None:
    """Leaders have no attack strength: each needs a fighting unit of his hex beside him."""
    hexes = {state.units[u].place for u in units if not state.is_leader(u)}
    for unit in units:
        if state.units[unit].place not in hexes:
            return Refusal(rule_id, "leader-alone", {"unit": state.name(unit)})
    return None


@rule("10.26b")
def _refuse_leaders(state: State, units: Sequence[int]) -> Refusal | None:
    """A leader whose stack makes separate attacks must take part in one of them."""
    for place in {state.units[u].place for u in units}:
        if place not in state.attacked_from:
            continue
        for other in state.stack(place):
            flags = state.units[other].flags
            idle = not flags & (ATTACKED | DISRUPTED | ADVANCED) and other not in units
            if state.is_leader(other) and idle:
                facts = {"unit": state.name(other), "hex": state.world.hex_ids[place]}
                return Refusal("10.26b", "leader-must-join", facts)
    return None


# --- resolution -----------------------------------------------------------------------------------


@rule("9.12b")
def carry_out_attack(state: State, plan: AttackPlan, chance: Chance) -> list[Event]:
    return fight(state, plan.units, plan.targets, chance, overrun=False)


@rule("9.GEN-2", "9.21", "12.2b", "11.GEN-3", "11.36")
def fight(
    state: State, attackers: Sequence[int], targets: Sequence[int], chance: Chance, *, overrun: bool
) -> list[Event]:
    """Reveal, remove, compare, roll; the result is then carried out by the agenda.

    Supply is judged when the combat is declared: what the revelation takes off the map does not
    open or cut anybody's lines for this combat any more.
    """
    side = acting_side(state.phase)
    defenders = [u for t in targets for u in state.stack(t)]
    posts = tuple([state.units[u].place for u in defenders])
    bases = dict.fromkeys([state.units[u].place for u in attackers])
    with_supply = (*supplied(state, attackers), *supplied(state, defenders))
    events = reveal(state, (*attackers, *defenders))
    events += remove_powerless(state, (*attackers, *defenders))
    if side == SOVIET:
        able, gone = send_back(state, attackers, bases)
        events += gone
    else:
        able = list(attackers)
    _mark(state, attackers, ATTACKED, overrun=overrun)
    if not able:
        results.stop_overrun(state, attackers, overrun=overrun)
        return [*events, AttackCancelled(rule="10.23c", hexes=state.hexes(targets))]
    origins = tuple([state.units[u].place for u in able])
    battle = Battle(overrun, side, tuple(able), origins, tuple(targets), tuple(defenders), posts)
    _mark(state, defenders, DEFENDED, overrun=overrun)
    if not overrun:
        state.attacked_from = tuple(dict.fromkeys((*state.attacked_from, *origins)))
    held = [t for t in targets if state.stack(t)]
    events += [
        HexEmptied(rule="12.3a", hex=state.world.hex_ids[t]) for t in targets if t not in held
    ]
    defence = defence_strength(state, held, origins, with_supply)
    if defence == 0:
        # Nobody is left, or only units that retreated there and count for nothing (9.75).
        events += results.sweep_retreated(state, held)
        state.agenda.append(msgspec.structs.replace(battle, result="De"))
        return events
    attack = attack_strength(state, able, with_supply)
    if overrun:
        attack = overrun_strength(attack)
    return events + _roll(state, battle, attack, defence, chance)


def _mark(state: State, units: Sequence[int], flag: int, *, overrun: bool) -> None:
    """Overruns are not combat: they use up nobody's attack (9.14, AMB-40)."""
    if overrun:
        return
    for unit in units:
        if state.units[unit].place >= 0:
            state.flag(unit, flag)


@rule("9.4", "9.5", "SUM-5")
def _roll(state: State, battle: Battle, attack: int, defence: int, chance: Chance) -> list[Event]:
    """The column of the odds, rounded for the defender and kept within the table; then the die."""
    crt = state.world.crt
    column = crt.column(attack, defence)
    die = chance.roll(crt.die, "overrun" if battle.overrun else "combat")
    result = crt.result(column, die)
    rolled = BattleRolled(
        rule="9.5",
        attackers=state.names(battle.attackers),
        targets=state.hexes(battle.targets),
        attack=attack,
        defence=defence,
        odds=crt.columns[column],
        die=die,
        result=result,
        overrun=battle.overrun,
    )
    battle = msgspec.structs.replace(battle, result=result)
    return [rolled, *results.impose(state, battle)]


def forecast_attack(state: State, plan: AttackPlan) -> Forecast:
    # Fractions are slow to import, and most processes never ask for a forecast.
    from campagna.games.panzergruppe_guderian.rules.forecast import forecast_battle

    return forecast_battle(state, plan.units, plan.targets, overrun=False)


# --- what is offered ------------------------------------------------------------------------------

SIDES_OF_A_HEX = 6
"""Nobody is adjacent to more targets than that."""


def contacts(state: State) -> list[int]:
    """Own hexes next to the enemy, in map order."""
    side = acting_side(state.phase)
    held = state.maps.held
    return state.world.field.common(held[side], _beside_the_enemy(state))


@derived(on=ENEMY | PHASE)
def _beside_the_enemy(state: State) -> bytearray:
    enemy = state.maps.held[1 - acting_side(state.phase)]
    return state.world.field.zones(enemy, state.world.walls)


def enemies_beside(state: State, place: int) -> list[int]:
    """The enemy hexes that a hex touches, not across lakes."""
    enemy = state.maps.held[1 - acting_side(state.phase)]
    return [h for h in state.world.beside(place) if enemy[h]]


@rule("9.11b", "9.13")
def attack_options(state: State) -> dict[int, list[int]]:
    """Target hex -> every unit that may take part in an attack on it."""
    options: dict[int, list[int]] = {}
    for target, units in _attacks(state):
        options.setdefault(target, []).extend(units)
    return options


@rule("9.11b", "9.13", "10.GEN")
def _attacks(state: State) -> Iterator[tuple[int, list[int]]]:
    """Each hex next to the enemy, each target it touches, with the units able to attack from there."""
    for place in contacts(state):
        units = [u for u in state.stack(place) if refuse_attacker(state, u) is None]
        if all(state.is_leader(u) for u in units):
            continue
        for target in enemies_beside(state, place):
            if attackable(state, target):
                yield target, units


def any_attack(state: State) -> bool:
    return next(_attacks(state), None) is not None


def offer_attacks(state: State) -> tuple[Offer, ...]:
    """Every target with the units able to attack it; whoever is near several may attack them at once.

    Leaders make it inexact: none attacks alone, and one may have to join (10.26b).
    """
    options = attack_options(state)
    if not options:
        return ()
    names = state.world.hex_ids
    targets = {names[target]: state.names(units) for target, units in options.items()}
    led = any(state.is_leader(u) for units in options.values() for u in units)
    most = max(2, min(SIDES_OF_A_HEX, len(targets)))
    return (
        offers.Attack(
            "attack", targets, target="targets", most_targets=most, tone="main", exact=not led
        ),
    )


ATTACK = Decision(
    Attack, "9.5", judge_attack, carry_out_attack, forecast_attack, offer=offer_attacks
)
