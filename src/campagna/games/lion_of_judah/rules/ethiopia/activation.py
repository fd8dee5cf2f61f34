"""PB 13.6.2 Activation: the Ethiopian leaders are tried one after another."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Forecast, Note, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.field_events import ActivationRolled
from campagna.games.lion_of_judah.flags import ACTIVE, DISRUPTED, NOWHERE, TRIED, USED
from campagna.games.lion_of_judah.orders import Activate
from campagna.games.lion_of_judah.rules.ethiopia.leaders import is_negus
from campagna.games.lion_of_judah.rules.events import effects_in_force
from campagna.games.lion_of_judah.rules.general.forecast import FACES, die_notes, lines
from campagna.games.lion_of_judah.rules.general.names import own_unit
from campagna.games.lion_of_judah.rules.general.rolled import FAILURE, SUCCESS
from campagna.games.lion_of_judah.rules.resources.supply import in_supply
from campagna.games.lion_of_judah.state import State
from campagna.hexes.kernels import FAR


def leaders(state: State) -> list[int]:
    """The Ethiopian leaders on the map."""
    return [u for u in state.on_map(OTHER) if state.counter(u).type == "leader"]


@rule("PB 13.6.2-a")
def available(state: State) -> list[int]:
    return [u for u in leaders(state) if refuse_leader(state, u) is None]


@rule("PB 13.6.2-a", "5.2-D")
def refuse_leader(state: State, leader: int) -> Refusal | None:
    """Why a leader cannot be tried now."""
    facts = {"unit": state.name(leader)}
    if state.counter(leader).type != "leader" or state.units[leader].place < 0:
        return Refusal("PB 13.6.2-a", "not-a-leader", facts)
    if state.has(leader, TRIED):
        return Refusal("PB 13.6.2-a", "leader-tried", facts)
    rivalry = state.event_in_force("A6")
    if rivalry is not None and rivalry.unit == leader:
        return Refusal("6.2-a", "leader-blocked", facts)
    return None


def judge_activate(state: State, order: Activate) -> Refusal | int:
    leader = own_unit(state, order.leader, OTHER, "PB 13.6.2-a")
    if isinstance(leader, Refusal):
        return leader
    refusal = refuse_leader(state, leader)
    return leader if refusal is None else refusal


# --- the roll ---------------------------------------------------------------------------------------


@rule("PB 13.6.2-a")
def modifier(state: State, leader: int) -> int:
    """The Negus near by helps, bombs and distance from home hinder."""
    table, place = state.world.tables["leader_activation"], state.units[leader].place
    distance = state.world.board.grid.distance
    drm = 0
    for other in leaders(state):
        near = distance(place, state.units[other].place) <= 2
        if is_negus(state, other) and other != leader and near:
            drm += table["negus_within_2"]
    if state.has(leader, DISRUPTED):
        drm += table["disrupted"]
    if not state.world.ethiopia[place] or not in_supply(state, leader):
        drm += table["out_of_supply_or_abroad"]
    return int(drm)


@rule("PB 13.6.2-a", "PB 13.6.2.2")
def rating(state: State, leader: int) -> int:
    """His rating, as events A7 and B4 change it this turn."""
    value = state.counter(leader).rating
    for event in ("A7", "B4"):
        change = effects_in_force.effect(state, event)["rating"]
        if effects_in_force.in_force(state, event) and change["leader"] == state.name(leader):
            value = change.get("value", value + change.get("change", 0))
    return value


@rule("PB 13.6.2-a")
def succeeds(state: State, leader: int, die: int) -> bool:
    if die == 6:
        return False
    if effects_in_force.in_force(state, "B2"):
        return True
    return die + modifier(state, leader) <= rating(state, leader)


@rule("5.2-D", "PB 13.6.2-a", "PB 13.6.2-b", "PB 13.6.2-c")
def carry_out_activate(state: State, leader: int, chance: Chance) -> list[Event]:
    """Roll; on success his units may move and then fight before another leader is tried."""
    die = chance.roll(6, "activation")
    success = succeeds(state, leader, die)
    rolled = ActivationRolled(
        rule="PB 13.6.2-a",
        leader=state.name(leader),
        die=die,
        modifier=modifier(state, leader),
        rating=rating(state, leader),
        success=success,
    )
    state.flag(leader, TRIED)
    if success:
        state.leader = leader
        for unit in commanded(state, leader):
            state.flag(unit, ACTIVE)
    return [rolled]


# --- who follows ------------------------------------------------------------------------------------


@rule("PB 13.6.2-b", "PB 13.6.2.2")
def commanded(state: State, leader: int) -> list[int]:
    """The units within his command that nobody has used this turn."""
    return [u for u in within_command(state, leader) if not state.has(u, USED)]


@rule("PB 13.6.2-b", "PB 13.6.2.1", "PB 13.6.2.2", "PB 13.6.1-c")
def within_command(state: State, leader: int) -> list[int]:
    """His faction within his radius, around Italian hexes; the Negus also any faction near him."""
    counter, world = state.counter(leader), state.world
    place = state.units[leader].place
    enemy = state.maps.held[ITALIAN]
    reach = world.field.flood(world.walls, enemy, world.nothing, [place], counter.radius)
    near = state.theatre.scenario["negus"]["any_faction_within"] if is_negus(state, leader) else -1
    found = []
    for unit in state.on_map(OTHER):
        distance = reach[state.units[unit].place]
        if distance == FAR:
            continue
        if state.counter(unit).faction == counter.faction or distance <= near:
            found.append(unit)
    return found


@rule("5.2-E-III", "PB 13.6.2-a")
def end_of_turn(state: State) -> None:
    """Every leader is available again."""
    for unit in leaders(state):
        state.flag(unit, 0, TRIED | DISRUPTED)


@rule("5.2-D", "PB 13.6.2.2")
def close(state: State) -> None:
    """The leader's segments are over: nobody uses these units again this turn."""
    for unit in state.on_map(OTHER):
        if state.has(unit, ACTIVE):
            state.flag(unit, USED, ACTIVE)
    state.leader = NOWHERE


def forecast_activate(state: State, leader: int) -> Forecast:
    won = sum(succeeds(state, leader, die) for die in range(1, FACES + 1))
    drm = modifier(state, leader)
    sums = {"modifier": drm, "rating": rating(state, leader)}
    called = effects_in_force.in_force(state, "B2")
    rated = Note("activation-rating", {"rating": sums["rating"]})
    notes = () if called else (rated, *die_notes(drm))
    return Forecast("PB 13.6.2-a", lines({SUCCESS: won, FAILURE: FACES - won}), sums, notes)


def offer_activate(state: State) -> tuple[Offer, ...]:
    able = state.names(available(state))
    return (Pick("activate", "leader", able, tone="main"),) if able else ()


ACTIVATE = Decision(
    Activate,
    "PB 13.6.2-a",
    judge_activate,
    carry_out_activate,
    forecast_activate,
    offer=offer_activate,
)
