"""What happens in the field: the air, leaders, movement and combat."""

from __future__ import annotations

from typing import ClassVar

from campagna.core.contract import Event
from campagna.games.lion_of_judah.events import Sighted
from campagna.games.lion_of_judah.rules.combat.terms import Term

# --- air, leaders, movement -------------------------------------------------------------------------


class Interdicted(Event, frozen=True, tag="interdicted"):
    marker: str
    hex: str


class Grounded(Event, frozen=True, tag="grounded"):
    """Event B5: the marker could not fly."""

    marker: str
    die: int


class Bombed(Event, frozen=True, tag="bombed"):
    marker: str
    hex: str
    die: int
    result: str


class Gassed(Event, frozen=True, tag="gassed"):
    marker: str
    hex: str


class AirReturned(Event, frozen=True, tag="air-returned"):
    """`due`: the turn it comes back, 0 if it is only committed."""

    sequel: ClassVar[bool] = True
    marker: str
    die: int
    due: int = 0


class AirReady(Event, frozen=True, tag="air-ready"):
    """Markers back from the turn track, or from Committed at the end of the turn."""

    markers: tuple[str, ...]


class ActivationRolled(Event, frozen=True, tag="activation-rolled"):
    tells_of: ClassVar[tuple[str, ...]] = ("leader",)

    leader: str
    die: int
    modifier: int
    rating: int
    success: bool


class AttritionRolled(Event, frozen=True, tag="attrition-rolled"):
    hex: str
    units: int
    die: int
    lost: bool


class LeaderEscaped(Event, frozen=True, tag="leader-escaped"):
    tells_of: ClassVar[tuple[str, ...]] = ("leader",)

    leader: str
    die: int
    to: str = ""


class Moved(Sighted, frozen=True, tag="moved"):
    """`cost` in half points, the highest of the stack."""

    path: tuple[str, ...] = ()
    cost: int = 0


class HqMoved(Event, frozen=True, tag="hq-moved"):
    hq: str
    path: tuple[str, ...]
    trucks: tuple[str, ...] = ()


class MarchRolled(Sighted, frozen=True, tag="march-rolled"):
    to: str = ""
    die: int = 0
    modifier: int = 0
    extra: int = 0
    ambush: bool = False
    entered: bool = False


class Ambushed(Event, frozen=True, tag="ambushed"):
    """11.5.3-d: a marching stack loses a step; `hex` is where it was going."""

    side: str
    hex: str


class Loaded(Event, frozen=True, tag="loaded"):
    truck: str
    box: str
    count: int


class Overrun(Event, frozen=True, tag="overrun"):
    """11.6: defenceless units eliminated by enemies that entered their hex."""

    reveals: ClassVar[bool] = True
    units: tuple[str, ...]
    hex: str


class Repelled(Event, frozen=True, tag="repelled"):
    """A screened hex was no dummy: the units stop before it (PB 14.6.5)."""

    reveals: ClassVar[bool] = True
    hex: str


# --- combat -----------------------------------------------------------------------------------------


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    reveals: ClassVar[bool] = True
    opens: ClassVar[bool] = True
    attackers: tuple[str, ...]
    target: str
    defenders: tuple[str, ...]
    attack: int
    defence: int
    odds: str


class FactorsRevealed(Event, frozen=True, tag="factors-revealed"):
    """2.3.7-a: '?' units turned over."""

    reveals: ClassVar[bool] = True
    units: tuple[str, ...]
    factors: tuple[int, ...]
    tribes: tuple[str, ...] = ()
    """With the optional rule of friction."""


class LinesHarassed(Event, frozen=True, tag="lines-harassed"):
    """PB 14.6.4.1-f: guerrillas on or beside the supply lines of an Italian attack."""

    hex: str
    how: str


class AirCommitted(Event, frozen=True, tag="air-committed"):
    side: str
    markers: tuple[str, ...]


class AirRolled(Event, frozen=True, tag="air-rolled"):
    side: str
    marker: str
    die: int
    modifier: int
    result: str


class HqCommitted(Event, frozen=True, tag="hq-committed"):
    side: str
    units: tuple[str, ...]
    shifts: int


class BattleRolled(Event, frozen=True, tag="battle-rolled"):
    target: str
    odds: str
    shift: int
    column: str
    die: int
    modifier: int
    result: str
    attack: int = 0
    defence: int = 0
    terms: tuple[Term, ...] = ()
    """What the shift and the modifier consist of."""


class StepLost(Event, frozen=True, tag="step-lost"):
    unit: str
    cause: str
    left: int


class Eliminated(Event, frozen=True, tag="eliminated"):
    """`cause`: combat, ambush, bombing, stacking, attrition, overrun, event, desertion ..."""

    reveals: ClassVar[bool] = True
    unit: str
    hex: str
    cause: str


class Advanced(Event, frozen=True, tag="advanced"):
    units: tuple[str, ...]
    hex: str


class FollowUpOffered(Event, frozen=True, tag="follow-up-offered"):
    units: tuple[str, ...]
