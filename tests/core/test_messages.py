"""Templates, facts and words in two languages."""

from __future__ import annotations

import pytest

from campagna.core.contract import Event, Refusal, Step
from campagna.core.messages import Messages


class Moved(Event, frozen=True, tag="moved"):
    units: tuple[str, ...]
    hex: str


def messages() -> Messages:
    return Messages(
        {
            "refusal": {"far": {"it": "{unit}: {cost} punti", "en": "{unit}: {cost} points"}},
            "prompt": {"move": {"it": "{side}, turno {turn}", "en": "{side}, turn {turn}"}},
            "event": {"moved": {"it": "{units} in {hex}", "en": "{units} to {hex}"}},
            "word": {
                "north": {"it": "Nord", "en": "North"},
                "mill": {"it": "Mulino", "en": "Mill"},
            },
        }
    )


@pytest.mark.parametrize(("language", "text"), [("it", "N1: 4 punti"), ("en", "N1: 4 points")])
def test_a_refusal_tells_its_facts(language: str, text: str) -> None:
    refusal = Refusal("4.1", "far", {"unit": "N1", "cost": 4})
    assert messages().refusal(refusal, language) == text


@pytest.mark.parametrize(("language", "text"), [("it", "Nord, turno 3"), ("en", "North, turn 3")])
def test_a_prompt_knows_the_side_by_its_name(language: str, text: str) -> None:
    step = Step("north", "move", rule="4.1", facts={"turn": 3})
    assert messages().prompt(step, language) == text


@pytest.mark.parametrize(
    ("units", "text"), [(("N1", "north"), "N1, Nord in Mulino"), ((), "- in Mulino")]
)
def test_lists_are_joined_and_words_translated(units: tuple[str, ...], text: str) -> None:
    assert messages().event(Moved("4.1", units, "mill"), "it") == text


def test_a_fact_may_be_said_by_another_table() -> None:
    tables = {
        "event": {"moved": {"it": "{hex}: {hex:tale}", "en": "{hex}: {hex:tale}"}},
        "tale": {"mill": {"it": "macina ancora", "en": "it still grinds"}},
    }
    event = Moved("4.1", (), "mill")
    assert Messages(tables).event(event, "en") == "Mill: it still grinds"
    with pytest.raises(ValueError, match="asks for 'tale'"):
        Messages({"event": tables["event"]}).event(event, "en")


def test_a_place_of_the_map_has_a_name_in_each_language() -> None:
    tables = {
        "event": {"moved": {"it": "a {hex}", "en": "to {hex}"}},
        "place": {
            "Wien": {"it": "Vienna", "en": "Vienna"},
            "Lwow": {"it": "Leopoli", "en": "Lvov"},
        },
    }
    said = Messages(tables)
    assert said.event(Moved("4.1", (), "Lwow"), "it") == "a Leopoli"
    assert said.event(Moved("4.1", (), "Lwow"), "en") == "to Lvov"
    assert said.place("Lwow") == {"it": "Leopoli", "en": "Lvov"}
    assert said.place("Graz") == {"it": "Graz", "en": "Graz"}
    assert said.places("it") == {"Wien": "Vienna", "Lwow": "Leopoli"}


def test_an_unknown_key_or_a_missing_fact_is_an_error() -> None:
    with pytest.raises(KeyError):
        messages().refusal(Refusal("4.1", "unheard-of"), "it")
    with pytest.raises(KeyError):
        messages().refusal(Refusal("4.1", "far", {"unit": "N1"}), "it")


def test_messages_without_a_language_are_listed() -> None:
    assert messages().missing() == []
    torn = Messages({"event": {"moved": {"it": "mosso"}, "lost": {"it": "", "en": "lost"}}})
    assert torn.missing() == ["event.moved.en", "event.lost.it"]
