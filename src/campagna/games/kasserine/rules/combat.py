"""Combat: declarations, odds, the die, the table; and taking what nobody defends (CRT-1 to CRT-6, ATT-15)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from campagna.core.account import cases
from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, ForecastLine, Refusal, Step
from campagna.core.decision import Decision, Reply, Settled
from campagna.core.offers import Offer, Pick, Place
from campagna.core.rulebook import rule
from campagna.games.kasserine.events import (
    CombatDropped,
    CombatHopeless,
    CombatRolled,
    SupplyCaptured,
    SupplyRemoved,
)
from campagna.games.kasserine.events import Declared as HasDeclared
from campagna.games.kasserine.frames import Combat, Declared
from campagna.games.kasserine.orders import Assault, Defend, Take
from campagna.games.kasserine.rules import results
from campagna.games.kasserine.rules.command import attack_kinds, defence_kinds
from campagna.games.kasserine.rules.forecast import (
    account,
    forecast_fight,
    reckoned,
    table_chances,
)
from campagna.games.kasserine.rules.losses import eliminate
from campagna.games.kasserine.rules.strength import (
    BELOW,
    attack_total,
    column,
    defence_total,
    table_for,
)
from campagna.games.kasserine.state import DEAD, NOWHERE, State
from campagna.games.kasserine.world import SIDES, UCM
from campagna.hexes.naming import hexes

# --- which combat is next -----------------------------------------------------------------------------


def find(state: State, hex_: int) -> int:
    """The place in the plan of the combat against a hex."""
    return next((n for n, c in enumerate(state.combats) if hex_ in c.hexes), NOWHERE)


@rule("CRT-1")
def _judge_next(state: State, name: str) -> Refusal | int:
    found = hexes(state, (name,), "CRT-1")
    if isinstance(found, Refusal):
        return found
    number = find(state, found[0])
    return Refusal("CRT-1", "no-combat-there", {"hex": name}) if number == NOWHERE else number


class AssaultPlan(msgspec.Struct, frozen=True):
    number: int
    kind: str


@rule("CRT-1", "CRT-2 (a)", "CAP-1")
def judge_assault(state: State, order: Assault) -> Refusal | AssaultPlan:
    number = _judge_next(state, order.hex)
    if isinstance(number, Refusal):
        return number
    combat = state.combats[number]
    if not combat.defenders:
        return Refusal("ATT-15", "nobody-defends", {"hex": order.hex})
    return _refuse_kind(
        order.kind, attack_kinds(state, combat.attackers), state, combat
    ) or AssaultPlan(number, order.kind)


@rule("CRT-2 (a)", "CAP-1")
def judge_defend(state: State, frame: Declared, order: Defend) -> Refusal | str:
    kinds = defence_kinds(state, frame.combat.defenders)
    return _refuse_kind(order.kind, kinds, state, frame.combat) or order.kind


@rule("CAP-1", "CAP-7", "CAP-8")
def _refuse_kind(kind: str, open_: Sequence[str], state: State, combat: Combat) -> Refusal | None:
    if kind in open_:
        return None
    facts: dict[str, Fact] = {
        "kind": kind,
        "open": tuple(open_),
        "hexes": state.hex_names(combat.hexes),
    }
    return Refusal("CAP-1", "kind-not-allowed", facts)


@rule("ATT-15", "CRT-1")
def judge_take(state: State, order: Take) -> Refusal | int:
    number = _judge_next(state, order.hex)
    if isinstance(number, Refusal):
        return number
    if state.combats[number].defenders:
        return Refusal("ATT-15", "defended", {"hex": order.hex})
    return number


@rule("ATT-15", "CRT-1", "ART-9")
def drop_void(state: State) -> list[Event]:
    """Combats that fire or earlier combats have left without a side; aircraft stay used."""
    kept: list[Combat] = []
    events: list[Event] = []
    for combat in state.combats:
        now = _as_it_stands(state, combat)
        if now is None:
            events.append(CombatDropped(rule="CRT-1", hexes=state.hex_names(combat.hexes)))
        else:
            kept.append(now)
    state.combats = kept
    return events


def _as_it_stands(state: State, combat: Combat) -> Combat | None:
    attackers = tuple(u for u in combat.attackers if state.place(u) >= 0)
    defenders = _defenders(state, combat)
    if not attackers:
        return None
    if not combat.defenders and not defenders:
        taken = combat.hexes[0]
        enemy = 1 - state.side
        if state.holder(taken) != enemy or state.fighters_at(taken, enemy):
            return None
        return msgspec.structs.replace(combat, attackers=attackers)
    if not defenders:
        return None
    if attack_total(state, msgspec.structs.replace(combat, attackers=attackers)) < 1:
        return None
    return msgspec.structs.replace(combat, attackers=attackers, defenders=defenders)


@rule("ATT-12", "ATT-15")
def _defenders(state: State, combat: Combat) -> tuple[int, ...]:
    """Everybody in the attacked hexes, those included who have retreated there since (A41)."""
    if not state.options.fixed("hex-defends-as-it-stands"):
        return tuple(u for u in combat.defenders if state.place(u) >= 0)
    return tuple(u for h in combat.hexes for u in state.fighters_at(h, 1 - state.side))


# --- fighting -----------------------------------------------------------------------------------------


@rule("CRT-2 (a)", "ATT-9")
def carry_out_assault(state: State, plan: AssaultPlan, chance: Chance) -> list[Event]:
    """The attacker has spoken; below the lowest odds nothing is left to say."""
    combat = state.combats.pop(plan.number)
    attack, defence = attack_total(state, combat), defence_total(state, combat)
    said = HasDeclared(
        rule="CRT-2 (a)",
        side=SIDES[state.side],
        hexes=state.hex_names(combat.hexes),
        kind=plan.kind,
    )
    if column(state, attack, defence) != BELOW:
        state.agenda.append(Declared(1 - state.side, combat, plan.kind))
        return [said]
    below = str(state.world.tables["odds"]["below"])
    hopeless = CombatHopeless(
        rule="ATT-9",
        attackers=state.names(combat.attackers),
        defenders=state.names(combat.defenders),
        attack=attack,
        defence=defence,
        result=below,
    )
    return [said, hopeless, *results.apply(state, combat, below, by_winner=False)]


@rule("CRT-2 (a)", "CRT-3 (a)", "CRT-4 (b)", "CRT-5 (c)", "CRT-6", "RES-4")
def carry_out_defend(state: State, frame: Declared, kind: str, chance: Chance) -> list[Event]:
    """The pair of declarations picks the table, the die the row, the odds the column."""
    state.agenda.pop()
    combat = frame.combat
    attack, defence = attack_total(state, combat), defence_total(state, combat)
    table, at = table_for(state, frame.kind, kind), column(state, attack, defence)
    die = chance.roll(6, "combat")
    result = table.results.result(at, die)
    hexes_ = state.hex_names(combat.hexes)
    events: list[Event] = [
        HasDeclared(rule="CRT-2 (a)", side=SIDES[frame.side], hexes=hexes_, kind=kind),
        CombatRolled(
            rule="CRT-6",
            attackers=state.names(combat.attackers),
            defenders=state.names(combat.defenders),
            attack=attack,
            defence=defence,
            odds=state.world.columns[at],
            table=table.id,
            die=die,
            result=result,
        ),
    ]
    return events + results.apply(state, combat, result, by_winner=table.retreat_by_winner)


@rule("ATT-15", "LOG-16", "CMD-9")
def carry_out_take(state: State, number: int, chance: Chance) -> list[Event]:
    """Commands are eliminated, supplies captured where they stand or destroyed."""
    combat = state.combats.pop(number)
    events: list[Event] = []
    for unit in state.stack(combat.hexes[0]):
        name, here = state.name(unit), state.hex_name(combat.hexes[0])
        if state.world.kind[unit] == UCM:
            events.append(eliminate(state, unit, "taken", "ATT-15"))
        elif combat.destroy:
            state.put(unit, DEAD)
            events.append(SupplyRemoved(rule="ATT-15", supply=name, hex=here, how="destroyed"))
        else:
            state.hand_over(unit, state.side)
            taker = SIDES[state.side]
            events.append(SupplyCaptured(rule="ATT-15", supply=name, hex=here, side=taker))
    return events


# --- who is asked -------------------------------------------------------------------------------------


@rule("CRT-2 (a)")
def ask_defence(state: State, frame: Declared) -> Step:
    facts: dict[str, Fact] = {
        "move": state.move,
        "units": state.names(frame.combat.defenders),
        "hexes": state.hex_names(frame.combat.hexes),
        "kind": frame.kind,
    }
    return Step(SIDES[frame.side], "defend", "CRT-2 (a)", facts)


@rule("CAP-7")
def settle_defence(state: State, frame: Declared, chance: Chance) -> Settled:
    """A defender with one kind of defence has nothing to choose."""
    kinds = defence_kinds(state, frame.combat.defenders)
    if len(kinds) == 1:
        return carry_out_defend(state, frame, kinds[0], chance), False
    return [], True


# --- forecasts ----------------------------------------------------------------------------------------


@rule("CRT-2 (a)", "ATT-9")
def forecast_assault(state: State, plan: AssaultPlan) -> Forecast:
    """Certain below the lowest odds; otherwise it hangs on the defender, unless he has no choice."""
    combat = state.combats[plan.number]
    kinds = defence_kinds(state, combat.defenders)
    if column(state, attack_total(state, combat), defence_total(state, combat)) == BELOW:
        lost: dict[str, Fact] = {"attackers_lost": state.names(combat.attackers)}
        line = ForecastLine(str(state.world.tables["odds"]["below"]), 1.0, lost, "attacker")
        odds = reckoned(state, combat)
        return Forecast("ATT-9", (line,), account(state, combat), account=odds)
    if len(kinds) == 1:
        return forecast_fight(state, combat, plan.kind, kinds[0])
    by_defence = {k: table_chances(state, combat, plan.kind, k) for k in kinds}
    sums = account(state, combat) | {"by_defence": by_defence}
    odds = msgspec.structs.replace(reckoned(state, combat), cases=cases("defence", by_defence))
    return Forecast("CRT-2 (a)", (ForecastLine("declared", 1.0),), sums, account=odds, settled=True)


def forecast_defend(state: State, frame: Declared, kind: str) -> Forecast:
    return forecast_fight(state, frame.combat, frame.kind, kind)


# --- what is offered ----------------------------------------------------------------------------------


def offer_assaults(state: State) -> tuple[Offer, ...]:
    """The combat against any of its hexes, then a kind of attack that all attackers may declare."""
    kinds: dict[str, tuple[str, ...]] = {}
    for combat in state.combats:
        if combat.defenders:
            open_ = tuple(attack_kinds(state, combat.attackers))
            kinds.update(dict.fromkeys(state.hex_names(combat.hexes), open_))
    if not kinds:
        return ()
    return (Place("assault", kinds, subject="hex", place="kind", tone="main"),)


def offer_takes(state: State) -> tuple[Offer, ...]:
    bare = [h for c in state.combats if not c.defenders for h in c.hexes]
    return (Pick("take", "hex", state.hex_names(bare)),) if bare else ()


def offer_defences(state: State, frame: Declared) -> tuple[Offer, ...]:
    kinds = tuple(defence_kinds(state, frame.combat.defenders))
    return (Pick("defend", "kind", kinds, tone="main"),)


ASSAULT = Decision(
    Assault,
    "CRT-2 (a)",
    judge_assault,
    carry_out_assault,
    forecast_assault,
    offer=offer_assaults,
)
TAKE = Decision(Take, "ATT-15", judge_take, carry_out_take, offer=offer_takes)
DEFEND = Reply(
    Defend,
    "CRT-2 (a)",
    judge_defend,
    carry_out_defend,
    forecast_defend,
    offer=offer_defences,
)
