"""2.3.5, 12.7: with the optional rule of friction the tribe of a counter face down is unknown."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import SPECTATOR, BadPosition, Setup, digest
from campagna.games.lion_of_judah.field_events import FactorsRevealed
from campagna.games.lion_of_judah.flags import HIDDEN
from campagna.games.lion_of_judah.frames import Battle, Stage
from campagna.games.lion_of_judah.orders import Attack
from campagna.games.lion_of_judah.rules.combat import odds
from campagna.games.lion_of_judah.rules.general import losses, tribes
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.table.position import UnitPosition
from tests.games.lion_of_judah.lay import (
    GAME,
    OTHER,
    WORLD,
    Phase,
    arrange,
    at,
    only,
    play,
    slot,
)

FRICTION: dict[str, bool | str] = {"tribal_friction": True, "edition": "2"}
KASSA = WORLD.pools["et_kassa"]


def started(seed: int, options: dict[str, bool | str] | None = None) -> State:
    return GAME.start(Setup("s1935", FRICTION if options is None else options), SeededChance(seed))


def told(state: State, viewer: str) -> dict[str, str]:
    return {u.id: u.tribe for u in GAME.view(state, viewer).position.units}


@pytest.mark.rule("2.3.5-a", "2.3.5-b")
def test_tribes_are_dealt_inside_their_pool() -> None:
    printed = Counter(WORLD.counters[u].tribe for u in KASSA)
    dealt = [tuple(tribes.of(started(seed), u) for u in KASSA) for seed in range(6)]
    assert all(Counter(row) == printed for row in dealt)
    assert len({*dealt}) > 1
    assert GAME.violations(started(1)) == []


@pytest.mark.rule("2.3.5-b")
@pytest.mark.parametrize("options", [{}, {"tribal_friction": True}, {"edition": "2"}])
def test_without_friction_or_in_the_first_edition_nothing_is_dealt(
    options: dict[str, bool | str],
) -> None:
    state = started(1, options)
    assert [tribes.of(state, u) for u in KASSA] == [WORLD.counters[u].tribe for u in KASSA]
    assert b"tribe" not in msgspec.json.encode(state).replace(b"tribal", b"")
    assert {*told(state, "ethiopian").values()} == {""}


@pytest.mark.rule("2.3.5-a", "12.3-c")
def test_a_tribe_is_known_with_the_factor_and_not_before() -> None:
    one = arrange({"et_kassa_1": "1307", "it_Sb": "1306"}, phase=Phase.COMBAT, options=FRICTION)
    for viewer in ("italian", "ethiopian", SPECTATOR):
        assert told(one, viewer)["et_kassa_1"] == ""
    shown = only(play(one, Attack(("it_Sb",), "1307"), picks=[]), FactorsRevealed)
    assert shown.tribes == (tribes.of(one, slot("et_kassa_1")),)
    for viewer in ("italian", "ethiopian", SPECTATOR):
        assert told(one, viewer)["et_kassa_1"] == shown.tribes[0] != ""


@pytest.mark.rule("2.3.5-a")
def test_imagined_worlds_deal_the_unknown_tribes_anew() -> None:
    state = started(3)
    state.flag(KASSA[0], 0, HIDDEN)
    view = GAME.view(state, "ethiopian")
    worlds = [GAME.imagine(view, SeededChance(seed)) for seed in range(12)]
    assert {tribes.of(w, KASSA[0]) for w in worlds} == {tribes.of(state, KASSA[0])}
    assert len({tribes.of(w, KASSA[1]) for w in worlds}) == 2
    assert all(GAME.view(w, "ethiopian") == view for w in worlds)


@pytest.mark.rule("2.3.5-a")
def test_a_position_keeps_the_tribes() -> None:
    state = started(4)
    again = GAME.arrange(state.setup, GAME.describe(state), SeededChance(9))
    assert digest(again) == digest(state)
    too_many = tuple(UnitPosition(f"et_kassa_{n}", "1110", tribe="Lasta") for n in range(1, 6))
    position = msgspec.structs.replace(GAME.describe(state), units=too_many)
    with pytest.raises(BadPosition, match="tribe"):
        GAME.arrange(state.setup, position, SeededChance(9))


@pytest.mark.rule("PB 13.6.4.2", "2.3.5-a")
def test_the_fallen_are_mixed_with_their_tribes() -> None:
    state = started(5)
    before = [tribes.of(state, u) for u in KASSA]
    orders = []
    for seed in range(5):
        other = state.copy()
        losses.mix(other, KASSA, SeededChance(seed), "hidden")
        orders.append([tribes.of(other, u) for u in KASSA])
        assert Counter(orders[-1]) == Counter(before)
    assert any(order != before for order in orders)
    assert [tribes.of(state, u) for u in KASSA] == before


@pytest.mark.rule("12.7-c", "2.3.5-a")
def test_friction_follows_the_tribes_dealt_and_the_forecast_only_those_known() -> None:
    units = {"et_kassa_1": "1307", "et_kassa_2": "1307", "it_Sb": "1306"}
    state = arrange(units, phase=Phase.COMBAT, side=OTHER, options=FRICTION)
    pair = slot("et_kassa_1"), slot("et_kassa_2")
    assert not isinstance(state.tribes, msgspec.UnsetType)
    for names, drm in ((("Lasta", "Lasta"), 0), (("Lasta", "Salale"), -1)):
        people = list(state.tribes)
        for unit, name in zip(pair, names, strict=True):
            people[unit] = name
        state.tribes = tuple(people)
        there = (at("1307"),) * 2
        battle = Battle(OTHER, pair, there, at("1306"), (slot("it_Sb"),), Stage.ATTACKER_AIR)
        assert odds.friction(state, battle) == drm
        assert odds.friction(state, battle, known=True) == 0
        forecast = GAME.forecast(state, Attack(state.names(pair), "1306"))
        assert "friction-unknown" in [n.key for n in forecast.notes]
    for unit in pair:
        state.flag(unit, 0, HIDDEN)
    assert odds.friction(state, battle, known=True) == -1
    forecast = GAME.forecast(state, Attack(state.names(pair), "1306"))
    assert "friction" in [t["what"] for t in forecast.sums["terms"]]
    assert "friction-unknown" not in [n.key for n in forecast.notes]
