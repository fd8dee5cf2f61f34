"""Why a step is refused, stated a second time from the map, the counters and a position."""

from __future__ import annotations

from campagna.games.kasserine.orders import Leave
from campagna.games.kasserine.table.position import BOXES, UnitPosition
from tests.games.kasserine.naive_map import (
    MAP,
    RAILWAYS,
    SCENARIO,
    TABLES,
    TOWNS,
    UNITS,
    area,
    around,
    reached,
    step_costs,
)
from tests.laws.laws_of_paths import Asked, Statement, Statements

ARMS = TABLES["unit_types"]["arms"]
PAUSE = SCENARIO["pause"]["moves"]
SOUTH = reached(
    next(a["hexes"].split()[0] for a in MAP["area"] if a["id"] == "south"),
    set(RAILWAYS[TABLES["victory"]["railway"]]),
)


def _owner(unit: UnitPosition) -> str:
    return unit.side or UNITS[unit.id]["side"]


def _unit(asked: Asked) -> UnitPosition:
    units: tuple[UnitPosition, ...] = asked.position.units
    return next(u for u in units if u.id == asked.unit)


def _enemies(asked: Asked) -> list[UnitPosition]:
    own = asked.position.side
    return [u for u in asked.position.units if u.at not in BOXES and _owner(u) != own]


def _night(asked: Asked) -> bool:
    return bool(asked.position.move % 3 == 0)


def _watched(asked: Asked, hex_: str) -> bool:
    """By day next to an enemy combat unit other than artillery, outside towns."""
    watchers = [
        u.at
        for u in _enemies(asked)
        if UNITS[u.id]["class"] == "UCT" and ARMS[UNITS[u.id]["type"]]["zone"] and u.at not in TOWNS
    ]
    return not _night(asked) and any(at in watchers for at in around(hex_))


def _leaves(asked: Asked) -> bool:
    """The step that is refused is the one off the map."""
    return isinstance(asked.path.order, Leave) and asked.here == asked.there


def _zone_stop(asked: Asked) -> bool:
    begun = len(asked.way) > (1 if _leaves(asked) or _by_a_substitute(asked) else 2)
    return begun and _watched(asked, asked.here)


def _by_a_substitute(asked: Asked) -> bool:
    """It comes onto the map elsewhere than where its number is printed."""
    if not asked.path.enters:
        return False
    entry = next(e for e in SCENARIO["entry"] if asked.unit in e["units"].split())
    return asked.way[0] not in area("entry", entry["area"])


def _impassable(asked: Asked) -> bool:
    counter = UNITS[asked.unit]
    if counter["class"] != "UCT":
        return not step_costs(asked.here, asked.there, "foot_inf")
    reduced = "reduced" in _unit(asked).state
    return not step_costs(asked.here, asked.there, counter["type"], reduced=reduced)


def _over_the_railway(asked: Asked) -> bool:
    held_back = asked.position.move in PAUSE and asked.position.side == "allied"
    return held_back and asked.there in SOUTH and asked.here not in SOUTH


def _contact(holds: Statement) -> Statement:
    """Somebody who may not attack would enter an enemy zone."""
    return lambda asked: _watched(asked, asked.there) and holds(asked)


UNSUPPLIED = _contact(lambda a: "supplied" not in _unit(a).state)
UNCOMMANDED = _contact(lambda a: UNITS[a.unit]["type"] != "recon")
WHERE = ("", "-far", "-cut")
"""How far the source is, or where its line is cut, if that can be said."""
CONTACT = {
    ("ATT-16", "no-fighter"): _contact(lambda a: UNITS[a.unit]["class"] != "UCT"),
    **{("CMD-6", f"attack-unsupplied{where}"): UNSUPPLIED for where in WHERE},
    **{("CMD-4", f"attack-uncommanded{where}"): UNCOMMANDED for where in WHERE},
    ("ATT-16", "no-attack-factor"): _contact(lambda a: UNITS[a.unit]["class"] == "UCT"),
    ("CAL-13 (d)", "pause-recon"): _contact(lambda a: UNITS[a.unit]["type"] == "recon"),
    ("CAL-8 (b)", "pause-contact"): _contact(lambda a: "bound" in _unit(a).state),
}

STATEMENTS = Statements(
    {
        ("CAL-19", "not-an-entry"): lambda a: a.path.enters and len(a.way) == 1,
        ("MOV-1", "not-adjacent"): lambda a: not _leaves(a) and a.there not in around(a.here),
        ("ATT-2", "zone-stop"): _zone_stop,
        ("MOV-9", "enemy-there"): lambda a: any(u.at == a.there for u in _enemies(a)),
        **CONTACT,
        ("CAL-10 (c)", "pause-railway"): _over_the_railway,
        ("MOV-17", "impassable"): _impassable,
    },
    partly=frozenset(CONTACT),
)
