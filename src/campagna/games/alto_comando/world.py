"""What never changes during a game: tables, terrain layouts, divisions, characteristics, limits.

Everything is in whole millimetres, as the data files are. A field is one table with its zones; extra
rows are added here, so that no other module knows how a longer table comes about (TAB-8).
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from campagna.core.contract import Text
from campagna.core.rulebook import rule
from campagna.plane.bases import Point, Rect
from campagna.plane.legality import Edge

Block = dict[str, Any]
"""A table of a TOML file as it is read."""

HOME = Path(__file__).parent
DATA = HOME / "data"

AXIS, ALLIED = 0, 1
SIDES = ("axis", "allied")
NOBODY = -1

BEDA_FOMM = "beda_fomm"
BATTLE = "battle"


class Line(msgspec.Struct, frozen=True):
    """The characteristics of one kind of base: lowest saving die, everything else in millimetres."""

    kind: str
    class_: str
    name: Text
    spotting: int
    range_: int
    save: int
    move: int
    road_move: int
    to_hit_tanks: int
    """What it needs against tanks by its own line; 0 if nothing special (BF-10, BF-11)."""
    source: str


class Template(msgspec.Struct, frozen=True):
    """The bases of a division, in the order in which they are numbered."""

    id: str
    list_: str
    nationality: str
    name: Text
    counts: tuple[tuple[str, int], ...]
    cruiser_choice: bool
    german_armour: bool
    source: str

    @property
    def size(self) -> int:
        return sum(count for _, count in self.counts)

    @property
    def has_hq(self) -> bool:
        return any(kind == "hq" for kind, _ in self.counts)

    def members(self) -> tuple[tuple[str, str], ...]:
        """(key, kind) of every base: the kind, numbered from 1 when there are several of it."""
        found: list[tuple[str, str]] = []
        for kind, count in self.counts:
            numbers = [""] if count == 1 else [str(n + 1) for n in range(count)]
            found += [(kind + number, kind) for number in numbers]
        return tuple(found)


class Zone(msgspec.Struct, frozen=True):
    id: str
    title: Text
    side: int
    kind: str
    rect: Rect


class Element(msgspec.Struct, frozen=True):
    """A piece of terrain: a convex polygon of one kind (TER-1, WF-1a, WF-3, WF-5a)."""

    kind: str
    polygon: tuple[Point, ...]


class Piece(msgspec.Struct, frozen=True):
    """An element of terrain that players may lay: its kind, size, and how far its corners are cut."""

    kind: str
    size: Point
    cut: int = 0

    def laid_in(self, place: Rect) -> Element:
        """The element that fills this rectangle: a rectangle itself, or one with its corners cut off."""
        x0, y0, x1, y1 = place
        c = self.cut
        if not c:
            return Element(self.kind, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
        return Element(
            self.kind,
            (
                (x0 + c, y0),
                (x1 - c, y0),
                (x1, y0 + c),
                (x1, y1 - c),
                (x1 - c, y1),
                (x0 + c, y1),
                (x0, y1 - c),
                (x0, y0 + c),
            ),
        )


class Field(msgspec.Struct, frozen=True):
    """A table: pairs are indexed by side."""

    id: str
    title: Text
    size: Point
    land: Rect
    zones: tuple[Zone, ...]
    own_edge: tuple[Edge, Edge]
    deployment: tuple[Rect, Rect]
    supply: tuple[tuple[Point, ...], tuple[Point, ...]] = ((), ())
    central_line: int = 0
    line_distance: int = 0
    designated: tuple[Rect, Rect] | None = None
    """Where the designated division stands (SET-5)."""
    mine_band: tuple[Rect, Rect] | None = None
    trench_area: tuple[Rect, Rect] | None = None
    sea: Rect | None = None
    desert: Rect | None = None
    road: Rect | None = None
    escape: Edge | None = None
    """The edge over which the Axis breaks out (BF-5)."""

    def defence_zones(self, side: int) -> tuple[Rect, ...]:
        return tuple(z.rect for z in self.zones if z.side == side and z.kind == "defence")


class World:
    """The static side of the game. One instance serves every state."""

    def __init__(
        self,
        fields: Mapping[str, Field],
        layouts: Mapping[str, tuple[Element, ...]],
        lines: Mapping[tuple[str, str, str], Line],
        templates: Mapping[str, Template],
        tables: Block,
        options: Block,
        beda_fomm: Block,
        card_battle: Block,
        terrain: Block,
    ) -> None:
        self.fields = fields
        self.layouts = layouts
        self.lines = lines
        self.templates = templates
        self.tables = tables
        self.options = options
        self.beda_fomm = beda_fomm
        self.card_battle = card_battle
        area = _rect(terrain["area"])
        self.terrain_area = area
        """Where terrain lies, turned or not (TER-2)."""
        self.turning_point: Point = (area[0] + area[2], area[1] + area[3])
        """Twice the centre round which a layout is turned."""
        self.orientation_die: tuple[str, ...] = tuple(terrain["orientation_die"])
        self.most_elements: int = terrain["max_elements"]
        self.pieces = {piece["id"]: _piece(piece) for piece in terrain["piece"]}
        """What players may lay, by name."""

    def line(self, list_: str, kind: str, nationality: str) -> Line:
        """The line of the own nationality, otherwise the one for all."""
        own = self.lines.get((list_, kind, nationality))
        return self.lines[list_, kind, "all"] if own is None else own

    def has_line(self, list_: str, kind: str, nationality: str) -> bool:
        return (list_, kind, nationality) in self.lines or (list_, kind, "all") in self.lines

    def turned(self, elements: tuple[Element, ...]) -> tuple[Element, ...]:
        """A layout turned by 180 degrees round the centre of the zones (TER-2, A-40)."""
        x, y = self.turning_point
        return tuple(
            Element(e.kind, tuple((x - p[0], y - p[1]) for p in e.polygon)) for e in elements
        )


@lru_cache
def load_world() -> World:
    battlefields = _toml("battlefields.toml")
    tables = _toml("tables.toml")
    beda_fomm = _toml("beda_fomm.toml")
    fields = {block["id"]: _field(block) for block in battlefields["table"]}
    standard = fields["standard"]
    fields["one_extra_row"] = _longer(standard, "one_extra_row", battlefields["extra_rows"], 1)
    fields["two_extra_rows"] = _longer(standard, "two_extra_rows", battlefields["extra_rows"], 2)
    fields[BEDA_FOMM] = _beda_fomm_field(beda_fomm)
    terrain = battlefields["terrain"]
    return World(
        fields,
        {p["id"]: _layout(p["elements"]) for p in terrain["preset"]},
        _lines(),
        _templates(tables["kinds"]["order"]),
        tables,
        _toml("options.toml")["options"],
        beda_fomm,
        _toml("card_battle.toml"),
        terrain,
    )


def _toml(name: str) -> Block:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def _csv(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((DATA / name).read_text(encoding="utf-8").splitlines()))


# --- divisions and characteristics ------------------------------------------------------------------


@rule("CHR-1", "CHR-14", "CHR-18", "CHR-22", "DIV-18")
def _lines() -> dict[tuple[str, str, str], Line]:
    """By list, kind and nationality; one printed line may serve several nationalities."""
    return {
        (row["list"], row["kind"], nationality): Line(
            kind=row["kind"],
            class_=row["class"],
            name={"it": row["name_it"], "en": row["name_en"]},
            spotting=int(row["spotting"] or 0),
            range_=int(row["range"] or 0),
            save=int(row["save"]),
            move=int(row["move"] or 0),
            road_move=int(row["road_move"] or 0),
            to_hit_tanks=int(row["to_hit_tanks"] or 0),
            source=row["source"],
        )
        for row in _csv("characteristics.csv")
        for nationality in row["nationality"].split()
    }


def _templates(order: list[str]) -> dict[str, Template]:
    return {
        row["id"]: Template(
            id=row["id"],
            list_=row["list"],
            nationality=row["nationality"],
            name={"it": row["name_it"], "en": row["name_en"]},
            counts=tuple((kind, int(row[kind])) for kind in order if row.get(kind)),
            cruiser_choice=row["cruiser_choice"] == "yes",
            german_armour=row["german_armour"] == "yes",
            source=row["source"],
        )
        for row in _csv("divisions.csv")
    }


# --- fields -----------------------------------------------------------------------------------------


def _rect(numbers: list[int]) -> Rect:
    x0, y0, x1, y1 = numbers
    return x0, y0, x1, y1


def _pair(block: dict[str, list[int]]) -> tuple[Rect, Rect]:
    return _rect(block["axis"]), _rect(block["allied"])


def _edges(block: dict[str, str]) -> tuple[Edge, Edge]:
    return Edge(block["axis"]), Edge(block["allied"])


def _zone(block: Block) -> Zone:
    title = {"it": block["it"], "en": block["en"]}
    return Zone(block["id"], title, SIDES.index(block["side"]), block["kind"], _rect(block["rect"]))


@rule("TAB-1", "TAB-2", "TAB-3", "TAB-10", "SET-7")
def _field(block: Block) -> Field:
    """A table as the data describe it: size, zones, edges, what lies north and south."""
    supply = block["supply_bases"]
    return Field(
        id=block["id"],
        title=block["title"],
        size=tuple(block["size"]),
        land=_rect(block["land"]),
        zones=tuple(_zone(zone) for zone in block["zones"]),
        own_edge=_edges(block["own_edge"]),
        deployment=_pair(block["deployment"]),
        supply=(
            tuple((x, y) for x, y in supply["axis"]),
            tuple((x, y) for x, y in supply["allied"]),
        ),
        central_line=block["central_line_x"],
        line_distance=block["defence_area"]["central_line_distance"],
        designated=_pair(block["defence_area"]["designated_division"]),
        mine_band=_pair(block["mine_band"]),
        trench_area=_pair(block["trench_area"]),
        sea=_rect(block["sea"]["rect"]) if "sea" in block else None,
        desert=_rect(block["desert"]["rect"]),
    )


@rule("TAB-8")
def _longer(field: Field, id_: str, block: Block, rows: int) -> Field:
    """The standard table with rows of zones like the last one, put in north of the desert."""
    height = block["row_height"]
    last = [zone for zone in field.zones if zone.id.endswith("4")]
    zones = list(field.zones)
    for row in range(1, rows + 1):
        for zone in last:
            x0, y0, x1, y1 = zone.rect
            rect = (x0, y0 + row * height, x1, y1 + row * height)
            id_of = f"{zone.id[0]}{4 + row}"
            zones.append(msgspec.structs.replace(zone, id=id_of, rect=rect))
    more = rows * height
    assert field.desert is not None
    axis, allied = field.deployment
    return msgspec.structs.replace(
        field,
        id=id_,
        title={
            language: text.replace("160", str(160 + more // 10))
            for language, text in field.title.items()
        },
        size=(field.size[0], field.size[1] + more),
        land=_stretched(field.land, more),
        zones=tuple(zones),
        deployment=(_stretched(axis, more), _stretched(allied, more)),
        desert=_moved_down(field.desert, more),
    )


def _stretched(r: Rect, more: int) -> Rect:
    return r[0], r[1], r[2], r[3] + more


def _moved_down(r: Rect, more: int) -> Rect:
    return r[0], r[1] + more, r[2], r[3] + more


@rule("TAB-11")
def added_supply(field: Field) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """The centres of each side's outer zone in every row that was added to the table."""
    added = [zone for zone in field.zones if zone.id[0] in "AD" and int(zone.id[1:]) > 4]
    centres = [
        (z.side, ((z.rect[0] + z.rect[2]) // 2, (z.rect[1] + z.rect[3]) // 2)) for z in added
    ]
    return (
        tuple(c for side, c in centres if side == AXIS),
        tuple(c for side, c in centres if side == ALLIED),
    )


def _beda_fomm_field(block: Block) -> Field:
    table = block["table"]
    zones = tuple(_zone(zone) for zone in table["zone"])
    return Field(
        id=table["id"],
        title=block["title"],
        size=tuple(table["size"]),
        land=_rect(table["land"]),
        zones=zones,
        own_edge=_edges(table["own_edge"]),
        deployment=(zones[0].rect, zones[1].rect),
        road=_rect(block["road"]["rect"]),
        escape=Edge(block["exits"]["escape"]["edge"]),
    )


@rule("TER-1")
def _piece(block: Block) -> Piece:
    width, height = block["size"]
    return Piece(block["kind"], (width, height), block.get("cut", 0))


def _layout(elements: list[Block]) -> tuple[Element, ...]:
    return tuple(
        Element(block["kind"], tuple((x, y) for x, y in block["polygon"])) for block in elements
    )
