"""Computers that think in processes of their own: no turn is forgotten, whoever dies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from campagna.core.chance import UnrecordedChance
from campagna.match.database import open_engine
from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.match.opening import NewMatch
from campagna.match.standing import Job
from campagna.match.storage import Store
from campagna.server.thinking_queue import DEEP, QUICK, prepare, queue_of
from tests.match.databases import fresh_database
from tests.match.fixtures import FORDS, GUDERIAN, raw, some_order
from tests.server.house import House, Seats, wait_until
from tests.server.kills import campaign
from tests.server.test_processes import live


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with fresh_database("postgresql", tmp_path_factory.mktemp("data")) as url:
        yield url


# --- the queue --------------------------------------------------------------------------------------


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    with fresh_database("postgresql", tmp_path) as url:
        store = Store(open_engine(url))
        prepare(store.engine)
        prepare(store.engine)  # once is enough, and twice does no harm
        gate = Gate(store)
        gate.jobs = lambda kept, step, version: Job(
            queue=queue_of(kept.seats[step.side].kind),
            task="think",
            priority=50,
            match=kept.id,
            version=version,
        )
        yield gate
        store.close()


def jobs(gate: Gate, match: str) -> list[tuple[str, str]]:
    with gate.store.engine.connect() as connection:
        asked = text(
            "SELECT queue_name, queueing_lock FROM procrastinate_jobs "
            "WHERE args->>'match' = :match ORDER BY id"
        )
        return [(row[0], row[1]) for row in connection.execute(asked, {"match": match})]


def test_the_order_that_hands_over_brings_the_job(gate: Gate) -> None:
    wish = NewMatch(FORDS, {"north": "human", "south": "general"})
    created = gate.create(wish, ("general",))
    loaded = gate.live(created.match)
    whim = UnrecordedChance(3)
    while (step := loaded.match.step) is not None and step.side == "north":
        assert jobs(gate, created.match) == []
        order = raw(some_order(loaded, whim))
        version = loaded.kept.version
        # One that is overtaken leaves no job: it is one statement.
        with pytest.raises(Rejected, match="stale"):
            gate.order(created.match, created.tokens["north"], version + 1, order)
        gate.order(created.match, created.tokens["north"], version, order)
    assert jobs(gate, created.match) == [(DEEP, f"{created.match}:{loaded.kept.version}")]
    # Whoever looks finds it in somebody's hand.
    assert gate.jobs is not None
    assert step is not None
    gate.store.defer(gate.jobs(loaded.kept, step, loaded.kept.version))
    assert len(jobs(gate, created.match)) == 1


def test_a_turn_in_nobodys_hand_is_missed(gate: Gate) -> None:
    wish = NewMatch(FORDS, {"north": "human", "south": "captain"})
    created = gate.create(wish, ("captain",))
    loaded = gate.live(created.match)
    whim = UnrecordedChance(3)
    while (step := loaded.match.step) is not None and step.side == "north":
        order = raw(some_order(loaded, whim))
        gate.order(created.match, created.tokens["north"], loaded.kept.version, order)
    assert created.match not in gate.store.owed(-5)
    with gate.store.engine.begin() as connection:
        connection.execute(text("DELETE FROM procrastinate_jobs"))
    assert gate.store.owed(60) == []
    assert gate.store.owed(-5) == [created.match]


def test_who_answers_at_once_has_a_queue_of_its_own() -> None:
    assert [queue_of(seat) for seat in ("recruit", "captain", "general")] == [QUICK, QUICK, DEEP]


# --- real processes ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(data: str) -> Iterator[House]:
    house = House(data, 2, workers=2)
    yield house
    house.close()


def test_a_worker_that_dies_in_thought_is_replaced_by_the_other(house: House) -> None:
    seats = Seats(house, GUDERIAN, {"soviet": "general", "german": "human"})
    first = house.processes[0]
    with live(first, seats, "german") as line:

        def thinking() -> dict[str, Any]:
            while True:
                told: dict[str, Any] = json.loads(line.recv(60))
                if told["type"] == "thinking":
                    return told

        # What a worker tells of its progress is seen at a table of another process.
        assert thinking()["side"] == "soviet"
        version = seats.look()["version"]
        for worker in house.workers:
            worker.kill()
        house.workers[1].begin()
        house.workers[1].ready()
        wait_until(lambda: seats.look()["version"] > version)
        thinking()
        # 'Decide now', said in a process where nobody thinks, is told to the one who does.
        message = {"token": seats.tokens["german"]}
        answer = first.client.post(f"/api/matches/{seats.match}/hurry", json=message)
        assert answer.json() == {"hurried": True}
    house.workers[0].begin()
    house.workers[0].ready()


def test_killed_again_and_again_nothing_is_lost(data: str) -> None:
    """`python -m tests.server.kills` does it as often as one likes, and holds it to ten seconds."""
    wrong = campaign(data, times=3, seed=5)
    # How long others let these processes wait is not theirs to answer for.
    assert [one for one in wrong if "stood still" not in one] == []
