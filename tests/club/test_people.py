"""People at tables: guests, sessions, invitations, other devices, over two servers on one database."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from campagna.club import invitations
from campagna.match.gate import Gate
from campagna.match.opening import new_code, read_code
from tests.club.conftest import Browser
from tests.match.fixtures import FORDS


def enter(client: TestClient) -> str:
    me = client.post("/api/me", json={}).json()
    return str(me["name"])


def begin(client: TestClient, **seats: str) -> dict[str, Any]:
    wish = {"game": FORDS, "seats": seats or {"north": "human", "south": "friend"}}
    response = client.post("/api/matches", json=wish)
    assert response.status_code == 201, response.text
    return dict(response.json())


def code_of(made: dict[str, Any], side: str = "south") -> str:
    return str(made["invitations"][side])


def sides(client: TestClient, match: str) -> list[str]:
    return list(client.get(f"/api/me/matches/{match}").json()["sides"])


def play(client: TestClient, match: str) -> Any:
    """Any allowed order of the visitor's own seat, without a token."""
    version = client.get(f"/api/matches/{match}").json()["version"]
    order = client.get(f"/api/matches/{match}/ideas").json()[0]
    return client.post(f"/api/matches/{match}/orders", json={"version": version, "order": order})


def follow(client: TestClient, path: str) -> WebSocketTestSession:
    """Sockets of a test client go to another host and take no cookies along."""
    cookie = f"campagna={client.cookies['campagna']}"
    return client.websocket_connect(path, headers={"cookie": cookie})


# --- who one is -------------------------------------------------------------------------------------


def test_a_visitor_is_nobody_then_a_guest_and_stays_the_same(browser: Browser) -> None:
    olga = browser()
    assert olga.get("/api/me").json() == {"name": "", "guest": True, "turns": 0}
    response = olga.post("/api/me", json={})
    cookie = response.headers["set-cookie"].lower()
    assert cookie.startswith("campagna=")
    for word in ("httponly", "samesite=lax", "path=/", f"max-age={90 * 24 * 3600}"):
        assert word in cookie
    assert "secure" not in cookie
    name = response.json()["name"]
    assert name.startswith("Guest ")
    assert name[6:].isdecimal()
    again = olga.post("/api/me", json={})
    assert again.json()["name"] == name
    assert "set-cookie" not in again.headers


def test_over_https_the_cookie_is_of_this_host_alone(gates: list[Gate], browser: Browser) -> None:
    olga = browser()
    olga.headers["origin"] = "https://127.0.0.1"
    response = olga.post("https://127.0.0.1/api/me", json={})
    cookie = response.headers["set-cookie"]
    assert cookie.startswith("__Host-campagna=")
    assert "secure" in cookie.lower()


def test_the_secret_of_a_session_is_not_in_the_database(
    browser: Browser, gates: list[Gate]
) -> None:
    olga = browser()
    enter(olga)
    secret = olga.cookies["campagna"]
    assert len(secret) >= 43
    with gates[0].store.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT hash FROM sessions").scalars().all()
    assert rows
    assert secret not in rows


def test_names_that_look_alike_are_one_name(browser: Browser) -> None:
    olga, piero = browser(), browser(1)
    enter(olga), enter(piero)
    assert olga.patch("/api/me", json={"name": "Olga_M"}).json()["name"] == "Olga_M"
    for alike in ("olga_m", "OLGAM", "0lga-m", "Оlgа_M", "\uff2flga_M"):
        answer = piero.patch("/api/me", json={"name": alike})
        assert answer.status_code in (409, 422), alike
    for bad in ("ab", "x" * 21, "two words", "<b>x</b>", "123", "a\u0000b"):
        assert piero.patch("/api/me", json={"name": bad}).json()["error"] == "bad-name", bad
    for reserved in ("Admin", "guest-4817", "Computer", "C0mputer"):
        assert piero.patch("/api/me", json={"name": reserved}).json()["error"] == "name-taken"
    assert piero.patch("/api/me", json={"name": "Piero"}).status_code == 200
    # Nobody's name can be changed by nobody.
    assert browser().patch("/api/me", json={"name": "Zoe"}).json()["error"] == "sign-in-needed"


