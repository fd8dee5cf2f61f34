"""The wheel of this checkout, built once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.wheels import build, sources_of_campagna


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    return build(sources_of_campagna(folder / "sources"), folder)
