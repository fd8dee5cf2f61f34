"""3, 4, 23.4, 24 The beginning and the end of a player turn: what is counted, cleared and told."""

from __future__ import annotations

import pytest

from campagna.core.offers import Pick, Place
from campagna.games.afrika_korps.events import (
    ControlHeld,
    GameEnded,
    Isolated,
    RommelDisplaced,
    SupplyExpended,
    WentToSea,
)
from campagna.games.afrika_korps.frames import Crowded
from campagna.games.afrika_korps.orders import Done, Embark, Move, Sacrifice
from campagna.games.afrika_korps.rules.forces import embarkation, rommel
from campagna.games.afrika_korps.rules.movement import stacking
from campagna.games.afrika_korps.rules.sequence import turns, victory
from campagna.games.afrika_korps.state import (
    CROSSED,
    EMBARKED,
    FOUGHT,
    ISOLATED,
    LATE,
    NOWHERE,
    STOPPED,
    State,
)
from campagna.games.afrika_korps.world import ALLIED, AXIS
from tests.games.afrika_korps.lay import (
    GAME,
    at,
    decision,
    end_turn,
    events_of,
    lay,
    marks,
    only,
    path,
    place,
    play,
    unit,
    why,
)

HOLD = {"H2": "IT-SAVONA", "G25": "DE-SUP-1", "W3": "DE-ROMMEL", "J62": "IT-PAVIA"}


# --- the beginning ----------------------------------------------------------------------------------------


@pytest.mark.rule("24.2")
def test_a_new_turn_takes_off_the_marks_of_the_last() -> None:
    state = lay(
        "allied", J62="UK-7-4 AL-SUP-1", sea="UK-7-7 AL-SUP-2", dead="AU-7-1", W3="DE-SUP-1"
    )
    index = state.world.index
    for name, bits in (
        ("UK-7-4", ISOLATED | EMBARKED),
        ("UK-7-7", EMBARKED),
        ("AU-7-1", LATE),
        ("AL-SUP-2", EMBARKED),
        ("DE-SUP-1", EMBARKED),
    ):
        state.flag(index[name], bits)
    turns.begin_turn(state)
    assert marks(state, "UK-7-4") == set()
    assert marks(state, "UK-7-7") == set(), "a supply is at sea with it"
    assert marks(state, "AU-7-1") == set()
    assert marks(state, "AL-SUP-2") == set()
    assert marks(state, "DE-SUP-1") == {"embarked"}, "it is not that side's turn"


@pytest.mark.rule("24.5")
@pytest.mark.parametrize(("supply", "bare"), [("R20", False), ("sea", True), ("pool", True)])
def test_the_axis_without_supply_on_the_map_is_noted(supply: str, bare: bool) -> None:
    state = lay(R40="DE-21-5", **{supply: "DE-SUP-1"})
    assert state.bare_at_start is bare
    turns.begin_turn(lay("allied", R40="DE-21-5", **{supply: "DE-SUP-1"}))


# --- the end ----------------------------------------------------------------------------------------------


@pytest.mark.rule("24.2", "14.1b")
@pytest.mark.parametrize("before", [True, False])
def test_a_supply_used_up_counts_for_isolation_or_not(before: bool) -> None:
    """21/5 lives on one supply, which it uses up in this turn."""
    options: dict[str, bool | str] = {"supply_removed_before_isolation_check": before}
    state = lay(
        R40="DE-21-5:count=0", R41="DE-SUP-1:used", W3="IT-BOLOGNA", options=options, X20="UK-7-4"
    )
    state.flag(state.world.index["DE-21-5"], ISOLATED)
    events = turns.end_turn(state)
    assert [e.supply for e in events_of(events, SupplyExpended)] == ["DE-SUP-1"]
    told = {e.unit: e.count for e in events_of(events, Isolated)}
    assert ("DE-21-5" in told) is before


@pytest.mark.rule("24.2")
def test_isolation_is_told_and_counted() -> None:
    state = lay(R40="DE-21-5:count=0", far=False, K63="UK-51-2", U20="IT-SAVONA", sea="IT-PAVIA")
    index = state.world.index
    state.flag(index["IT-SAVONA"], 0, ISOLATED)
    state.flag(index["IT-PAVIA"], EMBARKED)
    state.bare_at_start = False
    events = turns.end_turn(state)
    told = {e.unit: (e.hex, e.count) for e in events_of(events, Isolated)}
    assert told == {"DE-21-5": ("R40", 1), "IT-PAVIA": ("sea", 1)}
    assert unit(state, "IT-SAVONA").count == 0, "it was not isolated when the turn began"


