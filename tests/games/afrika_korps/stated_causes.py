"""Why a step is refused, stated a second time from the map, the counters and a position."""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from itertools import pairwise

from campagna.games.afrika_korps.orders import Haul
from campagna.games.afrika_korps.table.position import BOXES, UnitPosition
from tests.games.afrika_korps.lay import GAME
from tests.laws.laws_of_paths import Asked, Statements

DATA = GAME.home / "data"
MAP = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))
LINES = (DATA / "units.csv").read_text(encoding="utf-8").splitlines()
COUNTERS = {row["id"]: row for row in csv.DictReader(LINES)}
TERRAIN = {
    f"{letter}{number}": MAP["terrain"]["legend"][sign]
    for letter, first, signs in (row.split() for row in MAP["terrain"]["rows"])
    for number, sign in enumerate(signs, int(first))
}
ROADS = {
    frozenset(pair)
    for line in MAP["line"]
    if line["kind"] == "road"
    for chain in line["path"].split("|")
    for pair in pairwise(chain.split())
}
BARRED = {
    frozenset(pair.split("/"))
    for block in MAP["side"]
    if block["kind"] == "barred"
    for pair in block["sides"].split()
}
ROMMEL = "DE-ROMMEL"


@cache
def near(hex_: str) -> frozenset[str]:
    """The six hexes around: numbers run along the SW-NE diagonal."""
    row, number = ord(hex_[0]), int(hex_[1:])
    around = [(0, -1), (0, 1), (1, 0), (1, 1), (-1, 0), (-1, -1)]
    names = (f"{chr(row + r)}{number + n}" for r, n in around)
    return frozenset(name for name in names if name in TERRAIN)


def _open(a: str, b: str) -> bool:
    """Whether anything passes between two hexes."""
    sunk = {TERRAIN[a], TERRAIN[b]} & {"sea", "qattara"}
    return b in near(a) and not sunk and frozenset((a, b)) not in BARRED


def _owner(unit: str) -> str:
    """Captured supplies are no counters of the list: their names begin with DE or AL."""
    if unit in COUNTERS:
        return COUNTERS[unit]["side"]
    return "axis" if unit.startswith("DE") else "allied"


def _fights(unit: str) -> bool:
    return unit in COUNTERS and COUNTERS[unit]["combat"] == "yes"


def _enemies(asked: Asked) -> list[UnitPosition]:
    own = _owner(asked.unit)
    return [u for u in asked.position.units if u.at not in BOXES and _owner(u.id) != own]


def _unit(asked: Asked) -> UnitPosition:
    units: tuple[UnitPosition, ...] = asked.position.units
    return next(u for u in units if u.id == asked.unit)


def _foes(asked: Asked) -> list[UnitPosition]:
    """Enemy combat units, but those beaten before the unit began to move (9.1)."""
    since = _unit(asked).since
    known = asked.position.victories[: None if since < 0 else since]
    beaten = {d for victory in known for d in victory.defenders}
    return [u for u in _enemies(asked) if _fights(u.id) and u.id not in beaten]


def _watches(foe: UnitPosition, hex_: str) -> bool:
    return _open(foe.at, hex_) and "fortress" not in (TERRAIN[foe.at], TERRAIN[hex_])


def _watched(asked: Asked, hex_: str) -> bool:
    return any(_watches(foe, hex_) for foe in _foes(asked))


def _near_supply(asked: Asked) -> bool:
    supplies = [u.at for u in _enemies(asked) if not _fights(u.id) and u.id != ROMMEL]
    there = asked.there
    return any(
        at == there or (_open(at, there) and "fortress" not in (TERRAIN[at], TERRAIN[there]))
        for at in supplies
    )


def _is_supply(unit: str) -> bool:
    return not _fights(unit) and unit != ROMMEL


def _escorted(asked: Asked) -> bool:
    """A combat unit of its own stands in the hex."""
    own = _owner(asked.unit)
    return any(
        u.at == asked.there and _fights(u.id) and _owner(u.id) == own for u in asked.position.units
    )


def _scarp_stop(asked: Asked) -> bool:
    """It came onto an escarpment in this move, and not along a road."""
    came = len(asked.way) > 2 and frozenset(asked.way[-3:-1]) not in ROADS
    return came and TERRAIN[asked.here] == "escarpment"


def _second_crossing(asked: Asked) -> bool:
    road = any(asked.here in side for side in ROADS)
    leaves = TERRAIN[asked.here] == "escarpment" and road
    return asked.here == "I26" or (leaves and frozenset((asked.here, asked.there)) not in ROADS)


def _zone_to_zone(asked: Asked) -> bool:
    both = any(_watches(f, asked.here) and _watches(f, asked.there) for f in _foes(asked))
    return len(asked.way) == 2 and both


def _hauled(asked: Asked) -> bool:
    return isinstance(asked.path.order, Haul)


def _enemy_there(asked: Asked) -> bool:
    """A supply that is hauled does not pass over beaten enemies either."""
    foes = _enemies(asked) if _hauled(asked) else _foes(asked)
    return asked.there in [u.at for u in foes if _fights(u.id)]


STATEMENTS = Statements(
    {
        ("5.2", "not-adjacent"): lambda a: a.there not in near(a.here),
        ("5.6", "depression"): lambda a: TERRAIN[a.there] == "qattara",
        ("5.7a", "no-way"): lambda a: not _open(a.here, a.there),
        ("15.4.2", "haul-blocked"): lambda a: _hauled(a) and _watched(a, a.there),
        ("8.1", "zone-stop"): lambda a: len(a.way) > 2 and _watched(a, a.here) and not _hauled(a),
        ("18.1", "scarp-stop"): _scarp_stop,
        ("5.4", "enemy-there"): _enemy_there,
        ("22.4.1", "rommel-alone-in-zone"): lambda a: (
            a.unit == ROMMEL and _watched(a, a.there) and not _escorted(a)
        ),
        ("13.3a", "alone-near-supply"): lambda a: (
            _is_supply(a.unit) and _near_supply(a) and not _escorted(a)
        ),
        ("15.1b", "alone-near-supply"): lambda a: (
            a.unit == ROMMEL and _near_supply(a) and not _escorted(a)
        ),
        ("8.3a", "zone-to-zone"): lambda a: _unit(a).since < 0 and _zone_to_zone(a),
        ("18.5", "second-crossing"): _second_crossing,
    },
    partly=frozenset(
        {("15.4.2", "haul-blocked"), ("18.1", "scarp-stop"), ("18.5", "second-crossing")}
    ),
)
