"""The whole truth of a game in progress, and the maps derived from it.

A unit is a small frozen record in `State.units`; to change it is to replace it. Everything else
is scalars, short lists and the agenda of pending decisions. The derived maps hang on the state
but are neither saved nor hashed; `Maps.rebuilt` proves them.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any

import msgspec

from campagna.core.contract import Setup
from campagna.core.editions import Options
from campagna.games.panzergruppe_guderian.frames import Frame, Owed
from campagna.games.panzergruppe_guderian.world import GERMAN, SOVIET, Counter, Values, World
from campagna.hexes.kernels import Buffer
from campagna.hexes.stacks import Stacks
from campagna.kit.derived import new_memos

_replace = msgspec.structs.replace

# Places of units that are not on the map.
NOT_DUE = -1
"""Waits for its turn of the schedule."""
WAITING = -2
"""Stands off the map at `entry` and may come in."""
DEAD = -3
WITHDRAWN = -4
"""A leader taken out by the optional rule 10.4."""
LOST = -5
"""A provisional division that did not come in; its counter is back in the pool."""
REMOVED = -6
"""Out of the game for overstacking (7.1e): not even its counter comes back."""
GONE = (DEAD, LOST, REMOVED)

NOWHERE = -1

# Flags of a unit.
UNTRIED = 1 << 0
DISRUPTED = 1 << 1
UNSUPPLIED = 1 << 2
"""Found out of supply when this movement phase began (11.GEN-2)."""
COMMANDED = 1 << 3
"""Within a leader's radius when this movement phase began (6.55b)."""
MOVED = 1 << 4
"""Its move is over (6.GEN-2); it may still overrun."""
STOPPED = 1 << 5
"""Neither moves nor overruns any more in this phase (6.52)."""
ATTACKED = 1 << 6
DEFENDED = 1 << 7
ADVANCED = 1 << 8
RETREATED = 1 << 9
"""Retreated onto a friendly hex in this phase (9.75)."""
ENTERED = 1 << 10
"""Came onto the map in this movement phase and counts as supplied (11.33)."""
RECYCLED = 1 << 11
"""Drawn from the pool of eliminated units (12.4b)."""
RAILED = 1 << 12

PHASE_FLAGS = MOVED | STOPPED | ATTACKED | DEFENDED | ADVANCED | RETREATED | RAILED


class Phase(IntEnum):
    """4.2: the phases that ask for decisions, in order."""

    SETUP = 0
    SETUP_AIR = 1
    SOVIET_START = 2
    SOVIET_MOVE = 3
    SOVIET_COMBAT = 4
    SOVIET_INTERDICT = 5
    GERMAN_MOVE = 6
    GERMAN_COMBAT = 7
    GERMAN_MECH_MOVE = 8
    GERMAN_INTERDICT = 9
    OVER = 10


PHASE_NAMES = (
    "setup",
    "setup-air",
    "soviet-start",
    "soviet-move",
    "soviet-combat",
    "soviet-interdict",
    "german-move",
    "german-combat",
    "german-mech-move",
    "german-interdict",
    "over",
)
# The same as plain numbers, for what is asked thousands of times a game: to look up the member of an
# enum costs more than the question.
(
    SETUP,
    SETUP_AIR,
    SOVIET_START,
    SOVIET_MOVE,
    SOVIET_COMBAT,
    SOVIET_INTERDICT,
    GERMAN_MOVE,
    GERMAN_COMBAT,
    GERMAN_MECH_MOVE,
    GERMAN_INTERDICT,
    OVER,
) = map(int, Phase)
MOVEMENT_PHASES = frozenset({SOVIET_MOVE, GERMAN_MOVE, GERMAN_MECH_MOVE})
COMBAT_PHASES = frozenset({SOVIET_COMBAT, GERMAN_COMBAT})


class Unit(msgspec.Struct, frozen=True, array_like=True, gc=False):
    counter: int
    place: int
    step: int = 0
    """Steps lost so far: the index into the counter's values."""
    flags: int = 0
    spent: int = 0
    """Half movement points used in this phase."""
    start: int = NOWHERE
    """Where it began this movement phase; units that enter together share a negative number."""
    back: int = NOWHERE
    """The hex from which it last entered an enemy zone by itself (10.23b)."""
    entry: str = ""
    army: str = ""
    """Its army at set-up, for the first turn (5.2)."""


Pools = tuple[tuple[int, ...], ...]
"""Counters of divisions that can be drawn, rifle and armour."""


def added(pools: Pools, pool: int, counter: int) -> Pools:
    """The pools with one counter more, the last of its pool."""
    return tuple((*p, counter) if i == pool else p for i, p in enumerate(pools))


