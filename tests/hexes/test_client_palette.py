"""A counter has the same colours on the page as in the pictures that the drawing makes."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from campagna.hexes.drawing.palette import NATIONS

STYLES = Path(__file__).parents[2] / "web" / "src" / "styles" / "nations.css"


def test_nations_have_the_colours_of_the_drawing() -> None:
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", STYLES.read_text(encoding="utf-8")))
    for name, nation in NATIONS.items():
        shown = {part: colours[f"{name}-{part}"] for part in nation.__struct_fields__}
        assert shown == msgspec.structs.asdict(nation), name
