"""The typed offers where the laws of all games cannot look: tones, groups, extras, suggestions."""

from __future__ import annotations

from typing import TypeVar

import pytest

from campagna.core import offers
from campagna.core.offers import Group, Offer, Pick, Place, Reach, Say, Some, Toggle
from campagna.games.kasserine.frames import Following
from campagna.games.kasserine.orders import Accompany, Deploy, Leave, Move, Raid
from campagna.games.kasserine.rules import movement
from campagna.games.kasserine.rules.setup import unplaced
from campagna.games.kasserine.state import MOVED, State
from tests.games.kasserine.lay import (
    DAY,
    GAME,
    NIGHT,
    allowed,
    attack,
    begin,
    lay,
    move,
    path,
    play,
    until,
    why,
)

READY = ":supplied:under-division"
Shape = TypeVar("Shape", bound=Offer)


def offered(state: State, tag: str, shape: type[Shape]) -> list[Shape]:
    return [o for o in GAME.offers(state) if o.order == tag and isinstance(o, shape)]


def tones(state: State) -> dict[str, str]:
    """The tone of the first offer of each kind of order."""
    found: dict[str, str] = {}
    for offer in GAME.offers(state):
        found.setdefault(offer.order, offer.tone)
    return found


def group_of(unit: str, reach: Reach) -> Group:
    return next(g for g in reach.groups if unit in g.units)


# --- set-up and logistics -----------------------------------------------------------------------------


def test_a_set_up_ends_only_when_everybody_stands() -> None:
    state = begin()
    assert tones(state) == {"deploy": "main"}
    while "done" not in tones(state):
        (place,) = offered(state, "deploy", Place)
        unit = state.names(unplaced(state))[0]
        hex_ = place.subjects[unit][0]
        assert isinstance(hex_, str)
        play(state, Deploy(unit, hex_))
    assert tones(state) == {"deploy": "plain", "done": "main"}


def test_what_cannot_be_taken_back_is_grave_and_offered_last() -> None:
    board = {"2320": "S-M01 A21-I5", "2420": "S-M02", "2018": "LI1-1-26"}
    state = lay(board, phase="logistics")
    assert list(tones(state).items()) == [
        ("march", "plain"),
        ("done", "plain"),
        ("demolish", "grave"),
    ]
    state = lay({"2018": "LI1-1-26"}, side="allied", phase="logistics")
    assert list(tones(state).items()) == [("done", "plain"), ("self-reduce", "grave")]
    (pick,) = offered(state, "self-reduce", Pick)
    assert pick.options == ("LI1-1-26",)


# --- movement -----------------------------------------------------------------------------------------


def test_pieces_alike_are_one_group() -> None:
    state = lay({"2420": f"A21-I5{READY} A10-I7{READY} CD-21"}, opened=True, move=3)
    reach = offered(state, "move", Reach)[0]
    assert [g.units for g in reach.groups] == [("A10-I7", "A21-I5"), ("CD-21",)]
    assert {g.origin for g in reach.groups} == {"2420"}
    assert reach.tone == "main"
    assert not reach.exact
    assert reach.extras == (Toggle("full_first"),)


def test_a_full_hex_is_passed_but_only_a_command_ends_there() -> None:
    units = f"A21-I5{READY} A21-I104{READY}"
    state = lay({"2420": units, "2422": f"A10-I7{READY} CD-21"}, opened=True)
    reach = offered(state, "move", Reach)[0]
    group = group_of("A10-I7", reach)
    assert "2420" in {step[0] for step in group.steps}
    assert group.ends is not None
    assert "2420" not in group.ends
    command = group_of("CD-21", reach)
    assert command.ends is None
    assert "2420" in {step[0] for step in command.steps}


def test_pieces_that_enter_have_no_origin() -> None:
    state = lay({"tray": "ADK-I8"}, move=9)
    groups = [g for r in offered(state, "move", Reach) for g in r.groups if "ADK-I8" in g.units]
    (group,) = groups
    assert group.origin == ""
    hex_, cost, before = group.steps[0]
    assert (cost, before) == (0, "")
    assert allowed(state, Move(("ADK-I8",), (hex_,)))


