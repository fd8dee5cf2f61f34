"""The kernel for two budgets: the compiled build of `_kernel_two_budgets.py`, or its plain text.

CAMPAGNA_KERNELS=plain chooses the plain text, as for the other kernels.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campagna.hexes._kernel_two_budgets import RoadField
else:
    try:
        if os.environ.get("CAMPAGNA_KERNELS") == "plain":
            raise ImportError
        from campagna.hexes._compiled_two_budgets import RoadField
    except ImportError:
        from campagna.hexes._kernel_two_budgets import RoadField

__all__ = ["RoadField"]
