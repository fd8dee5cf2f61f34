"""The kernels of a field as they are tested: the plain text, and compiled where they are built."""

from __future__ import annotations

import contextlib
import importlib

import pytest

from campagna.hexes._kernel import Field as PlainField

FieldType = type[PlainField]

BACKENDS: dict[str, FieldType] = {"plain": PlainField}
with contextlib.suppress(ImportError):
    BACKENDS["compiled"] = importlib.import_module("campagna.hexes._compiled").Field

both_backends = pytest.mark.parametrize("backend", BACKENDS.values(), ids=BACKENDS.keys())
