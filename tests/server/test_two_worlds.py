"""Two matches that differ only in what a viewer must not know send that viewer the same bytes.

Both are played over HTTP and a WebSocket with the same names, tokens, clock and dice. In the second
world everything that the viewer does not know at the start is imagined. Where a world shows the
viewer something of it by the rules, they may part; up to there every byte must agree.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from campagna.core.chance import Chance, SealedChance, SeededChance
from campagna.core.contract import SPECTATOR, Game, Setup, digest
from campagna.games import registry
from campagna.games.panzergruppe_guderian.game import PanzergruppeGuderian
from campagna.match.database import open_engine, sqlite_url
from campagna.match.gate import Gate
from campagna.match.storage import Store
from campagna.match.token_limits import Limits
from tests.match.fixtures import FORDS, GUDERIAN, SIDES, know_secrets
from tests.server.fixtures import Table, new_client, new_table
from two_fords.game import TwoFords

GAMES: dict[str, type[Game[Any]]] = {FORDS: TwoFords, GUDERIAN: PanzergruppeGuderian}
ORDERS = {FORDS: 40, GUDERIAN: 60}


class BlindDice(SealedChance):
    """Sealed dice depend on the whole history, hidden things included; these on their number only."""

    def begin(self, order_digest: bytes) -> None:
        pass


def in_another_world(kind: type[Game[Any]], viewer: str) -> type[Game[Any]]:
    """The game, started with everything else than the viewer knows."""

    class Elsewhere(kind):  # type: ignore[valid-type, misc]
        def start(self, setup: Setup, chance: Chance) -> Any:
            state = super().start(setup, chance)
            other = self.imagine(self.view(state, viewer), SeededChance(77))
            assert digest(other) != digest(state), "nothing is hidden: the test proves nothing"
            return other

    return Elsewhere


@pytest.fixture
def same_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Times come out alike in both worlds, as ids and tokens do."""
    monkeypatch.setattr(time, "time", lambda: 1_000_000.0)


class Witness:
    """Plays orders and writes down, in bytes, everything that one viewer is sent."""

    def __init__(self, table: Table, viewer: str, socket: Any) -> None:
        self.table, self.viewer, self.socket = table, viewer, socket
        self.pages: list[list[bytes]] = [self._page()]
        self.knowledge: list[bytes] = [self._known()]

    def _known(self) -> bytes:
        live = self.table.live
        return msgspec.json.encode(live.game.view(live.match.state, self.viewer))

    def _heard(self) -> bytes:
        text: str = self.socket.receive_text()
        while msgspec.json.decode(text)["type"] != "update":
            # Who comes and goes is told whenever that happens.
            text = self.socket.receive_text()
        assert msgspec.json.decode(text)["version"] == self.table.version
        return text.encode()

    def _page(self) -> list[bytes]:
        table, viewer = self.table, self.viewer
        n = len(table.live.events)
        answers = [
            table.get("", viewer),
            table.get("/log", viewer),
            table.get(f"/replay/{n}", viewer),
            table.get(f"/replay/{n // 2}", viewer),
            table.get("/record", viewer),
            table.client.get("/api/matches", params={"tokens": table.tokens[viewer]}),
        ]
        if n % 10 == 0:
            answers.append(table.get("/luck", viewer))
        return [
            self._heard(),
            *(a.content + str(sorted(a.headers.items())).encode() for a in answers),
        ]

    def give(self, order: Any) -> None:
        table = self.table
        judged = b""
        if table.side == self.viewer:
            asked = {"token": table.tokens[self.viewer], "order": order}
            judged = table.post("/judge", **asked).content
        mine = table.side == self.viewer
        answer = table.order(order)
        self.pages.append([judged, answer.content if mine else b"", *self._page()])
        self.knowledge.append(self._known())


def sit_down(
    game: str, kind: type[Game[Any]], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[TestClient, Gate]]:
    folder.mkdir()
    monkeypatch.setattr(registry, "_added", {game: kind})
    registry.load_game.cache_clear()
    know_secrets(monkeypatch)
    store = Store(open_engine(sqlite_url(folder)))
    # Whoever tries everything tries wrong tokens too, more than a stranger may.
    limits = Limits(wrong_tokens=0)
    service = Gate(store, dice=lambda match: BlindDice(b"s" * 32, match), limits=limits)
    with new_client(service) as client:
        yield client, service
    store.close()


def witness_match(
    game: str,
    kind: type[Game[Any]],
    viewer: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    orders: list[Any] | None,
    watch: type[Witness] = Witness,
    sit: Callable[[TestClient, Gate, str], Table] = new_table,
) -> tuple[Witness, list[Any]]:
    """Without orders a random match is played; the orders given are returned."""
    given: list[Any] = []
    for client, service in sit_down(game, kind, folder, monkeypatch):
        table = sit(client, service, game)
        path = f"/api/matches/{table.match}/live?token={table.tokens[viewer]}"
        with client.websocket_connect(path) as socket:
            witness = watch(table, viewer, socket)
            for n in range(ORDERS.get(game, 40)):
                if table.live.over or (orders is not None and n == len(orders)):
                    break
                order = table.choose(n) if orders is None else orders[n]
                if table.live.match.refusal(_order(table, order)) is not None:
                    break
                witness.give(order)
                given.append(order)
    return witness, given


def _order(table: Table, order: Any) -> Any:
    return msgspec.convert(order, table.live.game.order_type)


# The other seats belong to makers (test_maker), who are sent the same pages and try everything besides.
@pytest.mark.parametrize(
    ("seat", "game"), [(1, GUDERIAN), (SPECTATOR, FORDS), (SPECTATOR, GUDERIAN)]
)
@pytest.mark.usefixtures("same_clock")
def test_the_wire_tells_no_secret(
    game: str, seat: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer = SIDES[game][seat] if isinstance(seat, int) else seat
    kind = GAMES[game]
    here, orders = witness_match(game, kind, viewer, tmp_path / "here", monkeypatch, None)
    elsewhere = in_another_world(kind, viewer)
    there, _ = witness_match(game, elsewhere, viewer, tmp_path / "there", monkeypatch, orders)
    assert common_pages(here, there) > 10, "the worlds parted too early to prove anything"
    registry.load_game.cache_clear()


def common_pages(here: Witness, there: Witness) -> int:
    """How long the viewer knew the same in both worlds; so long every byte must be the same."""
    alike = 0
    for n, (a, b) in enumerate(zip(here.knowledge, there.knowledge, strict=False)):
        if a != b:
            break
        assert here.pages[n] == there.pages[n], f"after order {n} the worlds can be told apart"
        alike += 1
    return alike


@pytest.mark.usefixtures("same_clock")
def test_the_comparison_notices_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the record were open during the match, its hashes would tell the worlds apart."""

    def open_record(self: Gate, match: str, tokens: list[str]) -> bytes:
        return b"\n".join(self.live(match).match.record.lines())

    monkeypatch.setattr(Gate, "record", open_record)
    here, orders = witness_match(FORDS, TwoFords, "north", tmp_path / "here", monkeypatch, None)
    elsewhere = in_another_world(TwoFords, "north")
    there, _ = witness_match(FORDS, elsewhere, "north", tmp_path / "there", monkeypatch, orders)
    registry.load_game.cache_clear()
    assert here.knowledge[0] == there.knowledge[0]
    assert here.pages[0] != there.pages[0]
