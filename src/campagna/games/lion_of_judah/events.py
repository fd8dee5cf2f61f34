"""What happens in the game, each event with the rule that made it happen.

`units` of a `Sighted` event are all of them for their owner; the enemy is told the `shown` ones and
how many there are (12.3). An event with `reveals` shows somebody something he did not know.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from campagna.core.contract import Event

UNKNOWN = "?"
WAITING = "waiting"


class Sighted(Event, frozen=True):
    """Something units did that the enemy sees only from outside."""

    side: str
    units: tuple[str, ...]
    shown: tuple[str, ...] = ()


def witnessed(event: Event, viewer: str) -> Event:
    """What a viewer may know of an event."""
    if isinstance(event, HeldOver) and viewer != event.side:
        return msgspec.structs.replace(event, reason=WAITING)
    if not isinstance(event, Sighted) or viewer == event.side:
        return event
    seen = event.shown + (UNKNOWN,) * (len(event.units) - len(event.shown))
    return msgspec.structs.replace(event, units=seen)


# --- the turn ---------------------------------------------------------------------------------------


class TurnBegan(Event, frozen=True, tag="turn-began"):
    turn: int


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    phase: str
    side: str


class PartBegan(Event, frozen=True, tag="part-began"):
    """The second war of the campaign."""

    reveals: ClassVar[bool] = True
    scenario: str
    level: str


class ScreenLifted(Event, frozen=True, tag="screen-lifted"):
    """PB 14.6.5: dummies go, and the tops of Allied stacks in Sudan are seen."""

    reveals: ClassVar[bool] = True


class Uncovered(Event, frozen=True, tag="uncovered"):
    """12.3-a: a unit came to the top of its stack."""

    reveals: ClassVar[bool] = True
    unit: str
    hex: str


class Overstacked(Event, frozen=True, tag="overstacked"):
    """8.3: a side stands over the limit; so much its enemy learns of the stacks."""

    reveals: ClassVar[bool] = True
    side: str
    hexes: tuple[str, ...]


class GameEnded(Event, frozen=True, tag="game-ended"):
    level: str


# --- the administrative phase -----------------------------------------------------------------------


class Deployed(Sighted, frozen=True, tag="deployed"):
    to: str = ""


class Restacked(Event, frozen=True, tag="restacked"):
    reveals: ClassVar[bool] = True
    gives_away: ClassVar[bool] = True
    unit: str
    hex: str


class Arrived(Event, frozen=True, tag="arrived"):
    units: tuple[str, ...]
    hex: str


class HeldOver(Event, frozen=True, tag="held-over"):
    """A-52: reinforcements that did not come in. Only their owner knows whether there was room."""

    side: str
    units: tuple[str, ...]
    reason: str


class Delayed(Event, frozen=True, tag="delayed"):
    """Reinforcements that could not or did not come in; `reason`: blocked, event."""

    units: tuple[str, ...]
    reason: str


class PointsReceived(Event, frozen=True, tag="points-received"):
    """`holder`: a box or a leader."""

    holder: str
    count: int


class PointsSpent(Event, frozen=True, tag="points-spent"):
    holder: str
    count: int
    purpose: str


class PointsLost(Event, frozen=True, tag="points-lost"):
    holder: str
    count: int


class Strengthened(Event, frozen=True, tag="strengthened"):
    unit: str
    steps: int


class Rebuilt(Event, frozen=True, tag="rebuilt"):
    unit: str
    hex: str
    steps: int


class BrokenDown(Event, frozen=True, tag="broken-down"):
    reveals: ClassVar[bool] = True
    gives_away: ClassVar[bool] = True
    unit: str
    into: str
    hex: str


class Consolidated(Event, frozen=True, tag="consolidated"):
    reveals: ClassVar[bool] = True
    gives_away: ClassVar[bool] = True
    breakdown: str
    unit: str
    hex: str


class Motorised(Event, frozen=True, tag="motorised"):
    reveals: ClassVar[bool] = True
    gives_away: ClassVar[bool] = True
    unit: str
    trucks: tuple[str, ...]
    hex: str


class Unmotorised(Event, frozen=True, tag="unmotorised"):
    unit: str
    trucks: tuple[str, ...]


class TruckShifted(Event, frozen=True, tag="truck-shifted"):
    truck: str
    to: str


class RoadBegun(Event, frozen=True, tag="road-begun"):
    hq: str
    hex: str
    cost: int


class RoadFinished(Event, frozen=True, tag="road-finished"):
    hex: str


class RoadAbandoned(Event, frozen=True, tag="road-abandoned"):
    hex: str


class Railed(Sighted, frozen=True, tag="railed"):
    hex: str = ""
    to: str = ""


class PointsMoved(Event, frozen=True, tag="points-moved"):
    """By rail or sea between boxes."""

    box: str
    to: str
    count: int


class Embarked(Event, frozen=True, tag="embarked"):
    reveals: ClassVar[bool] = True
    gives_away: ClassVar[bool] = True
    units: tuple[str, ...]
    hex: str
    to: str


class Bribed(Event, frozen=True, tag="bribed"):
    region: str
    count: int
    die: int
    modifier: int
    levies: int


class AirSupplied(Event, frozen=True, tag="air-supplied"):
    reveals: ClassVar[bool] = True
    gives_away: ClassVar[bool] = True
    marker: str
    hex: str
    units: tuple[str, ...]


class TheatreChanged(Event, frozen=True, tag="theatre-changed"):
    marker: str
    theatre: str


class SourceShared(Sighted, frozen=True, tag="source-shared"):
    """The units that draw supply from the minor source."""


class Placed(Event, frozen=True, tag="placed"):
    unit: str
    hex: str


class LevyLeft(Event, frozen=True, tag="levy-left"):
    unit: str
    hex: str
    die: int


class Deserted(Sighted, frozen=True, tag="deserted"):
    die: int = 0
    lost: bool = False


class Withdrawn(Event, frozen=True, tag="withdrawn"):
    reveals: ClassVar[bool] = True
    unit: str


class Removed(Event, frozen=True, tag="removed"):
    """Leaves the map without being eliminated: dummies, irregulars at prestige 0, Gugsa's men."""

    reveals: ClassVar[bool] = True
    units: tuple[str, ...]
    cause: str


# --- events and tracks ------------------------------------------------------------------------------


class MarkersAdded(Event, frozen=True, tag="markers-added"):
    pool: str
    count: int


class EventDrawn(Event, frozen=True, tag="event-drawn"):
    """`effect`: False when it is discarded without effect (6.2)."""

    marker: str
    effect: bool
    side: str = ""
    """Whose hand drew it (6.2-a)."""


class Answered(Event, frozen=True, tag="answered"):
    marker: str
    side: str
    answer: str


class PrestigeChanged(Event, frozen=True, tag="prestige-changed"):
    change: int
    prestige: int


class FuelChanged(Event, frozen=True, tag="fuel-changed"):
    change: int
    fuel: int


class PointsScored(Event, frozen=True, tag="points-scored"):
    reason: str
    points: int


class BombingCounted(Event, frozen=True, tag="bombing-counted"):
    track: int


class ControlChanged(Event, frozen=True, tag="control-changed"):
    hex: str
    side: str


class SourceLost(Event, frozen=True, tag="source-lost"):
    """7.3.2-g: the enemy is in the source hex; the box is destroyed."""

    box: str
    count: int
    trucks: tuple[str, ...]
