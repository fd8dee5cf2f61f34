"""What happens in the game, each event with the rule that made it happen."""

from __future__ import annotations

from typing import ClassVar

from campagna.core.contract import Event


class TurnBegan(Event, frozen=True, tag="turn-began"):
    turn: int


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    phase: str
    side: str


class Drawn(Event, frozen=True, tag="drawn"):
    """Untried divisions arrive; their strength stays unknown (12.1c)."""

    units: tuple[str, ...]
    entry: str


class Deployed(Event, frozen=True, tag="deployed"):
    unit: str
    hex: str


class ArmyRolled(Event, frozen=True, tag="army-rolled"):
    army: str
    die: int
    free: bool


class ProvisionalRolled(Event, frozen=True, tag="provisional-rolled"):
    die: int
    entry: str
    unit: str = ""


class ProvisionalLost(Event, frozen=True, tag="provisional-lost"):
    unit: str


class FrontCalled(Event, frozen=True, tag="front-called"):
    units: tuple[str, ...]
    points: int


class LeaderWithdrawn(Event, frozen=True, tag="leader-withdrawn"):
    unit: str


class Interdicted(Event, frozen=True, tag="interdicted"):
    side: str
    hexes: tuple[str, ...]


class InterdictionEnded(Event, frozen=True, tag="interdiction-ended"):
    side: str


class Moved(Event, frozen=True, tag="moved"):
    """`cost` is in half movement points, the highest of the group."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    cost: int


class RailMoved(Event, frozen=True, tag="rail-moved"):
    unit: str
    path: tuple[str, ...]
    cost: int


class RailCut(Event, frozen=True, tag="rail-cut"):
    hex: str


class RailCutLifted(Event, frozen=True, tag="rail-cut-lifted"):
    hex: str


class RailRepaired(Event, frozen=True, tag="rail-repaired"):
    hex: str


class Revealed(Event, frozen=True, tag="revealed"):
    reveals: ClassVar[bool] = True

    unit: str
    counter: str
    strength: str


class Vanished(Event, frozen=True, tag="vanished"):
    """A division without strength leaves play when revealed (12.3)."""

    unit: str


class WentBack(Event, frozen=True, tag="went-back"):
    """A leader or a 0-1-6 division returns to the hex it came from (10.23b, 12.3d)."""

    unit: str
    hex: str


class AttackCancelled(Event, frozen=True, tag="attack-cancelled"):
    hexes: tuple[str, ...]


class HexEmptied(Event, frozen=True, tag="hex-emptied"):
    hex: str


class BattleRolled(Event, frozen=True, tag="battle-rolled"):
    """The odds, the die and the result of a combat or an overrun."""

    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    attack: int
    defence: int
    odds: str
    die: int
    result: str
    overrun: bool


class StepLost(Event, frozen=True, tag="step-lost"):
    unit: str
    strength: str


class Eliminated(Event, frozen=True, tag="eliminated"):
    unit: str
    hex: str


class RetreatChosen(Event, frozen=True, tag="retreat-chosen"):
    side: str
    hexes: int


class Retreated(Event, frozen=True, tag="retreated"):
    unit: str
    path: tuple[str, ...]


class Advanced(Event, frozen=True, tag="advanced"):
    unit: str
    path: tuple[str, ...]


class Occupied(Event, frozen=True, tag="occupied"):
    """Overrunning units move into the emptied hex (6.51e)."""

    units: tuple[str, ...]
    hex: str


class Disrupted(Event, frozen=True, tag="disrupted"):
    units: tuple[str, ...]


class Recovered(Event, frozen=True, tag="recovered"):
    units: tuple[str, ...]


class Captured(Event, frozen=True, tag="captured"):
    place: str
    hex: str
    side: str


class Recaptured(Event, frozen=True, tag="recaptured"):
    """The Soviet player scores for a city taken back (15.12b)."""

    place: str
    points: int


class GameEnded(Event, frozen=True, tag="game-ended"):
    level: str
    german: int
    soviet: int


AnyEvent = (
    TurnBegan
    | PhaseBegan
    | Drawn
    | Deployed
    | ArmyRolled
    | ProvisionalRolled
    | ProvisionalLost
    | FrontCalled
    | LeaderWithdrawn
    | Interdicted
    | InterdictionEnded
    | Moved
    | RailMoved
    | RailCut
    | RailCutLifted
    | RailRepaired
    | Revealed
    | Vanished
    | WentBack
    | AttackCancelled
    | HexEmptied
    | BattleRolled
    | StepLost
    | Eliminated
    | RetreatChosen
    | Retreated
    | Advanced
    | Occupied
    | Disrupted
    | Recovered
    | Captured
    | Recaptured
    | GameEnded
)
