"""Options that would do nothing in a set-up, because another option leaves them nothing to act on.

`needs` of an option in `data/options.toml` names the values of others without which any value but its
default has no effect; `needs_in_battle` those that a single battle must have, because the option is of
one campaign, or of one of its areas.
"""

from __future__ import annotations

from collections.abc import Mapping

from campagna.core.contract import BadPosition
from campagna.core.editions import OptionValues
from campagna.core.rulebook import rule
from campagna.games.alto_comando.world import Block


@rule("SET-1")
def refuse_idle(blocks: Block, options: OptionValues, *, decks: bool) -> None:
    """Whether every option that was changed can have an effect. Raises `BadPosition`."""
    for name, value in options.items():
        block = blocks[name]
        if value == block["default"]:
            continue
        needs: Mapping[str, list[bool | str]] = block.get("needs", {})
        needs = {**needs, **block.get("needs_for", {}).get(str(value), {})}
        if decks:
            needs = {**needs, **block.get("needs_in_battle", {})}
        for other, values in needs.items():
            if other in options and options[other] not in values:
                wanted = " or ".join(map(_said, values))
                raise BadPosition(
                    f"option '{name}' = {_said(value)} does nothing "
                    f"while '{other}' is {_said(options[other])}; it needs {wanted}"
                )


def _said(value: bool | str) -> str:
    """A value as it is written in a set-up."""
    return str(value).lower() if isinstance(value, bool) else value
