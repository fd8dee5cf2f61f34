"""Running the server: its command, its workers, its folders."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from pathlib import Path

import msgspec
import pytest

from campagna.cli.app import run
from campagna.core.chance import SeededChance
from campagna.core.contract import Setup
from campagna.games.registry import load_game
from campagna.server.bot_workers import Answer, Question, Workers, pack, unpack
from campagna.server.serve import client_folder, data_folder, open_service
from tests.match.fixtures import GUDERIAN


def question() -> Question:
    game = load_game(GUDERIAN)
    state = game.start(Setup("campaign-1941"), SeededChance(3))
    return Question("m", GUDERIAN, "recruit", "soviet", game.view(state, "soviet"), 5)


def test_a_question_survives_the_way_to_a_worker() -> None:
    asked = question()
    assert unpack(pack(asked)) == asked


def test_a_worker_answers_with_a_legal_order_and_is_replaced_when_it_dies() -> None:
    asked = question()
    game = load_game(GUDERIAN)

    async def ask_twice() -> list[Answer]:
        workers = Workers(1)
        try:
            first = await workers.think(asked)
            assert workers._pools
            for pool in workers._pools.values():
                for pid in list(pool._processes):
                    os.kill(pid, signal.SIGKILL)
            return [first, await workers.think(asked)]
        finally:
            workers.close()

    for answer in asyncio.run(ask_twice()):
        order = msgspec.json.decode(answer.order, type=game.order_type)
        state = game.imagine(asked.view, SeededChance(0))
        assert game.refusal(state, order) is None


def test_a_port_that_is_taken_is_a_problem_and_no_stack_trace(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code = run(["serve", "--port", port, "--no-browser", "--data", str(tmp_path)])
    assert code == 2
    assert port in capsys.readouterr().err


def test_a_database_that_does_not_answer_is_a_problem(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    url = f"postgresql://nobody@127.0.0.1:{port}/nothing?connect_timeout=2"
    assert run(["--lang", "en", "serve", "--no-browser", "--data", url]) == 2
    assert "no database" in capsys.readouterr().err


def test_a_database_without_its_driver_is_a_problem(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "it", "serve", "--no-browser", "--data", "mysql://x"]) == 2
    assert "il database non risponde" in capsys.readouterr().err


def test_matches_live_where_the_convention_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "campagna"
    service = open_service(None)
    service.store.close()
    assert (tmp_path / "campagna" / "campagna.sqlite3").exists()
    assert data_folder().stat().st_mode & 0o077 == 0
    monkeypatch.setenv("XDG_DATA_HOME", "")
    assert data_folder() == Path.home() / ".local" / "share" / "campagna"


def test_the_client_is_that_of_the_checkout() -> None:
    assert client_folder() == Path(__file__).parents[2] / "web" / "dist"
