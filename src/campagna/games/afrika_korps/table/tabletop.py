"""What a table shows of a position: pieces, zones, supply, boxes, the turn track."""

from __future__ import annotations

from functools import cache

from campagna.core.contract import LANGUAGES, Text
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.tabletop import (
    Box,
    Layer,
    Marker,
    Piece,
    Score,
    Stretch,
    Tabletop,
    Track,
    place_in,
)
from campagna.games.afrika_korps.rules.combat.obligations import current_task
from campagna.games.afrika_korps.rules.combat.zones import zone
from campagna.games.afrika_korps.rules.sequence.sequence import PHASE_RULES
from campagna.games.afrika_korps.rules.supply.isolation import supplied_hexes
from campagna.games.afrika_korps.state import PHASE_NAMES, POOL, Phase, State
from campagna.games.afrika_korps.table import position
from campagna.games.afrika_korps.table.aims import aims, warnings
from campagna.games.afrika_korps.table.charts import SIZES, SYMBOLS, chips
from campagna.games.afrika_korps.table.conditions import conditions
from campagna.games.afrika_korps.world import AXIS, HOME, SIDES, SUPPLY

TITLES: dict[str, Text] = {
    "zones": {"it": "Zone di controllo", "en": "Zones of control"},
    "supplied": {"it": "In linea con un rifornimento", "en": "In line with a supply"},
    "objectives": {"it": "Fortezze e basi", "en": "Fortresses and bases"},
    "control-turns": {
        "it": "Turni di fila con tutte le fortezze e le basi",
        "en": "Turns in a row with all fortresses and bases",
    },
    "box-pool": {"it": "Fuori mappa", "en": "Beside the map"},
    "box-dead": {"it": "Unità eliminate", "en": "Eliminated units"},
    "box-sea": {"it": "In mare", "en": "At sea"},
    "box-aside": {"it": "Messe da parte per le sostituzioni", "en": "Set aside by substitution"},
    "box-reinforcements": {"it": "Rinforzi", "en": "Reinforcements"},
    "must-be-attacked": {"it": "Da attaccare", "en": "To be attacked"},
    "must-attack": {"it": "Devono attaccare", "en": "Must attack"},
    "automatic-victory": {
        "it": "Vittoria automatica da risolvere",
        "en": "Automatic victory to be carried out",
    },
    "supply-must-serve": {
        "it": "Rifornimento da usare contro chi ha accanto",
        "en": "Supply to be used against the units next to it",
    },
}


def _phase(name: str) -> Text:
    words = load_messages(HOME)
    return {language: words.text("word", name, language) for language in LANGUAGES}


@rule("3")
@cache
def _sequence() -> tuple[Stretch, ...]:
    """The Axis moves first in each turn."""
    words = load_messages(HOME).tables["phase"]
    return tuple(
        Stretch(name, dict(words[name]), side, PHASE_RULES[n])
        for side in SIDES
        for n, name in enumerate(PHASE_NAMES[: Phase.OVER])
    )


def tabletop(state: State) -> Tabletop:
    scenario = state.world.scenario
    labels = scenario["turn_labels"]
    track = Track(
        turn=state.turn,
        labels=tuple(
            {"it": it, "en": en} for it, en in zip(labels["it"], labels["en"], strict=True)
        ),
        phases=tuple(_phase(name) for name in PHASE_NAMES[: Phase.OVER]),
        phase=min(state.phase, Phase.OVER - 1),
        sequence=_sequence(),
        now=place_in(_sequence(), PHASE_NAMES[state.phase], SIDES[state.side]),
    )
    return Tabletop(
        pieces=tuple(_pieces(state)),
        markers=tuple(_markers(state)),
        layers=tuple(_layers(state)),
        boxes=_boxes(state),
        track=track,
        scores=tuple(
            Score(side, state.held[i], ((TITLES["control-turns"], state.held[i], "4.1b"),))
            for i, side in enumerate(SIDES)
        ),
        level=state.level,
        obligations=_obligations(state),
        aims=aims(state),
        warnings=tuple(warnings(state)),
        conditions=tuple(conditions(state)),
        chips=tuple(chips(state)),
    )


