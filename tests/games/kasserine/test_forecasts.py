"""What is told before the dice: shots, raids, attacks (ART-1, ART-7, STR-2, ATT-6)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from campagna.core.contract import Forecast, Note
from campagna.core.offers import Attack as AttackOffer
from campagna.core.offers import Pick, Place
from campagna.games.kasserine.events import AttackPlanned
from campagna.games.kasserine.orders import Assault, Attack, Fire, Raid, Take
from tests.games.kasserine.lay import GAME, NIGHT, attack, lay, only, play, refused, until

GUN = "A21-I155:supplied"


def shot(target: str, *friends: str) -> Forecast:
    board = {"2420": GUN, "2320": " ".join((target, *friends))}
    state = lay(board, phase="fire", opened=True)
    return GAME.forecast(state, Fire("A21-I155", target.removesuffix(":reduced")))


@pytest.mark.rule("ART-1", "ART-4", "ART-5")
def test_a_shot_tells_who_is_shocked_reduced_or_lost() -> None:
    by_result = {line.result: line.outcomes for line in shot("L34-1-133").lines}
    name = ("L34-1-133",)
    assert by_result["RT"] == {"shocked": name}
    assert by_result["R"] == {"reduced": name}
    assert by_result["-"] == {}
    again = {line.result: line.outcomes for line in shot("L34-1-133:reduced").lines}
    assert again["R"] == {"lost": name}


@pytest.mark.rule("ART-4", "PCS-6")
def test_a_shot_at_a_supply_shocks_nobody() -> None:
    by_result = {line.result: line.outcomes for line in shot("S-M05").lines}
    assert by_result["R"] == {"lost": ("S-M05",)}
    assert by_result.get("RT", {}) == {}


@pytest.mark.rule("ART-7")
def test_a_modifier_of_the_die_is_noted_and_none_is_not() -> None:
    assert shot("L34-1-133").notes == ()
    stacked = shot("L34-1-133", "L34-3-133")
    (note,) = stacked.notes
    assert isinstance(note, Note)
    assert note.key == "die-modifier"
    assert note.facts == {"count": f"{stacked.sums['modifier']:+d}"}
    assert stacked.sums["modifier"] != 0


@pytest.mark.rule("STR-2")
def test_a_raid_tells_the_results_of_all_pieces_the_hardest_first() -> None:
    board = {"2420": "AIT-XIV5 AIT-XXII5 CD-131", "0911": "L34-1-133"}
    state = lay(board, "allied", "fire", move=25)
    forecast = GAME.forecast(state, Raid("2420"))
    assert forecast.sums["targets"] == ("AIT-XIV5", "AIT-XXII5", "CD-131")
    assert sum(Fraction(line.probability).limit_denominator(216) for line in forecast.lines) == 1
    harm = [sum(["R", "RT", "-"].index(r) for r in line.result.split()) for line in forecast.lines]
    assert harm == sorted(harm)
    assert len({line.result for line in forecast.lines}) == len(forecast.lines) >= 8
    empty = GAME.forecast(state, Raid("3007"))
    assert [(line.result, line.probability) for line in empty.lines] == [("nothing", 1.0)]


@pytest.mark.rule("ART-1")
def test_shots_are_offered_only_to_who_has_a_target() -> None:
    board = {"2420": GUN, "2320": "L34-1-133"}
    state = lay(board, phase="fire", opened=True)
    (offer,) = [o for o in GAME.offers(state) if isinstance(o, Place) and o.order == "fire"]
    assert offer.subjects == {"A21-I155": ("L34-1-133",)}
    play(state, Fire("A21-I155", "L34-1-133"), dice=[1])
    assert not [o for o in GAME.offers(state) if isinstance(o, Place) and o.order == "fire"]


@pytest.mark.rule("ATT-6", "ATT-15")
def test_an_attack_tells_its_sums_and_the_taking_of_a_supply_has_none() -> None:
    ready = "A21-I5:supplied:under-division"
    state = lay({"2420": ready, "2320": "L34-1-133", "2521": "S-M05"}, phase="plan", opened=True)
    sums = GAME.forecast(state, attack("A21-I5", "2320")).sums
    assert (sums["attack_total"], sums["defence_total"]) == (5, 2)
    assert GAME.forecast(state, attack("A21-I5", "2521")).sums == {}
    planned = only(play(state, attack("A21-I5", "2320")), AttackPlanned)
    assert (planned.attackers, planned.hexes, planned.aircraft) == (("A21-I5",), ("2320",), ())


@pytest.mark.rule("ATT-8")
def test_an_attacker_that_is_not_adjacent_is_told_from_where() -> None:
    ready = "A21-I5:supplied:under-division"
    state = lay({"2420": ready, "2318": "L34-1-133"}, phase="plan", opened=True)
    refusal = refused(state, Attack(("A21-I5",), ("2318",)))
    assert (refusal.rule, refusal.reason) == ("ATT-8", "attacker-not-adjacent")
    assert refusal.facts == {"unit": "A21-I5", "hex": "2420", "target": "2318"}


@pytest.mark.rule("NGT-1", "NGT-3")
def test_in_a_night_with_an_attack_more_of_them_follow() -> None:
    """The last night attack is declared: its own night still has room for another combat."""
    ready = ":supplied:under-division"
    board = {
        "2420": f"A21-I5{ready} A21-I104{ready}",
        "2320": "L34-1-133",
        "2521": "L34-3-133",
    }
    nights = ((3, NIGHT), ())
    state = lay(board, phase="plan", opened=True, move=NIGHT, nights=nights)
    play(state, attack("A21-I5", "2320"), attack("A21-I104", "2521"))
    spent = lay(board, phase="plan", opened=True, move=NIGHT, nights=((3, 6), ()))
    assert refused(spent, attack("A21-I5", "2320")).rule == "NGT-3"
    theirs: dict[str, Any] = {"options": {"night_attacks": "in_all"}}
    mixed = lay(board, phase="plan", opened=True, move=NIGHT, nights=((3,), (6,)), **theirs)
    assert refused(mixed, attack("A21-I5", "2320")).rule == "NGT-3"
    other = lay(board, phase="plan", opened=True, move=NIGHT, nights=((), (3,)), **theirs)
    play(other, attack("A21-I5", "2320"))


@pytest.mark.rule("ATT-8", "ATT-15")
def test_how_attacks_are_offered() -> None:
    ready = ":supplied:under-division"
    board = {
        "2420": f"A21-I5{ready}",
        "2320": "L34-1-133 S-M06",
        "2521": "S-M05 CL-II",
        "2419": "CD-1AD",
    }

    def offers(**given: Any) -> list[AttackOffer]:
        state = lay(board, phase="plan", opened=True, **given)
        return [o for o in GAME.offers(state) if isinstance(o, AttackOffer)]

    (offer,) = offers()
    assert set(offer.targets) == {"2320", "2521", "2419"}
    assert (offer.most_targets, offer.exact) == (3, False)
    assert "destroy" in [extra.field for extra in offer.extras]
    kept, lost = offers(options={"supply_capture": False})
    assert (set(kept.targets), set(lost.targets)) == ({"2320", "2419"}, {"2521"})
    assert (dict(kept.fixed), dict(lost.fixed)) == ({}, {"destroy": True})
    assert "destroy" not in [extra.field for extra in kept.extras]
    one = lay({"2420": f"A21-I5{ready}", "2320": "L34-1-133"}, phase="plan", opened=True)
    (offer,) = [o for o in GAME.offers(one) if isinstance(o, AttackOffer)]
    assert offer.most_targets == 2
    assert "destroy" not in [extra.field for extra in offer.extras]


READY = ":supplied:under-division"


@pytest.mark.rule("ATT-15", "CRT-2 (a)")
def test_what_is_offered_in_the_combat_phase() -> None:
    """A hex with defenders is assaulted, one without is taken."""
    board = {
        "2420": f"A21-I5{READY} A21-I104{READY}",
        "2320": "L34-1-133",
        "2521": "S-M05",
    }
    state = lay(board, phase="plan", opened=True)
    play(state, attack("A21-I5", "2320"), attack("A21-I104", "2521"))
    until(state, "combat")
    taken = [o for o in GAME.offers(state) if isinstance(o, Pick) and o.order == "take"]
    assert [tuple(o.options) for o in taken] == [("2521",)]
    (assault,) = [o for o in GAME.offers(state) if isinstance(o, Place) and o.order == "assault"]
    assert set(assault.subjects) == {"2320"}
    play(state, Take("2521"))
    assert not [o for o in GAME.offers(state) if isinstance(o, Pick) and o.order == "take"]


@pytest.mark.rule("CRT-2 (a)", "CAP-7")
def test_the_forecast_of_an_assault_hangs_on_the_defender_who_has_a_choice() -> None:
    board = {"2420": f"A21-I5{READY}", "2320": "L34-1-133"}

    def forecast(defender: str) -> Forecast:
        places = {**board, "2320": f"L34-1-133{defender}", "2319": "CL-II"}
        state = lay(places, phase="plan", opened=True)
        play(state, attack("A21-I5", "2320"))
        until(state, "combat")
        return GAME.forecast(state, Assault("2320", "medium"))

    alone = forecast("")
    assert alone.rule == "CRT-6", "without an army command he defends in the medium way"
    assert sum(line.probability for line in alone.lines) == pytest.approx(1)
    asked = forecast("@CL-II")
    assert [line.result for line in asked.lines] == ["declared"]
    by_defence = asked.sums["by_defence"]
    assert isinstance(by_defence, dict)
    assert len(by_defence) > 1
    assert all(sum(chances.values()) == pytest.approx(1) for chances in by_defence.values())


@pytest.mark.rule("CRT-6", "RES-2")
def test_the_forecast_of_a_fight_tells_who_pays_and_who_goes_back() -> None:
    """In 2320 one unit, which the tanks beside it watch on every way but some."""
    board = {"2420": f"A21-I5{READY}", "2320": "L34-1-133 L34-3-133:reduced"}
    found: dict[str, dict[str, object]] = {}
    pays: dict[str, str] = {}
    for kind in ("violent", "medium"):
        state = lay(
            {**board, "2420": f"A21-I5{READY}@CA-ROMMEL", "2521": "CA-ROMMEL"},
            phase="plan",
            opened=True,
        )
        play(state, attack("A21-I5", "2320"))
        until(state, "combat")
        for line in GAME.forecast(state, Assault("2320", kind)).lines:
            found[line.result] = dict(line.outcomes)
            pays[line.result] = line.pays
    assert {r: p for r, p in pays.items() if r in PAYS} == {r: PAYS[r] for r in pays}
    assert {"R/R", "D2"} <= found.keys() | {"D3"}
    back = found.get("D2") or found["D3"]
    assert back["defenders_back"] == ("L34-1-133", "L34-3-133")
    assert back["defenders_through_zones"] == ()
    assert back["defenders_without_way"] == ()
    both = found["R/R"]
    assert both["defenders_lost"] == ("L34-3-133",)
    assert both["defenders_reduced"] == ("L34-1-133",)
    assert both["attackers_reduced"] == ("A21-I5",)


PAYS = {
    "AE": "attacker",
    "AR": "attacker",
    "A3": "attacker",
    "A2": "attacker",
    "R/R": "both",
    "D2": "defender",
    "D3": "defender",
    "DR": "defender",
    "DE": "defender",
}


@pytest.mark.rule("RES-5", "RES-7")
def test_the_forecast_tells_who_has_no_way_back_or_only_a_watched_one() -> None:
    """0101 has two neighbours: shut in by a friend's full stack and an enemy, or only watched."""
    shut = {"0101": "L34-1-133", "0102": f"A21-I5{READY}", "0201": "A10-I7"}
    watched = {"0101": "L34-1-133", "0102": f"A21-I5{READY}"}

    def back(board: dict[str, str]) -> dict[str, object]:
        state = lay(board, phase="plan", opened=True)
        play(state, attack("A21-I5", "0102" if "0102" not in board else "0101"))
        until(state, "combat")
        lines = GAME.forecast(state, Assault("0101", "medium")).lines
        return dict(next(line.outcomes for line in lines if line.result in ("D2", "D3")))

    name, nobody = ("L34-1-133",), ()
    lost = back(shut)
    assert lost["defenders_without_way"] == name
    assert (lost["defenders_back"], lost["defenders_through_zones"]) == (nobody, nobody)
    seen = back(watched)
    assert (seen["defenders_back"], seen["defenders_through_zones"]) == (name, name)
    assert seen["defenders_without_way"] == nobody


@pytest.mark.rule("CMD-5", "ATT-9")
def test_the_account_tells_the_chain_and_odds_below_the_table() -> None:
    board = {"2420": f"A21-I104{READY}:complete", "2320": "L34-1-133 L34-3-133"}
    state = lay(board, phase="plan", opened=True)
    sums = GAME.forecast(state, attack("A21-I104", "2320")).sums
    (share,) = sums["attack"]
    face = GAME.world.counters[GAME.world.index["A21-I104"]].faces[0]
    assert (share["factor"], share["chain"]) == (face.attack, 1)
    weak = lay(
        {"2420": f"A21-580{READY}", "2320": "L34-1-133 L34-3-133"}, phase="plan", opened=True
    )
    sums = GAME.forecast(weak, attack("A21-580", "2320")).sums
    assert sums["odds"] == "<1-2"