def test_to_come_back_is_a_move_that_the_offers_know() -> None:
    state = lay({"2420": f"A21-I5{READY}"}, opened=True)
    order = move("A21-I5", "2421 2420")
    assert allowed(state, order)
    assert GAME.offers(state).covers(order)
    assert GAME.offers(state).covers(move("A21-I5", "2421 2420", full_first=True))
    there, back = offered(state, "move", Reach)
    assert (there.tone, back.tone) == ("main", "decline")
    (group,) = back.groups
    assert group.ends == ("2420",)


@pytest.mark.parametrize("persists", [False, True])
def test_a_way_back_enters_no_hex_twice(persists: bool) -> None:
    """Whatever the hex and however far the unit may go, the steps lead to its own hex."""
    options = {"track_alternation_persists": persists}
    for hex_ in GAME.world.hex_ids:
        if GAME.world.board.terrain_name(GAME.world.hex_index[hex_]) == "sea":
            continue
        state = lay({hex_: f"A21-580{READY} CD-21"}, opened=True, options=options)
        for reach in offered(state, "move", Reach)[1:]:
            for group in reach.groups:
                entered = [step[0] for step in group.steps]
                assert len(set(entered)) == len(entered)
                assert [step[2] for step in group.steps] == ["", *entered[:-1]]
                assert entered[-1] == hex_
                assert allowed(state, Move(group.units[:1], tuple(entered)))


def test_who_may_not_enter_an_enemy_zone_does_not_come_back_into_one() -> None:
    state = lay({"2420": "A21-I5:supplied", "2320": "L34-1-133"}, opened=True)
    assert not allowed(state, move("A21-I5", "2520 2420"))
    assert [r.tone for r in offered(state, "move", Reach)] == ["main"]


def test_parties_follow_what_changes_without_a_move() -> None:
    """The reach is remembered; weather, the night and marks on units change it."""
    state = lay({"2420": f"A21-I5{READY} A10-I7{READY}"}, opened=True)
    before = movement.parties(state)
    assert movement.parties(state) is before
    state.weather = "storm"
    stormy = movement.parties(state)
    assert stormy[0].limits.budget < before[0].limits.budget
    state.flag(before[0].units[0], MOVED)
    assert len(before[0].units) == 2
    assert len(movement.parties(state)[0].units) == 1


# --- leaving ------------------------------------------------------------------------------------------


def leaving(unit: str, state: State) -> Group:
    return group_of(unit, offered(state, "leave", Reach)[0])


def test_ways_out_tell_what_comes_of_them() -> None:
    board = {"0216": "A21-I5:supplied A21-I104:supplied", "0316": "A10-I7:supplied"}
    state = lay({**board, "0116": "A10-II69"}, opened=True)
    group = leaving("A10-I7", state)
    assert group.effects["0116"] == "scores"
    assert ("0116", 3, "0216") in group.steps, "the cost of leaving included"
    lost = [h for h, word in group.effects.items() if word == "eliminated"]
    assert group.grave == tuple(lost)
    assert lost
    assert "0116" not in lost
    assert not group.stay


def test_a_command_scores_nowhere() -> None:
    state = lay({"0116": "CD-21"}, opened=True)
    group = leaving("CD-21", state)
    assert group.stay
    assert group.effects["0116"] == "eliminated"
    assert set(group.grave) == group.effects.keys()
    assert GAME.offers(state).covers(Leave("CD-21"))


def test_to_leave_after_a_detour_is_offered_too() -> None:
    state = lay({"0116": "A10-I7:supplied"}, opened=True)
    order = Leave("A10-I7", path("0216 0116"))
    assert allowed(state, order)
    assert GAME.offers(state).covers(order)


# --- the plan -----------------------------------------------------------------------------------------


def plan(board: dict[str, str], move_: int = DAY, **options: bool) -> State:
    ready = {h: units.replace("!", f"{READY}@CA-ARNIM") for h, units in board.items()}
    return lay(ready, phase="plan", opened=True, move=move_, options=options)


