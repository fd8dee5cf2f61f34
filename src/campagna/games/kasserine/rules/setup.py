"""Preparation: what stands on the map at the start, where combat units are placed (SET-1 to SET-11)."""

from __future__ import annotations

from functools import lru_cache

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Setup
from campagna.core.decision import Decision
from campagna.core.editions import Options
from campagna.core.offers import Offer, Place, Tone
from campagna.core.rulebook import rule
from campagna.games.kasserine.events import Deployed
from campagna.games.kasserine.orders import Deploy
from campagna.games.kasserine.rules.movement import has_room
from campagna.games.kasserine.rules.path import VEHICLES, off_road
from campagna.games.kasserine.rules.zones import held
from campagna.games.kasserine.state import TRAY, Maps, Phase, State, Unit
from campagna.games.kasserine.world import SIDES, World, load_world
from campagna.hexes.kernels import BARRED
from campagna.hexes.naming import hexes, own_unit

Placing = tuple[int, int]
"""A unit and the hex it is put in."""


def empty_state(world: World, setup: Setup, options: Options) -> State:
    """A board without counters."""
    units = [Unit(side=side) for side in world.home_side]
    state = State(setup, units=units)
    state.world = world
    state.options = options
    state.maps = Maps.rebuilt(state)
    return state


@rule("SET-1", "SET-2", "SET-3", "SET-4", "SET-5", "SET-7", "SET-9", "SET-10")
def set_up(state: State) -> None:
    """Mobile supplies, fixed supplies and commands have their hexes; then the Allied side places."""
    world, chart = state.world, state.world.scenario["setup"]
    for block in chart["order"][:3]:
        for name, hex_ in chart[block].items():
            state.put(world.index[name], world.hex_index[hex_])
    state.side = SIDES.index(world.scenario["setup_first"])
    state.phase = Phase.ALLIED_SETUP


@lru_cache
def _start_hexes() -> dict[int, tuple[int, ...]]:
    """For each unit of the first day the start hexes of its group and, where it says so, around them."""
    world = load_world()
    found: dict[int, tuple[int, ...]] = {}
    for row in world.scenario["setup_group"]:
        starts = world.board.area("start", row["area"]).hexes
        around = [n for h in starts for n in world.near[h]] if row["adjacent"] else []
        for name in row["units"].split():
            found[world.index[name]] = tuple(sorted({*starts, *around}))
    return found


@lru_cache
def _rows() -> dict[int, dict[str, str]]:
    """For each unit of the first day its group of the set-up, with the rule that places it."""
    world = load_world()
    rows = world.scenario["setup_group"]
    return {world.index[name]: row for row in rows for name in row["units"].split()}


@rule("SET-6", "SET-7", "SET-8", "SET-11")
def placed_by_player(side: int) -> list[int]:
    """The combat units that a side distributes."""
    world = load_world()
    return [u for u in _start_hexes() if world.home_side[u] == side]


@rule("SET-6", "SET-7", "SET-8", "SET-11")
def start_hexes(state: State, unit: int) -> list[int]:
    """Where a unit may stand at the start: near a start point of its group, on ground it can enter."""
    world = state.world
    kind = world.cost_class[unit]
    enemy = held(state, 1 - state.owner(unit))
    return [
        h
        for h in _start_hexes().get(unit, ())
        if not enemy[h] and (kind != VEHICLES or off_road(world, kind, h) != BARRED)
    ]


def unplaced(state: State) -> list[int]:
    return [u for u in placed_by_player(state.side) if state.place(u) == TRAY]


@rule("SET-6", "SET-9", "MOV-5")
def judge_deploy(state: State, order: Deploy) -> Refusal | Placing:
    unit = own_unit(state, order.unit, state.side, "SET-6")
    if isinstance(unit, Refusal):
        return unit
    if unit not in _start_hexes():
        return Refusal("SET-1", "not-at-start", {"unit": order.unit})
    found = hexes(state, (order.hex,), "SET-6")
    if isinstance(found, Refusal):
        return found
    hex_ = found[0]
    facts: dict[str, Fact] = {"unit": order.unit, "hex": order.hex}
    refusal = _refuse_start(state, unit, hex_)
    if refusal is not None:
        return refusal
    there = [u for u in state.fighters_at(hex_, state.side) if u != unit]
    if len(there) >= int(state.world.tables["stacking"]["uct"]):
        return Refusal("MOV-5", "no-room", facts)
    return unit, hex_


@rule("SET-6", "SET-7", "SET-8", "SET-11", "MOV-9", "MOV-17")
def _refuse_start(state: State, unit: int, hex_: int) -> Refusal | None:
    """Why a unit of the first day may not stand in a hex at the start."""
    if hex_ in start_hexes(state, unit):
        return None
    facts: dict[str, Fact] = {"unit": state.name(unit), "hex": state.hex_name(hex_)}
    if hex_ not in _start_hexes()[unit]:
        row = _rows()[unit]
        starts = state.hex_names(state.world.board.area("start", row["area"]).hexes)
        return Refusal(row["rule"], "not-a-start-hex", {**facts, "hexes": starts})
    if held(state, 1 - state.owner(unit))[hex_]:
        return Refusal("MOV-9", "enemy-in-start-hex", facts)
    return Refusal("MOV-17", "start-impassable", facts)


def carry_out_deploy(state: State, plan: Placing, chance: Chance) -> list[Event]:
    unit, hex_ = plan
    state.put(unit, hex_)
    return [Deployed(rule="SET-6", unit=state.name(unit), hex=state.hex_name(hex_))]


@rule("SET-6")
def refuse_end(state: State) -> Refusal | None:
    left = unplaced(state)
    return Refusal("SET-6", "not-deployed", {"units": state.names(left)}) if left else None


# --- what is offered ----------------------------------------------------------------------------------


def open_hexes(state: State, unit: int) -> list[int]:
    """Start hexes with room for the unit; the one where it stands is among them."""
    return [h for h in start_hexes(state, unit) if has_room(state, h, (unit,))]


def offer_deploy(state: State) -> tuple[Offer, ...]:
    """Units placed already may be placed anew."""
    open_ = {u: open_hexes(state, u) for u in placed_by_player(state.side)}
    subjects = {state.name(u): state.hex_names(found) for u, found in open_.items() if found}
    tone: Tone = "main" if unplaced(state) else "plain"
    return (Place("deploy", subjects, tone=tone, setup=True),) if subjects else ()


DEPLOY = Decision(Deploy, "SET-6", judge_deploy, carry_out_deploy, offer=offer_deploy)
