"""The table itself for drawing: its zones, terrain and works, and where every base stands."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from campagna.core.contract import Text
from campagna.core.rulebook import rule
from campagna.core.tabletop import Radius, RadiusKind, Shape, ShapeKind, Sheet, Stand
from campagna.games.alto_comando.rules.geometry import rivers
from campagna.games.alto_comando.rules.losses import command_radius
from campagna.games.alto_comando.state import State
from campagna.games.alto_comando.world import SIDES
from campagna.plane.bases import KEEP_OUT, SIDE, Point, Rect
from campagna.plane.legality import Edge

KINDS: dict[str, tuple[ShapeKind, Text]] = {
    "hill": ("hill", {"it": "Altura", "en": "Hill"}),
    "rough": ("rough", {"it": "Terreno duro", "en": "Hard ground"}),
    "scarp": ("scarp", {"it": "Scarpata", "en": "Scarp"}),
    "woods": ("woods", {"it": "Bosco", "en": "Woods"}),
    "broken": ("broken", {"it": "Terreno rotto", "en": "Broken ground"}),
    "building": ("building", {"it": "Edifici", "en": "Buildings"}),
    "river": ("river", {"it": "Fiume", "en": "River"}),
    "road": ("road", {"it": "Strada", "en": "Road"}),
}
TERRAIN_RULES = {
    "hill": "TER-3",
    "rough": "TER-1",
    "scarp": "TER-1",
    "woods": "WF-1a",
    "broken": "WF-1a",
    "building": "WF-3",
    "river": "WF-5a",
    "road": "TER-1",
}


def sheet(state: State) -> Sheet:
    field = state.field
    return Sheet(
        width=field.size[0],
        height=field.size[1],
        base=SIDE,
        shapes=(*_ground(state), *_terrain(state), *_works(state)),
        stands={
            unit.id: Stand(state.at(base), tuple(_reaches(state, base)))
            for base, unit in enumerate(state.roster.units)
            if state.on_table(base)
        },
        title=field.title,
    )


def corners(r: Rect) -> tuple[Point, ...]:
    return (r[0], r[1]), (r[2], r[1]), (r[2], r[3]), (r[0], r[3])


@rule("CHR-1", "HQ-15", "G-9")
def _reaches(state: State, base: int) -> Iterator[Radius]:
    """The distances a player measures round a base, edge to edge."""
    unit = state.unit(base)
    line = unit.line
    reaches: tuple[tuple[RadiusKind, int, str], ...] = (
        ("move", line.move, "MOV-6"),
        ("range", line.range_, "FIR-2"),
        ("spotting", line.spotting, "FIR-3"),
        ("exclusion", KEEP_OUT, "MOV-2"),
    )
    for kind, distance, rule_id in reaches:
        if distance:
            yield Radius(kind, distance, rule_id)
    if unit.is_hq:
        yield Radius("command", command_radius(state, base), "HQ-15")


# --- what lies on the table -----------------------------------------------------------------------------


@rule("TAB-1", "TAB-2", "TAB-3", "TAB-5", "TAB-6")
def _ground(state: State) -> Iterator[Shape]:
    """What the sheet shows under the bases: sea, desert, zones, deployment."""
    field = state.field
    if field.sea is not None and state.options["sea"]:
        sea = {"it": "Mediterraneo", "en": "Mediterranean"}
        yield Shape("sea", corners(field.sea), title=sea, rule="TAB-2")
    if field.desert is not None:
        desert = {"it": "Deserto meridionale", "en": "Southern Desert"}
        yield Shape("desert", corners(field.desert), title=desert, rule="TAB-3")
    for zone in field.zones:
        title = {language: f"{zone.id} {text}" for language, text in zone.title.items()}
        yield Shape("zone", corners(zone.rect), side=SIDES[zone.side], title=title, rule="TAB-5")
    for side, rect in enumerate(field.deployment):
        yield Shape("deployment", corners(rect), side=SIDES[side], rule="SET-3")
    if field.central_line:
        x, (_, y0, _, y1) = field.central_line, field.land
        yield Shape("central-line", ((x, y0), (x, y1)), closed=False, rule="TAB-6")
    if field.road is not None:
        yield Shape("road", corners(field.road), title={"it": "Via Balbia", "en": "Via Balbia"})
    if field.escape is not None:
        yield Shape("escape", _edge(field.land, field.escape), closed=False, rule="BF-5")


def _edge(land: Rect, edge: Edge) -> tuple[Point, ...]:
    nw, ne, se, sw = corners(land)
    return {
        Edge.NORTH: (nw, ne),
        Edge.EAST: (ne, se),
        Edge.SOUTH: (sw, se),
        Edge.WEST: (nw, sw),
    }[edge]


@rule("TER-1", "TER-6")
def _terrain(state: State) -> Iterator[Shape]:
    for element in state.derived.elements:
        kind, title = KINDS[element.kind]
        yield Shape(
            kind,
            element.polygon,
            title=title,
            rule=TERRAIN_RULES[element.kind],
            source="battlefields.toml" if state.terrain is UNSET else "",
        )


@rule("MIN-1", "TRE-1", "WF-5a", "AIR-1")
def _works(state: State) -> Iterator[Shape]:
    for strip in state.strips:
        yield Shape("minefield", corners(strip.rect), side=SIDES[strip.side], rule="MIN-1")
    half = SIDE // 2
    for segment in state.segments:
        x, y = segment.at
        cell = (x - half, y - half, x + half, y + half)
        yield Shape("trench", corners(cell), side=SIDES[segment.side], rule="TRE-1")
    for river in rivers(state):
        for bridge in river.bridges:
            yield Shape("bridge", corners(river.passage(bridge)), rule="WF-5a")
    for target in state.markers:
        yield Shape(
            "air", (state.at(target),), closed=False, side=SIDES[state.active], rule="AIR-1"
        )
