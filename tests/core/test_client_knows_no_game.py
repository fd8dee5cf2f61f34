"""The client knows shapes, not games: nothing of a single game occurs in its source."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from campagna.core import charts, tabletop
from campagna.core.chance import SeededChance
from campagna.core.contract import Game, Setup
from campagna.core.tabletop import OnTable, Tabletop
from campagna.games.registry import BUILT_IN, load_game
from campagna.hexes.drawing.counters import State
from campagna.hexes.drawing.palette import NATIONS
from campagna.hexes.drawing.signs import FREE_SIGNS, SIGNS

CLIENT = Path(__file__).resolve().parents[2] / "web" / "src"


@lru_cache
def code() -> dict[str, str]:
    """The client's own files without their comments; generated types name no game either."""
    comment = re.compile(r"/\*.*?\*/|^\s*//.*?$|<!--.*?-->", re.DOTALL | re.MULTILINE)
    files = (p for p in CLIENT.rglob("*") if p.suffix in (".ts", ".svelte"))
    return {str(p.relative_to(CLIENT)): comment.sub("", p.read_text()) for p in files}


def quoting(word: str) -> list[str]:
    quoted = re.compile(rf"""["'`=]{re.escape(word)}["'`\s>]""")
    return [name for name, text in code().items() if quoted.search(text)]


@lru_cache
def tags() -> dict[str, set[str]]:
    """Kinds of orders and events and names of decisions, with the games that have them."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for slug in BUILT_IN:
        game = load_game(slug)
        for kinds in (game.order_type, game.event_type):
            union = msgspec.inspect.type_info(kinds)
            assert isinstance(union, msgspec.inspect.UnionType)
            for kind in union.types:
                assert isinstance(kind, msgspec.inspect.StructType)
                found[str(kind.tag)].add(slug)
    return found


@pytest.mark.parametrize("slug", [*BUILT_IN, "two-fords"])
def test_no_slug_occurs(slug: str) -> None:
    names = (slug, slug.replace("-", "_"), slug.replace("-", " "))
    found = [f for f, text in code().items() if any(n in text.lower() for n in names)]
    assert not found


@pytest.mark.parametrize("slug", BUILT_IN)
def test_no_unit_occurs(slug: str) -> None:
    game = load_game(slug)
    assert isinstance(game, OnTable)
    ids = set()
    for scenario in game.scenarios:
        state = game.start(Setup(scenario.id), SeededChance(1))
        step = game.step(state)
        assert step is not None
        ids |= {piece.id for piece in game.tabletop(game.view(state, step.side)).pieces}
    assert ids
    # A name like any other word, as "hq", would be found everywhere.
    assert not {i: quoting(i) for i in ids if re.search(r"\d", i) and quoting(i)}


def test_no_kind_of_order_or_event_of_a_single_game_occurs() -> None:
    """Kinds of one word, as "left" or "fired", are words of the language too."""
    of_one = [tag for tag, slugs in tags().items() if len(slugs) == 1 and "-" in tag]
    assert len(of_one) > 100
    assert not {tag: quoting(tag) for tag in of_one if quoting(tag)}


# --- words of the tables of all games --------------------------------------------------------------

GAMES = (*BUILT_IN, "two-fords")
ORDERS, LOOKS = 120, 6
SHARED = {
    word
    for name in (*vars(tabletop).values(), *vars(charts).values())
    for word in get_args(name)
    if isinstance(word, str)
} | {*SIGNS, *FREE_SIGNS, *(state.value for state in State), "headquarters", "reconnaissance"}
"""What the drawings of every game may say: kinds of layers, signs of markers, signs of units, marks."""
# Gestures of the client, one for each shape of an offer, and what it has in hand.
GESTURES = {"advance", "attack", "deploy", "losses", "move", "plan", "retreat"}
# Controls, switches, languages and columns of the page; its cards of results, and a game that is drawn.
PAGE = {
    "cards",
    "drawn",
    "arrival",
    "control",
    "axis",
    "foot",
    "it",
    "level",
    "net",
    "north",
    "plain",
    "provenance",
    "score",
    "setup",
    "south",
}
OWN = GESTURES | PAGE
"""Words that the client has for something of its own, although a game calls something so too."""


def looks(game: Game[Any], scenario: str) -> Iterator[tuple[Tabletop, str]]:
    """Some moments of a random game: the table of who decides, and the decision."""
    assert isinstance(game, OnTable)
    chance = SeededChance(1)
    state = game.start(Setup(scenario), chance)
    for n in range(ORDERS):
        step = game.step(state)
        if step is None:
            return
        view = game.view(state, step.side)
        if n % (ORDERS // LOOKS) == 0:
            yield game.tabletop(view), step.decision
        game.play(state, game.offers(state).sample(chance), chance)


def words_of(table: Tabletop, decision: str) -> Iterator[tuple[str, str]]:
    yield "decision", decision
    for piece in table.pieces:
        yield "kind of piece", piece.symbol
        yield "nation", piece.nation
        yield from (("state", state) for state in piece.states)
    yield from (("layer", layer.id) for layer in table.layers)
    yield from (("marker", marker.kind) for marker in table.markers)
    yield from (("box", box.id) for box in table.boxes)
    yield from (("condition", condition.kind) for condition in table.conditions)


@lru_cache
def table_words() -> dict[tuple[str, str], set[str]]:
    """What the games call their pieces, nations, layers and decisions, with who says so."""
    found: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for slug in GAMES:
        game = load_game(slug)
        seen = (look for scenario in game.scenarios for look in looks(game, scenario.id))
        for table, decision in seen:
            for word in words_of(table, decision):
                found[word].add(slug)
        board = getattr(game, "board", None)
        for name in board.terrain_names if board else ():
            found["terrain", name].add(slug)
    found.update({("nation", name): {"the drawing"} for name in NATIONS if name != "none"})
    return found


def naming(word: str) -> list[str]:
    """The files in which a word is a text, the key of a table or read from one."""
    it = re.escape(word)
    said = re.compile(rf"""["'`]{it}["'`]|\b{it}: ['"({{\[]""")
    return [name for name, text in code().items() if said.search(text)]


def test_no_word_of_a_table_of_a_single_game_occurs() -> None:
    words = {pair: slugs for pair, slugs in table_words().items() if pair[1]}
    kinds = defaultdict(set)
    for kind, word in words:
        kinds[kind].add(word)
    assert {k: len(v) for k, v in kinds.items() if len(v) < 8} == {}, "the games say more"
    named = {pair: naming(pair[1]) for pair in words if pair[1] not in SHARED | OWN}
    assert not {pair: files for pair, files in named.items() if files}


def test_nothing_is_told_by_a_piece_of_its_name() -> None:
    """A layer, a box, a marker says what it is; its id is only a name."""
    pieces = re.compile(
        r"\w\.(?:id|kind|symbol|nation|decision)\.(?:includes|startsWith|endsWith|match)\("
    )
    assert not {name: hit[0] for name, text in code().items() if (hit := pieces.search(text))}


def test_the_words_that_are_the_clients_own_are_still_used() -> None:
    assert not {word for word in OWN if not naming(word)}
