"""The kernel for tangles of battles: the compiled build of `_plain_tangle.py`, or its plain text.

CAMPAGNA_KERNELS=plain chooses the plain text, as for the other kernels.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campagna.hexes._plain_tangle import Tangle
else:
    try:
        if os.environ.get("CAMPAGNA_KERNELS") == "plain":
            raise ImportError
        from campagna.hexes._compiled_tangle import Tangle
    except ImportError:
        from campagna.hexes._plain_tangle import Tangle

__all__ = ["Tangle"]
