"""The offers of retreats, consents, losses and supplies that follow: what they hold is what is legal."""

from __future__ import annotations

from math import comb

import pytest

from campagna.core.offers import Pick, Place, Reach, Routes, Say
from campagna.games.afrika_korps.frames import Advancing, Following, Hauling, Retreating
from campagna.games.afrika_korps.orders import (
    Advance,
    Capture,
    Consent,
    Done,
    Haul,
    Retreat,
    Sacrifice,
)
from campagna.games.afrika_korps.rules.combat import advance, retreat
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.state import DEAD, FOUGHT, FROZEN, State
from campagna.games.afrika_korps.world import ALLIED, AXIS
from tests.games.afrika_korps.lay import GAME, allowed, at, decision, lay, place, play, why


def led_back(consent: int = -1, **places: str) -> State:
    """Two Allied brigades in R40 and one in Tobruch's neighbourhood are to be led back."""
    state = lay(phase="combat", **places)
    names = [n for words in places.values() for n in words.split() if n.startswith(("UK", "AU"))]
    units = tuple(sorted(state.world.index[n] for n in names))
    state.agenda.append(Retreating(ALLIED, units, consent))
    return state


@pytest.mark.rule("7.6a", "7.6.2")
def test_retreats_are_offered_hex_by_hex() -> None:
    state = led_back(0, R40="UK-7-4 UK-7-7", U45="AU-7-1")
    (offer,) = GAME.offers(state)
    assert isinstance(offer, Routes)
    assert {group.units for group in offer.groups} == {("UK-7-4", "UK-7-7"), ("AU-7-1",)}
    for group in offer.groups:
        for unit in group.units:
            for way in group.ways:
                assert allowed(state, Retreat(unit, way.path))


@pytest.mark.rule("11.7e")
def test_consent_is_a_plain_question() -> None:
    state = led_back(H26="UK-7-4")
    assert decision(state) == "consent"
    yes, no = GAME.offers(state)
    assert isinstance(yes, Say)
    assert isinstance(no, Say)
    assert (dict(yes.fixed), dict(no.fixed)) == ({"agree": True}, {"agree": False})
    assert (yes.tone, no.tone) == ("main", "decline")
    play(state, Consent(False))
    assert decision(state) == "retreat"
    assert why(state, Retreat("UK-7-4", ("H25", "G25"))) == ("11.7e", "no-room-there")


def crowded() -> State:
    """One place for two units."""
    state = lay(
        phase="combat",
        R40="UK-22GDS AU-9-20",
        P38="IT-SAVONA",
        T41="IT-BOLOGNA",
        R41="DE-21-5 DE-15-8 DE-SUP-1",
        R38="AU-7-1 AU-7-2",
        S39="SA-1-1 SA-1-2 SA-1-3",
        R39="SA-1-5 SA-2-4 SA-2-6",
    )
    index = state.world.index
    state.agenda = [Retreating(ALLIED, (index["UK-22GDS"], index["AU-9-20"]), 0)]
    return state


@pytest.mark.rule("7.6.1c")
def test_whoever_may_be_lost_is_offered() -> None:
    state = crowded()
    assert decision(state) == "sacrifice"
    (offer,) = GAME.offers(state)
    assert isinstance(offer, Pick)
    choices = retreat.choices_of_loss(state, state.agenda[-1])  # type: ignore[arg-type]
    assert set(offer.options) == {state.name(u) for c in choices for u in c}
    assert (offer.least, offer.most, offer.many) == (1, 1, True)
    assert offer.exact is (len(choices) == comb(len(offer.options), 1))
    assert offer.suggest == ()
    for name in offer.options:
        assert allowed(state, Sacrifice((str(name),)))
    assert why(state, Sacrifice(("AU-7-1",))) == ("7.6.1c", "wrong-sacrifice")


@pytest.mark.rule("15.2.2b")
def test_each_supply_taken_in_passing_may_follow_once() -> None:
    state = lay(phase="combat", R40="AL-CAP-1 AL-CAP-2", Q39="AL-CAP-3", R39="UK-7-4")
    index = state.world.index
    supplies = tuple(index[f"AL-CAP-{n}"] for n in (1, 2, 3))
    state.agenda = [Following(ALLIED, supplies, state.world.hex_index["R39"])]
    (follow, done) = GAME.offers(state)
    assert isinstance(follow, Reach)
    assert done.order == "done"
    assert [(g.units, g.origin) for g in follow.groups] == [
        (("AL-CAP-1", "AL-CAP-2"), "R40"),
        (("AL-CAP-3",), "Q39"),
    ]
    assert all(g.steps == (("R39", 1, g.origin),) for g in follow.groups)
    assert follow.together is False
    events = play(state, Haul("AL-CAP-2", ("R39",)))
    assert [getattr(e, "cost", None) for e in events] == [1]
    assert decision(state) == "haul"
    assert why(state, Haul("AL-CAP-2", ("R39",))) == ("15.2.2b", "not-captured-now")
    assert why(state, Haul("AL-CAP-1", ("R38",))) == ("15.2.2b", "follows-captor")
    play(state, Haul("AL-CAP-1", ("R39",)), Haul("AL-CAP-3", ("R39",)))
    assert at(state, "R39") == {"UK-7-4", "AL-CAP-1", "AL-CAP-2", "AL-CAP-3"}
    assert state.agenda == []


