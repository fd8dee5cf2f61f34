"""Whole turns of Alto Comando in words, one of each scenario. A change of them is read in the diff.

Of a campaign everything is told up to the end of the first turn of its first battle: what the campaign
asks, the cards, the works and the set-up belong to it. After a change that is meant:
python -m tests.games.alto_comando.turns.test_turns
"""

from __future__ import annotations

from pathlib import Path

import pytest

from campagna.games.alto_comando.rules.losses import points_of
from campagna.games.alto_comando.state import (
    DESTROYED,
    ESCAPED,
    FIRED,
    MOVED,
    PHASE_NAMES,
    RESERVE,
    SCATTERED,
    SHAKEN,
    TABLE,
    State,
)
from campagna.games.alto_comando.world import SIDES
from tests.games.alto_comando.lay import GAME
from tests.games.telling import played, read, tell

HOME = Path(__file__).parent
TURNS = {
    "battle.txt": ("battle", 1, 2),
    "beda-fomm.txt": ("beda_fomm", 2, 2),
    **{f"campaign-{n}.txt": (f"c{n}", 2 + n, 1) for n in range(1, 10)},
}
"""By file: the scenario, the seed of the dice and the turn."""
PLACES = {
    "reserve": RESERVE,
    "table": TABLE,
    "scattered": SCATTERED,
    "destroyed": DESTROYED,
    "escaped": ESCAPED,
}
WORDS = {"moved": MOVED, "fired": FIRED, "shaken": SHAKEN}


def turn_of(state: State) -> int:
    """Of a campaign the first turn begins with the campaign."""
    return state.turn if state.campaign is None else max(state.turn, 1)


def counts(state: State) -> str:
    """The phase, then for each side its bases by where they are and what they have done."""
    found = [f"{PHASE_NAMES[state.phase]}, turn {state.turn}"]
    for side, name in enumerate(SIDES):
        bases = [b for n, b in enumerate(state.bases) if state.unit(n).side == side]
        placed = {word: sum(b.where == place for b in bases) for word, place in PLACES.items()}
        marked = {word: sum(b.flags & bit != 0 for b in bases) for word, bit in WORDS.items()}
        numbers = [f"{word} {count}" for word, count in {**placed, **marked}.items() if count]
        air = f"aircraft {state.air[side]}, points {points_of(state, side)}"
        found.append(f"{name} {', '.join([*numbers, air])}")
    found.append(f"strips {len(state.strips)}, trenches {len(state.segments)}")
    return "; ".join(found)


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
