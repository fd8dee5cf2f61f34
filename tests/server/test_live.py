"""The WebSocket: updates, catching up, who is here, several matches, spectators, computers."""

from __future__ import annotations

import time
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from campagna.core.contract import SPECTATOR, Event, Game
from campagna.core.messages import Messages
from campagna.games.registry import BUILT_IN
from campagna.match import wording
from campagna.match.gate import Gate
from campagna.server.snapshot_cache import VERSIONS
from tests.match.databases import BACKENDS
from tests.match.fixtures import FORDS, GUDERIAN
from tests.server.fixtures import Table, new_client, new_table
from tests.server.following import applied, same

ANYBODY = {"kind": "human", "joined": True, "name": "", "again": False}
"""Somebody who came by a token has no name."""


def address(table: Table, viewer: str, since: int | None = None) -> str:
    more = "" if since is None else f"&since={since}"
    return f"/api/matches/{table.match}/live?token={table.tokens[viewer]}{more}"


def next_update(socket: Any) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = msgspec.json.decode(socket.receive_text())
        if message["type"] == "update":
            return message


def test_a_watcher_is_told_every_order_and_the_match_as_it_stands(table: Table) -> None:
    with table.client.websocket_connect(address(table, SPECTATOR)) as socket:
        first = next_update(socket)
        assert (first["version"], first["lines"]) == (0, [])
        shown = applied(table.get("", SPECTATOR).json(), first)
        for n in range(1, 20):
            table.play(1, seed=n)
            update = next_update(socket)
            assert (update["since"], update["version"]) == (n - 1, n)
            shown = applied(shown, update)
            assert same(shown, table.get("", SPECTATOR).json())
            assert update["lines"] == table.get("/log", SPECTATOR, **{"from": n}).json()


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_answer_to_an_order_is_the_update(client: TestClient, service: Gate, game: str) -> None:
    """Every side's snapshots follow from the answers and the live line alone, and stay small."""
    table = new_table(client, service, game)
    shown = {side: table.get("", side).json() for side in table.live.sides}
    sizes = []
    for n in range(1, 60):
        side = table.side
        order = table.choose(seed=n)
        body = {"token": table.tokens[side], "version": table.version, "order": order}
        answer = table.post("/orders", **body)
        assert answer.status_code == 200, answer.text
        sizes.append(len(answer.content))
        shown[side] = applied(shown[side], answer.json())
        assert same(shown[side], table.get("", side).json())
        shown = {viewer: table.get("", viewer).json() for viewer in shown}
        if table.live.over:
            break
    assert sorted(sizes)[len(sizes) // 2] < len(msgspec.json.encode(shown[side])) / 2


def test_who_comes_back_is_told_what_was_missed(table: Table) -> None:
    table.play(6)
    with table.client.websocket_connect(address(table, "north", since=6)) as socket:
        table.play(1, seed=2)
        assert next_update(socket)["version"] == 7
    known = table.get("", "north").json()
    table.play(5, seed=3)
    with table.client.websocket_connect(address(table, "north", since=7)) as socket:
        update = next_update(socket)
    assert update["version"] == 12
    assert update["lines"] == table.get("/log", "north", **{"from": 8}).json()
    assert same(applied(known, update), {**table.get("", "north").json(), "seats": update["seats"]})


def test_who_was_away_for_long_is_sent_the_whole_table(client: TestClient, service: Gate) -> None:
    table = new_table(client, service, GUDERIAN)
    known = table.get("", "german").json()
    for n in range(VERSIONS + 1):
        table.play(1, seed=n)
        table.get("", "german")
    with client.websocket_connect(address(table, "german", since=0)) as socket:
        update = next_update(socket)
    assert update["table"]["whole"]
    now = {**table.get("", "german").json(), "seats": update["seats"]}
    assert same(applied(known, update), now)


def test_catching_up_works_across_a_restart(table: Table, service: Gate) -> None:
    table.play(4)
    with new_client(Gate(service.store)) as client:
        again = Table(client, Gate(service.store), {"match": table.match, "tokens": table.tokens})
        with client.websocket_connect(address(again, "south", since=2)) as socket:
            update = next_update(socket)
    assert (update["since"], update["version"], update["viewer"]) == (2, 4, "south")
    assert [line["n"] for line in update["lines"]] == [3, 4]


def test_an_undo_reaches_the_watchers(table: Table) -> None:
    seed = 0
    while not table.live.match.can_undo:
        table.play(1, seed=(seed := seed + 1))
    with table.client.websocket_connect(address(table, SPECTATOR)) as socket:
        shown = next_update(socket)
        response = table.post("/undo", token=table.tokens[table.side], version=table.version)
        told = response.json()
        assert (told["version"], told["lines"]) == (shown["version"] + 1, [])
        after = next_update(socket)
    assert after["orders"] == shown["orders"] - 1
    assert after["lines"] == []


def test_whoever_gave_the_order_is_not_told_twice(table: Table) -> None:
    side = table.side
    path = address(table, side) + "&connection=mine"
    with table.client.websocket_connect(path) as mine:
        next_update(mine)
        order = table.choose(seed=1)
        body = {"token": table.tokens[side], "version": 0, "order": order, "connection": "mine"}
        assert table.post("/orders", **body).json()["version"] == 1
        table.play(1, seed=2)
        told = next_update(mine)
        # The next thing that the socket says is the next order: since 1, not since 0.
        assert (told["since"], told["version"]) == (1, 2)


def test_events_are_worded_once_for_all_who_see_the_same(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    worded: list[Event] = []
    real = wording.render_event

    def counting(messages: Messages, event: Event, game: Game[Any]) -> wording.Rendered:
        worded.append(event)
        return real(messages, event, game)

    monkeypatch.setattr(wording, "render_event", counting)
    with (
        table.client.websocket_connect(address(table, SPECTATOR)) as one,
        table.client.websocket_connect(address(table, SPECTATOR)) as two,
    ):
        next_update(one), next_update(two)
        table.play(1, seed=4)
        next_update(one), next_update(two)
        for viewer in (*table.live.sides, SPECTATOR):
            table.get("/log", viewer)
    game, events = table.live.game, table.live.events_of(1)
    viewers = (*table.live.sides, SPECTATOR)
    seen = [[game.witness(e, v) for v in viewers] for e in events]
    different = sum(
        len({id(w) if w is e else i for i, w in enumerate(ws) if w is not None})
        for e, ws in zip(events, seen, strict=True)
    )
    assert 0 < len(worded) == different


def test_seats_show_who_is_here(table: Table) -> None:
    with table.client.websocket_connect(address(table, "north")) as north:
        assert not next_update(north)["seats"]["south"]["here"]
        with table.client.websocket_connect(address(table, "south")) as south:
            assert next_update(south)["seats"]["north"]["here"]
            told = msgspec.json.decode(north.receive_text())
            assert told["type"] == "seats"
            assert told["seats"]["south"] == ANYBODY | {"here": True}
        told = msgspec.json.decode(north.receive_text())
        assert told["seats"]["south"] == ANYBODY | {"here": False}
    assert not table.get("", SPECTATOR).json()["seats"]["north"]["here"]


def test_the_maker_is_told_when_the_friend_sits_down(client: TestClient, service: Gate) -> None:
    made = client.post(
        "/api/matches", json={"game": FORDS, "seats": {"north": "human", "south": "friend"}}
    ).json()
    table = Table(client, service, made)
    with client.websocket_connect(address(table, "north")) as north:
        shown = next_update(north)
        assert shown["seats"]["south"] == ANYBODY | {"here": False, "joined": False}
        joined = table.post("/join", code=made["invitations"]["south"])
        assert joined.status_code == 200
        told = msgspec.json.decode(north.receive_text())
        assert (told["type"], told["seats"]["south"]["joined"]) == ("seats", True)
        assert table.get("", "north").json()["seats"]["south"]["joined"]
    assert table.version == shown["version"], "sitting down is no move: orders stay valid"


@pytest.mark.parametrize(("token", "status"), [("guess", 403), ("", 403)])
def test_a_socket_without_an_invitation_is_not_opened(
    table: Table, token: str, status: int
) -> None:
    path = f"/api/matches/{table.match}/live?token={token}"
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        table.client.websocket_connect(path),
    ):
        pass
    assert denied.value.status_code == status


def test_a_version_that_is_no_number_is_refused(table: Table) -> None:
    path = address(table, "north") + "&since=soon"
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        table.client.websocket_connect(path),
    ):
        pass
    assert denied.value.status_code == 400


