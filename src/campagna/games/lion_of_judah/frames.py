"""The agenda: decisions that wait inside a phase, the topmost first.

A frame names hexes, counts and units that both players can see. Combat units named in a frame are
shown (`State.show`) for as long as it lies there. `waiting.work_off` works the agenda off until
somebody has to choose.
"""

from __future__ import annotations

from enum import IntEnum

import msgspec


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

    unit: int
    shifts: int
    box: int
    """The box that paid; NOWHERE: the leader's own points."""


class Battle(msgspec.Struct, frozen=True, tag="battle"):
    """A declared combat; replaced at each stage."""

    side: int
    attackers: tuple[int, ...]
    origins: tuple[int, ...]
    """The hex of each attacker."""
    target: int
    defenders: tuple[int, ...]
    stage: int
    attack: int = 0
    """Factors after halving (12.6)."""
    defence: int = 0
    fixed_shift: int = 0
    """Terrain, river and scenario shifts, + for the attacker (12.8, 12.10)."""
    drm: int = 0
    air: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """Air markers of the attacker and of the defender that fly."""
    air_results: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    air_shift: int = 0
    """Net columns by air, + for the attacker (10.1.3)."""
    support: tuple[tuple[Support, ...], tuple[Support, ...]] = ((), ())
    result: str = ""
    losses: tuple[int, int] = (0, 0)
    recon: bool = False
    advanced: tuple[int, ...] = ()
    booty: bool = False
    """An HQ, truck or RP of the defender was eliminated in this combat (PB 13.6.4.1)."""


class Suffer(msgspec.Struct, frozen=True, tag="suffer"):
    """A side must lose steps from these units, one at least from each before a second (12.11).

    `cause`: combat, ambush, bombing, desertion, event.
    """

    side: int
    units: tuple[int, ...]
    count: int
    cause: str
    attacking: bool = False


class Advancing(msgspec.Struct, frozen=True, tag="advancing"):
    """Attackers must enter the vacated hex, one at least (12.12)."""

    side: int
    units: tuple[int, ...]
    target: int
    recon: bool = False


class FollowUp(msgspec.Struct, frozen=True, tag="follow-up"):
    """12.11.1: these units advanced after an R and may attack again at once."""

    side: int
    units: tuple[int, ...]


class Excess(msgspec.Struct, frozen=True, tag="excess"):
    """A side must eliminate units from overstacked hexes (8.3)."""

    side: int


class Attrition(msgspec.Struct, frozen=True, tag="attrition"):
    """PB 13.6.3: the Ethiopian loses one warrior in this hex, his choice; to hunger or to bombs."""

    side: int
    hex: int
    cause: str = "attrition"


class Refuge(msgspec.Struct, frozen=True, tag="refuge"):
    """PB 13.6.2.4: a leader escapes to one of these hexes, equally near."""

    side: int
    leader: int
    hexes: tuple[int, ...]


class Gain(msgspec.Struct, frozen=True, tag="gain"):
    """The Ethiopian gives resource points to leaders who can take them (PB 13.6.4)."""

    side: int
    leaders: tuple[int, ...]
    count: int
    cause: str


class Place(msgspec.Struct, frozen=True, tag="place"):
    """A side puts units of a holding box on the map, up to `count`, each on one of these hexes.

    `kind`: tribal_levy or guerrilla. `apart`: hexes between placements (0: none).
    """

    side: int
    kind: str
    count: int
    hexes: tuple[int, ...]
    cause: str
    apart: int = 0
    must: bool = False
    placed: tuple[int, ...] = ()
    """Hexes of units placed so far."""


class Choice(msgspec.Struct, frozen=True, tag="choice"):
    """An event asks a side to choose one of these answers (A4, A5, A6, A8, B4, C7, C9, D3 ...)."""

    side: int
    event: str
    answers: tuple[str, ...]
    count: int = 1


class FreeMove(msgspec.Struct, frozen=True, tag="free-move"):
    """Event B4: the Negus may move at once, with imperial units of his hex."""

    side: int
    units: tuple[int, ...]
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
