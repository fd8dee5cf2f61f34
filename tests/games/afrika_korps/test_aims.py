"""4 What the table says of fortresses, bases and the ends that threaten."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.core.tabletop import Tabletop
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import GAME, end_turn, lay, until
from tests.games.afrika_korps.test_victory import AXIS_HOLDS, ELSEWHERE

CHANCE = SeededChance(1)


def table(state: State) -> Tabletop:
    return GAME.tabletop(GAME.view(state, "allied"))


@pytest.mark.rule("4.3a")
def test_every_fortress_and_base_has_a_holder_or_nobody() -> None:
    places = {h: u for h, u in AXIS_HOLDS.items() if h != "H2"}
    held = {a.at: a.side for a in table(lay(turn=10, far=False, **places, **ELSEWHERE)).aims}
    assert held == {"H2": "", "G25": "axis", "W3": "axis", "J62": "axis"}


@pytest.mark.rule("4.1b")
def test_who_holds_all_threatens_before_the_game_is_lost() -> None:
    state = lay(far=False, turn=10, **AXIS_HOLDS, **ELSEWHERE)
    first = [t for t in table(state).warnings if t.rule == "4.1b"]
    assert "controllate adesso: Asse" in first[0].text["it"]
    end_turn(state)
    end_turn(state)
    until(state, "movement")
    (threat,) = [t for t in table(state).warnings if t.rule == "4.1b"]
    assert threat.side == "axis"
    assert "per 1 turni su 2: Asse" in threat.text["it"]
    assert "held for 1 of 2 turns: Axis" in threat.text["en"]


@pytest.mark.rule("4.1a", "24.5", "4.2c")
def test_few_units_no_supply_and_little_time_are_told() -> None:
    state = lay(
        far=False, turn=37, R41="UK-7-4 AL-SUP-1", R40="IT-SAVONA DE-21-5 DE-21-3 DE-21-104"
    )
    told = {t.rule: t.text["en"] for t in table(state).warnings}
    assert "left on the map: 1 (Allied)" in told["4.1a"]
    assert "whole turns so far: 0 of 2" in told["24.5"]
    assert "Turns left, with this one: 2" in told["4.2c"]


def test_a_quiet_position_has_no_warning() -> None:
    state = lay(turn=10, N30="DE-21-5 DE-SUP-2", W3="IT-SAVONA", X40="UK-7-4")
    assert not [t for t in table(state).warnings if t.rule != "4.1a" and t.rule != "4.2a"]


@pytest.mark.rule("12.2b", "3.1a")
def test_a_turn_without_a_port_says_why_no_supply_comes() -> None:
    told = {
        t.rule: t.text for t in table(GAME.start(GAME.new_setup("campaign", {}), CHANCE)).warnings
    }
    assert told["12.2b"]["en"].startswith("No supply this turn (Axis): no port was controlled")
    assert told["12.2b"]["it"].startswith("Nessun rifornimento in questo turno (Asse): all'inizio")
    state = lay(N30="DE-21-5 DE-SUP-2", W3="IT-SAVONA")
    assert "12.2b" not in {t.rule for t in table(state).warnings}


@pytest.mark.rule("12.2c")
def test_a_supply_that_has_no_room_says_why() -> None:
    supplies = " ".join(f"DE-SUP-{n}" for n in range(1, 4))
    state = lay(phase="supply", N30=f"DE-21-5 {supplies}", W3="IT-SAVONA")
    told = {t.rule: t.text for t in table(state).warnings}
    assert "all that are allowed are on the map" in told["12.2c"]["en"]
    assert "tutti quelli permessi" in told["12.2c"]["it"]
