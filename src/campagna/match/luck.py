"""The luck ledger: what the dice gave against what they promised, roll by roll."""

from __future__ import annotations

import msgspec

from campagna.core.chance import SeededChance
from campagna.core.contract import Event, Refused
from campagna.match.match import decode_order
from campagna.match.session import ENGINE_LOCK, Session


class Roll(msgspec.Struct, frozen=True):
    """One roll. Forecasts list results from the best for the roller to the worst."""

    n: int
    side: str
    rule: str
    result: str
    chance: float
    """How likely this result was."""
    share: float
    """What share of all results was worse for the roller, half of equal ones counted: 0.5 is even."""
    lines: list[tuple[str, float]]


class Luck(msgspec.Struct, frozen=True):
    rolls: list[Roll]
    sums: dict[str, float]
    """For each side, by how much its rolls together lie above (or below) an even share."""


def luck(live: Session, viewer: str) -> Luck:
    """Every forecast is made from what the viewer knew, so the ledger tells nothing hidden."""
    with live.lock:
        found = [_roll(live, viewer, n, events) for n, events in enumerate(live.events, start=1)]
    rolls = [roll for roll in found if roll is not None]
    sums = dict.fromkeys(live.sides, 0.0)
    for roll in rolls:
        sums[roll.side] += roll.share - 0.5
    return Luck(rolls, {side: round(total, 6) for side, total in sums.items()})


def _roll(live: Session, viewer: str, n: int, events: tuple[Event, ...]) -> Roll | None:
    game = live.game
    entry = live.match.record.entries[n - 1]
    order = decode_order(game, bytes(entry.order))
    seen = [known for event in events if (known := game.witness(event, viewer)) is not None]
    result = game.rolled(order, seen)
    if result is None:
        return None
    with ENGINE_LOCK:
        known = game.imagine(game.view(live.state_at(n - 1), viewer), SeededChance(0))
        try:
            forecast = game.forecast(known, order)
        except Refused:
            return None
    lines = [(line.result, line.probability) for line in forecast.lines]
    if len(lines) == 1:
        return None
    at = next((i for i, (name, _) in enumerate(lines) if name == result), None)
    if at is None:
        return None
    chance = lines[at][1]
    share = sum(p for _, p in lines[at + 1 :]) + chance / 2
    side = forecast.roller or entry.side
    return Roll(n, side, forecast.rule, result, chance, round(share, 6), lines)
