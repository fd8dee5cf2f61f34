"""5.0 Initial set-up: the Soviet armies of 5.1, drawn at random, before the German aircraft."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal, Setup
from campagna.core.decision import Decision
from campagna.core.editions import Options
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.events import Deployed
from campagna.games.panzergruppe_guderian.orders import Deploy
from campagna.games.panzergruppe_guderian.rules.naming import own_units, path_hexes
from campagna.games.panzergruppe_guderian.rules.stacking import has_room
from campagna.games.panzergruppe_guderian.rules.untried import draw
from campagna.games.panzergruppe_guderian.state import NOT_DUE, SETUP, WAITING, Maps, State, Unit
from campagna.games.panzergruppe_guderian.world import ARMOR, RIFLE, SOVIET, World


def empty_state(world: World, setup: Setup, options: Options) -> State:
    """A state with every fixed unit in its box and nothing on the map."""
    state = State(setup)
    state.world = world
    state.options = options
    state.units = [Unit(c, NOT_DUE) for c in world.fixed_counters]
    state.pools = (tuple(world.pool[RIFLE]), tuple(world.pool[ARMOR]))
    state.maps = Maps.rebuilt(state)
    return state


@rule("5.0a", "5.0c", "5.0d", "5.1a", "5.1b", "5.1c", "5.1d", "5.1e", "S2-1", "S2-3", "S2-4")
def set_up(state: State, chance: Chance) -> None:
    """Draw the armies; those with one hex go there at once, even above the stacking limit."""
    for block in state.world.scenario["setup"]:
        army = block["army"]
        units = [draw(state, RIFLE, chance, army=army) for _ in range(block["rifle"])]
        units += [draw(state, ARMOR, chance, army=army) for _ in range(block["armor"])]
        leader = state.find(block["leader"])
        state.put(leader, WAITING, army=army)
        hexes = block["hexes"].split()
        for unit in (*units, leader):
            if len(hexes) == 1:
                state.put(unit, state.world.hex_index[hexes[0]])
            else:
                state.change(unit, entry=army)
    state.phase = SETUP


def undeployed(state: State) -> list[int]:
    """Units of the 13th and 20th Armies that are not on the map yet."""
    if state.phase != SETUP:
        return []
    waiting = state.maps.able(SOVIET, 0, state.world.everywhere, WAITING)
    return [u for u in waiting if state.units[u].army]


def deployment_hexes(state: State, unit: int) -> list[int]:
    """The hexes of a unit's army where it still fits."""
    area = state.world.board.area("setup", state.units[unit].army)
    return [h for h in area.hexes if has_room(state, unit, h)]


@rule("5.0e", "5.1d", "5.1e")
def judge_deploy(state: State, order: Deploy) -> Refusal | tuple[int, int]:
    units = own_units(state, (order.unit,), SOVIET, "5.0e")
    if isinstance(units, Refusal):
        return units
    hexes = path_hexes(state, (order.hex,))
    if isinstance(hexes, Refusal):
        return hexes
    unit, hex_ = units[0], hexes[0]
    facts = {"unit": order.unit, "hex": order.hex}
    if unit not in undeployed(state):
        return Refusal("5.0e", "not-to-deploy", facts)
    if hex_ not in state.world.board.area("setup", state.units[unit].army).hexes:
        return Refusal("5.0e", "wrong-army-hex", {**facts, "army": state.units[unit].army})
    if not has_room(state, unit, hex_):
        return Refusal("5.0e", "no-room", facts)
    return unit, hex_


def carry_out_deploy(state: State, plan: tuple[int, int], chance: Chance) -> list[Event]:
    unit, hex_ = plan
    state.put(unit, hex_, entry="")
    return [Deployed(rule="5.0e", unit=state.name(unit), hex=state.world.hex_ids[hex_])]


@rule("5.0e", "5.0a")
def refuse_deployed(state: State) -> Refusal | None:
    """The set-up is over when every unit stands on the map."""
    left = undeployed(state)
    if left:
        return Refusal("5.0e", "still-to-deploy", {"unit": state.name(left[0]), "count": len(left)})
    return None


def offer_deployments(state: State) -> tuple[Offer, ...]:
    """Every unit still to deploy, with the hexes of its army where it fits."""
    subjects: dict[str, tuple[str, ...]] = {}
    known: dict[tuple[str, bool], tuple[str, ...]] = {}
    for unit in undeployed(state):
        alike = state.units[unit].army, state.is_leader(unit)
        if alike not in known:
            known[alike] = state.hexes(deployment_hexes(state, unit))
        if known[alike]:
            subjects[state.name(unit)] = known[alike]
    return (Place("deploy", subjects, tone="main", setup=True),) if subjects else ()


DEPLOY = Decision(Deploy, "5.0e", judge_deploy, carry_out_deploy, offer=offer_deployments)
