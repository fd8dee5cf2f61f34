"""Three processes on one PostgreSQL: whichever is asked, it is one match."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from campagna.core.proof import verify
from campagna.core.record_file import read_record
from campagna.games.registry import load_game
from tests.match.databases import fresh_database
from tests.match.fixtures import GUDERIAN
from tests.server.house import ENVIRONMENT, PATIENCE, House, Process, Seats, command, wait_until

SEATS = {"soviet": "human", "german": "human"}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with fresh_database("postgresql", tmp_path_factory.mktemp("data")) as url:
        yield url


@pytest.fixture(scope="module")
def house(data: str) -> Iterator[House]:
    house = House(data, 3)
    yield house
    house.close()


def live(process: Process, seats: Seats, viewer: str) -> ClientConnection:
    address = f"ws{process.address.removeprefix('http')}"
    token = seats.tokens[viewer]
    return connect(f"{address}/api/matches/{seats.match}/live?token={token}", max_size=None)


def heard(line: ClientConnection, version: int) -> dict[str, Any]:
    """The update that brings this version."""
    while True:
        told: dict[str, Any] = json.loads(line.recv(PATIENCE))
        if told["type"] == "update" and told["version"] >= version:
            assert told["version"] == version
            return told


def test_orders_given_anywhere_are_heard_everywhere(house: House) -> None:
    seats = Seats(house, GUDERIAN, SEATS)
    with ExitStack() as stack:
        lines = [
            stack.enter_context(live(process, seats, viewer))
            for process in house.processes
            for viewer in ("soviet", "german", "spectator")
        ]
        for line in lines:
            heard(line, 0)
        for _ in range(25):
            told = seats.play()
            assert told is not None
            for line in lines:
                heard(line, told["version"])
        undone = seats.look()
        side = undone["step"]["side"]
        if seats.look(side)["can_undo"]:
            answer = seats.post("/undo", side, version=undone["version"])
            assert answer.status_code == 200
            for line in lines:
                heard(line, undone["version"] + 1)
    # Who is at the table is told a moment later; all else is the same at once.
    looks = [{**seats.look("german"), "seats": None} for _ in range(6)]
    assert all(look == looks[0] for look in looks)
    seen = [seats.get("/log", "spectator") for _ in range(6)]
    assert all(log == seen[0] for log in seen)
    tokens = ",".join(seats.tokens[side] for side in SEATS)
    path = f"/api/matches/{seats.match}/record"
    text = house.any().client.get(path, params={"token": tokens}).content
    proof = verify(load_game(GUDERIAN), read_record(text.splitlines()))
    assert proof.orders == len(seen[0])


def test_who_is_at_the_table_is_known_in_every_process(house: House) -> None:
    seats = Seats(house, GUDERIAN, SEATS)
    first, second, third = house.processes

    def here(process: Process) -> set[str]:
        answer = process.client.get(
            f"/api/matches/{seats.match}", params={"token": seats.tokens["spectator"]}
        )
        return {side for side, seat in answer.json()["seats"].items() if seat["here"]}

    with live(first, seats, "soviet") as line:
        heard(line, 0)
        with live(second, seats, "german"):
            # Told to who sits elsewhere, and seen by a process where nobody sits.
            while True:
                told = json.loads(line.recv(PATIENCE))
                if told["seats"]["german"]["here"]:
                    break
            wait_until(lambda: here(third) == {"soviet", "german"}, 20)
        while True:
            told = json.loads(line.recv(PATIENCE))
            if not told["seats"]["german"]["here"]:
                break
        wait_until(lambda: here(third) == {"soviet"}, 20)


def test_a_friend_who_sits_down_is_known_in_every_process(house: House) -> None:
    first, second, third = house.processes
    wish = {"game": GUDERIAN, "seats": {"soviet": "human", "german": "friend"}}
    created = first.client.post("/api/matches", json=wish).json()
    match, code = created["match"], created["invitations"]["german"]
    mine = {"token": created["tokens"]["soviet"]}
    for process in house.processes:
        assert not process.client.get(f"/api/matches/{match}", params=mine).json()["seats"][
            "german"
        ]["joined"]
    joined = second.client.post(f"/api/matches/{match}/join", json={"code": code})
    assert joined.status_code == 200, joined.text
    theirs = {"token": joined.json()["token"]}
    for process in (third, first, second):
        assert process.client.get(f"/api/matches/{match}", params=theirs).status_code == 200

    def told() -> bool:
        found = [p.client.get(f"/api/matches/{match}", params=mine) for p in house.processes]
        return all(one.json()["seats"]["german"]["joined"] for one in found)

    wait_until(told, 20)
    again = third.client.post(f"/api/matches/{match}/join", json={"code": code})
    assert again.json()["error"] == "used-code"


def test_the_same_order_to_every_process_is_stored_once(house: House) -> None:
    seats = Seats(house, GUDERIAN, SEATS)
    for _ in range(5):
        shot = seats.look()
        side = shot["step"]["side"]
        order = seats.get("/ideas", side)[0]
        message = {"token": seats.tokens[side], "version": shot["version"], "order": order}
        path = f"/api/matches/{seats.match}/orders"
        fates = [p.client.post(path, json=message).status_code for p in house.processes]
        assert sorted(fates) == [200, 409, 409]
        assert seats.look()["version"] == shot["version"] + 1


def test_one_command_runs_several_and_replaces_who_dies(data: str, tmp_path: Path) -> None:
    arguments = ("serve", "--no-browser", "--port", "0", "--json", "--data", data)
    parent = subprocess.Popen(
        command(*arguments, "--processes", "2"), env=ENVIRONMENT, stdout=subprocess.PIPE
    )
    try:
        assert parent.stdout is not None
        address = json.loads(parent.stdout.readline())["address"]

        def children() -> list[int]:
            found = Path(f"/proc/{parent.pid}/task/{parent.pid}/children").read_text().split()
            return sorted(int(one) for one in found)

        before = children()
        assert len(before) == 2
        wish = {"game": GUDERIAN, "seats": SEATS}
        assert httpx.post(f"{address}/api/matches", json=wish, timeout=PATIENCE).status_code == 201
        os.kill(before[0], signal.SIGKILL)
        wait_until(lambda: len(children()) == 2 and children() != before)
        for _ in range(10):
            assert httpx.get(f"{address}/api/health", timeout=PATIENCE).status_code == 200
        left = children()
    finally:
        parent.kill()
        parent.wait(PATIENCE)
        assert parent.stdout is not None
        parent.stdout.close()
    # Nobody outlives who started him.
    wait_until(lambda: not any(Path(f"/proc/{pid}/stat").exists() for pid in left))


def test_several_processes_need_a_database_they_can_share(tmp_path: Path) -> None:
    run = subprocess.run(
        command("serve", "--no-browser", "--processes", "2", "--data", str(tmp_path)),
        env={**ENVIRONMENT, "CAMPAGNA_LANG": "en"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert run.returncode != 0
    assert "PostgreSQL" in run.stderr
    assert "Traceback" not in run.stderr
