"""What the table shows of a position: pieces, markers, layers, boxes, the calendar, provenance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import compress

from campagna.core.contract import Text
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.tabletop import (
    Box,
    Layer,
    Marker,
    MarkerSign,
    Piece,
    Score,
    Stretch,
    Tabletop,
    Track,
    place_in,
)
from campagna.games.kasserine.rules import attack, obligations, setup, victory
from campagna.games.kasserine.rules.logistics import moves_freely, supplied_hexes
from campagna.games.kasserine.rules.sequence import PHASE_RULES
from campagna.games.kasserine.rules.zones import fighters, zone
from campagna.games.kasserine.state import (
    BLOWN,
    CONDEMNED,
    PHASE_NAMES,
    REDUCED,
    SHOCKED,
    SUPPLIED,
    TRAY,
    Phase,
    State,
)
from campagna.games.kasserine.table.charts import COMMAND_SIZES, SIZES, SYMBOLS, chips
from campagna.games.kasserine.table.conditions import conditions
from campagna.games.kasserine.table.position import BOX_NAMES, BOXES, FLAG_NAMES
from campagna.games.kasserine.world import ALLIED, AXIS, HOME, SIDES, UCT


def tabletop(state: State) -> Tabletop:
    return Tabletop(
        pieces=tuple(_pieces(state)),
        markers=tuple(_markers(state)),
        layers=tuple(_layers(state)),
        boxes=(*_boxes(state), *_provenance(state)),
        track=_track(state),
        scores=_scores(state),
        level=victory.level_now(state) if state.phase >= Phase.LOGISTICS else "",
        obligations=tuple(_obligations(state)),
        conditions=tuple(conditions(state)),
        chips=tuple(chips(state)),
    )


def say(it: str, en: str) -> Text:
    return {"it": it, "en": en}


def _words(table: str, key: str) -> Text:
    return dict(load_messages(HOME).tables[table][key])


# --- pieces -------------------------------------------------------------------------------------------


@rule("PCS-1", "PCS-2", "PCS-3", "PCS-4", "PCS-5")
def _pieces(state: State) -> Iterator[Piece]:
    world = state.world
    divisions = {row["id"]: str(row["name"]) for row in world.tables["divisions"]["rows"]}
    for i, u in enumerate(state.units):
        counter = world.counters[i]
        steps = len(counter.faces)
        lost = int(bool(u.flags & REDUCED))
        size = SIZES.get(counter.size) or COMMAND_SIZES.get(counter.type, "")
        group = divisions.get(counter.division, counter.name)
        yield Piece(
            id=counter.id,
            side=SIDES[u.side],
            at=_place(state, i),
            nation=counter.nationality or SIDES[u.side],
            symbol=SYMBOLS[counter.type],
            size=size,
            factors=str(state.face(i)),
            name=counter.commander or counter.name,
            group=group,
            steps=steps,
            steps_left=steps - lost,
            states=_states(state, i),
            source=" ".join(str(world.tables["sources"][counter.source]).split()),
            formation=group if size in ("I", "II") else "",
        )


def _place(state: State, unit: int) -> str:
    place, side = state.place(unit), SIDES[state.owner(unit)]
    if place >= 0:
        return state.hex_name(place)
    group = state.world.group_of.get(unit)
    if place == TRAY and group is not None:
        return f"{side}-move-{group.move}-{state.hex_name(group.hex)}"
    return f"{side}-{BOX_NAMES[place]}"


def _states(state: State, unit: int) -> tuple[str, ...]:
    flags = state.units[unit].flags
    found = [name for name, bit in FLAG_NAMES.items() if flags & bit and name != "supplied"]
    mine = state.owner(unit) == state.side and state.phase > Phase.LOGISTICS
    if mine and state.place(unit) >= 0 and not flags & SUPPLIED and not moves_freely(state, unit):
        found.append("unsupplied")
    return tuple(found)


@rule("PCS-6", "AIR-6", "LOG-12")
def _markers(state: State) -> Iterator[Marker]:
    for i, u in enumerate(state.units):
        if u.place >= 0 and u.flags & SHOCKED:
            yield _above("rt", state.hex_name(u.place), SIDES[u.side], "bolt", state.name(i))
        if u.place >= 0 and u.flags & CONDEMNED:
            yield Marker("e", state.hex_name(u.place), SIDES[u.side], "E")
        if u.place >= 0 and u.flags & BLOWN:
            yield _above("blown", state.hex_name(u.place), SIDES[u.side], "burst", state.name(i))
    side = SIDES[state.side]
    for combat in state.combats:
        for h in combat.hexes:
            yield _above("attack", state.hex_name(h), side, "arrows")
        for h in combat.aircraft:
            yield Marker("aircraft", state.hex_name(h), side, "", "aircraft", "bottom-left")


def _above(kind: str, at: str, side: str, sign: MarkerSign, text: str = "") -> Marker:
    return Marker(kind, at, side, text, sign, "top-right")


# --- layers -------------------------------------------------------------------------------------------


def _layers(state: State) -> Iterator[Layer]:
    ids = state.world.hex_ids

    def masked(mask: bytes | bytearray) -> tuple[str, ...]:
        return tuple(compress(ids, mask))

    for i, side in enumerate(SIDES):
        title = say("Zone di controllo", "Zones of control")
        yield Layer(f"zone-{side}", title, side, masked(zone(state, i)), "ATT-1", "zone")
        title = say("In portata di un rifornimento", "Within reach of a supply")
        near = masked(supplied_hexes(state, i))
        yield Layer(f"supply-{side}", title, side, near, "LOG-3", "supply")
    title = say("A sud della ferrovia El Borma - Sousse", "South of the railway El Borma - Sousse")
    yield Layer("south", title, SIDES[ALLIED], masked(state.world.south), "VIC-2")
    exits = tuple(ids[h] for h in sorted(state.world.exits))
    title = say("Uscite per Tebessa e Le Kef", "Exits to Tebessa and Le Kef")
    yield Layer("exits", title, SIDES[AXIS], exits, "VIC-1")


# --- beside the map -----------------------------------------------------------------------------------


@rule("CAL-4")
def _boxes(state: State) -> Iterator[Box]:
    for side in SIDES:
        for name in BOXES:
            yield Box(f"{side}-{name}", _words("box", name), side)
    seen = set()
    for group in state.world.groups:
        hex_ = state.hex_name(group.hex)
        id_ = f"{SIDES[group.side]}-move-{group.move}-{hex_}"
        if id_ not in seen:
            seen.add(id_)
            title = say(f"Ingresso in {hex_}", f"Entry at {hex_}")
            yield Box(id_, title, SIDES[group.side], group.move)


def _provenance(state: State) -> Iterator[Box]:
    """What the book has lost and how it was reconstructed, for the player to read."""
    tables, scenario = state.world.tables, state.world.scenario
    said = load_messages(HOME).source
    blocks = {
        "factors": tables["factors"],
        "odds": tables["odds"],
        "crt": tables["crt"],
        **{f"table-{id_}": block for id_, block in tables["crt"]["tables"].items()},
        "declarations": tables["declarations"],
        "artillery": tables["artillery"],
        "capacities": tables["capacities"],
        "strategic-bombers": tables["strategic_bombers"],
        "pause": scenario["pause"],
        "patton": scenario["patton"],
        "bomber-moves": scenario["strategic_bombers"],
        "end-supply": tables["victory"]["supply_test"],
    }
    for id_, block in blocks.items():
        note = {
            language: f"{' '.join(text.split())} [{said(block['source'], language)}]"
            for language, text in block["reasoning"].items()
        }
        yield Box(f"provenance-{id_}", _words("provenance", id_), "", None, note, "sources")


def _track(state: State) -> Track:
    labels = state.world.scenario["move_labels"]
    return Track(
        turn=state.move,
        labels=tuple(say(it, en) for it, en in zip(labels["it"], labels["en"], strict=True)),
        phases=tuple(_words("phase", name) for name in PHASE_NAMES),
        phase=state.phase,
        sequence=_sequence(),
        now=place_in(_sequence(), PHASE_NAMES[state.phase], SIDES[state.side]),
    )


@rule("CAL-2")
@cache
def _sequence() -> tuple[Stretch, ...]:
    """In each move the Axis plays its turn first."""
    return tuple(
        Stretch(PHASE_NAMES[n], _words("phase", PHASE_NAMES[n]), SIDES[side], PHASE_RULES[n])
        for side in (AXIS, ALLIED)
        for n in range(Phase.LOGISTICS, Phase.OVER)
    )


@rule("CAL-4", "AIR-8", "NGT-3", "VIC-1", "VIC-6")
def _scores(state: State) -> tuple[Score, ...]:
    """Points brought out and lost by the Axis, Allied units beyond the railway, what is still free."""
    started = state.phase >= Phase.LOGISTICS
    free: list[list[tuple[Text, int, str]]] = [[], []]
    for side in (AXIS, ALLIED):
        if started:
            planes = attack.aircraft_left(state, side)
            free[side].append((say("Aerei del giorno", "Aircraft of the day"), planes, "AIR-8"))
        nights = attack.nights_left(state, side)
        free[side].append((say("Attacchi notturni", "Night attacks"), nights, "NGT-3"))
    out, lost = victory.exit_points(state), victory.axis_losses(state)
    beyond = len(victory.beyond_the_railway(state))
    axis = [
        (say("Punti usciti", "Points brought out"), out, "VIC-1"),
        (say("Punti persi", "Points lost"), lost, "VIC-6"),
    ]
    south = say("Unità rifornite a sud della ferrovia", "Supplied units south of the railway")
    return (
        Score(SIDES[AXIS], out, tuple(axis), tuple(free[AXIS])),
        Score(SIDES[ALLIED], beyond, ((south, beyond, "VIC-2"),), tuple(free[ALLIED])),
    )


# --- what must still be done --------------------------------------------------------------------------

Obligation = tuple[Text, str, tuple[str, ...]]


@rule("ATT-2", "ATT-7", "SET-6")
def _obligations(state: State) -> Iterable[Obligation]:
    if state.phase < Phase.LOGISTICS:
        left = state.names(setup.unplaced(state))
        if left:
            yield say("Da piazzare", "Still to be placed"), "SET-6", left
    if state.phase in (Phase.MOVEMENT, Phase.PLAN):
        units, hexes = obligations.unmet(state)
        if units:
            yield say("Devono attaccare", "Must attack"), "ATT-2", state.names(units)
        if hexes:
            yield say("Da attaccare", "To be attacked"), "ATT-7", state.hex_names(hexes)
    if state.phase == Phase.MOVEMENT:
        idle = [
            u
            for u in fighters(state, state.side)
            if state.world.kind[u] == UCT and "unsupplied" in _states(state, u)
        ]
        if idle:
            yield say("Senza rifornimento", "Without supply"), "LOG-1", state.names(idle)
