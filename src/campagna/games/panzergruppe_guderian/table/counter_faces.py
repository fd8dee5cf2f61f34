"""The counters on the table and the boxes beside the map, as a view shows them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from campagna.core.contract import LANGUAGES, Text
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.tabletop import Box, Piece
from campagna.games.panzergruppe_guderian.rules.supply import in_supply
from campagna.games.panzergruppe_guderian.state import (
    MOVEMENT_PHASES,
    Phase,
    State,
    acting_side,
)
from campagna.games.panzergruppe_guderian.table.position import Position, UnitPosition
from campagna.games.panzergruppe_guderian.world import (
    GERMAN,
    HOME,
    SIDES,
    SOVIET,
    Counter,
    World,
)

SIGNS = {
    "panzer": "armour",
    "panzergrenadier": "mechanised",
    "motorized": "motorised",
    "infantry": "infantry",
    "cavalry": "cavalry",
    "leader": "leader",
    "rifle": "infantry",
    "tank": "armour",
    "mech": "mechanised",
}
"""The sign in the box, by the type of a German counter or the symbol of a Soviet one."""
ECHELONS = {"regiment": "III", "division": "XX", "army HQ": "XXXX"}

LOSSES = "losses"
"""`german-losses`, `soviet-losses`: the boxes of the eliminated."""


def say(it: str, en: str) -> Text:
    return {"it": it, "en": en}


def called(key: str) -> Text:
    """A word of the game, such as the name of an army; what has no translation stands for itself."""
    known = load_messages(HOME).tables["word"].get(key)
    return known or dict.fromkeys(LANGUAGES, key)


# --- counters ---------------------------------------------------------------------------------------


def pieces(state: State, seen: Position) -> Iterable[Piece]:
    for unit in seen.units:
        # A provisional division that did not come in is back in its pool: there is no counter.
        # In a made-up position units may be missing altogether: no turn to come brings them.
        if unit.at == "lost" or (unit.at == "not-due" and not _to_come(state, unit)):
            continue
        yield _piece(state, unit)


def _to_come(state: State, unit: UnitPosition) -> bool:
    due = _due(state.world)
    if unit.id not in due:
        return False
    turn, _ = due[unit.id]
    side = SIDES[state.world.unit_sides[state.world.unit_slots[unit.id]]]
    return turn > state.turn or (turn == state.turn and _before_arrival(state, side))


@rule("3.3", "3.4e", "12.1c")
def _piece(state: State, unit: UnitPosition) -> Piece:
    world = state.world
    number = state.world.unit_slots[unit.id]
    side = world.unit_sides[number]
    untried = "untried" in unit.state
    # Of an untried division only the symbol is read from its counter: the view tells that itself.
    counter = state.counter(number)
    group = unit.army or ("" if untried else _groups(world).get(counter.id, ""))
    size = ECHELONS[counter.size]
    return Piece(
        id=unit.id,
        side=SIDES[side],
        at=_place(world, unit, SIDES[side], counter),
        nation=SIDES[side],
        symbol=SIGNS[unit.symbol or counter.type],
        size=size,
        factors=unknown_factors(world, unit.symbol)
        if untried
        else printed_factors(counter, unit.step),
        name="" if untried else counter.name,
        group=group,
        steps=1 if untried else len(counter.steps),
        steps_left=1 if untried else max(0, len(counter.steps) - unit.step),
        states=_states(state, unit, number, side),
        source="" if untried else str(world.tables["sources"][counter.source]),
        # The regiments of a division wear its stripe.
        formation=group if side == GERMAN and size != "XX" else "",
    )


def _place(world: World, unit: UnitPosition, side: str, counter: Counter) -> str:
    """A hex, or the box beside the map that holds the unit."""
    if unit.at == "waiting":
        return f"{side}-entry-{unit.entry}"
    if unit.at == "not-due":
        turn, where = _due(world)[counter.id]
        return f"{side}-turn-{turn}-{where}"
    if unit.at in ("dead", "removed"):
        return f"{side}-{LOSSES}"
    return f"{side}-{unit.at}" if unit.at == "withdrawn" else unit.at


def printed_factors(counter: Counter, step: int) -> str:
    values = counter.steps[step]
    return f"{counter.rating}-{values.movement}" if counter.is_leader else str(values)


@lru_cache
def unknown_factors(world: World, symbol: str) -> str:
    """An untried division shows its movement allowance alone (S2-1)."""
    allowances = {c.steps[0].movement for c in world.counters if c.symbol == symbol}
    return f"?-{allowances.pop()}" if len(allowances) == 1 else "?"


@rule("11.GEN-2")
def _states(state: State, unit: UnitPosition, number: int, side: int) -> tuple[str, ...]:
    """What befell the counter, by the names that the drawing of counters knows."""
    found: list[str] = [s for s in ("untried", "disrupted") if s in unit.state]
    if {"moved", "stopped", "railed"} & set(unit.state):
        found.append("moved")
    if state.units[number].place >= 0:
        found_at_start = state.phase in MOVEMENT_PHASES and side == acting_side(state.phase)
        lacks = "unsupplied" in unit.state if found_at_start else not in_supply(state, number)
        found += ["unsupplied"] if lacks else []
    return tuple(found)


@lru_cache
def _groups(world: World) -> dict[str, str]:
    """The division of each German counter and the army of each leader, as their sources name them."""
    divisions = {row["id"]: str(row["name"]) for row in world.tables["divisions"]["rows"]}
    groups = {c.id: divisions[c.division] for c in world.counters if c.division}
    for block in (*world.scenario["setup"], *world.scenario["reinforcements"]["soviet"]):
        if block["leader"]:
            groups[block["leader"]] = block["army"]
    return groups


@lru_cache
def _due(world: World) -> dict[str, tuple[int, str]]:
    """The turn and entry of every scheduled counter."""
    schedule = world.scenario["reinforcements"]
    due = {
        name: (block["turn"], block["where"])
        for block in schedule["german"]
        for name in block["units"].split()
    }
    leaders = [b for b in schedule["soviet"] if b["leader"]]
    return due | {b["leader"]: (b["turn"], b["where"]) for b in leaders}


# --- boxes ------------------------------------------------------------------------------------------


@rule("14.GEN-1", "16.1a", "16.2", "12.4a")
def boxes(state: State, seen: Position) -> Iterable[Box]:
    yield from _entry_boxes(seen)
    yield from _schedule(state)
    yield Box(f"{SIDES[GERMAN]}-{LOSSES}", say("Perdite tedesche", "German losses"), SIDES[GERMAN])
    note = _tally(seen.fallen) if seen.fallen else None
    yield Box(
        f"{SIDES[SOVIET]}-{LOSSES}",
        say("Perdite sovietiche", "Soviet losses"),
        SIDES[SOVIET],
        note=note,
    )
    if any(u.at == "withdrawn" for u in seen.units):
        title = say("Comandanti ritirati", "Withdrawn leaders")
        yield Box(f"{SIDES[SOVIET]}-withdrawn", title, SIDES[SOVIET])
    pool = say("Riserva delle mai provate", "Pool of the untried")
    yield Box(f"{SIDES[SOVIET]}-pool", pool, SIDES[SOVIET], note=_tally(seen.left))


def _entry_boxes(seen: Position) -> Iterable[Box]:
    """Where units wait off the map for an entry, or for their deployment."""
    waiting = dict.fromkeys(
        (SIDES[SOVIET] if u.id.startswith("S") else SIDES[GERMAN], u.entry)
        for u in seen.units
        if u.at == "waiting"
    )
    for side, entry in waiting:
        word = called(entry)
        if entry.endswith("Army"):
            title = say(f"Da schierare: {word['it']}", f"To deploy: {word['en']}")
        else:
            title = say(f"In attesa: {word['it']}", f"Waiting: {word['en']}")
        yield Box(f"{side}-entry-{entry}", title, side)


def _schedule(state: State) -> Iterable[Box]:
    """The turns to come. What has been called up stands in an entry box or on the map."""
    for side in SIDES:
        due: dict[tuple[int, str], list[dict[str, object]]] = {}
        for block in state.world.scenario["reinforcements"][side]:
            due.setdefault((block["turn"], block["where"]), []).append(block)
        for (turn, where), blocks in due.items():
            if turn < state.turn or (turn == state.turn and not _before_arrival(state, side)):
                continue
            title = say(f"Turno {turn}, ingresso {where}", f"Turn {turn}, entry {where}")
            yield Box(f"{side}-turn-{turn}-{where}", title, side, turn, _arrivals(blocks))


def _before_arrival(state: State, side: str) -> bool:
    """Whether the reinforcements of this turn are still to be called up."""
    call_up = Phase.SOVIET_MOVE if side == SIDES[SOVIET] else Phase.GERMAN_MOVE
    return state.phase < call_up


def _arrivals(blocks: list[dict[str, object]]) -> Text | None:
    """Soviet divisions that are still to be drawn have no counters yet, only numbers."""
    rifle = sum(int(str(b.get("rifle", 0))) for b in blocks)
    armour = sum(int(str(b.get("armor", 0))) for b in blocks)
    if not rifle and not armour:
        return None
    return say(f"fucilieri: {rifle}, corazzate: {armour}", f"rifle: {rifle}, armour: {armour}")


def _tally(counts: dict[str, int]) -> Text:
    rifle, tank, mech = (counts.get(s, 0) for s in ("rifle", "tank", "mech"))
    return say(
        f"fucilieri: {rifle}, corazzate: {tank}, meccanizzate: {mech}",
        f"rifle: {rifle}, armour: {tank}, mechanised: {mech}",
    )
