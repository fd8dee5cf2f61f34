from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from campagna.games import registry
from campagna.match.database import open_engine
from campagna.match.gate import Gate
from campagna.match.storage import Store
from tests.match.databases import BACKENDS, fresh_database
from tests.match.fixtures import invite_two_fords, know_secrets


@pytest.fixture(autouse=True)
def known_house(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    invite_two_fords(monkeypatch)
    know_secrets(monkeypatch)
    yield
    registry.load_game.cache_clear()


@pytest.fixture(params=BACKENDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with fresh_database(request.param, tmp_path) as url:
        yield url


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(open_engine(url))
    yield store
    store.close()


@pytest.fixture
def service(store: Store) -> Gate:
    return Gate(store)