def test_what_must_be_attacked_is_suggested() -> None:
    board = {"2320": "L34-1-133", "2321": "L34-3-133", "2420": "A21-I5:engaged!"}
    state = plan(board)
    (offer,) = offered(state, "attack", offers.Attack)
    assert not offered(state, "done", Say)
    (suggested,) = offer.suggest
    assert suggested == {"attackers": ("A21-I5",), "hexes": ("2320", "2321")}
    assert offer.most_targets == 2
    assert offer.defenders == {"2320": ("L34-1-133",), "2321": ("L34-3-133",)}
    play(state, attack("A21-I5", "2320 2321"))


def test_aircraft_are_offered_over_defended_hexes_by_day() -> None:
    board = {"2320": "L34-1-133", "2321": "S-M07", "2420": "A21-I5!"}
    (offer,) = offered(plan(board), "attack", offers.Attack)
    (flown,) = [e for e in offer.extras if isinstance(e, Some)]
    assert (flown.options, flown.along) == (("2320",), "hexes")
    assert flown.most > 0
    (offer,) = offered(plan(board, NIGHT), "attack", offers.Attack)
    assert not [e for e in offer.extras if isinstance(e, Some)]


def test_supplies_are_taken_or_destroyed_and_by_option_only_destroyed() -> None:
    board = {"2320": "L34-1-133", "2321": "S-M07", "2420": "A21-I5!"}
    state = plan(board)
    (offer,) = offered(state, "attack", offers.Attack)
    assert Toggle("destroy") in offer.extras
    assert set(offer.targets) == {"2320", "2321"}
    assert GAME.offers(state).covers(attack("A21-I5", "2321", destroy=True))
    state = plan(board, supply_capture=False)
    fight, destroy = offered(state, "attack", offers.Attack)
    assert (set(fight.targets), set(destroy.targets)) == ({"2320"}, {"2321"})
    assert destroy.fixed == {"destroy": True}
    assert Toggle("destroy") not in fight.extras
    assert why(state, attack("A21-I5", "2321")) == ("LOG-16", "capture-not-allowed")
    assert not GAME.offers(state).covers(attack("A21-I5", "2321"))


# --- fire, combats, replies ---------------------------------------------------------------------------


def test_the_bombers_may_strike_any_hex() -> None:
    board = {"2420": "A21-I5 A21-I104", "2222": "S-M01", "0911": "L34-1-133"}
    state = lay(board, "allied", "fire", move=25, opened=True)
    (raid,) = offered(state, "raid", Place)
    assert raid.anywhere
    assert raid.places == ("2222", "2420")
    assert GAME.offers(state).covers(Raid("0911"))
    state = lay({"0911": "L34-1-133"}, "allied", "fire", move=25, opened=True)
    (raid,) = offered(state, "raid", Place)
    assert "0911" in raid.places, "nothing is worth it, but something must be named"


def test_a_combat_is_named_by_any_of_its_hexes_then_by_kind() -> None:
    board = {"2320": "L34-1-133", "2321": "L34-3-133", "2420": "A21-I5!"}
    state = plan(board)
    play(state, attack("A21-I5", "2320 2321"))
    until(state, "combat")
    (assault,) = offered(state, "assault", Place)
    assert (assault.subject, assault.place) == ("hex", "kind")
    assert set(assault.subjects) == {"2320", "2321"}
    assert assault.subjects["2320"] == assault.subjects["2321"] != ()


@pytest.mark.parametrize("count", [1, 2])
def test_any_who_can_may_go_along(count: int) -> None:
    state = lay({"2420": "CD-21 S-M01", "2421": "A21-I5"}, phase="combat", opened=True)
    pieces = tuple(state.world.index[n] for n in ("CD-21", "S-M01"))
    state.agenda.append(Following(0, pieces, state.world.hex_index["2421"]))
    go, stay = GAME.offers(state)
    assert isinstance(go, Pick)
    assert (go.least, go.most) == (1, 2)
    assert (go.tone, stay.tone) == ("main", "decline")
    assert GAME.offers(state).covers(Accompany(("CD-21", "S-M01")[:count]))
