"""Whoever asks which process: what a match does is what one copy of it would do.

Three gates with memories of their own share a store. Every order, undo, offer and resignation goes to
any of them, and a truth in one piece does the same; nothing ever differs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from campagna.core.chance import SealedChance, UnrecordedChance
from campagna.core.contract import SPECTATOR, digest
from campagna.core.proof import verify
from campagna.core.record_file import read_record
from campagna.games.registry import load_game
from campagna.match.database import open_engine
from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.match.match import Match
from campagna.match.storage import Store
from campagna.match.views import log, snapshot
from tests.match.databases import BACKENDS, fresh_database
from tests.match.fixtures import FORDS, GUDERIAN, SIDES, hot_seat, raw

GATES = st.integers(0, 2)


class Truth(RuleBasedStateMachine):
    """The match in one piece, beside the one that three gates keep."""

    stores: ClassVar[list[Store]] = []
    game = FORDS

    def __init__(self) -> None:
        super().__init__()
        self.gates = [Gate(store) for store in self.stores]

    @initialize(gate=GATES)
    def begin(self, gate: int) -> None:
        created = self.gates[gate].create(hot_seat(self.game), ())
        self.id, self.tokens = created.match, created.tokens
        kept = self.gates[gate].live(self.id).kept
        game = load_game(self.game)
        self.truth = Match(game, kept.head.setup, SealedChance(kept.secret, self.id), self.id)
        self.version = 0
        self.offered_by, self.ended = "", ""

    @property
    def side(self) -> str:
        step = self.truth.step
        assert step is not None
        return step.side

    def going_on(self) -> bool:
        return not self.ended and self.truth.step is not None

    def change(self, what: Any, gate: int, *given: Any) -> None:
        what(self.gates[gate], *given)
        self.version += 1

    @precondition(going_on)
    @rule(gate=GATES, seed=st.integers(0, 999))
    def order(self, gate: int, seed: int) -> None:
        order = self.truth.game.offers(self.truth.state).sample(UnrecordedChance(seed))
        side = self.side
        self.change(Gate.order, gate, self.id, self.tokens[side], self.version, raw(order))
        self.truth.play(order)
        if self.offered_by != side:
            self.offered_by = ""

    @precondition(going_on)
    @rule(gate=GATES)
    def undo(self, gate: int) -> None:
        if self.truth.can_undo:
            self.change(Gate.undo, gate, self.id, self.tokens[self.side], self.version)
            self.truth.undo()
        else:
            with pytest.raises(Rejected, match="cannot-undo"):
                self.gates[gate].undo(self.id, self.tokens[self.side], self.version)

    @precondition(going_on)
    @rule(gate=GATES, seed=st.integers(0, 999), late=st.integers(1, 3))
    def overtaken(self, gate: int, seed: int, late: int) -> None:
        """An order for a version that is gone changes nothing, whatever its process remembers."""
        order = self.truth.game.offers(self.truth.state).sample(UnrecordedChance(seed))
        with pytest.raises(Rejected, match="stale"):
            self.gates[gate].order(self.id, self.tokens[self.side], self.version - late, raw(order))

    @precondition(going_on)
    @rule(gate=GATES, mine=st.booleans())
    def offer(self, gate: int, mine: bool) -> None:
        side = self.side if mine else next(s for s in SIDES[self.game] if s != self.side)
        self.change(Gate.offer_stop, gate, self.id, self.tokens[side], self.version)
        self.offered_by = side

    @precondition(going_on)
    @rule(gate=GATES, dice=st.integers(0, 9), resign=st.booleans())
    def leave(self, gate: int, dice: int, resign: bool) -> None:
        """Now and then a match is broken off, so that most are played for some time."""
        if dice:
            return
        if resign:
            self.change(Gate.resign, gate, self.id, self.tokens[self.side], self.version)
            self.ended = "resignation"
        elif self.offered_by:
            other = next(s for s in SIDES[self.game] if s != self.offered_by)
            self.change(Gate.accept_stop, gate, self.id, self.tokens[other], self.version)
            self.ended = "agreement"

    @rule(gate=GATES)
    def forgotten(self, gate: int) -> None:
        """A process that was started again remembers nothing."""
        self.gates[gate] = Gate(self.stores[gate])

    @rule(gate=GATES)
    def looked_at(self, gate: int) -> None:
        """Any of them tells the truth, however long it has not looked."""
        live, _ = self.gates[gate].enter(self.id, self.tokens[SPECTATOR])
        assert live.kept.version == self.version
        assert digest(live.match.state) == digest(self.truth.state)
        assert live.match.record.chain == self.truth.record.chain
        assert live.match.undoable == self.truth.undoable
        assert live.kept.status.stop_offered_by == ("" if self.ended else self.offered_by)
        assert live.over == bool(self.ended or self.truth.step is None)
        shot = snapshot(live, SPECTATOR)
        assert shot.log_length == len(self.truth.record.entries)
        lines = log(live, SPECTATOR, 1)
        assert [line.side for line in lines] == [e.side for e in self.truth.record.entries]

    @invariant()
    def never_two(self) -> None:
        """The row is at the version that was acknowledged last."""
        if hasattr(self, "id"):
            assert self.stores[0].shelf.version(self.id) == self.version

    def teardown(self) -> None:
        if hasattr(self, "id"):
            tokens = [self.tokens[side] for side in SIDES[self.game]]
            text = self.gates[0].record(self.id, tokens)
            record = read_record(text.splitlines())
            assert list(record.entries) == list(self.truth.record.entries)
            verify(self.truth.game, record)
            entered = [g.enter(self.id, self.tokens[SPECTATOR])[0] for g in self.gates]
            known = [msgspec.json.encode(log(live, SPECTATOR, 1)) for live in entered]
            assert len(set(known)) == 1


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("game", [FORDS, GUDERIAN])
def test_many_gates_are_one_match(backend: str, game: str, tmp_path: Path) -> None:
    with fresh_database(backend, tmp_path) as url:
        # Each has an engine of its own, as processes do.
        stores = [Store(open_engine(url)) for _ in range(3)]
        run_state_machine_as_test(
            type("Machine", (Truth,), {"stores": stores, "game": game}),
            settings=settings(
                max_examples=8,
                stateful_step_count=30,
                deadline=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            ),
        )
        for store in stores:
            store.close()
