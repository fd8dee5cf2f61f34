"""Opponent: the small decisions: kinds of attack and defence, retreats, fire, raids.

All from the exact tables: whoever declares compares every pair, whoever fires looks for the shot
that takes most from the enemy or most help from the ground he stands on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campagna.core.contract import Fact
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.kasserine.frames import Combat, Declared, Following, Permitting, Retreating
from campagna.games.kasserine.opponent.battle_value import (
    FREE,
    NO_WAY,
    WATCHED,
    Declaration,
    Gains,
    Prices,
    best_declaration,
    gains,
    give_way_chance,
    odds_column,
    odds_name,
)
from campagna.games.kasserine.opponent.map_reading import chart_of
from campagna.games.kasserine.orders import (
    Accompany,
    Assault,
    Defend,
    Done,
    Fire,
    LetPass,
    Raid,
    Retreat,
    Take,
)
from campagna.games.kasserine.rules import artillery, retreat
from campagna.games.kasserine.rules.command import attack_value, defence_kinds
from campagna.games.kasserine.rules.strength import attack_total, defence_total
from campagna.games.kasserine.rules.zones import on_map, zone
from campagna.games.kasserine.state import REDUCED, SHOCKED, Phase, State
from campagna.games.kasserine.world import ALLIED, AXIS, HOME, UCM, UCT, URF


class ReplyWeights(Weights, frozen=True):
    """Combats, retreats and fire, from the board as it stands."""

    shot: float
    exit_left: float
    hex_left: float
    take: float
    supply_near: float
    supply_far: int
    cover: float
    enemy_zone: float
    exit_held: float
    way_out: float
    let_pass: float
    command_shot: float
    fixed_supply_shot: float
    supply_shot: float
    attacker_shot: float
    shock: float
    shock_of_reduced: float
    raid: float


WEIGHTS = load_weights(HOME, "replies", ReplyWeights)


# --- combat -------------------------------------------------------------------------------------


def combat_gains(state: State, combat: Combat, ground: float) -> Gains:
    """What each result of a combat is worth to the attacker as the board stands."""
    ways = []
    for d in combat.defenders:
        found = retreat.open_ways(state, d, 2)
        watched = bool(found) and retreat.is_watched(state, d, found[0])
        ways.append(NO_WAY if not found else WATCHED if watched else FREE)
    return gains(Prices(state), combat.attackers, combat.defenders, ways, ground)


def holding(state: State, combat: Combat) -> float:
    """What it is worth to the Axis that the hex is left: the exits above all."""
    if state.side == AXIS and any(h in state.world.exits for h in combat.hexes):
        return WEIGHTS.exit_left
    return WEIGHTS.hex_left


def assault(state: State) -> Advice:
    """The surest gain first: it may open or close the way for the others."""
    best: tuple[float, Advice] | None = None
    for combat in state.combats:
        name = state.hex_name(combat.hexes[0])
        if not combat.defenders:
            return Take(name), WEIGHTS.take, "take", {"hex": name}
        declared = _declaration(state, combat)
        advice: Advice = (
            Assault(name, declared.attack),
            declared.value,
            "assault",
            _chances(state, name, declared),
        )
        if best is None or declared.value > best[0]:
            best = (declared.value, advice)
    assert best is not None
    return best[1]


def _declaration(state: State, combat: Combat) -> Declaration:
    at = odds_column(state, attack_total(state, combat), defence_total(state, combat))
    gained = combat_gains(state, combat, holding(state, combat))
    return best_declaration(state, combat.attackers, combat.defenders, at, gained)


def _chances(state: State, name: str, declared: Declaration) -> dict[str, Fact]:
    percent = round(100 * give_way_chance(declared.attack, declared.defence, declared.at))
    return {
        "hex": name,
        "odds": odds_name(state, declared.at),
        "percent": percent,
        "gain": f"{declared.value:+.1f}",
    }


def defend(state: State, frame: Declared) -> Advice:
    """The answer that leaves the attacker least."""
    combat = frame.combat
    at = odds_column(state, attack_total(state, combat), defence_total(state, combat))
    gained = combat_gains(state, combat, holding(state, combat))
    value, kind = min(
        (gained.expected(frame.kind, k, at), k) for k in defence_kinds(state, combat.defenders)
    )
    percent = round(100 * give_way_chance(frame.kind, kind, at))
    facts: dict[str, Fact] = {
        "odds": odds_name(state, at),
        "percent": percent,
        "gain": f"{-value:+.1f}",
    }
    return Defend(kind), -value, f"defend-{kind}", facts


# --- retreats -----------------------------------------------------------------------------------


def retreats(state: State, frame: Retreating) -> Advice:
    """Our own go towards their supplies and friends; the enemy's are driven where it hurts."""
    ours = frame.by == frame.side
    best: tuple[float, int, tuple[int, ...]] | None = None
    for unit in frame.units:
        for way in retreat.open_ways(state, unit, frame.count):
            score = _refuge(state, unit, way[-1]) * (1 if ours else -1)
            if best is None or score > best[0]:
                best = (score, unit, way)
    assert best is not None
    score, unit, way = best
    name = state.hex_name(way[-1])
    order = Retreat(state.name(unit), state.hex_names(way))
    return order, score, "fall-back" if ours else "drive-back", {"hex": name}


