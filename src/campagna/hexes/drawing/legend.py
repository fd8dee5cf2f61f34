"""The strip under the map: title, legend, scale and north, measured on a sheet 1600 units wide."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from xml.sax.saxutils import escape

import msgspec

from campagna.hexes.board import Board
from campagna.hexes.drawing.lettering import text_width
from campagna.hexes.drawing.lines import LINES
from campagna.hexes.drawing.margin import ENTRY
from campagna.hexes.drawing.palette import NATIONS, PALETTES, Palette, style_of
from campagna.hexes.drawing.patterns import definitions, style
from campagna.hexes.drawing.places import PLACES
from campagna.hexes.drawing.strokes import Point, curve, num, soften, wobble
from campagna.hexes.drawing.terrain import BUILT_OVER, COATS, SEA

Words = Mapping[str, str]
"""One text in each language: `{"it": ..., "en": ...}`."""

WORDS: dict[str, Words] = {
    "clear": {"it": "Aperto", "en": "Clear"},
    "plain": {"it": "Pianura", "en": "Plain"},
    "forest": {"it": "Foresta", "en": "Forest"},
    "swamp": {"it": "Palude", "en": "Swamp"},
    "lake": {"it": "Lago", "en": "Lake"},
    "sea": {"it": "Mare", "en": "Sea"},
    "desert": {"it": "Deserto", "en": "Desert"},
    "rough": {"it": "Accidentato", "en": "Rough"},
    "mountain": {"it": "Montagna", "en": "Mountain"},
    "mountain1": {"it": "Montagna, 1º livello", "en": "Mountain, level 1"},
    "mountain2": {"it": "Montagna, 2º livello", "en": "Mountain, level 2"},
    "amba": {"it": "Amba", "en": "Amba"},
    "escarpment": {"it": "Scarpata", "en": "Escarpment"},
    "qattara": {"it": "Depressione", "en": "Depression"},
    "qattara_partial": {"it": "Orlo della depressione", "en": "Edge of the depression"},
    "outside": {"it": "Fuori gioco", "en": "Out of play"},
    "river": {"it": "Fiume", "en": "River"},
    "border": {"it": "Confine", "en": "Border"},
    "impassable": {"it": "Lato invalicabile", "en": "Impassable hexside"},
    "barred": {"it": "Lato invalicabile", "en": "Impassable hexside"},
    "road": {"it": "Strada", "en": "Road"},
    "ford": {"it": "Guado", "en": "Ford"},
    "track": {"it": "Pista", "en": "Track"},
    "track_1940": {"it": "Pista, dal 1940", "en": "Track, from 1940"},
    "road_1940": {"it": "Strada, dal 1940", "en": "Road, from 1940"},
    "rail": {"it": "Ferrovia", "en": "Railway"},
    "road_supply_joint": {"it": "Giunto stradale", "en": "Road joint"},
    "joint": {"it": "Giunto stradale", "en": "Road joint"},
    "capital": {"it": "Capitale", "en": "Capital"},
    "major": {"it": "Città maggiore", "en": "Major city"},
    "minor": {"it": "Città minore", "en": "Minor city"},
    "fortress": {"it": "Fortezza", "en": "Fortress"},
    "base": {"it": "Base", "en": "Home base"},
    "city": {"it": "Città", "en": "City"},
    "town": {"it": "Località", "en": "Town"},
    "village": {"it": "Villaggio", "en": "Village"},
    "pass": {"it": "Passo", "en": "Pass"},
    "peak": {"it": "Cima", "en": "Peak"},
    "objective": {"it": "Punti vittoria", "en": "Victory points"},
    "entry": {"it": "Area di ingresso", "en": "Entry area"},
    "exit": {"it": "Uscita", "en": "Exit"},
}


class Caption(msgspec.Struct, frozen=True):
    """What a game adds to its sheet: subtitle, scale, and the words and effects of its terrain."""

    subtitle: Words = {}
    km_per_hex: float = 0.0
    """0 leaves the scale bar out."""
    names: Mapping[str, Words] = {}
    """By kind; takes the place of the word in `WORDS`."""
    effects: Mapping[str, Words] = {}
    """By kind; a short second line, such as the cost of entry."""


class Sample:
    """A blob of about 40 by 30 units to paint a terrain on, `_CLOSER` when painted.

    Painted larger and shown smaller, so that its strokes are as fine as on the map.
    """

    def __init__(self, name: str) -> None:
        self.name = f"sample-{name}"

    def rings(self, inset: float, uneven: float = 0.11) -> list[list[Point]]:
        shrink = _CLOSER * (1 - inset * 0.7)
        corners = ((-18, -4), (-10, -12), (4, -11), (17, -8), (18, 5), (8, 12), (-8, 11), (-17, 7))
        loose = []
        for x, y in corners:
            dx, dy = wobble((x, y), 2)
            loose.append(((x + dx) * shrink, (y + dy) * shrink))
        return [soften(loose, closed=True, amount=0.3)]

    @property
    def spots(self) -> list[tuple[str, Point]]:
        return [(self.name, (0.0, 0.0))]


_CLOSER = 1.6
_WAVE = "M-20 3q10-9 20-2t20-3"


def _terrain_sample(kind: str, c: Palette) -> str:
    patch = Sample(kind)
    shape = curve(patch.rings(0)[0], closed=True)
    fill, extra = (
        (c.water, f'<path d="{shape}" fill="url(#waves)"/>') if kind in SEA else (c.land, "")
    )
    painted = "".join(coat.paint(patch, c) for coat in COATS if kind in coat.kinds)
    bare = f'<path d="{shape}" fill="{fill}" stroke="{c.sepia}" stroke-opacity=".5"/>{extra}'
    return f'<g transform="scale({1 / _CLOSER:g})">{painted or bare}</g>'


def _line_sample(kind: str, c: Palette) -> str:
    passes = "".join(f'<path d="{_WAVE}" {s.attributes(c)}/>' for s in LINES[kind].strokes)
    return f'<g fill="none" stroke-linecap="round">{passes}</g>'


def _place_sample(kind: str, c: Palette) -> str:
    return f'<g transform="scale(.8)">{PLACES[kind].sign("20", c)}</g>'


def _entry_sample(kind: str, c: Palette) -> str:
    nation = NATIONS["none"]
    return (
        f'<g stroke="{nation.shade}"><path d="M-18 6v-6h36v6" fill="none" stroke-width="2.2"/>'
        f'<rect x="-9" y="-9" width="18" height="18" rx="3.5" fill="{nation.box}" '
        'stroke-width="1.6"/></g><text y="5" font-size="14" font-weight="600" '
        'text-anchor="middle">A</text>'
    )


def _exit_sample(kind: str, c: Palette) -> str:
    return (
        f'<path d="M-16 0h22" stroke="{c.ink}" stroke-width="1.5"/>'
        f'<path d="M6-5l11 5-11 5 2.6-5z" fill="{c.ink}"/>'
    )


class Entry(msgspec.Struct, frozen=True):
    """One line of the legend."""

    kind: str
    sample: str
    name: str
    effect: str

    @property
    def width(self) -> float:
        return 54 + max(text_width(self.name, 15 * 0.84), text_width(self.effect, 12.5 * 0.84))


def entries(board: Board, c: Palette, caption: Caption, language: str) -> list[Entry]:
    """What occurs on this board: terrain, lines, places, marks of the edge; each word once."""
    terrain = {board.terrain_name(h) for h in range(len(board))}
    lines = {f.kind for f in board.features} | {e.kind for e in board.exits}
    places = {p.kind for p in board.places}
    found: list[tuple[str, Callable[[str, Palette], str]]] = []
    found += [(k, _terrain_sample) for k in WORDS if k in terrain and k not in BUILT_OVER]
    found += [(k, _line_sample) for k in WORDS if k in lines and k not in terrain]
    found += [(k, _place_sample) for k in PLACES if k in places]
    if any(area.kind == ENTRY for area in board.areas.values()):
        found.append(("entry", _entry_sample))
    if board.exits:
        found.append(("exit", _exit_sample))
    return [
        Entry(
            kind,
            draw(kind, c),
            caption.names.get(kind, WORDS[kind])[language],
            caption.effects.get(kind, {}).get(language, ""),
        )
        for kind, draw in found
    ]


def swatches(board: Board, kinds: Iterable[str]) -> dict[str, str]:
    """A picture of its own for each of these kinds of terrain, line or place, as the map draws it."""
    c = style_of(PALETTES, board.palette, "palette")
    found = {}
    for kind in sorted(kinds):
        if kind in LINES:
            ground = f'<path d="M-20-14h40v28h-40z" fill="{c.land}"/>'
            body = ground + _line_sample(kind, c)
        elif kind in PLACES:
            body = f'<path d="M-20-14h40v28h-40z" fill="{c.land}"/>{_place_sample(kind, c)}'
        else:
            body = _terrain_sample(kind, c)
        found[kind] = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-20 -14 40 28" class="map">'
            f"<style>{style(c)}</style>{_definitions(body, c)}{body}</svg>"
        )
    return found


def _definitions(body: str, c: Palette) -> str:
    """The patterns, where the drawing uses one."""
    return f"<defs>{definitions(c)}</defs>" if "url(#" in body else ""


_TITLE_END, _LEGEND_START, _LEGEND_END, _PITCH = 505.0, 545.0, 1440.0, 42.0


class Cartouche:
    """The strip laid out; `height` says how much paper it takes."""

    def __init__(self, board: Board, c: Palette, caption: Caption, language: str) -> None:
        self.board, self.c, self.caption, self.language = board, c, caption, language
        self.columns = _columns(entries(board, c, caption, language))
        self.rows = max((len(column) for column in self.columns), default=0)
        self.height = max(118.0, 34 + _PITCH * self.rows)

    def draw(self, hex_width: float) -> str:
        """`hex_width`: from centre to centre of neighbours, in the units of the strip."""
        return self._title() + self._legend() + self._north() + self._scale(hex_width)

    def _title(self) -> str:
        title, subtitle = self.board.title, self.caption.subtitle.get(self.language, "")
        size = min(38.0, 38 * 440 / max(text_width(title, 38), 1))
        return (
            f'<text class="serif" x="40" y="56" font-size="{num(size)}" font-weight="700" '
            f'letter-spacing=".5">{escape(title)}</text><text class="serif" x="41" y="83" '
            f'font-size="17" font-style="italic" style="fill:{self.c.sepia}">{escape(subtitle)}'
            f'</text><path d="M{num(_TITLE_END)} 22V{num(self.height - 22)}" '
            f'stroke="{self.c.sepia}" stroke-opacity=".5"/>'
        )

    def _legend(self) -> str:
        spare = _LEGEND_END - _LEGEND_START - sum(_width(column) for column in self.columns)
        gap = min(40.0, max(0.0, spare / max(len(self.columns), 1)))
        starts = [_LEGEND_START]
        for column in self.columns:
            starts.append(starts[-1] + _width(column) + gap)
        reading = [
            (entry, starts[n], 38 + _PITCH * row)
            for row in range(self.rows)
            for n, column in enumerate(self.columns)
            for entry in column[row : row + 1]
        ]
        out = "".join(
            f'<g data-kind="{entry.kind}" transform="translate({num(x)} {num(y)})">'
            f"{entry.sample}{self._words(entry)}</g>"
            for entry, x, y in reading
        )
        return f'<g id="legend">{out}</g>'

    def _words(self, entry: Entry) -> str:
        if not entry.effect:
            return f'<text x="28" y="5" font-size="15">{escape(entry.name)}</text>'
        return (
            f'<text x="28" y="0" font-size="15">{escape(entry.name)}</text><text x="28" y="14" '
            f'font-size="12.5" style="fill:{self.c.sepia}">{escape(entry.effect)}</text>'
        )

    def _north(self) -> str:
        return (
            f'<g transform="translate(1540 44)"><path d="M0-22l6 22-6-4-6 4z" fill="{self.c.ink}"/>'
            f'<path d="M0 22l6-22-6 4-6-4z" fill="none" stroke="{self.c.ink}"/><text y="-26" '
            'text-anchor="middle" font-size="13" font-weight="600">N</text></g>'
        )

    def _scale(self, hex_width: float) -> str:
        if self.caption.km_per_hex <= 0:
            return ""
        unit = hex_width / self.caption.km_per_hex
        km = next((v for v in (400, 200, 100, 50, 25, 20, 10, 5, 2) if v * unit < 95), 1)
        long, c = km * unit, self.c
        x = 1555 - long
        return (
            f'<path d="M{num(x)} 88v-7h{num(long)}v7M{num(x + long / 2)} 81v5" fill="none" '
            f'stroke="{c.ink}" stroke-width="1.4"/><path d="M{num(x)} 81h{num(long / 2)}v3h'
            f'{num(-long / 2)}z" fill="{c.ink}"/><text x="{num(x)}" y="104" font-size="12.5" '
            f'text-anchor="middle">0</text><text x="{num(x + long)}" y="104" font-size="12.5" '
            f'text-anchor="middle">{km} km</text>'
        )


def _width(column: list[Entry]) -> float:
    return max(entry.width for entry in column)


def _columns(found: list[Entry]) -> list[list[Entry]]:
    """Filled row by row into as few rows as fit, two at least."""
    for rows in range(2, 7):
        count = max(1, math.ceil(len(found) / rows))
        columns = [column for n in range(count) if (column := found[n::count])]
        if sum(_width(column) for column in columns) <= _LEGEND_END - _LEGEND_START:
            break
    return columns
