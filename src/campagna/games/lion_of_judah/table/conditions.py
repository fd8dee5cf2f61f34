"""What holds now and is easily overlooked: points in store, events in force, prestige, thresholds."""

from __future__ import annotations

from collections.abc import Iterator

from campagna.core.conditions import condition, level, words
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.tabletop import Condition
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.flags import UNSUPPLIED
from campagna.games.lion_of_judah.rules.general import stacking, victory
from campagna.games.lion_of_judah.state import Phase, State
from campagna.games.lion_of_judah.world import HOME, S1935


def conditions(state: State, viewer: str) -> Iterator[Condition]:
    if state.phase in (Phase.SETUP, Phase.OVER):
        return
    yield from _stores(state, viewer)
    yield from _prices(state)
    for side in (ITALIAN, OTHER):
        over = tuple(state.hex_name(h) for h in stacking.overstacked(state, side))
        if over:
            yield condition(
                HOME, "overstacked", "danger", "8.3", side=state.side_name(side), hexes=over
            )
    yield from _unsupplied(state, viewer)
    yield from _levels(state)


@rule("7.3.1-a", "7.3.4-a")
def _prices(state: State) -> Iterator[Condition]:
    """What replacements cost, as often as they are bought."""
    costs = state.world.tables["rp_costs"]
    facts = {name: costs[name] for name in ("step", "hq", "truck")}
    yield condition(HOME, "prices", "means", "7.3.1-a", **facts)


@rule("9.2")
def _unsupplied(state: State, viewer: str) -> Iterator[Condition]:
    """Of one's own side only: who of the enemy is cut off may be hidden in a stack."""
    for side in (ITALIAN, OTHER):
        if state.side_name(side) != viewer:
            continue
        cut = tuple(state.name(u) for u in state.on_map(side) if state.has(u, UNSUPPLIED))
        if cut:
            n = len(cut)
            yield condition(
                HOME, "unsupplied", "danger", "9.2", side=viewer, grave=True, units=cut, count=n
            )


@rule("9.1-a")
def _stores(state: State, viewer: str) -> Iterator[Condition]:
    """Resource points of the other side by store; one's own stand in the top bar."""
    for i, box in enumerate(state.theatre.boxes):
        if state.boxes[i] and viewer != state.side_name(box.side):
            value = words(HOME, "store-value", count=state.boxes[i])
            yield Condition("store", box.name, "means", value, "9.1-a", state.side_name(box.side))


@rule("PB 13.4.5", "PB 14.3.3")
def _levels(state: State) -> Iterator[Condition]:
    rule_id = "PB 13.4.5" if state.part == S1935 else "PB 14.3.3"
    names, now = load_messages(HOME).tables["level"], victory.level(state)
    above = 0
    for row in state.theatre.scenario["victory"]["levels"]:
        key = "from" if "from" in row else "below"
        value = words(HOME, key, points=row.get("from", above))
        yield level(dict(names[row["id"]]), rule_id, value, reached=row["id"] == now)
        above = row.get("from", above)
