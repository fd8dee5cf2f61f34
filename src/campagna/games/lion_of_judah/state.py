"""The whole truth of a game in progress, and what hangs on it.

A unit is a small frozen record in `State.units`, at the place of its counter; to change it is to
replace it. Units of the war that is not being fought are ABSENT. The derived maps (`maps.py`) hang
on the state but are neither saved nor hashed.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy as shallow_copy
from enum import IntEnum
from typing import TYPE_CHECKING, cast

import msgspec
from msgspec import UNSET, UnsetType

from campagna.core.contract import Setup
from campagna.core.editions import Options
from campagna.core.numbered import BoxIndex, HexIndex, SideIndex, UnitIndex
from campagna.games.lion_of_judah.counters import Counter
from campagna.games.lion_of_judah.flags import ABSENT, FOUGHT, IN_BOX, NOWHERE, SHOWN, TOP
from campagna.games.lion_of_judah.frames import Frame
from campagna.games.lion_of_judah.maps import AIR, CONTROL, UNITS, Maps
from campagna.games.lion_of_judah.world import Part, World

_SEEN = TOP | SHOWN | FOUGHT
"""Flags that decide what the enemy sees of a unit (`visibility.visible`)."""


class Phase(IntEnum):
    """5.2: the steps that may ask for decisions, in order. `State.side` is the player acting."""

    SETUP = 0
    ARRIVALS = 1
    REPLACEMENTS = 2
    BREAKDOWN = 3
    MOTORISATION = 4
    TRUCK_BOXES = 5
    ROADS = 6
    TRANSPORT = 7
    SPECIAL = 8
    EVENT = 9
    ACTIVATION = 10
    INTERDICTION = 11
    MOVEMENT = 12
    BOMBING = 13
    COMBAT = 14
    END = 15
    OVER = 16


PHASE_NAMES = tuple(phase.name.lower().replace("_", "-") for phase in Phase)
ADMINISTRATIVE = frozenset(range(Phase.ARRIVALS, Phase.SPECIAL + 1))


class Unit(msgspec.Struct, frozen=True, array_like=True):
    place: int = ABSENT
    steps: int = 0
    flags: int = 0
    spent: int = 0
    """Half movement points used in this segment."""
    value: int = NOWHERE
    """The drawn factor of a unit with a '?' side."""
    carrier: int = NOWHERE
    """Of a truck: the unit or HQ it lies under."""
    load: int = 0
    """Resource points on a truck or with a leader."""
    most: int = 0
    """Of a truck: the RPs it began this segment with, at least 1 (10.3.4)."""
    due: int = 0
    entry: int = NOWHERE


class AirStatus(IntEnum):
    AWAY = 0
    """Not of this war, or on the turn track until `due`."""
    READY = 1
    COMMITTED = 2
    FLYING = 3
    """In the combat being fought, or just about to return."""
    INTERDICTING = 4
    SUPPLYING = 5


class Air(msgspec.Struct, frozen=True, array_like=True):
    status: int = AirStatus.AWAY
    due: int = 0
    place: int = NOWHERE
    theatre: str = ""


class Site(msgspec.Struct, frozen=True, array_like=True):
    """A road under construction since a turn (10.2.2.1)."""

    hex: HexIndex
    turn: int
    side: SideIndex


class Shipment(msgspec.Struct, frozen=True, array_like=True):
    """Resource points at sea between boxes (11.8-b, A-36)."""

    box: BoxIndex
    count: int
    due: int


class Capture(msgspec.Struct, frozen=True, array_like=True):
    """A rail or forward base hex taken from its first owner, and the turn of it (PB 14.5.1)."""

    hex: HexIndex
    turn: int


class InForce(msgspec.Struct, frozen=True, array_like=True):
    """An event that lasts: through turn `until` (99: to the end)."""

    event: str
    until: int
    unit: UnitIndex = NOWHERE
    amount: int = 0


class Ledger(msgspec.Struct, frozen=True, array_like=True):
    """Victory points won or lost for good, for side 0 in 1935-36 and the Allies in 1940-41."""

    rule: str
    reason: str
    points: int


class PartResult(msgspec.Struct, frozen=True, array_like=True):
    """How the first war of the campaign ended (PB 14.3.4)."""

    level: str
    points: int
    european_steps: int
    negus_eliminated: bool
    free_hexes: tuple[HexIndex, ...] = ()


class State(msgspec.Struct, dict=True):
    setup: Setup
    part: int = 0
    turn: int = 1
    phase: int = 0
    side: int = 0
    units: list[Unit] = []
    air: list[Air] = []
    control: bytes = b""
    """One entry per hex: the side that controls it, NO_SIDE in closed countries (3.2)."""
    boxes: list[int] = []
    shipments: list[Shipment] = []
    roads: list[int] = []
    """Built road hexes, in order."""
    sites: list[Site] = []
    cup: list[str] = []
    """Event markers in the cup, sorted: their order is unknown to all (6.1)."""
    drawn: list[str] = []
    """Event markers that left the game, in order."""
    in_force: list[InForce] = []
    bombing: int = 0
    """The bombing marker (PB 13.6.5.1)."""
    bombed_turn: int = 0
    """The last turn in which the Italian bombed or used gas."""
    gassed: list[int] = []
    """Hexes gassed in this Italian combat segment."""
    bribed: list[str] = []
    """Regions tried in this administrative phase."""
    steps_lost: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """European steps eliminated, by side (PB 13.4.4, 14.3.2)."""
    ledger: list[Ledger] = []
    fuel: int = 0
    prestige: int = 0
    fuel_spent: list[int] = []
    """Units that paid fuel in this segment."""
    taken: list[int] = []
    """Hexes whose first capture by the Italian has counted (fuel, prestige)."""
    lost: list[int] = []
    """Hexes whose first loss by the Italian has counted."""
    captures: list[Capture] = []
    french_open: bool = False
    withdrawal: int = 0
    """PB 14.4.2: 0 not due, 1 ordered, 2 late and paid for, 3 gone."""
    railed: list[tuple[str, int, int]] = []
    """Railways used in this administrative phase: name, RPs, half divisions (11.7-b)."""
    sailed: tuple[int, int] = (0, 0)
    """RPs and half divisions at sea in this administrative phase (11.8-c)."""
    leader: int = NOWHERE
    """The Ethiopian leader whose segments are played (5.2-D)."""
    moving: list[int] = []
    """Units whose move may still go on: the last stack moved (11.2-a)."""
    fought: list[int] = []
    """Hexes attacked in this combat segment (12.2-b)."""
    minor_users: list[int] = []
    """Units that draw supply from the minor source (PB 13.6.6.1)."""
    first_part: PartResult | None = None
    sudden: str = ""
    """The level of a sudden death (PB 13.4.6, 14.3.3)."""
    agenda: list[Frame] = []
    tribes: tuple[str, ...] | UnsetType = UNSET
    """By unit, if the optional rule of friction is played: those face down nobody knows (2.3.5)."""

    if TYPE_CHECKING:
        # Attached to a state in play, never saved: see `LionOfJudah.attach`.
        world: World = cast(World, None)
        theatre: Part = cast(Part, None)
        maps: Maps = cast(Maps, None)
        options: Options = Options({})

    def copy(self) -> State:
        """An independent state: records are shared, lists and maps are not."""
        other = shallow_copy(self)
        for name in _LISTS:
            setattr(other, name, getattr(self, name).copy())
        other.world = self.world
        other.theatre = self.theatre
        other.options = self.options
        other.maps = self.maps.copy()
        return other

    # --- units ----------------------------------------------------------------------------------

    def counter(self, unit: int) -> Counter:
        return self.world.counters[unit]

    def own(self, unit: int) -> int:
        """The side of a unit."""
        return self.world.unit_sides[unit]

    def name(self, unit: int) -> str:
        return self.world.counters[unit].id

    def names(self, units: Iterable[int]) -> tuple[str, ...]:
        counters = self.world.counters
        return tuple([counters[u].id for u in units])

    def find(self, name: str) -> int:
        """The unit of a name if it belongs to this war, else NOWHERE."""
        slot = self.world.slots.get(name, NOWHERE)
        if slot == NOWHERE or self.units[slot].place == ABSENT:
            return NOWHERE
        return slot

    def hex_name(self, hex_: int) -> str:
        return self.world.hex_ids[hex_] if hex_ >= 0 else ""

    def side_name(self, side: int) -> str:
        return self.maps.sides[side]

    def has(self, unit: int, flags: int) -> bool:
        return bool(self.units[unit].flags & flags)

    def stack(self, hex_: int) -> tuple[int, ...]:
        """The units in a hex, in the order of the counters."""
        return self.maps.stacks.get(hex_, ())

    def combat_units(self, hex_: int) -> tuple[int, ...]:
        combat = self.world.combat
        return tuple([u for u in self.maps.stacks.get(hex_, ()) if combat[u]])

    def on_map(self, side: int) -> list[int]:
        """Every unit of a side on the map."""
        sides = self.world.unit_sides
        units = self.units
        return [i for i in self.theatre.units if sides[i] == side and units[i].place >= 0]

    def box_of(self, unit: int) -> int:
        """The RP box a truck is in, or NOWHERE."""
        place = self.units[unit].place
        return IN_BOX - place if place <= IN_BOX else NOWHERE

    def trucks_under(self, unit: int) -> tuple[int, ...]:
        """The trucks that carry a unit or HQ."""
        return self.maps.carried.get(unit, ())

    # --- changes --------------------------------------------------------------------------------

    def change(self, unit: int, **fields: object) -> None:
        """Replace fields other than the place (use `put`)."""
        u = self.units[unit]
        self.units[unit] = new = msgspec.structs.replace(u, **fields)
        if new.carrier != u.carrier:
            self.maps.loaded(self, unit, u.carrier, new.carrier)
        if (new.flags ^ u.flags) & _SEEN:
            self.maps.memos.touch(UNITS[self.world.unit_sides[unit]])

    def flag(self, unit: int, on: int, off: int = 0) -> None:
        u = self.units[unit]
        flags = (u.flags | on) & ~off
        if flags != u.flags:
            self.units[unit] = msgspec.structs.replace(u, flags=flags)
            if (flags ^ u.flags) & _SEEN:
                self.maps.memos.touch(UNITS[self.world.unit_sides[unit]])

    def put(self, unit: int, place: int, **fields: object) -> None:
        """Put a unit somewhere else, on the map or off it; the tops of stacks follow."""
        u = self.units[unit]
        new = msgspec.structs.replace(u, place=place, flags=u.flags & ~TOP, **fields)
        self.units[unit] = new
        if new.carrier != u.carrier:
            self.maps.loaded(self, unit, u.carrier, new.carrier)
        self.maps.moved(self, unit, u.place, place)
        if u.place >= 0 and u.flags & TOP:
            heir = self._heir(u.place)
            if heir != NOWHERE:
                self.flag(heir, TOP)
                self.maps.uncovered.append(heir)
        if place >= 0 and self._covers(unit, place):
            self.flag(unit, TOP)

    def crown(self, place: int) -> None:
        """Give a stack without a top its top."""
        heir = self._heir(place)
        if heir != NOWHERE:
            self.flag(heir, TOP)

    def _heir(self, place: int) -> int:
        """Who comes to the top when the top leaves: no guerrilla above other units (A-49)."""
        stack = [u for u in self.stack(place) if self.stacks_visibly(u)]
        guerrilla = self.world.guerrilla
        return min(stack, key=lambda u: (guerrilla[u], u), default=NOWHERE)

    def _covers(self, unit: int, place: int) -> bool:
        """Whether a unit just put in a hex is on top: alone, or coming to guerrillas only."""
        if not self.stacks_visibly(unit):
            return False
        top = self.top(place)
        if top == NOWHERE:
            return True
        if self.world.guerrilla[top] and not self.world.guerrilla[unit]:
            self.flag(top, 0, TOP)
            return True
        return False

    def stacks_visibly(self, unit: int) -> bool:
        """Combat units and dummies have a place in the stack; the rest lies on top of it (12.3-a)."""
        return bool(self.world.combat[unit]) or self.world.counters[unit].type == "dummy"

    def top(self, hex_: int) -> int:
        """The combat unit (or dummy) on top of a stack, NOWHERE if there is none."""
        units = self.units
        for u in self.maps.stacks.get(hex_, ()):
            if units[u].flags & TOP:
                return u
        return NOWHERE

    def show(self, units: Iterable[int]) -> None:
        """The enemy sees these units until the segment ends."""
        for u in units:
            self.flag(u, SHOWN)

    def take_control(self, hex_: int, side: int) -> None:
        """Only the byte; what follows from it is `control.enter`."""
        self.control = self.control[:hex_] + bytes([side]) + self.control[hex_ + 1 :]
        self.maps.memos.touch(CONTROL)

    def event_in_force(self, event: str) -> InForce | None:
        for e in self.in_force:
            if e.event == event and self.turn <= e.until:
                return e
        return None

    def change_air(self, marker: int, **fields: object) -> None:
        self.air[marker] = msgspec.structs.replace(self.air[marker], **fields)
        self.maps.memos.touch(AIR)


_LISTS = (
    "units",
    "air",
    "boxes",
    "shipments",
    "roads",
    "sites",
    "cup",
    "drawn",
    "in_force",
    "gassed",
    "bribed",
    "steps_lost",
    "ledger",
    "fuel_spent",
    "taken",
    "lost",
    "captures",
    "railed",
    "moving",
    "fought",
    "minor_users",
    "agenda",
)
