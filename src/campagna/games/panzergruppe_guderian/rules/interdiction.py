"""13.0 Interdiction: German aircraft and the Soviet marker. Their costs are in `movement` and `rail`."""

from __future__ import annotations

from msgspec.structs import replace

from campagna.core.chance import Chance
from campagna.core.contract import Event, Forecast, Note, Refusal
from campagna.core.decision import Decision, certain
from campagna.core.offers import Offer, Pick, Say
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.events import Interdicted, InterdictionEnded
from campagna.games.panzergruppe_guderian.orders import Interdict
from campagna.games.panzergruppe_guderian.rules.naming import path_hexes
from campagna.games.panzergruppe_guderian.rules.victory import holds
from campagna.games.panzergruppe_guderian.state import MARKERS, NOWHERE, State, acting_side
from campagna.games.panzergruppe_guderian.world import GERMAN, SIDES, SOVIET


@rule("13.1", "13.2a", "13.33a", "13.42")
def judge_interdict(state: State, order: Interdict) -> Refusal | list[int]:
    """The markers of one side: how many, where, and no two in a hex."""
    hexes = path_hexes(state, order.hexes) if order.hexes else []
    if isinstance(hexes, Refusal):
        return hexes
    side = acting_side(state.phase)
    if side == SOVIET and hexes and not soviet_may_interdict(state):
        return Refusal("13.41", "interdiction-used-up", {"count": state.soviet_marker_uses})
    rule_id, markers = ("13.41", 1) if side == SOVIET else ("13.1", _air_markers(state))
    if len(hexes) > markers:
        return Refusal(rule_id, "too-many-markers", {"count": markers})
    for h in hexes:
        if hexes.count(h) > 1:
            return Refusal("13.33a", "marker-there", {"hex": state.world.hex_ids[h]})
        refusal = refuse_marker(state, side, h)
        if refusal is not None:
            return refusal
    return hexes


def _air_markers(state: State) -> int:
    return int(state.world.scenario["limits"]["german_interdiction"]["markers"])


@rule("13.2b", "13.34", "13.45")
def refuse_marker(state: State, side: int, hex_: int) -> Refusal | None:
    """Why a marker may not lie in a hex."""
    facts = {"hex": state.world.hex_ids[hex_]}
    if side == SOVIET:
        if state.maps.held[GERMAN][hex_]:
            return Refusal("13.45", "germans-there", facts)
        return None
    limit = state.world.scenario["limits"]["german_interdiction"]["last_column"]
    if column(state, hex_) > limit and not beyond_limit(state):
        return Refusal("13.2b", "beyond-air-limit", {**facts, "column": limit})
    return None


def column(state: State, hex_: int) -> int:
    return int(state.world.hex_ids[hex_][:2])


@rule("13.2b", "13.2c", "13.2d")
def beyond_limit(state: State) -> bool:
    """Aircraft range everywhere from the turn after Smolensk was taken, while it is held."""
    if not state.smolensk_free:
        return False
    freed_by = state.world.scenario["limits"]["german_interdiction"]["freed_by"]
    return any(p.name == freed_by and holds(state, p) for p in state.world.prizes)


@rule("13.2a", "13.41", "13.42", "4.2 A4", "4.2 B5")
def carry_out_interdict(state: State, hexes: list[int], chance: Chance) -> list[Event]:
    """The markers stand until they are placed anew or taken away."""
    side = acting_side(state.phase)
    names = tuple(state.world.hex_ids[h] for h in hexes)
    if side == GERMAN:
        state.air = tuple(sorted(hexes))
    elif hexes:
        state.soviet_marker = hexes[0]
        state.soviet_marker_uses += 1
    state.maps.ground_changed(MARKERS)
    placed = "13.2a" if side == GERMAN else "13.42"
    return [Interdicted(rule=placed, side=SIDES[side], hexes=names)] if hexes else []


@rule("13.41")
def soviet_may_interdict(state: State) -> bool:
    """Three times in a game, never on the last turn (AMB-22)."""
    limits = state.world.scenario["limits"]["soviet_interdiction"]
    return bool(state.turn <= limits["last_turn"] and state.soviet_marker_uses < limits["uses"])


@rule("13.33b", "4.2 A1")
def end_german_interdiction(state: State) -> list[Event]:
    if not state.air:
        return []
    state.air = ()
    state.maps.ground_changed(MARKERS)
    return [InterdictionEnded(rule="13.33b", side=SIDES[GERMAN])]


@rule("13.46", "4.2 B5")
def end_soviet_interdiction(state: State) -> list[Event]:
    """The Soviet marker leaves when the German player turn ends."""
    if state.soviet_marker == NOWHERE:
        return []
    state.soviet_marker = NOWHERE
    state.maps.ground_changed(MARKERS)
    return [InterdictionEnded(rule="13.46", side=SIDES[SOVIET])]


@rule("13.1", "13.41")
def markers_now(state: State, side: int) -> int:
    """How many markers a side may place now."""
    if side == SOVIET:
        return 1 if soviet_may_interdict(state) else 0
    return _air_markers(state)


def marker_hexes(state: State, side: int) -> list[int]:
    """Where a marker may lie."""
    return [h for h in range(state.world.size) if refuse_marker(state, side, h) is None]


def offer_markers(state: State) -> tuple[Offer, ...]:
    """Markers, or none of them: an order without hexes is allowed even to a side without markers."""
    side = acting_side(state.phase)
    most = markers_now(state, side)
    if not most:
        return (Say("interdict", tone="decline"),)
    hexes = state.hexes(marker_hexes(state, side))
    return (Pick("interdict", "hexes", hexes, many=True, least=0, most=most, tone="main"),)


@rule("13.31", "13.32", "13.43", "13.44", "13.46", "13.33b")
def forecast_interdict(state: State, hexes: list[int]) -> Forecast:
    """What the markers cost the enemy, and how long they lie."""
    if not hexes:
        return certain("13.2a")
    tables, side = state.world.tables, acting_side(state.phase)
    more = tables["terrain"]["interdicted"] // 2
    if side == SOVIET:
        left = state.world.scenario["limits"]["soviet_interdiction"]["uses"]
        facts = {"count": more, "left": left - state.soviet_marker_uses - 1}
        return replace(certain("13.43"), notes=(Note("soviet-marker", facts),))
    notes = (Note("air-markers", {"count": more, "rail": tables["rail"]["interdicted"]}),)
    return replace(certain("13.32"), notes=notes)


INTERDICT = Decision(
    Interdict,
    "13.2a",
    judge_interdict,
    carry_out_interdict,
    forecast_interdict,
    offer=offer_markers,
)
