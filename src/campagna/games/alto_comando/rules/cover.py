"""What protects and hides a base: trenches, buildings, woods, hills (TRE, TER-4..5, WF-1a..4)."""

from __future__ import annotations

from campagna.core.rulebook import rule
from campagna.games.alto_comando.rules.geometry import HARD, SOFT, own_segment, standing_in
from campagna.games.alto_comando.state import State
from campagna.games.alto_comando.world import NOBODY
from campagna.plane.bases import Point


@rule("TRE-2", "TRE-4", "TRE-6", "TRE-7", "WF-3")
def is_sheltered(state: State, base: int) -> bool:
    """Whether a base has the benefit of a trench of its own side, or of a building of anybody's."""
    if state.unit(base).kind not in state.world.tables["classes"]["trench_benefit"]:
        return False
    return is_in_trench(state, base)


@rule("TRE-7", "WF-3")
def is_in_trench(state: State, base: int) -> bool:
    """Whether a base stands in a trench of its own side or in a building, of use to it or not."""
    return own_segment(state, base) or standing_in(state, state.at(base), HARD) != NOBODY


@rule("WF-1a", "WF-2", "WF-6")
def is_softly_covered(state: State, at: Point) -> bool:
    """Whether a base that stands here is in woods or broken ground."""
    return standing_in(state, at, SOFT) != NOBODY


def is_on_hill(state: State, at: Point) -> bool:
    return standing_in(state, at, ("hill",)) != NOBODY


@rule("TER-4", "TER-5", "TRE-3", "TRE-5", "WF-1a")
def spotting_radius(state: State, spotter: int, target: Point) -> int:
    """How far a base sees one that stands there."""
    line = state.unit(spotter).line
    table = state.world.tables["spotting"]
    if is_softly_covered(state, target):
        woods = table["woods"]
        return int(woods["recon"] if line.class_ == "recon" else woods["other"])
    radius = line.spotting
    if is_sheltered(state, spotter):
        radius += table["trench_bonus"]
    elif is_on_hill(state, state.at(spotter)):
        radius += table["hill_bonus"]
    if is_on_hill(state, target):
        radius -= table["hill_target_malus"]
    return int(radius)


@rule("WF-4")
def is_screened_supply(state: State, target: int) -> bool:
    """A supply base in a building behind other units of its side that stand in it too."""
    unit = state.unit(target)
    if not unit.is_supply:
        return False
    building = standing_in(state, state.at(target), HARD)
    if building == NOBODY:
        return False
    return any(
        not state.unit(b).is_supply and standing_in(state, state.at(b), HARD) == building
        for b in state.table_of(unit.side)
    )
