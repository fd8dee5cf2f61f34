"""The scripts in docs/examples do what they are there to show."""

from __future__ import annotations

from pathlib import Path

import pytest

from campagna.games.registry import BUILT_IN
from campagna.match.whatif import WhatIf, read_script

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

REFUSED: dict[str, list[str | None]] = {
    "afrika-korps-attack": [None],
    "afrika-korps-supply": ["14.6", None],
    "alto-comando-fire": [None],
    "alto-comando-move": ["MOV-6", "MOV-6", None],
    "kasserine-artillery": [None, "ART-3"],
    "kasserine-attack": [None, "CAP-1", None],
    "lion-of-judah-bribe": [None],
    "lion-of-judah-hidden": [None],
    "panzergruppe-guderian-attack": [None],
    "panzergruppe-guderian-zone": ["6.22a", None, "6.GEN-2"],
}
"""The rule that refuses each order of a script, None for one that is played."""


def example(name: str) -> WhatIf:
    return WhatIf(read_script((EXAMPLES / f"{name}.json").read_bytes()))


def test_every_game_has_two_examples_and_each_is_known_here() -> None:
    assert sorted(REFUSED) == sorted(path.stem for path in EXAMPLES.glob("*.json"))
    for slug in BUILT_IN:
        assert sum(name.startswith(slug) for name in REFUSED) == 2


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("language", ["it", "en"])
def test_orders_are_played_or_refused_by_their_rule(name: str, language: str) -> None:
    trial = example(name).play(language)
    assert [tried.rule for tried in trial.steps] == REFUSED[name]
    assert not any(tried.mistaken for tried in trial.steps)
    assert all(tried.events or tried.reason for tried in trial.steps)


@pytest.mark.parametrize("name", [name for name, rules in REFUSED.items() if rules[0] is None])
def test_first_orders_have_an_exact_forecast(name: str) -> None:
    _, forecast = example(name).forecast("en")
    assert sum(line.probability for line in forecast.lines) == pytest.approx(1)
