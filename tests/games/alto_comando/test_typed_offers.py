"""Typed offers: who is offered what, by which edge, in which tone; what the laws of all games cannot see."""

from __future__ import annotations

from typing import TypeVar

import pytest

from campagna.core.chance import ScriptedChance
from campagna.core.offers import Batch, Lay, Measured, Offer, Pick, Place, Say
from campagna.games.alto_comando.orders import (
    AirAttack,
    Attach,
    ChooseCards,
    Cross,
    Deploy,
    Done,
    Fire,
    Fortify,
    Leave,
    TankMix,
)
from campagna.games.alto_comando.state import State
from tests.games.alto_comando.lay import GAME, allowed, begin, play, start, table
from tests.games.alto_comando.test_beda_fomm import field
from tests.games.alto_comando.test_offers import filled, survey
from tests.games.alto_comando.test_setup import BRITISH, GERMANS, block, setting_up

T = TypeVar("T", bound=Offer)

BESIDE_MINES = {"axis": [(515, 300, 545, 450)]}
SHUT_IN = {
    "A1.motor1": "500 375",
    "G1.tank1": "420 375",
    "G1.tank2": "500 295",
    "G1.tank3": "500 455",
}


def offers(state: State, kind: type[T], order: str) -> list[T]:
    return [o for o in GAME.offers(state) if isinstance(o, kind) and o.order == order]


def tones(state: State) -> list[tuple[str, str]]:
    return [(o.order, o.tone) for o in GAME.offers(state)]


# --- moving ---------------------------------------------------------------------------------------------


@pytest.mark.rule("MOV-6", "MOV-7")
def test_who_can_move_is_offered_with_its_allowance() -> None:
    state = table({"A1.motor1": "500 500", "A1.hq": "430 470", "A1.tank1": "300 300 moved"})
    (move,) = offers(state, Measured, "move")
    assert move.pieces == {"A1.motor1": 150, "A1.hq": 150}
    assert (move.tone, move.least, move.most) == ("main", 1, 0)
    single = table({"A1.motor1": "500 500"}, options={"legs": "single"})
    assert [o.most for o in offers(single, Measured, "move")] == [1]


@pytest.mark.rule("BF-13")
def test_foot_on_the_road_is_offered_the_longer_move() -> None:
    on, off = field({"A1.foot1": "500 300"}), field({"A1.foot1": "300 300"})
    far = [offers(s, Measured, "move")[0].pieces["A1.foot1"] for s in (on, off)]
    line = on.unit(on.find("A1.foot1")).line
    assert far == [line.road_move, line.move]
    assert line.road_move > line.move


@pytest.mark.rule("G-18")
def test_who_is_shut_in_beside_mines_may_only_cross_them() -> None:
    state = table(SHUT_IN, strips=BESIDE_MINES)
    assert offers(state, Measured, "move") == []
    (cross,) = offers(state, Measured, "cross")
    assert set(cross.pieces) == {"A1.motor1"}
    assert (cross.unit, cross.path, cross.end, cross.least) == ("unit", "path", "landing", 0)
    assert filled(survey(state, "A1.motor1")) == {(560, 375)}
    assert allowed(state, Cross("A1.motor1", (), (560, 375)))
    free = table(SHUT_IN | {"G1.tank1": "300 375"}, strips=BESIDE_MINES)
    assert (560, 375) not in filled(survey(free, "A1.motor1")), "a move is surveyed before it"


@pytest.mark.rule("G-18", "MIN-2")
def test_only_who_is_near_enough_may_cross() -> None:
    strips = {"axis": [(540, 300, 570, 450)]}
    # 150 mm, of which 60 are for the mines: the contact is at x 525.
    near, far = ((f"{x} 375", {"A1.motor1": f"{x} 375"}) for x in (435, 433))
    assert offers(table(near[1], strips=strips), Measured, "cross")
    assert allowed(table(near[1], strips=strips), Cross("A1.motor1", ((525, 375),), (585, 375)))
    assert not offers(table(far[1], strips=strips), Measured, "cross")
    assert not offers(table(near[1]), Measured, "cross")


# --- leaving and entering -------------------------------------------------------------------------------


@pytest.mark.rule("MOV-3", "G-12")
def test_leaving_is_offered_near_the_own_edge_and_grave() -> None:
    state = table({"A1.motor1": "60 375", "A1.motor2": "400 375", "A1.hq": "60 500"})
    (leave,) = offers(state, Measured, "leave")
    assert set(leave.pieces) == {"A1.motor1"}, "a headquarters stays, the other is too far"
    assert leave.fixed == {"edge": "west"}
    assert tones(state) == [
        ("move", "main"),
        ("move-block", "plain"),
        ("done", "decline"),
        ("leave", "grave"),
        ("concede", "grave"),
    ]
    assert GAME.offers(state).covers(Leave("A1.motor1", ((-15, 375),), "west"))
    assert not GAME.offers(state).covers(Leave("A1.motor1", ((-15, 375),), "east"))