@pytest.mark.rule("5.5")
def test_what_a_turn_marked_is_cleared() -> None:
    state = lay(R40="DE-21-5:spent=4:road=3", R44="IT-SAVONA", W3="DE-SUP-1", R46="DE-ROMMEL")
    index = state.world.index
    state.flag(index["DE-21-5"], STOPPED | FOUGHT | CROSSED | ISOLATED)
    state.change(index["DE-21-5"], trail=(1, 2), since=0)
    state.change(index["IT-SAVONA"], since=0, spent=2)
    state.rommel_path = [index["DE-21-5"]]
    state.sorties, state.prey, state.robbed, state.spared = [1], [2], [3], [4]
    state.must_attack, state.must_defend, state.inroads = [1], [2], [(1, 2)]
    turns._clear_turn(state)
    tank, infantry = unit(state, "DE-21-5"), unit(state, "IT-SAVONA")
    assert marks(state, "DE-21-5") == {"isolated"}
    assert (tank.spent, tank.road, tank.trail, tank.since, tank.lane) == (
        0,
        0,
        (),
        NOWHERE,
        NOWHERE,
    )
    assert (infantry.spent, infantry.since) == (0, NOWHERE)
    assert state.rommel_path == state.sorties == state.prey == state.robbed == state.spared == []
    assert state.must_attack == state.must_defend == []
    assert state.inroads == []


# --- victory ----------------------------------------------------------------------------------------------


def holding(missing: str = "") -> State:
    places = {h: u for h, u in HOLD.items() if h != missing}
    return lay("allied", far=False, X40="UK-7-4 AL-SUP-1", N30="DE-21-5", **places)


@pytest.mark.rule("4.1b", "4.3a")
@pytest.mark.parametrize("missing", ["", *HOLD])
def test_all_four_must_be_held(missing: str) -> None:
    state = holding(missing)
    assert victory.holds_everything(state, AXIS) is (missing == "")
    assert not victory.holds_everything(state, ALLIED)


@pytest.mark.rule("4.1b")
@pytest.mark.parametrize(
    ("at_start", "missing", "held"),
    [(True, "", 1), (False, "", 0), (True, "H2", 0), (False, "H2", 0)],
)
def test_both_ends_of_a_turn_count(at_start: bool, missing: str, held: int) -> None:
    state = holding(missing)
    state.held_at_start = [at_start, False]
    events = victory.note_end(state)
    assert state.held == [held, 0]
    assert state.held_at_start == [False, False]
    assert [(e.rule, e.side, e.turns) for e in events_of(events, ControlHeld)] == (
        [("4.1b", "axis", 1)] if held else []
    )


@pytest.mark.rule("4.1b")
def test_the_second_turn_in_a_row_wins() -> None:
    state = holding()
    state.held, state.held_at_start = [1, 0], [True, False]
    ended = only(victory.note_end(state), GameEnded)
    assert (ended.rule, ended.level, ended.winner) == ("4.1b", "axis_control", "axis")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.level) == ("axis", "axis_control")


@pytest.mark.rule("4.2b")
def test_the_allies_win_by_their_own_rule() -> None:
    allies = {"H2": "AU-7-1", "G25": "AL-SUP-1", "W3": "AU-7-2", "J62": "SA-1-1"}
    state = lay("allied", far=False, N30="DE-21-5 DE-SUP-1", **allies)
    state.held, state.held_at_start = [0, 1], [False, True]
    ended = only(victory.note_end(state), GameEnded)
    assert (ended.rule, ended.level, ended.winner) == ("4.2b", "allied_control", "allied")


# --- Rommel -----------------------------------------------------------------------------------------------


@pytest.mark.rule("22.4b", "22.4a")
def test_he_is_exposed_in_a_zone_or_in_enemy_hands() -> None:
    assert rommel.is_exposed(lay(R40="DE-ROMMEL", R41="UK-7-4"))
    assert rommel.is_exposed(lay(G25="DE-ROMMEL UK-7-4"))
    assert not rommel.is_exposed(lay(R40="DE-ROMMEL IT-SAVONA", R41="UK-7-4"))
    assert not rommel.is_exposed(lay(R40="DE-ROMMEL", R43="UK-7-4"))
    assert not rommel.is_exposed(lay(sea="DE-ROMMEL", R41="UK-7-4"))