def _refuge(state: State, unit: int, h: int) -> float:
    """How good a hex is for a beaten unit."""
    world, side = state.world, state.owner(unit)
    chart = chart_of(world)
    gaps = chart.gaps(h)
    score = 0.0
    stores = [gaps[state.place(s)] for s in world.supplies if _supplies(state, s, side)]
    score -= WEIGHTS.supply_near * min(stores, default=WEIGHTS.supply_far)
    if world.cover[h] and not world.armoured[unit]:
        score += WEIGHTS.cover
    score -= WEIGHTS.enemy_zone * zone(state, 1 - side)[h]
    if side == ALLIED and h in world.exits:
        score += WEIGHTS.exit_held
    if side == AXIS:
        score -= WEIGHTS.way_out * chart.out[h]
    return score


def _supplies(state: State, supply: int, side: int) -> bool:
    return state.place(supply) >= 0 and state.owner(supply) == side


def passage(state: State, frame: Permitting) -> Advice:
    """Forbidden: he stays and is reduced. Let pass only who holds a hex that we want."""
    price = Prices(state)
    here, unit = state.place(frame.unit), frame.unit
    wants_hex = frame.side == AXIS and here in state.world.exits
    agree = wants_hex and price(unit)[1] < WEIGHTS.let_pass
    reason = "let-pass" if agree else "forbid"
    return LetPass(agree), 1.0, reason, {"unit": state.name(unit)}


def follow(state: State, frame: Following) -> Advice:
    names = state.names(frame.pieces)
    return Accompany(names), 1.0, "accompany", {"units": names}


def agenda(state: State) -> Advice:
    frame = state.agenda[-1]
    match frame:
        case Declared():
            return defend(state, frame)
        case Retreating():
            return retreats(state, frame)
        case Permitting():
            return passage(state, frame)
    return follow(state, frame)


# --- fire ---------------------------------------------------------------------------------------


def fire(state: State) -> Iterator[Advice]:
    """The best shot of all guns; dice follow each, so one at a time."""
    price = Prices(state)
    side = artillery.firing_side(state)
    if artillery.raid_possible(state):
        raid = _raid(state, price)
        if raid is not None:
            yield raid
    best: tuple[float, Advice] | None = None
    for gun in artillery.guns(state, side):
        for target in artillery.targets_of(state, gun):
            gain = shot_value(state, price, state.counter(gun).fire, target)
            if gain > WEIGHTS.shot and (best is None or gain > best[0]):
                facts: dict[str, Fact] = {
                    "target": state.name(target),
                    "hex": state.hex_name(state.place(target)),
                    "gain": f"{gain:+.1f}",
                }
                order = Fire(state.name(gun), state.name(target))
                best = (gain, (order, gain, "fire", facts))
    if best is not None:
        yield best[1]
    yield Done(), 0.0, "done", {}


def shot_value(state: State, price: Prices, row: str, target: int) -> float:
    """Points taken by a reduction, and what the attack gains if the ground no longer helps."""
    total = 0.0
    for die in range(1, 7):
        _, result = artillery.read_table(state, row, target, die)
        if result == "R":
            total += _reduction(state, price, target)
        elif result == "RT":
            total += _shock(state, price, target)
    return total / 6


def _reduction(state: State, price: Prices, target: int) -> float:
    kind = state.world.kind[target]
    if kind == UCM:
        return WEIGHTS.command_shot
    if kind == URF:
        return WEIGHTS.fixed_supply_shot if state.world.fixed[target] else WEIGHTS.supply_shot
    gain = price(target)[1]
    if any(target in c.attackers for c in state.combats):
        gain += WEIGHTS.attacker_shot * attack_value(state, target)
    return gain


def _shock(state: State, price: Prices, target: int) -> float:
    """Worth something only in cover, for who is not armoured and is about to be attacked."""
    world = state.world
    if world.armoured[target] or not world.cover[state.place(target)]:
        return 0.0
    if state.flagged(target, SHOCKED) or world.kind[target] != UCT:
        return 0.0
    if not any(target in c.defenders for c in state.combats):
        return 0.0
    return (
        WEIGHTS.shock
        * price(target)[0]
        * (WEIGHTS.shock_of_reduced if state.flagged(target, REDUCED) else 1.0)
    )


def _raid(state: State, price: Prices) -> Advice | None:
    best, where = WEIGHTS.raid, -1
    for h in sorted({state.place(u) for u in on_map(state, 1 - state.side)}):
        gain = sum(
            shot_value(state, price, artillery.STRATEGIC, u) for u in artillery.bombed(state, h)
        )
        if gain > best:
            best, where = gain, h
    if where < 0:
        return None
    name = state.hex_name(where)
    return Raid(name), best, "raid", {"hex": name, "gain": f"{best:+.1f}"}


def answer(state: State) -> Sequence[Advice] | Iterator[Advice]:
    """Everything that is decided from the board as it stands, without a plan."""
    if state.agenda:
        return (agenda(state),)
    if state.phase in (Phase.FIRE, Phase.DEFENSIVE_FIRE):
        return fire(state)
    return (assault(state),)
