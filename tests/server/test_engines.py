"""Long questions: answered by processes of their own, within a time, and nobody's order waits for them."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator

import msgspec
import pytest

from campagna.core.chance import UnrecordedChance
from campagna.core.contract import SPECTATOR
from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.match.luck import luck
from campagna.match.views import moment
from campagna.server.engine_processes import EngineProcesses
from campagna.server.hints import hint_for
from tests.match.fixtures import GUDERIAN, LION, hot_seat, play_on, raw, some_order


@pytest.fixture(scope="module")
def engines() -> Iterator[EngineProcesses]:
    engines = EngineProcesses(1)
    engines.warm()
    yield engines
    engines.close()


def refuse(key: str) -> None:
    raise Rejected(key, "why", side="axis")


def test_the_answers_are_those_of_the_match_itself(service: Gate, engines: EngineProcesses) -> None:
    for game in (GUDERIAN, LION):
        created = service.create(hot_seat(game), ())
        live = play_on(service, created, 40)
        other = Gate(service.store, engines=engines)
        step = live.match.step
        assert step is not None
        token = created.tokens[step.side]
        orders = [raw(some_order(live, UnrecordedChance(n))) for n in range(5)]
        assert service.check(created.match, token, orders) == other.check(
            created.match, token, orders
        )
        there, _ = other.enter(created.match, token)
        for n in (0, 20, 40):
            assert moment(live, SPECTATOR, n) == moment(there, SPECTATOR, n)
        assert luck(live, step.side) == luck(there, step.side)
        assert hint_for(service, created.match, token) == hint_for(other, created.match, token)
        assert other.ideas(created.match, token)
        text = service.record(created.match, [created.tokens[s] for s in live.sides])
        assert set(other.import_record(text).tokens) == {SPECTATOR}
        bad = text.replace(b'"draws":[]', b'"draws":[[1,6,"x"]]', 1)
        with pytest.raises(Rejected, match="bad-record"):
            other.import_record(bad)


def test_a_refusal_comes_back_as_it_is(engines: EngineProcesses) -> None:
    with pytest.raises(Rejected) as problem:
        engines.ask(5, refuse, "not-your-turn")
    assert problem.value.answer() == Rejected("not-your-turn", "why", side="axis").answer()


def test_what_takes_too_long_is_refused_and_the_next_question_answered(
    engines: EngineProcesses,
) -> None:
    begun = time.monotonic()
    with pytest.raises(Rejected, match="too-hard"):
        engines.ask(0.2, time.sleep, 60)
    assert time.monotonic() - begun < 50
    engines.warm()


def spin(_: int) -> None:
    while True:
        pass


def test_time_is_that_of_the_processor(engines: EngineProcesses) -> None:
    """Who waits is not at work; who works is stopped, and the engine goes on with the next question."""
    engine = engines.ask(5, os.getpid)
    engines.ask(0.3, time.sleep, 0.6)
    with pytest.raises(Rejected, match="too-hard"):
        engines.ask(0.2, spin, 0)
    assert engines.ask(5, os.getpid) == engine


def test_an_engine_that_dies_is_replaced(engines: EngineProcesses) -> None:
    with pytest.raises(Rejected, match="too-hard"):
        engines.ask(5, os.kill, engines.ask(5, os.getpid), signal.SIGKILL)
    engines.warm()


def test_an_order_does_not_wait_for_a_long_question(
    service: Gate, engines: EngineProcesses
) -> None:
    gate = Gate(service.store, engines=engines)
    created = gate.create(hot_seat(GUDERIAN), ())
    live = play_on(gate, created, 5)
    step = live.match.step
    assert step is not None
    token = created.tokens[step.side]
    fates: list[str] = []

    def wonder() -> None:
        try:
            gate.consult(created.match, token, slow)
        except Rejected as rejected:
            fates.append(rejected.key)

    asking = threading.Thread(target=wonder)
    asking.start()
    time.sleep(0.1)
    play_on(gate, created, 3)
    # The order of the same match was given while the question was still being answered.
    assert asking.is_alive()
    asking.join()
    assert fates == ["too-hard"]


def slow(match: str, slug: str, state: bytes, side: str) -> None:
    assert msgspec.msgpack.decode(state)
    spin(0)


def test_with_every_engine_busy_a_question_is_told_to_come_again(
    engines: EngineProcesses,
) -> None:
    holding = threading.Thread(target=engines.ask, args=(5, time.sleep, 2))
    holding.start()
    time.sleep(0.2)
    with pytest.raises(Rejected, match="too-many"):
        engines.ask(0.02, os.getpid)
    holding.join()