def test_nobody_need_follow() -> None:
    state = lay(phase="combat", R40="AL-CAP-1", R39="UK-7-4", Q20="DE-21-5")
    state.agenda = [
        Following(ALLIED, (state.world.index["AL-CAP-1"],), state.world.hex_index["R39"])
    ]
    play(state, Done())
    assert place(state, "AL-CAP-1") == "R40"


@pytest.mark.rule("15.2.2c")
@pytest.mark.parametrize(("words", "taken"), [("DE-SUP-1", ["DE-SUP-1"]), ("DE-SUP-1:used", [])])
def test_a_supply_in_use_is_not_taken_in_combat(words: str, taken: list[str]) -> None:
    state = lay(R40=words)
    way = [state.world.hex_index[h] for h in ("Q40", "R41")]
    found = captures.prizes(state, ALLIED, way, combat=True)
    assert [state.name(s) for s in found] == taken
    assert captures.prizes(state, ALLIED, way, combat=False)


# --- captures, hauls and advances ---------------------------------------------------------------------------


@pytest.mark.rule("15.3.2.2a", "15.2.3a", "11.8a")
def test_captures_are_offered_where_they_are_legal() -> None:
    state = lay("allied", "combat", R40="DE-15-8 DE-SUP-1", R41="SA-2-4", R39="UK-32")
    (offer,) = (o for o in GAME.offers(state) if o.order == "capture")
    assert isinstance(offer, Place)
    assert {u: tuple(s) for u, s in offer.subjects.items()} == {
        o.unit: (o.supply,) for o in advance.open_captures(state)
    }
    assert advance.open_captures(state)
    quiet = lay("allied", "combat", R40="DE-15-8", R41="SA-2-4", R39="UK-32")
    assert not [o for o in GAME.offers(quiet) if o.order == "capture"]


@pytest.mark.rule("11.8a")
@pytest.mark.parametrize("mark", ["fought", "frozen"])
def test_whoever_has_his_battle_takes_no_escorted_supply(mark: str) -> None:
    state = lay("allied", "combat", R40="DE-15-8 DE-SUP-1", R41="SA-2-4", R39="UK-32")
    flag = {"fought": FOUGHT, "frozen": FROZEN}[mark]
    state.flag(state.world.index["SA-2-4"], flag)
    assert why(state, Capture("SA-2-4", "DE-SUP-1")) == ("11.8a", "fought-already")


@pytest.mark.rule("15.3.2.2a")
def test_a_capture_names_a_combat_unit_and_a_supply_on_the_map() -> None:
    state = lay("allied", "combat", R40="DE-15-8 DE-SUP-1", R41="SA-2-4 AL-SUP-1", R39="UK-32")
    assert why(state, Capture("AL-SUP-1", "DE-SUP-1")) == ("15.3.2.2a", "no-combat-unit")
    assert why(state, Capture("UK-7-4", "DE-SUP-1")) == ("15.3.2.2a", "no-combat-unit")
    assert why(state, Capture("SA-2-4", "DE-SUP-2")) == ("15.3.2.2a", "no-supply-there")
    assert why(state, Capture("SA-2-4", "DE-15-8")) == ("15.3.2.2a", "no-supply-there")
    assert why(state, Capture("UK-51-2", "DE-SUP-1")) == ("15.3.2.2a", "not-adjacent-to")


@pytest.mark.rule("15.4.1")
def test_hauls_are_offered_to_every_hex_in_reach() -> None:
    state = lay("allied", "combat", R40="DE-15-8 DE-SUP-1", R41="SA-2-4", R39="UK-32")
    play(state, Capture("SA-2-4", "DE-SUP-1"))
    frame = state.agenda[-1]
    assert isinstance(frame, Hauling)
    reach = advance.haul_reach(state, frame, frame.supplies[0])
    found = list(GAME.offers(state))
    shapes = [o for o in found if isinstance(o, Reach | Routes) and o.order == "haul"]
    named: set[str] = set()
    for offer in shapes:
        assert offer.order == "haul"
        if isinstance(offer, Reach):
            assert offer.together is False
            named |= {step[0] for g in offer.groups for step in g.steps}
        else:
            named |= {w.path[-1] for g in offer.groups for w in g.ways}
    assert named - {"R40"} == {state.hex_name(h) for h in reach.label}
    start = advance.haul_terms(state, frame, frame.supplies[0])
    assert (start.crossed, start.lane, start.left) == (False, -1, 10)


@pytest.mark.rule("16.1")
def test_attackers_advance_one_after_the_other_while_there_is_room() -> None:
    state = lay(
        phase="combat",
        G24="DE-21-5 DE-15-8 IT-SAVONA",
        H26="IT-PAVIA",
        R20="DE-21-104",
        J62="UK-7-4",
    )
    index, fort = state.world.index, state.world.tobruch
    units = tuple(index[u] for u in ("DE-21-5", "DE-15-8", "IT-SAVONA", "IT-PAVIA", "DE-21-104"))
    state.agenda = [Advancing(AXIS, units, (fort,))]
    state.put(index["IT-SAVONA"], DEAD)
    able = advance.can_advance(state, state.agenda[-1])  # type: ignore[arg-type]
    assert {state.name(u) for u in able[fort]} == {"DE-21-5", "DE-15-8", "IT-PAVIA"}
    play(state, Advance(("DE-21-5",), "G25"))
    assert decision(state) == "advance"
    assert why(state, Advance(("DE-21-5",), "G25")) == ("16.1", "cannot-advance")
    play(state, Advance(("DE-15-8", "IT-PAVIA"), "G25"))
    assert at(state, "G25") == {"DE-21-5", "DE-15-8", "IT-PAVIA"}
    assert state.agenda == []
