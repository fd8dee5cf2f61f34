"""Why a step is refused, stated a second time from the map, the counters and a position."""

from __future__ import annotations

from campagna.games.panzergruppe_guderian.orders import RailMove
from tests.games.panzergruppe_guderian.naive_map import (
    LAKES,
    RAILS,
    TERRAIN,
    NaiveBoard,
    neighbours,
)
from tests.laws.laws_of_paths import Asked, Statements


def _side(asked: Asked) -> str:
    return "german" if asked.unit.startswith("G-") else "soviet"


def _enemy(asked: Asked) -> str:
    return "soviet" if _side(asked) == "german" else "german"


def _by_rail(asked: Asked) -> bool:
    return len(asked.way) > 1 and isinstance(asked.path.order, RailMove)


def _apart(asked: Asked) -> bool:
    return len(asked.way) > 1 and asked.there not in neighbours(asked.here)


def _lake(asked: Asked) -> bool:
    side = frozenset((asked.here, asked.there))
    return not _apart(asked) and (side in LAKES or TERRAIN[asked.there] == "lake")


def _enemy_there(asked: Asked) -> bool:
    return NaiveBoard(asked.position).stands(asked.there, _enemy(asked))


def _zone_stop(asked: Asked) -> bool:
    begun = len(asked.way) > 2 or asked.path.enters
    return begun and asked.here in NaiveBoard(asked.position).zones[_enemy(asked)]


def _west(asked: Asked) -> bool:
    early = asked.position.turn <= 6 and _side(asked) == "soviet"
    return early and asked.there[:2] in ("01", "02")


def _rail_zone(asked: Asked) -> bool:
    return asked.there in NaiveBoard(asked.position).zones["german"]


STATEMENTS = Statements(
    {
        ("6.32a", "no-rail-link"): lambda a: (
            _by_rail(a) and frozenset((a.here, a.there)) not in RAILS
        ),
        ("6.37b", "rail-is-cut"): lambda a: _by_rail(a) and a.there in a.position.cuts,
        ("6.37c", "rail-just-repaired"): lambda a: _by_rail(a) and a.there in a.position.repaired,
        ("6.GEN-2", "not-adjacent"): _apart,
        ("6.7g", "lake"): lambda a: not _by_rail(a) and _lake(a),
        ("6.21", "enemy-there"): _enemy_there,
        ("6.32b", "rail-into-zone"): lambda a: _by_rail(a) and _rail_zone(a),
        ("6.22a", "zone-stop"): _zone_stop,
        ("6.4a", "west-closed"): _west,
    }
)
