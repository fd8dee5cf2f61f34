"""The match service: lets orders through one gate.

session, seat, over, turn, version, schema, rules, apply: each check in this order, each refusal a
`Rejected` that leaves the match as it was. A change is committed before anybody hears of it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from campagna.core.blocks import BlockAsk
from campagna.core.contract import (
    Event,
    Game,
    Order,
    Refused,
    Step,
    Text,
)
from campagna.core.offers import Offer
from campagna.core.record import AGREEMENT, RESIGNATION, RULES, Ending, Signed, ended_early
from campagna.core.ruler import Mark, Measurement, Measures
from campagna.core.tabletop import Spot, Survey
from campagna.match.bot_reasons import equals, reason
from campagna.match.engines import SECONDS
from campagna.match.errors import Rejected
from campagna.match.history import Line
from campagna.match.match import CannotUndo
from campagna.match.questions import BlockDraft, Check, block, checks, ideas, survey
from campagna.match.replaying import events_to_bytes
from campagna.match.salted import Seal, check_bytes, signed_order
from campagna.match.seating import Seating
from campagna.match.session import ENGINE_LOCK, HUMAN, NOBODY, Session, state_to_bytes
from campagna.match.standing import Job
from campagna.match.storage import Change, Conflict, StoredEntry, StoreFailed
from campagna.match.strict_json import decode_order
from campagna.match.views import render_refusal, rulebook

_log = logging.getLogger(__name__)


class Malformed(ValueError):
    """The order is not one of this game."""


T = TypeVar("T")
Think = Callable[[str, str, bytes, str], T]
"""A long question about a seat's position: the match, the game, the state, the side."""


