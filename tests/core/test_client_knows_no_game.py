"""The client knows shapes, not games: nothing of a single game occurs in its source."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Setup
from campagna.games.registry import BUILT_IN, load_game

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
    ids = set()
    for scenario in game.scenarios:
        state = game.start(Setup(scenario.id), SeededChance(1))
        step = game.step(state)
        assert step is not None
        ids |= {piece.id for piece in game.tabletop(game.view(state, step.side)).pieces}  # type: ignore[attr-defined]
    assert ids
    # A name like any other word, as "hq", would be found everywhere.
    assert not {i: quoting(i) for i in ids if re.search(r"\d", i) and quoting(i)}


def test_no_kind_of_order_or_event_of_a_single_game_occurs() -> None:
    """Kinds of one word, as "left" or "fired", are words of the language too."""
    of_one = [tag for tag, slugs in tags().items() if len(slugs) == 1 and "-" in tag]
    assert len(of_one) > 100
    assert not {tag: quoting(tag) for tag in of_one if quoting(tag)}
