"""The kernel that assigns units to battles: the compiled build of `_kernel_assignment.py`, or its plain text.

CAMPAGNA_KERNELS=plain chooses the plain text, as for the other kernels.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campagna.hexes._kernel_assignment import Assignment
else:
    try:
        if os.environ.get("CAMPAGNA_KERNELS") == "plain":
            raise ImportError
        from campagna.hexes._compiled_assignment import Assignment
    except ImportError:
        from campagna.hexes._kernel_assignment import Assignment

__all__ = ["Assignment"]
