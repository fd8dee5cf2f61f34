"""Italian sentences about a unit agree with every unit: names are masculine, feminine and plural."""

from __future__ import annotations

import re

import pytest

from campagna.core.messages import load_messages
from tests.laws.cases import all_slugs, game_of

AGREES = re.compile(
    r"(?<!unità )(?<!comandante )(?<!provvisorio )(?<!di )"
    r"\{(?:unit|units|target|targets|attackers|defenders)\}"
    r"[^.:;,{]*?\b(?:è|era|sarà|sarebbe|essere|si è|sono)"
    r"(?: (?:già|stat[oaie]|più|ancora|appena|non))*"
    r" \w*(?:at|it|ut|ott|ess|oss|ers|es|is|os|olt)[oaie]\b"
)
"""A unit, then a participle that would have to follow its gender."""
OF_ONE_GENDER = {
    "afrika-korps": {"rommel-shut-in", "supply-idle", "supply-unused"},
    "alto-comando": {"hq-scattered"},
    "kasserine": {"blown-supply"},
    "lion-of-judah": {"leader-blocked"},
}
"""Said only of supplies, commanders and headquarters, or of Rommel, which are all masculine in Italian."""


@pytest.mark.parametrize("slug", all_slugs())
def test_no_sentence_gives_a_unit_a_gender(slug: str) -> None:
    tables = load_messages(game_of(slug).home).tables
    found = {
        f"{table}.{key}: {texts['it']}"
        for table in ("prompt", "event", "refusal", "note", "warning", "obligation")
        for key, texts in tables.get(table, {}).items()
        if AGREES.search(texts["it"]) and key not in OF_ONE_GENDER.get(slug, ())
    }
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize("slug", sorted(OF_ONE_GENDER))
def test_no_exception_is_left_over(slug: str) -> None:
    tables = load_messages(game_of(slug).home).tables
    for key in OF_ONE_GENDER[slug]:
        said = [t[key]["it"] for t in tables.values() if key in t]
        assert any(AGREES.search(text) for text in said), key
