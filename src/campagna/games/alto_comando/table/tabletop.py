"""What the measured table shows of a view: bases, works, terrain, boxes, points.

The state is restored from the view; nothing asked of it here depends on a hidden choice of cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campagna.core.conditions import words
from campagna.core.contract import LANGUAGES, Text
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.tabletop import (
    Box,
    Chip,
    Marker,
    Piece,
    Score,
    Stretch,
    Tabletop,
    Threat,
    Track,
    place_in,
)
from campagna.games.alto_comando.rules import beda_fomm, deployment, forces, victory
from campagna.games.alto_comando.rules.cover import is_sheltered
from campagna.games.alto_comando.rules.losses import is_shaken, points_of, worth
from campagna.games.alto_comando.rules.sequence import PHASE_RULES
from campagna.games.alto_comando.state import (
    FIRED,
    MOVED,
    PHASE_NAMES,
    RECOVERED,
    TABLE,
    WHERE_NAMES,
    Phase,
    State,
    Tally,
)
from campagna.games.alto_comando.table.conditions import conditions
from campagna.games.alto_comando.table.sheet import sheet
from campagna.games.alto_comando.world import ALLIED, AXIS, BEDA_FOMM, HOME, SIDES

PHASES: tuple[tuple[Phase, Text], ...] = (
    (Phase.REPLACE, {"it": "Rimpiazzo", "en": "Replacement"}),
    (Phase.CLEAR, {"it": "Genio", "en": "Engineers"}),
    (Phase.MOVE, {"it": "Movimento", "en": "Movement"}),
    (Phase.AIR, {"it": "Aerei", "en": "Aircraft"}),
    (Phase.TRENCH_FIRE, {"it": "Fuoco dalle trincee", "en": "Trench fire"}),
    (Phase.FIRE, {"it": "Fuoco", "en": "Fire"}),
)
BOXES: dict[str, Text] = {
    "reserve": {"it": "Fuori dal tavolo", "en": "Off the table"},
    "scattered": {"it": "Dispersi", "en": "Scattered"},
    "destroyed": {"it": "Distrutti", "en": "Destroyed"},
    "escaped": {"it": "Usciti", "en": "Broken out"},
}


def tabletop(state: State) -> Tabletop:
    return Tabletop(
        pieces=tuple(_pieces(state)),
        markers=tuple(_markers(state)),
        layers=(),
        boxes=tuple(_boxes(state)),
        track=_track(state),
        scores=_scores(state),
        level=_level(state),
        obligations=tuple(_obligations(state)),
        sheet=sheet(state),
        warnings=tuple(_warnings(state)),
        conditions=tuple(conditions(state)),
        chips=tuple(_chips(state)),
    )


# --- bases ----------------------------------------------------------------------------------------------


def _pieces(state: State) -> Iterator[Piece]:
    for base, unit in enumerate(state.roster.units):
        b = state.bases[base]
        line = unit.line
        formation = "" if unit.is_supply else state.formations[unit.formation].id
        yield Piece(
            id=unit.id,
            side=SIDES[unit.side],
            at="table" if b.where == TABLE else f"{WHERE_NAMES[b.where]}.{SIDES[unit.side]}",
            nation=unit.nationality or SIDES[unit.side],
            symbol=unit.kind,
            factors=f"{line.spotting // 10}-{line.range_ // 10}-{line.save}+-{line.move // 10}",
            name=unit.key,
            group=formation,
            states=tuple(_states(state, base)),
            source=line.source,
            formation=formation,
        )


def _states(state: State, base: int) -> Iterator[str]:
    flags = state.bases[base].flags
    for name, flag in (("moved", MOVED), ("fired", FIRED), ("recovered", RECOVERED)):
        if flags & flag:
            yield name
    if is_shaken(state, base):
        yield "shaken"
    if state.on_table(base) and is_sheltered(state, base):
        yield "trench"


def _boxes(state: State) -> Iterator[Box]:
    for side in SIDES:
        for id_, title in BOXES.items():
            if id_ != "escaped" or state.field.id == BEDA_FOMM:
                yield Box(f"{id_}.{side}", title, side)
    if state.campaign is not None and state.setup.scenario != "battle":
        for area in forces.plan(state).areas:
            yield Box(f"area.{area.id}", {"it": area.it, "en": area.en}, "", kind="area")


@rule("CAM-3", "AIR-1")
def _markers(state: State) -> Iterator[Marker]:
    if state.campaign is not None and state.setup.scenario != "battle":
        front = forces.plan(state).areas[state.campaign.front]
        yield Marker("front", f"area.{front.id}")
    for target in state.markers:
        yield Marker("air", state.name(target), SIDES[state.active])


# --- turns and points -----------------------------------------------------------------------------------


@rule("TRN-1")
def _track(state: State) -> Track:
    most = state.world.tables["turns"]["most"]
    labels = tuple({"it": str(n), "en": str(n)} for n in range(1, most + 1))
    known = [phase for phase, _ in PHASES]
    sequence = _sequence()
    if state.phase not in known:
        return Track(state.turn, labels, sequence=sequence)
    phase = known.index(Phase(state.phase))
    now = place_in(sequence, PHASE_NAMES[state.phase], SIDES[state.active])
    return Track(state.turn, labels, tuple(text for _, text in PHASES), phase, sequence, now)


@rule("SEQ-1", "TRN-3")
def _sequence() -> tuple[Stretch, ...]:
    """The Axis plays first, always."""
    return tuple(
        Stretch(PHASE_NAMES[phase], text, side, PHASE_RULES[phase])
        for side in SIDES
        for phase, text in PHASES
    )


@rule("VIC-1", "VIC-2", "VIC-3")
def _scores(state: State) -> tuple[Score, ...]:
    if state.field.id == BEDA_FOMM:
        out = beda_fomm.escaped(state)
        return (Score(SIDES[AXIS], out, ((BOXES["escaped"], out, "BF-5"),)),)
    return tuple(
        Score(SIDES[side], points_of(state, side), tuple(_score_lines(state, state.tallies[side])))
        for side in range(2)
    )


def _score_lines(state: State, tally: Tally) -> Iterable[tuple[Text, int, str]]:
    counted: tuple[tuple[Text, Tally, str], ...] = (
        (
            {"it": "Punti per unità distrutte", "en": "Points for units destroyed"},
            Tally(0, tally.destroyed),
            "VIC-1",
        ),
        (
            {"it": "Punti per unità disperse", "en": "Points for units scattered"},
            Tally(tally.scattered),
            "VIC-2",
        ),
        (
            {"it": "Punti per basi distrutte", "en": "Points for supply bases"},
            Tally(0, 0, tally.supplies),
            "VIC-3",
        ),
    )
    return [(text, worth(state, part), rule_id) for text, part, rule_id in counted]


def _level(state: State) -> str:
    if state.result is not None:
        return state.result.level
    if not state.bases or state.field.id == BEDA_FOMM:
        return ""
    return victory.standing(state)[1]


@rule("VIC-1", "BF-5")
def _chips(state: State) -> Iterator[Chip]:
    """The score, both sides beside each other; at Beda Fomm only who got away counts."""
    if not state.bases or not state.turn:
        return
    if state.field.id == BEDA_FOMM:
        facts = {"count": beda_fomm.escaped(state)}
        yield Chip("points", words(HOME, "escaped-short", **facts), "BF-5", "escape")
        return
    axis, allied = points_of(state, AXIS), points_of(state, ALLIED)
    score = words(HOME, "score-short", axis=axis, allied=allied)
    yield Chip("points", score, "VIC-1", "levels", _level(state))


@rule("TRN-1", "TRN-2")
def _warnings(state: State) -> Iterator[Threat]:
    """From the ninth turn on a die may end the battle, and after the twelfth it is over."""
    turns = state.world.tables["turns"]
    if not state.turn or state.result is not None or state.field.id == BEDA_FOMM:
        return
    if state.turn >= turns["most"]:
        last = {"it": "Ultimo turno della battaglia", "en": "Last turn of the battle"}
        yield Threat(last, "TRN-1", "")
    elif state.turn + 1 in turns["end_die"]["turns"]:
        dice = ", ".join(map(str, turns["end_die"]["ends_on"]))
        text = {
            "it": f"La battaglia può finire dopo questo turno: con un dado di {dice}",
            "en": f"The battle may end after this turn: on a die of {dice}",
        }
        yield Threat(text, "TRN-2", "")


def _obligations(state: State) -> Iterator[tuple[Text, str, tuple[str, ...]]]:
    """What keeps the placement from ending, from its beginning on: all of it, not only the first."""
    if state.phase != Phase.DEPLOY:
        return
    messages = load_messages(HOME)
    for refusal in deployment.owed(state):
        text = {
            lang: messages.text("obligation", refusal.reason, lang, refusal.facts)
            for lang in LANGUAGES
        }
        bases = deployment.unplaced(state) if refusal.rule == "SET-3" else []
        yield text, refusal.rule, state.names(bases)
