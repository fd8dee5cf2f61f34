"""Terrain that the players lay: who, where, how much, and that it does what terrain does."""

from __future__ import annotations

import msgspec
import pytest

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.core.contract import BadPosition, Setup
from campagna.core.offers import Lay
from campagna.games.alto_comando.events import PhaseBegan, TerrainLaid, TerrainTurned
from campagna.games.alto_comando.orders import Done, Fire, LayTerrain, Move
from campagna.games.alto_comando.rules import cover, fire, terrain
from campagna.games.alto_comando.state import Phase, State
from campagna.games.alto_comando.table.position import Position
from campagna.games.alto_comando.world import Element
from campagna.plane.bases import Rect
from tests.games.alto_comando.lay import (
    GAME,
    MESSAGES,
    allowed,
    decision,
    events_of,
    only,
    play,
    refused,
    why,
)

HILL = (500, 600, 660, 720)
WESTERN: dict[str, bool | str] = {"western_front": True}


def laying(**options: bool | str) -> State:
    setup = GAME.new_setup("battle", {"terrain": "laid", **options})
    return GAME.start(setup, SeededChance(1))


def hills(count: int) -> list[LayTerrain]:
    """Hills side by side from the west, in two rows."""
    places = [(160 * (n % 4), 900 + 120 * (n // 4)) for n in range(count)]
    return [LayTerrain("hill-across", (x, y, x + 160, y + 120)) for x, y in places]


# --- who lays, and when -------------------------------------------------------------------------


@pytest.mark.rule("TER-1", "TER-2")
def test_terrain_comes_before_the_forces_and_the_sides_take_turns() -> None:
    state = laying()
    assert (decision(state), state.phase) == (("allied", "terrain"), Phase.FORCES)
    first, second, third, *_ = hills(3)
    told = play(state, first)
    assert only(told, TerrainLaid).side == "allied"
    assert only(told, PhaseBegan).side == "axis"
    assert decision(state) == ("axis", "terrain")
    play(state, second)
    assert decision(state) == ("allied", "terrain")
    play(state, Done())
    assert decision(state) == ("axis", "terrain")
    play(state, third)
    assert decision(state) == ("axis", "terrain"), "who stopped is not asked again"
    GAME.play(state, Done(), SeededChance(1))
    assert decision(state) == ("axis", "choose-cards")
    assert why(state, first) == ("CAM-1", "not-now")
    assert [e.kind for e in state.derived.elements] == ["hill"] * 3


@pytest.mark.rule("TER-1")
def test_both_may_lay_nothing() -> None:
    state = laying()
    GAME.play(state, Done(), SeededChance(1))
    GAME.play(state, Done(), SeededChance(1))
    assert decision(state) == ("axis", "choose-cards")
    assert state.derived.elements == ()


@pytest.mark.rule("TER-2")
def test_eight_elements_are_enough() -> None:
    state = laying()
    *most, last = hills(8)
    for order in most:
        play(state, order)
    step = GAME.step(state)
    assert step is not None
    assert (step.decision, step.facts["left"]) == ("terrain", 1)
    GAME.play(state, last, SeededChance(1))
    assert decision(state) == ("axis", "choose-cards")
    assert len(state.derived.elements) == 8


@pytest.mark.rule("TER-2")
def test_a_ninth_element_is_refused() -> None:
    elements = tuple(GAME.world.pieces["hill-across"].laid_in(o.place) for o in hills(8))
    position = Position(phase="forces", terrain=elements, laying=("axis",))
    state = GAME.arrange(Setup("battle", {"terrain": "laid"}), position, SeededChance(1))
    assert why(state, LayTerrain("rough", (900, 700, 1050, 810))) == ("TER-2", "too-many-elements")


@pytest.mark.rule("TER-2", "CAM-3")
def test_every_battle_of_a_campaign_has_its_own_terrain() -> None:
    setup = GAME.new_setup("c1", {"terrain": "laid"})
    chance, whim = SeededChance(3), SeededChance(4)
    state = GAME.start(setup, chance)
    play(state, hills(1)[0])
    assert state.campaign is not None
    while state.campaign.battle == 1 and GAME.step(state) is not None:
        GAME.play(state, GAME.offers(state).sample(whim), chance)
    assert decision(state) == ("allied", "terrain")
    assert state.derived.elements == ()


@pytest.mark.rule("TER-2")
@pytest.mark.parametrize(("die", "place"), [(3, HILL), (4, (540, 680, 700, 800))])
def test_chance_says_where_north_is(die: int, place: Rect) -> None:
    state = laying(mines="none", trenches="none")
    play(state, LayTerrain("hill-across", HILL))
    chance = SeededChance(5)
    while GAME.step(state) is not None and state.phase == Phase.FORCES:
        before = state.copy()
        order = GAME.offers(state).sample(chance) if not state.agenda else Done()
        told = GAME.play(state, order, SeededChance(6))
    assert events_of(told, TerrainTurned)
    rolled = GAME.play(before, order, ScriptedChance([die]))
    assert only(rolled, TerrainTurned).turned == (die == 4)
    (element,) = before.derived.elements
    xs, ys = zip(*element.polygon, strict=True)
    assert (min(xs), min(ys), max(xs), max(ys)) == place


@pytest.mark.rule("TER-1")
def test_a_reduced_table_is_open_desert() -> None:
    old = Setup("battle", {"terrain": "laid", "table": "reduced"})
    assert decision(GAME.start(old, SeededChance(1))) == ("axis", "choose-cards")
    with pytest.raises(BadPosition, match="'terrain' = laid does nothing"):
        GAME.new_setup("battle", {"terrain": "laid", "table": "reduced"})


# --- where an element may lie -------------------------------------------------------------------


@pytest.mark.rule("TER-1", "TER-2")
@pytest.mark.parametrize(
    ("order", "rule", "reason"),
    [
        (LayTerrain("volcano", HILL), "TER-1", "unknown-element"),
        (LayTerrain("hill-across", (500, 600, 661, 720)), "TER-1", "element-misshapen"),
        (LayTerrain("hill-across", (660, 720, 500, 600)), "TER-1", "element-misshapen"),
        (LayTerrain("hill-upright", HILL), "TER-1", "element-misshapen"),
        (LayTerrain("hill-across", (-1, 600, 159, 720)), "TER-2", "element-outside-zones"),
        (LayTerrain("hill-across", (1041, 600, 1201, 720)), "TER-2", "element-outside-zones"),
        (LayTerrain("hill-across", (500, 99, 660, 219)), "TER-2", "element-outside-zones"),
        (LayTerrain("hill-across", (500, 1181, 660, 1301)), "TER-2", "element-outside-zones"),
        (LayTerrain("woods", (500, 600, 640, 700)), "WF-1a", "western-front-only"),
        (LayTerrain("building", (500, 600, 600, 690)), "WF-3", "western-front-only"),
        (LayTerrain("river-upright", (500, 600, 530, 860)), "WF-5a", "western-front-only"),
    ],
)
def test_what_cannot_be_laid(order: LayTerrain, rule: str, reason: str) -> None:
    assert why(laying(), order) == (rule, reason)


@pytest.mark.rule("TER-1", "TER-2")
@pytest.mark.parametrize("place", [(0, 100, 160, 220), (1040, 1180, 1200, 1300)])
def test_the_corners_of_the_zones_can_be_filled(place: Rect) -> None:
    assert allowed(laying(), LayTerrain("hill-across", place))


@pytest.mark.rule("TER-6")
def test_hills_touch_and_make_a_ridge_but_do_not_overlap() -> None:
    state = laying()
    play(state, LayTerrain("hill-across", HILL))
    for place in ((660, 600, 820, 720), (340, 600, 500, 720), (500, 480, 660, 600)):
        assert allowed(state, LayTerrain("hill-across", place))
    told = refused(state, LayTerrain("rough", (659, 719, 809, 829)))
    assert (told.rule, told.reason) == ("TER-6", "elements-overlap")
    assert told.facts == {"element": "rough", "other": "hill"}
    assert allowed(state, LayTerrain("rough", (660, 719, 810, 829)))
    assert allowed(state, LayTerrain("rough", (659, 720, 809, 830)))


@pytest.mark.rule("SET-7", "TER-2")
@pytest.mark.parametrize(
    ("element", "place", "fits"),
    [
        ("scarp-across", (50, 235, 250, 265), False),
        ("scarp-across", (50, 205, 250, 235), True),
        # Turned round the centre (600, 700) it would lie on the British post at 1050, 250.
        ("scarp-across", (50, 1135, 250, 1165), False),
        ("rough", (1000, 500, 1150, 610), False),
        ("hill-across", (70, 200, 230, 320), True),
        ("road-across", (0, 235, 300, 265), True),
    ],
)
def test_supply_bases_are_not_walled_in(element: str, place: Rect, fits: bool) -> None:
    state = laying()
    order = LayTerrain(element, place)
    assert allowed(state, order) == fits
    if not fits:
        assert why(state, order) == ("SET-7", "supply-base-there")


@pytest.mark.rule("WF-1a", "WF-3", "WF-5a")
def test_the_western_front_brings_its_own_pieces() -> None:
    desert = {piece.kind for piece in terrain.pieces(laying()).values()}
    europe = {piece.kind for piece in terrain.pieces(laying(**WESTERN)).values()}
    assert desert == {"hill", "rough", "scarp", "road"}
    assert europe - desert == {"woods", "broken", "building", "river"}
    assert allowed(laying(**WESTERN), LayTerrain("river-across", (500, 600, 760, 630)))


# --- what is offered ----------------------------------------------------------------------------


@pytest.mark.rule("TER-1")
def test_every_piece_is_offered_with_its_size_and_a_name_to_read() -> None:
    state = laying()
    offers = [offer for offer in GAME.offers(state) if isinstance(offer, Lay)]
    assert [offer.pieces for offer in offers] == [
        {name: piece.size} for name, piece in terrain.pieces(state).items()
    ]
    for offer in offers:
        (name,) = offer.pieces
        assert offer.fixed == {"element": name}
        assert not offer.exact
        assert (offer.who, offer.place, offer.box, offer.many, offer.left) == (
            "", "place", True, False, 8,
        )  # fmt: skip
    assert GAME.offers(state).covers(LayTerrain("hill-across", HILL))
    assert not GAME.offers(state).covers(LayTerrain("woods", HILL))
    assert all(f"lay-{name}" in MESSAGES.tables["word"] for name in GAME.world.pieces)


@pytest.mark.rule("TER-1", "TER-2", "TER-6", "SET-7")
@pytest.mark.parametrize("name", ["hill-across", "scarp-upright", "river-across", "rough"])
def test_the_survey_says_what_the_judge_says(name: str) -> None:
    state = laying(**WESTERN)
    play(state, LayTerrain("hill-across", HILL), LayTerrain("building", (100, 500, 200, 590)))
    play(state, LayTerrain("scarp-across", (700, 1100, 900, 1130)))
    piece = GAME.world.pieces[name]
    room = terrain.corners(state, piece)
    width, height = piece.size
    chance = SeededChance(7)
    seen = set()
    for _ in range(3000):
        x, y = chance.pick(1300, "x") - 50, chance.pick(1400, "y")
        fits = allowed(state, LayTerrain(name, (x, y, x + width, y + height)))
        assert ((x, y) in room) == fits, (x, y)
        seen.add(fits)
    assert seen == {True, False}
    survey = GAME.survey(state, name, ())
    assert survey is not None
    assert (survey.left, survey.rule) == (5, "TER-2")
    assert GAME.survey(state, "volcano", ()) is None
    assert GAME.survey(state, name, ((1, 1),)) is None


@pytest.mark.rule("TER-6")
@pytest.mark.parametrize("edge", [0, 1, 159, 160, 161, 339, 340, 341, 499, 500, 659, 660, 661])
def test_a_row_of_the_survey_is_exact_beside_an_element(edge: int) -> None:
    state = laying()
    play(state, LayTerrain("hill-across", HILL))
    piece = GAME.world.pieces["hill-across"]
    order = LayTerrain("hill-across", (edge, 650, edge + 160, 770))
    assert ((edge, 650) in terrain.corners(state, piece)) == allowed(state, order)


@pytest.mark.rule("TER-6")
def test_the_last_place_of_a_row_is_left_and_no_run_is_empty() -> None:
    state = laying()
    play(state, LayTerrain("hill-across", (880, 600, 1040, 720)))
    play(state, LayTerrain("hill-across", (0, 600, 160, 720)))
    room = terrain.corners(state, GAME.world.pieces["hill-across"])
    assert room.row(650) == [(160, 720), (1040, 1040)]
    assert room.row(720) == [(0, 1040)]
    assert all(first <= last for _, runs in room.rows() for first, last in runs)
    assert (len(room), room[0], room[len(room) - 1]) == (
        1041 * 1081 - 239 * 1041 + 239 * (561 + 1), (0, 100), (1040, 1180),
    )  # fmt: skip


@pytest.mark.rule("TER-6")
def test_a_gap_one_millimetre_too_narrow_leaves_no_run() -> None:
    state = laying()
    play(state, LayTerrain("hill-across", (159, 600, 319, 720)))
    room = terrain.corners(state, GAME.world.pieces["hill-across"])
    assert room.row(650) == [(319, 1040)]


@pytest.mark.rule("TER-1")
def test_the_size_of_a_piece_is_told_when_it_does_not_fit() -> None:
    told = refused(laying(), LayTerrain("hill-across", (500, 600, 501, 601)))
    assert told.facts == {"element": "hill-across", "width": 160, "height": 120}
    assert "16 cm x 12 cm" in MESSAGES.refusal(told, "en")


def test_random_players_lay_something_and_captains_nothing() -> None:
    chance = SeededChance(9)
    counts = set()
    for _ in range(12):
        state = laying()
        while state.agenda:
            GAME.play(state, GAME.offers(state).sample(chance), chance)
            assert GAME.violations(state) == []
        counts.add(len(terrain.laid(state)))
    assert len(counts) > 2
    evaluator = GAME.evaluator()
    ((order, *_),) = evaluator.plan(laying(), {}, chance)
    assert order == Done()


# --- what it does -------------------------------------------------------------------------------


def fought(*elements: Element, units: dict[str, str], phase: str) -> State:
    """A battle on terrain that the players laid, from a position as people write it."""
    formations = [["A1", "A1", "gen.de.panzer", 0], ["G1", "G1", "gen.gb.armoured", 1]]
    bases = [
        {"id": name, "at": [int(n) for n in place.split()], "where": "table"}
        for name, place in units.items()
    ]
    raw = {
        "phase": phase,
        "formations": formations,
        "bases": bases,
        "terrain": msgspec.to_builtins(elements),
    }
    setup = GAME.new_setup("battle", {"terrain": "laid"})
    return GAME.arrange(setup, msgspec.convert(raw, Position), SeededChance(1))


UNITS = {
    "A1.hq": "400 660",
    "A1.tank1": "480 660",
    "A1.motor1": "480 800",
    "A1.art": "440 900",
    "G1.hq": "800 660",
    "G1.motor1": "680 660",
}


@pytest.mark.rule("TER-1", "TER-2")
def test_a_position_holds_terrain_and_gives_it_back() -> None:
    hill = GAME.world.pieces["hill-across"].laid_in(HILL)
    state = fought(hill, units=UNITS, phase="move")
    assert state.derived.elements == (hill,)
    again = GAME.arrange(state.setup, GAME.describe(state), SeededChance(1))
    assert msgspec.json.encode(again) == msgspec.json.encode(state)
    seen = GAME.tabletop(GAME.view(state, "axis"))
    assert seen.sheet is not None
    assert [s.kind for s in seen.sheet.shapes if s.points == hill.polygon] == ["hill"]
    state.turned = True
    turned = GAME.arrange(state.setup, GAME.describe(state), SeededChance(1))
    assert turned.derived.elements == GAME.world.turned((hill,))


@pytest.mark.rule("TER-3", "TER-4", "TER-5")
def test_a_laid_hill_hides_and_raises() -> None:
    piece = GAME.world.pieces["hill-upright"].laid_in((530, 580, 650, 740))
    units = UNITS | {"A1.tank1": "500 660"}
    state = fought(piece, units=units, phase="fire")
    target = state.find("G1.motor1")
    assert not fire.spots(state, state.find("A1.tank1"), target)
    flat = fought(units=units, phase="fire")
    assert fire.spots(flat, flat.find("A1.tank1"), flat.find("G1.motor1"))
    assert allowed(flat, Fire("A1.tank1", "G1.motor1"))
    on_top = fought(piece, units=units | {"A1.tank1": "590 660"}, phase="fire")
    tank = on_top.find("A1.tank1")
    assert cover.spotting_radius(on_top, tank, (680, 660)) == 150 + 75


@pytest.mark.rule("TER-1")
@pytest.mark.parametrize(
    ("kind", "tank", "foot"),
    [
        ("scarp-upright", "impassable", "impassable"),
        ("rough", "impassable", ""),
        ("road-upright", "", ""),
    ],
)
def test_what_laid_ground_bars(kind: str, tank: str, foot: str) -> None:
    piece = GAME.world.pieces[kind]
    width, height = piece.size
    element = piece.laid_in((520, 640, 520 + width, 640 + height))
    units = UNITS | {"A1.motor1": "480 700"}
    state = fought(element, units=units, phase="move")
    for unit, barred, path in (
        ("A1.tank1", tank, ((530, 670),)),
        ("A1.motor1", foot, ((540, 700),)),
    ):
        order = Move(unit, path)
        assert allowed(state, order) == (not barred)
        if barred:
            assert why(state, order) == ("TER-1", barred)


@pytest.mark.rule("TER-1", "TER-2")
@pytest.mark.parametrize(
    ("element", "options", "problem"),
    [
        (Element("hill", ((0, 200), (90, 200), (50, 260))), {}, "needs the option"),
        (Element("swamp", ((0, 200), (90, 200), (50, 260))), {"terrain": "laid"}, "no terrain"),
        (Element("woods", ((0, 200), (90, 200), (50, 260))), {"terrain": "laid"}, "no terrain"),
        (Element("hill", ((0, 200), (90, 200))), {"terrain": "laid"}, "convex"),
        (
            Element("hill", ((0, 200), (90, 200), (50, 220), (50, 260))),
            {"terrain": "laid"},
            "convex",
        ),
    ],
)
def test_terrain_that_no_position_can_hold(
    element: Element, options: dict[str, bool | str], problem: str
) -> None:
    position = Position(phase="forces", terrain=(element,))
    with pytest.raises(BadPosition, match=problem):
        GAME.arrange(Setup("battle", options), position, SeededChance(1))


@pytest.mark.rule("TER-2")
def test_nine_elements_are_too_many_for_a_position() -> None:
    hill = Element("hill", ((0, 200), (90, 200), (50, 260)))
    position = Position(phase="forces", terrain=(hill,) * 9)
    with pytest.raises(BadPosition, match="at most 8"):
        GAME.arrange(Setup("battle", {"terrain": "laid"}), position, SeededChance(1))
