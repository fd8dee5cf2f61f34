"""Nobody reads a raw name: everything the games say, in random games, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from campagna.cli.language import speak
from campagna.cli.offer_text import OfferText
from campagna.cli.order_text import Wording
from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, Game, Offers, Order, Setup, State
from campagna.core.messages import Messages, load_messages
from campagna.core.rulebook import load_rulebook
from campagna.core.tabletop import OnTable, Tabletop
from campagna.hexes.board import Board
from campagna.match.event_text import event_text
from tests.laws.cases import all_slugs, game_of
from tests.words.raw_names import RAW, Sieve

ORDERS = {"alto-comando": 50}
"""How long a game is watched; those of nine campaigns are alike."""
USUAL = 240
EVERY = 40
"""Every so many orders the whole table is read."""


def test_no_game_says_a_raw_name() -> None:
    """One function for all, so that a failure lists everything at once."""
    problems = [report for slug in all_slugs() if (report := _watch(game_of(slug)))]
    assert not problems, "\n".join(problems)


def _watch(game: Game[Any]) -> str:
    messages = load_messages(game.home)
    sieve = Sieve(program_names(messages))
    for scenario in game.scenarios:
        _play(game, messages, Setup(scenario.id), sieve)
    return f"{game.slug}\n{sieve.report()}" if sieve.found else ""


def program_names(messages: Messages) -> frozenset[str]:
    """Ids of units, and keys that do not look like words; what is its own name is none of them."""
    units = messages.tables.get("unit", {})
    words = messages.tables.get("word", {})
    keys = {k: words[k] for k in words if any(c in k for c in "_.") or k[-1:].isdigit()}
    return frozenset(k for k, text in {**units, **keys}.items() if k not in text["en"])


def _play(game: Game[Any], messages: Messages, setup: Setup, sieve: Sieve) -> None:
    state = game.start(setup, SeededChance(4))
    dice, whim = SeededChance(5), SeededChance(6)
    old: list[Order] = []
    for number in range(ORDERS.get(game.slug, USUAL)):
        step = game.step(state)
        if step is None:
            return
        _say(sieve, "prompt", lambda language: messages.prompt(step, language))  # noqa: B023
        offers = game.offers(state)
        if number % EVERY == 0:
            _read_table(game, messages, state, step.side, sieve)
            _read_offers(OfferText(messages, game.order_type), offers, sieve)
        order = offers.sample(whim)
        _read_orders(game, messages, state, [order, *old], sieve)
        old = [*old[-2:], order]
        for event in game.play(state, order, dice):
            tag = str(event.__struct_config__.tag)
            _say(sieve, f"event {tag}", lambda language: event_text(messages, event, language))  # noqa: B023


def _say(sieve: Sieve, where: str, said: Any) -> None:
    sieve.see(where, {language: said(language) for language in LANGUAGES})


def _read_orders(
    game: Game[Any], messages: Messages, state: State, orders: list[Order], sieve: Sieve
) -> None:
    """An order that may be given, and old ones that are refused by now."""
    for order in orders:
        for language in LANGUAGES:
            speak(language)
            tag = str(order.__struct_config__.tag)
            sieve.read(f"order {tag}", language, Wording(messages).order(order))
        refusal = game.refusal(state, order)
        if refusal is not None:
            where = f"refusal {refusal.reason}"
            _say(sieve, where, lambda language: messages.refusal(refusal, language))  # noqa: B023
    for note in game.forecast(state, orders[0]).notes:
        _say(sieve, f"note {note.key}", lambda language: messages.note(note, language))  # noqa: B023


def _read_offers(text: OfferText, offers: Offers, sieve: Sieve) -> None:
    for language in LANGUAGES:
        speak(language)
        for line in text.lines(offers):
            sieve.read("offers", language, line)


def _read_table(game: Game[Any], messages: Messages, state: State, side: str, sieve: Sieve) -> None:
    assert isinstance(game, OnTable)
    table: Tabletop = game.tabletop(game.view(state, side))
    for where, text in _texts("table", msgspec.to_builtins(table)):
        sieve.see(where, text)
    boxes = {box.id for box in table.boxes}
    for piece in table.pieces:
        if piece.symbol != "unknown":
            name = {language: messages.name(piece.id, language) for language in LANGUAGES}
            assert piece.id not in name.values() or "_" not in piece.id, piece.id
            sieve.see(f"piece {piece.id}", name)
        if piece.at not in boxes and not _is_hex(game, piece.at) and table.sheet is None:
            sieve.found[(f"piece {piece.id}", "place")] = f"nobody says what {piece.at} is"
        _say(sieve, "source", lambda language: messages.source(piece.source, language))  # noqa: B023
        for state_name in piece.states:
            _say(sieve, f"state {state_name}", lambda language: messages.name(state_name, language))  # noqa: B023


def _is_hex(game: Game[Any], place: str) -> bool:
    board = getattr(game, "board", None)
    return board is not None and place in board.grid.index


def _texts(where: str, value: Any) -> Iterator[tuple[str, dict[str, str]]]:
    if isinstance(value, dict):
        if set(value) == set(LANGUAGES):
            yield where, value
        else:
            for key, inner in value.items():
                yield from _texts(f"{where} {key}", inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(where, inner)


@pytest.mark.parametrize("slug", all_slugs())
def test_every_unit_has_a_name_of_its_own(slug: str) -> None:
    """Two counters on the table are never called alike."""
    game = game_of(slug)
    messages = load_messages(game.home)
    assert isinstance(game, OnTable)
    for scenario in game.scenarios:
        state = game.start(Setup(scenario.id), SeededChance(1))
        table = game.tabletop(game.view(state, scenario.sides[0]))
        known = [p for p in table.pieces if p.symbol != "unknown"]
        for language in LANGUAGES:
            names = [messages.name(piece.id, language) for piece in known]
            assert len(set(names)) == len(names)


@pytest.mark.parametrize("slug", all_slugs())
def test_no_word_counts_as_the_program_does(slug: str) -> None:
    """Half points and millimetres are for the program; the text table takes its headings from here."""
    for key, texts in load_messages(game_of(slug).home).tables["word"].items():
        for text in texts.values():
            for unit in ("half points", "millimetres"):
                assert not RAW[unit].search(text), (key, text)


@pytest.mark.parametrize("slug", all_slugs())
def test_points_in_a_prompt_say_what_they_are(slug: str) -> None:
    """Bare points are read as points for victory; resources and the like have their name."""
    for key, texts in load_messages(game_of(slug).home).tables["prompt"].items():
        for text in texts.values():
            assert not re.search(r"(?i)(^|[.,:] )(punti|points):", text), (key, text)


@pytest.mark.parametrize("slug", all_slugs())
def test_options_and_sources_are_in_words(slug: str) -> None:
    """Values of options, where the map and the rules come from: in both languages."""
    game = game_of(slug)
    messages = load_messages(game.home)
    sieve = Sieve(program_names(messages))
    for scenario in game.scenarios:
        for option in scenario.options:
            sieve.see(option.name, option.text)
            for value in option.values:
                if not isinstance(value, bool):
                    sieve.see(option.name, messages.tables["option"][f"{option.name}.{value}"])
    for source in {rule.source for rule in load_rulebook(game.home).rule}:
        # The chapters of an Italian book keep their titles.
        sieve.read("rule", "it", messages.source(source, "it"))
    for source in _map_sources(game):
        _say(sieve, "map", lambda language: messages.source(source, language))  # noqa: B023
    assert not sieve.found, sieve.report()


def _map_sources(game: Game[Any]) -> set[str]:
    board: Board | None = getattr(game, "board", None)
    if board is None:
        return set()
    return {source for h in range(len(board.grid)) for _, source in board.provenance(h)}
