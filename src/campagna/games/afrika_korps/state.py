"""The whole truth of a game in progress, and the maps derived from it.

A unit is a small frozen record in `State.units`, at the place of its counter; to change it is to
replace it. The derived maps hang on the state but are neither saved nor hashed.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING, cast

import msgspec

from campagna.core.contract import Setup
from campagna.core.editions import Options
from campagna.games.afrika_korps.frames import Frame
from campagna.games.afrika_korps.world import COMBAT, SUPPLY, Counter, World
from campagna.kit.derived import new_memos

# Places of counters that are not on the map.
POOL = -1
"""Beside the map: reinforcements to come, supplies and substitutes not in play."""
DEAD = -2
SEA = -3
ASIDE = -4
"""Built into a substitute, or left over from one (21)."""

NOWHERE = -1

# Flags of a unit; those of TURN_FLAGS come off at the end of its player turn.
STOPPED = 1 << 0
"""Its movement is over: it entered a zone or an escarpment."""
FROZEN = 1 << 1
"""Takes part in an automatic victory (9.2b)."""
FOUGHT = 1 << 2
DEFENDED = 1 << 3
USED = 1 << 4
"""A supply that sustains an attack this turn (14.1)."""
HELD = 1 << 5
"""A supply captured in the combat phase: it sustains nothing this turn (15.4.1, A32)."""
LANDED = 1 << 6
"""Arrived in a port this turn (23.4.2, A33)."""
ISOLATED = 1 << 7
"""Found isolated at the beginning of its own turn (24.2)."""
INTO_ZONE = 1 << 8
"""A supply that moved into an enemy zone this turn (13.2)."""
CROSSED = 1 << 9
"""Has entered or left an escarpment with road over a side without road (18.5)."""
LATE = 1 << 10
"""Eliminated in its own player turn: no replacement before the next one (A27)."""
SHELTERED = 1 << 11
"""Retreated into a fortress this turn: adds nothing to its defence (11.7b)."""
EMBARKED = 1 << 12
"""Went to sea this turn."""

TURN_FLAGS = (
    STOPPED | FROZEN | FOUGHT | DEFENDED | USED | HELD | LANDED | INTO_ZONE | CROSSED | SHELTERED
)


class Phase(IntEnum):
    """3: the decisions of a player turn, in order."""

    SUPPLY = 0
    ARRIVAL = 1
    MOVEMENT = 2
    SUBSTITUTION = 3
    COMBAT = 4
    OVER = 5


PHASE_NAMES = ("supply", "arrival", "movement", "substitution", "combat", "over")


class Unit(msgspec.Struct, frozen=True, array_like=True):
    place: int = POOL
    flags: int = 0
    spent: int = 0
    """Movement factors used this turn; the road bonus apart."""
    road: int = 0
    """Hexes of the road bonus used this turn."""
    lane: int = NOWHERE
    """In I26: the end of the road by which it came, if it matters (17.3.2)."""
    since: int = NOWHERE
    """How many automatic victories stood when it began to move (9.1b); NOWHERE: not moved."""
    count: int = 0
    """Own turns of isolation so far (24.2)."""
    trail: tuple[int, ...] = ()
    """The hexes of its movement this turn, the first being where it began."""
    parts: tuple[int, ...] = ()
    """Of a substitute: the counters it was built from (21.4b)."""


class Victory(msgspec.Struct, frozen=True, array_like=True):
    """An automatic victory declared in this movement phase (9)."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    supplies: tuple[int, ...]
    surrounded: bool
    """5-1 or 6-1: it stands only while the target cannot go back (9.3)."""