@pytest.mark.rule("22.4b", "22.1b")
def test_driven_off_in_his_own_turn_his_way_is_broken() -> None:
    state = lay(R40="DE-ROMMEL DE-21-5", R47="IT-SAVONA")
    play(state, Move(("DE-21-5", "DE-ROMMEL"), path("R41 R42")))
    hexes = state.world.hex_index
    event = rommel.join(state, hexes["R47"])
    assert isinstance(event, RommelDisplaced)
    assert (event.hex, event.to) == ("R42", "R47")
    assert state.rommel_path[-3:] == [hexes["R42"], NOWHERE, hexes["R47"]]
    waiting = lay("allied", R40="DE-ROMMEL", R47="IT-SAVONA")
    rommel.join(waiting, hexes["R47"])
    assert waiting.rommel_path == []
    still = lay(R40="DE-ROMMEL", R47="IT-SAVONA")
    rommel.join(still, hexes["R47"])
    assert still.rommel_path == [], "he has not moved this turn"


@pytest.mark.rule("22.4a", "23.4.2")
def test_from_sea_the_nearest_port_counts() -> None:
    """Savona is two hexes from W3 and far from Tobruch; Pavia is halfway between the two."""
    state = lay(W5="IT-SAVONA", P15="IT-PAVIA", sea="DE-ROMMEL", far=False, K63="UK-51-2")
    (event,) = rommel.come_ashore(state)
    assert isinstance(event, RommelDisplaced)
    assert (event.hex, event.to) == ("sea", "W5")


# --- the sea, and full hexes ------------------------------------------------------------------------------


@pytest.mark.rule("23.4")
def test_each_port_tells_who_leaves_it() -> None:
    state = lay("allied", J62="UK-7-4 AL-SUP-1", G25="UK-7-7", W6="IT-SAVONA")
    events = play(state, Embark(("UK-7-4", "UK-7-7", "AL-SUP-1")))
    told = {e.hex: e.units for e in events_of(events, WentToSea)}
    assert told == {"J62": ("UK-7-4", "AL-SUP-1"), "G25": ("UK-7-7",)}
    assert {place(state, u) for u in ("UK-7-4", "UK-7-7", "AL-SUP-1")} == {"sea"}


@pytest.mark.rule("23.4")
def test_who_may_embark_is_offered() -> None:
    state = lay("allied", J62="UK-7-4 AL-SUP-1:landed", G25="UK-7-7", R40="AU-7-1", W6="IT-SAVONA")
    able = {state.name(u) for u in embarkation.able_to_embark(state)}
    assert able == {"UK-7-4", "UK-7-7"}
    (offer,) = (o for o in GAME.offers(state) if o.order == "embark")
    assert isinstance(offer, Pick)
    assert set(offer.options) == able
    assert (offer.many, offer.most, offer.exact) == (True, 2, True)
    nobody = lay("allied", R40="AU-7-1", far=False, W6="IT-SAVONA")
    assert not [o for o in GAME.offers(nobody) if o.order == "embark"]


@pytest.mark.rule("6.1a", "19.4")
def test_who_is_too_many_goes_by_the_owners_choice() -> None:
    state = lay("allied", R40="UK-7-4 UK-7-7 AU-7-1 AU-7-2 AL-SUP-1", W6="IT-SAVONA")
    stacking.ask_who_goes(state)
    (frame,) = state.agenda
    assert isinstance(frame, Crowded)
    assert frame.count == 1
    (offer,) = GAME.offers(state)
    assert isinstance(offer, Pick)
    assert (offer.least, offer.most, len(offer.options), offer.many) == (1, 1, 4, True)
    assert why(state, Sacrifice(("UK-7-4", "UK-7-7"))) == ("6.1a", "wrong-sacrifice")
    assert why(state, Sacrifice(("UK-51-2",))) == ("6.1a", "wrong-sacrifice")
    play(state, Sacrifice(("AU-7-2",)))
    assert at(state, "R40") == {"UK-7-4", "UK-7-7", "AU-7-1", "AL-SUP-1"}
    assert state.agenda == []


@pytest.mark.rule("22.4.2b")
def test_where_rommel_may_go_is_offered() -> None:
    state = lay("allied", R40="DE-ROMMEL", R43="IT-SAVONA", R37="IT-PAVIA", Q44="UK-7-4")
    rommel.displace(state)
    assert decision(state) == "place-rommel"
    (offer,) = GAME.offers(state)
    assert isinstance(offer, Place)
    assert set(offer.places) == {"R43", "R37"}


@pytest.mark.rule("3", "3.1a")
def test_whole_player_turns_pass_in_order() -> None:
    state = lay(R40="DE-21-5 DE-SUP-1", J62="UK-7-4 AL-SUP-1", W3="IT-BOLOGNA")
    assert state.side == AXIS
    end_turn(state)
    assert (state.side, state.turn) == (ALLIED, 10)
    while state.side == ALLIED:
        play(state, Done())
    assert (state.side, state.turn) == (AXIS, 11)
