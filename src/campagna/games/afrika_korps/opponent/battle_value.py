"""Opponent: what a battle is worth before its die is rolled, from the exact table."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.weights import Weights, load_weights
from campagna.games.afrika_korps.opponent.map_reading import chart_of, worth
from campagna.games.afrika_korps.opponent.odds_outlook import chances
from campagna.games.afrika_korps.rules.combat.retreat import safe_paths
from campagna.games.afrika_korps.rules.combat.strength import attack_of, defence_sum, odds_name
from campagna.games.afrika_korps.rules.combat.zones import Mask
from campagna.games.afrika_korps.rules.supply.captures import supplies_at
from campagna.games.afrika_korps.state import State
from campagna.games.afrika_korps.world import HOME, World


class BattleWeights(Weights, frozen=True):
    driven_back: float
    great_place: float
    small_fortress: float
    good_ground: float
    open_ground: float
    axis_kill: float
    allied_kill: float
    supply_taken: float


W = load_weights(HOME, "battle_value", BattleWeights)
KILL = (W.axis_kill, W.allied_kill)


def ground_worth(world: World, h: int, side: int) -> float:
    """What it is worth to throw the enemy out of a hex."""
    if h == world.tobruch:
        return W.great_place
    if world.fortress[h]:
        return W.small_fortress
    if h == world.bases[1 - side]:
        return W.great_place
    return W.good_ground if world.doubled[h] else W.open_ground


def battle_worth(
    state: State, attackers: Sequence[int], defenders: Sequence[int], shut: Mask | None = None
) -> float:
    """Expected gain in factors for the attacker; `shut` are hexes deadly to the defenders."""
    world, units, value_of = state.world, state.units, chart_of(state.world).worth
    attack, defence = attack_of(state, attackers), defence_sum(state, defenders)
    p = chances(attack, defence)
    ours = sum([_stake(state, u) for u in attackers])
    theirs = KILL[state.side] * sum([value_of[u] for u in defenders])
    posts = sorted({units[d].place for d in defenders})
    enemy = 1 - state.side
    prize = sum(ground_worth(world, h, state.side) for h in posts)
    prize += W.supply_taken * sum(len(supplies_at(state, h, enemy)) for h in posts)
    back = 0.0
    for h in posts:
        value = KILL[state.side] * sum([value_of[d] for d in defenders if units[d].place == h])
        back += W.driven_back * value if safe_paths(state, h, enemy, shut) else value
    gain = p.defenders_lost * (theirs + prize) + p.defenders_back * (back + prize)
    loss = p.attackers_lost * ours + p.attackers_back * _retreat_cost(state, attackers)
    if attack >= defence:
        gain += p.exchange * (theirs + prize)
        loss += p.exchange * (ours if attack == defence else _price(world, attackers, defence))
    else:
        gain += p.exchange * theirs * attack / defence
        loss += p.exchange * ours
    return gain - loss


def _stake(state: State, unit: int) -> float:
    """What losing an attacker costs: whoever sallies takes his part of the fortress with him."""
    world = state.world
    value = chart_of(world).worth[unit]
    if state.units[unit].place == world.tobruch:
        value += W.great_place / world.stack_limit
    return value


def _retreat_cost(state: State, attackers: Sequence[int]) -> float:
    """What it costs to be led back: everything for those who have no way."""
    total, units = 0.0, state.units
    for h in sorted({units[a].place for a in attackers}):
        value = sum([_stake(state, a) for a in attackers if units[a].place == h])
        total += W.driven_back * value if safe_paths(state, h, state.side) else value
    return total


def _price(world: World, attackers: Sequence[int], debt: int) -> float:
    """About the cheapest payment: small units first."""
    paid, price = 0, 0.0
    for u in sorted(attackers, key=lambda a: (worth(world, a) / max(1, world.attack[a]), a)):
        if paid >= debt:
            break
        paid += world.attack[u]
        price += worth(world, u)
    return price


def battle_facts(
    state: State, attackers: Sequence[int], defenders: Sequence[int]
) -> dict[str, str | int]:
    """The numbers a player wants to hear about a battle."""
    attack, defence = attack_of(state, attackers), defence_sum(state, defenders)
    p = chances(attack, defence)
    sure = p.defenders_lost + (p.exchange if attack >= defence else 0.0)
    place = state.place(defenders[0])
    return {
        "hex": state.hex_name(place),
        "odds": odds_name(state, attack, defence),
        "attack": attack,
        "defence": defence,
        "percent": round(100 * sure),
        "back": round(100 * p.defenders_back),
        "risk": round(100 * p.attackers_lost),
    }
