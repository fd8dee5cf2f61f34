"""What if: a position script, laid out and played with given dice.

A script is a JSON object: which game, a position (whole or partial, or none for the normal start),
the dice to come and the orders to try. Everything in it is checked before anything is played.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from campagna.core.chance import ChanceError, ScriptedChance
from campagna.core.contract import (
    INPUT_FAULTS,
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
)
from campagna.core.messages import load_messages
from campagna.core.offers import Offer
from campagna.games.registry import load_game
from campagna.match.strict_json import decode_fields, decode_order, decode_strictly, order_kinds

_NOTHING = msgspec.Raw(b"null")


class ScriptError(ValueError):
    """The script cannot be read or played; the message names the place in it."""


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The script as written. Position and orders wait for the game to say what they must be."""

    game: str
    scenario: str | None = None
    options: dict[str, bool | str] = {}
    position: msgspec.Raw = _NOTHING
    """Left out or null: the normal start."""
    dice: tuple[int, ...] = ()
    draws: tuple[int, ...] = ()
    orders: tuple[msgspec.Raw, ...] = ()


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


def read_script(text: bytes) -> Script:
    """Raises `ScriptError`, with line and column where the text is not JSON."""
    try:
        json.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError as problem:
        raise ScriptError(f"not UTF-8 text (byte {problem.start})") from None
    except json.JSONDecodeError as problem:
        where = f"line {problem.lineno}, column {problem.colno}"
        raise ScriptError(f"malformed JSON at {where}: {problem.msg}") from None
    except ValueError as problem:
        raise ScriptError(f"malformed JSON: {problem}") from None
    except RecursionError:
        raise ScriptError("malformed JSON: nested too deeply") from None
    script: Script = decode_strictly(
        text.removeprefix(b"\xef\xbb\xbf"), Script, "script", ScriptError
    )
    return script


class WhatIf:
    """A script laid out on the table, its orders understood but not yet played."""

    def __init__(self, script: Script) -> None:
        self.game: Game[Any] = load_game(script.game)
        self.setup = self.game.new_setup(script.scenario, script.options)
        self.attempts = tuple(
            _attempt(self.game, self.setup, raw, f"orders[{i}]")
            for i, raw in enumerate(script.orders)
        )
        self.chance = ScriptedChance(script.dice, script.draws)
        self.state = self._laid_out(script.position)
        self.chance.take_log()

    def _laid_out(self, position: msgspec.Raw) -> State:
        try:
            if bytes(position) == bytes(_NOTHING):
                state: State = self.game.start(self.setup, self.chance)
            else:
                known = decode_strictly(position, self.game.position_type, "position", ScriptError)
                state = self.game.arrange(self.setup, known, self.chance)
                self._probe(state)
        except (BadPosition, ChanceError) as problem:
            raise ScriptError(f"position: {problem}") from None
        return state

    def _probe(self, state: State) -> None:
        """A position may be whole and still be one that no game can be in: say so, whatever fails."""
        try:
            if self.game.step(state) is not None:
                tuple(self.game.offers(state))
            self.game.describe(state)
        except Exception as problem:
            error = f"{type(problem).__name__}: {problem}"
            raise BadPosition(f"nobody can play on from it ({error})") from problem

    def play(self, language: str) -> Trial:
        """Play the orders one by one; a refused one changes nothing and the next is tried."""
        steps = tuple(self._try_order(i, a, language) for i, a in enumerate(self.attempts))
        step = self.game.step(self.state)
        return Trial(
            steps=steps,
            position=self.game.describe(self.state),
            step=step,
            offers=None if step is None else tuple(self.game.offers(self.state)),
            outcome=self.game.outcome(self.state),
            dice_left=tuple(self.chance.dice),
        )

    def _try_order(self, index: int, attempt: Attempt, language: str) -> Tried:
        step = self.game.step(self.state)
        side = attempt.side or (step.side if step else None)
        out_of_turn = _out_of_turn(step, attempt)
        if out_of_turn is not None:
            rule = step.rule if step else None
            return Tried(attempt.order, side, False, rule, out_of_turn[language], ())
        refusal = self.game.refusal(self.state, attempt.order)
        if refusal is not None:
            words = load_messages(self.game.home).refusal(refusal, language)
            return Tried(attempt.order, side, False, refusal.rule, words, (), refusal)
        try:
            events = self.game.play(self.state, attempt.order, self.chance)
        except ChanceError as problem:
            raise ScriptError(f"orders[{index}]: {problem}") from None
        return Tried(attempt.order, side, True, None, None, tuple(events))

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
