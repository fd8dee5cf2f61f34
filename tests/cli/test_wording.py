"""What a player reads at the terminal: orders in words, sums as tables, and nobody's secrets."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from campagna.cli.keyboard import Table
from campagna.cli.language import speak
from campagna.cli.odds_tables import print_sums
from campagna.cli.offer_text import OfferText
from campagna.cli.order_text import Wording
from campagna.cli.output import Words
from campagna.core.chance import SeededChance
from campagna.core.contract import Setup
from campagna.core.messages import load_messages
from campagna.core.offers import Amount, Group, Offer, Pick, Place, Reach, Say
from campagna.core.offers import Attack as Attacks
from campagna.games.alto_comando.orders import ChooseCards, Deploy
from campagna.games.kasserine.orders import Attack
from campagna.games.registry import load_game
from campagna.match.match import Match
from tests.cli.conftest import Campagna

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


def wording(game: str, language: str) -> Wording:
    speak(language)
    return Wording(load_messages(load_game(game).home))


def test_bases_are_called_by_their_formation() -> None:
    units = tuple(f"c3.axis.pavia_infantry_division.foot{n}" for n in range(1, 7))
    places = tuple((100 + 10 * n, 200) for n in range(6))
    said = wording("alto-comando", "it").order(Deploy(units, places))
    assert "Divisione Fanteria Pavia: fanteria 1, fanteria 2" in said
    assert said.endswith("(+2) → 6 posti attorno a (12,5; 20) cm")
    card = ChooseCards(("c3.axis.15th_panzer_division",))
    assert "15ª Divisione Panzer" in wording("alto-comando", "it").order(card)


def test_what_is_left_out_of_an_order_is_not_said() -> None:
    order = Attack(("A21-I5",), ("2721",), aircraft=("2721",), destroy=True)
    bare = Attack(("A21-I5",), ("2721",))
    english = wording("kasserine", "en")
    assert english.order(bare).endswith("I/Pz 5 → 2721")
    assert english.order(order).endswith("I/Pz 5 → 2721, aircraft 2721, destroying")


@pytest.mark.parametrize("example", sorted(p.name for p in EXAMPLES.glob("*.json")))
def test_forecasts_are_tables_and_no_json(campagna: Campagna, example: str) -> None:
    said = campagna("forecast", EXAMPLES / example, "--lang", "it")
    if said.code:
        pytest.skip("this example is about something else than chances")
    order, *rest = said.out.split("\n")
    assert order.startswith("{")
    assert "{" not in "".join(rest)
    assert "%" in said.out
    assert "probabilità" in said.out


def test_the_sum_of_a_battle_is_told_line_by_line(campagna: Campagna) -> None:
    said = campagna("forecast", EXAMPLES / "panzergruppe-guderian" / "9.4.json", "--lang", "it")
    rows = [line.split() for line in said.out.split("\n")]
    assert ["attacco", "in", "tutto", "9", "9.4"] in rows
    assert ["difesa", "senza", "rifornimento", "divisione", "n.", "1", "÷2", "11.31"] in rows
    json = campagna("forecast", EXAMPLES / "panzergruppe-guderian" / "9.4.json", "--json").json
    assert json["sums"]["odds"] == {"2-1": 1.0}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Cost in movement points: "), ("it", "Costo in punti movimento: ")],
)
def test_a_march_costs_movement_points(
    capsys: pytest.CaptureFixture[str], language: str, said: str
) -> None:
    """The forecast counts half points."""
    speak(language)
    print_sums(load_messages(load_game("lion-of-judah").home), {"modifier": 0, "cost": 13})
    assert f"{said}6½\n" in capsys.readouterr().out


def test_a_secret_choice_does_not_stay_on_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two people the screen is cleared; what the next one may know is told again."""
    screen = Terminal()
    asked: list[str] = []
    typed = iter(["1", "", "quit"])

    def answer(prompt: str = "") -> str:
        asked.append(prompt)
        screen.write(prompt)
        return next(typed)

    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr("builtins.input", answer)
    speak("en")
    game = load_game("alto-comando")
    match = Match(game, Setup("battle"), SeededChance(3))
    Table(match, {}, Words(game)).play()
    (card,) = chosen(match)
    name = load_messages(game.home).tables["word"][card]["en"]
    before, _, after = screen.getvalue().rpartition("\x1b[3J")
    assert name in before
    assert name not in after
    assert any("Pass the keyboard to: Allies" in prompt for prompt in asked)
    assert "secret choice made" in after


def chosen(match: Match) -> tuple[str, ...]:
    import msgspec

    order: dict[str, Any] = msgspec.json.decode(match.record.entries[0].order)
    return tuple(order["cards"])


def test_where_nothing_is_hidden_the_keyboard_just_changes_hands(campagna: Campagna) -> None:
    said = campagna("play", "kasserine", "--seed", "1", "--lang", "en", typed="1\n" * 60)
    assert "Axis:" in said.out
    assert "the keyboard to" not in said.out


def test_offers_are_counted_by_whom_they_begin_with(campagna: Campagna) -> None:
    said = campagna("play", "lion-of-judah", "--seed", "1", "--lang", "it", typed="quit\n")
    assert (
        "Schiera: Divisione di fanteria Sabauda (25), Divisione di fanteria Gavinana (26)"
        in said.out
    )
    assert "\n  oppure: Chiudi\n" in said.out


def test_the_text_table_tells_what_is_owed_and_what_may_be_ordered(campagna: Campagna) -> None:
    said = campagna("play", "panzergruppe-guderian", "--seed", "1", "--lang", "en", typed="quit\n")
    told = said.out.splitlines()
    assert told[2].startswith("  ! Still to deploy: 20 [5.0e]: Remezov, Kurochkin, division no. 17")
    assert told[3].startswith("  Set up: Remezov (4), Kurochkin (8)")


def test_each_shape_of_offer_has_its_words() -> None:
    speak("en")
    tell = OfferText(load_messages(load_game("kasserine").home), load_game("kasserine").order_type)
    group = Group(("A10-I7",), "1111", (("1112", 2, "1111"), ("1113", 4, "1112")))
    offers: tuple[Offer, ...] = (
        Attacks("attack", {"2722": ("A10-I7",)}, defenders={"2722": ("A21-I5",)}),
        Reach("move", (group,)),
        Reach("move", (Group(("A10-I7",), "1111", (("1114", 1, ""),)),)),
        Pick("demolish", field="supplies", options=("A10-I7", "A21-I5"), many=True, most=2),
        Amount("night", field="count", least=1, most=3),
        Place("deploy", {"A10-I7": (), "A21-I5": ()}, places=("0101", "0102")),
        Say("let-pass", fixed={"allow": True}),
        Say("let-pass", fixed={"allow": False}),
    )
    assert tell.lines(offers) == [
        "Attack: 2722 (I/Pz 5): I/Pz 7",
        "Move: I/Pz 7: 1112, 1113, 1114",
        "Blow up a supply: 1 to 2 of I/Pz 7, I/Pz 5",
        "night: 1 to 3",
        "Set up: I/Pz 7, I/Pz 5 → 0101, 0102",
        "or: Do you let it pass? yes, Do you let it pass? no",
    ]
