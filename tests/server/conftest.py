from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from campagna.games import registry
from campagna.match.database import open_engine
from campagna.match.gate import Gate
from campagna.match.storage import Store
from tests.match.databases import fresh_database
from tests.match.fixtures import FORDS, invite_two_fords, know_secrets
from tests.server.fixtures import Table, new_client, new_table


@pytest.fixture(autouse=True)
def known_house(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    invite_two_fords(monkeypatch)
    know_secrets(monkeypatch)
    yield
    registry.load_game.cache_clear()


@pytest.fixture
def backend() -> str:
    """Tests that concern the store ask for both."""
    return "sqlite"


@pytest.fixture
def service(backend: str, tmp_path: Path) -> Iterator[Gate]:
    with fresh_database(backend, tmp_path) as url:
        store = Store(open_engine(url))
        yield Gate(store)
        store.close()


@pytest.fixture
def client(service: Gate) -> Iterator[TestClient]:
    with new_client(service) as client:
        yield client


@pytest.fixture
def table(client: TestClient, service: Gate) -> Table:
    return new_table(client, service, FORDS)
