"""Which line of a forecast came true: a shot, a crossing, an attempt of the engineers."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.contract import Event
from campagna.games.alto_comando import events as ev


def result_of(events: Sequence[Event]) -> str | None:
    """Told by the first die of an order that has a forecast; the save that follows belongs to it."""
    for at, event in enumerate(events):
        rest = events[at + 1 :]
        match event:
            case ev.Fired():
                return _hit(event.target, rest) if event.hit else "miss"
            case ev.CrossingRolled():
                return _lost(event.unit, rest) if event.result == "blown" else event.result
            case ev.ClearingRolled():
                return "cleared" if event.cleared else "nothing"
            case ev.BridgeRolled():
                return "built" if event.built else "nothing"
    return None


def _hit(target: str, rest: Sequence[Event]) -> str:
    if isinstance(rest[0], ev.HqFellBack):
        return "fell-back"
    saved = any(isinstance(e, ev.SaveRolled) and e.unit == target and e.saved for e in rest[:1])
    return "saved" if saved else _lost(target, rest)


def _lost(unit: str, rest: Sequence[Event]) -> str:
    """What the hit did. With the last shot a battle may end, and all who are Scattered are Destroyed
    then (VIC-8): that is no result of the shot."""
    for event in rest:
        if isinstance(event, ev.Destroyed) and event.unit == unit:
            return "destroyed"
        if isinstance(event, ev.Scattered) and event.unit == unit:
            return "scattered"
    return "scattered"