def test_a_cookie_counts_only_for_our_own_pages(browser: Browser) -> None:
    olga = browser()
    enter(olga)
    del olga.headers["origin"]
    without = olga.patch("/api/me", json={"name": "Olga"})
    assert without.json()["error"] == "foreign-origin"
    foreign = olga.patch(
        "/api/me", json={"name": "Olga"}, headers={"origin": "https://evil.example"}
    )
    assert foreign.json()["error"] == "foreign-origin"
    same = olga.patch("/api/me", json={"name": "Olga"}, headers={"sec-fetch-site": "same-origin"})
    assert same.status_code == 200
    with pytest.raises(WebSocketDisconnect), follow(olga, "/api/me/live"):
        pass


def test_other_sessions_are_ended_in_every_process(browser: Browser) -> None:
    here, there = browser(), browser(1)
    enter(here)
    code = here.post("/api/me/devices", json={}).json()["code"]
    there.post(f"/api/invitations/{code}", json={})
    assert [one["here"] for one in here.get("/api/me/sessions").json()].count(True) == 1
    assert len(there.get("/api/me/sessions").json()) == 2
    assert len(here.delete("/api/me/sessions").json()) == 1
    assert there.get("/api/me").json()["name"] == ""
    assert here.get("/api/me").json()["name"] != ""


# --- seats ------------------------------------------------------------------------------------------


def test_invited_by_code_a_friend_sits_down_and_nobody_else_can(browser: Browser) -> None:
    marta, olga, third = browser(), browser(1), browser()
    enter(marta)
    marta.patch("/api/me", json={"name": "Marta"})
    made = begin(marta)
    code = code_of(made)
    assert sides(marta, made["match"]) == ["north"]
    found = olga.get(f"/api/invitations/{code}").json()
    assert (found["kind"], found["side"], found["by"]) == ("invite", "south", "Marta")
    # However it was written down.
    spoken = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    seated = olga.post(f"/api/invitations/{spoken}", json={})
    assert seated.json() == {"kind": "invite", "match": made["match"], "side": "south"}
    assert sides(olga, made["match"]) == ["south"]
    name = olga.get("/api/me").json()["name"]
    seats = marta.get(f"/api/matches/{made['match']}").json()["seats"]
    assert (seats["north"]["name"], seats["south"]["name"]) == ("Marta", name)
    assert seats["south"]["joined"]
    # A stranger is told of a used code what he is told of one that never was.
    used = third.get(f"/api/invitations/{code}")
    assert used.status_code == 404
    assert used.content == third.get("/api/invitations/ZZZZ-ZZZZ").content
    assert third.post(f"/api/invitations/{code}", json={}).json()["error"] == "unknown-code"
    assert sides(third, made["match"]) == []
    assert third.get(f"/api/matches/{made['match']}").json()["error"] == "unknown-token"
    # Those who sit there hear more.
    assert olga.get(f"/api/invitations/{code}").json()["used"]


def test_a_session_is_enough_for_every_order_and_no_more_than_ones_own(browser: Browser) -> None:
    marta, olga = browser(), browser()
    enter(marta)
    made = begin(marta)
    olga.post(f"/api/invitations/{code_of(made)}", json={})
    match = made["match"]
    players = {"north": marta, "south": olga}
    for _ in range(4):
        step = marta.get(f"/api/matches/{match}").json()["step"]
        other = players["south" if step["side"] == "north" else "north"]
        assert other.get(f"/api/matches/{match}/ideas").json()["error"] == "not-your-turn"
        theirs = {"token": f"@{step['side']}", "version": 0, "order": {}}
        refused = other.post(f"/api/matches/{match}/orders", json=theirs)
        assert refused.json()["error"] == "unknown-token"
        assert play(players[step["side"]], match).status_code == 200
    with follow(marta, f"/api/matches/{match}/live") as socket:
        assert socket.receive_json()["viewer"] == "north"


