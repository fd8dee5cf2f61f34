"""Whoever looks a rule up finds how it is kept: a line of code that says it, or a sentence."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, partial
from pathlib import Path

import pytest

from campagna.core.rulebook import Standing, coverage, load_rulebook, standing
from campagna.games.registry import BUILT_IN, load_game

CROWD = 6
"""A place that cites so many rules does not show which line keeps which."""
SHARED = Path(__file__).resolve().parents[2] / "src/campagna"


@pytest.mark.parametrize("slug", BUILT_IN)
def test_a_rule_that_is_only_cited_in_a_crowd_says_how_it_is_kept(slug: str) -> None:
    home = load_game(slug).home
    rows = coverage(home)
    crowd = Counter(place for row in rows for place in row.code)
    said = {rule.id for rule in load_rulebook(home).rule if rule.how}
    lost = [
        row.id
        for row in rows
        if row.status == "enforced"
        and row.id not in said
        and min(crowd[p] for p in row.code) >= CROWD
    ]
    assert lost == [], "say in rules.toml how these are kept: how = { it = ..., en = ... }"


@pytest.mark.parametrize("slug", BUILT_IN)
def test_what_is_named_there_exists(slug: str) -> None:
    home = load_game(slug).home
    files = [*home.rglob("*.py"), *(home / "data").glob("*.toml")]
    for folder in ("core", "hexes", "plane", "kit", "tables"):
        files += (SHARED / folder).rglob("*.py")
    known = "\n".join(f.read_text("utf-8") for f in files if f.name != "rules.toml")
    for rule in load_rulebook(home).rule:
        for language in ("it", "en"):
            for name in re.findall("`(.+?)`", (rule.how or {}).get(language, "")):
                words = re.findall(r"\w+", name)
                missing = [w for w in words if not re.search(rf"\b{w}\b", known)]
                assert not missing, (rule.id, name)


@pytest.mark.parametrize("slug", BUILT_IN)
def test_some_place_of_a_rule_says_what_it_does(slug: str) -> None:
    """In a docstring, or by the reason of a refusal."""
    home = load_game(slug).home
    said = {rule.id for rule in load_rulebook(home).rule if rule.how}
    places = cache(partial(standing, home))
    silent = [
        row.id
        for row in coverage(home)
        if row.status == "enforced"
        and row.id not in said
        and not any(map(_tells, map(places, row.code)))
    ]
    assert silent == [], "what these places do has no sentence"


def _tells(where: Standing) -> bool:
    return bool(where.does) or " " in where.name
