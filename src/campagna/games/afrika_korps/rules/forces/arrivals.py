"""12, 19, 20, 23.4 What comes ashore: supplies, reinforcements, replacements, units from sea."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, ForecastLine, Refusal, Step
from campagna.core.decision import Decision, Reply
from campagna.core.offers import Offer, Place, Say
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.events import (
    Landed,
    ReplacementsGained,
    SupplyRefused,
    SupplyRolled,
)
from campagna.games.afrika_korps.frames import Unloading
from campagna.games.afrika_korps.orders import Done, Land, LandSupply, RollSupply
from campagna.games.afrika_korps.rules.combat.zones import zone
from campagna.games.afrika_korps.rules.supply.isolation import supplied_hexes
from campagna.games.afrika_korps.state import (
    DEAD,
    EMBARKED,
    ISOLATED,
    LANDED,
    LATE,
    POOL,
    SEA,
    State,
    Unit,
)
from campagna.games.afrika_korps.world import ALLIED, AXIS, SIDES
from campagna.hexes.naming import own_units


@rule("4.3a", "4.3b", "4.3c", "22.5")
def controls(state: State, side: int, hex_: int) -> bool:
    """Occupied now by any counter of a side; a base also outside every enemy zone."""
    if not any(state.owner(u) == side for u in state.stack(hex_)):
        return False
    if state.fighters_at(hex_, 1 - side):
        return False
    return hex_ not in state.world.bases or not zone(state, 1 - side)[hex_]


@rule("4.3d", "19.2a", "19.5", "19.7", "23.3", "23.5")
def controlled_ports(state: State, side: int) -> list[int]:
    """Tobruch and the own base, if controlled; never Bengasi nor the enemy base."""
    return [h for h in state.world.ports[side] if controls(state, side, h)]


# --- supply -----------------------------------------------------------------------------------------


@rule("12.1b", "12.2c", "12.3")
def supply_room(state: State, side: int) -> bool:
    """Fewer own supplies in play than allowed, those at sea counted, captured ones not (A18)."""
    limit: int = state.world.tables["supply"]["limits"][SIDES[side]]
    own = state.world.own_supplies[side]
    return sum(state.place(s) >= 0 or state.place(s) == SEA for s in own) < limit


@rule("12.1a", "12.2a", "12.2b", "3.1a")
def refuse_supply(state: State) -> Refusal | None:
    """Why no supply can land now: no port, or as many on the map as are allowed."""
    if not state.ports:
        return Refusal("12.2b", "no-port")
    if not supply_room(state, state.side):
        return Refusal("12.1b" if state.side else "12.2c", "too-many-supplies")
    return None


@rule("12.2d", "1.5")
def sinking_faces(state: State) -> list[int]:
    """The die faces on which the convoy is sunk this turn."""
    for row in state.world.tables["supply"]["axis_roll"]:
        first, last = row["turns"]
        if first <= state.turn <= last:
            faces: list[int] = row["sunk"]
            return faces
    raise AssertionError(f"no supply table for turn {state.turn}")


def judge_roll(state: State, order: RollSupply) -> Refusal | None:
    return refuse_supply(state)


@rule("12.2a", "12.2d")
def carry_out_roll(state: State, plan: None, chance: Chance) -> list[Event]:
    die = chance.roll(6, "supply")
    sunk = die in sinking_faces(state)
    if not sunk:
        state.agenda.append(Unloading(state.side))
    return [SupplyRolled(rule="12.2d", die=die, sunk=sunk)]


@rule("12.2d")
def forecast_roll(state: State, plan: None) -> Forecast:
    from fractions import Fraction  # slow to load, and needed for forecasts only

    sunk = Fraction(len(sinking_faces(state)), 6)
    lines = (ForecastLine("arrives", float(1 - sunk)), ForecastLine("sunk", float(sunk)))
    return Forecast("12.2d", lines)


@rule("12.3.1", "19.2a")
def judge_land_supply(state: State, order: LandSupply) -> Refusal | int:
    """A supply lands now, in one of the ports that its side controls, or not at all."""
    refusal = refuse_supply(state)
    if refusal is not None:
        return refusal
    return _port(state, order.port, "12.3.1")


def _port(state: State, name: str, rule_id: str) -> Refusal | int:
    port = state.world.hex_index.get(name)
    if port is None:
        return Refusal(rule_id, "unknown-hex", {"hex": name})
    if port not in state.ports:
        return Refusal(rule_id, "port-not-controlled", {"hex": name})
    return port


@rule("12.1a", "13.1")
def carry_out_land_supply(state: State, port: int, chance: Chance) -> list[Event]:
    side = state.side
    supply = next(s for s in state.world.own_supplies[side] if state.place(s) == POOL)
    state.units[supply] = Unit(flags=LANDED)
    state.put(supply, port)
    names = (state.name(supply),)
    rule_id = "12.2a" if side == AXIS else "12.1a"
    return [Landed(rule=rule_id, units=names, hex=state.hex_name(port), how="supply")]


def ask_unloading(state: State, frame: Unloading) -> Step:
    return Step(SIDES[frame.side], "land-supply", "12.4", {"turn": state.turn})


def judge_unload(state: State, frame: Unloading, order: LandSupply) -> Refusal | int:
    return judge_land_supply(state, order)


def carry_out_unload(state: State, frame: Unloading, port: int, chance: Chance) -> list[Event]:
    state.agenda.pop()
    return carry_out_land_supply(state, port, chance)


def judge_refuse(state: State, frame: Unloading, order: Done) -> Refusal | None:
    """A supply may always be refused."""
    return None


@rule("12.4", "12.3.1")
def carry_out_refuse(state: State, frame: Unloading, plan: None, chance: Chance) -> list[Event]:
    """The supply is not taken, and lost for this turn."""
    state.agenda.pop()
    return [SupplyRefused(rule="12.4", side=SIDES[state.side])]


def _is_axis(state: State) -> bool:
    return state.side == AXIS


def _is_allied(state: State) -> bool:
    return state.side == ALLIED


def port_names(state: State) -> tuple[str, ...]:
    """The ports where something may come ashore this turn."""
    return tuple(state.hex_name(h) for h in state.ports)


def offer_roll(state: State) -> tuple[Offer, ...]:
    return (Say("roll-supply", tone="main"),) if refuse_supply(state) is None else ()


def offer_land_supply(state: State) -> tuple[Offer, ...]:
    if refuse_supply(state) is not None:
        return ()
    ports = port_names(state)
    return (Place("land-supply", {}, subject="", place="port", places=ports, tone="main"),)


def offer_unload(state: State, frame: Unloading) -> tuple[Offer, ...]:
    return offer_land_supply(state)


def offer_refuse(state: State, frame: Unloading) -> tuple[Offer, ...]:
    return (Say("done", tone="decline"),)


ROLL_SUPPLY = Decision(
    RollSupply,
    "12.2d",
    judge_roll,
    carry_out_roll,
    forecast_roll,
    offer=offer_roll,
    when=_is_axis,
)
LAND_SUPPLY = Decision(
    LandSupply,
    "12.4",
    judge_land_supply,
    carry_out_land_supply,
    offer=offer_land_supply,
    when=_is_allied,
)
UNLOAD = Reply(LandSupply, "12.4", judge_unload, carry_out_unload, offer=offer_unload)
REFUSE_SUPPLY = Reply(Done, "3", judge_refuse, carry_out_refuse, offer=offer_refuse)


# --- units ------------------------------------------------------------------------------------------


@rule("20.2", "20.3", "20.5", "20.6")
def gain_replacements(state: State) -> list[Event]:
    """Factors for the ports controlled at the beginning of the turn; they are never lost."""
    chart = state.world.scenario["replacements"]
    if state.turn < chart["from_turn"]:
        return []
    side = SIDES[state.side]
    rates = {state.world.hex_index[h]: n for h, n in chart[side].items()}
    factors = min(chart["most"][side], sum(rates[p] for p in state.ports))
    if not factors:
        return []
    state.pool[state.side] += factors
    total = state.pool[state.side]
    return [
        ReplacementsGained(
            rule="20.3" if state.side else "20.2", side=side, factors=factors, total=total
        )
    ]


@rule("3.1b", "19.1", "19.3", "19.6", "20.1", "20.4", "21.6", "23.4")
def how_it_lands(state: State, unit: int) -> str:
    """As reinforcement, replacement or from sea; empty if it cannot land now."""
    u = state.units[unit]
    if u.place == SEA:
        return "" if u.flags & EMBARKED else "sea"
    if not state.fights(unit):
        return ""
    if u.place == POOL:
        due = state.world.arrival.get(unit)
        return "reinforcement" if due is not None and due <= state.turn else ""
    season = state.turn >= state.world.scenario["replacements"]["from_turn"]
    return "replacement" if season and may_be_replaced(state, unit) else ""


@rule("20.1")
def may_be_replaced(state: State, unit: int) -> bool:
    """Eliminated before the turn of its side began."""
    u = state.units[unit]
    return state.fights(unit) and u.place == DEAD and not u.flags & LATE


@rule("19.2a", "19.6", "20.4", "23.4.4")
def judge_land(state: State, order: Land) -> Refusal | tuple[list[int], int]:
    units = own_units(state, order.units, state.side, "19.2a")
    if isinstance(units, Refusal):
        return units
    price = 0
    for unit in units:
        how = how_it_lands(state, unit)
        if not how:
            return _refuse_arrival(state, unit)
        if how == "replacement":
            price += state.world.attack[unit]
    if price > state.pool[state.side]:
        facts: dict[str, Fact] = {"cost": price, "left": state.pool[state.side]}
        return Refusal("20.4", "too-few-factors", facts)
    port = _port(state, order.port, "19.2a")
    return port if isinstance(port, Refusal) else (units, port)


@rule("19.1", "20.1", "21.6", "23.4")
def _refuse_arrival(state: State, unit: int) -> Refusal:
    """Why a counter cannot come ashore: it is not due, or it is nothing that lands."""
    facts: dict[str, Fact] = {"unit": state.name(unit), "turn": state.turn}
    place = state.place(unit)
    if place == POOL and unit in state.world.arrival:
        return Refusal("19.1", "not-due", {**facts, "due": state.world.arrival[unit]})
    if place == DEAD:
        due = state.world.scenario["replacements"]["from_turn"]
        return Refusal("20.1", "no-replacement-yet", {**facts, "due": max(due, state.turn + 1)})
    if place == SEA:
        return Refusal("23.4", "just-embarked", facts)
    return Refusal("21.6" if state.counter(unit).substitute else "19.1", "does-not-land", facts)


@rule("19.2b", "19.4", "20.4", "23.4", "23.4.3", "24.3")
def carry_out_land(state: State, plan: tuple[list[int], int], chance: Chance) -> list[Event]:
    """Units come ashore without cost and share the isolation of the port."""
    units, port = plan
    flags, count = _port_status(state, port)
    events: list[Event] = []
    for how in ("reinforcement", "replacement", "sea"):
        group = [u for u in units if how_it_lands(state, u) == how]
        for unit in group:
            if how == "replacement":
                state.pool[state.side] -= state.world.attack[unit]
            fights = state.fights(unit)
            parts = state.units[unit].parts
            state.put(unit, port)
            state.units[unit] = Unit(
                port, LANDED | (flags if fights else 0), count=count if fights else 0, parts=parts
            )
        if group:
            names = state.names(group)
            rule_id = {"reinforcement": "19.2b", "replacement": "20.4", "sea": "23.4"}[how]
            events.append(Landed(rule=rule_id, units=names, hex=state.hex_name(port), how=how))
    return events


@rule("24.3")
def _port_status(state: State, port: int) -> tuple[int, int]:
    """The isolation flag and count that units landing here take over."""
    there = state.fighters_at(port, state.side)
    if there:
        isolated = any(state.flagged(u, ISOLATED) for u in there)
        return (ISOLATED if isolated else 0), max(state.units[u].count for u in there)
    return (0 if supplied_hexes(state, state.side)[port] else ISOLATED), 0


def landing_price(state: State, unit: int) -> int:
    """The replacement factors that landing a unit takes."""
    return state.world.attack[unit] if how_it_lands(state, unit) == "replacement" else 0


def able_to_land(state: State) -> list[int]:
    """Units of the phasing side that may come ashore now, each by itself."""
    return [
        u
        for u in range(len(state.units))
        if state.owner(u) == state.side
        and how_it_lands(state, u)
        and landing_price(state, u) <= state.pool[state.side]
    ]


def offer_landings(state: State) -> tuple[Offer, ...]:
    """Whoever waits, in any port; together only as far as the factors go."""
    prices = {state.name(u): landing_price(state, u) for u in able_to_land(state)}
    if not prices or not state.ports:
        return ()
    return (
        Place(
            "land",
            dict.fromkeys(prices, ()),
            subject="units",
            place="port",
            places=port_names(state),
            together=True,
            costs={name: cost for name, cost in prices.items() if cost},
            exact=sum(prices.values()) <= state.pool[state.side],
            tone="main",
        ),
    )


LAND = Decision(Land, "19.2b", judge_land, carry_out_land, offer=offer_landings)
