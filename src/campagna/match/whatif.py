"""What if: a position script, laid out and played with given dice.

A script is a JSON object: which game, a position (whole or partial, or none for the normal start),
the dice to come and the orders to try. Everything in it is checked before anything is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from campagna.core.chance import ChanceError, ScriptedChance
from campagna.core.contract import (
    INPUT_FAULTS,
    SPECTATOR,
    BadPosition,
    Event,
    Forecast,
    Game,
    Order,
    Outcome,
    Refusal,
    Refused,
    Setup,
    State,
    Step,
    Text,
    View,
)
from campagna.core.messages import load_messages
from campagna.core.numbered import UnknownName, named, numbered
from campagna.core.offers import Offer
from campagna.core.position_check import laid_out
from campagna.core.tabletop import Marker, OnTable, Score, Tabletop
from campagna.games.registry import load_game
from campagna.match.expectations import Unmet, happened, judged
from campagna.match.laying_out import Change, corrections
from campagna.match.script import NOTHING, Expected, Script, ScriptError, read_script
from campagna.match.strict_json import decode_fields, decode_order, decode_strictly, order_kinds

__all__ = ["ScriptError", "Trial", "Tried", "WhatIf", "read_script"]


class Attempt(msgspec.Struct, frozen=True):
    """An order of the script, by `side` if it says so, else by whoever is to decide."""

    order: Order
    side: str | None = None


class Tried(msgspec.Struct, frozen=True):
    """What became of one order. `refusal` holds the same as `rule` and `reason`, not yet in words."""

    order: Order
    side: str | None
    """Who gave it; None once the game is over."""
    accepted: bool
    rule: str | None
    reason: str | None
    events: tuple[Event, ...]
    refusal: Refusal | None = None
    sums: dict[str, Any] = {}
    """Of an order with dice: how its odds come about, line by line, each with its rule."""

    @property
    def mistaken(self) -> bool:
        """Bad input rather than a move against a rule: out of turn, or naming what is not there."""
        if self.accepted:
            return False
        return self.refusal is None or self.refusal.reason in INPUT_FAULTS


class Trial(msgspec.Struct, frozen=True):
    """The script played: every order with its fate, then where the game stands."""

    steps: tuple[Tried, ...]
    position: Any
    step: Step | None
    offers: tuple[Offer, ...] | None
    outcome: Outcome | None
    dice_left: tuple[int, ...]
    corrections: tuple[Change, ...] = ()
    """Step 0: what laying out the position removed or corrected."""
    orders_left: int = 0
    """Orders not played because of `until` or `stop_after`."""
    named: Any = None
    """The position once more, with names instead of the numbers of units and hexes."""
    scores: tuple[Score, ...] = ()
    markers: tuple[Marker, ...] = ()
    unmet: tuple[Unmet, ...] = ()
    """What the script expects and did not find."""


def _out_of_turn(step: Step | None, attempt: Attempt) -> Text | None:
    """Why nobody, or somebody else, is to give an order now."""
    if step is None:
        return {"it": "la partita è finita", "en": "the game is over"}
    if attempt.side is None or attempt.side == step.side:
        return None
    return {
        "it": f"non decide {attempt.side}: ora decide {step.side}",
        "en": f"{attempt.side} does not decide now: {step.side} does",
    }


class WhatIf:
    """A script laid out on the table, its orders understood but not yet played."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.game: Game[Any] = load_game(script.game)
        self.setup = self.game.new_setup(script.scenario, script.options)
        self.attempts = self._understood(script.orders, "orders")
        self.legal = self._understood(script.legal, "legal")
        refused = tuple(given.order for given in script.refused)
        self.refused = self._understood(refused, "refused")
        self.chance = ScriptedChance(script.dice, script.draws)
        self.corrections: tuple[Change, ...] = ()
        self.state = self._laid_out(script.position)
        self.until = self._until(script.until)
        self.chance.take_log()

    def _understood(self, orders: Sequence[msgspec.Raw], where: str) -> tuple[Attempt, ...]:
        return tuple(
            _attempt(self.game, self.setup, raw, f"{where}[{i}]") for i, raw in enumerate(orders)
        )

    def _until(self, phase: str) -> int | None:
        if not phase:
            return None
        known = list(self.game.names(self.setup, {}).get("phase", ()))
        if phase not in known:
            raise ScriptError(f"until: no phase '{phase}'; choose one of: {', '.join(known)}")
        return known.index(phase)

    def _laid_out(self, position: msgspec.Raw) -> State:
        try:
            if bytes(position) == bytes(NOTHING):
                state: State = self.game.start(self.setup, self.chance)
            else:
                written = decode_fields(position, "position", ScriptError)
                known = self._read(written)
                state = laid_out(self.game, self.setup, known, self.chance)
                self.corrections = corrections(written, known, self.game.describe(state))
        except (BadPosition, ChanceError) as problem:
            raise ScriptError(f"position: {problem}") from None
        return state

    def _read(self, written: dict[str, Any]) -> Any:
        """The position as the game has it: what people call by its name has its number."""
        kind = self.game.position_type
        try:
            plain = numbered(written, kind, self.game.names(self.setup, written))
        except UnknownName as problem:
            raise ScriptError(f"position{problem}") from None
        return decode_strictly(msgspec.json.encode(plain), kind, "position", ScriptError)

    def play(self, language: str) -> Trial:
        """Play the orders one by one; a refused one changes nothing and the next is tried."""
        unmet = self._judged(language)
        steps: list[Tried] = []
        for number, attempt in enumerate(self.attempts):
            if sum(tried.accepted for tried in steps) == self.script.stop_after:
                break
            before = self._phase()
            tried = self._try_order(number, attempt, language)
            steps.append(tried)
            unmet += self._compared(number, tried)
            if before != self.until is not None and self._reached(tried):
                break
        return self._trial(tuple(steps), tuple(unmet))

    def _trial(self, steps: tuple[Tried, ...], unmet: tuple[Unmet, ...]) -> Trial:
        step = self.game.step(self.state)
        position = self.game.describe(self.state)
        plain = msgspec.to_builtins(position)
        table = self.table(position)
        return Trial(
            steps=steps,
            position=position,
            step=step,
            offers=None if step is None else tuple(self.game.offers(self.state)),
            outcome=self.game.outcome(self.state),
            dice_left=tuple(self.chance.dice),
            corrections=self.corrections,
            orders_left=len(self.attempts) - len(steps),
            named=named(plain, self.game.position_type, self.game.names(self.setup, plain)),
            scores=() if table is None else table.scores,
            markers=() if table is None else table.markers,
            unmet=unmet,
        )

    def table(self, position: Any) -> Tabletop | None:
        """The table with nothing hidden; None for a game that has none."""
        if not isinstance(self.game, OnTable):
            return None
        view = View(SPECTATOR, self.setup, self.game.step(self.state), position)
        return self.game.tabletop(view)

    def _reached(self, tried: Tried) -> bool:
        """Whether the phase of `until` has come. One in which nobody has anything to decide goes by."""
        began = (getattr(event, "phase", None) for event in tried.events)
        return self._phase() == self.until or self.script.until in began

    def _phase(self) -> int:
        phase: int = getattr(self.state, "phase", -1)
        return phase

    def _judged(self, language: str) -> list[Unmet]:
        """What the script says of orders that are judged at the start and not played."""
        unmet: list[Unmet] = []
        for number, attempt in enumerate(self.legal):
            judged_as = self._refused(attempt, language)
            unmet += judged(f"legal[{number}]", Expected(), judged_as.refusal, judged_as.rule)
        for number, (attempt, given) in enumerate(
            zip(self.refused, self.script.refused, strict=True)
        ):
            judged_as = self._refused(attempt, language)
            wanted = Expected(given.rule, given.reason)
            unmet += judged(f"refused[{number}]", wanted, judged_as.refusal, judged_as.rule)
        return unmet

    def _compared(self, number: int, tried: Tried) -> list[Unmet]:
        if number >= len(self.script.expect):
            return []
        where, expected = f"expect[{number}]", self.script.expect[number]
        unmet = judged(where, expected, tried.refusal, tried.rule)
        if not unmet and expected.rule is None and not tried.accepted:
            # Once the game is over no rule refuses it, and still it was not played.
            unmet = [Unmet(where, "played", tried.reason)]
        if unmet or not tried.accepted:
            return unmet
        position = self.game.describe(self.state)
        return happened(where, expected, tried.events, tried.sums, position)

    def _refused(self, attempt: Attempt, language: str) -> Tried:
        """The order as it would be answered now; accepted, if the rules allow it."""
        step = self.game.step(self.state)
        side = attempt.side or (step.side if step else None)
        out_of_turn = _out_of_turn(step, attempt)
        if out_of_turn is not None:
            rule = step.rule if step else None
            return Tried(attempt.order, side, False, rule, out_of_turn[language], ())
        refusal = self.game.refusal(self.state, attempt.order)
        if refusal is None:
            return Tried(attempt.order, side, True, None, None, ())
        words = load_messages(self.game.home).refusal(refusal, language)
        return Tried(attempt.order, side, False, refusal.rule, words, (), refusal)

    def _try_order(self, index: int, attempt: Attempt, language: str) -> Tried:
        tried = self._refused(attempt, language)
        if not tried.accepted:
            return tried
        forecast = self.game.forecast(self.state, attempt.order)
        try:
            if self.until is None:
                events = self.game.play(self.state, attempt.order, self.chance)
            else:
                events = self.game.play_until(self.state, attempt.order, self.chance, self.until)
        except ChanceError as problem:
            raise ScriptError(f"orders[{index}]: {problem}") from None
        sums = forecast.sums if len(forecast.lines) > 1 or "odds" in forecast.sums else {}
        return msgspec.structs.replace(tried, events=tuple(events), sums=sums)

    def forecast(self, language: str) -> tuple[Order, Forecast]:
        """The first order and its exact table. Raises `ScriptError` where there is none."""
        if not self.attempts:
            raise ScriptError('no order to forecast: put one in "orders"')
        attempt = self.attempts[0]
        out_of_turn = _out_of_turn(self.game.step(self.state), attempt)
        if out_of_turn is not None:
            raise ScriptError(f"orders[0]: {out_of_turn[language]}")
        try:
            return attempt.order, self.game.forecast(self.state, attempt.order)
        except Refused as refused:
            refusal = refused.refusal
            words = load_messages(self.game.home).refusal(refusal, language)
            raise ScriptError(f"orders[0] is refused: {words} [{refusal.rule}]") from None


def _attempt(game: Game[Any], setup: Setup, raw: msgspec.Raw, where: str) -> Attempt:
    """An order with the side that gives it, which is no field of the order itself."""
    fields = decode_fields(raw, where, ScriptError)
    side: str | None = None
    if "side" in fields and not _has_side(game, fields.get("order")):
        side = fields.pop("side")
        sides = game.scenario(setup).sides
        if side not in sides:
            raise ScriptError(f"{where}.side: no side {side!r}; there are: {', '.join(sides)}")
        raw = msgspec.Raw(msgspec.json.encode(fields))
    return Attempt(decode_order(raw, game.order_type, where, ScriptError), side)


def _has_side(game: Game[Any], tag: object) -> bool:
    """Whether the game's own order of this name has a field called side."""
    kind = order_kinds(game.order_type).get(str(tag))
    return kind is not None and "side" in kind.__struct_encode_fields__
