"""The drawing room: boards as printed maps, units as cardboard counters, both as SVG."""

from campagna.hexes.drawing.counters import (
    CounterFace,
    State,
    counter_group,
    draw_counter,
    draw_stack,
)
from campagna.hexes.drawing.geometry import DRAWING_SIZE, MapGeometry
from campagna.hexes.drawing.legend import Caption
from campagna.hexes.drawing.markers import draw_marker, marker_group
from campagna.hexes.drawing.palette import NATIONS, PALETTES, DrawingError
from campagna.hexes.drawing.sheet import LAYERS, draw_map

__all__ = [
    "DRAWING_SIZE",
    "LAYERS",
    "NATIONS",
    "PALETTES",
    "Caption",
    "CounterFace",
    "DrawingError",
    "MapGeometry",
    "State",
    "counter_group",
    "draw_counter",
    "draw_map",
    "draw_marker",
    "draw_stack",
    "marker_group",
]