def test_a_program_sends_its_token_in_the_header(browser: Browser) -> None:
    program = browser()
    made = begin(program)
    header = {"authorization": f"Bearer {made['tokens']['north']}"}
    path = f"/api/matches/{made['match']}"
    assert program.get(path, headers=header).json()["viewer"] == "north"
    assert program.get(path).json()["error"] == "unknown-token"
    assert program.get(path, params={"token": "@north"}).json()["error"] == "unknown-token"


def test_of_many_who_press_at_once_one_sits_down(browser: Browser) -> None:
    marta = browser()
    enter(marta)
    made = begin(marta)
    people = [browser(n % 2) for n in range(6)]
    for one in people:
        enter(one)
    start, answers = threading.Barrier(6), []

    def claim(client: TestClient) -> None:
        start.wait()
        answer = client.post(f"/api/invitations/{code_of(made)}", json={})
        answers.append(answer.status_code)

    threads = [threading.Thread(target=claim, args=(one,)) for one in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, *[404] * 5]
    assert sum(sides(one, made["match"]) == ["south"] for one in people) == 1


def test_an_invitation_lasts_fourteen_days(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    marta, olga = browser(), browser()
    enter(marta)
    made = begin(marta)
    later = int(time.time()) + 14 * 24 * 3600 + 5
    monkeypatch.setattr(invitations, "now", lambda: later)
    assert olga.get(f"/api/invitations/{code_of(made)}").json()["error"] == "late-code"
    assert olga.post(f"/api/invitations/{code_of(made)}", json={}).json()["error"] == "late-code"


def test_guessing_codes_ends_after_ten(browser: Browser) -> None:
    guesser = browser()
    for _ in range(10):
        assert guesser.get("/api/invitations/AAAA-AAAA").status_code == 404
    blocked = guesser.get("/api/invitations/AAAA-AAAB")
    assert blocked.json()["error"] == "too-many"
    assert blocked.json()["retry_after"] > 0


def test_a_computer_takes_a_seat_that_nobody_took(browser: Browser) -> None:
    marta, olga = browser(), browser(1)
    enter(marta)
    made = begin(marta)
    body = {"side": "south", "kind": "recruit"}
    answer = marta.post(f"/api/matches/{made['match']}/computer", json=body)
    assert answer.status_code == 200, answer.text
    seats = marta.get(f"/api/matches/{made['match']}").json()["seats"]
    assert (seats["south"]["kind"], seats["south"]["joined"]) == ("recruit", True)
    assert olga.post(f"/api/invitations/{code_of(made)}", json={}).status_code == 404
    again = marta.post(f"/api/matches/{made['match']}/computer", json=body)
    assert again.json()["error"] == "seat-taken"
    north = {"side": "north", "kind": "recruit"}
    own = marta.post(f"/api/matches/{made['match']}/computer", json=north)
    assert own.json()["error"] == "seat-taken"


def test_one_person_may_hold_both_seats(browser: Browser) -> None:
    marta = browser()
    enter(marta)
    made = begin(marta, north="human", south="human")
    assert sides(marta, made["match"]) == ["north", "south"]
    for _ in range(3):
        assert play(marta, made["match"]).status_code == 200
    path = f"/api/matches/{made['match']}"
    assert marta.get(path, params={"token": "@south"}).json()["viewer"] == "south"
    assert marta.get(f"{path}/record").status_code == 200


def test_spectators_have_an_address_of_their_own(browser: Browser) -> None:
    marta, watcher = browser(), browser(1)
    enter(marta), enter(watcher)
    match = begin(marta)["match"]
    token = marta.post(f"/api/matches/{match}/watch", json={}).json()["token"]
    assert watcher.post("/api/me/adopt", json={"tokens": [token]}).json() == {"matches": [match]}
    assert watcher.get(f"/api/matches/{match}").json()["viewer"] == "spectator"
    refused = watcher.post(f"/api/matches/{match}/watch", json={})
    assert refused.json()["error"] == "wrong-seat"


def test_tokens_of_before_are_adopted_and_go_on_working(browser: Browser) -> None:
    program, page = browser(), browser(1)
    made = begin(program, north="human", south="human")
    enter(page)
    tokens = [*made["tokens"].values(), "unknown"]
    assert page.post("/api/me/adopt", json={"tokens": tokens}).json() == {
        "matches": [made["match"]]
    }
    assert sides(page, made["match"]) == ["north", "south"]
    assert play(page, made["match"]).status_code == 200
    path = f"/api/matches/{made['match']}?token={made['tokens']['north']}"
    assert program.get(path).json()["viewer"] == "north"


# --- the same person elsewhere ----------------------------------------------------------------------


def test_another_device_becomes_the_same_person_once(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, phone, third = browser(), browser(1), browser()
    name = enter(desk)
    first = begin(desk)["match"]
    # The phone was somebody already: its own matches come along.
    enter(phone)
    own = begin(phone, north="human", south="human")["match"]
    made = desk.post("/api/me/devices", json={}).json()
    assert made["seconds"] == 300
    found = phone.get(f"/api/invitations/{made['code']}").json()
    assert (found["kind"], found["by"], found["brings"]) == ("device", name, 1)
    assert phone.post(f"/api/invitations/{made['code']}", json={}).json()["kind"] == "device"
    assert phone.get("/api/me").json()["name"] == name
    for client in (desk, phone):
        assert {row["match"] for row in client.get("/api/me/matches").json()["matches"]} == {
            first,
            own,
        }
    assert third.post(f"/api/invitations/{made['code']}", json={}).status_code == 404
    late = desk.post("/api/me/devices", json={}).json()["code"]
    after = int(time.time()) + 301
    monkeypatch.setattr(invitations, "now", lambda: after)
    assert third.post(f"/api/invitations/{late}", json={}).status_code == 404
    assert third.get("/api/me").json()["name"] == ""


def test_the_code_of_an_opponent_is_refused(browser: Browser) -> None:
    """He could send it as if it were an invitation, and would sit in both seats."""
    marta, olga = browser(), browser(1)
    enter(marta)
    made = begin(marta)
    olga.post(f"/api/invitations/{code_of(made)}", json={})
    trap = marta.post("/api/me/devices", json={}).json()["code"]
    answer = olga.post(f"/api/invitations/{trap}", json={})
    assert (answer.status_code, answer.json()["error"]) == (409, "opponents-code")
    assert sides(marta, made["match"]) == ["north"]
    assert sides(olga, made["match"]) == ["south"]


# --- my games ---------------------------------------------------------------------------------------


def test_my_games_are_all_there_with_whose_turn_it_is(browser: Browser) -> None:
    marta, olga = browser(), browser(1)
    enter(marta)
    made = [begin(marta, north="human", south="human")["match"] for _ in range(34)]
    invited = begin(marta)
    seen, after = [], ""
    while True:
        page = marta.get("/api/me/matches", params={"after": after}).json()
        seen += [row["match"] for row in page["matches"]]
        after = page["after"]
        if not after:
            break
    assert sorted(seen) == sorted([*made, invited["match"]])
    assert page["counts"]["turn"] + page["counts"]["waiting"] == 35
    olga.post(f"/api/invitations/{code_of(invited)}", json={})
    name = olga.get("/api/me").json()["name"]
    path = "/api/me/matches"
    rows = [row for row in marta.get(path).json()["matches"] if row["match"] == invited["match"]]
    assert rows[0]["seats"]["south"]["name"] == name
    assert rows[0]["turns"] > 0
    groups = {}
    for client, side in ((marta, "north"), (olga, "south")):
        (row,) = [r for r in client.get(path).json()["matches"] if r["match"] == invited["match"]]
        groups[side] = row["group"]
        assert row["sides"] == [side]
    assert sorted(groups.values()) == ["turn", "waiting"]


def test_renamed_archived_and_deleted_for_me_alone(browser: Browser) -> None:
    marta, olga = browser(), browser(1)
    enter(marta)
    made = begin(marta)
    olga.post(f"/api/invitations/{code_of(made)}", json={})
    path = f"/api/me/matches/{made['match']}"
    assert marta.patch(path, json={"title": "Sera con Olga"}).json()["title"] == "Sera con Olga"
    assert marta.get("/api/me/matches").json()["matches"][0]["title"] == "Sera con Olga"
    assert olga.get("/api/me/matches").json()["matches"][0]["title"] == ""
    assert marta.delete(path).json()["error"] == "not-archived"
    marta.patch(path, json={"archived": True})
    assert marta.get("/api/me/matches").json()["counts"]["archive"] == 1
    marta.patch(path, json={"archived": False})
    assert marta.get("/api/me/matches").json()["counts"]["archive"] == 0
    marta.patch(path, json={"archived": True})
    assert marta.delete(path).status_code == 200
    assert marta.get("/api/me/matches").json()["matches"] == []
    assert len(olga.get("/api/me/matches").json()["matches"]) == 1
    assert browser().patch(path, json={"title": "x"}).json()["error"] == "sign-in-needed"
    third = browser()
    enter(third)
    assert third.patch(path, json={"title": "x"}).json()["error"] == "unknown-match"


def test_news_come_by_themselves_from_the_other_process(browser: Browser) -> None:
    marta, olga = browser(), browser(1)
    enter(marta)
    made = begin(marta)
    with follow(marta, "/api/me/live") as socket:
        assert socket.receive_json()["type"] == "mine"
        olga.post(f"/api/invitations/{code_of(made)}", json={})
        name = olga.get("/api/me").json()["name"]
        news = next(m for m in iter(socket.receive_json, None) if m["type"] == "joined")
        assert (news["match"], news["side"], news["name"]) == (made["match"], "south", name)
        # A match of hers that was begun in the other process is on her list, and its turn counts.
        there = browser(1)
        there.cookies.update(marta.cookies)
        before = marta.get("/api/me").json()["turns"]
        begin(there, north="human", south="human")
        for message in iter(socket.receive_json, None):
            if message["type"] == "mine" and message["turns"] == before + 1:
                break


# --- once more --------------------------------------------------------------------------------------


def resign(client: TestClient, match: str) -> None:
    version = client.get(f"/api/matches/{match}").json()["version"]
    answer = client.post(f"/api/matches/{match}/resign", json={"version": version})
    assert answer.status_code == 200, answer.text


def test_a_rematch_begins_when_both_have_asked(browser: Browser) -> None:
    marta, olga, third = browser(), browser(), browser()
    enter(marta), enter(third)
    made = begin(marta)
    match = made["match"]
    olga.post(f"/api/invitations/{code_of(made)}", json={})
    path = f"/api/matches/{match}/rematch"
    assert marta.post(path, json={}).json()["error"] == "not-finished"
    resign(olga, match)
    assert third.post(path, json={}).json()["error"] == "wrong-seat"
    assert marta.post(path, json={}).json() == {"match": "", "waiting": ["south"]}
    assert marta.post(path, json={}).json()["waiting"] == ["south"]
    seats = olga.get(f"/api/matches/{match}").json()["seats"]
    assert (seats["north"]["again"], seats["south"]["again"]) == (True, False)
    following = olga.post(path, json={}).json()["match"]
    assert following
    assert following != match
    assert marta.post(path, json={}).json()["match"] == following
    assert (sides(marta, following), sides(olga, following)) == (["south"], ["north"])
    seats = marta.get(f"/api/matches/{following}").json()["seats"]
    assert all(seat["joined"] for seat in seats.values())


def test_against_a_computer_the_rematch_begins_at_once(browser: Browser) -> None:
    marta = browser()
    enter(marta)
    match = begin(marta, north="human", south="recruit")["match"]
    resign(marta, match)
    following = marta.post(f"/api/matches/{match}/rematch", json={}).json()["match"]
    seats = marta.get(f"/api/matches/{following}").json()["seats"]
    assert (seats["north"]["kind"], seats["south"]["kind"]) == ("recruit", "human")


# --- codes ------------------------------------------------------------------------------------------


def test_a_code_is_read_however_it_is_spelled() -> None:
    code = new_code()
    assert read_code(code) == code
    assert read_code(f" {code.lower().replace('-', '')} ") == code
    assert read_code("7kq4 m2xp") == "7KQ4-M2XP"
    assert read_code("o1li-OILL") == "0111-0111"
    old = "Zm9vYmFyYmF6cXV4cXV1eA"
    assert read_code(old) == old
