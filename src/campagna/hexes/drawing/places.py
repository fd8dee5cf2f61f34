"""Towns, fortresses, passes: the sign in the hex and how its name is set, by kind in `PLACES`."""

from __future__ import annotations

import math
from collections.abc import Callable
from xml.sax.saxutils import escape

import msgspec

from campagna.hexes.board import Board, Place
from campagna.hexes.drawing.geometry import MapGeometry
from campagna.hexes.drawing.palette import Palette, style_of
from campagna.hexes.drawing.strokes import Point, chance, num

Sign = Callable[[str, Palette], str]
"""Draws the sign around (0, 0). The key is the hex id, or the text of an objective."""


class PlaceStyle(msgspec.Struct, frozen=True):
    sign: Sign
    size: float = 0.0
    """Of the name; 0 where the sign says it all."""
    weight: int = 500
    away: float = 0.0
    """From the centre of the hex to the name."""
    capitals: bool = False
    slanted: bool = False
    """Passes and peaks: in italics, in the colour of the relief."""
    every_hex: bool = False
    """The sign stands in each hex of the place, not only in the first."""


def _house_blocks(key: str, c: Palette) -> str:
    """A plan of small house blocks with two streets crossing."""
    out = []
    for i in range(-3, 4):
        for j in range(-3, 4):
            here = (key, i, j)
            outside = math.hypot(i * 6.2, j * 5.6) > 18 + 4 * chance(here)
            street = 0 in (i, j) and (i + j) % 2
            if outside or street or chance(here, "gap") < 0.12:
                continue
            w, h = 3.4 + 2 * chance(here, "w"), 2.8 + 1.9 * chance(here, "t")
            fill = c.block if chance(here, "f") < 0.6 else c.block2
            out.append(
                f'<rect x="{num(i * 6.2 - w / 2)}" y="{num(j * 5.6 - h / 2)}" '
                f'width="{num(w)}" height="{num(h)}" fill="{fill}"/>'
            )
    turn = num(chance(key, "turn") * 40 - 20)
    return (
        f'<g transform="rotate({turn})"><circle r="21.5" fill="{c.halo}" fill-opacity=".72"/>'
        f"{''.join(out)}</g>"
    )


def _star(points: int, outer: float, inner: float) -> str:
    steps = 2 * points
    return "L".join(
        f"{num(r * math.sin(k * math.tau / steps))} {num(-r * math.cos(k * math.tau / steps))}"
        for k in range(steps)
        for r in [inner if k % 2 else outer]
    )


def _capital(key: str, c: Palette) -> str:
    return (
        f'<circle r="12" fill="{c.halo}" stroke="{c.town}" stroke-width="1.6"/>'
        f'<path d="M{_star(5, 9, 3.8)}z" fill="{c.objective}"/>'
    )


def _fortress(key: str, c: Palette) -> str:
    return (
        f'<path d="M{_star(8, 19, 12.5)}z" fill="{c.halo}" stroke="{c.objective}" '
        f'stroke-width="2.2"/><path d="M-5-4h4v-3h2v3h4v9h-10z" fill="{c.town}"/>'
    )


def _base(key: str, c: Palette) -> str:
    return (
        f'<circle r="17" fill="{c.stone}" stroke="{c.town}" stroke-width="1.6"/>'
        f'<path d="M0-9v16M-4-5h8M-8 2q1 6 8 6t8-6" fill="none" stroke="{c.town}" '
        'stroke-width="2.2" stroke-linecap="round"/>'
    )


def _city(key: str, c: Palette) -> str:
    return (
        f'<rect x="-8" y="-8" width="16" height="16" rx="1.5" fill="{c.halo}" stroke="{c.town}" '
        'stroke-width="1.6"/><path d="M-5-5h4v4h-4zM1-5h4v6h-4zM-5 1h4v4h-4zM1 3h4v2h-4z" '
        f'fill="{c.town}"/>'
    )


def _dot(radius: float) -> Sign:
    return lambda key, c: (
        f'<circle r="{radius}" fill="{c.halo}" stroke="{c.town}" stroke-width="1.9"/>'
    )


def _pass(key: str, c: Palette) -> str:
    return (
        f'<path d="M-8-7q5 7 0 14M8-7q-5 7 0 14" fill="none" stroke="{c.hachure}" '
        'stroke-width="2.6" stroke-linecap="round"/>'
    )


def _peak(key: str, c: Palette) -> str:
    return f'<path d="M0-5l5 8h-10z" fill="{c.hachure}"/>'


def _objective(key: str, c: Palette) -> str:
    """A hexagon with the points it is worth: the name of such a place is that number."""
    return (
        f'<path d="M-9.5-16.5h19l9.5 16.5-9.5 16.5h-19l-9.5-16.5z" fill="{c.halo}" '
        f'fill-opacity=".9" stroke="{c.objective}" stroke-width="2.4"/><text y="6" '
        f'text-anchor="middle" font-size="17" font-weight="700" style="fill:{c.objective}">'
        f"{escape(key)}</text>"
    )


_MINOR = PlaceStyle(_dot(5.2), 14.5, 500, 9)

PLACES: dict[str, PlaceStyle] = {
    "capital": PlaceStyle(_capital, 19, 700, 14, capitals=True),
    "major": PlaceStyle(_house_blocks, 20, 700, 22, capitals=True, every_hex=True),
    "fortress": PlaceStyle(_fortress, 20, 700, 20, capitals=True),
    "base": PlaceStyle(_base, 14, 500, 20),
    "city": PlaceStyle(_city, 16.5, 700, 12),
    "minor": _MINOR,
    "town": _MINOR,
    "village": PlaceStyle(_dot(3.4), 12, 500, 7),
    "pass": PlaceStyle(_pass, 11.5, 500, 11, slanted=True),
    "peak": PlaceStyle(_peak, 12.5, 500, 16, slanted=True),
    "objective": PlaceStyle(_objective),
}


def place_style(place: Place) -> PlaceStyle:
    return style_of(PLACES, place.kind, "place")


def sign_hexes(place: Place) -> tuple[int, ...]:
    return place.hexes if place_style(place).every_hex else place.hexes[:1]


def place_signs(board: Board, geometry: MapGeometry, c: Palette) -> str:
    out = []
    for place in board.places:
        style = place_style(place)
        for hex_ in sign_hexes(place):
            key = board.name(hex_) if style.size else place.name
            out.append(_placed(geometry.centre(hex_), style.sign(key, c)))
    return "".join(out)


def _placed(at: Point, sign: str) -> str:
    return f'<g transform="translate({num(at[0])} {num(at[1])})">{sign}</g>'
