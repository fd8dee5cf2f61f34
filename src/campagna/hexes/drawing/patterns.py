"""Textures of the sheet, drawn stroke by stroke from a fixed hash, and the sheet's type.

Patterns and gradients only, no filters: panning and zooming a large map stays cheap.
"""

from __future__ import annotations

from collections.abc import Iterator

from campagna.hexes.drawing.palette import Palette
from campagna.hexes.drawing.strokes import Point, chance, num

FAMILIES = """
.map text,.counter text{font-family:'Barlow Condensed','Arial Narrow',Barlow,sans-serif}
.map .serif{font-family:Spectral,Georgia,'Times New Roman',serif}"""
"""The table serves its own fonts and leaves this rule out."""

IDS_ON_PAPER = """
@media screen and (max-width:2299px){.map .ids{display:none}}"""
"""Below this width a hex is narrower than 56 pixels and its number is dust."""

IDS_ON_TABLE = """
.map .ids{display:none}.show-ids .ids{display:inline}"""


def style(c: Palette) -> str:
    return f"""
.map text{{fill:{c.ink}}}
.map .name{{paint-order:stroke;stroke:{c.halo};stroke-width:4;stroke-linejoin:round;\
stroke-opacity:.88}}
.map .region{{letter-spacing:.42em;fill:{c.sepia};fill-opacity:.5;font-weight:500}}
.map .sea{{font-style:italic;letter-spacing:.28em;fill:{c.shore};fill-opacity:.75}}
.map .river-name{{font-style:italic;font-weight:500;fill:{c.river_name};paint-order:stroke;\
stroke:{c.halo};stroke-width:3;stroke-linejoin:round;stroke-opacity:.75}}
.map .ids text{{font-size:6.6px;font-weight:500;fill-opacity:.62;text-anchor:middle}}"""


def definitions(c: Palette) -> str:
    """The patterns `fibre`, `crowns`, `tufts` ... and the light that falls on the sheet."""
    crowns = (
        f'<g fill="none" stroke="{c.rim}" stroke-width=".9" stroke-linecap="round">{_crowns()}</g>'
    )
    fibres = _ink(_fibres(), c.sepia, 0.7, 0.13) + _ink(_specks(), c.ink, 0.9, 0.10)
    return "".join(
        [
            _pattern("fibre", 240, fibres),
            _pattern("crowns", 64, crowns),
            _pattern("tufts", 44, _ink(_tufts(), c.tuft, 0.95, 0.85)),
            _pattern("stones", 56, _ink(_stones(), c.hachure, 0.95, 0.62)),
            _pattern("sand", 60, _ink(_sand(), c.hachure, 1.25, 0.55)),
            _pattern("waves", 62, _ink(_WAVES, c.shore, 0.8, 0.26)),
            _pattern("salt", 26, _ink(_SALT, c.sepia, 0.6, 0.30)),
            _lights(c),
        ]
    )


_WAVES = "M4 9q5-3.4 10 0t10 0M36 25q5-3.4 10 0t10 0M8 43q5-3.4 10 0t10 0M40 54q4-2.8 8 0t8 0"
_SALT = "M0 13h26M13 0v26M0 0l26 26M26 0L0 26"


def _pattern(name: str, side: int, body: str) -> str:
    return (
        f'<pattern id="{name}" width="{side}" height="{side}" patternUnits="userSpaceOnUse">'
        f"{body}</pattern>"
    )


def _ink(d: str, colour: str, width: float, opacity: float) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}" '
        f'stroke-linecap="round" stroke-opacity="{opacity}"/>'
    )


def _scatter(salt: str, count: int, side: float) -> Iterator[tuple[int, Point]]:
    for k in range(count):
        yield k, (chance(k, salt + "x") * side, chance(k, salt + "y") * side)


def _fibres() -> str:
    out = []
    for k, (x, y) in _scatter("fibre", 46, 240):
        bend = f"{num(8 * chance(k, 'a') - 4)} {num(6 * chance(k, 'b') - 3)}"
        end = f"{num(16 * chance(k, 'c') - 8)} {num(10 * chance(k, 'd') - 5)}"
        out.append(f"M{num(x)} {num(y)}q{bend} {end}")
    return "".join(out)


def _specks() -> str:
    return "".join(
        f"M{num(x)} {num(y)}h{num(0.6 + 1.2 * chance(k, 's'))}"
        for k, (x, y) in _scatter("speck", 90, 240)
    )


def _crowns() -> str:
    out = []
    for k, (x, y) in _scatter("crown", 34, 64):
        r = 2.2 + 2.2 * chance(k, "r")
        opacity = 0.35 + 0.5 * chance(k, "o")
        arc = f"M{num(x - r)} {num(y)}a{num(r)} {num(r * 0.92)} 0 0 1 {num(2 * r)} 0"
        out.append(f'<path d="{arc}" stroke-opacity="{opacity:.2f}"/>')
    return "".join(out)


def _tufts() -> str:
    return "".join(
        f"M{num(x - 5)} {num(y)}h10M{num(x - 2.4)} {num(y - 0.6)}l-1.6-3.6"
        f"M{num(x)} {num(y - 0.6)}v-4.6M{num(x + 2.4)} {num(y - 0.6)}l1.6-3.4"
        for x, y in (
            (9.0, 12.0),
            (30.0, 8.0),
            (20.0, 23.0),
            (37.0, 27.0),
            (8.0, 36.0),
            (28.0, 40.0),
        )
    )


def _stones() -> str:
    out = []
    for k, (x, y) in _scatter("stone", 11, 56):
        up = f"{num(2.4 + 2 * chance(k, 'u'))}-{num(3 + 2.4 * chance(k, 'v'))}"
        down = f"{num(2.2 + 2 * chance(k, 'w'))} {num(3.2 + 2 * chance(k, 'z'))}"
        out.append(f"M{num(x)} {num(y)}l{up} {down}")
    return "".join(out)


def _sand() -> str:
    return "".join(f"M{num(x)} {num(y)}h.1" for _, (x, y) in _scatter("sand", 70, 60))


def _lights(c: Palette) -> str:
    """Light from the north-west over the whole sheet; deeper water to the north."""
    return (
        '<radialGradient id="light" cx=".38" cy=".3" r=".95">'
        '<stop offset="0" stop-color="#fffaf0" stop-opacity=".30"/>'
        '<stop offset=".55" stop-color="#fffaf0" stop-opacity="0"/>'
        f'<stop offset="1" stop-color="{c.shade}" stop-opacity=".16"/></radialGradient>'
        '<linearGradient id="deep" x1="0" y1="1" x2="0" y2="0">'
        f'<stop offset="0" stop-color="{c.water}"/>'
        f'<stop offset="1" stop-color="{c.water2}"/></linearGradient>'
    )
