"""What the table shows of a view: counters, markers, layers, tracks and points.

Everything is made from the view. Where a rule must be asked (supply, points) it is asked of a
state imagined from the view: none of these answers depends on a unit that the viewer cannot place.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress

from campagna.core.chance import SeededChance
from campagna.core.contract import Text, View
from campagna.core.editions import Options
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.tabletop import Layer, Marker, Score, Stretch, Tabletop, Track, place_in
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.flags import NOWHERE
from campagna.games.lion_of_judah.rules.general import stacking, victory
from campagna.games.lion_of_judah.rules.resources import supply
from campagna.games.lion_of_judah.rules.sequence.sequence import PHASE_RULES, decider
from campagna.games.lion_of_judah.state import PHASE_NAMES, AirStatus, Phase, State
from campagna.games.lion_of_judah.table import aims
from campagna.games.lion_of_judah.table.chips import chips, notices
from campagna.games.lion_of_judah.table.conditions import conditions
from campagna.games.lion_of_judah.table.counter_faces import boxes, pieces, say
from campagna.games.lion_of_judah.table.imagine import imagine
from campagna.games.lion_of_judah.table.position import Position
from campagna.games.lion_of_judah.world import HOME, S1935, S1940, World
from campagna.hexes.kernels import FAR


@rule("2.6")
def tabletop(world: World, options: Options, view: View) -> Tabletop:
    seen: Position = view.position
    state = imagine(world, view.setup, options, seen, SeededChance(0))
    return Tabletop(
        pieces=tuple(pieces(state, seen)),
        markers=tuple(_markers(state)),
        layers=_layers(state),
        boxes=tuple(boxes(state, seen)),
        track=_track(state),
        scores=(_score(state),),
        level="" if state.phase == Phase.SETUP else victory.level(state),
        obligations=tuple(_obligations(state)),
        aims=aims.aims(state),
        warnings=tuple(aims.warnings(state)),
        conditions=tuple(conditions(state, view.viewer)),
        chips=tuple(chips(state, view.viewer)),
        notices=tuple(notices(state)),
    )


# --- markers and layers -----------------------------------------------------------------------------


@rule("2.6", "10.2.2.1-a", "10.1.5")
def _markers(state: State) -> Iterable[Marker]:
    name = state.hex_name
    for h in state.roads:
        yield Marker("road", name(h), sign="road", spot="bottom-left")
    for site in state.sites:
        side = state.side_name(site.side)
        yield Marker("road_site", name(site.hex), side, "", "shovel", "bottom-left")
    for i, a in enumerate(state.air):
        if a.place != NOWHERE and a.status in (AirStatus.INTERDICTING, AirStatus.SUPPLYING):
            side = state.side_name(state.world.air[i].side)
            if a.status == AirStatus.INTERDICTING:
                yield Marker("interdiction", name(a.place), side, sign="aircraft-barred")
            else:
                yield Marker("air_supply", name(a.place), side, "", "aircraft", "bottom-left")
    for h in state.gassed:
        yield Marker("gas", name(h), state.side_name(ITALIAN))
    for unit in state.theatre.units:
        u = state.units[unit]
        if u.load and u.place >= 0:
            side = state.side_name(state.own(unit))
            yield Marker("rp", name(u.place), side, str(u.load), "number", "bottom-right")
    for hex_name, points in _values(state).items():
        h = state.world.hex_index[hex_name]
        owner = state.control[h]
        side = state.side_name(owner) if owner in (ITALIAN, OTHER) else ""
        yield Marker("victory", hex_name, side, str(points), "number", "top-left")


def _values(state: State) -> dict[str, int]:
    block = state.theatre.scenario["victory"]
    if state.part == S1935:
        return dict(block["hexes"])
    return {**block["hexes_allied"], **block["hexes_italian"]}


def _layers(state: State) -> tuple[Layer, ...]:
    names = state.world.hex_ids

    def near(mask: bytearray) -> tuple[str, ...]:
        return tuple(n for n, d in zip(names, mask, strict=True) if d != FAR)

    found = [
        Layer(
            f"control-{side}",
            say("Controllo", "Control"),
            state.side_name(side),
            tuple(n for n, c in zip(names, state.control, strict=True) if c == side),
            "3.2-a",
        )
        for side in (ITALIAN, OTHER)
    ]
    supplied = [ITALIAN] if state.part == S1935 else [ITALIAN, OTHER]
    found += [
        Layer(
            f"supply-{side}",
            say("Rifornimento", "Supply"),
            state.side_name(side),
            near(supply.to_network(state, side, NOWHERE)),
            "9.4-2",
            "supply",
        )
        for side in supplied
    ]
    if state.part == S1940:
        far = tuple(compress(names, state.theatre.offensive_limit))
        title = say("Limite dell'offensiva italiana", "Italian offensive limit")
        found.append(Layer("offensive-limit", title, state.side_name(ITALIAN), far, "PB 14.6.7"))
    return tuple(found)


# --- turns and points -------------------------------------------------------------------------------


def _track(state: State) -> Track:
    labels = state.theatre.scenario["turn_labels"]
    words = load_messages(HOME).tables["phase"]
    return Track(
        turn=state.turn,
        labels=tuple(say(it, en) for it, en in zip(labels["it"], labels["en"], strict=True)),
        phases=tuple(dict(words[name]) for name in PHASE_NAMES),
        phase=state.phase,
        sequence=_sequence(state),
        now=place_in(_sequence(state), PHASE_NAMES[state.phase], state.side_name(state.side)),
    )


@rule("5.2-A-I", "5.2-C", "5.2-D")
def _sequence(state: State) -> tuple[Stretch, ...]:
    """In an administrative step one side follows the other; then each plays its segments, in 1935-36
    the Ethiopians leader after leader."""
    words = load_messages(HOME).tables["phase"]
    administrative = range(Phase.ARRIVALS, Phase.SPECIAL + 1)
    first = state.part == S1935
    segments = (Phase.INTERDICTION, Phase.MOVEMENT, Phase.COMBAT)
    bombs = (Phase.BOMBING,) if first else ()
    leaders = (Phase.ACTIVATION,) if first else ()
    order = (
        *((phase, side) for phase in administrative for side in (ITALIAN, OTHER)),
        (Phase.EVENT, ITALIAN),
        *((phase, ITALIAN) for phase in (*segments[:2], *bombs, *segments[2:])),
        *((phase, OTHER) for phase in (*leaders, *segments)),
        (Phase.END, ITALIAN),
    )
    return tuple(
        Stretch(
            PHASE_NAMES[n],
            dict(words[PHASE_NAMES[n]]),
            state.side_name(side),
            PHASE_RULES[Phase(n)],
            asks=n not in (Phase.EVENT, Phase.END),
        )
        for n, side in order
    )


def _score(state: State) -> Score:
    """The points of the side that collects them, line by line."""
    lines = tuple(
        (_reason(state, what), points, rule_id) for what, points, rule_id in victory.lines(state)
    )
    return Score(state.side_name(victory.collector(state)), victory.score(state), lines)


REASONS = {"steps": "steps-lost"}
"""Reasons for points that go by another word where it is said what was paid for."""


def _reason(state: State, what: str) -> Text:
    for place in state.world.board.places:
        if what in state.world.hex_index and state.world.hex_index[what] in place.hexes:
            return dict(load_messages(HOME).place(place.name))
    messages = load_messages(HOME).tables.get("word", {})
    word = REASONS.get(what, what)
    return dict(messages[word]) if word in messages else say(word, word)


# --- what must still be done ------------------------------------------------------------------------

Obligation = tuple[Text, str, tuple[str, ...]]


@rule("8.3")
def _obligations(state: State) -> Iterable[Obligation]:
    if state.phase == Phase.OVER:
        return
    over = tuple(state.hex_name(h) for h in stacking.overstacked(state, decider(state)))
    if over:
        text = say(
            f"Troppe unità in un esagono: {', '.join(over)}",
            f"Too many units in a hex: {', '.join(over)}",
        )
        yield text, "8.3", over
