"""Whole turns of Panzergruppe Guderian in words. A change of them is read in the diff of the text.

After a change that is meant: python -m tests.games.panzergruppe_guderian.turns.test_turns
"""

from __future__ import annotations

from pathlib import Path

import pytest

from campagna.games.panzergruppe_guderian.rules.victory import german_points, soviet_points
from campagna.games.panzergruppe_guderian.state import (
    ATTACKED,
    DISRUPTED,
    GONE,
    MOVED,
    PHASE_NAMES,
    RETREATED,
    UNSUPPLIED,
    UNTRIED,
    WAITING,
    State,
)
from campagna.games.panzergruppe_guderian.world import SIDES
from tests.games.panzergruppe_guderian.lay import GAME
from tests.games.telling import played, read, tell

HOME = Path(__file__).parent
TURNS = {"the-second-turn.txt": (1, 2), "the-third-turn.txt": (2, 3)}
"""By file: the seed of the dice and the turn."""
WORDS = {
    "untried": UNTRIED,
    "unsupplied": UNSUPPLIED,
    "moved": MOVED,
    "attacked": ATTACKED,
    "disrupted": DISRUPTED,
    "burdens": RETREATED,
}


def turn_of(state: State) -> int:
    return state.turn


def counts(state: State) -> str:
    """The phase, then for each side its units by what they have done and suffered."""
    found = [PHASE_NAMES[state.phase]]
    for side, name in enumerate(SIDES):
        units = [u for u in range(len(state.units)) if state.side(u) == side]
        flags = [state.units[u].flags for u in units if state.units[u].place >= 0]
        places = [state.units[u].place for u in units]
        marked = {word: sum(f & bit != 0 for f in flags) for word, bit in WORDS.items()}
        steps = sum(state.units[u].step for u in units)
        numbers = ", ".join(f"{count} {word}" for word, count in marked.items() if count)
        found.append(
            f"{name} {len(flags)}{f' ({numbers})' if numbers else ''}, "
            f"waiting {places.count(WAITING)}, gone {sum(p in GONE for p in places)}, "
            f"steps lost {steps}"
        )
    found.append(f"rail {state.rail_used}, cuts {len(state.cuts)}, markers {len(state.air)}")
    found.append(f"points {german_points(state)}:{soviet_points(state)}")
    return "; ".join(found)


@pytest.mark.parametrize("name", TURNS)
def test_a_whole_turn_is_told_as_it_was(name: str) -> None:
    path = HOME / name
    assert tell(GAME, read(path), turn_of, counts) == path.read_text(encoding="utf-8")


def main() -> None:
    for name, (seed, turn) in TURNS.items():
        path = HOME / name
        told = read(path) if path.exists() else played(GAME, seed, turn, turn_of)
        path.write_text(tell(GAME, told, turn_of, counts), encoding="utf-8")


if __name__ == "__main__":
    main()
