"""What holds now and is easily overlooked: supply, full hexes, the thresholds of victory."""

from __future__ import annotations

from collections.abc import Iterator

from campagna.core.conditions import condition, level, words
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.tabletop import Condition
from campagna.games.panzergruppe_guderian.rules import stacking, victory
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.table.position import FLAG_NAMES
from campagna.games.panzergruppe_guderian.world import GERMAN, HOME, SIDES, SOVIET


def conditions(state: State) -> Iterator[Condition]:
    net = victory.german_points(state) - victory.soviet_points(state)
    yield condition(HOME, "net", "now", "15.2", points=net)
    for side in (SOVIET, GERMAN):
        yield from _dangers(state, side)
    yield from _levels(state, net)


@rule("11.11", "11.21a", "7.1e")
def _dangers(state: State, side: int) -> Iterator[Condition]:
    flag = FLAG_NAMES["unsupplied"]
    sides = state.world.unit_sides
    cut = [
        u
        for u, unit in enumerate(state.units)
        if sides[u] == side and unit.place >= 0 and unit.flags & flag
    ]
    if cut:
        rule_id = "11.11" if side == GERMAN else "11.21a"
        yield condition(
            HOME, "unsupplied", "danger", rule_id, side=SIDES[side], grave=True, count=len(cut)
        )
    over = stacking.overstacked(state, side)
    if over:
        hexes = tuple(state.world.hex_ids[h] for h in sorted(over))
        yield condition(HOME, "overstacked", "danger", "7.1e", side=SIDES[side], hexes=hexes)


@rule("15.2")
def _levels(state: State, net: int) -> Iterator[Condition]:
    names = load_messages(HOME).tables["level"]
    below, now = 0, victory.victory_level(state, net)
    for row in state.world.tables["victory"]["levels"]:
        key = "up-to" if "up_to" in row else "from"
        value = words(HOME, key, points=row.get("up_to", below + 1))
        yield level(dict(names[row["id"]]), "15.2", value, reached=row["id"] == now)
        below = row.get("up_to", below)
