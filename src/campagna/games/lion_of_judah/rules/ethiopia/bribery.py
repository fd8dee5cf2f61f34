"""PB 13.6.8 Bribery: resource points for the chiefs of a region, tribal levies in return."""

from __future__ import annotations

from collections import Counter as Tally

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, ForecastLine, Note, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.events import Bribed
from campagna.games.lion_of_judah.orders import Bribe
from campagna.games.lion_of_judah.rules.ethiopia.leaders import is_negus
from campagna.games.lion_of_judah.rules.events import placement
from campagna.games.lion_of_judah.rules.general.forecast import FACES, die_notes
from campagna.games.lion_of_judah.rules.general.names import own_box
from campagna.games.lion_of_judah.rules.general.offering import form
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.rules.resources.prices import points_note
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import S1935, Block

Plan = tuple[str, int, int]
"""Region, box, points."""


def regions(state: State) -> dict[str, int]:
    """The regions of the levies and their anchor hexes."""
    blocks: list[Block] = state.theatre.scenario["levies"]["regions"]
    return {b["id"]: state.world.hex_index[b["anchor"]] for b in blocks}


def is_asked(state: State) -> bool:
    """Only the Italian of 1935-36 bribes chiefs."""
    return state.part == S1935 and state.side == ITALIAN


@rule("PB 13.6.8", "7.3.2-e")
def judge_bribe(state: State, order: Bribe) -> Refusal | Plan:
    if order.region not in regions(state):
        return Refusal("PB 13.6.8", "unknown-region", {"region": order.region})
    if order.region in state.bribed:
        return Refusal("PB 13.6.8", "bribed-already", {"region": order.region})
    box = own_box(state, order.box, ITALIAN)
    if isinstance(box, Refusal):
        return box
    least, most = state.world.tables["bribery"]["rp"]
    if not least <= order.count <= most:
        return Refusal("PB 13.6.8", "bribe-size", {"least": least, "most": most})
    if state.boxes[box] < order.count:
        facts: dict[str, Fact] = {"box": order.box, "count": state.boxes[box]}
        return Refusal("7.3.1-a", "too-few-points", facts)
    return order.region, box, order.count


@rule("PB 13.6.8")
def modifier(state: State, anchor: int) -> int:
    """Italian troops near by help, the Negus near by hinders."""
    table, measure = state.world.tables["bribery"], state.world.board.grid.distance
    drm = 0
    near = [u for u in state.on_map(ITALIAN) if measure(state.units[u].place, anchor) <= 3]
    if any(state.world.combat[u] for u in near):
        drm += table["italian_combat_unit_within_3"]
    for unit in state.on_map(OTHER):
        if is_negus(state, unit) and measure(state.units[unit].place, anchor) <= 3:
            drm += table["negus_within_3"]
    return int(drm)


@rule("PB 13.6.8")
def carry_out_bribe(state: State, plan: Plan, chance: Chance) -> list[Event]:
    """The points are gone whatever the result."""
    region, box, points = plan
    events = resources.spend(state, box, points, "bribery", "PB 13.6.8")
    state.bribed.append(region)
    anchor = regions(state)[region]
    die, drm = chance.roll(6, "bribery"), modifier(state, anchor)
    levies = levies_for(state, die + points + drm)
    event = Bribed(
        rule="PB 13.6.8", region=region, count=points, die=die, modifier=drm, levies=levies
    )
    if levies:
        hexes = placement.levy_hexes(state, anchor)
        placement.lay(state, placement.LEVY, levies, hexes, "bribery")
    return [*events, event]


def levies_for(state: State, modified: int) -> int:
    """How many levies a modified roll brings."""
    for row in state.world.tables["bribery"]["levies"]:
        if modified <= row["roll"].get("to", modified):
            return int(row["levies"])
    raise AssertionError("the bribery table has no last row")


def bribes(state: State) -> list[Bribe]:
    least, most = state.world.tables["bribery"]["rp"]
    return [
        Bribe(region, state.theatre.boxes[box].id, points)
        for region in regions(state)
        if region not in state.bribed
        for box in resources.side_boxes(state, ITALIAN)
        for points in range(least, min(most, state.boxes[box]) + 1)
    ]


def forecast_bribe(state: State, plan: Plan) -> Forecast:
    """Every point paid is added to the die."""
    region, box, points = plan
    drm = modifier(state, regions(state)[region]) + points
    results = Tally(levies_for(state, die + drm) for die in range(1, FACES + 1))
    lines = tuple(
        ForecastLine(
            str(n),
            results[n] / FACES,
            {"levies": n},
            means="levies" if n else "no-levy",
        )
        for n in sorted(results, reverse=True)
    )
    paid = points_note(state, box, points)
    notes = (Note("bribe-cost", {"count": points}), *die_notes(drm), paid)
    return Forecast("PB 13.6.8", lines, {"modifier": drm}, notes)


def offer_bribe(state: State) -> tuple[Offer, ...]:
    rows = [(o.region, o.box, o.count) for o in bribes(state)]
    return form("bribe", ("region", "box", "count"), rows)


BRIBE = Decision(
    Bribe,
    "PB 13.6.8",
    judge_bribe,
    carry_out_bribe,
    forecast_bribe,
    offer=offer_bribe,
    when=is_asked,
)
