"""Sentences about nothing are left out; everything else is said as the game words it."""

from __future__ import annotations

from campagna.core.contract import LANGUAGES, Event
from campagna.core.messages import load_messages
from campagna.games.afrika_korps import events as afrika
from campagna.games.lion_of_judah import field_events as lion
from campagna.games.registry import load_game
from campagna.match.event_text import event_text
from campagna.match.wording import render_event


def test_the_return_of_a_marker_says_what_becomes_of_it() -> None:
    messages = load_messages(load_game("lion-of-judah").home)
    back = lion.AirReturned(rule="10.1.2", marker="it_air1", die=3)
    late = lion.AirReturned(rule="10.1.2", marker="it_air1", die=6, due=4)
    safe = lion.AirReturned(rule="10.1.2", marker="it_air1", die=0)
    used = {
        "en": "It is back, and used until the end of the turn",
        "it": "È rientrato e resta impegnato fino alla fine del turno",
    }
    who = {"en": "Return of Italian air marker 1.", "it": "Rientro di Segnalino aereo italiano 1."}
    rolled = {"en": "Die", "it": "Dado"}
    free = {"en": "Without a die", "it": "Senza dado"}
    delay = {"en": "It is late and comes back on turn 4", "it": "È in ritardo e torna nel turno 4"}
    for language in LANGUAGES:
        who_, die = who[language], rolled[language]
        assert event_text(messages, back, language) == f"{who_} {die} 3. {used[language]}"
        assert event_text(messages, late, language) == f"{who_} {die} 6. {delay[language]}"
        assert event_text(messages, safe, language) == f"{who_} {free[language]}. {used[language]}"


def test_a_no_is_said() -> None:
    messages = load_messages(load_game("lion-of-judah").home)
    tag = str(lion.MarchRolled.__struct_config__.tag)
    assert "Entered" in messages.tables["event"][tag]["en"]
    march = lion.MarchRolled(rule="11.5", side="italian", units=(), to="1010", die=6)
    assert "Entered: " in event_text(messages, march, "en")


def test_an_attack_on_those_who_cannot_fight_names_no_odds() -> None:
    messages = load_messages(load_game("lion-of-judah").home)
    alone = _declared((), 0, 0, "0:0")
    fight = _declared(("et_seyoum_1",), 4, 2, "2:1")
    said = {"en": "Nobody there can fight", "it": "Là nessuno può combattere"}
    for language in LANGUAGES:
        assert event_text(messages, alone, language).endswith(f". {said[language]}")
        assert "0:0" not in event_text(messages, alone, language)
        assert event_text(messages, fight, language).endswith(" 2:1")
        assert said[language] not in event_text(messages, fight, language)


def _declared(defenders: tuple[str, ...], attack: int, defence: int, odds: str) -> Event:
    return lion.AttackDeclared("12.4-1", ("it_Sb",), "1307", defenders, attack, defence, odds)


def test_the_pieces_that_an_event_tells_of_are_told_under_one_name() -> None:
    game = load_game("afrika-korps")
    messages = load_messages(game.home)
    taken = afrika.SupplyCaptured(
        rule="15.3", supply="DE-SUP-1", captured="CW-SUP-4", hex="0101", side="allied"
    )
    lost = afrika.Eliminated(rule="11.1", unit="DE-1", hex="0101", cause="combat")
    told = render_event(messages, taken, game)
    assert told["pieces"] == ["DE-SUP-1"]
    assert told["supply"] == "DE-SUP-1", "what was there before stays"
    assert "pieces" not in render_event(messages, lost, game), "`unit` says it already"
