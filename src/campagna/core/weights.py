"""Weights of a computer opponent: the numbers of its plans, and where each of them comes from.

A module of a game's `opponent/` declares its weights as a struct. `data/weights.toml` has a table of
the same name with an entry for each of them:

    [axis]
    guarded = { value = 0.9, source = "guess: a pass that somebody holds is worth a little less" }

`source` says whether a number was tuned, with where the games are reported, or guessed, with what it
stands for. A weight that is missing or unknown is an error when the opponent is loaded.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import msgspec

from campagna.core.prepared import prepared


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of one module. Each game derives its own."""


class Weight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    value: int | float
    source: str


W = TypeVar("W", bound=Weights)


@lru_cache
def weight_tables(home: Path) -> dict[str, dict[str, Weight]]:
    """Every table of a game's weights, by module."""
    text = (home / "data" / "weights.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), prepared(dict[str, dict[str, Weight]]))


def load_weights(home: Path, table: str, kind: type[W]) -> W:
    """Raises `ValueError` naming the table if a weight is missing, unknown or of another type."""
    values = {name: weight.value for name, weight in weight_tables(home).get(table, {}).items()}
    try:
        return msgspec.convert(values, prepared(kind))
    except msgspec.ValidationError as problem:
        raise ValueError(f"weights.toml of {home.name}, [{table}]: {problem}") from None
