"""Whole moves of Kasserine in words. A change of them is read in the diff of the text.

After a change that is meant: python -m tests.games.kasserine.turns.test_turns
"""

from __future__ import annotations

from pathlib import Path

import pytest

from campagna.games.kasserine.rules.attack import aircraft_left
from campagna.games.kasserine.rules.victory import axis_losses, exit_points
from campagna.games.kasserine.rules.zones import fighters, on_map
from campagna.games.kasserine.state import (
    DEAD,
    ENGAGED,
    MOVED,
    PHASE_NAMES,
    REDUCED,
    SHOCKED,
    SUPPLIED,
    State,
)
from campagna.games.kasserine.world import SIDES
from tests.games.kasserine.lay import GAME
from tests.games.telling import played, read, tell

HOME = Path(__file__).parent
TURNS = {"the-second-move.txt": (1, 2), "the-first-night.txt": (2, 3)}
"""By file: the seed of the dice and the move."""


def move_of(state: State) -> int:
    return state.move


def counts(state: State) -> str:
    """The phase, then for each side its combat units by what they have done and suffered."""
    found = [f"{PHASE_NAMES[state.phase]}, combats {len(state.combats)}"]
    for side, name in enumerate(SIDES):
        units = fighters(state, side)
        marked = {
            word: sum(state.flagged(u, flag) for u in units)
            for word, flag in (
                ("supplied", SUPPLIED),
                ("moved", MOVED),
                ("engaged", ENGAGED),
                ("shocked", SHOCKED),
                ("reduced", REDUCED),
            )
        }
        lost = sum(u.place == DEAD and u.side == side for u in state.units)
        others = len(on_map(state, side)) - len(units)
        numbers = ", ".join(f"{count} {word}" for word, count in marked.items() if count)
        found.append(
            f"{name} {len(units)}+{others}{f' ({numbers})' if numbers else ''}, lost {lost}, "
            f"aircraft {aircraft_left(state, side)}"
        )
    found.append(f"points out {exit_points(state)}, Axis losses {axis_losses(state)}")
    return "; ".join(found)


@pytest.mark.parametrize("name", TURNS)
def test_a_whole_move_is_told_as_it_was(name: str) -> None:
    path = HOME / name
    assert tell(GAME, read(path), move_of, counts) == path.read_text(encoding="utf-8")


def main() -> None:
    for name, (seed, move) in TURNS.items():
        path = HOME / name
        told = read(path) if path.exists() else played(GAME, seed, move, move_of)
        path.write_text(tell(GAME, told, move_of, counts), encoding="utf-8")


if __name__ == "__main__":
    main()