def test_several_matches_go_on_beside_each_other(client: TestClient, service: Gate) -> None:
    tables = [new_table(client, service, FORDS) for _ in range(4)]
    with client.websocket_connect(address(tables[2], SPECTATOR)) as socket:
        next_update(socket)
        for round_ in range(5):
            for number, table in enumerate(tables):
                if number <= 2:
                    table.play(1, seed=10 * round_ + number)
        # A slow reader may be told of several orders at once, but of each exactly once.
        version, told = 0, []
        while version < 5:
            update = next_update(socket)
            assert version < update["version"]
            version = update["version"]
            told += update["lines"]
    log = tables[2].get("/log", SPECTATOR).json()
    assert told == log
    assert [t.version for t in tables] == [5, 5, 5, 0]
    held = client.get(
        "/api/matches", params={"tokens": ",".join(t.tokens["north"] for t in tables)}
    )
    assert {card["match"] for card in held.json()} == {t.match for t in tables}
    assert all(card["viewers"] == ["north"] for card in held.json())


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def wait_for(table: Table, done: Any) -> None:
    deadline = time.monotonic() + 60
    while not done() and time.monotonic() < deadline:
        table.client.get("/api/health")
        time.sleep(0.02)
    assert done()


def test_a_computer_answers_every_time(client: TestClient, service: Gate) -> None:
    seats = {"north": "human", "south": "recruit"}
    table = new_table(client, service, FORDS, seats)
    assert set(table.tokens) == {"north", SPECTATOR}
    for n in range(1000):
        wait_for(table, lambda: table.live.over or table.side == "north")
        if table.live.over:
            break
        table.play(1, seed=n)
    assert table.live.over
    sides = {entry.side for entry in table.live.match.record.entries}
    assert sides == {"north", "south"}


def test_two_computers_play_to_the_end_and_are_watched(client: TestClient, service: Gate) -> None:
    table = new_table(client, service, FORDS, {"north": "recruit", "south": "recruit"})
    with client.websocket_connect(address(table, SPECTATOR)) as socket:
        heard: list[dict[str, Any]] = []
        while not heard or heard[-1].get("outcome") is None:
            heard.append(msgspec.json.decode(socket.receive_text()))
    assert heard[-1]["ended"]["how"] == "rules"
    thoughts = [m for m in heard if m["type"] == "thinking"]
    assert {t["side"] for t in thoughts} <= {"north", "south"}
    assert thoughts
    assert table.get("/record", SPECTATOR).status_code == 200


def test_a_computer_goes_on_after_a_restart(service: Gate) -> None:
    with new_client(service) as client:
        table = new_table(client, service, GUDERIAN, {"german": "human", "soviet": "recruit"})
    stopped = table.live.kept.version
    assert table.side == "soviet"
    again = Gate(service.store)
    with new_client(again) as client:
        table = Table(client, again, {"match": table.match, "tokens": table.tokens})
        assert table.get("", "german").status_code == 200
        wait_for(table, lambda: table.side == "german")
    assert table.version > stopped
