"""8 Stacking, and who counts as what (2.3.4)."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.core.offers import Place
from campagna.games.lion_of_judah.events import Overstacked
from campagna.games.lion_of_judah.frames import Excess
from campagna.games.lion_of_judah.orders import Done, Move, Remove
from campagna.games.lion_of_judah.rules.general import stacking
from tests.games.lion_of_judah.lay import (
    GAME,
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    allowed,
    arrange,
    at,
    decision,
    events_of,
    only,
    place,
    play,
    why,
)

DIVISIONS = ("it_Sb", "it_Gv", "it_GS", "it_PL", "it_SL")


@pytest.mark.rule("2.3.4-c", "2.3.4-d")
def test_colonials_and_irregulars() -> None:
    def those(flag: str) -> set[str]:
        return {c.type for c in WORLD.counters if getattr(c, flag)}

    assert those("irregular") == {"irregular", "tribal_levy", "guerrilla"}
    colonial = {c.id for c in WORLD.counters if c.colonial}
    assert {"it_1E", "it_S1", "it_irr1", "it40_c2", "it40_irr1"} <= colonial
    assert not colonial & {"it_Sb", "it_21", "it_levy1", "et_kassa_1", "cw_5IND"}


@pytest.mark.rule("8.2-b", "8.2-c", "8.1-a")
def test_three_divisions_and_a_fourth_on_open_ground() -> None:
    rough = arrange(dict.fromkeys(DIVISIONS[:3], "1306") | {"it_PL": "1305", "it_Di": "1305"})
    assert why(rough, Move(("it_PL",), ("1305", "1306"))) == ("8.2-b", "no-room")
    assert why(rough, Move(("it_Di",), ("1305", "1306"))) == ("8.2-b", "no-room")
    assert stacking.limit(rough, at("1306")) == 6
    city = arrange(dict.fromkeys(DIVISIONS[:3], "1305") | {"it_PL": "1306"})
    assert stacking.limit(city, at("1305")) == 8
    assert allowed(city, Move(("it_PL",), ("1306", "1305")))


@pytest.mark.rule("8.2-a", "8.2-c")
def test_eight_ethiopian_units_leaders_included_and_one_hq() -> None:
    army = {f"et_kassa_{i}": "1110" for i in range(1, 8)}
    state = arrange({**army, "et_KAS": "1110"})
    assert not stacking.fits(state, OTHER, at("1110"), [WORLD.slots["et_guard_1"]])
    assert stacking.fits(arrange(army), OTHER, at("1110"), [WORLD.slots["et_guard_1"]])
    state = arrange({"it_hq_1CA": "1305", "it_hq_2CA": "1306"})
    assert not stacking.fits(state, ITALIAN, at("1305"), [WORLD.slots["it_hq_2CA"]])


@pytest.mark.rule("8.3", "8.1-a")
def test_the_owner_eliminates_what_stands_over_the_limit() -> None:
    state = arrange(dict.fromkeys(DIVISIONS[:4], "1306") | {"it_trk1": "1306"})
    play(state, Done())
    assert isinstance(state.agenda[-1], Excess)
    assert decision(state) == ("italian", "excess")
    assert why(state, Done())[0] == "8.3"
    assert why(state, Remove("it_trk1", "1306")) == ("8.3", "not-in-excess")
    play(state, Remove("it_PL", "1306"))
    assert place(state, "it_PL") == "dead"
    assert state.steps_lost[ITALIAN] == 4
    assert state.phase != Phase.MOVEMENT


@pytest.mark.rule("PB 14.6.4.1-d", "PB 14.6.4.2")
def test_guerrillas_keep_away_from_regulars_but_not_from_gideon_force() -> None:
    state = arrange(
        {"et40_g1": "1012", "cw_Gid": "1013", "cw_5IND": "1011"}, scenario="s1940", turn=9
    )
    assert stacking.fits(state, OTHER, at("1012"), [WORLD.slots["cw_Gid"]])
    assert not stacking.fits(state, OTHER, at("1012"), [WORLD.slots["cw_5IND"]])


# --- who is over the limit, and who may go ------------------------------------------------------------


def over(units: dict[str, str], **more: Any) -> dict[str, tuple[str, ...]]:
    """Hexes over the limit, each with the units whose elimination helps."""
    state = arrange(units, **more)
    hexes = [h for side in (ITALIAN, OTHER) for h in stacking.overstacked(state, side)]
    return {WORLD.hex_ids[h]: state.names(stacking.removable(state, h)) for h in hexes}


@pytest.mark.rule("8.2-c", "8.3")
def test_of_two_headquarters_one_must_go_and_nobody_else() -> None:
    pair = {"it_hq_1CA": "1306", "it_hq_2CA": "1306"}
    assert over(pair) == {"1306": ("it_hq_1CA", "it_hq_2CA")}
    assert over({**pair, "it_Sb": "1306"}) == {"1306": ("it_hq_1CA", "it_hq_2CA")}
    assert over({"it_hq_1CA": "1306", "it_Sb": "1306"}) == {}


@pytest.mark.rule("8.2-b", "8.3")
def test_of_too_many_divisions_those_that_count_may_go() -> None:
    four = dict.fromkeys(("it_Sb", "it_Gv", "it_GS", "it_PL"), "1306")
    found = over({**four, "it_hq_1CA": "1306", "it_trk1": "1306"})
    assert found == {"1306": ("it_Sb", "it_Gv", "it_GS", "it_PL")}


@pytest.mark.rule("8.2-a", "8.3")
def test_of_too_many_ethiopians_the_leaders_go_last() -> None:
    warriors = dict.fromkeys((f"et_kassa_{n}" for n in range(1, 8)), "1110")
    state = arrange({**warriors, "et_KAS": "1110", "et_NEG": "1110"}, phase=Phase.COMBAT)
    assert stacking.overstacked(state, OTHER) == [at("1110")]
    names = state.names(stacking.removable(state, at("1110")))
    assert set(names) == set(warriors)
    found = play(state, Done())
    assert only(found, Overstacked).side == "ethiopian"
    assert state.agenda == [Excess(OTHER)]
    assert over({**warriors, "et_KAS": "1110"}) == {}


@pytest.mark.rule("8.3")
def test_both_sides_may_be_over_the_limit_and_the_italian_goes_first() -> None:
    warriors = dict.fromkeys((f"et_kassa_{n}" for n in range(1, 8)), "1110")
    four = dict.fromkeys(("it_Sb", "it_Gv", "it_GS", "it_PL"), "1306")
    state = arrange({**warriors, **four, "et_KAS": "1110", "et_NEG": "1110"}, phase=Phase.COMBAT)
    events = play(state, Done())
    assert [e.side for e in events_of(events, Overstacked)] == ["italian", "ethiopian"]
    assert state.agenda == [Excess(OTHER), Excess(ITALIAN)]
    play(state, Remove("it_Sb", "1306"))
    assert decision(state) == ("ethiopian", "excess")


@pytest.mark.rule("8.3")
def test_what_may_be_removed_is_offered() -> None:
    state = arrange(dict.fromkeys(DIVISIONS[:4], "1306") | {"it_trk1": "1306"})
    play(state, Done())
    (offer,) = GAME.offers(state)
    assert isinstance(offer, Place)
    assert offer.subjects == dict.fromkeys(DIVISIONS[:4], ("1306",))
