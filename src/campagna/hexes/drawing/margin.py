"""The paper around the map: brackets that mark entry areas, arrows where roads and rails leave."""

from __future__ import annotations

import math
from collections import defaultdict
from xml.sax.saxutils import escape

import msgspec

from campagna.hexes.board import Board
from campagna.hexes.drawing.geometry import MapGeometry
from campagna.hexes.drawing.lettering import text_width
from campagna.hexes.drawing.palette import NATIONS, Nation, Palette
from campagna.hexes.drawing.strokes import Point, num

ENTRY = "entry"
"""The kind of area that is marked at the edge of the map."""

EDGES = ("w", "n", "e", "s")
_FIRST, _TIER, _REST = 19.0, 22.0, 20.0
"""From the map to the first bracket, from bracket to bracket, from the last one outwards."""
_PLATE = 19.0
_ARROW_INK = {"road": "road", "track": "track", "rail": "rail"}


class Bracket(msgspec.Struct, frozen=True, order=True):
    """An entry area along one edge of the map; areas with the same hexes share it."""

    start: float
    end: float
    label: str
    side: str


class Margin:
    """`k` scales signs and type to the size of the sheet."""

    def __init__(self, board: Board, geometry: MapGeometry, c: Palette, k: float) -> None:
        self.board, self.geometry, self.c, self.k = board, geometry, c, k
        self.tiers: dict[str, list[list[Bracket]]] = {
            edge: _tiers(brackets) for edge, brackets in self._brackets().items()
        }

    def depth(self, edge: str) -> float:
        """How much paper the marks of this edge need."""
        tiers = len(self.tiers.get(edge, ()))
        return self.k * (_FIRST + _TIER * (tiers - 1) + _REST if tiers else 24.0)

    def edge_of(self, hexes: tuple[int, ...]) -> str:
        """The edge of the map that these hexes follow."""
        g = self.geometry
        centres = [g.centre(h) for h in hexes]
        far = {
            "w": sum(x for x, _ in centres),
            "n": sum(y for _, y in centres),
            "e": sum(g.width - x for x, _ in centres),
            "s": sum(g.height - y for _, y in centres),
        }
        return min(EDGES, key=lambda edge: far[edge])

    def _brackets(self) -> dict[str, list[Bracket]]:
        shared: dict[tuple[str, tuple[int, ...]], list[str]] = defaultdict(list)
        for area in self.board.areas.values():
            if area.kind == ENTRY and area.hexes:
                shared[area.side, area.hexes].append(area.id)
        out: dict[str, list[Bracket]] = defaultdict(list)
        inset = 0.1 * self.geometry.size
        for (side, hexes), ids in shared.items():
            edge = self.edge_of(hexes)
            axis = 0 if edge in "ns" else 1
            spread = [p[axis] for h in hexes for p in self.geometry.corners(h)]
            out[edge].append(
                Bracket(min(spread) + inset, max(spread) - inset, ", ".join(ids), side)
            )
        return out

    def draw(self) -> str:
        marks = [
            self._bracket(edge, tier, bracket)
            for edge in EDGES
            for tier, row in enumerate(self.tiers.get(edge, ()))
            for bracket in row
        ]
        return f'<g id="entries">{"".join(marks)}</g><g id="exits">{self._arrows()}</g>'

    def _spot(self, edge: str, along: float, off: float) -> Point:
        """A point so far along an edge and so far outside of it."""
        g = self.geometry
        return {
            "n": (along, -off),
            "s": (along, g.height + off),
            "w": (-off, along),
            "e": (g.width + off, along),
        }[edge]

    def _bracket(self, edge: str, tier: int, b: Bracket) -> str:
        k = self.k
        nation = NATIONS.get(b.side, NATIONS["none"])
        off = (_FIRST + _TIER * tier) * k
        ends = ((b.start, off - 7 * k), (b.start, off), (b.end, off), (b.end, off - 7 * k))
        line = "L".join(
            f"{num(x)} {num(y)}" for x, y in (self._spot(edge, along, out) for along, out in ends)
        )
        wide = max(text_width(b.label, 14 * k * 0.8) + 9 * k, _PLATE * k)
        turned = edge in "we" and wide > 2 * _PLATE * k
        across = wide if edge in "ns" or turned else _PLATE * k
        # a plate as long as its bracket would hide it: it moves outwards
        aside = 7 * k if across > 0.7 * (b.end - b.start) else 0.0
        x, y = self._spot(edge, (b.start + b.end) / 2, off + aside)
        turn = " rotate(-90)" if turned else ""
        return (
            f'<path d="M{line}" fill="none" stroke="{nation.shade}" stroke-width="{num(2.2 * k)}" '
            f'stroke-linejoin="round"/><g transform="translate({num(x)} {num(y)}){turn}">'
            f"{self._plate(b.label, nation, wide)}</g>"
        )

    def _plate(self, label: str, nation: Nation, wide: float) -> str:
        k = self.k
        return (
            f'<rect x="{num(-wide / 2)}" y="{num(-_PLATE / 2 * k)}" width="{num(wide)}" '
            f'height="{num(_PLATE * k)}" rx="{num(3.5 * k)}" fill="{nation.box}" '
            f'stroke="{nation.shade}" stroke-width="{num(1.6 * k)}"/><text y="{num(5 * k)}" '
            f'font-size="{num(14 * k)}" font-weight="600" text-anchor="middle" '
            f'style="fill:{nation.line}">{escape(label)}</text>'
        )

    def _arrows(self) -> str:
        """A wedge in the colour of the line, pointing away; two lines leave side by side."""
        out = []
        through: dict[tuple[int, int], list[str]] = defaultdict(list)
        for exit_ in self.board.exits:
            through[exit_.hex, exit_.direction].append(exit_.kind)
        for (hex_, direction), kinds in through.items():
            (x, y), (u, v) = self.geometry.centre(hex_), self.geometry.gate(hex_, direction)
            turn = math.degrees(math.atan2(v - y, u - x))
            for n, kind in enumerate(kinds):
                ink = self.c.colour(_ARROW_INK.get(kind, "ink"))
                shift = (n - (len(kinds) - 1) / 2) * 10
                out.append(
                    f'<path data-exit="{kind}" transform="translate({num(u)} {num(v)}) '
                    f'rotate({num(turn)})" d="M3 {num(shift - 5)}l11 5-11 5 2.5-5z" fill="{ink}"/>'
                )
        return "".join(out)


def _tiers(brackets: list[Bracket]) -> list[list[Bracket]]:
    """Brackets that would overlap go to different rows, the narrow ones nearest to the map."""
    rows: list[list[Bracket]] = []
    for bracket in sorted(brackets, key=lambda b: (b.end - b.start, b)):
        for row in rows:
            if all(bracket.end <= other.start or bracket.start >= other.end for other in row):
                row.append(bracket)
                break
        else:
            rows.append([bracket])
    return rows
