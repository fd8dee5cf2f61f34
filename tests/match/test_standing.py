"""Coming back to a match: from its row alone, in one read, and nothing is played again."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import event, text

from campagna.core.contract import SPECTATOR, State, digest
from campagna.games.registry import load_game
from campagna.match import loading, replaying, session
from campagna.match.database import open_engine
from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.match.luck import luck
from campagna.match.memory import Memory
from campagna.match.opening import Created
from campagna.match.session import MARK_EVERY, Session
from campagna.match.storage import Store
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
    return replaying.replay_stored(load_game(kept.game), kept, lines)[0]


def change(store: Store, statement: str, **values: Any) -> None:
    with store.engine.begin() as connection:
        connection.execute(text(statement), values)


class Counted:
    """How many stored orders were played again."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.plays = 0
        again, play = session.play_again, Session.play

        def counted_again(*given: Any) -> Any:
            self.plays += 1
            return again(*given)

        def counted(*given: Any) -> Any:
            self.plays += 1
            return play(*given)

        monkeypatch.setattr(session, "play_again", counted_again)
        monkeypatch.setattr(Session, "play", counted)


def seen(live: Session) -> list[bytes]:
    """Everything anybody may be told of a match."""
    told: list[Any] = []
    for viewer in (*live.sides, SPECTATOR):
        told += [snapshot(live, viewer), log(live, viewer, 1), luck(live, viewer)]
        told += [moment(live, viewer, n) for n in range(0, live.played + 1, 7)]
    told.append(list(live.match.record.lines()))
    return [msgspec.json.encode(one) for one in told]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_comes_back_is_the_same(store: Store, game: str) -> None:
    created = begun(Gate(store), game, 60)
    live = back(store, created.match)
    whole = from_start(store, created.match)
    assert live.match.can_undo == whole.match.can_undo
    assert live.match.undoable == whole.match.undoable
    assert seen(live) == seen(whole)
    assert live.events == whole.events
    # The dice go on where they stood.
    both = [play_on(Gate(store), created, 5).match.record.entries[-1]]
    both.append(from_start(store, created.match).match.record.entries[-1])
    assert both[0] == both[1]


