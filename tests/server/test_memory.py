"""What the server keeps in memory has an end, however many matches somebody looks at."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from campagna.match.service import MatchService
from campagna.server import hub as hubs
from campagna.server.shots import Shot, Shots
from tests.match.tables import FORDS
from tests.server.tables import new_client, new_table


def test_matches_looked_at_without_a_socket_are_not_kept_for_ever(
    service: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Shots] = []

    def small() -> Shots:
        made.append(Shots(most=30_000))
        return made[0]

    monkeypatch.setattr(hubs, "Shots", small)
    with new_client(service) as client:
        for _ in range(30):
            table = new_table(client, service, FORDS)
            for viewer in ("north", "south"):
                assert table.get("", viewer).status_code == 200
    assert len(made) == 1
    assert 0 < made[0].weight <= 30_000


def test_shots_go_when_they_are_longest_unused() -> None:
    here: frozenset[str] = frozenset()
    shots = Shots(most=30)
    for match in "abc":
        shots.keep(match, "north", Shot(1, here, match.encode() * 10))
    assert shots.find("a", "north", 1, here) == b"a" * 10
    shots.keep("d", "north", Shot(1, here, b"d" * 10))
    assert shots.find("b", "north", 1, here) is None
    assert shots.find("a", "north", 1, here) == b"a" * 10
    assert shots.find("a", "north", 2, here) is None
    shots.keep("a", "north", Shot(2, here, b"A"))
    assert shots.weight == 21
    shots.drop("d")
    assert shots.weight == 11


def test_a_wrong_token_is_told_before_any_work(
    client: TestClient, service: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(client, service, FORDS)
    table.play(5)
    service._live.clear()

    def never(*_: object, **__: object) -> None:
        raise AssertionError("the match was loaded")

    monkeypatch.setattr("campagna.match.house.revive", never)
    for what in ("", "/log", "/luck", "/replay/1", "/record", "/ideas"):
        path = f"/api/matches/{table.match}{what}"
        assert client.get(path, params={"token": "guess"}).status_code == 403
    for what in ("/undo", "/resign"):
        assert table.post(what, token="guess", version=5).status_code == 403
