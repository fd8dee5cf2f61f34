"""The pages of the documentation that are made from data, and that a dead link is found."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from campagna.core.rulebook import load_rulebook
from campagna.games.registry import load_game

PROJECT = Path(__file__).parents[2]
SLUGS = (
    "afrika-korps",
    "alto-comando",
    "kasserine",
    "lion-of-judah",
    "panzergruppe-guderian",
)


@pytest.fixture(scope="module")
def site_games() -> ModuleType:
    where = PROJECT / "scripts" / "site_games.py"
    spec = importlib.util.spec_from_file_location("site_games", where)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_and_ruling_stands_once_on_its_page(
    site_games: ModuleType, slug: str, language: str
) -> None:
    page = site_games.rules_page(slug, language)
    book = load_rulebook(load_game(slug).home)
    ids = [rule.id for rule in book.rule] + [ruling.id for ruling in book.ruling]
    anchors = re.findall(r"^\{#(r-[a-z0-9-]+)\}$", page, re.MULTILINE)
    assert sorted(anchors) == sorted(site_games.anchor(id_) for id_ in ids)
    assert len(set(anchors)) == len(ids), "two ids have one address"
    for rule in book.rule:
        words = site_games.plain(rule.it if language == "it" else rule.en).split()
        assert words[0] in page
    assert set(re.findall(r"\]\(#(r-[^)]+)\)", page)) <= set(anchors)


def test_nothing_in_a_text_is_taken_for_markup(site_games: ModuleType) -> None:
    assert site_games.plain("3 * 2_a [x] <b> | #1\n  and") == (r"3 \* 2\_a \[x\] \<b\> \| \#1 and")


def test_every_cell_of_a_table_is_on_its_page(site_games: ModuleType) -> None:
    game = load_game("kasserine")
    page = site_games.tables_page("kasserine", "it")
    for chart in game.charts(game.new_setup()):
        assert f"## {site_games.plain(chart.title['it'])}" in page
        for row in chart.rows:
            for cell in row.cells:
                assert site_games.plain(cell.text["it"]) in page
        if chart.reconstructed:
            assert site_games.plain(chart.reconstructed["it"]) in page


@pytest.mark.parametrize("link", ["gone.md", "#nowhere", "other.md#nowhere"])
def test_a_dead_link_fails_the_build(tmp_path: Path, link: str) -> None:
    pytest.importorskip("sphinx")
    conf = (PROJECT / "docs" / "site" / "conf.py").read_text(encoding="utf-8")
    (tmp_path / "conf.py").write_text(conf.replace('html_static_path = ["_static"]', ""))
    (tmp_path / "other.md").write_text("# Other\n")
    index = tmp_path / "index.md"
    contents = "```{toctree}\nother\n```\n"

    def build() -> int:
        words = [sys.executable, "-m", "sphinx", "-b", "dummy", "-q", "-W", "-E", ".", "made"]
        return subprocess.run(words, cwd=tmp_path, check=False, capture_output=True).returncode

    index.write_text(f"# Here\n\n[there]({link})\n\n{contents}")
    assert build() != 0
    index.write_text(f"# Here\n\n[there](other.md)\n\n{contents}")
    assert build() == 0
