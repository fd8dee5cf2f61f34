"""10.1 Air markers: bases, range, take-off, return, theatres."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.events import PointsScored
from campagna.games.lion_of_judah.field_events import AirReady, AirReturned, Grounded
from campagna.games.lion_of_judah.flags import NOWHERE
from campagna.games.lion_of_judah.maps import AIR, LINES
from campagna.games.lion_of_judah.rules.events import effects_in_force
from campagna.games.lion_of_judah.rules.resources import fuel
from campagna.games.lion_of_judah.rules.resources.resources import closed_countries
from campagna.games.lion_of_judah.rules.resources.supply import in_supply
from campagna.games.lion_of_judah.state import AirStatus, Ledger, State
from campagna.games.lion_of_judah.world import S1935
from campagna.kit.derived import derived

# --- bases and range --------------------------------------------------------------------------------


@rule("10.1.1-b", "10.1.1-c", "PB 14.6.9")
def bases(state: State, marker: int) -> list[int]:
    """The hexes a marker can fly from: towns and capitals its side controls, in its theatre."""
    side = state.world.air[marker].side
    closed, world = closed_countries(state), state.world
    found = [h for h in world.towns if state.control[h] == side and not closed[h]]
    if state.options["hq_airbase"]:
        found += [
            state.units[u].place
            for u in state.on_map(side)
            if state.counter(u).type == "hq" and in_supply(state, u)
        ]
    theatre = state.air[marker].theatre
    if not theatre:
        return found
    theatres = state.theatre.scenario["air_theatres"]
    open_ = {*theatres[theatre], *theatres["all"]}
    return [h for h in found if world.region_of[h] in open_]


@rule("10.1.1-a")
def in_range(state: State, marker: int, hex_: int) -> bool:
    """Within the marker's range of one of its bases, the base itself not counted."""
    return bool(_range(state, marker) >> hex_ & 1)


@derived(on=LINES | AIR)
def _range(state: State, marker: int) -> int:
    """The hexes that a marker can fly to, as bits."""
    reach = 0
    for base in bases(state, marker):
        reach |= state.world.disc(base, state.world.air[marker].range)
    return reach


def ready(state: State, side: int) -> list[int]:
    """The markers of a side that can fly a mission now."""
    return [
        m
        for m in state.theatre.air
        if state.world.air[m].side == side and state.air[m].status == AirStatus.READY
    ]


@rule("10.1", "10.1.1-a", "10.1.2", "PB 14.6.1.1")
def refuse_mission(state: State, marker: int, hex_: int) -> Refusal | None:
    """Why a marker cannot fly to a hex."""
    if may_fly(state, marker, hex_):
        return None
    name, side = state.world.air[marker].id, state.world.air[marker].side
    if state.air[marker].status != AirStatus.READY:
        return Refusal("10.1.2", "marker-not-ready", {"marker": name})
    if not fuel.affordable(state, fuel.air_price(state, side)):
        return Refusal("PB 14.6.1.1", "no-fuel", {"unit": name, "count": state.fuel})
    measure = state.world.board.grid.distance
    nearest = min((measure(b, hex_) for b in bases(state, marker)), default=None)
    facts: dict[str, Fact] = {
        "marker": name,
        "hex": state.hex_name(hex_),
        "distance": "-" if nearest is None else str(nearest),
        "most": state.world.air[marker].range,
    }
    return Refusal("10.1.1-a", "out-of-range", facts)


@rule("10.1", "10.1.1-a", "10.1.2", "PB 14.6.1.1")
def may_fly(state: State, marker: int, hex_: int) -> bool:
    """Whether `refuse_mission` would say nothing, for the many hexes where nobody asks why."""
    return (
        in_range(state, marker, hex_)
        and state.air[marker].status == AirStatus.READY
        and fuel.affordable(state, fuel.air_price(state, state.world.air[marker].side))
    )


