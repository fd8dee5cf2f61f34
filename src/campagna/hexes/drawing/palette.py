"""Colours of the printed sheet and of the counters. Change the look here; the drawing follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

Style = TypeVar("Style")


class DrawingError(ValueError):
    """The board names something that no style knows; the message lists what is known."""


def style_of(styles: Mapping[str, Style], kind: str, what: str) -> Style:
    if kind not in styles:
        raise DrawingError(f"no {what} style for {kind!r}; known: {', '.join(sorted(styles))}")
    return styles[kind]


class Palette(msgspec.Struct, frozen=True):
    """Each pair of terrains differs in lightness and texture too: the map survives grey print."""

    land: str
    land2: str
    rough: str
    forest: str = "#a9bf88"
    rim: str = "#55713f"
    paper: str = "#e6dac0"
    paper2: str = "#d9caa9"
    ink: str = "#33291d"
    sepia: str = "#6b5636"
    grid: str = "#5d4a2f"
    halo: str = "#f7f0de"
    foam: str = "#f3fafc"
    water: str = "#a8cbd8"
    water2: str = "#86b4c8"
    shore: str = "#2f6d8f"
    river: str = "#4a90b8"
    river_case: str = "#2b5f80"
    glint: str = "#d4ebf4"
    river_name: str = "#1f5673"
    swamp: str = "#cfdcc6"
    tuft: str = "#3f766b"
    dune: str = "#f6e6b4"
    basin: str = "#e3d2ac"
    salt: str = "#cdbb94"
    hill1: str = "#dcbf8c"
    hill2: str = "#c69e68"
    hill3: str = "#a87b4c"
    summit: str = "#efe0bb"
    hachure: str = "#7a5732"
    shade: str = "#6d4d2b"
    road: str = "#b5432c"
    road_case: str = "#fbf2dc"
    track: str = "#8a5a34"
    rail: str = "#2b2620"
    town: str = "#4a3b2b"
    block: str = "#8d7a6b"
    block2: str = "#6c594b"
    stone: str = "#c9c1b1"
    border: str = "#8b3f6e"
    barred: str = "#8f1d1d"
    objective: str = "#8f1d1d"

    def colour(self, name: str) -> str:
        """A colour by its name here, so that styles can be tables of names."""
        return str(getattr(self, name))


PALETTES: dict[str, Palette] = {
    "summer": Palette(land="#f1e8d0", land2="#e7dcbd", rough="#e0d0a6"),
    "desert": Palette(land="#f4e5c3", land2="#ead4a4", rough="#dfc48f"),
    "highland": Palette(land="#efe9d0", land2="#e3d8b4", rough="#e2cf9d"),
    "steppe": Palette(land="#f2e7ca", land2="#e6d5aa", rough="#dfc48f"),
}


class Nation(msgspec.Struct, frozen=True):
    """In each game the first side has dark lines in a light box, the second light in a dark box."""

    face: str
    shade: str
    ink: str
    box: str
    line: str


NATIONS: dict[str, Nation] = {
    "german": Nation("#a7b5bc", "#6f808a", "#14202a", "#eef2f3", "#14202a"),
    "italian": Nation("#b9c6a0", "#808f66", "#1b2412", "#f3f6ea", "#1b2412"),
    "soviet": Nation("#e0a184", "#a35f42", "#35120a", "#7c2415", "#fff4e6"),
    "british": Nation("#ecd09a", "#b08f4f", "#2f2207", "#6d4a12", "#fff6e0"),
    "indian": Nation("#e6bd8d", "#a87d48", "#2f1c07", "#6b3d12", "#fff3e0"),
    "american": Nation("#c9c389", "#8c8648", "#23220a", "#4b4a17", "#fbfae2"),
    "french": Nation("#b7c7e6", "#7288b5", "#0e1a38", "#2b4580", "#f1f5ff"),
    "australian": Nation("#e3c98a", "#a98a45", "#2c2206", "#5c5a1a", "#fbf7dc"),
    "new_zealand": Nation("#d9d2a6", "#98905c", "#26230c", "#3f4f2a", "#f8f8e0"),
    "south_african": Nation("#dcbf8f", "#9c7c46", "#2b1d08", "#5b3a26", "#fff1de"),
    "polish": Nation("#e6c3b4", "#a87d6c", "#33140c", "#7d2b2b", "#fff1ee"),
    "jewish": Nation("#dfd9b8", "#9d966c", "#25230f", "#3b4a5e", "#f4f7fb"),
    "tribal_levy": Nation("#e3d3a6", "#a8935a", "#2c2410", "#6b4a24", "#fff3da"),
    "belgian": Nation("#d8ccd6", "#96859a", "#261b2b", "#5b3b60", "#fbf3ff"),
    "ethiopian": Nation("#f0cd62", "#b38f22", "#2c2003", "#2f5a34", "#fff6cf"),
    "none": Nation("#e9e2d2", "#b0a58c", "#33291d", "#fbf7ec", "#33291d"),
}
