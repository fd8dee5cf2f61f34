"""22.4, 23.4 Going to sea from several ports, victories that it would spoil, and where Rommel joins."""

from __future__ import annotations

import pytest

from campagna.core.offers import Pick
from campagna.games.afrika_korps.events import WentToSea
from campagna.games.afrika_korps.frames import Crowded
from campagna.games.afrika_korps.orders import Declare, Done, Embark, Land, Sacrifice
from campagna.games.afrika_korps.rules.forces import embarkation, rommel
from campagna.games.afrika_korps.state import NOWHERE, State
from tests.games.afrika_korps.lay import (
    GAME,
    allowed,
    decision,
    end_turn,
    events_of,
    lay,
    place,
    play,
    refused,
    until,
)


def offered(state: State) -> list[Pick]:
    return [o for o in GAME.offers(state) if isinstance(o, Pick) and o.order == "embark"]


@pytest.mark.rule("23.4", "23.3")
def test_units_leave_from_each_port_together() -> None:
    state = lay("allied", J62="UK-7-4 AL-SUP-1", G25="UK-7-7", K61="AU-7-1", W6="IT-SAVONA")
    (offer,) = offered(state)
    assert set(offer.options) == {"UK-7-4", "AL-SUP-1", "UK-7-7"}
    assert (offer.many, offer.most, offer.exact) == (True, 3, True)
    able = {state.name(u) for u in embarkation.able_to_embark(state)}
    assert able == {"UK-7-4", "AL-SUP-1", "UK-7-7"}
    events = events_of(play(state, Embark(("UK-7-4", "UK-7-7", "AL-SUP-1"))), WentToSea)
    assert {e.hex: set(e.units) for e in events} == {
        "J62": {"UK-7-4", "AL-SUP-1"},
        "G25": {"UK-7-7"},
    }
    assert place(state, "UK-7-4") == place(state, "UK-7-7") == "sea"


@pytest.mark.rule("23.4.4")
def test_the_watchers_of_a_port_are_the_enemies() -> None:
    state = lay("allied", J62="UK-7-4 UK-7-7", J61="DE-21-5", K62="AU-7-1")
    refusal = refused(state, Embark(("UK-7-4",)))
    assert (refusal.reason, refusal.facts["units"]) == ("port-in-zone", ("DE-21-5",))


@pytest.mark.rule("9.6", "14.5", "23.4")
def test_a_supply_that_keeps_a_victory_alive_does_not_go_to_sea() -> None:
    near = lay("axis", W3="DE-SUP-1 IT-SAVONA", W4="DE-21-5", W5="AU-7-2")
    assert offered(near)[0].exact
    play(near, Declare(("DE-21-5",), ("AU-7-2",), ("DE-SUP-1",)))
    assert allowed(near, Embark(("IT-SAVONA",)))
    refusal = refused(near, Embark(("DE-SUP-1",)))
    assert refusal.rule == "14.5"
    (offer,) = offered(near)
    assert offer.exact is False, "what victories say is asked for all together"


@pytest.mark.rule("22.4b")
def test_where_rommel_is_set_down_his_way_begins_anew() -> None:
    state = lay(R40="DE-ROMMEL", R45="DE-21-5")
    hexes = state.world.hex_index
    for side, path, after in (
        (0, [], []),
        (0, [hexes["R38"], hexes["R40"]], [hexes["R38"], hexes["R40"], NOWHERE, hexes["R45"]]),
        (1, [hexes["R38"], hexes["R40"]], [hexes["R38"], hexes["R40"]]),
    ):
        trial = state.copy()
        trial.side, trial.rommel_path = side, list(path)
        rommel.join(trial, hexes["R45"])
        assert trial.rommel_path == after
        assert place(trial, "DE-ROMMEL") == "R45"


@pytest.mark.rule("22.4a", "23.4.2")
def test_rommel_comes_ashore_to_the_unit_nearest_to_a_port() -> None:
    """W6 lies three hexes from the base at W3; N14 lies halfway to Tobruch."""
    state = lay(sea="DE-ROMMEL", W6="IT-SAVONA", N14="DE-21-5", far=False)
    rommel.come_ashore(state)
    assert place(state, "DE-ROMMEL") == "W6"


@pytest.mark.rule("22.4a", "23.4.2")
def test_rommel_at_sea_for_two_turns_comes_ashore_and_others_are_lost() -> None:
    state = lay(sea="DE-ROMMEL", W6="IT-SAVONA", K63="UK-51-2", far=False)
    end_turn(state)
    assert place(state, "DE-ROMMEL") == "W6"
    fresh = lay(W3="DE-ROMMEL IT-SAVONA DE-SUP-1", K63="UK-51-2", far=False)
    play(fresh, Embark(("DE-ROMMEL",)))
    end_turn(fresh)
    assert place(fresh, "DE-ROMMEL") == "sea", "he left this turn only"
    allied = lay("allied", sea="DE-ROMMEL", W6="IT-SAVONA", J62="UK-51-2", far=False)
    end_turn(allied)
    assert place(allied, "DE-ROMMEL") == "sea", "it was not his turn"


@pytest.mark.rule("6.1a", "19.4")
def test_who_gives_a_unit_up_for_room_is_not_asked_again() -> None:
    siege = {"G24": "IT-SAVONA", "H25": "IT-PAVIA", "H26": "IT-TRENTO"}
    state = lay("allied", "arrival", turn=9, G25="AL-SUP-1", sea="UK-7-4 UK-7-7", **siege)
    play(state, Land(("UK-70-23", "IN-5-29", "UK-7-4", "UK-7-7"), "G25"))
    until(state, "movement")
    play(state, Done())
    (offer,) = (o for o in GAME.offers(state) if isinstance(o, Pick) and o.order == "sacrifice")
    assert offer.many
    play(state, Sacrifice(("UK-7-4",)))
    assert not [frame for frame in state.agenda if isinstance(frame, Crowded)]
    assert decision(state) != "thin-out"