def fliers(state: State, side: int, hex_: int) -> list[int]:
    """The markers of a side that may fly to a hex."""
    return [m for m in ready(state, side) if may_fly(state, m, hex_)]


# --- a mission --------------------------------------------------------------------------------------


@rule("10.1.2")
def take_off(
    state: State, marker: int, hex_: int, status: AirStatus, chance: Chance
) -> tuple[list[Event], bool]:
    """Pay and fly; under event B5 the rains may keep the marker on the ground."""
    side = state.world.air[marker].side
    events = fuel.pay(state, fuel.air_price(state, side))
    needed = effects_in_force.flying_weather(state, side)
    if needed:
        die = chance.roll(6, "flying weather")
        if die < needed:
            state.change_air(marker, status=AirStatus.COMMITTED)
            name = state.world.air[marker].id
            return [*events, Grounded(rule="6.2-a", marker=name, die=die)], False
    state.change_air(marker, status=status, place=hex_)
    return events, True


@rule("10.1.4-a", "10.1.4-b", "10.1.4-c", "PB 13.6.5.1-d")
def roll_return(state: State, marker: int, chance: Chance, bonus: int = 0) -> list[Event]:
    """After its mission a marker is committed, or delayed; on the last turn that costs a point."""
    table, name = state.world.tables["air_return"], state.world.air[marker].id
    side = state.world.air[marker].side
    state.change_air(marker, status=AirStatus.COMMITTED, place=NOWHERE)
    if effects_in_force.returns_without_roll(state, side):
        return [AirReturned(rule="10.1.4-a", marker=name, die=0)]
    die = chance.roll(6, "air return")
    if die + bonus <= table["committed_up_to"]:
        return [AirReturned(rule="10.1.4-a", marker=name, die=die)]
    if state.turn == state.theatre.turns:
        returned = AirReturned(rule="10.1.4-b", marker=name, die=die)
        return [returned, _late(state, side, table["last_turn_vp"])]
    due = state.turn + table["delay_turns"]
    state.change_air(marker, status=AirStatus.AWAY, due=due)
    return [AirReturned(rule="10.1.4-a", marker=name, die=die, due=due)]


def _late(state: State, side: int, points: int) -> Event:
    """The ledger counts for the Italian in 1935-36 and for the Allies in 1940-41."""
    for_ledger = points if (side == ITALIAN) == (state.part == S1935) else -points
    state.ledger.append(Ledger("10.1.4-b", "air-late", for_ledger))
    return PointsScored(rule="10.1.4-b", reason="air-late", points=for_ledger)


# --- between turns ----------------------------------------------------------------------------------


@rule("5.2-A-II", "10.1.4-a")
def arrive(state: State, side: int) -> list[Event]:
    """Markers due on the turn track become ready."""
    due = [
        m
        for m in state.theatre.air
        if state.world.air[m].side == side
        and state.air[m].status == AirStatus.AWAY
        and state.air[m].due == state.turn
    ]
    for m in due:
        state.change_air(m, status=AirStatus.READY, due=0)
    return [AirReady(rule="10.1.4-a", markers=_names(state, due))] if due else []


@rule("5.2-E-IV", "A-25", "10.1.2")
def end_turn(state: State, chance: Chance) -> list[Event]:
    """Markers still on the map roll for their return; committed ones are ready again."""
    events: list[Event] = []
    for m in state.theatre.air:
        if state.air[m].status in (AirStatus.INTERDICTING, AirStatus.SUPPLYING):
            events += roll_return(state, m, chance)
    back = [m for m in state.theatre.air if state.air[m].status == AirStatus.COMMITTED]
    for m in back:
        state.change_air(m, status=AirStatus.READY)
    return [*events, AirReady(rule="5.2-E-IV", markers=_names(state, back))] if back else events


def _names(state: State, markers: list[int]) -> tuple[str, ...]:
    return tuple(state.world.air[m].id for m in markers)
