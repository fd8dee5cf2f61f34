"""The kernels in use: the compiled builds of the plain texts where there are such, the texts otherwise.

Set CAMPAGNA_KERNELS=plain to use the plain texts although the builds exist (the benchmarks do).
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING

from campagna.plane._kernel_rows import MAX_REACH
from campagna.plane.bases import Point

if TYPE_CHECKING:
    from campagna.plane._kernel_legs import (
        crowd,
        gaps,
        intruded,
        nearest_reached,
        overlapped,
        reached,
    )
    from campagna.plane._kernel_rows import Rows
    from campagna.plane._kernel_sight import Sight

    BACKEND: str
else:
    try:
        if os.environ.get("CAMPAGNA_KERNELS") == "plain":
            raise ImportError
        from campagna.plane._compiled_legs import (
            crowd,
            gaps,
            intruded,
            nearest_reached,
            overlapped,
            reached,
        )
        from campagna.plane._compiled_rows import Rows
        from campagna.plane._compiled_sight import Sight

        BACKEND = "compiled"
    except ImportError:
        from campagna.plane._kernel_legs import (
            crowd,
            gaps,
            intruded,
            nearest_reached,
            overlapped,
            reached,
        )
        from campagna.plane._kernel_rows import Rows
        from campagna.plane._kernel_sight import Sight

        BACKEND = "plain"

__all__ = [
    "BACKEND",
    "MAX_REACH",
    "Rows",
    "Sight",
    "crowd",
    "flat",
    "gaps",
    "intruded",
    "nearest_reached",
    "overlapped",
    "reached",
]


def flat(points: Iterable[Point]) -> array[int]:
    """Points as the kernels take them: x, y, x, y, ..."""
    return array("i", [coordinate for point in points for coordinate in point])