@pytest.mark.rule("MOV-3")
def test_who_can_do_nothing_else_may_still_leave() -> None:
    ring = {"G1.tank1": "95 375", "G1.tank2": "15 295", "G1.tank3": "15 455"}
    state = table({"A1.motor1": "15 375", **ring})
    assert [order for order, _ in tones(state)] == ["done", "leave", "concede"]
    places = filled(survey(state, "A1.motor1"))
    assert places
    assert all(allowed(state, Leave("A1.motor1", (p,), "west")) for p in list(places)[::97])


@pytest.mark.rule("BF-5", "MOV-3")
def test_the_way_out_of_beda_fomm_is_an_edge_of_its_own() -> None:
    state = field({"A1.tank1": "500 740"})
    (escape,) = offers(state, Measured, "leave")
    assert (escape.fixed, escape.tone) == ({"edge": "south"}, "plain")
    north = field({"A1.tank1": "500 40"})
    (home,) = offers(north, Measured, "leave")
    assert (home.fixed, home.tone) == ({"edge": "north"}, "grave")


@pytest.mark.rule("BF-3")
def test_entries_begin_on_their_line() -> None:
    state = field({"A1.tank1": "reserve", "A1.foot1": "500 300"})
    (enter,) = offers(state, Measured, "enter")
    assert "A1.tank1" in enter.pieces
    assert (enter.least, enter.most) == (2, 0)
    line = filled(survey(state, "A1.tank1"))
    assert {y for _, y in line} == {-15}
    first, last = state.world.beda_fomm["entry"]["start_centre_x"]
    assert {x for x, _ in line} == set(range(first, last + 1))
    assert survey(state, "A1.tank1", ((500, -15),)) is not None


# --- set-up ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SET-2", "MIN-1", "TRE-1")
def test_strips_are_boxes_and_segments_are_centres() -> None:
    state, _ = setting_up(GERMANS, BRITISH, mines="full", trenches="full")
    strips, segments = offers(state, Lay, "fortify")
    assert strips.pieces == {"minefield-upright": (30, 150), "minefield-across": (150, 30)}
    assert (strips.place, strips.box, segments.place, segments.box) == (
        "strips",
        True,
        "segments",
        False,
    )
    assert segments.pieces == {"trench": (30, 30)}
    assert [t for t in tones(state) if t[0] != "fortify"] == [
        ("done", "decline"),
        ("start-over", "grave"),
        ("concede", "grave"),
    ]


@pytest.mark.rule("SET-2")
def test_an_order_of_both_works_is_covered_by_both_offers() -> None:
    state, _ = setting_up(GERMANS, BRITISH, mines="full", trenches="full")
    corner = min(filled(survey(state, "minefield-upright")))
    strip = (*corner, corner[0] + 30, corner[1] + 150)
    segment = max(filled(survey(state, "trench")))
    both = Fortify((strip,), (segment,))
    assert allowed(state, both)
    assert GAME.offers(state).covers(both)
    mines, _ = setting_up(GERMANS, BRITISH, mines="full", trenches="none")
    assert [o.place for o in offers(mines, Lay, "fortify")] == ["strips"]
    assert not GAME.offers(mines).covers(both)


@pytest.mark.rule("SET-2")
def test_who_has_laid_everything_is_asked_to_go_on() -> None:
    state, _ = setting_up(GERMANS, BRITISH, mines="none", trenches="full")
    dug = 0
    while offers(state, Lay, "fortify"):
        at = min(filled(survey(state, "trench")))
        play(state, Fortify(segments=(at,)))
        dug += 1
    assert dug > 1
    assert tones(state)[0] == ("done", "main")


@pytest.mark.rule("SET-3", "SET-5")
def test_bases_that_stand_may_be_put_elsewhere() -> None:
    state, _ = setting_up(GERMANS, BRITISH)
    (first,) = offers(state, Lay, "deploy")
    waiting = set(first.pieces)
    assert first.tone == "main"
    assert "done" not in [order for order, _ in tones(state)]
    play(state, block(state, "G2", (700, 300)))
    (again,) = offers(state, Lay, "deploy")
    assert set(again.pieces) == waiting
    assert again.tone == "plain"
    assert GAME.offers(state).covers(Deploy(("G2.hq",), ((900, 300),)))