def taken(pools: Pools, pool: int, counter: int) -> Pools:
    """The pools without a counter."""
    at = pools[pool].index(counter)
    return tuple([p[:at] + p[at + 1 :] if i == pool else p for i, p in enumerate(pools)])


class InPlay:
    """What hangs on a state in play and is never saved: see `PanzergruppeGuderian.attach`."""

    __slots__ = ("maps", "options", "world")

    world: World
    maps: Maps
    options: Options


class State(InPlay, msgspec.Struct):
    setup: Setup
    turn: int = 0
    phase: int = 0
    units: list[Unit] = []
    pools: Pools = ((), ())
    """Counters never drawn, rifle and armour (12.1b)."""
    dead: Pools = ((), ())
    """Counters of eliminated divisions, by pool (12.4a)."""
    air: tuple[int, ...] = ()
    soviet_marker: int = NOWHERE
    soviet_marker_uses: int = 0
    cuts: tuple[int, ...] = ()
    repaired: tuple[int, ...] = ()
    """Hexes whose rail cut was removed this turn (6.37c)."""
    control: int = 0
    """Prize hexes last passed by a German unit, as bits (15.11b)."""
    held_cities: int = 0
    """Cities the German held and connected at the end of his last turn, as bits of prizes (15.12c)."""
    smolensk_free: bool = False
    """Markers may go anywhere while a line leads to Smolensk: the German controlled it at the end of his
    last turn (13.2c)."""
    rail_used: int = 0
    front_turn: int = 0
    front_total: int = 0
    front_entered: int | msgspec.UnsetType = msgspec.UNSET
    """Divisions of the South-Western Front that came in this turn, if any did (14.21)."""
    withdrawals: int = 0
    withdrawn_this_turn: bool = False
    recaptures: int = 0
    attacked_from: tuple[int, ...] = ()
    """Hexes from which an attack was made in this combat phase (10.26b)."""
    wanted_cut: int = NOWHERE
    """Where the overrun being resolved shall cut or restore the rail once the hex is entered."""
    wanted_lift: int = NOWHERE
    frozen: tuple[str, ...] = ()
    """Armies that the first turn roll keeps in place (5.21)."""
    provisional: int = NOWHERE
    """The unit that must come in this turn or is lost (14.13)."""
    entries: int = 0
    """Entry orders of this phase, to tell which units came in together (AMB-7)."""
    owed: tuple[Owed, ...] = ()
    agenda: list[Frame] = []

    def copy(self) -> State:
        """An independent state: records are shared, lists and maps are not."""
        other: State = self.__copy__()  # type: ignore[attr-defined]
        other.units = self.units.copy()
        other.agenda = self.agenda.copy()
        other.world = self.world
        other.options = self.options
        other.maps = self.maps.copy()
        return other

    # --- units ----------------------------------------------------------------------------------

    def counter(self, unit: int) -> Counter:
        return self.world.counters[self.units[unit].counter]

    def values(self, unit: int) -> Values:
        u = self.units[unit]
        return self.world.counters[u.counter].steps[u.step]

    def side(self, unit: int) -> int:
        return self.world.unit_sides[unit]

    def is_leader(self, unit: int) -> bool:
        return unit < self.world.leader_count

    def name(self, unit: int) -> str:
        """The public name: a drawn division is known by its number only (12.1c)."""
        return self.world.unit_names[unit]

    def names(self, units: Iterable[int]) -> tuple[str, ...]:
        return tuple(map(self.world.unit_names.__getitem__, units))

    def hexes(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """The names of hexes."""
        return tuple(map(self.world.hex_ids.__getitem__, numbers))

    def find(self, name: str) -> int:
        """The unit of a public name, NOWHERE if there is none."""
        slot = self.world.unit_slots.get(name)
        if slot is None:
            return self._find_revealed(name)
        return slot if slot < len(self.units) else NOWHERE

    def _find_revealed(self, counter: str) -> int:
        wanted = self.world.counter_index.get(counter, NOWHERE)
        for slot in range(self.world.first_drawn, len(self.units)):
            u = self.units[slot]
            if u.counter == wanted and u.place >= 0 and not u.flags & UNTRIED:
                return slot
        return NOWHERE

    def stack(self, hex_: int) -> tuple[int, ...]:
        return self.maps.stacks.get(hex_, ())

    def change(self, unit: int, **fields: object) -> None:
        """Replace fields that do not concern the maps (use `put`, `disrupt`, `set_movement` for those)."""
        self.units[unit] = _replace(self.units[unit], **fields)

    def set_movement(self, unit: int, **fields: object) -> None:
        """Replace fields that change how far a unit can go."""
        self.units[unit] = u = _replace(self.units[unit], **fields)
        self.maps._set_all_movement(self.world, unit, u)

    def flag(self, unit: int, on: int, off: int = 0) -> None:
        u = self.units[unit]
        flags = (u.flags | on) & ~off
        self.units[unit] = _replace(u, flags=flags)
        self.maps.mark(unit, flags)

    def put(self, unit: int, place: int, **fields: object) -> None:
        """Put a unit somewhere else, on the map or off it."""
        self.units[unit] = _replace(self.units[unit], place=place, **fields)
        self.maps.moved(self, unit)

    def add_unit(self, unit: Unit) -> int:
        """A unit more, off the map; returns its number."""
        self.units.append(unit)
        self.maps._add_to_maps(self.world, unit)
        self.maps.movers = None
        return len(self.units) - 1

    def disrupt(self, unit: int) -> None:
        self.flag(unit, DISRUPTED)
        self.maps.ground_changed(ZONES)

    def recover(self, unit: int) -> None:
        self.flag(unit, 0, DISRUPTED)
        self.maps.ground_changed(ZONES)


class Footing(msgspec.Struct, frozen=True):
    """What the phasing side's movement meets, the same for all its units until the enemy changes."""

    closed: Buffer
    """Hexes no unit may enter: enemy units, and the western columns for the Soviets early on."""
    stop: bytearray
    """Enemy zones."""
    costs: tuple[bytes, ...]
    """One table per movement class, interdiction included."""


PLACES, ENEMY, ZONES, MARKERS, PHASE, CUTS, STRENGTHS = (1 << n for n in range(7))
"""What memos depend on: where units stand, where those of the side stand that does not act, who is
disrupted, the interdiction markers, the turn with its phase, the cuts of railways, which units are
face up and how many steps they have."""


class Maps(Stacks):
    """Derived from the units: who stands where, and what was found out from that. Rebuilt lazily.

    The kernel moves units and keeps the list of those that may move; so that every move finds them
    without a call, `footing` and `movers` are fields and not memos.
    """

    __slots__ = ("charts", "footing", "memos", "movers")

    def __init__(self, world: World) -> None:
        super().__init__(world.size, world.unit_sides, DISRUPTED, UNSUPPLIED)
        self.memos = new_memos()
        self.footing: Footing | None = None
        """What every move asks for; see `movement.footing`."""
        self.charts: tuple[tuple[int, ...], tuple[bytes, ...]] = ((), ())
        """Interdiction markers and the terrain charts that hold while they lie there."""
        self.movers: list[int] | None = None
        """Units that may begin a move now; see `movement.movers`."""

    @classmethod
    def rebuilt(cls, state: State) -> Maps:
        maps = cls(state.world)
        for u in state.units:
            maps._add_to_maps(state.world, u)
        return maps

    def _add_to_maps(self, world: World, u: Unit) -> None:
        """One unit more."""
        self.add_unit(u.place, u.flags)
        self._set_all_movement(world, self.count - 1, u)

    def _set_all_movement(self, world: World, unit: int, u: Unit) -> None:
        """Tell the kernel how a unit moves."""
        points = world.half_points[u.counter][u.step]
        halved = world.halved_points[u.counter][u.step]
        self.set_movement(unit, world.move_classes[u.counter], points, halved, u.spent)

    def copy(self) -> Maps:
        other = Maps.__new__(Maps)
        self.share(other)
        other.charts = self.charts
        other.memos = self.memos.copy()
        other.footing = self.footing
        other.movers = None if self.movers is None else self.movers.copy()
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        kept = {name: getattr(self, name) for name in self.__slots__}
        return _restored, (self.content(), kept)

    def moved(self, state: State, unit: int) -> None:
        """A unit was put somewhere else."""
        u = state.units[unit]
        self.relocate(unit, u.place, u.flags)
        if self.sides[unit] != _ACTING[state.phase]:
            self.ground_changed(PLACES | ENEMY)
        else:
            self.memos.touch(PLACES)

    def ground_changed(self, changes: int) -> None:
        """The enemy, the markers or the phase changed: nothing known about the ground holds."""
        self.memos.touch(changes)
        self.footing = None
        self.movers = None


def _restored(content: tuple[Any, ...], kept: dict[str, Any]) -> Maps:
    maps = Maps.__new__(Maps)
    maps.restore(content)
    for name, value in kept.items():
        setattr(maps, name, value)
    return maps


_ACTING = (SOVIET, GERMAN, SOVIET, SOVIET, SOVIET, SOVIET, GERMAN, GERMAN, GERMAN, GERMAN, SOVIET)


def acting_side(phase: int) -> int:
    """The phasing player: the one whose player-turn it is."""
    return _ACTING[phase]
