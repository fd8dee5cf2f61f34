"""Weights of opponents are data: complete, typed, each with its source."""

from __future__ import annotations

from pathlib import Path

import pytest

from campagna.core.weights import Weights, load_weights


class Axis(Weights, frozen=True):
    guarded: float
    far: int


def lay(home: Path, text: str) -> Path:
    (home / "data").mkdir()
    (home / "data" / "weights.toml").write_text(text, encoding="utf-8")
    return home


def test_weights_come_from_the_table_of_their_module(tmp_path: Path) -> None:
    home = lay(
        tmp_path,
        '[axis]\nguarded = {value = 0.9, source = "guess"}\nfar = {value = 7, source = "tuned"}\n',
    )
    assert load_weights(home, "axis", Axis) == Axis(0.9, 7)


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ('guarded = {value = 0.9, source = "guess"}', "missing required field `far`"),
        (
            (
                'guarded = {value = 1, source = "a"}\nfar = {value = 2, source = "b"}\n'
                'near = {value = 2, source = "b"}'
            ),
            "unknown field `near`",
        ),
        (
            'guarded = {value = 1, source = "a"}\nfar = {value = 2.5, source = "b"}',
            "Expected `int`",
        ),
    ],
)
def test_a_faulty_table_is_named(tmp_path: Path, table: str, problem: str) -> None:
    home = lay(tmp_path, f"[axis]\n{table}\n")
    with pytest.raises(ValueError, match=rf"\[axis\].*{problem}"):
        load_weights(home, "axis", Axis)


def test_a_weight_without_a_source_is_refused(tmp_path: Path) -> None:
    home = lay(tmp_path, "[axis]\nguarded = {value = 0.9}\n")
    with pytest.raises(ValueError, match="source"):
        load_weights(home, "axis", Axis)
