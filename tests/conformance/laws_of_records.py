"""Records replay to the same states, prove their dice and notice every change; undo is fair."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import State, digest
from campagna.core.record import Record, RecordError, Replay, load_record, read_record, verify
from campagna.hexes.kernels import BACKEND
from campagna.match.match import CannotUndo, Match
from tests.conformance.cases import SEALED_SEED
from tests.conformance.journey import PLAYERS, Journey, named, told

DAMAGED_RECORD = 40
FLIPPED_BITS = (0x01, 0x20, 0x80)
OTHER_BACKEND_RECORD = 300
UNDO_STRETCH = 400


def the_record_replays_to_the_same_states(journey: Journey, folder: Path) -> None:
    saved = folder / "game.campagna"
    journey.match.record.save(saved)
    replay = Replay(journey.game, load_record(saved))
    for moment in journey.sample(4):
        with told(moment):
            replay.run(moment.number - 1)
            assert digest(replay.state) == digest(moment.state)
            order, events = replay.advance()
            assert order == moment.order
            assert events == list(moment.events)
    replay.run()
    assert digest(replay.state) == digest(journey.match.state)
    assert list(load_record(saved).lines()) == list(journey.match.record.lines())


def the_record_proves_its_dice(journey: Journey) -> None:
    proof = verify(journey.game, read_record(list(journey.match.record.lines())))
    assert proof.orders == len(journey.moments)
    assert proof.finished
    assert proof.outcome == journey.match.outcome
    assert proof.dice == ("sealed" if journey.case.seed == SEALED_SEED else "seed")


def a_changed_byte_is_noticed(journey: Journey) -> None:
    """Wherever a byte of the file is changed, reading or verifying it says so."""
    record = _first_orders(journey, DAMAGED_RECORD)
    text = b"".join(line + b"\n" for line in record.lines())
    verify(journey.game, read_record(text.splitlines()))
    chance = SeededChance(journey.case.seed)
    head = text.index(b"\n")
    places = [chance.pick(head, "byte of the head") for _ in range(12)]
    places += [chance.pick(len(text), "byte") for _ in range(24)]
    for number, place in enumerate(places):
        changed = bytearray(text)
        changed[place] ^= FLIPPED_BITS[number % len(FLIPPED_BITS)]
        try:
            verify(journey.game, read_record(bytes(changed).splitlines()))
        except RecordError:
            continue
        except Exception as problem:
            problem.add_note(f"{journey.case}: byte {place} changed, {_around(changed, place)}")
            raise
        pytest.fail(f"{journey.case}: byte {place} changed unnoticed, {_around(changed, place)}")


def _around(text: bytes | bytearray, place: int) -> str:
    return f"near {bytes(text[max(0, place - 20) : place + 20])!r}"


def a_cut_record_is_noticed(journey: Journey) -> None:
    lines = list(journey.match.record.lines())
    with pytest.raises(RecordError, match=f"line {len(lines)} is damaged or cut off"):
        read_record([*lines[:-1], lines[-1][: len(lines[-1]) // 2]])
    with pytest.raises(RecordError, match="orders"):
        read_record([*lines[:-2], lines[-1]])


def the_other_kernels_verify_it_too(journey: Journey, folder: Path) -> None:
    """The compiled and the plain kernels lead to the same states, order by order."""
    saved = folder / "game.campagna"
    _first_orders(journey, OTHER_BACKEND_RECORD).save(saved)
    kind = type(journey.game)
    program = (
        "from pathlib import Path\n"
        f"from {kind.__module__} import {kind.__name__} as Game\n"
        "from campagna.core.record import load_record, verify\n"
        "from campagna.hexes.kernels import BACKEND\n"
        f"verify(Game(), load_record(Path({str(saved)!r})))\n"
        "print(BACKEND)\n"
    )
    other = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    if BACKEND == "compiled":
        other["CAMPAGNA_KERNELS"] = "plain"
    done = subprocess.run(
        [sys.executable, "-c", program], env=other, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "plain"


def _first_orders(journey: Journey, count: int) -> Record:
    """The record of the same game, still going on."""
    record = Record(journey.match.record.head)
    record.entries = journey.match.record.entries[:count]
    return record


def undo_is_fair(journey: Journey) -> None:
    """Undo gives back the exact state before harmless orders and never crosses anything else."""
    game, case = journey.game, journey.case
    match = Match(game, case.setup, case.chance(), str(case))
    players = SeededChance(case.seed ^ PLAYERS ^ 1)
    earlier: list[tuple[State, str]] = []
    for number in range(1, UNDO_STRETCH):
        step = match.step
        if step is None:
            break
        order = game.offers(match.state).sample(players)
        before, chain = match.state.copy(), match.record.chain
        events = match.play(order)
        after = match.step
        crossed = (
            bool(match.record.entries[-1].draws)
            or any(event.reveals for event in events)
            or after is None
            or after.side != step.side
        )
        earlier = [] if crossed else [*earlier, (before, chain)]
        where = f"{case}, order {number}: {named(order)}"
        assert match.can_undo == bool(earlier), where
        if not earlier:
            with pytest.raises(CannotUndo):
                match.undo()
        elif players.pick(3, "take back") == 0:
            _take_back(match, earlier, players.pick(len(earlier), "how many") + 1, where)
    verify(game, read_record(list(match.record.lines())))


def _take_back(match: Match, earlier: list[tuple[State, str]], count: int, where: str) -> None:
    for _ in range(count):
        state, chain = earlier.pop()
        match.undo()
        assert digest(match.state) == digest(state), where
        assert match.record.chain == chain, where
