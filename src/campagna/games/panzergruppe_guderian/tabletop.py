"""What the table shows of a view: counters, markers, layers, tracks and points.

Everything is made from the view. Where a rule must be asked (zones, supply, points) it is asked of
a state imagined from the view: none of these answers depends on a counter that nobody has seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress

from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, Text, View
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.tabletop import Box, Layer, Marker, Piece, Score, Tabletop, Track
from campagna.games.panzergruppe_guderian import first_turn, setup, stacking, victory
from campagna.games.panzergruppe_guderian.imagination import imagine
from campagna.games.panzergruppe_guderian.position import Position, UnitPosition
from campagna.games.panzergruppe_guderian.state import (
    GONE,
    MOVEMENT_PHASES,
    NOWHERE,
    PHASE_NAMES,
    Phase,
    State,
    acting_side,
)
from campagna.games.panzergruppe_guderian.supply import (
    commanded_hexes,
    german_supply_hexes,
    in_supply,
    served_hexes,
)
from campagna.games.panzergruppe_guderian.world import (
    GERMAN,
    HOME,
    SIDES,
    SOVIET,
    Counter,
    World,
)
from campagna.games.panzergruppe_guderian.zones import zone

_SIGNS = {
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
_ECHELONS = {"regiment": "III", "division": "XX", "army HQ": "XXXX"}

LOSSES = "losses"
"""`german-losses`, `soviet-losses`: the boxes of the eliminated."""


def tabletop(world: World, options: dict[str, bool | str], view: View) -> Tabletop:
    seen: Position = view.position
    state = imagine(world, view.setup, options, seen, SeededChance(0))
    return Tabletop(
        pieces=tuple(_pieces(state, seen)),
        markers=tuple(_markers(state)),
        layers=_layers(state),
        boxes=tuple(_boxes(state, seen)),
        track=_track(state),
        scores=_scores(state),
        level=victory.victory_level(
            state, victory.german_points(state) - victory.soviet_points(state)
        ),
        obligations=tuple(_obligations(state)),
    )


def _ids(state: State, hexes: Iterable[int]) -> tuple[str, ...]:
    names = state.world.hex_ids
    return tuple(names[h] for h in sorted(hexes))


def _say(it: str, en: str) -> Text:
    return {"it": it, "en": en}


def _word(key: str) -> Text:
    """A word of the game, such as the name of an army; what has no translation stands for itself."""
    known = load_messages(HOME).tables["word"].get(key)
    return known or dict.fromkeys(LANGUAGES, key)


# --- counters ---------------------------------------------------------------------------------------


def _pieces(state: State, seen: Position) -> Iterable[Piece]:
    for unit in seen.units:
        # A provisional division that did not come in is back in its pool: there is no counter.
        # In a made-up position units may be missing altogether: no turn to come brings them.
        if unit.at == "lost" or (unit.at == "not-due" and not _to_come(state, unit)):
            continue
        yield _piece(state, unit)


def _to_come(state: State, unit: UnitPosition) -> bool:
    turn, _ = _due(state.world).get(unit.id, (0, ""))
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
    return Piece(
        id=unit.id,
        side=SIDES[side],
        at=_place(world, unit, SIDES[side], counter),
        nation=SIDES[side],
        symbol=_SIGNS[unit.symbol or counter.type],
        size=_ECHELONS[counter.size],
        factors=_unknown_factors(world, unit.symbol) if untried else _factors(counter, unit.step),
        name="" if untried else counter.name,
        group=unit.army or ("" if untried else _groups(world).get(counter.id, "")),
        steps=1 if untried else len(counter.steps),
        steps_left=1 if untried else max(0, len(counter.steps) - unit.step),
        states=_states(state, unit, number, side),
        source="" if untried else str(world.tables["sources"][counter.source]),
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


def _factors(counter: Counter, step: int) -> str:
    values = counter.steps[step]
    return f"{counter.rating}-{values.movement}" if counter.is_leader else str(values)


@lru_cache
def _unknown_factors(world: World, symbol: str) -> str:
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
def _boxes(state: State, seen: Position) -> Iterable[Box]:
    yield from _entry_boxes(seen)
    yield from _schedule(state)
    yield Box(f"{SIDES[GERMAN]}-{LOSSES}", _say("Perdite tedesche", "German losses"), SIDES[GERMAN])
    note = _tally(seen.fallen) if seen.fallen else None
    yield Box(
        f"{SIDES[SOVIET]}-{LOSSES}",
        _say("Perdite sovietiche", "Soviet losses"),
        SIDES[SOVIET],
        note=note,
    )
    if any(u.at == "withdrawn" for u in seen.units):
        title = _say("Comandanti ritirati", "Withdrawn leaders")
        yield Box(f"{SIDES[SOVIET]}-withdrawn", title, SIDES[SOVIET])
    pool = _say("Riserva delle mai provate", "Pool of the untried")
    yield Box(f"{SIDES[SOVIET]}-pool", pool, SIDES[SOVIET], note=_tally(seen.left))


def _entry_boxes(seen: Position) -> Iterable[Box]:
    """Where units wait off the map for an entry, or for their deployment."""
    waiting = dict.fromkeys(
        (SIDES[SOVIET] if u.id.startswith("S") else SIDES[GERMAN], u.entry)
        for u in seen.units
        if u.at == "waiting"
    )
    for side, entry in waiting:
        word = _word(entry)
        if entry.endswith("Army"):
            title = _say(f"Da schierare: {word['it']}", f"To deploy: {word['en']}")
        else:
            title = _say(f"In attesa: {word['it']}", f"Waiting: {word['en']}")
        yield Box(f"{side}-entry-{entry}", title, side)


def _schedule(state: State) -> Iterable[Box]:
    """The turns to come. What has been called up stands in an entry box or on the map."""
    for side in SIDES:
        boxes: dict[tuple[int, str], list[dict[str, object]]] = {}
        for block in state.world.scenario["reinforcements"][side]:
            boxes.setdefault((block["turn"], block["where"]), []).append(block)
        for (turn, where), blocks in boxes.items():
            if turn < state.turn or (turn == state.turn and not _before_arrival(state, side)):
                continue
            title = _say(f"Turno {turn}, ingresso {where}", f"Turn {turn}, entry {where}")
            yield Box(f"{side}-turn-{turn}-{where}", title, side, turn, _arrivals(blocks))


def _before_arrival(state: State, side: str) -> bool:
    """Whether the reinforcements of this turn are still to be called up."""
    called = Phase.SOVIET_MOVE if side == SIDES[SOVIET] else Phase.GERMAN_MOVE
    return state.phase < called


def _arrivals(blocks: list[dict[str, object]]) -> Text | None:
    """Soviet divisions that are still to be drawn have no counters yet, only numbers."""
    rifle = sum(int(str(b.get("rifle", 0))) for b in blocks)
    armour = sum(int(str(b.get("armor", 0))) for b in blocks)
    if not rifle and not armour:
        return None
    return _say(f"fucilieri: {rifle}, corazzate: {armour}", f"rifle: {rifle}, armour: {armour}")


def _tally(counts: dict[str, int]) -> Text:
    rifle, tank, mech = (counts.get(s, 0) for s in ("rifle", "tank", "mech"))
    return _say(
        f"fucilieri: {rifle}, corazzate: {tank}, meccanizzate: {mech}",
        f"rifle: {rifle}, armour: {tank}, mechanised: {mech}",
    )


# --- markers and layers -----------------------------------------------------------------------------


@rule("13.1", "13.41", "6.37a", "15.11d")
def _markers(state: State) -> Iterable[Marker]:
    names = state.world.hex_ids
    for h in state.air:
        yield Marker("interdiction", names[h], SIDES[GERMAN])
    if state.soviet_marker != NOWHERE:
        yield Marker("interdiction", names[state.soviet_marker], SIDES[SOVIET])
    for h in state.cuts:
        yield Marker("rail_cut", names[h], SIDES[GERMAN])
    for prize in state.world.prizes:
        for h in prize.hexes:
            german = bool(state.control & state.world.prize_bit[h])
            yield Marker("victory", names[h], SIDES[german], str(prize.points))


def _layers(state: State) -> tuple[Layer, ...]:
    names = state.world.hex_ids

    def masked(mask: bytes | bytearray) -> tuple[str, ...]:
        return tuple(compress(names, mask))

    soviet, german = SIDES
    return (
        Layer(
            id="zones-soviet",
            title=_say("Zone di controllo sovietiche", "Soviet zones of control"),
            side=soviet,
            hexes=masked(zone(state, SOVIET)),
            rule="8.11",
        ),
        Layer(
            id="zones-german",
            title=_say("Zone di controllo tedesche", "German zones of control"),
            side=german,
            hexes=masked(zone(state, GERMAN)),
            rule="8.11",
        ),
        Layer(
            id="supply-german",
            title=_say("Rifornimento tedesco", "German supply"),
            side=german,
            hexes=masked(german_supply_hexes(state)),
            rule="11.11",
        ),
        Layer(
            id="supply-soviet",
            title=_say("Rifornimento sovietico", "Soviet supply"),
            side=soviet,
            hexes=masked(served_hexes(state)),
            rule="11.21a",
        ),
        Layer(
            id="command-soviet",
            title=_say("Raggio di comando", "Command radius"),
            side=soviet,
            hexes=masked(commanded_hexes(state)),
            rule="10.35a",
        ),
        Layer(
            id="objectives",
            title=_say("Obiettivi", "Objectives"),
            side="",
            hexes=_ids(state, state.world.prize_hexes),
            rule="15.11d",
        ),
    )


# --- turns and points -------------------------------------------------------------------------------


def _track(state: State) -> Track:
    labels = state.world.scenario["turn_labels"]
    words = load_messages(HOME).tables["phase"]
    return Track(
        turn=state.turn,
        labels=tuple(_say(it, en) for it, en in zip(labels["it"], labels["en"], strict=True)),
        phases=tuple(dict(words[name]) for name in PHASE_NAMES),
        phase=state.phase,
    )


def _scores(state: State) -> tuple[Score, ...]:
    german = [
        (_say(p.name, p.name), p.points, "15.11d")
        for p in state.world.prizes
        if victory.holds(state, p)
    ]
    front = victory.front_points(state)
    if front:
        german.append((_say("Fronte Sud-Occidentale", "South-Western Front"), front, "14.23"))
    names = {row["id"]: row["name"] for row in state.world.tables["divisions"]["rows"]}
    soviet = [
        (_say(names[d.id], names[d.id]), d.points, "15.12a")
        for d in state.world.divisions.values()
        if d.points and all(state.units[m].place in GONE for m in d.members)
    ]
    if state.recaptures:
        points = state.recaptures * int(state.world.tables["victory"]["recapture"])
        title = _say(f"Città riprese: {state.recaptures}", f"Cities taken back: {state.recaptures}")
        soviet.append((title, points, "15.12b"))
    return (
        Score(SIDES[SOVIET], victory.soviet_points(state), tuple(soviet)),
        Score(SIDES[GERMAN], victory.german_points(state), tuple(german)),
    )


# --- what must still be done ------------------------------------------------------------------------

Obligation = tuple[Text, str, tuple[str, ...]]


@rule("5.0e", "5.23a", "7.1e", "14.13")
def _obligations(state: State) -> Iterable[Obligation]:
    left = state.names(setup.undeployed(state))
    if left:
        text = _say(f"Da schierare: {len(left)}", f"Still to deploy: {len(left)}")
        yield text, "5.0e", left
    if state.agenda or state.phase not in MOVEMENT_PHASES:
        return
    if state.phase == Phase.SOVIET_MOVE:
        marching = state.names(first_turn.unmarched(state))
        if marching:
            text = _say(f"Devono marciare: {len(marching)}", f"Must still march: {len(marching)}")
            yield text, "5.23a", marching
        if state.provisional != NOWHERE:
            name = state.name(state.provisional)
            entry = state.units[state.provisional].entry
            text = _say(
                f"{name} entra da {entry} in questo turno o è persa",
                f"{name} comes in at {entry} this turn or is lost",
            )
            yield text, "14.13", (name,)
    over = _ids(state, stacking.overstacked(state, acting_side(state.phase)))
    if over:
        text = _say(
            f"Troppe unità in un esagono alla fine della fase: {', '.join(over)}",
            f"Too many units in a hex at the end of the phase: {', '.join(over)}",
        )
        yield text, "7.1e", over
