"""Seas and lakes: drawn under the grid and over the paper, as far as the sheet goes."""

from __future__ import annotations

from campagna.hexes.drawing.geometry import MapGeometry
from campagna.hexes.drawing.palette import Palette
from campagna.hexes.drawing.strokes import Point, curve, soften
from campagna.hexes.scenery import Expanse, Scenery, Spot


def on_sheet(geometry: MapGeometry, spot: Spot) -> Point:
    x, y = geometry.centre(0)
    return x + spot[0] * geometry.size, y + spot[1] * geometry.size


def expanse_layer(scenery: Scenery, geometry: MapGeometry, c: Palette) -> str:
    return "".join(
        _water(k, _outline(expanse, geometry), c) for k, expanse in enumerate(scenery.expanses)
    )


def _outline(expanse: Expanse, geometry: MapGeometry) -> str:
    ring = [on_sheet(geometry, spot) for spot in expanse.outline]
    return curve(soften(ring, closed=True, amount=0.3), closed=True)


def _water(k: int, d: str, c: Palette) -> str:
    """Pale lines along the shore, as engraved charts have them."""
    foam = "".join(
        f'<path d="{d}" fill="none" stroke="{c.foam}" stroke-width="{w}" stroke-opacity="{o}"/>'
        for w, o in ((46, 0.2), (24, 0.3), (10, 0.35))
    )
    return (
        f'<clipPath id="expanse-{k}"><path d="{d}"/></clipPath><path d="{d}" fill="{c.water}"/>'
        f'<g clip-path="url(#expanse-{k})">{foam}<path d="{d}" fill="url(#waves)"/></g>'
        f'<path d="{d}" fill="none" stroke="{c.shore}" stroke-width="1.8"/>'
    )
