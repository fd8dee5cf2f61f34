"""The duel is registered, and `campagna` is called in this process."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campagna.cli import main
from campagna.games import registry
from tests.cli.duel import Duel


class Said(msgspec.Struct, frozen=True):
    """What one call of `campagna` left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Campagna = Callable[..., Said]


@pytest.fixture(autouse=True)
def duel(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setattr(registry, "_added", {"duel": Duel})
    registry.load_game.cache_clear()
    yield
    registry.load_game.cache_clear()


@pytest.fixture
def campagna(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Campagna:
    def call(*arguments: str | Path, typed: str | bytes = b"") -> Said:
        text = typed if isinstance(typed, bytes) else typed.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
        with pytest.raises(SystemExit) as left:
            main([str(a) for a in arguments])
        out, err = capsys.readouterr()
        assert isinstance(left.value.code, int)
        return Said(left.value.code, out, err)

    return call
