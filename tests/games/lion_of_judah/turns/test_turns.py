"""Whole turns of Lion of Judah in words, one of each scenario. A change of them is read in the diff.

After a change that is meant: python -m tests.games.lion_of_judah.turns.test_turns
"""

from __future__ import annotations

from pathlib import Path

import pytest

from campagna.games.lion_of_judah import flags
from campagna.games.lion_of_judah.state import PHASE_NAMES, State
from tests.games.lion_of_judah.lay import GAME
from tests.games.telling import played, read, tell

HOME = Path(__file__).parent
TURNS = {
    "the-invasion.txt": ("s1935", 1, 2),
    "the-liberation.txt": ("s1940", 2, 2),
    "the-campaign.txt": ("campaign", 3, 1),
}
"""By file: the scenario, the seed of the dice and the turn."""
WORDS = {
    "hidden": flags.HIDDEN,
    "moved": flags.MOVED,
    "attacked": flags.ATTACKED,
    "unsupplied": flags.UNSUPPLIED,
    "interdicted": flags.INTERDICTED,
    "gassed": flags.GASSED,
    "arrived": flags.ARRIVED,
}


def turn_of(state: State) -> int:
    """The turns of the second war of a campaign come after those of the first."""
    return state.turn + 100 * (
        state.part if state.part > 0 and state.setup.scenario == "campaign" else 0
    )


def counts(state: State) -> str:
    """The phase, then for each side its counters on the map by what they have done and suffered."""
    found = [PHASE_NAMES[state.phase]]
    for side in (0, 1):
        units = state.on_map(side)
        marked = {word: sum(state.has(u, bit) for u in units) for word, bit in WORDS.items()}
        numbers = ", ".join(f"{count} {word}" for word, count in marked.items() if count)
        steps = sum(state.units[u].steps for u in units)
        dead = sum(
            unit.place == flags.DEAD and state.own(u) == side for u, unit in enumerate(state.units)
        )
        owned = sum(owner == side for owner in state.control)
        found.append(
            f"{state.side_name(side)} {len(units)} with {steps} steps"
            f"{f' ({numbers})' if numbers else ''}, dead {dead}, steps lost {state.steps_lost[side]}, "
            f"hexes {owned}"
        )
    found.append(f"boxes {' '.join(map(str, state.boxes))}, roads {len(state.roads)}")
    found.append(f"prestige {state.prestige}, cup {len(state.cup)}, points {_points(state)}")
    return "; ".join(found)


def _points(state: State) -> str:
    return " ".join(f"{line.rule} {line.points:+}" for line in state.ledger) or "none"


@pytest.mark.parametrize("name", TURNS)
def test_a_whole_turn_is_told_as_it_was(name: str) -> None:
    path = HOME / name
    assert tell(GAME, read(path), turn_of, counts) == path.read_text(encoding="utf-8")


def test_every_scenario_has_its_turn() -> None:
    assert {scenario for scenario, _, _ in TURNS.values()} == {s.id for s in GAME.scenarios}


def main() -> None:
    for name, (scenario, seed, turn) in TURNS.items():
        path = HOME / name
        told = read(path) if path.exists() else played(GAME, seed, turn, turn_of, scenario)
        path.write_text(tell(GAME, told, turn_of, counts), encoding="utf-8")


if __name__ == "__main__":
    main()
