"""Air attacks: markers placed after moving, resolved before the fire (AIR-1..6, ITP-4, A-22)."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Forecast, ForecastLine, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.alto_comando import events as ev
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.rules.cover import is_screened_supply, is_softly_covered
from campagna.games.alto_comando.rules.fire import in_sight_at_best, spots, unseen
from campagna.games.alto_comando.rules.geometry import in_reach
from campagna.games.alto_comando.rules.losses import Weapon, save_needed, suffer_hit
from campagna.games.alto_comando.state import State
from campagna.games.alto_comando.world import NOBODY, SIDES


@rule("AIR-6", "ITP-4")
def is_spotted(state: State, target: int) -> bool:
    """Whether any base of the attacking side sees the target, whatever its division."""
    sights = state.derived.sights
    key = (NOBODY, target)
    if key not in sights:
        spotters = state.roster.of_side[1 - state.unit(target).side]
        near_by = in_sight_at_best(state, spotters, target)
        sights[key] = any(spots(state, b, target) for b in near_by)
    return sights[key]


@rule("WF-6")
def is_hidden_from_air(state: State, target: int) -> bool:
    return is_softly_covered(state, state.at(target))


@rule("WF-4")
def is_screened_from_air(state: State, target: int) -> bool:
    """A supply base in a town that others defend: only artillery is excepted by the book (A-55)."""
    if not state.options.fixed("urban-supply-air") or state.options["urban_supply_from_air"]:
        return False
    return is_screened_supply(state, target)


def may_be_attacked(state: State, target: int) -> bool:
    if is_hidden_from_air(state, target) or is_screened_from_air(state, target):
        return False
    return is_spotted(state, target)


@rule("AIR-1")
def attacks_left(state: State) -> int:
    return state.air[state.active] - len(state.markers)


def targets(state: State) -> list[int]:
    """The enemy units on which a marker may be placed now."""
    if attacks_left(state) <= 0:
        return []
    return [t for t in state.table_of(1 - state.active) if may_be_attacked(state, t)]


def any_attack(state: State) -> bool:
    if attacks_left(state) <= 0:
        return False
    return any(may_be_attacked(state, t) for t in state.table_of(1 - state.active))


@rule("AIR-1", "AIR-6", "ITP-4", "SEQ-3", "WF-4", "WF-6")
def judge_air_attack(state: State, order: orders.AirAttack) -> Refusal | int:
    target = state.find(order.target)
    facts = {"target": order.target}
    if target == NOBODY:
        return Refusal("AIR-1", "unknown-unit", {"unit": order.target})
    if attacks_left(state) <= 0:
        return Refusal("AIR-1", "no-air-attack-left", facts)
    if state.unit(target).side == state.active or not state.on_table(target):
        return Refusal("AIR-1", "no-air-target", facts)
    if is_hidden_from_air(state, target):
        return Refusal("WF-6", "hidden-from-air", facts)
    if is_screened_from_air(state, target):
        return Refusal("WF-4", "screened-supply", facts)
    if not is_spotted(state, target):
        own = state.roster.of_side[state.active]
        far = ("AIR-6", "not-spotted-for-air")
        return unseen(state, own, target, facts, far, "hill-hides-from-all")
    return target


def carry_out_air_attack(state: State, target: int, chance: Chance) -> list[Event]:
    state.markers.append(target)
    return [ev.AirMarked(rule="SEQ-3", target=state.name(target))]


@rule("AIR-1", "AIR-2", "AIR-3", "AIR-4", "AIR-5")
def resolve(state: State, chance: Chance) -> list[Event]:
    """The markers in the order placed; one whose target is gone is spent without a die."""
    found: list[Event] = []
    for target in state.markers:
        if state.on_table(target):
            found += _attack(state, target, chance)
        else:
            found.append(ev.AirSpent(rule="AIR-1", target=state.name(target)))
    state.markers.clear()
    return found


def _attack(state: State, target: int, chance: Chance) -> list[Event]:
    die = chance.roll(6, "air attack")
    result = state.world.tables["air"]["die"][die - 1]
    name = state.name(target)
    if result == "save":
        rolled = ev.AirRolled(rule="AIR-2", target=name, die=die, result=result)
        return [rolled, *suffer_hit(state, target, Weapon(), chance)]
    if result == "lost_near_hq" and near_enemy_hq(state, target):
        rolled = ev.AirRolled(rule="AIR-4", target=name, die=die, result=result)
        return [rolled, lose_attack(state)]
    return [ev.AirRolled(rule="AIR-3", target=name, die=die, result="nothing")]


@rule("AIR-4")
def near_enemy_hq(state: State, target: int) -> bool:
    """Whether an enemy headquarters with its guns is near, Scattered or the target itself included."""
    radius = state.world.tables["air"]["flak_radius"]
    return any(
        state.unit(b).is_hq and in_reach(state, target, b, radius)
        for b in state.table_of(state.unit(target).side)
    )


@rule("AIR-5")
def lose_attack(state: State) -> Event:
    """From the next turn on the side has an attack fewer, for the rest of the battle."""
    lost = state.world.tables["air"]["lost_costs"]
    state.air[state.active] = max(0, state.air[state.active] - lost)
    return ev.AirLost(rule="AIR-5", side=SIDES[state.active], left=state.air[state.active])


# --- decisions ------------------------------------------------------------------------------------------


def forecast_air_attack(state: State, target: int) -> Forecast:
    """Placing a marker rolls no die; the sums tell what its attack would do if it came at once."""
    # Fractions are slow to load, and most processes never ask for a forecast.
    from campagna.games.alto_comando.rules.odds import SIXTH, loss_sums

    die = state.world.tables["air"]["die"]
    struck = die.count("save") * SIXTH
    lost = die.count("lost_near_hq") * SIXTH if near_enemy_hq(state, target) else 0
    sums = {
        "hit": {"rule": "AIR-2", "probability": float(struck)},
        **loss_sums(state, target, struck, save_needed(state, target, Weapon())),
        "attack-lost": {"rule": "AIR-4", "probability": float(lost)},
    }
    return Forecast("AIR-1", (ForecastLine("marked", 1.0),), sums, settled=True)


def offer_air_attacks(state: State) -> tuple[Offer, ...]:
    names = state.names(targets(state))
    return (Pick("air-attack", "target", names, tone="main"),) if names else ()


AIR_ATTACK = Decision(
    orders.AirAttack,
    "AIR-1",
    judge_air_attack,
    carry_out_air_attack,
    forecast_air_attack,
    offer=offer_air_attacks,
)