def _pieces(state: State) -> list[Piece]:
    sources = state.world.tables["sources"]
    found = []
    for i, u in enumerate(state.units):
        counter = state.counter(i)
        if counter.captured and u.place == POOL:
            continue
        side = SIDES[counter.side]
        if u.place >= 0:
            at = state.hex_name(u.place)
        elif u.place == POOL:
            due = state.world.arrival.get(i)
            at = f"{side}-turn-{due}" if due else f"{side}-pool"
        else:
            at = f"{side}-{position.BOX_NAMES[u.place]}"
        names = [name for name, bit in position.FLAG_NAMES.items() if u.flags & bit]
        found.append(
            Piece(
                id=counter.id,
                side=side,
                at=at,
                nation=counter.nationality or side,
                symbol=SYMBOLS.get(counter.type, counter.type),
                size=SIZES.get(counter.size, ""),
                factors="" if counter.kind == SUPPLY else counter.factors,
                name=counter.label,
                states=tuple(names),
                source=sources.get(counter.source, counter.source),
                formation=counter.label.split("/")[0] if counter.nationality == "german" else "",
            )
        )
    return found


def _markers(state: State) -> list[Marker]:
    found = []
    for v in state.victories:
        for hex_ in sorted({state.place(d) for d in v.defenders if state.place(d) >= 0}):
            at = state.hex_name(hex_)
            found.append(
                Marker("automatic-victory", at, SIDES[state.side], "", "flag", "top-right")
            )
    found += [Marker("victory", aim.at, aim.side, "V", "number", "top-left") for aim in aims(state)]
    for hex_ in state.ports:
        at = state.hex_name(hex_)
        found.append(Marker("port", at, SIDES[state.side], "", "anchor", "bottom-left"))
    return found


def _layers(state: State) -> list[Layer]:
    ids = state.world.hex_ids
    found = []
    for i, side in enumerate(SIDES):
        zones = zone(state, i)
        supplied = supplied_hexes(state, i)
        playable = state.world.playable
        found.append(
            Layer(
                f"zone-{side}",
                TITLES["zones"],
                side,
                tuple(ids[h] for h in range(state.world.size) if zones[h]),
                "7.1a",
                "zone",
            )
        )
        found.append(
            Layer(
                f"supply-{side}",
                TITLES["supplied"],
                side,
                tuple(ids[h] for h in range(state.world.size) if supplied[h] and playable[h]),
                "24.1",
                "supply",
            )
        )
    goals = tuple(ids[h] for h in state.world.objectives)
    found.append(Layer("objectives", TITLES["objectives"], SIDES[AXIS], goals, "4.1b", "goal"))
    return found


def _boxes(state: State) -> tuple[Box, ...]:
    boxes = []
    turns = sorted(set(state.world.arrival.values()))
    for side in SIDES:
        for name in ("pool", "dead", "sea", "aside"):
            boxes.append(Box(f"{side}-{name}", TITLES[f"box-{name}"], side))
        for turn in turns:
            boxes.append(Box(f"{side}-turn-{turn}", TITLES["box-reinforcements"], side, turn))
    return tuple(boxes)


def _obligations(state: State) -> tuple[tuple[Text, str, tuple[str, ...]], ...]:
    """In movement and combat: who must still attack and who must be attacked."""
    if state.phase not in (Phase.MOVEMENT, Phase.SUBSTITUTION, Phase.COMBAT):
        return ()
    task = current_task(state)
    found: list[tuple[Text, str, tuple[str, ...]]] = []
    if task.targets:
        found.append((TITLES["must-be-attacked"], "8.4a", state.names(task.targets)))
    if task.obliged:
        found.append((TITLES["must-attack"], "8.4b", state.names(task.obliged)))
    for fight in task.standing:
        found.append((TITLES["automatic-victory"], "9.1c", state.names(fight.defenders)))
    for demand in task.demands:
        found.append((TITLES["supply-must-serve"], "13.2", (state.name(demand.supply),)))
    return tuple(found)
