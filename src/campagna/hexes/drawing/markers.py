"""Markers of the table that are not units: interdiction, cut railways, victory points, the turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from xml.sax.saxutils import escape

from campagna.hexes.drawing.palette import NATIONS, style_of
from campagna.hexes.drawing.patterns import FAMILIES
from campagna.hexes.drawing.signs import draw_sign

INK, RED, PAPER, GOLD = "#2b2620", "#b3141b", "#fbf7ec", "#ffc933"
TURN: Mapping[str, str] = {"it": "TURNO", "en": "TURN"}


def _disc(sign: str) -> str:
    return f'<circle r="28" fill="{PAPER}" stroke="{INK}" stroke-width="3"/>{sign}'


def _interdiction(text: str, language: str) -> str:
    """An aircraft, struck through: no passage under it."""
    plane = f'<g transform="scale(1.25)">{draw_sign("air", 36, 22, 2, NATIONS["none"])}</g>'
    bar = f'<path d="M-19 19L19-19" stroke="{RED}" stroke-width="4" stroke-linecap="round"/>'
    return _disc(plane + bar)


def _rail_cut(text: str, language: str) -> str:
    rails = (
        f'<path d="M-20-5h13M-20 6h13M20-5h-13M20 6h-13M-16-10v21M-10-10v21M10-10v21M16-10v21" '
        f'stroke="{INK}" stroke-width="2.6" stroke-linecap="round"/>'
    )
    gap = f'<path d="M3-16l-6 9 6 7-6 8 5 9" fill="none" stroke="{RED}" stroke-width="4"/>'
    return _disc(rails + gap)


def _victory(text: str, language: str) -> str:
    return (
        f'<path d="M-15-26h30l15 26-15 26h-30l-15-26z" fill="{PAPER}" stroke="{RED}" '
        f'stroke-width="3"/><text y="9" font-size="27" font-weight="700" text-anchor="middle" '
        f'style="fill:{RED}">{escape(text)}</text>'
    )


def _turn(text: str, language: str) -> str:
    return (
        f'<rect x="-28" y="-28" width="56" height="56" rx="5" fill="{INK}"/><text y="-7" '
        'font-size="14" font-weight="600" text-anchor="middle" style="fill:#fff">'
        f'{TURN[language]}</text><text y="19" font-size="27" font-weight="700" '
        f'text-anchor="middle" style="fill:{GOLD}">{escape(text)}</text>'
    )


MARKERS: dict[str, Callable[[str, str], str]] = {
    "interdiction": _interdiction,
    "rail_cut": _rail_cut,
    "victory": _victory,
    "turn": _turn,
}


def marker_group(kind: str, *, text: str = "", language: str = "it") -> str:
    """The marker in a square of 64 units centred on (0, 0), to be laid on a map."""
    return style_of(MARKERS, kind, "marker")(text, language)


def draw_marker(kind: str, *, text: str = "", language: str = "it", size: float = 64) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="counter" width="{size:g}" '
        f'height="{size:g}" viewBox="-32 -32 64 64" role="img"><style>{FAMILIES}</style>'
        f"{marker_group(kind, text=text, language=language)}</svg>"
    )
