"""Counters: cardboard squares with a sign, factors and marks, in two levels of detail.

    draw_counter(CounterFace(nation="german", symbol="armour", factors="4-10", size="regiment"))

A counter is 64 units wide. Its marks (rings, brackets, badges) reach a little over the edge, so
the drawing has a rim of 8 units around the cardboard.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from xml.sax.saxutils import escape, quoteattr

import msgspec

from campagna.hexes.drawing.palette import NATIONS, Nation, style_of
from campagna.hexes.drawing.patterns import FAMILIES
from campagna.hexes.drawing.signs import draw_sign
from campagna.hexes.drawing.strokes import num

CARD = 64
RIM = 8
SMALL = 36
"""Up to this many pixels the small face is drawn: bigger sign, factors only."""

ECHELONS = {
    "company": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
}


class State(Enum):
    """What can befall a counter; each state has a shape of its own, never a colour alone."""

    SELECTED = "selected"
    MOVED = "moved"
    TARGET = "target"
    DISRUPTED = "disrupted"
    UNSUPPLIED = "unsupplied"
    ISOLATED = "isolated"
    UNTRIED = "untried"
    """Its type is known, its strength is not."""
    UNKNOWN = "unknown"
    """Nothing is known but whose it is."""


class CounterFace(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed on a counter and what has happened to it."""

    nation: str
    symbol: str = "infantry"
    factors: str = ""
    size: str = ""
    """An echelon (`division`) or the mark itself (`XX`)."""
    left: str = ""
    """Designation of the unit, upright along the left edge."""
    right: str = ""
    """Its parent formation, along the right edge."""
    band: str = ""
    """Colour of the formation, a stripe along the top."""
    steps: tuple[int, int] = (1, 1)
    """Steps left and steps printed; dots appear where there is more than one."""
    states: frozenset[State] = frozenset()
    name: str = ""
    """For readers of the screen, not printed."""


def draw_counter(face: CounterFace, *, size: float = CARD) -> str:
    """One counter as SVG; `size` is the side of the cardboard in pixels."""
    return _svg(counter_group(face, small=size <= SMALL), _known_name(face), size, 0)


def draw_stack(faces: Sequence[CounterFace], *, size: float = CARD) -> str:
    """Counters piled up and to the right, the first on top; more than three show their number."""
    small = size <= SMALL
    shown = list(enumerate(faces[:3]))
    pile = [
        f'<g transform="translate({5 * k} {-5 * k})">{counter_group(face, small=small)}</g>'
        for k, face in reversed(shown)
    ]
    if len(faces) > len(shown):
        pile.append(
            '<g transform="translate(70 -9)"><circle r="10" fill="#2b2620"/><text y="5" '
            'font-size="15" font-weight="700" text-anchor="middle" style="fill:#fff">'
            f"{len(faces)}</text></g>"
        )
    name = ", ".join(filter(None, map(_known_name, faces)))
    return _svg("".join(pile), name, size, 12 if len(shown) > 1 else 0)


def _known_name(face: CounterFace) -> str:
    return "" if State.UNKNOWN in face.states else face.name


def _svg(body: str, name: str, size: float, rise: int) -> str:
    """`rise`: how far a pile grows up and to the right."""
    side = CARD + 2 * RIM + rise
    pixels = f"{side * size / CARD:g}"
    label = f" aria-label={quoteattr(name)}" if name else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="counter" width="{pixels}" '
        f'height="{pixels}" viewBox="{-RIM} {-RIM - rise} {side} {side}" role="img"{label}>'
        f"<style>{FAMILIES}</style>{body}</svg>"
    )


def counter_group(face: CounterFace, *, small: bool = False) -> str:
    """The counter at 64 by 64 units without its own SVG, to be laid on a map."""
    nation = style_of(NATIONS, face.nation, "nation")
    card = (
        f'<rect x="1" y="2.5" width="62" height="61" rx="5" fill="{nation.shade}"/>'
        f'<rect x="1" y="1" width="62" height="60" rx="5" fill="{nation.face}"/>'
        '<path d="M2 6a4 4 0 0 1 4-4h52a4 4 0 0 1 4 4" fill="none" stroke="#fff" '
        'stroke-opacity=".55" stroke-width="1.2"/>'
    )
    if State.UNKNOWN in face.states:
        body = _unknown(nation)
    elif small:
        body = _small_face(face, nation)
    else:
        body = _full_face(face, nation)
    return card + body + "".join(_MARKS[s] for s in _MARKS if s in face.states) + _badges(face)


def _text(text: str, ink: str, size: float, weight: int, place: str) -> str:
    if not text:
        return ""
    return (
        f'<text {place} font-size="{size:g}" font-weight="{weight}" text-anchor="middle" '
        f'style="fill:{ink}">{escape(text)}</text>'
    )


def _unknown(nation: Nation) -> str:
    lines = (
        f'<path d="M8 16h48M8 27h48M8 38h48M8 49h48" stroke="{nation.ink}" '
        'stroke-opacity=".16" stroke-width="5"/>'
    )
    return lines + _text("?", nation.ink, 44, 700, 'x="32" y="47"')


