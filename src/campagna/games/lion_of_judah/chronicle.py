"""Every kind of event of the game, in one type."""

from __future__ import annotations

from campagna.games.lion_of_judah.events import (
    AirSupplied,
    Answered,
    Arrived,
    BombingCounted,
    Bribed,
    BrokenDown,
    Consolidated,
    ControlChanged,
    Delayed,
    Deployed,
    Deserted,
    Embarked,
    EventDrawn,
    FuelChanged,
    GameEnded,
    HeldOver,
    LevyLeft,
    MarkersAdded,
    Motorised,
    Overstacked,
    PartBegan,
    PhaseBegan,
    Placed,
    PointsLost,
    PointsMoved,
    PointsReceived,
    PointsScored,
    PointsSpent,
    PrestigeChanged,
    Railed,
    Rebuilt,
    Removed,
    Restacked,
    RoadAbandoned,
    RoadBegun,
    RoadFinished,
    ScreenLifted,
    SourceLost,
    SourceShared,
    Strengthened,
    TheatreChanged,
    TruckShifted,
    TurnBegan,
    Uncovered,
    Unmotorised,
    Withdrawn,
)
from campagna.games.lion_of_judah.field_events import (
    ActivationRolled,
    Advanced,
    AirCommitted,
    AirReady,
    AirReturned,
    AirRolled,
    Ambushed,
    AttackDeclared,
    AttritionRolled,
    BattleRolled,
    Bombed,
    Eliminated,
    FactorsRevealed,
    FollowUpOffered,
    Gassed,
    Grounded,
    HqCommitted,
    HqMoved,
    Interdicted,
    LeaderEscaped,
    LinesHarassed,
    Loaded,
    MarchRolled,
    Moved,
    Overrun,
    Repelled,
    StepLost,
)

AnyEvent = (
    TurnBegan
    | PhaseBegan
    | PartBegan
    | ScreenLifted
    | Uncovered
    | GameEnded
    | HeldOver
    | Deployed
    | Restacked
    | Arrived
    | Delayed
    | PointsReceived
    | PointsSpent
    | PointsLost
    | Strengthened
    | Rebuilt
    | BrokenDown
    | Consolidated
    | Motorised
    | Overstacked
    | Unmotorised
    | TruckShifted
    | RoadBegun
    | RoadFinished
    | RoadAbandoned
    | Railed
    | PointsMoved
    | Embarked
    | Bribed
    | AirSupplied
    | TheatreChanged
    | SourceShared
    | Placed
    | LevyLeft
    | Deserted
    | Withdrawn
    | Removed
    | MarkersAdded
    | EventDrawn
    | Answered
    | PrestigeChanged
    | FuelChanged
    | PointsScored
    | BombingCounted
    | ControlChanged
    | SourceLost
    | Interdicted
    | Grounded
    | Bombed
    | Gassed
    | AirReturned
    | AirReady
    | ActivationRolled
    | AttritionRolled
    | LeaderEscaped
    | Moved
    | HqMoved
    | MarchRolled
    | Ambushed
    | Loaded
    | Overrun
    | Repelled
    | AttackDeclared
    | FactorsRevealed
    | LinesHarassed
    | AirCommitted
    | AirRolled
    | HqCommitted
    | BattleRolled
    | StepLost
    | Eliminated
    | Advanced
    | FollowUpOffered
)