class Gate(Seating):
    """Every change of a match goes through here."""

    # --- the gate -----------------------------------------------------------------------------------

    def order(
        self, id_: str, token: str, version: int, order: msgspec.Raw, seal: Seal | None = None
    ) -> tuple[Session, str, tuple[Event, ...]]:
        """`seal`: its salt and signature, in a match with salted dice."""
        live, side = self.seated(id_, token, version)
        with live.lock:
            return live, side, self._pass(live, side, version, bytes(order), seal=seal)

    def computer_order(
        self, id_: str, side: str, version: int, order: bytes, why: Text | None = None
    ) -> None:
        """The order of a computer seat passes the same gate; it may say why it gives it."""
        live = self.live(id_)
        if live.kept.version != version:
            self.catch_up(live)
        with live.lock:
            self._pass(live, side, version, order, why, is_computer=True)

    def _pass(
        self,
        live: Session,
        side: str,
        version: int,
        raw: bytes,
        why: Text | None = None,
        seal: Seal | None = None,
        *,
        is_computer: bool = False,
    ) -> tuple[Event, ...]:
        _check_turn(live, side)
        _check_version(live, version)
        order = read_order(live.game, raw)
        signed = self._signed(live, side, raw, seal, is_computer)
        before = _equals(live, side) if why else frozenset()
        try:
            events = live.play(order, signed)
        except Refused as refused:
            raise _refused(live.game, refused) from None
        except BaseException:
            # A fault inside the game may have left half a move in memory.
            self._forget(live)
            raise
        status = live.kept.status
        if status.stop_offered_by not in ("", side):
            # Who plays on instead of answering has declined.
            status = msgspec.structs.replace(status, stop_offered_by="")
        with ENGINE_LOCK:
            step, outcome = live.match.step, live.match.outcome
        status = msgspec.structs.replace(
            status,
            step=step,
            outcome=outcome,
            ended=RULES if outcome else "",
            keys=dict(live.match.record.keys),
        )
        kept_reason = reason(why, before, _equals(live, side)) if why else None
        line = Line(live.kept.version + 1, live.history[-1], events, kept_reason)
        self._commit(
            live,
            Change(
                status=status,
                standing=live.standing(),
                line=StoredEntry(line.version, line.entry, kept_reason, events_to_bytes(events)),
                mark=live.due_mark(),
                job=self._turn_of_a_computer(live, side, step),
            ),
        )
        live.history.amend(line)
        return events

    def _turn_of_a_computer(self, live: Session, side: str, step: Step | None) -> Job | None:
        """The job for the seat that this order hands over to, if a computer thinks elsewhere."""
        if self.jobs is None or step is None or step.side == side:
            return None
        if live.kept.seats[step.side].kind in (HUMAN, NOBODY):
            return None
        job: Job = self.jobs(live.kept, step, live.kept.version + 1)
        return job

    def _signed(
        self, live: Session, side: str, raw: bytes, seal: Seal | None, is_computer: bool
    ) -> Signed | None:
        """The order with its salt and signature; None where the dice are sealed by the server alone."""
        record = live.match.record
        if not record.salted:
            if seal is not None:
                raise Rejected("bad-salt", "seal: the dice of this match take none")
            return None
        check_bytes(raw)
        if is_computer:
            return self.promises.sign(record, side, raw)
        return signed_order(record, side, raw, seal)

    def _commit(self, live: Session, change: Change) -> None:
        """Memory ran ahead of a store that failed: it is thrown away and read again."""
        try:
            live.kept = self.store.keep(live.kept, change)
        except Conflict:
            self.heard(live.kept.id)
            self.catch_up(live)
            raise Rejected("stale", version=live.kept.version) from None
        except StoreFailed:
            self._forget(live)
            _log.exception("a change of match %s was not stored", live.kept.id)
            raise Rejected("no-store") from None

    def judge(self, id_: str, token: str, order: msgspec.Raw) -> Check:
        """What the order would be told, and its exact chances; nothing changes."""
        return self.check(id_, token, [order])[0]

    def check(
        self, id_: str, token: str, orders: Sequence[msgspec.Raw], *, forecasts: bool = True
    ) -> list[Check]:
        """The same for several orders, each against the match as it stands now."""
        live, side = self.seated(id_, token)
        with live.lock:
            _check_turn(live, side)
            asked = [read_order(live.game, bytes(order)) for order in orders]
            state = state_to_bytes(live.match.state)
        return self.engines.ask(SECONDS, checks, live.kept.game, state, asked, forecasts)

    def offers(self, id_: str, token: str) -> tuple[Offer, ...]:
        """What the deciding seat may order now, as typed offers."""
        live, side = self.seated(id_, token)
        with live.lock, ENGINE_LOCK:
            _check_turn(live, side)
            return tuple(live.game.offers(live.match.state))

    def ideas(self, id_: str, token: str) -> list[Order]:
        """A few orders the side may give now, drawn at random from what its view tells."""
        live, side, state = self._position(id_, token)
        return self.engines.ask(SECONDS, ideas, live.kept.game, state, side)

    def consult(self, id_: str, token: str, think: Think[T]) -> T:
        """What `think` makes of the position of the seat that is to decide; nothing changes."""
        live, side, state = self._position(id_, token)
        return self.engines.ask(SECONDS, think, id_, live.kept.game, state, side)

    def survey(self, id_: str, token: str, piece: str, path: tuple[Spot, ...]) -> Survey | None:
        """Where a piece may go next on a measured table; None where there is nothing to measure."""
        live, _, state = self._position(id_, token)
        return self.engines.ask(SECONDS, survey, live.kept.game, state, piece, path)

    def block(self, id_: str, token: str, ask: BlockAsk) -> BlockDraft | None:
        """How several pieces would go at once on a measured table, and who stops short and why."""
        live, _, state = self._position(id_, token)
        return self.engines.ask(SECONDS, block, live.kept.game, state, ask)

    def _position(self, id_: str, token: str) -> tuple[Session, str, bytes]:
        """The match, the side of this token, which is to decide, and the state."""
        live, side = self.seated(id_, token)
        with live.lock:
            _check_turn(live, side)
            return live, side, state_to_bytes(live.match.state)

    def measure(self, id_: str, token: str, a: Mark, b: Mark) -> Measurement | None:
        """What the ruler says between two ends; whoever may look may measure at any time."""
        live, side = self.enter(id_, token)
        with live.lock, ENGINE_LOCK:
            game = live.game
            if not isinstance(game, Measures):
                return None
            return game.measure(game.view(live.match.state, side), a, b)

    def undo(self, id_: str, token: str, version: int) -> tuple[Session, str]:
        live, side = self.seated(id_, token, version)
        with live.lock:
            _check_turn(live, side)
            _check_version(live, version)
            number = live.played
            try:
                live.undo()
            except CannotUndo:
                raise Rejected("cannot-undo") from None
            with ENGINE_LOCK:
                status = msgspec.structs.replace(
                    live.kept.status, step=live.match.step, keys=dict(live.match.record.keys)
                )
            change = Change(status=status, standing=live.standing(), undone=number)
            self._commit(live, change)
        return live, side

    # --- leaving ------------------------------------------------------------------------------------

    def resign(self, id_: str, token: str, version: int) -> tuple[Session, str]:
        live, side = self.seated(id_, token, version)
        with live.lock:
            _check_open(live)
            _check_version(live, version)
            self._break_off(live, RESIGNATION, side)
        return live, side

    def offer_stop(self, id_: str, token: str, version: int) -> tuple[Session, str]:
        """A computer always agrees; a person is asked."""
        live, side = self.seated(id_, token, version)
        with live.lock:
            _check_open(live)
            _check_version(live, version)
            if any(live.kept.seats[s].kind == HUMAN for s in live.sides if s != side):
                status = msgspec.structs.replace(live.kept.status, stop_offered_by=side)
                self._commit(live, Change(status=status))
            else:
                self._break_off(live, AGREEMENT, side)
        return live, side

    def accept_stop(self, id_: str, token: str, version: int) -> tuple[Session, str]:
        live, side = self.seated(id_, token, version)
        with live.lock:
            _check_open(live)
            _check_version(live, version)
            offered_by = live.kept.status.stop_offered_by
            if not offered_by:
                raise Rejected("no-offer")
            if offered_by == side:
                raise Rejected("own-offer")
            self._break_off(live, AGREEMENT, side)
        return live, side

    def stop(self, id_: str) -> None:
        """The operator ends a match; nobody wins."""
        live = self.live(id_)
        with live.lock:
            _check_open(live)
            self._break_off(live, AGREEMENT, "")

    def _break_off(self, live: Session, how: Ending, by: str) -> None:
        outcome = ended_early(live.sides, how, by)
        status = msgspec.structs.replace(
            live.kept.status, step=None, outcome=outcome, ended=how, ended_by=by, stop_offered_by=""
        )
        self._commit(live, Change(status=status))
        live.close_record()


# --- the checks of the gate -----------------------------------------------------------------------


def _check_open(live: Session) -> None:
    if live.abandoned:
        raise Rejected("no-store")
    if live.over:
        raise Rejected("over")


def _check_turn(live: Session, side: str) -> Step:
    _check_open(live)
    step = live.kept.status.step
    if step is None or step.side != side:
        raise Rejected("not-your-turn", side=step.side if step else None)
    return step


def _check_version(live: Session, version: int) -> None:
    if version != live.kept.version:
        raise Rejected("stale", version=live.kept.version)


def _equals(live: Session, side: str) -> frozenset[str]:
    with ENGINE_LOCK:
        return equals(live.game, live.match.state, side)


def read_order(game: Game[Any], raw: bytes) -> Order:
    """The order, read strictly: every field known, of the right kind, none missing."""
    try:
        order: Order = decode_order(raw, game.order_type, "order", Malformed)
    except Malformed as problem:
        raise Rejected("malformed", str(problem)) from None
    return order


def _refused(game: Game[Any], refused: Refused) -> Rejected:
    text = render_refusal(game, rulebook(game.home), refused.refusal)
    return Rejected("refused", **msgspec.structs.asdict(text))
