"""Coming back to a match: from a mark that fits its chain, playing only the orders after it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from campagna.core.contract import SPECTATOR, Order
from campagna.games.registry import load_game
from campagna.match import matches, replaying
from campagna.match.database import open_engine
from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.match.luck import luck
from campagna.match.memory import Memory
from campagna.match.opening import Created
from campagna.match.session import Session, state_to_bytes
from campagna.match.storage import Mark, Store, StoreFailed
from campagna.match.views import log, moment, snapshot
from tests.match.databases import BACKENDS, fresh_database
from tests.match.fixtures import ALTO, FORDS, GUDERIAN, LION, hot_seat, play_on

GAMES = (FORDS, GUDERIAN, LION, ALTO)


@pytest.fixture(params=BACKENDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with fresh_database(request.param, tmp_path) as url:
        store = Store(open_engine(url))
        yield store
        store.close()


def begun(service: Gate, game: str, orders: int) -> Created:
    created = service.create(hot_seat(game), ())
    play_on(service, created, orders)
    return created


def back(store: Store, id_: str) -> Session:
    return Gate(store).live(id_)


def from_start(store: Store, id_: str) -> Session:
    found = store.find(id_)
    assert found is not None
    kept, lines = found
    return replaying.replay_stored(load_game(kept.game), kept, lines)


class Counted:
    """How many orders the games played."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.plays = 0
        plain = Session.play

        def play(live: Session, order: Order) -> Any:
            self.plays += 1
            return plain(live, order)

        monkeypatch.setattr(Session, "play", play)


def seen(live: Session) -> list[bytes]:
    """Everything anybody may be told of a match."""
    told: list[Any] = []
    for viewer in (*live.sides, SPECTATOR):
        told += [snapshot(live, viewer), log(live, viewer, 1), luck(live, viewer)]
        told += [moment(live, viewer, n) for n in range(0, live.played + 1, 7)]
    told.append(list(live.match.record.lines()))
    return [msgspec.json.encode(one) for one in told]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_comes_back_from_its_mark_is_the_same(store: Store, game: str) -> None:
    created = begun(Gate(store), game, 60)
    live = back(store, created.match)
    whole = from_start(store, created.match)
    assert 0 < live.marked <= live.played
    assert live.match.can_undo == whole.match.can_undo
    assert live.match.undoable == whole.match.undoable
    assert seen(live) == seen(whole)
    assert live.events == whole.events
    # The dice go on where they stood.
    both = [play_on(Gate(store), created, 5).match.record.entries[-1]]
    both.append(from_start(store, created.match).match.record.entries[-1])
    assert both[0] == both[1]


