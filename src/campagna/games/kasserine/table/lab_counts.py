"""What a series of games wants counted besides the kinds of events."""

from __future__ import annotations

from collections.abc import Iterator

from campagna.core.contract import Event
from campagna.games.kasserine.events import (
    CombatRolled,
    DemolitionRolled,
    PassageAnswered,
    Shot,
    WeatherRolled,
)


def tally(event: Event) -> Iterator[str]:
    """The weather by kind, fire by result, tables used, demolitions made, retreats forbidden."""
    match event:
        case WeatherRolled():
            yield f"weather-{event.weather}"
        case Shot():
            yield f"fire-{event.result}" if event.result != "-" else "fire-without-effect"
        case CombatRolled():
            yield f"table-{event.table}"
            yield f"result-{event.result}"
        case DemolitionRolled():
            yield "demolition-made" if event.blown else "demolition-failed"
        case PassageAnswered():
            yield "retreat-let-pass" if event.agree else "retreat-forbidden"
