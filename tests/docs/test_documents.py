"""The documents are true: what they quote is in the code, what they name exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
DOCUMENTS = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]
EXCERPT = re.compile(r"```(?:python|toml|diff)\n# (?P<file>\S+)\n(?P<text>.*?)\n```", re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")
NAMED = re.compile(r"`((?:src|tests|docs|bench|examples)/[\w./-]+)`")

SITE = sorted((PROJECT / "docs" / "site").glob("*.md"))
"""Pages of the site alone; their links are tried when it is built."""

EXCERPTS = [
    pytest.param(match["file"], match["text"], id=f"{document.name}-{match['file']}-{number}")
    for document in [*DOCUMENTS, *SITE]
    for number, match in enumerate(EXCERPT.finditer(document.read_text(encoding="utf-8")))
]


@pytest.mark.parametrize(("file", "text"), EXCERPTS)
def test_an_excerpt_stands_in_its_file(file: str, text: str) -> None:
    assert text in (PROJECT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("document", [*DOCUMENTS, *SITE], ids=lambda path: path.name)
def test_every_code_block_with_a_language_names_its_file(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert len(re.findall(r"```(?:python|toml|diff)\n", text)) == len(EXCERPT.findall(text))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_document_names_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    missing = [link for link in LINK.findall(text) if not (document.parent / link).exists()]
    missing += [path for path in NAMED.findall(text) if not (PROJECT / path).exists()]
    assert missing == []