def test_coming_back_is_one_read_and_plays_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    created = begun(Gate(store), GUDERIAN, 150)
    counted = Counted(monkeypatch)
    reads: list[str] = []
    plain = store.shelf._read

    def read(sql: str, values: Any) -> Any:
        reads.append(sql)
        return plain(sql, values)

    def elsewhere(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        reads.append(statement)

    monkeypatch.setattr(store.shelf, "_read", read)
    event.listen(store.engine, "before_cursor_execute", elsewhere)
    service = Gate(store)
    live, side = service.enter(created.match, created.tokens["german"])
    snapshot(live, side)
    assert (len(reads), counted.plays, live.played) == (1, 0, 150)
    # The log is read, not played.
    assert len(log(live, side, 1)) == 150
    assert counted.plays == 0


def test_a_past_moment_plays_few_orders(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    created = begun(Gate(store), GUDERIAN, 100)
    live = back(store, created.match)
    counted = Counted(monkeypatch)
    for number in (0, 15, 16, 47, 99):
        before = counted.plays
        moment(live, "german", number)
        assert counted.plays - before < MARK_EVERY


def test_a_match_out_of_memory_comes_back(store: Store) -> None:
    service = Gate(store)
    service._live = Memory(most=1)
    created = begun(service, GUDERIAN, 45)
    live = service.live(created.match)
    service.create(hot_seat(FORDS), ())
    assert live.abandoned
    again = service.live(created.match)
    assert again is not live
    assert digest(again.match.state) == digest(live.match.state)
    # Whoever still holds the old one cannot change it.
    with pytest.raises(Rejected, match="no-store"):
        service._pass(live, "german", live.kept.version, b"{}")


def test_memory_keeps_what_is_used_and_what_is_locked(store: Store) -> None:
    service = Gate(store)
    lives = [service.live(service.create(hot_seat(FORDS), ()).match) for _ in range(4)]
    memory = Memory(most=sum(live.weight for live in lives[:3]) + 1)
    for live in lives[:3]:
        memory.keep(live)
    memory.find(lives[0].kept.id)
    assert memory.keep(lives[3]) is lives[3]
    assert memory.peek(lives[1].kept.id) is None
    assert memory.peek(lives[0].kept.id) is lives[0]
    with ThreadPoolExecutor(1) as elsewhere:
        # The one longest untouched is in use there.
        elsewhere.submit(lives[2].lock.acquire).result()
        memory.keep(lives[1])
        assert memory.peek(lives[0].kept.id) is None
        assert memory.peek(lives[2].kept.id) is lives[2]
        elsewhere.submit(lives[2].lock.release).result()


@pytest.mark.parametrize("fault", ["other", "junk", "unpacked"])
def test_a_state_that_is_not_what_the_orders_led_to_is_noticed(
    store: Store, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """The match is played through its orders, and its row holds where they lead again."""
    service = Gate(store)
    created = begun(service, GUDERIAN, 20)
    other = service.live(begun(service, GUDERIAN, 1).match).standing().state
    bad = {"other": zlib.compress(other), "junk": zlib.compress(b"\xc1\xff"), "unpacked": b"\xff"}
    change(
        store, "UPDATE matches SET state = :bad WHERE id = :id", bad=bad[fault], id=created.match
    )
    counted = Counted(monkeypatch)
    live = back(store, created.match)
    assert counted.plays == live.played == 20
    counted.plays = 0
    assert digest(back(store, created.match).match.state) == digest(live.match.state)
    assert counted.plays == 0


@pytest.mark.parametrize("fault", ["junk", "other"])
def test_a_mark_that_is_not_the_state_of_its_order_is_not_used(store: Store, fault: str) -> None:
    service = Gate(store)
    created = begun(service, GUDERIAN, 40)
    good = seen(back(store, created.match))
    first = service.live(begun(service, GUDERIAN, 1).match).standing().state
    bad = {"junk": b"\xff", "other": zlib.compress(first)}[fault]
    change(store, "UPDATE marks SET state = :bad WHERE match = :id", bad=bad, id=created.match)
    assert seen(back(store, created.match)) == good


def test_dice_that_are_not_those_of_the_secret_are_noticed(store: Store) -> None:
    """Where a match is played again, as it is for its record's proof."""
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
    change(
        store,
        "UPDATE entries SET line = :line WHERE match = :id AND number = :n",
        line=msgspec.json.encode(entry),
        id=created.match,
        n=n,
    )
    change(store, "UPDATE matches SET state = NULL WHERE id = :id", id=created.match)
    with pytest.raises(Rejected, match="other-rules"):
        back(store, created.match)


def test_undo_after_coming_back(store: Store) -> None:
    service = Gate(store)
    created = begun(service, GUDERIAN, 40)
    live = service.live(created.match)
    while live.match.undoable < 2:
        play_on(service, created, 1, seed=live.played)
    states: list[State] = [live.state_at(live.played - n) for n in (1, 2)]
    undoable = live.match.undoable
    side = live.match.step
    assert side is not None
    for n, state in enumerate(states, start=1):
        # Every time by somebody who has not played these orders.
        again = Gate(store)
        version = again.live(created.match).kept.version
        again.undo(created.match, created.tokens[side.side], version)
        assert digest(again.live(created.match).match.state) == digest(state)
        assert again.live(created.match).match.undoable == undoable - n
    assert back(store, created.match).played == live.played - 2


def test_two_who_take_back_and_play_in_turn_see_one_match(store: Store) -> None:
    """What one does the other has to read: memory is right only at the version of the row."""
    first, second = Gate(store), Gate(store)
    created = begun(first, GUDERIAN, 3)
    for n in range(40):
        here, there = (first, second) if n % 2 else (second, first)
        live, _ = here.enter(created.match, created.tokens["german"])
        step = live.match.step
        assert step is not None
        if live.match.can_undo and n % 3 == 0:
            here.undo(created.match, created.tokens[step.side], live.kept.version)
        else:
            play_on(here, created, 1, seed=n)
        other, _ = there.enter(created.match, created.tokens["german"])
        assert other.kept.version == live.kept.version
        assert digest(other.match.state) == digest(live.match.state)
        assert log(other, SPECTATOR, 1) == log(live, SPECTATOR, 1)
    assert seen(back(store, created.match)) == seen(from_start(store, created.match))


def test_a_wrong_token_loads_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    created = begun(Gate(store), FORDS, 20)
    service = Gate(store)

    def never(*_: object, **__: object) -> Session:
        raise AssertionError("the match was loaded")

    monkeypatch.setattr(loading, "taken_up", never)
    for token in ("", "guess", created.tokens["north"] + "x"):
        with pytest.raises(Rejected, match="unknown-token"):
            service.enter(created.match, token)
    with pytest.raises(Rejected, match="unknown-match"):
        service.enter("nowhere", created.tokens["north"])
    with pytest.raises(AssertionError):
        service.enter(created.match, created.tokens["north"])
