"""The kernels in use: the compiled build of `_kernel.py` where there is one, the plain text otherwise.

Set CAMPAGNA_KERNELS=plain to use the plain text although the build exists (the benchmarks do).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from campagna.hexes._kernel import BARRED, FAR, MAX_BUDGET, Buffer

if TYPE_CHECKING:
    from campagna.hexes._kernel import Field

    BACKEND: str
else:
    try:
        if os.environ.get("CAMPAGNA_KERNELS") == "plain":
            raise ImportError
        from campagna.hexes._compiled import Field

        BACKEND = "compiled"
    except ImportError:
        from campagna.hexes._kernel import Field

        BACKEND = "plain"

__all__ = ["BACKEND", "BARRED", "FAR", "MAX_BUDGET", "Buffer", "Field"]
