"""Unit signs in the manner of the NATO symbols, drawn line by line."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from campagna.hexes.drawing.palette import DrawingError, Nation
from campagna.hexes.drawing.strokes import num


class Frame(msgspec.Struct, frozen=True):
    """The box of a sign, centred on (0, 0)."""

    width: float
    height: float
    line: float
    nation: Nation

    @property
    def x(self) -> float:
        return self.width / 2

    @property
    def y(self) -> float:
        return self.height / 2


Sign = Callable[[Frame], str]


def _path(d: str) -> str:
    return f'<path d="{d}"/>'


def _cross(f: Frame) -> str:
    x, y = num(f.x), num(f.y)
    return _path(f"M-{x}-{y}L{x} {y}M-{x} {y}L{x}-{y}")


def _slash(f: Frame) -> str:
    return _path(f"M-{num(f.x)} {num(f.y)}L{num(f.x)}-{num(f.y)}")


def _track(f: Frame) -> str:
    return (
        f'<rect x="{num(-f.x * 0.62)}" y="{num(-f.y * 0.52)}" width="{num(f.width * 0.62)}" '
        f'height="{num(f.height * 0.52)}" rx="{num(f.height * 0.26)}"/>'
    )


def _wheels(f: Frame) -> str:
    return "".join(
        f'<circle cx="{num(at * f.x)}" cy="{num(f.y + f.line * 1.5)}" r="{num(f.line * 1.2)}" '
        f'fill="{f.nation.ink}" stroke="none"/>'
        for at in (-0.6, 0, 0.6)
    )


def _shot(f: Frame) -> str:
    return f'<circle r="{num(f.height * 0.19)}" fill="{f.nation.line}" stroke="none"/>'


def _staff(f: Frame) -> str:
    x, y = num(-f.x), num(-f.y)
    return (
        f'<rect x="{x}" y="{y}" width="{num(f.width)}" height="{num(f.height * 0.38)}" '
        f'fill="{f.nation.line}" stroke="none"/>'
        f'<path d="M{x} {y}V{num(f.y + f.line * 3.2)}" stroke="{f.nation.ink}"/>'
    )


def _depot(f: Frame) -> str:
    wide, tall = num(f.x * 0.6), num(f.y * 0.7)
    crate = f"M{num(-f.x * 0.3)} {num(-f.y * 0.55)}h{wide}v{tall}h-{wide}z"
    return _path(f"M{num(-f.x)} {num(f.y * 0.45)}H{num(f.x)}{crate}")


def _bridge(f: Frame) -> str:
    x, top, foot = num(f.x * 0.55), num(-f.y * 0.45), num(f.y * 0.5)
    return _path(f"M-{x} {foot}V{top}H{x}V{foot}M0 {top}V{foot}")


def _shield(f: Frame) -> str:
    return _path(f"M{num(-f.x)} {num(f.y)}L0 {num(-f.y)}L{num(f.x)} {num(f.y)}")


SIGNS: dict[str, Sign] = {
    "infantry": _cross,
    "motorised": lambda f: _cross(f) + _wheels(f),
    "mechanised": lambda f: _cross(f) + _track(f),
    "armour": _track,
    "light_armour": lambda f: _track(f) + _path(f"M0 {num(-f.y * 0.52)}V{num(f.y * 0.52)}"),
    "recon": lambda f: _slash(f) + _wheels(f),
    "armoured_recon": lambda f: _slash(f) + _track(f),
    "cavalry": _slash,
    "artillery": _shot,
    "antitank": _shield,
    "hq": _staff,
    "supply": _depot,
    "engineer": _bridge,
}
_WHEELED = frozenset({"motorised", "recon"})


def _leader(n: Nation) -> str:
    star = "M0-12l3.2 7.4 8 .7-6.1 5.2 1.9 7.9L0 5l-7 4.2 1.9-7.9-6.1-5.2 8-.7z"
    return (
        f'<path d="{star}" fill="{n.box}" stroke="{n.ink}" stroke-width="1.6" '
        'stroke-linejoin="round"/>'
    )


def _air(n: Nation) -> str:
    plane = (
        "M0-12c1.6 0 2.2 3 2.3 6l13.2 4.4v3.2L2.3 1 1.6 7.6l4 2.6v2.2L0 11.2l-5.6 1.2v-2.2l4-2.6"
        "L-2.3 1-15.5 1.6v-3.2L-2.3-6c.1-3 .7-6 2.3-6z"
    )
    return f'<path d="{plane}" fill="{n.ink}"/>'


def _truck(n: Nation) -> str:
    return (
        f'<path d="M-17-9H3V6h-20zM3-4h8l5 5v5H3z" fill="{n.box}" stroke="{n.ink}" '
        f'stroke-width="2" stroke-linejoin="round"/><g fill="{n.ink}"><circle cx="-11" cy="7" '
        'r="3.8"/><circle cx="9" cy="7" r="3.8"/></g>'
    )


def _irregular(n: Nation) -> str:
    return (
        f'<g stroke="{n.ink}"><path d="M-13 11L13-12M13 11L-13-12" stroke-width="2.2" '
        f'stroke-linecap="round"/><path d="M13-12l-4.5 1 3.2 3.3zM-13-12l4.5 1-3.2 3.3z" '
        f'fill="{n.ink}"/><ellipse rx="8" ry="10.5" fill="{n.box}" stroke-width="2"/></g>'
        f'<circle r="2.2" fill="{n.ink}"/>'
    )


FREE_SIGNS: dict[str, Callable[[Nation], str]] = {
    "leader": _leader,
    "air": _air,
    "truck": _truck,
    "irregular": _irregular,
}
"""Signs without a box, on a field of 36 by 22."""


def draw_sign(symbol: str, width: float, height: float, line: float, nation: Nation) -> str:
    """The sign of a unit around (0, 0)."""
    if symbol in FREE_SIGNS:
        return f'<g transform="scale({num(width / 36)})">{FREE_SIGNS[symbol](nation)}</g>'
    if symbol not in SIGNS:
        known = ", ".join(sorted(SIGNS | FREE_SIGNS))
        raise DrawingError(f"no sign for {symbol!r}; known: {known}")
    wheeled = symbol in _WHEELED
    frame = Frame(width, height * 0.82 if wheeled else height, line, nation)
    lift = f' transform="translate(0 {num(-frame.height * 0.11)})"' if wheeled else ""
    return (
        f'<g{lift}><rect x="{num(-frame.x)}" y="{num(-frame.y)}" width="{num(width)}" '
        f'height="{num(frame.height)}" fill="{nation.box}" stroke="{nation.ink}" '
        f'stroke-width="{line}"/><g fill="none" stroke="{nation.line}" stroke-width="{line}" '
        f'stroke-linejoin="round">{SIGNS[symbol](frame)}</g></g>'
    )
