"""Records replay to the same states, prove their dice and notice every change; undo is fair."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from campagna.core.chance import Chance, SeededChance
from campagna.core.contract import Event, Game, Order, State, digest
from campagna.core.proof import Replay, verify
from campagna.core.record import Record, RecordError
from campagna.core.record_file import load_record, read_record
from campagna.laws.cases import SEALED_SEED
from campagna.laws.plain_kernels import PlainKernels
from campagna.laws.random_walk import PLAYERS, RandomWalk, located, named
from campagna.match.match import CannotUndo, Match

DAMAGED_RECORD = 40
FLIPPED_BITS = (0x01, 0x20, 0x80)
OTHER_BACKEND_RECORD = 300
OWN_DICE = 300
"""So many orders are replayed from the draws that stand in the record; the proof replays all."""
UNDO_STRETCH = 400


def the_record_proves_its_dice(walk: RandomWalk) -> None:
    """With the dice of its seed or secret it leads to the same events and states, to the end."""
    watched = Watched(walk)
    record = read_record(list(walk.match.record.lines()))
    proof = verify(watched.game, record)
    assert watched.played == proof.orders == len(walk.moments)
    assert proof.finished
    assert proof.outcome == walk.match.outcome
    assert proof.dice == ("sealed" if walk.case.seed == SEALED_SEED else "seed")


class Watched:
    """The game of a walk, which compares every order that is replayed with its moment."""

    def __init__(self, walk: RandomWalk) -> None:
        self.played = 0
        kind = type(walk.game)
        self.game: Game[Any] = type(kind.__name__, (kind,), {"play": self._play})()
        self._walk = walk
        self._sample = {moment.number for moment in walk.sample(4)}

    def _play(self, state: State, order: Order, chance: Chance) -> list[Event]:
        moment = self._walk.moments[self.played]
        with located(moment):
            if moment.number in self._sample:
                assert digest(state) == digest(moment.state)
            events = self._walk.game.play(state, order, chance)
            assert order == moment.order
            assert events == list(moment.events)
        self.played += 1
        return events


def the_record_replays_from_its_own_dice(walk: RandomWalk, folder: Path) -> None:
    """Written and read again, it needs neither seed nor secret: its draws stand in it."""
    saved = folder / "game.campagna"
    walk.match.record.save(saved)
    record = load_record(saved)
    assert list(record.lines()) == list(walk.match.record.lines())
    replay = Replay(walk.game, record)
    replay.run(min(OWN_DICE, len(record.entries)))
    after = (*(moment.state for moment in walk.moments), walk.match.state)[replay.played]
    assert digest(replay.state) == digest(after)


def a_changed_byte_is_noticed(walk: RandomWalk) -> None:
    """Wherever a byte of the file is changed, reading or verifying it says so."""
    record = _first_orders(walk, DAMAGED_RECORD)
    text = b"".join(line + b"\n" for line in record.lines())
    verify(walk.game, read_record(text.splitlines()))
    chance = SeededChance(walk.case.seed)
    head = text.index(b"\n")
    places = [chance.pick(head, "byte of the head") for _ in range(12)]
    places += [chance.pick(len(text), "byte") for _ in range(24)]
    for number, place in enumerate(places):
        changed = bytearray(text)
        changed[place] ^= FLIPPED_BITS[number % len(FLIPPED_BITS)]
        try:
            verify(walk.game, read_record(bytes(changed).splitlines()))
        except RecordError:
            continue
        except Exception as problem:
            problem.add_note(f"{walk.case}: byte {place} changed, {_around(changed, place)}")
            raise
        pytest.fail(f"{walk.case}: byte {place} changed unnoticed, {_around(changed, place)}")


def _around(text: bytes | bytearray, place: int) -> str:
    return f"near {bytes(text[max(0, place - 20) : place + 20])!r}"


def a_cut_record_is_noticed(walk: RandomWalk) -> None:
    lines = list(walk.match.record.lines())
    with pytest.raises(RecordError, match=f"line {len(lines)} is damaged or cut off"):
        read_record([*lines[:-1], lines[-1][: len(lines[-1]) // 2]])
    with pytest.raises(RecordError, match="orders"):
        read_record([*lines[:-2], lines[-1]])


def the_other_kernels_verify_it_too(
    walk: RandomWalk, folder: Path, plain_kernels: PlainKernels
) -> None:
    """The compiled and the plain kernels lead to the same states, order by order."""
    saved = folder / "game.campagna"
    _first_orders(walk, OTHER_BACKEND_RECORD).save(saved)
    assert plain_kernels.verify(walk.game, saved) == "verified"


def _first_orders(walk: RandomWalk, count: int) -> Record:
    """The record of the same game, still going on."""
    record = Record(walk.match.record.head)
    record.entries = walk.match.record.entries[:count]
    return record


def undo_is_fair(walk: RandomWalk) -> None:
    """Undo gives back the exact state before harmless orders and never crosses anything else."""
    game, case = walk.game, walk.case
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
            or any(event.bars_undo for event in events)
            or after is None
            or after.side != step.side
        )
        earlier = [] if crossed else [*earlier, (before, chain)]
        where = f"{case}, order {number}: {named(order)}"
        assert match.can_undo == bool(earlier), where
        assert bool(match.undo_barred) != match.can_undo, where
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
