"""What the server keeps in memory has an end, however many matches somebody looks at."""

from __future__ import annotations

import msgspec
import pytest
from starlette.testclient import TestClient

from campagna.match.gate import Gate
from campagna.match.views import snapshot
from campagna.server import live as updates
from campagna.server.snapshot_cache import VERSIONS, SnapshotCache
from tests.match.fixtures import FORDS, hot_seat
from tests.server.fixtures import new_client, new_table


def test_matches_looked_at_without_a_socket_are_not_kept_for_ever(
    service: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[SnapshotCache] = []

    def small() -> SnapshotCache:
        made.append(SnapshotCache(most=4))
        return made[0]

    monkeypatch.setattr(updates, "SnapshotCache", small)
    with new_client(service) as client:
        for _ in range(30):
            table = new_table(client, service, FORDS)
            for viewer in ("north", "south"):
                assert table.get("", viewer).status_code == 200
    assert len(made) == 1
    assert 0 < len(made[0]) <= 4


def test_snapshots_go_when_they_are_longest_unused(service: Gate) -> None:
    live = service.live(service.create(hot_seat(FORDS), ()).match)
    first = snapshot(live, "north")
    shown = {name: msgspec.structs.replace(first, match=name) for name in "abcd"}
    cache = SnapshotCache(most=3)
    for name in "abc":
        cache.keep(shown[name])
    assert cache.find("a", "north", first.version) is shown["a"]
    cache.keep(shown["d"])
    assert cache.find("b", "north", first.version) is None
    assert cache.find("a", "north", first.version) is shown["a"]
    assert cache.find("a", "south", first.version) is None
    cache.drop("d")
    assert cache.find("d", "north", first.version) is None


def test_only_the_last_versions_of_a_match_are_kept(service: Gate) -> None:
    live = service.live(service.create(hot_seat(FORDS), ()).match)
    first = snapshot(live, "north")
    cache = SnapshotCache()
    for version in range(VERSIONS + 2):
        cache.keep(msgspec.structs.replace(first, version=version))
    kept = [v for v in range(VERSIONS + 2) if cache.find(first.match, "north", v) is not None]
    assert kept == [2, 3, 4]
    assert VERSIONS == 3


def test_a_wrong_token_is_told_before_any_work(
    client: TestClient, service: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(client, service, FORDS)
    table.play(5)
    service._live.clear()

    def never(*_: object, **__: object) -> None:
        raise AssertionError("the match was loaded")

    monkeypatch.setattr("campagna.match.loading.taken_up", never)
    for what in ("", "/log", "/luck", "/replay/1", "/record", "/ideas", "/hint", "/offers"):
        path = f"/api/matches/{table.match}{what}"
        assert client.get(path, params={"token": "guess"}).status_code == 403
    for what in ("/undo", "/resign"):
        assert table.post(what, token="guess", version=5).status_code == 403
