"""What lies around the hexes of a map: seas and lakes, and names. No rule reads it.

The map file gives it in longitude and latitude. The block `grid` then says where on the earth the
hexes lie: `column` and `row` are at longitude `east` and latitude `north`; a row of an odd or even
column that lies lower counts half a row more.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

Spot = tuple[float, float]
"""Sizes of a hex (centre to corner) to the east and to the south of the centre of the first hex."""

Water = Literal["sea", "lake"]


class Expanse(msgspec.Struct, frozen=True):
    """A stretch of water, as its outline."""

    kind: Water
    outline: tuple[Spot, ...]
    source: str


class Lettering(msgspec.Struct, frozen=True):
    """The name of a sea or a land; `slope` in degrees, clockwise."""

    text: str
    kind: str
    at: Spot
    slope: float
    size: float
    """Against others of its kind."""
    source: str


class Scenery(msgspec.Struct, frozen=True):
    expanses: tuple[Expanse, ...] = ()
    letterings: tuple[Lettering, ...] = ()


class _Projection:
    """From the earth to the sheet, for a grid of columns."""

    def __init__(self, block: Mapping[str, Any], first: str) -> None:
        self.block = block
        self.column = int(first[:2])
        self.row = int(first[2:]) + self._lowered(self.column)

    def _lowered(self, column: int) -> float:
        return 0.5 if ("odd" if column % 2 else "even") == self.block["lower"] else 0.0

    def spot(self, longitude: float, latitude: float) -> Spot:
        b = self.block
        column = b["column"] + (longitude - b["east"]) * b["columns_per_degree"]
        row = b["row"] + (b["north"] - latitude) * b["rows_per_degree"]
        return (column - self.column) * 1.5, (row - self.row) * math.sqrt(3)

    def spots(self, text: str) -> tuple[Spot, ...]:
        """`37.48 21.5, 37.68 19.2`: longitude and latitude of one point after the other."""
        pairs = (map(float, point.split()) for point in text.split(","))
        return tuple(self.spot(longitude, latitude) for longitude, latitude in pairs)


def read_scenery(data: Mapping[str, Any], ids: Sequence[str]) -> Scenery:
    if "expanse" not in data and "lettering" not in data:
        return Scenery()
    earth = _Projection(data["grid"], ids[0])
    return Scenery(
        tuple(
            Expanse(b["kind"], earth.spots(b["outline"]), b["source"])
            for b in data.get("expanse", [])
        ),
        tuple(
            Lettering(
                b["text"],
                b["kind"],
                earth.spots(b["at"])[0],
                b.get("slope", 0.0),
                b.get("size", 1.0),
                b["source"],
            )
            for b in data.get("lettering", [])
        ),
    )
