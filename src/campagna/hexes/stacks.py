"""The map of who stands where: the compiled build of `_kernel_stacks.py`, or its plain text.

CAMPAGNA_KERNELS=plain chooses the plain text, as for the other kernels.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campagna.hexes._kernel_stacks import Stacks
else:
    try:
        if os.environ.get("CAMPAGNA_KERNELS") == "plain":
            raise ImportError
        from campagna.hexes._compiled_stacks import Stacks
    except ImportError:
        from campagna.hexes._kernel_stacks import Stacks

__all__ = ["Stacks"]