def test_coming_back_plays_only_the_orders_after_the_mark(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Gate(store)
    created = begun(service, GUDERIAN, 150)
    marked = service.live(created.match).marked
    counted = Counted(monkeypatch)
    live = back(store, created.match)
    assert counted.plays == live.played - marked < 80
    snapshot(live, "german")
    assert counted.plays < 80


def test_a_match_out_of_memory_leaves_its_mark(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Gate(store)
    service._live = Memory(most=1)
    created = begun(service, GUDERIAN, 45)
    live = service.live(created.match)
    settled = live.match.settled[0]
    assert live.marked < settled
    service.create(hot_seat(FORDS), ())
    assert live.abandoned
    counted = Counted(monkeypatch)
    again = service.live(created.match)
    assert again is not live
    assert counted.plays == again.played - settled
    # Whoever still holds the old one cannot change it.
    with pytest.raises(Rejected, match="no-store"):
        service._pass(live, "german", live.kept.version, b"{}")


def test_as_many_matches_as_memory_holds(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The 49th match and those after it make nobody replay anything."""
    service = Gate(store)
    made = [service.create(hot_seat(FORDS), ()) for _ in range(60)]
    for created in made:
        play_on(service, created, 3)
    counted = Counted(monkeypatch)
    for created in made * 2:
        service.enter(created.match, created.tokens["north"])
    assert counted.plays == 0


def test_memory_keeps_what_is_used_and_what_is_locked(store: Store) -> None:
    service = Gate(store)
    lives = [service.live(service.create(hot_seat(FORDS), ()).match) for _ in range(4)]
    memory = Memory(most=sum(live.weight for live in lives[:3]) + 1)
    for live in lives[:3]:
        memory.keep(live)
    memory.find(lives[0].kept.id)
    assert memory.keep(lives[3]) == (lives[3], [lives[1]])
    assert memory.peek(lives[1].kept.id) is None
    with ThreadPoolExecutor(1) as elsewhere:
        # The one longest untouched is in use there.
        elsewhere.submit(lives[2].lock.acquire).result()
        assert memory.keep(lives[1]) == (lives[1], [lives[0]])
        elsewhere.submit(lives[2].lock.release).result()


@pytest.mark.parametrize("fault", ["state", "junk", "number", "later", "other"])
def test_a_mark_that_does_not_fit_is_ignored(
    store: Store, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    service = Gate(store)
    created = begun(service, GUDERIAN, 60)
    good = store.mark(created.match)
    assert good is not None
    other = begun(service, GUDERIAN, 1)
    start = state_to_bytes(service.live(other.match).match.state)
    bad = {
        "state": Mark(good.number, start),
        "junk": Mark(good.number, b"\xc1\xff" + good.state),
        "number": Mark(good.number - 1, good.state),
        "later": Mark(10_000, good.state),
        "other": Mark(0, good.state),
    }
    store.keep_mark(created.match, bad[fault])
    counted = Counted(monkeypatch)
    live = back(store, created.match)
    assert counted.plays == live.played == 60
    assert seen(live) == seen(from_start(store, created.match))
    # It has left a good one.
    left = store.mark(created.match)
    assert left is not None
    assert left.number == live.marked > 0


def test_dice_that_are_not_those_of_the_secret_are_noticed(store: Store) -> None:
    """Also where the orders are not played again: every draw before the mark is drawn again."""
    for _ in range(40):  # a random game may end without a fight
        created = begun(Gate(store), FORDS, 60)
        found = store.find(created.match)
        assert found is not None
        drawn = [(n, x) for n, x in enumerate(found[1], start=1) if x.entry.draws]
        if drawn:
            break
    n, line = drawn[0]
    draw = line.entry.draws[0]
    forged = msgspec.structs.replace(draw, value=(draw.value + 1) % draw.sides)
    entry = msgspec.structs.replace(line.entry, draws=(forged, *line.entry.draws[1:]))
    with store.engine.begin() as connection:
        connection.execute(
            text("UPDATE entries SET line = :line WHERE match = :match AND number = :n"),
            {"line": msgspec.json.encode(entry), "match": created.match, "n": n},
        )
    with pytest.raises(Rejected, match="other-rules"):
        back(store, created.match)


def test_an_order_before_the_mark_that_was_changed_is_noticed_when_it_is_read(
    store: Store,
) -> None:
    created = begun(Gate(store), GUDERIAN, 60)
    found = store.find(created.match)
    assert found is not None
    n, line = next((n, x) for n, x in enumerate(found[1], start=1) if not x.entry.draws)
    entry = msgspec.structs.replace(line.entry, order=msgspec.Raw(b'{"order":"done"}'))
    with store.engine.begin() as connection:
        connection.execute(
            text("UPDATE entries SET line = :line WHERE match = :match AND number = :n"),
            {"line": msgspec.json.encode(entry), "match": created.match, "n": n},
        )
    live = back(store, created.match)
    with pytest.raises(Rejected, match="other-rules"):
        log(live, "german", 1)
    assert log(live, "german", live.played)


def test_undo_after_coming_back(store: Store) -> None:
    service = Gate(store)
    created = begun(service, GUDERIAN, 40)
    live = service.live(created.match)
    while not live.match.can_undo:
        play_on(service, created, 1, seed=live.played)
    before = live.match.undoable
    again = Gate(store)
    side = again.live(created.match).match.step
    assert side is not None
    again.undo(created.match, created.tokens[side.side], live.kept.version)
    assert again.live(created.match).match.undoable == before - 1
    assert back(store, created.match).played == live.played - 1


def test_a_wrong_token_loads_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    created = begun(Gate(store), FORDS, 20)
    service = Gate(store)

    def never(*_: object, **__: object) -> Session:
        raise AssertionError("the match was loaded")

    monkeypatch.setattr(matches, "replay_stored", never)
    for token in ("", "guess", created.tokens["north"] + "x"):
        with pytest.raises(Rejected, match="unknown-token"):
            service.enter(created.match, token)
    with pytest.raises(Rejected, match="unknown-match"):
        service.enter("nowhere", created.tokens["north"])
    with pytest.raises(AssertionError):
        service.enter(created.match, created.tokens["north"])


def test_a_mark_that_cannot_be_stored_costs_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreFailed("no room")

    monkeypatch.setattr(Store, "keep_mark", full)
    created = begun(Gate(store), FORDS, 40)
    assert back(store, created.match).played == 40