class State(msgspec.Struct, dict=True):
    setup: Setup
    turn: int = 1
    side: int = 0
    phase: int = 0
    units: list[Unit] = []
    ports: list[int] = []
    """Ports the phasing side controlled at the beginning of its turn (19.2a)."""
    pool: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Replacement factors saved up (20.5)."""
    victories: list[Victory] = []
    rommel_path: list[int] = []
    """Hexes Rommel passed this turn; NOWHERE where he was displaced."""
    must_attack: list[int] = []
    """Own units in enemy zones that have not attacked yet (8.4b)."""
    must_defend: list[int] = []
    """Enemy units that must still be attacked (8.4a, 23.1b, 23.2b)."""
    front: list[tuple[int, int]] = []
    """Enemy combat units and where they stood when combat began: lines are judged there (14.2d)."""
    depots: list[tuple[int, int]] = []
    """Own supplies and where they stood when combat began."""
    sorties: list[int] = []
    """Own fortresses from which an attack was made (23.2b)."""
    prey: list[int] = []
    """Hexes outside fortresses where the enemy had an escorted supply when combat began."""
    robbed: list[int] = []
    """Hexes whose supply was taken by a capture attack this turn (15.3.2.2b)."""
    inroads: list[tuple[int, int]] = []
    """Units that took a lone supply in a fortress and may enter it after their battle (16.3)."""
    spared: list[int] = []
    """Supplies that the waiting player was asked about and keeps (15.5)."""
    held: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Turns in a row at whose ends each side controlled all four objectives (4.1b, 4.2b)."""
    held_at_start: list[bool] = msgspec.field(default_factory=lambda: [False, False])
    bare_at_start: bool = False
    """The Axis had no supply on the map at the beginning of its turn (24.5)."""
    bare_turns: int = 0
    level: str = ""
    """How the game ended."""
    agenda: list[Frame] = []

    if TYPE_CHECKING:
        # Attached to a state in play, never saved: see `AfrikaKorps.attach`.
        world: World = cast(World, None)
        maps: Maps = cast("Maps", None)
        options: Options = Options({})

    def copy(self) -> State:
        other = State(
            self.setup,
            self.turn,
            self.side,
            self.phase,
            self.units.copy(),
            self.ports.copy(),
            self.pool.copy(),
            self.victories.copy(),
            self.rommel_path.copy(),
            self.must_attack.copy(),
            self.must_defend.copy(),
            self.front.copy(),
            self.depots.copy(),
            self.sorties.copy(),
            self.prey.copy(),
            self.robbed.copy(),
            self.inroads.copy(),
            self.spared.copy(),
            self.held.copy(),
            self.held_at_start.copy(),
            self.bare_at_start,
            self.bare_turns,
            self.level,
            self.agenda.copy(),
        )
        other.__dict__.update(self.__dict__)
        other.maps = self.maps.copy()
        return other

    # --- counters -------------------------------------------------------------------------------

    def counter(self, unit: int) -> Counter:
        return self.world.counters[unit]

    def owner(self, unit: int) -> int:
        return self.world.side_of[unit]

    def fights(self, unit: int) -> bool:
        return self.world.kind_of[unit] == COMBAT

    def is_supply(self, unit: int) -> bool:
        return self.world.kind_of[unit] == SUPPLY

    def name(self, unit: int) -> str:
        return self.world.names[unit]

    def names(self, units: Iterable[int]) -> tuple[str, ...]:
        known = self.world.names
        return tuple([known[u] for u in units])

    def hex_name(self, hex_: int) -> str:
        return self.world.hex_ids[hex_]

    def place(self, unit: int) -> int:
        return self.units[unit].place

    def flagged(self, unit: int, flags: int) -> bool:
        return bool(self.units[unit].flags & flags)

    def flag(self, unit: int, on: int, off: int = 0) -> None:
        u = self.units[unit]
        self.units[unit] = msgspec.structs.replace(u, flags=(u.flags | on) & ~off)

    def change(self, unit: int, **fields: object) -> None:
        """Replace fields other than the place."""
        self.units[unit] = msgspec.structs.replace(self.units[unit], **fields)

    def put(self, unit: int, place: int, **fields: object) -> None:
        """Put a counter somewhere else, on the map or off it."""
        u = self.units[unit]
        self.units[unit] = msgspec.structs.replace(u, place=place, **fields)
        self.maps.moved(unit, u.place, place, self.world.side_of[unit])

    # --- stacks ---------------------------------------------------------------------------------

    def stack(self, hex_: int) -> tuple[int, ...]:
        return self.maps.stacks.get(hex_, ())

    def fighters_at(self, hex_: int, side: int) -> list[int]:
        """Combat units of a side in a hex."""
        stack = self.maps.stacks.get(hex_)
        if stack is None:
            return []
        army_of = self.world.army_of
        return [u for u in stack if army_of[u] == side]

    def on_map(self, units: Iterable[int]) -> list[int]:
        return [u for u in units if self.units[u].place >= 0]


AXIS_PLACES, ALLIED_PLACES, VICTORIES, TURN = 1, 2, 4, 8
"""What memos depend on: where the counters of a side are, the automatic victories, and the turn with
its phase and what is noted for the battles."""
PLACES = (AXIS_PLACES, ALLIED_PLACES)
PLACES_AND_VICTORIES = (AXIS_PLACES | VICTORIES, ALLIED_PLACES | VICTORIES)
BOTH_SIDES = AXIS_PLACES | ALLIED_PLACES | VICTORIES
EVERYTHING = BOTH_SIDES | TURN


class Maps:
    """Derived from the units: who stands where, and what was found out from that."""

    def __init__(self) -> None:
        self.stacks: dict[int, tuple[int, ...]] = {}
        self.memos = new_memos()

    @classmethod
    def rebuilt(cls, state: State) -> Maps:
        maps = cls()
        for unit, u in enumerate(state.units):
            if u.place >= 0:
                maps.stacks[u.place] = (*maps.stacks.get(u.place, ()), unit)
        return maps

    def copy(self) -> Maps:
        other = Maps.__new__(Maps)
        other.stacks = self.stacks.copy()
        other.memos = self.memos.copy()
        return other

    def moved(self, unit: int, old: int, new: int, side: int) -> None:
        """Keep stacks sorted by unit, so that a rebuild gives the same order."""
        if old >= 0:
            rest = tuple([u for u in self.stacks[old] if u != unit])
            if rest:
                self.stacks[old] = rest
            else:
                del self.stacks[old]
        if new >= 0:
            self.stacks[new] = tuple(sorted((*self.stacks.get(new, ()), unit)))
        self.memos.touch(PLACES[side])
