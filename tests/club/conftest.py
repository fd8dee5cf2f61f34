from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from campagna.games import registry
from campagna.match.database import open_engine
from campagna.match.gate import Gate
from campagna.match.storage import Store
from tests.match.databases import BACKENDS, fresh_database
from tests.match.fixtures import invite_two_fords
from tests.server.fixtures import new_client

Browser = Callable[..., TestClient]
PAGE = {"origin": "http://127.0.0.1"}


@pytest.fixture(autouse=True)
def known_house(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    invite_two_fords(monkeypatch)
    yield
    registry.load_game.cache_clear()


@pytest.fixture(params=BACKENDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with fresh_database(request.param, tmp_path) as url:
        yield url


@pytest.fixture
def gates(url: str) -> Iterator[list[Gate]]:
    """Two servers on one database."""
    stores = [Store(open_engine(url)) for _ in range(2)]
    yield [Gate(store) for store in stores]
    for store in stores:
        store.close()


@pytest.fixture
def browser(gates: list[Gate]) -> Iterator[Browser]:
    """A browser with cookies of its own, at one of the two servers."""
    with ExitStack() as open_:

        def new(server: int = 0) -> TestClient:
            client = open_.enter_context(new_client(gates[server]))
            client.headers.update(PAGE)
            return client

        yield new
