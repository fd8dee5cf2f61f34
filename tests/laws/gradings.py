"""How good a result is for whoever rolls, game by game, found without asking the game.

Equal grades say that the order of two results does not matter here.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from campagna.core.contract import ForecastLine
from campagna.laws.gradings import Grade, Grading


def _by_rank(*groups: str) -> Callable[[ForecastLine], Grade]:
    """Results in groups, the best first; whoever is in no group has no die to fear."""
    ranks = {name: -i for i, group in enumerate(groups) for name in group.split()}
    return lambda line: (ranks.get(line.result, 0),)


def _guderian(line: ForecastLine) -> Grade:
    """The balance of steps; then what the defender loses, then who may advance."""
    if line.result == "emptied":
        return 9, 0, 0
    worth = {"": 0, "e": 4} | {str(n): n for n in range(1, 4)}
    parts = {"D": "1", "A": "1"} if line.result == "Eng" else {}
    if line.result not in ("Eng", "cancelled", "certain"):
        parts = {part[0]: part[1:] for part in line.result.split("/")}
    theirs, mine = worth[parts.get("D", "")], worth[parts.get("A", "")]
    return theirs - mine, theirs, line.outcomes.get("advance") == "attacker"


_KASSERINE = _by_rank("DE", "DR", "D3", "D2", "R/R", "A2", "A3", "AR", "AE")


def _kasserine(line: ForecastLine) -> Grade:
    """Combat by the ladder of the tables; bombs by all they hit together."""
    dice = line.result.split()
    if set(dice) <= {"R", "RT", "-"}:
        return (sum({"R": 2, "RT": 1, "-": 0}[d] for d in dice),)
    if line.result in ("blown", "stays"):
        return (line.result == "blown",)
    return _KASSERINE(line)


def _lion(line: ForecastLine) -> Grade:
    steps = re.fullmatch(r"(\d)/(\d)(R?)", line.result)
    if steps:
        mine, theirs, again = steps.groups()
        return int(theirs) - int(mine), bool(again)
    if "levies" in line.outcomes:
        return (int(line.result),)
    if "ambush" in line.outcomes:
        return -line.result.endswith("/A"), -int(line.result.removesuffix("/A"))
    ranks = {"undefended": 9, "D1s": 3, "D": 2, "success": 2, "done": 2, "NE": 1}
    return (ranks.get(line.result, 0), 0)


# Who crosses mines would rather stop than be blown up; who fires wants the target lost.
_ALTO = _by_rank("across cleared built", "stop", "destroyed scattered", "saved", "miss nothing")

OWN_GRADINGS: dict[str, Grading] = {
    "afrika-korps": _by_rank("DE arrives", "DR", "EX", "AR", "AE sunk"),
    "alto-comando": _ALTO,
    "kasserine": _kasserine,
    "lion-of-judah": _lion,
    "panzergruppe-guderian": _guderian,
    "two-fords": _by_rank("DE", "decoy", "DR", "NE", "AE"),
}