@pytest.mark.rule("HQ-1", "HQ-10")
def test_a_replacement_is_laid_where_there_is_room() -> None:
    scattered = {"A1.tank1": "scattered", "A1.motor1": "scattered"}
    state = table({"A1.hq": "500 500"} | scattered, phase="replace")
    (replace,) = offers(state, Lay, "replace")
    assert set(replace.pieces) == set(scattered)
    assert (replace.who, replace.place, replace.many, replace.left) == ("unit", "at", False, 1)
    none = table({"A1.hq": "500 500 shaken"} | scattered, phase="replace")
    assert tones(none) == [("done", "decline"), ("concede", "grave")]


# --- forces ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CAM-1", "C7-7")
def test_each_army_is_an_offer_of_its_own() -> None:
    state, _ = begin("c7", ScriptedChance([], [0] * 20), battle=2, chosen=(("x",), None))
    picks = offers(state, Pick, "choose-cards")
    assert len(picks) == 3
    assert all(len(pick.batches) == 1 for pick in picks)
    one, other, _ = (pick.batches[0] for pick in picks)
    assert isinstance(one, Batch)
    mixed = ChooseCards((one.options[0], *other.options[: one.count - 1]))
    assert not GAME.offers(state).covers(mixed)
    assert not allowed(state, mixed)
    assert GAME.offers(state).covers(ChooseCards(one.options[: one.count]))


@pytest.mark.rule("DIV-21")
def test_to_stay_alone_is_a_button_of_its_own() -> None:
    state = start("c7")
    GAME.play(state, ChooseCards(("c7.axis.10th_panzer_division",)), ScriptedChance([], [0] * 3))
    tiger = "c7.axis.tiger501"
    (hosts,) = offers(state, Pick, "attach")
    (alone,) = offers(state, Say, "attach")
    assert (hosts.field, hosts.fixed, hosts.tone) == ("host", {"formation": tiger}, "main")
    assert (alone.fixed, alone.tone) == ({"formation": tiger, "host": ""}, "decline")
    assert GAME.offers(state).covers(Attach(tiger))
    assert not GAME.offers(state).covers(Attach(tiger, tiger))


@pytest.mark.rule("DIV-17")
def test_any_of_the_tanks_may_be_cruisers_or_none() -> None:
    state = start("c1")
    chance = ScriptedChance([], [0] * 6)
    GAME.play(state, ChooseCards(("c1.axis.blackshirt_division",)), chance)
    GAME.play(state, ChooseCards(("c1.allied.7th_armoured_division",)), chance)
    while (waiting := GAME.step(state)) is not None and waiting.decision == "attach":
        GAME.play(state, Attach(str(waiting.facts["formation"])), chance)
    (mix,) = offers(state, Pick, "tank-mix")
    assert (mix.many, mix.least, mix.most) == (True, 0, len(mix.options))
    assert GAME.offers(state).covers(TankMix(()))
    assert GAME.offers(state).covers(TankMix(tuple(map(str, reversed(mix.options)))))


# --- firing ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SEQ-5")
def test_shots_and_air_attacks_say_what_the_table_reads() -> None:
    units = {
        "A1.motor1": "500 500",
        "A1.hq": "430 470",
        "G1.tank1": "600 420",
        "G1.tank2": "610 600",
    }
    shooting = table(units, phase="fire")
    (fire,) = offers(shooting, Place, "fire")
    pairs = [(unit, target) for unit, targets in fire.subjects.items() for target in targets]
    assert pairs
    for pair in pairs:
        assert GAME.refusal(shooting, Fire(pair[0], str(pair[1]))) is None
    flying = table(units, phase="air")
    (air,) = offers(flying, Pick, "air-attack")
    assert air.options
    for target in air.options:
        assert GAME.refusal(flying, AirAttack(str(target))) is None
    assert GAME.offers(flying).covers(Done())


@pytest.mark.rule("MIN-6", "WF-5a")
def test_engineers_are_offered_strips_and_rivers_by_number() -> None:
    strips = {"allied": [(515, 300, 545, 450), (300, 100, 330, 250)]}
    state = table({"A1.motor1": "500 375"}, phase="clear", strips=strips)
    (clear,) = offers(state, Place, "clear")
    assert (clear.subjects, clear.place) == ({"A1.motor1": (0,)}, "strip")
    river = [(515, 300), (545, 300), (545, 600), (515, 600)]
    bank = table(
        {"A1.motor1": "500 400"},
        phase="clear",
        terrain=[("river", river)],
        options={"western_front": True},
    )
    (bridge,) = offers(bank, Place, "bridge")
    assert (bridge.subjects, bridge.place) == ({"A1.motor1": (0,)}, "river")
