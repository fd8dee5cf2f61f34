"""Why a computer gave an order is told to those who saw no less than it did, and to all at the end.

The seats of these tests confess: the reason of each of their orders is everything their side sees.
If not even that tells a viewer something new, no reason of any seat can.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from campagna.core.contract import SPECTATOR, Game
from campagna.games import registry
from campagna.games.lion_of_judah.game import LionOfJudah
from campagna.games.panzergruppe_guderian.game import PanzergruppeGuderian
from campagna.match import gate
from campagna.match.bot_reasons import Reason
from campagna.match.gate import Gate
from campagna.match.session import Session
from tests.match.databases import BACKENDS
from tests.match.fixtures import ALTO, FORDS, GUDERIAN, LION, SIDES
from tests.server.fixtures import Table, new_table
from tests.server.test_two_worlds import (
    ORDERS,
    Witness,
    common_pages,
    in_another_world,
    same_clock,
    witness_match,
)
from two_fords.game import TwoFords

__all__ = ["same_clock"]

SECRETIVE: dict[str, type[Game[Any]]] = {
    FORDS: TwoFords,
    GUDERIAN: PanzergruppeGuderian,
    LION: LionOfJudah,
}


_pass = Gate._pass


def _confessing(
    self: Gate, live: Session, side: str, version: int, raw: bytes, why: Any = None, **rest: Any
) -> Any:
    seen = msgspec.json.encode(live.game.view(live.match.state, side).position).decode()
    why = {"it": f"vedo {seen}", "en": f"I see {seen}"}
    return _pass(self, live, side, version, raw, why, **rest)


@pytest.fixture
def confessors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every order is given as a computer would, together with everything that its side sees."""
    monkeypatch.setattr(Gate, "_pass", _confessing)


def two_worlds(
    game: str, viewer: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Witness, Witness]:
    kind = SECRETIVE[game]
    monkeypatch.setitem(ORDERS, game, 20)
    here, orders = witness_match(game, kind, viewer, folder / "a", monkeypatch, None)
    other = in_another_world(kind, viewer)
    there, _ = witness_match(game, other, viewer, folder / "b", monkeypatch, orders)
    registry.load_game.cache_clear()
    return here, there


@pytest.mark.parametrize("game", SECRETIVE)
@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
@pytest.mark.usefixtures("same_clock", "confessors")
def test_a_reason_tells_no_secret(
    game: str, seat: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer = SIDES[game][seat] if isinstance(seat, int) else seat
    assert common_pages(*two_worlds(game, viewer, tmp_path, monkeypatch)) > 3


@pytest.mark.usefixtures("same_clock", "confessors")
def test_the_comparison_notices_a_reason_that_tells_too_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    everybody = frozenset({*SIDES[FORDS], SPECTATOR})
    monkeypatch.setattr(gate, "equals", lambda game, state, side: everybody)
    with pytest.raises(AssertionError, match="told apart"):
        common_pages(*two_worlds(FORDS, "south", tmp_path, monkeypatch))


def whys(table: Table, viewer: str) -> list[Any]:
    return [line["why"] for line in table.get("/log", viewer).json()]


@pytest.mark.usefixtures("confessors")
def test_where_nothing_is_hidden_everybody_reads_the_reasons(
    client: TestClient, service: Gate
) -> None:
    table = new_table(client, service, GUDERIAN)
    table.play(2)
    for viewer in (*SIDES[GUDERIAN], SPECTATOR):
        first, second = whys(table, viewer)
        assert first["it"].startswith("vedo ")
        assert first["en"].startswith("I see ")
        assert table.get("/replay/2", viewer).json()["why"] == second


@pytest.mark.usefixtures("confessors")
def test_a_secret_choice_of_cards_is_not_explained_while_it_is_secret(
    client: TestClient, service: Gate
) -> None:
    table = new_table(client, service, ALTO)
    for n in range(3):
        assert table.live.kept.status.step is not None
        secret = table.live.kept.status.step.decision == "choose-cards"
        assert secret == (n < 2)
        side, other = table.side, table.other
        table.play(1, n)
        assert whys(table, side)[-1] is not None
        assert (whys(table, other)[-1] is None) == secret
    assert [why is None for why in whys(table, "allied")] == [True, False, False]


@pytest.mark.usefixtures("confessors")
def test_at_the_end_all_reasons_are_open(table: Table) -> None:
    viewer = table.other
    for n in range(4):
        table.play(1, n)
    assert None in whys(table, viewer)
    assert None in whys(table, SPECTATOR)
    table.post("/resign", token=table.tokens[viewer], version=table.version)
    assert None not in whys(table, viewer)
    assert None not in whys(table, SPECTATOR)


@pytest.mark.usefixtures("confessors")
@pytest.mark.parametrize("backend", BACKENDS)
def test_reasons_outlive_the_program(table: Table) -> None:
    table.play(6)
    known = [table.live.reason(n) for n in range(1, 7)]
    assert None not in known
    again = Gate(table.service.store).live(table.match)
    assert again is not table.live
    assert [again.reason(n) for n in range(1, 7)] == known


def test_an_order_that_is_taken_back_takes_its_reason_along(table: Table) -> None:
    table.play(1)
    live = table.live
    why = Reason({"it": "perché", "en": "why"})
    live.history.amend(msgspec.structs.replace(live.history.line(1), reason=why))
    order = table.choose(1)
    assert table.post(
        "/undo", token=table.tokens[table.side], version=table.version
    ).status_code == (200)
    assert table.order(order).status_code == 200
    assert live.reason(1) is None


def test_a_thinking_seat_says_why(client: TestClient, service: Gate) -> None:
    seats = {"german": "human", "soviet": "captain"}
    table = new_table(client, service, GUDERIAN, seats)
    path = f"/api/matches/{table.match}/live?token={table.tokens['german']}"
    with client.websocket_connect(path) as socket:
        while table.version < 1:
            socket.receive_text()
    why = whys(table, "german")[0]
    assert why["it"]
    assert why["en"]
    assert why["it"] != why["en"]
