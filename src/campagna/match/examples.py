"""Worked examples of a game: scripts that show a rule, what becomes of their orders, a table to try them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, Forecast, Game, Order, Refusal, State, Text
from campagna.core.messages import Messages, load_messages
from campagna.match.event_text import event_text
from campagna.match.script import Script, read_script
from campagna.match.whatif import WhatIf


class Fate(msgspec.Struct, frozen=True):
    """What becomes of an order of an example."""

    order: Order
    name: Text
    """The kind of order."""
    allowed: bool
    text: Text
    """What happens, the chances of what may happen, or why the rules forbid it."""
    rule: str = ""
    """The rule that forbids it, or by which it happens."""


class Example(msgspec.Struct, frozen=True):
    id: str
    script: Script

    @property
    def rule(self) -> str:
        return self.script.rule or self.id


def examples_folder() -> Path:
    """Inside an installed package, or in the checkout this program runs from."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "examples"
    return installed if installed.is_dir() else package.parents[1] / "docs" / "examples"


@lru_cache
def examples(slug: str) -> tuple[Example, ...]:
    """All of a game, in the order of their names. Raises `ScriptError` for a file that is wrong."""
    found = sorted((examples_folder() / slug).glob("*.json"))
    return tuple(Example(path.stem, read_script(path.read_bytes())) for path in found)


def find_example(slug: str, id_: str) -> Example | None:
    return next((example for example in examples(slug) if example.id == id_), None)


def fates(laid: WhatIf) -> tuple[Fate, ...]:
    """The orders that the script has judged at its start, else those that it plays, one after the other."""
    judged = [attempt.order for attempt in (*laid.legal, *laid.refused)]
    if judged:
        return tuple(_fate(laid.game, laid.state.copy(), order) for order in judged)
    played: list[Fate] = []
    state = laid.state.copy()
    for attempt in laid.attempts:
        # A refused order changes nothing, so the next one is judged on the same table.
        step = laid.game.step(state)
        if step is None or attempt.side not in (None, step.side):
            break
        played.append(_fate(laid.game, state, attempt.order))
        if played[-1].allowed and _rolls(laid.game.forecast(state, attempt.order)):
            break
        if played[-1].allowed:
            laid.game.play(state, attempt.order, SeededChance(0))
    return tuple(played)


def _fate(game: Game[State], state: State, order: Order) -> Fate:
    messages = load_messages(game.home)
    name = _name(messages, order)
    refusal = game.refusal(state, order)
    if refusal is not None:
        return Fate(order, name, False, _refused(messages, refusal), refusal.rule)
    forecast = game.forecast(state, order)
    if _rolls(forecast):
        return Fate(order, name, True, _chances(messages, forecast), forecast.rule)
    events = game.play(state.copy(), order, SeededChance(0))
    own = [event for event in events if not event.sequel]
    said = {x: " ".join(event_text(messages, event, x) for event in own[:3]) for x in LANGUAGES}
    return Fate(order, name, True, said, own[0].rule if own else forecast.rule)


def _rolls(forecast: Forecast) -> bool:
    return len(forecast.lines) > 1


def _name(messages: Messages, order: Order) -> Text:
    tag = str(order.__struct_config__.tag)
    said = messages.tables.get("order", {}).get(tag)
    return said if said is not None else {x: tag.replace("-", " ") for x in LANGUAGES}


def _refused(messages: Messages, refusal: Refusal) -> Text:
    return {language: messages.refusal(refusal, language) for language in LANGUAGES}


def _chances(messages: Messages, forecast: Forecast) -> Text:
    def said(language: str) -> str:
        space = " " if language == "it" else ""
        return ", ".join(
            f"{messages.result(line, language)} {line.probability * 100:.0f}{space}%"
            for line in forecast.lines
        )

    return {language: said(language) for language in LANGUAGES}
