"""PB 13.4.6, PB 14.3.3: what the table says of the places that decide a war, and of ends that threaten."""

from __future__ import annotations

import pytest

from campagna.core.tabletop import Tabletop, Threat
from campagna.games.lion_of_judah.rules.general import victory
from campagna.games.lion_of_judah.state import Ledger, State
from tests.games.lion_of_judah.lay import GAME, WORLD, Phase, arrange, at

SUDDEN = ("PB 13.4.6", "PB 14.3.3")


def table(state: State, viewer: str = "spectator") -> Tabletop:
    return GAME.tabletop(GAME.view(state, viewer))


def threats(state: State, side: str = "italian") -> list[Threat]:
    """The sudden ends that threaten; both sides and the spectator read the same."""
    found = table(state).warnings
    for viewer in ("italian", state.side_name(1)):
        assert table(state, viewer).warnings == found
    return [t for t in found if t.rule in SUDDEN and t.side == side]


@pytest.mark.rule("PB 13.4.6")
def test_the_places_of_1935_have_their_owners() -> None:
    aims = table(arrange(italian=["1814"])).aims
    italian = [a.title["it"] for a in aims]
    assert italian == ["Addis Abeba", "Harar", "Dire Daua", "Massaua", "Mogadiscio"]
    held = {a.title["en"]: a.side for a in aims}
    assert held == {
        "Addis Ababa": "ethiopian",
        "Harar": "italian",
        "Dire Dawa": "ethiopian",
        "Massawa": "italian",
        "Mogadishu": "italian",
    }


@pytest.mark.rule("PB 14.3.3")
def test_the_places_of_1940_have_their_owners() -> None:
    held = {a.at: a.side for a in table(arrange(scenario="s1940", enemy=["1009"])).aims}
    assert held == {
        "0205": "allied",
        "0929": "allied",
        "1215": "italian",
        "1305": "italian",
        "1009": "allied",
        "1308": "italian",
    }


@pytest.mark.rule("PB 13.4.6")
def test_the_sudden_end_of_1935_threatens_when_one_place_is_missing() -> None:
    negus = {"et_NEG": "1211"}
    assert not threats(arrange(negus, italian=["1814"]))
    (threat,) = threats(arrange(negus, italian=["1814", "1215"]))
    assert "Only missing: Dire Dawa, the Negus eliminated" in threat.text["en"]
    assert "Manca soltanto: Dire Daua, il Negus eliminato" in threat.text["it"]
    (threat,) = threats(arrange({"et_NEG": "dead"}, italian=["1814", "1215"]))
    assert threat.text["en"].endswith("Only missing: Dire Dawa")
    state = arrange(negus, italian=["1814", "1215", "1713"])
    (threat,) = threats(state)
    assert threat.text["en"].endswith("Only missing: the Negus eliminated")
    assert not victory.sudden_death(state)


@pytest.mark.rule("PB 13.4.6")
def test_warriors_who_can_be_in_a_port_threaten() -> None:
    assert not threats(arrange({"et_kassa_1": "1110"}), "ethiopian")
    (near,) = threats(arrange({"et_kassa_1": "1407"}), "ethiopian")
    assert "can reach Massawa (1405) in one move" in near.text["en"]
    # A garrison keeps them out until they stand beside it, and nobody walks on without supply.
    assert not threats(arrange({"et_kassa_1": "1407", "it_Sb": "1405"}), "ethiopian")
    assert not threats(arrange({"et_kassa_1": "2322"}), "ethiopian")
    (beside,) = threats(arrange({"et_kassa_1": "2323", "it_Sb": "2324"}), "ethiopian")
    assert "accanto a Mogadiscio (2324)" in beside.text["it"]


@pytest.mark.rule("PB 14.3.3")
def test_the_sudden_ends_of_1940_threaten() -> None:
    hq = next(c.id for c in WORLD.counters if c.part == 1 and c.side == 0 and c.type == "hq")
    places = ["1215", "1305", "1009", "1308"]
    assert not threats(arrange({hq: "1814"}, scenario="s1940", enemy=places[:2]), "allied")
    (one,) = threats(arrange({hq: "1814"}, scenario="s1940", enemy=places[:3]), "allied")
    assert "Only missing: Amba Alagi, all Italian headquarters eliminated" in one.text["en"]
    assert one.text["en"].endswith("Italian headquarters on the map: 1")
    (none,) = threats(arrange({hq: "1814"}, scenario="s1940", enemy=places), "allied")
    assert "Manca soltanto: tutti i comandi italiani eliminati" in none.text["it"]
    (bold,) = threats(arrange({hq: "1814"}, scenario="s1940", italian=["0205"]))
    assert bold.text["en"].endswith("Only missing: Nairobi")


@pytest.mark.rule("PB 13.4.5", "PB 14.3.3")
@pytest.mark.parametrize(
    ("scenario", "last", "points", "words", "winner"),
    [
        ("s1935", 8, 20, "Points (Italian): 20, 33 are needed", "ethiopian"),
        ("s1940", 18, 45, "Points (Allied): 45, 42 are needed", "allied"),
    ],
)
def test_the_last_turns_tell_the_points(
    scenario: str, last: int, points: int, words: str, winner: str
) -> None:
    hq = next(c.id for c in WORLD.counters if c.part == 1 and c.side == 0 and c.type == "hq")
    units = {hq: "1814"} if scenario == "s1940" else {}
    ledger = [Ledger("PB 14.4.2", "test", points)]
    early = arrange(units, scenario=scenario, turn=last - 3, ledger=ledger)
    assert not table(early).warnings
    late = arrange(units, scenario=scenario, turn=last - 1, ledger=ledger)
    (time,) = table(late).warnings
    assert time.text["en"].startswith("Turns left, with this one: 2. ")
    assert words in time.text["en"]
    assert time.side == winner


def test_nothing_threatens_before_the_first_turn_or_in_a_quiet_position() -> None:
    state = arrange({"it_Sb": "1306", "et_NEG": "1211"})
    assert not table(state).warnings
    state.take_control(at("1814"), 0)
    state.take_control(at("1713"), 0)
    assert table(state).warnings
    state.phase = Phase.OVER
    assert not table(state).warnings
