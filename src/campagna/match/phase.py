"""What lists ask of a match, in columns of its row: whether it runs, and whose turn it is."""

from __future__ import annotations

from campagna.core.contract import Step

RUNNING, OVER = "running", "over"


def phase_columns(step: Step | None, ended: str) -> dict[str, str]:
    side = step.side if step is not None and not ended else ""
    return {"phase": OVER if ended else RUNNING, "step_side": side}
