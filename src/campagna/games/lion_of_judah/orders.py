"""The orders of both players. Units, markers, boxes and hexes are named as in the data.

Where a stack hides its units from the enemy an order names the hex of the unit besides the unit.
"""

from __future__ import annotations

from campagna.core.contract import Order


class Done(Order, frozen=True, tag="done"):
    """End the step, the segment, the turn of activations; or decline what is offered."""


class Deploy(Order, frozen=True, tag="deploy"):
    """3.1, PB 13.2.2, PB 14.2: at set-up, put a unit on another hex, or a truck into a box."""

    unit: str
    to: str


class SetTop(Order, frozen=True, tag="set-top"):
    """12.3: the owner orders his stack: this unit goes on top of the others in its hex."""

    unit: str
    hex: str


# --- the administrative phase (5.2-A) ---------------------------------------------------------------


class Land(Order, frozen=True, tag="land"):
    """7.2: bring in a reinforcement that has a choice of entry hexes, or keep it out no longer."""

    unit: str
    hex: str


class Pay(Order, frozen=True, tag="pay"):
    """7.3.3: spend RPs of a box on steps of a unit in or next to an HQ with a path to the box."""

    unit: str
    hq: str
    box: str
    steps: int = 1


class Rebuild(Order, frozen=True, tag="rebuild"):
    """7.3.4: rebuild an eliminated unit with RPs of a box; it enters at a hex."""

    unit: str
    box: str
    hex: str
    steps: int = 1


class Recall(Order, frozen=True, tag="recall"):
    """PB 13.6.4.2b: a leader spends an RP on an eliminated warrior of his faction."""

    leader: str
    unit: str


class BreakDown(Order, frozen=True, tag="break-down"):
    """2.4: a unit gives up a step for a breakdown unit in its hex."""

    unit: str
    hex: str
    into: str


class Consolidate(Order, frozen=True, tag="consolidate"):
    """2.5: a breakdown unit goes back into a unit of its kind."""

    breakdown: str
    unit: str
    hex: str


class Motorise(Order, frozen=True, tag="motorise"):
    """10.3.2: trucks go under a unit."""

    unit: str
    hex: str
    trucks: tuple[str, ...]


class Unload(Order, frozen=True, tag="unload"):
    """10.3.2: the trucks under a unit are put beside it."""

    unit: str


class ShiftTruck(Order, frozen=True, tag="shift-truck"):
    """7.3.2: a truck goes from its source hex into the box, or from the box to a source hex."""

    truck: str
    to: str


class BuildRoad(Order, frozen=True, tag="build-road"):
    """10.2.2: an HQ begins a road in its own or an adjacent hex with RPs of a box."""

    hq: str
    hex: str
    box: str


class RailMove(Order, frozen=True, tag="rail"):
    """11.7: units go along a railway from one hex to another."""

    units: tuple[str, ...]
    hex: str
    to: str


class RailPoints(Order, frozen=True, tag="rail-points"):
    """11.7-b: RPs go by railway from one box to another."""

    box: str
    to: str
    count: int


class Embark(Order, frozen=True, tag="embark"):
    """11.8: units leave a port for another, where they enter next turn."""

    units: tuple[str, ...]
    hex: str
    to: str


class Ship(Order, frozen=True, tag="ship"):
    """11.8-b: RPs and trucks sail from one box to another."""

    box: str
    to: str
    count: int = 0
    trucks: tuple[str, ...] = ()


class Bribe(Order, frozen=True, tag="bribe"):
    """PB 13.6.8: try the chiefs of a region with RPs of a box."""

    region: str
    box: str
    count: int


class AirSupply(Order, frozen=True, tag="air-supply"):
    """PB 13.6.5.2: a marker supplies units in a hex until the next administrative phase."""

    marker: str
    hex: str
    units: tuple[str, ...]


class ChangeTheatre(Order, frozen=True, tag="change-theatre"):
    """PB 14.6.9: an Allied air marker goes to another theatre."""

    marker: str
    theatre: str


class DrawFrom(Order, frozen=True, tag="draw-from"):
    """PB 13.6.6.1: the units that the minor source supplies, two at most."""

    units: tuple[str, ...]


# --- events and other answers -----------------------------------------------------------------------


class Answer(Order, frozen=True, tag="answer"):
    """An event's choice: one of the answers of the frame."""

    answer: str


class PlaceUnit(Order, frozen=True, tag="place-unit"):
    """PB 13.6.9, PB 14.6.4.1: put a levy or guerrilla of the box on a hex."""

    hex: str


class GivePoints(Order, frozen=True, tag="give-points"):
    """PB 13.6.4: a leader takes an RP."""

    leader: str


class Flee(Order, frozen=True, tag="flee"):
    """PB 13.6.2.4: the escaping leader goes to this refuge."""

    hex: str


class Remove(Order, frozen=True, tag="remove"):
    """8.3, PB 13.6.3: the owner eliminates a unit of an overstacked or starving hex."""

    unit: str
    hex: str


# --- the player phases ------------------------------------------------------------------------------


class Interdict(Order, frozen=True, tag="interdict"):
    """10.1.5: put an air marker on an enemy stack before it moves."""

    marker: str
    hex: str


class Activate(Order, frozen=True, tag="activate"):
    """PB 13.6.2: try to activate a leader."""

    leader: str


class Move(Order, frozen=True, tag="move"):
    """11: move units that stand together; the path begins with the hex they stand in.

    `drops` names units left behind and where on the path (11.3). `column`: PB 13.6.7.3.
    """

    units: tuple[str, ...]
    path: tuple[str, ...]
    drops: tuple[tuple[str, str], ...] = ()
    column: bool = False


class MoveHq(Order, frozen=True, tag="move-hq"):
    """10.2.1: move an HQ, one hex or along a line, or carried by trucks; the path begins with its hex."""

    hq: str
    path: tuple[str, ...]
    trucks: tuple[str, ...] = ()


class ForcedMarch(Order, frozen=True, tag="forced-march"):
    """11.5: units that stand together try to enter one hex more."""

    units: tuple[str, ...]
    hex: str
    to: str


class Load(Order, frozen=True, tag="load"):
    """10.3.1: a truck in a source hex takes RPs of the box, or gives them (a negative count)."""

    truck: str
    count: int


class Bomb(Order, frozen=True, tag="bomb"):
    """PB 13.6.5.1: bomb or gas a hex."""

    marker: str
    hex: str
    gas: bool = False


class Attack(Order, frozen=True, tag="attack"):
    """12: units attack an adjacent hex."""

    units: tuple[str, ...]
    target: str


class CommitAir(Order, frozen=True, tag="commit-air"):
    """10.1.3: air markers fly to the combat; none is allowed."""

    markers: tuple[str, ...] = ()


class CommitHq(Order, frozen=True, tag="commit-hq"):
    """10.2.3: HQs or leaders support the combat, each with the box that pays ('' : own RPs).

    A leader named twice pays for two shifts (PB 13.6.4.3).
    """

    support: tuple[tuple[str, str], ...] = ()


class TakeLosses(Order, frozen=True, tag="take-losses"):
    """12.11: the units that lose a step each; a unit may be named several times."""

    units: tuple[str, ...]


class Advance(Order, frozen=True, tag="advance"):
    """12.12: the attackers that enter the vacated hex."""

    units: tuple[str, ...]
