"""What happens in the game, each event with the rule that made it happen."""

from __future__ import annotations

from typing import ClassVar

from campagna.core.contract import Event


class TurnBegan(Event, frozen=True, tag="turn-began"):
    turn: int


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    phase: str
    side: str


class SupplyRolled(Event, frozen=True, tag="supply-rolled"):
    die: int
    sunk: bool


class SupplyRefused(Event, frozen=True, tag="supply-refused"):
    side: str


class Landed(Event, frozen=True, tag="landed"):
    """`how`: supply, reinforcement, replacement or sea."""

    units: tuple[str, ...]
    hex: str
    how: str


class ReplacementsGained(Event, frozen=True, tag="replacements-gained"):
    side: str
    factors: int
    total: int


class Moved(Event, frozen=True, tag="moved"):
    """`cost` in movement factors and `road` in hexes of the road bonus, the highest of the group."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    cost: int
    road: int = 0


class SupplyCaptured(Event, frozen=True, tag="supply-captured"):
    tells_of: ClassVar[tuple[str, ...]] = ("supply",)

    supply: str
    captured: str
    """Its new counter."""
    hex: str
    side: str


class SupplyDestroyed(Event, frozen=True, tag="supply-destroyed"):
    tells_of: ClassVar[tuple[str, ...]] = ("supply",)

    supply: str
    hex: str


class SupplyExpended(Event, frozen=True, tag="supply-expended"):
    tells_of: ClassVar[tuple[str, ...]] = ("supply",)

    supply: str


class VictoryDeclared(Event, frozen=True, tag="victory-declared"):
    opens: ClassVar[bool] = True

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    supplies: tuple[str, ...]
    odds: str


class VictoryVoid(Event, frozen=True, tag="victory-void"):
    defenders: tuple[str, ...]


class WentToSea(Event, frozen=True, tag="went-to-sea"):
    units: tuple[str, ...]
    hex: str


class RommelDisplaced(Event, frozen=True, tag="rommel-displaced"):
    hex: str
    to: str


class Substituted(Event, frozen=True, tag="substituted"):
    units: tuple[str, ...]
    counter: str
    hex: str


class BrokenDown(Event, frozen=True, tag="broken-down"):
    counter: str
    units: tuple[str, ...]
    hex: str


class BattleRolled(Event, frozen=True, tag="battle-rolled"):
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    defence: int
    odds: str
    die: int
    result: str
    supplies: tuple[str, ...] = ()


class BattleWon(Event, frozen=True, tag="battle-won"):
    """Above 6-1, or an automatic victory: the defenders go without a die."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    defence: int
    odds: str
    supplies: tuple[str, ...] = ()
    result: str = ""


class Eliminated(Event, frozen=True, tag="eliminated"):
    """`cause`: combat, exchange, retreat, trapped, isolation, sea, rout."""

    unit: str
    hex: str
    cause: str


class Exchanged(Event, frozen=True, tag="exchanged"):
    """The weaker side of an exchange loses everything; the other pays at least as many factors."""

    attack: int
    defence: int


class Isolated(Event, frozen=True, tag="isolated"):
    """A unit was isolated at the beginning and at the end of its turn, `count` turns in a row."""

    unit: str
    hex: str
    count: int


class ConsentGiven(Event, frozen=True, tag="consent-given"):
    side: str
    agree: bool


class Retreated(Event, frozen=True, tag="retreated"):
    unit: str
    path: tuple[str, ...]


class Advanced(Event, frozen=True, tag="advanced"):
    units: tuple[str, ...]
    hex: str


class ControlHeld(Event, frozen=True, tag="control-held"):
    side: str
    turns: int


class GameEnded(Event, frozen=True, tag="game-ended"):
    level: str
    winner: str


AnyEvent = (
    TurnBegan
    | PhaseBegan
    | SupplyRolled
    | SupplyRefused
    | Landed
    | ReplacementsGained
    | Moved
    | SupplyCaptured
    | SupplyDestroyed
    | SupplyExpended
    | VictoryDeclared
    | VictoryVoid
    | WentToSea
    | RommelDisplaced
    | Substituted
    | BrokenDown
    | BattleRolled
    | BattleWon
    | Eliminated
    | Exchanged
    | Isolated
    | ConsentGiven
    | Retreated
    | Advanced
    | ControlHeld
    | GameEnded
)
