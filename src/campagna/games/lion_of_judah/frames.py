"""The agenda: decisions that wait inside a phase, the topmost first.

A frame names hexes, counts and units that both players can see. Combat units named in a frame are
shown (`State.show`) for as long as it lies there. `waiting.work_off` works the agenda off until
somebody has to choose.
"""

from __future__ import annotations

from enum import IntEnum

import msgspec

from campagna.core.numbered import AirIndex, BoxIndex, HexIndex, SideIndex, UnitIndex


class Stage(IntEnum):
    """12.4: where a combat stands."""

    ATTACKER_AIR = 0
    DEFENDER_AIR = 1
    ATTACKER_HQ = 2
    DEFENDER_HQ = 3
    ROLL = 4
    ATTACKER_LOSSES = 5
    DEFENDER_LOSSES = 6
    ADVANCE = 7
    AIR_RETURN = 8
    AFTERMATH = 9
    """RPs captured (PB 13.6.4.1), leaders left alone, control, the reconnaissance attack."""


class Support(msgspec.Struct, frozen=True, array_like=True):
    """An HQ or leader in a combat and the shifts it was paid for (10.2.3, PB 13.6.4)."""

    unit: UnitIndex
    shifts: int
    box: BoxIndex
    """The box that paid; NOWHERE: the leader's own points."""


class Battle(msgspec.Struct, frozen=True, tag="battle"):
    """A declared combat; replaced at each stage."""

    side: SideIndex
    attackers: tuple[UnitIndex, ...]
    origins: tuple[HexIndex, ...]
    """The hex of each attacker."""
    target: HexIndex
    defenders: tuple[UnitIndex, ...]
    stage: int
    attack: int = 0
    """Factors after halving (12.6)."""
    defence: int = 0
    fixed_shift: int = 0
    """Terrain, river and scenario shifts, + for the attacker (12.8, 12.10)."""
    drm: int = 0
    air: tuple[tuple[AirIndex, ...], tuple[AirIndex, ...]] = ((), ())
    """Air markers of the attacker and of the defender that fly."""
    air_results: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    air_shift: int = 0
    """Net columns by air, + for the attacker (10.1.3)."""
    support: tuple[tuple[Support, ...], tuple[Support, ...]] = ((), ())
    result: str = ""
    losses: tuple[int, int] = (0, 0)
    recon: bool = False
    advanced: tuple[UnitIndex, ...] = ()
    booty: bool = False
    """An HQ, truck or RP of the defender was eliminated in this combat (PB 13.6.4.1)."""


class Suffer(msgspec.Struct, frozen=True, tag="suffer"):
    """A side must lose steps from these units, one at least from each before a second (12.11).

    `cause`: combat, ambush, bombing, desertion, event.
    """

    side: SideIndex
    units: tuple[UnitIndex, ...]
    count: int
    cause: str
    attacking: bool = False


class Advancing(msgspec.Struct, frozen=True, tag="advancing"):
    """Attackers must enter the vacated hex, one at least (12.12)."""

    side: SideIndex
    units: tuple[UnitIndex, ...]
    target: HexIndex
    recon: bool = False


class FollowUp(msgspec.Struct, frozen=True, tag="follow-up"):
    """12.11.1: these units advanced after an R and may attack again at once."""

    side: SideIndex
    units: tuple[UnitIndex, ...]


class Excess(msgspec.Struct, frozen=True, tag="excess"):
    """A side must eliminate units from overstacked hexes (8.3)."""

    side: SideIndex


class Attrition(msgspec.Struct, frozen=True, tag="attrition"):
    """PB 13.6.3: the Ethiopian loses one warrior in this hex, his choice; to hunger or to bombs."""

    side: SideIndex
    hex: HexIndex
    cause: str = "attrition"


class Refuge(msgspec.Struct, frozen=True, tag="refuge"):
    """PB 13.6.2.4: a leader escapes to one of these hexes, equally near."""

    side: SideIndex
    leader: UnitIndex
    hexes: tuple[HexIndex, ...]


class Gain(msgspec.Struct, frozen=True, tag="gain"):
    """The Ethiopian gives resource points to leaders who can take them (PB 13.6.4)."""

    side: SideIndex
    leaders: tuple[UnitIndex, ...]
    count: int
    cause: str


class Place(msgspec.Struct, frozen=True, tag="place"):
    """A side puts units of a holding box on the map, up to `count`, each on one of these hexes.

    `kind`: tribal_levy or guerrilla. `apart`: hexes between placements (0: none).
    """

    side: SideIndex
    kind: str
    count: int
    hexes: tuple[HexIndex, ...]
    cause: str
    apart: int = 0
    must: bool = False
    placed: tuple[HexIndex, ...] = ()
    """Hexes of units placed so far."""


class Choice(msgspec.Struct, frozen=True, tag="choice"):
    """An event asks a side to choose one of these answers (A4, A5, A6, A8, B4, C7, C9, D3 ...)."""

    side: SideIndex
    event: str
    answers: tuple[str, ...]
    count: int = 1


class FreeMove(msgspec.Struct, frozen=True, tag="free-move"):
    """Event B4: the Negus may move at once, with imperial units of his hex."""

    side: SideIndex
    units: tuple[UnitIndex, ...]
    allowance: int
    """Half points."""


Frame = (
    Battle
    | Suffer
    | Advancing
    | FollowUp
    | Excess
    | Attrition
    | Refuge
    | Gain
    | Place
    | Choice
    | FreeMove
)
