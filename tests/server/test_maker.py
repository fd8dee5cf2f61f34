"""The maker of a match has no way into the seat of a friend who has joined.

Two worlds again: with everything he was ever given, on every channel, he is sent the same bytes in
a match where what he must not know is otherwise. And nothing he sends moves the friend's pieces.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from campagna.core.contract import SPECTATOR
from campagna.games import registry
from campagna.match.gate import Gate
from campagna.server.endpoints import ENDPOINTS
from tests.match.fixtures import FORDS, GUDERIAN, SIDES
from tests.server.fixtures import Table
from tests.server.test_two_worlds import (
    GAMES,
    Witness,
    common_pages,
    in_another_world,
    same_clock,
    witness_match,
)

__all__ = ["same_clock"]

GETS = ("", "/log", "/replay/0", "/luck", "/record", "/ideas", "/hint", "/offers", "/curtain")
POSTS: dict[str, dict[str, Any]] = {
    "/orders": {"order": {}, "version": 0},
    "/judge": {"order": {}},
    "/check": {"orders": []},
    "/survey": {"piece": "", "path": []},
    "/block": {"ask": {"units": [], "lead": "", "to": [0, 0]}},
    "/ruler": {"a": {"unit": ""}, "b": {"unit": ""}},
    "/undo": {"version": 0},
    "/resign": {"version": 0},
    "/offer-stop": {"version": 0},
    "/accept-stop": {"version": 0},
    "/hurry": {},
    "/fork": {"at": 0},
    "/carry": {},
    "/invite": {"side": ""},
    "/watch": {},
    "/computer": {"side": "", "kind": "recruit"},
}
CODES = ("/join", "/invitation")


def test_every_endpoint_of_a_match_is_tried() -> None:
    tried = {f"/api/matches/{{match}}{what}" for what in (*GETS, *POSTS, *CODES)}
    there_are = {re.sub(r"{n\b[^}]*}", "0", e.path) for e in ENDPOINTS if "{match}" in e.path}
    assert there_are - BY_SESSION == tried


BY_SESSION = {"/api/matches/{match}/rematch", "/api/me/matches/{match}"}
"""These take no token, only the cookie of a person: `tests/club` tries them."""


class Shared(Table):
    """A match whose second seat belongs to a friend. `tokens` has the friend's for playing his
    orders; `given` is all that the maker ever had."""

    given: dict[str, Any]

    @property
    def code(self) -> str:
        code: str = self.given["invitations"][self.friend]
        return code

    @property
    def friend(self) -> str:
        friend: str
        (friend,) = self.given["invitations"]
        return friend


def invite_a_friend(client: TestClient, service: Gate, game: str) -> Shared:
    return _invite(client, service, game, SIDES[game][0])


def invite_a_friend_first(client: TestClient, service: Gate, game: str) -> Shared:
    return _invite(client, service, game, SIDES[game][1])


def _invite(client: TestClient, service: Gate, game: str, mine: str) -> Shared:
    seats = {side: "human" if side == mine else "friend" for side in SIDES[game]}
    made = client.post("/api/matches", json={"game": game, "seats": seats}).json()
    table = Shared(client, service, made)
    table.given = {**made, "tokens": dict(made["tokens"])}
    assert set(table.given["tokens"]) == {mine, SPECTATOR}
    before = _try_as_token(table, table.code)
    assert all(answer.status_code in (403, 404) for answer in before)
    friend = client.post(f"/api/matches/{table.match}/join", json={"code": table.code}).json()
    assert friend["side"] == table.friend
    table.tokens[table.friend] = friend["token"]
    return table


def _try_as_token(table: Shared, token: str) -> list[httpx.Response]:
    """Every door of the match, with this as the token."""
    at = f"/api/matches/{table.match}"
    own = table.given["tokens"]
    mine = next(side for side in own if side != SPECTATOR)
    both = [",".join(pair) for pair in ((own[mine], token), (token, own[SPECTATOR]))]
    answers = [table.client.get(at + what, params={"token": token}) for what in GETS]
    answers += [table.client.get(f"{at}/record", params={"token": pair}) for pair in both]
    for what, body in POSTS.items():
        answers.append(table.client.post(at + what, json={**body, "token": token}))
    order = {"token": token, "version": table.version, "order": table.choose(1)}
    answers.append(table.client.post(f"{at}/orders", json=order))
    return answers


class Maker(Witness):
    """Writes down what the maker is sent when he tries everything."""

    table: Shared

    def _page(self) -> list[bytes]:
        tried = self._everything() if len(self.table.live.events) % 6 == 0 else []
        return [*super()._page(), *tried]

    def _everything(self) -> list[bytes]:
        table = self.table
        own = table.given["tokens"]
        at = f"/api/matches/{table.match}"
        tries = _try_as_token(table, table.code)
        for what in CODES:
            tries += [table.post(what, code=known) for known in (table.code, *own.values())]
        tries.append(table.post("/invite", token=own[self.viewer], side=table.friend))
        everything = ",".join((*own.values(), own[self.viewer]))
        tries.append(table.client.get(f"{at}/record", params={"token": everything}))
        for answer in tries:
            assert answer.status_code in (403, 404, 409, 410), answer.text
        with pytest.raises(WebSocketDenialResponse):
            table.client.websocket_connect(f"{at}/live?token={table.code}").__enter__()
        asked = self._asked()
        held = table.client.get(
            "/api/matches", params={"tokens": ",".join((*own.values(), table.code))}
        )
        assert held.json()[0]["viewers"] == sorted([self.viewer, SPECTATOR])
        return [a.content for a in (*tries, *asked, held)]

    def _asked(self) -> list[httpx.Response]:
        """What his own token is answered, and what he sees in a what-if of the other side."""
        table, mine = self.table, self.table.given["tokens"][self.viewer]
        answers = [table.get("/ideas", self.viewer), table.post("/survey", token=mine, piece="x")]
        if table.side != self.viewer:
            order = table.choose(2)
            played = table.post("/orders", token=mine, version=table.version, order=order)
            assert played.json()["error"] == "not-your-turn"
            answers += [played, table.post("/undo", token=mine, version=table.version)]
            answers += [table.post("/judge", token=mine, order=order)]
        n = len(table.live.events)
        fork = table.post("/fork", token=mine, at=n)
        made = fork.json()
        answers.append(fork)
        answers += [
            table.client.get(f"/api/matches/{made['match']}", params={"token": token})
            for token in made["tokens"].values()
        ]
        return answers


@pytest.mark.parametrize(("game", "seat"), [(FORDS, 0), (FORDS, 1), (GUDERIAN, 0)])
@pytest.mark.usefixtures("same_clock")
def test_the_maker_learns_nothing_of_the_friends_side(
    game: str, seat: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer, kind = SIDES[game][seat], GAMES[game]
    sit = (invite_a_friend, invite_a_friend_first)[seat]
    here, orders = witness_match(
        game, kind, viewer, tmp_path / "here", monkeypatch, None, Maker, sit
    )
    there, _ = witness_match(
        game,
        in_another_world(kind, viewer),
        viewer,
        tmp_path / "there",
        monkeypatch,
        orders,
        Maker,
        sit,
    )
    assert common_pages(here, there) > 10, "the worlds parted too early to prove anything"
    registry.load_game.cache_clear()


def test_a_maker_who_kept_the_friends_token_would_be_noticed(
    client: TestClient, service: Gate
) -> None:
    """The tries themselves must be able to succeed, or they prove nothing."""
    table = invite_a_friend(client, service, FORDS)
    answers = _try_as_token(table, table.tokens[table.friend])
    assert sum(a.status_code in (200, 201) for a in answers) > 5
