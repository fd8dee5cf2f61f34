"""What happens in the game, each event with the rule that made it happen."""

from __future__ import annotations

from typing import ClassVar

from campagna.core.contract import Event
from campagna.plane.bases import Point, Rect

# --- campaigns --------------------------------------------------------------------------------------


class BattleCalled(Event, frozen=True, tag="battle-called"):
    """The next battle and where it is fought."""

    battle: int
    area: str


class CardsChosen(Event, frozen=True, tag="cards-chosen"):
    """The other side does not learn which cards before it has chosen its own (D-2)."""

    side: str
    count: int
    cards: tuple[str, ...] = ()


class CardsRevealed(Event, frozen=True, tag="cards-revealed"):
    reveals: ClassVar[bool] = True

    side: str
    cards: tuple[str, ...]


class CardsDrawn(Event, frozen=True, tag="cards-drawn"):
    side: str
    cards: tuple[str, ...]


class GarrisonJoined(Event, frozen=True, tag="garrison-joined"):
    cards: tuple[str, ...]


class Attached(Event, frozen=True, tag="attached"):
    """A formation without headquarters fights with another one in this battle."""

    formation: str
    host: str


class StayedAlone(Event, frozen=True, tag="stayed-alone"):
    """A formation without headquarters fights without one."""

    formation: str


class TigerLeftOut(Event, frozen=True, tag="tiger-left-out"):
    formation: str


class TanksMixed(Event, frozen=True, tag="tanks-mixed"):
    cruisers: tuple[str, ...]


class BattleForfeited(Event, frozen=True, tag="battle-forfeited"):
    """Sides without any formation: there is no battle (A-31)."""

    sides: tuple[str, ...]


class CardExcluded(Event, frozen=True, tag="card-excluded"):
    """A shattered division is out for the rest of the campaign (CAM-6)."""

    card: str


class CardRested(Event, frozen=True, tag="card-rested"):
    """A shattered division misses this battle only (C9-4)."""

    card: str
    battle: int


class CardReturned(Event, frozen=True, tag="card-returned"):
    card: str


class FrontMoved(Event, frozen=True, tag="front-moved"):
    area: str
    areas: int


class FrontHeld(Event, frozen=True, tag="front-held"):
    area: str


class CommanderReplaced(Event, frozen=True, tag="commander-replaced"):
    name: str


class CampaignEnded(Event, frozen=True, tag="campaign-ended"):
    """`reason` is beyond-the-last-area, tobruk-taken or no-divisions-left."""

    winner: str
    reason: str
    battles: int


# --- set-up -----------------------------------------------------------------------------------------


class TerrainTurned(Event, frozen=True, tag="terrain-turned"):
    die: int
    turned: bool


class TerrainLaid(Event, frozen=True, tag="terrain-laid"):
    side: str
    element: str
    polygon: tuple[Point, ...]


class TerrainEnded(Event, frozen=True, tag="terrain-ended"):
    """A side lays no more terrain."""

    side: str


class Fortified(Event, frozen=True, tag="fortified"):
    side: str
    strips: tuple[Rect, ...]
    segments: tuple[Point, ...]


class Deployed(Event, frozen=True, tag="deployed"):
    units: tuple[str, ...]
    places: tuple[Point, ...]


class TakenBack(Event, frozen=True, tag="taken-back"):
    """A side begins this step of its set-up again."""

    side: str


# --- the turn ---------------------------------------------------------------------------------------


class TurnBegan(Event, frozen=True, tag="turn-began"):
    turn: int


class EndRolled(Event, frozen=True, tag="end-rolled"):
    """The die of the late turns: the day ends, or not (TRN-2)."""

    turn: int
    die: int
    ends: bool


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    phase: str
    side: str


class HqRecovered(Event, frozen=True, tag="hq-recovered"):
    unit: str


class Replaced(Event, frozen=True, tag="replaced"):
    unit: str
    at: Point


class ClearingRolled(Event, frozen=True, tag="clearing-rolled"):
    unit: str
    die: int
    cleared: bool


class BridgeRolled(Event, frozen=True, tag="bridge-rolled"):
    unit: str
    die: int
    built: bool


class Moved(Event, frozen=True, tag="moved"):
    unit: str
    path: tuple[Point, ...]
    cost: int


class Entered(Event, frozen=True, tag="entered"):
    unit: str
    path: tuple[Point, ...]
    cost: int


class LeftTable(Event, frozen=True, tag="left-table"):
    unit: str
    path: tuple[Point, ...]
    edge: str


class CrossingRolled(Event, frozen=True, tag="crossing-rolled"):
    unit: str
    die: int
    result: str
    at: Point


class AirMarked(Event, frozen=True, tag="air-marked"):
    target: str


class AirRolled(Event, frozen=True, tag="air-rolled"):
    target: str
    die: int
    result: str


class AirSpent(Event, frozen=True, tag="air-spent"):
    """The target has left the table before its attack (A-22)."""

    target: str


class AirLost(Event, frozen=True, tag="air-lost"):
    side: str
    left: int


class Fired(Event, frozen=True, tag="fired"):
    unit: str
    target: str
    needed: int
    die: int
    hit: bool


class SaveRolled(Event, frozen=True, tag="save-rolled"):
    unit: str
    needed: int
    die: int
    saved: bool


class NoSave(Event, frozen=True, tag="no-save"):
    """Against this weapon the target has no saving throw (SAV-6)."""

    unit: str


class Scattered(Event, frozen=True, tag="scattered"):
    unit: str
    points: int


class Destroyed(Event, frozen=True, tag="destroyed"):
    unit: str
    points: int


class HqFellBack(Event, frozen=True, tag="hq-fell-back"):
    unit: str
    at: Point


class Conceded(Event, frozen=True, tag="conceded"):
    side: str


class BattleEnded(Event, frozen=True, tag="battle-ended"):
    level: str
    winner: str
    axis: int
    allied: int


class BreakoutEnded(Event, frozen=True, tag="breakout-ended"):
    """The end of Beda Fomm: how many Italian units are out, and who has won (BF-5, BF-6)."""

    winner: str
    level: str
    escaped: int


AnyEvent = (
    BattleCalled
    | CardsChosen
    | CardsRevealed
    | CardsDrawn
    | GarrisonJoined
    | Attached
    | StayedAlone
    | TigerLeftOut
    | TanksMixed
    | BattleForfeited
    | TerrainLaid
    | TerrainEnded
    | CardExcluded
    | CardRested
    | CardReturned
    | FrontMoved
    | FrontHeld
    | CommanderReplaced
    | CampaignEnded
    | TerrainTurned
    | Fortified
    | Deployed
    | TakenBack
    | TurnBegan
    | EndRolled
    | PhaseBegan
    | HqRecovered
    | Replaced
    | ClearingRolled
    | BridgeRolled
    | Moved
    | Entered
    | LeftTable
    | CrossingRolled
    | AirMarked
    | AirRolled
    | AirSpent
    | AirLost
    | Fired
    | SaveRolled
    | NoSave
    | Scattered
    | Destroyed
    | HqFellBack
    | Conceded
    | BattleEnded
    | BreakoutEnded
)
