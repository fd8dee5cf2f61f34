"""What happens in the game, each event with the rule that made it happen."""

from __future__ import annotations

from typing import ClassVar

from campagna.core.contract import Event


class Deployed(Event, frozen=True, tag="deployed"):
    unit: str
    hex: str


class WeatherRolled(Event, frozen=True, tag="weather-rolled"):
    move: int
    die: int
    weather: str


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    phase: str
    side: str


class PauseBegan(Event, frozen=True, tag="pause-began"):
    move: int


class PauseEnded(Event, frozen=True, tag="pause-ended"):
    move: int


class CommanderReplaced(Event, frozen=True, tag="commander-replaced"):
    unit: str
    old: str
    hex: str


class DemolitionRolled(Event, frozen=True, tag="demolition-rolled"):
    tells_of: ClassVar[tuple[str, ...]] = ("supply",)

    supply: str
    hex: str
    die: int
    blown: bool


class SelfReduced(Event, frozen=True, tag="self-reduced"):
    unit: str
    hex: str


class Marching(Event, frozen=True, tag="marching"):
    tells_of: ClassVar[tuple[str, ...]] = ("supply",)

    supply: str


class Moved(Event, frozen=True, tag="moved"):
    """`path` begins where the units stood or came in; `cost` counts half points, `points` says them."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    cost: int
    points: str


class Entered(Event, frozen=True, tag="entered"):
    units: tuple[str, ...]
    hex: str


class Left(Event, frozen=True, tag="left"):
    """`points`: what the exit is worth for the German total victory."""

    unit: str
    hex: str
    points: int
    total: int


class LeftToBlock(Event, frozen=True, tag="left-to-block"):
    unit: str
    hex: str


class EntryCancelled(Event, frozen=True, tag="entry-cancelled"):
    group: str
    units: tuple[str, ...]
    hex: str


class SupplyRemoved(Event, frozen=True, tag="supply-removed"):
    """`how`: blown or destroyed."""

    tells_of: ClassVar[tuple[str, ...]] = ("supply",)

    supply: str
    hex: str
    how: str


class SupplyCaptured(Event, frozen=True, tag="supply-captured"):
    tells_of: ClassVar[tuple[str, ...]] = ("supply",)

    supply: str
    hex: str
    side: str


class AttackPlanned(Event, frozen=True, tag="attack-planned"):
    attackers: tuple[str, ...]
    hexes: tuple[str, ...]
    aircraft: tuple[str, ...] = ()


class AirSupport(Event, frozen=True, tag="air-support"):
    """`left`: aircraft still free on this date."""

    side: str
    aircraft: int
    left: int


class NightAttack(Event, frozen=True, tag="night-attack"):
    """`left`: night attacks still open."""

    side: str
    left: int


class Shot(Event, frozen=True, tag="shot"):
    """`die` as rolled, `modified` as read; `result`: -, RT or R."""

    unit: str
    target: str
    hex: str
    die: int
    modified: int
    result: str


class Bombed(Event, frozen=True, tag="bombed"):
    target: str
    hex: str
    die: int
    modified: int
    result: str


class RaidMade(Event, frozen=True, tag="raid-made"):
    hex: str


class Declared(Event, frozen=True, tag="declared"):
    """Attacker or defender says how he fights."""

    opens: ClassVar[bool] = True
    side: str
    hexes: tuple[str, ...]
    kind: str


class CombatRolled(Event, frozen=True, tag="combat-rolled"):
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    defence: int
    odds: str
    table: str
    die: int
    result: str


class CombatHopeless(Event, frozen=True, tag="combat-hopeless"):
    """Below the lowest column: the attackers go without a die."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    defence: int
    result: str = ""


class CombatDropped(Event, frozen=True, tag="combat-dropped"):
    hexes: tuple[str, ...]


class Reduced(Event, frozen=True, tag="reduced"):
    """`cause`: fire, raid, combat, forbidden (a retreat that the winner did not let pass)."""

    unit: str
    hex: str
    cause: str


class Eliminated(Event, frozen=True, tag="eliminated"):
    """`cause`: shelled (by fire or bombs), combat, forbidden, retreat, taken or left."""

    unit: str
    hex: str
    cause: str


class PassageAsked(Event, frozen=True, tag="passage-asked"):
    unit: str
    path: tuple[str, ...]


class PassageAnswered(Event, frozen=True, tag="passage-answered"):
    unit: str
    side: str
    agree: bool


class Retreated(Event, frozen=True, tag="retreated"):
    unit: str
    path: tuple[str, ...]


class Accompanied(Event, frozen=True, tag="accompanied"):
    units: tuple[str, ...]
    hex: str


class GameEnded(Event, frozen=True, tag="game-ended"):
    level: str
    winner: str


AnyEvent = (
    Deployed
    | WeatherRolled
    | PhaseBegan
    | PauseBegan
    | PauseEnded
    | CommanderReplaced
    | DemolitionRolled
    | SelfReduced
    | Marching
    | Moved
    | Entered
    | Left
    | LeftToBlock
    | EntryCancelled
    | SupplyRemoved
    | SupplyCaptured
    | AttackPlanned
    | AirSupport
    | NightAttack
    | Shot
    | Bombed
    | RaidMade
    | Declared
    | CombatRolled
    | CombatHopeless
    | CombatDropped
    | Reduced
    | Eliminated
    | PassageAsked
    | PassageAnswered
    | Retreated
    | Accompanied
    | GameEnded
)
