"""What holds now and is easily overlooked: points in store, events in force, prestige, thresholds."""

from __future__ import annotations

from collections.abc import Iterator

from campagna.core.conditions import condition, level, words
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.tabletop import Condition
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.rules.general import stacking, victory
from campagna.games.lion_of_judah.state import Phase, State
from campagna.games.lion_of_judah.world import HOME, S1935


def conditions(state: State) -> Iterator[Condition]:
    if state.phase in (Phase.SETUP, Phase.OVER):
        return
    yield condition(HOME, "points", "now", "4.1", points=victory.score(state))
    yield from _stores(state)
    if state.part == S1935:
        yield condition(HOME, "bombing", "now", "PB 13.6.5.1-a", count=state.bombing)
    for side in (ITALIAN, OTHER):
        over = tuple(state.hex_name(h) for h in stacking.overstacked(state, side))
        if over:
            yield condition(
                HOME, "overstacked", "danger", "8.3", side=state.side_name(side), hexes=over
            )
    yield from _levels(state)


@rule("9.1-a")
def _stores(state: State) -> Iterator[Condition]:
    """Resource points by store, for those that have any."""
    for i, box in enumerate(state.theatre.boxes):
        if state.boxes[i]:
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
