"""What the forecasts of several chapters share: lines counted in faces of the die, and missions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from campagna.core.contract import Forecast, ForecastLine, Note
from campagna.core.decision import certain
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.rules.events import effects_in_force
from campagna.games.lion_of_judah.rules.general.rolled import DONE, GROUNDED
from campagna.games.lion_of_judah.state import State

FACES = 6


def lines(cases: Mapping[str, int], of: int = FACES) -> tuple[ForecastLine, ...]:
    """Results with the number of their cases; those that cannot happen are left out."""
    return tuple(ForecastLine(result, n / of) for result, n in cases.items() if n)


def die_notes(modifier: int) -> tuple[Note, ...]:
    return (Note("die-modifier", {"count": f"{modifier:+d}"}),) if modifier else ()


def priced(rule_id: str, notes: Iterable[Note]) -> Forecast:
    """An order without dice, and what it costs."""
    return msgspec.structs.replace(certain(rule_id), notes=tuple(notes))


def flying_faces(state: State) -> int:
    """On how many faces an Italian marker takes off; only Italian missions wait for the weather."""
    return FACES - max(0, effects_in_force.flying_weather(state, ITALIAN) - 1)


def mission(state: State, rule_id: str, notes: Iterable[Note]) -> Forecast:
    """A marker does its work, or the rains keep it on the ground."""
    flies = flying_faces(state)
    found = lines({DONE: flies, GROUNDED: FACES - flies})
    return Forecast(rule_id, found, notes=tuple(notes), settled=len(found) == 1)
