"""Why a step is refused, stated a second time from the map, the counters and a position."""

from __future__ import annotations

from typing import Any

from campagna.games.lion_of_judah.table.position import UnitPosition
from tests.games.lion_of_judah.naive_map import (
    REGION,
    SCENARIOS,
    TERRAIN,
    UNITS,
    around,
    distance,
    sides,
)
from tests.laws.laws_of_paths import Asked, Statements

WALLS = sides("impassable") | sides("barred")


def _row(asked: Asked) -> dict[str, str]:
    return UNITS[asked.unit]


def _scenario(asked: Asked) -> dict[str, Any]:
    return SCENARIOS[_row(asked)["scenario"]]


def _italian(id_: str) -> bool:
    return UNITS[id_]["side"] == "italian"


def _there(asked: Asked, hex_: str) -> list[UnitPosition]:
    return [u for u in asked.position.units if u.at == hex_]


def _enemies(asked: Asked, hex_: str) -> list[UnitPosition]:
    own = _italian(asked.unit)
    return [u for u in _there(asked, hex_) if _italian(u.id) != own]


def _enemy_there(asked: Asked) -> bool:
    """Enemies may be undefended, and then only the unarmed may not enter."""
    return bool(_enemies(asked, asked.there))


def _must_stop(asked: Asked) -> bool:
    return len(asked.way) > 2 and bool(_enemies(asked, asked.here))


def _neutral(asked: Asked) -> bool:
    closed = REGION[asked.there] in _scenario(asked)["countries"]["neutral"]
    return closed and not asked.position.french_open


def _desert(asked: Asked) -> bool:
    """Closed in general; irregulars and all who fight for Ethiopia may enter."""
    free = ("irregular", "guerrilla", "tribal_levy", "warrior", "leader")
    return TERRAIN[asked.there] == "desert" and _row(asked)["type"] not in free


def _other_faction(asked: Asked) -> bool:
    factions = {UNITS[u.id]["faction"] for u in _there(asked, asked.there)}
    return _row(asked)["scenario"] == "s1935" and bool(factions - {_row(asked)["faction"], ""})


def _offensive(asked: Asked) -> bool:
    limit = _scenario(asked).get("italian_offensive_limit")
    if limit is None or not _italian(asked.unit) or REGION[asked.there] not in limit["regions"]:
        return False
    first, last = limit["turns"]
    home = distance(h for h, region in REGION.items() if region in limit["hexes_from"])
    return bool(first <= asked.position.turn <= last and home[asked.there] > limit["distance"])


def _guerrilla(asked: Asked) -> bool:
    return _row(asked)["type"] == "guerrilla" and REGION[asked.there] != "ethiopia"


def _levy(asked: Asked) -> bool:
    if _row(asked)["type"] != "tribal_levy":
        return False
    return REGION[asked.there] in _scenario(asked)["levies"]["closed_regions"]


def _dummy(asked: Asked) -> bool:
    """Out of its region, or onto ground that the Italian controls."""
    if _row(asked)["type"] != "dummy":
        return False
    outside = REGION[asked.there] != _scenario(asked)["dummies"]["region"]
    return outside or bool(asked.position.taken.get(asked.there) == "italian")


ENEMY, DESERT = ("11.2-c", "enemy-there"), ("11.2-c", "prohibited-terrain")
STOP, FACTION = ("11.6", "must-stop"), ("8.1-b", "other-faction")

STATEMENTS = Statements(
    {
        ("11.1-a", "not-adjacent"): lambda a: a.there not in around(a.here),
        ("A-45", "barred-side"): lambda a: frozenset((a.here, a.there)) in WALLS,
        ENEMY: _enemy_there,
        STOP: _must_stop,
        ("11.2-c", "closed-country"): _neutral,
        DESERT: _desert,
        FACTION: _other_faction,
        ("PB 14.6.7", "offensive-limit"): _offensive,
        ("PB 14.6.4.1-d", "outside-its-land"): _guerrilla,
        ("PB 14.6.5", "outside-its-land"): _dummy,
        ("PB 13.6.9-b", "outside-its-land"): _levy,
    },
    partly=frozenset({ENEMY, STOP, DESERT, FACTION}),
)