def _factors(face: CounterFace) -> str:
    return face.factors or ("?" if State.UNTRIED in face.states else "")


def _small_face(face: CounterFace, nation: Nation) -> str:
    sign = draw_sign(face.symbol, 42, 25, 3.6, nation)
    factors = _factors(face)
    type_size = 25 if len(factors) < 5 else 22
    return f'<g transform="translate(32 21.5)">{sign}</g>' + _text(
        factors, nation.ink, type_size, 700, 'x="32" y="58.5"'
    )


def _full_face(face: CounterFace, nation: Nation) -> str:
    ink = nation.ink
    factors = _factors(face)
    out = []
    if face.band:
        stripe = "M1 6a5 5 0 0 1 5-5h52a5 5 0 0 1 5 5v.8H1z"
        out.append(f'<path d="{stripe}" fill={quoteattr(face.band)}/>')
    mark = ECHELONS.get(face.size, face.size)
    out.append(_text(mark, ink, 9, 700, 'x="32" y="15.2" letter-spacing=".6"'))
    sign = draw_sign(face.symbol, 32, 19, 2.1, nation)
    out.append(f'<g transform="translate(32 27.2)">{sign}</g>')
    for text, x, turn in ((face.left, 10.5, -90), (face.right, 53.5, 90)):
        place = f'transform="translate({x} 27.5) rotate({turn})" y="3.2"'
        out.append(_text(text, ink, 9.4 if len(text) < 5 else 7.6, 600, place))
    out.append(_text(factors, ink, 20 if len(factors) < 6 else 17.5, 700, 'x="32" y="57"'))
    if State.UNTRIED in face.states:
        out.append(
            f'<path d="M14 61H50" stroke="{ink}" stroke-width="1.6" stroke-dasharray="2.4 2.4" '
            'stroke-opacity=".7"/>'
        )
    return "".join(out) + _step_dots(face, ink)


def _step_dots(face: CounterFace, ink: str) -> str:
    left, printed = face.steps
    if printed < 2:
        return ""
    return "".join(
        f'<circle cx="58.2" cy="{num(56 - 5.6 * k)}" r="1.9" fill="{ink if k < left else "none"}" '
        f'stroke="{ink}" stroke-width=".9"/>'
        for k in range(printed)
    )


def _ring(at: float, radius: float, *strokes: str) -> str:
    side = num(CARD - 2 * at)
    return "".join(
        f'<rect x="{num(at)}" y="{num(at)}" width="{side}" height="{side}" rx="{num(radius)}" '
        f'fill="none" {stroke}/>'
        for stroke in strokes
    )


_CORNERS = "M-3 12V-3h15M52-3h15v15M67 52v15H52M12 67H-3V52"

_MARKS: dict[State, str] = {
    State.MOVED: (
        '<rect x="1" y="1" width="62" height="62" rx="5" fill="#f5efe0" fill-opacity=".42"/>'
        '<path d="M63 42v16a5 5 0 0 1-5 5H42z" fill="#2b2620"/><path d="M51.5 57.5l2.6 2.2 '
        '4.4-6" fill="none" stroke="#fff" stroke-width="2"/>'
    ),
    State.ISOLATED: _ring(
        -2,
        8,
        'stroke="#fff" stroke-width="4.5"',
        'stroke="#1a1a1a" stroke-width="4" stroke-dasharray="7 5"',
    ),
    State.SELECTED: _ring(
        -3, 9, 'stroke="#20180a" stroke-width="6.5"', 'stroke="#ffc933" stroke-width="4"'
    ),
    State.TARGET: (
        f'<g fill="none" stroke-linecap="round"><path d="{_CORNERS}" stroke="#fff" '
        f'stroke-width="7.5"/><path d="{_CORNERS}" stroke="#b3141b" stroke-width="4.6"/></g>'
    ),
}

_BADGES: dict[State, tuple[str, str]] = {
    State.DISRUPTED: ("#f2b01e", '<path d="M1.5-7l-6 8h4l-1 6 6-8h-4z" fill="#1d1400"/>'),
    State.UNSUPPLIED: (
        "#1b1b1b",
        (
            '<path d="M-4-5.5h8v11h-8zM-4-2h8M-4 2h8" fill="none" stroke="#fff" '
            'stroke-width="1.6"/><path d="M-7 7L7-7" stroke="#ff5a4d" stroke-width="2.6"/>'
        ),
    ),
}


def _badges(face: CounterFace) -> str:
    """Round signs on the top edge, from the right."""
    shown = [badge for state, badge in _BADGES.items() if state in face.states]
    return "".join(
        f'<g transform="translate({59 - 22 * k} 5)"><circle r="10.5" fill="{fill}" '
        f'stroke="#fff" stroke-width="2"/>{sign}</g>'
        for k, (fill, sign) in enumerate(shown)
    )
